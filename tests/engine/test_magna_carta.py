"""Magna Carta: the corpus reaches everything, hands stay hidden, a table that shows no cards is refereed too."""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.engine.errors import BadPosition, IllegalAction
from companion.engine.game import Game, game_at, new_game
from companion.engine.scoring import game_sheet
from companion.games.magna_carta import choices
from companion.games.magna_carta.compiled import CompiledRules
from companion.games.magna_carta.moves import deck_size, hand_size
from companion.games.magna_carta.referee import MagnaCartaReferee
from companion.games.magna_carta.rules import MagnaCartaRules
from companion.rules import Library, load
from tests.engine.corpus import Curious, card_games, cards, lies, placed, rich_cards
from tests.engine.detectors import reasons_in, refusals

OWN = {"laid", "drew", "drew_unseen", "reshuffled", "discarded", "revealed", "starts", "kept", "mulliganed", "swapped",
       "won_token", "token_removed"}  # fmt: skip


@cache
def corpus() -> list[Game]:
    return list(card_games(seed=2, rounds=3))


def data(variant: str = "standard") -> MagnaCartaRules:
    rules = load("magna_carta", "nl", [variant]).data
    assert isinstance(rules, MagnaCartaRules)
    return rules


def said(id: str, name: str) -> set[object]:
    return {event[name] for game in corpus() for event in game.events() if event.id == id}


@pytest.mark.slow
def test_every_event_of_this_game_occurs() -> None:
    ids = {event.id for game in corpus() for event in game.events()}
    assert ids >= OWN | {"built", "placed", "passed", "provost_moved", "converted", "promised", "declined", "ended"}


def test_every_card_is_built_and_worked() -> None:
    own = {b for kind in ("small", "large") for b in data().of(kind)}
    assert said("laid", "building") >= own | set(data().of("neutral"))
    assert said("built", "building") == set(data().of("prestige"))
    assert said("placed", "building") >= own


def test_every_effect_brings_something() -> None:
    gained = {
        (event["source"], event["of"])
        for game in corpus()
        for event in game.events()
        if event.id in ("took", "received") and event.args.get("of")
    }
    for name, it in data().buildings.items():
        for source, effect in (("effect", it.effect), ("owner", it.owner)):
            if effect is not None and effect.kind != "residence" and name != "church":
                assert (source, name) in gained
    assert {e["source"] for g in corpus() for e in g.events() if e.id == "won_token"} == {"castle", "effect", "owner"}


def test_every_end_scoring_source_occurs() -> None:
    points = {(e["source"], e["of"]) for game in corpus() for e in game.events() if e.id == "earned"}
    assert {of for source, of in points if source == "token"} == {"dungeon", "walls", "towers"}
    assert {of for source, of in points if source == "end"} == {"gold", "cubes", "deniers"}
    assert {of for source, of in points if source == "road"} >= {"residence", "bank", "market"}
    assert {of for source, of in points if source == "prestige"} == set(data().of("prestige"))


def test_every_kind_of_choice_is_made() -> None:
    made = {kind for game in corpus() for _, _, kind in game.deciders()}
    assert made == set(choices.CHOICES) - {"refill"}  # never a choice: as many cards as were put down


@pytest.mark.slow
def test_every_refusal_is_given() -> None:
    games = (cards("intro", 2), cards("standard", 4, untracked=True), rich_cards("standard", 3), *rare_moments())
    given = refusals(games, seed=5, turns=12)
    assert sorted(reasons_in(choices) - given) == []


RARE = """\
edition: nl
variants: standard
seats: red green
turn: 9 {phase}
start: red
road: n_park n_peddler church=red+green lawyer=red market=red+green! residence/bank=red {road}
provost: 6
tokens: 0 0 1
choice: {choice}
red: 9d 5F5W5S5G hand peddler discard {discard}
green: 9d
"""


