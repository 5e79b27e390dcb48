"""The operations of the API: functions, registered together with what they take and return.

Route, validation and description (`document`) all come from the same `Operation`, so the description is always correct.
Requests are validated by a model before the function is called; it returns a model, or None for a response without a
body.
"""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any

from flask import Blueprint, Response, g, request
from pydantic import BaseModel, TypeAdapter
from werkzeug.exceptions import Unauthorized, UnsupportedMediaType

from companion.engine.notation import Word
from companion.web.locale import accepted_language, shelf
from companion.web.viewer import Viewer, viewer

pages = Blueprint("api", __name__, url_prefix="/api/v1")

JSON = "application/json"

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
"""The format of our tokens: 128 bits."""

Function = Callable[..., Any]


@dataclass(frozen=True)
class Operation:
    """One operation of the API."""

    name: str
    method: str
    path: str
    summary: str
    answers: dict[int, type[BaseModel] | None]
    """The models of successful responses, by status."""
    refusals: tuple[int, ...]
    body: Any = None
    query: type[BaseModel] | None = None
    media: str = JSON


OPERATIONS: dict[str, Operation] = {}
"""All operations by name."""


def operation(
    method: str,
    path: str,
    answers: dict[int, type[BaseModel] | None],
    *,
    refusals: tuple[int, ...] = (),
    body: Any = None,
    query: type[BaseModel] | None = None,
    media: str = JSON,
) -> Callable[[Function], Function]:
    """Register a function. It gets the path parameters (a viewer `seen` for a table's `code`), `sent` and `asked`."""
    reader: TypeAdapter[Any] | None = TypeAdapter(body) if body is not None else None

    def register(function: Function) -> Function:
        name = function.__name__
        summary = (function.__doc__ or "").strip().splitlines()[0].rstrip(".")
        given = Operation(name, method, path, summary, answers, _all(path, body, query, refusals), body, query, media)
        OPERATIONS[name] = given

        @wraps(function)
        def view(**parts: str) -> Response:
            arguments: dict[str, Any] = dict(parts)
            if reader:
                body = sent()
                _each_once(body)
                arguments["sent"] = reader.validate_json(body)
            if query:
                arguments["asked"] = query.model_validate(_asked(query))
            if "seen" in function.__annotations__:
                arguments["seen"] = caller(arguments.pop("code"))
            return _answer(function(**arguments), next(iter(answers)))

        rule = re.sub(r"\{(\w+)\}", r"<\1>", path)
        pages.add_url_rule(rule, endpoint=name, view_func=view, methods=[method], merge_slashes=False)
        return function

    return register


def _all(path: str, body: Any, query: Any, more: tuple[int, ...]) -> tuple[int, ...]:
    """Return the statuses of all possible refusals."""
    found = {400, 401, *more}
    if "{" in path:
        found.add(404)
    if "{code}" in path:
        found |= {409, 410, 429, 503}
    if body is not None:
        found |= {413, 415, 422}
    if query is not None:
        found.add(422)
    return tuple(sorted(found))


def _answer(found: Any, status: int) -> Response:
    if isinstance(found, Response):
        return found
    if isinstance(found, tuple):
        found, status = found
    if found is None:
        return Response(status=204)
    return Response(found.model_dump_json(fallback=str), status, mimetype=JSON)


# the sender, and the request


def bearer() -> str:
    """Return this request's token, or an empty string. Cookies are ignored, so no other site can act for anybody."""
    header = request.headers.get("Authorization", "")
    if not header:
        return ""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not _TOKEN.fullmatch(token.strip()):
        raise Unauthorized(www_authenticate=None)
    return token.strip()


def caller(code: str) -> Viewer:
    """Return the viewer of a table for this request's token."""
    return viewer(code, bearer())


def sent() -> bytes:
    """Return the body, which must be declared as JSON, because a form on another site cannot do that."""
    if request.mimetype != JSON:
        raise UnsupportedMediaType
    return request.get_data(cache=False)


def _each_once(body: bytes) -> None:
    """Refuse duplicate names in JSON, since nobody can tell which one was meant."""
    # Invalid or too deeply nested JSON is refused when it is validated.
    with suppress(ValueError, RecursionError):
        json.loads(body, object_pairs_hook=_pairs)


def _pairs(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise Word(name, 1, 1).fault("twice")
        seen.add(name)


def _asked(query: type[BaseModel]) -> dict[str, Any]:
    """Return the query parameters in the format of their model, with lists where it has them."""
    lists = {name for name, it in query.model_fields.items() if str(it.annotation).startswith("tuple")}
    return {name: tuple(given) if name in lists else given[-1] for name, given in request.args.lists()}


@pages.before_request
def speak() -> None:
    """Use the language in Accept-Language; cookies are ignored here too."""
    g.language = accepted_language(request, list(shelf().languages))
    bearer()


@pages.after_request
def not_kept(response: Response) -> Response:
    """Prevent caching, since a response depends on token and language."""
    response.headers["Cache-Control"] = "no-store"
    response.vary.update(("Accept-Language", "Authorization"))
    return response
