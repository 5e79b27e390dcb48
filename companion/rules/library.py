"""The library: all games, editions, variants and overlays, and the only source of rules objects.

>>> rules = Library().rules("caylus", edition="nl-first", players=4)
>>> rules.data.buildings["tailor"].effect.options[0].gain.prestige
2
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from functools import cache, cached_property, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, overload

from typing_extensions import TypeVar

from companion import paths
from companion.register import game_module, games
from companion.rules.base import Texts, Variant, VariantFile, walk
from companion.rules.check import EDITION, Finding, cross_check, named
from companion.rules.errors import BadData, BadPlayers, Exclusive, Problem, UnknownName
from companion.rules.game import GameRules
from companion.rules.layers import ABOUT, Layer, Source, Stack, line_of, problem_at, read
from companion.rules.translate_errors import alone, validated

if TYPE_CHECKING:
    from companion.games.caylus.rules import CaylusRules
    from companion.games.magna_carta.rules import MagnaCartaRules


D_co = TypeVar("D_co", bound=GameRules, default=GameRules, covariant=True)
"""The data of a game."""


@dataclass(frozen=True)
class Rules(Generic[D_co]):
    """The rules of one table: validated and immutable, with their sources."""

    game: str
    edition: str
    variants: tuple[str, ...]
    players: int | None
    data: D_co
    sources: dict[str, Source]

    @cached_property
    def version(self) -> str:
        """A short fingerprint of all numbers in force; equal for equal rules."""
        content = self.data.model_dump_json(exclude={"rulings", "points", "components", "printed"})
        return hashlib.sha256(content.encode()).hexdigest()[:10]

    def source(self, path: str) -> Source | None:
        """Return the source of the value at a path; within an amount, that of the amount."""
        while path:
            if path in self.sources:
                return self.sources[path]
            path = path.rpartition(".")[0]
        return None

    def __hash__(self) -> int:
        return hash((self.game, self.edition, self.variants, self.players))


_Box = tuple[str, str, tuple[str, ...]]
"""A game, an edition and variants."""

_HEADS = {"edition", "variant"}
"""The tables in which a file says what it is."""

_READ = {".toml", ".po", ".svg"}
"""The suffixes of what people put into an overlay for us to read."""


def overlay_names() -> list[str]:
    """Return the names of what an overlay can have."""
    return sorted({*games(), "locales", "drawings", "sources.toml"})


class _GameFiles:
    """The layers of one game: base files, editions and variants, of ours and of overlays."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.base: list[Layer] = []
        self.editions: dict[str, list[Layer]] = {}
        self.variants: dict[str, list[Layer]] = {}
        self.heads: dict[str, Variant] = {}
        """What each variant says about itself."""

    @property
    def layers(self) -> list[Layer]:
        """All files of the game, as they were read."""
        return [layer for part in (self.base, *self.editions.values(), *self.variants.values()) for layer in part]

    def add(self, folder: Path, name: str, problems: list[Problem], *, own: bool) -> None:
        before = len(self.base)
        for path in sorted(folder.rglob("*.toml")):
            parts = path.relative_to(folder).parts
            if path.name.startswith("."):
                continue
            layer = read(path, f"{name}/{'/'.join(parts)}", own=own)
            if isinstance(layer, Problem):
                problems.append(layer)
            elif len(parts) == 1:
                self.base.append(layer)
            elif len(parts) == 2 and parts[0] in ("editions", "variants"):
                problems += self._add_part(parts[0].removesuffix("s"), path.stem, layer)
            else:
                problems.append(Problem("misplaced", layer.name))
        problems += _set_twice(self.base[before:]) if own else ()
        for path in sorted(folder.rglob("*")) if own else ():
            if path.is_file() and path.suffix != ".toml" and not path.name.startswith("."):
                valid = f"{path.name.partition('.')[0]}.toml"
                problems.append(Problem("unknown_entry", str(path), args={"valid": valid}))

    def _add_part(self, kind: str, name: str, layer: Layer) -> list[Problem]:
        """Add a file of an edition or a variant. The first one says which it is."""
        files = self.editions if kind == "edition" else self.variants
        first = name not in files
        files.setdefault(name, []).append(layer)
        declared = layer.tree.get(kind, {}).get("id") if isinstance(layer.tree.get(kind), dict) else None
        if not EDITION.fullmatch(name):
            return [problem_at(layer, f"{kind}.id", "bad_id", allowed="a-z, 0-9, _, -", most="40")]
        if declared is None:
            return [problem_at(layer, f"{kind}.id", "missing")] if first else []
        if declared != name:
            return [problem_at(layer, f"{kind}.id", "file_name", expected=name, got=str(declared))]
        if kind == "edition":
            return []
        head, problems = alone(Layer(layer.name, {kind: layer.tree[kind]}, layer.text, layer.own), VariantFile)
        if head and first:
            self.heads[name] = head.variant
        return problems


