# ruff: noqa: T201 - a command says what it found
"""Break lines of a room drawn at random, one at a time, and count the faults that the room's tests notice.

    python -m tools.mutants --room table --count 40 --seed 7

Ends with 1 if fewer than 85 of 100 are noticed. With `--list` it only shows what would be broken.
"""

import argparse
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tools.mutants.draw import Mutant, draw
from tools.mutants.trial import ROOT, Copy, python_files

ENOUGH = 0.85

ROOMS: dict[str, dict[str, list[str]]] = tomllib.loads(Path(__file__).with_name("rooms.toml").read_text("utf-8"))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--room", choices=ROOMS, action="append", help="only this room; may be repeated")
    parser.add_argument("--count", type=int, default=40, help="how many lines of a room to break")
    parser.add_argument("--seed", type=int, required=True, help="any number: the same one draws the same faults")
    parser.add_argument("--jobs", type=int, default=2, help="how many faults to try at a time")
    parser.add_argument("--list", action="store_true", help="show the faults and try none")
    options = parser.parse_args()
    enough = True
    for room in options.room or ROOMS:
        mutants = draw(python_files(ROOMS[room]["code"]), ROOT, options.count, options.seed)
        if options.list:
            print(*mutants, sep="\n")
        else:
            enough &= _try(room, mutants, options.jobs) >= ENOUGH
            print(f"(room {room}, seed {options.seed})", flush=True)
    return 0 if enough else 1


def _try(room: str, mutants: list[Mutant], jobs: int) -> float:
    """Try all faults, and return the share that is noticed."""
    tests = [place for place in ROOMS[room]["tests"] if (ROOT / place).exists()]
    with TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(jobs):
            copies.put(Copy(Path(folder, str(number))))
        first = copies.get()
        trace = first.trace(tests, Path(folder, "trace"))
        copies.put(first)

        def one(mutant: Mutant) -> bool:
            copy, begun = copies.get(), time.monotonic()
            try:
                test = copy.noticed(mutant, trace, first.folder)
            finally:
                copies.put(copy)
            verdict = "noticed " if test else "SURVIVED"
            print(f"{verdict} {time.monotonic() - begun:4.0f} s  {mutant}\n    {test}", flush=True)
            return bool(test)

        noticed = sum(pool.map(one, mutants))
    print(f"{noticed} of {len(mutants)} noticed, {100 * noticed / max(len(mutants), 1):.1f} %")
    return noticed / max(len(mutants), 1)


if __name__ == "__main__":
    sys.exit(main())
