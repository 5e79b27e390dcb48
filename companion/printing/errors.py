"""Errors of printing, as codes and arguments. Their words are in locales/."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches


class PrintError(Exception):
    """Base class of printing errors."""


@dataclass(eq=False)
class BadChoice(PrintError):
    """A choice does not exist: its kind, what was given, what is valid, and the product if it is valid for others."""

    kind: str
    given: str
    valid: Sequence[str]
    product: str = ""

    def __post_init__(self) -> None:
        self.nearest = get_close_matches(self.given, self.valid, n=3, cutoff=0.6)


@dataclass(eq=False)
class TooLarge(PrintError):
    """A card does not fit on this paper."""

    size: str
    paper: str


@dataclass(eq=False)
class NotForGame(PrintError):
    """This game does not have the product."""

    product: str
    game: str
    valid: Sequence[str]


@dataclass(eq=False)
class BadPreset(PrintError):
    """A preset has a fault: the file, the field, its value and what is valid; or why the file cannot be read."""

    file: str
    field: str = ""
    given: str = ""
    valid: Sequence[str] = ()
    detail: str = ""


@dataclass(eq=False)
class BadRecordFile(PrintError):
    """A record cannot be read or replayed."""

    path: str
    cause: Exception


@dataclass(eq=False)
class Unwritable(PrintError):
    """A folder or file cannot be written."""

    path: str
    detail: str


@dataclass(eq=False)
class BuildError(PrintError):
    """Words do not fit into their box, or the font lacks a character: a bug of ours, never a user's mistake.

    Illegible print is worse than none, so nothing is cut off and nothing shrinks beyond its limit.
    """

    id: str
    language: str
    box: str
    detail: str
