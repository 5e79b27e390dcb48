"""What whoever runs the server asks it."""

from pathlib import Path

from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.web import create_app


def test_ready_says_whether_the_database_answers(tmp_path: Path) -> None:
    tables = Tables(Store(Database(tmp_path / "c.db").ready()))
    client = create_app(tables=tables).test_client()
    assert client.get("/ready", headers={"Host": "localhost"}).get_json()["status"] == "ok"
    with tables.store.database.begin() as connection:
        raw = connection.connection.dbapi_connection
    assert raw
    raw.close()
    assert client.get("/ready", headers={"Host": "localhost"}).status_code == 503


def test_figures_count_answers_by_page() -> None:
    client = create_app(measured=True).test_client()
    for path in ("/health", "/metrics"):
        text = client.get(path, headers={"Host": "localhost"}).text
    assert 'companion_answers_total{page="health.health",status="200"} 1' in text
    assert "companion_answer_seconds_count" in text
