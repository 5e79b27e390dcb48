"""What it takes to find out what decided a game, by the processor's time. docs/minds.md keeps it.

python -m tests.bench.decided --game caylus --players 4 --games 5
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence

from companion.engine.game import Game, new_game
from companion.minds.decided import Analyst, of_game
from companion.minds.mind import Mind
from companion.rules import load

ODD = 11
"""Every so many choices are made at random."""


def played(game: str, players: int, seed: int) -> Game:
    """A game of Builders with some odd choices, so that there is something to find."""
    found, chance = new_game(load(game, players=players)), random.Random(seed)
    mind = Mind(found.referee)
    while not found.over:
        found.answer_chance(chance)
        if found.over:
            break
        odd = len(found.actions) % ODD == 0
        found.play(chance.choice(found.options) if odd else mind.choose(found.state, found.options))
    return found


def measured(game: Game) -> tuple[float, float, int]:
    """Seconds of the whole, seconds of the longest step, and how many steps it took."""
    analyst, spent = Analyst(game.referee), []
    inquiry = analyst.begin([of_game(game)])
    while not inquiry.finished:
        begun = time.process_time()
        inquiry = analyst.step(inquiry)
        spent.append(time.process_time() - begun)
    return sum(spent), max(spent), len(spent)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="caylus")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=5)
    asked = parser.parse_args(arguments)
    found = [measured(played(asked.game, asked.players, seed)) for seed in range(asked.games)]
    report = {
        "game": asked.game,
        "players": asked.players,
        "games": asked.games,
        "seconds_mean": round(sum(whole for whole, _, _ in found) / len(found), 2),
        "seconds_most": round(max(whole for whole, _, _ in found), 2),
        "step_most": round(max(step for _, step, _ in found), 2),
        "steps_most": max(steps for _, _, steps in found),
    }
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()
