"""The cards of Magna Carta with their backs, and the castle tokens."""

from companion.games.magna_carta.rules import MagnaCartaRules, magna_carta
from companion.i18n.translator import Term
from companion.printing.contents.buildings import building_face
from companion.printing.contents.signs import ARROW, badge
from companion.printing.display import Face
from companion.printing.face import Picture
from companion.printing.job import Job
from companion.printing.mats import round_piece, with_rings
from companion.printing.rows import Choices, Sign
from companion.printing.sheet import Piece, Pieces
from companion.printing.text import NamedText
from companion.rules.base import ByPlayers
from companion.rules.vocabulary import Category

_APART = Sign(text=" ", wide=True)
"""A space between things in a row that are no choices."""


def cards(job: Job) -> Pieces:
    """Return all cards of the box, in the order of its component list."""
    data = magna_carta(job.rules.data)
    pieces = Pieces()
    residence = data.residence.tile
    pieces.faces[residence] = building_face(job, residence, framed=False)
    for colour in data.players.colours:
        pieces.faces[f"badge {colour}"] = job.compose("badge", "", {"badge": badge(job, colour)})
    for category in (Category.SMALL, Category.LARGE, Category.NEUTRAL, Category.PRESTIGE):
        for building in data.of(category):
            pieces.faces[building] = building_face(job, building, _note(job, data, building))
    own = [(b, str(data.buildings[b].category)) for c in (Category.SMALL, Category.LARGE) for b in data.of(c)]
    for colour in data.players.colours:
        for building, kind in own:
            piece = Piece(
                building, _tint(kind), residence, _tint("residential"), (f"badge {colour}",),
                id=f"building.{building}", pile=f"player.{colour}",
            )  # fmt: skip
            pieces.pieces += [piece] * data.buildings[building].count
    for shared in (Category.NEUTRAL, Category.PRESTIGE):
        back, tint = f"back {shared}", _tint(shared)
        pieces.faces[back] = job.plain_back(f"category.{shared}")
        for building in data.of(shared):
            piece = Piece(building, tint, back, tint, id=f"building.{building}", pile=f"category.{shared}")
            pieces.pieces += [piece] * data.buildings[building].count
    _table_cards(job, data, pieces)
    return pieces


def _table_cards(job: Job, data: MagnaCartaRules, pieces: Pieces) -> None:
    game = f"game.{job.rules.game}"
    pieces.faces["back table"] = job.plain_back(game)
    pieces.faces |= {
        "start": _start(job), "bridge": _bridge(job, data, "standard"), "bridge intro": _bridge(job, data, "intro"),
        "castle": _castle(job, data),
    }  # fmt: skip
    for front, back, component, term in (
        ("start", "back table", "start_card", "start_player"), ("bridge", "bridge intro", "bridge_card", "bridge"),
        ("castle", "back table", "castle_card", "castle"),
    ):  # fmt: skip
        piece = Piece(front, "ground", back, "ground", id=f"term.{term}", pile=game)
        pieces.pieces += [piece] * data.components[component]


def _tint(category: str) -> str:
    return f"{category}-tint"


def _start(job: Job) -> Face:
    t = job.t
    return job.compose("table", "plain", {
        "name": NamedText(t.name("term.start_player"), "term.start_player", t.code),
        "names": job.other_names("term.start_player"),
        "woodcut": Picture("buildings/start_player"),
        "effect": Choices(((Sign("phase-actions"), Sign(text="1", wide=True)),), "term.start_player", t.code),
        "effect_words": NamedText(t.line("phase.end_of_round"), "phase.end_of_round", t.code),
    })  # fmt: skip


def _bridge(job: Job, data: MagnaCartaRules, variant: str) -> Face:
    """A place for every player who passes; the side with the provost is for the standard game."""
    t, id = job.t, "term.bridge"
    first = (Sign("place", "1"), ARROW, Sign("coin", str(data.bridge.first_pass)))
    later = (part for n in range(2, data.players.maximum + 1) for part in (_APART, Sign("place", str(n))))
    provost = (Sign("provost"),) if variant == "standard" else ()
    return job.compose("table", "plain", {
        "name": NamedText(t.name(id), id, t.code),
        "names": job.other_names(id),
        "woodcut": Picture("buildings/bridge"),
        "worth": Choices((provost,), id, t.code) if provost else None,
        "effect": Choices(((*first, *later),), id, t.code),
        "effect_words": NamedText(t.line("action.pass"), "action.pass", t.code),
        "kind": NamedText(t.name(f"variant.{variant}"), f"variant.{variant}", t.code),
    })  # fmt: skip


def _castle(job: Job, data: MagnaCartaRules) -> Face:
    t, id = job.t, "term.castle"
    sections = tuple(
        sign
        for section, it in data.castle.sections.items()
        for sign in (_APART, Sign(f"section-{section}"), Sign("prestige", str(it.prestige)))
    )[1:]
    return job.compose("table", "plain", {
        "name": NamedText(t.name(id), id, t.code),
        "names": job.other_names(id),
        "woodcut": Picture("buildings/castle"),
        "effect": Choices((sections,), id, t.code),
        "effect_words": NamedText(t.line("phase.castle"), "phase.castle", t.code),
        "kind": NamedText(t.goods(data.castle.batch), "castle.batch", t.code),
    })  # fmt: skip


def _note(job: Job, data: MagnaCartaRules, building: str) -> NamedText | None:
    """Return what is not an effect: the stock on the card, its place on the road, or where it is built."""
    id = f"building.{building}"
    if building == data.setup.last_neutral:
        return NamedText(job.t.say("print.cards.last"), id, job.t.code)
    if data.buildings[building].category == Category.PRESTIGE and data.prestige.on_residence:
        residence = Term(f"building.{data.residence.tile}")
        return NamedText(job.t.say("print.cards.on_residence", residence=residence), id, job.t.code)
    return _stock(job, building, data.buildings[building].stock)


def _stock(job: Job, building: str, stock: ByPlayers) -> NamedText | None:
    """How many cubes are put on the card when it is built, by number of players."""
    by_cubes: dict[int, list[int]] = {}
    for players, laid in sorted(stock.items()):
        by_cubes.setdefault(laid, []).append(players)
    if not by_cubes:
        return None
    parts = [job.t.say("print.stock.part", cubes=n, players=_span(players)) for n, players in by_cubes.items()]
    return NamedText(job.t.say("print.stock", stock=job.t.listed(parts)), f"building.{building}", job.t.code)


def _span(numbers: list[int]) -> str:
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def tokens(job: Job) -> Pieces:
    """Return all tokens of the box, section by section."""
    data = magna_carta(job.rules.data)
    t, pieces = job.t, Pieces()
    for section, castle_section in data.castle.sections.items():
        id, sign = f"section.{section}", Sign(f"section-{section}")
        back, tint = f"{section} back", f"{section}-tint"
        worth = Sign("prestige", str(castle_section.prestige))
        front = job.compose("token", "", {
            "worth": Choices(((sign, worth),), id, t.code),
            "name": NamedText(t.name(id), id, t.code),
        })  # fmt: skip
        pieces.faces[section] = round_piece(with_rings(front, "gilt", (3.2,), 0.8))
        pieces.faces[back] = job.compose("back", "", {"section": Picture(f"buildings/{section}")})
        pieces.pieces += [Piece(section, tint, back, tint, id=id)] * castle_section.tokens
    return pieces
