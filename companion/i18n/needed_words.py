"""The words that the rules need: every id that a person can meet, with its required facets.

Catalogs are checked against this list, and extraction writes it into new ones.
"""

from collections.abc import Iterable, Iterator

from companion import paths
from companion.engine.game import referee_for
from companion.i18n import narration
from companion.rules.base import walk
from companion.rules.effects import EFFECT_KINDS
from companion.rules.errors import EXPECTED, PROBLEMS
from companion.rules.game import GameRules
from companion.rules.library import Library, library
from companion.rules.vocabulary import BonusTo, Confidence, Reads

_LABELS = (
    "cost", "prestige", "favor", "income", "count", "effect", "owner", "category", "places", "one_per_player", "stock",
    "parts", "tokens", "trigger", "opens_column", "scoring", "on_tile",
)  # fmt: skip
"""The fields of the data that have a label."""

PHASES = ("income", "workers", "special", "buildings", "end_of_turn", "end_of_round", "actions")
"""The phases with a name of their own in the first line of a screen; others are called by the thing they are about."""

_PRINT_CHOICES = (
    "product", "game", "paper", "size", "size_range", "size_least", "size_none", "duplex", "cut", "ink", "profile",
    "offset", "page", "pages", "only", "preset", "players", "record", "big",
)  # fmt: skip
"""The choices that can be wrong when printing."""

_EXAMPLE = ("income", "workers", "special", "provost", "buildings", "castle", "end_of_turn", "result")
"""The phases of the turn that the teaching page tells, and what it comes to."""

NOUN = ("name", "class", "text")
NOTE = ("name", "line", "text")
LABEL = ("name", "text")

_FACETS = {
    "section": ("name", "class", "line", "text"), "line": NOTE, "favor": ("text",), "end": NOTE, "action": NOTE,
}  # fmt: skip
"""The facets of what only some games have."""


def wanted(library: Library, game: str) -> Iterator[tuple[str, str]]:
    """Yield every (facet, id) of one game's catalog.

    >>> from companion.rules import library
    >>> ("name", "building.tailor") in set(wanted(library(), "caylus"))
    True
    """
    for id, facets in known_ids(library, game).items():
        for facet in facets:
            yield facet, id


def known_ids(library: Library, game: str) -> dict[str, tuple[str, ...]]:
    """Return every id of a game, in any of its editions, with its facets."""
    found: dict[str, tuple[str, ...]] = {}
    for edition in library.editions(game):
        for id, facets in _ids(library, game, library.rules(game, edition).data):
            found.setdefault(id, facets)
    return found


def _ids(library: Library, game: str, data: GameRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    values = dict(walk(data.model_dump(mode="json")))
    held = [name for name, it in data.points.items() if any(isinstance(values.get(path), bool) for path in it.paths)]
    kinds: list[tuple[str, Iterable[str], tuple[str, ...]]] = [
        ("game", [game], LABEL),
        ("building", data.buildings, NOUN),
        ("category", dict.fromkeys(it.category for it in data.buildings.values()), (*NOUN, "many")),
        ("phase", data.sequence.phases, (*NOTE, "aid")),
        ("term", data.words.terms, NOUN),
        ("term", data.words.cubes, ("name", "class")),
        *((kind, names, _FACETS[kind]) for kind, names in data.things()),
        ("setup", data.setup.steps, LABEL),
        ("end", ("gold", "cubes", "deniers", "ties"), NOTE),
        ("edition", library.editions(game), LABEL),
        ("variant", library.variants(game), NOTE),
        ("ruling", data.rulings, LABEL),
        ("point", [name for name in data.points if name not in held], ("name",)),
        ("point", held, ("name", "yes", "no")),
        ("player", data.players.colours, ("name",)),
        ("component", data.components, ("name",)),
    ]
    for kind, names, facets in kinds:
        for name in names:
            yield f"{kind}.{name}", facets


def common_ids() -> list[tuple[str, str, bool]]:
    """Return every (facet, id, plural) of the common catalog that code composes from closed sets."""
    effects = [kind for kind in EFFECT_KINDS if kind not in ("gain", "produce", "trade", "build", "residence")]
    says = [
        *(f"effect.{kind}" for kind in effects),
        *(f"effect.{verb}{part}" for verb in ("trade", "sell", "pay") for part in ("", ".deal")),
        *(f"effect.{how}.{c}" for how in ("build", "build_cheaper") for c in ("wood", "stone", "prestige")),
        *(f"label.{label}" for label in _LABELS),
        *(f"web.phase.{phase}" for phase in PHASES),
        *narration.ALL,
        *_field_labels(),
        *(f"source.{text}" for text in library().texts),
        *(f"confidence.{confidence}" for confidence in Confidence),
        *(f"diff.reads.{read}" for read in (*Reads, *BonusTo) if read != Reads.CUT_OFF),
        *(
            f"error.unknown_name.{kind}"
            for kind in ("game", "edition", "variant", "id", "name", "language", "field", "colour")
        ),
        *(f"print.product.{file.stem}" for file in sorted((paths.templates() / "sheets" / "products").glob("*.toml"))),
        *(f"print.error.{kind}" for kind in _PRINT_CHOICES),
        *(f"print.teach.example.{part}" for part in _EXAMPLE),
        *(f"problem.{code}" for code in PROBLEMS if code != "expected"),
        *(f"problem.expected.{kind}" for kind in EXPECTED),
    ]
    return [*(("say", id, False) for id in says), *(("count", unit, True) for unit in ("fault", "minute"))]


def _field_labels() -> Iterator[str]:
    """Yield the labels of position fields that are not terms of the game."""
    known = library()
    for game in known.games:
        rules = known.rules(game, known.editions(game)[0], (), known.rules(game, None).data.players.minimum)
        seats = rules.data.players.colours[: rules.players or 0]
        for unseen in ((), seats):
            for field in referee_for(rules, seats, unseen).schema.fields.values():
                slots = field.kind.slots(field.kind.empty)
                yield from (id for id in (field.label, *(slot.label for slot in slots)) if id.startswith("web."))
