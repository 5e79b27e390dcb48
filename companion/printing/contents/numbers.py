"""A game in numbers, from games of computer players: a leaf for each number of players."""

from companion.i18n import figures
from companion.i18n.figures import FigureSaid, FiguresTable
from companion.i18n.translator import Translator
from companion.minds.figures import shipped
from companion.printing.contents.desk import SheetDesk
from companion.printing.errors import BadChoice
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Paragraph, Put, Said
from companion.printing.flow_sheet import flowing
from companion.printing.text import NamedText


@flowing
def numbers(desk: SheetDesk) -> list[Leaf]:
    known = shipped(desk.rules.game)
    counts = [players for players in desk.counts() if players in known]
    if desk.request.players and not counts:
        raise BadChoice("players", str(desk.request.players), [str(players) for players in known])
    if not counts:
        return [desk.leaf(_title(desk), {"about": [Paragraph(desk.say("figures.none"))]})]
    return [_leaf(desk.with_players(players), players) for players in counts]


def _title(desk: SheetDesk) -> Said:
    return desk.each("figures.title", lambda t: t.say("figures.title", game=t.name(f"game.{desk.rules.game}")))


def _leaf(desk: SheetDesk, players: int) -> Leaf:
    found = shipped(desk.rules.game)[players]
    said = [figures.intro(t, found) for t in desk.voices]
    about = [Paragraph(_each(desk, texts)) for texts in zip(*said, strict=True)]
    made = [figures.tables(t, desk.rules, found) for t in desk.voices]
    blocks = [block for tables in zip(*made, strict=True) for block in _table(desk, tables)]
    return desk.leaf(_title(desk), {"about": about, "figures": blocks}, desk.t.count("player", players))


def _table(desk: SheetDesk, tables: tuple[FiguresTable, ...]) -> list[Block]:
    """One table, its words in every language of the sheet."""
    first = tables[0]
    head = ((), *(desk.put(_each(desk, titles), "head") for titles in zip(*(it.head for it in tables), strict=True)))
    rows = tuple(
        (desk.put(_each(desk, tuple(row[0] for row in each)), "strong"), *(_cell(desk.t, it) for it in each[0][2]))
        for each in zip(*(it.rows for it in tables), strict=True)
    )
    note = [Paragraph(_each(desk, tuple(it.note for it in tables)), "small")] if first.note else []
    columns = (Column(1.4), *(Column(1, align="right") for _ in first.head))
    return [Heading(_each(desk, tuple(it.title for it in tables))), *note, FlowTable(columns, rows, head)]


def _cell(t: Translator, figure: FigureSaid) -> Cell:
    value, band = (NamedText(text, "figures", t.code) for text in (figure.value, figure.band))
    return (Put((value,), "strong"), Put((band,), "small"))


def _each(desk: SheetDesk, texts: tuple[str, ...]) -> Said:
    """Texts in the languages of the sheet, once if they agree."""
    found = {
        text: NamedText(text, "figures", t.code) for t, text in reversed(list(zip(desk.voices, texts, strict=True)))
    }
    return tuple(found[text] for text in dict.fromkeys(texts))
