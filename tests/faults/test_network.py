"""The network as it is at a table: cut at random, and sometimes full of listeners."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults import network
from tests.faults.phones import Full, Phone, Stream
from tests.faults.world import Line, Player, Served, crowd
from tests.pairs import SEED
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

LISTENERS = 30


def test_a_network_cut_at_random_leaves_every_phone_with_what_is_kept(tmp_path: Path) -> None:
    outcome = network.run(tmp_path, PATIENCE, taps=60, cuts=3, seed=SEED)
    assert outcome.faults == []
    assert outcome.acknowledged >= 60
    assert min(outcome.fates[fate] for fate in network.FATES) >= 3, "the network was too good to prove anything"


def test_a_full_house_of_listeners_keeps_nobody_from_posting(tmp_path: Path) -> None:
    """As many streams as there may be; four players post meanwhile, and everybody who listens hears of it."""
    served = Served(tmp_path, "--listeners", str(LISTENERS))
    players = [Player([served.port], n) for n in range(4)]
    for player in players:
        player.open()
    # What they heard before they came back does not count: the first number is what was missed.
    streams = [Stream(served.port, players[n % 4].code, timeout=PATIENCE) for n in range(LISTENERS)]
    with pytest.raises(Full) as full:
        Stream(served.port, players[0].code)
    assert (full.value.status, full.value.after) == (503, 15)
    late = Phone(served.port, players[0].code, players[0].token).start()
    for thread in crowd(players, lambda: all(len(player.answers) >= 40 for player in players)):
        thread.join(PATIENCE)
    assert min(len(player.answers) for player in players) >= 40
    limit = time.monotonic() + PATIENCE
    while late.seq < players[0].seq and time.monotonic() < limit:
        time.sleep(0.05)
    assert late.seq == players[0].seq
    assert late.polls
    assert not late.streams
    last = {player.code: player.seq for player in players}
    with ThreadPoolExecutor(LISTENERS) as pool:
        heard = pool.map(lambda n: _until(streams[n], last[players[n % 4].code]), range(LISTENERS))
    assert all(heard)
    with closing(streams.pop()), closing(Line(served.port)) as line:
        assert line.get("/ready")[1]["listeners"] == LISTENERS
    _there_is_room_again(served.port, players)
    assert [player.unexpected for player in players] == [[], [], [], []]
    late.stop()
    for stream in streams:
        stream.close()
    for player in players:
        player.line.close()
    served.kill()


def _until(stream: Stream, wanted: int) -> bool:
    """Whether a stream tells of an entry in the end."""
    while stream.next() < wanted:
        pass
    return True


def _there_is_room_again(port: int, players: list[Player]) -> None:
    """Whoever has gone leaves room: at the latest when the server wants to tell them something."""
    limit = time.monotonic() + PATIENCE
    while True:
        for player in players:
            if player.game and not player.game.over:
                player.tap()
        try:
            Stream(port, players[0].code).close()
        except Full:
            assert time.monotonic() < limit, "nobody's place was given up"
            time.sleep(0.1)
        else:
            return