def rare_moments() -> Iterator[Game]:
    """One token left; nothing left to draw; a building already paid for."""
    rules = load("magna_carta", "nl", ["standard"], 2)
    rest = "small_farm small_sawmill small_quarry large_farm large_sawmill large_quarry gold_mine"
    laid = " ".join(f"{name}=red" for name in rest.split())
    yield placed(
        rules, RARE.format(phase="actions", choice="action:red", road=laid, discard="-").replace(" discard -", "")
    )
    for choice in ("trade:green:effect/church", "residence:red:effect/lawyer"):
        yield placed(rules, RARE.format(phase="buildings", choice=choice, road="", discard="gold_mine"))


def test_points_have_their_sources() -> None:
    for game in corpus():
        sheet = game_sheet(game)
        assert [it.total for it in sheet.players.values()] == game.state.prestige


# hidden hands


def secrets(game: Game, seat: int) -> list[tuple[int, int]]:
    """What a seat may not know: the other hands and decks, where they can be told apart."""
    state = lies(game)
    return [(state.hand[o], state.deck[o]) for o in range(len(game.seats)) if o != seat]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_holds_nothing_the_seat_may_not_know(players: int) -> None:
    """Two tables that differ in nothing but other players' hidden cards look alike to the last byte."""
    player = Curious(random.Random(players))
    game = cards("standard", players)
    while not game.over:
        referee = game.referee
        assert isinstance(referee, MagnaCartaReferee)
        for seat in (*range(players), None):
            twin = game.state.copy()
            for other in range(players):
                if other != seat:
                    hidden = [bit for bit in range(12) if (twin.hand[other] | twin.deck[other]) >> bit & 1]
                    player.chance.shuffle(hidden)
                    size = hand_size(lies(game), other)
                    twin.hand[other] = sum(1 << bit for bit in hidden[:size])
                    twin.deck[other] = sum(1 << bit for bit in hidden[size:])
            seen = referee.view(game.state, seat)
            assert json.dumps(seen.to_json()) == json.dumps(referee.view(twin, seat).to_json())
            if seat is not None:
                assert (seen.hand[seat], seen.deck[seat]) == (lies(game).hand[seat], lies(game).deck[seat])
            assert referee.problems(seen) == []
            for other in range(players):
                assert hand_size(seen, other) == hand_size(lies(game), other)
                assert deck_size(seen, other) == deck_size(game.state, other)
                if other != seat:
                    assert (seen.unknown[other] == 0) == (deck_size(seen, other) == 0 or hand_size(seen, other) == 0)
        game.play(player.pick(game))


def test_events_do_not_tell_what_others_draw() -> None:
    game = cards("standard", 3)
    game.answer_chance(4)
    referee = game.referee
    assert isinstance(referee, MagnaCartaReferee)
    drawn = [event for event in game.raw_events() if event[0] == "drew"]
    assert drawn
    assert referee.seen_event(("drew", 0, "bank"), 1) == ("drew_unseen", 0)
    assert referee.seen_event(("drew", 1, "bank"), 1) == ("drew", 1, "bank")
    assert referee.seen_event(("paid", 0, 1, "draw", ""), 1) == ("paid", 0, 1, "draw", "")
    for seat in (0, 1, 2, None):
        told = [referee.seen_event(event, seat) for event in drawn]
        assert {event[1] for event in told if event[0] == "drew"} <= ({seat} if seat is not None else set())


# a table that shows us no cards


def untracked() -> Game:
    rules = load("magna_carta", "nl", ["standard"], 2)
    game = new_game(rules, ["red", "blue"], ["red", "blue"])
    game.play_all(["draw n_forest", "keep", "keep", "start red"])
    return game


def test_an_unseen_hand_may_build_what_has_not_been_seen() -> None:
    game = untracked()
    assert lies(game).unknown == [3, 3]
    assert "build small_farm FW" in game.options
    game.play("build small_farm FW")
    assert lies(game).unknown == [2, 3]
    game.play("pass")
    assert game.why_not("build small_farm FW") is not None
    with pytest.raises(IllegalAction) as caught:
        game.play("build small_farm FW")
    assert caught.value.reason.code == "not_in_hand"


@pytest.mark.parametrize("told", [[], ["reveal bank"]])
def test_a_swap_of_a_hand_that_nobody_knows_is_done_with_one_tap(told: list[str]) -> None:
    game = untracked()
    game.play_all(["swap", *told, "done"])
    assert game.decision.kind == "action"
    assert (lies(game).unknown, lies(game).discard) == ([3, 3], [0, 0])
    assert [raw for raw in game.raw_events() if raw[0] in ("revealed", "discarded")][len(told) :] == [
        ("discarded", 0, 3)
    ]


