"""One game in play: decisions asked, actions answered, events told, everything undoable. Both games behind one door.

>>> from companion.rules import load
>>> game = new_game(load("caylus", "nl", players=3), ["red", "green", "blue"])
>>> game.decision.kind, game.decision.seat
('draw', None)
>>> game.answer_chance(seed=1)
>>> game.decision.seat in ("red", "green", "blue"), game.decision.options[0]
(True, 'place gate')
>>> game.play("place trading_post")[0].id
'paid'
>>> game.undo()
'place trading_post'
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.engine.errors import BadPosition, BadState, IllegalAction, Reason
from companion.engine.events import Event, spoken
from companion.engine.notation import table_of
from companion.engine.spelling import canonical
from companion.register import room
from companion.rules import Rules, UnknownName

if TYPE_CHECKING:
    from companion.engine.referee import Hands

CHANCE = "chance"
"""Who decides when nobody does."""

SNAPSHOT_EVERY = 128
"""Actions between two copies kept for undo: a copy is small, replaying 128 actions takes less than a millisecond."""


class Referee(Protocol):
    """What a game's engine offers: the same calls for both games."""

    seats: tuple[str, ...]
    rules: Rules
    untracked: tuple[str, ...]
    """The players who do not show us their cards."""

    @property
    def hands(self) -> "Hands | None":
        """How hidden hands show in this game; none where everything lies open."""

    @property
    def secret_actions(self) -> frozenset[str]:
        """The actions that name a card which only its holder may know."""

    def start(self) -> Any:
        """The state before anything was decided."""

    def settle(self, state: Any) -> list[str]:
        """Carry on to the next real choice; its options, or none at the end."""

    def choose(self, state: Any, text: str) -> None:
        """Carry out an option."""

    def why_not(self, state: Any, options: list[str], text: str) -> Reason | None:
        """The reason against an action."""

    def about(self, state: Any) -> str:
        """What the open choice is about: a building, or nothing."""

    def read(self, data: dict[str, Any]) -> Any:
        """A state from plain data."""

    def read_position(self, text: str) -> Any:
        """A state from the text of a position."""

    def write_position(self, state: Any) -> str:
        """A state as text."""

    def problems(self, state: Any) -> list[Reason]:
        """What cannot be on a table."""

    def worth(self, state: Any, seat: int) -> float:
        """How well a player stands, for a player who thinks one choice ahead."""

    def look(self, state: Any, seat: str | None = None) -> dict[str, Any]:
        """The table as plain named data, as far as a seat may see it; nobody's seat sees no hand."""

    def scores(self, state: Any) -> list[int]:
        """Each seat's points at the end."""


@dataclass(frozen=True)
class Decision:
    """A choice that is open."""

    seat: str | None
    """The player who decides; none for chance."""
    kind: str
    options: tuple[str, ...]
    """Every legal action, in a fixed order."""
    about: str = ""
    """The building or favor line in question, if there is one."""

    @property
    def chance(self) -> bool:
        """Whether nobody decides."""
        return self.seat is None


