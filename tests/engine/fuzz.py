"""The fuzzer: games under all detectors until the time is up. `make fuzz` runs it; a fault leaves a replay file.

python -m tests.engine.fuzz --seconds 600 --seed 1
"""

import argparse
import random
import sys
import time
from functools import partial
from pathlib import Path

from companion.engine.records import write
from tests.engine.corpus import MAGNA_CARTA, Curious, cards, fresh, rich, rich_cards
from tests.engine.detectors import Fault, Watch

EDITIONS = ("en", "de", "nl", "nl-first")
VARIANTS: tuple[tuple[str, ...], ...] = ((), ("simplified_favors",), ("lawyer_3",))


def one(seed: int, thorough: float) -> int:
    """One game, wholly decided by its seed; the number of its choices."""
    chance = random.Random(seed)
    if seed % 3 == 0:
        variant, players = chance.choice(MAGNA_CARTA), chance.choice((2, 3, 4))
        makers = (cards, partial(cards, untracked=True), rich_cards)
        game = chance.choice(makers)(variant, players)
    else:
        make = rich if seed % 2 else fresh
        game = make(chance.choice(EDITIONS), chance.choice((2, 3, 4, 5)), *chance.choice(VARIANTS))
    player = Curious(chance, greed=chance.choice((0.0, 0.2, 0.9)))
    Watch(game, chance, thorough).run(player)
    return len(game.actions)


def main() -> None:
    """Fuzz, and say what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("output"))
    asked = parser.parse_args()
    end, seed, choices = time.monotonic() + asked.seconds, asked.seed, 0
    while time.monotonic() < end:
        try:
            choices += one(seed, 1.0)
        except Fault as fault:
            file = asked.out / f"fuzz-{seed}.txt"
            file.write_text(f"# seed {seed}: {fault.detector}\n{write(fault.game)}", encoding="utf-8")
            sys.exit(f"seed {seed}: {fault}\nreplay: {file}")
        seed += 1
    sys.stdout.write(f"{seed - asked.seed} games, {choices} choices, seeds {asked.seed} to {seed - 1}: no fault\n")


if __name__ == "__main__":
    main()
