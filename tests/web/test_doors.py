"""Every door that a table comes in by: what is refused there is refused in words, those of the box that it is about."""

import html
import json
import re
from itertools import count
from typing import Any

import pytest

from companion.table.exports import FORMAT, VERSION
from companion.table.log import Entry
from companion.table.vocabulary import Depth, EntryKind
from tests.engine import test_cards_positions as cards
from tests.engine import test_positions as tiles
from tests.pairs import chance, some
from tests.walk.judging import RAW
from tests.web.club import HOST, Club
from tests.web.conftest import LocalClient
from tests.words import LANGUAGES

QUOTES = {"en": "“", "de": "„", "fr": "«", "nl": "‘"}

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


@pytest.mark.slow
def test_a_position_that_cannot_be_is_refused_in_the_words_of_its_box(client: LocalClient) -> None:
    chooser = chance("doors")
    for game, text in positions():
        door, language = chooser.choice((by_program, by_file, by_page)), chooser.choice(LANGUAGES)
        status, said = door(client, language, game, text)
        assert status == 422, (status, text)
        assert len(said) > 15, text
        assert not RAW.search(said), (said, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_nothing_here_is_quoted_once(language: str) -> None:
    club = Club(game="magna_carta", edition="nl", depth=Depth.ASSISTANT)
    for entry in ("place blue n_farm", "place blue n_farm:red", "build red tavern", "take red x"):
        sent = {"wish": {"kind": "play", "actions": [entry]}, "seen": club.seq}
        answer = club.api(HOST, "POST", "/act", language, json=sent)
        assert answer.status_code == 422
        assert not RAW.search(answer.json["said"]), answer.json["said"]
        assert answer.json["said"].count(QUOTES[language]) == 1, answer.json["said"]


# amounts

HUGE = ("9" * 28, "9" * 390, "10000", "99999", "-1", "٣", "1e3")
"""What nobody can have of anything: 9,999 is the limit, in digits as everybody types them."""


def refused(answer: Any, *, valid: str = "") -> None:
    """It is refused, in words that say what is valid."""
    assert answer.status_code == 422
    said = answer.json["said"]
    assert valid in said, said
    assert 10 < len(said) < 300, said


def fields_of(club: Club) -> dict[str, str]:
    found: dict[str, str] = club.api(HOST, "GET", "/fields", "en").json["fields"]
    return found


def with_act(club: Club, kind: str, **wish: Any) -> Any:
    sent = {"wish": {"kind": kind} | wish, "seen": club.seq}
    return club.api(HOST, "POST", "/act", "en", json=sent)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "edition"), [("caylus", "en"), ("magna_carta", "nl")])
def test_no_field_takes_more_than_can_lie_there(game: str, edition: str) -> None:
    club = Club(game=game, edition=edition, colours=("red", "blue", "green"))
    club.wish(HOST, "correct", changes={"red.deniers": "41"})
    fields = fields_of(club)
    numbers = [path for path, text in fields.items() if text.isdecimal()]
    assert len(numbers) > 20
    for path in numbers:
        for text in some(HUGE, 2, path):
            digits = text.isascii() and text.lstrip("-").isdecimal()
            refused(with_act(club, "correct", changes={path: text}), valid=" 0 to " if digits else "whole number")
    assert fields_of(club) == fields


def test_entries_of_the_assistant_do_not_add_up_to_more() -> None:
    club = Club(depth=Depth.ASSISTANT)
    for entry in (f"red +{'9' * 28}d", "red +10000d", "red +9999d +1d", "red +9999d1d", "red +9999W1W"):
        refused(with_act(club, "play", actions=[entry]), valid="9,999")
    for _ in range(10):
        club.play("red +999d +999F +999P")
    for entry in ("red +999d", "red +999F", "red +999P"):
        refused(with_act(club, "play", actions=["red +9d", entry]), valid="9,999")
    assert (club.table.state.money[0], club.table.state.prestige[0]) == (9990, 9990)


@pytest.mark.parametrize("entries", [
    ("red +9999d", "next"),
    ("next", "place red trading_post", "red +9993d", "pass blue", "next"),
])  # fmt: skip
def test_what_play_brings_beyond_it_is_shown_and_comes_home(client: LocalClient, entries: tuple[str, ...]) -> None:
    """With an income, or with what a building pays, somebody has more than anybody can enter, and the table goes on."""
    club = Club(depth=Depth.ASSISTANT)
    for entry in entries:
        assert club.table.state.money[0] <= 9999
        club.play(entry)
    assert club.table.state.money[0] > 9999
    refused(with_act(club, "play", actions=["red +1d"]), valid="9,999")
    for page in ("seat", "board", "scores", "assistant", "log", "lay"):
        assert club.page(HOST, "GET", f"/t/{club.code}/{page}").status_code == 200
    for file in ("record.txt", "table.json"):
        text = club.page(HOST, "GET", f"/t/{club.code}/export/{file}").text
        answer = post(client, "/import", data={"text": text})
        assert answer.status_code == 303, answer.text


