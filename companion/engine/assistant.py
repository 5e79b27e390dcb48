"""The assistant: bookkeeping without refereeing.

People move the pieces and enter what they did in short entries; the app keeps track of phases, order, income, prices,
provost, castle, favors and points. An entry is refused only if it cannot be read, names something that is not on this
table, takes what is not there, or gives a player more than `notation.MOST` of anything.

    next                    close the phase: what the rules do automatically happens, up to the next phase of people
    red +2d -1F +3P         any amounts; `red -2C +4P tailor` names the building they are for, `market:red` which one
    pass red                move to the bridge
    use red n_market trade 1W>4d    what a referee would offer them there; without a place, for a favor of theirs
    stay red, done red      they leave the provost where it is; they hand in no more batches
    end                     the end scoring, now

The `assistant` module of each game lists its own entries. They change the same state as a referee's actions and report
the same events.

>>> from companion.rules import load
>>> assistant = assistant_for(load("caylus", "en", players=3), ["red", "green", "blue"])
>>> state = assistant.start()
>>> for entry in ("order green red blue", "next", "pass green", "red +1G -2d"):
...     assistant.apply(state, entry)
>>> state.money, assistant.look(state)["players"]["red"]["cubes"]["gold"]
([6, 8, 8], 1)
>>> assistant.apply(state, "red -9d")
Traceback (most recent call last):
    ...
companion.engine.errors.IllegalAction: 'red -9d' is no option: has_only player=red good=denier n=6; see `Game.options`
"""

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from companion.engine.action import Action, canonical
from companion.engine.amounts import KINDS, LETTERS, Payment, Vector, parse_amount
from companion.engine.board import AnyCompiledRules
from companion.engine.choice import Kinds, Refusals
from companion.engine.errors import IllegalAction, Reason
from companion.engine.events import Raw
from companion.engine.game import referee_for
from companion.engine.holdings import give_cubes, lose, pay
from companion.engine.look import AnyLook
from companion.engine.notation import MOST
from companion.engine.phases import OVER, SETUP, Step, go_to_bridge, phase_of
from companion.engine.position import SERVED, CourseRule
from companion.engine.referee import BaseReferee, Referee
from companion.engine.state import OWNER, WORKER, PlainState, Served, Task
from companion.register import game_module
from companion.rules import Rules
from companion.rules.base import Goods
from companion.rules.vocabulary import CUBES, Good, Phase

_SIGNED = re.compile(r"[+-]([0-9]+[A-Za-z])+")
_STEPS = re.compile(r"[+-][0-9]{1,2}")
_CUBES = re.compile(r"[FWSCG]{1,12}")
_AMOUNT = re.compile(r"([0-9]+[FWSCGd])+")
_NOTHING = Goods()

UNPAID = "unpaid"
"""At the end of an entry for a worker: without paying, and whatever the rules say."""

DECLINE = "decline"
IDLE = frozenset({DECLINE, "stay", "back", "done"})
"""The options that leave everything as it is."""

LONGEST = 200
"""The maximum length of an entry, in characters."""


