"""The clock of a table: how long each player has thought.

>>> clock = Clock({"red": 0.0, "blue": 5.0}).at_entry("2024-01-01T12:00:00+00:00", "red")
>>> clock.used_until("red", "2024-01-01T12:00:07+00:00"), clock.used_until("blue", "2024-01-01T12:00:07+00:00")
(7.0, 5.0)
>>> clock.at_entry("2024-01-01T12:00:07+00:00", "blue").used
{'red': 7.0, 'blue': 5.0}

A night at a table that was left, a lid that was closed and a clock that was put right are nobody's thinking:

>>> clock.at_entry("2024-01-02T12:00:07+00:00", "blue").used
{'red': 0.0, 'blue': 5.0}
"""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime


def now() -> str:
    """The time, in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


LONGEST_THINK = 1800.0
"""Seconds. Where more than that has passed between two entries, people were not playing, and none of it counts."""


def spent(before: str, after: str) -> float:
    """The seconds between two moments, as far as they were spent on the game.

    >>> noon = "2024-01-01T12:00+00:00"
    >>> spent(noon, "2024-01-01T12:30+00:00"), spent(noon, "2024-01-01T12:31+00:00")
    (1800.0, 0.0)
    """
    seconds = (datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds()
    return seconds if 0 < seconds <= LONGEST_THINK else 0.0


def minutes(moments: Iterable[str]) -> int:
    """How long people played, from the moments of their entries."""
    return round(sum(itertools.starmap(spent, itertools.pairwise(moments))) / 60)


@dataclass(frozen=True)
class Clock:
    """The time since an entry belongs to the player whose choice it is."""

    used: Mapping[str, float]
    """Seconds that each player had thought at the last entry."""
    at: str = ""
    """When that was."""
    thinking: str = ""
    """Whose time is running since."""

    def used_until(self, colour: str, at: str) -> float:
        """The seconds that a player has used at a moment."""
        if colour != self.thinking or not (self.at and at):
            return self.used[colour]
        return self.used[colour] + spent(self.at, at)

    def at_entry(self, at: str, thinking: str) -> "Clock":
        """The clock once an entry was made, after which somebody else may have to think."""
        used = {colour: self.used_until(colour, at) for colour in self.used}
        return Clock(used, at or self.at, thinking)
