"""Everybody is offered what they may do, in their own words, and sees what concerns them first."""

import re

import pytest

from companion.i18n.translator import Translator
from companion.table.commands import Play
from companion.table.vocabulary import Depth
from companion.web.handoff import KEY, Handoff
from tests.web.club import HOST, SPECTATOR, Club
from tests.words import LANGUAGES


def screen(club: Club, name: str, screen: str = "seat", language: str = "en") -> str:
    answer = club.page(name, "GET", f"/t/{club.code}/{screen}", language)
    assert answer.status_code == 200
    return answer.text


def offered(page: str) -> set[str]:
    """The kinds of wishes that a page has a form for."""
    return set(re.findall(r'<input type="hidden" name="kind" value="(\w+)">', page))


def give(club: Club, colour: str, token: str) -> None:
    """Another device has the seat."""
    club.tables.leave(club.id, colour, club.tables.who(club.id, club.tokens[colour]))
    club.tables.sit(club.id, colour, token)


# what is offered


def test_the_apps_own_shuffle_is_not_offered_to_be_taken_back() -> None:
    club = Club()
    for name in (HOST, "red", "blue"):
        assert not offered(screen(club, name)) & {"undo", "ask"}
        assert not offered(screen(club, name, "log")) & {"undo", "ask"}
    club.play("place castle")
    assert "undo" in offered(screen(club, HOST))


def test_what_the_host_has_taken_back_of_their_own_is_theirs_to_bring_again() -> None:
    club = Club()
    club.wish(HOST, "undo", to=club.play("place castle"))
    for name in (HOST, "red", "blue", SPECTATOR):
        assert ("redo" in offered(screen(club, name, "log"))) == (name == HOST)


def test_who_only_looks_is_not_asked_who_may_be_host() -> None:
    club = Club(colours=("red", "blue", "green"))
    club.tables.leave(club.id, "green", club.tables.who(club.id, club.tokens["green"]))
    club.tables.sit(club.id, HOST, club.tokens["green"])
    for name in (HOST, "red", "blue"):
        assert 'name="mark"' in screen(club, name)
    for name in (SPECTATOR, "green"):
        assert 'name="mark"' not in screen(club, name)


def test_taking_every_free_seat_asks_nobody_for_theirs() -> None:
    club = Club(colours=("red", "blue", "green"))
    club.tables.leave(club.id, "green", club.tables.who(club.id, club.tokens["green"]))
    answer = club.page(SPECTATOR, "POST", f"/t/{club.code}/sit", data={"seat": "all"})
    assert answer.headers["Location"] == f"/t/{club.code}"
    assert club.tables.asking(club.id) == []
    assert club.tables.who(club.id, club.tokens[SPECTATOR]).colours == {"green"}


# one's own words and seats


@pytest.mark.parametrize("order", [LANGUAGES, LANGUAGES[::-1]])
def test_what_all_devices_share_is_in_the_words_of_each(order: tuple[str, ...]) -> None:
    club = Club()
    for language in order * 2:
        for name in (SPECTATOR, "blue"):
            page, t = screen(club, name, "seat", language), Translator(language, club.table.rules)
            assert f'<html lang="{language}"' in page
            assert t.words("many", "category.special") in page
            assert t.form("term.bridge", "Noun") in page


def test_what_all_devices_share_shows_the_table_as_it_is_now() -> None:
    club, other = (Club(names=("Ann", "Bo")) for _ in range(2))
    for _ in range(2):
        assert ("Ann" in castle_of(club), "Ann" in castle_of(other)) == (False, False)
        club.play("place castle", "red")
        assert ("Ann" in castle_of(club), "Ann" in castle_of(other)) == (True, False)
        club.undo(club.seq)


def castle_of(club: Club) -> str:
    """The castle as somebody who has nothing to choose sees it, before the favor table with everybody's name."""
    return screen(club, SPECTATOR).partition('<div class="castle')[2].partition("Favor table")[0]


def test_every_page_has_a_key_of_its_own() -> None:
    """Two phones that tap at the same moment must not be taken for one that taps twice."""
    club = Club()
    keys = [re.search(r'name="key" value="([^"]+)"', screen(club, name)) for name in (HOST, HOST, "red", "red") * 2]
    found = [key[1] for key in keys if key]
    assert len(set(found)) == len(found) > 3


