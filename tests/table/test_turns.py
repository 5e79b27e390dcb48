"""The lock that serves in the order of coming."""

import threading
import time

import pytest

from companion.table.turns import Turns
from tests.patience import PATIENCE


def test_who_came_first_goes_first() -> None:
    turns, served = Turns(), []

    def come(n: int) -> None:
        with turns:
            served.append(n)

    with turns:
        waiting = []
        for n in range(12):
            waiting.append(threading.Thread(target=come, args=(n,), daemon=True))
            waiting[-1].start()
            while len(turns._waiting) <= n:
                time.sleep(0.001)
    for thread in waiting:
        thread.join(PATIENCE)
    assert served == list(range(12))


def test_one_at_a_time_and_nobody_for_ever() -> None:
    turns, inside, most, times = Turns(), [0], [0], [0]

    def work() -> None:
        for _ in range(500):
            with turns:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                times[0] += 1
                if times[0] % 50 == 0:
                    time.sleep(0)
                inside[0] -= 1

    threads = [threading.Thread(target=work, daemon=True) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert (times[0], most[0], inside[0]) == (4000, 1, 0)


def test_a_turn_is_given_on_after_an_error() -> None:
    turns = Turns()
    with pytest.raises(KeyError), turns:
        raise KeyError
    with turns:
        pass


def test_nobody_waits_for_themselves() -> None:
    turns = Turns()
    with turns, pytest.raises(RuntimeError), turns:
        pass
    with turns:
        pass
