"""One game in play: its decisions, actions and events, with undo. The same interface for every game.

>>> from companion.rules import load
>>> game = new_game(load("caylus", "nl", players=3), ["red", "green", "blue"])
>>> game.decision.kind, game.decision.seat
('draw', None)
>>> game.answer_chance(seed=1)
>>> game.decision.seat in ("red", "green", "blue"), game.decision.options[0]
(True, Action('place gate'))
>>> game.play("place trading_post")[0].id
'paid'
>>> game.undo()
Action('place trading_post')
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypedDict, cast

from companion.engine.action import Action, Options, read_action
from companion.engine.errors import BadPosition, BadState, IllegalAction, Reason
from companion.engine.events import Event, Raw, spoken
from companion.engine.look import AnyLook
from companion.engine.notation import table_of
from companion.engine.position import Position
from companion.engine.referee import Referee
from companion.engine.snapshot import Snapshot
from companion.engine.state import PlainState
from companion.register import game_module
from companion.rules import Library, Rules, UnknownName

if TYPE_CHECKING:
    from companion.engine.records import Record

CHANCE = "chance"
"""Stands for the player where chance decides."""

SNAPSHOT_EVERY = 128
"""Actions between two copies kept for undo.

A copy is small, and replaying 128 actions takes less than a millisecond.
"""


@dataclass(frozen=True)
class Decision:
    """An open choice."""

    seat: str | None
    """The player who decides; None for chance."""
    kind: str
    options: Options
    """Every legal action, in a fixed order."""
    about: str = ""
    """The building or favor line in question, or empty."""

    @property
    def chance(self) -> bool:
        return self.seat is None


class Played(NamedTuple):
    """One action of a game's history."""

    seat: str | None
    """The player who decided; None for chance."""
    action: Action
    events: list[Event]
    """The events from this action up to the next."""


class SavedGame(TypedDict):
    """The JSON form of a game, see `Game.to_json`."""

    game: str
    edition: str
    variants: list[str]
    seats: list[str]
    untracked: list[str]
    position: str
    version: str
    first: dict[str, object]
    actions: list[Action]
    state: dict[str, object]


