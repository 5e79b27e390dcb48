"""`companion table`: whoever has the machine lists its tables, and opens one again that nobody is left at."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.table import errands
from companion.table.database import FILE, Database
from companion.table.errors import NotNow
from companion.table.store import Store
from companion.table.tables import Tables
from companion.table.tokens import new_token
from companion.table.vocabulary import HOST
from tests.cli.test_serve import serving
from tests.table.people import setup


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["table", *words], catch_exceptions=False)


@contextmanager
def tables_in(folder: Path) -> Iterator[Tables]:
    database = Database(folder / FILE).ready()
    yield Tables(Store(database))
    database.close()


@pytest.fixture
def code(own_data_folder: Path) -> str:
    """The code of a game with hands, all of whose devices are gone."""
    with tables_in(own_data_folder) as tables:
        opened = tables.create(setup("magna_carta", title="Friday"), new_token(), seed=1)
        for colour in opened.setup.colours:
            tables.sit(opened.id, colour, new_token())
        return opened.code


NOTHING_FITS = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh"]
"""What a command begins with that is to write to a full disk."""


def link(result: Result, code: str) -> tuple[str, str]:
    """The address that was printed, and its key."""
    assert result.exit_code == 0, result.output
    found = re.search(rf"(https?://\S+/back/{code}/([A-Z0-9]{{16}}))\s", result.output)
    assert found, result.output
    return found[1], found[2]


@pytest.mark.parametrize(("words", "seat"), [(["host"], HOST), (["seat"], "red")])
def test_a_table_that_nobody_is_left_at_is_opened_again(
    own_data_folder: Path, code: str, words: list[str], seat: str
) -> None:
    _, key = link(run(*words, code.lower(), *[seat] * (seat != HOST), "--lang", "en"), code)
    with tables_in(own_data_folder) as tables:
        id, token = tables.by_code(code).id, new_token()
        tables.come_back(id, key, token)
        assert tables.who(id, token).names == {seat}
        with pytest.raises(NotNow):
            tables.come_back(id, key, new_token())


@pytest.mark.slow
def test_while_it_is_served_the_address_is_that_of_the_server(
    monkeypatch: pytest.MonkeyPatch, own_data_folder: Path, code: str
) -> None:
    with serving(monkeypatch, "--data", str(own_data_folder), "--address", "127.0.0.1") as served:
        address, key = link(run("seat", code, "blue", "--data", str(own_data_folder)), code)
        assert address.startswith(f"http://127.0.0.1:{served.port}/back/")
        assert served.status(f"/back/{code}/{key}") == 200
        assert json.loads(run("list", "--json").stdout)[0]["code"] == code
        assert run("host", "QQQQQ", "--lang", "en").exit_code == 2
        full = [*NOTHING_FITS, sys.executable, "-m", "companion", "table", "list", "--lang", "en"]
        said = subprocess.run(full, capture_output=True, text=True, check=False).stderr
        assert said.startswith(f"{own_data_folder} cannot be written: the disk is full"), said
    assert not list((own_data_folder / "errands").iterdir())


@pytest.mark.parametrize("before", ["", "sqlite:///"])
def test_a_server_of_a_file_is_asked_beside_that_file(
    monkeypatch: pytest.MonkeyPatch, own_data_folder: Path, code: str, tmp_path: Path, before: str
) -> None:
    file = before + str(shutil.copy(own_data_folder / FILE, tmp_path / "evening.db"))
    shutil.rmtree(own_data_folder)
    with serving(monkeypatch, "--database", file, "--address", "127.0.0.1"):
        assert link(run("seat", code, "blue", "--database", file), code)
    assert not own_data_folder.exists(), "nothing is put elsewhere"


def test_what_a_killed_command_left_stops_nobody_and_is_cleared(own_data_folder: Path, code: str) -> None:
    folder = own_data_folder / errands.FOLDER
    folder.mkdir()
    asked = json.dumps({"code": code, "seat": "red"})
    for name, text in {"0.asked": '{"co', "1.asked": "7", "2.asked": "{}", "3.asked": asked}.items():
        (folder / name).write_text(text)
    for name in ("3.asked", "3.answered", "4.part"):  # asked before the server was started
        (folder / name).touch()
        os.utime(folder / name, (0, 0))
    with tables_in(own_data_folder) as tables:
        errands.Errands(tables, own_data_folder, str).look()
        assert not tables.snapshot(tables.by_code(code).id).people.links
    [answer] = folder.iterdir()
    assert code in answer.read_text()


SERVICE = 65534
TWO_USERS = pytest.mark.skipif(
    os.name != "posix" or bool(os.geteuid()) or not shutil.which("setpriv"),
    reason="only the superuser can be two users",
)


@pytest.fixture
def folder_of_another(own_data_folder: Path, code: str) -> Path:
    """A folder with tables that belongs to the user of a service."""
    assert code
    for place in (own_data_folder, *own_data_folder.rglob("*")):
        os.chown(place, SERVICE, SERVICE)
    own_data_folder.chmod(0o700)
    return own_data_folder


@TWO_USERS
def test_what_the_superuser_asks_belongs_to_whom_the_server_runs_as(folder_of_another: Path) -> None:
    assert errands.ask(folder_of_another, {}, patience=0) is None
    assert (folder_of_another / errands.FOLDER).stat().st_uid == SERVICE


@TWO_USERS
@pytest.mark.slow
@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    "words", [["table", "list"], ["db", "check"], ["validate"], ["db", "backup", "new.db"], ["serve"]], ids=" ".join
)
@pytest.mark.parametrize("part", ["folder", "file"])
def test_what_belongs_to_another_is_told_in_a_line(folder_of_another: Path, words: list[str], part: str) -> None:
    if part == "file":
        folder_of_another.chmod(0o755)
    said = refused_as_mere_user(*words, "--data", str(folder_of_another))
    assert "belongs to nobody" in said or f"belongs to {SERVICE}" in said


def refused(*words: str) -> str:
    result = CliRunner().invoke(main, [*words, "--lang", "en"], catch_exceptions=False)
    assert (result.exit_code, result.output.count("\n")) == (2, 1), result.output
    return result.output


def refused_as_mere_user(*words: str) -> str:
    """What is said to a superuser with no more rights than others."""
    mere = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    command = [*mere, sys.executable, "-m", "companion", *words, "--lang", "en"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr
    return run.stderr


@pytest.mark.parametrize("place", ["evening.db", "sub/evening.db"])
@pytest.mark.parametrize("words", [["db", "backup"], ["db", "salvage", "{file}"], ["db", "copy", "{file}"]])
def test_the_folder_in_which_nothing_can_be_written_is_named(
    own_data_folder: Path, code: str, tmp_path: Path, words: list[str], place: str
) -> None:
    assert code
    theirs = tmp_path / "theirs"
    target = str(theirs / place)
    asked = [*(word.format(file=own_data_folder / FILE) for word in words), target]
    assert f"{(theirs / place).parent}" in refused(*asked)


@TWO_USERS
@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["db backup {}/a.db", "db salvage {file} {}/sub/a.db", "db copy {file} {}/a.db", "serve --data {}/tables"]
)
def test_a_folder_of_another_is_named_by_whatever_would_write_there(
    own_data_folder: Path, code: str, tmp_path: Path, words: str
) -> None:
    assert code
    os.chown(tmp_path, SERVICE, SERVICE)
    asked = (word.format(tmp_path, file=own_data_folder / FILE) for word in words.split())
    assert refused_as_mere_user(*asked).startswith(f"{tmp_path} belongs to")


@pytest.mark.parametrize(
    "words", [["table", "list"], ["db", "check"], ["db", "backup", "new.db"], ["serve"]], ids=" ".join
)
@pytest.mark.parametrize("rest", ["secret@word@here/name", "secret@word:5432@here/name", "secret@here:port/name"])
def test_a_bad_address_is_told_in_a_line_without_the_password(words: list[str], rest: str) -> None:
    address = f"postgresql+psycopg://user:{rest}"
    result = CliRunner().invoke(main, [*words, "--database", address, "--lang", "en"], catch_exceptions=False)
    assert (result.exit_code, result.output.count("\n")) == (2, 1), result.output
    assert "%40" in result.output
    assert not any(part in result.output for part in ("secret", "word@", "5432"))


def test_the_address_can_be_given(own_data_folder: Path, code: str) -> None:
    database = f"sqlite:///{own_data_folder / FILE}"
    address, _ = link(run("host", code, "--url", "https://table.example.org/", "--database", database), code)
    assert address.startswith("https://table.example.org/back/")
    address, _ = link(run("host", code, "--url", "table.example.org:8080", "--database", database), code)
    assert address.startswith("http://table.example.org:8080/back/")


def test_the_list(code: str) -> None:
    assert re.fullmatch(rf"{code}  \d{{4}}-\d\d-\d\d \d\d:\d\d  Friday  red.*\n", run("list").stdout)
    assert next(iter(json.loads(run("list", "--json").stdout)[0]["seats"])) == "red"


def test_without_tables(own_data_folder: Path) -> None:
    with tables_in(own_data_folder):
        pass
    assert run("list", "--lang", "nl").stdout == "Er zijn geen tafels.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["host", "QQQQQ"], "no table"),
        (["seat", "CODE", "purple"], "purple"),
        (["list", "--data", "nowhere"], "nowhere"),
        (["list", "--database", "nowhere.db"], "nowhere"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_in_a_line(own_data_folder: Path, code: str, words: list[str], said: str) -> None:
    result = run(*[code if word == "CODE" else word for word in words], "--lang", "en")
    assert result.exit_code == 2
    assert said in result.output
    assert not Path("nowhere").exists()
    assert not Path("nowhere.db").exists()
