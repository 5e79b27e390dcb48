"""The public wall against regressions: leaf counts and the order of options from committed positions."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.engine.game import Game
from companion.engine.loading import headers_of, opened
from companion.engine.simulate import divide, perft
from companion.games.caylus import choices as caylus
from companion.games.magna_carta import choices as magna_carta
from tests.engine.corpus import MAGNA_CARTA
from tests.perft.make import CARDS, EDITIONS

FILES = sorted(Path(__file__).parent.glob("*-*.txt"))


@dataclass
class Wall:
    """A position with what must be counted from it."""

    name: str
    position: str = ""
    options: str = ""
    counts: tuple[int, ...] = ()

    def game(self) -> Game:
        """The position, opened."""
        return opened(headers_of(self.position), self.position)

    @property
    def kind(self) -> str:
        """The kind of choice that is open."""
        return self.name.split(" ", 1)[1].split("_")[0]


def walls() -> Iterator[Wall]:
    for file in FILES:
        wall = Wall("")
        for line in file.read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(": ")
            if key == "position":
                wall = Wall(f"{file.stem} {value}")
            elif line.startswith("| "):
                wall.position += line[2:] + "\n"
            elif key == "options":
                wall.options = value
            elif key == "perft":
                wall.counts = tuple(map(int, value.split()))
                yield wall


WALLS = list(walls())


@pytest.mark.parametrize("wall", WALLS, ids=lambda wall: wall.name)
def test_options_and_leaves(wall: Wall) -> None:
    game = wall.game()
    assert "; ".join(game.options) == wall.options
    for depth, expected in enumerate(wall.counts, 1):
        found = perft(game, depth)
        assert found == expected, f"depth {depth}: {found}, not {expected}; divided: {divide(game, depth)}"
        assert sum(divide(game, depth).values()) == expected


def test_every_edition_and_number_of_players_has_its_wall() -> None:
    wanted = {f"{edition}-{n}" for edition in EDITIONS for n in (2, 3, 4, 5)}
    assert {file.stem for file in FILES} == wanted | {
        f"{CARDS}-{rules}-{n}" for rules in MAGNA_CARTA for n in (2, 3, 4)
    }


def test_every_kind_of_choice_has_a_wall() -> None:
    kinds = {wall.kind for wall in WALLS if not wall.name.startswith(CARDS)}
    assert kinds == (set(caylus.CHOICES) - {"draw", "next"}) | {"opening"}


def test_every_kind_of_choice_of_magna_carta_has_a_wall() -> None:
    """With each set of rules; `refill` is never a choice, and the opening is the first `draw`."""
    never = {"refill", "draw"}
    without = {"intro": {"bribe", "residence"}, "standard": set[str]()}
    for rules in MAGNA_CARTA:
        kinds = {wall.kind for wall in WALLS if wall.name.startswith(f"{CARDS}-{rules}")}
        assert kinds == set(magna_carta.CHOICES) - never - without[rules] | {"opening"}
