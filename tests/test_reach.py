"""Whatever is in the product is on some user's path: from the command, from a page, or from what the documents import.

Nothing is run. Imports are read from the code, those inside functions included, and so are modules that are only named:
by a string, as the room that a game may bring, or as the contents of a printed product.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import grimp

from companion.printing.product import product_file, products
from companion.register import games
from companion.web.screens import SCREENS

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

RUN_BY_PLACE = {"companion.__main__", "companion.table.migrations.env"}
"""What Python and Alembic look for in a folder."""

IMPORT = re.compile(r"from (companion[\w.]*) import")

FRAMES = ("page", "fragment", "bare_page", "bare_fragment")
"""What screens are put into."""


# modules


@cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("companion")


def file_of(module: str) -> Path:
    path = ROOT / module.replace(".", "/")
    return path / "__init__.py" if (path / "__init__.py").is_file() else path.with_suffix(".py")


def brought(room: str) -> set[str]:
    """The modules that games may bring to a room."""
    return {f"companion.games.{game}.{room}" for game in games()}


def named(module: str) -> Iterator[str]:
    """What may be modules that this one names without importing them."""
    text = file_of(module).read_text("utf-8")
    yield from re.findall(r'"(companion[\w.]*)[":]', text)
    for room in re.findall(r'\b(?:game_module|brings)\([\w.]+, "([\w.]+)"', text):
        yield from brought(room)


def neighbors(module: str) -> set[str]:
    """What follows from a module: its package, what it imports, what it names."""
    return {module.rpartition(".")[0], *imports().find_modules_directly_imported_by(module), *named(module)}


def entrances() -> set[str]:
    """The modules at which programs begin."""
    groups = (PROJECT["project"]["scripts"], *PROJECT["project"].get("entry-points", {}).values())
    workers = (file.read_text("utf-8") for file in (ROOT / "companion").rglob("*.mjs"))
    in_browsers = {name for text in workers for name in IMPORT.findall(text)}
    return RUN_BY_PLACE | in_browsers | {place.partition(":")[0] for group in groups for place in group.values()}


def printed() -> set[str]:
    """The modules that products take their contents from."""
    names = {product_file(product)["content"].partition(".")[0] for product in products()}
    return {module for name in names for module in (f"companion.printing.contents.{name}", *brought(f"paper.{name}"))}


def documented() -> set[str]:
    """The modules that the documents import."""
    pages = (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    return {name for page in pages for name in IMPORT.findall(page.read_text("utf-8"))}


def test_every_module_is_on_a_users_path() -> None:
    modules, reached = imports().modules, set[str]()
    ahead = (entrances() | printed() | documented()) & modules
    while ahead:
        reached |= ahead
        ahead = {other for module in ahead for other in neighbors(module)} & modules - reached
    left_out = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]
    assert {file_of(module).relative_to(ROOT).as_posix() for module in modules - reached} == set(left_out)


# templates


def test_every_template_style_script_and_layout_is_named_by_another_file() -> None:
    kinds = (".py", ".html", ".css", ".js", ".toml", ".webmanifest")
    files = [file for room in ("companion", "templates") for file in (ROOT / room).rglob("*.*") if file.suffix in kinds]
    texts = {file: file.read_text("utf-8") for file in files}
    web, sheets = ROOT / "templates" / "web", ROOT / "templates" / "sheets"
    names = {file: file.name for file in web.glob("static/**/*.*") if file.suffix != ".LICENSE"}
    names |= {file: file.relative_to(web).as_posix() for file in web.rglob("*.html")}
    names |= {file: f'"{file.stem}"' for room in ("faces", "flows") for file in sheets.glob(f"{room}/*.toml")}
    named = {name for file, name in names.items() if any(name in texts[other] for other in files if other != file)}
    screens = {f"table/{name}.html" for name in (*SCREENS, *FRAMES)}
    assert set(names.values()) - named - screens == set()


# punctuation

IN_TEMPLATES = re.compile(r"""\}\}(?:</\w+>)?[,:;]\s|join\("[,:;] "\)|~ "[,:;] |%\}[,:;] |>[,:;] (?![^<]*;")""")
HELP = ("lazy", "print")
"""Their help is in English, as every other help is."""

IN_COMMANDS = re.compile(r"""["'][,:;] ["']\.join|\bt\.[^"\n]*\}[:;,] \{""")


def test_the_language_puts_the_signs_between_words() -> None:
    """A colon has a space before it in French, and a comma is another sign elsewhere: see `Translator.labelled`."""
    pages = dict.fromkeys((ROOT / "templates" / "web").rglob("*.html"), IN_TEMPLATES)
    commands = {file: IN_COMMANDS for file in (ROOT / "companion" / "cli").glob("*.py") if file.stem not in HELP}
    wired = [
        (file.name, found[0])
        for file, sign in (pages | commands).items()
        for found in sign.finditer(file.read_text("utf-8"))
    ]
    assert wired == []
