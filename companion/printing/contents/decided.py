"""What decided a recorded game, as a mind sees it: the chances, the turning points, two ledgers, and the provost."""

from collections.abc import Sequence

from companion.i18n.decided import gain_rows, level_name, provost_words, turned_words
from companion.i18n.scores import at_start
from companion.minds.decided import Decided, LinePoint, TurningPoint
from companion.printing.contents.chart import Scale, Series, chart
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.endgame import called, standings, turn_name
from companion.printing.contents.signs import SHAPES, badge
from companion.printing.errors import BadChoice
from companion.printing.flow import Block, Cell, Column, Figure, FlowTable, Heading, Leaf, Paragraph
from companion.printing.flow_sheet import flowing
from companion.printing.record import DecidedGame, thought_over
from companion.printing.text import NamedText

_RIGHT = Column(0, align="right")


@flowing
def decided(desk: SheetDesk) -> list[Leaf]:
    """The leaf of the given game. Raises `BadChoice` if there is none, or nothing can be said about it."""
    if desk.request.record is None:
        raise BadChoice("record", "", ["--record FILE"])
    game = thought_over(desk.request.record, desk.request.overlays)
    if game is None or not game.decided.choices:
        raise BadChoice("record", str(desk.request.record), [])
    there, analysis, players = desk.under(game.account.rules), game.decided, game.account.sheet.best_first()
    sections = {
        "opinion": _opinion(there, analysis),
        "chances": _chances(there, analysis),
        "turning": _turning(there, game),
        "points": [Heading(there.say("decided.points")), standings(there, game.account.sheet)],
        "gains": _gains(there, analysis, players),
        "provost": _provost(there, analysis),
    }
    seats = there.t.say("print.endgame.record", version=game.account.rules.version, n=len(game.account.seats))
    return [there.leaf(there.say("print.product.decided"), sections, seats)]


def _opinion(desk: SheetDesk, analysis: Decided) -> list[Block]:
    texts = desk.each("decided.opinion", lambda t: t.say("decided.opinion", level=level_name(t, analysis.level.value)))
    blocks: list[Block] = [Paragraph(texts)]
    if analysis.turns < analysis.of_turns:
        blocks.append(Paragraph(desk.say("decided.part", percent=round(100 * analysis.turns / analysis.of_turns))))
    return blocks


def _chances(desk: SheetDesk, analysis: Decided) -> list[Block]:
    """The lines of everybody's chances; nothing for less than two points."""
    if len(analysis.line) < 2:
        return []
    series = tuple(
        Series(player, f"shape-{SHAPES[player]}", tuple(round(100 * point.chances[seat]) for point in analysis.line))
        for seat, player in enumerate(analysis.seats)
    )
    at = {point.turn: n for n, point in enumerate(analysis.line) if not point.over}
    marks = [
        (at[section_scored.turn] + 0.7, desk.t.name(f"section.{section_scored.section}"))
        for section_scored in analysis.scored
        if section_scored.turn in at
    ]
    scale = Scale(turn_name(desk), [_below(desk, point) for point in analysis.line], marks, 100)
    note = desk.say("decided.chances.note") if marks else desk.say("decided.chances.note.plain")
    return [
        Heading(desk.say("decided.chances")),
        Paragraph(note, "small"),
        Figure(lambda width, press: chart(series, width, press, scale)),
    ]


def _below(desk: SheetDesk, point: LinePoint) -> str:
    return desk.t.say("decided.end") if point.over else str(point.turn)


def _turning(desk: SheetDesk, game: DecidedGame) -> list[Block]:
    """A row for each turning point: who and when, what was chosen, and what would have brought more."""
    analysis = game.decided
    heading = Heading(desk.say("decided.turning"))
    if not analysis.turning_points:
        return [heading, Paragraph(desk.say("decided.turning.none"))]
    rows = tuple(_turned(desk, game, turn) for turn in analysis.turning_points)
    head = ((), (), *(desk.put(desk.say(id), "head") for id in ("decided.chosen", "decided.better")), ())
    columns = (Column(0), Column(0), Column(1), Column(1), Column(1))
    return [heading, Paragraph(desk.say("decided.turning.note"), "small"), FlowTable(columns, rows, head)]


def _turned(desk: SheetDesk, game: DecidedGame, turn: TurningPoint) -> tuple[Cell, ...]:
    names = game.account.names
    wordings = [(turned_words(t, desk.rules, turn, names), t) for t in desk.voices]
    by_language = {t.code: words for words, t in wordings}
    when = f"{turn_name(desk)} {turn.turn}"
    return (
        (badge(desk.job, turn.seat),),
        desk.put((NamedText(when, "decided.turning", desk.t.code),)),
        desk.put(desk.each("decided.chosen", lambda t: by_language[t.code].chosen)),
        desk.put(desk.each("decided.better", lambda t: by_language[t.code].better), "strong"),
        desk.put(desk.each("decided.worth", lambda t: f"{by_language[t.code].worth} {by_language[t.code].because}")),
    )


def _gains(desk: SheetDesk, analysis: Decided, players: Sequence[str]) -> list[Block]:
    """What everybody's choices brought, by what a mind weighs."""
    by_language = {t.code: gain_rows(t, analysis.gains, players) for t in desk.voices}
    rows = [
        (
            desk.put(desk.each("decided.gains", lambda t, n=n: at_start(by_language[t.code][n][0]))),  # type: ignore[misc]
            *(desk.number(number, "body") for number in numbers),
        )
        for n, (_, numbers) in enumerate(by_language[desk.t.code])
    ]
    head = ((), *((badge(desk.job, player),) for player in players))
    columns = (Column(1), *(_RIGHT,) * len(players))
    return [
        Heading(desk.say("decided.gains")),
        FlowTable(columns, tuple(rows), head),
        Paragraph(desk.say("decided.gains.note"), "small"),
    ]


def _provost(desk: SheetDesk, analysis: Decided) -> list[Block]:
    """Whom the provost cost most, and how many workers it did not reach."""
    if not analysis.provost:
        return []
    heading, cost = Heading(desk.say("decided.provost")), analysis.cost_of_provost()
    names = {player: called(desk, player)[0].text for player in analysis.seats}
    paragraph = Paragraph(desk.each("decided.provost.most", lambda t: provost_words(t, cost, names)))
    if not cost:
        return [heading, paragraph]
    rows = tuple(
        (
            (badge(desk.job, player),),
            desk.put(called(desk, player)),
            desk.number(workers, "body"),
            desk.number(round(worth), "body"),
        )
        for player, (workers, worth) in cost.items()
    )
    head = ((), (), *(desk.put(desk.say(id), "head") for id in ("decided.provost.workers", "decided.provost.worth")))
    return [heading, paragraph, FlowTable((Column(0), Column(1), _RIGHT, _RIGHT), rows, head)]
