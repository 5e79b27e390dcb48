# ruff: noqa: T201 - a command says what it found
"""Kill the server under load, again and again, and compare every answer it gave with what is kept.

python -m tests.faults.kill --kills 500 --actions 100000
python -m tests.faults.kill --kills 500 --actions 100000 --postgresql
python -m tests.faults.kill --two --kills 100 --actions 20000
"""

import argparse
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from companion.table.database import FILE, Database
from tests.faults.world import Player, Served, crowd, faults
from tests.patience import PATIENCE
from tests.postgresql import Server

PLAYERS = 5


@dataclass
class Outcome:
    """What came of it."""

    kills: int
    acknowledged: int
    repeated: int
    slowest_start: float
    faults: list[str]
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.acknowledged} acknowledged, {self.repeated} answered again, "
            f"{len(self.faults)} lost, doubled or different, first answer after at most {self.slowest_start:.2f} s, "
            f"{self.seconds:.0f} s in all"
        )


def run(where: Path | str, kills: int, actions: int, *, servers: int = 1, seed: int = 1) -> Outcome:
    """Kill so often while so much is played. With two servers one is killed and its players go on with the other."""
    begun = time.monotonic()
    served = [Served(where) for _ in range(servers)]
    players = [Player([one.port for one in served], seed * 1000 + n) for n in range(PLAYERS)]
    chance, slowest, killed = random.Random(seed), 0.0, 0

    def acknowledged() -> int:
        return sum(len(player.answers) for player in players)

    threads = crowd(players, lambda: killed >= kills and acknowledged() >= actions)
    try:
        while killed < kills:
            wanted = actions * (killed + 1) // kills
            while acknowledged() < wanted and any(thread.is_alive() for thread in threads):
                time.sleep(0.005)
            time.sleep(chance.random() * 0.05)
            victim = served[killed % servers]
            victim.kill()
            slowest = max(slowest, victim.start())
            killed += 1
        for thread in threads:
            thread.join(PATIENCE)
    finally:
        for one in served:
            one.kill()
    database = Database(where if isinstance(where, str) else where / FILE).ready()
    try:
        found = faults(players, database)
    finally:
        database.close()
    found += ["a player is still waiting" for thread in threads if thread.is_alive()]
    repeated = sum(player.repeated for player in players)
    return Outcome(killed, acknowledged(), repeated, slowest, found, time.monotonic() - begun)


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--two", action="store_true", help="two servers on one PostgreSQL")
    asked = parser.parse_args()
    if asked.postgresql or asked.two:
        server = Server()
        try:
            outcome = run(server.new_database(), asked.kills, asked.actions, servers=2 if asked.two else 1)
        finally:
            server.stop()
    else:
        with tempfile.TemporaryDirectory() as folder:
            outcome = run(Path(folder), asked.kills, asked.actions)
    print(outcome)
    for fault in outcome.faults[:20]:
        print(fault)
    sys.exit(bool(outcome.faults))


if __name__ == "__main__":
    main()
