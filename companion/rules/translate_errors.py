"""Converts validation errors to problems that name file, line, path and what was expected."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from companion.rules.errors import PROBLEMS, Problem
from companion.rules.layers import Layer, Stack, problem_at, shown

M = TypeVar("M", bound=BaseModel)

_MEMBER = re.compile(r"<\w+\.\w+: (\w+)>")
"""How the validator writes a word that is a member of an enumeration."""

_EXPECTED = {
    "int_type": "whole_number",
    "int_parsing": "whole_number",
    "int_from_float": "whole_number",
    "bool_type": "true_false",
    "string_type": "text",
    "tuple_type": "list",
    "list_type": "list",
    "dict_type": "table",
    "model_type": "table",
    "model_attributes_type": "table",
}
_LIMITS = {"greater_than_equal": "ge", "greater_than": "gt"}


def validated(stack: Stack, model: type[M]) -> tuple[M | None, list[Problem]]:
    """Return the data of a stack as a model, or nothing and what is wrong with them."""
    try:
        return model.model_validate_json(json.dumps(stack.tree, default=str)), []
    except ValidationError as error:
        return None, _problems_of(error, model, stack)


def alone(layer: Layer, model: type[M]) -> tuple[M | None, list[Problem]]:
    """Return the data of a file that is not merged with others, or nothing and what is wrong with them."""
    stack = Stack()
    stack.lay(layer)
    found, problems = validated(stack, model)
    return found, [replace(problem, file=problem.file or layer.name) for problem in problems]


def _problems_of(error: ValidationError, model: type[BaseModel], stack: Stack) -> list[Problem]:
    details = error.errors()
    # Where an entry of a list is wrong, the list is also said to be too short, without it.
    within = {detail["loc"][:end] for detail in details for end in range(len(detail["loc"]))}
    problems = [
        _problem(error_details, model, stack)
        for error_details in details
        if error_details["type"] != "too_short" or error_details["loc"] not in within
    ]
    return list({(problem.code, problem.path): problem for problem in reversed(problems)}.values())[::-1]


def _problem(detail: Mapping[str, Any], model: type[BaseModel], stack: Stack) -> Problem:
    kind, context = detail["type"], detail.get("ctx", {})
    path = _path(detail["loc"], stack.tree) + (".kind" if kind.startswith("union_tag_") else "")
    layer = stack.blame(path)
    got = shown(context.get("tag", detail["input"]))
    if kind == "missing":
        return _slip(path, stack) or problem_at(layer, path, "missing")
    if kind == "extra_forbidden":
        valid = _fields(model, detail["loc"][:-1])
        nearest = get_close_matches(str(detail["loc"][-1]), valid, n=1) or valid
        return problem_at(layer, path, "unknown_field", valid=", ".join(nearest))
    if kind in PROBLEMS:
        return problem_at(layer, path, kind, **{name: str(value) for name, value in context.items()})
    if kind in ("enum", "literal_error", "union_tag_invalid"):
        valid_text = str(context.get("expected", context.get("expected_tags", ""))).replace("'", "")
        valid_text = _MEMBER.sub(r"\1", valid_text)
        return problem_at(layer, path, "not_one_of", valid=valid_text, got=got)
    if kind == "union_tag_not_found":
        return problem_at(layer, path, "missing")
    if kind == "less_than_equal":
        return problem_at(layer, path, "at_most", most=str(context["le"]), got=got)
    if kind == "too_short":
        return problem_at(layer, path, "too_few", least=str(context["min_length"]), got=str(context["actual_length"]))
    if kind in _LIMITS:
        least = int(context[_LIMITS[kind]]) + (kind == "greater_than")
        return problem_at(layer, path, "at_least", least=str(least), got=got)
    if kind in _EXPECTED:
        return problem_at(layer, path, "expected", expected=_EXPECTED[kind], got=got)
    return problem_at(layer, path, "invalid", detail=detail["msg"], got=got)


def _slip(path: str, stack: Stack) -> Problem | None:
    """Report a table of an overlay that lacks required fields as a misspelling of one of ours: `[buildings.chruch]`."""
    table, _, lacking = path.rpartition(".")
    around, _, name = table.rpartition(".")
    layer = stack.blame(table)
    siblings = [
        place.rpartition(".")[2]
        for place in stack.origin
        if place.rpartition(".")[0] == around and not stack.origin[place].own
    ]
    nearest = get_close_matches(name, siblings, n=1)
    if layer is None or not layer.own or name in siblings or not nearest:
        return None
    return problem_at(layer, table, "slip", lacking=lacking, nearest=f"{around}.{nearest[0]}")


def _path(loc: tuple[int | str, ...], tree: Any) -> str:
    """Return the dotted path as in the file, without the union tags that the validator adds."""
    parts = []
    for place, step in enumerate(loc):
        if isinstance(tree, dict):
            last = place == len(loc) - 1
            if step in tree:
                tree = tree[step]
            elif not last:
                continue
            parts.append(str(step))
        elif isinstance(tree, list) and isinstance(step, int) and step < len(tree):
            tree = tree[step]
            parts.append(str(step))
    return ".".join(parts)


def _fields(model: type[BaseModel], loc: tuple[int | str, ...]) -> list[str]:
    """Return the fields allowed at a location, by following the model's schema."""
    schema = model.model_json_schema()
    node: dict[str, Any] = schema
    for step in loc:
        node = _resolve(node, schema)
        if isinstance(step, int):
            node = node.get("items", {})
        elif "discriminator" in node and step in node["discriminator"]["mapping"]:
            node = {"$ref": node["discriminator"]["mapping"][step]}
        else:
            node = node.get("properties", {}).get(step) or node.get("additionalProperties") or {}
    return sorted(_resolve(node, schema).get("properties", {}))


def _resolve(node: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node or "anyOf" in node:
        if "anyOf" in node:
            node = next((n for n in node["anyOf"] if n.get("type") != "null"), {})
        else:
            schema_node: dict[str, Any] = schema
            for part in node["$ref"].removeprefix("#/").split("/"):
                schema_node = schema_node[part]
            node = schema_node
    return node
