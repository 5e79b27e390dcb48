"""The board: all that lies on the table is drawn, and said in words; no name that people typed is code."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest

from companion.i18n.translator import Translator
from companion.web.parts.chart import chart
from companion.web.parts.street import changed
from tests.looks import looked
from tests.web.conftest import LocalClient
from tests.web.tables import BASE, Opened, opened
from tests.words import LANGUAGES

HOSTILE = ("<script>alert(1)</script>", '"><img src=x>', "=cmd()|'/C'!A0")
FIGURES = ("provost", "bailiff")


@dataclass(frozen=True)
class Drawn:
    """A tile as the page has it."""

    classes: tuple[str, ...]
    page: str

    @property
    def called(self) -> str:
        return unescape(found[1]) if (found := re.search(r'class="called">(.*?)<', self.page)) else ""

    @property
    def said(self) -> str:
        """What a screen reader says."""
        found = re.search(r'<span class="unseen">(.*?)</span>', self.page, re.DOTALL)
        return " ".join(unescape(found[1]).split()) if found else ""

    def within(self, name: str) -> list[str]:
        """The colors of the shapes in a part of it."""
        part = re.search(rf'class="{name}[ "].*?</span>', self.page, re.DOTALL)
        return re.findall(r'class="shape (\w+)"', part[0]) if part else []

    @property
    def figures(self) -> list[str]:
        return [who for who in FIGURES if f'class="icon {who} "' in self.page]


def tiles(page: str) -> list[Drawn]:
    """All tiles of a page; what opens from them is left out."""
    parts = re.split(r'<li class="(tile[^"]*)"', page)[1:]
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return [Drawn(tuple(classes.split()), re.split(r'<div class="panel"|</ol>', part)[0]) for classes, part in pairs]


def played(client: LocalClient, game: str, steps: int, **more: Any) -> Opened:
    table = opened(client.application, game, **more).sit("red")
    for _ in range(steps):
        if table.table.decision is None:
            break
        table.step()
    return table


def board(table: Opened, language: str = "en") -> str:
    return table.device("red", language).get(f"/t/{table.code}/board", base_url=BASE).text


@pytest.mark.parametrize("steps", [0, 40, 130, 260, 900])
def test_the_board_shows_every_piece_of_caylus(client: LocalClient, steps: int) -> None:
    table = played(client, "caylus", steps, seed=steps)
    look, t = looked(table.table.referee, table.table.state), Translator("en", table.table.rules)
    page = board(table)
    found = tiles(page)
    n = len(look["specials"])
    specials, bridge, road = found[:n], found[n], found[n + 1 :]
    for tile, space in zip(road, look["road"], strict=True):
        assert re.match(r"Space (\d+): ", tile.said)[1] == str(space["space"])  # type: ignore[index]
        assert tile.called == (t.name(f"building.{space['building']}") if space["building"] else "")
        assert tile.within("band") == ([space["owner"]] if space["owner"] else [])
        assert tile.within("workers") == ([space["worker"]] if space["worker"] else [])
        assert tile.figures == [who for who in FIGURES if look[who] == space["space"]]
        assert ("beyond" in tile.classes) == (space["space"] > look["provost"])
    inn = [look["inn"]] if look["inn"] else []
    standing = [colour for special in look["specials"] for colour in special["workers"]] + inn
    assert sorted(colour for tile in specials for colour in tile.within("workers")) == sorted(standing)
    assert bridge.within("bridge-steps")[: len(look["bridge"]["passed"])] == look["bridge"]["passed"]
    for id, section in look["castle"]["sections"].items():
        left = section["parts"] - sum(section["houses"].values())
        name = t.name(f"section.{id}")
        words = t.say("web.seat.wall", section=name, n=left, of=section["parts"])
        assert (t.labelled(name, "scored") if section["scored"] else words) in unescape(page)
    assert favors(page) == {
        t.name(f"line.{line}"): {colour: it["favors"][line] for colour, it in look["players"].items()}
        for line in look["favors"]["lines"]
    }


def favors(page: str) -> dict[str, dict[str, int]]:
    """The column of each marker, by line."""
    table = page[page.index('<table class="favors"') :]
    lines: dict[str, dict[str, int]] = {}
    for row in table[: table.index("</table>")].split("<tr>")[2:]:
        name = re.search(r'<th scope="row">(.*?)<', row)
        assert name
        cells = re.split(r'<td class="(?:before|cell)', row)[1:]
        columns = enumerate(cells)
        lines[name[1]] = {colour: n for n, cell in columns for colour in re.findall(r'class="shape (\w+)"', cell)}
    return lines


@pytest.mark.parametrize("steps", [0, 60, 140, 900])
def test_the_board_shows_every_piece_of_magna_carta(client: LocalClient, steps: int) -> None:
    table = played(client, "magna_carta", steps, edition="nl", colours=("red", "green", "orange"), seed=steps)
    look, t = looked(table.table.referee, table.table.state), Translator("nl", table.table.rules)
    page = board(table, "nl")
    bridge, *road = tiles(page)
    assert bridge.called == t.name("term.bridge")
    for tile, card in zip(road, look["road"], strict=True):
        assert tile.called == t.name(f"building.{card['building']}")
        assert tile.within("band") == ([card["owner"]] if card["owner"] else [])
        assert tile.within("workers") == ([card["worker"]] if card["worker"] else [])
        assert (f"×{card['stock']}<" in tile.page) == bool(card["stock"])
        assert ("provost" in tile.figures) == (look["provost"] == card["space"])
    for id, left in look["castle"]["tokens"].items():
        section = t.name(f"section.{id}")
        of = look["castle"]["all_tokens"][id]
        assert left == 0 or t.say("web.seat.wall", section=section, n=left, of=of) in unescape(page)


@pytest.mark.parametrize(("game", "edition", "language"), [("caylus", "de", "de"), ("magna_carta", "nl", "nl")])
def test_whoever_hears_it_learns_the_same(client: LocalClient, game: str, edition: str, language: str) -> None:
    table = played(client, game, 120, edition=edition, colours=("red", "green"), names=("Anna", "Bo"), seed=2)
    t, look = Translator(language, table.table.rules), looked(table.table.referee, table.table.state)
    called = {"red": "Anna", "green": "Bo"}
    page = board(table, language)
    said = {found[1]: tile.said for tile in tiles(page) if (found := re.match(r"\w+ (\d+): ", tile.said))}
    for space in look["road"]:
        if space["building"]:
            words = said[str(space["space"])]
            assert t.name(f"building.{space['building']}") in words
            assert not space["owner"] or t.say("web.seat.of", who=called[space["owner"]]) in words
            assert not space["worker"] or t.say("web.seat.worker_of", who=called[space["worker"]]) in words
    for colour, player in look["players"].items():
        row = page[page.index(f'data-player="{colour}"') :]
        assert t.count("denier", player["deniers"]) in row[: row.index("</tr>")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_players_have_the_same_letter(client: LocalClient, language: str) -> None:
    table = opened(client.application, colours=("blue", "red", "green", "orange", "black"))
    for address in (f"/t/{table.code}/board", f"/t/{table.code}"):
        page = table.device(language=language).get(address, base_url=BASE).text
        letters = dict(re.findall(r'class="shape (\w+)"[^>]*>(?:<[^t][^>]*>)*<text[^>]*>(.)</text>', page))
        assert len(letters) == 5
        assert len(set(letters.values())) == 5, letters


def test_only_what_changed_last_is_framed_on_every_screen(client: LocalClient) -> None:
    table = opened(client.application, seed=1).sit("red")
    table.play("place trading_post")
    for screen in ("", "/board", "/wall", "/replay"):
        page = table.device("red").get(f"/t/{table.code}{screen}", base_url=BASE).text
        framed = [tile for tile in tiles(page) if "now" in tile.classes]
        assert [tile.called for tile in framed] == ["Trading post"], screen
        assert framed[0].said.endswith("Just now.")


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
