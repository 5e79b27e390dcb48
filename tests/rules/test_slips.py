"""Slips drawn by the seed, in the box of docs/data.md: each is found where it was made, before anything is played."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion import box
from companion.i18n.audit import audit
from companion.rules import Library
from tests.pairs import chance
from tests.test_own_boxes import DOC, EXAMPLE

SLIPS = 40

Slip = Callable[[Random, str], str]


def without_one(pattern: str) -> Slip:
    """Leave out one of the characters that match."""

    def slip(dice: Random, text: str) -> str:
        place = dice.choice([match.start() for match in re.finditer(pattern, text)])
        return text[:place] + text[place + 1 :]

    return slip


def twice(dice: Random, text: str) -> str:
    return f"{text}\n{dice.choice(text.strip().split(chr(10) * 2))}\n"


WORDS: dict[str, Slip] = {
    "a quote": without_one('"'),
    "a letter of what words are about": without_one(r'(?<=msgid "building\.)\w|(?<=msgctxt ")\w'),
    "a letter of a keyword": without_one(r"(?m)(?<=^)msg"),
    "an entry twice": twice,
    "curly quotes": lambda dice, text: text.replace('"', "\u201d"),
}
DATA: dict[str, Slip] = {
    "a bracket or an equals sign": without_one(r"[][{}=]"),
    "a quote": without_one('"'),
    "a letter of a field": without_one(r"(?m)(?<=^)\w|(?<=, )[a-z]|(?<=\{ )[a-z]"),
}


def misnamed(dice: Random, file: Path) -> None:
    file.rename(file.with_name(dice.choice([f"{file.name}.txt", file.stem, f"{file.stem}{file.suffix.upper()}"])))


@pytest.mark.drawn(12)
@pytest.mark.parametrize("number", range(SLIPS))
def test_a_slip_is_found_where_it_was_made(number: int, tmp_path: Path) -> None:
    dice, folder = chance(f"slip {number}"), tmp_path / "my-box"
    for name, file, content in EXAMPLE.findall(DOC.read_text(encoding="utf-8")):
        if name == folder.name:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(content, encoding="utf-8")
    place = dice.choice(sorted(file for file in folder.rglob("*") if file.is_file()))
    slips = {".po": WORDS, ".toml": DATA}.get(place.suffix, {})
    what = dice.choice([*slips, "its name"])
    if what in slips:
        written = place.read_text(encoding="utf-8")
        place.write_text(slips[what](dice, written), encoding="utf-8")
    else:
        misnamed(dice, place)
    found = box.faults(box.check(Library((folder,))))
    assert found, (what, place.name)
    assert any(place.stem in problem.file for problem in found), (what, place.name, found)


@pytest.mark.parametrize(("mark", "ending"), [("", "\r\n"), ("\ufeff", "\n")])
def test_files_of_any_editor_are_read(mark: str, ending: str, tmp_path: Path) -> None:
    data, words = tmp_path / "caylus" / "mine.toml", tmp_path / "locales" / "en" / "LC_MESSAGES" / "caylus.po"
    for file, text in (
        (data, "[buildings.church]\nprestige = 4\n"),
        (words, 'msgctxt "name"\nmsgid "building.church@en"\nmsgstr "Chapel"\n'),
    ):
        file.parent.mkdir(parents=True)
        file.write_bytes((mark + text.replace("\n", ending)).encode())
    library = Library((tmp_path,))
    assert [*library.check(), *audit(library, library.overlays)] == []
