"""The rules as data: read from rules_data/, validated, frozen. Independent of the packages that use it.

>>> from companion.rules import load
>>> load("magna_carta").data.buildings["bank"].prestige
3
"""

from companion.rules.errors import BadData, BadPlayers, Exclusive, Problem, RulesError, UnknownName
from companion.rules.library import Library, Rules, library, load

__all__ = [
    "BadData",
    "BadPlayers",
    "Exclusive",
    "Library",
    "Problem",
    "Rules",
    "RulesError",
    "UnknownName",
    "library",
    "load",
]
