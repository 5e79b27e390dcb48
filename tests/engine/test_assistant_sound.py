"""What the assistant offers is accepted, and nothing that anybody says can break a table."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.assistant import assistant_for
from companion.engine.errors import IllegalAction
from companion.rules import Library, load
from tests.engine.desk import SEATS, Desk, begun, dealt, walk

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_everything_offered_is_accepted(game: str, seed: int) -> None:
    players = 2 + seed % 3
    variants = [] if game == "caylus" else ["standard"]
    walk(Desk(game, players, *variants, edition="nl"), random.Random(seed), 150)


def test_going_on_alone_plays_a_game_to_its_end() -> None:
    for desk in (Desk(), Desk("caylus", 2), Desk("caylus", 5), dealt(), dealt("actions", 2, "intro")):
        for _ in range(200):
            if desk.look()["over"]:
                break
            desk.say("next")
        assert desk.look()["over"]
        assert len(desk.told("turn")) >= 6


# nothing that is said breaks a table

WORDS = (
    "red", "green", "blue", "pink", "castle", "stables", "inn", "n_farm", "n_market", "mason", "w_market", "lawyer",
    "residence", "statue", "architect", "library", "gate", "gold_mine", "bank", "small_farm", "bank:red",
    "small_farm:green", "n_peddler", "n_park", "church", "theater", "+2d", "-1F", "+3P", "+1R", "+1T", "-2W1d",
    "+2", "-3", "+1", "on", "3", "9", "12", "FWS", "WF", "1d1C", "next", "pass", "order", "place", "home", "build",
    "convert", "batch", "favor", "prestige", "deniers", "cubes", "buildings", "1", "2", "5", "score", "draw",
    "start", "swap", "take", "token", "dungeon", "walls", "provost", "bailiff", "end", "1S", "1F>2C",
)  # fmt: skip
VERBS = (
    "next", "next", "pass", "order", "place", "home", "build", "convert", "batch", "favor", "score", "inn", "stables",
    "draw", "start", "swap", "take", "token", "provost", "bailiff", "red", "green", "blue", "end",
)  # fmt: skip
SOUND = {"workers", "below_nothing", "building_twice", "on_empty_space", "order", "given", "gone", "section_full",
         "promised_without_worker", "finished", "not_due", "not_on_board", "card", "hand", "no_such_cube", "tokens",
         "stock", "cover"}  # fmt: skip
"""What no entry may bring about. Buildings with gaps or a castle with twice the same player may be as people like."""

sentences = st.lists(
    st.tuples(st.sampled_from(VERBS), st.lists(st.sampled_from(WORDS), max_size=4)).map(
        lambda it: " ".join([it[0], *it[1]])
    ),
    min_size=5,
    max_size=60,
)


def unbroken(desk: Desk, texts: list[str]) -> None:
    for text in texts:
        before, told = desk.state.copy(), len(desk.state.log)
        try:
            desk.say(text)
        except IllegalAction:
            assert desk.state == before
            assert len(desk.state.log) == told
        state = desk.state
        assert type(state).from_json(json.loads(json.dumps(state.to_json()))) == state
        json.dumps(desk.look())
        if not desk.look()["over"]:
            found = {problem.code for problem in desk.assistant.referee.problems(state)} & SOUND
            assert found <= ({"order"} if state.phase == 0 else set()), text


@settings(max_examples=150)
@given(texts=sentences, players=st.integers(2, 5), begin=st.booleans())
def test_no_entry_breaks_a_table_of_caylus(texts: list[str], players: int, begin: bool) -> None:
    rules = load("caylus", "en", [], players)
    desk = Desk()
    desk.assistant = assistant_for(rules, ["red", "green", "blue", "orange", "black"][:players])
    desk.state = desk.assistant.start()
    desk.state.log = []
    unbroken(desk, ["next", *texts] if begin else texts)


@settings(max_examples=150)
@given(texts=sentences, variant=st.sampled_from(["intro", "standard"]), begin=st.booleans())
def test_no_entry_breaks_a_table_of_cards(texts: list[str], variant: str, begin: bool) -> None:
    unbroken(Desk("magna_carta", 3, variant, edition="nl"), ["next", *texts] if begin else texts)


@settings(max_examples=200)
@given(text=st.text(max_size=60))
def test_no_text_at_all_breaks_a_table(text: str) -> None:
    unbroken(begun(), [text])
    unbroken(dealt(), [text])


def test_a_table_with_corrected_data(tmp_path: Path) -> None:
    (tmp_path / "caylus").mkdir()
    (tmp_path / "caylus" / "mine.toml").write_text(
        "[buildings.inn]\nplaces = 0\n[residence]\nafter_activation = false\n[castle]\nrefusal = 3\n"
    )
    desk = Desk()
    desk.assistant = assistant_for(Library([tmp_path]).rules("caylus", "en", players=3), SEATS)
    desk.say("next")
    assert desk.refused("inn red").code == "unknown_action"
    desk.say("place red n_farm", "convert green n_farm", "home red residence", "place blue castle", "blue +5P", "next")
    assert desk.look()["road"][0]["building"] == "residence"
    assert desk.player("red")["home"] == 6
    assert desk.assistant.entries(desk.state) == ["next", "score", "end"]
    assert desk.say("next", "next", "next", "next").player("blue")["prestige"] == 2
