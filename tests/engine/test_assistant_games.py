"""Whole games in quick entries: what the referee told, said to the assistant, leads to the same sums at every turn."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.amounts import amount_text
from companion.engine.assistant import Assistant, assistant_for
from companion.engine.events import spoken
from companion.engine.game import Game
from companion.engine.scoring import ScoreSheet, game_sheet, prestige_by_turn, told_sheet, told_turns
from companion.games.magna_carta.moves import hand_size
from tests.engine.corpus import card_games, games, lies
from tests.engine.test_look import GOLDEN, golden

Raw = tuple[Any, ...]

BY_ITSELF = {"phase", "turn", "bailiff_moved", "scoring", "ended", "token_removed"}
"""Events that the assistant tells when a phase is closed."""


class Teller:
    """Says a game to an assistant, event by event."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.assistant: Assistant = assistant_for(game.rules, game.seats)
        self.board: Any = self.assistant.board
        self.state: Any = (self.assistant.take_over if game.origin else lambda state: state)(game.first.copy())
        self.state.log = []
        self.told: Counter[Raw] = Counter()
        self.cost = ""
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)
        self.assistant.apply(self.state, text)

    def until(self, event: Raw) -> None:
        """Close phases until this event has been told as often as the referee told it."""
        self.told[event] += 1
        for _ in range(4):
            if self.state.log.count(event) >= self.told[event]:
                return
            self.say("next")
        raise AssertionError(f"never told: {event}")

    def colour(self, seat: int) -> str:
        return self.game.seats[seat]

    def paid(self) -> str:
        cost, self.cost = self.cost, ""
        return f" {cost}" if cost else ""

    def tell(self, action: str, events: list[Raw]) -> None:
        for place, event in enumerate(events):
            if event[0] in BY_ITSELF or event[-2:] == ("best_builder", ""):
                self.until(event)
            else:
                getattr(self, f"_{event[0]}", self._silent)(action, events, place, *event[1:])

    def _silent(self, *_: Any) -> None:
        """What the assistant does of itself when something else is said, or leaves to the people."""

    def _drawn(self, action: str, events: list[Raw], place: int, building: str, space: int) -> None:
        self.say(f"draw {building} on {space}")

    def _ordered(self, action: str, events: list[Raw], place: int, seat: int, number: int) -> None:
        if number == len(self.game.seats):
            order = [*(self.game.seats[one] for one in self.state.order), self.colour(seat)]
            self.say(f"order {' '.join(dict.fromkeys(order))}")
        else:
            self.state.order.append(seat)

    def _amount(self, seat: int, amount: str, source: str, of: str) -> None:
        if source in ("effect", "bonus", "owner"):
            self.say(f"{self.colour(seat)} {amount} {of}")

    def _received(self, action: str, events: list[Raw], place: int, seat: int, n: int, source: str, of: str) -> None:
        self._amount(seat, f"+{n}d", source, of)

    def _took(self, action: str, events: list[Raw], place: int, seat: int, cubes: Any, source: str, of: str) -> None:
        self._amount(seat, f"+{amount_text(cubes)}", source, of)

    def _earned(self, action: str, events: list[Raw], place: int, seat: int, n: int, source: str, of: str) -> None:
        self._amount(seat, f"+{n}P", source, of)

    def _paid(self, action: str, events: list[Raw], place: int, seat: int, n: int, source: str, of: str) -> None:
        if source == "residence":
            self.cost = f"{n}d"
        elif source == "favor":
            self.say(f"{self.colour(seat)} -{n}d")
        else:
            self._amount(seat, f"-{n}d", source, of)

    def _gave(self, action: str, events: list[Raw], place: int, seat: int, cubes: Any, source: str, of: str) -> None:
        if source in ("built", "residence"):
            self.cost += amount_text(cubes)
        elif source == "castle":
            self.say(f"batch {self.colour(seat)} {amount_text(cubes)}")
        else:
            self._amount(seat, f"-{amount_text(cubes)}", source, of)

    def _passed(self, action: str, events: list[Raw], place: int, seat: int, number: int) -> None:
        self.say(f"pass {self.colour(seat)}")

    def _provost_moved(self, action: str, events: list[Raw], place: int, seat: int, steps: int, space: int) -> None:
        if seat >= 0:
            self.say(f"provost {steps:+d} {self.colour(seat)}")


