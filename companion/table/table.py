"""One table as it stands: a log, replayed. Knows the rules and the people; knows nothing of storage or the web.

>>> from companion.table.setup import Seat, Setup
>>> from companion.table.doing import do
>>> from companion.table.wishes import Play, Undo
>>> table = Table.open(Setup(game="caylus", edition="en", seats=(Seat(colour="red"), Seat(colour="blue"))), seed=1)
>>> host = Who(host=True)
>>> placed = do(table, Play(actions=("place castle",)), host)
>>> placed.seq, placed.events[-1][0], table.waiting
(3, 'placed', 'blue')
>>> do(table, Undo(to=3), host).kind, table.waiting
(<Kind.UNDONE: 'undone'>, 'red')
"""

import random
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any

from companion.engine.action import Action, Options
from companion.engine.assistant import Assistant, assistant_for
from companion.engine.errors import BadPosition, IllegalAction, Reason
from companion.engine.game import Decision, Game, referee_for
from companion.engine.opening import opened
from companion.engine.referee import Referee
from companion.engine.scoring import holdings
from companion.engine.unsaid import entered
from companion.register import brings
from companion.rules import Library, Rules, library
from companion.table import consent, corrections, counting
from companion.table.errors import BadTable, NotNow, Refused, TableError
from companion.table.log import Entry, Living, Raw
from companion.table.past import Memory, Past
from companion.table.rows import reading
from companion.table.setup import Setup
from companion.table.vocabulary import Chance, Depth, Kind

HOST = "host"

GO_ON, GO_ON_KIND = "go on", "go_on"
"""What people say when something follows by itself from what they have set, and the kind of that choice."""

HELD = "held"
"""Marks entries that set how the game stands and let nothing follow; older ones played on by themselves."""

FIRST_SHUFFLE = 2
"""The entry of the app's own shuffle, after the set-up."""


@dataclass(frozen=True)
class Who:
    """Who wishes something: the seats this device holds, and whether it is the host's."""

    colours: frozenset[str] = frozenset()
    host: bool = False

    @property
    def spectator(self) -> bool:
        """Somebody who only looks."""
        return not self.host and not self.colours

    @property
    def person(self) -> str:
        """The player who sits there, where it is one; otherwise as `name` says."""
        return next(iter(self.colours)) if len(self.colours) == 1 else self.name()

    def name(self, for_seat: str | None = None) -> str:
        """Under which name something is entered."""
        if for_seat and for_seat in self.colours:
            return for_seat
        return HOST if self.host else min(self.colours, default="")


@dataclass
class Standing:
    """What an undo brings back."""

    depth: Depth
    resting: Any
    """How it stands where nobody referees."""
    game: Game | None
    """The game where somebody does."""
    counted: dict[str, dict[str, int]]
    """The numbers of the score sheet."""
    coming: Game | None = None
    """What follows by itself from what was set. It happens when somebody says so (`GO_ON`), and is told then."""

    @property
    def state(self) -> Any:
        """What lies on the table."""
        return self.game.state if self.game else self.resting

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        held = {"held": True} if self.coming else {}
        return {"state": self.state.to_json(), "depth": self.depth.value, "counted": self.counted} | held