class EntryWords:
    """The words of an entry, consumed one by one.

    Raises `IllegalAction` on a word that cannot be read or names nothing here.
    """

    def __init__(self, b: AnyCompiledRules, text: str) -> None:
        self.b, self.text = b, text
        if len(text) > LONGEST:
            raise self.unread()
        self.left = canonical(text).split()

    def refusal(self, code: str, **args: str | int) -> IllegalAction:
        return IllegalAction(self.text, Reason(code, args))

    def unread(self) -> IllegalAction:
        return self.refusal("unknown_action", text=self.text)

    def too_much(self) -> IllegalAction:
        return self.refusal("too_much", most=MOST)

    def end(self) -> None:
        if self.left:
            raise self.unread()

    def word(self) -> str:
        if not self.left:
            raise self.unread()
        return self.left.pop(0)

    def seat(self) -> int:
        colour = self.word()
        if colour not in self.b.seats:
            raise self.refusal("no_such_player", player=colour)
        return self.b.seats.index(colour)

    def seats(self) -> list[int]:
        """Read one or more seats, up to the end of the entry, without duplicates."""
        seats = [self.seat()]
        while self.left:
            seats.append(self.seat())
        return list(dict.fromkeys(seats))

    def building(self, buildings: Container[str]) -> str:
        name = self.word()
        if name not in buildings:
            raise self.refusal("no_such_building", building=name)
        return name

    def place(self, buildings: Container[str]) -> str:
        """Read the building of a place, which may say which of several it is: `bank`, `bank:red`, `architect.2`."""
        name, _, which = re.sub("[.:]", " ", self.left[0] if self.left else "").partition(" ")
        if which and (which in self.b.seats or which.isdecimal()):
            self.left[0] = name
        return self.building(buildings)

    def steps(self) -> int:
        """Read a number of steps, forward or back."""
        word = self.word()
        if not _STEPS.fullmatch(word):
            raise self.unread()
        return int(word)

    def space(self, last: int) -> int:
        """Read `on 12`, a space of the road. Returns 0 if the entry names none."""
        if not self.left or self.left[0] != "on":
            return 0
        self.word()
        word = self.word()
        if not re.fullmatch(r"[0-9]{1,2}", word):
            raise self.unread()
        if not 1 <= int(word) <= last:
            raise self.refusal("no_such_space", first=1, last=last)
        return int(word)

    def unpaid(self) -> bool:
        """Read `unpaid`: people insist on it, without paying."""
        if self.left != [UNPAID]:
            return False
        self.left.clear()
        return True

    def cost(self) -> Goods:
        """Read what is paid, as `FWS` or `1d1C`. Returns empty goods if the entry names nothing."""
        if not self.left:
            return _NOTHING
        word = self.word()
        if _CUBES.fullmatch(word):
            word = "".join(f"1{letter}" for letter in word)
        if not _AMOUNT.fullmatch(word):
            raise self.unread()
        return self.counted(word, self.b.data.words.cubes)

    def counted(self, amount: str, kinds: Sequence[str]) -> Goods:
        """Parse an amount of deniers and of these kinds."""
        letters = {LETTERS[Good(kind)] for kind in kinds} | {LETTERS[Good.DENIER]}
        if not set(re.findall(r"[A-Za-z]", amount)) <= letters:
            raise self.unread()
        if any(len(number) > len(str(MOST)) for number in re.findall("[0-9]+", amount)):
            raise self.too_much()
        return parse_amount(amount)


@dataclass(frozen=True)
class BuildingPart:
    """What a building is still to bring one player."""

    kind: str
    """The kind of choice that it offers."""
    arg: int
    """The argument of that choice."""
    at: int
    """Where the phase stands when it comes to this."""
    building: str
    place: str
    seat: int
    payments: Container[Payment]
    """What it may be; nothing if it is no amount, or lies on the card."""
    alone: bool
    """Whether the worker goes home with it, because nobody else has a part to come."""
    works: bool = True
    """Whether it works in this turn; not beyond the provost."""


@dataclass(frozen=True)
class OpenLine:
    """What one player may still do in this phase, as a referee would ask them."""

    kind: str
    seat: int
    arg: int
    at: int
    """Where the phase stands when it comes to this."""
    place: str
    """The building that offers it, as entries name it; empty for a turn, or a favor."""
    about: str
    """What it is about, as a referee's choice says it."""
    options: tuple[Action, ...]
    entries: tuple[str, ...]
    """The entry for each option."""
    waits: bool
    """Whether something may be lost if the phase is closed."""
    of_turn: bool
    """Whether it is their turn in this phase, and no building or favor."""

    @property
    def idle(self) -> bool:
        """Whether there is nothing that this player could do."""
        return all(action in IDLE for action in self.options)

    @property
    def gift(self) -> str:
        """The entry for what nobody chooses: it can only be taken or declined."""
        gifts = [entry for action, entry in zip(self.options, self.entries, strict=True) if action != DECLINE]
        return gifts[0] if self.place and self.kind == "take" and len(gifts) == 1 else ""


B = TypeVar("B", bound=AnyCompiledRules)
S = TypeVar("S", bound=PlainState)

Entry = Callable[[B, S, EntryWords], None]
"""What an entry does, given the board, the state, and the words after the verb."""


