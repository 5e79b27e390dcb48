"""The current state of one table, replayed from its log. Knows the rules and the people, but nothing of storage or web.

>>> from companion.table.setup import Seat, Setup
>>> from companion.table.handlers import do
>>> from companion.table.people import Who
>>> from companion.table.commands import Play, Undo
>>> table = Table.open(Setup(game="caylus", edition="en", seats=(Seat(colour="red"), Seat(colour="blue"))), seed=1)
>>> host = Who(host=True)
>>> placed = do(table, Play(actions=("place castle",)), host)
>>> placed.seq, placed.events[-1][0], table.waiting
(3, 'placed', 'blue')
>>> do(table, Undo(to=3), host).kind, table.waiting
(<EntryKind.UNDONE: 'undone'>, 'red')
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from secrets import randbits, token_hex
from typing import Any

from companion.engine.action import Action, Options
from companion.engine.assistant import Assistant, assistant_for
from companion.engine.errors import BadPosition, IllegalAction, Reason, about
from companion.engine.game import Decision, Game, referee_for
from companion.engine.implied import expand_entry, must_be_timely
from companion.engine.loading import opened
from companion.engine.phases import OVER, phase_of
from companion.engine.position import CourseRule, Position
from companion.engine.referee import Referee
from companion.engine.snapshot import Snapshot
from companion.minds.mind import plays
from companion.register import brings
from companion.rules import Library, Rules, library
from companion.table import score_sheet
from companion.table.clock import Clock, Pace, now
from companion.table.corrections import altogether, corrected, corrected_since
from companion.table.draws import ChanceNumbers, Draws
from companion.table.errors import BadTable, NotNow, Refused, TableError
from companion.table.log import LATEST, Entry, Living, LogReader, MemoryLog, Raw, played_to_the_end
from companion.table.people import People
from companion.table.rows import reading
from companion.table.score_sheet import Counted
from companion.table.setup import FIRST_SHUFFLE, Setup
from companion.table.snapshot import TableSnapshot
from companion.table.vocabulary import GO_ON, GO_ON_KIND, HELD, HOST, RUN, TURNS, Chance, Depth, EntryKind

MIN_CHOICE = 2
"""With fewer options than this, there is no choice."""

LYING = "lying"
"""The key in stored standings for what `Standing.lying` says."""

RECENT = 60
"""How many of the newest entries to search for what was entered in the current phase."""


@dataclass
class Standing:
    """The part of a table's state that an undo restores."""

    depth: Depth
    resting: Any
    """The state of the engine, used if there is no `game`."""
    game: Game | None
    """The game in play; only at the referee's depth, and not while `coming` is set."""
    counted: Counted
    """The numbers that people entered on the score sheet; older versions entered all when the depth changed."""
    coming: Game | None = None
    """The game with what follows automatically from a correction. It takes effect, and is reported, at `GO_ON`."""
    asked: str = ""
    """The player who has to go on, if their hand decides whether they have a choice at all."""
    foretold: tuple[Raw, ...] = ()
    """The events of `coming` that may be shown in advance."""
    run: "CorrectionRun | None" = None
    """The corrections since which nobody has gone on, if there are any."""
    lying: bool = False
    """Whether the score sheet shows what lies on the table where nobody has entered a number. If not, it shows 0."""

    @property
    def state(self) -> Any:
        return self.game.state if self.game else self.resting

    def to_json(self) -> dict[str, Any]:
        more: dict[str, Any] = {HELD: True} if self.coming else {}
        more |= {LYING: True} if self.lying else {}
        more |= {RUN: {"before": self.run.before.to_json(), "said": dict(self.run.said)}} if self.run else {}
        return {"state": self.state.to_json(), "depth": self.depth.value, "counted": self.counted} | more


@dataclass(frozen=True)
class CorrectionRun:
    """Corrections that follow one another."""

    before: Standing
    """The standing before the first of them."""
    said: Mapping[str, str]
    """What they say, by field; what does not lie there as before."""


