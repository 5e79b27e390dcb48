"""The clock of a table: how long each player has thought.

>>> clock = Clock({"red": 0.0, "blue": 5.0}).at_entry("2024-01-01T12:00:00+00:00", "red")
>>> clock.used_until("red", "2024-01-01T12:00:07+00:00"), clock.used_until("blue", "2024-01-01T12:00:07+00:00")
(7.0, 5.0)
>>> clock.at_entry("2024-01-01T12:00:07+00:00", "blue").used
{'red': 7.0, 'blue': 5.0}

Long gaps, such as a night or a changed system clock, are charged to nobody:

>>> clock.at_entry("2024-01-02T12:00:07+00:00", "blue").used
{'red': 0.0, 'blue': 5.0}
"""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime


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


@dataclass(frozen=True)
class Clock:
    """The thinking time of each player. Time since the last entry is charged to the player who has to choose."""

    used: Mapping[str, float]
    """Each player's seconds at the last entry."""
    at: str = ""
    """When the last entry was made."""
    thinking: str = ""
    """The player whose time has been running since, or an empty string."""

    def used_until(self, colour: str, at: str) -> float:
        """Return the seconds that a player has used up to a moment."""
        if colour != self.thinking or not (self.at and at):
            return self.used[colour]
        return self.used[colour] + spent(self.at, at)

    def at_entry(self, at: str, thinking: str) -> "Clock":
        """Return the clock after an entry, from which on the time of `thinking` runs."""
        used = {colour: self.used_until(colour, at) for colour in self.used}
        return Clock(used, at or self.at, thinking)
