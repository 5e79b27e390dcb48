"""Everything specific to a game is in its package: no other code names a game, or asks which one it is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import paths
from companion.register import brings, game_module, games

CODE = Path(paths.__file__).parent
NAMES = re.compile(r"(?i)caylus_?rules|magna_?carta")


def test_no_room_asks_which_game_it_is() -> None:
    found = [f"{file.relative_to(CODE)}:{line}" for file in rooms() for line in questions(ast.parse(file.read_text()))]
    assert found == []


def test_no_template_asks_which_game_it_is() -> None:
    asks = re.compile("|".join(f"[\"']{game}[\"']" for game in games()))
    pages = [page for page in (paths.templates() / "web").rglob("*.html") if asks.search(page.read_text())]
    assert pages == []


def rooms() -> list[Path]:
    """Return the modules outside the games' packages, without the register and the API's examples."""
    left_out = ("games", "register.py", "examples.py", "_data")
    return [file for file in sorted(CODE.rglob("*.py")) if not {*file.relative_to(CODE).parts} & {*left_out}]


def run(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what is run: not what only type checkers read."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.FunctionDef(decorator_list=[ast.Name(id="overload")]):
                continue
        yield node
        yield from run(node)


def questions(tree: ast.AST) -> Iterator[int]:
    """Yield the lines where code names a game's id, model or package; words for people do not count."""
    for node in run(tree):
        match node:
            case ast.Constant(value=str(text)) if text in games():
                yield node.lineno
            case ast.Name(id=name) if NAMES.search(name):
                yield node.lineno
            case ast.ImportFrom(module=str(module)) if module.startswith("companion.games"):
                yield node.lineno


def test_a_room_that_no_package_has_brings_nothing() -> None:
    assert not brings("caylus", "cellar")
    assert not brings("caylus", "cellar.wine")
    with pytest.raises(ModuleNotFoundError, match=r"'companion\.games\.caylus\.cellar'"):
        game_module("caylus", "cellar")


def test_where_a_game_brings_nothing_another_module_serves() -> None:
    assert game_module("magna_carta", "paper.road", "companion.paths") is paths
    assert game_module("caylus", "paper.road", "companion.paths") is not paths
