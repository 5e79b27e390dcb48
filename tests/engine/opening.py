"""A game from the headers of a record."""

from companion.engine.game import Game, game_at, new_game
from companion.rules import library, load


def opened(headers: dict[str, str], position: str) -> Game:
    """The game that a record begins with."""
    seats = headers["seats"].split()
    asked = [v for v in headers.get("variants", "").split() if v in library().variants(headers["game"])]
    rules = load(headers["game"], headers.get("edition"), asked, len(seats))
    return game_at(rules, position) if position else new_game(rules, seats)
