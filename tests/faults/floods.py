# ruff: noqa: T201 - a command says what it found
"""Floods: one address asks for as much as it can, while honest people play there and elsewhere.

Each flood is compared with a quiet server in the same run, so that the speed of the machine does not matter: how long a
tap takes, how many minds and prints are refused, how much more memory is used. Floods come from a process of their own.

python -m tests.faults.floods
"""

import argparse
import http.client
import json
import multiprocessing
import os
import random
import secrets
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.world import Served
from tests.patience import PATIENCE

HERE, ELSEWHERE = "127.0.0.10", "127.0.0.30"
"""The address of the flood, and another one."""

SEATS = tuple({"colour": colour} for colour in ("red", "blue", "green", "orange", "black"))
EXPENSIVE = ("replay?at={}", "board?x={}", "wall?x={}", "log?x={}", "scores?x={}", "seat?x={}", "correct?x={}")
"""The pages of a table, of which the most expensive is asked for."""

SHEETS = "/print/set/family.zip?language={}&second={}&paper={}&x={}"
HEAD = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n"
MB = 1024 * 1024
BODIES, INVENTED, OPENED, THINKING, PRINTING = 300, 100, 100, 16, 14
"""How many take part in each flood."""

ROUNDS = 3
WORKING = ("minds", "prints")
"""The floods of long work."""

PAUSES = {"opened": 2.0}
"""Seconds between two taps of an honest person, as people play, where taps of one device follow each other too fast."""

MOST_MEMORY, MOST_HERE, MOST_ELSEWHERE = 100.0, 3.0, 1.5
"""More MB than before; how many times as long as on a quiet server a tap may take, here and elsewhere."""


class Client:
    """A connection from an address, as a device with a token."""

    def __init__(self, port: int, address: str, token: str = "") -> None:
        self.port, self.address, self.token = port, address, token
        self.line: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: Any = None, *, device: str = "") -> tuple[int, Any]:
        headers = {"Host": "localhost", "Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Cookie": f"device={device}"} if device else {}
        source = (self.address, 0)
        self.line = self.line or http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, source_address=source)
        try:
            self.line.request(method, path, json.dumps(body) if body else None, headers)
            answer = self.line.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException):
            self.line.close()
            self.line = None
            raise
        return answer.status, json.loads(data) if data[:1] == b"{" else data

    def open(self, seats: Sequence[dict[str, str]]) -> str:
        """Open a table; its code."""
        setup = {"game": "caylus", "edition": "en", "hints": True, "seats": list(seats)}
        status, opened = self.ask("POST", "/api/v1/tables", setup)
        assert status == 201, opened
        self.token = opened["token"]
        return str(opened["code"])

    def act(self, code: str, seq: int, wish: dict[str, Any]) -> tuple[int, Any]:
        return self.ask("POST", f"/api/v1/tables/{code}/act", {"wish": wish, "seen": seq})

    def play(self, code: str, chance: random.Random) -> list[int]:
        """Play any action, or ask for a mind's move until there is one, and carry it out; what was answered."""
        view = self.ask("GET", f"/api/v1/tables/{code}")[1]
        options = (view["decision"] or {}).get("options")
        if options:
            self.act(code, view["seq"], {"kind": "play", "actions": [chance.choice(options)["action"]]})
            return []
        status, _ = self.ask("GET", f"/api/v1/tables/{code}/mind")
        if status == 200:
            self.ask("POST", f"/api/v1/tables/{code}/mind", {"seen": view["seq"]})
        return [status]


@dataclass
class Phase:
    """What honest people got for some seconds."""

    name: str
    taps: dict[str, list[float]] = field(default_factory=dict)
    minds: Counter[int] = field(default_factory=Counter)
    prints: Counter[int] = field(default_factory=Counter)
    memory: float = 0.0
    flooded: Counter[str] = field(default_factory=Counter)

    def tap(self, address: str) -> float:
        """The median of the milliseconds that a tap took."""
        return statistics.median(self.taps[address]) * 1000

    def __str__(self) -> str:
        taps = ", ".join(f"{name} {self.tap(at):.1f}" for name, at in (("here", HERE), ("elsewhere", ELSEWHERE)))
        told = {"minds": dict(self.minds), "prints": dict(self.prints), "flood": dict(self.flooded)}
        return f"{self.name}: tap p50 ms {taps}; +{self.memory:.0f} MB; {told}"