@dataclass(frozen=True)
class AssistantRules(Generic[B, S]):
    """The part of the assistant that differs between games."""

    verbs: Mapping[str, Entry[B, S]]
    """The entries that only this game has."""
    close: Callable[[B, S], None]
    end: Callable[[B, S], None]
    """Run the end scoring."""
    carry_out: Callable[[B, S, int, Payment, str, str], None]
    extra: Callable[[S], Mapping[str, int]]
    """What can be given besides deniers, cubes and prestige, and how much of it there is."""
    entries: Callable[[B, S], list[Action]]
    release: Callable[[B, S], None]
    """Undo what was dealt by hand in the set-up, because the referee deals it; finish what only people can begin."""
    as_dealt: Callable[[B, S], None]
    """Forget what has been corrected in the set-up, as logs of before did."""
    begin_anew: Callable[[B, S], None]
    """Undo whatever is half done and the referee would do again, as old logs did."""
    placing: Phase
    """The phase in which workers are placed until all have passed."""
    turns: Mapping[str, tuple[Phase, str]]
    """The verbs of the entries that are a player's turn: in which phase, and what a referee would ask for."""
    acting: Mapping[Phase, Step[B, S]]
    """The phases in which placed workers act, each with its step."""
    choices: Kinds[B, S]
    parts: Callable[[B, S], Iterable[BuildingPart]]
    """Return whose parts of which buildings are still to come in this phase, in the order in which they would come."""
    above: Callable[[B, Task], bool]
    """Whether an open choice stands above the course of the phase: a favor, the effect of one."""
    unseen: Callable[[S], S]
    """The table as everybody sees it: without knowing hands."""
    senseless: Callable[[B, S, str, int, str], Reason | None]
    """Return why nobody would place a worker (`place`) or send it `home` like this. Arguments: verb, seat, place."""
    says: Callable[[B, S, Sequence[str]], list[str]]
    """Return what else an entry says, as further entries. Arguments: its words."""


