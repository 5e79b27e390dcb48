"""What cannot be on a table, by name: the check of a position that somebody entered, and the fuzzer's detector.

`SHORT` problems are about the box and not about the rules: supplies are unlimited (ruling 55), pieces are not.
"""

from collections.abc import Iterator

from companion.engine.amounts import KINDS
from companion.engine.course import OVER
from companion.engine.errors import Reason
from companion.games.caylus.board import EMPTY, FIRST_TILE, GONE, NOBODY, RESIDENCE, STOCK, Board
from companion.games.caylus.positions import placed
from companion.games.caylus.state import State
from companion.rules.vocabulary import CUBES, Category, Phase

SHORT = frozenset({"too_many_cubes", "too_many_houses", "too_many_coins"})

_OWNED = (Category.WOOD, Category.STONE, Category.PRESTIGE, Category.RESIDENTIAL)


def problems(b: Board, s: State) -> list[Reason]:
    """Everything wrong with a position; nothing for every position of a real game."""
    return [*_pieces(b, s), *_people(b, s), *_road(b, s), *_tiles(b, s), *_pawns(b, s), *_castle(b, s)]


def impossible(b: Board, s: State) -> list[Reason]:
    """The problems that no real game can have, however large the supplies."""
    return [problem for problem in problems(b, s) if problem.code not in SHORT]


def _pieces(b: Board, s: State) -> Iterator[Reason]:
    counts = b.data.components
    if min((*s.cubes, *s.money, *s.prestige), default=0) < 0:
        yield Reason("below_nothing")
    for kind, cube in enumerate(CUBES):
        n = sum(s.cubes[kind::KINDS])
        if n > counts[cube]:
            yield Reason("too_many_cubes", {"good": cube.value, "n": n, "most": counts[cube]})
    coins = counts["denier_1"] + 5 * counts["denier_5"]
    if sum(s.money) > coins:
        yield Reason("too_many_coins", {"n": sum(s.money), "most": coins})
    for seat, colour in enumerate(b.seats):
        on_table = placed(s, seat)
        if s.home[seat] < 0 or s.home[seat] + on_table != b.data.setup.workers:
            yield Reason("workers", {"player": colour, "n": s.home[seat] + on_table, "expected": b.data.setup.workers})
        houses = s.owner.count(seat) + sum(s.houses[seat :: b.players])
        if houses > counts["house"] // len(b.data.players.colours):
            yield Reason("too_many_houses", {"player": colour, "n": houses})


def _people(b: Board, s: State) -> Iterator[Reason]:
    if s.phase > 0 and sorted(s.order) != list(range(b.players)):
        yield Reason("order")
    if s.phase > b.phases.index(Phase.WORKERS) + 1 and len(s.bridge) < b.players:
        yield Reason("not_all_passed")
    for name, seats, most in (
        ("stables", s.stables, b.stable_places),
        ("castle", s.castle, b.castle_places),
        ("bridge", s.bridge, b.players),
    ):
        if len(set(seats)) != len(seats) and (name == "bridge" or name in b.gate_once & b.once):
            yield Reason("twice_in", {"place": name})
        if len(seats) > most:
            yield Reason("too_many_in", {"place": name, "most": most})
    for place, column in enumerate(s.columns):
        if column > s.open_columns:
            player, line = b.seats[place // len(b.lines)], b.lines[place % len(b.lines)]
            yield Reason("marker", {"player": player, "line": line, "most": s.open_columns})


def _road(b: Board, s: State) -> Iterator[Reason]:
    gap = False
    for spot in range(b.spots):
        tile = s.road[spot]
        if tile == EMPTY:
            gap = True
            if s.owner[spot] != NOBODY or s.worker[spot] != NOBODY:
                yield Reason("on_empty_space", {"space": b.space(spot)})
        else:
            if gap and b.category[tile] in _OWNED:
                yield Reason("gap", {"building": b.tiles[tile], "space": b.space(spot)})
            yield from _building(b, s, spot, tile)
    for spot, _ in s.promised:
        if s.worker[spot] == NOBODY:
            yield Reason("promised_without_worker", {"building": b.tiles[s.road[spot]]})


def _building(b: Board, s: State, spot: int, tile: int) -> Iterator[Reason]:
    """What stands on one spot."""
    if (b.category[tile] in _OWNED) != (s.owner[spot] != NOBODY):
        yield Reason("owner", {"building": b.tiles[tile], "space": b.space(spot)})
    if s.worker[spot] != NOBODY and not b.workable[tile]:
        yield Reason("takes_no_worker", {"building": b.tiles[tile]})
    if tile != RESIDENCE and s.where[tile] != spot:
        yield Reason("building_twice", {"building": b.tiles[tile]})


def _tiles(b: Board, s: State) -> Iterator[Reason]:
    """Each tile in exactly one place that it can be in."""
    for tile, where in enumerate(s.where[FIRST_TILE:], FIRST_TILE):
        if where >= 0 and s.road[where] != tile:
            yield Reason("building_twice", {"building": b.tiles[tile]})
        if where == GONE and b.category[tile] != Category.NEUTRAL:
            yield Reason("gone", {"building": b.tiles[tile]})
        if where == STOCK and b.category[tile] in (Category.SPECIAL, Category.FIXED):
            yield Reason("not_on_board", {"building": b.tiles[tile]})


def _pawns(b: Board, s: State) -> Iterator[Reason]:
    if not b.first_space <= s.provost <= b.last_space:
        yield Reason("provost", {"first": b.first_space, "last": b.last_space})
    if not b.data.bailiff.start <= s.bailiff <= b.data.road.spaces:
        yield Reason("bailiff", {"first": b.data.bailiff.start, "last": b.data.road.spaces})


def _castle(b: Board, s: State) -> Iterator[Reason]:
    for place, (name, section) in enumerate(zip(b.section_names, b.sections, strict=True)):
        houses = sum(s.houses[place * b.players : (place + 1) * b.players])
        if houses > section.parts:
            yield Reason("section_full", {"section": name, "n": houses, "most": section.parts})
    last = len(b.sections)
    if (s.section == last and s.phase != OVER) or s.scoring == last:
        yield Reason("finished")
    elif s.scoring not in (NOBODY, s.section):
        yield Reason("not_due", {"section": b.section_names[s.scoring]})
    if s.given and len(s.given) != len(s.castle):
        yield Reason("given")
