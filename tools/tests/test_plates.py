"""The plates that people draw, and those that are read."""

import pytest

from companion.printing import plates
from tools.plates.__main__ import SOURCES, written_out
from tools.plates.words import SCATTERED, SHAPES, THINGS

DRAWN = {file.stem: file.read_text(encoding="utf-8").splitlines() for file in sorted(SOURCES.glob("*.txt"))}


def test_every_plate_is_written_out_as_it_was_drawn() -> None:
    assert DRAWN.keys() == {file.stem for file in plates.folder().glob("*.txt")}
    for name, lines in DRAWN.items():
        assert (plates.folder() / f"{name}.txt").read_text(encoding="utf-8") == written_out(lines, name), name


def test_every_word_and_tone_is_used() -> None:
    lines = [line for drawn in DRAWN.values() for line in drawn if line and not line.startswith("#")]
    assert {line.split()[0].partition("@")[0] for line in lines} == {*SHAPES, *THINGS, *SCATTERED}
    assert {tone for line in lines for tone in line.partition(":")[2].split()} <= plates.tones().keys()


def test_a_line_that_cannot_be_read_is_named() -> None:
    for line in ("tree one", "plane 1 2 3", "nonsense 1 2", "plane 1 2 3 4 5 6 : nonsense"):
        with pytest.raises(plates.BadPlate, match=line.split()[0]):
            written_out([line], "church")