class Honest:
    """Honest people: two who tap, here and elsewhere; elsewhere also one with a mind and one who prints, if asked."""

    def __init__(self, port: int, phase: Phase, chance: random.Random, kind: str) -> None:
        self.port, self.phase, self.chance = port, phase, chance
        self.pause, working = PAUSES.get(kind, 0.08), kind in WORKING
        self.going = True
        work = [self.tapper(HERE), self.tapper(ELSEWHERE), *([self.thinker(), self.printer()] if working else [])]
        self.threads = [threading.Thread(target=self._repeat, args=(one,), daemon=True) for one in work]

    def _repeat(self, work: Callable[[], Any]) -> None:
        while self.going:
            work()

    def tapper(self, address: str) -> Callable[[], None]:
        client, taps = Client(self.port, address), self.phase.taps.setdefault(address, [])
        code, seq, paused = client.open(SEATS[:2]), [2], [False]

        def tap() -> None:
            begun = time.monotonic()
            status, done = client.act(code, seq[0], {"kind": "resume" if paused[0] else "pause"})
            taps.append(time.monotonic() - begun)
            assert status == 200, done
            seq[0], paused[0] = done["seq"], not paused[0]
            time.sleep(self.pause)

        return tap

    def thinker(self) -> Callable[[], None]:
        client = Client(self.port, ELSEWHERE)
        code = client.open([{"colour": "red"}, {"colour": "blue", "mind": "master"}])

        def think() -> None:
            self.phase.minds.update(client.play(code, self.chance))
            time.sleep(0.3)

        return think

    def printer(self) -> Callable[[], None]:
        client = Client(self.port, ELSEWHERE)

        def print_one() -> None:
            path = f"/print/reference/preview.png?page=1&width={self.chance.randint(300, 900)}"
            self.phase.prints[client.ask("GET", path)[0]] += 1
            time.sleep(1.0)

        return print_one

    def run(self, seconds: float) -> None:
        for thread in self.threads:
            thread.start()
        time.sleep(seconds)
        self.going = False
        for thread in self.threads:
            thread.join()


