"""A whole game of Caylus: people in as many languages and a screen on the wall, from opening to the report."""

import random
from pathlib import Path

import pytest

from companion.table.tables import Tables
from tests.browser.conftest import Devices
from tests.browser.device import Device, Top
from tests.browser.party import Party, choose, open_party, the_end_is_the_engines

NAMES = ("Änne", "Bram", "Cate", "Éloïse")
MINE = {"nl": "Jouw beurt", "de": "Du bist dran", "en": "Your turn", "fr": "À vous de jouer"}
WAITING = {"nl": "Wacht op", "de": "Warten auf", "en": "Waiting for", "fr": "En attente"}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("languages", ["de nl", "en fr", "nl en", "fr de", "de nl en fr"])
def test_a_whole_game(device: Devices, tables: Tables, tmp_path: Path, languages: str, middle: range) -> None:
    """All of it is tapped but what lies in the middle, from which the phones and the wall find back."""
    phones = {name: device(language) for name, language in zip(NAMES, languages.split(), strict=False)}
    wall = device("en", 1280)
    party = open_party(tables, phones, [wall])
    chance = random.Random(1)
    turns: set[int] = set()
    while not party.table.over:
        mover = party.mover()
        seen = mover.options()
        assert set(seen) <= set(party.table.decision.options)  # type: ignore[union-attr]
        tops = party.tap(choose(seen, chance, lazy=0.8))
        everybody_reads_whose_turn_it_is(party, tops)
        if party.table.state.turn not in turns:
            turns.add(party.table.state.turn)
            everybody_sees_the_same(party, wall)
        party.go_on(middle, lambda: choose(party.table.game.options, chance, lazy=0.8))
    assert party.table.state.turn > middle.stop
    the_end_is_the_engines(party, tmp_path)


def everybody_reads_whose_turn_it_is(party: Party, tops: list[Top]) -> None:
    """In each language, without loading a page."""
    waiting = party.table.waiting
    for (colour, one), top in zip([*party.seated.items(), ("", party.watching[0])], tops, strict=True):
        assert top.language == one.language
        if party.table.over:
            assert (top.mine, top.asks) == (False, "")
        elif colour == waiting:
            assert top.mine
            assert MINE[one.language] in one.page.locator(".news").inner_text()
        else:
            assert top.asks.startswith(WAITING[one.language])
            assert party.names[waiting] in top.asks


def everybody_sees_the_same(party: Party, wall: Device) -> None:
    """What everybody has is the same on every screen, and what the engine says."""
    state, colours = party.table.state, party.table.setup.colours
    for one in party.devices:
        purses = one.purses()
        assert set(purses) == set(colours)
        for seat, colour in enumerate(colours):
            shown = set(purses[colour])
            assert {f"denier{state.money[seat]}", f"prestige{state.prestige[seat]}"} <= shown, (one.language, colour)
    assert wall.page.locator(".looking .tile").count() >= 1
