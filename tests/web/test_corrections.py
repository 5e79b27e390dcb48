"""What lies on the table, put right on a page: what is sent, what is refused and where, who may; and the log."""

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.table.vocabulary import EntryKind
from tests.web.club import HOST, SPECTATOR, Club
from tests.words import LANGUAGES, plain

HOSTILE = "<img src=x>"


def form_of(page: str) -> dict[str, list[str]]:
    """The form of corrections as a browser without script would send it: every field there is."""
    body = page[page.index('id="corrections"') :]
    form: dict[str, list[str]] = {}
    pattern = r'<input ([^>]*)>|<select name="([^"]+)"[^>]*>(.*?)</select>'
    for attributes, select, options in re.findall(pattern, body, re.DOTALL):
        if select:
            chosen = re.search(r'value="([^"]*)" selected', options)
            form.setdefault(select, []).append(chosen[1] if chosen else "")
            continue
        said = dict(re.findall(r'(\w+)="([^"]*)"', attributes))
        if said.get("type") != "checkbox" or attributes.endswith("checked"):
            form.setdefault(said["name"], []).append(said.get("value", ""))
    return form


def send(club: Club, name: str, changes: dict[str, Any], why: str = "", **more: Any) -> TestResponse:
    page = club.page(name, "GET", f"/t/{club.code}/correct").text
    form: dict[str, Any] = form_of(page) | {"why": why} | changes | more
    return club.page(name, "POST", f"/t/{club.code}/act", data=form)


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_form_sent_back_changes_nothing(game: str, language: str) -> None:
    """Every part of every field is read as it was written."""
    club = Club(game=game, colours=("red", "blue"))
    for _ in range(60):
        decision = club.table.decision
        assert decision is not None
        club.play(decision.options[len(decision.options) // 2])
    page = club.page(HOST, "GET", f"/t/{club.code}/correct", language).text
    answer = club.page(HOST, "POST", f"/t/{club.code}/act", language, data=form_of(page))
    assert answer.status_code == 422
    assert club.last.kind != EntryKind.CORRECTED


def test_only_what_differs_is_entered() -> None:
    club = Club(names=("Ann", "Bo"))
    road = ["mason", "red", "blue", ""]
    assert send(club, "red", {"field.red.deniers": "9", "field.road.9": road}, why="the inn").status_code == 303
    entry = club.last
    assert entry.data["changes"] == {"red.deniers": "9", "road.9": "mason=red+blue"}
    assert (entry.by, entry.data["why"]) == ("red", "the inn")
    assert club.table.state.money[0] == 9


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"field.red.deniers": "lots"}, "“lots” is not a whole number."),
        ({"field.red.deniers": "-4"}, "“-4” is not a whole number."),
        ({"field.provost": "99"}, "99"),
        ({"field.red.houses.dungeon": "40"}, ""),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_the_rest_stays(changes: dict[str, str], said: str) -> None:
    club = Club()
    before = club.seq
    answer = send(club, HOST, {"field.blue.food": "4", **changes}, why="miscounted")
    assert answer.status_code == 422
    assert club.seq == before
    (path,) = changes
    beside = re.search(rf'name="{re.escape(path)}".*?</div>', answer.text.partition('id="corrections"')[2], re.DOTALL)
    assert beside is not None
    assert 'class="fault"' in beside[0]
    assert said in beside[0]
    assert re.search(r'name="field.blue.food" value="4"', answer.text)
    assert 'value="miscounted"' in answer.text


def test_a_refusal_calls_people_by_the_names_they_gave() -> None:
    club = Club(names=("Anna", "Bo"))
    page = send(club, HOST, {"field.red.home": "3"})
    assert plain(page.text).count("Anna has 3 workers in all; there must be 6.") == 2, "above, and beside the field"
    wish = {"kind": "correct", "changes": {"blue.home": "2"}}
    answer = club.api("blue", "POST", "/act", json={"wish": wish, "seen": club.seq})
    assert answer.status_code == 422
    assert plain(answer.json["said"]) == "This position is impossible: Bo has 2 workers in all; there must be 6."


def test_an_old_page_is_answered_with_the_new_table_and_what_was_typed() -> None:
    club = Club()
    form = form_of(club.page(HOST, "GET", f"/t/{club.code}/correct").text) | {"field.red.food": ["5"]}
    club.play("place castle")
    answer = club.page(HOST, "POST", f"/t/{club.code}/act", data=form)
    assert answer.status_code == 409
    assert re.search(r'name="field.red.food" value="5"', answer.text)
    assert f'name="seen" value="{club.seq}"' in answer.text


def test_unknown_fields_are_no_fault_and_no_change() -> None:
    club = Club()
    form = {"kind": "fields", "field.red.soul": "1", "field.x": "y", "seen": str(club.seq)}
    assert club.page(HOST, "POST", f"/t/{club.code}/act", data=form).status_code == 422


# the log


