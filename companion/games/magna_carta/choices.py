"""The possible choices and what they do.

Each kind of choice on `todo` has two functions, its options and what playing one does. `actions` lists the verbs that
answer each kind.
"""

from companion.engine.action import Action
from companion.engine.amounts import GOLD, KINDS
from companion.engine.holdings import affordable, give_cubes, has_cubes, pay
from companion.engine.phases import Choices, go_to_bridge
from companion.games.magna_carta.actions import (
    BUILD,
    DECLINE,
    DONE,
    DRAW,
    KEEP,
    MULLIGAN,
    PASS,
    PLACE,
    STAY,
    SWAP,
)
from companion.games.magna_carta.compiled import NOBODY, CompiledRules, Ways
from companion.games.magna_carta.moves import (
    ask_cards,
    can_draw,
    carry_out,
    convert,
    deck_size,
    discard_hand,
    hand_in,
    hand_size,
    in_hand,
    lay,
    lay_prestige,
    out_of_hand,
    reshuffle,
    residences,
    send_worker,
    step_provost,
)
from companion.games.magna_carta.state import State

# chance


def neutral_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The neutral cards not yet on the road, except the one that always comes last."""
    return [action for action, card in b.neutral_draw.items() if card not in s.road and b.names[card] in b.drawable]


def draw_neutral(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    lay(b, s, b.neutral_draw[action])


def card_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The cards that may be on top of a player's deck, or `DECLINE` if deck and discards are empty."""
    mask = s.deck[arg] if deck_size(s, arg) else s.discard[arg]
    return [action for bit, action in enumerate(b.own_draw) if mask >> bit & 1] or [DECLINE]


