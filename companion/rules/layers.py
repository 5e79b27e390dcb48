"""Data files as layers that are merged, with the origin of every value.

A layer is a TOML file. Tables merge, everything else replaces; the tables named in `WHOLE` are amounts,
which replace as a whole. Three keys are metadata: `source`, `confidence` and `sources` (for each field).
They apply to their table and everything below it, within their own file.
"""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.rules.errors import Problem
from companion.rules.vocabulary import Confidence

WHOLE = frozenset({"cost", "pay", "gain", "discount", "goods"})
ABOUT = frozenset({"source", "confidence", "sources"})


@dataclass(frozen=True)
class Source:
    """Where a value comes from."""

    texts: tuple[str, ...]
    """Each is "TEXT SECTION"; TEXT is an id of sources.toml."""
    confidence: Confidence
    file: str


@dataclass
class Layer:
    """A file with its data."""

    name: str
    """The path as it is shown to people."""
    tree: dict[str, Any]
    text: str = ""
    own: bool = False
    """Whether it is from an overlay."""


@dataclass
class Stack:
    """Layers merged into one tree, with the source of each leaf."""

    tree: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    origin: dict[str, Layer] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def lay(self, layer: Layer) -> None:
        """Merge a layer over the others."""
        self._merge(self.tree, layer.tree, "", layer, _Said((), Confidence.OWN if layer.own else Confidence.HIGH))

    def _merge(self, into: dict[str, Any], tree: dict[str, Any], path: str, layer: Layer, entry: "_Said") -> None:
        entry = entry.within(tree, layer, path, self.problems)
        fields = tree.get("sources", {})
        for key, value in tree.items():
            if key in ABOUT:
                continue
            here = f"{path}.{key}" if path else key
            field_said = (
                entry.within(fields.get(key, {}), layer, here, self.problems) if isinstance(fields, dict) else entry
            )
            if isinstance(value, dict) and key not in WHOLE:
                inner = into.get(key)
                if not isinstance(inner, dict) or value.get("kind", inner.get("kind")) != inner.get("kind"):
                    if key in into:
                        self._forget(here)
                    inner = into[key] = {}
                self.origin[here] = layer
                self._merge(inner, value, here, layer, field_said)
            else:
                into[key] = value
                self.origin[here] = layer
                self.sources[here] = Source(field_said.texts, field_said.confidence, layer.name)

    def _forget(self, path: str) -> None:
        """Forget everything below a table that is replaced, because an effect of another kind is a new effect."""
        self.sources = {place: source for place, source in self.sources.items() if not place.startswith(f"{path}.")}
        self.origin = {place: layer for place, layer in self.origin.items() if not place.startswith(f"{path}.")}

    def blame(self, path: str) -> Layer | None:
        """Return the layer that set the value at a path, or the nearest table around it."""
        while path:
            if path in self.origin:
                return self.origin[path]
            path = path.rpartition(".")[0]
        return None


_AT = re.compile(r"at line (\d+), column (\d+)")
"""Where a fault is, in messages of `tomllib`; those about the end of a file have no number."""


_TWICE = re.compile(r"overwrite|twice|[Dd]uplicate|[Rr]edefine|immutable")
"""How `tomllib` says that something is there twice."""


_BACKSLASH = re.compile(r"hex value|Unescaped")
"""How `tomllib` says that a backslash stands before what it cannot stand before."""


@dataclass(frozen=True)
class _Said:
    texts: tuple[str, ...]
    confidence: Confidence

    def within(self, tree: Any, layer: Layer, path: str, problems: list[Problem]) -> "_Said":
        if not isinstance(tree, dict):
            return self
        texts, confidence = self.texts, self.confidence
        if "source" in tree:
            given = tree["source"]
            if isinstance(given, list) and all(isinstance(t, str) for t in given):
                texts = tuple(given)
                confidence = Confidence.OWN if layer.own else Confidence.HIGH
            else:
                problems.append(problem_at(layer, f"{path}.source", "expected", expected="list", got=shown(given)))
        if "confidence" in tree:
            try:
                confidence = Confidence(tree["confidence"])
            except ValueError:
                problems.append(
                    problem_at(
                        layer,
                        f"{path}.confidence",
                        "not_one_of",
                        valid=", ".join(Confidence),
                        got=shown(tree["confidence"]),
                    )
                )
        return _Said(texts, confidence)


def read(path: Path, name: str, *, own: bool = False) -> Layer | Problem:
    """Read a file. If it is not valid TOML, return a problem instead of raising."""
    text = text_of(path, name)
    if isinstance(text, Problem):
        return text
    try:
        return Layer(name, tomllib.loads(text), text, own)
    except (ValueError, RecursionError) as error:  # also a number that is too long, and tables nested too deeply
        at = _AT.search(str(error))
        line, column = map(int, at.groups()) if at else (len(lines := text.splitlines()), len(lines[-1]) + 1)
        if _TWICE.search(str(error)):
            return Problem("toml_twice", name, line=line)
        code = "toml_backslash" if _BACKSLASH.search(str(error)) else "no_toml"
        return Problem(code, name, line=line, args={"column": str(column), "detail": str(error).partition(" (at")[0]})


def text_of(path: Path, name: str) -> str | Problem:
    """Return what a file of an owner says, without a byte order mark, or why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        return Problem("no_utf8", name, line=error.object.count(b"\n", 0, error.start) + 1)
    except OSError as error:
        return Problem("unreadable", name, args={"detail": error.strerror or ""})


def shown(value: Any) -> str:
    """Return a value as a message repeats it, however long it is."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def problem_at(layer: Layer | None, path: str, code: str, **args: str) -> Problem:
    """Return a problem at a path of a layer, with its line."""
    if layer is None:
        return Problem(code, "", path, None, args)
    return Problem(code, layer.name, path, line_of(layer.text, path), args)


def line_of(text: str, path: str) -> int | None:
    """Return the line that sets a dotted path, or the nearest thing around it.

    >>> line_of("[a.b]\\nc = 1\\nd = { e = 2 }", "a.b.d.e")
    3
    """
    wanted, best, best_depth = path.split("."), None, 0
    table: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        code = line.strip()
        if code.startswith("["):
            table = [part.strip().strip('"') for part in code.strip("[]").split("]")[0].split(".")]
            here = table
        elif "=" in code and not code.startswith("#"):
            here = table + [part.strip().strip('"') for part in code.split("=", 1)[0].split(".")]
        else:
            continue
        shared = here[: len(wanted)]
        if len(shared) > best_depth and wanted[: len(shared)] == shared:
            best, best_depth = number, len(shared)
    return best
