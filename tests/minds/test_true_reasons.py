"""Whatever a mind says for its move is so: it is looked up at the ends of the two lines that it compares."""

import json
import random
from collections.abc import Callable, Iterator
from statistics import mean
from typing import Any

import pytest

from companion.engine.action import Action
from companion.engine.inputs import batches
from companion.engine.phases import OVER
from companion.engine.referee import Referee
from companion.engine.simulate import random_player
from companion.engine.state import PlainState
from companion.i18n.decided import reason
from companion.i18n.translator import Translator
from companion.minds.level import Level
from companion.minds.look_ahead import Playout, lines, rounds
from companion.minds.mind import Mind, inputs_for
from companion.minds.proposal import MindQuestion, propose
from tests.minds.boxes import table

DECISIONS = 40
"""Of each game; with all games 2,000."""
GAMES = [
    (*one, seed)
    for one in (("caylus", 2), ("caylus", 4), ("caylus", 5), ("magna_carta", 2), ("magna_carta", 4))
    for seed in range(10)
]


def _goods(cubes: dict[str, int], name: str) -> int:
    return sum(map(bool, cubes.values())) if name == "kinds" else cubes[name.removeprefix("some_")]


def _land(look: Any, seat: str, name: str) -> int:
    own = [one for one in look["road"] if one["owner"] == seat]
    if name == "income":
        return int(look["players"][seat]["income"])
    if name in ("residences", "prestige"):
        return sum(
            one["category"] == {"residences": "residential"}.get(name, name) or bool(one.get("residence"))
            for one in own
        )
    return sum((one["building"] or "").endswith(name) for one in own)


Found = Callable[[Any, str, str], Any]
"""Looks something up on the table: of a player, by name."""

AMOUNTS: dict[str, Found] = {
    "points": lambda look, seat, _: look["players"][seat]["prestige"],
    "money": lambda look, seat, _: look["players"][seat]["deniers"],
    "favors": lambda look, seat, line: look["players"][seat]["favors"][line],
    "houses": lambda look, seat, section: look["players"][seat]["houses"][section],
    "order": lambda look, seat, name: look["inn"] == seat if name == "inn" else look["order"].index(seat),
    "cards": lambda look, seat, _: look["players"][seat]["hand_size"],
    "goods": lambda look, seat, name: _goods(look["players"][seat]["cubes"], name),
    "land": _land,
}


def decisions(referee: Referee, seed: int) -> Iterator[PlainState]:
    """Choices of a game of Builders, which slip now and then."""
    chance, mind = random.Random(seed), Mind(referee)
    state = referee.start()
    options = referee.settle(state)
    while options:
        slips = state.todo[-1][1] < 0 or chance.random() < 0.1
        if state.todo[-1][1] >= 0 and chance.random() < 0.3:
            yield state.copy()
        action = random_player(referee, state, options, chance) if slips else mind.choose(state, options)
        referee.choose(state, action)
        options = referee.settle(state)


@pytest.mark.slow
@pytest.mark.drawn(4)
@pytest.mark.parametrize(("game", "players", "seed"), GAMES)
def test_every_reason_is_true_of_the_lines(game: str, players: int, seed: int) -> None:
    referee = table(game, players=players)
    t, said = Translator("en", referee.rules), 0
    for _, state in zip(range(DECISIONS), decisions(referee, seed), strict=False):
        kept = json.dumps(referee.view(state, state.todo[-1][1]).to_json())
        asked = MindQuestion(game, referee.rules.edition, (), referee.seats, (), kept, Level.MASTER)
        move = propose(asked)
        if not move.other:
            continue
        mind = Mind(referee, Level.MASTER)
        view = mind.seen(state)
        options = referee.settle(view)
        both = [next(one for one in options if one == text) for text in (move.actions[0], move.other)]
        seeds = rounds(mind.policy, mind._chance(view))
        ones, others = lines(mind.policy, view, both, seeds)
        assert move.near or not _same(mind, ones, others, view.todo[-1][1])
        for part in move.reasons or ():
            if reason(t, part.group, part.input, part.change):
                said += 1
                more = [
                    _more(referee, pair, part.group, part.input, view.todo[-1][1], both)
                    for pair in zip(ones, others, strict=True)
                ]
                assert mean(more) * part.change > 0, (part, move)
                assert part.group != "points" or round(mean(more)) == round(part.change)
    assert said


def _same(mind: Mind, ones: list[Playout], others: list[Playout], seat: int) -> bool:
    return all(
        one.worth(mind.policy, seat) == other.worth(mind.policy, seat) for one, other in zip(ones, others, strict=True)
    )


def _more(
    referee: Referee, pair: tuple[Playout, Playout], group: str, name: str, seat: int, both: list[Action]
) -> float:
    if group == "provost":
        if name == "lost":
            assert both[0].place not in (
                "castle",
                "gate",
                "trading_post",
                "merchants_guild",
                "joust_field",
                "stables",
                "inn",
            )
            assert both[0].verb != "pass"
        counts = [one.rivals_lost if name == "rivals" else one.lost for one in pair]
    else:
        colour = referee.seats[seat]
        looks = [referee.look(one.end, colour) for one in pair]
        if group == "rivals":
            counts = [sum(_points(referee, one, n) for n in range(len(referee.seats)) if n != seat) for one in pair]
        elif group == "points":
            counts = [_points(referee, one, seat) for one in pair]
        elif group == "batches":
            counts = [_batches(look["players"][colour]["cubes"]) for look in looks]
        else:
            counts = [AMOUNTS[group](look, colour, name) for look in looks]
    return counts[0] - counts[1]


def _points(referee: Referee, line: Playout, seat: int) -> int:
    """In the end, or as it would be counted now."""
    points = referee.scores(line.end) if line.end.phase == OVER else inputs_for(referee).standings(line.end)
    return points[seat]


def _batches(cubes: dict[str, int]) -> int:
    if "cloth" in cubes:
        return batches(*cubes.values())
    food, wood, stone, gold = cubes.values()
    return max(n for n in range(20) if sum(max(0, n - have) for have in (food, wood, stone)) <= gold)
