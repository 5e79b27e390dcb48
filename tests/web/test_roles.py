"""Who may do what, with all devices of a table against each other, on the pages that they see.

There are the host, a device at each seat, a second browser of whoever plays red, somebody who only looks, a stranger.
"""

import html
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from companion.engine.action import Action
from companion.table.tables import Tables
from companion.table.tokens import new_token
from companion.table.vocabulary import Chance
from tests.web.club import HOST, SPECTATOR, STRANGER, Club, new_app

pytestmark = pytest.mark.slow

SECOND = "second browser of red"
EVENING = datetime.fromisoformat("2026-01-01T20:00:00+00:00")
MINUTE = 60


class Evening(Club):
    """A table with every kind of device, and a clock that the test sets."""

    def __init__(self, app: Flask | None = None, **setup: Any) -> None:
        super().__init__(app or new_app(), **setup)
        self.tokens[SECOND] = new_token()
        self.seconds = 0.0
        self.tables.now = self.now

    def now(self) -> str:
        return (EVENING + timedelta(seconds=self.seconds)).isoformat(timespec="milliseconds")

    def asks_for(self, seat: str, name: str) -> None:
        assert self.page(name, "POST", f"/t/{self.code}/sit", data={"seat": seat}).status_code == 303

    def question(self, name: str) -> str:
        """What a device is asked about a seat, as its page has it."""
        page = self.page(name, "GET", f"/t/{self.code}").text
        found = re.search(r'<form class="question asking".*?</form>', page, re.DOTALL)
        return html.unescape(found[0]) if found else ""

    def answers(self, name: str, answer: str) -> None:
        """Tap an answer on one's page."""
        form = self.question(name)
        assert f'value="{answer}"' in form
        data = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)) | {"answer": answer}
        assert self.page(name, "POST", f"/t/{self.code}/answer", data=data).status_code == 303

    def hosts(self) -> list[str]:
        """Every device whose settings are those of the host."""
        pages = {name: self.page(name, "GET", f"/t/{self.code}/settings").text for name in self.tokens}
        return [name for name, page in pages.items() if f'action="/t/{self.code}/delete"' in page]


@pytest.fixture
def table() -> Evening:
    return Evening()


# the host's place


def test_the_host_gives_their_place_at_once(table: Evening) -> None:
    table.asks_for(HOST, "blue")
    assert table.question(SPECTATOR) == table.question(STRANGER) == table.question("blue") == ""
    table.answers(HOST, "allow")
    assert table.hosts() == ["blue"]


def test_without_the_host_all_others_agree_and_a_minute_passes(table: Evening) -> None:
    table.asks_for(HOST, SECOND)
    table.answers("red", "allow")
    assert 'value="allow"' not in table.question("red")
    table.seconds = 5 * MINUTE
    table.answers("blue", "allow")
    table.seconds = 6 * MINUTE - 1
    assert table.hosts() == [HOST]
    assert "Unless you refuse" in table.question(HOST)
    table.seconds = 6 * MINUTE
    assert table.hosts() == [SECOND]
    assert "Another device is the host now" in table.page(STRANGER, "GET", f"/t/{table.code}/log").text


def test_what_is_asked_and_answered_is_told_to_the_hosts_open_page(table: Evening) -> None:
    listener = table.tables.hub.listen(table.id)
    table.asks_for(HOST, SECOND)
    assert listener.take() == table.seq
    table.answers("red", "allow")
    assert listener.take() == table.seq


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Unless you refuse"), ("nl", "binnen een minuut weigert"), ("de", "innerhalb einer Minute")],
)
def test_the_host_is_told_in_their_language(table: Evening, language: str, said: str) -> None:
    table.asks_for(HOST, "red")
    table.answers("blue", "allow")
    assert said in table.page(HOST, "GET", f"/t/{table.code}", language).text


