"""Responses that the server gives without the app. Rendered at startup, because later no thread may be free."""

from http import HTTPStatus

from flask import Flask
from werkzeug.wrappers import Request

from companion.web.api.problems import PROBLEM, problem
from companion.web.errors import PROGRAMS, Failure, http_words
from companion.web.locale import Content, language_of

STATUSES = (
    HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    HTTPStatus.SERVICE_UNAVAILABLE,
)  # fmt: skip
"""The statuses of requests refused without the app."""


class Brief:
    """Pages for people and problem documents for programs, for each refusal in each language."""

    def __init__(self, app: Flask) -> None:
        content: Content = app.extensions["content"]
        self._languages = list(content.languages)
        page = app.jinja_env.get_template("brief.html")
        self._made: dict[tuple[HTTPStatus, str], tuple[bytes, bytes]] = {}
        for language in self._languages:
            t = content.translator(language)
            for status in STATUSES:
                code, text = http_words(t, status)
                drawn = page.render(language=language, said=text, home=t.say("web.home.link"))
                self._made[status, language] = drawn.encode(), problem(Failure(status, code, text)).data

    def answer(self, request: Request, status: HTTPStatus) -> tuple[str, bytes]:
        """Return the content type and the body."""
        page, document = self._made[status, language_of(request, self._languages)]
        return (PROBLEM, document) if request.path.startswith(PROGRAMS) else ("text/html; charset=utf-8", page)
