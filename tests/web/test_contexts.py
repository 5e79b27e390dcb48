"""Screens say what they give: each a frozen dataclass whose fields have help, and no template takes anything else."""

from dataclasses import fields as fields_of
from typing import Any

import pytest
from flask import Flask, template_rendered

from companion.web.screens import SCREENS
from tests.web.contexts import FILE, HEADING, described, family, fields, given, needed
from tests.web.tables import BASE, opened

IDLE = {"wall": {"choice", "rules_of"}}
"""What macros of the street take that a screen does not use."""


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_gives_a_frozen_dataclass_whose_fields_say_what_they_are(name: str) -> None:
    for kind in given(name):
        assert kind.__dataclass_params__.frozen
        assert [field for one in family(kind) for field, (_, words) in fields(one).items() if not words] == []


@pytest.fixture(scope="module")
def common(app: Flask) -> set[str]:
    """What every template has."""
    seen: dict[str, Any] = {}

    def look(_: Flask, context: dict[str, Any], **__: object) -> None:
        seen.update(context)

    table = opened(app, "caylus").sit("red")
    with template_rendered.connected_to(look, app):
        table.device("red").get(f"/t/{table.code}/settings", base_url=BASE)
    own = {field.name for field in fields_of(given("settings")[0])}
    return set(seen) - own | set(app.jinja_env.globals)


@pytest.mark.parametrize("name", SCREENS)
def test_a_template_takes_what_its_screen_gives_and_nothing_else(app: Flask, common: set[str], name: str) -> None:
    gives = {field.name for kind in given(name) for field in fields_of(kind)}
    assert needed(app.jinja_env, f"table/{name}.html") - common - gives == IDLE.get(name, set())


def test_the_list_in_the_documentation_is_that_of_the_screens() -> None:
    assert FILE.read_text(encoding="utf-8").partition(HEADING)[2] == described().partition(HEADING)[2]