def test_a_program_sees_since_when_all_have_agreed(table: Evening) -> None:
    table.asks_for(HOST, "red")
    found = table.api(HOST, "GET", "/asking").json
    (asked,) = found["asking"]
    assert found["all_agreed"] == {}
    answer = {**asked, "allow": True}
    assert table.api("red", "POST", "/answer", json=answer).json["code"] == "own_request"
    assert table.api("blue", "POST", "/answer", json=answer).status_code == 204
    assert table.api(HOST, "GET", "/asking").json["all_agreed"] == {asked["mark"]: table.now()}
    table.seconds = MINUTE
    assert table.api("red", "GET", "").json["role"] == "host"


# undo by consent


def asks_to_undo(table: Evening, name: str, to: int) -> None:
    """Everything from an entry on, by the button in the log."""
    form = {"kind": "ask", "to": str(to), "seen": str(table.seq), "screen": "log"}
    assert table.page(name, "POST", f"/t/{table.code}/act", data=form).status_code == 303


def may_agree(table: Evening, name: str) -> bool:
    return 'name="kind" value="agree"' in table.page(name, "GET", f"/t/{table.code}").text


def agrees(table: Evening, name: str) -> int:
    form = {"kind": "agree", "seen": str(table.seq), "screen": "seat"}
    return table.page(name, "POST", f"/t/{table.code}/act", data=form).status_code


def test_a_player_does_not_undo_what_the_host_has_entered(table: Evening) -> None:
    table.page("blue", "POST", f"/t/{table.code}/leave", data={"seat": "blue"})
    first = table.play("place castle")
    table.play("pass")
    asks_to_undo(table, "red", first)
    assert not may_agree(table, "red")
    assert agrees(table, "red") == 422
    assert first in table.table.living.seqs
    assert may_agree(table, HOST)
    assert agrees(table, HOST) == 303
    assert first not in table.table.living.seqs


@pytest.mark.parametrize("asker", [HOST, "red", "blue"])
def test_everybody_but_who_asks_agrees(table: Evening, asker: str) -> None:
    first = table.play("place castle")
    table.play("pass")
    asks_to_undo(table, asker, first)
    others = [name for name in (HOST, "red", "blue") if name != asker]
    asked = [name for name in table.tokens if may_agree(table, name)]
    assert sorted(asked) == sorted(others)
    for name in others:
        assert first in table.table.living.seqs
        assert agrees(table, name) == 303
    assert first not in table.table.living.seqs


def test_a_host_who_plays_agrees_once_for_both() -> None:
    table = Evening()
    table.page("blue", "POST", f"/t/{table.code}/leave", data={"seat": "blue"})
    table.asks_for("blue", HOST)
    first = table.play("place castle")
    table.play("pass")
    asks_to_undo(table, "red", first)
    assert agrees(table, HOST) == 303
    assert first not in table.table.living.seqs


def redoes(table: Evening, name: str) -> int:
    form = {"kind": "redo", "seen": str(table.seq), "screen": "log"}
    return table.page(name, "POST", f"/t/{table.code}/act", data=form).status_code


def may_redo(table: Evening) -> list[str]:
    """Whose log offers it, and whose program is told so."""
    pages = {name: table.page(name, "GET", f"/t/{table.code}/log").text for name in table.tokens}
    found = [name for name, page in pages.items() if 'name="kind" value="redo"' in page]
    assert found == [name for name in table.tokens if table.api(name, "GET", "").json["redo"]]
    return found


def test_what_was_undone_is_brought_back_by_those_who_may_undo_it(table: Evening) -> None:
    mover = table.table.waiting
    other = next(name for name in ("red", "blue") if name != mover)
    first = table.play("place castle", mover)
    table.wish(mover, "undo", to=first)
    assert may_redo(table) == [HOST, mover]
    assert {redoes(table, name) for name in (other, SECOND, SPECTATOR)} == {422}
    assert first not in table.table.living.seqs
    assert redoes(table, mover) == 303
    assert first in table.table.living.seqs
    second = table.play("pass", other)
    table.wish(HOST, "undo", to=first)
    assert may_redo(table) == [HOST]
    assert {redoes(table, name) for name in ("red", "blue")} == {422}
    assert redoes(table, HOST) == 303
    assert {first, second} <= set(table.table.living.seqs)


