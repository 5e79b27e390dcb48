"""What one seat may know. The cards in another player's hand and deck form a single unseen pool.

A view is an ordinary state, like that of a table where the app does not know the hands. It can be looked at, written as
a position and searched, and contains nothing that the seat may not know.
"""

from collections.abc import Iterable

from companion.engine.events import Raw
from companion.games.magna_carta.compiled import CompiledRules
from companion.games.magna_carta.moves import hand_size
from companion.games.magna_carta.state import State

_HIDDEN = frozenset({"drew"})


def view(b: CompiledRules, s: State, seat: int | None) -> State:
    """Return the state as a seat sees it; with None, without any hand."""
    others = [other for other in range(b.players) if other != seat]
    state = unseen(s, others)
    revealing = [other for kind, other, _ in s.todo if kind == "reveal"]
    for other in others:
        if state.deck[other].bit_count() == state.unknown[other] and other not in revealing:
            # An empty deck hides nothing: all unseen cards are in the hand.
            state.hand[other], state.deck[other], state.unknown[other] = state.deck[other], 0, 0
    return state


def unseen(s: State, seats: Iterable[int]) -> State:
    """Return the state with the cards of these hands moved to the decks, and only their number known."""
    state = s.copy()
    for seat in seats:
        state.unknown[seat] = hand_size(s, seat)
        state.deck[seat] |= state.hand[seat]
        state.hand[seat] = 0
    return state


def shows_unseen(before: State, after: State, seats: Iterable[int]) -> bool:
    """Whether the second state reveals where a card is that the first one leaves unseen in one of these hands."""
    return any(before.deck[seat] & ~after.deck[seat] for seat in seats)


def seen_event(event: Raw, seat: int | None) -> Raw:
    """Return an event as a seat sees it, which is not told what another player drew."""
    if event[0] in _HIDDEN and event[1] != seat:
        return ("drew_unseen", event[1])
    return event
