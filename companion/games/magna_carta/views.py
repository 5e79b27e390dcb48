"""What one seat may know. Other players' cards in hand and deck are one heap nobody has seen.

A view is an ordinary state, of the kind that a table has whose players do not show us their cards: it can be looked
at, written as a position and searched, and it holds nothing that the seat may not know.
"""

from collections.abc import Iterable

from companion.engine.events import Raw
from companion.games.magna_carta.compiled import CompiledRules
from companion.games.magna_carta.moves import hand_size
from companion.games.magna_carta.state import State

_HIDDEN = frozenset({"drew"})


def view(b: CompiledRules, s: State, seat: int | None) -> State:
    """The state as a seat sees it; nobody's seat sees no hand."""
    others = [other for other in range(b.players) if other != seat]
    seen = unseen(s, others)
    for other in others:
        if seen.deck[other].bit_count() == seen.unknown[other]:
            # An empty deck hides nothing: what has not been seen is in the hand.
            seen.hand[other], seen.deck[other], seen.unknown[other] = seen.deck[other], 0, 0
    return seen


def unseen(s: State, seats: Iterable[int]) -> State:
    """The state with the cards of these hands among those of the deck, and only their number told."""
    seen = s.copy()
    for seat in seats:
        seen.unknown[seat] = hand_size(s, seat)
        seen.deck[seat] |= seen.hand[seat]
        seen.hand[seat] = 0
    return seen


def shows_unseen(before: State, after: State, seats: Iterable[int]) -> bool:
    """Whether a card that may be in one of these hands lies elsewhere afterwards."""
    return any(before.deck[seat] & ~after.deck[seat] for seat in seats)


def seen_event(event: Raw, seat: int | None) -> Raw:
    """An event as a seat sees it: what another player drew is not told."""
    if event[0] in _HIDDEN and event[1] != seat:
        return ("drew_unseen", event[1])
    return event