class Game:
    """A game in play, from its set-up or from any position."""

    def __init__(self, referee: Referee, state: PlainState | None = None) -> None:
        self.referee = referee
        self.state = referee.start() if state is None else state.copy()
        self.first = self.state.copy()
        self.origin = ""
        """The text of the first position, if the game did not begin with the set-up."""
        self._actions: list[Action] = []
        self._raw: list[Raw] = []
        self._marks: list[int] = []
        self._snapshots: list[tuple[int, PlainState]] = []
        self.options = Options()
        """The legal actions of the open choice; empty when the game is over."""
        self.state.log = self._raw
        self._settle()

    @classmethod
    def from_position(cls, position: Position | str | Mapping[str, object], library: Library | None = None) -> "Game":
        """Create a game from a position, its text or its JSON.

        All of them name the game, edition and variants. Raises `NotationError`, or `BadState` if the position is
        impossible.
        """
        from companion.engine.loading import position_game, position_text

        text = position_text(position, library) if isinstance(position, Mapping) else str(position)
        return position_game(text, library)

    @classmethod
    def from_record(cls, record: "Record | str", library: Library | None = None) -> "Game":
        """Replay a game from its record. Raises `BadRecord`, or `RecordError` if it cannot be played to its end."""
        from companion.engine.loading import opened
        from companion.engine.records import parse, replay

        parsed = parse(record) if isinstance(record, str) else record
        return replay(parsed, lambda headers, position: opened(headers, position, library))

    def position(self) -> Position:
        """Return the table as it is now."""
        return self.referee.schema.of(self.state)

    def snapshot(self) -> Snapshot:
        """Return an immutable view of the game as it is now."""
        happened = self._raw[self._marks[-1] if self._marks else 0 :]
        return Snapshot.of(self.referee, self.state, None if self.over else self.decision, happened)

    def record(self) -> "Record":
        """Return the whole game as a record; `str` of it is the text."""
        from companion.engine.records import parse, write

        return parse(write(self))

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far, including those of chance."""
        return tuple(self._actions)

    @property
    def rules(self) -> Rules:
        return self.referee.rules

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' colors, in the order of the seats."""
        return self.referee.seats

    @property
    def over(self) -> bool:
        return not self.options

    @property
    def scores(self) -> dict[str, int]:
        """Each player's points so far; at the end, all of them. Their sources are in `scoring.game_sheet`."""
        return dict(zip(self.seats, self.state.prestige, strict=True))

    @property
    def winners(self) -> tuple[str, ...]:
        """The players with the most points once the game is over; empty before."""
        scores = self.scores
        return tuple(seat for seat in self.seats if self.over and scores[seat] == max(scores.values()))

    @property
    def decision(self) -> Decision:
        """The open choice. Raises `BadState` if the game is over."""
        if not self.options:
            raise BadState("over")
        kind, seat, _ = self.state.todo[-1]
        who = self.seats[seat] if seat >= 0 else None
        return Decision(who, kind, self.options, self.referee.about(self.state))

    def look(self, seat: str | None = None) -> AnyLook:
        """Return the table as plain named data (see each game's `look`), as far as a seat may see it."""
        return self.referee.look(self.state, seat)

    def why_not(self, text: str) -> Reason | None:
        """Return why an action is not possible now, or None if it is."""
        return self.snapshot().why_not(text)

    def read(self, text: str) -> Action:
        """Parse a text as an action, in any spelling, legal or not."""
        return read_action(text, self.referee.verbs)

    def play(self, text: str) -> list[Event]:
        """Carry out an action and return the events up to the next choice.

        Raises `IllegalAction` if it is not an option; the game is then unchanged.
        """
        if not isinstance(text, str):
            raise TypeError(f"{text!r} is no action; a text is expected")
        action = self.options.find(text)
        if action is None:
            raise IllegalAction(text, self.referee.why_not(self.state, self.read(text)))
        if len(self._actions) % SNAPSHOT_EVERY == 0:
            self._snapshots.append((len(self._actions), self.state.copy()))
        self._actions.append(action)
        self._marks.append(len(self._raw))
        self.state.log = self._raw
        self.referee.choose(self.state, action)
        self._settle()
        return self.events(since=self._marks[-1])

    def play_all(self, texts: Sequence[str]) -> None:
        for text in texts:
            self.play(text)

    def answer_chance(self, seed: int | random.Random) -> None:
        """Answer all decisions of chance up to the next player's decision."""
        chance = seed if isinstance(seed, random.Random) else random.Random(seed)
        while self.options and self.state.todo[-1][1] < 0:
            self.play(self.options[int(chance.random() * len(self.options))])

    def undo(self) -> Action:
        """Take back the last action and return it. Raises `BadState` if there is none."""
        if not self._actions:
            raise BadState("nothing_done")
        undone = self._actions.pop()
        del self._raw[self._marks.pop() :]
        done, state = self._snapshots[-1]
        self.state = state.copy()
        if done == len(self._actions):
            self._snapshots.pop()
        self._settle()
        for action in self._actions[done:]:
            self.referee.choose(self.state, action)
            self._settle()
        return undone

    def peek(self) -> Action:
        """Return the last action. Raises `BadState` if there is none."""
        if not self._actions:
            raise BadState("nothing_done")
        return self._actions[-1]

    def history(self) -> Iterator[Played]:
        """Yield every action so far, with who decided and what happened."""
        ends = [*self._marks[1:], len(self._raw)]
        for (_, who, _), action, begin, end in zip(self.deciders(), self._actions, self._marks, ends, strict=True):
            events = [spoken(raw, self.seats) for raw in self._raw[begin:end]]
            yield Played(None if who == CHANCE else who, action, events)

    def events(self, since: int = 0) -> list[Event]:
        return [spoken(raw, self.seats) for raw in self._raw[since:]]

    def raw_events(self) -> list[Raw]:
        """Return the events as the engine stores them."""
        return self._raw

    def deciders(self) -> list[tuple[int, str, str]]:
        """Return the turn, the player (or chance) and the kind of choice for each action. Replays the game."""
        deciders, state = [], self.first.copy()
        self.referee.settle(state)
        for text in self._actions:
            kind, seat, _ = state.todo[-1]
            deciders.append((state.turn, self.seats[seat] if seat >= 0 else CHANCE, kind))
            self.referee.choose(state, text)
            self.referee.settle(state)
        return deciders

    def copy(self) -> "Game":
        """Return an independent game at the same point."""
        new = Game.__new__(Game)
        new.referee, new.first = self.referee, self.first
        new.state = self.state.copy()
        new.origin, new._actions = self.origin, self._actions[:]
        new._raw, new._marks = self._raw[:], self._marks[:]
        new._snapshots, new.options = self._snapshots[:], self.options
        return new

    __hash__ = None  # type: ignore[assignment]  # mutable, so not hashable

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.rules, self.seats, self.state) == (
            other.rules,
            other.seats,
            other.state,
        )

    def __str__(self) -> str:
        return str(self.position())

    def __repr__(self) -> str:
        standing = "over" if self.over else f"{self.decision.seat or CHANCE} asked for {self.decision.kind}"
        return (
            f"<Game {self.rules.game} {self.rules.edition} {'/'.join(self.seats)}: turn {self.state.turn}, {standing}>"
        )

    @classmethod
    def load(cls, data: Mapping[str, object], referee: Referee) -> "Game":
        """Restore a game from `to_json`. Raises `BadState` unless replaying the actions gives the stored state."""
        if data.get("version") != referee.rules.version:
            raise BadState("other_rules", stated=data.get("version"), actual=referee.rules.version)
        saved = cast(SavedGame, data)
        try:
            game = cls(referee, referee.read(saved["first"]))
            game.origin = saved["position"]
            game.play_all(saved["actions"])
            same = game.state == referee.read(saved["state"])
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadState("damaged") from error
        if not same:
            raise BadState("elsewhere")
        return game

    def to_json(self) -> "SavedGame":
        """Return everything needed to restore the game elsewhere."""
        return {
            "game": self.rules.game,
            "edition": self.rules.edition,
            "variants": list(self.rules.variants),
            "seats": list(self.seats),
            "untracked": list(self.referee.untracked),
            "position": self.origin,
            "version": self.rules.version,
            "first": self.first.to_json(),
            "actions": list(self._actions),
            "state": self.state.to_json(),
        }

    def _settle(self) -> None:
        self.options = Options(self.referee.settle(self.state))
        self.state.log = None