class CaylusTeller(Teller):
    def _placed(self, action: str, events: list[Raw], place: int, seat: int, building: str) -> None:
        self.say(f"place {self.colour(seat)} {building}")

    def _moved(self, action: str, events: list[Raw], place: int, seat: int, building: str) -> None:
        self.say(f"home {self.colour(seat)} gate")
        self.say(f"place {self.colour(seat)} {building}")

    def _returned(self, action: str, events: list[Raw], place: int, seat: int, building: str) -> None:
        lodged = place + 1 < len(events) and events[place + 1][0] == "lodged"
        promised = any(self.board.tiles[self.state.road[spot]] == building for spot, _ in self.state.promised)
        if promised or (building == "inn" and not lodged):
            self.say(f"home {self.colour(seat)} {building}")

    def _built(self, action: str, events: list[Raw], place: int, seat: int, building: str, space: int) -> None:
        self.say(f"build {self.colour(seat)} {building.partition('.')[0]} on {space}{self.paid()}")

    def _promised(self, action: str, events: list[Raw], place: int, seat: int, building: str) -> None:
        self.say(f"convert {self.colour(seat)} {building}{self.paid()}")

    def _converted(self, action: str, events: list[Raw], place: int, seat: int, building: str, space: int) -> None:
        if self.state.where[self.board.index[building]] == self.board.spot(space):
            self._promised(action, events, place, seat, building)

    def _favored(self, action: str, events: list[Raw], place: int, seat: int, n: int, source: str, of: str) -> None:
        if source == "effect":
            self.say(f"{self.colour(seat)} +{n}R {of}")
        elif source == "scoring":
            self.until(events[place])

    def _favor_used(
        self, action: str, events: list[Raw], place: int, seat: int, line: str, column: int, marker: int
    ) -> None:
        self.say(f"favor {self.colour(seat)} {line} {column}")
        assert self.state.columns[seat * len(self.board.lines) + self.board.lines.index(line)] == marker

    def _took(self, action: str, events: list[Raw], place: int, seat: int, cubes: Any, source: str, of: str) -> None:
        # A cell of a single outcome has been taken with the favor; of the others people say what they took.
        if source == "favor" and events[place - 1][0] != "favor_used":
            self.say(f"{self.colour(seat)} +{amount_text(cubes)}")
        super()._took(action, events, place, seat, cubes, source, of)

    def _gave(self, action: str, events: list[Raw], place: int, seat: int, cubes: Any, source: str, of: str) -> None:
        if source == "favor":
            self.say(f"{self.colour(seat)} -{amount_text(cubes)}")
        super()._gave(action, events, place, seat, cubes, source, of)


