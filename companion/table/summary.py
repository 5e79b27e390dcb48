"""The result of a finished table in a few numbers, for lists that should not open the table."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from companion.table.account import account
from companion.table.log import Entry, played_minutes
from companion.table.setup import Setup
from companion.table.snapshot import TableSnapshot


class Summary(BaseModel):
    """When a game began, how long it took, and everybody's points. Names are those of people at its end."""

    model_config = ConfigDict(frozen=True, strict=True)

    at: str
    minutes: int
    points: dict[str, int]
    """By color, best first."""
    names: dict[str, str]
    winners: tuple[str, ...]
    minds: tuple[str, ...] = ()

    def game_of(self, setup: Setup) -> tuple[object, ...]:
        """Return what a game has in common with its restored copies, and with no other game."""
        return setup.game, self.at, *sorted(self.names.items())

    @classmethod
    def of(cls, table: TableSnapshot, entries: Sequence[Entry]) -> "Summary":
        """Return the summary of a table with a result."""
        result = account(table, entries)
        return cls(
            at=entries[0].at,
            minutes=played_minutes(entries),
            points={colour: sheet.total for colour, sheet in result.sheet.players.items()},
            names=dict(result.names),
            winners=tuple(result.sheet.winners),
            minds=tuple(sorted(table.people.minds)),
        )
