"""The clock of a table: how long each player has thought, and how long they may.

>>> noon, later = "2024-01-01T12:00:00+00:00", "2024-01-01T12:00:07+00:00"
>>> clock = Clock({"red": 0.0, "blue": 5.0}, Pace(1, 0, 10)).after(EntryKind.LAID, noon, "red")
>>> clock.left("red", later), clock.left("blue", later)
(53.0, 55.0)
>>> clock = clock.after(EntryKind.PLAYED, later, "blue")
>>> dict(clock.used), clock.left("red", later)
({'red': 7.0, 'blue': 5.0}, 63.0)

Long gaps, such as a night or a changed system clock, are charged to nobody:

>>> clock.after(EntryKind.PLAYED, "2024-01-02T12:00:07+00:00", "red").used["blue"]
5.0
"""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from companion.table.vocabulary import MOVES_ON, EntryKind


def now() -> str:
    """Return the current time in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


LONGEST_THINK = 1800.0
"""The longest gap between two entries, in seconds, that counts as playing time."""


def spent(before: str, after: str) -> float:
    """Return the seconds of playing time between two moments: none if the gap is too long or runs backwards.

    >>> noon = "2024-01-01T12:00+00:00"
    >>> spent(noon, "2024-01-01T12:30+00:00"), spent(noon, "2024-01-01T12:31+00:00")
    (1800.0, 0.0)
    """
    seconds = (datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds()
    return seconds if 0 < seconds <= LONGEST_THINK else 0.0


def minutes(moments: Iterable[str]) -> int:
    """Return the minutes of playing time, given the moments of the entries."""
    return round(sum(itertools.starmap(spent, itertools.pairwise(moments))) / 60)


class Pace(NamedTuple):
    """How long players may think; 0 means no limit. None at all means no clock."""

    minutes: int = 0
    """For each player, in the whole game."""
    choice: int = 0
    """Seconds for each choice."""
    bonus: int = 0
    """Seconds that a player gets for each choice made."""


NO_CLOCK = Pace()


@dataclass(frozen=True)
class Clock:
    """The thinking time of each player. Time since the last entry is charged to the player who has to choose."""

    used: Mapping[str, float]
    """Each player's seconds at the last entry."""
    pace: Pace = NO_CLOCK
    at: str = ""
    """When the last entry was made."""
    thinking: str = ""
    """The player whose time has been running since, or an empty string."""
    chosen: Mapping[str, int] = field(default_factory=dict)
    """How many choices each player has made."""
    choice: float = 0.0
    """The seconds that went into the open choice before that."""

    @property
    def limited(self) -> bool:
        """Whether there is a limit, and so something to show."""
        return bool(self.pace.minutes or self.pace.choice)

    def used_until(self, colour: str, at: str) -> float:
        """Return the seconds that a player has used up to a moment."""
        return self.used[colour] + self._since(colour, at)

    def left(self, colour: str, at: str) -> float | None:
        """Return the seconds that a player has left at a moment; None if there is no limit for them now."""
        limits = []
        if self.pace.minutes:
            whole = self.pace.minutes * 60 + self.pace.bonus * self.chosen.get(colour, 0)
            limits.append(whole - self.used_until(colour, at))
        if self.pace.choice and colour == self.thinking:
            limits.append(self.pace.choice - self.choice - self._since(colour, at))
        return min(limits, default=None)

    def after(self, kind: EntryKind, at: str, thinking: str, pace: Pace | None = None) -> "Clock":
        """Return the clock after an entry, from which on the time of `thinking` runs. A new clock begins anew."""
        if pace is not None and not self.limited:
            return Clock(dict.fromkeys(self.used, 0.0), pace, at, thinking)
        used = {colour: self.used_until(colour, at) for colour in self.used}
        chosen, own = dict(self.chosen), self.thinking
        if own and kind == EntryKind.PLAYED:
            chosen[own] = chosen.get(own, 0) + 1
        choice = 0.0 if kind in MOVES_ON else self.choice + self._since(own, at)
        return Clock(used, self.pace if pace is None else pace, at or self.at, thinking, chosen, choice)

    def resumed(self, thinking: str) -> "Clock":
        """Return a clock from storage, with the player who has to choose now."""
        return replace(self, thinking=thinking)

    def _since(self, colour: str, at: str) -> float:
        return spent(self.at, at) if colour and colour == self.thinking and self.at and at else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "used": dict(self.used), "at": self.at, "pace": self.pace, "chosen": dict(self.chosen),
            "choice": self.choice,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any], usual: Pace) -> "Clock":
        """Read a clock. Older versions knew no other pace than that of the setup."""
        pace = Pace(*data["pace"]) if "pace" in data else usual
        return cls(dict(data["used"]), pace, data["at"], "", dict(data.get("chosen", {})), data.get("choice", 0.0))
