"""Reasons that both games give: what a player lacks."""

from companion.engine.amounts import KINDS, Payment, Vector
from companion.engine.errors import Reason
from companion.engine.state import PlainState
from companion.rules.vocabulary import CUBES


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
