"""Responses that the server gives without the app. Rendered at startup, because later no thread may be free."""

from http import HTTPStatus

from flask import Flask
from werkzeug.wrappers import Request

from companion.web.api.problems import PROBLEM, problem
from companion.web.errors import PROGRAMS, Failure, http_words
from companion.web.locale import Shelf, language_of

STATUSES = (
    HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    HTTPStatus.SERVICE_UNAVAILABLE,
)  # fmt: skip
"""The statuses of requests refused without the app."""


class Brief:
    """Pages for people and problem documents for programs, for each refusal in each language."""

    def __init__(self, app: Flask) -> None:
        shelf: Shelf = app.extensions["shelf"]
        self._languages = list(shelf.languages)
        page = app.jinja_env.get_template("brief.html")
        self._made: dict[tuple[HTTPStatus, str], tuple[bytes, bytes]] = {}
        for language in self._languages:
            t = shelf.translator(language)
            for status in STATUSES:
                code, said = http_words(t, status)
                drawn = page.render(language=language, said=said, home=t.say("web.home.link"))
                self._made[status, language] = drawn.encode(), problem(Failure(status, code, said)).data

    def answer(self, asked: Request, status: HTTPStatus) -> tuple[str, bytes]:
        """Return the content type and the body."""
        page, document = self._made[status, language_of(asked, self._languages)]
        return (PROBLEM, document) if asked.path.startswith(PROGRAMS) else ("text/html; charset=utf-8", page)
