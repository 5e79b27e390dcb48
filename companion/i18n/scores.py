"""Score sheets in words: what points were for, the formulas of the end scoring, and the letters of players."""

from collections.abc import Mapping
from functools import lru_cache

from companion.engine.scoring import ONE, ScoreLine
from companion.i18n.translator import Translator


def player_name(t: Translator, player: str) -> str:
    """Return the name of a color, or the given name itself."""
    return t.name(f"player.{player}") if t.has(f"player.{player}") else player


def field_label(t: Translator, key: str) -> str:
    """Return the label of a field: a section, or a source of points."""
    return t.name(f"section.{key}") if t.has(f"section.{key}") else t.say(f"points.{key}")


def at_start(text: str) -> str:
    """Capitalize a label at the start of a line.

    >>> at_start("castle tokens")
    'Castle tokens'
    """
    return text[:1].upper() + text[1:]


def source_name(t: Translator, line: ScoreLine) -> str:
    """Return where the points of a line come from."""
    if line.source == "end" and line.rate is not None:
        return field_label(t, line.of)
    return t.say(f"points.{line.source}")


def of_name(t: Translator, line: ScoreLine) -> str:
    """Return what exactly the points were for, if the source alone does not say it."""
    if line.rate is not None or not line.of:
        return ""
    places = ("line",) if line.source == "favor" else ("building", "section")
    for id in (f"{place}.{line.of}" for place in places):
        if t.has(id):
            return t.long(id)
    return t.say(f"points.{line.of}") if t.has(f"points.{line.of}", "say") else ""


def formula(t: Translator, line: ScoreLine) -> str:
    """Return how an amount became points; empty if each is worth one point."""
    if line.rate is None or line.rate == ONE:
        return ""
    rate = line.rate
    args = {"amount": line.amount, "per": rate.per, "prestige": rate.prestige}
    if rate.per == 1:
        return t.say("score.formula.times", **args)
    return t.say("score.formula.over", **args) if rate.prestige == 1 else t.say("score.formula", **args)


def worked(t: Translator, line: ScoreLine) -> str:
    """Return the amount, the formula and the points; empty if each is worth one point."""
    if line.rate is None or line.rate == ONE:
        return ""
    rate = line.rate
    args = {"amount": line.amount, "per": rate.per, "prestige": rate.prestige, "points": line.points}
    if rate.per == 1:
        return t.say("print.endgame.times", **args)
    return t.say("print.endgame.over", **args) if rate.prestige == 1 else t.say("print.endgame.both", **args)


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