# what the app has drawn


def able_to_draw(**more: Any) -> Evening:
    """A table of hidden hands, where whoever is to choose may draw."""
    table = Evening(game="magna_carta", **more)
    while "draw" not in [option.verb for option in drawable(table)]:
        table.play(drawable(table)[-1])
    return table


def drawable(table: Evening) -> Sequence[Action]:
    decision = table.table.decision
    assert decision
    return decision.options


def hand(table: Evening, name: str) -> str:
    return str(table.api(name, "GET", "/fields").json["fields"][f"{name}.hand"])


def test_a_drawn_card_is_taken_back_by_consent_and_comes_again() -> None:
    table = able_to_draw()
    mover = table.table.waiting
    other = next(name for name in ("red", "blue") if name != mover)
    drawn = set()
    for _ in range(6):
        seq = table.play("draw", mover)
        drawn.add(hand(table, mover))
        page = table.page(mover, "GET", f"/t/{table.code}/log").text
        assert 'name="kind" value="undo"' not in page
        form = {"kind": "undo", "to": str(seq), "seen": str(table.seq), "screen": "log"}
        for name in (mover, HOST):
            assert table.page(name, "POST", f"/t/{table.code}/act", data=form).status_code == 422
        assert table.table.living.seqs[-1] == seq
        asks_to_undo(table, mover, seq)
        for name in (HOST, other):
            assert agrees(table, name) == 303
        assert table.table.living.seqs[-1] < seq
    assert len(drawn) == 1


def test_a_restart_draws_the_same() -> None:
    table = able_to_draw()
    mover = table.table.waiting
    for name in ("red", "blue"):
        table.page(name, "POST", f"/t/{table.code}/leave", data={"seat": name})
    table.asks_for("all", HOST)
    drawn = set()
    for _ in range(4):
        seq = table.play("draw", HOST)
        drawn.add(table.table.position.fields()[f"{mover}.hand"])
        table.tables.forget(table.id)
        table.wish(HOST, "undo", to=seq)
        table.tables.forget(table.id)
    assert len(drawn) == 1


def test_what_is_drawn_next_stands_nowhere() -> None:
    table = able_to_draw()
    seed = table.table.seed
    assert len(seed) == 64
    for name in table.tokens:
        for path in ("", "/log", "/fields", "/scores"):
            assert seed not in table.api(name, "GET", path).text
        for address in ("/log", "/settings", "/export/table.json", "/export/record.txt"):
            assert seed not in table.page(name, "GET", f"/t/{table.code}{address}").text


# hands, and who sees them


def sees(table: Evening, name: str) -> dict[str, str]:
    """The hands that a device is shown, by every way to look at one."""
    known = table.api(name, "GET", "/fields").json["fields"]
    hands = {path.partition(".")[0]: cards for path, cards in known.items() if path.endswith(".hand")}
    for colour in ("red", "blue"):
        page = html.unescape(table.page(name, "GET", f"/t/{table.code}?seat={colour}").text)
        view = table.api(name, "GET", f"?seat={colour}").json["look"]["players"]
        assert {seat for seat, it in view.items() if it.get("hand")} <= set(hands)
        assert ('id="hand"' in page or 'id="s-hand"' in page) <= bool(hands)
    return hands


def leaves(table: Evening, name: str, seat: str) -> None:
    data = {"seat": seat, "screen": "settings"}
    assert table.page(name, "POST", f"/t/{table.code}/leave", data=data).status_code == 303


def told(table: Evening, name: str) -> str:
    """What the page that a device has open says of the newest entry."""
    return html.unescape(table.page(name, "GET", f"/t/{table.code}").text)


