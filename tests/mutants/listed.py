"""The faults that are made on purpose: a file for each room, `ROOM.toml` beside this one.

tests = ["tests/table", …]   # the room's own tests, and where its doctests are
[[mutants]]
name = "…"                   # in one word
file = "…"                   # what is changed
old = '…'                    # a text that stands in it once
new = '…'                    # what stands there instead
first = ["tests/…", …]       # files, or tests in them, that should notice; the others of the room are asked after them
harm = "…"                   # what a person would notice
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Mutant:
    """One fault."""

    room: str
    tests: tuple[str, ...]
    """All tests of its room."""
    name: str
    file: str
    old: str
    new: str
    harm: str
    first: tuple[str, ...] = ()

    def made(self, text: str) -> str:
        """The file with the fault in it."""
        return text.replace(self.old, self.new, 1)


def listed() -> list[Mutant]:
    """All of them, room by room."""
    return [one for file in sorted(Path(__file__).parent.glob("*.toml")) for one in _room(file)]


def _room(file: Path) -> list[Mutant]:
    tree = tomllib.loads(file.read_text(encoding="utf-8"))
    return [
        Mutant(file.stem, tuple(tree["tests"]), **{**one, "first": tuple(one.get("first", ()))})
        for one in tree["mutants"]
    ]
