"""What decided a game, as a mind sees it: thought through a few turns at a time, then told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from companion.i18n.decided import TurnedWords, gain_rows, level_name, provost_words, turned_words
from companion.i18n.scores import at_start
from companion.i18n.translator import Translator
from companion.minds.decided import Decided, TurningPoint
from companion.table.account import account
from companion.table.log import Entry
from companion.table.vocabulary import EntryKind
from companion.web.parts.chart import Chart, Lines, lines_chart
from companion.web.parts.frame import phase_name
from companion.web.parts.naming import turn_noun
from companion.web.parts.opinion import NoOpinion, opinion
from companion.web.screens.replay import SHOWN
from companion.web.screens.scores import ScoreRow, explained, rows
from companion.web.viewer import Viewer, tables


@dataclass(frozen=True)
class TurnedRow:
    """A turning point, ready to be shown."""

    colour: str
    when: str
    said: TurnedWords
    see: str
    """Where the moment can be seen."""
    practise: str
    """Where somebody can play on from there, if anywhere."""
    before: int


@dataclass(frozen=True)
class BeyondRow:
    """Workers of one player that the provost did not reach in a turn."""

    turn: int
    colour: str
    workers: int
    worth: int
    moved: tuple[tuple[str, int], ...]
    """Who had moved the provost back, and how far."""


def decided(seen: Viewer) -> dict[str, Any]:
    entries = tables().log(seen.place.opened.id)
    try:
        inquiry = opinion(seen, entries)
    except NoOpinion as none:
        return {"state": "none", "said": none_words(seen.t, none.why)}
    if not inquiry.finished:
        return {"state": "thinking", "done": inquiry.done, "steps": inquiry.steps}
    return {"state": "found"} | _told(seen, inquiry.so_far, entries)


def none_words(t: Translator, why: str) -> str:
    """Return why there is no opinion."""
    words = {
        "not_yet": t.say("decided.not_yet"),
        "hidden": t.say("decided.hidden"),
        "nothing": t.say("decided.nothing"),
        "no_mind": t.say("decided.no_mind"),
    }
    return words[why]


def _provost(seen: Viewer, found: Decided) -> str:
    """Return whom the provost cost most; nothing where it did not matter, or a game was stopped before it could."""
    cost = found.cost_of_provost()
    if not found.provost or not (cost or seen.table.finished):
        return ""
    return provost_words(seen.t, cost, seen.table.people.names)


def _told(seen: Viewer, found: Decided, entries: Sequence[Entry]) -> dict[str, Any]:
    t, points = seen.t, account(seen.table, entries)
    players = points.sheet.best_first()
    percent = round(100 * found.turns / max(1, found.of_turns))
    return {
        "opinion": t.say("decided.opinion", level=level_name(t, found.level.value)),
        "part": t.say("decided.part", percent=percent) if found.turns < found.of_turns else "",
        "players": players,
        "turn": turn_noun(t),
        "chances": [(_when(seen, it.turn, over=it.over), _percents(found, it.chances)) for it in found.line],
        "chart": _chart(seen, found),
        "scored": bool(found.scored),
        "turned": [_turned(seen, it, entries) for it in found.turning_points],
        "rows": rows(seen, explained(points), players),
        "totals": {colour: points.sheet.players[colour].total for colour in players},
        "gains": _gains(seen, found, players),
        "provost": _provost(seen, found),
        "beyond": _beyond(found),
        "files": [
            (t.say("decided.file.report"), url_for("exports.decided_report", code=seen.code)),
            (t.say("decided.file.json"), url_for("exports.decided", code=seen.code)),
        ],
    }  # fmt: skip


def _when(seen: Viewer, turn: int, *, over: bool) -> str:
    return seen.t.say("decided.end") if over else str(turn)


def _percents(found: Decided, chances: Sequence[float]) -> dict[str, int]:
    return {colour: round(100 * chance) for colour, chance in zip(found.seats, chances, strict=True)}


def _chart(seen: Viewer, found: Decided) -> Chart | None:
    """The chances as lines; nothing for less than two points."""
    if len(found.line) < 2:
        return None
    names = {colour: seen.name(colour) for colour in found.seats}
    at = {point.turn: n for n, point in enumerate(found.line) if not point.over}
    marks = tuple((at[one.turn] + 0.7, seen.t.name(f"section.{one.section}")) for one in found.scored if one.turn in at)
    labels = tuple(_when(seen, point.turn, over=point.over) for point in found.line)
    return lines_chart(Lines([_percents(found, it.chances) for it in found.line], names, labels, marks, most=100))


def _turned(seen: Viewer, it: TurningPoint, entries: Sequence[Entry]) -> TurnedRow:
    t, table = seen.t, seen.table
    when = t.say("web.table.round", turn=turn_noun(t), n=it.turn) if it.turn else t.say("web.table.setting_up")
    phase = phase_name(t, it.phase) if it.phase else ""
    return TurnedRow(
        it.seat,
        " · ".join(filter(None, (when, phase))),
        turned_words(t, table.rules, it, table.people.names),
        url_for("rendering.show", code=seen.code, name="replay", at=_step(seen, it.before, entries)),
        "" if table.setup.untracked else url_for("practice.begin", code=seen.code),
        it.before,
    )


def _step(seen: Viewer, before: int, entries: Sequence[Entry]) -> int:
    """The step of the replay after which the choice was made."""
    living = set(seen.table.living)
    shown = [it.seq for it in entries if it.kind == EntryKind.OPENED or (it.seq in living and it.kind in SHOWN)]
    return max(1, sum(seq <= before for seq in shown))


def _gains(seen: Viewer, found: Decided, players: Sequence[str]) -> list[ScoreRow]:
    return [
        ScoreRow(at_start(label), tuple(seen.t.number(n) for n in numbers), (), numbers)
        for label, numbers in gain_rows(seen.t, found.gains, players)
    ]


def _beyond(found: Decided) -> list[BeyondRow]:
    return [BeyondRow(one.turn, one.seat, one.workers, round(one.worth), one.moved) for one in found.left_beyond]
