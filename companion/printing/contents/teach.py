"""The game in one page, for people who have never played it: the road, what matters, and a turn that is played."""

from companion.i18n.scores import player_name
from companion.i18n.translator import Translator
from companion.printing import icons
from companion.printing.contents import aid
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.example import READER, Example, Step, numbers_of_players, played
from companion.printing.contents.musts import Must, musts, taught
from companion.printing.contents.players import badge
from companion.printing.contents.teach_road import road, rows_of
from companion.printing.display import END, Area, Icon, Item, Line, Mark
from companion.printing.face import Picture, picture
from companion.printing.flow import (
    Block,
    Cell,
    Column,
    Drawn,
    Figure,
    FlowTable,
    Framed,
    Heading,
    Leaf,
    Rich,
    Said,
)
from companion.printing.flow_set import Press, part_at, said_at, shifted
from companion.printing.flow_sheet import flowing
from companion.printing.rows import Sign
from companion.printing.text import NamedText
from companion.printing.units import MM

_WORDS = 0.56
"""The part of the width that the title and the idea take beside the castle."""


_BELOW = 0.46
"""The space below a title, for its descenders and some air, as a fraction of its size."""

_LETTERS = 100
"""The number of letters that gets one share of the width, where paragraphs stand side by side."""

_PAIR = 2
"""So many players fit beside each other with their purses; of more, only the reader."""


@flowing
def teach(desk: SheetDesk) -> list[Leaf]:
    """One side: the idea, the road, what matters, a turn with everybody's purse, and what counts at the end."""
    counts = list(desk.counts())
    there = desk.with_players(counts[0] if len(counts) == 1 else max(counts))
    told = max((n for n in numbers_of_players(desk.rules.game) if n <= max(counts)), default=0)
    example = played(desk.with_players(told).rules, told) if told else None
    parts = aid.sections(there)
    sections = {
        "masthead": [Figure(lambda width, press: _masthead(there, width, press), apart=False)],
        "strip": [Figure(lambda width, press: _strip(there, width, press), apart=False)],
        "few": _few(there),
        "road": _road(there, example) if example else [],
        "ideas": [Heading(there.say("print.teach.ideas")), _ideas(there)],
        "turn": _turn(there, example) if example else [Heading(there.say("print.teach.turn")), *parts["turn"]],
        "castle": parts.get("castle", []),
        "end": parts["end"],
    }
    leaf = there.leaf(there.say("print.product.teach"), sections)
    return [Leaf(leaf.title, leaf.note, leaf.sections, shown=False)]


# above


def _masthead(desk: SheetDesk, width: float, press: Press) -> Drawn:
    """The name of the game, what the page is, and the idea; beside them the castle."""
    words = width * (1.0 if press.big else _WORDS)
    y, items = 0.0, list[Item]()
    titles = ((desk.name(f"game.{desk.rules.game}"), "title"), (desk.say("print.product.teach"), "heading"))
    for number, (said, style) in enumerate(titles):
        high, lines = said_at(said, style, words, "left", press)
        items += (Mark("P" if number else "H1"), *shifted(lines, 0, y), END)
        y += high + press.type(style).size / MM * _BELOW
    high, lines = said_at(_noted(desk), "small", words, "left", press)
    items += (Mark("P"), *shifted(lines, 0, y), END)
    y += high + press.unit
    id = f"game.{desk.rules.game}"
    if desk.t.has(id, "teach"):
        high, lines = part_at(Rich(taught(desk, id), "lead"), words, "left", press)
        items += (Mark("P"), *shifted(lines, 0, y), END)
        y += high
    y += press.unit * 1.2
    drawing = icons.woodcut(("castle",), desk.job.library.overlays)
    if drawing and not press.big:
        castle = Area(words + 4, 0, width - words - 4, y - 0.4)
        shown = picture(Picture(drawing), castle)
        high = shown.width * icons.drawing(drawing).height / icons.drawing(drawing).width
        items.append(Icon(shown.name, width - shown.width, y - high - 0.3, shown.width, shown.colour))
    rules = (Line(0, y, width, y, 1.4, "ink"), Line(0, y + 0.9, width, y + 0.9, 0.35, "ink"))
    return y + 1.2, (*items, *rules)


def _noted(desk: SheetDesk) -> Said:
    """The box, the variants and the number of players."""
    return (NamedText(" · ".join(desk.about()[1:]), "edition", desk.t.code),)


