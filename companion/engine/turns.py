"""Whose turn it is, told by who has had theirs.

A state remembers players, never a place in an order. If somebody corrects the order of play, of passing or of the
castle, nobody is asked or scored twice, and nobody is left out.

>>> from types import SimpleNamespace
>>> s = SimpleNamespace(had=[])
>>> [next_turn(s, order) for order in ([2, 0, 1], [0, 2, 1], [1, 2, 0], [1, 2, 0])]
[2, 0, 1, -1]
>>> s = SimpleNamespace(had=[])
>>> [next_in_rounds(s, [0, 1, 2], out) for out in ([], [], [1], [1], [1])], s.had
([0, 1, 2, 0, 2], [0, 1, 2])
"""

from collections.abc import Sequence
from typing import Protocol

from companion.engine.board import NOBODY


class TakesTurns(Protocol):
    """The part of a state that says who has had their turn."""

    had: list[int]
    """The seats that have had their turn in this phase, or in this round of it, in order; the last may be having it."""


def next_turn(s: TakesTurns, order: Sequence[int]) -> int:
    """Give the next player in this order their turn; `NOBODY` if all have had it. Who stands there twice has two."""
    had = s.had
    place = len(had)
    if had != order[:place]:  # somebody has corrected the order
        place = _first_to_have(had, order)
    if place == len(order):
        return NOBODY
    had.append(order[place])
    return order[place]


def next_in_rounds(s: TakesTurns, order: Sequence[int], out: Sequence[int]) -> int:
    """Give the next player who is not out their turn; when all have had one, a new round begins.

    Whoever is out is passed over and has had this round too. Somebody must not be out.
    """
    had, turns = s.had, order
    place = len(had)
    if had != order[:place]:  # somebody has corrected the order
        turns = _those_who_had_first(had, order)
    while True:
        while place < len(turns):
            seat = turns[place]
            had.append(seat)
            if seat not in out:
                return seat
            place += 1
        s.had = had = []
        turns, place = order, 0


def _first_to_have(had: Sequence[int], order: Sequence[int]) -> int:
    """Return the first place in an order whose turn nobody has had."""
    places = enumerate(order)
    return next((at for at, seat in places if had.count(seat) <= order[:at].count(seat)), len(order))


def _those_who_had_first(had: Sequence[int], order: Sequence[int]) -> list[int]:
    return [*had, *(seat for seat in order if seat not in had)]


def place_of(order: Sequence[int], had: Sequence[int]) -> int:
    """Return where in the order whoever is having their turn stands; for their second turn, their second place."""
    seat = had[-1]
    at = -1
    for _ in range(had.count(seat)):
        at = order.index(seat, at + 1)
    return at


def by_place(had: Sequence[int], was: Sequence[int], now: Sequence[int], is_open: bool, *, rounds: bool) -> list[int]:
    """Return who has had their turn by the rule of old logs: whoever stands in the places of those who had it.

    An order that `was` is `now` another. Whoever is being `asked` keeps their turn if they stand where they stood, or
    if there are rounds; otherwise the first who has not had one is asked.

    >>> by_place([2, 0], [2, 0, 1], [2, 1, 0], False, rounds=False)
    [2, 1]
    >>> [by_place([2, 0], [2, 0, 1], [1, 2, 0], True, rounds=rounds) for rounds in (False, True)]
    [[], [1, 2]]
    """
    done = len(had) - is_open
    if len(had) <= len(now) and (not is_open or now[done] == had[-1]):
        return list(now[: len(had)])
    if rounds:
        return list(now[: now.index(had[-1])]) if had[-1] in now else []
    return list(now[: next((at for at, seat in enumerate(now) if seat not in was[:done]), len(now))])