class Assistant:
    """The assistant of one table."""

    def __init__(
        self, referee: Referee, board: AnyCompiledRules, game_rules: AssistantRules[AnyCompiledRules, PlainState]
    ) -> None:
        self.referee, self.board, self.game_rules = referee, board, game_rules

    @property
    def rules(self) -> Rules:
        return self.referee.rules

    @property
    def seats(self) -> tuple[str, ...]:
        return self.referee.seats

    def start(self) -> PlainState:
        """Return the state before any entry. The first `next` closes the set-up and gives everybody money and goods."""
        return self.referee.start()

    def look(self, state: PlainState, seat: str | None = None) -> AnyLook:
        """Return the table as plain named data."""
        return self.referee.look(state, seat)

    def apply(self, state: PlainState, text: str, *, anew: bool = True) -> None:
        """Carry out an entry and add its events to the state's log.

        A refused entry raises `IllegalAction` and changes nothing.

        Nobody can be given more than `MOST` of anything by hand. That limit does not apply to income, nor to entries
        that were made before and are being replayed (`anew` false).
        """
        trial = state.copy()
        trial.log = []
        say = EntryWords(self.board, text)
        given = anew and any(word in self.seats for word in say.left[:1])
        self._carry_out(trial, say)
        if given and any(n > max(MOST, had) for n, had in zip(_amounts(trial), _amounts(state), strict=True)):
            raise say.too_much()
        if trial.turn and (trial.turn, trial.phase) == (state.turn, state.phase):
            self.referee.schema.book.resume(state, trial)
        for name in (*state.LISTS, *state.RARE, *state.NUMBERS):
            setattr(state, name, getattr(trial, name))
        if state.log is not None:
            state.log += trial.log or []

    def entries(self, state: PlainState) -> list[Action]:
        """Return the short entries that make sense now, in a fixed order."""
        return [] if state.phase == OVER else self.game_rules.entries(self.board, state)

    def lines(self, state: PlainState) -> list[OpenLine]:
        """Return what is still open in this phase, in the order in which a referee would ask.

        >>> from companion.rules import load
        >>> assistant = assistant_for(load("caylus", "en", players=2), ["red", "blue"])
        >>> state = assistant.start()
        >>> for entry in ("next", "place red n_market", "next", "next", "next"):
        ...     assistant.apply(state, entry)
        >>> [(line.place, line.entries) for line in assistant.lines(state)]
        [('n_market', ('use red n_market trade 1F>4d', 'use red n_market trade 1W>4d', 'use red n_market decline'))]
        """
        b, desk = self.board, self.game_rules
        phase = phase_of(b, state)
        if phase is None or state.phase == OVER:
            return []
        s = desk.unseen(state.copy())
        gained = [self._line(s, task) for task in reversed(s.todo) if desk.above(b, task)]
        if phase in desk.acting:
            parts = [part for part in desk.parts(b, s) if part.kind and part.works]
            return [*gained, *(self._line(s, (one.kind, one.seat, one.arg), one.place, one.at) for one in parts)]
        kind = next((kind for at, kind in desk.turns.values() if at == phase), "")
        asked = [seat for name, seat, _ in s.todo if name == kind]
        turns = still_to_act(self, s) if kind else []
        lines = [self._line(s, (kind, seat, 0), waits=seat in asked or seat not in s.had) for seat in turns]
        return [*gained, *lines]

    def _line(
        self, s: PlainState, task: Task, place: str = "", at: int | None = None, *, waits: bool = True
    ) -> OpenLine:
        kind, seat, arg = task
        of_turn = kind in {kind for _, kind in self.game_rules.turns.values()}
        s.cursor = at = s.cursor if at is None else at
        choice = self.game_rules.choices[kind]
        offered = choice.offer(self.board, s, seat, arg)
        options = tuple(action for action in offered if not (choice.goes_without_saying and action in IDLE))
        entries = tuple(_entry_of(self.seats[seat], action, place, of_turn=of_turn) for action in options)
        about = choice.about(self.board, arg)
        waits = waits and not IDLE.issuperset(options) and not choice.goes_without_saying
        return OpenLine(kind, seat, arg, at, place, about, options, entries, waits, of_turn)

    def refusals(self, state: PlainState, line: OpenLine) -> Mapping[Action, Reason]:
        """Return why the rules forbid a player what is not among the options."""
        refused = Refusals()
        self.game_rules.choices[line.kind].offer(
            self.board, self.game_rules.unseen(state), line.seat, line.arg, refused
        )
        return refused

    def take_over(self, state: PlainState, rule: CourseRule = CourseRule.RUNS) -> PlainState:
        """Convert a referee's table. The course of the phase stays as it is, for a referee to go on with."""
        mine = state.copy()
        if rule < CourseRule.PLAYERS:
            mine.todo = _favors(state)
            if phase_of(self.board, state) in (None, *self.game_rules.acting):
                mine.cursor = mine.active = 0
            if mine.phase == SETUP:
                # Closing the set-up deals to everybody.
                mine.money, mine.had = [0] * len(self.seats), []
        return mine

    def release(self, state: PlainState, rule: CourseRule = CourseRule.RUNS) -> PlainState:
        """Convert to a table that a referee can take over, where it stood.

        Whoever was not entered as having had their turn is asked, and so is what an entry may have answered without
        saying so: a building can be declined.
        """
        free = state.copy()
        if rule < CourseRule.RUNS and free.phase == SETUP:
            self.game_rules.as_dealt(self.board, free)
        if rule >= CourseRule.PLAYERS:
            self.game_rules.release(self.board, free)
            self.referee.schema.book.resume(state, free)
        else:
            self.game_rules.begin_anew(self.board, free)
            free.todo = _favors(free)
        return free

    def _took_turn(self, s: PlainState, seat: int, phase: Phase, kind: str) -> None:
        """Count an entry as a player's turn in this phase; they are no longer asked."""
        if phase_of(self.board, s) != phase:
            return
        tasks = [task for task in s.todo if task[0] == kind]
        if tasks and tasks[0][1] == seat:
            s.todo.remove(tasks[0])
        elif seat not in s.had:
            s.had.insert(len(s.had) - len(tasks), seat)  # whoever is asked comes last
        elif phase == self.game_rules.placing and not tasks:
            s.had = [seat]  # the next round

    def _use(self, s: PlainState, say: EntryWords) -> None:
        """Do what a referee would offer now: a player's part of a building, or a favor of theirs."""
        seat, b, desk = say.seat(), self.board, self.game_rules
        text = " ".join(say.left)
        lines = [line for line in self.lines(s) if line.seat == seat]
        found = [line for line in lines if f"use {self.seats[seat]} {text}" in line.entries]
        if not found:
            raise say.refusal("not_offered", building=say.place(b.data.buildings)) if lines else say.unread()
        line = found[0]
        action = line.options[line.entries.index(f"use {self.seats[seat]} {text}")]
        if not line.place:
            del s.todo[len(s.todo) - 1 - s.todo[::-1].index((line.kind, seat, line.arg))]
        stood, s.cursor = s.cursor, line.at
        desk.choices[line.kind].play(b, s, seat, line.arg, action)
        s.cursor = stood
        if not desk.choices[line.kind].goes_without_saying:
            for part in desk.parts(b, s) if line.place and phase_of(b, s) in desk.acting else ():
                if (part.seat, part.place) == (seat, line.place):
                    self._carry_out(s, EntryWords(b, had_entry(b, part)))
                    break
        self._settle(s)

    def _settle(self, s: PlainState) -> None:
        """Do what nobody has a choice about in what favors have brought."""
        while s.todo and self.game_rules.above(self.board, s.todo[-1]):
            kind, seat, arg = s.todo[-1]
            options = self.game_rules.choices[kind].offer(self.board, s, seat, arg)
            if len(options) > 1:
                return
            s.todo.pop()
            self.game_rules.choices[kind].play(self.board, s, seat, arg, options[0])

    def _carry_out(self, s: PlainState, say: EntryWords) -> None:
        verb = say.word()
        if verb in self.board.seats:
            say.left.insert(0, verb)
            _adjust(self.board, s, say, self.game_rules)
            return
        entry = self.game_rules.verbs.get(verb) or _COMMON.get(verb)
        if entry is None and verb not in ("next", "end", "use"):
            raise say.unread()
        if s.phase == OVER:
            raise say.refusal("game_over")
        if verb == "use":
            self._use(s, say)
            return
        if entry is not None:
            named = [self.seats.index(word) for word in say.left if word in self.seats]
            entry(self.board, s, say)
            if named and verb in self.game_rules.turns:
                self._took_turn(s, named[0], *self.game_rules.turns[verb])
            return
        say.end()
        (self.game_rules.close if verb == "next" else self.game_rules.end)(self.board, s)


