"""Draws faults: a line of a room at random, and one of the small changes that mutmut makes to it."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

_NEVER_RUN = (cst.Annotation, cst.Import, cst.ImportFrom)
"""What the program does the same without, or cannot do anything without."""


@dataclass(frozen=True)
class Mutant:
    """One fault: a file with one place changed."""

    file: Path
    line: int
    text: str
    """The whole file with the fault."""
    change: tuple[str, str]
    """The lines that differ, before and after."""

    def __str__(self) -> str:
        old, new = self.change
        return f"{self.file}:{self.line}\n    - {old}\n    + {new}"


@dataclass(frozen=True)
class _Change:
    node: cst.CSTNode
    replacement: cst.CSTNode


def draw(files: Iterable[Path], root: Path, count: int, seed: int) -> list[Mutant]:
    """Draw faults on so many different lines, each line as likely as any other that can be broken."""
    chance = random.Random(seed)
    modules: dict[Path, cst.Module] = {}
    lines: list[tuple[Path, int, list[_Change]]] = []
    for file in sorted(files):
        wrapper = MetadataWrapper(cst.parse_module((root / file).read_text(encoding="utf-8")))
        modules[file] = wrapper.module
        lines += [(file, line, changes) for line, changes in sorted(_changes(wrapper).items())]
    mutants = []
    for file, line, changes in chance.sample(lines, min(count, len(lines))):
        mutants.append(_mutant(modules[file], file, line, chance.choice(changes)))
    return mutants


def _mutant(module: cst.Module, file: Path, line: int, change: _Change) -> Mutant:
    broken = module.deep_replace(change.node, change.replacement)
    assert isinstance(broken, cst.Module)
    lines, others = module.code.splitlines(), broken.code.splitlines()
    place = next(number for number, pair in enumerate(zip(lines, others, strict=False)) if pair[0] != pair[1])
    return Mutant(file, line, broken.code, (lines[place].strip(), others[place].strip()))


def _changes(wrapper: MetadataWrapper) -> dict[int, list[_Change]]:
    """Return what can be broken on each line."""
    positions = wrapper.resolve(PositionProvider)
    changes: dict[int, list[_Change]] = defaultdict(list)
    for node in _run(wrapper.module):
        for kind, operator in mutation_operators:
            if isinstance(node, kind) and node in positions:
                others = list(operator(node))
                # Of a text only the first: others differ in capital letters alone.
                others = others[:1] if isinstance(node, cst.BaseString) else others
                changes[positions[node].start.line] += [_Change(node, other) for other in others]
    return {line: those for line, those in changes.items() if those}


def _run(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield a node and everything in it, except what never runs."""
    if isinstance(node, _NEVER_RUN) or _is_docstring(node):
        return
    yield node
    for child in node.children:
        yield from _run(child)


def _is_docstring(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString)
