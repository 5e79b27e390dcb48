"""Everything that is impossible on a table. Checks positions that people enter, and detects faults when fuzzing.

`SHORT` problems are about the box, not the rules: supplies are unlimited (ruling 55), pieces are not.
"""

from collections.abc import Iterator

from companion.engine.amounts import KINDS
from companion.engine.board import NOBODY
from companion.engine.errors import Reason
from companion.engine.phases import OVER, SETUP, phase_of, turn_faults
from companion.games.caylus import open_choice
from companion.games.caylus.compiled import EMPTY, FIRST_TILE, GONE, RESIDENCE, STOCK, CompiledRules
from companion.games.caylus.phases import built_up, columns_open, reached
from companion.games.caylus.state import State, batches, placed
from companion.rules.vocabulary import CUBES, Category, Phase

SHORT = frozenset({"too_many_cubes", "too_many_houses", "too_many_coins"})

_OWNED = (Category.WOOD, Category.STONE, Category.PRESTIGE, Category.RESIDENTIAL)


ODD = frozenset(
    {"section", "section_early", "columns", "misplaced", "neutral_missing", "promise", "turn", "too_early"}
    | {"too_late", "batches"}
)
"""Problems that no game leads to but that can be played on from; older records and tables may begin with them."""


def problems(b: CompiledRules, s: State) -> list[Reason]:
    """Return everything wrong with a position; nothing for any position of a real game."""
    parts = (_pieces, _people, _left_behind, _road, _printed, _tiles, _pawns, _castle, _sections)
    reasons = [problem for part in parts for problem in part(b, s)]
    # How far the phase has come can only be checked if everything else is possible.
    return reasons or list(open_choice.problems(b, s))


def impossible(b: CompiledRules, s: State) -> list[Reason]:
    """Return the problems that no real game can have, however large the supplies."""
    return [problem for problem in problems(b, s) if problem.code not in SHORT]


def _pieces(b: CompiledRules, s: State) -> Iterator[Reason]:
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
        workers = b.data.setup.workers
        if s.home[seat] < 0:
            yield Reason("too_many_workers", {"player": colour, "n": on_table, "most": workers})
        elif s.home[seat] + on_table != workers:
            yield Reason("workers", {"player": colour, "n": s.home[seat] + on_table, "expected": workers})
        houses = s.owner.count(seat) + sum(s.houses[seat :: b.players])
        if houses > counts["house"] // len(b.data.players.colours):
            yield Reason("too_many_houses", {"player": colour, "n": houses})


def _people(b: CompiledRules, s: State) -> Iterator[Reason]:
    yield from turn_faults(s)
    out = any(placed(s, seat) > (s.inn == seat) for seat in range(b.players))
    if SETUP <= s.phase <= b.phases.index(Phase.WORKERS) and (s.bridge or out):
        yield Reason("too_early")
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


