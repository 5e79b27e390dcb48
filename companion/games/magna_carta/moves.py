"""Single changes on the table: cards, workers, tokens. Money and cubes are in `holdings`."""

from companion.engine import holdings
from companion.engine.amounts import Payment, Vector
from companion.engine.board import NOBODY
from companion.engine.holdings import give_cubes
from companion.games.magna_carta.compiled import NO_COVER, CompiledRules
from companion.games.magna_carta.state import State


def lay(b: CompiledRules, s: State, card: int) -> None:
    """Lay a card at the end of the road, with its cubes if it is a small producer."""
    s.road.append(card)
    s.worker.append(NOBODY)
    s.stock.append(b.stock[card])
    s.flipped.append(0)
    s.cover.append(NO_COVER)
    if s.log is not None:
        s.log.append(("laid", b.owner_of[card], b.names[card], len(s.road)))


def deck_size(s: State, seat: int) -> int:
    """Count the cards in the deck: those of the mask that are not in an unseen hand."""
    return s.deck[seat].bit_count() - s.unknown[seat]


def hand_size(s: State, seat: int) -> int:
    """Count the cards in the hand, seen or not."""
    return s.hand[seat].bit_count() + s.unknown[seat]


def can_draw(s: State, seat: int) -> bool:
    """Whether there is a card to draw, from the deck or from the discards that replace it."""
    return deck_size(s, seat) > 0 or s.discard[seat] > 0


def ask_cards(b: CompiledRules, s: State, seat: int, number: int) -> None:
    """Draw cards. Chance decides which if the app knows the hand; otherwise they stay unseen."""
    if b.tracked[seat]:
        s.todo.extend([("card", NOBODY, seat)] * number)
        return
    for _ in range(number):
        reshuffle(b, s, seat)
        if deck_size(s, seat) > 0:
            s.unknown[seat] += 1
            if s.log is not None:
                s.log.append(("drew_unseen", seat))


def reshuffle(b: CompiledRules, s: State, seat: int) -> None:
    """If the deck is empty, turn the discards into the deck. Unseen cards must then be in the hand."""
    if deck_size(s, seat) == 0:
        if s.unknown[seat]:
            s.hand[seat] |= s.deck[seat]
            s.unknown[seat] = s.deck[seat] = 0
        if s.discard[seat]:
            s.deck[seat], s.discard[seat] = s.discard[seat], 0
            if s.log is not None:
                s.log.append(("reshuffled", seat))


def discard_hand(b: CompiledRules, s: State, seat: int) -> None:
    """Discard the hand, face up. Unseen cards have been revealed one by one before."""
    s.discard[seat] |= s.hand[seat]
    if s.log is not None:
        s.log.append(("discarded", seat, s.hand[seat].bit_count()))
    s.hand[seat] = 0


def out_of_hand(s: State, seat: int, bit: int) -> None:
    """Remove a card from the hand; an unseen one becomes known."""
    if s.hand[seat] >> bit & 1:
        s.hand[seat] ^= 1 << bit
    else:
        s.deck[seat] ^= 1 << bit
        s.unknown[seat] -= 1


def in_hand(s: State, seat: int) -> int:
    """Return the mask of cards that are, or may be, in the hand."""
    return s.hand[seat] | (s.deck[seat] if s.unknown[seat] else 0)


def take_tokens(b: CompiledRules, s: State, seat: int, number: int, source: str) -> None:
    """Take castle tokens from the best section left."""
    for _ in range(number):
        section = best_section(s)
        s.tokens[section] -= 1
        s.won[section * b.players + seat] += 1
        if s.log is not None:
            s.log.append(("won_token", seat, b.section_names[section], source))


def best_section(s: State) -> int:
    """Return the first section with tokens, or -1."""
    return next((section for section, left in enumerate(s.tokens) if left), -1)


def carry_out(b: CompiledRules, s: State, seat: int, payment: Payment, source: str, of: str) -> None:
    """Carry out a payment; castle tokens come last."""
    holdings.carry_out(s, seat, payment, source, of)
    if payment.tokens:
        take_tokens(b, s, seat, payment.tokens, source)


def hand_in(b: CompiledRules, s: State, seat: int, cubes: Vector) -> None:
    """Hand in a batch for a castle token."""
    give_cubes(s, seat, cubes, "castle")
    take_tokens(b, s, seat, 1, "castle")
    s.given[seat] += 1


def lay_prestige(b: CompiledRules, s: State, seat: int, card: int, space: int) -> None:
    """Lay a prestige card on a residence of the road or, if `space` is 0, before its owner."""
    s.prestige_owner[card] = seat
    if space:
        s.cover[space - 1] = card
    if s.log is not None:
        s.log.append(("built", seat, b.prestige_cards[card], space))


def step_provost(s: State, seat: int, steps: int) -> None:
    """Move the provost forward, or back if `steps` is negative."""
    s.provost += steps
    if s.log is not None:
        s.log.append(("provost_moved", seat, steps, s.provost + 1))


def send_worker(b: CompiledRules, s: State, seat: int, place: int) -> None:
    """Send a worker from home to a card."""
    s.home[seat] -= 1
    s.worker[place] = seat
    if s.log is not None:
        s.log.append(("placed", seat, b.names[s.road[place]]))


def send_home(b: CompiledRules, s: State, place: int) -> None:
    """Send home the worker on a card; a promised residence is then turned over."""
    seat, s.worker[place] = s.worker[place], NOBODY
    s.home[seat] += 1
    if s.log is not None:
        s.log.append(("returned", seat, b.names[s.road[place]]))
    if s.served:
        s.served = tuple(part for part in s.served if part[0] != place)
    if place in s.promised:
        s.promised.remove(place)
        flip(b, s, place)


def convert(b: CompiledRules, s: State, place: int) -> None:
    """Convert a card to a residence, now or when its worker has left."""
    if s.worker[place] >= 0 and b.data.residence.after_activation:
        s.promised = sorted([*s.promised, place])
        card = s.road[place]
        if s.log is not None:
            s.log.append(("promised", b.owner_of[card], b.names[card]))
    else:
        flip(b, s, place)


def flip(b: CompiledRules, s: State, place: int) -> None:
    """Turn a card over to become a residence; cubes on it return to the stock."""
    s.flipped[place] = 1
    s.stock[place] = 0
    card = s.road[place]
    if s.log is not None:
        s.log.append(("converted", b.owner_of[card], b.names[card], place + 1))


def residences(b: CompiledRules, s: State, seat: int) -> list[int]:
    """Return the places of a seat's residences that no prestige card covers."""
    return [
        place
        for place, card in enumerate(s.road)
        if s.flipped[place] and s.cover[place] == NO_COVER and b.owner_of[card] == seat
    ]