def assistant_for(rules: Rules, seats: Sequence[str]) -> Assistant:
    """Return the assistant of a table. In Magna Carta it knows no hands."""
    referee = cast("BaseReferee[AnyCompiledRules, PlainState]", referee_for(rules, seats, seats))
    return Assistant(referee, referee.board, game_module(rules.game, "assistant").ASSISTANT_RULES)


# checks


def require(
    s: PlainState, say: EntryWords, seat: int, deniers: int = 0, cubes: Vector = (0,) * KINDS, points: int = 0
) -> None:
    """Raise `IllegalAction` if a player has less than this."""
    held = s.cubes[seat * KINDS : seat * KINDS + KINDS]
    for good, have, wanted in (
        (Good.DENIER, s.money[seat], deniers),
        (Good.PRESTIGE, s.prestige[seat], points),
        *zip(CUBES, held, cubes, strict=True),
    ):
        if wanted > have:
            raise say.refusal("has_only", player=say.b.seats[seat], good=good.value, n=have)


def spend(s: PlainState, say: EntryWords, seat: int, cost: Goods, source: str, of: str) -> None:
    require(s, say, seat, cost.denier, cost.cubes())
    if cost.denier:
        pay(s, seat, cost.denier, source, of)
    if any(cost.cubes()):
        give_cubes(s, seat, cost.cubes(), source, of)


def tell(s: PlainState, *event: str | int | tuple[int, ...]) -> None:
    """Add an event to the log, which there is while an entry is carried out."""
    cast("list[Raw]", s.log).append(event)


# entries of both games


def _amounts(s: PlainState) -> list[int]:
    return [*s.money, *s.cubes, *s.prestige]


def signed_amounts(words: list[str]) -> dict[str, str]:
    """Take the amounts from the front of an entry: what is gained (`+`) and paid (`-`)."""
    signed = {"+": "", "-": ""}
    while words and _SIGNED.fullmatch(words[0]):
        word = words.pop(0)
        signed[word[0]] += word[1:]
    return signed


def _adjust(b: B, s: S, say: EntryWords, game_rules: AssistantRules[B, S]) -> None:
    """Adjust a player's amounts; a building at the end says what they are for."""
    seat = say.seat()
    signed = signed_amounts(say.left)
    if not any(signed.values()):
        raise say.unread()
    source, of = "adjusted", ""
    if say.left:
        source, of = "effect", say.place(b.data.buildings)
    say.end()
    kinds, extra = b.data.words.cubes, game_rules.extra(s)
    gained = say.counted(signed["+"], [*kinds, Good.PRESTIGE, *extra])
    paid = say.counted(signed["-"], [*kinds, Good.PRESTIGE])
    if gained.token > (left := extra.get(Good.TOKEN, 0)):
        raise say.refusal("no_tokens", n=left)
    require(s, say, seat, paid.denier, paid.cubes(), paid.prestige)
    lose(s, seat, paid.prestige, source, of)
    game_rules.carry_out(b, s, seat, Payment.of(paid, gained), source, of)


