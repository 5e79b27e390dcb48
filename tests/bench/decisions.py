"""Many decisions of all levels, in both games, with every number of players, every edition and all variants:

    python -m tests.bench.decisions --decisions 1000000

Whole games are played, table after table, and for each choice a level is drawn. Nothing may be illegal or raise, and
nothing may take longer than the deadline, by the processor's time of this process, which other programs do not
lengthen. A sample is asked again, of new minds, and twice more after the cards that the seat does not see were dealt
anew: the moves must be the same. Prints JSON; the exit code is 1 if anything was wrong.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle

from companion.engine.action import Action
from companion.engine.game import referee_for
from companion.engine.referee import Referee
from companion.engine.simulate import random_player
from companion.engine.state import PlainState
from companion.minds.level import Level
from companion.minds.look_ahead import BUDGET_OF_TABLE
from companion.minds.mind import Mind
from companion.rules import Exclusive, Library, Rules, library

DEADLINE = 0.3
SHARES = {Level.APPRENTICE: 0.49, Level.BUILDER: 0.49, Level.MASTER: 0.02}
"""Which share of the choices each level makes; a master takes some seventy times as long."""
AGAIN = 0.02
"""The share of choices that are asked again."""
TOLD_EVERY = 10_000


def tables(rules_library: Library) -> Iterator[Rules]:
    """Every way to play every box, once."""
    found = {(it.game, it.edition, it.variants, it.players): it for it in _tables(rules_library)}
    yield from found.values()


def _tables(rules_library: Library) -> Iterator[Rules]:
    for game in rules_library.games:
        known = rules_library.variants(game)
        ways = [way for number in range(len(known) + 1) for way in combinations(known, number)]
        limits = rules_library.rules(game).data.players
        for edition in rules_library.editions(game):
            for way in ways:
                for players in range(limits.minimum, limits.maximum + 1):
                    if rules_library.suits(game, way, players) and _agree(rules_library, game, way):
                        yield rules_library.rules(game, edition, way, players)


def _agree(rules_library: Library, game: str, way: Sequence[str]) -> bool:
    try:
        rules_library.must_agree(game, way)
    except Exclusive:
        return False
    return True


class Asked:
    """What has been asked so far, and what was wrong."""

    def __init__(self) -> None:
        self.levels: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.tables: set[tuple[str, str, tuple[str, ...], int | None]] = set()
        self.seconds: list[float] = []
        self.wrong: list[str] = []

    def fault(self, what: str, rules: Rules, seed: int, detail: str) -> None:
        self.found[what] += 1
        if len(self.wrong) < 20:
            self.wrong.append(f"{what}: {rules.game} {rules.edition} {rules.variants} {rules.players} {seed}: {detail}")

    @property
    def faults(self) -> int:
        return sum(self.found[what] for what in ("illegal", "exceptions", "late", "unlike", "unlike_dealt"))

    def report(self) -> dict[str, object]:
        spent = sorted(self.seconds)
        return {
            "decisions": len(spent),
            **{level.value: self.levels[level] for level in Level},
            "tables": len(self.tables),
            "games": self.found["games"],
            "illegal": self.found["illegal"],
            "exceptions": self.found["exceptions"],
            "deadline_ms": 1000 * DEADLINE,
            "late": self.found["late"],
            "p99_ms": round(1000 * spent[int(len(spent) * 0.99)], 1),
            "longest_ms": round(1000 * spent[-1], 1),
            "asked_again": self.found["again"],
            "unlike": self.found["unlike"],
            "dealt_anew": self.found["dealt"],
            "unlike_dealt": self.found["unlike_dealt"],
            "wrong": self.wrong,
        }


class Sitting:
    """One game at one table, with minds of all levels."""

    def __init__(self, asked: Asked, rules: Rules, seed: int) -> None:
        self.asked, self.rules, self.seed = asked, rules, seed
        self.referee: Referee = referee_for(rules, rules.data.players.colours[: rules.players or 0])
        self.minds = self._minds()
        self.chance = random.Random(f"{seed} {rules}")

    def _minds(self) -> dict[Level, Mind]:
        return {level: Mind(self.referee, level, seed=self.seed, budget=BUDGET_OF_TABLE) for level in Level}

    def play(self, most: int) -> None:
        """To the end, or until so many decisions have been made in all."""
        asked = self.asked
        asked.found["games"] += 1
        asked.tables.add((self.rules.game, self.rules.edition, self.rules.variants, self.rules.players))
        state = self.referee.start()
        options = self.referee.settle(state)
        while options and len(asked.seconds) < most:
            if state.todo[-1][1] < 0:
                action = random_player(self.referee, state, options, self.chance)
            else:
                action = self._decision(state, options)
            self.referee.choose(state, action)
            options = self.referee.settle(state)

    def _decision(self, state: PlainState, options: Sequence[Action]) -> Action:
        level = self.chance.choices(list(SHARES), list(SHARES.values()))[0]
        self.asked.levels[level] += 1
        begun = time.process_time()
        try:
            action = self.minds[level].choose(state, options)
        except Exception as error:
            self._fault("exceptions", repr(error))
            action = options[0]
        spent = time.process_time() - begun
        self.asked.seconds.append(spent)
        if spent > DEADLINE:
            self._fault("late", f"{level} {spent:.3f} s, {len(options)} options")
        if not any(action is option for option in options):
            self._fault("illegal", f"{level} {action}")
            action = options[0]
        if self.chance.random() < AGAIN:
            self._ask_again(level, state, options, action)
        return action

    def _ask_again(self, level: Level, state: PlainState, options: Sequence[Action], action: Action) -> None:
        mind, seat = self._minds()[level], state.todo[-1][1]
        self.asked.found["again"] += 1
        if mind.choose(state.copy(), options) != action:
            self._fault("unlike", f"{level} {action}")
        for _ in range(2):
            other = mind.policy.inputs.dealt(state.copy(), seat, self.chance)
            if other != state:
                self.asked.found["dealt"] += 1
                if mind.choose(other, options) != action:
                    self._fault("unlike_dealt", f"{level} {action}")

    def _fault(self, what: str, detail: str) -> None:
        self.asked.fault(what, self.rules, self.seed, detail)


def run(decisions: int, seed: int) -> Asked:
    """Ask so many decisions; tells on the way how far it is."""
    asked, told = Asked(), 0
    for number, rules in enumerate(cycle(tables(library()))):
        if len(asked.seconds) >= decisions:
            break
        Sitting(asked, rules, seed + number).play(decisions)
        if len(asked.seconds) >= told + TOLD_EVERY:
            told = len(asked.seconds)
            sys.stderr.write(json.dumps(asked.report()) + "\n")
    return asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asked = run(given.decisions, given.seed)
    sys.stdout.write(json.dumps(asked.report(), indent=1) + "\n")
    sys.exit(asked.faults > 0)


if __name__ == "__main__":
    main()
