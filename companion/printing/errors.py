"""Errors of printing, as codes and arguments. Their words are in locales/."""

from collections.abc import Iterable
from difflib import get_close_matches


class PrintError(Exception):
    """Base class of printing errors."""


class BadChoice(PrintError):
    """A choice does not exist: its kind, what was given, what is valid, and the product if it is valid for others."""

    def __init__(self, kind: str, given: str, valid: Iterable[str], product: str = "") -> None:
        self.kind, self.given, self.valid, self.product = kind, given, list(valid), product
        self.nearest = get_close_matches(given, self.valid, n=3, cutoff=0.6)
        super().__init__(f"{kind}: {given!r} is none of {', '.join(self.valid)}")


class TooLarge(PrintError):
    """A card does not fit on this paper."""

    def __init__(self, size: str, paper: str) -> None:
        self.size, self.paper = size, paper
        super().__init__(f"{size} does not fit on {paper}")


class NotForGame(PrintError):
    """This game does not have the product."""

    def __init__(self, product: str, game: str, valid: Iterable[str]) -> None:
        self.product, self.game, self.valid = product, game, list(valid)
        super().__init__(f"{product} is for {', '.join(self.valid)}, not for {game}")


class BadPreset(PrintError):
    """A preset has a fault: the file, the field, its value and what is valid; or why the file cannot be read."""

    def __init__(
        self, file: str, field: str = "", given: str = "", valid: Iterable[str] = (), detail: str = ""
    ) -> None:
        self.file, self.field, self.given, self.valid, self.detail = file, field, given, list(valid), detail
        super().__init__(f"{file}: {field} {given} {detail}".strip())


class BadRecordFile(PrintError):
    """A record cannot be read or replayed."""

    def __init__(self, path: str, cause: Exception) -> None:
        self.path, self.cause = path, cause
        super().__init__(f"{path}: {cause}")


class Unwritable(PrintError):
    """A folder or file cannot be written."""

    def __init__(self, path: str, detail: str) -> None:
        self.path, self.detail = path, detail
        super().__init__(f"{path}: {detail}")


class BuildError(PrintError):
    """Words do not fit into their box, or the font lacks a character: a bug of ours, never a user's mistake.

    Illegible print is worse than none, so nothing is cut off and nothing shrinks beyond its limit.
    """

    def __init__(self, id: str, language: str, box: str, detail: str) -> None:
        self.id, self.language, self.box, self.detail = id, language, box, detail
        super().__init__(f"{id} ({language}) in {box}: {detail}")
