"""What is said, written down as files: what is given, and the sentences that a person reads.

A file holds cases, with an empty line between two:

    [caylus en]

    # a worker with its price
    paid blue 1 worker mason
    placed blue mason
    en: Blue places a worker on the mason for 1 denier.
    de: Blau setzt einen Arbeiter auf den Maurer, 1 Denar.

A line in brackets says which box the following cases are about. No-break spaces count as what they look like.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from companion.i18n.translator import Translator
from companion.rules import load

_FOLDER = Path(__file__).parent / "told"
_BOX = re.compile(r"\[(\S+) (\S+)\]")
_SENTENCE = re.compile(r"([a-z]{2}): ?(.*)")


@dataclass
class Case:
    """What is given on one box, and what is then said in each language."""

    game: str
    edition: str
    title: str = ""
    given: list[str] = field(default_factory=list)
    said: dict[str, list[str]] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.game}: {self.title or self.given[0]}"

    def translators(self) -> Iterator[tuple[Translator, list[str]]]:
        """Yield a translator for each language, with what it should say."""
        for language, lines in self.said.items():
            yield translator(self.game, self.edition, language), lines


@cache
def translator(game: str, edition: str, language: str) -> Translator:
    return Translator(language, load(game, edition))


def cases(name: str) -> list[Case]:
    """Read the cases of a file."""
    game = edition = ""
    read: list[Case] = []
    for block in (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n\n"):
        case = Case(game, edition)
        for line in block.strip("\n").split("\n"):
            if box := _BOX.fullmatch(line):
                case.game, case.edition = game, edition = box.groups()
            elif line.startswith("# "):
                case.title = line[2:]
            elif sentence := _SENTENCE.fullmatch(line):
                case.said.setdefault(sentence[1], []).append(sentence[2])
            else:
                case.given.append(line)
        if case.given:
            read.append(case)
    return read
