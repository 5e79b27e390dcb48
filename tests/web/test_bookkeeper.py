"""Recorded games told again through the assistant's page: the same sums in every round, in fewer taps."""

import random
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from companion.engine.action import Action
from companion.engine.assistant import IDLE, still_to_act
from companion.engine.game import Game
from companion.engine.phases import OVER
from companion.table.vocabulary import Chance, Depth
from tests.engine.corpus import Curious, cards, fresh, play_out
from tests.engine.test_assistant_games import CARDS, CAYLUS
from tests.web.club import HOST, Club

FEWER = 0.7
"""The taps of the assistant, as a share of the referee's."""

FIRST = 4

VOID = frozenset({"input", "link", "meta", "br", "img", "hr", "use", "path", "circle"})

UNSEEN = frozenset({"draw", "next", "start", "card", "refill", "reveal", "mulligan"})
"""What chance decides, or only a hand knows; for a referee it is counted as no tap."""


class Taps(HTMLParser):
    """How many taps each action of a page takes: what has to be opened, chosen and confirmed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.above: list[tuple[str, dict[str, str]]] = []
        self.of: dict[str, int] = {}
        self.meant = ""
        """The player who is meant unless another is tapped."""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        it = {name: value or "" for name, value in attrs}
        if it.get("name") == "player" and "checked" in it and not self.meant:
            self.meant = it["value"]
        if it.get("name") == "action" and it.get("value") and "disabled" not in it and tag in ("button", "input"):
            opened = sum(1 for name, one in self.above if name == "details" and "open" not in one)
            classes = [one.get("class", "").split() for _, one in self.above]
            opened += sum(1 for one in classes if {"panel", "next"} & set(one) and "quiet" not in one)
            taps = opened + (1 if tag == "button" else 2)
            self.of[it["value"]] = min(taps, self.of.get(it["value"], taps))
        if tag not in VOID:
            self.above.append((tag, it))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing lies in it."""

    def handle_endtag(self, tag: str) -> None:
        while self.above and self.above.pop()[0] != tag:
            pass


class Content(Curious):
    """A player who takes what is free."""

    def pick(self, game: Game) -> Action:
        action = super().pick(game)
        gifts = [one for one in game.options if one != "decline"]
        return gifts[0] if action == "decline" and game.decision.kind == "take" and len(gifts) == 1 else action


def recorded(game: str, number: int) -> Game:
    """One of the games that are told again: of every box and number of players."""
    chance = random.Random(f"{game} {number}")
    if game == "caylus":
        begun = fresh(("de", "en", "nl", "nl-first")[number % 4], 2 + number % 4)
    else:
        begun = cards(("standard", "intro")[number % 2], 2 + number % 3)
    return play_out(begun, Content(chance, greed=0.7))


