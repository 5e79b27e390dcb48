"""The operations of the API: functions, registered together with what they take and return.

One declaration, the function with its typed models, yields route, validation and description (`document`). A request is
validated by pydantic from the bytes as they came, before the function is called.
"""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from types import NoneType
from typing import Any, get_args, get_type_hints

from flask import Blueprint, Response, g, request
from pydantic import BaseModel
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized, UnsupportedMediaType

from companion.engine.notation import Word
from companion.web.locale import accepted_language, content
from companion.web.viewer import Viewer, viewer_of

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
    body: type[BaseModel] | None
    query: type[BaseModel] | None
    answer: type[BaseModel] | None
    statuses: tuple[int, ...]
    """The statuses of successful responses; the first is the usual one."""
    refusals: tuple[int, ...]
    media: str
    tag: str


OPERATIONS: dict[str, Operation] = {}
"""All operations by name."""


def operation(
    method: str, path: str, *statuses: int, refusals: tuple[int, ...] = (), media: str = JSON
) -> Callable[[Function], Function]:
    """Register a function. It gets the path parameters (a `viewer` for a table's `code`), `sent` and `query`.

    Their models, and that of the response, are those of its annotations.
    """

    def register(function: Function) -> Function:
        types = get_type_hints(function)
        body, query, answer = types.get("sent"), types.get("query"), _model(types["return"])
        usual = statuses or (HTTPStatus.NO_CONTENT if types["return"] is NoneType else HTTPStatus.OK,)
        name, summary = function.__name__, str(function.__doc__).splitlines()[0].rstrip(".")
        more = _refusals(path, body, query) | {*refusals}
        OPERATIONS[name] = Operation(
            name, method, path, summary, body, query, answer, usual, tuple(sorted(more)), media,
            function.__module__.rpartition(".")[2],
        )  # fmt: skip

        @wraps(function)
        def view(**parts: str) -> Response:
            arguments: dict[str, Any] = dict(parts)
            if body:
                arguments["sent"] = body.model_validate_json(_each_once(sent()))
            if query:
                arguments["query"] = query.model_validate(_asked(query))
            if "viewer" in types:
                arguments["viewer"] = caller(arguments.pop("code"))
            return _answer(function(**arguments), usual[0])

        rule = path.replace("{", "<").replace("}", ">")
        pages.add_url_rule(rule, endpoint=name, view_func=view, methods=[method], merge_slashes=False)
        return function

    return register


def _model(returned: Any) -> type[BaseModel] | None:
    """Return the model of what a function returns: alone, or together with a status."""
    kind = next(iter(get_args(returned)), returned)
    return kind if issubclass(kind, BaseModel) else None


def _refusals(path: str, body: object, query: object) -> set[int]:
    """Return the statuses of the refusals that follow from what an operation takes."""
    return {
        400, 401,
        *((404,) if "{" in path else ()),
        *((409, 410, 429, 503) if "{code}" in path else ()),
        *((413, 415, 422) if body else ()),
        *((422,) if query else ()),
    }  # fmt: skip


def _answer(answer: Any, status: int) -> Response:
    if isinstance(answer, Response):
        return answer
    if isinstance(answer, tuple):
        answer, status = answer
    if answer is None:
        return Response(status=status)
    return Response(answer.model_dump_json(fallback=str), status, mimetype=JSON)


# the sender, and the request


def bearer() -> str:
    """Return this request's token, or an empty string. Cookies are ignored, so no other site can act for anybody."""
    header = request.headers.get("Authorization", "")
    if not header:
        return ""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not _TOKEN.fullmatch(token.strip()):
        raise Unauthorized(www_authenticate=WWWAuthenticate("bearer"))
    return token.strip()


def caller(code: str) -> Viewer:
    """Return the viewer of a table for this request's token."""
    return viewer_of(code, bearer())


def sent() -> bytes:
    """Return the body, which must be declared as JSON, because a form on another site cannot do that."""
    if request.mimetype != JSON:
        raise UnsupportedMediaType
    return request.get_data(cache=False)


def _each_once(body: bytes) -> bytes:
    """Return JSON unless a name is twice in it, since nobody can tell which one was meant."""
    # Invalid or too deeply nested JSON is refused when it is validated.
    with suppress(ValueError, RecursionError):
        json.loads(body, object_pairs_hook=_pairs)
    return body


def _pairs(pairs: list[tuple[str, Any]]) -> None:
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            raise Word(name, 1, 1).fault("twice")
        names.add(name)


def _asked(query: type[BaseModel]) -> dict[str, Any]:
    """Return the query parameters in the format of their model, with lists where it has them."""
    lists = {name for name, field_info in query.model_fields.items() if str(field_info.annotation).startswith("tuple")}
    return {name: tuple(given) if name in lists else given[-1] for name, given in request.args.lists()}


@pages.before_request
def speak() -> None:
    """Use the language in Accept-Language; cookies are ignored here too."""
    g.language = accepted_language(request, list(content().languages))
    bearer()


@pages.after_request
def not_kept(response: Response) -> Response:
    """Prevent caching, since a response depends on token and language."""
    response.headers["Cache-Control"] = "no-store"
    response.vary.update(("Accept-Language", "Authorization"))
    if request.method in ("GET", "HEAD") and "Authorization" not in request.headers:
        # Whoever has the code may read what a spectator sees, on pages of other sites too. Nobody can write from there.
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
