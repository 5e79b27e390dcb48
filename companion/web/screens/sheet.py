"""The score sheet: the final scoring alone, with totals after every number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.engine.scoring import ONE, ScoreSheet, fields
from companion.i18n.scores import at_start, field_label
from companion.i18n.translator import Translator
from companion.rules.base import Per
from companion.table import score_sheet
from companion.web.viewer import Viewer


@dataclass(frozen=True)
class SheetScreen:
    """The final scoring alone, with totals after every number."""

    fields: Sequence[tuple[str, str, str, str]]
    """What is counted: id, name, what exactly, and how an amount becomes points."""
    numbers: Mapping[str, Mapping[str, int]]
    """What each player has, by field."""
    points: Mapping[str, Mapping[str, int]]
    """What it is worth, by field."""
    totals: Mapping[str, int]
    """Everybody's points."""
    ranks: Mapping[str, int]
    """Everybody's rank, once something was counted."""
    said: str
    """Who is ahead, once something was counted."""


def sheet(viewer: Viewer) -> SheetScreen:
    table, t = viewer.table, viewer.t
    counted = table.counted
    score: ScoreSheet = score_sheet.sheet(table.rules, table.setup.colours, counted)
    points = {colour: {line.of: line.points for line in player.lines} for colour, player in score.players.items()}
    begun = any(any(numbers.values()) for numbers in counted.values())
    return SheetScreen(
        fields=[
            (of, at_start(field_label(t, of)), what_words(t, of), rate_words(t, of, rate))
            for of, rate in fields(table.rules).items()
        ],
        numbers={colour: counted.get(colour, {}) for colour in table.setup.colours},
        points=points,
        totals={colour: player.total for colour, player in score.players.items()},
        ranks=score.ranks() if begun else {},
        said=_winner_words(viewer, score) if begun else "",
    )


POINTS = ("track", "road", "prestige")
"""What is counted in points; everything else has a rate."""


def what_words(t: Translator, of: str) -> str:
    """Return what exactly is counted; empty if the label says it."""
    if t.has(f"section.{of}"):
        return t.say("points.token")
    return t.say(f"web.sheet.what.{of}") if t.has(f"web.sheet.what.{of}", "say") else ""


def rate_words(t: Translator, of: str, rate: Per) -> str:
    """Return how an amount becomes points; empty for points."""
    if of in POINTS and rate == ONE:
        return ""
    if rate.per == 1:
        return t.say("web.sheet.each", points=rate.prestige)
    return t.say("web.sheet.for_every", points=rate.prestige, per=rate.per)


def _winner_words(viewer: Viewer, score: ScoreSheet) -> str:
    names = tuple(viewer.name(colour) for colour in score.winners)
    total = score.players[score.winners[0]].total
    if len(names) == 1:
        return viewer.t.say("web.sheet.ahead", who=names[0], n=total)
    return viewer.t.say("web.sheet.tied", who=names, n=total)
