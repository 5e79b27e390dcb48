"""Text of lines `key: value` with comments, the format of positions and records.

    # a comment
    turn: 3
    red: 5d 2F1W

A `NotationError` names line and column, both counted from 1.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.errors import EngineError

MOST = 9999
"""The largest amount that somebody can enter anywhere."""

REACHED = 99_999
"""The largest amount in what the app itself wrote. No game adds enough to an entered amount to exceed it."""

BOM = "\ufeff"
"""What some editors put before a text."""

_DIGITS = 8
"""The most digits of a number that are converted; parsing very long numbers would be slow."""

SAID_BACK = 60
"""The most characters of a word that an error quotes."""


class NotationError(EngineError):
    """A text cannot be read. `code` names the message `notation.CODE`."""

    def __init__(self, code: str, line: int, column: int = 1, **args: object) -> None:
        detail = "".join(f" {key}={value}" for key, value in args.items())
        super().__init__(f"line {line}, column {column}: {code}{detail}", line=line, column=column, **args)
        self.code, self.line, self.column = code, line, column


@dataclass(frozen=True)
class Word:
    """A word, with its line and column."""

    text: str
    line: int
    column: int
    quoted: str = ""
    """What an error quotes instead of the word, if set."""

    def fault(self, code: str, **args: object) -> NotationError:
        quoted = self.quoted or self.text
        excerpt = quoted if len(quoted) <= SAID_BACK else f"{quoted[: SAID_BACK - 1]}…"
        return NotationError(code, self.line, self.column, text=excerpt, **args)

    def number(self, least: int = 0, most: int = MOST) -> int:
        """Return the word as an integer within limits. Raises `NotationError`."""
        if not re.fullmatch(r"-?[0-9]+", self.text):
            raise self.fault("number")
        if len(self.text) > _DIGITS or not least <= int(self.text) <= most:
            raise self.fault("range", least=least, most=most)
        return int(self.text)


@dataclass(frozen=True)
class TextLine:
    """A line: its key and its words."""

    key: Word
    words: tuple[Word, ...]

    def one(self) -> Word:
        if len(self.words) != 1:
            raise self.key.fault("one_word", n=len(self.words))
        return self.words[0]


def lines_of(text: str, first: int = 1) -> Iterator[TextLine]:
    """Yield the lines of a text, without comments and empty lines."""
    for number, raw in enumerate(text.removeprefix(BOM).splitlines(), first):
        content = raw.partition("#")[0]
        if not content.strip():
            continue
        key, colon, _ = content.partition(":")
        start = len(content) - len(content.lstrip()) + 1
        if not colon or not key.strip():
            raise NotationError("no_key", number, start, text=content.strip())
        words = tuple(
            Word(match.group(), number, match.start() + 1)
            for match in re.finditer(r"\S+", content)
            if match.start() > len(key)
        )
        yield TextLine(Word(key.strip(), number, start), words)


def table_of(text: str, first: int = 1) -> dict[str, TextLine]:
    """Return the lines of a text by key. Raises `NotationError` if a key is given twice."""
    table: dict[str, TextLine] = {}
    for line in lines_of(text, first):
        if line.key.text in table:
            raise line.key.fault("twice")
        table[line.key.text] = line
    return table
