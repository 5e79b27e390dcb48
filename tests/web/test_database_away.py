"""PostgreSQL stopped while people play, and started again: said in words, and what was tapped counts once."""

import json
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from companion.table.commands import Laid
from companion.table.database import Database
from companion.table.schema import log
from companion.table.store import Store
from companion.table.tables import Tables
from companion.web import create_app
from tests.browser.device import play
from tests.chromium import HOST
from tests.patience import PATIENCE
from tests.postgresql import Server
from tests.table.people import setup
from tests.web.conftest import LocalClient, serving

pytestmark = [pytest.mark.slow, pytest.mark.server]

TOKEN = "h" * 22
SAID = {
    "nl": "De tafels zijn even niet te bereiken.",
    "de": "Die Tische sind gerade nicht zu erreichen.",
    "en": "The tables cannot be reached right now.",
}


class Moody(Server):
    """A PostgreSQL server that goes away and comes back."""

    def leave(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)

    def come_back(self) -> None:
        self.process = self.start()


@pytest.fixture(scope="module")
def moody() -> Iterator[Moody]:
    server = Moody()
    yield server
    server.stop()


@pytest.fixture
def tables(moody: Moody) -> Iterator[Tables]:
    found = Tables(Store(Database(moody.new_database()).ready()))
    found.listen()
    yield found
    found.close()


def entries(tables: Tables) -> list[str]:
    with tables.store.database.begin() as connection:
        return list(connection.execute(log.select().order_by(log.c.seq)).scalars())


def test_pages_and_taps_say_so_and_the_tap_counts_once(moody: Moody, tables: Tables) -> None:
    app = create_app(tables=tables)
    app.test_client_class = LocalClient
    client = app.test_client()
    client.set_cookie("device", TOKEN, domain="192.168.1.20")
    opened = tables.create(setup(), TOKEN, seed=1)
    programs = {"Authorization": f"Bearer {TOKEN}"}
    option = json.loads(client.get(f"/api/v1/tables/{opened.code}", headers=programs).text)["decision"]["options"][0][
        "action"
    ]
    tap = {"wish": {"kind": "play", "actions": [option]}, "seen": 2, "key": "k" * 32}
    moody.leave()
    for page in ("/", f"/t/{opened.code}", f"/t/{opened.code}/view/board", "/history", f"/j/{opened.code}"):
        for language, said in SAID.items():
            client.set_cookie("language", language, domain="192.168.1.20")
            answer = client.get(page)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2"), page
            assert said in answer.text, page
    act = f"/api/v1/tables/{opened.code}/act"
    for _ in range(2):
        answer = client.post(act, json=tap, headers=programs)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
        assert answer.mimetype == "application/problem+json"
        assert (json.loads(answer.text)["code"], answer.status_code) == ("database", 503)
    assert client.get("/health").status_code == 200
    assert client.get("/ready", environ_base={"REMOTE_ADDR": "127.0.0.1"}).status_code == 503
    moody.come_back()
    answers = [json.loads(client.post(act, json=tap, headers=programs).text) for _ in range(2)]
    assert [(it["seq"], it["repeated"]) for it in answers] == [(3, False), (3, True)]
    assert len(entries(tables)) == 3
    assert client.get(f"/t/{opened.code}").status_code == 200


def test_a_tap_on_a_phone_is_sent_again_by_itself(moody: Moody, tables: Tables, browser: Browser) -> None:
    app = create_app(tables=tables, hosts=(HOST,))
    opened = tables.create(setup(), TOKEN, seed=1)
    tables.act(opened.id, Laid(), tables.who(opened.id, TOKEN), seen_seq=None)
    with serving(app) as address, browser.new_context(locale="en") as context:
        context.add_cookies([{"name": "device", "value": TOKEN, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/t/{opened.code}")
        moody.leave()
        with page.expect_response(lambda answer: answer.request.method == "POST") as tapped:
            play(page, "place castle")
        assert tapped.value.status == 503
        # The table stays as it was; it says that there is no connection.
        expect(page.locator("#screen")).to_be_visible()
        expect(page.get_by_text(SAID["en"])).to_have_count(0)
        moody.come_back()
        with page.expect_response(
            lambda answer: answer.request.method == "POST" and answer.status == 200, timeout=PATIENCE * 1000
        ):
            pass
        assert len(entries(tables)) == 4
