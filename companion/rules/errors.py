"""Errors in data, or in requests for data, as codes and arguments. Their words are in locales/."""

from dataclasses import dataclass, field
from difflib import get_close_matches

PROBLEMS = (
    "missing", "unknown_field", "not_one_of", "at_least", "at_most", "expected", "invalid", "unknown_id",
    "unknown_text", "slip", "bad_id", "taken", "count", "ascending", "file_name", "misplaced", "unknown_entry",
    "no_folder", "no_toml", "no_utf8", "no_po", "unreadable", "no_entry", "no_class", "bad_class", "bad_words",
    "no_language", "foreign_language", "no_such_drawing", "not_playable",
    "po_line", "no_such_words", "words_twice", "nothing_used", "no_context", "other_catalog", "words_fuzzy",
    "words_plural", "words_forms", "words_rule", "words_braces", "words_place", "words_form", "words_lacks",
    "words_plain", "words_sign", "words_long", "words_spaces", "words_letters", "words_icon", "amount_kind",
    "amount_empty", "too_few", "no_worker", "no_owner_effect", "nowhere", "reserved", "bad_language", "set_twice",
    "toml_twice", "toml_backslash", "same_name", "never_asked", "unplayable", "no_noun", "drawing_xml", "drawing_part",
    "drawing_attribute", "drawing_colour", "drawing_path", "drawing_size", "drawing_outside", "drawing_empty",
    "drawing_entity",
)  # fmt: skip
"""All codes that a problem can have."""

EXPECTED = ("whole_number", "true_false", "text", "list", "table")
"""What the argument of an `expected` problem can be."""


@dataclass(frozen=True)
class Problem:
    """A fault in a data file. `code` names the message `problem.CODE`, `args` fills it."""

    code: str
    file: str
    path: str = ""
    line: int | None = None
    args: dict[str, str] = field(default_factory=dict)
    remark: bool = False
    """Whether it is only worth knowing, not a fault."""

    def where(self) -> str:
        """Return file and line in the format of compilers."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def __str__(self) -> str:
        detail = ", ".join(f"{k}: {v}" for k, v in self.args.items())
        said = ": ".join(filter(None, (self.where(), self.path, self.code)))
        return f"{said} ({detail})" if detail else said


class RulesError(Exception):
    """Base class of this package's errors."""

    code = "rules"


class BadData(RulesError):
    """The data files have faults; `problems` has all of them."""

    code = "bad_data"

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class UnknownName(RulesError):
    """A name does not exist; `nearest` has similar ones that do, `game` the one where it would have to.

    >>> UnknownName("edition", "nl-frist", ["en", "de", "nl", "nl-first"]).nearest[0]
    'nl-first'
    """

    code = "unknown_name"

    def __init__(self, kind: str, given: str, valid: list[str], game: str = "") -> None:
        super().__init__(f"{kind}: {given!r} is none of {', '.join(valid)}")
        self.kind, self.given, self.valid, self.game = kind, given, valid, game
        self.nearest = get_close_matches(given, valid, n=3, cutoff=0.6)


class Exclusive(RulesError):
    """Variants were asked for that exclude each other."""

    code = "exclusive"

    def __init__(self, given: list[str]) -> None:
        super().__init__(f"{', '.join(given)} exclude each other")
        self.given = given


class BadPlayers(RulesError):
    """The game does not allow this number of players."""

    code = "bad_players"

    def __init__(self, game: str, given: int, minimum: int, maximum: int) -> None:
        super().__init__(f"{game}: {given} players, not {minimum} to {maximum}")
        self.game, self.given, self.minimum, self.maximum = game, given, minimum, maximum