def test_one_device_for_two_shows_whoever_it_is_asked_for() -> None:
    club = Club(game="magna_carta")
    give(club, "blue", club.tokens["red"])
    assert club.api("red", "GET", "").json["seat"] == club.table.waiting
    for colour in ("red", "blue"):
        assert club.api("red", "GET", f"?seat={colour}").json["seat"] == colour
    assert club.api("red", "GET", "?seat=green").json["seat"] == club.table.waiting


def test_people_are_called_by_the_names_they_gave() -> None:
    club = Club(names=("Ann", ""))
    club.wish("blue", "rename", seat="blue", name="Bo")
    assert club.api(SPECTATOR, "GET", "").json["names"] == {"red": "Ann", "blue": "Bo"}
    waiting = {"red": "Ann", "blue": "Bo"}[club.table.waiting]
    for name in ("board", "seat"):
        assert waiting in screen(club, SPECTATOR, name)


# what is told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tap_on_an_old_page_is_told_what_happened(language: str) -> None:
    club = Club()
    old = {"kind": "play", "action": "place castle", "seen": str(club.seq), "key": "a", "screen": "seat"}
    club.play("place castle")
    for headers in ({}, {"HX-Request": "true"}):
        answer = club.page(HOST, "POST", f"/t/{club.code}/act", language, data=old, headers=headers)
        assert answer.status_code == 409
        said = re.search(r'role="alert"[^>]*>([^<]+)', answer.text)
        assert said
        assert said[1] == Translator(language).say("refusal.stale", newest=club.seq)


def test_what_a_display_taps_too_late_is_answered_with_the_table_as_it_is() -> None:
    club = Club()
    sent = {"seen": club.seq, "wish": {"kind": "play", "actions": ["place castle"]}, "key": "a"}
    club.play("place castle")
    answer = club.api(HOST, "POST", "/act", json=sent)
    assert answer.status_code == 409
    assert answer.json["view"]["seq"] == club.seq
    assert answer.json["view"]["decision"]["seat"] == club.table.waiting


def test_a_winner_is_told_when_the_game_is_over_and_not_before() -> None:
    club = Club()
    club.wish(HOST, "correct", changes={"red.prestige": "40"})
    assert club.api(HOST, "GET", "/scores").json["winners"] == []
    while club.table.decision is not None:
        club.tables.act(
            club.id, Play(actions=(club.table.decision.options[-1],)), club.tables.who(club.id, club.tokens[HOST]),
            seen_seq=club.seq,
        )  # fmt: skip
    assert club.api(HOST, "GET", "/scores").json["winners"] == ["red"]


def test_who_comes_back_is_told_of_nothing_they_have_seen() -> None:
    club = Club()
    club.play("place castle")
    for seen, missed in ((club.seq - 1, True), (club.seq, False)):
        mine, headers = Handoff(), {"Last-Event-ID": str(seen)}
        club.page("red", "GET", f"/t/{club.code}/stream?seen=1", headers=headers, environ_overrides={KEY: mine})
        assert mine.listener
        assert mine.listener.take() == (club.seq if missed else None)


# what comes first


def test_the_game_that_waits_stands_before_those_that_are_over() -> None:
    club = Club(title="The one that waits")
    over = Club(club.app, title="The one that is over")
    give(over, "red", club.tokens["red"])
    over.wish(HOST, "end")
    page = club.page("red", "GET", "/").text
    assert page.index("The one that waits") < page.index("The one that is over")


def test_whoever_won_most_is_named_first() -> None:
    club = Club(names=("Never", "Twice"), depth=Depth.SHEET)
    again = Club(club.app, names=("Never", "Twice"), depth=Depth.SHEET)
    give(again, "red", club.tokens["red"])
    for played in (club, again):
        played.wish(HOST, "count", seat="red", values={"track": 10})
        played.wish(HOST, "count", seat="blue", values={"track": 20})
    page = club.page("red", "GET", "/history").text
    people = page[page.index("<table") :]
    assert people.index("Twice") < people.index("Never")
