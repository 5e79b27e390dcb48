"""The language of the person who is looking, times in it, and the box that a request is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.dates import format_datetime, format_timedelta
from flask import Response, current_app, g, request
from werkzeug.wrappers import Request

from companion.i18n.languages import FALLBACK, Language, choose, languages
from companion.i18n.translator import Translator
from companion.rules import Library, Rules

COOKIE = "language"
"""The cookie that holds the chosen language."""


@dataclass(frozen=True)
class Content:
    """The library with its overlays, shared by the whole app."""

    library: Library
    overlays: tuple[Path, ...] = ()

    @property
    def languages(self) -> dict[str, Language]:
        """All available languages, including those from overlays."""
        return languages(tuple(folder / "locales" for folder in self.overlays))

    def translator(self, code: str, rules: Rules | None = None) -> Translator:
        """Return a translator for a language, with the terms of a box if one is given."""
        return Translator(code, rules, overlays=self.overlays)


@dataclass(frozen=True)
class ShownBox:
    """The game, edition and variants that a request is about."""

    rules: Rules
    t: Translator
    query: dict[str, Any]
    """The query parameters to keep in links; everything else follows from the language."""

    @property
    def game(self) -> str:
        return self.rules.game


def content() -> Content:
    """Return the rules and words of the running app."""
    current: Content = current_app.extensions["content"]
    return current


def language_of(request: Request, codes: Sequence[str]) -> str:
    """Return the chosen language, or else the one the browser prefers."""
    chosen = choose(request.cookies.get(COOKIE, ""), list(codes))
    return chosen or accepted_language(request, codes)


def accepted_language(request: Request, codes: Sequence[str]) -> str:
    """Return the first available language in Accept-Language, or the fallback."""
    for tag, quality in request.accept_languages:
        match = choose(tag, list(codes)) if quality > 0 else None
        if match:
            return match
    return FALLBACK


def code() -> str:
    if "language" not in g:
        g.language = language_of(request, list(content().languages))
    language: str = g.language
    return language


def words() -> Translator:
    """Return the viewer's translator, not tied to any box."""
    if "words" not in g:
        g.words = content().translator(code())
    translator: Translator = g.words
    return translator


def box(game: str) -> ShownBox:
    """Return the box named in this request's query, or the one in the viewer's language. Raises `UnknownName`."""
    library = content().library
    args = {key: request.args.getlist(key) for key in ("edition", "variant")}
    edition = next(iter(args["edition"]), "") or None
    variants = tuple(dict.fromkeys(v for v in args["variant"] if v))
    rules = library.rules(game, edition or library.default_edition(game, code()), variants)
    query = {key: value for key, value in (("edition", edition), ("variant", list(variants))) if value}
    return ShownBox(rules, content().translator(code(), rules), query)


def own_box(game: str) -> ShownBox:
    """Return the default box of a game in the viewer's language, ignoring the request's query."""
    library = content().library
    rules = library.rules(game, library.default_edition(game, code()))
    return ShownBox(rules, content().translator(code(), rules), {})


def game_name(game: str) -> str:
    """Return the name of a game in the viewer's language."""
    return words().game(game)


def not_kept(response: Response) -> Response:
    """Keep shared caches from storing a page, since it depends on the viewer's language."""
    if response.mimetype == "text/html":
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers.add("Vary", "Cookie, Accept-Language")
    return response


def moment(t: Translator, at: str) -> str:
    """Format a moment in the server's time zone; the server is in the same room.

    >>> moment(Translator("de"), "2026-01-15T12:00:00.000+00:00").partition(",")[0]
    '15.01.26'
    """
    return str(format_datetime(datetime.fromisoformat(at).astimezone(), "short", locale=t.locale))


def is_recent(at: str, seconds: int) -> bool:
    """Return whether a moment is no longer ago than this."""
    return bool(at) and (datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds() <= seconds


def ago(t: Translator, at: str) -> str:
    """Return how long ago a moment was, in words.

    >>> ago(Translator("en"), "2020-01-01T00:00:00.000+00:00").endswith("years ago")
    True
    """
    passed = datetime.fromisoformat(at) - datetime.now(UTC)
    return str(format_timedelta(passed, add_direction=True, locale=t.locale))