def _strip(desk: SheetDesk, width: float, press: Press) -> Drawn:
    """The phases side by side: number, icon and name."""
    phases = desk.rules.data.sequence.phases
    across = len(phases) if not press.big else 2
    room = width / across
    items: list[Item] = []
    y = tallest = 0.0
    for place, phase in enumerate(phases):
        if place and place % across == 0:
            y, tallest = y + tallest + press.unit, 0.0
        x = place % across * room
        number, digits = said_at((NamedText(str(place + 1), "number", desk.t.code),), "figure", room, "left", press)
        icon = press.icon * 1.15
        items += (Mark("P"), *shifted(digits, x, y))
        items.append(Icon(f"phase-{phase}", x + press.unit * 1.9, y + (number - icon) / 2, round(icon, 3)))
        high, name = said_at(desk.name(f"phase.{phase}"), "strip", room - press.unit * 1.2, "left", press)
        items += (*shifted(name, x, y + number + press.unit * 0.5), END)
        tallest = max(tallest, number + press.unit * 0.5 + high)
        if place % across:
            at = x - press.unit * 0.7
            items.append(Line(at, y, at, y + number + press.unit * 0.5 + high, 0.35, "line"))
    y += tallest + press.unit * 0.7
    return y, (*items, Line(0, y, width, y, 0.35, "line"))


def _few(desk: SheetDesk) -> list[Block]:
    """What is different with this number of players, side by side."""
    cells = [(Rich(taught(desk, id)),) for it in musts(desk, few=True) for id in it.teach]
    columns = tuple(Column(len(cell[0].said[0].text) / _LETTERS) for cell in cells)
    return [FlowTable(columns, (tuple(cells),), valign="top", laid=True)] if cells else []


def _road(desk: SheetDesk, example: Example) -> list[Block]:
    return [_row(desk, example, numbers) for numbers in rows_of(desk, example)]


def _row(desk: SheetDesk, example: Example, numbers: range) -> Figure:
    return Figure(lambda width, press: road(desk, example, numbers, width, press), apart=False)


# what matters


def _ideas(desk: SheetDesk) -> Block:
    """A paragraph for everything that everybody must know."""
    rows = tuple((_mark(desk, it), (Rich(taught(desk, id)),)) for it in musts(desk) for id in it.teach)
    return FlowTable((Column(0), Column(1)), rows, valign="top", rule="", laid=True)


def _mark(desk: SheetDesk, it: Must) -> Cell:
    return desk.icons(it.icon, (Sign(it.icon),)) if it.icon else ()


# the turn


def _turn(desk: SheetDesk, example: Example) -> list[Block]:
    """What happens in each phase, with everybody's purse beside it, in a frame."""
    shown = example.seats if len(example.seats) == _PAIR else (example.you,)
    title = desk.each("print.teach.example", lambda t: t.say("print.teach.example", blue=player_name(t, example.you)))
    begin, *steps = example.steps
    phases = {str(phase): place for place, phase in enumerate(desk.rules.data.sequence.phases, 1)}
    rows, last = list[tuple[Cell, ...]](), ""
    for step in steps:
        number = desk.number(phases[step.phase], "step") if step.phase and step.phase != last else ()
        told = _told(desk, example, step, named=bool(number))
        purses = tuple(desk.icons(f"player.{seat}", (Sign("coin", str(step.purses[seat].money)),)) for seat in shown)
        rows.append((number, (Rich(told),), *purses))
        last = step.phase
    head: tuple[Cell, ...] = (
        (),
        (Rich(_told(desk, example, begin, named=False)),),
        *((badge(desk.job, seat),) for seat in shown),
    )
    columns = (Column(0), Column(1), *(Column(0, align="center") for _ in shown))
    return [Framed((Heading(title), FlowTable(columns, tuple(rows), head, valign="top")))]


def _told(desk: SheetDesk, example: Example, step: Step, *, named: bool) -> Said:
    """The sentence of a step, with the name of the phase before it where that begins."""
    id = f"print.teach.example.{step.said}"

    def said(t: Translator) -> str:
        players = {role: player_name(t, seat) for seat, role in example.roles.items() if role != READER}
        told = t.say(id, **players, **example.facts(step))
        return f"*{t.name(f'phase.{step.phase}')}.* {told}" if named else told

    return desk.each(id, said)
