"""Checks that the documentation is true: links, files, commands, options, modules, pictures, output of commands."""

import importlib.util
import re
import shlex
from collections.abc import Iterator
from doctest import ELLIPSIS, OutputChecker
from itertools import product
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.pictures import ALTOGETHER, FOLDER, LARGEST, PICTURES
from tests.words import plain
from tools.minds.commands import main as minds

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
PLACE = re.compile(r"(?:companion|docs|locales|rules_data|templates|tests|tools)/[\w./*-]*")

ROOMS = {
    "web": ["web"],
    "table": ["table"],
    "engine": ["engine", "games"],
    "printing": ["printing"],
}
"""The documents with tables of modules, and the packages that these are in."""

DESCRIBED = {"hosting": "serve", "printing": "print"}
"""The documents that describe all options of a command."""

EVERYWHERE = {"--help", "--lang", "--overlay"}
"""Options that need not be repeated in every document."""

PROGRAMS = {"companion ": main, "python -m tools.minds ": minds}
"""The programs whose commands and options are compared with what is written."""

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


# reading


def prose(page: Path) -> str:
    """Return a document without its examples."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def sessions(page: Path) -> Iterator[tuple[str, str]]:
    """Yield each command typed in a terminal, with the output shown."""
    for language, block in FENCE.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            for one in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                typed, _, answer = one.partition("\n")
                yield typed.partition("  #")[0].strip(), answer


def said(page: Path) -> list[str]:
    """Return everything that a document shows as code: commands, names, paths."""
    return [typed for typed, _ in sessions(page)] + INLINE.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """Return the anchors of a document's headings."""
    headings = HEADING.findall(prose(page))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def commands(group: click.Group) -> Iterator[click.Command]:
    """Yield every command."""
    context = click.Context(group, **main.context_settings)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield command
        if isinstance(command, click.Group):
            yield from commands(command)


def options(command: click.Command) -> set[str]:
    """Return a command's options."""
    context = click.Context(command, **main.context_settings)
    return {name for it in command.get_params(context) if isinstance(it, click.Option) for name in it.opts}


def command_of(words: list[str], program: click.Group = main) -> tuple[click.Command, list[str]]:
    """Return the command that is meant, and its arguments."""
    command: click.Command = program
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(click.Context(command, **main.context_settings), words[0])
        assert found is not None, f"there is no `{words[0]}` in `{command.name}`"
        command, words = found, words[1:]
    return command, words


# links


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_document_can_be_reached_from_the_readme() -> None:
    found, new = set(), {README}
    while new:
        page = new.pop()
        found.add(page)
        links = [(page.parent / link.partition("#")[0]).resolve() for link in LINK.findall(prose(page))]
        new |= {link for link in links if link.suffix == ".md"} - found
    assert set(PAGES) <= found, sorted(page.name for page in set(PAGES) - found)


@every_page
def test_places_in_this_repository_exist(page: Path) -> None:
    for text in INLINE.findall(prose(page)):
        if PLACE.fullmatch(text):
            pattern = re.sub(r"\b[A-Z]+\b", "*", text)  # NAME stands for any
            assert list(ROOT.glob(pattern)), text
        elif re.fullmatch(r"test_\w+\.py", text):
            assert list((ROOT / "tests").rglob(text)), text


# commands


@every_page
def test_commands_take_what_is_written(page: Path) -> None:
    for text, (start, program) in product(said(page), PROGRAMS.items()):
        if text.startswith(start):
            command, given = command_of(shlex.split(text.removeprefix(start)), program)
            wanted = {word.partition("=")[0] for word in given if word.startswith("--")}
            assert wanted <= options(command) | {"--help"}, text


@every_page
def test_programs_and_make_targets_are_there(page: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for text in said(page):
        words = text.split()
        if words[0] == "make" and len(words) > 1:
            assert words[1] in targets, text
        if text.startswith("python -m tests"):
            found = importlib.util.find_spec(words[2])
            assert found is not None, text
            assert found.origin, text
            source = Path(found.origin).read_text(encoding="utf-8")
            assert all(word in source for word in words[3:] if word.startswith("--")), text


@every_page
def test_options_are_options_of_something(page: Path) -> None:
    programs = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("*.py"))
    known = {option for program in PROGRAMS.values() for command in commands(program) for option in options(command)}
    known |= {"--help"}
    known |= set(re.findall(r'add(?:_argument|option)\("(--[a-z-]+)"', programs))
    named = {text.partition(" ")[0] for text in INLINE.findall(prose(page)) if text.startswith("--")}
    assert named <= known, named - known


@pytest.mark.parametrize(("page", "name"), DESCRIBED.items())
def test_every_option_is_described(page: str, name: str) -> None:
    command, _ = command_of([name])
    named = re.findall(r"--[a-z-]+", (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"))
    assert {option for option in options(command) if option.startswith("--")} - EVERYWHERE <= set(named)


SHOWN = [(typed, answer) for page in PAGES for typed, answer in sessions(page) if answer.strip()]


@pytest.mark.parametrize(("typed", "answer"), [one for one in SHOWN if one[0].startswith("companion ")])
def test_a_command_answers_what_is_shown(typed: str, answer: str) -> None:
    got = CliRunner().invoke(main, shlex.split(typed)[1:])
    assert got.exit_code == 0, got.output
    wanted = re.sub(r"^ *…$", "...", answer.rstrip(), flags=re.MULTILINE)
    assert OutputChecker().check_output(wanted + "\n", plain(got.stdout).rstrip() + "\n", ELLIPSIS), got.stdout


# modules


def modules_named(page: Path) -> set[str]:
    """Return the modules in the tables of a document, as written there."""
    tables = re.findall(r"^\|.*\bmodules? \|.*\n\|[-|]+\n((?:\|.*\n)+)", prose(page), re.MULTILINE)
    cells = [row.rpartition("|")[0].rpartition("|")[0] for table in tables for row in table.splitlines()]
    return {name.removeprefix("…/") for cell in cells for name in INLINE.findall(cell)}


@pytest.mark.parametrize("name", ROOMS)
def test_modules_are_where_a_document_says(name: str) -> None:
    rooms, named = [ROOT / "companion" / it for it in ROOMS[name]], modules_named(ROOT / "docs" / f"{name}.md")
    assert len(named) > 10
    there = {it for it in named for room in rooms if (room / it).is_dir() or list(room.rglob(f"{it}.py"))}
    assert set(named) - there == set()


def test_every_module_of_the_web_app_has_its_line() -> None:
    room = ROOT / "companion" / "web"
    there = {file.stem for file in room.rglob("*.py") if file.stem != "__init__" and file.parent.name != "api"}
    assert there - modules_named(ROOT / "docs" / "web.md") == set()


# pictures


def test_pictures_are_shown_described_and_can_be_made_anew() -> None:
    linked = {Path(link).stem for page in PAGES for link in LINK.findall(prose(page)) if link.endswith(".png")}
    assert {file.stem for file in FOLDER.iterdir()} == set(PICTURES) == linked
    described = [text for page in PAGES for text, _ in PICTURE.findall(prose(page))]
    assert described
    assert all(described)


def test_pictures_are_small() -> None:
    sizes = [file.stat().st_size for file in FOLDER.iterdir()]
    assert max(sizes) < LARGEST
    assert sum(sizes) < ALTOGETHER
