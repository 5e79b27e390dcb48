"""The end of a game: who has won, why, and the exports."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from flask import url_for

from companion.engine.scoring import Account, ScoreSheet
from companion.i18n.scores import at_start, source_name
from companion.table.account import account
from companion.table.exports import play, play_link, secret
from companion.table.log import Entry
from companion.table.vocabulary import Depth
from companion.web.board.layout import PLANS
from companion.web.locale import shelf
from companion.web.parts.naming import level_words, winner_words
from companion.web.parts.opinion import asks_for_opinion
from companion.web.parts.pages import pages_of
from companion.web.screens.board import scene_of
from companion.web.screens.scores import explained, points
from companion.web.viewer import Viewer, tables


def end(seen: Viewer) -> dict[str, Any]:
    entries = tables().log(seen.place.opened.id)
    found, minds = account(seen.table, entries), seen.table.people.minds
    winners = found.sheet.winners
    return (
        points(seen, found)
        | castle(seen)
        | {
            "over": found.over,
            "winners": winners,
            "levels": {colour: level_words(seen.t)[level.value][0] for colour, level in minds.items()},
            "because": why_won(seen, explained(found)) if found.over else "",
            "decided": asks_for_opinion(seen, entries),
            "replay": seen.table.depth != Depth.SHEET,
            "said": winner_words(seen, winners) if found.over else seen.t.say("web.end.running"),
            "files": [] if secret(seen.table, entries) else files(seen),
            "reports": reports(seen),
            "play": play_address(seen, found, entries) if found.over else "",
        }
    )


def castle(seen: Viewer) -> dict[str, Any]:
    """Return the castle as built, or nothing if there are no houses of players in it."""
    if seen.table.depth == Depth.SHEET:
        return {"sections": ()}
    drawn = pages_of(seen.table.rules).drawing(scene_of(seen, seen.table), PLANS[0]).sections
    houses = {part.colour for section in drawn for part in section.parts}
    return {"sections": drawn if houses & set(seen.table.setup.colours) else ()}


def files(seen: Viewer) -> list[tuple[str, str]]:
    """Return the exports: label and address."""
    t, code = seen.t, seen.code
    return [
        (t.say("web.end.record"), url_for("exports.record", code=code)),
        (t.say("web.end.csv"), url_for("exports.scores", code=code)),
        (t.say("web.end.json"), url_for("exports.whole", code=code)),
    ]


def reports(seen: Viewer) -> list[tuple[str, str, str]]:
    """Return the report in each language, the viewer's first: code, name and address."""
    known = sorted(shelf().languages.items(), key=lambda item: item[0] != seen.t.code)
    return [(spoken, it.name, url_for("exports.report", code=seen.code, lang=spoken)) for spoken, it in known]


def play_address(seen: Viewer, found: Account, entries: Sequence[Entry]) -> str:
    """Return the link that sends the finished game to BG Stats."""
    names = {colour: seen.name(colour) for colour in seen.table.setup.colours}
    for colour, level in seen.table.people.minds.items():
        names[colour] = f"{names[colour]} ({level_words(seen.t)[level.value][0]})"
    return play_link(play(seen.code, found, entries, names, seen.t.name(f"game.{seen.table.rules.game}")))


# why


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
