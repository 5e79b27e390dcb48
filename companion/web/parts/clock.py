"""The time that a player has left, as pages show it."""

from dataclasses import dataclass
from math import ceil

from companion.web.viewer import Viewer, tables


@dataclass(frozen=True)
class TimeLeft:
    """The remaining time of a player."""

    seconds: int
    runs: bool

    @property
    def out(self) -> bool:
        """Whether the time is up."""
        return self.seconds <= 0

    def __str__(self) -> str:
        minutes, seconds = divmod(abs(self.seconds), 60)
        return f"{'−' if self.seconds < 0 else ''}{minutes}:{seconds:02}"


def time_left(viewer: Viewer, colour: str) -> TimeLeft | None:
    """Return a player's remaining time now, if there is a limit for them."""
    clock = viewer.table.clock
    left = clock.left(colour, tables().now()) if colour else None
    return None if left is None else TimeLeft(ceil(left), clock.thinking == colour)
