"""The walk itself: one table after another, some of them at one server, which then starts afresh."""

import json
import random
import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.walk import boxes, inventing
from tests.walk.people import People
from tests.walk.server import Fault, Server
from tests.walk.sitting import Sitting, Step
from tests.words import LANGUAGES

TABLES = 8
"""At one server, before it starts afresh."""

SHORT = 20
"""Steps at a table that begins in the middle: it is in such beginnings that something is wrong."""


@dataclass
class Found:
    """A fault, and what led to it."""

    fault: Fault
    seed: int
    number: int
    """Steps of the walk up to it."""
    overlaid: bool
    steps: list[Step]

    def told(self) -> str:
        """For people."""
        again = f"python -m tests.walk --seed {self.seed} --steps {self.number}"
        box = ", at a table with the box of the docs" if self.overlaid else ""
        lines = [f"seed {self.seed}, step {self.number}: {self.fault}", f"again: {again}"]
        steps = (f"  {json.dumps(step, ensure_ascii=False)}" for step in self.steps[-40:])
        return "\n".join([*lines, f"its last steps{box}:", *steps])


@dataclass
class Walk:
    """A walk of one seed."""

    seed: int
    most: int
    enough: Callable[[], bool] = lambda: False
    number: int = 0
    tables: int = 0
    requests: int = 0
    processor: float = 0.0
    done: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "")
    slowest_sheet: tuple[float, str] = (0.0, "")
    largest: float = 0.0
    life: int = 0
    found: dict[str, Found] = field(default_factory=dict)
    faults: int = 0

    def run(self) -> list[Found]:
        """To the end; a fault ends the walk of its table. Each kind of fault is found once."""
        while self.number < self.most and not self.enough():
            self._life(random.Random(f"{self.seed}/{self.life}"))
            self.life += 1
        return list(self.found.values())

    def _life(self, chance: random.Random) -> None:
        """One server with some tables, and then the same tables at another."""
        folder = Path(tempfile.mkdtemp(prefix="walk-"))
        overlays = (boxes.overlay(folder / "box"),) if self.life % 3 == 1 else ()
        server = Server(folder, self.seed, overlays)
        peopled: list[People] = []
        try:
            for _ in range(TABLES):
                sitting = Sitting(server, address=len(peopled) << 16)
                people = self._people(sitting, chance, peopled[-1] if peopled else None)
                peopled.append(people)
                self._guarded(sitting, lambda: self._sit(people, chance.randint(20, 60)))  # noqa: B023 - called at once
            self._afresh(server, [people.sitting for people in peopled if people.sitting.code], chance)
        finally:
            server.stop()
            self._count(server)
            shutil.rmtree(folder, ignore_errors=True)

    def _guarded(self, sitting: Sitting, walk: Callable[[], None]) -> None:
        """Walk until something is wrong, and note that."""
        try:
            walk()
        except Fault as fault:
            found = Found(fault, self.seed, self.number, bool(sitting.server.overlays), sitting.steps)
            self.found.setdefault(signature(fault), found)
            self.faults += 1
            sitting.code = ""
            if sitting.server.process.poll() is not None:
                sitting.server.start()

    def _people(self, sitting: Sitting, chance: random.Random, before: People | None) -> People:
        if before:
            return People(sitting, chance, before.games, before.positions, before.own)
        games = sitting.api("spectator", "GET", "/games")["games"]
        own = boxes.own_buildings() if sitting.server.overlays else []
        return People(sitting, chance, games, inventing.positions(), own)

    def _sit(self, people: People, steps: int) -> None:
        self.tables += 1
        while steps > 0 and self.number < self.most and not self.enough():
            step = people.next()
            self.number, steps = self.number + 1, steps - 1
            people.sitting.perform(step)
            self.done[f"{step.get('wish', {}).get('kind', step['do'])} {people.sitting.status}"] += 1
            people.did(step)
            if step["do"] == "open" and step["setup"].get("position") and people.sitting.code:
                steps = min(steps, SHORT)

    def _afresh(self, server: Server, sittings: list[Sitting], chance: random.Random) -> None:
        language = chance.choice(LANGUAGES)
        seen: dict[int, dict[tuple[str, str], str]] = {}
        for number, sitting in enumerate(sittings):
            self._guarded(sitting, lambda: seen.update({number: sitting.seen_by_all(language)}))  # noqa: B023
        server.restart()
        for number, sitting in enumerate(sittings):
            if number in seen:
                sitting.steps.append({"do": "restart", "language": language})
                self._guarded(sitting, lambda: sitting.compare(seen[number], language))  # noqa: B023

    def _count(self, server: Server) -> None:
        self.requests += server.requests
        self.processor += server.spent
        self.slowest = max(self.slowest, server.slowest)
        self.slowest_sheet = max(self.slowest_sheet, server.slowest_sheet)
        self.largest = max(self.largest, server.largest)

    def told(self) -> str:
        """What was done, in a line or two."""
        kinds = ", ".join(f"{kind} x {n}" for kind, n in sorted(self.done.items()))
        return (
            f"seed {self.seed}: {self.number} steps at {self.tables} tables, {self.requests} requests, "
            f"{self.processor:.0f} s of the processor, {self.largest:.0f} MB at most, "
            f"longest {self.slowest[0]:.2f} s ({self.slowest[1]}), sheets {self.slowest_sheet[0]:.2f} s\n  {kinds}"
        )


def signature(fault: Fault) -> str:
    """What makes two faults the same: where it went wrong, and not at which table."""
    if fault.kind == "5xx":
        return fault.kind + (fault.what.rpartition(" (")[2] or fault.what)
    return fault.kind + re.sub(r"/[A-Z0-9]{5}\b|[0-9]+|\b(red|blue|green|orange|black)\b|[{\[(:].*", "", fault.what)


def enough_after(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds have gone."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end
