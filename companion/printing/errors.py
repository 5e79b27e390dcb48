"""What can go wrong on the way to paper. Codes and arguments; the words are in locales/."""

from collections.abc import Iterable
from difflib import get_close_matches


class PrintError(Exception):
    """The root of the print shop's errors."""


class BadChoice(PrintError):
    """Something that does not exist was asked for: of which kind, what, and what there is."""

    def __init__(self, kind: str, given: str, valid: Iterable[str]) -> None:
        self.kind, self.given, self.valid = kind, given, list(valid)
        self.nearest = get_close_matches(given, self.valid, n=3, cutoff=0.6)
        super().__init__(f"{kind}: {given!r} is none of {', '.join(self.valid)}")


class TooLarge(PrintError):
    """A card that no page of this paper can hold."""

    def __init__(self, size: str, paper: str) -> None:
        self.size, self.paper = size, paper
        super().__init__(f"{size} does not fit on {paper}")


class NotForGame(PrintError):
    """A product that this game does not have."""

    def __init__(self, product: str, game: str, valid: Iterable[str]) -> None:
        self.product, self.game, self.valid = product, game, list(valid)
        super().__init__(f"{product} is for {', '.join(self.valid)}, not for {game}")


class BadPreset(PrintError):
    """A fault in a preset: the file, the field, what stands there and what could; or why it cannot be read at all."""

    def __init__(
        self, file: str, field: str = "", given: str = "", valid: Iterable[str] = (), detail: str = ""
    ) -> None:
        self.file, self.field, self.given, self.valid, self.detail = file, field, given, list(valid), detail
        super().__init__(f"{file}: {field} {given} {detail}".strip())


class BadRecordFile(PrintError):
    """A record that cannot be read or replayed, and why."""

    def __init__(self, path: str, cause: Exception) -> None:
        self.path, self.cause = path, cause
        super().__init__(f"{path}: {cause}")


class Unwritable(PrintError):
    """A folder or a file that cannot be written."""

    def __init__(self, path: str, detail: str) -> None:
        self.path, self.detail = path, detail
        super().__init__(f"{path}: {detail}")


class BuildError(PrintError):
    """Words that do not fit into their box, or that the font cannot draw: a fault of ours, never of a user.

    Reading small print is worse than no print, so nothing is cut off and nothing shrinks beyond its limit.
    """

    def __init__(self, id: str, language: str, box: str, detail: str) -> None:
        self.id, self.language, self.box, self.detail = id, language, box, detail
        super().__init__(f"{id} ({language}) in {box}: {detail}")
