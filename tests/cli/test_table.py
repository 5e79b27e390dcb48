"""`companion table`: whoever has the machine lists its tables, and opens one again that nobody is left at."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
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


def test_while_it_is_served_the_address_is_that_of_the_server(
    monkeypatch: pytest.MonkeyPatch, own_data_folder: Path, code: str
) -> None:
    with serving(monkeypatch, "--data", str(own_data_folder), "--address", "127.0.0.1") as served:
        address, key = link(run("seat", code, "blue", "--data", str(own_data_folder)), code)
        assert address.startswith(f"http://127.0.0.1:{served.port}/back/")
        assert served.status(f"/back/{code}/{key}") == 200
        assert json.loads(run("list", "--json").stdout)[0]["code"] == code
        assert run("host", "QQQQQ", "--lang", "en").exit_code == 2
    assert not list((own_data_folder / "errands").iterdir())


def test_the_address_can_be_given(own_data_folder: Path, code: str) -> None:
    database = f"sqlite:///{own_data_folder / FILE}"
    address, _ = link(run("host", code, "--url", "https://table.example.org/", "--database", database), code)
    assert address.startswith("https://table.example.org/back/")


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
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_in_a_line(own_data_folder: Path, code: str, words: list[str], said: str) -> None:
    result = run(*[code if word == "CODE" else word for word in words], "--lang", "en")
    assert result.exit_code == 2
    assert said in result.output
    assert not Path("nowhere").exists()