def test_the_host_sees_no_cards_before_a_seat_is_taken_nor_after_it_was_freed() -> None:
    table = able_to_draw()
    cards = sees(table, "blue")["blue"]
    assert cards
    leaves(table, HOST, "blue")
    for name in (HOST, "red", SECOND, SPECTATOR, STRANGER, "blue"):
        assert "blue" not in sees(table, name)
    table.asks_for("blue", "blue")
    assert sees(table, "blue") == {"blue": cards}
    assert sees(table, HOST) == {}


def test_the_host_says_for_all_to_see_that_they_play_a_seat() -> None:
    table = able_to_draw(names=("Ann", "Bo"))
    cards = sees(table, "blue")["blue"]
    leaves(table, HOST, "blue")
    assert "I play this seat" in table.page(HOST, "GET", f"/j/{table.code}").text
    table.asks_for("blue", HOST)
    assert sees(table, HOST) == {"blue": cards}
    for name in ("red", "blue", SPECTATOR):
        assert "The host has the seat of Bo now. That device now shows the hand." in told(table, name)


def test_a_hand_stays_with_its_seat_whoever_takes_it_next() -> None:
    table = able_to_draw(names=("Ann", "Bo"))
    cards = sees(table, "blue")["blue"]
    leaves(table, "blue", "blue")
    assert "The hand stays there for whoever sits down next" in told(table, "red")
    table.asks_for("blue", SECOND)
    assert sees(table, SECOND) == {"blue": cards}
    assert sees(table, "blue") == {}
    assert "Bo has sat down." in told(table, HOST)


def test_a_seat_given_to_another_device_is_told() -> None:
    table = able_to_draw(names=("Ann", "Bo"))
    cards = sees(table, "blue")["blue"]
    table.asks_for("blue", SECOND)
    assert sees(table, SECOND) == {}
    table.answers(HOST, "allow")
    assert (sees(table, SECOND), sees(table, "blue")) == ({"blue": cards}, {})
    for name in ("red", "blue", SPECTATOR):
        assert "The host lets another device have the seat of Bo. That device now shows" in told(table, name)


def test_where_nobody_holds_the_seat_that_is_asked_the_page_says_what_to_do() -> None:
    table = able_to_draw()
    mover, other = table.table.waiting, next(c for c in ("red", "blue") if c != table.table.waiting)
    leaves(table, mover, mover)
    for name in (HOST, other, SPECTATOR):
        page = told(table, name)
        assert "Nobody has the seat of" in page
        assert 'name="action"' not in page
        assert f'name="seat" value="{mover}"' in page
    table.asks_for("all", HOST)
    page = told(table, HOST)
    assert "Nobody has the seat of" not in page
    assert 'name="action" value="draw"' in page


def test_one_device_for_the_whole_table_says_so_once() -> None:
    table = able_to_draw()
    for colour in ("red", "blue"):
        leaves(table, colour, colour)
    table.asks_for("all", HOST)
    played = 0
    while table.table.decision:
        offered = re.findall(r'name="action" value="([^"]*)"', told(table, HOST))
        table.play(html.unescape(offered[-1]), HOST)
        played += 1
    assert played > 10


def test_a_locked_seat_is_for_the_host_alone_to_take() -> None:
    table = able_to_draw()
    mover, other = table.table.waiting, next(c for c in ("red", "blue") if c != table.table.waiting)
    leaves(table, mover, mover)
    table.page(HOST, "POST", f"/t/{table.code}/lock", data={"locked": "1"})
    assert f'name="seat" value="{mover}"' not in told(table, other)
    assert f'name="seat" value="{mover}"' in told(table, HOST)


# cards that one may not see, and corrections


