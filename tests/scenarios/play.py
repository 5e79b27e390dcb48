"""Playing a scenario: every action is done, every statement held against the table (the form is in `script`)."""

import json
from typing import Any

import pytest

from companion.engine.errors import IllegalAction
from companion.engine.events import Event
from companion.engine.game import Game, game_at
from companion.engine.scoring import game_sheet
from companion.rules import load
from tests.engine.corpus import lies
from tests.scenarios.script import Scenario, ScriptError, Step

NONE = "-"
NAMED = ("home", "favors", "houses", "used", "hand", "discard", "won")
_EMPTY = {"favors": "0/0/0/0", "houses": "0/0/0", "won": "0/0/0", "points": "0P"}
"""What a position leaves out."""


class Play:
    """One scenario under one edition."""

    def __init__(self, scenario: Scenario, edition: str) -> None:
        seats = scenario.words("seats")
        rules = load(scenario.game, edition, scenario.words("variants"), players=len(seats))
        self.game = game_at(rules, scenario.position, strict=False)
        self.since = 0
        """The events before the last line of actions."""
        self.heard = 0
        """How many events since then the statements have passed."""
        self._sound()

    def step(self, step: Step) -> None:
        """One line."""
        try:
            if step.mark == "=":
                self._state(step.text)
            elif step.mark == ">":
                self._do(step.text)
            else:
                self._refuse(step.text)
        except ScriptError as error:
            raise ScriptError(f"{step.place}: {error}") from None
        except AssertionError as error:
            pytest.fail(f"{step.place}: {step.mark} {step.text}\n{error}\n\n{self._table()}", pytrace=False)

    # actions

    def _do(self, text: str) -> None:
        who, _, actions = text.partition(": ")
        self.since, self.heard = len(self.game.raw_events()), 0
        for action in actions.split("; "):
            self._decides(who)
            reason = self.game.why_not(action)
            assert reason is None, f"{action!r} is refused: {reason}"
            before = self.game.state.copy()
            self.game.play(action)
            after = self.game.state.copy()
            assert self.game.undo() == action
            assert self.game.state == before, f"{action!r} is not undone"
            self.game.play(action)
            assert self.game.state == after, f"{action!r} does not repeat"
            self._sound()

    def _refuse(self, text: str) -> None:
        who, action, expected = text.split(": ")
        self._decides(who)
        before = self.game.state.copy()
        reason = self.game.why_not(action)
        assert reason is not None, f"{action!r} is allowed"
        _same(" ".join([reason.code, *map(str, reason.args.values())]), expected)
        with pytest.raises(IllegalAction) as caught:
            self.game.play(action)
        assert caught.value.reason == reason
        assert self.game.state == before, "the refusal changed the state"

    def _decides(self, who: str) -> None:
        assert not self.game.over, "the game is over"
        _same(self.game.decision.seat or "chance", who)

    def _sound(self) -> None:
        """A table that can be, and that is the same when written down and read again."""
        game, referee = self.game, self.game.referee
        assert not referee.problems(game.state)
        text = str(referee.schema.of(game.state))
        again = referee.schema.read(text).state
        assert again == game.state, f"not what is read back:\n{text}"
        assert tuple(referee.settle(again)) == game.options, f"other options after reading:\n{text}"
        saved = json.loads(json.dumps(game.to_json()))
        assert referee.read(saved["state"]) == game.state
        replayed = Game(referee, referee.read(saved["first"]))
        replayed.play_all(saved["actions"])
        assert replayed == game, "the saved actions lead elsewhere"

    # statements

    def _state(self, text: str) -> None:
        key, _, value = (part.strip() for part in text.partition(":"))
        no, key = key.startswith("no "), key.removeprefix("no ")
        if key == "event":
            self._event(value, no)
        elif key == "option":
            assert (value in self.game.options) != no, f"the options are {self.game.options}"
        elif key == "stock":
            for name in value.split():
                assert (name in self._stock()) != no, f"in stock are {self._stock()}"
        elif no:
            raise ScriptError(f"there is no statement `no {key}`")
        elif key in self.game.seats:
            self._player(key, value)
        else:
            _same(self._said(key), value)

    def _said(self, key: str) -> str:
        """What there is to say about one thing."""
        game = self.game
        if key == "over":
            return "" if game.over else "not over"
        if key == "choice":
            return ":".join(self._lines().get("choice", NONE).split()[-1].split(":")[:2])
        if key == "options":
            return "; ".join(game.options)
        if key == "about":
            return game.decision.about
        if key == "winners":
            assert game.over, "the game goes on"
            return " ".join(game_sheet(game).winners)
        if key.startswith("road "):
            road = self._lines()["road"].split()
            space = int(key.removeprefix("road "))
            return road[space - 1] if space <= len(road) else "."
        if key not in POSITION:
            raise ScriptError(f"nothing is known as {key!r}")
        return self._lines().get(key, NONE)

    def _lines(self) -> dict[str, str]:
        text = str(self.game.position())
        return {key: value for key, _, value in (line.partition(": ") for line in text.splitlines())}

    def _stock(self) -> list[str]:
        board: Any = self.game.referee
        return [name for tile, name in enumerate(board.board.tiles) if tile > 1 and lies(self.game).where[tile] == -1]

    def _player(self, colour: str, value: str) -> None:
        has, said = _holding(self._lines()[colour]), _holding(value)
        for what, amount in said.items():
            found = has.get(what, _EMPTY.get(what, NONE))
            assert found == amount, f"{colour}: {what} {found}"

    def _event(self, value: str, no: bool) -> None:
        events = [_told(event) for event in self.game.events(self.since)]
        wanted = value.split()
        if no:
            assert not any(told[: len(wanted)] == wanted for told in events), _listed(events)
            return
        for place in range(self.heard, len(events)):
            if events[place][: len(wanted)] == wanted:
                self.heard = place + 1
                return
        raise AssertionError(f"not among the events{' that followed' if self.heard else ''}:\n{_listed(events)}")

    def _table(self) -> str:
        return str(self.game.position()) + _listed([_told(event) for event in self.game.events(self.since)])


POSITION = (
    "turn", "order", "road", "special", "stables", "castle", "given", "inn", "passed", "bailiff", "provost", "section",
    "columns", "scoring", "gone", "start", "owned", "tokens",
)  # fmt: skip
"""The lines of a position that can be stated as they are."""


def play(scenario: Scenario, edition: str) -> Game:
    """Play a scenario to its end."""
    run = Play(scenario, edition)
    for step in scenario.steps:
        run.step(step)
    return run.game


def _same(actual: str, expected: str) -> None:
    assert actual == expected, f"it is {actual!r}"


def _told(event: Event) -> list[str]:
    """An event as words."""
    words = [event.id]
    for value in event.args.values():
        words += [str(one) for one in value] if isinstance(value, list) else [NONE if value is None else str(value)]
    return words


def _listed(events: list[list[str]]) -> str:
    return "\n".join(" ".join(told) for told in events)


def _holding(value: str) -> dict[str, str]:
    """What a player's line says, by what it is about."""
    said: dict[str, str] = {}
    words = value.split()
    while words:
        word = words.pop(0)
        if word in NAMED and words:
            said[word] = words.pop(0)
        elif word.endswith("d") and word[:-1].isdecimal():
            said["money"] = word
        elif word.endswith("P") and word[:-1].isdecimal():
            said["points"] = word
        elif word == NONE or all(letter.isdecimal() or letter in "FWSCG" for letter in word):
            said["cubes"] = word
        else:
            raise ScriptError(f"a player has no {word!r}")
    return said
