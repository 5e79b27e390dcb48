"""The example programs of `docs/examples`, as processes of their own that know a server only by its address."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from tests.patience import PATIENCE
from tests.serving import running as serving
from tests.web.club import HOST, Club, new_app

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

pytestmark = pytest.mark.slow


@contextmanager
def running(name: str, *given: str) -> Iterator[subprocess.Popen[str]]:
    """Run an example until it ends by itself."""
    command = [sys.executable, str(EXAMPLES / name), *given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        try:
            yield program
        finally:
            program.kill()


@contextmanager
def at_home(club: Club, port: int = 0) -> Iterator[str]:
    """Run the server of a club and give its address."""
    with serving(club.app, port) as server:
        yield f"http://127.0.0.1:{server.port}"


def read(program: subprocess.Popen[str]) -> list[str]:
    said, complaint = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0, complaint
    return said.splitlines()


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_two_bots_play_a_game_and_a_display_shows_it(game: str) -> None:
    club = Club(new_app(), game=game, names=("Anna", "Bram"))
    for colour in ("red", "blue"):
        assert club.api(colour, "POST", "/leave", json={"seat": colour}).status_code == 204
    with at_home(club) as server, running("display.py", server.partition("//")[2], club.code) as display:
        first = display.stdout and display.stdout.readline()
        with running("bot.py", server, club.code, "red") as red, running("bot.py", server, club.code, "blue") as blue:
            read(red)
            read(blue)
        assert club.table.over
        club.api(HOST, "DELETE", "")
        shown = [str(first).strip(), *read(display)]
    assert {line.partition(":")[0] for line in shown[:-1]} == {"Anna", "Bram"}
    assert shown[-1] == "The game is over."


def test_a_bot_waits_for_a_seat_that_somebody_has() -> None:
    club = Club(new_app())
    with at_home(club) as server, running("bot.py", server, club.code, "red") as bot:
        asked: list[dict[str, str]] = []
        while not asked:
            asked = club.api("red", "GET", "/asking").json["asking"]
        assert [one["seat"] for one in asked] == ["red"]
        assert club.api("red", "POST", "/answer", json=asked[0] | {"allow": True}).status_code == 204
        while "red" in club.api("red", "GET", "").json["mine"]:
            assert bot.poll() is None
        assert club.api(HOST, "DELETE", "").status_code == 204
        assert bot.wait(PATIENCE) is not None


@pytest.mark.parametrize(("name", "more"), [("display.py", ()), ("bot.py", ("red",))])
def test_an_address_without_a_server_is_told_at_once(name: str, more: tuple[str, ...]) -> None:
    with at_home(Club(new_app())) as server:
        pass
    with running(name, server, "ABCDE", *more) as program:
        _, complaint = program.communicate(timeout=PATIENCE)
    assert (program.returncode, complaint.partition(".")[0]) == (1, "There is no server")


def test_a_display_whose_lines_nobody_reads_any_more_ends() -> None:
    club = Club(new_app())
    with at_home(club) as server, running("display.py", server, club.code) as display:
        assert display.stdout
        assert display.stderr
        assert display.stdout.readline()
        display.stdout.close()
        club.wish(HOST, "pause")
        assert (display.wait(PATIENCE), display.stderr.read()) == (0, "")


def test_a_display_goes_on_after_the_server_was_away() -> None:
    store = Store(Database(":memory:").ready())
    club = Club(new_app(Tables(store)), names=("Anna", "Bram"))
    with ExitStack() as stack:
        with at_home(club) as server:
            display = stack.enter_context(running("display.py", server, club.code))
            assert display.stdout
            assert display.stdout.readline()
        club.app = new_app(Tables(store))
        club.tables = club.app.extensions["tables"]
        club.wish(HOST, "pause")
        with at_home(club, int(server.rpartition(":")[2])):
            assert display.stdout.readline() == "A pause.\n"
            assert club.api(HOST, "DELETE", "").status_code == 204
            assert read(display) == []
