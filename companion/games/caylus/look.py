"""The table of Caylus as plain named data: colors and ids, never an index.

For board drawings, seat pages, the API and tests; it can be passed to `json.dumps` as it is. Nothing is hidden in
Caylus, so every seat sees the same.

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> game = new_game(load("caylus", "en", players=3), ["red", "green", "blue"])
>>> game.answer_chance(seed=1)
>>> look = game.look()
>>> look["turn"], look["phase"], look["bridge"]
(1, 'workers', {'price': 1, 'passed': []})
>>> look["players"]["red"]["deniers"], look["players"]["red"]["cubes"]["food"], look["players"]["red"]["income"]
(8, 2, 2)
>>> look["road"][6]["building"], look["road"][8]["building"], look["castle"]["section"]
('f_peddler', None, 'dungeon')
"""

from functools import lru_cache
from typing import TypedDict

from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.holdings import cubes_by_name
from companion.engine.look import AnyBridgeLook, AnyPlayerLook, AnySpaceLook
from companion.engine.phases import OVER
from companion.engine.position import phase_name
from companion.games.caylus.choices import open_section, price
from companion.games.caylus.compiled import EMPTY, STOCK, CompiledRules
from companion.games.caylus.phases import incomes
from companion.games.caylus.state import State
from companion.rules.effects import Build
from companion.rules.vocabulary import Category


class PlayerLook(AnyPlayerLook):
    """What lies before one player, and what is theirs on the board."""

    price: int | None
    """The price of their next worker, except on their own buildings; None once they have passed."""
    houses: dict[str, int]
    """Houses in the castle, by section."""
    favors: dict[str, int]
    """The column of their marker, by line; 0 is the lily."""
    used: list[str]
    """The lines used in this phase."""
    buildings: list[str]
    """Their buildings along the road, as actions name them."""


class SpecialLook(TypedDict):
    """A building before the bridge."""

    building: str
    """The id of the building."""
    places: int
    """The number of workers it holds; 0 if it is not in use."""
    workers: list[str]
    """The players who have a worker there, in order of arrival; for the inn, on the left circle."""


class SpaceLook(AnySpaceLook):
    """A space of the road."""

    promised: str | None
    """The player who has paid the lawyer for it while a worker is still there."""


class BridgeLook(AnyBridgeLook):
    """The bridge."""

    price: int | None
    """The price of the next worker; None when all have passed."""


class SectionLook(TypedDict):
    """A section of the castle."""

    parts: int
    """The number of houses that fit."""
    trigger: int
    """The space of the bailiff at which it is scored."""
    houses: dict[str, int]
    """Houses by color, including zeros."""
    scored: bool
    """Whether it has been scored."""


class CastleLook(TypedDict):
    """The castle."""

    workers: list[str]
    """The players who have a worker there, in order of arrival."""
    given: list[int]
    """The batches of each worker in this phase; empty before the first is asked."""
    section: str | None
    """The next section to be scored; None when all have been."""
    open: str | None
    """The section that the next house goes to; None when the castle is full."""
    scoring: str | None
    """The section that is being scored now."""
    sections: dict[str, SectionLook]
    """Every section by name, in the order of scoring."""


class FavorsLook(TypedDict):
    """The table of royal favors."""

    mode: str
    """`table`, or `flat` if every favor is worth the same points."""
    columns: int
    """The number of columns."""
    columns_open: int
    """How many of them can be reached so far."""
    lines: dict[str, list[str]]
    """The cells of each line: goods (`3d`, or `1W/1S` for a choice), or the kind of effect (`build stone`)."""


class Look(TypedDict):
    """The whole table."""

    turn: int
    """The number of the turn, from 1."""
    phase: str
    """The phase of the turn; `setup` before the first and `over` after the last."""
    over: bool
    """Whether the game has ended."""
    order: list[str]
    """The colors in the order of play."""
    players: dict[str, PlayerLook]
    """In the order of the seats."""
    specials: list[SpecialLook]
    """In order of activation."""
    stables: list[str]
    """The players with a worker there, in order."""
    inn: str | None
    """The player who lodges there, on the right circle."""
    road: list[SpaceLook]
    """Every space, built on or not."""
    bridge: BridgeLook
    """Who has passed, and what a worker costs."""
    castle: CastleLook
    """The workers and houses in the castle."""
    provost: int
    """The space of the provost."""
    bailiff: int
    """The space of the bailiff."""
    favors: FavorsLook
    """What royal favors there are."""
    stock: dict[str, list[str]]
    """The buildings that can still be built, by category; one entry for each tile."""