def test_what_was_entered_before_there_was_a_limit_still_counts() -> None:
    table = Club(depth=Depth.ASSISTANT).table
    table.apply(
        Entry(table.seq + 1, EntryKind.PLAYED, {"actions": ["red +999d"] * 12}, HOST, "2026-01-01T10:00:00+00:00")
    )
    assert table.state.money[0] == 12 * 999


TWICE = "“{}”: the line already says this."


@pytest.mark.parametrize(
    ("amount", "fault"),
    [
        *((amount, "0 to 9,999") for amount in ("9" * 28 + "d", "99999d", "10000F", "1d10000P", "9" * 390 + "W")),
        ("9999d1d", TWICE.format("1d")), ("9999P9999P", TWICE.format("9999P")), ("5d 2F 5d", TWICE.format("5d")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("door", [by_program, by_file, by_page])
def test_no_position_is_entered_with_more_or_twice(client: LocalClient, door: Any, amount: str, fault: str) -> None:
    status, said = door(client, "en", "caylus", f"{tiles.HEAD}{tiles.ROAD}\nred: {amount}\n")
    assert status == 422
    assert fault in said
    assert len(said) < 200


@pytest.mark.parametrize("colours", ["red blue", "red green blue black"])
def test_a_position_is_of_the_people_at_the_table(client: LocalClient, colours: str) -> None:
    people = [{"colour": colour} for colour in colours.split()]
    sent = {"game": "caylus", "edition": "en", "seats": people, "position": f"{tiles.HEAD}{tiles.ROAD}\n"}
    refused(post(client, "/api/v1/tables", json=sent))
    table = {"format": FORMAT, "version": VERSION, "setup": sent, "log": []}
    answer = post(client, "/import", data={"text": json.dumps(table)})
    assert answer.status_code == 422
    assert "3 and" in answer.text


@pytest.mark.parametrize("number", ["9" * 28, "9" * 390, "10000", "-1", "1.5", '"7"', "true"])
def test_the_score_counts_no_more(client: LocalClient, number: str) -> None:
    text = f'{{"players": {{"red": {{"gold": {number}}}}}}}'
    answer = post(client, "/api/v1/games/caylus/score", data=text, content_type="application/json")
    refused(answer, valid="Gold")
    assert re.search(r"9,999|at least 0|whole number", answer.json["said"])


@pytest.mark.parametrize(("typed", "said"), [("10000", "9,999"), ("9" * 28, "9,999"), ("-1", "at least 0"),
                                             ("٣", "whole number"), ("1e3", "whole number")])  # fmt: skip
def test_a_number_of_the_score_sheet_that_is_none_is_not_dropped_unsaid(typed: str, said: str) -> None:
    club = Club(depth=Depth.SHEET)
    fields = {"kind": "count", "seat": "red", "value.gold": typed, "screen": "sheet", "seen": str(club.seq)}
    answer = club.page(HOST, "POST", f"/t/{club.code}/act", data=fields)
    assert answer.status_code == 422
    assert "Gold" in answer.text
    assert said in answer.text


# what is said twice


@pytest.mark.parametrize(("address", "text"), [
    ("/games/caylus/score", '{"players": {"red": {"track": 1}, "red": {"track": 2}}}'),
    ("/games/caylus/score", '{"players": {"red": {"track": 1, "track": 2}}}'),
    ("/games/caylus/score", '{"players": {"red": {"track": 1}}, "players": {"blue": {"track": 2}}}'),
    ("/tables", '{"game": "caylus", "game": "caylus", "edition": "en", "seats": [{"colour": "red"}]}'),
])  # fmt: skip
def test_a_name_that_is_given_twice_is_refused(client: LocalClient, address: str, text: str) -> None:
    answer = post(client, f"/api/v1{address}", data=text, content_type="application/json")
    refused(answer, valid="appears twice")


def test_variants_of_which_one_is_played_are_not_asked_for_together(client: LocalClient) -> None:
    both = ["intro", "standard"]
    seats = [{"colour": "red"}, {"colour": "green"}]
    sent: dict[str, Any] = {"game": "magna_carta", "edition": "nl", "seats": seats, "variants": both}
    refused(post(client, "/api/v1/tables", json=sent), valid="cannot be combined")
    counted = {"players": {"red": {"gold": 1}}, "variants": both}
    refused(post(client, "/api/v1/games/magna_carta/score", json=counted), valid="cannot be combined")
    assert post(client, "/api/v1/tables", json=sent | {"variants": ["intro"]}).status_code == 201
    fields: dict[str, Any] = {"game": "magna_carta", "players": "2", "colour": ["red", "green"], "variant": both}
    words = {"en": "cannot be combined", "de": "schließen einander aus", "nl": "sluiten elkaar uit"}
    for language, said in words.items():
        for address, more in (
            ("/new", {}),
            ("/new", {"begin": "position"}),
            ("/new/position", {"position": "turn: 1"}),
        ):
            answer = post(client, address, language, data=fields | {"depth": "referee"} | more)
            assert answer.status_code == 422
            assert said in answer.text
            assert 'name="players"' in answer.text, "what was chosen is not lost"
