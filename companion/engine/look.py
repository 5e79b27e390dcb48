"""The table as plain named data: the part that all games share. Each game's `look` defines the whole.

Whoever gets a look only reads it. So the look of a game, which knows more, passes as this one wherever that suffices.
"""

from collections.abc import Mapping, Sequence
from typing import NotRequired

from typing_extensions import ReadOnly, TypedDict


class AnyPlayerLook(TypedDict):
    """A player's belongings, before them and on the table."""

    deniers: int
    """Money."""
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
    """The kind of building; None if nothing is built."""
    owner: str | None
    """The color of the owner, if it has one."""
    worker: str | None
    """The color of the worker on it, if there is one."""


class AnyBridgeLook(TypedDict):
    """The players who have passed, in order."""

    passed: list[str]
    """Their colors."""


class AnyLook(TypedDict):
    """The data that every game has."""

    turn: int
    """The number of the turn, from 1."""
    phase: str
    """The phase of the turn; `setup` before the first and `over` after the last."""
    over: bool
    """Whether the game has ended."""
    order: list[str]
    """The order of play, if the game has one."""
    players: ReadOnly[Mapping[str, AnyPlayerLook]]
    """In the order of the seats."""
    road: ReadOnly[Sequence[AnySpaceLook]]
    """From the first space to the last."""
    bridge: ReadOnly[AnyBridgeLook]
    """Who has passed."""
    provost: ReadOnly[NotRequired[int | None]]
    """The space of the provost, if the game has one."""
