"""The possible choices and what they do.

Each kind of choice on `todo` has two functions: its options, complete and in a fixed order, and what playing one does.
`actions` lists the verbs that answer each kind.
"""

from companion.engine.action import Action
from companion.engine.amounts import Vector
from companion.engine.holdings import affordable, earn, give_cubes, has_cubes, pay, receive
from companion.engine.phases import Choices, go_to_bridge
from companion.games.caylus.actions import BACK, DECLINE, DONE, LEAVE, PASS, STAY
from companion.games.caylus.compiled import CASTLE_TILE, NO_WORKING, NOBODY, RESIDENCE, STOCK, CompiledRules, Working
from companion.games.caylus.moves import (
    build,
    carry_out,
    convert,
    first_free_spot,
    put_worker,
    return_worker,
    send_worker,
    step_provost,
)
from companion.games.caylus.state import State, free_neutrals

# chance


def draw_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The neutral tiles that are not on the road yet."""
    return [b.draw[tile] for tile in free_neutrals(b, s)]


def draw(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    tile = b.index[action.place]
    s.road[arg] = tile
    s.where[tile] = arg
    if s.log is not None:
        s.log.append(("drawn", b.tiles[tile], b.space(arg)))


def next_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The players without a place in the turn order."""
    return [b.next[one] for one in range(b.players) if one not in s.order]