def test_who_reaches_for_hidden_cards_is_named_and_learns_nothing() -> None:
    table = able_to_draw(names=("Ann", "Bo"))
    look = table.api("red", "GET", "").json["look"]
    open_to_all = {
        *look["players"]["blue"]["discard"],
        *(it["building"] for it in look["road"] if it["owner"] == "blue"),
    }
    hidden = [card for card in table.table.referee.board.own if card not in open_to_all]  # type: ignore[attr-defined]
    assert set(sees(table, "blue")["blue"].split("/")) < set(hidden)
    said = set()
    for card in hidden:
        for changes in ({"blue.discard": card}, {"road.4": f"{card}=blue"}, {"blue.hand": card}):
            page = table.page("red", "POST", f"/t/{table.code}/act", data=_correction(table, changes))
            wish = {"kind": "correct", "changes": changes}
            answer = table.api("red", "POST", "/act", json={"wish": wish, "seen": table.seq})
            said.add((page.status_code, answer.status_code, answer.text))
    assert len(said) == 1
    assert "This involves cards that you may not see." in said.pop()[2]
    assert "Ann tried to set or play cards that they may not see." in told(table, "blue")
    kinds = [entry["kind"] for entry in table.api("blue", "GET", "/log?limit=200").json["entries"]]
    assert kinds.count("tried") == 1, "named, and not again and again"


def test_whether_a_hand_leaves_a_choice_is_for_its_player_to_see() -> None:
    truths: set[bool] = set()
    told: set[tuple[str, bool, str]] = set()
    for seed in range(60):
        if truths == {True, False}:
            break
        table = able_to_draw(seed=seed)
        mover = table.table.waiting
        other = next(name for name in ("red", "blue") if name != mover)
        amounts = {"food": "1", "wood": "1", "stone": "0", "deniers": "0", "gold": "0"}
        changes = {"mover": other} | {f"{other}.{it}": n for it, n in amounts.items()}
        assert tries(table, mover, "correct", changes=changes) == 200
        for name in (mover, HOST, SPECTATOR):
            seen = table.api(name, "GET", "").json["decision"]
            told.add((seen["kind"], seen["seat"] == other, str(seen["options"])))
            assert tries(table, name, "play", actions=["go on"]) == 403
        assert tries(table, other, "play", actions=["go on"]) == 200
        truths.add(table.table.waiting == other)
    assert told == {("go_on", True, "[]")}
    assert truths == {True, False}, "the hands do not differ in what they allow: this test shows nothing"


def _correction(table: Evening, changes: dict[str, str]) -> dict[str, str]:
    return {"kind": "correct", "seen": str(table.seq), **{f"field.{path}": text for path, text in changes.items()}}


def test_what_lies_open_can_be_put_right_by_everybody() -> None:
    table = able_to_draw()
    table.wish("red", "correct", changes={"blue.deniers": "9"})
    assert table.table.position.fields()["blue.deniers"] == "9"


def test_nobody_swaps_the_cards_that_the_app_has_dealt_them() -> None:
    table = able_to_draw()
    mover = table.table.waiting
    before = sees(table, mover)[mover]
    assert f"field.{mover}.hand" not in table.page(mover, "GET", f"/t/{table.code}/correct").text
    table.play("draw", mover)
    drawn = sees(table, mover)[mover]
    for changes in ({f"{mover}.hand": before}, {f"{mover}.hand": "", f"{mover}.food": "3"}):
        wish = {"kind": "correct", "changes": changes}
        answer = table.api(mover, "POST", "/act", json={"wish": wish, "seen": table.seq})
        assert (answer.status_code, answer.json["code"]) == (403, "dealt_hand")
        page = table.page(mover, "POST", f"/t/{table.code}/act", data=_correction(table, changes))
        assert "The app has dealt these cards" in page.text
    assert sees(table, mover)[mover] == drawn


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann corrects the hand of Ann. Cards in it: 1."),
        ("nl", "Ann corrigeert de hand van Ann. Aantal kaarten: 1."),
        ("de", "Ann korrigiert die Hand von Ann. Karten darin: 1."),
    ],
)
def test_a_hand_that_people_deal_is_corrected_for_all_to_know(language: str, said: str) -> None:
    table = Evening(game="magna_carta", chance=Chance.TABLE, names=("Ann", "Bo"))
    table.wish("red", "correct", changes={"red.hand": "bank", "red.food": "9"})
    for name in (HOST, "blue", SPECTATOR):
        assert said in html.unescape(table.page(name, "GET", f"/t/{table.code}/log", language).text)
        assert said in table.api(name, "GET", "/log", language).json["entries"][-1]["said"]
        assert "bank" not in table.api(name, "GET", "/log", language).text


