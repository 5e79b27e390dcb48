"""Which words a rule set needs: every id a person can meet, with the facets it must have.

The catalogues are checked against this list, and it is what an extraction writes into a new one.
"""

from collections.abc import Iterable, Iterator

from companion.games.caylus.rules import CaylusRules
from companion.games.magna_carta.rules import MagnaCartaRules
from companion.i18n import story
from companion.rules.effects import EFFECT_KINDS, Gain
from companion.rules.errors import EXPECTED, PROBLEMS
from companion.rules.library import Library, library
from companion.rules.vocabulary import BonusTo, Confidence, Reads

_LABELS = (
    "cost", "prestige", "favor", "income", "count", "effect", "owner", "category", "places", "one_per_player", "stock",
    "parts", "tokens", "trigger", "opens_column", "scoring", "on_tile",
)  # fmt: skip
"""The fields of the data that people read by a name of their own."""

NOUN = ("name", "class", "text")
NOTE = ("name", "line", "text")
LABEL = ("name", "text")


def wanted(library: Library, game: str) -> Iterator[tuple[str, str]]:
    """Every (facet, id) of one game's catalogue.

    >>> from companion.rules import library
    >>> ("name", "building.tailor") in set(wanted(library(), "caylus"))
    True
    """
    for id, facets in known_ids(library, game).items():
        for facet in facets:
            yield facet, id


def known_ids(library: Library, game: str) -> dict[str, tuple[str, ...]]:
    """Every id of a game, in whichever edition it occurs, with its facets."""
    found: dict[str, tuple[str, ...]] = {}
    for edition in library.editions(game):
        for id, facets in _ids(library, game, library.rules(game, edition).data):
            found.setdefault(id, facets)
    return found


def _ids(library: Library, game: str, data: CaylusRules | MagnaCartaRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    kinds: list[tuple[str, Iterable[str], tuple[str, ...]]] = [
        ("game", [game], LABEL),
        ("building", data.buildings, NOUN),
        ("category", dict.fromkeys(it.category for it in data.buildings.values()), (*NOUN, "many")),
        ("phase", data.sequence.phases, NOTE),
        ("term", data.words.terms, NOUN),
        ("term", data.words.cubes, ("name", "class")),
        ("section", data.castle.sections, ("name", "class", "line", "text")),
        ("setup", data.setup.steps, LABEL),
        ("end", ("gold", "cubes", "deniers", "ties"), NOTE),
        ("edition", library.editions(game), LABEL),
        ("variant", library.variants(game), NOTE),
        ("ruling", data.rulings, LABEL),
        ("point", data.points, ("name",)),
        ("player", data.players.colours, ("name",)),
        ("component", data.components, ("name",)),
    ]
    for kind, names, facets in kinds:
        for name in names:
            yield f"{kind}.{name}", facets
    yield from _caylus_ids(data) if isinstance(data, CaylusRules) else _magna_carta_ids(data)


def _caylus_ids(data: CaylusRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line, cells in data.favors.lines.items():
        yield f"line.{line}", NOTE
        for column, cell in enumerate(cells, 1):
            if not isinstance(cell, Gain):
                yield f"favor.{line}.{column}", ("text",)


def _magna_carta_ids(data: MagnaCartaRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    for part in ("tokens", "road", "prestige_cards"):
        yield f"end.{part}", NOTE
    for action in data.actions.order:
        yield f"action.{action}", NOTE


def common_ids() -> list[tuple[str, str, bool]]:
    """The (facet, id, plural) of the common catalogue that code puts together from closed sets."""
    effects = [kind for kind in EFFECT_KINDS if kind not in ("gain", "produce", "trade", "build", "residence")]
    says = [
        *(f"effect.{kind}" for kind in effects),
        *(f"effect.{verb}{part}" for verb in ("trade", "sell", "pay") for part in ("", ".deal")),
        *(f"effect.{how}.{c}" for how in ("build", "build_cheaper") for c in ("wood", "stone", "prestige")),
        *(f"label.{label}" for label in _LABELS),
        *story.ALL,
        *(f"source.{text}" for text in library().texts),
        *(f"confidence.{confidence}" for confidence in Confidence),
        *(f"diff.reads.{read}" for read in (Reads.MISSING, *BonusTo)),
        *(f"error.unknown_name.{kind}" for kind in ("game", "edition", "variant", "id", "language", "field", "colour")),
        *(f"problem.{code}" for code in PROBLEMS if code != "expected"),
        *(f"problem.expected.{kind}" for kind in EXPECTED),
    ]
    return [*(("say", id, False) for id in says), ("count", "fault", True)]
