"""The API describes itself: what it says is there is there, and nothing else is."""

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from companion.table.commands import COMMAND
from companion.table.vocabulary import EntryKind
from companion.web.api.document import REFUSED, document
from companion.web.api.examples import EXAMPLES
from companion.web.api.operations import OPERATIONS
from companion.web.errors import STATUS
from tests.web.club import BASE, Club, shared_app
from tests.web.description import FILE


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, said in methods.items():
            yield path, method.upper(), said


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for value in part.values():
            yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


def test_it_is_served_as_it_is_made() -> None:
    answer: Any = shared_app().test_client().get("/api/v1/openapi.json", base_url=BASE)
    assert (answer.mimetype, answer.json) == ("application/json", document())
    assert answer.json["openapi"].startswith("3.1")
    assert "nofficial" in answer.json["info"]["description"]


def test_every_route_is_described_and_everything_described_is_a_route() -> None:
    routes = {
        (re.sub(r"<(\w+)>", r"{\1}", str(rule)), method)
        for rule in shared_app().url_map.iter_rules()
        if str(rule).startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(path, method) for path, method, _ in operations()}


def test_it_holds_together() -> None:
    schemas = document()["components"]["schemas"]
    for reference in references(document()):
        assert reference.removeprefix("#/components/schemas/") in schemas, reference
    for name, schema in schemas.items():
        assert "__" not in name, f"two models are called {name.rpartition('__')[2]}"
        jsonschema_rs.validator_for(schema | {"components": document()["components"]})
    names = [said["operationId"] for _, _, said in operations()]
    assert len(names) == len(set(names)) == len(OPERATIONS)


def test_everything_is_said_in_words() -> None:
    for path, method, said in operations():
        assert len(said["summary"]) > 10, path
        assert all(parameter["schema"] for parameter in said["parameters"])
        assert ("requestBody" in said) == (method == "POST" and not path.endswith("/restore")), "nothing else to say"
        assert all(answer["description"] for answer in said["responses"].values())
    assert set(STATUS.values()) <= set(REFUSED)


def test_every_property_is_described() -> None:
    schemas = document()["components"]["schemas"]
    bare = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, said in schema.get("properties", {}).items()
        if not ("description" in said or "const" in said)
        and "description" not in schemas[str(said.get("$ref", "/")).rpartition("/")[2] or "Act"]
    ]
    assert bare == []


def test_it_is_the_description_that_is_kept() -> None:
    """What changes for programs is seen in the difference; `python -m tests.web.description` writes it down."""
    assert document() == json.loads(FILE.read_text(encoding="utf-8"))


def test_a_look_is_described_to_the_last_number() -> None:
    schemas = document()["components"]["schemas"]
    assert schemas["View"]["properties"]["look"]["anyOf"] == [
        {"$ref": "#/components/schemas/CaylusLook"}, {"$ref": "#/components/schemas/MagnaCartaLook"},
    ]  # fmt: skip
    assert schemas["CaylusPlayerLook"]["properties"]["deniers"]["type"] == "integer"


def test_every_kind_of_wish_is_described() -> None:
    kinds = document()["components"]["schemas"]["Act"]["properties"]["wish"]["discriminator"]["mapping"]
    assert set(kinds) == set(COMMAND.json_schema()["discriminator"]["mapping"])
    assert {"play", "correct", "count", "undo"} <= set(kinds)
    assert set(document()["components"]["schemas"]["EntryKind"]["enum"]) == {str(kind) for kind in EntryKind}


@pytest.mark.parametrize("name", [name for name, it in OPERATIONS.items() if it.body])
def test_what_is_sent_has_an_example_that_is_as_described(name: str) -> None:
    described = {said["operationId"]: said for _, _, said in operations()}[name]
    content = described["requestBody"]["content"]["application/json"]
    schema = content["schema"] | {"components": document()["components"]}
    assert content["examples"]
    for example in EXAMPLES[name].values():
        jsonschema_rs.validator_for(schema).validate(example)


@pytest.mark.parametrize("example", EXAMPLES["open_table"].values(), ids=list(EXAMPLES["open_table"]))
def test_the_examples_open_tables(example: dict[str, Any]) -> None:
    assert shared_app().test_client().post("/api/v1/tables", json=example, base_url=BASE).status_code == 201


def test_the_examples_of_wishes_can_be_done_in_order_on_a_fresh_table() -> None:
    client, first = shared_app().test_client(), next(iter(EXAMPLES["open_table"].values()))
    opened: Any = client.post("/api/v1/tables", json=first, base_url=BASE).json
    address, headers = f"/api/v1/tables/{opened['code']}/act", {"Authorization": f"Bearer {opened['token']}"}
    for name, example in EXAMPLES["act"].items():
        answer = client.post(address, json=example, headers=headers, base_url=BASE)
        assert answer.status_code == 200, f"{name}: {answer.text}"


@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() - {"open_table", "act"}))
def test_the_other_examples_are_answered(name: str) -> None:
    """Those about a computer player or a request that is not there are read, and refused for that alone."""
    club, operation = Club(), OPERATIONS[name]
    expected = {"carry_out": 422, "answer": 422, "lock": 204, "leave": 204}.get(name, 200)
    for example in EXAMPLES[name].values():
        sent = example | ({"seen": club.seq} if "seen" in example else {})
        address = operation.path.replace("{game}", "caylus").replace("{code}", club.code)
        headers = {"Authorization": f"Bearer {club.tokens['red' if name == 'sit' else 'host']}"}
        answer = club.app.test_client().post(f"/api/v1{address}", json=sent, headers=headers, base_url=BASE)
        assert answer.status_code == expected, answer.text
        assert "unreadable" not in answer.text
