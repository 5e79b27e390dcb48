"""The table as plain named data: the part that all games share. Each game's `look` defines the whole.

Whoever gets a look only reads it. So the look of a game, which knows more, passes as this one wherever that suffices.
"""

from collections.abc import Mapping, Sequence
from typing import NotRequired

from typing_extensions import ReadOnly, TypedDict


class AnyPlayerLook(TypedDict):
    """A player's belongings, before them and on the table."""

    deniers: int
    cubes: dict[str, int]
    """The number of each kind of cube in the game, including zeros."""
    prestige: int
    """Points so far. Things that count only at the end of a game are not included before that."""
    home: int
    """Workers not placed."""
    workers: int
    """All workers of the player, wherever they are."""
    income: int
    """What the next income phase would bring."""


class AnySpaceLook(TypedDict):
    """A space of the road."""

    space: int
    """The number of the space, counted from 1."""
    building: ReadOnly[str | None]
    """None if nothing is built."""
    place: ReadOnly[str | None]
    """What an action calls the building: the second of two tiles is `architect.2`."""
    category: ReadOnly[str | None]
    owner: str | None
    worker: str | None


class AnyBridgeLook(TypedDict):
    """The players who have passed, in order."""

    passed: list[str]


class AnyLook(TypedDict):
    """The data that every game has."""

    turn: int
    phase: str
    over: bool
    order: list[str]
    """The order of play, if the game has one."""
    players: ReadOnly[Mapping[str, AnyPlayerLook]]
    """In the order of the seats."""
    road: ReadOnly[Sequence[AnySpaceLook]]
    bridge: ReadOnly[AnyBridgeLook]
    provost: ReadOnly[NotRequired[int | None]]
    """The space of the provost, if the game has one."""
