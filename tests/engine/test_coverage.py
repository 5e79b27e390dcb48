"""The corpus reaches everything: every building, favor cell, edition switch, kind of choice, refusal and way to end."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from companion.engine import events
from companion.engine.events import EVENTS, Event
from companion.engine.game import Game
from companion.games.caylus import choices
from companion.games.caylus.rules import CaylusRules, caylus
from companion.rules import load
from tests.engine.corpus import Curious, card_games, fresh, games, lies, placed, play_out, rich
from tests.engine.detectors import reasons_in, refusals

pytestmark = pytest.mark.slow


@cache
def corpus() -> list[Game]:
    """The games that are looked at."""
    found = list(games(seed=3, rounds=4))
    player = Curious(random.Random(8), greed=0.9)
    found += [play_out(rich("en", players), player) for players in (3, 4, 5, 4)]
    found.append(lost_favor())
    return found


@cache
def told() -> dict[str, list[tuple[Game, Event]]]:
    """All events by id, each with its game."""
    found: dict[str, list[tuple[Game, Event]]] = {}
    for game in corpus():
        for event in game.events():
            found.setdefault(event.id, []).append((game, event))
    return found


def args(id: str, name: str) -> set[object]:
    return {event[name] for _, event in told()[id]}


def data() -> CaylusRules:
    rules = load("caylus", "en").data
    assert isinstance(rules, CaylusRules)
    return rules


def card_events() -> set[str]:
    """The events of Magna Carta, which has a test of its own."""
    return {event.id for game in card_games(seed=1) for event in game.events()}


def test_every_event_and_every_source_occurs() -> None:
    assert set(EVENTS) - set(told()) - {"provost_set"} == set(card_events()) - set(told())
    sources = {event["source"] for pairs in told().values() for _, event in pairs if "source" in event.args}
    assert sources == {
        "setup", "income", "first_pass", "worker", "used", "built", "provost", "effect", "bonus", "favor", "residence",
        "castle", "refusal", "best_builder", "scoring", "end",
    }  # fmt: skip


def test_every_building_is_built() -> None:
    craft = {b for kind in ("wood", "stone", "prestige") for b in data().of(kind)}
    assert {str(name).partition(".")[0] for name in args("built", "building")} >= craft


def test_every_building_is_used_by_somebody_else_and_brings_something() -> None:
    placed = args("placed", "building")
    workable = {b for b, it in data().buildings.items() if it.effect is not None}
    assert {str(name).partition(".")[0] for name in placed} >= workable | {"castle"}
    gained = {e["of"] for id in ("took", "received", "earned") for _, e in told()[id] if e["source"] == "effect"}
    gains = {b for b, it in data().buildings.items() if it.effect and it.effect.kind in ("produce", "gain", "trade")}
    assert gained >= gains - {"joust_field"}
    assert "joust_field" in {e["of"] for _, e in told()["favored"]}


def test_every_owner_bonus_is_paid() -> None:
    assert {e["of"] for _, e in told()["took"] if e["source"] == "bonus"} == {"s_farm", "park", "workshop"}


def test_every_kind_of_building_becomes_a_residence() -> None:
    converted = args("converted", "building")
    categories = {data().buildings[str(name).partition(".")[0]].category for name in converted}
    assert categories == {"neutral", "wood", "stone"}
    assert told()["promised"], "one under a worker"


def test_every_cell_of_the_favor_table_is_used() -> None:
    cells = {(e["line"], e["column"]) for _, e in told()["favor_used"]}
    assert cells == {(line, column) for line in data().favors.lines for column in range(1, 6)}


def test_favors_come_from_everywhere() -> None:
    assert {e["source"] for _, e in told()["favored"]} == {"built", "effect", "best_builder", "scoring"}


def test_every_section_is_built_scored_and_punished() -> None:
    sections = set(data().castle.sections)
    assert args("scoring", "section") == sections
    assert {e["of"] for _, e in told()["earned"] if e["source"] == "castle"} == sections
    assert {e["of"] for _, e in told()["lost"] if e["source"] == "scoring"} == sections
    assert any(e["source"] == "refusal" and e["points"] for _, e in told()["lost"])


def test_both_ways_to_end() -> None:
    trigger = data().castle.sections["towers"].trigger
    parts = data().castle.sections["towers"].parts
    towers = [sum(lies(game).houses[2 * len(game.seats) :]) for game in corpus()]
    by_trigger = [game for game, built in zip(corpus(), towers, strict=True) if built < parts]
    by_parts = [game for game in corpus() if lies(game).bailiff < trigger]
    assert by_trigger
    assert by_parts


def test_the_switches_of_the_editions_are_in_play() -> None:
    built = {(game.rules.edition, e["building"], e.args.get("points")) for game, e in told()["built"]}
    assert {edition for edition, building, _ in built if building == "church"} >= {"nl-first", "en"}
    points = {
        (g.rules.edition, e["points"]) for g, e in told()["earned"] if (e["source"], e["of"]) == ("built", "church")
    }
    assert points >= {("nl-first", 4), ("en", 3), ("nl", 3), ("de", 3)}
    trades = {
        (game.rules.edition, action) for game in corpus() for action in game.actions if action.startswith("trade")
    }
    assert ("nl-first", "trade 1C>2P") in trades
    assert {("en", "trade 1G>5P"), ("en", "trade 2G>9P")} <= trades
    assert {edition for edition, action in trades if action.endswith("W>1G") and "2" in action[6]} <= {"en", "de"}
    assert any(e["source"] == "favor" and caylus(game.rules.data).favors.mode == "flat" for game, e in told()["earned"])
    assert any("lawyer_3" in game.rules.variants and e["building"] == "lawyer" for game, e in told()["built"])


def test_every_kind_of_choice_is_made() -> None:
    assert {kind for game in corpus() for _, _, kind in game.deciders()} == set(choices.CHOICES)


RARE = """\
edition: en
seats: blue red green
turn: 9 buildings
order: blue red green
section: towers
bailiff: 20
road: {road}
provost: {provost}
step: 6 1
choice: {choice}
blue: 9d 5F5W5S5C5G 20P favors 1/5/2/2 houses 1/1/0 used {used}
red: 0d - 3P
green: 1d 1F 3P
"""


def rare_moments() -> Iterator[Game]:
    """Positions in which a refusal is given that games hardly ever come to."""
    neutrals = "n_farm n_forest n_sawmill+green!blue n_quarry residence=blue n_carpenter f_peddler f_carpenter"
    road = f"{neutrals} lawyer=red mason=red park=red statue=green"
    rules = load("caylus", "en", players=3)
    for choice in (
        "build:blue:effect/architect",
        "residence:blue:effect/lawyer",
        "favor:blue",
        "guild:blue:effect/merchants_guild",
        "bribe:blue",
    ):
        yield placed(rules, RARE.format(road=road, choice=choice, provost=28, used="deniers"))
    full = fresh("en", 5)
    full.answer_chance(1)
    full.play_all(["place stables"] * 3)
    yield full


def lost_favor() -> Game:
    """Blue builds the monument when three lines are used: one of its two favors is lost."""
    road = "n_farm n_forest n_sawmill n_quarry residence=blue n_carpenter f_peddler f_carpenter"
    text = RARE.format(road=road, choice="build:blue:effect/architect", provost=20, used="prestige/deniers/cubes")
    game = placed(load("caylus", "en", players=3), text)
    game.play_all(["build monument on 5", "favor buildings 1"])
    return game


def test_every_refusal_is_given() -> None:
    games = (*(fresh("en", n) for n in (2, 5)), rich("en", 3), *rare_moments())
    given = refusals(games, seed=4, turns=14)
    assert sorted(reasons_in(choices) - given) == []


def test_event_arguments_are_named_once() -> None:
    assert all(len(set(names)) == len(names) for names in events.EVENTS.values())
