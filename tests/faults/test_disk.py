"""A disk that may not be written: said in words, nothing lost, and on it goes when it may be written again."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from companion.table.database import FILE, Database
from tests.faults.world import COMMAND, Player, Served, faults, free_port
from tests.patience import PATIENCE
from tests.postgresql import Server
from tests.tools import leave_out

pytestmark = pytest.mark.slow

AS_ROOT = os.getuid() == 0


def read_only(folder: Path) -> list[str]:
    """What to put before a command so that it cannot write into a folder: root is not stopped by permissions."""
    if AS_ROOT:
        script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
        return ["unshare", "--mount", "sh", "-c", script, str(folder)]
    folder.chmod(0o555)
    return []


@pytest.mark.drawn(1)
@pytest.mark.parametrize("there", [False, True], ids=["empty", "with tables"])
@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "protected"), ("nl", "beveiligd"), ("de", "geschützt"), ("fr", "protégé")],
    ids=["en", "nl", "de", "fr"],
)
def test_a_folder_that_may_not_be_written_is_said_at_the_start(
    tmp_path: Path, lang: str, words: str, *, there: bool
) -> None:
    if there:
        Database(tmp_path / FILE).ready().close()
    command = [*COMMAND, "--port", str(free_port()), "--data", str(tmp_path), "--lang", lang]
    done = subprocess.run(
        [*read_only(tmp_path), *command], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    tmp_path.chmod(0o755)
    assert done.returncode == 2
    assert words in done.stderr
    assert str(tmp_path / FILE) in done.stderr
    assert "Traceback" not in done.stderr


@contextmanager
def protected(folder: Path) -> Iterator[None]:
    """Nobody may write the files of a folder, not even who has them open."""
    files = [str(file) for file in folder.iterdir()]
    subprocess.run(["chattr", "+i", *files], check=True)
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)


def test_a_file_that_may_no_longer_be_written_is_said_and_goes_on_later(tmp_path: Path) -> None:
    if not AS_ROOT:
        leave_out("only root can take the right to write from an open file: run it as root, in a container for example")
    served = Served(tmp_path)
    player = Player([served.port], 1)
    player.play(lambda: len(player.answers) >= 20)
    with protected(tmp_path):
        _is_said(player, 503, "database")
    _goes_on(served, player, Database(tmp_path / FILE))


def test_a_postgresql_that_only_reads_is_said_and_goes_on_later(postgresql: Server) -> None:
    """As after a change of roles between two PostgreSQL servers."""
    where = postgresql.new_database()
    served = Served(where)
    player = Player([served.port], 1)
    player.play(lambda: len(player.answers) >= 20)
    with psycopg.connect(postgresql.url("postgres").replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        connection.execute("SELECT pg_reload_conf()")
        try:
            _is_said(player, 507, "not_writable")
        finally:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
            connection.execute("SELECT pg_reload_conf()")
    _goes_on(served, player, Database(where))


def _is_said(player: Player, refused: int, code: str) -> None:
    """Nothing is acknowledged, looking goes on, and what is answered is a sentence in the person's language."""
    player.play(lambda: bool(player.unexpected))  # a server may need a moment until it heeds what was taken from it
    player.unexpected.clear()
    before = len(player.answers)
    player.play(lambda: bool(player.unexpected))
    status, answer = player.unexpected.pop()
    assert (status, answer["code"]) == (refused, code)
    assert "protected" in answer["said"]
    assert len(player.answers) == before
    assert player.line.get(f"/api/v1/tables/{player.code}", player.token)[1]["seq"] == player.seq
    for language, words in (("nl", "beveiligd"), ("de", "geschützt")):
        body = {"wish": {"kind": "pause"}, "seen": player.seq}
        status, answer = player.line.post(f"/api/v1/tables/{player.code}/act", body, player.token, language)
        assert status == refused
        assert words in answer["said"]


def _goes_on(served: Served, player: Player, database: Database) -> None:
    """At the same table, where it was."""
    body = {"wish": {"kind": "pause"}, "seen": player.seq}
    player.until_answered(lambda: (player.line.get("/ready")[0], None))
    limit = time.monotonic() + PATIENCE
    while (told := player.line.post(f"/api/v1/tables/{player.code}/act", body, player.token))[0] in (503, 507):
        assert time.monotonic() < limit, "it never goes on"
    assert (told[0], told[1]["seq"]) == (200, player.seq + 1)
    other = Player(player.ports, 2)
    other.play(lambda: len(other.answers) >= 20)
    assert served.stop() == 0, served.complaints
    database.ready()
    assert faults([player, other], database) == []
    database.close()
