"""What the database holds, row by row: its form, what is said of a damaged row, and what goes on without it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect

from companion.table.database import Database
from companion.table.errors import BadTable, NotAllowed
from companion.table.schema import metadata
from companion.table.store import Store
from companion.table.tables import Tables
from tests.table.damage import DAMAGES, Damage, damage
from tests.table.people import play_on, setup

COLUMNS = {
    "tables": "id! code! setup! created! host! deleted!=''",
    "log": "table_id! seq#! kind! data! by! at! events! key body",
    "snapshots": "table_id! seq#! top#! data!",
    "summaries": "table_id! seq#! data!",
    "settings": "name! value!",
    "seats": "table_id! colour! token! at!",
    "requests": "table_id! colour! token! at! agreed!='' since!=''",
}
"""`#` holds a number and not a text; `!` must be there."""

KEYS = {
    "tables": "id", "log": "table_id seq", "snapshots": "table_id seq", "summaries": "table_id", "settings": "name",
    "seats": "table_id colour", "requests": "table_id colour token",
}  # fmt: skip

UNIQUE = {"tables": ["code"], "log": ["table_id key"]}

INDEXES = {
    "tables": ["deleted", "host"], "snapshots": ["table_id top"], "seats": ["token"],
}  # fmt: skip
"""What is looked for often."""


def test_the_tables_of_the_database(tmp_path: Path) -> None:
    """As the migrations make them, and as the code speaks of them."""
    for migrated in (True, False):
        database = Database(tmp_path / f"{migrated}.db")
        if migrated:
            database.ready()
        with database.begin() as connection:
            if not migrated:
                metadata.create_all(connection)
            seen = inspect(connection)
            assert set(seen.get_table_names()) - {"alembic_version"} == set(COLUMNS)
            for name, columns in COLUMNS.items():
                found = [
                    column["name"]
                    + ("" if str(column["type"]) == "TEXT" else "#")
                    + ("" if column["nullable"] else "!")
                    + (f"={column['default']}" if column["default"] else "")
                    for column in seen.get_columns(name)
                ]
                assert sorted(found) == sorted(columns.split()), name
                assert " ".join(seen.get_pk_constraint(name)["constrained_columns"]) == KEYS[name]
                assert [" ".join(it["column_names"]) for it in seen.get_unique_constraints(name)] == UNIQUE.get(
                    name, []
                )
                indexes = [" ".join(map(str, it["column_names"])) for it in seen.get_indexes(name)]
                assert sorted(indexes) == INDEXES.get(name, []), name
                for key in seen.get_foreign_keys(name):
                    assert (key["referred_table"], key["options"]) == ("tables", {"ondelete": "CASCADE"})
                assert bool(seen.get_foreign_keys(name)) == columns.startswith("table_id")
            strict = connection.exec_driver_sql("SELECT name FROM pragma_table_list WHERE strict = 1").scalars()
            assert set(strict) == set(COLUMNS)
        database.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a table of some length, which somebody hosts and another sits at."""
    file = tmp_path_factory.mktemp("whole") / "companion.db"
    database = Database(file).ready()
    made = Tables(Store(database))
    id = made.create(setup(title="König"), "host", seed=3).id
    play_on(made, id, 19, seed=4)
    made.come_back(id, made.link(id, "red"), "phone")
    database.close()
    return file


@pytest.fixture
def kept(whole: Path, tmp_path: Path) -> Iterator[Tables]:
    """The same, to be damaged."""
    shutil.copy(whole, tmp_path / "companion.db")
    database = Database(tmp_path / "companion.db").ready()
    yield Tables(Store(database))
    database.close()


SAID = {
    "The setup cannot be read.": "bad_setup",
    "It was played with chess": "no_box given=chess",
    "It was played with house": "no_box given=house",
    "Entry 19 cannot be read.": "bad_entry seq=19",
    "Entry 19 is missing.": "gap seq=19",
    "does not fit the current rules": "replay seq=19",
    "is missing.": "gap seq=1",
}


@pytest.mark.parametrize("done", DAMAGES, ids=lambda it: it.name)
def test_a_damaged_table_is_named_or_made_again_from_what_is_whole(kept: Tables, done: Damage) -> None:
    (id,) = kept.store.ids()
    opened, state, seq = kept.place(id).opened, kept.place(id).table.state, kept.place(id).table.seq
    damage(kept.store.database, id, done)
    kept.forget(id)
    if done.shown:
        shown = kept.place(id).table
        assert (shown.state == state, shown.seq == seq) == ((False, False) if "end" in done.name else (True, True))
        return
    with pytest.raises(BadTable) as raised:
        kept.place(id)
    error = raised.value
    title = "" if done.name in ("set-up cut off", "set-up without seats", "set-up deep") else "König"
    assert (str(error), error.id, error.joining, error.title) == (SAID[done.said], id, opened.code, title)
    assert kept.hosts(opened.code, "host")
    seen, broken = kept.mine("phone", lambda one: kept.place(one.id))
    assert (seen, [(it.code, it.joining) for it in broken]) == ([], [(error.code, opened.code)])
    with pytest.raises(NotAllowed, match="only_host"):
        kept.rescued(opened.code, "phone")
    kept.delete(opened.code, "host")
    assert [(it.code, it.title) for it in kept.deleted("host")] == [(opened.code, title)]
