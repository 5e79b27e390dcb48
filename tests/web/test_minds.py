"""Minds at a table: their moves on every page, carried out by people; plans; and practice without a box."""

import html
import json
import re
from itertools import islice

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.engine.referee import Referee
from companion.engine.scoring import fields
from companion.engine.state import PlainState
from companion.i18n.translator import Translator
from companion.minds.level import Level
from companion.minds.proposal import MindQuestion, plans, propose
from companion.rules import Rules, library
from companion.table.commands import Correct, Follow, GiveToMind, Play, Undo
from companion.table.errors import NotAllowed, NotNow
from companion.table.people import Who
from companion.table.vocabulary import Chance, Depth, EntryKind
from companion.web.parts.minds import why
from tests.minds.boxes import choices, seated
from tests.web.club import new_app, shared_app
from tests.web.tables import BASE, HOST_TOKEN, Opened, opened
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

HOST = Who(host=True)
BOXES = [("caylus", "de", ()), ("magna_carta", "nl", ("intro",))]
_DO = re.compile(r'class="to-do">(.*?)</div>', re.DOTALL)


@pytest.fixture
def app() -> Flask:
    return shared_app()


def given(table: Opened, *colours: str, level: Level = Level.BUILDER) -> Opened:
    """Give seats to minds."""
    for colour in colours:
        table.tables.act(table.id, GiveToMind(seat=colour, level=level), HOST, seen_seq=None)
    return table


def shown(page: str) -> str:
    """What a page tells people to do for a mind, without its tags."""
    found = _DO.search(page)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", found[1])).split()) if found else ""


def carried_out(table: Opened, device: FlaskClient) -> int:
    """Look at the mind's move and carry it out, on one device."""
    code = table.code
    assert device.get(f"/t/{code}/mind", base_url=BASE, headers={"HX-Request": "true"}).status_code == 200
    data = {"seen": str(table.table.seq), "key": f"key-{table.table.seq}", "screen": "seat"}
    return device.post(f"/t/{code}/mind", base_url=BASE, data=data, headers={"HX-Request": "true"}).status_code


def last(table: Opened) -> list[str]:
    """Return the actions of the last entry that counts."""
    (entry,) = table.table.past.entries(0, table.table.living.seqs[-1:])
    found: list[str] = entry.data["actions"]
    return found


def played(table: Opened, colour: str, most: int = 2000) -> None:
    """Play to the end: the mind's moves as shown, everything else at random."""
    for _ in range(most):
        if table.table.over:
            return
        if table.table.snapshot().mind:
            assert carried_out(table, table.device(colour)) == 200
        else:
            table.step()
    raise AssertionError("the game did not end")


@pytest.mark.parametrize(("game", "edition", "variants"), BOXES)
def test_a_mind_plays_a_whole_game_among_people(game: str, edition: str, variants: tuple[str, ...]) -> None:
    """It beats who chooses at random, and is in nobody's statistics."""
    names = ("Anna", "Robot", "Bo")
    table = given(opened(new_app(), game, edition, seed=4, variants=variants, names=names).sit("red", "green"), "blue")
    played(table, "red")
    entries = [entry for entry in table.tables.log(table.id) if entry.by == "blue"]
    assert {entry.kind for entry in entries} == {EntryKind.PLAYED}
    scores = dict(zip(table.table.setup.colours, table.table.referee.scores(table.table.state), strict=True))
    assert scores["blue"] > (scores["red"] + scores["green"]) / 2, "a builder beats people who choose at random"
    assert "Computer: Builder" in table.page("red", query="/end")
    history = table.device("red").get("/history", base_url=BASE).text
    assert '<th scope="row">Anna</th>' in history
    assert '<th scope="row">Robot</th>' not in history
    assert "Robot" in history  # the game's result names everybody


