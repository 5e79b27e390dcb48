"""What one seat may know. Other players' cards in hand and deck are one heap nobody has seen.

A view is an ordinary state, of the kind that a table has whose players do not show us their cards: it can be looked
at, written as a position and searched, and it holds nothing that the seat may not know.
"""

from companion.engine.events import Raw
from companion.games.magna_carta.compiled import CompiledRules
from companion.games.magna_carta.moves import hand_size
from companion.games.magna_carta.state import State

_HIDDEN = frozenset({"drew"})


def view(b: CompiledRules, s: State, seat: int | None) -> State:
    """The state as a seat sees it; nobody's seat sees no hand."""
    seen = s.copy()
    for other in range(b.players):
        if other != seat:
            number = hand_size(s, other)
            seen.deck[other] |= seen.hand[other]
            seen.hand[other], seen.unknown[other] = 0, number
            if seen.deck[other].bit_count() == number:
                # An empty deck hides nothing: what has not been seen is in the hand.
                seen.hand[other], seen.deck[other], seen.unknown[other] = seen.deck[other], 0, 0
    return seen


def seen_event(event: Raw, seat: int | None) -> Raw:
    """An event as a seat sees it: what another player drew is not told."""
    if event[0] in _HIDDEN and event[1] != seat:
        return ("drew_unseen", event[1])
    return event
