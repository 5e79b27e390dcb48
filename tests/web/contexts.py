"""What screens give their templates, as they say it: `python -m tests.web.contexts` writes it into docs/web.md."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args, get_type_hints

from jinja2 import Environment, meta, nodes

from companion.web.screens import SCREENS

FILE = Path(__file__).parents[2] / "docs" / "web.md"
HEADING = "## What screens give\n"


def given(screen: str) -> tuple[type[Any], ...]:
    """Return what the function of a screen returns."""
    kind = get_type_hints(SCREENS[screen])["return"]
    return get_args(kind) or (kind,)


def family(kind: type[Any]) -> list[type[Any]]:
    """Return a dataclass and those that it extends, itself last."""
    return [one for one in reversed(kind.__mro__) if is_dataclass(one)]


def fields(kind: type[Any]) -> dict[str, tuple[str, str]]:
    """Return the type and the help of each field that a dataclass itself has."""
    (written,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(written, ast.ClassDef)
    found = {}
    for field, text in pairwise([*written.body, ast.Pass()]):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                found[name] = (ast.unparse(field.annotation), inspect.cleandoc(words))
            case ast.AnnAssign(target=ast.Name(id=name)), _:
                found[name] = (ast.unparse(field.annotation), "")
    return found


def needed(env: Environment, template: str) -> set[str]:
    """Return the names that a template takes from its context, with all that it includes, or imports with context."""
    assert env.loader
    tree = env.parse(env.loader.get_source(env, template)[0])
    taken: list[nodes.Expr] = [node.template for node in tree.find_all(nodes.Include)]
    taken += [node.template for node in tree.find_all(nodes.FromImport) if node.with_context]
    others = [template.value for template in taken if isinstance(template, nodes.Const)]
    return (meta.find_undeclared_variables(tree) - set(_own(tree))).union(*(needed(env, other) for other in others))


def _own(tree: nodes.Template) -> Iterator[str]:
    """Yield what a template defines or imports for its blocks."""
    yield from (macro.name for macro in tree.find_all(nodes.Macro))
    for node in tree.find_all(nodes.FromImport):
        yield from (name if isinstance(name, str) else name[1] for name in node.names)
    targets = [node.target for node in tree.find_all(nodes.Assign)]
    targets += [node.target for node in tree.find_all(nodes.AssignBlock)]
    yield from (name.name for name in nodes.List(targets).find_all(nodes.Name))


def described() -> str:
    """Return the section of docs/web.md."""
    return HEADING + "\n" + "\n".join(_tables())


def _tables() -> Iterator[str]:
    yield "Written by `python -m tests.web.contexts`. What extends another has its fields too.\n"
    kinds = {one: None for name in SCREENS for kind in given(name) for one in family(kind)}
    for kind in kinds:
        screens = [f"`{name}`" for name in SCREENS if kind in given(name)]
        bases = [base.__name__ for base in kind.__bases__ if is_dataclass(base)]
        about = ", ".join([*screens, *(f"extends `{base}`" for base in bases)])
        yield f"**{kind.__name__}**{f' ({about})' if about else ''}: {inspect.getdoc(kind)}\n"
        yield "| field | type | what it is |\n|---|---|---|"
        for name, (hint, words) in fields(kind).items():
            yield f"| `{name}` | `{hint.replace(' | ', ' or ')}` | {' '.join(words.split())} |"
        yield ""


if __name__ == "__main__":
    FILE.write_text(FILE.read_text(encoding="utf-8").partition(HEADING)[0] + described(), encoding="utf-8")
