# ruff: noqa: T201 - a command says what it found
"""python -m tests.walk --seed 1 --steps 2000 --seconds 3600

Walks of one seed after the other, until the steps of each are done and the seconds have gone; a fault ends the walk at
its table and is told with its last steps.
"""

import argparse
import sys

from tests.walk.walk import Walk, enough_after


def main() -> int:
    """Walk."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=2000, help="of each walk")
    parser.add_argument("--seconds", type=float, default=0, help="go on with further seeds until then")
    parser.add_argument("--only", default="", help="tell of faults alone that say this")
    asked = parser.parse_args()
    enough, seed, faults = enough_after(asked.seconds), asked.seed, 0
    while True:
        walk = Walk(seed, asked.steps, enough if asked.seconds else lambda: False)
        found = walk.run()
        print(walk.told(), flush=True)
        for one in found:
            if not asked.only or asked.only in str(one.fault):
                faults += 1
                print(one.told(), flush=True)
        seed += 1
        if enough():
            break
    print(f"{seed - asked.seed} walks, {faults} faults")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
