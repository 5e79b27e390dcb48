"""The law of `next`: the assistant closes a phase as a referee does whose players do nothing that is not a gift."""

import random
from typing import Any

from companion.engine.assistant import OpenLine
from companion.engine.implied import expand_entry
from companion.engine.phases import OVER
from companion.register import game_module
from companion.rules.vocabulary import Phase
from tests.laws.drawing import assistant_of, moments, phase_of

ALONE = (Phase.INCOME, Phase.END_OF_TURN, Phase.END_OF_ROUND)
PASSIVE = ("pass", "back", "stay", "decline", "done")


class Unlike(Exception):
    """Somebody has a choice that cannot be declined, which the assistant leaves to the people."""


def closed_as_refereed(chance: random.Random) -> int:
    """What `next` gives and takes in the middle of any phase is what a referee would."""
    looks = 0
    for game in moments(chance):
        if game.state.phase <= 0 or game.decision.chance or chance.random() < 0.7:
            continue
        try:
            expected = _waited(game.referee, game.state.copy())
        except Unlike:
            continue
        assistant: Any = assistant_of(game.rules, game.seats)
        mine: Any = assistant.take_over(game.state)
        for entry in until_closed(expand_entry(assistant, mine, "next")):
            assistant.apply(mine, entry)
        for part in ("money", "cubes", "prestige", "home", "houses", "won", "stock", "bridge"):
            if hasattr(mine, part):
                assert getattr(mine, part) == getattr(expected, part), (part, game.position())
        looks += 1
    return looks


def until_closed(entries: list[str]) -> list[str]:
    """Leave out what the next phase begins with."""
    return entries[: entries.index("next") + 1]


def _waited(referee: Any, s: Any) -> Any:
    """The table when the phase is over, and those after it that need no people."""
    board, kinds, begun = referee.board, referee.choices, (s.turn, s.phase)
    steps = game_module(referee.rules.game, "phases").steps(board)
    while s.phase != OVER:
        if not s.todo:
            if (s.turn, s.phase) != begun and board.phases[s.phase - 1] not in ALONE:
                return s
            steps[s.phase](board, s)
            continue
        kind, seat, arg = s.todo.pop()
        options = kinds[kind].offer(board, s, seat, arg)
        kinds[kind].play(board, s, seat, arg, options[0] if len(options) == 1 else _passive(kind, options))
    return s


def _passive(kind: str, options: list[str]) -> str:
    gifts = [action for action in options if action != "decline"]
    if kind == "take" and len(gifts) == 1:
        return gifts[0]
    if kind not in ("favor", "card", "reveal") and (passive := [action for action in options if action in PASSIVE]):
        return passive[0]
    raise Unlike


def by_hand(line: OpenLine, chance: random.Random) -> str:
    """A gift as the app enters it, or as people type it; a cube that lies on a card is taken from there."""
    _, colour, place, _, amount = line.gift.split()
    return f"{colour} +{amount} {place}" if ":" not in place and chance.random() < 0.5 else line.gift


def entered_counts(chance: random.Random) -> int:
    """What is entered for a worker or an owner is neither given again nor does it cost the other their part.

    Whether `next` or a referee goes on then, everybody has what they would have had without an entry.
    """
    looks = 0
    for game in moments(chance):
        if phase_of(game) != Phase.BUILDINGS or game.decision.chance:
            continue
        told: Any = game.state.copy()
        told.log = []
        try:
            expected = _waited(game.referee, told)
        except Unlike:
            continue
        assistant: Any = assistant_of(game.rules, game.seats)
        mine: Any = assistant.take_over(game.state)
        gifts = [by_hand(line, chance) for line in assistant.lines(mine) if line.gift]
        entries = [entry for entry in gifts if chance.random() < 0.5]
        for entry in (*entries, *(["next"] if chance.random() < 0.5 else [])):
            for one in expand_entry(assistant, mine, entry):
                assistant.apply(mine, one)
        if mine.phase == game.state.phase:
            mine = _waited(game.referee, assistant.release(mine))
        for part in ("money", "cubes", "prestige", "home"):
            assert getattr(mine, part) == getattr(expected, part), (part, entries, game.position())
        looks += bool(entries)
    return looks
