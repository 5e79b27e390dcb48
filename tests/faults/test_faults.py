"""A table must never lose a game: the server killed, its disk full, its network cut, every tap twice."""

import http.client
import os
import resource
import signal
import subprocess
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.table.database import FILE, Database
from tests.faults import kill
from tests.faults.world import SEATS, Line, Player, Served, crowd, faults
from tests.patience import PATIENCE
from tests.postgresql import Server

pytestmark = pytest.mark.slow

SETUP = {"game": "caylus", "edition": "en", "seats": [{"colour": colour} for colour in SEATS]}


def place(request: pytest.FixtureRequest, kind: str) -> Path | str:
    """Where tables are kept: a folder of its own, or a database of PostgreSQL."""
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return folder
    server: Server = request.getfixturevalue("postgresql")
    return server.new_database()


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("where", "servers"), [("sqlite", 1), ("postgresql", 1), ("postgresql", 2)])
def test_killed_under_load_nothing_is_lost(request: pytest.FixtureRequest, where: str, servers: int) -> None:
    """Of two servers one is killed, and its phones go on with the other."""
    outcome = kill.run(place(request, where), kills=2, actions=100, servers=servers)
    assert outcome.faults == []
    assert outcome.acknowledged >= 100


def test_stopped_politely_it_ends_its_streams_and_says_nothing_wrong(tmp_path: Path) -> None:
    served = Served(tmp_path)
    player = Player([served.port], 1)
    player.open()
    listening = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    listening.request("GET", f"/api/v1/tables/{player.code}/stream", headers={"Host": "localhost"})
    answer = listening.getresponse()
    assert answer.status == 200
    assert answer.readline() == b"retry: 1500\n"
    assert served.stop() == 0
    assert answer.read() == b"\nid: 1\nevent: table\ndata: 1\n\n"
    answer.close()
    listening.close()
    player.line.close()


def children(pid: int) -> list[int]:
    """The processes that one has begun, and those that they began."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    own = [int(child) for child, parent, state in rows if int(parent) == pid and state[0] != "Z"]
    return [*own, *(below for child in own for below in children(child))]


def runs(pid: int) -> bool:
    asked = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(asked.strip()) and asked.strip()[0] != "Z"


def test_killed_it_leaves_no_process_behind(tmp_path: Path) -> None:
    served = Served(tmp_path)
    line = Line(served.port, timeout=PATIENCE)
    assert line.get("/print/calibration/file.pdf")[0] == 200
    line.close()
    assert served.process
    drawing = children(served.process.pid)
    assert drawing
    served.process.kill()
    limit = time.monotonic() + PATIENCE
    while any(map(runs, drawing)) and time.monotonic() < limit:
        time.sleep(0.05)
    left = [pid for pid in drawing if runs(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    served.kill()
    assert left == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("where", "servers"), [("sqlite", 1), ("postgresql", 2)])
def test_every_tap_twice_and_a_tenth_at_the_same_moment(
    request: pytest.FixtureRequest, where: str, servers: int
) -> None:
    kept, taps = place(request, where), 150
    served = [Served(kept) for _ in range(servers)]
    players = [Player([one.port for one in served], n, twice=1.0, together=0.1) for n in range(3)]
    for thread in crowd(players, lambda: sum(len(player.answers) for player in players) >= taps):
        thread.join(PATIENCE)
    for one in served:
        one.kill()
    database = Database(kept if isinstance(kept, str) else kept / FILE).ready()
    assert faults(players, database) == []
    database.close()
    assert sum(player.repeated for player in players) >= taps
    assert sum(player.pairs for player in players) >= taps / 20


def limit_file_size(served: Served, size: int) -> None:
    assert served.process
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_full_disk_is_said_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """The files may not grow: writing fails as on a full disk. Then there is room again."""
    served = Served(tmp_path)
    player = Player([served.port], 1)
    player.play(lambda: len(player.answers) >= 20)
    limit_file_size(served, 4096)
    before = len(player.answers)
    player.play(lambda: bool(player.unexpected))
    status, answer = player.unexpected.pop()
    assert status == 507
    assert answer["code"] == "not_writable"
    assert "disk" in answer["said"]
    assert len(player.answers) == before
    assert player.line.get("/ready")[0] == 503
    assert player.line.post("/api/v1/tables", SETUP)[0] == 507
    limit_file_size(served, resource.RLIM_INFINITY)
    assert player.line.get("/ready")[0] == 200
    other = Player([served.port], 2)
    other.play(lambda: len(other.answers) >= 20)
    assert served.stop() == 0
    database = Database(tmp_path / FILE).ready()
    assert faults([player, other], database) == []
    database.close()


def test_two_seats_with_the_same_version_exactly_one_wins(tmp_path: Path) -> None:
    """Two phones see the same table and both tap: one is done, the other gets the fresh state."""
    served = Served(tmp_path)
    with closing(Line(served.port)) as line:
        status, opened = line.post("/api/v1/tables", SETUP)
    assert status == 201
    seen = opened["view"]["seq"]
    path = f"/api/v1/tables/{opened['code']}/act"
    for _ in SEATS:
        gate = threading.Barrier(4)
        answers: list[int] = []

        def tap(n: int, seen: int = seen, gate: threading.Barrier = gate, answers: list[int] = answers) -> None:
            body = {"wish": {"kind": "play", "actions": ["pass"]}, "seen": seen, "key": f"{seen}-{n}"}
            with closing(Line(served.port)) as line:
                gate.wait()
                answers.append(line.post(path, body, opened["token"])[0])

        threads = [threading.Thread(target=tap, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200, 409, 409, 409]
        seen += 1
    served.kill()
