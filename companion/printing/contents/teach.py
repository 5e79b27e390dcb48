"""The game in one page, for people who have never played it: what it is about, and how a turn goes."""

from collections.abc import Mapping

from companion.i18n.needed_words import known_ids
from companion.i18n.translator import Translator
from companion.printing.contents import aid
from companion.printing.contents.desk import SheetDesk
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Rich, Said
from companion.printing.flow_sheet import flowing
from companion.printing.text import NamedText
from companion.register import brings, game_module

_ICONS = {
    "term.card": "card", "term.worker": "worker", "term.road": "build", "term.house": "house", "term.bridge": "marker",
    "term.provost": "provost", "term.bailiff": "bailiff", "term.castle": "section-dungeon",
    "category.prestige": "kind-prestige", "term.favor": "favor",
}  # fmt: skip
"""The icons of what may have a paragraph, in the order of teaching."""


@flowing
def teach(desk: SheetDesk) -> list[Leaf]:
    """One side: the idea, what matters, how a turn goes, and what counts at the end.

    A game may tell a whole turn instead of the rules of its phases, and draw what letters of paragraphs lead to.
    """
    parts, game = aid.sections(desk), desk.rules.game
    own = game_module(game, "paper.teach") if brings(game, "paper.teach") else None
    told: dict[str, list[Block]] = own.sections(desk) if own else {}
    sections = {
        "idea": _idea(desk),
        "ideas": [
            Heading(desk.say("print.teach.ideas")),
            _ideas(desk, own.letters() if own and told else {}, own.left_out(desk) if own else set()),
        ],
        "turn": [Heading(desk.say("print.teach.turn")), *parts["turn"]],
        "castle": parts.get("castle", []),
        "end": parts["end"],
        **told,
    }
    return [desk.leaf(desk.say("print.product.teach"), sections)]


def _idea(desk: SheetDesk) -> list[Block]:
    id = f"game.{desk.rules.game}"
    return [FlowTable((Column(1),), (((Rich(_said(desk, id), "lead"),),),))] if desk.t.has(id, "teach") else []


def _ideas(desk: SheetDesk, letters: Mapping[str, str], left_out: set[str]) -> Block:
    """A paragraph for everything that has one, with its letter or else its icon."""
    own = f"game.{desk.rules.game}"
    ideas = dict.fromkeys((*letters, *_ICONS, *known_ids(desk.job.library, desk.rules.game)))
    ids = [id for id in ideas if id != own and id not in left_out and desk.t.has(id, "teach")]
    rows = tuple((_mark(desk, id, letters), (Rich(_said(desk, id)),)) for id in ids)
    return FlowTable((Column(0), Column(1)), rows, valign="top")


def _mark(desk: SheetDesk, id: str, letters: Mapping[str, str]) -> Cell:
    if id in letters:
        return desk.put((NamedText(letters[id], id, desk.t.code),), "letter")
    return desk.icon(_ICONS[id]) if id in _ICONS else ()


def _said(desk: SheetDesk, id: str) -> Said:
    def said(t: Translator) -> str:
        return t.words("teach", id)

    return desk.each(id, said)
