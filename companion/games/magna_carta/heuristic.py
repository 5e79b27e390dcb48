"""A rough estimate of how well a player stands, for simulated players that look one choice ahead.

Not a rule of the game.
"""

from companion.engine.amounts import GOLD, KINDS
from companion.engine.board import NO_WORKING
from companion.games.magna_carta.compiled import NO_COVER, CompiledRules
from companion.games.magna_carta.moves import hand_size
from companion.games.magna_carta.state import State

CUBE, GOLD_CUBE, DENIER, CARD, RESIDENCE = 0.8, 1.4, 0.45, 0.6, 0.8
WORKER, BEYOND = 1.3, 0.2


def worth(b: CompiledRules, s: State, seat: int) -> float:
    """Estimate a player's standing: points, and what money, cubes, cards and workers may become."""
    held = s.cubes[seat * KINDS : seat * KINDS + KINDS]
    value = DENIER * s.money[seat] + GOLD_CUBE * held[GOLD] + CUBE * (sum(held) - held[GOLD])
    value += CARD * min(hand_size(s, seat), 4)
    for section, rule in enumerate(b.sections):
        value += rule.prestige * s.won[section * b.players + seat]
    for place, card in enumerate(s.road):
        if b.owner_of[card] == seat and s.cover[place] == NO_COVER:
            value += b.residence.prestige + RESIDENCE if s.flipped[place] else b.building[card].prestige + CUBE
        if s.worker[place] == seat and b.worker_working[card] != NO_WORKING:
            reached = not b.provost_in_play or place <= s.provost
            value += WORKER if reached else BEYOND
    return value + sum(
        b.building[b.first_prestige + place].prestige for place, owner in enumerate(s.prestige_owner) if owner == seat
    )