def _set_twice(layers: list[Layer]) -> Iterator[Problem]:
    """Yield the values that two files of one folder set, so that nobody can tell which holds."""
    first: dict[str, Layer] = {}
    for layer in layers:
        for path, _ in walk(layer.tree):
            there = first.setdefault(path, layer)
            if there is not layer and not ABOUT & {*path.split(".")}:
                yield problem_at(layer, path, "set_twice", file=there.name, line=str(line_of(there.text, path)))


class Library:
    """All known games. Files are read once; rules are built when they are first asked for."""

    def __init__(self, overlays: Iterable[Path | str] | Path | str = ()) -> None:
        folders = [overlays] if isinstance(overlays, Path | str) else overlays
        self._problems: list[Problem] = []
        self._games = {game: _GameFiles(game) for game in games()}
        self._built: dict[tuple[Any, ...], Rules] = {}
        self.overlays = tuple({folder.resolve(): folder for folder in map(Path, folders)}.values())
        shipped = paths.rules_data()
        texts = read(shipped / "sources.toml", "sources.toml")
        self.texts: dict[str, dict[str, str]] = {} if isinstance(texts, Problem) else texts.tree["texts"]
        for game, files in self._games.items():
            files.add(shipped / game, game, self._problems, own=False)
        for folder in self.overlays:
            self._add_overlay(folder)

    def _add_overlay(self, folder: Path) -> None:
        if not folder.is_dir():
            self._problems.append(Problem("no_folder", str(folder)))
            return
        extra = read(folder / "sources.toml", f"{folder}/sources.toml") if (folder / "sources.toml").exists() else None
        if isinstance(extra, Problem):
            self._problems.append(extra)
        elif extra:
            texts, problems = alone(extra, Texts)
            self.texts |= texts.model_dump()["texts"] if texts else {}
            self._problems += problems
        for game, files in self._games.items():
            files.add(folder / game, f"{folder}/{game}", self._problems, own=True)
        names = overlay_names()
        for entry in sorted(folder.iterdir()):
            ours = entry.is_dir() or {suffix.lower() for suffix in entry.suffixes} & _READ
            if entry.name not in names and ours and not entry.name.startswith("."):
                self._problems.append(Problem("unknown_entry", str(entry), args={"valid": ", ".join(names)}))

    @property
    def layers(self) -> list[Layer]:
        """All files of rules, as they were read."""
        return [layer for files in self._games.values() for layer in files.layers]

    @property
    def games(self) -> list[str]:
        return list(self._games)

    def editions(self, game: str) -> list[str]:
        """Return the ids of a game's editions, the default one first."""
        files = self._files(game)
        first = self.default_edition(game)
        return sorted(files.editions, key=lambda e: (e != first, e))

    def variants(self, game: str) -> list[str]:
        """Return the ids of a game's variants."""
        return sorted(self._files(game).variants)

    def default_edition(self, game: str, language: str | None = None) -> str:
        """Return the edition printed in a language, or else the game's default."""
        files = self._files(game)
        for edition, layers in sorted(files.editions.items()):
            if language and edition == language and layers[0].tree.get("edition", {}).get("language") == language:
                return edition
        for layer in files.base:
            if "default_edition" in layer.tree.get("game", {}):
                return str(layer.tree["game"]["default_edition"])
        return next(iter(sorted(files.editions)), "")

    def rules(
        self, game: str, edition: str | None = None, variants: Sequence[str] = (), players: int | None = None
    ) -> Rules:
        """Return the rules of a game as one table plays them. Raises `BadData`, `BadPlayers` or `UnknownName`."""
        if players is not None and not isinstance(players, int):
            raise TypeError(f"players is {players!r}; a whole number is expected")
        if isinstance(variants, str):
            raise TypeError(f"variants is {variants!r}; a list of texts is expected")
        edition = edition or self.default_edition(game)
        chosen = self._in_force(game, variants, players)
        key = (game, edition, chosen, players)
        if key not in self._built:
            if self._problems:
                raise BadData(self._problems)
            self._built[key] = self._build(game, edition, chosen, players)
        return self._built[key]

    def check(self, only: str | None = None) -> list[Problem]:
        """Return all faults in every game, edition (or just one) and variant."""
        if only is not None and not any(only in files.editions for files in self._games.values()):
            raise UnknownName("edition", only, sorted({e for files in self._games.values() for e in files.editions}))
        problems = list(self._problems)
        if problems:
            return problems
        causes: dict[tuple[str, str], _Box] = {}
        for game, files in self._games.items():
            for edition in files.editions if only is None else {only} & set(files.editions):
                for variant in (None, *files.variants):
                    box = (game, edition, (variant,) if variant else ())
                    problems += [p for p in self._validate(game, self._stack(*box))[1] if p not in problems]
                    causes.update({self._key(p): box for p in problems if self._key(p) not in causes})
        named_by_cause = [self._by_cause(problem, causes[self._key(problem)]) for problem in problems]
        return [*{str(problem): problem for problem in named_by_cause}.values()]

    @staticmethod
    def _key(problem: Problem) -> tuple[str, str]:
        return problem.code, problem.path

    def _by_cause(self, problem: Problem, box: "_Box") -> Problem:
        """Name the owner's value that brings a fault about in data of ours: the one without which it is gone."""
        if any(problem.file == layer.name for layer in self.layers if layer.own):
            return problem

        def gone(other: "Library") -> bool:
            data, left = other._validate(box[0], other._stack(*box))
            return data is not None and self._key(problem) not in map(self._key, left)

        found = self.cause(box[0], gone)
        return replace(problem, file=found[0].name, line=line_of(found[0].text, found[1])) if found else problem

    def cause(self, game: str, gone: Callable[["Library"], bool]) -> tuple[Layer, str] | None:
        """Return the first value of an overlay, or else table, without which something is gone, with its file."""
        files = self._files(game)
        own = [layer for layer in files.layers if layer.own]
        paths = [(layer, path) for layer in own for path, _ in walk(layer.tree) if not _HEADS & {path.split(".")[0]}]
        tables = [(layer, path.rpartition(".")[0]) for layer, path in paths if "." in path]
        for layer, path in {(layer.name, path): (layer, path) for layer, path in [*paths, *tables]}.values():
            if gone(self._without(layer, path)):
                return layer, path
        return None

    def _without(self, layer: Layer, path: str) -> "Library":
        """Return the same library without a value of one file."""
        other = copy(self)
        other._built, other._games = {}, deepcopy(self._games)
        *tables, last = path.split(".")
        for changed in other.layers:
            if changed.name == layer.name:
                reduce(lambda tree, table: tree[table], tables, changed.tree).pop(last, None)
        return other

    def must_agree(self, game: str, variants: Sequence[str]) -> None:
        """Raise `Exclusive` for several variants of one group. Old tables may have them, which remains valid."""
        heads = self._files(game).heads
        groups: dict[str, list[str]] = {}
        for variant in dict.fromkeys(variants):
            if variant in heads and heads[variant].group:
                groups.setdefault(str(heads[variant].group), []).append(variant)
        for together in groups.values():
            if len(together) > 1:
                raise Exclusive(together)

    def suits(self, game: str, variants: Sequence[str], players: int) -> bool:
        """Whether these variants allow this number of players."""
        heads = self._files(game).heads
        return all(players in heads[v].players for v in variants if v in heads and heads[v].players)

    def _files(self, game: str) -> _GameFiles:
        if game not in self._games:
            raise UnknownName("game", game, self.games)
        return self._games[game]

    def _in_force(self, game: str, variants: Sequence[str], players: int | None) -> tuple[str, ...]:
        """Return the variants asked for, those that the number of players brings, and the default of each group."""
        heads = self._files(game).heads
        fitting = [v for v in sorted(heads) if players is None or self.suits(game, (v,), players)]
        for variant in variants:
            if variant not in fitting:
                raise UnknownName("variant", variant, fitting, game)
        groups = {heads[v].group for v in variants} - {None}
        chosen = [
            v
            for v, head in sorted(heads.items())
            if v in variants
            or (players is not None and players in head.players)
            or (head.default and head.group not in groups)
        ]
        return tuple(chosen)

    def _stack(self, game: str, edition: str, variants: tuple[str, ...]) -> Stack:
        files = self._files(game)
        if edition not in files.editions:
            raise UnknownName("edition", edition, self.editions(game), game)
        layers = [*files.base, *files.editions[edition], *(layer for v in variants for layer in files.variants[v])]
        stack = Stack()
        for layer in sorted(layers, key=lambda overlay: overlay.own):
            stack.lay(Layer(layer.name, {k: v for k, v in layer.tree.items() if k != "variant"}, layer.text, layer.own))
        return stack

    def _validate(self, game: str, stack: Stack) -> tuple[GameRules | None, list[Problem]]:
        problems = list(stack.problems)
        package = game_module(game, "rules")
        model: type[GameRules] = package.MODEL
        data, invalid = validated(stack, model)
        if data is None:
            return None, problems + invalid
        own = [*self._heads(game, data), *package.findings(data)]
        return data, problems + cross_check(data, own, stack, self.texts)

    def _heads(self, game: str, data: GameRules) -> Iterator[Finding]:
        """Report what a box says of itself that does not exist."""
        if data.game.id != game:
            yield "game.id", "not_one_of", {"got": data.game.id, "valid": game}
        yield from named("game.default_edition", [data.game.default_edition], self.editions(game))
        yield from named("edition.text", [data.edition.text], [*self.texts, data.edition.id])

    def _build(self, game: str, edition: str, variants: tuple[str, ...], players: int | None) -> Rules:
        stack = self._stack(game, edition, variants)
        data, problems = self._validate(game, stack)
        if data is None or problems:
            raise BadData(problems)
        if players is not None and not data.players.minimum <= players <= data.players.maximum:
            raise BadPlayers(game, players, data.players.minimum, data.players.maximum)
        return Rules(game, edition, variants, players, data, stack.sources)


def library(overlays: tuple[Path, ...] = ()) -> Library:
    """Return our own library, or a new one with overlays."""
    return Library(overlays) if overlays else _shipped()


@cache
def _shipped() -> Library:
    return Library()


@overload
def load(
    game: Literal["caylus"], edition: str | None = None, variants: Sequence[str] = (), players: int | None = None
) -> "Rules[CaylusRules]": ...
@overload
def load(
    game: Literal["magna_carta"], edition: str | None = None, variants: Sequence[str] = (), players: int | None = None
) -> "Rules[MagnaCartaRules]": ...
@overload
def load(game: str, edition: str | None = None, variants: Sequence[str] = (), players: int | None = None) -> Rules: ...
def load(game: str, edition: str | None = None, variants: Sequence[str] = (), players: int | None = None) -> Rules:
    """Return our own rules of a game, without overlays.

    >>> load("caylus", "en").data.buildings["jeweller"].count
    1
    """
    return library().rules(game, edition, variants, players)