def _pass(b: AnyCompiledRules, s: PlainState, say: EntryWords) -> None:
    seat = say.seat()
    say.end()
    if seat in s.bridge:
        raise say.refusal("passed_already", player=b.seats[seat])
    go_to_bridge(s, seat, b.first_pass)


def _turn(b: AnyCompiledRules, s: PlainState, say: EntryWords) -> None:
    """Note that a player has had their turn without doing anything."""
    say.seat()
    say.end()


_COMMON: dict[str, Entry[AnyCompiledRules, PlainState]] = {"pass": _pass, "stay": _turn, "done": _turn}


# helpers for both games' assistants


def had(s: S, place: int, part: int, todo: Sequence[Task], due: Container[int]) -> bool:
    """Note that somebody has had their part of a building, so that no referee offers it; return whether all have.

    `todo` are the choices open for this part, `due` the parts that are still to come.
    """
    s.todo = [task for task in s.todo if task not in todo]
    served: Served = getattr(s, SERVED)
    setattr(s, SERVED, tuple(sorted({*served, (place, part)})))
    return all(one == part or (place, one) in served or one not in due for one in (WORKER, OWNER))


def all_across(s: PlainState, order: Sequence[int]) -> None:
    """Move everybody who was not seen passing to the bridge, because the phase of placing is over."""
    s.bridge += [seat for seat in order if seat not in s.bridge]


def run_through(b: B, s: S, step: Step[B, S], choices: Kinds[B, S] | None = None) -> None:
    """Run a phase to its end without the choices that people make in it.

    If `choices` is given, gifts that can only be taken or declined are taken.
    """
    phase = s.phase
    while s.phase == phase:
        if not s.todo:
            step(b, s)
        while s.todo:
            kind, seat, arg = s.todo.pop()
            if choices and kind == "take":
                gifts = [action for action in choices[kind].offer(b, s, seat, arg) if action != "decline"]
                if len(gifts) == 1:
                    choices[kind].play(b, s, seat, arg, gifts[0])


def still_to_act(assistant: "Assistant", s: PlainState) -> list[int]:
    """Return who may still take a turn in this phase, in the order in which a referee would ask them from now on."""
    desk, order = assistant.game_rules, list(dict.fromkeys(assistant.referee.schema.book.order_of_turns(s)))
    kinds = {kind for _, kind in desk.turns.values()}
    asked = [seat for kind, seat, _ in s.todo if kind in kinds]
    had = [] if asked else [seat for seat in s.had if seat in order][-1:]
    first = order.index(asked[0]) if asked and asked[0] in order else order.index(had[0]) + 1 if had else 0
    out = s.bridge if phase_of(assistant.board, s) == desk.placing else ()
    return [seat for seat in (*order[first:], *order[:first]) if seat not in out]


def had_entry(b: AnyCompiledRules, part: BuildingPart) -> str:
    """Return the entry which says that a player has had this."""
    return f"{'home' if part.alone else 'had'} {b.seats[part.seat]} {part.place}"


def _entry_of(colour: str, action: Action, place: str, *, of_turn: bool) -> str:
    """Return what a referee's option is called as an entry."""
    if not of_turn:
        return " ".join(filter(None, ("use", colour, place, action)))
    if action.steps:
        return f"{action} {colour}"
    verb, _, rest = action.partition(" ")
    return f"{'build' if verb == 'prestige' else verb} {colour} {rest}".rstrip()


def short(verb: str, seat: str = "", place: str = "", line: str = "", column: int = 0) -> Action:
    """Build a short entry from a verb and what it names, in the order in which entries name things."""
    named = (verb, seat, place, line, str(column) if column else "")
    return Action(" ".join(filter(None, named)), verb, place, seat, line=line, column=column)


NEXT, END, SCORE = short("next"), short("end"), short("score")


def provost_steps(b: AnyCompiledRules, back: int, forward: int) -> list[Action]:
    """Return the entries that move the provost, limited by the road before and behind it."""
    most = b.bribe_steps
    steps = (*range(-min(most, back), 0), *range(1, min(most, forward) + 1))
    return [Action(f"provost {n:+d}", "provost", steps=n) for n in steps]


def _favors(s: PlainState) -> list[Task]:
    return [task for task in s.todo if task[0] == "favor"]
