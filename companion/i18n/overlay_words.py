"""What an owner's folder has in words, read strictly: nothing in it is guessed at, and nothing in it is passed over.

gettext reads a text whose quote is never closed, and takes words for things that do not exist. On a printed tile, both
would be noticed too late.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from io import BytesIO
from pathlib import Path

from companion import paths
from companion.i18n.catalogues import entries
from companion.i18n.languages import FALLBACK, FORMS, FURTHER
from companion.i18n.needed_words import known_ids
from companion.i18n.translator import COMMON
from companion.rules import Library, Problem
from companion.rules.base import walk

_LINE = re.compile(
    r"\s*(?:(?P<key>msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)(?:\s+|(?=\")))?"
    r"(?:\"(?P<text>(?:[^\"\\]|\\.)*)(?P<end>\"\s*))?"
)
"""The beginning of a line of a catalog that can be read."""

_BESIDE = ("language.toml", "glossary.toml", "search.toml")
"""What may lie beside the catalogs of a language."""

_ABOUT = ("source", "sources", "confidence")
"""Fields that say something about values."""


@dataclass
class CatalogEntry:
    """Words for one thing."""

    line: int
    facet: str = ""
    id: str = ""
    text: str = ""


def read(file: Path) -> tuple[list[CatalogEntry], list[Problem]]:
    """Read a catalog: its entries, and every line that is not as a line must be."""
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError:
        return [], [Problem("no_utf8", str(file))]
    found: list[CatalogEntry] = []
    problems, before = [], ""
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.match(line)
        if match is None or match["end"] is None or match.end() < len(line):
            column = str(match.end() + 1 if match else 1)
            problems.append(Problem("po_line", str(file), line=number, args={"column": column}))
            continue
        key = match["key"] or before
        if match["key"] == "msgctxt" or (match["key"] == "msgid" and before != "msgctxt"):
            found.append(CatalogEntry(number))
        if found and key in _PARTS:
            part = _PARTS[key]
            setattr(found[-1], part, getattr(found[-1], part) + match["text"])
        before = key
    return found, problems


_PARTS = {"msgctxt": "facet", "msgid": "id", "msgstr": "text", "msgstr[0]": "text"}
"""What becomes of the parts of an entry; further plural forms add nothing to it."""


def unread(folder: Path, library: Library) -> Iterator[Problem]:
    """Yield every file of words that nobody reads, and every line that nobody can read."""
    from babel.messages.pofile import PoFileError, read_po

    catalogs = [f"{domain}.{kind}" for kind in ("po", "mo") for domain in (*library.games, COMMON)]
    for file in _files(folder / "locales"):
        place = file.relative_to(folder / "locales").parts
        known = len(place) == 2 and place[1] in _BESIDE
        if not known and not (len(place) == 3 and place[1] == "LC_MESSAGES" and file.name in catalogs):
            language = place[0] if len(place) > 1 else FALLBACK
            valid = [f"{language}/LC_MESSAGES/{name}" for name in catalogs if name.endswith(".po")]
            yield Problem("unknown_entry", str(file), args={"valid": ", ".join(valid)})
        elif file.suffix == ".po":
            _, problems = read(file)
            yield from problems
            try:
                read_po(BytesIO(file.read_bytes().removeprefix(BOM_UTF8)), abort_invalid=True)
            except (PoFileError, LookupError, ValueError) as error:
                if not problems:
                    yield Problem("no_po", str(file), args={"detail": str(error)})


def astray(folder: Path, library: Library) -> Iterator[Problem]:
    """Yield all words that belong to nothing, and those that stand somewhere twice."""
    for domain in (*library.games, COMMON):
        known = _Known(library, domain)
        for file in sorted((folder / "locales").glob(f"*/LC_MESSAGES/{domain}.po")):
            first: dict[tuple[str, str], int] = {}
            for entry in read(file)[0]:
                there = first.setdefault((entry.facet, entry.id), entry.line)
                problem = partial_problem(file, entry)
                if there != entry.line:
                    yield problem("words_twice", line=str(there))
                elif entry.id and (slip := known.slip(entry)):
                    got, nearest = slip
                    yield problem("no_such_words", got=got, valid=nearest)


def partial_problem(file: Path, entry: CatalogEntry) -> Callable[..., Problem]:
    """Return what makes the problems of an entry."""
    return lambda code, **args: Problem(code, str(file), entry.id, entry.line, args)


class _Known:
    """What words of one catalog can be about."""

    def __init__(self, library: Library, domain: str) -> None:
        shipped = entries(paths.locales() / FALLBACK, domain)
        self.brought = not shipped
        """Whether the game itself is an owner's, so that all its words are theirs."""
        self.ids = {id.partition("@")[0] for _, id in shipped}
        self.facets = {facet for facet, _ in shipped} | {*FORMS, *FURTHER}
        self.boxes: set[str] = set()
        for game in library.games if domain == COMMON else [domain]:
            self.boxes |= {*library.editions(game), *library.variants(game)}
        if domain != COMMON:
            for id, facets in known_ids(library, domain).items():
                self.ids.add(id)
                self.facets |= {*facets}

    def slip(self, entry: CatalogEntry) -> tuple[str, str] | None:
        """Return what an entry is about that does not exist, and what is nearest to it."""
        if self.brought:
            return None
        id, at, box = entry.id.partition("@")
        for given, known, before in ((entry.facet, self.facets, ""), (id, self.ids, ""), (box, self.boxes, "@")):
            if given not in known and (before == "" or at):
                nearest = get_close_matches(given, known, n=1) or sorted(known)[:12]
                return before + given, ", ".join(before + name for name in nearest)
        return None


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
        sum(bool(entry.id and entry.text) for catalog in catalogs for entry in catalog),
        len([*(folder / "drawings").glob("*.svg")]),
    )
    return dict(zip(USED, counts, strict=True))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder, without those that systems and editors hide."""
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts):
            yield file
