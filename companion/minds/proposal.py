"""What a mind says at a table: its move and why, and plans for somebody who asks.

A question is plain data, so that it can be answered in another process. The same question has the same answer.

>>> from companion.engine import new_game
>>> from companion.rules import load
>>> game = new_game(load("caylus", "en", players=2), ["red", "blue"])
>>> game.answer_chance(seed=1)
>>> question = MindQuestion("caylus", "en", (), ("red", "blue"), (), json.dumps(game.state.to_json()), Level.BUILDER)
>>> move = propose(question)
>>> move.actions[0] in game.options, len(plans(question))
(True, 3)
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.engine.action import Action
from companion.engine.game import new_game, referee_for
from companion.engine.state import PlainState
from companion.minds.level import Level
from companion.minds.look_ahead import BUDGET_OF_TABLE, best
from companion.minds.mind import Mind, plays
from companion.minds.value import Part
from companion.rules import library

PLANS = 3
"""How many plans are shown."""
STEPS_OF_PLAN = 3
"""How many moves of its own each plan has."""
WEIGHTY = 0.2
"""The points that a reason is worth at least, to be shown."""


@dataclass(frozen=True)
class MindQuestion:
    """A choice that a mind is asked about: the box, the seats, and the position."""

    game: str
    edition: str
    variants: tuple[str, ...]
    colours: tuple[str, ...]
    untracked: tuple[str, ...]
    state: str
    """The state as JSON."""
    level: Level
    seed: int = 1
    overlays: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Move:
    """What a mind would do, in the notation of the game."""

    actions: tuple[str, ...]
    """The choice, and in a plan what this player may do after it."""
    reasons: tuple[Part, ...] | None = None
    """What it brings more than `other` does, the weightiest first; None without a choice, and of a hidden card."""
    other: str = ""
    """The best option that is something else."""
    near: bool = False
    """Whether that is as good, as far as the lines say that were compared."""


@lru_cache(maxsize=256)
def propose(question: MindQuestion) -> Move:
    """Return the move of a mind."""
    mind, state, options = _asked(question)
    thought = mind.think(state, options)
    ranked = [action for _, action in thought.ranked]
    hands = mind.policy.referee.hands
    return _reasoned(mind, state, (thought.action,), ranked, hands.from_hand if hands else ())


@lru_cache(maxsize=64)
def plans(question: MindQuestion) -> tuple[Move, ...]:
    """Return plans that differ, the best first, each with what the player may do in the rest of the turn."""
    mind, state, options = _asked(question)
    ranked = [action for _, action in mind.think(state, options).ranked]
    first = _different(ranked)[:PLANS]
    return tuple(_reasoned(mind, state, (action, *_following(mind, state, action)), first) for action in first)


def warm_up(overlays: tuple[Path, ...] = ()) -> None:
    """Think once about each game that minds play, so that the first table need not wait for what that has to load."""
    box = library(overlays)
    for game in filter(plays, box.games):
        rules = box.rules(game, box.default_edition(game, "en"))
        colours = rules.data.players.colours[: rules.data.players.minimum]
        begun = new_game(box.rules(game, rules.edition, (), len(colours)), colours)
        begun.answer_chance(seed=1)
        propose(
            MindQuestion(
                game, rules.edition, (), colours, (), json.dumps(begun.state.to_json()), Level.MASTER, 1, overlays
            )
        )


def _asked(question: MindQuestion) -> tuple[Mind, PlainState, list[Action]]:
    """Return the mind that answers, the position, and the options."""
    mind = _mind(
        question.game, question.edition, question.variants, question.colours, question.untracked, question.overlays,
        question.level, question.seed,
    )  # fmt: skip
    referee = mind.policy.referee
    state = referee.read(json.loads(question.state))
    return mind, state, referee.settle(state)


@lru_cache(maxsize=64)
def _mind(
    game: str,
    edition: str,
    variants: tuple[str, ...],
    colours: tuple[str, ...],
    untracked: tuple[str, ...],
    overlays: tuple[Path, ...],
    level: Level,
    seed: int,
) -> Mind:
    rules = library(overlays).rules(game, edition, variants, len(colours))
    return Mind(referee_for(rules, colours, untracked), level, seed=seed, budget=BUDGET_OF_TABLE)


def _following(mind: Mind, state: PlainState, chosen: Action) -> Iterator[Action]:
    """Yield what the player may do in the rest of the turn if everybody plays by the value."""
    referee, seat, turn = mind.policy.referee, state.todo[-1][1], state.turn
    after, left = referee.view(state, seat).copy(), STEPS_OF_PLAN - 1
    referee.choose(after, chosen)
    options = referee.settle(after)
    while options and left and after.turn == turn and after.todo[-1][1] >= 0:
        action = best(mind.policy, after, options)
        if after.todo[-1][1] == seat and action.verb in ("place", "batch", "build"):
            yield action
            left -= 1
        referee.choose(after, action)
        options = referee.settle(after)


def _different(ranked: Sequence[Action]) -> list[Action]:
    """Return the best option of each kind: of the ways to pay for the same thing only one."""
    actions: dict[tuple[str, str, str], Action] = {}
    for action in ranked:
        actions.setdefault((action.verb, action.building, action.seat), action)
    return list(actions.values())


def _reasoned(
    mind: Mind, state: PlainState, actions: tuple[Action, ...], ranked: Sequence[Action], hidden: Sequence[str] = ()
) -> Move:
    """Return a move with what speaks for it against the best option that is something else; nothing names `hidden`."""
    chosen = actions[0]
    others = [action for action in (*_different(ranked), *ranked) if action != chosen and action.verb not in hidden]
    if not others or chosen.verb in hidden:
        return Move(actions)
    comparison = mind.compared(state, chosen, others[0])
    parts = tuple(part for part in comparison.parts if part.worth >= WEIGHTY)
    return Move(actions, parts, others[0], comparison.near)