def test_everybody_is_told_what_to_move_in_their_language(app: Flask) -> None:
    table = given(opened(app, seed=1).sit("red", "blue"), "green")
    table.play_until(lambda decision: decision.seat == "green")
    told = {}
    for language in LANGUAGES:
        waiting = table.page("red", language)
        assert not shown(waiting), "nobody has asked the mind yet"
        assert f"/t/{table.code}/mind" in waiting
        device = table.device("red", language)
        part = device.get(f"/t/{table.code}/mind", base_url=BASE, headers={"HX-Request": "true"}).text
        told[language] = shown(part)
        assert shown(table.page("blue", language)) == told[language]
        assert shown(table.page("", language)) == told[language]
        assert "mind-done" in table.page("blue", language)
        assert "mind-done" not in table.page("", language), "who only looks carries nothing out"
        table.tables.act(table.id, Undo(to=table.table.living.seqs[-1]), HOST, seen_seq=None)
        table.play_until(lambda decision: decision.seat == "green")
    assert len(set(told.values())) == len(LANGUAGES)
    assert re.search(r"(Place a green worker .*|Green passes.*)\. Green then has", told["en"]), told["en"]


def test_without_a_script_the_move_is_a_link_away(app: Flask) -> None:
    table = given(opened(app, seed=1).sit("red", "blue"), "green")
    table.play_until(lambda decision: decision.seat == "green")
    device = table.device("red")
    answer = device.get(f"/t/{table.code}/mind?screen=board", base_url=BASE)
    assert answer.status_code == 303
    assert shown(device.get(answer.location, base_url=BASE).text)
    data = {"seen": str(table.table.seq), "key": "k", "screen": "board"}
    assert device.post(f"/t/{table.code}/mind", base_url=BASE, data=data).status_code == 303
    assert table.table.waiting != "green"