def next_player(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Give a player the next place in the turn order, and the money of that place."""
    place, chosen = len(s.order), b.seats.index(action.seat)
    s.order.append(chosen)
    if s.log is not None:
        s.log.append(("ordered", chosen, place + 1))
    receive(s, chosen, b.data.setup.money[place], "setup")


# phase 2: workers


def price(b: CompiledRules, s: State, seat: int) -> int:
    """Return what a worker costs this player now, except on their own buildings."""
    return b.inn_price if s.inn == seat else b.prices[len(s.bridge)]


def stables_open(b: CompiledRules, s: State, seat: int, once: frozenset[str]) -> bool:
    """Whether the stables have a free place, and do not already hold this player's worker if `once` includes them."""
    return len(s.stables) < b.stable_places and not (seat in s.stables and "stables" in once)


def castle_open(b: CompiledRules, s: State, seat: int, once: frozenset[str]) -> bool:
    """Whether the castle has a free place, and does not already hold this player's worker if `once` includes it."""
    return len(s.castle) < b.castle_places and not (seat in s.castle and "castle" in once)


def _free(b: CompiledRules, s: State, seat: int, actions: list[Action], once: frozenset[str]) -> list[Action]:
    """Return every free place for a worker, in board order, the castle last."""
    workable = b.workable
    options = [actions[tile] for tile, worker in zip(s.road, s.worker, strict=True) if worker < 0 and workable[tile]]
    if b.stables and not stables_open(b, s, seat, once):
        options.remove(actions[b.stables])
    if castle_open(b, s, seat, once):
        options.append(actions[CASTLE_TILE])
    return options


def worker_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The places where the player can afford a worker, and passing."""
    money = s.money[seat]
    options: list[Action] = []
    if s.home[seat]:
        if money >= price(b, s, seat):
            options = _free(b, s, seat, b.place, b.once)
        elif money >= b.own_price:
            options = [
                b.place[tile]
                for tile, owner, worker in zip(s.road, s.owner, s.worker, strict=True)
                if owner == seat and worker < 0 and b.workable[tile]
            ]
    options.append(PASS)
    return options


def place_worker(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Pay for a worker and place it, or go to the bridge."""
    if action == PASS:
        go_to_bridge(s, seat, b.first_pass)
        return
    tile = b.tile_at[action.place]
    own = tile and s.owner[s.where[tile]] == seat
    pay(s, seat, b.own_price if own else price(b, s, seat), "worker", b.tiles[tile] or "castle")
    send_worker(b, s, seat, tile)


# phase 3: special buildings


def gate_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The places where the worker at the gate can go, and staying there."""
    return [*_free(b, s, seat, b.move, b.gate_once), BACK]


def gate(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    if action != BACK:
        tile = b.tile_at[action.place]
        s.worker[arg] = NOBODY
        if s.log is not None:
            s.log.append(("moved", seat, b.tiles[tile] or "castle"))
        put_worker(b, s, seat, tile)


def guild_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    return _provost_options(b, s, b.workings[arg].steps)


def guild(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    if action != STAY:
        step_provost(s, seat, b.provost_steps[action], 0)


def inn_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    return [STAY, LEAVE]


def inn(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Keep the worker there, or take it home."""
    if action == LEAVE:
        leave_inn(s)


def leave_inn(s: State) -> None:
    """Send home the worker on the right circle."""
    seat, s.inn = s.inn, NOBODY
    return_worker(s, seat, "inn")


# phase 4: the provost


def bribe_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The steps that the player can pay for."""
    affordable = s.money[seat] // b.bribe_price if b.bribe_price else b.bribe_steps
    return _provost_options(b, s, min(b.bribe_steps, affordable))


def bribe(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Pay for each step and move the provost."""
    if action != STAY:
        steps = b.provost_steps[action]
        step_provost(s, seat, steps, abs(steps) * b.bribe_price)


def _provost_options(b: CompiledRules, s: State, most: int) -> list[Action]:
    back = min(most, s.provost - b.first_space)
    forward = min(most, b.last_space - s.provost)
    return [*b.provost_back[len(b.provost_back) - back :], STAY, *b.provost_forward[:forward]]


# phase 5, and the buildings line of the favor table


def take_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    working = b.workings[arg]
    return [*working.payments] if working.compulsory else [*working.payments, DECLINE]


def trade_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The deals that the player can pay for."""
    options = [action for action, payment in b.workings[arg].payments.items() if affordable(s, seat, payment)]
    options.append(DECLINE)
    return options


def deal(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Take what is produced, or trade."""
    working = b.workings[arg]
    if action == DECLINE:
        decline(b, s, seat, arg)
    else:
        carry_out(b, s, seat, working.payments[action], working.source, working.of)


def decline(b: CompiledRules, s: State, seat: int, arg: int) -> None:
    """Leave an effect unused. If it could not have been used, the event says why."""
    if s.log is not None:
        working = b.workings[arg]
        s.log.append(("declined", seat, working.of, working.kind, _hindrance(b, s, seat, arg)))


def _hindrance(b: CompiledRules, s: State, seat: int, arg: int) -> str:
    working = b.workings[arg]
    if len(CHOICES[working.kind][0](b, s, seat, arg)) > 1:
        return ""
    if working.kind == "build":
        if working.prestige and not residences(b, s, seat):
            return "no_residence"
        if not working.prestige and first_free_spot(b, s) < 0:
            return "road_full"
        if all(s.where[tile] != STOCK for tile, _ in working.by_tile):
            return "none_in_stock"
    elif working.kind == "residence" and affordable(s, seat, working.cost):
        return "nothing_to_convert"
    return "cannot_pay"


def build_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The tiles in stock that the player can pay for, if there is a free space."""
    working = b.workings[arg]
    if working.prestige:
        return _prestige_options(b, s, seat, working)
    options: list[Action] = []
    if first_free_spot(b, s) >= 0:
        offered: set[str] = set()
        for tile, ways in working.by_tile:
            if s.where[tile] == STOCK and b.base[tile] not in offered:
                offered.add(b.base[tile])
                options += [action for action, cubes in ways if has_cubes(s, seat, cubes)]
    options.append(DECLINE)
    return options


def _prestige_options(b: CompiledRules, s: State, seat: int, working: Working) -> list[Action]:
    sites = residences(b, s, seat)
    options = [
        b.sited[action, site]
        for tile, ways in (working.by_tile if sites else ())
        if s.where[tile] == STOCK
        for action, cubes in ways
        if has_cubes(s, seat, cubes)
        for site in sites
    ]
    options.append(DECLINE)
    return options


def residences(b: CompiledRules, s: State, seat: int) -> list[int]:
    """Return the road spaces of this player's residences."""
    return [b.space(spot) for spot in range(b.specials, b.spots) if s.road[spot] == RESIDENCE and s.owner[spot] == seat]


def construct(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Pay for a tile and lay it."""
    working = b.workings[arg]
    if action == DECLINE:
        decline(b, s, seat, arg)
        return
    tile = next(copy for copy in b.copies[action.building] if s.where[copy] == STOCK)
    give_cubes(s, seat, working.ways[action.building, action.cubes], "built", b.tiles[tile])
    build(b, s, seat, tile, b.spot(action.space) if action.space else first_free_spot(b, s))


def residence_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The buildings that the lawyer can turn into a residence of this player."""
    options: list[Action] = []
    if affordable(s, seat, b.workings[arg].cost):
        promised = [spot for spot, _ in s.promised]
        options = [
            b.to_residence[tile]
            for spot, (tile, owner) in enumerate(zip(s.road, s.owner, strict=True))
            if b.convertible[tile] and owner in (NOBODY, seat) and spot not in promised
        ]
    options.append(DECLINE)
    return options


def residence(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Pay the lawyer. The tile is converted now, or when the worker on it has left."""
    working = b.workings[arg]
    if action == DECLINE:
        decline(b, s, seat, arg)
        return
    spot = s.where[b.index[action.place]]
    carry_out(b, s, seat, working.cost, "residence", action.place)
    convert(b, s, seat, spot)


# phase 6: the castle


def batch_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The batches that the player can hand in, as long as the castle has room."""
    options = []
    if open_section(b, s) >= 0:
        options = [action for action, cubes in b.batch.items() if has_cubes(s, seat, cubes)]
    options.append(DONE)
    return options


def open_section(b: CompiledRules, s: State) -> int:
    """Return the section that the next house goes to, at or after the one under construction; -1 if none has room."""
    for section in range(s.section, len(b.sections)):
        if houses_in(b, s, section) < b.sections[section].parts:
            return section
    return -1


def houses_in(b: CompiledRules, s: State, section: int) -> int:
    """Count the houses in a section."""
    return sum(s.houses[section * b.players : (section + 1) * b.players])


def batch(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Hand in one batch, and ask again."""
    if action == DONE:
        return
    build_house(b, s, seat, arg, b.batch[action])
    s.todo.append(("batch", seat, arg))


def build_house(b: CompiledRules, s: State, seat: int, place: int, cubes: Vector) -> None:
    """Hand in a batch and build a house; `place` is the player's place in the castle."""
    section = open_section(b, s)
    name = b.section_names[section]
    give_cubes(s, seat, cubes, "castle", name)
    s.houses[section * b.players + seat] += 1
    s.given[place] += 1
    earn(s, seat, b.sections[section].prestige, "castle", name)


# royal favors


def favor_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The lines not used in this phase, up to the column that the marker reaches.

    If none is left, the favor is lost.
    """
    used, lines = s.lines_used[seat], len(b.lines)
    options: list[Action] = []
    if used.bit_count() < b.favors_per_phase:
        for line in range(lines):
            if not (b.line_once and used >> line & 1):
                options += b.favors[line][: reach(b, s, seat, line)]
    return options or [DECLINE]


def reach(b: CompiledRules, s: State, seat: int, line: int) -> int:
    """Return the column that a marker is in after a favor on its line."""
    column = s.columns[seat * len(b.lines) + line]
    return column + 1 if column < s.open_columns else column


def favor(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Advance on a line and use one of its cells."""
    if action == DECLINE:
        if s.log is not None:
            s.log.append(("favor_lost", seat))
        return
    line, column = b.favor_cell[action]
    move_marker(b, s, seat, line, column, reach(b, s, seat, line))
    use(b, s, seat, b.favor_working[line][column])


def move_marker(b: CompiledRules, s: State, seat: int, line: int, column: int, marker: int) -> None:
    """Move a marker to its new column, for the use of the cell of a column (counted from 0)."""
    s.columns[seat * len(b.lines) + line] = marker
    s.lines_used[seat] |= 1 << line
    if s.log is not None:
        s.log.append(("favor_used", seat, b.lines[line], column + 1, marker))


def use(b: CompiledRules, s: State, seat: int, working: int) -> None:
    """Put the choice that a building or favor offers on `todo`, if it has any."""
    if working != NO_WORKING:
        s.todo.append((b.workings[working].kind, seat, working))


CHOICES: Choices[CompiledRules, State] = {
    "draw": (draw_options, draw),
    "next": (next_options, next_player),
    "worker": (worker_options, place_worker),
    "gate": (gate_options, gate),
    "guild": (guild_options, guild),
    "inn": (inn_options, inn),
    "bribe": (bribe_options, bribe),
    "take": (take_options, deal),
    "trade": (trade_options, deal),
    "build": (build_options, construct),
    "residence": (residence_options, residence),
    "batch": (batch_options, batch),
    "favor": (favor_options, favor),
}
"""The options and the play function of every kind of choice."""
