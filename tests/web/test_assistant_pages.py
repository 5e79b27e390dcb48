"""The assistant's screen and the score sheet: entries as people make them, without script, in every language."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from werkzeug.test import TestResponse

from companion.table.vocabulary import Depth
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_short_entry_has_its_words_in_every_phase(game: str, language: str) -> None:
    """Two turns long, each entry on the page is offered under words and none under its own text."""
    club = assisted(game)
    for _ in range(14):
        page = club.page(HOST, "GET", f"/t/{club.code}", language).text
        assert HOSTILE not in page
        buttons = re.findall(r'<button[^>]*name="action" value="([^"]+)"[^>]*>(.*?)</button>', page, re.DOTALL)
        texts = club.table.assistant.entries(club.table.state)
        more = {text for text, _ in buttons} - set(texts)
        assert {text for text, _ in buttons} - more == set(texts)
        assert all(re.fullmatch(r"(red|blue) [+-]\d+[dFWSCG]|home (red|blue)", text) for text in more), more
        for text, label in buttons:
            said = re.sub(r"<svg.*?</svg>", "", label, flags=re.DOTALL).strip()
            assert said
            assert said != text
            assert not re.search(r"[a-z]_[a-z]|\bn_|\bweb\.", said), said
        club.play("next")


def test_every_entry_that_is_offered_is_accepted() -> None:
    for game in GAMES:
        club = assisted(game, "next")
        for text in club.table.assistant.entries(club.table.state):
            if text == "end":
                continue
            club.play(text)
            club.wish(HOST, "undo", to=club.seq)


def test_amounts_of_everybody_are_one_entry() -> None:
    club = assisted("caylus", "next")
    before = list(club.table.state.money)
    answer = send(club, "red", "amounts", add__red__d="+3", add__red__F="-1", add__blue__P="4", add__blue__d="0")
    assert answer.status_code == 303
    red, blue = club.last.data["actions"]
    assert (set(red.split()), blue) == ({"red", "+3d", "-1F"}, "blue +4P")
    assert club.table.state.money == [before[0] + 3, before[1]]
    assert club.table.position.fields()["blue.prestige"] == "4"


@pytest.mark.parametrize("typed", ["-2", "−2", " −2 "])
def test_a_minus_is_a_minus_however_a_phone_writes_it(typed: str) -> None:
    club = assisted("caylus", "next")
    before = list(club.table.state.money)
    assert send(club, "red", "amounts", add__red__d=typed).status_code == 303
    assert club.table.state.money == [before[0] - 2, before[1]]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"add.red.d": "-99"}, "&lt;svg onload=x&gt;"),
        ({"add.red.d": "x"}, "x"),
        ({}, ""),
        ({"add.red.d": "9" * 80}, ""),
    ],
)
def test_amounts_that_cannot_be_change_nothing(form: dict[str, str], said: str) -> None:
    club = assisted("caylus", "next")
    before = club.seq
    answer = send(club, HOST, "amounts", **form)
    assert answer.status_code == 422
    assert notice(answer)
    assert said in notice(answer)
    assert HOSTILE not in answer.text
    assert club.seq == before


def test_entries_that_are_put_together() -> None:
    club = assisted("caylus", "next", "red +3F +3W +3S +2d")
    send(club, HOST, "entry", verb="order", word=["blue", "red"])
    assert club.table.position.fields()["order"] == "blue red"
    send(club, HOST, "entry", verb="place", player="red", what="n_farm")
    assert "+red" in "".join(text for path, text in club.table.position.fields().items() if path.startswith("road"))
    send(club, HOST, "entry", verb="build", player="red", what="mason", space="12", paid="1")
    assert club.table.position.fields()["road.12"] == "mason=red"
    wood = club.table.position.fields()["red.wood"]
    send(club, HOST, "entry", verb="build", player="red", what="w_farm_food")
    assert club.table.position.fields()["red.wood"] == wood
    for _ in range(2):
        club.play("next")
    provost = int(club.table.position.fields()["provost"])
    deniers = int(club.table.position.fields()["red.deniers"])
    send(club, HOST, "entry", verb="provost", action="provost +1", player="red")
    assert (int(club.table.position.fields()["provost"]), int(club.table.position.fields()["red.deniers"])) == (
        provost + 1,
        deniers - 1,
    )
    for _ in range(2):
        club.play("next")
    send(club, HOST, "entry", verb="batch", action="batch red", cube=["F", "W", "S"])
    assert club.table.position.fields()["red.houses.dungeon"] == "1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_favor_that_was_given_waits_to_be_used(language: str) -> None:
    club = assisted("caylus", "next")
    send(club, HOST, "amounts", add__red__R="1")
    page = club.page(HOST, "GET", f"/t/{club.code}", language).text
    buttons = re.findall(r'name="action" value="(favor red [^"]+)">(.*?)</button>', page, re.DOTALL)
    assert buttons
    assert len({label for _, label in buttons}) == len(buttons)
    send(club, HOST, "play", action=buttons[0][0])
    assert "favor red" not in club.page(HOST, "GET", f"/t/{club.code}", language).text


@pytest.mark.parametrize("verb", ["", "build", "order", "dance", "batch", "provost"])
def test_half_an_entry_is_refused_in_words(verb: str) -> None:
    club = assisted("caylus", "next")
    answer = send(club, HOST, "entry", verb=verb, player="nobody", what="nothing", word=["x"])
    assert answer.status_code == 422
    assert notice(answer)


def players(page: str) -> list[str]:
    return re.findall(r'class="player-block[^"]*" data-player="(\w+)"', page)


def test_ones_own_things_come_first() -> None:
    club = assisted("caylus", "next")
    assert players(club.page("blue", "GET", f"/t/{club.code}").text)[0] == "blue"
    assert set(players(club.page("red", "GET", f"/t/{club.code}").text)) == {"red", "blue"}


def line(club: Club) -> list[str]:
    """Who is next, and after them."""
    page = club.page(HOST, "GET", f"/t/{club.code}").text
    return re.findall(r'class="shape (\w+)"', page.partition('id="line-up"')[2].partition("</ol>")[0])


def test_the_next_player_is_named_until_all_have_passed() -> None:
    club = assisted("caylus", "order blue red", "next")
    assert line(club) == ["blue", "red"]
    club.play("blue -1d")
    assert line(club) == ["red", "blue"]
    club.play("place red castle")
    assert line(club) == ["blue", "red"]
    club.play("red +1d")
    assert line(club) == ["blue", "red"], "what somebody is given is not their turn"
    club.play("pass blue")
    assert line(club) == ["red"]
    club.wish(HOST, "undo", to=club.seq)
    assert line(club) == ["blue", "red"]
    club.play("pass blue")
    assert 'class="main-action" name="action" value="next"' not in club.page(HOST, "GET", f"/t/{club.code}").text
    club.play("pass red")
    assert line(club) == []
    assert 'class="main-action" name="action" value="next"' in club.page(HOST, "GET", f"/t/{club.code}").text


def test_the_provost_is_moved_in_the_order_of_passing() -> None:
    club = assisted("caylus", "order blue red", "next", "pass red", "pass blue", "next", "next")
    assert line(club) == ["red", "blue"]
    club.play("provost +1 red")
    assert line(club)[0] == "blue"
    page = club.page(HOST, "GET", f"/t/{club.code}").text
    assert 'name="player" value="blue" checked' in page, "who is next pays, unless somebody says otherwise"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_phase_says_what_people_do_in_it(game: str, language: str) -> None:
    club = assisted(game)
    said = []
    for _ in range(6):
        page = club.page(HOST, "GET", f"/t/{club.code}", language).text
        said.append(re.findall(r'id="does">([^<]+)<', page)[0])
        club.play("next")
    assert len(set(said)) == 6 if game == "caylus" else len(set(said)) == 5


def test_what_a_building_brings_is_two_things_to_choose() -> None:
    club = assisted("caylus", *["next"] * 4)
    before = club.table.position.fields()
    page = club.page(HOST, "GET", f"/t/{club.code}").text
    offered = re.findall(r'name="what" value="([-+][^"]+)"', page)
    assert "-1W +4d n_market" in offered
    for text in offered:
        if not text.startswith("-"):
            assert send(club, HOST, "entry", verb="exchange", player="red", what=text).status_code == 303, text
            club.wish(HOST, "undo", to=club.seq)
    assert send(club, HOST, "entry", verb="exchange", player="red", what="-1W +4d n_market").status_code == 303
    now = club.table.position.fields()
    assert (int(now["red.wood"]), int(now["red.deniers"])) == (
        int(before["red.wood"]) - 1,
        int(before["red.deniers"]) + 4,
    )
    assert send(club, HOST, "entry", verb="exchange", player="red").status_code == 422


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


@pytest.mark.parametrize("text", ["x", "-3", "9" * 5000, "1e9", "²"])
def test_what_is_no_number_is_no_fault(text: str) -> None:
    club = counted()
    form = {"kind": "count", "seat": "red", "value.track": text, "seen": str(club.seq), "screen": "sheet"}
    assert club.page("red", "POST", f"/t/{club.code}/act", data=form).status_code == 422
    assert club.table.snapshot().counted == {}


def test_what_was_said_in_this_phase_is_remembered_and_what_was_undone_is_not() -> None:
    club = Club(game="magna_carta", edition="nl", depth=Depth.ASSISTANT, colours=("red", "green"))
    for entry in ("next", "red +9d9F9W", "build red small_farm", "place green small_farm:red", "pass red", "next"):
        club.play(entry)
    road = len(looked(club.table.referee, club.table.state)["road"])
    provost = looked(club.table.referee, club.table.state)["provost"]
    for entry in (f"provost +{road - provost}", "next", "take red small_farm:red"):
        club.play(entry)
    assert _entered(club, "next") == ["green +1F small_farm", "next"]
    taken = club.seq - 1
    club.wish(HOST, "undo", to=club.seq)
    club.wish(HOST, "undo", to=taken)
    assert _entered(club, "next") == ["green +1F small_farm", "take red small_farm:red", "next"]


def _entered(club: Club, entry: str) -> list[str]:
    seq = club.play(entry)
    [found] = club.api(HOST, "GET", f"/log?after={seq - 1}", "en").json["entries"]
    return list(found["data"]["actions"])