class Table:
    """The state of one table. Change it with `handlers.do`; replay entries with `apply`."""

    def __init__(
        self, setup: Setup, rules_library: Library | None = None, past: LogReader | None = None, *, new: bool = False
    ) -> None:
        self.setup = setup
        self.rules: Rules = _rules(setup, rules_library)
        self.referee: Referee = _referee(self.rules, setup.colours, setup.untracked)
        self.past: LogReader = past or MemoryLog()
        self.seq = 0
        self.living = Living()
        self.people = People(
            {seat.colour: seat.name for seat in setup.seats},
            minds={seat.colour: seat.mind for seat in setup.seats if seat.mind},
        )
        self.clock = Clock(dict.fromkeys(setup.colours, 0.0), setup.pace)
        self.seed = ""
        """The secret seed of the app's draws. If empty, draws are not repeatable."""
        self.latest: tuple[Entry, ...] = ()
        """The newest entries, oldest first."""
        self.other_numbers = False
        """Whether the table was opened under another version of the rules data."""
        self._first = _first_state(setup, self.referee, rules_library, new=new)
        self.standing = self._start()

    @classmethod
    def open(
        cls,
        setup: Setup,
        rules_library: Library | None = None,
        *,
        seed: int | None = None,
        past: LogReader | None = None,
        at: str = "",
    ) -> "Table":
        """Open a new table and make its first entries. A position in `setup` is one that somebody entered."""
        (rules_library or library()).must_agree(setup.game, setup.variants)
        if any(seat.mind for seat in setup.seats):
            must_suit_minds(setup.game, setup.depth)
        at = at or now()
        position = _entered(setup, rules_library) if setup.position else ""
        table = cls(
            setup.model_copy(update={"position": position, HELD: bool(position)}), rules_library, past, new=True
        )
        table.keep(
            Entry(1, EntryKind.OPENED, table.setup.model_dump(mode="json") | {"rules": table.rules.version}, HOST, at)
        )
        if setup.depth == Depth.REFEREE and setup.chance == Chance.APP and table.chance_open:
            done, events = table._followed(generator(seed))
            table.keep(Entry(FIRST_SHUFFLE, EntryKind.PLAYED, {"actions": done}, HOST, at, events))
        return table

    # state

    @property
    def state(self) -> Any:
        return self.standing.state

    @property
    def game(self) -> Game:
        """The game in play. Raises `NotNow` if there is none."""
        if self.standing.game is None:
            raise NotNow("other_depth", depth=self.depth.value)
        return self.standing.game

    @property
    def depth(self) -> Depth:
        return self.standing.depth

    @cached_property
    def assistant(self) -> Assistant:
        """The assistant for this box and these colors."""
        return _assistant(self.rules, self.setup.colours)

    @property
    def decision(self) -> Decision | None:
        """The open choice; always none at depths other than referee."""
        if self.standing.coming:
            return Decision(self.standing.asked or None, GO_ON_KIND, Options((Action(GO_ON, GO_ON),)))
        game = self.standing.game
        return game.decision if game and not game.over else None

    @property
    def chance_open(self) -> bool:
        decision = self.decision
        return decision is not None and decision.chance and decision.kind != GO_ON_KIND

    @property
    def waiting(self) -> str:
        """The player who has to choose, or an empty string."""
        decision = self.decision
        return decision.seat or "" if decision else ""

    @property
    def over(self) -> bool:
        """Whether the game reached its end or was stopped."""
        return self.people.ended or (self.depth != Depth.SHEET and self.state.phase < 0)

    @property
    def position(self) -> Position:
        """The state as a position, which can be corrected."""
        return self.referee.schema.of(self.state)

    def last_living(self) -> tuple[int, str] | None:
        """Return the last entry that counts and its author."""
        seqs = self.living.seqs
        return (seqs[-1], self.living.authors[seqs[-1]]) if seqs else None

    def snapshot(self) -> TableSnapshot:
        """Return an immutable view of the table, for readers that do not hold the lock."""
        standing, helping = self.standing, self.depth == Depth.ASSISTANT
        return TableSnapshot(
            setup=self.setup,
            other_numbers=self.other_numbers,
            seq=self.seq,
            depth=standing.depth,
            game=Snapshot.of(self.referee, self.state, self.decision, self.latest[-1].events if self.latest else ()),
            latest=self.latest,
            coming=standing.foretold,
            draws_next=self._draws_itself(standing.coming),
            counted=self._numbers(),
            living=tuple(self.living.seqs),
            undone=tuple(tuple(group) for group in self.living.undone),
            undone_by=tuple(self.living.authors[seq] for group in self.living.undone[-1:] for seq in group),
            last_living=self.last_living(),
            drawn=tuple(seq for seq in self.living.seqs if seq in self.living.drawn),
            told_hands=self._told_hands(),
            unnamed=self._unnamed(),
            people=self.people,
            clock=self.clock,
            assistant=self.assistant if helping else None,
        )

    def _numbers(self) -> Counted:
        """Return the numbers of the score sheet."""
        entered = self.standing.counted
        if self.depth != Depth.SHEET or not self.standing.lying:
            return entered
        lying = Snapshot.of(self.referee, self.state).holdings()
        return {colour: {**numbers, **entered.get(colour, {})} for colour, numbers in lying.items()}

    def _told_hands(self) -> bool:
        """Whether the log may reveal all hands because the game was played to its end."""
        if self.referee.hands is None or self.depth == Depth.SHEET or self.state.phase != OVER:
            return False
        living = set(self.living.seqs)
        entries = {
            entry.seq: entry for entry in [*self.past.entries(0, self.living.seqs), *self.latest] if entry.seq in living
        }
        counting = (entries[seq] for seq in sorted(entries))
        return played_to_the_end(counting, self.people.seated - set(self.setup.untracked))

    def draws(self, seed: int | None = None) -> Draws:
        """Return the app's next draws, from `seed` if given."""
        return Draws(str(seed) if seed is not None else self.seed or token_hex(16), self.living.draws)

    # changes: see `companion.table.handlers`

    def keep(self, entry: Entry) -> None:
        """Add an entry whose effect has already been applied."""
        self._note(entry)
        self.past.add(entry)

    def played(
        self, actions: Iterable[str], chance: ChanceNumbers, must: Callable[[Decision, Action], None]
    ) -> tuple[list[str], tuple[Raw, ...]]:
        """Play all actions or none, then what follows automatically; return the actions played and the events.

        `must` raises if the person may not do this in the decision that has come up.
        """
        if self.standing.coming:
            return self._gone_on(tuple(actions), chance, must)
        game, before, done = self.game, len(self.game.raw_events()), 0
        try:
            for text in actions:
                if not game.over:
                    must(game.decision, game.read(text))
                    self._must_not_draw(game.decision, done)
                game.play(text)
                done += 1
        except (IllegalAction, TableError) as error:
            for _ in range(done):
                game.undo()
            if isinstance(error, IllegalAction):
                raise Refused(error.reason) from error
            raise
        followed, _ = self._followed(chance)
        self.standing.run = None
        return [*game.actions[len(game.actions) - done - len(followed) :]], tuple(game.raw_events()[before:])

    def _gone_on(
        self, actions: tuple[str, ...], chance: ChanceNumbers, must: Callable[[Decision, Action], None]
    ) -> tuple[list[str], tuple[Raw, ...]]:
        """Go on: apply what follows automatically from a correction, and everything that follows from that."""
        if " ".join(actions).split() != GO_ON.split():
            raise Refused(Reason("not_now", {"expected": GO_ON_KIND}))
        if self.decision and self.decision.seat:
            must(self.decision, self.decision.options[0])
        self.go_on()
        followed, _ = self._followed(chance)
        return [GO_ON, *followed], tuple(self.game.raw_events())

    def go_on(self) -> None:
        """Apply what follows automatically from a correction."""
        now = self.standing
        now.game, now.coming, now.asked, now.foretold, now.run = now.coming, None, "", (), None

    def play_again(self, actions: Iterable[str]) -> tuple[Raw, ...]:
        """Replay stored actions, chance included; return their events."""
        before = 0
        if self.standing.coming:
            self.go_on()
        else:
            before = len(self.game.raw_events())
        self.game.play_all([text for text in actions if text != GO_ON])
        self.standing.run = None
        return tuple(self.game.raw_events()[before:])

    def _must_not_draw(self, decision: Decision, done: int) -> None:
        """If the app shuffles, refuse people's answers to chance that came up after their first action."""
        if decision.chance and done and self.setup.chance == Chance.APP:
            raise Refused(Reason("not_now", {"expected": decision.kind}))

    def _followed(self, chance: ChanceNumbers) -> tuple[list[str], tuple[Raw, ...]]:
        """Play what needs nobody's decision: the app's own shuffles, and gifts."""
        game, before = self.game, len(self.game.raw_events())
        done: list[str] = []
        while not game.over:
            decision = game.decision
            text = gift(decision)
            if decision.chance and self.setup.chance == Chance.APP:
                text = decision.options[int(chance.random() * len(decision.options))]
            if not text:
                break
            game.play(text)
            done.append(text)
        return done, tuple(game.raw_events()[before:])

    def tallied(self, actions: Iterable[str], *, anew: bool = False) -> tuple[list[str], tuple[Raw, ...]]:
        """Apply all quick entries or none. New ones (`anew`) bring along the entries they imply."""
        state = self.state.copy()
        state.log = []
        done: list[str] = []
        try:
            for text in actions:
                for entry in expand_entry(self.assistant, state, text) if anew else (text,):
                    self.assistant.apply(state, entry, anew=anew and entry == text)
                    done.append(entry)
        except IllegalAction as error:
            raise Refused(error.reason) from error
        if anew:
            must_be_timely(self.assistant, self.state, state)
        events, state.log = tuple(state.log), None
        self.set_state(state)
        return done, events

    def _unnamed(self) -> tuple[str, ...]:
        """Return for whom amounts were entered without a building, where a referee has just taken over.

        Nobody knows whether a worker of theirs that is still out has brought them: the referee lets it work.
        """
        kinds = [entry.kind for entry in self.latest if entry.seq in self.living.seqs]
        begun = [kind for kind in kinds if kind != EntryKind.CORRECTED][-1:] != [EntryKind.DEPTH]
        if begun or self.depth != Depth.REFEREE:
            return ()
        if phase_of(self.assistant.board, self.state) not in self.assistant.game_rules.acting:
            return ()
        unnamed: set[int] = set()
        for entry in self.past.entries(0, self.living.seqs[-RECENT:]):
            for raw in entry.events:
                if raw[0] == "phase":
                    unnamed.clear()
                elif "adjusted" in raw:
                    unnamed.add(int(str(raw[1])))
        players = self.referee.look(self.state)["players"]
        return tuple(
            colour
            for seat, (colour, player) in enumerate(players.items())
            if seat in unnamed and player["home"] < player["workers"]
        )

    def set_state(self, state: Any, depth: Depth | None = None, *, held: bool = False) -> None:
        """Set the state. If `held`, nothing follows automatically until somebody goes on."""
        lying = self.standing.lying
        self.standing = self._standing(state, depth or self.depth, self.standing.counted, held=held)
        self.standing.lying = lying

    def back_to(self, seqs: list[int]) -> None:
        """Return to the state after exactly these entries."""
        after, self.standing = self._before(seqs)
        for entry in self.past.entries(after, seqs):
            self._replay(entry)

    def _before(self, seqs: list[int]) -> tuple[int, Standing]:
        """Return the entry of the best stored standing to replay these entries from, and that standing."""
        standing = self.past.standing(seqs)
        if standing:
            with suppress(BadTable), reading("bad_standing"):
                return standing[0], self._read(standing[1])
        return 0, self._start()

    # replaying

    def apply(self, entry: Entry) -> None:
        """Replay an entry of the log. Raises `BadTable` if the rules do not allow it any more."""
        with reading("replay", seq=entry.seq):
            if entry.kind == EntryKind.UNDONE:
                self.back_to(self.living.before(entry.data["to"]))
            elif entry.kind == EntryKind.REDONE:
                self.back_to(self.living.seqs + self.living.undone[-1])
            else:
                self._replay(entry)
            self._note(entry)

    def _replay(self, entry: Entry) -> None:
        with reading("replay", seq=entry.seq):
            data = entry.data
            if self._held_silently() and not data.get(RUN):
                self.go_on()  # older versions did so at once
            if entry.kind == EntryKind.PLAYED and self.depth == Depth.REFEREE:
                self.play_again(data["actions"])
            elif entry.kind == EntryKind.PLAYED:
                self.tallied(data["actions"])
            elif entry.kind == EntryKind.CORRECTED:
                self.standing = self.corrected(data["changes"], _course_rule(data))
            elif entry.kind == EntryKind.COUNTED:
                self.count(data["seat"], data["values"])
            elif entry.kind == EntryKind.DEPTH:
                self.follow(Depth(data["depth"]), _course_rule(data))

    def corrected(self, changes: Mapping[str, str], rule: CourseRule = CourseRule.RUNS) -> Standing:
        """Return the standing after a correction; if it takes back all of its run, the one before the run.

        Raises `UnknownName`, `NotationError` or `BadPosition`.
        """
        now = self.standing
        if rule < CourseRule.RUNS:
            state = corrected(self.position, changes, rule)
            return self._standing(state, now.depth, now.counted, held=rule > CourseRule.KEPT)
        run = now.run or CorrectionRun(now, {})
        before = self.referee.schema.of(run.before.state)
        said = altogether(before, self.position, run.said, changes)
        if not said:
            return run.before
        standing = self._standing(corrected_since(before, said), now.depth, now.counted, held=True)
        standing.run, standing.lying = CorrectionRun(run.before, said), now.lying
        return standing

    def _held_silently(self) -> bool:
        """Whether what would follow is told to nobody: a player has no choice and is passed over."""
        now = self.standing
        return bool(now.coming) and not (now.asked or now.foretold or self._draws_itself(now.coming))

    def count(self, seat: str, values: Mapping[str, int]) -> None:
        self.standing.counted, self.standing.run = score_sheet.counted(self.standing.counted, seat, values), None

    def follow(self, depth: Depth, rule: CourseRule = CourseRule.RUNS) -> None:
        """Change the depth. Raises `BadPosition` if a referee could not continue from this state."""
        state = self.state.copy()
        if depth == Depth.REFEREE:
            state = self.assistant.release(state, rule)
            if rule >= CourseRule.RUNS:
                self.referee.deal_unseen(state)
            held = rule != CourseRule.KEPT
            problems = self.referee.problems(state) if rule >= CourseRule.PLAYERS else []
            if problems:
                raise BadPosition(problems)
            self.set_state(corrected(self.referee.schema.of(state), {}, rule), depth, held=held)
        elif depth == Depth.ASSISTANT:
            self.set_state(self.assistant.take_over(state, rule), depth)
        else:
            if rule < CourseRule.RUNS and not self.standing.counted and self.depth != Depth.SHEET:
                self.standing.counted = Snapshot.of(self.referee, state).holdings()
            self.set_state(state, depth)
            self.standing.lying = rule >= CourseRule.RUNS

    # storing

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON, from which `restore` reopens the table without replaying its whole log."""
        return self.standing.to_json() | {
            "seq": self.seq, "live": self.living.seqs, "undone": self.living.undone,
            "authors": [self.living.authors[seq] for seq in self._counted_ever()],
            "drawn": [self.living.drawn.get(seq, 0) for seq in self._counted_ever()],
        } | self.clock.to_json() | self.people.to_json()  # fmt: skip

    def restore(self, data: Mapping[str, Any], latest: Sequence[Entry] = ()) -> None:
        """Restore the state made by `to_json`; `latest` ends with its last entry. Raises `BadTable`."""
        with reading("bad_standing", seq=data.get("seq", 0)):
            self._restore(data)
        self.latest = tuple(latest)[-LATEST:]

    def _restore(self, data: Mapping[str, Any]) -> None:
        self.standing = self._read(data)
        self.seq, self.people = data["seq"], People.from_json(data)
        self.living = Living(list(data["live"]), [list(group) for group in data["undone"]])
        self.living.authors = dict(zip(self._counted_ever(), data["authors"], strict=True))
        drawn = zip(self._counted_ever(), data.get("drawn", ()), strict=False)
        self.living.drawn = {seq: n for seq, n in drawn if n}
        self.clock = Clock.from_json(data, self.setup.pace).resumed(self._thinking())

    def _counted_ever(self) -> list[int]:
        """The entries that count, and those that a redo could restore."""
        return [*self.living.seqs, *(seq for group in self.living.undone for seq in group)]

    def _note(self, entry: Entry) -> None:
        """Update everything but the game from an entry."""
        self.seq, self.latest = entry.seq, (*self.latest, entry)[-LATEST:]
        if entry.kind == EntryKind.OPENED:
            self.other_numbers = entry.data.get("rules", self.rules.version) != self.rules.version
        self.living.add(entry)
        self.people = self.people.after(entry)
        pace = Pace(**entry.data) if entry.kind == EntryKind.CLOCK else None
        self.clock = self.clock.after(entry.kind, entry.at, self._thinking(), pace)

    def _thinking(self) -> str:
        """Return whose time runs: nobody's while people lay the table, rest, or move for a computer player."""
        people, setup, seat = self.people, self.setup, self.waiting or self._has_turn()
        ready = people.laid or people.begun or setup.position or setup.practice
        rests = people.paused or self.over or seat in people.minds or seat in people.left
        return seat if ready and not rests else ""

    def _has_turn(self) -> str:
        """Return whose turn it is where the app only follows and people take turns; empty elsewhere."""
        if self.depth != Depth.ASSISTANT or not self.clock.limited or self.snapshot().to_lay:
            return ""
        open_lines = (line for line in self.assistant.lines(self.state) if line.of_turn)
        return next((self.setup.colours[line.seat] for line in open_lines), "")

    # building states

    def _start(self) -> Standing:
        held = bool(self.setup.position) and self.setup.held
        return self._standing(self._first.copy(), self.setup.depth, {}, held=held)

    def _standing(self, state: Any, depth: Depth, counted: Counted, *, held: bool = False) -> Standing:
        game = Game(self.referee, state) if depth == Depth.REFEREE else None
        public = self._without_hands(state) if held and game else None
        if public and (seat := self._depends_on_hand(public)):
            return Standing(depth, state, None, counted, game, seat, tuple(public.raw_events()))
        if held and game and (not self.referee.asks_at_once(state) or self._draws_itself(game)):
            return Standing(depth, state, None, counted, game, foretold=tuple(game.raw_events()))
        return Standing(depth, state, game, counted)

    def _without_hands(self, state: Any) -> Game | None:
        """The game as seen by somebody who sees no hand."""
        return Game(self.referee, self.referee.view(state, None)) if self.referee.hands else None

    def _depends_on_hand(self, public: Game) -> str:
        """Return the player whose hand decides whether they have a choice, if there is one."""
        hands, decision = self.referee.hands, None if public.over else public.decision
        if hands is None or decision is None or not decision.seat or decision.seat in self.setup.untracked:
            return ""
        others = [action for action in decision.options if action.verb not in hands.from_hand]
        return decision.seat if len(others) < MIN_CHOICE else ""

    def _draws_itself(self, game: Game | None) -> bool:
        return game is not None and not game.over and game.decision.chance and self.setup.chance == Chance.APP

    def _read(self, data: Mapping[str, Any]) -> Standing:
        counted = {seat: dict(values) for seat, values in data["counted"].items()}
        held, run = bool(data.get(HELD)), data.get(RUN)
        standing = self._standing(self.referee.read(data["state"]), Depth(data["depth"]), counted, held=held)
        standing.run = CorrectionRun(self._read(run["before"]), dict(run["said"])) if run else None
        standing.lying = bool(data.get(LYING))
        return standing


