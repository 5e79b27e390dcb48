"""Reasons that both games give, and the way to the right one."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.amounts import KINDS, Payment, Vector
from companion.engine.errors import Reason
from companion.engine.holdings import Table
from companion.rules.vocabulary import CUBES

Refusal = Callable[[Any, Any, int, int, str], Reason | None]
"""The reason against an action: board, state, seat, argument, and what follows the verb."""


def why_not(
    b: Any, s: Any, options: list[str], text: str, verbs: Mapping[str, tuple[str, ...]], refusals: Mapping[str, Refusal]
) -> Reason | None:
    """The reason against an action, or none if it is an option.

    `verbs` says what can be said to each kind of choice; `refusals` gives the reasons of a verb, or of a verb said to
    one kind of choice (`card draw`).
    """
    if not s.todo:
        return Reason("game_over")
    if text in options:
        return None
    kind, seat, arg = s.todo[-1]
    verb, _, rest = text.partition(" ")
    if verb not in {word for words in verbs.values() for word in words}:
        return Reason("unknown_action", {"text": text})
    if verb not in verbs[kind]:
        return Reason("not_now", {"expected": kind})
    refuse = refusals.get(f"{kind} {verb}") or refusals.get(verb)
    return (refuse(b, s, seat, arg, rest) if refuse else None) or Reason("unknown_action", {"text": text})


def missing(s: Table, seat: int, payment: Payment) -> Reason | None:
    """The first thing that a payment lacks."""
    return missing_deniers(s, seat, payment.deniers) or missing_cubes(s, seat, payment.cubes)


def missing_deniers(s: Table, seat: int, deniers: int) -> Reason | None:
    """How many deniers are lacking."""
    short = deniers - s.money[seat]
    return Reason("missing", {"good": "denier", "n": short}) if short > 0 else None


def missing_cubes(s: Table, seat: int, cubes: Vector) -> Reason | None:
    """The first kind of cube that is lacking, and how many of it."""
    held = s.cubes[seat * KINDS : seat * KINDS + KINDS]
    short = ((cube, cubes[kind] - held[kind]) for kind, cube in enumerate(CUBES) if cubes[kind] > held[kind])
    return next((Reason("missing", {"good": cube.value, "n": n}) for cube, n in short), None)