def look(b: CompiledRules, s: State, seat: int | None = None) -> Look:
    """Return the table; every seat sees the same."""
    return {
        "turn": s.turn,
        "phase": phase_name(b.phases, s.phase),
        "over": s.phase == OVER,
        "order": _colours(b, s.order),
        "players": {colour: _player(b, s, player) for player, colour in enumerate(b.seats)},
        "specials": [_special(b, s, spot) for spot in range(b.specials)],
        "stables": _colours(b, s.stables),
        "inn": _colour(b, s.inn),
        "road": [_space(b, s, spot) for spot in range(b.specials, b.spots)],
        "bridge": {"price": _price(b, s), "passed": _colours(b, s.bridge)},
        "castle": _castle(b, s),
        "provost": s.provost,
        "bailiff": s.bailiff,
        "favors": {
            "mode": b.data.favors.mode.value,
            "columns": b.favor_columns,
            "columns_open": s.open_columns,
            "lines": {
                line: [_cell(b, n, column) for column in range(len(cells))]
                for n, (line, cells) in enumerate(b.data.favors.lines.items())
            },
        },
        "stock": {category.value: _stock(b, s, category) for category in _BUILT},
    }


_BUILT = (Category.WOOD, Category.STONE, Category.PRESTIGE)


def _colour(b: CompiledRules, seat: int) -> str | None:
    return b.seats[seat] if seat != NOBODY else None


def _colours(b: CompiledRules, seats: list[int]) -> list[str]:
    return [b.seats[seat] for seat in seats]


def _price(b: CompiledRules, s: State) -> int | None:
    return b.prices[len(s.bridge)] if len(s.bridge) < b.players else None


def _player(b: CompiledRules, s: State, seat: int) -> PlayerLook:
    columns = s.columns[seat * len(b.lines) : (seat + 1) * len(b.lines)]
    return {
        "deniers": s.money[seat],
        "cubes": cubes_by_name(s, seat, b.data.words.cubes),
        "prestige": s.prestige[seat],
        "home": s.home[seat],
        "workers": b.data.setup.workers,
        "price": None if seat in s.bridge else price(b, s, seat),
        "income": sum(deniers for deniers, _ in incomes(b, s, seat)),
        "houses": dict(zip(b.section_names, s.houses[seat :: b.players], strict=True)),
        "favors": dict(zip(b.lines, columns, strict=True)),
        "used": [line for n, line in enumerate(b.lines) if s.lines_used[seat] >> n & 1],
        "buildings": [b.tiles[tile] for tile, owner in zip(s.road, s.owner, strict=True) if owner == seat],
    }


def _special(b: CompiledRules, s: State, spot: int) -> SpecialLook:
    tile = s.road[spot]
    building = b.building[tile]
    standing = s.stables if b.stables and tile == b.stables else [s.worker[spot]]
    return {
        "building": b.base[tile],
        "places": building.places if building else 0,
        "workers": _colours(b, [seat for seat in standing if seat != NOBODY]),
    }


def _space(b: CompiledRules, s: State, spot: int) -> SpaceLook:
    tile = s.road[spot]
    built = tile != EMPTY
    return {
        "space": b.space(spot),
        "building": b.base[tile] if built else None,
        "place": b.tiles[tile] if built else None,
        "category": str(b.category[tile]) if built else None,
        "owner": _colour(b, s.owner[spot]),
        "worker": _colour(b, s.worker[spot]),
        "promised": next((b.seats[seat] for promised, seat in s.promised if promised == spot), None),
    }


def _castle(b: CompiledRules, s: State) -> CastleLook:
    names = b.section_names
    open_now = open_section(b, s)
    return {
        "workers": _colours(b, s.castle),
        "given": s.given[:],
        "section": names[s.section] if s.section < len(names) else None,
        "open": names[open_now] if open_now >= 0 else None,
        "scoring": names[s.scoring] if s.scoring >= 0 else None,
        "sections": {name: _section(b, s, place) for place, name in enumerate(names)},
    }


def _section(b: CompiledRules, s: State, place: int) -> SectionLook:
    rule = b.sections[place]
    houses = s.houses[place * b.players : (place + 1) * b.players]
    return {
        "parts": rule.parts,
        "trigger": rule.trigger,
        "houses": dict(zip(b.seats, houses, strict=True)),
        "scored": place < s.section,
    }


@lru_cache(maxsize=1_000)
def _cell(b: CompiledRules, line: int, column: int) -> str:
    number = b.favor_working[line][column]
    benefit = b.benefits[number] if number != NO_WORKING else None
    if benefit is not None and benefit.kind == "take":
        return "/".join(payment.text() for payment in benefit.payments.values())
    effect = b.data.favors.lines[b.lines[line]][column]
    return f"{effect.kind} {effect.category}" if isinstance(effect, Build) else effect.kind


def _stock(b: CompiledRules, s: State, category: Category) -> list[str]:
    return [b.base[tile] for tile, kind in enumerate(b.category) if kind == category and s.where[tile] == STOCK]