def _course_rule(data: Mapping[str, Any]) -> CourseRule:
    """Return the rule of the time of an entry."""
    marks = {RUN: CourseRule.RUNS, TURNS: CourseRule.PLAYERS, HELD: CourseRule.PLACES}
    return next((rule for mark, rule in marks.items() if data.get(mark)), CourseRule.KEPT)


def must_suit_minds(game: str, depth: Depth) -> None:
    """Raise `NotNow` for a game that minds do not play, and where no referee knows what can be done."""
    if not plays(game):
        raise NotNow("no_mind")
    if depth != Depth.REFEREE:
        raise NotNow("mind_needs_referee")


def generator(seed: int | None) -> random.Random:
    """Return a random generator, unpredictable unless a seed is given."""
    return random.Random(randbits(64) if seed is None else seed)


@lru_cache(maxsize=64)
def _referee(rules: Rules, colours: tuple[str, ...], untracked: tuple[str, ...]) -> Referee:
    """Share one stateless referee among all tables of the same box and colors."""
    return referee_for(rules, colours, untracked)


@lru_cache(maxsize=64)
def _assistant(rules: Rules, colours: tuple[str, ...]) -> Assistant:
    """Share one assistant likewise. Raises `NotNow` for a game that has none."""
    if not brings(rules.game, "assistant"):
        raise NotNow("other_depth", depth=Depth.REFEREE.value)
    return assistant_for(rules, colours)


