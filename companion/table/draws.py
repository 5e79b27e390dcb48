"""The app's shuffle: after an undo the same comes again.

The numbers follow from a seed that nobody sees and from how many answers of chance stand in the log and count.

>>> first, again = Draws("seed", 0), Draws("seed", 1)
>>> [first.random() for _ in range(2)][1] == again.random(), first.given
(True, 2)
"""

from random import Random
from typing import Protocol

DREW = "drew"
"""The field of an entry that says how many answers of chance the app has given in it."""


class ChanceNumbers(Protocol):
    """Where chance comes from."""

    def random(self) -> float:
        """The next number, from 0 to below 1."""


class Draws:
    """The numbers of a table, from one of them on."""

    def __init__(self, seed: str, first: int) -> None:
        self._seed, self._first, self.given = seed, first, 0

    def random(self) -> float:
        """The next number."""
        number = Random(f"{self._seed}/{self._first + self.given}").random()
        self.given += 1
        return number