class Table:
    """See the module. `doing.do` is the way to change it, `apply` the way to replay it."""

    def __init__(self, setup: Setup, shelf: Library | None = None, past: Past | None = None) -> None:
        self.setup = setup
        self.rules: Rules = _rules(setup, shelf)
        self.referee: Referee = _referee(self.rules, setup.colours, setup.untracked)
        self.past: Past = past or Memory()
        self.seq = 0
        self.living = Living()
        self.names = {seat.colour: seat.name for seat in setup.seats}
        self.paused = self.ended = self.locked = False
        self.asked: consent.Asked | None = None
        self.seated: set[str] = set()
        self.used = dict.fromkeys(setup.colours, 0.0)
        """Seconds that each player has thought."""
        self.at = ""
        """When the last entry was made."""
        self.thinking = ""
        """Whose time is running."""
        self.last: Entry | None = None
        self._first = _first_state(setup, self.referee, shelf)
        self.standing = self._start()

    @classmethod
    def open(
        cls, setup: Setup, shelf: Library | None = None, *, seed: int | None = None, past: Past | None = None
    ) -> "Table":
        """A new table, its first entries made."""
        table = cls(setup.model_copy(update={HELD: bool(setup.position)}), shelf, past)
        table.keep(
            Entry(1, Kind.OPENED, table.setup.model_dump(mode="json") | {"rules": table.rules.version}, HOST, now())
        )
        if setup.depth == Depth.REFEREE and setup.chance == Chance.APP and table.chance_open:
            done, events = table._followed(generator(seed))
            table.keep(Entry(FIRST_SHUFFLE, Kind.PLAYED, {"actions": done}, HOST, now(), events))
        return table

    def shuffled(self, seq: int) -> bool:
        """Whether an entry is the app's own shuffle at the beginning: nobody made it, so nobody takes it back."""
        by_app = self.setup.depth == Depth.REFEREE and self.setup.chance == Chance.APP
        return seq == FIRST_SHUFFLE and by_app and not self.setup.position

    # how it stands

    @property
    def state(self) -> Any:
        """What lies on the table."""
        return self.standing.state

    @property
    def game(self) -> Game:
        """The game, where decisions are followed."""
        if self.standing.game is None:
            raise NotNow("other_depth", depth=self.depth.value)
        return self.standing.game

    @property
    def depth(self) -> Depth:
        """How closely it is followed."""
        return self.standing.depth

    @cached_property
    def assistant(self) -> Assistant:
        """The one who does the sums where nobody referees."""
        return _assistant(self.rules, self.setup.colours)

    @property
    def decision(self) -> Decision | None:
        """The choice that is open, where decisions are followed."""
        if self.standing.coming:
            return Decision(None, GO_ON_KIND, Options((Action(GO_ON, GO_ON),)))
        game = self.standing.game
        return game.decision if game and not game.over else None

    @property
    def chance_open(self) -> bool:
        """Whether nobody's choice is open."""
        decision = self.decision
        return decision is not None and decision.chance and decision.kind != GO_ON_KIND

    @property
    def waiting(self) -> str:
        """The player whose choice it is."""
        decision = self.decision
        return decision.seat or "" if decision else ""

    @property
    def over(self) -> bool:
        """Whether the game has reached its end, or was stopped."""
        return self.ended or (self.depth != Depth.SHEET and self.state.phase < 0)

    def fields(self) -> dict[str, str]:
        """What can be corrected."""
        return corrections.fields(self.referee, self.state)

    def last_living(self) -> tuple[int, str] | None:
        """The last entry that counts, and who made it."""
        seqs = self.living.seqs
        return (seqs[-1], self.living.authors[seqs[-1]]) if seqs else None

    # doing: see `companion.table.doing`

    def keep(self, entry: Entry) -> None:
        """What has been carried out is now in the log."""
        self._note(entry)
        self.past.add(entry)

    def played(
        self, actions: Iterable[str], chance: random.Random, must: Callable[[Decision], None]
    ) -> tuple[list[str], tuple[Raw, ...]]:
        """Actions, and what follows of them by itself. All of them or none.

        `must` raises where somebody may not make the choice that has come up.
        """
        if self.standing.coming:
            return self._gone_on(tuple(actions), chance)
        game, before, done = self.game, len(self.game.raw_events()), 0
        try:
            for text in actions:
                if not game.over:
                    must(game.decision)
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
        return [*game.actions[len(game.actions) - done - len(followed) :]], tuple(game.raw_events()[before:])

    def _gone_on(self, actions: tuple[str, ...], chance: random.Random) -> tuple[list[str], tuple[Raw, ...]]:
        """What follows by itself from what was set, and whatever follows of that."""
        if " ".join(actions).split() != GO_ON.split():
            raise Refused(Reason("not_now", {"expected": GO_ON_KIND}))
        self.go_on()
        followed, _ = self._followed(chance)
        return [GO_ON, *followed], tuple(self.game.raw_events())

    def go_on(self) -> None:
        """What follows by itself from what was set happens now."""
        self.standing.game, self.standing.coming = self.standing.coming, None

    def play_again(self, actions: Iterable[str]) -> tuple[Raw, ...]:
        """Actions as they were entered, chance included; what happened of them."""
        before = 0
        if self.standing.coming:
            self.go_on()
        else:
            before = len(self.game.raw_events())
        self.game.play_all([text for text in actions if text != GO_ON])
        return tuple(self.game.raw_events()[before:])

    def _must_not_draw(self, decision: Decision, done: int) -> None:
        """Where the app shuffles, what an action leaves to chance is not for people to say."""
        if decision.chance and done and self.setup.chance == Chance.APP:
            raise Refused(Reason("not_now", {"expected": decision.kind}))

    def _followed(self, chance: random.Random) -> tuple[list[str], tuple[Raw, ...]]:
        """What nobody has to be asked: the app's own shuffling, and gifts."""
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
        """Quick entries: all of them or none. Where they are entered `anew`, with what goes without saying."""
        state, done = self.state.copy(), []
        state.log = []
        try:
            for text in actions:
                for entry in entered(self.assistant, state, text) if anew else (text,):
                    self.assistant.apply(state, entry)
                    done.append(entry)
        except IllegalAction as error:
            raise Refused(error.reason) from error
        events, state.log = tuple(state.log), None
        self.set_state(state)
        return done, events

    def set_state(self, state: Any, depth: Depth | None = None, *, held: bool = False) -> None:
        """The game stands so from here on. Where it is `held`, nothing follows of it before somebody says so."""
        self.standing = self._standing(state, depth or self.depth, self.standing.counted, held=held)

    def back_to(self, seqs: list[int]) -> None:
        """The game as it stood when these entries had been made."""
        after, self.standing = self._before(seqs)
        for entry in self.past.entries(after, seqs):
            self._replay(entry)

    def _before(self, seqs: list[int]) -> tuple[int, Standing]:
        """A standing from which these entries lead on, and the entry it is of."""
        found = self.past.standing(seqs)
        if found:
            with suppress(BadTable), reading("bad_standing"):
                return found[0], self._read(found[1])
        return 0, self._start()

    # replaying

    def apply(self, entry: Entry) -> None:
        """An entry from the log. Raises `BadTable` where the rules no longer allow it."""
        with reading("replay", seq=entry.seq):
            if entry.kind == Kind.UNDONE:
                self.back_to(self.living.before(entry.data["to"]))
            elif entry.kind == Kind.REDONE:
                self.back_to(self.living.seqs + self.living.undone[-1])
            else:
                self._replay(entry)
            self._note(entry)

    def _replay(self, entry: Entry) -> None:
        with reading("replay", seq=entry.seq):
            data = entry.data
            if entry.kind == Kind.PLAYED and self.depth == Depth.REFEREE:
                self.play_again(data["actions"])
            elif entry.kind == Kind.PLAYED:
                self.tallied(data["actions"])
            elif entry.kind == Kind.CORRECTED:
                held = bool(data.get(HELD))
                new = corrections.corrected(self.referee, self.state, data["changes"], as_it_was=not held)
                self.set_state(new, held=held)
            elif entry.kind == Kind.COUNTED:
                self.count(data["seat"], data["values"])
            elif entry.kind == Kind.DEPTH:
                self.follow(Depth(data["depth"]), held=bool(data.get(HELD)))

    def count(self, seat: str, values: Mapping[str, int]) -> None:
        """Numbers of the score sheet."""
        self.standing.counted = counting.counted(self.standing.counted, seat, values)

    def follow(self, depth: Depth, *, held: bool = True) -> None:
        """Another depth from here on. Raises `BadPosition` where no referee could go on."""
        state = self.state.copy()
        if depth == Depth.REFEREE:
            state = self.assistant.release(state)
            problems = self.referee.problems(state) if held else []
            if problems:
                raise BadPosition(problems)
            self.set_state(corrections.corrected(self.referee, state, {}, as_it_was=not held), depth, held=held)
        elif depth == Depth.ASSISTANT:
            self.set_state(self.assistant.take_over(state), depth)
        else:
            if not self.standing.counted and self.depth != Depth.SHEET:
                self.standing.counted = holdings(self.referee, state)
            self.set_state(state, depth)

    # keeping

    def to_json(self) -> dict[str, Any]:
        """How the table stands, to open it again without its whole log."""
        return self.standing.to_json() | {
            "seq": self.seq, "live": self.living.seqs, "undone": self.living.undone,
            "authors": [self.living.authors[seq] for seq in self._counted_ever()], "names": self.names,
            "paused": self.paused, "ended": self.ended, "locked": self.locked, "asked": consent.to_json(self.asked),
            "seated": sorted(self.seated), "used": self.used, "at": self.at,
        }  # fmt: skip

    def restore(self, data: Mapping[str, Any]) -> None:
        """The other way round. Raises `BadTable`."""
        with reading("bad_standing", seq=data.get("seq", 0)):
            self._restore(data)

    def _restore(self, data: Mapping[str, Any]) -> None:
        self.standing = self._read(data)
        self.seq, self.names, self.at = data["seq"], dict(data["names"]), data["at"]
        self.living = Living(list(data["live"]), [list(group) for group in data["undone"]])
        self.living.authors = dict(zip(self._counted_ever(), data["authors"], strict=True))
        self.paused, self.ended, self.locked = data["paused"], data["ended"], data["locked"]
        self.asked, self.seated = consent.from_json(data["asked"]), set(data["seated"])
        self.used = dict(data["used"])
        self.thinking = self._thinking()

    def _counted_ever(self) -> list[int]:
        """The entries that count, and those that could again."""
        return [*self.living.seqs, *(seq for group in self.living.undone for seq in group)]

    def _note(self, entry: Entry) -> None:
        """Everything of an entry but the game."""
        self._tick(entry.at)
        self.seq, self.last = entry.seq, entry
        self.living.add(entry)
        self.asked = consent.after(self.asked, entry)
        match entry.kind:
            case Kind.NAMED:
                self.names[entry.data["seat"]] = entry.data["name"]
            case Kind.SEATED if entry.data["seat"] != HOST:
                self.seated.add(entry.data["seat"])
            case Kind.LEFT:
                self.seated.discard(entry.data["seat"])
            case Kind.LOCKED | Kind.UNLOCKED:
                self.locked = entry.kind == Kind.LOCKED
            case Kind.PAUSED | Kind.RESUMED:
                self.paused = entry.kind == Kind.PAUSED
            case Kind.ENDED | Kind.REOPENED:
                self.ended = entry.kind == Kind.ENDED
        self.thinking = self._thinking()

    def _thinking(self) -> str:
        """Whose time is running."""
        return "" if self.paused or self.over else self.waiting

    def used_until(self, colour: str, at: str) -> float:
        """The seconds that a player has used at a moment: time since the last entry is of the player who is asked."""
        if colour != self.thinking or not (self.at and at):
            return self.used[colour]
        spent = (datetime.fromisoformat(at) - datetime.fromisoformat(self.at)).total_seconds()
        return self.used[colour] + max(spent, 0.0)

    def _tick(self, at: str) -> None:
        if self.thinking:
            self.used[self.thinking] = self.used_until(self.thinking, at)
        self.at = at or self.at

    # states

    def _start(self) -> Standing:
        held = bool(self.setup.position) and self.setup.held
        return self._standing(self._first.copy(), self.setup.depth, {}, held=held)

    def _standing(
        self, state: Any, depth: Depth, counted: dict[str, dict[str, int]], *, held: bool = False
    ) -> Standing:
        game = Game(self.referee, state) if depth == Depth.REFEREE else None
        if held and game and (game.raw_events() or self._draws_itself(game)):
            return Standing(depth, state, None, counted, game)
        return Standing(depth, state, game, counted)

    def _draws_itself(self, game: Game) -> bool:
        return not game.over and game.decision.chance and self.setup.chance == Chance.APP

    def _read(self, data: Mapping[str, Any]) -> Standing:
        counted = {seat: dict(values) for seat, values in data["counted"].items()}
        held = bool(data.get(HELD))
        return self._standing(self.referee.read(data["state"]), Depth(data["depth"]), counted, held=held)


