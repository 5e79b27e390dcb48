"""The app's random numbers, which repeat after an undo.

Each number is derived from a secret seed and the count of chance answers in the log that count.

>>> first, again = Draws("seed", 0), Draws("seed", 1)
>>> [first.random() for _ in range(2)][1] == again.random(), first.given
(True, 2)
"""

from random import Random
from typing import Protocol

DREW = "drew"
"""The data key that holds how many chance answers the app gave in an entry."""


class ChanceNumbers(Protocol):
    """A source of random numbers."""

    def random(self) -> float:
        """Return the next number, from 0 to below 1."""


class Draws:
    """The numbers of one table, starting at a given index."""

    def __init__(self, seed: str, first: int) -> None:
        self._seed, self._first, self.given = seed, first, 0

    def random(self) -> float:
        """Return the next number, from 0 to below 1."""
        number = Random(f"{self._seed}/{self._first + self.given}").random()
        self.given += 1
        return number
