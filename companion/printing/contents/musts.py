"""What everybody must know to play, from `templates/sheets/musts/GAME.toml`: every aid and teaching page has it."""

from dataclasses import dataclass

from companion.printing.contents.desk import SheetDesk
from companion.printing.data import names, read
from companion.printing.flow import Said


@dataclass(frozen=True)
class Must:
    """A rule: its icon, the paragraphs of the teaching page that tell it, and the messages of the aid that do."""

    name: str
    icon: str
    teach: tuple[str, ...]
    aid: tuple[str, ...]
    """Each a facet and an id: `aid phase.castle`."""


def musts(desk: SheetDesk, *, few: bool = False) -> list[Must]:
    """Return the rules that hold under these variants, in the order of teaching; or only those for few players."""
    game = desk.rules.game
    found = read(f"musts/{game}")["rules"] if game in names("musts") else {}
    return [
        Must(name, it.get("icon", ""), tuple(it.get("teach", ())), tuple(it.get("aid", ())))
        for name, it in found.items()
        if _holds(desk, it) and it.get("few", False) == few
    ]


def taught(desk: SheetDesk, id: str) -> Said:
    """Return a paragraph of the teaching page."""
    return desk.each(id, lambda t: t.words("teach", id))


def _holds(desk: SheetDesk, it: dict[str, str]) -> bool:
    variants = desk.rules.variants
    return it.get("only", variants) in (variants, *variants) and it.get("unless") not in variants