def now() -> str:
    """The time, in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def generator(seed: int | None) -> random.Random:
    """A generator that nobody can foresee, unless a seed is given."""
    return random.Random(secrets.randbits(64) if seed is None else seed)


@lru_cache(maxsize=64)
def _referee(rules: Rules, colours: tuple[str, ...], untracked: tuple[str, ...]) -> Referee:
    """One referee for all tables of the same box and colours: he keeps nothing of any of them."""
    return referee_for(rules, colours, untracked)


@lru_cache(maxsize=64)
def _assistant(rules: Rules, colours: tuple[str, ...]) -> Assistant:
    """One assistant for all of them, too. Raises `NotNow` for a game that brings none."""
    if not brings(rules.game, "assistant"):
        raise NotNow("other_depth", depth=Depth.REFEREE.value)
    return assistant_for(rules, colours)


def _rules(setup: Setup, shelf: Library | None) -> Rules:
    return (shelf or library()).rules(setup.game, setup.edition, setup.variants, len(setup.seats))


def _first_state(setup: Setup, referee: Referee, shelf: Library | None) -> Any:
    if setup.position:
        headers = {"game": setup.game, "edition": setup.edition, "variants": " ".join(setup.variants)}
        headers |= {"seats": " ".join(setup.colours), "untracked": " ".join(setup.untracked)}
        return opened(headers, setup.position, shelf, entered=setup.held, as_it_was=not setup.held).first
    if setup.depth == Depth.REFEREE:
        return referee.start()
    return _assistant(referee.rules, setup.colours).start()


def gift(decision: Decision) -> str:
    """The one thing that somebody could only take or leave."""
    gifts = [action for action in decision.options if action != "decline"]
    return gifts[0] if len(gifts) == 1 and gifts[0].verb == "take" and not decision.chance else ""
