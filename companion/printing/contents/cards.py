"""Magna Carta's cards: every player's, the neutral and prestige ones, start player, bridge and castle."""

from companion.games.magna_carta.rules import MagnaCartaRules
from companion.printing.contents.buildings import building_face
from companion.printing.contents.pieces import Job, Piece, Pieces, plain_back
from companion.printing.contents.players import badge
from companion.printing.contents.signs import ARROW
from companion.printing.display import Face
from companion.printing.face import Picture
from companion.printing.rows import Choices, Sign
from companion.printing.text import Words
from companion.rules.vocabulary import Category


def cards(job: Job) -> Pieces:
    """All cards of the box, in the order of its component list."""
    data = job.rules.data
    assert isinstance(data, MagnaCartaRules)
    made = Pieces()
    residence = data.residence.tile
    made.faces[residence] = building_face(job, residence)
    for colour in data.players.colours:
        made.faces[f"badge {colour}"] = _badge(job, colour)
    for category in (Category.SMALL, Category.LARGE, Category.NEUTRAL, Category.PRESTIGE):
        for building in data.of(category):
            made.faces[building] = building_face(job, building)
    own = [(b, str(data.buildings[b].category)) for c in (Category.SMALL, Category.LARGE) for b in data.of(c)]
    for colour in data.players.colours:
        for building, kind in own:
            piece = Piece(
                building, _tint(kind), residence, _tint("residential"), (f"badge {colour}",),
                id=f"building.{building}", pile=f"player.{colour}",
            )  # fmt: skip
            made.pieces += [piece] * data.buildings[building].count
    for shared in (Category.NEUTRAL, Category.PRESTIGE):
        back, tint = f"back {shared}", _tint(shared)
        made.faces[back] = plain_back(job, f"category.{shared}")
        for building in data.of(shared):
            piece = Piece(building, tint, back, tint, id=f"building.{building}", pile=f"category.{shared}")
            made.pieces += [piece] * data.buildings[building].count
    _table_cards(job, data, made)
    return made


def _table_cards(job: Job, data: MagnaCartaRules, made: Pieces) -> None:
    game = f"game.{job.rules.game}"
    made.faces["back table"] = plain_back(job, game)
    made.faces |= {
        "start": _start(job), "bridge": _bridge(job, data, "standard"), "bridge intro": _bridge(job, data, "intro"),
        "castle": _castle(job, data),
    }  # fmt: skip
    for front, back, component, term in (
        ("start", "back table", "start_card", "start_player"), ("bridge", "bridge intro", "bridge_card", "bridge"),
        ("castle", "back table", "castle_card", "castle"),
    ):  # fmt: skip
        piece = Piece(front, "ground", back, "ground", id=f"term.{term}", pile=game)
        made.pieces += [piece] * data.components[component]


def _tint(category: str) -> str:
    return f"{category}-tint"


def _badge(job: Job, colour: str) -> Face:
    return job.compose("badge", "", {"badge": badge(job, colour)})


def _start(job: Job) -> Face:
    t = job.t
    return job.compose("table", "plain", {
        "name": Words(t.name("term.start_player"), "term.start_player", t.code),
        "names": _names(job, "term.start_player"),
        "woodcut": Picture("buildings/start_player"),
        "effect": Choices(((Sign("phase-actions"), Sign(text="1", wide=True)),), "term.start_player", t.code),
        "effect_words": Words(t.line("phase.end_of_round"), "phase.end_of_round", t.code),
    })  # fmt: skip


def _bridge(job: Job, data: MagnaCartaRules, variant: str) -> Face:
    """A place for every player who passes; the side with the provost is for the standard game."""
    t, id = job.t, "term.bridge"
    first = (Sign("place", "1"), ARROW, Sign("coin", str(data.bridge.first_pass)))
    later = tuple((Sign("place", str(n)),) for n in range(2, data.players.maximum + 1))
    provost = (Sign("provost"),) if variant == "standard" else ()
    return job.compose("table", "plain", {
        "name": Words(t.name(id), id, t.code),
        "names": _names(job, id),
        "woodcut": Picture("buildings/bridge"),
        "worth": Choices((provost,), id, t.code) if provost else None,
        "effect": Choices((first, *later), id, t.code),
        "effect_words": Words(t.line("action.pass"), "action.pass", t.code),
        "kind": Words(t.name(f"variant.{variant}"), f"variant.{variant}", t.code),
    })  # fmt: skip


def _castle(job: Job, data: MagnaCartaRules) -> Face:
    t, id = job.t, "term.castle"
    sections = tuple(
        (Sign(f"section-{section}"), Sign("prestige", str(it.prestige))) for section, it in data.castle.sections.items()
    )
    return job.compose("table", "plain", {
        "name": Words(t.name(id), id, t.code),
        "names": _names(job, id),
        "woodcut": Picture("buildings/castle"),
        "effect": Choices(sections, id, t.code),
        "effect_words": Words(t.line("phase.castle"), "phase.castle", t.code),
        "kind": Words(t.goods(data.castle.batch), "castle.batch", t.code),
    })  # fmt: skip


def _names(job: Job, id: str) -> Words | None:
    names = job.other_names(id)
    return Words(names, id, job.t.code) if names else None
