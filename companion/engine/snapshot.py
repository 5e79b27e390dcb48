"""An immutable view of a game at one moment, for everybody who looks at it while play continues.

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> game = new_game(load("caylus", "en", players=2))
>>> game.answer_chance(seed=1)
>>> before, events = game.snapshot(), game.play("place castle")
>>> before.decision.seat, game.snapshot().decision.seat
('blue', 'red')
>>> before.why_not("place castle") is None, before.why_not("place mason").code
(True, 'not_on_road')
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from companion.engine.action import Action, read_action
from companion.engine.amounts import GOLD, KINDS
from companion.engine.choice import Refusals
from companion.engine.consequences import Consequence, consequences
from companion.engine.errors import Reason
from companion.engine.events import Event, Raw, spoken
from companion.engine.look import AnyLook
from companion.engine.position import Position, phase_name
from companion.engine.referee import Referee
from companion.engine.reminders import Reminder, reminders
from companion.engine.state import PlainState
from companion.register import game_module
from companion.rules import Rules

if TYPE_CHECKING:
    from companion.engine.game import Decision, Game


@dataclass(frozen=True, eq=False, repr=False)
class Snapshot:
    """A game or an unrefereed table at one moment. Later play does not change it."""

    referee: Referee
    decision: "Decision | None"
    """The open choice; None when the game is over or nobody referees."""
    _state: PlainState
    _happened: tuple[Raw, ...] = ()
    """The events of the last action."""

    @classmethod
    def of(
        cls, referee: Referee, state: PlainState, decision: "Decision | None" = None, happened: Iterable[Raw] = ()
    ) -> "Snapshot":
        """Take a snapshot of a state, which may change afterwards."""
        return cls(referee, decision, state.copy(), tuple(happened))

    def __repr__(self) -> str:
        question = (
            f"{self.decision.seat or 'chance'} asked for {self.decision.kind}" if self.decision else "nobody asked"
        )
        seats = "/".join(self.referee.seats)
        return f"<Snapshot {self.rules.game} {self.rules.edition} {seats}: turn {self.turn}, {question}>"

    @property
    def rules(self) -> Rules:
        return self.referee.rules

    @property
    def turn(self) -> int:
        """The number of the turn; 0 during the set-up."""
        return self._state.turn

    @property
    def phase(self) -> str:
        """The phase of the turn, `setup` or `over`."""
        return phase_name(self.rules.data.sequence.phases, self._state.phase)

    @property
    def over(self) -> bool:
        """Whether the last turn has ended."""
        return self._state.phase < 0

    @property
    def prestige(self) -> dict[str, int]:
        """Each player's points on the track."""
        return dict(zip(self.referee.seats, self._state.prestige, strict=True))

    @property
    def scores(self) -> dict[str, int]:
        """Each player's points at the end of the game."""
        return dict(zip(self.referee.seats, self.referee.scores(self._state), strict=True))

    @cached_property
    def position(self) -> Position:
        return self.referee.schema.of(self._state)

    def look(self, seat: str | None = None) -> AnyLook:
        """Return the table as plain named data, as far as a seat may see it: read it only, all who ask share it."""
        if seat not in self._looks:
            self._looks[seat] = self.referee.look(self._state, seat)
        return self._looks[seat]

    @cached_property
    def _looks(self) -> dict[str | None, AnyLook]:
        return {}

    @property
    def deciders_look(self) -> AnyLook:
        """The table as the deciding player sees it."""
        return self.look(self.decision.seat if self.decision else None)

    def holdings(self) -> dict[str, dict[str, int]]:
        """Return what lies before each player, by the `fields` of the game (see `scoring`)."""
        state = self._state
        own = game_module(self.rules.game, "scoring").holdings(self.referee, state)
        holdings = {}
        for seat, colour in enumerate(self.referee.seats):
            cubes = state.cubes[seat * KINDS : (seat + 1) * KINDS]
            left = {"gold": cubes[GOLD], "cubes": sum(cubes) - cubes[GOLD], "deniers": state.money[seat]}
            holdings[colour] = {**own[colour], **left}
        return holdings

    def why_not(self, text: str) -> Reason | None:
        """Return why an action is not possible now, or None if it is."""
        if self.decision and text in self.decision.options:
            return None
        action = self.read(text)
        reason = self.referee.why_not(self._state, action, self._refused)
        return (reason.code == "not_now" and self._hindrance(action.verb)) or reason

    @cached_property
    def _refused(self) -> Refusals:
        """The reasons against all that could answer the open choice and is not an option."""
        return self.referee.refused(self._state)

    def _hindrance(self, verb: str) -> Reason | None:
        """Return why the choice that this verb answers was just skipped."""
        for event in (spoken(raw, self.referee.seats) for raw in reversed(self._happened)):
            if event.id == "declined" and event["choice"] == verb and event["why"]:
                return Reason(str(event["why"]), {"building": str(event["of"])})
        return None

    def read(self, text: str) -> Action:
        """Parse a text as an action, in any spelling, legal or not."""
        return text if isinstance(text, Action) else read_action(text, self.referee.verbs)

    def after(self, action: Action) -> "Snapshot":
        """Return the table after this option and before anything else."""
        state, happened = self._state.copy(), list[Raw]()
        state.log = happened
        self.referee.choose(state, action)
        return Snapshot.of(self.referee, state, None, happened)

    @property
    def events(self) -> list[Event]:
        """The events of the last action."""
        return [spoken(raw, self.referee.seats) for raw in self._happened]

    def follows(self, action: Action) -> list[Consequence]:
        """Return what an option of the open choice would bring about, for the deciding player."""
        return consequences(self, action)

    def reminders(self) -> list[Reminder]:
        """Return what the deciding player may forget, the most important first."""
        return reminders(self)

    def play_on(self) -> "Game":
        """Return an independent game that begins here."""
        from companion.engine.game import Game

        return Game(self.referee, self._state)