def referee_for(rules: Rules, seats: Sequence[str], untracked: Sequence[str] = ()) -> Referee:
    """Return the referee for these rules and colors. Hands of `untracked` players are not known to the app."""
    if isinstance(seats, str):
        raise TypeError(f"seats is {seats!r}; a list of texts is expected")
    valid = rules.data.players.colours
    for colour in seats:
        if colour not in valid:
            raise UnknownName("colour", colour, list(valid))
    if len(set(seats)) != len(seats):
        raise BadState("seats_twice")
    if rules.players not in (None, len(seats)):
        raise BadState("seats_number", n=len(seats), expected=rules.players)
    return _referee(rules, tuple(seats), tuple(untracked))


@lru_cache(maxsize=64)
def _referee(rules: Rules, seats: tuple[str, ...], untracked: tuple[str, ...]) -> Referee:
    """Return the one referee of all such tables: it knows nothing of any game, and takes long to compile."""
    referee: Referee = game_module(rules.game, "referee").REFEREE(rules, seats, untracked)
    return referee


def new_game(rules: Rules, seats: Sequence[str] | None = None, untracked: Sequence[str] = ()) -> Game:
    """Start a game with its set-up.

    The rules give the number of players; by default the first colors of the box play.
    """
    if rules.players is None:
        raise BadState("players_open")
    colours = rules.data.players.colours[: rules.players] if seats is None else seats
    return Game(referee_for(rules, colours, untracked))


def game_at(rules: Rules, text: str, *, strict: bool = True, as_it_was: bool = False) -> Game:
    """Start a game from the text of a position. Raises `NotationError`, or `BadState` if the position is impossible.

    Unless `strict`, oddities that no game leads to but that can be played on from are accepted, for games that have
    already been played from such a position. With `as_it_was`, what the text leaves out has the value that positions of
    old tables gave it.
    """
    table = table_of(text)
    seats = [word.text for word in table["seats"].words] if "seats" in table else []
    untracked = [word.text for word in table["untracked"].words] if "untracked" in table else []
    referee = referee_for(rules, seats or rules.data.players.colours[: rules.players or 0], untracked)
    position = referee.schema.read(text, strict=strict, as_it_was=as_it_was)
    faults = [fault for fault in position.problems() if strict or fault.code not in referee.odd]
    if faults:
        raise BadPosition(faults)
    game = Game(referee, position.state)
    game.origin = text
    return game
