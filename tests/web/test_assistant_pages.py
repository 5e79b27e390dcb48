"""The assistant's screen and the score sheet: entries as people make them, without script, in every language."""

import itertools
import random
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.engine.scoring import fields
from companion.table.vocabulary import Depth
from companion.web.screens import assistant
from tests.looks import looked
from tests.web.club import HOST, Club
from tests.words import LANGUAGES, plain

HOSTILE = "<svg onload=x>"
GAMES = ("caylus", "magna_carta")


def assisted(game: str = "caylus", *entries: str) -> Club:
    club = Club(game=game, edition="nl", names=(HOSTILE, "Bo"), depth=Depth.ASSISTANT)
    for entry in entries:
        club.play(entry)
    return club


def send(club: Club, name: str, kind: str, **form: str | list[str]) -> TestResponse:
    data = {field.replace("__", "."): value for field, value in form.items()}
    data |= {"kind": kind, "seen": str(club.seq), "screen": "seat"}
    return club.page(name, "POST", f"/t/{club.code}/act", data=data)


def notice(answer: TestResponse) -> str:
    found = re.search(r'role="alert"[^>]*>([^<]*)', answer.text)
    return found[1] if found else ""


# the assistant

WITH_PLENTY = {
    "caylus": (
        "order red blue", "next", "red +9d4F4W4S4C4G", "blue +9d4F4W4S4C4G", "place red n_market",
        "place blue n_forest",
        "place red castle", "place blue merchants_guild", "place red gate", "place blue joust_field",
        "place red n_carpenter", "place blue castle", "place red trading_post", "place blue n_quarry", "pass red",
    ),
    "magna_carta": (
        "start red", "next", "red +9d4F4W4S4G", "blue +9d4F4W4S4G", "build red small_farm FW", "build blue lawyer FW",
        "place red lawyer:blue", "place blue n_peddler", "place blue small_farm:red", "pass red",
    ),
}  # fmt: skip
"""Entries up to where all kinds of buildings have a worker."""


def seat_page(club: Club, name: str = HOST, language: str = "en") -> str:
    return club.page(name, "GET", f"/t/{club.code}", language).text


def buttons(page: str) -> dict[str, str]:
    """What each button enters, with its words."""
    found = re.findall(r'<button[^>]*name="action" value="([^"]+)"[^>]*>(.*?)</button>', page, re.DOTALL)
    return {
        unescape(text): re.sub(r"<svg.*?</svg>|<[^>]+>", " ", label, flags=re.DOTALL).strip() for text, label in found
    }


def options(page: str) -> dict[str, str]:
    """The entries behind "Something else"."""
    return dict(re.findall(r'<option value="([^"]+)">([^<]+)', page))


