"""A made-up game in `tests/meadow` supports everything people do with a game, without a line of code elsewhere."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.box import check, faults
from companion.engine import Game
from companion.printing import Request, make_request
from companion.register import register, unregister
from companion.rules import Library, library
from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.web import create_app
from tests.boxes import Guest
from tests.chromium import HOST, put_away
from tests.meadow import box
from tests.web.club import BASE
from tests.web.conftest import serving

LINES = 400


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    register("meadow", "tests.meadow")
    yield box.lay_out(tmp_path_factory.mktemp("box"))
    unregister("meadow")


@pytest.fixture(scope="module")
def app(folder: Path) -> Flask:
    store = Store(Database(":memory:").ready())
    app = create_app(overlays=(folder,), hosts=(HOST,), tables=Tables(store, library((folder,))))
    app.testing = True
    app.config.update(WTF_CSRF_ENABLED=False, RATES=False)
    return app


@pytest.fixture
def guest(app: Flask) -> Guest:
    return Guest(app)


def test_it_is_a_small_package() -> None:
    assert sum(len(file.read_text().splitlines()) for file in Path("tests/meadow").glob("*.py")) <= LINES


@pytest.mark.slow
def test_words_that_play_needs_are_missed_by_name(folder: Path, tmp_path: Path) -> None:
    faulty, needed = Path(shutil.copytree(folder, tmp_path / "faulty")), {"choice.day": "say", "worker": "count"}
    for file in faulty.rglob("*.po"):
        entries = file.read_text(encoding="utf-8").split("\n\n")
        begins = [f'msgctxt "{facet}"\nmsgid "{id}"\n' for id, facet in needed.items()]
        kept = (entry for entry in entries if not any(begin in entry for begin in begins))
        file.write_text("\n\n".join(kept), encoding="utf-8")
    assert not faults(check(Library((folder,))))
    assert {(it.code, it.path) for it in faults(check(Library((faulty,))))} == {("no_entry", id) for id in needed}


@pytest.mark.slow
def test_it_is_played_from_the_first_page_to_its_report(guest: Guest) -> None:
    code = guest.open_by_page("meadow", "en", (), 3, "en")
    assert not guest.play(code, 3)["over"]
    guest.look(code, ("en",))
    assert guest.play(code, 100)["over"]
    guest.look(code)
    guest.leave(code)
    found = guest.view(code)
    points = {colour: player["prestige"] for colour, player in found["look"]["players"].items()}
    scored = guest.get(f"/api/v1/tables/{code}/scores", code=code).get_json()["players"]
    assert {colour: it["total"] for colour, it in scored.items()} == points


@pytest.mark.slow
def test_it_is_laid_and_hangs_on_a_wall(guest: Guest) -> None:
    code = guest.open_by_page("meadow", "en", (), 3, "en")
    assert 'id="laying"' in guest.get(f"/t/{code}/board").text
    assert "Cheese stall" in guest.get(f"/t/{code}/wall").text


@pytest.mark.slow
def test_it_is_corrected_and_goes_on(guest: Guest) -> None:
    code = guest.open_by_api("meadow", "en", (), 2, "en")
    seq = guest.view(code)["seq"]
    wish = {"kind": "correct", "changes": {"red.deniers": "7", "worker.farm": "green"}, "why": "miscounted"}
    answer = guest.browser.post(
        f"/api/v1/tables/{code}/act", json={"wish": wish, "seen": seq}, base_url=BASE, headers=guest.bearer(code)
    )
    assert answer.status_code == 200, answer.text
    look = guest.view(code)["look"]
    assert look["players"]["red"]["deniers"] == 7
    assert look["road"][0]["worker"] == "green"
    guest.look(code, ("en",))
    assert guest.play(code, 100)["over"]


def test_what_cannot_be_is_refused(guest: Guest) -> None:
    code = guest.open_by_api("meadow", "en", (), 2, "en")
    asked = guest.get(f"/api/v1/tables/{code}/why-not?action=place+mill", code=code).get_json()
    assert (asked["possible"], asked["code"]) == (False, "no_such_building")


def test_without_an_assistant_nobody_opens_a_table_for_one(guest: Guest) -> None:
    setup = {"game": "meadow", "edition": "en", "seats": [{"colour": "red"}, {"colour": "green"}], "depth": "assistant"}
    assert guest.browser.post("/api/v1/tables", json=setup, base_url=BASE).status_code == 422


def test_it_is_looked_up(guest: Guest) -> None:
    assert "Cheese stall" in guest.get("/rules/meadow").text
    assert "Cheese stall" in guest.get("/rules/meadow/building.market").text
    assert "Hay barn" in guest.get("/search?q=hay").text


def test_it_is_kept_as_a_record_and_a_position(folder: Path) -> None:
    known = library((folder,))
    game = Game.from_record("game: meadow\nedition: en\nseats: red green\n\nturn 1\nred: place farm\n", known)
    assert Game.from_position(game.position(), known) == game
    assert Game.from_record(game.record(), known) == game


def test_its_reference_is_printed(folder: Path) -> None:
    made = make_request(Request("reference", game="meadow", overlays=(folder,)))
    assert made.content.startswith(b"%PDF-")


def test_it_is_played_in_a_browser(browser: Browser, app: Flask) -> None:
    guest = Guest(app)
    code = guest.open_by_page("meadow", "en", (), 2, "en")
    host = guest.browser.get_cookie("device", domain="192.168.1.20")
    assert host
    with serving(app) as address:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        context.add_cookies([{"name": "device", "value": host.value, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/t/{code}")
        page.locator(".main-action:visible").click()
        page.get_by_role("radio", name="Hay barn").locator("xpath=following-sibling::label").click()
        page.locator(".yes:visible").click()
        expect(page.locator("#told")).to_contain_text("Red")
        page.goto(f"{address}/t/{code}/board")
        expect(page.locator(".road")).to_contain_text("Cheese stall")
        put_away(context)
