"""Why somebody has won: a sentence based on the sources of points."""

from collections import Counter

from companion.engine.scoring import ScoreSheet
from companion.i18n.scores import at_start, source_name
from companion.web.viewer import Viewer


def why_won(seen: Viewer, sheet: ScoreSheet) -> str:
    """Return what decided between first and second; empty for a single player, or if nobody has points."""
    best = sheet.best_first()
    totals = [sheet.players[colour].total for colour in best]
    if len(best) < 2 or not any(totals):
        return ""
    if totals[0] == totals[1]:
        return seen.t.say("web.end.because.tie", n=totals[0])
    return _decided(seen, sheet, *best[:2])


def _decided(seen: Viewer, sheet: ScoreSheet, winner: str, second: str) -> str:
    ahead = _by_source(seen, sheet, winner)
    ahead.subtract(_by_source(seen, sheet, second))
    (most, n), *_, (least, behind) = ahead.most_common() * 2
    args = {"winner": seen.name(winner), "second": seen.name(second)}
    said = seen.t.say("web.end.because", n=n, source=seen.t.quote(most), **args)
    if 0 < -behind < n:
        said += " " + seen.t.say("web.end.because.but", n=-behind, source=seen.t.quote(least), **args)
    return said


def _by_source(seen: Viewer, sheet: ScoreSheet, colour: str) -> Counter[str]:
    """Return the points by what the table of points shows: its rows, or the details of its only row."""
    found: Counter[str] = Counter()
    alone = len({line.source for it in sheet.players.values() for line in it.lines}) == 1
    for line in sheet.players[colour].lines:
        name = source_name(seen.t, line) if alone else seen.t.say(f"points.{line.source}")
        found[at_start(name)] += line.points
    return found