def test_a_swap_is_told_card_by_card_and_those_are_seen() -> None:
    game = untracked()
    game.play("swap")
    assert (game.decision.kind, game.decision.seat) == ("reveal", "red")
    game.play_all(["reveal bank", "reveal church", "reveal lawyer"])
    assert lies(game).unknown == [3, 3]
    assert lies(game).discard[0].bit_count() == 3
    game.play("pass")
    reason = game.why_not("build lawyer FW")
    assert reason is not None
    assert reason.code == "not_in_hand"


def test_when_the_deck_is_empty_the_hand_is_known() -> None:
    seven = ("small_farm", "small_sawmill", "small_quarry", "peddler", "market", "lawyer", "large_farm")
    text = f"""\
edition: nl
variants: standard
seats: red green
untracked: red
turn: 5 actions
start: red
road: n_park n_peddler {" ".join(f"{name}=red" for name in seven)}
provost: 2
choice: action:red
red: 4d 2F2W hand ?4 discard bank
green: 3d
"""
    game = game_at(load("magna_carta", "nl", ["standard"], 2), text, strict=False)
    game.play("draw")
    board = game.referee.board  # type: ignore[attr-defined]
    assert board.cards_in(lies(game).hand[0]) == ["large_sawmill", "large_quarry", "gold_mine", "church"]
    assert lies(game).unknown[0] == 1
    assert board.cards_in(lies(game).deck[0]) == ["bank"]


def test_an_unseen_hand_cannot_hold_more_than_is_unseen() -> None:
    text = "variants: standard\nseats: red green\nuntracked: red\nturn: 1 income\nroad: n_park n_peddler\nred: hand ?13"
    with pytest.raises(BadPosition):
        game_at(load("magna_carta", "nl", ["standard"], 2), text, strict=False)


def test_payments_go_from_thrifty_to_wasteful() -> None:
    board = CompiledRules(load("magna_carta", players=2), ("red", "green"))
    ways = [text.split()[2] for text, _ in board.builds[board.bit["small_farm"]]]
    assert ways == ["FW", "FG", "WG", "GG"]
    ways = [text.split()[2] for text, _ in board.builds[board.bit["market"]]]
    assert ways == ["FW", "WW", "WS", "FG", "WG", "SG", "GG"]
    assert list(board.batch) == [
        "batch FWS",
        "batch FWG",
        "batch FSG",
        "batch WSG",
        "batch FGG",
        "batch WGG",
        "batch SGG",
        "batch GGG",
    ]
    for texts in (*board.builds, *board.prestige_builds):
        assert len({text for text, _ in texts}) == len(texts)
        gold = [text.split()[2].count("G") for text, _ in texts]
        assert gold == sorted(gold)


def test_a_house_rule_of_the_owner_is_played(tmp_path: Path) -> None:
    """More cards in the first hand than there are, no exchange, no wild gold."""
    folder = tmp_path / "magna_carta"
    folder.mkdir()
    (folder / "mine.toml").write_text("[setup]\nhand = 13\nmulligans = 0\n[gold]\nwild_in = []\n")
    rules = Library([tmp_path]).rules("magna_carta", "nl", players=2)
    for untracked in ((), ("red", "green")):
        game = new_game(rules, ["red", "green"], untracked)
        game.answer_chance(1)
        assert (game.decision.kind, game.decision.seat) == ("action", game.seats[lies(game).starter])
        assert [hand_size(lies(game), seat) for seat in (0, 1)] == [12, 12]
    board = game.referee.board  # type: ignore[attr-defined]
    assert list(board.batch) == ["batch FWS"]
    assert [text for text, _ in board.builds[board.bit["small_farm"]]] == ["build small_farm FW"]


def test_this_engine_refuses_rules_of_the_other_game() -> None:
    with pytest.raises(TypeError):
        CompiledRules(load("caylus", players=2), ("red", "blue"))