def _left_behind(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Workers that should have gone home in a phase that is over."""
    standing = [b.base[tile] if seat != NOBODY else "" for tile, seat in zip(s.road, s.worker, strict=True)]
    for phase, places in (
        (Phase.SPECIAL, [*standing[: b.specials], b.base[b.stables] if s.stables else ""]),
        (Phase.BUILDINGS, standing[b.specials :]),
        (Phase.CASTLE, ["castle"] if s.castle else []),
    ):
        if s.phase > b.phases.index(phase) + 1:
            yield from (Reason("too_late", {"place": place}) for place in places if place)


def _road(b: CompiledRules, s: State) -> Iterator[Reason]:
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
    for spot, seat in s.promised:
        tile = s.road[spot]
        if s.worker[spot] == NOBODY:
            yield Reason("promised_without_worker", {"building": b.tiles[tile]})
        elif not b.convertible[tile] or s.owner[spot] not in (NOBODY, seat):
            yield Reason("promise", {"building": b.tiles[tile], "player": b.seats[seat]})
    if b.stables and s.worker[s.where[b.stables]] != NOBODY:
        yield Reason("takes_no_worker", {"building": b.tiles[b.stables]})


def _printed(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Neutral tiles must be on their spaces, fixed buildings on theirs, and players' own tiles elsewhere."""
    neutral = {b.spot(space) for space in b.data.road.neutral}
    fixed = {b.spot(space): b.index[name] for name, space in b.data.road.fixed.items()}
    for spot in range(b.specials, b.spots):
        tile, kind = s.road[spot], b.category[s.road[spot]]
        if tile == EMPTY:
            if spot in neutral and s.phase > 0:
                yield Reason("neutral_missing", {"space": b.space(spot)})
        elif (
            (kind == Category.NEUTRAL and spot not in neutral)
            or (kind in (Category.WOOD, Category.STONE) and spot in neutral)
            or (tile in fixed.values() and fixed.get(spot) != tile)
            or (spot in fixed and tile != fixed[spot] and not b.convertible[fixed[spot]])
        ):
            yield Reason("misplaced", {"building": b.tiles[tile], "space": b.space(spot)})


def _building(b: CompiledRules, s: State, spot: int, tile: int) -> Iterator[Reason]:
    if (b.category[tile] in _OWNED) != (s.owner[spot] != NOBODY):
        yield Reason("owner", {"building": b.tiles[tile], "space": b.space(spot)})
    if s.worker[spot] != NOBODY and not b.workable[tile]:
        yield Reason("takes_no_worker", {"building": b.tiles[tile]})
    if tile != RESIDENCE and s.where[tile] != spot:
        yield Reason("building_twice", {"building": b.tiles[tile]})


def _tiles(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Each tile must be in exactly one possible place."""
    for tile, where in enumerate(s.where[FIRST_TILE:], FIRST_TILE):
        if where >= 0 and s.road[where] != tile:
            yield Reason("building_twice", {"building": b.tiles[tile]})
        if where == GONE and b.category[tile] != Category.NEUTRAL:
            yield Reason("gone", {"building": b.tiles[tile]})
        if where == STOCK and b.category[tile] in (Category.SPECIAL, Category.FIXED):
            yield Reason("not_on_board", {"building": b.tiles[tile]})


def _pawns(b: CompiledRules, s: State) -> Iterator[Reason]:
    if not b.first_space <= s.provost <= b.last_space:
        yield Reason("provost", {"first": b.first_space, "last": b.last_space})
    if not b.data.bailiff.start <= s.bailiff <= b.data.road.spaces:
        yield Reason("bailiff", {"first": b.data.bailiff.start, "last": b.data.road.spaces})


def pace(b: CompiledRules, s: State) -> Iterator[Reason]:
    """The bailiff goes some steps at the end of each turn."""
    rule, walked = b.data.bailiff, s.phase == OVER or (phase_of(b, s) == Phase.END_OF_TURN and s.cursor > 0)
    times = s.turn if walked else s.turn - 1
    first, last = (min(rule.start + times * step, b.data.road.spaces) for step in sorted((rule.level, rule.ahead)))
    if s.turn and not first <= s.bailiff <= last:
        yield Reason("pace", {"turn": s.turn, "first": first, "last": last})


def _castle(b: CompiledRules, s: State) -> Iterator[Reason]:
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
    for seat, colour in enumerate(b.seats):
        n = batches(s, seat)
        if n > sum(s.houses[seat :: b.players]):
            yield Reason("batches", {"player": colour, "n": n})


def _sections(b: CompiledRules, s: State) -> Iterator[Reason]:
    """The section under construction must agree with the bailiff and with what is built."""
    if s.phase == OVER or s.section >= len(b.sections):
        return
    phase = phase_of(b, s)
    name, passed = b.section_names[s.section], all(_has_ended(b, s, before) for before in range(s.section))
    walked = phase == Phase.END_OF_TURN and s.cursor > 0
    over = reached(b, s, s.section) or (phase not in (Phase.CASTLE, Phase.END_OF_TURN) and built_up(b, s, s.section))
    if not passed or (over and not walked):
        yield Reason("section", {"section": name, "space": s.bailiff})
    for later in range(s.section + 1, len(b.sections)):
        built = sum(s.houses[later * b.players : (later + 1) * b.players])
        if built and not all(built_up(b, s, before) for before in range(s.section, later)):
            yield Reason("section_early", {"section": b.section_names[later]})
    if s.open_columns != columns_open(b, s.section):
        yield Reason("columns", {"n": s.open_columns, "expected": columns_open(b, s.section)})


def _has_ended(b: CompiledRules, s: State, section: int) -> bool:
    return reached(b, s, section) or built_up(b, s, section)
