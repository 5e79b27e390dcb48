"""What the commands share: the viewer's language, and errors said in it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from companion.i18n.languages import choose, languages, terminal_language
from companion.i18n.speak import bad_players, problem_line, unknown_name
from companion.i18n.translator import Translator
from companion.rules import BadData, BadPlayers, Library, UnknownName, library

BAD_INPUT = 2
FAULTY_DATA = 1

Command = Callable[..., Any]


def lang_option(command: Command) -> Command:
    """`--lang`, the language of the answer."""
    return click.option("--lang", metavar="CODE", help="Language of the answer; default: the terminal's.")(command)


def edition_option(command: Command) -> Command:
    """`--edition`, the printed box."""
    return click.option("--edition", metavar="ID", help="The printed box; default: the one in the language.")(command)


def variant_option(command: Command) -> Command:
    """`--variant`, any number of them."""
    return click.option("--variant", "variants", multiple=True, metavar="ID", help="A variant; repeatable.")(command)


def overlay_option(command: Command) -> Command:
    """`--overlay`, folders with an owner's own data."""
    return click.option(
        "--overlay",
        "overlays",
        multiple=True,
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="A folder with your own data.",
    )(command)


def json_option(command: Command) -> Command:
    """`--json`, for programs."""
    return click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")(command)


def language_code(asked: str | None, overlays: tuple[Path, ...] = ()) -> str:
    """The language asked for, or the terminal's. Raises `UnknownName`."""
    if asked is None:
        return terminal_language()
    known = list(languages(tuple(folder / "locales" for folder in overlays)))
    found = choose(asked, known)
    if found is None:
        raise UnknownName("language", asked, known)
    return found


@contextmanager
def spoken_errors(lang: str | None, overlays: tuple[Path, ...] = ()) -> Iterator[None]:
    """Say what was wrong in the person's language; exit 2 for a bad request, 1 for bad data."""
    try:
        yield
    except (UnknownName, BadPlayers, BadData) as error:
        known = list(languages(tuple(folder / "locales" for folder in overlays)))
        t = Translator(choose(lang or "", known) or terminal_language(), overlays=overlays)
        if isinstance(error, BadData):
            for problem in error.problems:
                click.echo(problem_line(t, problem), err=True)
            click.echo(t.count("fault", len(error.problems)), err=True)
            sys.exit(FAULTY_DATA)
        if isinstance(error, UnknownName):
            click.echo(unknown_name(t, error), err=True)
        else:
            click.echo(bad_players(t, error), err=True)
        sys.exit(BAD_INPUT)


def open_library(overlays: tuple[Path, ...]) -> Library:
    """The shipped library, or one with overlays."""
    return Library(overlays) if overlays else library()
