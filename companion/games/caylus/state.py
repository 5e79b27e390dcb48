"""The state of Caylus: everything on the table, as plain numbers. Players are seats 0 to n-1.

A state is copied by copying its short lists (in about a microsecond), compared by value, and written to JSON as it is.
The open choice is always the last entry of `todo`: (kind, seat, argument).
"""

from companion.engine.amounts import KINDS
from companion.engine.board import NOBODY
from companion.engine.state import PlainState, Served, plain
from companion.games.caylus.compiled import EMPTY, STOCK, CompiledRules
from companion.rules.vocabulary import Category


@plain
class State(PlainState):
    """The state of one game.

    money, prestige, home (workers not placed), lines_used (bits): by seat
    cubes: by seat and kind, flat; columns: by seat and favor line, flat; houses: by section and seat, flat
    order: seats in turn order; stables, castle, bridge: seats in order of arrival; given: batches by castle place
    road (the tile), owner, worker: by spot; where: the spot of each tile, or STOCK or GONE
    promised: (spot, seat) of buildings that the lawyer has been paid for while a worker is still there
    had: the seats that have had their turn in this phase, or in this round of it (`engine.phases`)
    served: parts of buildings that are done already, by spot (`engine.state`)
    cursor: the building that the phase has come to; active: whether it is being activated
    inn: the seat on the right circle; section: the one under construction; scoring: the one being scored, or -1
    """

    columns: list[int]
    houses: list[int]
    lines_used: list[int]
    order: list[int]
    road: list[int]
    owner: list[int]
    worker: list[int]
    where: list[int]
    stables: list[int]
    castle: list[int]
    given: list[int]
    promised: list[tuple[int, int]]
    served: Served
    inn: int
    provost: int
    bailiff: int
    section: int
    scoring: int
    open_columns: int


def start(board: CompiledRules) -> State:
    """Return the state before any chance: no neutral tiles, nobody in the turn order."""
    data, n = board.data, board.players
    state = State.__new__(State)
    state.money = [0] * n
    state.cubes = [0] * (n * KINDS)
    state.prestige = [data.setup.prestige] * n
    state.home = [data.setup.workers] * n
    state.columns = [data.setup.favor_column] * (n * len(board.lines))
    state.houses = [0] * (n * len(board.sections))
    state.lines_used = [0] * n
    state.order = []
    state.road = [EMPTY] * board.spots
    state.owner = [NOBODY] * board.spots
    state.worker = [NOBODY] * board.spots
    state.where = [STOCK] * len(board.tiles)
    for spot, name in enumerate(data.special.order):
        _lay(state, board.index[name], spot)
    for name, space in data.road.fixed.items():
        _lay(state, board.index[name], board.spot(space))
    state.stables, state.castle, state.given, state.bridge, state.had = [], [], [], [], []
    state.promised, state.todo, state.served = [], [], ()
    state.turn, state.phase, state.cursor, state.active = 0, 0, 0, 0
    state.inn = NOBODY
    state.provost, state.bailiff = data.provost.start, data.bailiff.start
    state.section, state.scoring = 0, -1
    state.open_columns = data.favors.open_columns
    state.log = None
    return state


def batches(s: State, seat: int) -> int:
    """Count the batches that a player has handed in so far in this phase."""
    return sum(n for n, giver in zip(s.given, s.castle, strict=False) if giver == seat)


def placed(state: State, seat: int) -> int:
    """Count a seat's workers on the table."""
    return state.worker.count(seat) + state.stables.count(seat) + state.castle.count(seat) + (state.inn == seat)


def free_neutrals(board: CompiledRules, state: State) -> list[int]:
    """Return the neutral tiles that are not on the road yet, in data order."""
    return [t for t in board.neutral if state.where[t] == STOCK and board.category[t] == Category.NEUTRAL]


def _lay(state: State, tile: int, spot: int) -> None:
    state.road[spot] = tile
    state.where[tile] = spot
