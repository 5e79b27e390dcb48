"""A letter for each player, so that players can be told apart without color."""

from collections.abc import Mapping
from functools import lru_cache

from companion.i18n.translator import Translator


@lru_cache(maxsize=64)
def letters(t: Translator) -> Mapping[str, str]:
    """Return the first letter of each color's name, or its last if an earlier color has the first.

    >>> from companion.rules import load
    >>> letters(Translator("en", load("caylus")))
    {'blue': 'B', 'red': 'R', 'green': 'G', 'orange': 'O', 'black': 'K'}
    """
    if t.rules is None:
        raise ValueError("players belong to a game")
    by_colour: dict[str, str] = {}
    for colour in t.rules.data.players.colours:
        name = t.name(f"player.{colour}")
        by_colour[colour] = name[0] if name[0] not in by_colour.values() else name[-1].upper()
    return by_colour
