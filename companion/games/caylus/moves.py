"""Single changes on the board. Every function changes the state and, if there is a log, adds an event."""

from companion.engine import holdings
from companion.engine.amounts import Payment
from companion.engine.board import NOBODY
from companion.engine.holdings import earn, pay
from companion.games.caylus.compiled import CASTLE_TILE, EMPTY, GONE, RESIDENCE, STOCK, CompiledRules
from companion.games.caylus.state import State
from companion.rules.vocabulary import Category, FavorMode


def carry_out(b: CompiledRules, s: State, seat: int, payment: Payment, source: str, of: str = "") -> None:
    holdings.carry_out(s, seat, payment, source, of)
    if payment.favors:
        gain_favors(b, s, seat, payment.favors, source, of)


def gain_favors(b: CompiledRules, s: State, seat: int, favors: int, source: str, of: str = "") -> None:
    """Give a player royal favors: each is a choice to make at once, or points if favors are simplified."""
    if s.log is not None:
        s.log.append(("favored", seat, favors, source, of))
    if b.data.favors.mode == FavorMode.FLAT:
        earn(s, seat, favors * b.data.favors.flat_prestige, "favor", source)
    else:
        s.todo.extend([("favor", seat, 0)] * favors)


def send_worker(b: CompiledRules, s: State, seat: int, tile: int) -> None:
    """Send a worker from home to a building or the castle."""
    s.home[seat] -= 1
    if s.log is not None:
        s.log.append(("placed", seat, b.tiles[tile] or "castle"))
    put_worker(b, s, seat, tile)


def put_worker(b: CompiledRules, s: State, seat: int, tile: int) -> None:
    """Put a worker on a building or (tile 0) in the castle. If another player owns the building, they gain prestige."""
    if tile == CASTLE_TILE:
        s.castle.append(seat)
        if s.given:
            s.given.append(0)
    elif tile == b.stables:
        s.stables.append(seat)
    else:
        spot = s.where[tile]
        s.worker[spot] = seat
        owner = s.owner[spot]
        if owner not in (NOBODY, seat) and b.owner_prestige:
            earn(s, owner, b.owner_prestige, "used", b.base[tile])


def return_worker(s: State, seat: int, place: str) -> None:
    """Return a worker to its player."""
    s.home[seat] += 1
    if s.log is not None:
        s.log.append(("returned", seat, place))


def send_home(b: CompiledRules, s: State, spot: int) -> None:
    """Send home the worker on a spot; a promised residence is then laid."""
    seat, s.worker[spot] = s.worker[spot], NOBODY
    return_worker(s, seat, b.tiles[s.road[spot]])
    if s.served:
        s.served = tuple(part for part in s.served if part[0] != spot)
    for promise in s.promised:
        if promise[0] == spot:
            s.promised.remove(promise)
            lay_residence(b, s, promise[1], spot)
            break


def clear_the_table(b: CompiledRules, s: State) -> None:
    """Send home everybody but the lodger of the inn. In play they have left; a correction may have put them back."""
    for spot, seat in enumerate(s.worker):
        if seat >= 0:
            send_home(b, s, spot)
    for seats, name in ((s.stables, b.tiles[b.stables]), (s.castle, "castle")):
        while seats:
            return_worker(s, seats.pop(0), name)
    s.given = []


def build(b: CompiledRules, s: State, seat: int, tile: int, spot: int) -> None:
    """Put a tile on a spot, and give its points and favors."""
    s.road[spot] = tile
    s.owner[spot] = seat
    s.where[tile] = spot
    name = b.tiles[tile]
    if s.log is not None:
        s.log.append(("built", seat, name, b.space(spot)))
    earn(s, seat, b.prestige[tile], "built", b.base[tile])
    if b.favor[tile]:
        gain_favors(b, s, seat, b.favor[tile], "built", b.base[tile])


def convert(b: CompiledRules, s: State, seat: int, spot: int) -> None:
    """Convert a building to a residence, now or when its worker has left."""
    if s.worker[spot] >= 0 and b.data.residence.after_activation:
        s.promised = sorted([*s.promised, (spot, seat)])
        if s.log is not None:
            s.log.append(("promised", seat, b.tiles[s.road[spot]]))
    else:
        lay_residence(b, s, seat, spot)


def lay_residence(b: CompiledRules, s: State, seat: int, spot: int) -> None:
    """Replace a tile with a residence."""
    tile = s.road[spot]
    neutral = b.category[tile] == Category.NEUTRAL
    back = b.data.residence.neutral_to_stock if neutral else b.data.residence.own_to_stock
    s.where[tile] = STOCK if back else GONE
    s.road[spot] = RESIDENCE
    s.owner[spot] = seat
    if s.log is not None:
        s.log.append(("converted", seat, b.tiles[tile], b.space(spot)))
    earn(s, seat, b.prestige[RESIDENCE], "built", b.tiles[RESIDENCE])


def first_free_spot(b: CompiledRules, s: State) -> int:
    """Return the first unbuilt space of the road, or -1 if it is full."""
    try:
        return s.road.index(EMPTY, b.specials)
    except ValueError:
        return -1


def step_provost(s: State, seat: int, steps: int, paid: int) -> None:
    """Move the provost forward, or back if `steps` is negative."""
    if paid:
        pay(s, seat, paid, "provost")
    s.provost += steps
    if s.log is not None:
        s.log.append(("provost_moved", seat, steps, s.provost))
