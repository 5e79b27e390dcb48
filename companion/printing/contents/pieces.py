"""What the makers of products hand to the imposition, and what they share."""

from dataclasses import dataclass, field
from typing import Any

from companion.i18n.languages import languages
from companion.i18n.translator import Translator
from companion.printing.boxes import Layout, layout
from companion.printing.display import Face
from companion.printing.errors import BadChoice
from companion.printing.face import Content, Picture, compose
from companion.printing.text import Words
from companion.printing.units import Size
from companion.rules import Library, Rules


@dataclass(frozen=True)
class Piece:
    """One card or tile: its sides by the names of their faces, and the grounds these lie on."""

    front: str
    ground: str
    back: str = ""
    back_ground: str = ""
    over: tuple[str, ...] = ()
    """Faces laid over both sides: a player's badge."""
    id: str = ""
    """What it is, where that has a name."""
    pile: str = ""
    """The id of the pile that it lies in on the table."""


@dataclass
class Pieces:
    """All cards of a product and the faces they show."""

    pieces: list[Piece] = field(default_factory=list)
    faces: dict[str, Face] = field(default_factory=dict)


@dataclass(frozen=True)
class Job:
    """What a product is made from: the rules of the box, the words, and the product's file."""

    library: Library
    rules: Rules
    t: Translator
    others: tuple[Translator, ...]
    """The other boxes, for the names that stand on them."""
    size: Size
    file: dict[str, Any]

    def layout(self, face: str) -> Layout:
        """The layout of a kind of face at the job's size."""
        names = list(self.file["faces"][face])
        found = layout(names, self.size)
        if found is None:
            raise BadChoice("size", str(self.size), self.file["sizes"])
        return found

    def compose(self, face: str, frame: str, contents: dict[str, Content | None]) -> Face:
        """A face of that kind; what is nothing is left out."""
        return compose(self.layout(face), frame, {name: one for name, one in contents.items() if one is not None})

    def other_names(self, id: str) -> str:
        """What a thing is called on the other boxes, each name once."""
        names = [t.name(id) for t in self.others if t.has(id)]
        return " · ".join(name for name in dict.fromkeys(names) if name != self.t.name(id))


def plain_back(job: Job, id: str) -> Face:
    """A back: a drawing and a word in the middle and nothing near the cut, so that a shifted sheet does not show."""
    return job.compose(
        "back", "", {"woodcut": Picture("buildings/castle"), "name": Words(job.t.name(id), id, job.t.code)}
    )


def other_boxes(library: Library, rules: Rules, asked: tuple[str, ...]) -> tuple[Translator, ...]:
    """A translator for every other language, those asked for first, then for the other boxes of ours."""
    codes = dict.fromkeys((*asked[1:], *(code for code in languages() if code not in asked)))
    boxes = [(code, library.default_edition(rules.game, code)) for code in codes]
    spoken = {
        edition: library.rules(rules.game, edition).data.edition.language for edition in library.editions(rules.game)
    }
    boxes += [(asked[0], edition) for edition, code in spoken.items() if code == asked[0] and edition != rules.edition]
    return tuple(Translator(code, rules, edition=edition) for code, edition in boxes)
