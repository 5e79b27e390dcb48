"""Every door that a table comes in by: what is refused there is refused in words, those of the box that it is about."""

import html
import re
from itertools import count
from typing import Any

import pytest

from companion.table.vocabulary import Depth
from tests.engine import test_cards_positions as cards
from tests.engine import test_positions as tiles
from tests.walk.judging import RAW
from tests.web.club import HOST, Club
from tests.web.conftest import LocalClient

LANGUAGES = ("en", "de", "nl")
QUOTES = {"en": "“", "de": "„", "nl": "‘"}

_addresses = count(1)


def positions() -> list[tuple[str, str]]:
    """A game, and a text that cannot be read or a position that cannot be."""
    found = [("caylus", f"{tiles.HEAD}{text}") for text, *_ in (*tiles.FAULTS, *tiles.IMPOSSIBLE)]
    for text, *_ in (*cards.FAULTS, *cards.IMPOSSIBLE):
        whole = text if "road" in text else f"{cards.ROAD}\n{text}"
        found.append(("magna_carta", cards.HEAD + whole))
    return found


def post(client: LocalClient, address: str, language: str = "en", **sent: Any) -> Any:
    """Ask from a new address each time: how often one may ask is looked at elsewhere."""
    number = next(_addresses)
    client.application.config["WTF_CSRF_ENABLED"] = False
    client.set_cookie("language", language, domain="192.168.1.20")
    return client.post(
        address,
        headers={"Accept-Language": language},
        environ_overrides={"REMOTE_ADDR": f"10.1.{number >> 8}.{number & 255}"},
        **sent,
    )


def by_program(client: LocalClient, language: str, game: str, text: str) -> tuple[int, str]:
    """A position entered through the API, with what is said to it."""
    seats = [{"colour": colour} for colour in re.findall(r"^seats: (.*)$", text, re.MULTILINE)[0].split()]
    edition = {"caylus": "en", "magna_carta": "nl"}[game]
    sent = {"game": game, "edition": edition, "seats": seats, "position": text, "language": language}
    answer = post(client, "/api/v1/tables", language, json=sent)
    return answer.status_code, str((answer.json or {}).get("said", ""))


def by_file(client: LocalClient, language: str, game: str, text: str) -> tuple[int, str]:
    """The same as a file that is brought."""
    answer = post(client, "/import", language, data={"text": f"game: {game}\n{text}"})
    said = re.search(r'role="alert" id="fault">(.*?)</p>', answer.text, re.DOTALL)
    return answer.status_code, html.unescape(said[1]).strip() if said else ""


def by_page(client: LocalClient, language: str, game: str, text: str) -> tuple[int, str]:
    """The same typed where a table is opened."""
    colours = re.findall(r"^seats: (.*)$", text, re.MULTILINE)[0].split()
    fields = {"game": game, "players": str(len(colours)), "colour": colours, "position": text, "depth": "referee"}
    answer = post(client, "/new/position", language, data=fields)
    said = re.search(r'role="alert"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
    return answer.status_code, html.unescape(said[1]).strip() if said else ""


@pytest.mark.parametrize("door", [by_program, by_file, by_page])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_position_that_cannot_be_is_refused_in_the_words_of_its_box(
    client: LocalClient, door: Any, language: str
) -> None:
    for game, text in positions():
        status, said = door(client, language, game, text)
        assert status == 422, (status, text)
        assert len(said) > 15, text
        assert not RAW.search(said), (said, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entry", ["place blue n_farm", "place blue n_farm:red", "build red tavern", "take red x"])
def test_a_name_that_is_nothing_here_is_quoted_once(entry: str, language: str) -> None:
    club = Club(game="magna_carta", edition="nl", depth=Depth.ASSISTANT)
    sent = {"wish": {"kind": "play", "actions": [entry]}, "seen": club.seq}
    answer = club.api(HOST, "POST", "/act", language, json=sent)
    assert answer.status_code == 422
    assert not RAW.search(answer.json["said"]), answer.json["said"]
    assert answer.json["said"].count(QUOTES[language]) == 1, answer.json["said"]