def test_two_who_tap_at_once_carry_it_out_once(app: Flask) -> None:
    table = given(opened(app, seed=1).sit("red", "blue"), "green")
    table.play_until(lambda decision: decision.seat == "green")
    seq = table.table.seq
    for colour in ("red", "blue"):
        data = {"seen": str(seq), "key": colour, "screen": "seat"}
        answer = table.device(colour).post(
            f"/t/{table.code}/mind", base_url=BASE, data=data, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 200
        assert 'role="alert" tabindex' not in answer.text
    assert table.table.seq == seq + 1
    looking = table.device().post(f"/t/{table.code}/mind", base_url=BASE, data={"seen": str(seq + 1)})
    assert looking.status_code == 422


def test_what_is_carried_out_is_the_move_that_was_shown(app: Flask) -> None:
    table = given(opened(app, seed=1).sit("red", "blue"), "green")
    table.play_until(lambda decision: decision.seat == "green")
    device, address = table.device("red"), f"/t/{table.code}/mind"
    page = device.get(address, base_url=BASE, headers={"HX-Request": "true"}).text
    moves = re.findall(r'name="move" value="([^"]+)"', page)
    data = {"seen": str(table.table.seq), "key": "x", "screen": "seat"}
    other = device.post(address, base_url=BASE, data={**data, "move": "pass"}, headers={"HX-Request": "true"})
    assert other.status_code == 409
    assert "would now do something else" in other.text
    assert shown(other.text) == shown(page)
    assert device.post(address, base_url=BASE, data={**data, "move": moves}).status_code == 303
    assert table.table.latest[-1].data["actions"] == moves


def test_a_card_of_a_mind_is_not_named_before_it_is_played(app: Flask) -> None:
    table = given(opened(app, "magna_carta", "en", seed=3).sit("red", "blue"), "green")
    table.table.seed = "1"
    hidden = 0
    for _ in range(400):
        if table.table.waiting != "green":
            table.step()
            continue
        device = table.device("red")
        told = device.get(f"/api/v1/tables/{table.code}/mind", base_url=BASE).json or {}
        assert carried_out(table, device) == 200
        if table.table.latest[-1].data["actions"][0].startswith("build "):
            hidden += 1
            assert told["move"]["actions"] == []
            assert (told["move"]["said"][0][:23], told["move"]["why"]) == ("plays a card from the h", "")
            break
    assert hidden


def test_a_mind_goes_on_from_whatever_people_have_made_of_the_table(app: Flask) -> None:
    table = given(opened(app, seed=2).sit("red", "blue"), "green")
    table.play_until(lambda decision: decision.seat == "green")
    assert carried_out(table, table.device("red")) == 200
    first = last(table)
    table.tables.act(table.id, Undo(to=table.table.living.seqs[-1]), HOST, seen_seq=None)
    assert carried_out(table, table.device("blue")) == 200
    assert last(table) == first
    table.tables.act(table.id, Undo(to=table.table.living.seqs[-1]), HOST, seen_seq=None)
    table.tables.act(table.id, Correct(changes={"green.deniers": "0", "red.deniers": "30"}), HOST, seen_seq=None)
    table.tables.act(table.id, Follow(depth=Depth.ASSISTANT), HOST, seen_seq=None)
    assert table.table.snapshot().mind is None
    table.tables.act(table.id, Follow(depth=Depth.REFEREE), HOST, seen_seq=None)
    table.play_until(lambda decision: decision.seat == "green")
    assert carried_out(table, table.device("red")) == 200


def test_only_the_host_gives_a_free_seat_to_a_mind(app: Flask) -> None:
    table = opened(app, "magna_carta", "nl", untracked=("red",)).sit("blue")
    with pytest.raises(NotAllowed):
        table.tables.act(
            table.id, GiveToMind(seat="green", level=Level.MASTER), Who(frozenset({"blue"})), seen_seq=None
        )
    for colour, code in (("blue", "seat_in_use"), ("red", "hand_unknown")):
        with pytest.raises(NotNow, match=code):
            table.tables.act(table.id, GiveToMind(seat=colour, level=Level.MASTER), HOST, seen_seq=None)
    given(table, "green", level=Level.MASTER)
    with pytest.raises(NotAllowed, match="mind_sits"):
        table.tables.sit(table.id, "green", "token-of-somebody")
    assert table.tables.sit(table.id, "green", HOST_TOKEN)
    assert not table.table.people.minds, "who sits down plays"


def test_a_mind_whose_cards_people_draw_is_served_by_the_host(app: Flask) -> None:
    table = given(opened(app, "magna_carta", "nl", ("red", "green"), chance=Chance.TABLE, seed=3).sit("red"), "green")
    for _ in range(60):
        decision = table.table.decision
        assert decision is not None
        if table.table.snapshot().mind and not decision.chance:
            assert carried_out(table, table.device(token=HOST_TOKEN)) == 200
        else:
            table.step()
    assert table.table.state.turn > 0
    assert any(entry.by == "green" for entry in table.tables.log(table.id))


def test_a_table_that_agreed_may_ask_for_plans_and_the_log_says_who_did(app: Flask) -> None:
    table = opened(app, seed=1, hints=True).sit("red", "blue")
    colour = table.play_until(lambda decision: decision.seat in ("red", "blue")).seat or ""
    assert "ask-plans" in table.page(colour)
    data = {"kind": "hint", "seen": str(table.table.seq), "key": "h", "screen": "seat"}
    device = table.device(colour)
    device.post(f"/t/{table.code}/act", base_url=BASE, data=data, headers={"HX-Request": "true"})
    part = device.get(f"/t/{table.code}/plans", base_url=BASE, headers={"HX-Request": "true"}).text
    assert part.count("<li>") == 3
    plans = table.page(colour).partition('class="plans"')[2].partition("</section>")[0]
    assert plans.count("<li>") == 3
    other = "blue" if colour == "red" else "red"
    assert "plans-title" not in table.page(other)
    name = table.page(other, query="/log")
    assert "was shown plans" in name
    table.step()
    assert "plans-title" not in table.page(colour)


def test_plans_are_refused_where_nobody_agreed_to_them(app: Flask) -> None:
    table = opened(app, seed=1).sit("red", "blue", "green")
    colour = table.table.waiting
    assert "ask-plans" not in table.page(colour)
    data = {"kind": "hint", "seen": str(table.table.seq), "key": "h", "screen": "seat"}
    assert table.device(colour).post(f"/t/{table.code}/act", base_url=BASE, data=data).status_code == 422


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_practice_begins_with_one_tap_and_needs_nobody(app: Flask, game: str) -> None:
    device = app.test_client()
    page = device.get(f"/new?practice=1&game={game}", base_url=BASE)
    assert page.text.count('value="builder" selected') > 0
    data = {"game": game, "practice": "1", "hints": "1", "players": "2", "variant": ""}
    answer = device.post("/new", base_url=BASE, data=data)
    assert answer.status_code == 303
    code = answer.location.rsplit("/", 1)[1]
    table = app.extensions["tables"]
    place = table.visit(code)
    (mine,) = place.table.people.seated
    assert len(place.table.people.minds) == 1
    assert mine not in place.table.people.minds
    for _ in range(60):
        place = table.visit(code)
        seq = str(place.table.seq)
        if place.snapshot.mind:
            part = device.get(f"/t/{code}/mind", base_url=BASE, headers={"HX-Request": "true"}).text
            assert "delay:1200ms" in part
            sent = device.post(f"/t/{code}/mind", base_url=BASE, data={"seen": seq, "key": seq})
        else:
            decision = place.table.decision
            assert decision is not None
            data = {"kind": "play", "action": decision.options[0], "seen": seq, "key": seq}
            sent = device.post(f"/t/{code}/act", base_url=BASE, data=data)
        assert sent.status_code == 303, sent.text
    assert place.table.state.turn > 1


def test_somebody_practises_from_a_moment_of_a_game(app: Flask) -> None:
    table = opened(app, seed=6, names=("Anna", "Bo", "Cas"), hints=True).sit("red", "blue", "green")
    table.play_until(lambda decision: decision.kind == "batch")
    at = table.table.living.seqs[-1]
    before = str(table.table.position)
    table.step()
    device = table.device("red")
    page = device.get(f"/t/{table.code}/replay", base_url=BASE).text
    assert f"/t/{table.code}/practice" in page
    answer = device.post(f"/t/{table.code}/practice", base_url=BASE, data={"at": str(at), "seat": "blue"})
    place = app.extensions["tables"].visit(answer.location.rsplit("/", 1)[1])
    assert str(place.table.position) == before
    assert set(place.table.people.minds) == {"red", "green"}
    assert place.table.people.seated == {"blue"}
    assert dict(place.table.people.names)["blue"] == "Bo"
    assert fields(place.table.rules) == fields(table.table.rules)


def test_before_the_first_move_there_is_no_moment_to_practise_from(app: Flask) -> None:
    for depth in (Depth.REFEREE, Depth.ASSISTANT):
        page = opened(app, depth=depth, hints=True).page(token=HOST_TOKEN, query="/replay?at=1")
        assert "/practice" not in page


def test_a_game_with_hidden_cards_is_practised_only_once_it_is_over(app: Flask) -> None:
    table = opened(app, "magna_carta", "nl", seed=6).sit("red", "blue", "green")
    table.play_until(lambda decision: decision.kind == "action")
    sent = table.device("red").post(f"/t/{table.code}/practice", base_url=BASE, data={"at": "4", "seat": "red"})
    assert sent.status_code == 403


def test_a_running_game_is_practised_only_where_plans_are_agreed(app: Flask) -> None:
    table = opened(app, seed=6).sit("red", "blue", "green")
    table.play_until(lambda decision: decision.kind == "batch")
    assert "/practice" not in table.page("red", query="/replay")
    sent = table.device("red").post(f"/t/{table.code}/practice", base_url=BASE, data={"at": "4", "seat": "red"})
    assert sent.status_code == 403


def test_nobody_plays_for_a_mind_by_hand(app: Flask) -> None:
    table = given(opened(app, seed=1).sit("red", "blue"), "green")
    table.play_until(lambda decision: decision.seat == "green")
    with pytest.raises(NotAllowed, match="mind_sits"):
        table.tables.act(table.id, Play(actions=("pass",)), HOST, seen_seq=None)
    page = table.page(token=HOST_TOKEN, query="?seat=green")
    assert 'name="action"' not in page


def test_whoever_is_there_takes_back_a_mind_s_move_and_then_their_own(app: Flask) -> None:
    table = given(opened(app, seed=1).sit("red", "blue"), "green")
    table.play_until(lambda decision: decision.seat == "green")
    begun = table.table.position.fields()
    assert carried_out(table, table.device("red")) == 200
    for colour in ("red", "blue"):
        assert 'id="undo"' in table.page(colour)
    assert 'id="undo"' not in table.page("")
    data = {"kind": "undo", "to": str(table.table.living.seqs[-1]), "seen": str(table.table.seq), "screen": "seat"}
    assert table.device("blue").post(f"/t/{table.code}/act", base_url=BASE, data=data).status_code == 303
    assert table.table.position.fields() == begun
    assert table.table.latest[-1].by == "blue"


def test_practice_waits_after_an_undo_so_that_one_can_go_back_further(app: Flask) -> None:
    device = app.test_client()
    answer = device.post("/new", base_url=BASE, data={"practice": "1", "players": "3", "variant": "", "game": "caylus"})
    code = answer.location.rsplit("/", 1)[1]
    tables = app.extensions["tables"]
    for _ in range(8):
        place = tables.visit(code)
        if place.snapshot.mind and place.table.living.seqs[1:]:
            break
        seq = str(place.table.seq)
        if place.snapshot.mind:
            device.post(f"/t/{code}/mind", base_url=BASE, data={"seen": seq, "key": seq})
        else:
            form = {"kind": "play", "action": place.table.decision.options[0], "seen": seq, "key": seq}
            device.post(f"/t/{code}/act", base_url=BASE, data=form)
    device.get(f"/t/{code}/mind", base_url=BASE)
    assert "delay:1200ms" in device.get(f"/t/{code}", base_url=BASE).text
    seq = str(tables.visit(code).table.seq)
    device.post(f"/t/{code}/mind", base_url=BASE, data={"seen": seq, "key": "x"})
    place = tables.visit(code)
    form = {"kind": "undo", "to": str(place.table.living.seqs[-1]), "seen": str(place.table.seq), "key": "u"}
    assert device.post(f"/t/{code}/act", base_url=BASE, data=form).status_code == 303
    page = device.get(f"/t/{code}", base_url=BASE).text
    assert shown(page)
    assert "delay:1200ms" not in page


def test_the_host_s_phone_says_so_when_a_mind_s_move_waits(app: Flask) -> None:
    table = given(opened(app, seed=1).sit("red", "blue"), "green")
    table.play_until(lambda decision: decision.seat == "green")
    host, guest = table.page(token=HOST_TOKEN), table.page("red")
    assert 'data-calls="carry"' in host
    assert "<title>Make the move for" in host
    assert 'data-calls=""' in guest


@pytest.mark.drawn(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), [("caylus", 2), ("caylus", 4), ("magna_carta", 2), ("magna_carta", 4)])
def test_hardly_a_move_or_a_plan_is_left_without_words(game: str, players: int, language: str) -> None:
    """Of what minds do and plan in a game, nearly all is explained; what is forced needs no explanation."""
    rules = library().rules(game, library().default_edition(game, language), (), players)
    t, referee = Translator(language, rules), seated(rules)
    said = [
        why(t, move, move.other)
        for state, options in islice(choices(referee, 5), 0, 400, 7)
        if len(options) > 1
        for move in (propose(_asked_at(rules, referee, state)), *plans(_asked_at(rules, referee, state)))
        if move.reasons is not None
    ]
    assert said
    assert all(one[-1] == "." and "{" not in one for one in said)
    assert said.count(t.say("mind.why.none")) <= len(said) / 10


def _asked_at(rules: Rules, referee: Referee, state: PlainState) -> MindQuestion:
    seen = json.dumps(referee.view(state, state.todo[-1][1]).to_json())
    return MindQuestion(rules.game, rules.edition, rules.variants, referee.seats, (), seen, Level.BUILDER)


def test_a_mind_that_is_given_drawn_cards_shows_them_to_the_host_and_everybody_is_told(app: Flask) -> None:
    table = given(opened(app, "magna_carta", "nl", ("red", "green"), chance=Chance.TABLE, seed=3).sit("red"), "green")
    assert "draws for it, and sees its cards" in table.page("red", query="/log")
    dealt = given(opened(app, "magna_carta", "nl", ("red", "green"), seed=3).sit("red"), "green")
    assert "sees its cards" not in dealt.page("red", query="/log")


def test_minds_need_the_referee(app: Flask) -> None:
    data = {"game": "caylus", "players": "2", "mind.2": "builder", "depth": "assistant", "variant": ""}
    answer = app.test_client().post("/new", base_url=BASE, data=data)
    assert answer.status_code == 422
    assert "where the app referees" in answer.text
