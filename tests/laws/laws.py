"""Each law draws a table and looks at it from outside: at who is asked, what is told and what lies there.

A law raises `AssertionError` with the table, and returns how often it looked.
"""

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from companion.engine.errors import BadPosition
from companion.engine.game import Game
from companion.engine.notation import NotationError
from companion.engine.position import CourseRule
from companion.rules.vocabulary import Phase
from companion.table.corrections import corrected
from tests.engine.detectors import universe
from tests.laws import entries, slips, tables
from tests.laws.closing import closed_as_refereed, entered_counts
from tests.laws.drawing import (
    LONGEST,
    another_amount,
    another_order,
    assistant_of,
    corrected_game,
    correction,
    moments,
    phase_of,
    players,
    table,
    wrong,
)

Law = Callable[[random.Random], int]

WRITTEN = 23
"""Moments from one that is written as a position, which takes its time, to the next."""

ROUNDS = ("worker", "action")
"""The choices that everybody has once a round until they pass."""
ONCE = ("bribe",)
FEW = ("batch",)


def depth_and_back(chance: random.Random) -> int:
    """Referee to assistant to referee is the same table with the same question, at every decision."""
    looks = 0
    for moment in moments(chance):
        game, assistant = moment, assistant_of(moment.rules, moment.seats)
        if chance.random() < 0.5 and (changes := another_amount(game.position(), chance)):
            game = corrected_game(game, changes) or game
        back = assistant.release(assistant.take_over(game.state))
        assert back == game.state, game.position()
        if looks % WRITTEN == 0:
            again = game.referee.schema.of(back).changed({}).state
            assert again == game.state, game.position()
            assert Game(game.referee, again).options == game.options
        looks += 1
    return looks