class Retold:
    """A table whose referee plays a recorded game, and another where people enter what happened."""

    def __init__(self, game: Game) -> None:
        self.game = game
        setup: dict[str, Any] = {"game": game.rules.game, "edition": game.rules.edition}
        setup["variants"] = game.rules.variants
        self.referee = Club(**setup, colours=game.seats, chance=Chance.TABLE)
        self.people = Club(**setup, colours=game.seats, depth=Depth.ASSISTANT)
        self.taps = {"referee": 0, "people": 0}
        self.passed: list[str] = []
        """Who has passed and is not yet entered: those who pass at the end need no entry."""

    def play(self) -> Iterator[tuple[Any, Any]]:
        """Tell it; yield both tables at the beginning of every round, and at the end."""
        now = Game(self.game.referee, self.game.first)
        for action in self.game.actions:
            decision, before, turn = now.decision, now.state.copy(), now.state.turn
            self.refereed(decision.seat or HOST, decision.kind, action)
            told = len(now.raw_events())
            now.play(action)
            passed = [int(str(raw[1])) for raw in now.raw_events()[told:] if raw[0] == "passed"]
            if turn == 0 and now.state.turn:
                self.set_up(now)
            elif turn:
                self.entered(decision, before, action)
                self.passed += [self.game.seats[seat] for seat in passed]
            if turn and (now.state.turn != turn or now.over):
                self.close_until(now.state)
                yield now.state, self.people.table.state

    def refereed(self, seat: str, kind: str, action: Action) -> None:
        asked = self.referee.table.decision
        if asked is None or asked.kind != kind or action not in asked.options:
            return  # a gift that the app has taken for them
        if kind not in UNSEEN:
            page = self.referee.page(seat, "GET", f"/t/{self.referee.code}")
            self.taps["referee"] += Taps(page.text).of[str(action)]
        self.referee.play(action)

    def set_up(self, now: Game) -> None:
        """The table lies as it lies; nobody counts these taps."""
        look = now.look()
        neutral = [space["building"] for space in look["road"] if space["category"] == "neutral"]
        drawn = [entry.place for entry in self.people.table.assistant.entries(self.people.table.state)]
        for name in neutral:
            if name in drawn:
                self.people.play(f"draw {name}")
        self.people.play(
            f"order {' '.join(look['order'])}" if self.game.rules.game == "caylus" else f"start {look['order'][0]}"
        )
        self.people.play("next")

    def still_in(self) -> list[str]:
        assistant, state = self.people.table.assistant, self.people.table.state
        return [self.game.seats[seat] for seat in still_to_act(assistant, state)]

    def entered(self, decision: Any, before: Any, action: Action) -> None:
        """Enter what the player did, where it is not given by itself or the same as nothing."""
        if decision.kind in UNSEEN or (action in IDLE and action != "back") or action == "pass":
            return
        entry = self.entry(decision, before, action)
        while self.passed and decision.kind in ("worker", "action"):
            self.tap_button(f"pass {self.passed.pop(0)}")
        for _ in range(8):
            offered = self.offered()
            if entry.replace(f" {decision.seat}", " *", 1) in offered.of or entry in offered.of:
                self.tap(entry)
                return
            if decision.kind == "take" and self.given(decision, before):
                return
            self.tap("next")
        raise AssertionError((entry, list(offered.of)))

    def given(self, decision: Any, before: Any) -> bool:
        gifts = [one for one in decision.options if one != "decline"]
        state = self.people.table.state
        return len(gifts) == 1 and (state.turn, state.phase) >= (before.turn, before.phase)

    def entry(self, decision: Any, before: Any, action: Action) -> str:
        if decision.kind in ("worker", "action", "batch"):
            verb, _, rest = action.partition(" ")
            return f"{'build' if verb == 'prestige' else verb} {decision.seat} {rest}".strip()
        if decision.kind == "bribe":
            return f"{action} {decision.seat}"
        return " ".join(filter(None, ("use", decision.seat, self.place(decision, before), action)))

    def place(self, decision: Any, before: Any) -> str:
        """Where the phase stood; nowhere in particular for a favor."""
        referee: Any = self.game.referee
        board = referee.board
        if self.game.rules.game == "magna_carta":
            return str(board.label(before.road[before.cursor]))
        task = before.todo[-1]
        if decision.kind == "favor" or (
            decision.kind not in ("gate", "inn") and board.benefits[task[2]].source == "favor"
        ):
            return ""
        if decision.kind == "inn":
            return "inn"
        first = board.specials if board.phases[before.phase - 1] == "buildings" else 0
        return str(board.tiles[before.road[first + before.cursor]])

    def offered(self) -> Taps:
        return Taps(self.people.page(HOST, "GET", f"/t/{self.people.code}").text)

    def tap(self, entry: str) -> None:
        """Send the form of a button that the page has; "next" also says that all others pass."""
        if self.still_in() == self.passed:
            self.passed = []
        while self.passed:
            self.tap_button(f"pass {self.passed.pop(0)}")
        self.tap_button(entry)

    def tap_button(self, entry: str) -> None:
        offered = self.offered()
        colour = next((word for word in entry.split() if word in self.game.seats), "")
        value = entry if entry in offered.of else entry.replace(f" {colour}", " *", 1)
        assert value in offered.of, (entry, list(offered.of))
        self.taps["people"] += offered.of[value] + ("*" in value and colour != offered.meant)
        form = {"kind": "entry", "action": value, "player": colour, "seen": str(self.people.seq), "screen": "seat"}
        answer = self.people.page(HOST, "POST", f"/t/{self.people.code}/act", data=form)
        assert answer.status_code == 303, (entry, answer.text)

    def close_until(self, state: Any) -> None:
        for _ in range(8):
            mine = self.people.table.state
            if (mine.turn, mine.phase) == (state.turn, state.phase) or mine.phase == OVER:
                return
            self.tap("next")


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_a_game_is_told_in_fewer_taps_than_a_referee_needs(game: str, number: int, pytestconfig: pytest.Config) -> None:
    """Its first rounds, or with `--whole` all."""
    told = Retold(recorded(game, number))
    parts = CAYLUS if game == "caylus" else CARDS
    for rounds, (refereed, entered) in enumerate(told.play(), 1):
        for part in parts:
            assert getattr(entered, part) == getattr(refereed, part), (rounds, part)
        if rounds == FIRST and not pytestconfig.getoption("whole"):
            break
    else:
        assert rounds >= told.game.state.turn - 1
    assert told.taps["people"] <= FEWER * told.taps["referee"]
