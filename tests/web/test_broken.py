"""A table of which something is damaged is named, with what is the matter; all others are as they were."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.table.vocabulary import Depth
from companion.web.screens import SCREENS
from tests.table.damage import DAMAGES, Damage, damage
from tests.table.people import play_on, setup
from tests.web.club import new_app
from tests.web.conftest import LocalClient, client_of

HOST_TOKEN = "h" * 22
BROKEN = [pytest.param(it, id=it.name) for it in DAMAGES if not it.shown]


class House:
    """A server's tables in a file, two of one host; the first is going to be damaged."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "companion.db"
        self.database = Database(self.file).ready()
        tables = Tables(Store(self.database))
        made = [tables.create(setup(title=title), HOST_TOKEN, seed=3) for title in ("The King's own", "The other one")]
        for one in made:
            play_on(tables, one.id, 19, seed=4)
        self.broken, self.whole = made

    def client(self, token: str = HOST_TOKEN, language: str = "en") -> LocalClient:
        client = client_of(new_app(Tables(Store(self.database))))
        client.set_cookie("device", token, domain="192.168.1.20")
        client.set_cookie("language", language, domain="192.168.1.20")
        return client


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.database.close()


@pytest.mark.slow
@pytest.mark.parametrize("done", BROKEN)
def test_it_is_named_with_what_is_the_matter_and_its_host_can_delete_it(house: House, done: Damage) -> None:
    damage(house.database, house.broken.id, done)
    address, whole, client, stranger = (
        f"/t/{house.broken.code}", f"/t/{house.whole.code}", house.client(), house.client("s" * 22)
    )  # fmt: skip
    for page in ("/", "/history", "/new", whole):
        assert client.get(page).status_code == 200, page
    home = client.get("/").text
    assert whole in home
    broken = home[home.index("Tables that cannot be shown") :]
    assert house.broken.code in broken
    assert done.said in broken
    assert "The other one" not in broken
    for someone, hosting in ((stranger, False), (client, True)):
        for page in (address, f"{address}/board", f"/j/{house.broken.code}"):
            answer = someone.get(page)
            assert answer.status_code == 409, page
            assert done.said in answer.text
            assert (f'action="{address}/delete"' in answer.text) == hosting
    assert stranger.send(f"{address}/delete", confirm=house.broken.code).status_code == 403
    assert client.send(f"{address}/delete", confirm=house.broken.code).status_code == 303
    assert (client.get(address).status_code, stranger.get(address).status_code) == (410, 404)
    assert f'href="{address}"' not in client.get("/").text
    assert client.send(f"{address}/restore").status_code == 303
    assert client.get(address).status_code == 409
    assert client.get(whole).status_code == 200


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_it_is_said_in_the_viewers_language(house: House, language: str) -> None:
    damage(house.database, house.broken.id, DAMAGES[0])
    said = {
        "de": "Der Aufbau ist nicht lesbar.",
        "fr": "La mise en place est illisible.",
        "nl": "De voorbereiding is onleesbaar.",
    }[language]
    client = house.client(language=language)
    assert said in client.get("/").text
    assert said in client.get(f"/t/{house.broken.code}").text


@pytest.mark.slow
@pytest.mark.parametrize("done", [it for it in DAMAGES if it.shown], ids=lambda it: it.name)
def test_what_can_be_made_again_is(house: House, done: Damage) -> None:
    damage(house.database, house.broken.id, done)
    client = house.client()
    assert "cannot be shown" not in client.get("/").text
    assert client.get(f"/t/{house.broken.code}").status_code == 200
    tables = Tables(Store(house.database))
    play_on(tables, house.broken.id, 20, seed=8)
    assert house.client().get(f"/t/{house.broken.code}").status_code == 200


def test_programs_are_told_and_its_host_can_delete_it(house: House) -> None:
    damage(house.database, house.broken.id, DAMAGES[0])
    client, address = house.client(), f"/api/v1/tables/{house.broken.code}"
    answer = client.get(address)
    assert answer.status_code == 409
    assert '"code":"bad_setup"' in answer.text
    assert client.delete(address).status_code == 403
    assert client.delete(address, headers={"Authorization": f"Bearer {HOST_TOKEN}"}).status_code == 204
    assert client.get(address).status_code == 404


def test_its_host_saves_what_is_whole_and_plays_on_from_it(house: House) -> None:
    damage(house.database, house.broken.id, next(it for it in DAMAGES if it.name == "entry"))
    client = house.client()
    page = client.get(f"/t/{house.broken.code}").text
    link = re.search(r'href="(/t/\w+/export/rescued.json)"', page)
    assert link
    assert "entries: 18" in page
    saved = client.get(link[1])
    assert saved.status_code == 200
    assert house.client("s" * 22).get(link[1]).status_code == 403
    opened = client.send("/import", text=saved.text)
    assert opened.status_code == 303
    brought = Tables(Store(house.database)).by_code(opened.location.rpartition("/")[2])
    assert brought.setup.title == "The King's own"
    play_on(Tables(Store(house.database)), brought.id, 10, seed=2)


def test_hands_are_not_saved_with_what_is_whole(tmp_path: Path) -> None:
    house = House(tmp_path)
    tables = Tables(Store(house.database))
    hidden = tables.create(setup("magna_carta"), HOST_TOKEN, seed=3)
    play_on(tables, hidden.id, 12, seed=1)
    damage(house.database, hidden.id, Damage("entry", "DELETE FROM log WHERE table_id = 'ID' AND seq = 9"))
    client = house.client()
    answer = client.get(f"/t/{hidden.code}")
    assert answer.status_code == 409
    assert "rescued" not in answer.text
    assert client.get(f"/t/{hidden.code}/export/rescued.json").status_code == 403
    house.database.close()


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "digits"), [("referee", 400), ("assistant", 5), ("sheet", 29)])
def test_no_number_is_too_long_to_be_shown(tmp_path: Path, depth: str, digits: int) -> None:
    house = House(tmp_path)
    client = house.client()
    tables: Tables = client.application.extensions["tables"]
    made = tables.create(setup(depth=Depth(depth)), HOST_TOKEN, seed=3)
    table, number = tables.place(made.id).table, 10**digits - 1
    state = table.state
    for values in (state.money, state.prestige):
        values[0] = number
    table.standing.counted = {"red": {"gold": number, "track": number}}
    address = f"/t/{made.code}"
    for page in (address, *(f"{address}/{name}" for name in SCREENS), f"/api/v1/tables/{made.code}/scores", "/"):
        answer = client.get(page)
        assert answer.status_code in (200, 404), page
    for file in ("scores.csv", "record.txt", "table.json", "report.pdf", "play.svg"):
        assert client.get(f"{address}/export/{file}").status_code in (200, 404, 422), file
    assert client.get(f"/api/v1/tables/{made.code}").status_code == 200
    assert client.get("/history").status_code == 200
    house.database.close()
