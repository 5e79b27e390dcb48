"""Tables and corrections, drawn by chance."""

import random
from collections.abc import Iterator
from functools import lru_cache

from companion.engine.assistant import Assistant, assistant_for
from companion.engine.errors import BadPosition
from companion.engine.game import Game, new_game
from companion.engine.notation import NotationError
from companion.engine.phases import OVER
from companion.engine.position import Position
from companion.rules import Rules, RulesError, UnknownName, library
from companion.table.corrections import corrected
from tests.engine.corpus import Curious, rich, rich_cards

RICH = 0.4
"""How many tables begin where everybody has plenty, so that castle, favors and scorings come early."""

LONGEST = 1200
"""Choices after which a table is left alone."""


def table(chance: random.Random) -> Game:
    """A game of any box with any variant and number of players; cards may be dealt unseen."""
    known = library()
    game = chance.choice(known.games)
    edition = chance.choice(known.editions(game))
    players = known.rules(game, edition).data.players
    number = chance.randint(players.minimum, players.maximum)
    if chance.random() < RICH:
        return rich(edition, number) if game == "caylus" else rich_cards(chance.choice(("intro", "standard")), number)
    rules = known.rules(game, edition, _variants(game, edition, number, chance), number)
    seats = rules.data.players.colours[:number]
    unseen = chance.random() < 0.3 and game != "caylus"
    return new_game(rules, seats, seats[1:] if unseen else ())


def _variants(game: str, edition: str, number: int, chance: random.Random) -> tuple[str, ...]:
    """One variant or none, of those that the edition and the number of players agree with."""
    known = library()
    found: list[tuple[str, ...]] = [()]
    for name in known.variants(game):
        try:
            known.must_agree(game, (name,))
            known.rules(game, edition, (name,), number)
        except (UnknownName, RulesError):
            continue
        found.append((name,))
    return chance.choice(found)


def lines_of(text: str) -> str:
    """A position without the lines that name the table."""
    return "\n".join(
        line for line in text.splitlines() if line.partition(":")[0] not in ("game", "edition", "seats", "variants")
    )


@lru_cache(maxsize=8)
def assistant_of(rules: Rules, seats: tuple[str, ...]) -> Assistant:
    return assistant_for(rules, seats)


def players(chance: random.Random) -> Curious:
    return Curious(chance, greed=chance.choice((0.1, 0.5, 0.8)))


def phase_of(game: Game) -> str:
    return game.snapshot().phase


ORDERS = ("order", "passed", "castle", "stables")


def correction(game: Game, chance: random.Random) -> Game | None:
    """The game after something on the table was set to something else, as people correct it; None if that cannot be."""
    changes = wrong(game.position(), chance)
    return corrected_game(game, changes) if changes else None


def another_order(game: Game, chance: random.Random) -> Game | None:
    """The game after an order was corrected; None if there is none."""
    changes = _order(game.position(), chance)
    return corrected_game(game, changes) if changes else None


def wrong(position: Position, chance: random.Random) -> dict[str, str]:
    """Something that was entered wrong, with what is really there."""
    kinds = (_order, _order, _order, _castle, _provost, _worker, _worker, another_amount, _houses, _hand)
    kind = chance.choice(kinds)
    return kind(position, chance)


def corrected_game(game: Game, changes: dict[str, str]) -> Game | None:
    try:
        return Game(game.referee, corrected(game.position(), changes))
    except (BadPosition, NotationError):
        return None


def _order(position: Position, chance: random.Random) -> dict[str, str]:
    """Players in another order: of play, of passing, in the castle; in Magna Carta also who begins."""
    fields = position.fields()
    paths = [path for path in ORDERS if len(fields.get(path, "").split()) > 1]
    if fields.get("start") and chance.random() < 0.3:
        return {"start": chance.choice(position.schema.seats)}
    if not paths:
        return {}
    path = chance.choice(paths)
    there = fields[path].split()
    mixed = chance.sample(there, len(there))
    return {path: " ".join(mixed)} if mixed != there else {}


def _castle(position: Position, chance: random.Random) -> dict[str, str]:
    """Some of the players in the castle, or none of them; perhaps others."""
    if "castle" not in position.fields():
        return {}
    seats = position.schema.seats
    return {"castle": " ".join(chance.sample(seats, chance.randint(0, len(seats))))}


def _provost(position: Position, chance: random.Random) -> dict[str, str]:
    fields = position.fields()
    if not fields.get("provost"):
        return {}
    return {"provost": str(max(1, int(fields["provost"]) + chance.randint(-4, 4)))}


def _worker(position: Position, chance: random.Random) -> dict[str, str]:
    """A worker on a free place, wherever the phase has been."""
    fields = position.fields()
    free = [path for path, text in fields.items() if _free(path, text)]
    if not free or position.state.phase <= 0:
        return {}
    path, colour = chance.choice(free), chance.choice(position.schema.seats)
    return {path: f"{fields[path]}+{colour}" if path.startswith("road.") else colour}


an_order, misplaced = _order, _worker


def _free(path: str, text: str) -> bool:
    return (path.startswith("road.") and text not in ("", ".") and "+" not in text) or (
        path.startswith("special.") and not text
    )


def another_amount(position: Position, chance: random.Random) -> dict[str, str]:
    if position.state.phase == OVER:
        return {}
    return {
        f"{chance.choice(position.schema.seats)}.{chance.choice(('deniers', 'food', 'wood'))}": str(
            chance.randint(0, 9)
        )
    }


def _houses(position: Position, chance: random.Random) -> dict[str, str]:
    paths = [path for path in position.fields() if ".houses." in path]
    return {chance.choice(paths): str(chance.randint(0, 2))} if paths and position.state.phase > 0 else {}


def _hand(position: Position, chance: random.Random) -> dict[str, str]:
    fields = position.fields()
    paths = [path for path, text in fields.items() if path.endswith(".hand") and text]
    if not paths or position.state.phase <= 0:
        return {}
    path = chance.choice(paths)
    held = fields[path].split("/")
    return {path: "/".join(held[1:])}


def moments(chance: random.Random) -> Iterator[Game]:
    """A game at each of its decisions."""
    game, player = table(chance), players(chance)
    while not game.over and len(game.actions) < LONGEST:
        yield game
        game.play(player.pick(game))
