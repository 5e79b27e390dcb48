"""A whole game of Magna Carta: two people and somebody who watches; nobody's page ever shows a card of another's."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.tables import Tables
from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import Party, choose, open_party, the_end_is_the_engines
from tests.looks import looked

NAMES = ("Éloïse", "Bram")


@pytest.mark.drawn(1)
@pytest.mark.parametrize("languages", ["fr nl", "de en", "nl de", "en fr"])
def test_a_whole_game_with_hidden_hands(
    device: Devices, tables: Tables, tmp_path: Path, languages: str, middle: range
) -> None:
    phones = {name: device(language) for name, language in zip(NAMES, languages.split(), strict=True)}
    watching = device("en")
    party = open_party(tables, phones, [watching], game="magna_carta")
    chance = random.Random(3)
    looked_for = 0
    while not party.table.over:
        for one in party.devices:
            looked_for += nobody_else_is_seen(party, one)
        party.tap(choose(party.mover().options(), chance))
        party.go_on(middle, lambda: choose(party.table.game.options, chance))
    assert looked_for > 3 * party.taps
    the_end_is_the_engines(party, tmp_path)


def nobody_else_is_seen(party: Party, one: Device) -> int:
    """Search the whole page of a device for the cards that others alone hold; how many were looked for."""
    page = one.page.content()
    hidden = [
        name for colour in party.seated if party.seated[colour] is not one for name in secrets(party, one, colour)
    ]
    for name in hidden:
        assert not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", page), f"{name} on the page of {one.language}"
    own = [colour for colour in party.seated if party.seated[colour] is one]
    assert all(name in page for colour in own for name in names(party, one, hand(party, colour)))
    return len(hidden)


def hand(party: Party, colour: str) -> set[str]:
    """The cards that somebody holds."""
    state, table = party.table.state, party.table
    return set(looked(table.referee, state, colour)["players"][colour]["hand"])


def secrets(party: Party, one: Device, colour: str) -> Iterator[str]:
    """What somebody holds and this device can know from nothing: not its own, not laid open before anybody."""
    look = looked(party.table.referee, party.table.state)
    known = {card for space in look["road"] for card in (space["building"], space["card"], space["cover"]) if card}
    known |= {card for it in look["players"].values() for card in (*it["discard"], *it["buildings"])}
    known |= {card for own, holder in party.seated.items() if holder is one for card in hand(party, own)}
    open_names = list(names(party, one, known))
    for name in names(party, one, hand(party, colour) - known):
        if not any(name in other for other in open_names):
            yield name


def names(party: Party, one: Device, cards: set[str]) -> Iterator[str]:
    """Cards as they are called on the page of a device."""
    spoken = party.words(one)
    return (spoken.name(f"building.{card}") for card in sorted(cards))