def _rules(setup: Setup, rules_library: Library | None) -> Rules:
    return (rules_library or library()).rules(setup.game, setup.edition, setup.variants, len(setup.seats))


def _entered(setup: Setup, rules_library: Library | None) -> str:
    """Return the entered position in canonical form. Raises `NotationError`."""
    rules = _rules(setup, rules_library)
    with about(rules):
        return str(_referee(rules, setup.colours, setup.untracked).schema.read(setup.position, entered=True))


def _first_state(setup: Setup, referee: Referee, rules_library: Library | None, *, new: bool) -> Any:
    """Return the state before any entry. The position of a table that is not `new` passed the checks of its time."""
    if setup.position:
        headers = {"game": setup.game, "edition": setup.edition, "variants": " ".join(setup.variants)}
        headers |= {"seats": " ".join(setup.colours), "untracked": " ".join(setup.untracked)}
        return opened(headers, setup.position, rules_library, strict=new, as_it_was=not setup.held).first
    if setup.depth == Depth.REFEREE:
        return referee.start()
    return _assistant(referee.rules, setup.colours).start()


def gift(decision: Decision) -> str:
    """Return the option of a decision that only offers a gift to take or decline, or an empty string."""
    gifts = [action for action in decision.options if action != "decline"]
    return gifts[0] if len(gifts) == 1 and gifts[0].verb == "take" and not decision.chance else ""