def memory(served: Served) -> float:
    """MB that the server occupies."""
    assert served.process
    status = Path(f"/proc/{served.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


# floods, each in a process of its own


def flood(port: int, kind: str, place: dict[str, Any], seconds: float, told: Any) -> None:
    """All connections of a flood, for so long; tells how often each answer came."""
    os.nice(19)
    end, answers = time.monotonic() + seconds, Counter[str]()

    def run(n: int) -> None:
        client, chance = Client(port, HERE, place["tokens"][n] if place["tokens"] else ""), random.Random(n)
        while time.monotonic() < end:
            try:
                answers[str(ASK[kind](client, place, n, chance))] += 1
            except (OSError, http.client.HTTPException) as error:
                answers[type(error).__name__] += 1

    threads = [threading.Thread(target=run, args=(n,), daemon=True) for n in range(place["number"])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 40)
    told.put(answers)


def page(client: Client, place: dict[str, Any], _: int, chance: random.Random) -> int:
    """The most expensive page, as another device each time unless it has a token."""
    device = "" if client.token else secrets.token_urlsafe(12)
    return client.ask("GET", place["page"].format(chance.randint(1, 10**6)), device=device)[0]


def mind(client: Client, place: dict[str, Any], n: int, chance: random.Random) -> list[int]:
    return client.play(place["codes"][n], chance)


def sheets(client: Client, _: dict[str, Any], n: int, chance: random.Random) -> int:
    one, other, paper = (chance.choice(wanted) for wanted in (LANGUAGES, LANGUAGES, ("A4", "Letter")))
    path = SHEETS.format(one, other, paper, chance.randint(1, 10**6))
    return client.ask("GET", path, device=secrets.token_urlsafe(12))[0]


LANGUAGES = ("nl", "de", "en", "fr")
ASK: dict[str, Callable[..., Any]] = {"invented": page, "opened": page, "minds": mind, "prints": sheets}


@contextmanager
def flooding(served: Served, kind: str, place: dict[str, Any], seconds: float, phase: Phase) -> Iterator[None]:
    context = multiprocessing.get_context("spawn")
    told = context.Queue()
    process = context.Process(target=flood, args=(served.port, kind, place, seconds, told), daemon=True)
    process.start()
    try:
        yield
        phase.flooded.update(told.get(timeout=seconds + PATIENCE))
    finally:
        process.kill()
        process.join()


def bodies(served: Served, path: bytes, number: int) -> float:
    """So many requests of 4 MB without their last byte, held open; how many MB more the server occupies at most."""
    before, most, lines = memory(served), 0.0, list[socket.socket]()
    for _ in range(number):
        line = socket.create_connection(("127.0.0.1", served.port), PATIENCE, source_address=(HERE, 0))
        lines.append(line)
        with suppress(OSError):
            line.sendall(HEAD % (path, 4 * MB) + bytes(4 * MB - 1))
        most = max(most, memory(served) - before)
    for line in lines:
        line.close()
    return most


def longest(port: int, chance: random.Random) -> str:
    """A table with much on it, and its most expensive page, as a path."""
    client = Client(port, HERE)
    code = client.open(SEATS)
    for _ in range(80):
        client.play(code, chance)
    took: dict[str, float] = {}
    for path in EXPENSIVE:
        begun = time.monotonic()
        for n in range(4):
            Client(port, HERE).ask("GET", f"/t/{code}/{path.format(n)}")
        took[path] = time.monotonic() - begun
    return f"/t/{code}/{max(took, key=took.__getitem__)}"


def opened(port: int, number: int, seats: Sequence[dict[str, str]]) -> dict[str, Any]:
    """So many tables of one device each."""
    clients = [Client(port, HERE) for _ in range(number)]
    codes = [client.open(seats) for client in clients]
    return {"number": number, "codes": codes, "tokens": [client.token for client in clients]}


def run(folder: Path, seconds: float, seed: int = 1, kinds: Sequence[str] = ()) -> list[str]:
    """Each flood in rounds, each after a quiet phase of as many seconds: other programs disturb both alike."""
    chance, served = random.Random(seed), Served(folder)
    expensive = longest(served.port, chance)
    print(f"most expensive: {expensive}")
    nobody: dict[str, Any] = {"number": INVENTED, "tokens": [], "page": expensive}
    thinking = [SEATS[0], *({**seat, "mind": "master"} for seat in SEATS[1:])]
    places: dict[str, Callable[[], dict[str, Any]]] = {
        "invented": lambda: nobody,
        "minds": lambda: opened(served.port, THINKING, thinking),
        "prints": lambda: nobody | {"number": PRINTING},
        "opened": lambda: opened(served.port, OPENED, SEATS[:2]) | {"page": expensive},
    }
    Honest(served.port, Phase("first"), chance, WORKING[0]).run(seconds)  # templates and processes
    faults: list[str] = []
    for kind in kinds or places:
        quiet, flooded, place = Phase(f"before {kind}"), Phase(kind), places[kind]()
        for _ in range(ROUNDS):
            Honest(served.port, quiet, chance, kind).run(seconds / ROUNDS)
            honest, before = Honest(served.port, flooded, chance, kind), memory(served)
            with flooding(served, kind, place, seconds / ROUNDS + 3, flooded):
                time.sleep(3)
                honest.run(seconds / ROUNDS)
                flooded.memory = max(flooded.memory, memory(served) - before)
        faults += _faults(quiet, flooded)
    for path in (b"/t/ZZZZZ/act", b"/import"):
        more = bodies(served, path, BODIES)
        print(f"{BODIES} bodies of 4 MB to {path.decode()}: +{more:.0f} MB")
        faults += [f"{path.decode()}: +{more:.0f} MB"] if more > MOST_MEMORY else []
    served.kill()
    return faults


def _faults(quiet: Phase, flooded: Phase) -> list[str]:
    """What an honest person would have noticed of a flood."""
    print(quiet, flooded, sep="\n")
    faults = []
    for address, most in ((HERE, MOST_HERE), (ELSEWHERE, MOST_ELSEWHERE)):
        ratio = flooded.tap(address) / quiet.tap(address)
        print(f"{flooded.name}: a tap at {address} takes {ratio:.2f} times as long")
        if ratio > most and flooded.name == "invented":
            faults.append(f"{flooded.name} {address}: {ratio:.2f}")
    return faults + [f"{flooded.name}: {said}" for said in (flooded.minds, flooded.prints) if set(said) - {200}]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("kinds", nargs="*")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        faults = run(Path(folder), asked.seconds, asked.seed, asked.kinds)
    print(f"floods: {len(faults)} limits not kept", *faults, sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
