"""A table as plain named data, as far as all games have it alike. Each game's `look` says what else there is."""

from typing import NotRequired, TypedDict


class AnyPlayerLook(TypedDict):
    """What lies before one player, and what is theirs on the table."""

    deniers: int
    cubes: dict[str, int]
    """By kind, every kind of the game named."""
    prestige: int
    """What is counted only at the end of a game is nothing before it."""
    home: int
    """Workers not placed."""
    workers: int
    """All their workers, wherever they are."""
    income: int
    """What the next income phase would bring them."""


class AnySpaceLook(TypedDict):
    """A space of the road."""

    space: int
    """Counted from 1."""
    building: str | None
    """None where nothing is built."""
    place: str | None
    """What an action calls it: of a building with two tiles the second is `architect.2`."""
    category: str | None
    owner: str | None
    worker: str | None


class AnyBridgeLook(TypedDict):
    """Who has passed, in order."""

    passed: list[str]


class AnyLook(TypedDict):
    """What every table shows."""

    turn: int
    phase: str
    over: bool
    order: list[str]
    """Of play, where there is one."""
    players: dict[str, AnyPlayerLook]
    """In the order of the seats."""
    road: list[AnySpaceLook]
    bridge: AnyBridgeLook
    provost: NotRequired[int | None]
    """The space the provost stands on, where there is one."""
