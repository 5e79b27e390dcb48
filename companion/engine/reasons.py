"""Reasons that both games give, and how to find the right one."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from companion.engine.action import Action
from companion.engine.amounts import KINDS, Payment, Vector
from companion.engine.errors import Reason
from companion.engine.state import PlainState
from companion.rules.vocabulary import CUBES

B = TypeVar("B")
S = TypeVar("S", bound=PlainState)

Refusal = Callable[[B, S, int, int, Action], Reason | None]
"""Returns the reason against an action, or None. Arguments: board, state, seat, argument of the choice, action."""


def why_not(
    b: B, s: S, action: Action, answers: Mapping[str, tuple[str, ...]], refusals: Mapping[str, Refusal[B, S]]
) -> Reason:
    """Return the reason against an action that is not an option.

    `answers` has the verbs of each kind of choice; `refusals` gives the reasons for a verb, or for a verb as the answer
    to one kind of choice (`card draw`).
    """
    if not s.todo:
        return Reason("game_over")
    kind, seat, arg = s.todo[-1]
    if not any(action.verb in verbs for verbs in answers.values()):
        return Reason("unknown_action", {"text": str(action)})
    if action.verb not in answers[kind]:
        return Reason("not_now", {"expected": kind})
    refuse = refusals.get(f"{kind} {action.verb}") or refusals.get(action.verb)
    return (refuse(b, s, seat, arg, action) if refuse else None) or Reason("unknown_action", {"text": str(action)})


def missing(s: PlainState, seat: int, payment: Payment) -> Reason | None:
    """Return the first thing that a player lacks for a payment."""
    return missing_deniers(s, seat, payment.deniers) or missing_cubes(s, seat, payment.cubes)


def missing_deniers(s: PlainState, seat: int, deniers: int) -> Reason | None:
    short = deniers - s.money[seat]
    return Reason("missing", {"good": "denier", "n": short}) if short > 0 else None


def missing_cubes(s: PlainState, seat: int, cubes: Vector) -> Reason | None:
    """Return the first kind of cube that a player lacks, and how many."""
    held = s.cubes[seat * KINDS : seat * KINDS + KINDS]
    short = ((cube, cubes[kind] - held[kind]) for kind, cube in enumerate(CUBES) if cubes[kind] > held[kind])
    return next((Reason("missing", {"good": cube.value, "n": n}) for cube, n in short), None)
