"""A rough estimate of how well a player stands, for simulated players that look one choice ahead.

Not a rule of the game.
"""

from companion.engine.amounts import GOLD, KINDS
from companion.engine.board import NOBODY
from companion.games.caylus.choices import CHOICES
from companion.games.caylus.compiled import RESIDENCE, CompiledRules
from companion.games.caylus.state import State

CUBE, GOLD_CUBE, DENIER, FAVOR, VARIETY = 0.9, 2.5, 0.45, 4.0, 0.3
BUILDING, RESIDENCE_WORTH, INN = 1.0, 2.0, 1.0
BATCH, NO_BATCH = 5.5, -2.0
BEYOND = 0.2
"""The share of a worker's value that remains beyond the provost."""


def worth(b: CompiledRules, s: State, seat: int) -> float:
    """Estimate a player's standing: points, and what money, cubes, buildings, workers and favors may become."""
    held = s.cubes[seat * KINDS : seat * KINDS + KINDS]
    favors = sum(1 for kind, who, _ in s.todo if kind == "favor" and who == seat)
    value = s.prestige[seat] + DENIER * s.money[seat] + FAVOR * favors + GOLD_CUBE * held[GOLD]
    value += CUBE * (sum(held) - held[GOLD]) + VARIETY * sum(kind > 0 for kind in held)
    for spot in range(b.spots):
        if s.owner[spot] == seat:
            value += RESIDENCE_WORTH if s.road[spot] == RESIDENCE else BUILDING
        if s.worker[spot] == seat:
            value += _worker(b, s.road[spot], held) * (1 if b.space(spot) <= s.provost else BEYOND)
    if seat in s.castle:
        value += BATCH if held[0] and sum(kind > 0 for kind in held[1:]) > 1 else NO_BATCH
    return value + (INN if s.inn == seat != NOBODY else 0)


def _worker(b: CompiledRules, tile: int, held: list[int]) -> float:
    """Estimate what a worker on a tile may bring."""
    benefit = b.benefits[b.tile_working[tile]]
    value = CHOICES[benefit.kind].expected if benefit.kind in CHOICES else 0.5
    if benefit.kind == "take":
        value += max(
            DENIER * p.gain_deniers + CUBE * sum(p.gain_cubes) + (GOLD_CUBE - CUBE) * p.gain_cubes[GOLD]
            for p in benefit.payments.values()
        )
    elif benefit.kind == "build" and not any(
        all(have >= need for have, need in zip(held, cubes, strict=True)) for cubes in benefit.ways.values()
    ):
        value = 0.3
    return value