class Witness:
    """Counts, by what is asked and told, how often everybody has had their turn."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns: Counter[str] = Counter()
        self.passed: set[str] = set()
        self.now = self._moment()
        self.scored: Counter[tuple[str, str]] = Counter()

    def _moment(self) -> tuple[int, int]:
        return self.game.state.turn, self.game.state.phase

    def answered(self, seat: str, kind: str, action: str) -> None:
        """Somebody has answered. Everybody who is still in has had as many turns as the others, or one less."""
        if kind in ROUNDS:
            self.turns[seat] += 1
            if action == "pass":
                self.passed.add(seat)
        elif kind in ONCE or (kind in FEW and action == "done"):
            self.turns[seat] += 1

    def check(self, told: list[Any]) -> None:
        for event in told:
            if event.id in ("lost", "earned", "favored") and event["source"] == "scoring":
                kind = "favor" if event.id == "favored" else "points"
                self.scored[kind, f"{event['seat']} {event['of']}"] += 1
        assert max(self.scored.values(), default=1) == 1, (self.scored, self.game.position())
        if self._moment() != self.now:
            self.now, self.passed = self._moment(), set()
            self.turns.clear()


def everybody_once(chance: random.Random) -> int:
    """Each player is asked once a round and once a phase, and scored once, whatever is corrected and whenever."""
    game, player, looks = table(chance), players(chance), 0
    while game.state.phase <= 0 and not game.over:
        game.play(player.pick(game))
    witness = Witness(game)
    while not game.over and looks < LONGEST:
        if chance.random() < 0.3 and (new := correction(game, chance)):
            game = witness.game = new
            witness.check(game.events())
            continue
        seat, kind = game.decision.seat, game.decision.kind
        _must_be_due(witness, game, seat or "", kind)
        action = player.pick(game)
        told = game.play(action)
        witness.answered(seat or "", kind, action)
        witness.check(told)
        looks += 1
    return looks


def _must_be_due(witness: Witness, game: Game, seat: str, kind: str) -> None:
    """Whoever is asked has not had more turns than anybody who is still to have one."""
    if kind in ROUNDS:
        still = [colour for colour in game.seats if colour not in game.look()["bridge"]["passed"]]
        least = min(witness.turns[colour] for colour in still)
        assert witness.turns[seat] == least, (seat, witness.turns, game.position())
    elif kind in ONCE:
        assert not witness.turns[seat], (seat, witness.turns, game.position())
    elif kind in FEW and game.rules.game == "caylus":
        there = game.look()["castle"]["workers"].count(seat)  # type: ignore[typeddict-item]
        assert witness.turns[seat] < there, (seat, witness.turns, game.position())


def nobody_left_out(chance: random.Random) -> int:
    """Where everybody can pay, each is asked for a bribe and a batch, whatever becomes of the orders."""
    game, player, looks = table(chance), players(chance), 0
    due: set[str] = set()
    now = ("", 0)
    while not game.over and looks < LONGEST:
        if now != (phase_of(game), game.state.turn):
            assert not due, (due, now, game.position())
            now, due = (phase_of(game), game.state.turn), _in_turn(game)
            if now[0] in ("provost", "castle") and (new := corrected_game(game, _plenty(game))):
                game = new
                continue
        if due and chance.random() < 0.5 and (new := another_order(game, chance)):
            game = new
            continue
        due.discard(str(game.decision.seat))
        # Nobody hands anything in, so the castle has room for everybody.
        game.play("done" if game.decision.kind == "batch" else player.pick(game))
        looks += 1
    return looks


def _in_turn(game: Game) -> set[str]:
    """Whoever is asked in this phase, and all who come after them."""
    look: Any = game.look()
    if game.decision.kind not in ("bribe", "batch"):
        return set()
    castle = game.decision.kind == "batch" and game.rules.game == "caylus"
    order = look["castle"]["workers"] if castle else look["bridge"]["passed"]
    return set(order[order.index(game.decision.seat) :])


def _plenty(game: Game) -> dict[str, str]:
    goods = {"deniers": "9", **dict.fromkeys(("food", "wood", "stone"), "9")}
    return {f"{colour}.{good}": n for colour in game.seats for good, n in goods.items()}


def all_at_home(chance: random.Random) -> int:
    """All workers but a lodger of the inn are at home when a turn begins, wherever somebody put one."""
    game, player, looks = table(chance), players(chance), 0
    while not game.over and looks < LONGEST:
        turn = game.state.turn
        if chance.random() < 0.25 and (new := correction(game, chance)):
            game = new
        else:
            game.play(player.pick(game))
            looks += 1
        if turn and game.state.turn > turn and not game.over:
            _must_be_home(game)
    return looks


def _must_be_home(game: Game) -> None:
    look: Any = game.look()
    if look["phase"] not in (Phase.WORKERS, Phase.ACTIONS) or look["bridge"]["passed"]:
        return  # whoever has no worker has passed by themselves
    placed = Counter(_workers(game.position().fields()))
    for colour, mine in look["players"].items():
        assert (mine["home"], placed[colour]) == (mine["workers"] - (look.get("inn") == colour), 0), game.position()


def _workers(fields: dict[str, str]) -> list[str]:
    found = [text.rpartition("+")[2].partition("!")[0] for path, text in fields.items() if "+" in text]
    found += [text for path, text in fields.items() if path.startswith("special.") and text]
    return [*found, *fields.get("castle", "").split(), *fields.get("stables", "").split()]


def every_action_has_one_answer(chance: random.Random) -> int:
    """Options, refusals and what never can be an option part all actions: each is allowed or has one reason."""
    looks = 0
    for game in moments(chance):
        if looks % WRITTEN == 0:
            board = game.referee.board  # type: ignore[attr-defined]
            now = game.snapshot()
            assert not {*game.referee.refused(game.state)} & {*game.options}, game.position()
            for text in universe(board):
                assert (now.why_not(text) is None) == (text in game.options), (text, game.position())
        looks += 1
    return looks


def by_the_rule_of_its_time(chance: random.Random) -> int:
    """What older versions corrected and how they changed the depth is repeated, and somebody is asked again."""
    looks = 0
    for game in moments(chance):
        if chance.random() < 0.7:
            continue
        rule = chance.choice((CourseRule.PLACES, CourseRule.KEPT))
        assistant = assistant_of(game.rules, game.seats)
        back = assistant.release(assistant.take_over(game.state, rule), rule)
        again = Game(game.referee, back)
        assert again.over or again.decision.options, game.position()
        if changes := wrong(game.position(), chance):
            with suppress(BadPosition, NotationError):
                played_on = Game(game.referee, corrected(game.position(), changes, CourseRule.PLACES))
                assert played_on.over or played_on.decision.options, (changes, game.position())
        looks += 1
    return looks


LAWS: dict[str, Law] = {
    "depth and back": depth_and_back,
    "everybody once": everybody_once,
    "nobody left out": nobody_left_out,
    "all at home": all_at_home,
    "every action has one answer": every_action_has_one_answer,
    "closed as refereed": closed_as_refereed,
    "entered counts": entered_counts,
    "by the rule of its time": by_the_rule_of_its_time,
    "taken back": tables.taken_back,
    "sent elsewhere": tables.sent_elsewhere,
    "added up": tables.added_up,
    "hands known": tables.hands_known,
    "entered anywhere": entries.entered_anywhere,
    **slips.SLIPS,
}
