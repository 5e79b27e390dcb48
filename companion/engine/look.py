"""The table as plain named data: the part that all games share. Each game's `look` defines the whole."""

from typing import NotRequired, TypedDict


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
    building: str | None
    """None if nothing is built."""
    place: str | None
    """What an action calls the building: the second of two tiles is `architect.2`."""
    category: str | None
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
    players: dict[str, AnyPlayerLook]
    """In the order of the seats."""
    road: list[AnySpaceLook]
    bridge: AnyBridgeLook
    provost: NotRequired[int | None]
    """The space of the provost, if the game has one."""
