"""The list of faults is sound: each can be made, in a file that is there, and changes something that still runs."""

import tomllib
from collections import Counter
from collections.abc import Callable
from io import StringIO

import pytest
from babel.messages.pofile import read_po
from jinja2 import Environment

from tests.mutants.listed import ROOT, Mutant, listed

MUTANTS = listed()

READS: dict[str, Callable[[str], object]] = {
    ".py": lambda text: compile(text, "mutant", "exec"),
    ".toml": tomllib.loads,
    ".po": lambda text: read_po(StringIO(text), abort_invalid=True),
    ".html": Environment(autoescape=True, extensions=["jinja2.ext.do"]).parse,
}
"""What must be able to read a file of each kind."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: one.name)
def test_a_fault_can_be_made(mutant: Mutant) -> None:
    file = ROOT / mutant.file
    text = file.read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1, f"bring tests/mutants/{mutant.room}.toml up to date"
    assert mutant.made(text) != text
    READS[file.suffix](mutant.made(text))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: one.name)
def test_its_tests_are_there_and_its_rooms_own(mutant: Mutant) -> None:
    for tests in (*mutant.tests, *mutant.first):
        file, _, name = tests.partition("::")
        assert (ROOT / file).exists()
        assert not name or f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")
    assert all(first.startswith(mutant.tests) for first in mutant.first)
    assert mutant.harm.endswith(".")


def test_there_are_enough_in_every_room() -> None:
    rooms = Counter(mutant.room for mutant in MUTANTS)
    assert rooms.keys() == {"table", "web", "words", "printing"}
    assert min(rooms.values()) >= 10
    assert rooms.total() >= 64
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def test_the_docs_count_them_as_they_are() -> None:
    said = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
    assert f"| {len(MUTANTS)} | `make mutants` |" in said
    for room, faults in Counter(mutant.room for mutant in MUTANTS).items():
        assert f"\n| {room} | {faults} | " in said
