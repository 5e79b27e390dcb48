"""The OpenAPI 3.1 description, generated from the operations and their models."""

import json
from functools import cache
from http import HTTPStatus
from typing import Any

from flask import Response
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from companion import __version__
from companion.table.setup import Setup
from companion.web.api import models
from companion.web.api.examples import EXAMPLES
from companion.web.api.operations import JSON, OPERATIONS, Operation, operation, pages
from companion.web.api.problems import PROBLEM

REF = "#/components/schemas/{model}"

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
Every refusal is a problem document with a `code` for programs and `said` for people."""

_PATH = {
    "code": "The code that joins the table.",
    "game": "The id of a game, from the list of games.",
    "building": "The id of a building: `tailor`.",
}


@cache
def document() -> dict[str, Any]:
    """Return the whole description."""
    schemas = models_json_schema(
        [*((it, "validation") for it in _taken()), *((it, "serialization") for it in _given())], ref_template=REF
    )[1]["$defs"]
    paths: dict[str, dict[str, Any]] = {}
    for it in OPERATIONS.values():
        paths.setdefault(pages.url_prefix + it.path if pages.url_prefix else it.path, {})[it.method.lower()] = _said(it)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Caylus companion", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "Of a device."}},
        },
    }


def _taken() -> list[type[BaseModel]]:
    return list(dict.fromkeys([Setup, *(it.body for it in OPERATIONS.values() if it.body)]))


def _given() -> list[type[BaseModel]]:
    found = (model for it in OPERATIONS.values() for model in it.answers.values() if model)
    return list(dict.fromkeys([*found, models.Problem]))


def _said(it: Operation) -> dict[str, Any]:
    """Describe one operation."""
    said: dict[str, Any] = {"operationId": it.name, "summary": it.summary, "parameters": _parameters(it)}
    if "{code}" in it.path or it.name == "open_table":
        said["security"] = [{}, {"token": []}]
    if it.body:
        content: dict[str, Any] = {"schema": {"$ref": REF.format(model=it.body.__name__)}}
        if it.name in EXAMPLES:
            content["examples"] = {name: {"value": value} for name, value in EXAMPLES[it.name].items()}
        said["requestBody"] = {"required": True, "content": {JSON: content}}
    said["responses"] = {str(status): _answer(it, status, model) for status, model in it.answers.items()}
    said["responses"] |= {str(status): _refusal(status) for status in it.refusals}
    return said


def _parameters(it: Operation) -> list[dict[str, Any]]:
    names = [part.partition("}")[0] for part in it.path.split("{")[1:]]
    found = [
        {"name": name, "in": "path", "required": True, "description": _PATH[name], "schema": _path_schema()}
        for name in names
    ]
    if it.query:
        schema = TypeAdapter(it.query).json_schema(ref_template=REF)
        needed = schema.get("required", [])
        found += [
            {"name": name, "in": "query", "required": name in needed, "schema": _present(one)}
            for name, one in schema["properties"].items()
        ]
    return found


def _path_schema() -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[A-Za-z0-9_.-]+$"}


def _present(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a query parameter, which is never null if it is present."""
    choices = [one for one in schema.pop("anyOf", []) if one.get("type") != "null"]
    found = schema | (choices[0] if choices else {})
    return {key: value for key, value in found.items() if key != "default" or value is not None}


def _answer(it: Operation, status: int, model: type[BaseModel] | None) -> dict[str, Any]:
    said: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    if model:
        said["content"] = {it.media: {"schema": {"$ref": REF.format(model=model.__name__)}}}
    elif status != HTTPStatus.NO_CONTENT:
        said["content"] = {it.media: {"schema": {"type": "object" if it.media == JSON else "string"}}}
    return said


def _refusal(status: int) -> dict[str, Any]:
    said: dict[str, Any] = {
        "description": REFUSED[status],
        "content": {PROBLEM: {"schema": {"$ref": REF.format(model="Problem")}}},
    }
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        said["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds.", "required": True}}
    return said


@operation("GET", "/openapi.json", {200: None})
def description() -> Response:
    """Return this description."""
    return Response(_written(), mimetype=JSON)


@cache
def _written() -> str:
    return json.dumps(document(), ensure_ascii=False, separators=(",", ":"))
