# ruff: noqa: T201 - a command says what it found
"""Cut the network at random while several phones play at the same tables: in the end every phone sees what is kept.

python -m tests.faults.network --seconds 600
"""

import argparse
import random
import socket
import struct
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.table.database import FILE, Database
from companion.table.maintenance import check
from companion.table.schema import log
from tests.faults.phones import Phone
from tests.faults.world import SEATS, Line, Served, key_of
from tests.patience import PATIENCE

FATES = ("whole", "cut", "cut", "half", "silent", "slow")
"""What can become of a connection: nothing, cut, one direction closed, swallowed without a word, delayed."""

RESET = struct.pack("ii", 1, 0)


class Wire:
    """A wire between phones and a server, which somebody pulls at."""

    def __init__(self, port: int, seed: int) -> None:
        self.target, self.chance, self.calm = port, random.Random(seed), False
        self.fates: Counter[str] = Counter()
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self._listening.getsockname()[1])
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def mend(self) -> None:
        """From here on nothing happens to anything; what hangs is let go."""
        self.calm = True
        for one in tuple(self._open):
            _cut(one)

    def close(self) -> None:
        self.mend()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
                except OSError:
                    phone.close()
                    continue
                server.settimeout(None)
                fate = "whole" if self.calm else self.chance.choice(FATES)
                self.fates[fate] += 1
                self._open |= {phone, server}
                after = self.chance.randint(0, 12_000)
                there = self.chance.random() < 0.5  # on the way there, or on the way back
                for source, goal, mine in ((phone, server, there), (server, phone, not there)):
                    arguments = (source, goal, fate if mine else "whole", after if not there else after // 20)
                    threading.Thread(target=self._carry, args=arguments, daemon=True).start()

    def _carry(self, source: socket.socket, goal: socket.socket, fate: str, after: int) -> None:
        """Everything one way, up to so many bytes."""
        carried = 0
        try:
            while data := source.recv(4096):
                carried += len(data)
                if fate != "whole" and carried > after and not self.calm:
                    if fate == "cut":
                        goal.sendall(data[: len(data) // 2])
                        break
                    if fate == "half":
                        goal.shutdown(socket.SHUT_WR)
                        return
                    if fate == "silent":
                        continue
                    time.sleep(0.2)
                goal.sendall(data)
        except OSError:
            pass
        _cut(source)
        _cut(goal)
        self._open -= {source, goal}


def _cut(one: socket.socket) -> None:
    with suppress(OSError):
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()


@dataclass
class Outcome:
    """What came of it."""

    acknowledged: int
    streams: int
    fates: Counter[str]
    faults: list[str]
    seconds: float

    def __str__(self) -> str:
        done = ", ".join(f"{n} {fate}" for fate, n in sorted(self.fates.items()))
        return (
            f"{self.acknowledged} acknowledged, {self.streams} streams, connections: {done}; "
            f"{len(self.faults)} phones or taps differ from what is kept, {self.seconds:.0f} s in all"
        )


def run(
    folder: Path,
    seconds: float = PATIENCE,
    *,
    taps: int = 0,
    cuts: int = 0,
    tables: int = 2,
    phones: int = 3,
    seed: int = 1,
) -> Outcome:
    """So many tables with so many phones each: two of them tap, all follow, for so long.

    Where a number of taps or of connections of each fate is named, it ends as soon as there are as many.
    """
    begun = time.monotonic()
    # A stream that was swallowed keeps its place until the server has something to say: some room for those.
    served = Served(folder, "--listeners", str(tables * phones * 10))
    wire = Wire(served.port, seed)
    crowd: list[Phone] = []
    with closing(Line(served.port)) as line:
        for n in range(tables):
            setup = {"game": "caylus", "edition": "en", "seats": [{"colour": colour} for colour in SEATS]}
            _, opened = line.post("/api/v1/tables", setup)
            crowd += [Phone(wire.port, opened["code"], opened["token"], seed * 100 + n * 10 + m) for m in range(phones)]
        for n, phone in enumerate(crowd):
            phone.start(taps=n % phones < 2)
        while time.monotonic() < begun + seconds and not (taps and _enough(crowd, wire, taps, cuts)):
            time.sleep(0.05)
        faults = _in_the_end(crowd, wire, line)
    wire.close()
    for phone in crowd:
        phone.stop()
    served.kill()
    faults += _kept(crowd, folder)
    streams = sum(phone.streams for phone in crowd)
    return Outcome(_taps(crowd), streams, wire.fates, faults, time.monotonic() - begun)


def _taps(crowd: list[Phone]) -> int:
    return sum(len(phone.acknowledged) for phone in crowd)


def _enough(crowd: list[Phone], wire: Wire, taps: int, cuts: int) -> bool:
    return _taps(crowd) >= taps and all(wire.fates[fate] >= cuts for fate in FATES)


def _in_the_end(crowd: list[Phone], wire: Wire, line: Line) -> list[str]:
    """Nobody taps any more, the network holds: what each phone has on its screen against what the server says."""
    for phone in crowd:
        phone.tapping = False
    time.sleep(0.3)
    wire.mend()
    limit, different = time.monotonic() + PATIENCE, [""]
    while different and time.monotonic() < limit:
        time.sleep(0.1)
        different = []
        for n, phone in enumerate(crowd):
            _, view = line.get(f"/api/v1/tables/{phone.code}", phone.token)
            if view != phone.view:
                different.append(f"phone {n} is at {phone.seq}, the server at {view['seq']}")
    return different + [f"unexpected: {one}" for phone in crowd for one in phone.odd]


def _kept(crowd: list[Phone], folder: Path) -> list[str]:
    """Every tap that was acknowledged is kept once, under the number that was told."""
    database = Database(folder / FILE).ready()
    with database.begin() as connection:
        rows = connection.execute(log.select().where(log.c.key.is_not(None))).all()
    kept = Counter((key_of(row), row.seq) for row in rows)
    found = [f"kept {kept[tap]} times: {tap}" for phone in crowd for tap in phone.acknowledged if kept[tap] != 1]
    found += [f"not whole: {id} {fault}" for id, fault in check(database, replay=True)]
    database.close()
    return found


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(Path(folder), asked.seconds, tables=4, phones=5, seed=asked.seed)
    print(f"network: {outcome}")
    for fault in outcome.faults[:20]:
        print(fault)
    sys.exit(bool(outcome.faults))


if __name__ == "__main__":
    main()
