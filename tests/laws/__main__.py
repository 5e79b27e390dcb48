"""Asks every law for as many tables as there is time for, each drawn by a new seed, and stops at the first fault.

python -m tests.laws --seconds 3600
python -m tests.laws --seconds 900 --seed 12             # from this seed on
python -m tests.laws --law "everybody once" --seed 12    # one table again
"""

import argparse
import itertools
import random
import time

import click

from tests.laws.laws import LAWS


def main() -> None:
    given = argparse.ArgumentParser(prog="tests.laws")
    given.add_argument("--seconds", type=float, help="60, or one seed if it is given")
    given.add_argument("--law", choices=LAWS, action="append")
    given.add_argument("--seed", type=int)
    asked = given.parse_args()
    first = random.SystemRandom().randrange(10**9) if asked.seed is None else asked.seed
    seconds = (60 if asked.seed is None else 0) if asked.seconds is None else asked.seconds
    until, looks = time.monotonic() + seconds, dict.fromkeys(asked.law or LAWS, 0)
    for seed in itertools.count(first):
        for name in looks:
            click.echo(f"\r{name}, seed {seed} ", nl=False)
            looks[name] += LAWS[name](random.Random(f"{name} {seed}"))
        if time.monotonic() > until:
            break
    click.echo("\r" + "\n".join(f"{name}: looked {n} times" for name, n in looks.items()))


if __name__ == "__main__":
    main()
