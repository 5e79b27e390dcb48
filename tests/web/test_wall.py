"""The wall, without a browser: the same for whoever's device it is, in a language of its own."""

import re
from typing import Any

from flask import Flask

from tests.web.conftest import LocalClient
from tests.web.tables import BASE, Opened, opened

COLOURS = ("red", "green", "blue", "orange", "black")
LONG = (
    "Bartholomäus-Maximilian van dE", "Wilhelmina Antoinette Jozefina", "Wow" * 10, "Jürgen Alexander von Hohenstei",
    "Sophie Charlotte van Oranje-Na",
)  # fmt: skip


def played(app: Flask, game: str, players: int, steps: int, language: str, **more: Any) -> Opened:
    colours = COLOURS[:players]
    table = opened(app, game, language, colours, names=LONG, seed=steps, **more).sit(*colours)
    for _ in range(steps):
        if table.table.decision is None or table.table.over:
            break
        table.step()
    return table


def page_of(table: Opened, device: str = "", query: str = "", language: str = "en") -> str:
    answer = table.device(device, language).get(f"/t/{table.code}/wall{query}", base_url=BASE)
    assert answer.status_code == 200
    return answer.text


def test_it_shows_nobodys_hand_on_anybodys_device(client: LocalClient) -> None:
    table = opened(client.application, "magna_carta", colours=("red", "green"), seed=4).sit("red", "green")
    for _ in range(30):
        table.step()
        pages = [page_of(table, who) for who in ("", "red", "green")]
        assert pages[0] == pages[1] == pages[2]


def test_it_has_a_language_of_its_own_and_keeps_it(client: LocalClient) -> None:
    table = opened(client.application)
    device = table.device(language="en")

    def spoken(address: str) -> str:
        found = re.search(r'<html lang="(\w+)"', device.get(address, base_url=BASE).text)
        assert found
        return found[1]

    assert spoken(f"/t/{table.code}/wall") == "en"
    assert spoken(f"/t/{table.code}/wall?language=nl") == "nl"
    assert spoken(f"/t/{table.code}/wall") == "nl"
    assert "Brug" in device.get(f"/t/{table.code}/view/wall", base_url=BASE).text
    assert spoken(f"/t/{table.code}/board") == "en", "what else is read on this device keeps its language"
    assert spoken(f"/t/{table.code}/wall?language=xx") == "nl"


def test_it_needs_no_script_and_has_no_menu(client: LocalClient) -> None:
    table = played(client.application, "caylus", 3, 40, "en")
    page = page_of(table)
    assert '<noscript><meta http-equiv="refresh"' in page
    assert "<nav" not in page
    assert "<form" not in page
    assert not re.search(r"\sstyle=|<script>", page)


def test_the_end_is_calm_and_names_the_winner(client: LocalClient) -> None:
    table = played(client.application, "caylus", 2, 3000, "en")
    assert table.table.over
    page = page_of(table)
    points = table.tables.place(table.id).snapshot.game.scores
    best = max(points, key=lambda colour: points[colour])
    won = page[page.index('class="won"') : page.index("</li>", page.index('class="won"'))]
    assert LONG[COLOURS.index(best)] in won
    assert f"<b>{points[best]}</b>" in won
    assert 'class="tile' not in page
