"""What decided a game, as a mind sees it: thought through a few turns at a time, then told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
from companion.web.parts.street import CHANGING
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


@dataclass(frozen=True)
class NothingDecided:
    """There is no opinion."""

    said: str
    """Why."""
    state: str = "none"
    """Which of the three this is."""


@dataclass(frozen=True)
class Deciding:
    """A mind is thinking."""

    done: int
    """How many steps it has thought through."""
    steps: int
    """How many there are."""
    state: str = "thinking"
    """Which of the three this is."""


@dataclass(frozen=True)
class DecidedScreen:
    """What decided a game."""

    opinion: str
    """Whose opinion it is."""
    part: str
    """How much of the game was thought through, if not all of it."""
    players: Sequence[str]
    """The best first."""
    turn: str
    """The word for a turn of the whole table."""
    chances: Sequence[tuple[str, Mapping[str, int]]]
    """Everybody's chances in percent, by turn."""
    chart: Chart | None
    """The same as lines."""
    scored: bool
    """Whether sections were scored."""
    turned: Sequence[TurnedRow]
    """The turning points."""
    rows: Sequence[ScoreRow]
    """The points by source."""
    totals: Mapping[str, int]
    """Everybody's points."""
    gains: Sequence[ScoreRow]
    """What everybody gained by source."""
    provost: str
    """Whom the provost cost most."""
    beyond: Sequence[BeyondRow]
    """The workers that the provost did not reach."""
    files: Sequence[tuple[str, str]]
    """The exports: label and address."""
    state: str = "found"
    """Which of the three this is."""


def decided(viewer: Viewer) -> NothingDecided | Deciding | DecidedScreen:
    entries = tables().log(viewer.place.opened.id)
    try:
        inquiry = opinion(viewer, entries)
    except NoOpinion as none:
        return NothingDecided(none_words(viewer.t, none.why))
    if not inquiry.finished:
        return Deciding(inquiry.done, inquiry.steps)
    return _told(viewer, inquiry.so_far, entries)


def none_words(t: Translator, why: str) -> str:
    """Return why there is no opinion."""
    words = {
        "not_yet": t.say("decided.not_yet"),
        "hidden": t.say("decided.hidden"),
        "nothing": t.say("decided.nothing"),
        "no_mind": t.say("decided.no_mind"),
    }
    return words[why]


def _provost(viewer: Viewer, analysis: Decided) -> str:
    """Return whom the provost cost most; nothing where it did not matter, or a game was stopped before it could."""
    cost = analysis.cost_of_provost()
    if not analysis.provost or not (cost or viewer.table.finished):
        return ""
    return provost_words(viewer.t, cost, viewer.table.people.names)


def _told(viewer: Viewer, analysis: Decided, entries: Sequence[Entry]) -> DecidedScreen:
    t, points = viewer.t, account(viewer.table, entries)
    players = points.sheet.best_first()
    percent = round(100 * analysis.turns / max(1, analysis.of_turns))
    return DecidedScreen(
        opinion=t.say("decided.opinion", level=level_name(t, analysis.level.value)),
        part=t.say("decided.part", percent=percent) if analysis.turns < analysis.of_turns else "",
        players=players,
        turn=turn_noun(t),
        chances=[
            (_when(viewer, point.turn, over=point.over), _percents(analysis, point.chances)) for point in analysis.line
        ],
        chart=_chart(viewer, analysis),
        scored=bool(analysis.scored),
        turned=[_turned(viewer, turn, entries) for turn in analysis.turning_points],
        rows=rows(viewer, explained(points), players),
        totals={colour: points.sheet.players[colour].total for colour in players},
        gains=_gains(viewer, analysis, players),
        provost=_provost(viewer, analysis),
        beyond=_beyond(analysis),
        files=[
            (t.say("decided.file.json"), url_for("exports.decided", code=viewer.code)),
        ],
    )


def _when(viewer: Viewer, turn: int, *, over: bool) -> str:
    return viewer.t.say("decided.end") if over else str(turn)


def _percents(analysis: Decided, chances: Sequence[float]) -> dict[str, int]:
    return {colour: round(100 * chance) for colour, chance in zip(analysis.seats, chances, strict=True)}


def _chart(viewer: Viewer, analysis: Decided) -> Chart | None:
    """The chances as lines; nothing for less than two points."""
    if len(analysis.line) < 2:
        return None
    names = {colour: viewer.name(colour) for colour in analysis.seats}
    at = {point.turn: n for n, point in enumerate(analysis.line) if not point.over}
    marks = tuple(
        (at[section_scored.turn] + 0.7, viewer.t.name(f"section.{section_scored.section}"))
        for section_scored in analysis.scored
        if section_scored.turn in at
    )
    labels = tuple(_when(viewer, point.turn, over=point.over) for point in analysis.line)
    return lines_chart(
        Lines([_percents(analysis, point.chances) for point in analysis.line], names, labels, marks, most=100)
    )


def _turned(viewer: Viewer, turn: TurningPoint, entries: Sequence[Entry]) -> TurnedRow:
    t, table = viewer.t, viewer.table
    when = t.say("web.table.round", turn=turn_noun(t), n=turn.turn) if turn.turn else t.say("web.table.setting_up")
    phase = phase_name(t, turn.phase) if turn.phase else ""
    return TurnedRow(
        turn.seat,
        " · ".join(filter(None, (when, phase))),
        turned_words(t, table.rules, turn, table.people.names),
        url_for("rendering.show", code=viewer.code, name="replay", at=_step(viewer, turn.before, entries)),
        "" if table.setup.untracked else url_for("practice.begin", code=viewer.code),
        turn.before,
    )


def _step(viewer: Viewer, before: int, entries: Sequence[Entry]) -> int:
    """The step of the replay after which the choice was made."""
    living = set(viewer.table.living)
    shown = [
        entry.seq
        for entry in entries
        if entry.kind == EntryKind.OPENED or (entry.seq in living and entry.kind in CHANGING)
    ]
    return max(1, sum(seq <= before for seq in shown))


def _gains(viewer: Viewer, analysis: Decided, players: Sequence[str]) -> list[ScoreRow]:
    return [
        ScoreRow(at_start(label), tuple(viewer.t.number(n) for n in numbers), (), numbers)
        for label, numbers in gain_rows(viewer.t, analysis.gains, players)
    ]


def _beyond(analysis: Decided) -> list[BeyondRow]:
    return [
        BeyondRow(rest.turn, rest.seat, rest.workers, round(rest.worth), rest.moved) for rest in analysis.left_beyond
    ]