def meant(page: str) -> list[str]:
    """Whose turn it is, and after them."""
    return re.findall(r'value="(\w+)" id="who-', page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_whatever_can_be_tapped_has_words_and_is_entered(game: str, language: str) -> None:
    club = assisted(game, *WITH_PLENTY[game])
    seen: set[str] = set()
    for _ in range(6):
        page = seat_page(club, language=language)
        assert HOSTILE not in page
        for text, words in buttons(page).items():
            assert words, text
            assert not re.search(r"[a-z]_[a-z]|\bn_|\bweb\.", words), words
            if text.startswith("red") or text in seen:
                continue
            seen.add(text)
            answer = send(club, HOST, "entry", action=text, player=(meant(page) or ["red"])[0])
            assert answer.status_code == 303, (text, notice(answer))
            club.wish(HOST, "undo", to=club.seq)
        club.play("next")
    assert len(seen) > 40 if game == "caylus" else len(seen) > 30


def test_amounts_of_a_player_are_one_entry() -> None:
    club = assisted("caylus", "next")
    before = list(club.table.state.money)
    answer = send(club, "red", "amounts", player="red", add__d="+3", add__F="-1", add__P="0")
    assert answer.status_code == 303
    [red] = club.last.data["actions"]
    assert set(red.split()) == {"red", "+3d", "-1F"}
    assert club.table.state.money == [before[0] + 3, before[1]]


@pytest.mark.parametrize("typed", ["-2", "−2", " −2 "])
def test_a_minus_is_a_minus_however_a_phone_writes_it(typed: str) -> None:
    club = assisted("caylus", "next")
    before = list(club.table.state.money)
    assert send(club, "red", "amounts", player="red", add__d=typed).status_code == 303
    assert club.table.state.money == [before[0] - 2, before[1]]


@pytest.mark.parametrize(
    ("form", "said"),
    [({"add.d": "-99"}, "&lt;svg onload=x&gt;"), ({"add.d": "x"}, "x"), ({}, ""), ({"add.d": "9" * 80}, "")],
)
def test_amounts_that_cannot_be_change_nothing(form: dict[str, str], said: str) -> None:
    club = assisted("caylus", "next")
    before = club.seq
    answer = send(club, HOST, "amounts", player="red", **form)
    assert answer.status_code == 422
    assert notice(answer)
    assert said in notice(answer)
    assert HOSTILE not in answer.text
    assert club.seq == before


def test_a_building_is_built_anywhere_by_anyone_with_each_way_to_pay() -> None:
    """A price with a choice is not paid until one is chosen."""
    club = assisted("caylus", "next", "red +3F3W3S2d")
    listed = options(seat_page(club))
    assert [text for text in listed if text.startswith("build * w_market")] == [
        "build * w_market", *(f"build * w_market {paid}" for paid in ("1F1W", "2W", "1W1S", "1W1C", "1W1G")),
    ]  # fmt: skip
    send(club, HOST, "entry", action="build * w_market 1W1S", player="red", space="12")
    fields = club.table.position.fields()
    assert (fields["road.12"], fields["red.stone"]) == ("w_market=red", "2")
    wood = fields["red.wood"]
    send(club, HOST, "entry", action="build * w_peddler", player="red")
    assert club.table.position.fields()["red.wood"] == wood


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_favor_that_was_given_waits_to_be_used(language: str) -> None:
    club = assisted("caylus", "next")
    send(club, HOST, "amounts", player="red", add__R="1")
    found = [text for text in buttons(seat_page(club, language=language)) if text.startswith("use red favor")]
    assert found
    send(club, HOST, "entry", action=found[0])
    assert "use red favor" not in seat_page(club, language=language)


@pytest.mark.parametrize("text", ["", "build", "order", "dance", "batch", "provost", "place * nothing", "use red"])
def test_half_an_entry_is_refused_in_words(text: str) -> None:
    club = assisted("caylus", "next")
    answer = send(club, HOST, "entry", action=text, player="nobody")
    assert answer.status_code == 422
    assert notice(answer)


def test_whose_turn_it_is_is_meant_until_all_have_passed() -> None:
    club = assisted("caylus", "order blue red", "next")
    assert meant(seat_page(club)) == ["blue", "red"]
    club.play("place blue castle")
    assert meant(seat_page(club)) == ["red", "blue"]
    club.play("red +1d")
    assert meant(seat_page(club)) == ["red", "blue"], "what somebody is given is not their turn"
    send(club, HOST, "entry", action="pass *", player="red")
    assert meant(seat_page(club)) == ["blue"]
    club.wish(HOST, "undo", to=club.seq)
    assert meant(seat_page(club)) == ["red", "blue"]


def test_occupied_is_occupied_until_somebody_insists() -> None:
    club = assisted("caylus", "order red blue", "next", "place red n_farm")
    found = buttons(seat_page(club))
    assert "Replace the worker of" in found["place * n_farm"]
    send(club, HOST, "entry", action="place * n_farm", player="blue")
    assert "n_farm+blue" in club.table.position.fields().values()
    club.play("blue -9d" if club.table.state.money[1] > 8 else f"blue -{club.table.state.money[1]}d")
    club.play("pass red")
    found = buttons(seat_page(club))
    assert "place * n_forest unpaid" in found
    send(club, HOST, "entry", action="place * n_forest unpaid", player="blue")
    assert "n_forest+blue" in club.table.position.fields().values()


def test_nothing_is_lost_at_go_on() -> None:
    """Before a phase closes it is said who has something open; the last entry closes it, and is taken back with it."""
    club = assisted("caylus", "order red blue", "next", "place red n_forest", "place blue n_quarry", "pass red", "next")
    for _ in range(2):
        club.play("next")
    page = seat_page(club)
    assert "use red n_forest take 1W" in buttons(page)
    assert "Still open:" in page.partition('class="nothing-yet open')[2][:60]
    assert 'class="yes only"' not in page
    assert club.table.position.fields()["blue.stone"] == "1", "what leaves no choice has come"
    send(club, HOST, "entry", action="use red n_forest take 1W")
    page, fields = seat_page(club), club.table.position.fields()
    assert "Still open:" not in page
    assert (fields["red.wood"], fields["turn"].split()[0]) == ("2", "2"), "nothing is left to do but the next round"
    send(club, HOST, "undo", to=str(club.seq))
    assert "use red n_forest take 1W" in buttons(seat_page(club))


def test_the_same_entry_on_two_phones_is_asked_about() -> None:
    club = assisted("caylus", "order red blue", "next")
    page = {"kind": "entry", "screen": "seat", "seen": str(club.seq), "player": "red"}
    first = club.page("red", "POST", f"/t/{club.code}/act", data=page | {"action": "place * castle"})
    before = club.seq
    second = club.page("blue", "POST", f"/t/{club.code}/act", data=page | {"action": "place * castle"})
    assert (first.status_code, second.status_code, club.seq) == (303, 409, before)
    assert "just entered the same" in notice(second)
    assert 'name="again" value="place * castle red"' in second.text
    page |= {"seen": str(club.seq), "action": "red +1d", "player": ""}
    assert club.page("red", "POST", f"/t/{club.code}/act", data=page).status_code == 303
    page["seen"] = str(club.seq)
    assert club.page("blue", "POST", f"/t/{club.code}/act", data=page).status_code == 409
    again = club.page("blue", "POST", f"/t/{club.code}/act", data=page | {"again": "red +1d "})
    assert again.status_code == 303, "it did happen twice"


def test_two_phones_may_enter_different_things_at_once() -> None:
    club = assisted("caylus", "order red blue", "next")
    page = {"kind": "entry", "screen": "seat", "seen": str(club.seq)}
    for name in ("red", "blue"):
        form = page | {"player": name, "action": f"place * {'gate' if name == 'red' else 'castle'}"}
        assert club.page(name, "POST", f"/t/{club.code}/act", data=form).status_code == 303
    form = page | {"player": "red", "action": "place * n_farm"}
    assert club.page("blue", "POST", f"/t/{club.code}/act", data=form).status_code == 409, "red has had a turn since"
    assert club.page("blue", "POST", f"/t/{club.code}/act", data=page | {"action": "next"}).status_code == 409


def test_lots_that_fall_alike_twice_are_no_entry_of_another_phone() -> None:
    club = assisted("magna_carta")
    for name in ("red", "blue") * 4:
        page = {"kind": "entry", "screen": "seat", "seen": str(club.seq), "action": "lots"}
        assert club.page(name, "POST", f"/t/{club.code}/act", data=page).status_code == 303


def test_the_set_up_is_tapped_in_its_order() -> None:
    club = assisted("caylus")
    for name in ("n_market", "n_forest"):
        assert send(club, HOST, "entry", action=f"draw {name}").status_code == 303
    assert 'value="next"' not in seat_page(club)
    send(club, HOST, "entry", action="shuffle")
    send(club, HOST, "entry", action="order blue")
    assert 'value="next"' not in seat_page(club)
    send(club, HOST, "entry", action="order blue red")
    assert send(club, HOST, "entry", action="next").status_code == 303
    fields = club.table.position.fields()
    assert (fields["road.1"], fields["road.2"], fields["order"]) == ("n_market", "n_forest", "blue red")


BOXES = (
    [("caylus", "en", (), n) for n in range(2, 6)]
    + [("caylus", "nl", variants, n) for variants in ((), ("simplified_favors",)) for n in (2, 5)]
    + [("magna_carta", "nl", variants, n) for variants in ((), ("intro",)) for n in range(2, 5)]
)


@pytest.mark.parametrize(("game", "edition", "variants", "players"), BOXES)
def test_what_the_app_shuffles_for_people_can_be_played(
    game: str, edition: str, variants: tuple[str, ...], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By hand, with some cards tapped before, and with a referee from then on."""
    colours = ("red", "blue", "green", "orange", "black")[:players]
    for seed in range(6):
        monkeypatch.setattr(assistant, "_chance", chance := random.Random(seed))
        club = Club(game=game, edition=edition, variants=variants, colours=colours, depth=Depth.ASSISTANT)
        for _ in range(seed % 3):
            tiles = [text for text in buttons(seat_page(club)) if text.startswith("draw ")]
            assert not tiles or send(club, HOST, "entry", action=chance.choice(tiles)).status_code == 303
        for action in ("shuffle", "lots", "next"):
            if action == "next" or action in buttons(seat_page(club)):
                answer = send(club, HOST, "entry", action=action)
                assert answer.status_code == 303, notice(answer)
        there = club.table.position
        assert not there.problems()
        club.wish(HOST, "depth", depth=Depth.REFEREE)
        assert club.table.decision
        setup = {"game": game, "edition": edition, "variants": variants, "position": str(there)}
        Club(None, 1, colours=colours, laid=False, depth=Depth.ASSISTANT, **setup)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_phase_says_what_people_do_in_it(game: str, language: str) -> None:
    club = assisted(game, *WITH_PLENTY[game])
    said = []
    for _ in range(5 if game == "caylus" else 4):
        said += re.findall(r'id="does">([^<]+)<', seat_page(club, language=language))
        club.play("next")
    assert len(set(said)) >= 4


def test_another_depth_shows_no_entries() -> None:
    club = Club()
    assert 'name="action"' not in club.page(HOST, "GET", f"/t/{club.code}/assistant").text


# the score sheet


def counted(game: str = "caylus") -> Club:
    return Club(game=game, edition="de", names=(HOSTILE, "Bo"), depth=Depth.SHEET)


@pytest.mark.parametrize(("language", "gold"), [("en", "Gold"), ("nl", "Goud"), ("de", "Gold")])
@pytest.mark.parametrize("game", GAMES)
def test_totals_and_ranks_follow_every_number(game: str, language: str, gold: str) -> None:
    club = counted(game)
    first = "track" if game == "caylus" else "road"
    for seat, values in (("red", {first: "30", "gold": "2"}), ("blue", {first: "31"})):
        form = {"kind": "count", "seat": seat, "seen": str(club.seq), "screen": "sheet"}
        form |= {f"value.{name}": text for name, text in values.items()}
        answer = club.page(seat, "POST", f"/t/{club.code}/act", language, data=form)
        assert answer.status_code == 303
    page = club.page("red", "GET", f"/t/{club.code}", language).text
    rate = club.table.rules.data.end.gold
    assert re.findall(r'class="total">(\d+)', page) == [str(30 + rate.of(2)), "31"]
    assert gold in page
    assert HOSTILE not in page
    ranks = re.findall(r'class="rank">\D*(\d)', page)
    assert ranks == ["1", "2"] if rate.of(2) > 1 else ranks


def test_a_tie_is_said() -> None:
    club = counted()
    for seat in ("red", "blue"):
        club.wish(HOST, "count", seat=seat, values={"track": 12})
    assert "are tied: 12 prestige points" in plain(club.page(HOST, "GET", f"/t/{club.code}").text)


def test_an_old_page_may_still_set_its_numbers() -> None:
    """Two phones fill in two columns at the same time."""
    club = counted()
    seen = str(club.seq)
    for seat in ("red", "blue"):
        form = {"kind": "count", "seat": seat, "value.track": "7", "seen": seen, "key": "one", "screen": "sheet"}
        assert club.page(seat, "POST", f"/t/{club.code}/act", data=form).status_code == 303
    assert club.table.snapshot().counted == {"red": {"track": 7}, "blue": {"track": 7}}


def test_numbers_sent_at_the_same_moment_all_count() -> None:
    club = counted()

    def fill(seat: str) -> list[int]:
        forms = [{"kind": "count", "seat": seat, "value.track": str(n), "screen": "sheet"} for n in range(1, 31)]
        return [club.page(seat, "POST", f"/t/{club.code}/act", data=form).status_code for form in forms]

    with ThreadPoolExecutor(2) as people:
        answers = list(people.map(fill, ("red", "blue")))
    assert answers == [[303] * 30] * 2
    assert club.table.snapshot().counted == {"red": {"track": 30}, "blue": {"track": 30}}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_what_was_entered_and_emptied_counts_as_never_entered(game: str, seed: int) -> None:
    """With what the page showed beside it, as a browser sends it, and without."""
    chance, bare, club = random.Random(seed), counted(game), counted(game)
    names = list(fields(club.table.rules))
    kept = {(seat, name): str(chance.randint(1, 30)) for seat in club.table.setup.colours for name in names}
    emptied = {cell for cell in kept if chance.random() < 0.5}
    for table, left_out in ((bare, emptied), (club, set())):
        for cell in chance.sample(sorted(kept), len(kept)):
            _fill(table, cell, "" if cell in left_out else kept[cell], shown="")
    for cell in chance.sample(sorted(emptied), len(emptied)):
        _fill(club, cell, "", shown=chance.choice((kept[cell], None)))
    assert _sums(club) == _sums(bare)
    for cell in emptied:
        _fill(club, cell, kept[cell], shown="0")
        assert club.table.snapshot().counted[cell[0]][cell[1]] == int(kept[cell])
    for cell in kept:
        _fill(club, cell, " ", shown=None)
    assert {n for numbers in club.table.snapshot().counted.values() for n in numbers.values()} == {0}
    assert 'class="rank"' not in club.page("red", "GET", f"/t/{club.code}").text


def _fill(club: Club, cell: tuple[str, str], text: str, *, shown: str | None) -> None:
    seat, name = cell
    form = {"kind": "count", "seat": seat, f"value.{name}": text, "screen": "sheet", "seen": str(club.seq)}
    form |= {} if shown is None else {f"shown.{name}": shown}
    assert club.page(seat, "POST", f"/t/{club.code}/act", data=form).status_code == 303


def _sums(club: Club) -> list[str]:
    return re.findall(r'class="(?:total|rank|points)">[^<]*', club.page("red", "GET", f"/t/{club.code}").text)


def test_a_row_entered_from_an_old_page_keeps_what_another_phone_entered_in_it() -> None:
    club = counted()
    _fill(club, ("red", "gold"), "7", shown="")
    form = {"kind": "count", "seat": "red", "screen": "sheet", "value.gold": "", "shown.gold": "", "value.track": "5"}
    assert club.page("red", "POST", f"/t/{club.code}/act", data=form).status_code == 303
    assert club.table.snapshot().counted == {"red": {"gold": 7, "track": 5}}


TYPED = {
    "clock": ("minutes", "choice", "bonus"), "count": ("value.gold", "value.track", "value.nothing"),
    "rename": ("name",), "correct": ("why", "field.red.deniers", "nothing"), "play": ("action", "nothing"),
}  # fmt: skip


@pytest.mark.parametrize("text", ["-1", "−1", "x", "9" * 300, ""])
@pytest.mark.parametrize("kind", TYPED)
def test_no_refusal_names_a_field_as_the_program_does(kind: str, text: str) -> None:
    for language, name in itertools.product(LANGUAGES, TYPED[kind]):
        club = counted() if kind == "count" else assisted("caylus", "next")
        form = {"kind": kind, "seat": "red", "screen": "settings", "seen": str(club.seq), name: text}
        page = club.page(HOST, "POST", f"/t/{club.code}/act", language, data=form)
        said, labels = notice(page), re.findall(r"<label[^>]*>([^<]+)</label>", page.text)
        assert not re.search(r"[a-z]\.[a-z]", said), (name, said)
        assert not (said and text) or kind != "clock" or any(label in said for label in labels), (name, said)


@pytest.mark.parametrize("text", ["x", "-3", "9" * 5000, "1e9", "²"])
def test_what_is_no_number_is_no_fault(text: str) -> None:
    club = counted()
    form = {"kind": "count", "seat": "red", "value.track": text, "seen": str(club.seq), "screen": "sheet"}
    assert club.page("red", "POST", f"/t/{club.code}/act", data=form).status_code == 422
    assert club.table.snapshot().counted == {}


def test_what_was_given_by_itself_is_taken_back_with_the_phase() -> None:
    club = Club(game="magna_carta", edition="nl", depth=Depth.ASSISTANT, colours=("red", "green"))
    for entry in ("next", "red +9d9F9W", "build red small_farm", "place green small_farm:red", "pass red", "next"):
        club.play(entry)
    look: Any = looked(club.table.referee, club.table.state)
    club.play(f"provost +{len(look['road']) - look['provost']}")
    given = ["next", "use green small_farm:red take 1F", "use red small_farm:red take 1F"]
    assert _entered(club, "next") == given
    club.wish(HOST, "undo", to=club.seq)
    assert _entered(club, "next") == given
    assert _entered(club, "next") == ["next"]


def _entered(club: Club, entry: str) -> list[str]:
    seq = club.play(entry)
    [found] = club.api(HOST, "GET", f"/log?after={seq - 1}", "en").json["entries"]
    return list(found["data"]["actions"])