class Game:
    """A game of either kind, from its first decision or from any position."""

    def __init__(self, referee: Referee, state: Any = None) -> None:
        self.referee = referee
        self.state = referee.start() if state is None else state.copy()
        self.first = self.state.copy()
        self.position = ""
        """The text of the first position, for a game that did not begin with its set-up."""
        self.actions: list[str] = []
        self._raw: list[tuple[Any, ...]] = []
        self._marks: list[int] = []
        self._snapshots: list[tuple[int, Any]] = []
        self.options: list[str] = []
        self._settle()

    @property
    def rules(self) -> Rules:
        """The rules of this table."""
        return self.referee.rules

    @property
    def seats(self) -> tuple[str, ...]:
        """The colours at the table, in the order of the seats."""
        return self.referee.seats

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.options

    @property
    def decision(self) -> Decision:
        """The open choice. Asking a finished game raises `BadState`."""
        if not self.options:
            raise BadState("over")
        kind, seat, _ = self.state.todo[-1]
        who = self.seats[seat] if seat >= 0 else None
        return Decision(who, kind, tuple(self.options), self.referee.about(self.state))

    def look(self, seat: str | None = None) -> dict[str, Any]:
        """The table as plain named data (see each game's `look`), as far as a seat may see it."""
        return self.referee.look(self.state, seat)

    def why_not(self, text: str) -> Reason | None:
        """Why an action cannot be done now, or none if it can."""
        return self.referee.why_not(self.state, self.options, canonical(text))

    def play(self, text: str) -> list[Event]:
        """Do an action; what happened of it and after it. An illegal one raises and changes nothing."""
        said = text if text in self.options else canonical(text)
        reason = self.referee.why_not(self.state, self.options, said)
        if reason is not None:
            raise IllegalAction(text, reason)
        # The board's own text, which all games share, and not the caller's copy of it.
        text = self.options[self.options.index(said)]
        if len(self.actions) % SNAPSHOT_EVERY == 0:
            self._snapshots.append((len(self.actions), self.state.copy()))
        self.actions.append(text)
        self._marks.append(len(self._raw))
        self._play(text)
        return self.events(since=self._marks[-1])

    def play_all(self, texts: Sequence[str]) -> None:
        """Several actions in a row."""
        for text in texts:
            self.play(text)

    def answer_chance(self, seed: int | random.Random) -> None:
        """Answer every chance decision up to the next player's."""
        chance = seed if isinstance(seed, random.Random) else random.Random(seed)
        while self.options and self.state.todo[-1][1] < 0:
            self.play(self.options[int(chance.random() * len(self.options))])

    def undo(self) -> str:
        """Take the last action back; raises `BadState` when there is none."""
        if not self.actions:
            raise BadState("nothing_done")
        undone = self.actions.pop()
        del self._raw[self._marks.pop() :]
        done, state = self._snapshots[-1]
        self.state = state.copy()
        if done == len(self.actions):
            self._snapshots.pop()
        self.options = self.referee.settle(self.state)
        for text in self.actions[done:]:
            self.referee.choose(self.state, text)
            self.options = self.referee.settle(self.state)
        return undone

    def events(self, since: int = 0) -> list[Event]:
        """What has happened so far."""
        return [spoken(raw, self.seats) for raw in self._raw[since:]]

    def raw_events(self) -> list[tuple[Any, ...]]:
        """The same, as the engine keeps it."""
        return self._raw

    def deciders(self) -> list[tuple[int, str, str]]:
        """For each action: the turn, who decided (or chance), and the kind of choice. The game is played again."""
        found, state = [], self.first.copy()
        self.referee.settle(state)
        for text in self.actions:
            kind, seat, _ = state.todo[-1]
            found.append((state.turn, self.seats[seat] if seat >= 0 else CHANCE, kind))
            self.referee.choose(state, text)
            self.referee.settle(state)
        return found

    def copy(self) -> "Game":
        """A game of its own from here on."""
        new = Game.__new__(Game)
        new.referee, new.first = self.referee, self.first
        new.state = self.state.copy()
        new.position, new.actions = self.position, self.actions[:]
        new._raw, new._marks = self._raw[:], self._marks[:]
        new._snapshots, new.options = self._snapshots[:], self.options
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.rules, self.seats, self.state) == (
            other.rules,
            other.seats,
            other.state,
        )

    def __hash__(self) -> int:
        return hash((self.rules, self.seats, self.state))

    @classmethod
    def load(cls, data: Mapping[str, Any], referee: Referee) -> "Game":
        """A game from `to_json`, replayed strictly: what it says must be what its actions lead to."""
        if data.get("version") != referee.rules.version:
            raise BadState("other_rules", stated=data.get("version"), actual=referee.rules.version)
        try:
            game = cls(referee, referee.read(data["first"]))
            game.position = data["position"]
            game.play_all(data["actions"])
            same = game.state == referee.read(data["state"])
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadState("damaged") from error
        if not same:
            raise BadState("elsewhere")
        return game

    def to_json(self) -> dict[str, Any]:
        """Everything needed to carry on elsewhere."""
        return {
            "game": self.rules.game,
            "edition": self.rules.edition,
            "variants": list(self.rules.variants),
            "seats": list(self.seats),
            "untracked": list(self.referee.untracked),
            "position": self.position,
            "version": self.rules.version,
            "first": self.first.to_json(),
            "actions": list(self.actions),
            "state": self.state.to_json(),
        }

    def _settle(self) -> None:
        self.state.log = self._raw
        self.options = self.referee.settle(self.state)
        self.state.log = None

    def _play(self, text: str) -> None:
        self.state.log = self._raw
        self.referee.choose(self.state, text)
        self.options = self.referee.settle(self.state)
        self.state.log = None


def referee_for(rules: Rules, seats: Sequence[str], untracked: Sequence[str] = ()) -> Referee:
    """The engine for a rule set and the colours at the table; `untracked` players do not show us their cards."""
    valid = rules.data.players.colours
    for colour in seats:
        if colour not in valid:
            raise UnknownName("colour", colour, list(valid))
    if len(set(seats)) != len(seats):
        raise BadState("seats_twice")
    referee: Referee = room(rules.game, "referee").REFEREE(rules, tuple(seats), tuple(untracked))
    return referee


def new_game(rules: Rules, seats: Sequence[str] | None = None, untracked: Sequence[str] = ()) -> Game:
    """A game from its set-up. The rules know how many play; without colours the first ones of the box play."""
    if rules.players is None:
        raise BadState("players_open")
    colours = rules.data.players.colours[: rules.players] if seats is None else seats
    if len(colours) != rules.players:
        raise BadState("seats_number", n=len(colours), expected=rules.players)
    return Game(referee_for(rules, colours, untracked))


def game_at(rules: Rules, text: str) -> Game:
    """A game from a position in the middle. Raises `NotationError`, or `BadState` where the position is impossible."""
    table = table_of(text)
    seats = [word.text for word in table["seats"].words] if "seats" in table else []
    untracked = [word.text for word in table["untracked"].words] if "untracked" in table else []
    referee = referee_for(rules, seats or rules.data.players.colours[: rules.players or 0], untracked)
    state = referee.read_position(text)
    faults = referee.problems(state)
    if faults:
        raise BadPosition(faults)
    game = Game(referee, state)
    game.position = text
    return game
