"""The game in one page, for people who have never played it: what it is about, and how a turn goes."""

from companion.i18n.needed_words import known_ids
from companion.i18n.translator import Translator
from companion.printing.contents import aid
from companion.printing.contents.desk import SheetDesk
from companion.printing.flow import Block, Column, FlowTable, Heading, Leaf, Rich, Said
from companion.printing.flow_sheet import flowing

_ICONS = {
    "term.card": "card", "term.worker": "worker", "term.road": "build", "term.house": "house", "term.bridge": "marker",
    "term.provost": "provost", "term.bailiff": "bailiff", "term.castle": "section-dungeon",
    "category.prestige": "kind-prestige", "term.favor": "favor",
}  # fmt: skip
"""The icons of what may have a paragraph, in the order of teaching."""


@flowing
def teach(desk: SheetDesk) -> list[Leaf]:
    """One side: the idea, what matters, the phases, and what counts at the end."""
    parts = aid.sections(desk)
    sections = {
        "idea": _idea(desk),
        "ideas": [Heading(desk.say("print.teach.ideas")), _ideas(desk)],
        "turn": [Heading(desk.say("print.teach.turn")), *parts["turn"]],
        "castle": parts.get("castle", []),
        "end": parts["end"],
    }
    return [desk.leaf(desk.say("print.product.teach"), sections)]


def _idea(desk: SheetDesk) -> list[Block]:
    id = f"game.{desk.rules.game}"
    return [FlowTable((Column(1),), (((Rich(_said(desk, id), "lead"),),),))] if desk.t.has(id, "teach") else []


def _ideas(desk: SheetDesk) -> Block:
    """A paragraph for everything that has one, with its icon."""
    own = f"game.{desk.rules.game}"
    known = dict.fromkeys((*_ICONS, *known_ids(desk.job.library, desk.rules.game)))
    ids = [id for id in known if id != own and desk.t.has(id, "teach")]
    rows = tuple((desk.icon(_ICONS[id]) if id in _ICONS else (), (Rich(_said(desk, id)),)) for id in ids)
    return FlowTable((Column(0), Column(1)), rows, valign="top")


def _said(desk: SheetDesk, id: str) -> Said:
    def said(t: Translator) -> str:
        return t.words("teach", id)

    return desk.each(id, said)
