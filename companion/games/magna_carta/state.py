"""The state of Magna Carta: everything on the table, as plain numbers. See also `caylus.state`."""

from companion.engine.amounts import KINDS
from companion.engine.board import NOBODY
from companion.engine.state import PlainState, Served, plain
from companion.games.magna_carta.compiled import CompiledRules


@plain
class State(PlainState):
    """The state of one game.

    money, home (workers not placed), prestige (points, at the end): by seat; cubes by seat and kind, flat
    deck, hand, discard: masks of own cards by seat
    unknown: by seat, how many cards of the deck's mask are in a hand that the app does not know; the mask
    then has all unseen cards, those of the deck and those of the hand
    won: tokens by section and seat, flat; tokens: those left by section
    road (the card), worker, stock (cubes on it), flipped (residence), cover (a prestige card on it): by place
    prestige_owner: by prestige card; bridge: seats in passing order; given: batches by seat
    promised: places that become residences when their worker has left
    had: the seats that have had their turn in this phase, or in this round of it (`engine.phases`)
    served: parts of buildings that are done already, by spot (`engine.state`)
    starter: the start player's seat; cursor: the card that the phase has come to; active: whose effect is offered
    """

    deck: list[int]
    hand: list[int]
    unknown: list[int]
    discard: list[int]
    won: list[int]
    road: list[int]
    worker: list[int]
    stock: list[int]
    flipped: list[int]
    cover: list[int]
    prestige_owner: list[int]
    tokens: list[int]
    given: list[int]
    promised: list[int]
    served: Served
    starter: int
    provost: int


def start(board: CompiledRules) -> State:
    """Return the state before any chance: an empty road, complete decks, no start player."""
    data, n = board.data, board.players
    state = State.__new__(State)
    state.money, state.prestige = [0] * n, [0] * n
    state.cubes = [0] * (n * KINDS)
    state.home = [data.setup.workers] * n
    state.deck = [board.whole_set] * n
    state.hand, state.unknown, state.discard = [0] * n, [0] * n, [0] * n
    state.won = [0] * (n * len(board.sections))
    state.road, state.worker, state.stock, state.flipped, state.cover = [], [], [], [], []
    state.prestige_owner = [NOBODY] * len(board.prestige_cards)
    state.tokens = board.tokens[:]
    state.given, state.bridge, state.had, state.promised, state.todo = [0] * n, [], [], [], []
    state.served = ()
    state.turn = state.phase = state.cursor = state.active = state.provost = 0
    state.starter = NOBODY
    state.log = None
    return state
