"""Money, cubes and points of the players, which both games count in the same way, and what a player lacks.

They are only changed here, always with a source (`built`) and what it was (`mason`). If there is a log, the change is
added to it.
"""

from collections.abc import Iterable

from companion.engine.amounts import GOLD, KINDS, Payment, Vector
from companion.engine.errors import Reason
from companion.engine.state import PlainState
from companion.rules.base import EndScoring
from companion.rules.vocabulary import CUBES, Good


def receive(s: PlainState, seat: int, deniers: int, source: str, of: str = "") -> None:
    s.money[seat] += deniers
    if s.log is not None:
        s.log.append(("received", seat, deniers, source, of))


def pay(s: PlainState, seat: int, deniers: int, source: str, of: str = "") -> None:
    s.money[seat] -= deniers
    if s.log is not None:
        s.log.append(("paid", seat, deniers, source, of))


def earn(s: PlainState, seat: int, points: int, source: str, of: str = "") -> None:
    s.prestige[seat] += points
    if s.log is not None:
        s.log.append(("earned", seat, points, source, of))


def lose(s: PlainState, seat: int, points: int, source: str, of: str = "") -> None:
    """Take prestige points from a player, at most all they have."""
    lost = min(points, s.prestige[seat])
    s.prestige[seat] -= lost
    if lost and s.log is not None:
        s.log.append(("lost", seat, lost, source, of))


def take_cubes(s: PlainState, seat: int, cubes: Vector, source: str, of: str = "") -> None:
    base = seat * KINDS
    for kind in range(KINDS):
        s.cubes[base + kind] += cubes[kind]
    if s.log is not None:
        s.log.append(("took", seat, cubes, source, of))


def give_cubes(s: PlainState, seat: int, cubes: Vector, source: str, of: str = "") -> None:
    base = seat * KINDS
    for kind in range(KINDS):
        s.cubes[base + kind] -= cubes[kind]
    if s.log is not None:
        s.log.append(("gave", seat, cubes, source, of))


def cubes_by_name(s: PlainState, seat: int, kinds: Iterable[str]) -> dict[str, int]:
    """Return a player's cubes of these kinds, by name."""
    held = dict(zip(CUBES, s.cubes[seat * KINDS : seat * KINDS + KINDS], strict=True))
    return {kind: held[Good(kind)] for kind in kinds}


def affordable(s: PlainState, seat: int, payment: Payment) -> bool:
    """Whether the player can pay this."""
    return s.money[seat] >= payment.deniers and has_cubes(s, seat, payment.cubes)


def has_cubes(s: PlainState, seat: int, cubes: Vector) -> bool:
    held, base = s.cubes, seat * KINDS
    return (
        held[base] >= cubes[0]
        and held[base + 1] >= cubes[1]
        and held[base + 2] >= cubes[2]
        and held[base + 3] >= cubes[3]
        and held[base + 4] >= cubes[4]
    )


def carry_out(s: PlainState, seat: int, payment: Payment, source: str, of: str = "") -> None:
    """Carry out a payment as far as both games have it. What is paid is taken first."""
    if payment.deniers:
        pay(s, seat, payment.deniers, source, of)
    if any(payment.cubes):
        give_cubes(s, seat, payment.cubes, source, of)
    if payment.gain_deniers:
        receive(s, seat, payment.gain_deniers, source, of)
    if any(payment.gain_cubes):
        take_cubes(s, seat, payment.gain_cubes, source, of)
    if payment.prestige:
        earn(s, seat, payment.prestige, source, of)


Scored = tuple[int, str, str]
"""Points of the end scoring: how many, their source, and of what."""


def worth(scored: Iterable[Scored]) -> int:
    """Return the sum of these points."""
    return sum(points for points, _, _ in scored)


def worth_of_what_is_left(s: PlainState, seat: int, end: EndScoring) -> list[Scored]:
    """Return the points for gold, other cubes and deniers at the end of the game."""
    held = s.cubes[seat * KINDS : seat * KINDS + KINDS]
    left = (
        (end.gold.of(held[GOLD]), "end", "gold"),
        (end.cubes.of(sum(held) - held[GOLD]), "end", "cubes"),
        (end.deniers.of(s.money[seat]), "end", "deniers"),
    )
    return [scored for scored in left if scored[0]]


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
