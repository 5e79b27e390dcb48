"""Players told apart without colour: each has a letter, for the shape that stands for the player."""

from collections.abc import Mapping
from functools import lru_cache

from companion.i18n.translator import Translator


@lru_cache(maxsize=64)
def letters(t: Translator) -> Mapping[str, str]:
    """The first letter of each colour's name, or its last where an earlier colour has the first.

    >>> from companion.rules import load
    >>> letters(Translator("en", load("caylus")))
    {'blue': 'B', 'red': 'R', 'green': 'G', 'orange': 'O', 'black': 'K'}
    """
    if t.rules is None:
        raise ValueError("players belong to a game")
    found: dict[str, str] = {}
    for colour in t.rules.data.players.colours:
        name = t.name(f"player.{colour}")
        found[colour] = name[0] if name[0] not in found.values() else name[-1].upper()
    return found
