"""Who is looking: the language they read, and the box they ask about."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Response, current_app, g, request
from werkzeug.wrappers import Request

from companion.i18n.languages import FALLBACK, Language, choose, languages
from companion.i18n.pseudo import PSEUDO
from companion.i18n.translator import Translator
from companion.rules import Library, Rules

COOKIE = "language"
"""Holds the language somebody has chosen."""


@dataclass(frozen=True)
class Shelf:
    """What the whole app reads from: the library and its overlays."""

    library: Library
    overlays: tuple[Path, ...] = ()

    @property
    def languages(self) -> dict[str, Language]:
        """Every language there is, an owner's own too."""
        return languages(tuple(folder / "locales" for folder in self.overlays))

    def translator(self, code: str, rules: Rules | None = None) -> Translator:
        """The words of a viewer, for one box or for none."""
        return Translator(code, rules, overlays=self.overlays)


@dataclass(frozen=True)
class ShownBox:
    """The game, edition and variants that an address asks about."""

    rules: Rules
    t: Translator
    query: dict[str, Any]
    """What was asked for and goes along in every link; the rest follows from the language."""

    @property
    def game(self) -> str:
        return self.rules.game


def shelf() -> Shelf:
    """The shelf of the running app."""
    found: Shelf = current_app.extensions["shelf"]
    return found


def language_of(request: Request, known: Sequence[str]) -> str:
    """The language somebody chose, or else the first of their browser's that we have, or the fallback."""
    chosen = choose(request.cookies.get(COOKIE, ""), list(known))
    return chosen or accepted_language(request, known)


def accepted_language(request: Request, known: Sequence[str]) -> str:
    """The first language of a browser's or a program's that we have, or the fallback."""
    for tag, quality in request.accept_languages:
        found = choose(tag, list(known)) if quality > 0 else None
        if found:
            return found
    return FALLBACK


def code() -> str:
    if "language" not in g:
        stretched = current_app.testing and request.cookies.get(COOKIE) == PSEUDO
        g.language = PSEUDO if stretched else language_of(request, list(shelf().languages))
    found: str = g.language
    return found


def words() -> Translator:
    """The viewer's words that belong to no game."""
    if "words" not in g:
        g.words = shelf().translator(code())
    found: Translator = g.words
    return found


def box(game: str) -> ShownBox:
    """The box of this request's address, or the one in the viewer's language. Raises `UnknownName`."""
    library = shelf().library
    asked = {key: request.args.getlist(key) for key in ("edition", "variant")}
    edition = next(iter(asked["edition"]), "") or None
    variants = tuple(dict.fromkeys(v for v in asked["variant"] if v))
    rules = library.rules(game, edition or library.default_edition(game, code()), variants)
    query = {key: value for key, value in (("edition", edition), ("variant", list(variants))) if value}
    return ShownBox(rules, shelf().translator(code(), rules), query)


def own_box(game: str) -> ShownBox:
    """A game in the box of the viewer's language, whatever the address says."""
    library = shelf().library
    rules = library.rules(game, library.default_edition(game, code()))
    return ShownBox(rules, shelf().translator(code(), rules), {})


def game_name(game: str) -> str:
    """What a game is called on the viewer's own box."""
    return own_box(game).t.name(f"game.{game}")


def not_kept(response: Response) -> Response:
    """A page depends on the viewer's language, so nobody keeps it for somebody else."""
    if response.mimetype == "text/html":
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers.add("Vary", "Cookie, Accept-Language")
    return response
