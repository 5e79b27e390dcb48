"""The server's journal: what went wrong and where, and nothing about people."""

import io
import json

import pytest

from companion.web import create_app
from companion.web.server_log import ALL, FAULTS, OFF, keep_journal

NAME = "Wilhelmina van Caylus"


@pytest.fixture(params=[FAULTS, ALL, OFF])
def written(request: pytest.FixtureRequest) -> tuple[str, list[dict[str, object]]]:
    """What stands in the journal after an answer, a refusal and a fault that names somebody."""
    app, stream = create_app(), io.StringIO()

    def fault(code: str) -> str:
        raise LookupError(f"{NAME} at {code}")

    app.add_url_rule("/fault/<code>", "fault", fault)
    keep_journal(app, request.param, stream)
    client = app.test_client()
    for address in ("/", "/t/AB3DE", "/fault/AB3DE"):
        client.get(address, base_url="http://192.168.1.20:8327", headers={"Authorization": "Bearer secret-token"})
    text = stream.getvalue()
    for private in (NAME, "AB3DE", "secret-token", "192.168.1.20"):
        assert private not in text
    return request.param, [json.loads(line) for line in text.splitlines()]


def test_it_tells_what_is_asked_of_it_and_nothing_of_people(
    written: tuple[str, list[dict[str, object]]],
) -> None:
    wanted, lines = written
    faults = [line for line in lines if line["level"] == "error"]
    answers = [(line["page"], line["status"]) for line in lines if line["level"] == "info"]
    assert len(faults) == (wanted != OFF)
    for line in faults:
        assert (line["page"], line["error"]) == ("fault", "LookupError")
        assert any("test_journal.py" in place for place in line["where"])  # type: ignore[attr-defined]
    assert answers == ([("home.home", 200), ("rendering.show", 404), ("fault", 500)] if wanted == ALL else [])
