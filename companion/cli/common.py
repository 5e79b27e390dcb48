"""Options, settings and error messages shared by the commands."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from companion.i18n.language_files import LanguageFile, read_as
from companion.i18n.languages import choose, languages, terminal_language
from companion.i18n.rule_faults import bad_players, problem_line, unknown_name
from companion.i18n.translator import MissingWords, Translator
from companion.rules import BadData, BadPlayers, Library, Rules, UnknownName, library

if TYPE_CHECKING:
    from companion.table.database import Unusable

BAD_INPUT = 2
FAULTY_DATA = 1

Command = Callable[..., Any]

PLACE = click.Path(path_type=Path, readable=False)
"""A file or folder, which says for itself why it cannot be read."""

_OPTIONS = {
    "edition": click.option("--edition", metavar="ID", help="Edition; default: the one in your language."),
    "variants": click.option("--variant", "variants", multiple=True, metavar="ID", help="Variant; can be repeated."),
    "lang": click.option("--lang", metavar="CODE", help="Output language; default: the terminal's."),
    "overlays": click.option(
        "--overlay", "overlays", multiple=True, metavar="DIR", type=click.Path(path_type=Path),
        help="Folder with your own data; can be repeated.",
    ),
    "as_json": click.option("--json", "as_json", is_flag=True, help="Print JSON."),
}  # fmt: skip


@dataclass(frozen=True)
class BoxOptions:
    """The language, box and output format requested by a command's options."""

    lang: str | None = None
    overlays: tuple[Path, ...] = ()
    edition: str | None = None
    variants: tuple[str, ...] = ()
    as_json: bool = False

    @cached_property
    def code(self) -> str:
        """The requested language, or the terminal's. Raises `UnknownName`, or `BadData` if its file is broken."""
        if self.lang is None:
            return terminal_language()
        codes = self._languages()
        code = choose(self.lang, codes)
        if code is None:
            files = [folder / "locales" / self.lang / "language.toml" for folder in self.overlays]
            if problems := [p for file in files if file.exists() for p in read_as(file, LanguageFile)[1]]:
                raise BadData(problems)
            raise UnknownName("language", self.lang, codes)
        return code

    @cached_property
    def library(self) -> Library:
        """The library, including the requested overlays."""
        return library(self.overlays)

    def box(self, game: str) -> Rules:
        """Return the requested box, or the default one in the output language."""
        return self.library.rules(game, self.edition or self.library.default_edition(game, self.code), self.variants)

    def t(self, rules: Rules | None = None) -> Translator:
        """Return a translator for the output, with the terms of a box if one is given."""
        return Translator(self.code, rules, overlays=self.overlays)

    def answer(self, data: Any, text: Callable[[], str]) -> None:
        """Print data as JSON if requested, or else text."""
        click.echo(json.dumps(data, ensure_ascii=False, indent=2) if self.as_json else text())

    @contextmanager
    def spoken_errors(self) -> Iterator[None]:
        """Print errors in the person's language; exit with 2 for bad input, 1 for faulty data."""
        try:
            yield
        except (UnknownName, BadPlayers, BadData, MissingWords) as error:
            t = Translator(choose(self.lang or "", self._languages()) or terminal_language(), overlays=self.overlays)
            if isinstance(error, UnknownName):
                stop(unknown_name(t, error))
            if isinstance(error, BadPlayers):
                stop(bad_players(t, error))
            if isinstance(error, MissingWords):
                stop(t.say("error.missing_words", file=error.file, facet=error.facet, id=error.id), FAULTY_DATA)
            lines = [*(problem_line(t, problem) for problem in error.problems), t.count("fault", len(error.problems))]
            stop("\n".join(lines), FAULTY_DATA)

    def _languages(self) -> list[str]:
        return list(languages(tuple(folder / "locales" for folder in self.overlays)))


def with_options(*names: str) -> Callable[[Command], Command]:
    """Add these options to a command, which receives them as `options`, and print its errors in words."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(**given: Any) -> None:
            options = BoxOptions(**{name: given.pop(name) for name in names})
            with options.spoken_errors():
                command(options=options, **given)

        decorated: Command = run
        for name in reversed(names):
            decorated = _OPTIONS[name](decorated)
        return decorated

    return decorate


box_options = with_options("edition", "variants", "lang", "overlays", "as_json")
"""Options for commands about one box."""

answer_options = with_options("lang", "overlays", "as_json")
"""Options for commands about no box, or that name their boxes themselves."""


def database_words(t: Translator, error: "Unusable") -> str:
    """Return why a database cannot be opened and what to do, with what its driver said if that is not clear enough."""
    text = t.say(f"database.{error.code}", where=error.where, user=error.why)
    return f"{text} ({error.why})" if error.code in UNCLEAR and error.why else text


UNCLEAR = ("unreachable", "refused", "password", "unknown", "no_right")
"""Where the driver knows more than our sentence says."""


def stop(message: str, code: int = BAD_INPUT) -> NoReturn:
    """Print an error and exit."""
    click.echo(message, err=True)
    sys.exit(code)