def draw_card(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Move a card from the deck to the hand."""
    if action == DECLINE:
        return
    reshuffle(b, s, arg)
    bit = 1 << b.bit[action.place]
    s.deck[arg] ^= bit
    s.hand[arg] |= bit
    if s.log is not None:
        s.log.append(("drew", arg, action.place))


def start_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    return b.start


def start_player(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    s.starter = b.seats.index(action.seat)
    if s.log is not None:
        s.log.append(("starts", s.starter))


# the first hand


def mulligan_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    return [KEEP, MULLIGAN]


def mulligan(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Exchange the first hand, once and for free."""
    if s.log is not None:
        s.log.append(("kept" if action == KEEP else "mulliganed", seat))
    if action == MULLIGAN:
        _exchange(b, s, seat)


def _exchange(b: CompiledRules, s: State, seat: int) -> None:
    """Put the hand down and draw as many cards."""
    number = hand_size(s, seat)
    s.todo.append(("refill", seat, number))
    s.todo.extend([("reveal", seat, 0)] * s.unknown[seat])


def refill_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The cards put down are replaced without a choice."""
    return [DONE]


def refill(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Draw as many cards as were put down."""
    discard_hand(b, s, seat)
    ask_cards(b, s, seat, arg)


def reveal_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The cards that may be in an unseen hand."""
    return [action for bit, action in enumerate(b.own_reveal) if s.deck[seat] >> bit & 1]


def reveal(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Show a card of the hand, which is known from now on."""
    bit = 1 << b.bit[action.place]
    s.deck[seat] ^= bit
    s.unknown[seat] -= 1
    s.hand[seat] |= bit
    if s.log is not None:
        s.log.append(("revealed", seat, action.place))


# phase 2: actions


def action_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The possible actions, in the order of the rulebook."""
    money = s.money[seat]
    options: list[Action] = []
    if money >= b.draw_price and can_draw(s, seat):
        options.append(DRAW)
    if money >= b.swap_price and (s.hand[seat] or s.unknown[seat]):
        options.append(SWAP)
    if money >= b.place_price and s.home[seat]:
        place, workless = b.place, b.workless
        options += [
            place[card]
            for card, worker, flipped in zip(s.road, s.worker, s.flipped, strict=True)
            if worker < 0 and not flipped and not workless[card]
        ]
    cubes = s.cubes[seat * KINDS : seat * KINDS + KINDS]
    options += build_options(b, in_hand(s, seat), cubes)
    payable = b.prestige_with[min(cubes[GOLD], len(b.prestige_with) - 1)]
    if payable:
        options += prestige_options(b, s, seat, cubes, payable)
    options.append(PASS)
    return options


def build_options(b: CompiledRules, hand: int, cubes: list[int]) -> list[Action]:
    """Building a card that is, or may be, in the hand, with every payment for which there are cubes."""
    food, wood, stone, _, gold = cubes
    return [
        action
        for bit, ways in b.builds_with[min(gold, len(b.builds_with) - 1)]
        if hand >> bit & 1
        for action, way in ways
        if way[0] <= food and way[1] <= wood and way[2] <= stone
    ]


def prestige_options(b: CompiledRules, s: State, seat: int, cubes: list[int], payable: Ways) -> list[Action]:
    """Building an affordable prestige card, on each residence if it needs one."""
    food, wood, stone, _, _ = cubes
    sites = [place + 1 for place in residences(b, s, seat)] if b.data.prestige.on_residence else [0]
    return [
        b.sited[action, site] if site else action
        for place, ways in (payable if sites else ())
        if s.prestige_owner[place] == NOBODY
        for action, way in ways
        if way[0] <= food and way[1] <= wood and way[2] <= stone
        for site in sites
    ]


def act(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    if action == PASS:
        go_to_bridge(s, seat, b.first_pass)
    elif action == DRAW:
        pay(s, seat, b.draw_price, "draw")
        ask_cards(b, s, seat, 1)
    elif action == SWAP:
        pay(s, seat, b.swap_price, "swap")
        if s.log is not None:
            s.log.append(("swapped", seat))
        _exchange(b, s, seat)
    elif action.verb == PLACE:
        pay(s, seat, b.place_price, "worker", b.names[b.placed[action]])
        send_worker(b, s, seat, s.road.index(b.placed[action]))
    elif action.verb == BUILD:
        bit, cubes = b.built[action]
        give_cubes(s, seat, cubes, "built", b.own[bit])
        out_of_hand(s, seat, bit)
        lay(b, s, b.first_own + seat * b.set_size + bit)
    else:
        _build_prestige(b, s, seat, action)


def _build_prestige(b: CompiledRules, s: State, seat: int, action: Action) -> None:
    place, cubes = b.prestige_built[action.building, action.cubes]
    name = b.prestige_cards[place]
    give_cubes(s, seat, cubes, "built", name)
    lay_prestige(b, s, seat, place, action.space)


# phase 3: the provost


def bribe_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The steps that the player can pay for."""
    most = min(b.bribe_steps, s.money[seat] // b.bribe_price if b.bribe_price else b.bribe_steps)
    back, forward = min(most, s.provost), min(most, len(s.road) - 1 - s.provost)
    return [*b.provost_back[len(b.provost_back) - back :], STAY, *b.provost_forward[:forward]]


def bribe(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Pay for each step and move the provost."""
    if action != STAY:
        steps = b.provost_steps[action]
        pay(s, seat, abs(steps) * b.bribe_price, "provost")
        step_provost(s, seat, steps)


# phase 4: effects, all of which may be declined


def take_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """What can be taken; from a card only while it has cubes."""
    working = b.workings[arg]
    if working.from_card and not s.stock[s.cursor]:
        return [DECLINE]
    return [*working.payments, DECLINE]


def trade_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The deals that the player can pay for and for which there are enough tokens."""
    left = sum(s.tokens)
    options = [
        action
        for action, payment in b.workings[arg].payments.items()
        if payment.tokens <= left and affordable(s, seat, payment)
    ]
    options.append(DECLINE)
    return options


def deal(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    working = b.workings[arg]
    if action == DECLINE:
        _decline(b, s, seat, arg)
        return
    if working.from_card:
        s.stock[s.cursor] -= 1
    carry_out(b, s, seat, working.payments[action], working.source, working.of)


def _decline(b: CompiledRules, s: State, seat: int, arg: int) -> None:
    """Leave an effect unused. If it could not have been used, the event says why."""
    if s.log is not None:
        working = b.workings[arg]
        s.log.append(("declined", seat, working.of, working.kind, _hindrance(b, s, seat, arg)))


def _hindrance(b: CompiledRules, s: State, seat: int, arg: int) -> str:
    working = b.workings[arg]
    if len(CHOICES[working.kind][0](b, s, seat, arg)) > 1:
        return ""
    if working.from_card:
        return "card_empty"
    left = sum(s.tokens)
    if working.kind == "trade" and all(payment.tokens > left for payment in working.payments.values()):
        return "no_tokens"
    if working.kind == "residence" and any(has_cubes(s, seat, way) for way in b.residence_ways):
        return "nothing_to_convert"
    return "cannot_pay"


def residence_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The player's cards on the road that can be turned over."""
    options: list[Action] = []
    ways = [way for way in b.residence_ways if has_cubes(s, seat, way)]
    if ways:
        for place, card in enumerate(s.road):
            if b.convertible[card] and b.owner_of[card] == seat and not s.flipped[place] and place not in s.promised:
                bit = card - b.first_own - seat * b.set_size
                options += [action for action, way in b.flips[bit] if way in ways]
    options.append(DECLINE)
    return options


def residence(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Pay, and turn the card over now or when its worker has left."""
    if action == DECLINE:
        _decline(b, s, seat, arg)
        return
    bit, way = b.flipped[action]
    place = s.road.index(b.first_own + seat * b.set_size + bit)
    give_cubes(s, seat, way, "residence", b.own[bit])
    convert(b, s, place)


# phase 5: the castle


def batch_options(b: CompiledRules, s: State, seat: int, arg: int) -> list[Action]:
    """The batches that the player can hand in, as long as there are tokens."""
    options = [action for action, cubes in b.batch.items() if has_cubes(s, seat, cubes)] if any(s.tokens) else []
    options.append(DONE)
    return options


def batch(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
    """Hand in one batch for one token, and ask again."""
    if action != DONE:
        hand_in(b, s, seat, b.batch[action])
        s.todo.append(("batch", seat, 0))


CHOICES: Choices[CompiledRules, State] = {
    "draw": (neutral_options, draw_neutral),
    "card": (card_options, draw_card),
    "start": (start_options, start_player),
    "mulligan": (mulligan_options, mulligan),
    "refill": (refill_options, refill),
    "reveal": (reveal_options, reveal),
    "action": (action_options, act),
    "bribe": (bribe_options, bribe),
    "take": (take_options, deal),
    "trade": (trade_options, deal),
    "residence": (residence_options, residence),
    "batch": (batch_options, batch),
}
"""The options and the play function of every kind of choice."""
