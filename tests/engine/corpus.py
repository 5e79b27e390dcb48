"""Games for the tests: of every edition and number of players, some from rich positions so that all is reached."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.engine.action import Action
from companion.engine.game import Game, game_at, new_game, referee_for
from companion.engine.loading import headers_of
from companion.engine.simulate import greedy_player
from companion.rules import Rules, load


def lies(game: Game) -> Any:
    """What lies on the table, with the lists that only its game has."""
    return game.state


LONGEST = 4000
"""Choices after which a game counts as endless; the longest real ones have about 900."""


@dataclass
class Curious:
    """A player who does what has been done least, over all his games; now and then what pays best."""

    chance: random.Random
    seen: Counter[str] = field(default_factory=Counter)
    greed: float = 0.25

    def pick(self, game: Game) -> Action:
        """The next action."""
        if self.chance.random() < self.greed and not game.decision.chance:
            return greedy_player(game.referee, game.state, game.options, self.chance)
        about = game.decision.about
        least = min(self.seen[about + text] for text in game.options)
        text = self.chance.choice([text for text in game.options if self.seen[about + text] == least])
        self.seen[about + text] += 1
        return text


def placed(rules: Rules, text: str) -> Game:
    """A game as a text says, whether or not a table ever comes to that."""
    seats = headers_of(text)["seats"].split()
    referee = referee_for(rules, seats)
    return Game(referee, referee.schema.read(text).state)


def fresh(edition: str, players: int, *variants: str) -> Game:
    """A game from its set-up."""
    return new_game(load("caylus", edition, variants, players))


def rich(edition: str, players: int, *variants: str) -> Game:
    """A game from a table where everybody has plenty, so that buildings, prestige and favors come early."""
    rules = load("caylus", edition, variants, players)
    seats = rules.data.players.colours[:players]
    neutrals = [name for name, it in rules.data.buildings.items() if it.category == "neutral"]
    text = [
        f"seats: {' '.join(seats)}",
        "turn: 5 income",
        f"order: {' '.join(seats)}",
        f"road: {' '.join(neutrals)} f_peddler f_carpenter mason={seats[0]} lawyer={seats[1]} architect={seats[0]}",
        "bailiff: 12",
        *(f"{colour}: 18d 7F7W7S7C5G 9P favors 2/2/2/2 houses 1/0/0" for colour in seats),
    ]
    return game_at(rules, "\n".join(text), strict=False)


MAGNA_CARTA = ("intro", "standard")


def cards(variant: str, players: int, *, untracked: bool = False, edition: str = "nl") -> Game:
    """A game of Magna Carta from its set-up; where it is untracked, only the first player shows us his cards."""
    rules = load("magna_carta", edition, [variant], players)
    seats = rules.data.players.colours[:players]
    return new_game(rules, seats, seats[1:] if untracked else ())


def rich_cards(variant: str, players: int) -> Game:
    """A game of Magna Carta from a table where everybody has plenty."""
    rules = load("magna_carta", "nl", [variant], players)
    seats = rules.data.players.colours[:players]
    others = [name for name in rules.data.of("neutral") if name != "n_peddler"]
    neutral = [*others[: players - 1], "n_peddler"]
    road = [*neutral, *(f"small_farm={colour}" for colour in seats), f"gold_mine={seats[0]}"]
    if variant == "standard":
        road += [f"residence/market={seats[0]}", *(f"lawyer={colour}" for colour in seats), f"church={seats[1]}"]
    text = [
        f"edition: nl\nvariants: {variant}\nseats: {' '.join(seats)}\nturn: 4 income\nstart: {seats[0]}",
        f"road: {' '.join(road)}",
        *(["provost: 4"] if variant == "standard" else []),
        *(f"{colour}: 9d 4F4W6S4G hand bank/peddler/large_quarry" for colour in seats),
    ]
    return game_at(rules, "\n".join(text), strict=False)


def play_out(game: Game, player: Curious) -> Game:
    """Play to the end."""
    while not game.over:
        if len(game.actions) > LONGEST:
            raise AssertionError("an endless game")
        game.play(player.pick(game))
    return game


def games(seed: int, rounds: int = 1) -> Iterator[Game]:
    """Finished games of every edition, variant and number of players."""
    player = Curious(random.Random(seed))
    for _ in range(rounds):
        for players in (2, 3, 4, 5):
            for edition in ("en", "de", "nl", "nl-first"):
                yield play_out(fresh(edition, players), player)
                yield play_out(rich(edition, players), player)
            yield play_out(rich("en", players, "simplified_favors"), player)
            yield play_out(fresh("de", players, "lawyer_3"), player)


def card_games(seed: int, rounds: int = 1) -> Iterator[Game]:
    """Finished games of Magna Carta: both rule sets, all numbers of players, hands shown and not."""
    player = Curious(random.Random(seed))
    for _ in range(rounds):
        for players in (2, 3, 4):
            for variant in MAGNA_CARTA:
                yield play_out(cards(variant, players), player)
                yield play_out(cards(variant, players, untracked=True), player)
                yield play_out(rich_cards(variant, players), player)
