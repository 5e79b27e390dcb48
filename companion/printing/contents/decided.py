"""What decided a recorded game, as a mind sees it: the chances, the turning points, two ledgers, and the provost."""

from collections.abc import Sequence

from companion.i18n.decided import gain_rows, level_name, provost_words, turned_words
from companion.i18n.scores import at_start
from companion.minds.decided import Decided, LinePoint, TurningPoint
from companion.printing.contents.chart import Scale, Series, chart
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.endgame import called, standings, turn_name
from companion.printing.contents.players import SHAPES, badge
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
    there, found, players = desk.under(game.account.rules), game.decided, game.account.sheet.best_first()
    sections = {
        "opinion": _opinion(there, found),
        "chances": _chances(there, found),
        "turning": _turning(there, game),
        "points": [Heading(there.say("decided.points")), standings(there, game.account.sheet)],
        "gains": _gains(there, found, players),
        "provost": _provost(there, found),
    }
    seats = there.t.say("print.endgame.record", version=game.account.rules.version, n=len(game.account.seats))
    return [there.leaf(there.say("print.product.decided"), sections, seats)]


def _opinion(desk: SheetDesk, found: Decided) -> list[Block]:
    said = desk.each("decided.opinion", lambda t: t.say("decided.opinion", level=level_name(t, found.level.value)))
    blocks: list[Block] = [Paragraph(said)]
    if found.turns < found.of_turns:
        blocks.append(Paragraph(desk.say("decided.part", percent=round(100 * found.turns / found.of_turns))))
    return blocks


def _chances(desk: SheetDesk, found: Decided) -> list[Block]:
    """The lines of everybody's chances; nothing for less than two points."""
    if len(found.line) < 2:
        return []
    series = tuple(
        Series(player, f"shape-{SHAPES[player]}", tuple(round(100 * point.chances[seat]) for point in found.line))
        for seat, player in enumerate(found.seats)
    )
    at = {point.turn: n for n, point in enumerate(found.line) if not point.over}
    marks = [(at[one.turn] + 0.7, desk.t.name(f"section.{one.section}")) for one in found.scored if one.turn in at]
    scale = Scale(turn_name(desk), [_below(desk, point) for point in found.line], marks, 100)
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
    found = game.decided
    heading = Heading(desk.say("decided.turning"))
    if not found.turning_points:
        return [heading, Paragraph(desk.say("decided.turning.none"))]
    rows = tuple(_turned(desk, game, it) for it in found.turning_points)
    head = ((), (), *(desk.put(desk.say(id), "head") for id in ("decided.chosen", "decided.better")), ())
    columns = (Column(0), Column(0), Column(1), Column(1), Column(1))
    return [heading, Paragraph(desk.say("decided.turning.note"), "small"), FlowTable(columns, rows, head)]


def _turned(desk: SheetDesk, game: DecidedGame, it: TurningPoint) -> tuple[Cell, ...]:
    names = game.account.names
    said = [(turned_words(t, desk.rules, it, names), t) for t in desk.voices]
    by_language = {t.code: words for words, t in said}
    when = f"{turn_name(desk)} {it.turn}"
    return (
        (badge(desk.job, it.seat),),
        desk.put((NamedText(when, "decided.turning", desk.t.code),)),
        desk.put(desk.each("decided.chosen", lambda t: by_language[t.code].chosen)),
        desk.put(desk.each("decided.better", lambda t: by_language[t.code].better), "strong"),
        desk.put(desk.each("decided.worth", lambda t: f"{by_language[t.code].worth} {by_language[t.code].because}")),
    )


def _gains(desk: SheetDesk, found: Decided, players: Sequence[str]) -> list[Block]:
    """What everybody's choices brought, by what a mind weighs."""
    known = {t.code: gain_rows(t, found.gains, players) for t in desk.voices}
    rows = [
        (
            desk.put(desk.each("decided.gains", lambda t, n=n: at_start(known[t.code][n][0]))),  # type: ignore[misc]
            *(desk.number(number, "body") for number in numbers),
        )
        for n, (_, numbers) in enumerate(known[desk.t.code])
    ]
    head = ((), *((badge(desk.job, player),) for player in players))
    columns = (Column(1), *(_RIGHT,) * len(players))
    return [
        Heading(desk.say("decided.gains")),
        FlowTable(columns, tuple(rows), head),
        Paragraph(desk.say("decided.gains.note"), "small"),
    ]


def _provost(desk: SheetDesk, found: Decided) -> list[Block]:
    """Whom the provost cost most, and how many workers it did not reach."""
    if not found.provost:
        return []
    heading, cost = Heading(desk.say("decided.provost")), found.cost_of_provost()
    names = {player: called(desk, player)[0].text for player in found.seats}
    said = Paragraph(desk.each("decided.provost.most", lambda t: provost_words(t, cost, names)))
    if not cost:
        return [heading, said]
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
    return [heading, said, FlowTable((Column(0), Column(1), _RIGHT, _RIGHT), rows, head)]
