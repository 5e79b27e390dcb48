"""A device with very many tables: no list opens more of them than it shows, and what it tells is that of the tables."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event, text

from companion.table.commands import Count, Play, Rename, Undo
from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import SUMMED_UP, Tables
from companion.table.upkeep import Upkeep
from companion.table.vocabulary import Chance, Depth
from companion.web import create_app
from companion.web.table.home import SHOWN
from tests.table.people import HOST, setup
from tests.web.conftest import LocalClient

pytestmark = pytest.mark.slow

TOKEN = "h" * 22
MANY = 60


class House:
    """A server in a file, and the device that opened all its tables."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(folder / "companion.db").ready()
        self.opened: list[str] = []
        self.statements: list[str] = []
        event.listen(self.database.engine, "before_cursor_execute", self._note)
        self.start()

    def start(self) -> None:
        """The server, begun anew: nothing is in its memory."""
        tables, self.opened = Tables(Store(self.database)), self.opened
        build = tables._built

        def built(id: str, **how: Any) -> Any:
            self.opened.append(id)
            return build(id, **how)

        tables._built = built  # type: ignore[method-assign]
        self.tables = tables
        app = create_app(tables=tables)
        app.test_client_class = LocalClient
        self.client: FlaskClient = app.test_client()
        self.client.set_cookie("device", TOKEN, domain="192.168.1.20")
        self.client.set_cookie("language", "en", domain="192.168.1.20")

    def _note(self, _: Any, __: Any, statement: str, *___: Any) -> None:
        self.statements.append(statement)

    def looked(self, page: str) -> tuple[str, int, int]:
        """A page, how many tables were opened for it, and how many statements it took."""
        self.opened.clear()
        self.statements.clear()
        answer = self.client.get(page)
        assert answer.status_code == 200
        return answer.text, len(self.opened), len(self.statements)

    def sheet(self, name: str = "Anna", points: int = 3) -> str:
        """A table whose points are counted."""
        made = self.tables.create(setup(depth=Depth.SHEET, chance=Chance.TABLE), TOKEN)
        self.tables.act(made.id, Rename(seat="red", name=name), HOST, seen_seq=1)
        self.tables.act(made.id, Count(seat="red", values={"track": points}), HOST, seen_seq=2)
        return made.id


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.database.close()


def test_the_lists_open_only_what_they_show(house: House) -> None:
    for n in range(MANY):
        house.sheet(points=n)
    for _ in range(MANY // SUMMED_UP):
        house.client.get("/history")
    few: dict[str, int] = {}
    for page, most in (("/", SHOWN), ("/new", 0), ("/history", 0)):
        house.start()
        text_, opened, few[page] = house.looked(page)
        assert opened <= most, page
    assert f"Finished games: {MANY}." in text_
    for _ in range(MANY):
        house.sheet()
    for _ in range(MANY // SUMMED_UP):
        house.client.get("/history")
    for page, statements in few.items():
        house.start()
        assert house.looked(page)[2] <= statements, page


def test_a_result_is_told_as_soon_as_there_is_one_and_anew_when_it_changes(house: House) -> None:
    id = house.sheet(name="Anna", points=3)
    assert "Anna 3" in house.looked("/history")[0]
    assert house.looked("/history")[1] == 0
    tables = house.tables
    tables.act(id, Count(seat="red", values={"track": 8}), HOST, seen_seq=3)
    tables.act(id, Rename(seat="red", name="Bea"), HOST, seen_seq=4)
    assert "Bea 8" in house.looked("/history")[0]
    for seq in (4, 3):
        tables.act(id, Undo(to=seq), HOST, seen_seq=tables.snapshot(id).seq)
    assert "Bea" not in house.looked("/history")[0]
    running = tables.create(setup(), TOKEN, seed=1)
    decision = tables.snapshot(running.id).decision
    assert decision
    tables.act(running.id, Play(actions=(decision.options[0],)), HOST, seen_seq=2)
    assert "No finished games" in house.looked("/history")[0] or running.code not in house.looked("/history")[0]


def test_tables_of_an_older_version_are_summed_up_by_and_by(house: House) -> None:
    for n in range(SUMMED_UP + 15):
        house.sheet(points=n)
    with house.database.begin() as connection:
        connection.execute(text("DELETE FROM summaries"))
        connection.execute(text("INSERT INTO summaries (table_id, seq, data) SELECT id, 0, '' FROM tables"))
    house.start()
    page, opened, _ = house.looked("/history")
    assert opened == SUMMED_UP
    assert f"Finished games: {SUMMED_UP}." in page
    assert "Still to be counted: 15." in page
    upkeep = Upkeep(house.tables, None, lambda error: pytest.fail(str(error)))
    upkeep.look()
    for _ in range(4):
        upkeep.sum_up()
    page, opened, _ = house.looked("/history")
    assert opened == 0
    assert f"Finished games: {SUMMED_UP + 15}." in page
    assert "Still to be counted" not in page


@pytest.mark.parametrize("said", ["{", "[]", '{"at": 5}'])
def test_a_damaged_summary_is_made_again(house: House, said: str) -> None:
    house.sheet(name="Anna", points=3)
    house.client.get("/history")
    with house.database.begin() as connection:
        connection.execute(text("UPDATE summaries SET data = :said"), {"said": said})
    assert "Anna 3" in house.looked("/history")[0]


def test_a_finished_game_of_a_box_that_is_gone_is_named(house: House) -> None:
    house.sheet()
    house.client.get("/history")
    with house.database.begin() as connection:
        connection.execute(text("""UPDATE tables SET setup = replace(setup, '"edition":"en"', '"edition":"house"')"""))
    house.start()
    assert "It was played with house" in house.looked("/history")[0]
