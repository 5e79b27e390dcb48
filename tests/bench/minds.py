"""What thinking costs: a value, and a decision of each level. docs/minds.md keeps it.

Games of one level among itself, timed by the processor's time of this process, which other programs do not lengthen.
Every action is compared with the options, so that a long run also shows that none is illegal.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence

from companion.engine.action import Action
from companion.engine.game import referee_for
from companion.engine.referee import Referee
from companion.engine.simulate import Player
from companion.engine.state import PlainState
from companion.minds.level import Level
from companion.minds.mind import Mind, MindPlayer
from companion.rules import Rules, load
from tools.minds.ladder import play_out

VALUES = 20_000


class Timed:
    """A player, and how long each of its decisions took."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.seconds: list[float] = []
        self.illegal = 0

    def __call__(self, referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
        begun = time.process_time()
        action = self._player(referee, state, options, chance)
        self.seconds.append(time.process_time() - begun)
        self.illegal += action not in options
        return action


def decisions(rules: Rules, level: Level, number: int) -> dict[str, float | int]:
    """Milliseconds of at least so many decisions."""
    referee = referee_for(rules, rules.data.players.colours[: rules.players or 0])
    timed, games = Timed(MindPlayer(level)), 0
    while len(timed.seconds) < number:
        play_out(referee, [timed] * len(referee.seats), random.Random(games))
        games += 1
    spent = sorted(timed.seconds)
    return {
        "decisions": len(spent),
        "illegal": timed.illegal,
        "mean_ms": round(1000 * sum(spent) / len(spent), 3),
        "p99_ms": round(1000 * spent[int(len(spent) * 0.99)], 3),
        "most_ms": round(1000 * spent[-1], 3),
    }


def value_us(rules: Rules) -> float:
    """Microseconds of a value, in the positions of one game."""
    referee = referee_for(rules, rules.data.players.colours[: rules.players or 0])
    value, seen = Mind(referee).policy.value, []

    def keep(referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
        seen.append((state.copy(), state.todo[-1][1]))
        return player(referee, state, options, chance)

    player = MindPlayer(Level.BUILDER)
    play_out(referee, [keep] * len(referee.seats), random.Random(1))
    begun, done = time.process_time(), 0
    while done < VALUES:
        for state, seat in seen:
            value.of(state, seat)
        done += len(seen)
    return round(1e6 * (time.process_time() - begun) / done, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="caylus")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--decisions", type=int, default=1_000)
    asked = parser.parse_args()
    rules = load(asked.game, players=asked.players)
    report = {level.value: decisions(rules, level, asked.decisions) for level in Level}
    said = {"game": asked.game, "players": asked.players, "value_us": value_us(rules), **report}
    sys.stdout.write(json.dumps(said, indent=1) + "\n")


if __name__ == "__main__":
    main()