# the log of a game with hands, and its end

LOGS = ("record.txt", "table.json")


def logs(table: Evening) -> set[int]:
    """What everybody who asks for the log is answered, and whether the end page offers it."""
    found = {
        table.page(name, "GET", f"/t/{table.code}/export/{file}").status_code for name in table.tokens for file in LOGS
    }
    offered = {"export/table.json" in table.page(name, "GET", f"/t/{table.code}/end").text for name in table.tokens}
    assert offered == {200 in found}
    return found


def tries(table: Evening, name: str, kind: str, **data: object) -> int:
    sent = {"wish": {"kind": kind} | data, "seen": table.seq}
    return int(table.api(name, "POST", "/act", json=sent).status_code)


def ended_by_play(**more: Any) -> Evening:
    table = able_to_draw(**more)
    while table.table.decision:
        table.play(drawable(table)[-1])
    return table


def test_no_log_is_opened_by_setting_the_game_to_its_end() -> None:
    table = able_to_draw()
    for name in (HOST, "red"):
        assert tries(table, name, "correct", changes={"turn": "1 over"}) == 200
        assert table.table.over
        assert logs(table) == {403}
        table.wish(name, "undo", to=table.table.living.seqs[-1])


def test_no_log_is_opened_by_what_the_host_can_take_back() -> None:
    table = able_to_draw()
    for kind, back, data in (("end", "reopen", {}), ("depth", "depth", {"depth": "sheet"})):
        assert tries(table, HOST, kind, **data) == 200
        assert logs(table) == {403}
        assert tries(table, HOST, back, **({"depth": "referee"} if data else {})) == 200


def test_no_log_is_opened_by_somebody_who_sets_the_last_turn_and_plays_it_alone() -> None:
    table = able_to_draw()
    assert tries(table, "red", "correct", changes={"turn": "1 castle", "tokens": "0 0 0"}) == 200
    assert tries(table, "red", "play", actions=["go on"]) == 200
    assert table.table.over
    assert logs(table) == {403}
    table.wish(HOST, "undo", to=table.table.living.seqs[-2])
    assert not table.table.over


def test_once_the_log_is_open_nobody_plays_on_alone() -> None:
    table = ended_by_play()
    running = {"turn": "9 actions", "red.prestige": "0", "blue.prestige": "0"}
    assert logs(table) == {200}
    last = table.table.living.seqs[-1]
    by = table.table.living.authors[last]
    for name in (HOST, by):
        assert tries(table, name, "undo", to=last) == 422
        assert tries(table, name, "correct", changes=running) == 403
        assert tries(table, name, "depth", depth="assistant") == 403
    assert tries(table, "red", "correct", changes={"blue.deniers": "99"}) == 200, "what counts can still be put right"
    assert logs(table) == {200}
    asks_to_undo(table, by, last)
    for name in {HOST, "red", "blue"} - {by}:
        assert table.table.over
        assert agrees(table, name) == 303
    assert not table.table.over
    assert logs(table) == {403}


# a deleted table, and back

DAY = 24 * 60 * MINUTE


def deletes(table: Evening, name: str) -> int:
    return table.page(name, "POST", f"/t/{table.code}/delete", data={"confirm": table.code}).status_code


def brings_back(table: Evening, name: str) -> int:
    return table.page(name, "POST", f"/t/{table.code}/restore").status_code


