"""The public wall against regressions: leaf counts and the order of options from committed positions."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.engine.caylus.board import KINDS_OF_CHOICE
from companion.engine.game import Game, game_at
from companion.engine.perft import divide, perft
from companion.rules import load

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
        head = dict(line.split(": ", 1) for line in self.position.splitlines() if ": " in line)
        return game_at(load(head["game"], head["edition"], players=len(head["seats"].split())), self.position)


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
    assert {file.stem for file in FILES} == {f"{e}-{n}" for e in ("en", "de", "nl", "nl-first") for n in (2, 3, 4, 5)}


def test_every_kind_of_choice_has_a_wall() -> None:
    kinds = {wall.name.split(" ", 1)[1].split("_")[0] for wall in WALLS}
    assert kinds == (set(KINDS_OF_CHOICE) - {"draw", "next"}) | {"opening"}
