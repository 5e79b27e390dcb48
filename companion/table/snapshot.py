"""An immutable view of a table, made once for each entry. All pages, exports and responses are made from it.

Because it never changes, readers need no lock. `companion.table.redaction` decides what a viewer may see of it.

>>> from companion.table.setup import Seat, Setup
>>> from companion.table.table import Table
>>> table = Table.open(Setup(game="caylus", edition="en", seats=(Seat(colour="red"), Seat(colour="blue"))), seed=1)
>>> seen = table.snapshot()
>>> seen.seq, seen.waiting, seen.game.phase, seen.why_not("place castle"), seen.over
(2, 'red', 'workers', None, False)
"""

from dataclasses import dataclass
from functools import cached_property

from companion.engine.action import Action
from companion.engine.assistant import Assistant
from companion.engine.errors import Reason
from companion.engine.game import Decision
from companion.engine.referee import Referee
from companion.engine.snapshot import Snapshot
from companion.minds.level import Level
from companion.rules import Rules
from companion.table.clock import Clock
from companion.table.errors import NotNow
from companion.table.log import Entry, Raw
from companion.table.people import People, Who
from companion.table.score_sheet import Counted
from companion.table.setup import Setup
from companion.table.vocabulary import GO_ON_KIND, Depth


@dataclass(frozen=True, eq=False)
class TableSnapshot:
    """An immutable view of a table after one entry."""

    setup: Setup
    other_numbers: bool
    """Whether the table was opened under another version of the rules data."""
    seq: int
    """The number of the newest entry."""
    depth: Depth
    game: Snapshot
    """The position and the open decision."""
    latest: tuple[Entry, ...]
    """The newest entries of the log, oldest first."""
    coming: tuple[Raw, ...]
    """The events that may be shown in advance of what follows when somebody goes on."""
    draws_next: bool
    """Whether the app draws something when somebody goes on."""
    counted: Counted
    """The numbers on the score sheet."""
    living: tuple[int, ...]
    """The numbers of the entries that count."""
    undone: tuple[tuple[int, ...], ...]
    """The groups of entries that a redo could restore, the most recently undone last."""
    undone_by: tuple[str, ...]
    """The authors of the entries that a redo would restore."""
    last_living: tuple[int, str] | None
    """The last entry that counts, and its author."""
    drawn: tuple[int, ...]
    """The entries that count in which the app drew. Undoing those takes back what people have seen."""
    told_hands: bool
    """Whether the game was played to its end, so that the log reveals all hands."""
    unnamed: tuple[str, ...]
    """The players for whom amounts were entered without saying whether a worker that is still out has brought them.

    Empty but when a referee has just taken over."""
    people: People
    clock: Clock
    assistant: Assistant | None
    """The assistant, only at the assistant's depth."""

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def referee(self) -> Referee:
        return self.game.referee

    @property
    def decision(self) -> Decision | None:
        """The open choice: one of the game, or to go on."""
        return self.game.decision

    @property
    def waiting(self) -> str:
        """The player who has to choose, or an empty string."""
        return (self.decision.seat or "") if self.decision else ""

    @property
    def mind(self) -> Level | None:
        """The level of the mind that has to choose, if one does."""
        return None if self.over or self.people.paused else self.people.minds.get(self.waiting)

    @property
    def chance_open(self) -> bool:
        return self.decision is not None and self.decision.chance and self.decision.kind != GO_ON_KIND

    @property
    def keeps_hands(self) -> bool:
        """Whether there are hands that only their own player may see."""
        return self.referee.hands is not None and set(self.setup.colours) != set(self.setup.untracked)

    @property
    def finished(self) -> bool:
        """Whether the game has reached its end."""
        return self.depth != Depth.SHEET and self.game.over

    @property
    def has_result(self) -> bool:
        """Whether there are points to list: of a game that has ended and was no practice, or on the score sheet."""
        counted = self.finished or (self.depth == Depth.SHEET and bool(self.counted))
        return counted and not self.setup.practice

    @property
    def over(self) -> bool:
        """Whether the game has reached its end or was stopped."""
        return self.people.ended or self.finished

    @property
    def again(self) -> Setup:
        """The setup for the next game of the same people."""
        names, minds = self.people.names, self.people.minds
        seats = (
            seat.model_copy(update={"name": names[seat.colour], "mind": minds.get(seat.colour)})
            for seat in self.setup.seats
        )
        minutes, choice, bonus = self.clock.pace
        clock = {"clock": minutes, "clock_choice": choice, "clock_bonus": bonus}
        return self.setup.model_copy(update={"position": "", "seats": tuple(seats)} | clock)

    @property
    def may_be_practised(self) -> bool:
        """Return whether people may go on with it elsewhere: practice shows plans, and how others would answer."""
        return self.over or self.setup.hints or self.setup.practice

    @cached_property
    def to_lay(self) -> bool:
        """Whether people are still laying the table: what lies on it is known, and nobody has had a turn."""
        if self.depth == Depth.SHEET or self.over or self.chance_open or self.people.laid:
            return False
        if self.setup.position or self.setup.practice:
            return False
        look = self.game.look()
        if self.assistant and self.game.position.state.had:
            return False
        begun = any(it["home"] < it["workers"] for it in look["players"].values()) or look["bridge"]["passed"]
        return look["turn"] <= 1 and not begun

    @property
    def leads_to_lay(self) -> bool:
        """Whether laying the table comes before everything else: where each move is entered, nothing else is to do."""
        return self.to_lay and self.depth == Depth.REFEREE

    def undoes_alone(self, to: int, who: Who) -> bool:
        """Return whether a device can undo everything from entry `to` without asking.

        It can for its own last action, and for a mind's; the host can for all of it.

        People have seen what the app drew and, at the end of a game, all hands. Undoing those needs the consent of all
        others at the table, if there are any.
        """
        if any(seq >= to for seq in self.drawn) or self.told_hands:
            return not self.people.others(who)
        last = self.last_living
        return who.host or bool(last and last[0] == to and self._is_own(last[1], who))

    def redoes(self, who: Who) -> bool:
        """Return whether a device can redo: it is the host's, or the undo took back a single action of its player."""
        alone = len(self.undone_by) == 1 and self._is_own(self.undone_by[0], who)
        return alone or (bool(self.undone_by) and who.host)

    def _is_own(self, author: str, who: Who) -> bool:
        """Return whether an entry is as good as a device's own: a mind's is anybody's who is at the table."""
        return author in who.colours or (author in self.people.minds and not who.spectator)

    @cached_property
    def fields(self) -> dict[str, str]:
        """The fields that can be corrected, with their values."""
        return self.game.position.fields()

    def entries(self) -> list[Action]:
        """Return the quick entries that make sense now; none except at the assistant's depth."""
        return self.assistant.entries(self.game.position.state) if self.assistant else []

    def why_not(self, text: str) -> Reason | None:
        """Return why an action is not possible now, or None if it is. Raises `NotNow` except at the referee's depth."""
        if self.depth != Depth.REFEREE:
            raise NotNow("other_depth", depth=self.depth.value)
        if self.decision and self.decision.kind == GO_ON_KIND:
            return None if text in self.decision.options else Reason("not_now", {"expected": GO_ON_KIND})
        return self.game.why_not(text)

    def read(self, text: str) -> Action:
        """Parse an action, legal or not."""
        return self.game.read(text)
