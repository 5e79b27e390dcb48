"""The end of a game: who has won, why, and the exports."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from companion.engine.scoring import Account, ScoreSheet
from companion.i18n.scores import at_start, source_name
from companion.table.account import account
from companion.table.exports import play, play_link, secret
from companion.table.log import Entry
from companion.table.vocabulary import Depth
from companion.web.alone import alone
from companion.web.locale import content
from companion.web.parts.naming import level_words, winner_words
from companion.web.parts.opinion import asks_for_opinion
from companion.web.parts.pages import CastleWall, parts_of
from companion.web.screens.scores import Points, explained, points
from companion.web.viewer import Viewer, tables


@dataclass(frozen=True)
class EndScreen(Points):
    """The result of a game, or what it would be."""

    over: bool
    """Whether this is the result."""
    winners: Sequence[str]
    """Whoever has won, or would."""
    levels: Mapping[str, str]
    """The levels of the players that are computers."""
    said: str
    """Who has won."""
    because: str
    """What decided between first and second."""
    walls: tuple[CastleWall, ...]
    """The castle as built; none if there are no houses of players in it."""
    decided: bool
    """Whether somebody may ask what decided it."""
    replay: bool
    """Whether the game can be played back."""
    files: Sequence[tuple[str, str]]
    """The exports: label and address."""
    reports: Sequence[tuple[str, str, str]]
    """The report in each language, the viewer's first: code, name and address."""
    play: str
    """The link that sends the finished game to BG Stats."""


def end(viewer: Viewer) -> EndScreen:
    entries = tables().log(viewer.place.opened.id)
    result, minds = account(viewer.table, entries), viewer.table.people.minds
    winners = result.sheet.winners
    return EndScreen(
        **vars(points(viewer, result)),
        over=result.over,
        winners=winners,
        levels={colour: level_words(viewer.t)[level.value][0] for colour, level in minds.items()},
        said=winner_words(viewer, winners) if result.over else viewer.t.say("web.end.running"),
        because=why_won(viewer, explained(result)) if result.over else "",
        walls=_walls(viewer),
        decided=asks_for_opinion(viewer, entries),
        replay=viewer.table.depth != Depth.SHEET,
        files=files(viewer) if viewer.holds_all or not secret(viewer.table, entries) else [],
        reports=() if alone() else reports(viewer),
        play=play_address(viewer, result, entries) if viewer.table.has_result else "",
    )


def _walls(viewer: Viewer) -> tuple[CastleWall, ...]:
    if viewer.table.depth == Depth.SHEET:
        return ()
    walls = parts_of(viewer.table.rules, viewer.table.game.look()).walls
    houses = {part for wall in walls for part in wall.parts}
    return walls if houses & set(viewer.table.setup.colours) else ()


def files(viewer: Viewer) -> list[tuple[str, str]]:
    t, code = viewer.t, viewer.code
    return [
        (t.say("web.end.record"), url_for("exports.record", code=code)),
        (t.say("web.end.csv"), url_for("exports.scores", code=code)),
        (t.say("web.end.json"), url_for("exports.whole", code=code)),
    ]


def reports(viewer: Viewer) -> list[tuple[str, str, str]]:
    by_language = sorted(content().languages.items(), key=lambda item: item[0] != viewer.t.code)
    return [
        (spoken, language.name, url_for("exports.report", code=viewer.code, lang=spoken))
        for spoken, language in by_language
    ]


def play_address(viewer: Viewer, result: Account, entries: Sequence[Entry]) -> str:
    """Return the link that sends the finished game to BG Stats."""
    names = {colour: viewer.name(colour) for colour in viewer.table.setup.colours}
    for colour, level in viewer.table.people.minds.items():
        names[colour] = f"{names[colour]} ({level_words(viewer.t)[level.value][0]})"
    return play_link(play(result, entries, names, viewer.t.name(f"game.{viewer.table.rules.game}")))


# why


def why_won(viewer: Viewer, sheet: ScoreSheet) -> str:
    """Return what decided between first and second; empty for a single player, or if nobody has points."""
    best = sheet.best_first()
    totals = [sheet.players[colour].total for colour in best]
    if len(best) < 2 or not any(totals):
        return ""
    if totals[0] == totals[1]:
        return viewer.t.say("web.end.because.tie", n=totals[0])
    return _decided(viewer, sheet, *best[:2])


def _decided(viewer: Viewer, sheet: ScoreSheet, winner: str, second: str) -> str:
    ahead = _by_source(viewer, sheet, winner)
    ahead.subtract(_by_source(viewer, sheet, second))
    (most, n), *_, (least, behind) = ahead.most_common() * 2
    t, name = viewer.t, viewer.name(second)
    text = t.say("web.end.because", n=n, source=most, second=name)
    if 0 < -behind < n:
        text += " " + t.say("web.end.because.but", n=-behind, source=least, second=name)
    return text


def _by_source(viewer: Viewer, sheet: ScoreSheet, colour: str) -> Counter[str]:
    """Return the points by what the table of points shows: its rows, or the details of its only row."""
    counts: Counter[str] = Counter()
    alone = len({line.source for player in sheet.players.values() for line in player.lines}) == 1
    for line in sheet.players[colour].lines:
        name = source_name(viewer.t, line) if alone else viewer.t.say(f"points.{line.source}")
        counts[at_start(name)] += line.points
    return counts
