"""The games that are known, each with the package that holds everything only this game knows.

A package has a module for each room of the house that must know the game; a room asks for its module by name and
finds there what the room's own docs say (`docs/games.md`). Nothing is read here.

>>> game_module("caylus", "rules").MODEL.__name__
'CaylusRules'
>>> games()
['caylus', 'magna_carta']
"""

from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

_PACKAGES: dict[str, str] = {game: f"companion.games.{game}" for game in ("caylus", "magna_carta")}


def register(game: str, package: str) -> None:
    """Make a game known: from now on its rooms are found in this package."""
    _PACKAGES[game] = package


def unregister(game: str) -> None:
    del _PACKAGES[game]


def games() -> list[str]:
    return list(_PACKAGES)


def game_module(game: str, name: str, otherwise: str = "") -> ModuleType:
    """What a game brings to a room; `otherwise` is the module that serves where its package has none of that name.

    Raises `UnknownName` for a game that is not known.
    """
    if game not in _PACKAGES:
        from companion.rules.errors import UnknownName

        raise UnknownName("game", game, games())
    return import_module(f"{_PACKAGES[game]}.{name}" if not otherwise or brings(game, name) else otherwise)


def brings(game: str, name: str) -> bool:
    """Whether a game brings anything to a room. Nothing is read.

    >>> brings("caylus", "paper.road"), brings("magna_carta", "paper.road")
    (True, False)
    """
    with suppress(ModuleNotFoundError):
        return find_spec(f"{_PACKAGES[game]}.{name}") is not None
    return False
