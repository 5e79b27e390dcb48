"""What an owner's folder has in words, read strictly: nothing in it is guessed at, and nothing in it is passed over.

gettext reads a text whose quote is never closed, and takes words for things that do not exist. On a printed tile, both
would be noticed too late.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.i18n.catalogues import forms_taken, opened, plural_rule
from companion.i18n.language_files import FILES
from companion.i18n.languages import FALLBACK
from companion.i18n.translator import COMMON
from companion.rules import Library, Problem
from companion.rules.base import walk
from companion.rules.layers import text_of

_LINE = re.compile(
    r"\s*(?:(?P<key>msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)(?:\s+|(?=\")))?"
    r"(?:\"(?P<text>(?:[^\"\\]|\\.)*)(?P<end>\"\s*))?"
)
"""The beginning of a line of a catalog that can be read."""

_ABOUT = ("source", "sources", "confidence")
"""Fields that say something about values."""


@dataclass
class CatalogEntry:
    """Words for one thing."""

    line: int
    fuzzy: bool = False
    parts: dict[str, str] = field(default_factory=dict)
    """The texts by keyword: `msgctxt`, `msgid`, `msgstr[0]`."""

    @property
    def facet(self) -> str:
        return self.parts.get("msgctxt", "")

    @property
    def id(self) -> str:
        return self.parts.get("msgid", "")

    @property
    def plural(self) -> bool:
        return "msgid_plural" in self.parts

    @property
    def texts(self) -> list[str]:
        """The wordings: one, or one for each plural."""
        return [text for key, text in self.parts.items() if key.startswith("msgstr")]


def read(file: Path) -> tuple[list[CatalogEntry], list[Problem]]:
    """Read a catalog: its entries, and every line that is not as a line must be."""
    text = text_of(file, str(file))
    if isinstance(text, Problem):
        return [], [text]
    found: list[CatalogEntry] = []
    problems, before, fuzzy = [], "", False
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        match = _LINE.match(line)
        if match is None or match["end"] is None or match.end() < len(line):
            column = str(match.end() + 1 if match else 1)
            problems.append(Problem("po_line", str(file), line=number, args={"column": column}))
            continue
        key = match["key"] or before
        if match["key"] == "msgctxt" or (match["key"] == "msgid" and before != "msgctxt"):
            found.append(CatalogEntry(number, fuzzy))
            fuzzy = False
        if found and key and match["key"] not in found[-1].parts:
            found[-1].parts[key] = found[-1].parts.get(key, "") + _ESCAPE.sub(_unescaped, match["text"])
        else:
            problems.append(_out_of_place(str(file), key, number, found))
        before = key
    return found, problems or [*_incomplete(str(file), found)]


def _out_of_place(file: str, key: str, line: int, before: list[CatalogEntry]) -> Problem:
    """Return what is wrong with a line that its entry has already, or that stands before any entry."""
    if not before:
        return Problem("missing", file, "msgid", line)
    return Problem("words_twice", file, key, line, {"line": str(before[-1].line)})


def _incomplete(file: str, found: list[CatalogEntry]) -> Iterator[Problem]:
    for entry in found:
        if "msgid" not in entry.parts or (entry.facet and not entry.id):
            yield Problem("missing", file, "msgid", entry.line)
        if not entry.texts:
            yield Problem("missing", file, "msgstr", entry.line)


def line_in(file: Path, facet: str, id: str) -> int | None:
    """Return the line where the entry of a catalog begins."""
    if file.suffix != ".po" or not file.exists():
        return None
    return next((entry.line for entry in read(file)[0] if (entry.facet, entry.id) == (facet, id)), None)


_ESCAPE = re.compile(r"\\(.)")


def _unescaped(match: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t", "r": "\r"}.get(match[1], match[1])


def unread(folder: Path, library: Library) -> Iterator[Problem]:
    """Yield every file of words that nobody reads, and every line that nobody can read."""
    catalogs = [f"{domain}.{kind}" for kind in ("po", "mo") for domain in (*library.games, COMMON)]
    for file in _files(folder / "locales"):
        place = file.relative_to(folder / "locales").parts
        known = len(place) == 2 and place[1] in FILES
        if not known and not (len(place) == 3 and place[1] == "LC_MESSAGES" and file.name in catalogs):
            language = place[0] if len(place) > 1 else FALLBACK
            valid = [f"{language}/LC_MESSAGES/{name}" for name in catalogs if name.endswith(".po")]
            yield Problem("unknown_entry", str(file), args={"valid": ", ".join(valid)})
        elif not known:
            found, problems = read(file) if file.suffix == ".po" else ([], [])
            yield from problems or _miscounted(file, found) or _unopened(file)


def _miscounted(file: Path, found: list[CatalogEntry]) -> list[Problem]:
    """Return what is wrong with the rule of a catalog for plurals, or else each entry with more forms than it has."""
    rules = [line for entry in found if not entry.id for line in "".join(entry.texts).splitlines()]
    usual, counted = plural_rule(file.parts[-3])
    for got in (line.partition(":")[2].strip() for line in rules if line.startswith(_RULE)):
        forms = forms_taken(got)
        if not forms or (counted and forms != forms_taken(usual)):
            lines = file.read_text(encoding="utf-8-sig").splitlines()
            place = next((number for number, line in enumerate(lines, 1) if _RULE in line), None)
            return [
                Problem("words_rule", str(file), line=place, args={"got": got.rstrip("; "), "valid": usual.rstrip(";")})
            ]
        usual = got
    most = forms_taken(usual)[0]
    return [
        Problem("words_forms", str(file), entry.id, entry.line, {"got": str(len(entry.texts)), "expected": str(most)})
        for entry in found
        if entry.plural and len(entry.texts) > most
    ]


_RULE = "Plural-Forms:"


def _unopened(file: Path) -> list[Problem]:
    try:
        opened(file)
    except ValueError as error:
        return [Problem("no_po", str(file), args={"detail": str(error)})]
    return []


USED = ("language", "edition", "variant", "value", "wording", "drawing")
"""What an owner's folder can hold that is used."""


def used(folder: Path, library: Library) -> dict[str, int]:
    """Return how much of an owner's folder is used, by kind."""
    layers = [layer for layer in library.layers if layer.name.startswith(f"{folder}/")]
    values = (
        path
        for layer in layers
        for path, _ in walk({name: part for name, part in layer.tree.items() if name not in ("edition", "variant")})
    )
    catalogs = (read(file)[0] for file in (folder / "locales").glob("*/LC_MESSAGES/*.po"))
    counts = (
        len([*(folder / "locales").glob("*/language.toml")]),
        sum("/editions/" in layer.name for layer in layers),
        sum("/variants/" in layer.name for layer in layers),
        sum(not {*_ABOUT} & {*path.split(".")} for path in values),
        sum(bool(entry.id and any(entry.texts) and not entry.fuzzy) for catalog in catalogs for entry in catalog),
        len([*(folder / "drawings").glob("*.svg")]),
    )
    return dict(zip(USED, counts, strict=True))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder, and folders in their place, without those that systems and editors hide."""
    for file in sorted(folder.rglob("*")):
        if (file.is_file() or file.suffix in (".po", ".mo")) and not any(
            part.startswith(".") for part in file.relative_to(folder).parts
        ):
            yield file