class CardTeller(Teller):
    def _laid(self, action: str, events: list[Raw], place: int, seat: int, building: str, space: int) -> None:
        if seat < 0:
            self.say(f"draw {building}")
        else:
            self.say(f"build {self.colour(seat)} {building}{self.paid()}")

    def _starts(self, action: str, events: list[Raw], place: int, seat: int) -> None:
        self.say(f"start {self.colour(seat)}")

    def _paid(self, action: str, events: list[Raw], place: int, seat: int, n: int, source: str, of: str) -> None:
        if source == "draw":
            self.say(f"draw {self.colour(seat)}")
        elif source == "swap":
            self.say(f"swap {self.colour(seat)}")
        else:
            super()._paid(action, events, place, seat, n, source, of)

    def _placed(self, action: str, events: list[Raw], place: int, seat: int, building: str) -> None:
        self.say(f"place {self.colour(seat)} {action.partition(' ')[2]}")

    def _took(self, action: str, events: list[Raw], place: int, seat: int, cubes: Any, source: str, of: str) -> None:
        if source == "owner" and self.board.building[self.board.names.index(of)].stock:
            self.say(f"take {self.colour(seat)} {of}:{self.colour(seat)}")
        else:
            super()._took(action, events, place, seat, cubes, source, of)

    def _won_token(self, action: str, events: list[Raw], place: int, seat: int, section: str, source: str) -> None:
        if source != "castle":
            of = action.partition(" ")[2] if action.startswith("place") else ""
            self.say(f"{self.colour(seat)} +1T{of and ' '}{of}")

    def _promised(self, action: str, events: list[Raw], place: int, seat: int, building: str) -> None:
        self.say(f"convert {self.colour(seat)} {building}{self.paid()}")

    def _converted(self, action: str, events: list[Raw], place: int, seat: int, building: str, space: int) -> None:
        if not self.state.flipped[space - 1] and space - 1 not in self.state.promised:
            self._promised(action, events, place, seat, building)
        elif space - 1 in self.state.promised:
            self.say(f"home {self.colour(self.state.worker[space - 1])} {building}:{self.colour(seat)}")

    def _built(self, action: str, events: list[Raw], place: int, seat: int, building: str, space: int) -> None:
        self.say(f"build {self.colour(seat)} {building}{f' on {space}' if space else ''}{self.paid()}")


CAYLUS = ("money", "cubes", "prestige", "home", "columns", "houses", "order", "road", "owner", "worker", "where",
          "stables", "castle", "bridge", "turn", "phase", "inn", "provost", "bailiff", "section",
          "open_columns")  # fmt: skip
CARDS = ("money", "cubes", "prestige", "home", "won", "road", "worker", "stock", "flipped", "cover", "prestige_owner",
         "tokens", "given", "bridge", "turn", "phase", "starter", "provost")  # fmt: skip


SAME = ("turn", "phase", "bailiff_moved", "scoring", "passed", "reordered", "lodged", "provost_moved", "favor_used",
        "lost", "token_removed", "starts", "laid", "ended")  # fmt: skip
"""Events that both tell in the same words and the same order."""


def driven(game: Game) -> Iterator[tuple[Game, Teller]]:
    """A game and its assistant, at the first choice of every turn and at the end."""
    teller = (CaylusTeller if game.rules.game == "caylus" else CardTeller)(game)
    now = Game(game.referee, game.first)
    raw = now.raw_events()
    teller.tell("", raw[:])
    for action in game.actions:
        turn, before = now.state.turn, len(raw)
        now.play(action)
        teller.tell(action, raw[before:])
        if now.state.turn != turn or now.over:
            yield now, teller


def summed(sheet: ScoreSheet) -> list[dict[tuple[str, str], int]]:
    return [{(line.source, line.of): line.points for line in player.lines} for player in sheet.players.values()]


def compare(game: Game) -> Teller:
    """The same sums at every turn, and the same sheet and chart at the end."""
    parts = CAYLUS if game.rules.game == "caylus" else CARDS
    turns = 0
    for now, teller in driven(game):
        turns += 1
        for part in parts:
            assert getattr(teller.state, part) == getattr(now.state, part), (now.state.turn, part, teller.said[-40:])
        if game.rules.game == "magna_carta":
            sizes = [hand_size(lies(now), seat) for seat in range(len(game.seats))]
            assert sizes == [hand_size(teller.state, seat) for seat in range(len(game.seats))]
    assert turns >= game.state.turn - game.first.turn
    for id in SAME:
        assert [e for e in teller.state.log if e[0] == id] == [e for e in game.raw_events() if e[0] == id]
    events = [spoken(raw, game.seats) for raw in teller.state.log]
    assert summed(told_sheet(events, game.seats, teller.state.prestige)) == summed(game_sheet(game))
    assert told_turns(events, game.seats, teller.state.prestige) == prestige_by_turn(game)
    return teller


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_whole_game_in_entries_comes_to_the_same(file: Any) -> None:
    compare(golden(file))


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("seed", range(3))
def test_so_do_games_of_every_kind(seed: int) -> None:
    for game in (*games(seed=50 + seed), *card_games(seed=60 + seed)):
        compare(game)
