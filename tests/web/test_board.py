"""The shared board: all that lies on the table is drawn, and said in words; no name that people typed is code."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from companion.i18n.translator import Translator
from companion.rules import load
from companion.web.board.drawing import Scene
from companion.web.board.layout import PLANS, Plan, street
from companion.web.board.words import changed
from companion.web.parts.chart import chart
from companion.web.parts.pages import pages_of
from tests.looks import looked
from tests.web.conftest import LocalClient
from tests.web.tables import BASE, Opened, opened
from tests.words import LANGUAGES

HOSTILE = ("<script>alert(1)</script>", '"><img src=x>', "=cmd()|'/C'!A0")
SVG = "{http://www.w3.org/2000/svg}"


def scene(table: Opened, language: str = "de") -> Scene[Any]:
    look = looked(table.table.referee, table.table.state)
    t = Translator(language, table.table.rules)
    return Scene(look, t, lambda colour: t.name(f"player.{colour}"), table.table.rules.data)


def played(client: LocalClient, game: str, steps: int, **more: Any) -> Opened:
    table = opened(client.application, game, **more)
    for _ in range(steps):
        if table.table.decision is None:
            break
        table.step()
    return table


def svgs(page: str) -> list[ET.Element]:
    """The three drawings of a board page."""
    whole = page[page.index('<svg class="map') : page.rindex("</section>")]
    return list(ET.fromstring(f'<div xmlns="http://www.w3.org/2000/svg">{whole}</div>'))


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
@pytest.mark.parametrize("steps", [0, 40, 130, 260, 900])
def test_the_drawing_shows_every_piece_of_caylus(client: LocalClient, steps: int, plan: Plan) -> None:
    table = played(client, "caylus", steps, seed=steps)
    here = scene(table)
    look, it = here.look, pages_of(load("caylus")).drawing(here, plan)
    road = it.tiles[len(look["specials"]) :]
    assert [tile.number for tile in road] == [str(space["space"]) for space in look["road"]]
    assert [bool(tile.name) for tile in road] == [bool(space["building"]) for space in look["road"]]
    assert [tile.owner or None for tile in road] == [space["owner"] for space in look["road"]]
    assert [tile.workers for tile in road] == [(s["worker"],) if s["worker"] else () for s in look["road"]]
    specials = it.tiles[: len(look["specials"])]
    inn = [look["inn"]] if look["inn"] else []
    standing = [w for special in look["specials"] for w in special["workers"]] + inn
    assert sorted(w for tile in specials for w in tile.workers) == sorted(standing)
    for section in it.sections:
        houses = look["castle"]["sections"][section.id]["houses"]
        assert {c: sum(part.colour == c for part in section.parts) for c in houses} == houses
        assert len(section.parts) == look["castle"]["sections"][section.id]["parts"]
    assert [guest.colour for guest in it.guests if guest.colour] == look["castle"]["workers"]
    assert it.bridge
    assert [step.colour for step in it.bridge.steps if step.colour] == look["bridge"]["passed"]
    where = {who: [tile.number for tile in road if who in tile.figures] for who in ("provost", "bailiff")}
    assert where == {"provost": [str(look["provost"])], "bailiff": [str(look["bailiff"])]}
    for line, id in zip(it.favors, look["favors"]["lines"], strict=True):
        marks = {colour: n for n, cell in enumerate(line.cells) for colour in cell.marks}
        assert marks == {colour: player["favors"][id] for colour, player in look["players"].items()}


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
@pytest.mark.parametrize("steps", [0, 60, 140, 900])
def test_the_drawing_shows_every_piece_of_magna_carta(client: LocalClient, steps: int, plan: Plan) -> None:
    table = played(client, "magna_carta", steps, edition="nl", colours=("red", "green", "orange"), seed=steps)
    here = scene(table, "nl")
    look, it = here.look, pages_of(load("magna_carta")).drawing(here, plan)
    assert len(it.tiles) == len(look["road"])
    for tile, card in zip(it.tiles, look["road"], strict=True):
        assert tile.name == here.t.name(f"building.{card['building']}")
        assert (tile.owner or None, tile.stock) == (card["owner"], card["stock"])
        assert tile.workers == ((card["worker"],) if card["worker"] else ())
        assert ("provost" in tile.figures) == (look["provost"] == card["space"])
    left = {section.id: sum(part.there for part in section.parts) for section in it.sections}
    assert left == look["castle"]["tokens"]
    assert it.bridge
    assert [step.colour for step in it.bridge.steps if step.colour] == look["bridge"]["passed"]


def test_the_page_draws_what_the_drawing_holds(client: LocalClient) -> None:
    table = played(client, "caylus", 150, seed=3)
    here = scene(table, "en")
    page = table.device(language="en").get(f"/t/{table.code}/board", base_url=BASE).text
    for svg, plan in zip(svgs(page), PLANS, strict=True):
        it = pages_of(load("caylus")).drawing(here, plan)
        names = [text.text for text in svg.iter(f"{SVG}text") if text.get("class") == "called"]
        assert [name for name in names if name in {tile.name for tile in it.tiles}] == [
            t.name for t in it.tiles if t.name
        ]
        uses = [use.get("href") for use in svg.iter(f"{SVG}use") if "worker" in (use.get("class") or "")]
        workers = [w for tile in it.tiles for w in tile.workers] + [g.colour for g in it.guests if g.colour]
        assert it.bridge
        workers += [step.colour for step in it.bridge.steps if step.colour]
        assert sorted(str(use) for use in uses) == sorted(f"#mark-{colour}" for colour in workers)


@pytest.mark.parametrize(("game", "edition", "language"), [("caylus", "de", "de"), ("magna_carta", "nl", "nl")])
def test_the_words_beside_it_say_the_same(client: LocalClient, game: str, edition: str, language: str) -> None:
    table = played(client, game, 120, edition=edition, colours=("red", "green"), names=("Anna", "Bo"), seed=2)
    page = table.device(language=language).get(f"/t/{table.code}/board", base_url=BASE).text
    t, look = Translator(language, table.table.rules), looked(table.table.referee, table.table.state)
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(<td>.*?)</tr>", page)]
    said = {row[0]: row[1:4] for row in rows if row[0]}
    called = {"red": "Anna", "green": "Bo", None: ""}
    for space in look["road"]:
        if space["building"]:
            name = t.name(f"building.{space['building']}")
            assert said[str(space["space"])] == [name, called[space["owner"]], called[space["worker"]]]
    for colour, player in look["players"].items():
        strip = page[page.index(f'class="strip {colour}"') :]
        assert t.count("denier", player["deniers"]) in strip[: strip.index("</li>")]


def test_nobody_needs_a_seat_and_nobody_sees_a_hand(client: LocalClient) -> None:
    table = played(client, "magna_carta", 30, colours=("red", "green"), seed=4)
    table.sit("red")
    pages = [table.device(who).get(f"/t/{table.code}/view/board", base_url=BASE).text for who in ("", "red")]
    tokens = [re.sub(r'(csrf_token|key)" value="[^"]*"', "", page) for page in pages]
    strips = [page[page.index('<div class="board">') :] for page in tokens]
    assert strips[0] == strips[1]
    assert 'src="/t/' in strips[0]
    assert "qr.svg" in strips[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_players_have_the_same_letter(client: LocalClient, language: str) -> None:
    table = opened(client.application, colours=("blue", "red", "green", "orange", "black"))
    for address in (f"/t/{table.code}/board", f"/t/{table.code}"):
        page = table.device(language=language).get(address, base_url=BASE).text
        letters = dict(re.findall(r'(?:id="mark-|class="shape )(\w+)".*?<text[^>]*>(.)</text>', page, re.DOTALL))
        assert len(letters) == 5
        assert len(set(letters.values())) == 5, letters


def test_only_what_changed_last_shines(client: LocalClient) -> None:
    table = opened(client.application, seed=1)
    table.play("place trading_post")
    page = table.device().get(f"/t/{table.code}/board", base_url=BASE).text
    for svg in svgs(page):
        lit = [g for g in svg.iter(f"{SVG}g") if "glows" in (g.get("class") or "")]
        names = [[e.text for e in g.iter(f"{SVG}text") if e.get("class") == "called"] for g in lit]
        assert names == [["Trading post"]]


def test_a_name_is_never_code(client: LocalClient) -> None:
    table = played(client, "caylus", 200, names=HOSTILE, seed=6)
    for screen in ("board", "scores", "end"):
        page = table.device(token="token-of-the-host").get(f"/t/{table.code}/{screen}", base_url=BASE).text
        assert "alert(1)" in page
        assert not re.search(r"<script>|<img src=x|\son\w+=|\sstyle=", page)


def test_the_street_bends_at_the_end_of_each_row() -> None:
    spots = street(PLANS[0], 28, 0)
    assert spots[6].y < spots[7].y
    assert spots[6].x == spots[7].x
    assert len({(spot.x, spot.y) for spot in spots}) == 28


def test_what_changed_is_found_in_the_events(client: LocalClient) -> None:
    table = opened(client.application, seed=1)
    table.play("place castle")
    events = table.table.game.events()
    assert "castle" in changed(events[-1:])


def test_the_chart_ends_at_the_points(client: LocalClient) -> None:
    turns = [{"red": 0, "blue": -2}, {"red": 4, "blue": 1}, {"red": 9, "blue": 30}]
    found = chart(turns, {"red": "Anna", "blue": "Bo"})
    assert found is not None
    assert [curve.last for curve in found.curves] == [9, 30]
    assert found.levels[0][1] <= -2
    assert found.levels[-1][1] >= 30
    assert len({curve.dash for curve in found.curves}) == 2
    assert chart([{"red": 0}, {"red": 0}, {"red": 30}], {"red": "Anna"}) is None, "points counted only at the end"
