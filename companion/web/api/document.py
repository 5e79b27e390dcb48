"""The OpenAPI 3.1 description, generated from the operations and their models."""

import json
import re
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from typing import Any

from flask import Response
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from companion import __version__
from companion.web.api import models
from companion.web.api.examples import EXAMPLES
from companion.web.api.operations import JSON, OPERATIONS, Operation, operation, pages
from companion.web.api.problems import PROBLEM

REF = "#/components/schemas/{model}"

TAGS = {
    "tables": "Opening tables, seats, acting, reading, live updates.",
    "lookup": "Games and their boxes, without a table.",
    "document": "This description.",
}
"""What operations are about, by the module that has them."""

REFUSED = {
    400: "The request as such is at fault: its host, its form.",
    401: "The token is none of ours.",
    403: "You may not do this.",
    404: "There is no such table, game or name.",
    409: "The table has moved on (with its fresh view), or somebody else has the seat.",
    413: "Too much was sent.",
    415: "What was sent does not call itself JSON.",
    422: "It could not be read, or the rules are against it.",
    429: "Too often. Wait as many seconds as `Retry-After` says.",
    503: "There is no room just now, or the tables cannot be reached. Wait as `Retry-After` says.",
    410: "You have deleted this table; `args` says until when you can bring it back.",
    507: "The server cannot save, or the log of this table is full.",
}
"""The description of a refusal, by status."""

ABOUT = """Unofficial, fan-made. Everything that a device at a table can do, for displays of your own.

A token stands for a device: opening a table or taking a seat gives one. Send it as `Authorization: Bearer TOKEN`;
without it you are a spectator. Cookies are never read. Words are in the language of `Accept-Language`.
Every refusal is a problem document with a `code` for programs and `said` for people.

Later versions add operations, properties and names, and change nothing else. So ignore what you do not know. Where a
property lists its names as `x-extensible-enum`, more may come. The examples of `act` follow one another, on a table
that has just been opened with the first example of `open_table`."""

_PATH = {
    "code": "The code that joins the table.",
    "game": "The id of a game, from the list of games.",
    "building": "The id of a building: `tailor`.",
}
_NAME = {"type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[A-Za-z0-9_.-]+$"}
"""What stands in a path."""


@cache
def document() -> dict[str, Any]:
    """Return the whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in OPERATIONS.values():
        paths.setdefault(f"{pages.url_prefix}{endpoint.path}", {})[endpoint.method.lower()] = _described(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Caylus companion", "version": __version__, "description": ABOUT},
        "servers": [{"url": "/", "description": "The server that sent this description."}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "Of a device."}},
        },
    }


def _schemas() -> dict[str, Any]:
    bodies = {endpoint.body: None for endpoint in OPERATIONS.values() if endpoint.body}
    answers = {endpoint.answer: None for endpoint in OPERATIONS.values() if endpoint.answer} | {models.Problem: None}
    modes = [*((body, "validation") for body in bodies), *((answer, "serialization") for answer in answers)]
    schemas: dict[str, Any] = models_json_schema(modes, ref_template=REF)[1]["$defs"]  # type: ignore[arg-type]
    return schemas


def _described(endpoint: Operation) -> dict[str, Any]:
    """Describe one operation."""
    described: dict[str, Any] = {
        "operationId": endpoint.name,
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
        "parameters": [*_parameters(endpoint)],
    }
    if endpoint.body:
        examples = {name: {"summary": name, "value": value} for name, value in EXAMPLES[endpoint.name].items()}
        described["requestBody"] = {
            "required": True,
            "content": {JSON: _content(endpoint.body) | {"examples": examples}},
        }
    described["responses"] = {str(status): _answer(endpoint, status) for status in endpoint.statuses}
    described["responses"] |= {str(status): _refusal(status) for status in endpoint.refusals}
    return described


def _content(model: type[BaseModel]) -> dict[str, Any]:
    return {"schema": {"$ref": REF.format(model=model.__name__)}}


def _parameters(endpoint: Operation) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"{(\w+)}", endpoint.path):
        yield {"name": name, "in": "path", "required": True, "description": _PATH[name], "schema": _NAME}
    if endpoint.query:
        schema = endpoint.query.model_json_schema()
        for name, part in schema["properties"].items():
            required = name in schema.get("required", [])
            yield {"name": name, "in": "query", "required": required, "schema": _present(part)}


def _present(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a query parameter, which is never null if it is present."""
    if "anyOf" not in schema:
        return schema
    kind, _null = schema.pop("anyOf")
    del schema["default"]
    return schema | dict(kind)


def _answer(endpoint: Operation, status: int) -> dict[str, Any]:
    described: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    if status != HTTPStatus.NO_CONTENT:
        other = {"schema": {"type": "object" if endpoint.media == JSON else "string"}}
        described["content"] = {endpoint.media: _content(endpoint.answer) if endpoint.answer else other}
    return described


def _refusal(status: int) -> dict[str, Any]:
    described: dict[str, Any] = {"description": REFUSED[status], "content": {PROBLEM: _content(models.Problem)}}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        wait = {"schema": {"type": "integer"}, "description": "Seconds.", "required": True}
        described["headers"] = {"Retry-After": wait}
    return described


@operation("GET", "/openapi.json")
def description() -> Response:
    """Return this description."""
    return Response(_written(), mimetype=JSON)


@cache
def _written() -> str:
    return json.dumps(document(), ensure_ascii=False, separators=(",", ":"))
