"""A table at one moment: all that a screen, an export or an answer is made of. It is made once for each entry.

Nothing in it changes, so nobody has to hold the table while they read. What somebody may not see of it is for
`companion.table.redaction` to say.

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
    """See the module."""

    setup: Setup
    other_numbers: bool
    """Whether the numbers of the box were others when the table was opened."""
    seq: int
    """The number of the newest entry."""
    depth: Depth
    game: Snapshot
    """What lies on the table, and what is asked."""
    latest: tuple[Entry, ...]
    """The newest entries of the log, oldest first."""
    coming: tuple[Raw, ...]
    """What happens when they go on."""
    counted: Counted
    """The numbers of the score sheet."""
    living: tuple[int, ...]
    """The entries that count."""
    undone: tuple[tuple[int, ...], ...]
    """The groups that could count again, the last undone last."""
    undone_by: tuple[str, ...]
    """Who made the entries that a redo brings back."""
    last_living: tuple[int, str] | None
    """The last entry that counts, and who made it."""
    drawn: tuple[int, ...]
    """The entries that count in which the app has drawn: an undo of those takes back what was seen."""
    told_hands: bool
    """Whether the game was played to its end, so that its log tells every hand."""
    people: People
    clock: Clock
    assistant: Assistant | None
    """Who does the sums at the assistant's depth."""

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def referee(self) -> Referee:
        return self.game.referee

    @property
    def decision(self) -> Decision | None:
        """What is asked: a choice of the game, or to go on."""
        return self.game.decision

    @property
    def waiting(self) -> str:
        """The player whose choice it is."""
        return (self.decision.seat or "") if self.decision else ""

    @property
    def chance_open(self) -> bool:
        return self.decision is not None and self.decision.chance and self.decision.kind != GO_ON_KIND

    @property
    def keeps_hands(self) -> bool:
        """Whether there are cards that only their own player may see."""
        return self.referee.hands is not None and set(self.setup.colours) != set(self.setup.untracked)

    @property
    def finished(self) -> bool:
        """Whether the game has reached its end."""
        return self.depth != Depth.SHEET and self.game.over

    @property
    def has_result(self) -> bool:
        """Whether somebody's points are counted: at the end of the game, or on the score sheet alone."""
        return self.finished or (self.depth == Depth.SHEET and bool(self.counted))

    @property
    def over(self) -> bool:
        """Whether it has, or was stopped."""
        return self.people.ended or self.finished

    def undoes_alone(self, to: int, who: Who) -> bool:
        """Whether a device may take back so much without asking: its own last action, the host anything.

        What the app has drawn was seen, and at the end of a game so was every hand: all the others have to agree, where
        there are any.
        """
        if any(seq >= to for seq in self.drawn) or self.told_hands:
            return not self.people.others(who)
        last = self.last_living
        return who.host or bool(last and last[0] == to and last[1] in who.colours)

    def redoes(self, who: Who) -> bool:
        """Whether a device may bring back what was undone last: the host, and whoever's one action it was."""
        return bool(self.undone_by) and (who.host or (len(self.undone_by) == 1 and self.undone_by[0] in who.colours))

    @cached_property
    def fields(self) -> dict[str, str]:
        """What can be corrected, and what it is."""
        return self.game.position.fields()

    def entries(self) -> list[Action]:
        """The short entries that make sense now, at the assistant's depth."""
        return self.assistant.entries(self.game.position.state) if self.assistant else []

    def why_not(self, text: str) -> Reason | None:
        """Why an action cannot be done now, or none if it can. Raises `NotNow` where nobody referees."""
        if self.depth != Depth.REFEREE:
            raise NotNow("other_depth", depth=self.depth.value)
        if self.decision and self.decision.kind == GO_ON_KIND:
            return None if text in self.decision.options else Reason("not_now", {"expected": GO_ON_KIND})
        return self.game.why_not(text)

    def read(self, text: str) -> Action:
        """A text as an action, legal or not."""
        return self.game.read(text)