def finds(table: Evening, name: str) -> dict[str, int]:
    """What a device is answered at every address of the table, and whether its lists have it."""
    addresses = ("", "/seat", "/board", "/log", "/newest", "/qr.svg", "/export/scores.csv", "/stream")
    found = {address: table.page(name, "GET", f"/t/{table.code}{address}").status_code for address in addresses}
    found |= {f"list {one}": table.code in table.page(name, "GET", one).text for one in ("/", "/history")}
    found |= {"join": table.page(name, "GET", f"/j/{table.code}").status_code}
    return found | {f"api {path}": table.api(name, "GET", path).status_code for path in ("", "/log", "/newest")}


def test_a_deleted_table_is_gone_for_all_and_comes_back_whole() -> None:
    table = able_to_draw(names=("Ann", "Bo"))
    seen = {name: sees(table, name) for name in table.tokens}
    others = [name for name in table.tokens if name != HOST]
    assert deletes(table, HOST) == 303
    for name in others:
        found = finds(table, name)
        assert {it for it in found.values() if it is not False} == {404}, name
        assert brings_back(table, name) == 404
    table.seconds = DAY - 1
    page = table.page(HOST, "GET", f"/t/{table.code}")
    assert page.status_code == 410
    assert "You have deleted this table. You can bring it back until" in page.text
    assert "Bring it back" in table.page(HOST, "GET", "/history").text
    home = html.unescape(table.page(HOST, "GET", "/").text)
    assert f'action="/t/{table.code}/restore"' in home
    assert brings_back(table, HOST) == 303
    assert {name: sees(table, name) for name in table.tokens} == seen
    assert table.code in table.page("red", "GET", "/").text
    table.play("draw", table.table.waiting)


def test_what_was_deleted_is_forgotten_while_the_server_runs_and_when_it_starts() -> None:
    table = Evening()
    club = [Evening(app=table.app) for _ in range(30)]
    for one in (table, *club):
        one.tables.now = table.now
        deletes(one, HOST)
    table.seconds = DAY
    assert table.tables.deleted(table.tokens[HOST]) == []
    assert table.tables.store.count() == 31
    table.seconds = DAY + 60 * MINUTE - 1
    table.tables.deleted(table.tokens[HOST])
    assert table.tables.store.count() == 31
    table.seconds = DAY + 60 * MINUTE
    table.tables.deleted(table.tokens[HOST])
    assert table.tables.store.count() == 31 - 20, "so many at once, that nobody waits"
    assert table.tables.prune() == 11


def test_a_clock_that_is_wrong_once_makes_no_deletion_final() -> None:
    """Neither while the server runs nor at a start, even if it is ten years ahead."""
    table = Evening()
    table.tables.prune()
    deletes(table, HOST)
    table.seconds = 3_650 * DAY
    again = Tables(table.tables.store)
    again.now = table.now
    assert (again.prune(), table.tables.prune()) == (0, 0)
    table.seconds = 10 * MINUTE
    assert (again.prune(), table.tables.prune()) == (0, 0)
    assert brings_back(table, HOST) == 303


def test_only_the_host_deletes_and_brings_back() -> None:
    table = Evening()
    assert [deletes(table, name) for name in ("red", SECOND, SPECTATOR, STRANGER)] == [403] * 4
    assert [brings_back(table, name) for name in ("red", SPECTATOR)] == [403, 403]
    deletes(table, HOST)
    table.page("red", "POST", f"/t/{table.code}/sit", data={"seat": HOST})
    table.seconds = 9 * MINUTE
    assert brings_back(table, "red") == 404
    assert brings_back(table, HOST) == 303
    assert brings_back(table, HOST) == 303, "a second tap does no harm"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "bring it back until"), ("nl", "kun je hem terughalen"), ("de", "zurückholen")]
)
def test_the_host_is_told_in_their_language_that_it_can_come_back(table: Evening, language: str, said: str) -> None:
    deletes(table, HOST)
    assert said in table.page(HOST, "GET", f"/t/{table.code}", language).text
    assert said in table.api(HOST, "GET", "", language).json["said"]