@pytest.mark.slow
@pytest.mark.parametrize(("language", "undone"), [("en", "undone"), ("nl", "teruggenomen"), ("de", "zurückgenommen")])
def test_the_log_keeps_what_was_undone_and_says_who_and_why(language: str, undone: str) -> None:
    club = Club(names=(HOSTILE, "Bo"))
    send(club, "red", {"field.red.deniers": "9"}, why=HOSTILE)
    seq = club.seq
    assert undone not in club.page("blue", "GET", f"/t/{club.code}/log", language).text
    club.wish(HOST, "undo", to=seq)
    page = club.page("blue", "GET", f"/t/{club.code}/log", language).text
    assert undone in page
    assert HOSTILE not in page
    row = page[page.index(f'id="entry-{seq}"') :].partition("</li>\n  <li id=")[0]
    assert 'class="undone"' in page
    assert "9" in row
    assert "&lt;img" in row


def test_each_entry_says_how_far_back_this_device_may_go() -> None:
    club = Club()
    first = club.table.waiting
    other = "blue" if first == "red" else "red"
    club.play("place castle", first)
    club.play("place mason" if "place mason" in club.table.game.options else "place gate", other)
    kinds = {
        name: re.findall(r'<button class="back" form="back-(undo|ask)"', _rows(club, name))
        for name in (HOST, first, other, SPECTATOR)
    }
    # Two each: what the app shuffled nobody takes back.
    assert kinds[HOST] == ["undo", "undo"]
    assert kinds[other] == ["undo", "ask"]
    assert kinds[first] == ["ask", "ask"]
    assert kinds[SPECTATOR] == []


def _rows(club: Club, name: str) -> str:
    page = club.page(name, "GET", f"/t/{club.code}/log").text
    return page[page.index('class="log"') :]


def test_undo_from_an_entry_and_back_again() -> None:
    club = Club()
    club.play("place castle")
    seq = club.seq
    club.play("place gate")
    form = {"kind": "undo", "to": str(seq), "seen": str(club.seq), "screen": "log"}
    assert club.page(HOST, "POST", f"/t/{club.code}/act", data=form).status_code == 303
    page = club.page(HOST, "GET", f"/t/{club.code}/log").text
    assert "Bring back what was undone (2)" in page
    form = {"kind": "redo", "seen": str(club.seq), "screen": "log"}
    club.page(HOST, "POST", f"/t/{club.code}/act", data=form)
    assert "Bring back" not in club.page(HOST, "GET", f"/t/{club.code}/log").text


def test_a_long_log_comes_in_pages_and_none_is_lost() -> None:
    club = Club()
    for _ in range(100):
        decision = club.table.decision
        assert decision is not None
        club.play(decision.options[0])
    seen: list[int] = []
    address = f"/t/{club.code}/log"
    while address:
        page = club.page(HOST, "GET", address).text
        seen += map(int, re.findall(r'id="entry-(\d+)"', page))
        older = re.search(r'href="(/t/\w+/log\?before=\d+)"', page)
        address = older[1] if older else ""
    assert seen == list(range(club.seq, 0, -1))


@pytest.mark.parametrize("before", ["0", "-1", "x", "99999999", "²", ""])
def test_a_made_up_page_of_the_log_is_no_fault(before: str) -> None:
    club = Club()
    assert club.page(HOST, "GET", f"/t/{club.code}/log?before={before}").status_code == 200


# settings


def test_settings_show_what_each_may_do() -> None:
    club = Club(names=(HOSTILE, "Bo"), clock=30)
    pages = {name: club.page(name, "GET", f"/t/{club.code}/settings").text for name in (HOST, "red", SPECTATOR)}
    assert all(HOSTILE not in page for page in pages.values())
    assert [page.count('value="rename"') for page in pages.values()] == [2, 1, 0]
    assert ["/delete" in page for page in pages.values()] == [True, False, False]
    assert ['value="depth"' in page for page in pages.values()] == [True, False, False]
    assert ['value="pause"' in page for page in pages.values()] == [True, True, False]


def test_names_pause_and_depth_are_set_from_the_settings() -> None:
    club = Club()
    act = f"/t/{club.code}/act"

    def wish(who: str, **form: str) -> int:
        return club.page(who, "POST", act, data=form | {"seen": str(club.seq), "screen": "settings"}).status_code

    assert wish("red", kind="rename", seat="red", name="Ann") == 303
    assert wish("red", kind="rename", seat="blue", name="Hm") in (403, 422)
    assert wish("red", kind="pause") == 303
    shown = {name: "Go on" in club.page(name, "GET", f"/t/{club.code}/seat").text for name in ("red", "blue", HOST)}
    assert shown == {"red": True, "blue": False, HOST: True}
    assert wish("blue", kind="resume") == 422
    assert wish("red", kind="resume") == 303
    for name in ("minutes", "choice"):
        assert "data-left" not in club.page("blue", "GET", f"/t/{club.code}/seat").text
        assert wish("blue", kind="clock", minutes="20") == 422
        assert wish(HOST, kind="clock", minutes="-1") == 422
        assert wish(HOST, kind="clock", bonus="5", **{name: "20"}) == 303
        assert "data-left" in club.page("blue", "GET", f"/t/{club.code}/seat").text
        assert wish(HOST, kind="clock") == 303
    assert wish("red", kind="depth", depth="assistant") in (403, 422)
    assert wish(HOST, kind="depth", depth="assistant") == 303
    assert (club.table.people.names, club.table.people.paused, club.table.depth.value) == (
        {"red": "Ann", "blue": ""},
        False,
        "assistant",
    )
