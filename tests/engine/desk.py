"""A table of the assistant for the tests: what is said, what is told, what lies there."""

import random
from typing import Any

import pytest

from companion.engine.assistant import Assistant, assistant_for
from companion.engine.errors import IllegalAction, Reason
from companion.i18n.translator import Translator
from companion.rules import load
from tests.looks import looked

SEATS = ("red", "green", "blue")


class Desk:
    """A table of the assistant with its log."""

    def __init__(self, game: str = "caylus", players: int = 3, *variants: str, edition: str = "en") -> None:
        rules = load(game, edition, variants, players)
        colours = SEATS[:players] if players <= len(SEATS) else rules.data.players.colours[:players]
        self.assistant: Assistant = assistant_for(rules, colours)
        self.state: Any = self.assistant.start()
        self.state.log = []

    def say(self, *texts: str) -> "Desk":
        for text in texts:
            self.assistant.apply(self.state, text)
        return self

    def refused(self, text: str) -> Reason:
        before, told = self.state.copy(), self.state.log[:]
        with pytest.raises(IllegalAction) as caught:
            self.assistant.apply(self.state, text)
        assert self.state == before
        assert self.state.log == told
        assert caught.value.text == text
        assert Translator("en").has(f"why.{caught.value.reason.code}", "say")
        return caught.value.reason

    def look(self, seat: str | None = None) -> dict[str, Any]:
        found: dict[str, Any] = looked(self.assistant, self.state, seat)
        return found

    def player(self, colour: str) -> dict[str, Any]:
        return dict(looked(self)["players"][colour])

    def told(self, *ids: str) -> list[tuple[Any, ...]]:
        return [event for event in self.state.log if event[0] in ids]


def begun(phase: str = "workers", players: int = 3, *variants: str) -> Desk:
    """Caylus in its first turn, red before green before blue."""
    desk = Desk("caylus", players, *variants).say("next")
    while looked(desk)["phase"] != phase:
        desk.say("next")
    return desk


def dealt(phase: str = "actions", players: int = 3, variant: str = "standard") -> Desk:
    """Magna Carta in its first round; red starts."""
    desk = Desk("magna_carta", players, variant, edition="nl").say("next")
    while looked(desk)["phase"] != phase:
        desk.say("next")
    return desk


def walk(desk: Desk, chance: random.Random, steps: int) -> None:
    """Say something of what is offered, again and again."""
    for _ in range(steps):
        offered = desk.assistant.entries(desk.state)
        assert len(set(offered)) == len(offered)
        for text in offered:
            desk.assistant.apply(desk.state.copy(), text)
        if not offered:
            return
        desk.say(chance.choice([text for text in offered if text not in ("end", "score")] or offered))
