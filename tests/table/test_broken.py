"""`db check`, `validate` and `db salvage` on files with real damage, and waiters that do not wait for ever."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.table.database import Database
from companion.table.errors import Full, NoSuchTable, Stale
from companion.table.maintenance import NotKept, check, copy
from companion.table.store import Clash, Store
from companion.table.tables import Tables
from companion.table.vocabulary import EntryKind
from tests.table.damage import DAMAGES, Damage, damage
from tests.table.people import HOST, play_on, setup


def run(*words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--lang", "en"], catch_exceptions=False)


class Kept:
    """A file with three tables of some length."""

    def __init__(self, file: Path) -> None:
        self.file = file
        database = Database(file).ready()
        tables = Tables(Store(database))
        self.tables = [tables.create(setup(game), "host", seed=3) for game in ("caylus", "magna_carta", "caylus")]
        for one in self.tables:
            play_on(tables, one.id, 19 if one is self.tables[0] else 60, seed=4)
            tables.sit(one.id, "red", "host")
        self.states = {one.code: tables.place(one.id).table.state for one in self.tables}
        self.seqs = {one.code: tables.place(one.id).table.seq for one in self.tables}
        database.close()

    def damage(self, done: Damage) -> None:
        database = Database(self.file).ready()
        damage(database, self.tables[0].id, done)
        database.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return Kept(tmp_path_factory.mktemp("whole") / "companion.db")


@pytest.fixture
def kept(whole: Kept, tmp_path: Path) -> Iterator[Kept]:
    file = whole.file
    whole.file = tmp_path / "companion.db"
    shutil.copy(file, whole.file)
    yield whole
    whole.file = file


@pytest.mark.slow
@pytest.mark.drawn(8)
@pytest.mark.parametrize("done", DAMAGES, ids=lambda it: it.name)
def test_check_and_validate_name_it_and_go_on(kept: Kept, done: Damage) -> None:
    kept.damage(done)
    broken = kept.tables[0].code
    replayed_only = done.name == "not allowed" or "never was" in done.name
    for words in (("db", "check"), ("validate",)):
        if replayed_only and words == ("db", "check"):
            assert run(*words, "--database", str(kept.file)).exit_code == 0
            continue
        result = run(*words, "--database", str(kept.file))
        assert result.exit_code == 1, result.output
        *faults, summary = result.output.splitlines()
        assert all(line.startswith(f"Table {broken}: ") for line in faults), result.output
        assert any(done.said in line for line in faults), result.output
        assert summary.startswith("Tables: 3." if words[0] == "db" else "Tables replayed: 3. ")


def test_everything_is_looked_at_in_every_table(kept: Kept) -> None:
    statements = (
        "UPDATE seats SET colour = 'purple'",
        "UPDATE seats SET at = 'soon' WHERE table_id = '{1}'",
        "UPDATE tables SET created = 'once' WHERE id = '{2}'",
        "UPDATE log SET events = 'x' WHERE seq IN (4, 6) AND table_id = '{0}'",
        "INSERT INTO snapshots SELECT 'nobody', seq, top, data FROM snapshots LIMIT 1",
    )
    with closing(sqlite3.connect(kept.file)) as connection:
        for statement in statements:
            assert connection.execute(statement.format(*(one.id for one in kept.tables))).rowcount > 0
        connection.commit()
    said = run("db", "check", "--database", str(kept.file)).output
    first, second, third = (one.code for one in kept.tables)
    for line in (
        f"Table {first}: Entry 4 cannot be read.",
        f"Table {first}: Entry 6 cannot be read.",
        *(f"Table {code}: The data on who has the seat of purple cannot be read." for code in (first, second, third)),
        f"Table {third}: The setup cannot be read.",
        "Table nobody: This table does not exist, but it has rows in snapshots.",
    ):
        assert line in said
    assert "Faults: 7." in said


def test_a_damaged_row_is_not_copied_in_silence(kept: Kept, tmp_path: Path) -> None:
    kept.damage(next(it for it in DAMAGES if it.name == "bytes of no text"))
    said = run("db", "copy", str(kept.file), str(tmp_path / "new.db"))
    assert said.exit_code == 2
    assert "Run companion db check" in said.output
    source, target = Database(kept.file).ready(), Database(tmp_path / "other.db").ready()
    with pytest.raises(NotKept) as raised:
        copy(source, target)
    assert raised.value.code == "damaged"
    assert Store(target).count() == 0
    source.close()
    target.close()


# salvage


def opened_as_before(kept: Kept, file: Path, whole: set[str], *, seated: bool = True) -> None:
    database = Database(file).ready()
    tables = Tables(Store(database))
    assert list(check(database, replay=True)) == []
    for code in whole:
        id = tables.by_code(code).id
        assert tables.place(id).table.state == kept.states[code]
        assert bool(tables.place(id).seated) == seated
        play_on(tables, id, 10, seed=7)
    database.close()


@pytest.mark.slow
@pytest.mark.drawn(8)
@pytest.mark.parametrize("done", DAMAGES, ids=lambda it: it.name)
def test_salvage_keeps_each_table_up_to_its_last_whole_entry(kept: Kept, tmp_path: Path, done: Damage) -> None:
    kept.damage(done)
    new = tmp_path / "new.db"
    result = run("db", "salvage", str(kept.file), str(new))
    broken, *others = (one.code for one in kept.tables)
    if "no such" in done.name:
        assert result.exit_code == 0
        return
    opened_as_before(kept, new, set(others) | ({broken} if "set-up" in done.name or "standing" in done.name else set()))
    lost = done.name in ("whole log", "first entry")
    assert ("Tables: 2." if lost else "Tables: 3.") in result.output
    cut = re.search(rf"Table {broken}: intact up to entry (\d+)", result.output)
    if "Entry 19" in done.said or done.name in ("not allowed", "brought back what never was"):
        assert cut
        assert int(cut[1]) == 18
    assert not list(tmp_path.glob(".new*"))


def overwrite(file: Path, page: int, content: bytes = b"\xa5" * 4096) -> None:
    with file.open("r+b") as opened:
        opened.seek((page - 1) * 4096)
        opened.write(content)


def leaves(file: Path, kind: int) -> list[int]:
    """The pages of a kind: 13 holds rows, 5 leads to them."""
    content = file.read_bytes()
    return [n + 1 for n in range(1, len(content) // 4096) if content[n * 4096] == kind]


@pytest.mark.slow
@pytest.mark.drawn(4)
@pytest.mark.parametrize("which", [0.2, 0.4, 0.6, 0.8, 0.95])
@pytest.mark.parametrize("content", [b"\xa5" * 4096, bytes(4096)], ids=["noise", "nothing"])
def test_a_damaged_page_is_said_and_what_is_whole_is_taken_out(
    kept: Kept, tmp_path: Path, which: float, content: bytes
) -> None:
    rows = leaves(kept.file, 13)
    overwrite(kept.file, rows[int(len(rows) * which)], content)
    refused = run("db", "check", "--database", str(kept.file))
    assert refused.exit_code == 2
    assert f"companion db salvage {kept.file} new.db" in refused.output
    before = kept.file.read_bytes()
    new = tmp_path / "new.db"
    result = run("db", "salvage", str(kept.file), str(new))
    assert result.exit_code == 1, result.output
    assert kept.file.read_bytes() == before
    assert "that cannot be read: 1." in result.output
    touched = set(re.findall(r"Table (\w+):", result.output))
    whole = {one.code for one in kept.tables} - touched if "in tables" not in result.output else set()
    opened_as_before(kept, new, whole, seated="in seats" not in result.output)


@pytest.mark.slow
@pytest.mark.parametrize("length", [1, 40])
def test_a_damaged_beginning_and_a_lost_end(kept: Kept, tmp_path: Path, length: int) -> None:
    overwrite(kept.file, 1, b"\xa5" * 4096 if length == 1 else kept.file.read_bytes()[:4096])
    if length > 1:
        content = kept.file.read_bytes()
        kept.file.write_bytes(content[: len(content) * 2 // 3 // 4096 * 4096])
    result = run("db", "salvage", str(kept.file), str(tmp_path / "new.db"))
    assert "Tables: " in result.output, result.output
    database = Database(tmp_path / "new.db").ready()
    assert Store(database).count() >= (3 if length == 1 else 1)
    assert list(check(database, replay=True)) == []
    database.close()


def test_what_was_written_just_before_the_power_failed_is_taken_out_too(tmp_path: Path) -> None:
    """It stands in a file of its own, beside the database, until somebody closes that."""
    database = Database(tmp_path / "companion.db").ready()
    tables = Tables(Store(database))
    id = tables.create(setup(), "host", seed=3).id
    play_on(tables, id, 20, seed=4)
    (tmp_path / "failed").mkdir()
    for name in ("companion.db", "companion.db-wal"):
        shutil.copy(tmp_path / name, tmp_path / "failed" / name)
    run("db", "salvage", str(tmp_path / "failed/companion.db"), str(tmp_path / "new.db"))
    salvaged = Database(tmp_path / "new.db").ready()
    assert Store(salvaged).newest(id) == tables.store.newest(id)
    for one in (database, salvaged):
        one.close()


@pytest.mark.slow
def test_salvage_writes_over_nothing_and_makes_nothing_of_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.salvage._STEPS", 100)
    letter, file = tmp_path / "letter", tmp_path / "companion.db"
    database = Database(file).ready()
    Tables(Store(database)).create(setup(), "host", seed=3)
    database.close()
    letter.write_text("dear king")
    for damaged, new, said in (
        (file, letter, "already contains tables"),
        (letter, tmp_path / "new.db", "There is no intact table"),
        (tmp_path / "nowhere", tmp_path / "new.db", "There is no database"),
        (file, tmp_path / "no" / "new.db", "There is no folder"),
    ):
        result = run("db", "salvage", str(damaged), str(new))
        assert result.exit_code == 2
        assert said in result.output
    assert letter.read_text() == "dear king"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["companion.db", "letter"]


# nobody waits for ever


def test_whoever_sits_down_while_the_table_is_forgotten_for_good_is_told(tables: Tables) -> None:
    opened = tables.create(setup(), "host", seed=1)
    others = Tables(tables.store)
    others.place(opened.id)
    tables.store.delete(opened.id)
    for tried in (
        lambda: others.enter(opened.id, EntryKind.LEFT, {"seat": "red"}, "red"),
        lambda: others.sit(opened.id, "red", "phone"),
        lambda: others.lock_seats(opened.id, HOST, locked=True),
    ):
        with pytest.raises(NoSuchTable):
            tried()


class Crowded(Store):
    """Somebody else is always faster."""

    def append(self, *_: object, **__: object) -> None:
        raise Clash

    def create(self, *_: object, **__: object) -> None:
        raise Clash


def test_every_wait_has_an_end(database: Database) -> None:
    opened = Tables(Store(database)).create(setup(), "host", seed=1)
    crowded = Tables(Crowded(database))
    said: list[BaseException] = []

    def wait() -> None:
        for tried, kind in (
            (lambda: crowded.enter(opened.id, EntryKind.LOCKED, {}, "host"), Stale),
            (lambda: crowded.create(setup(), "host", seed=2), Full),
        ):
            with pytest.raises(kind) as raised:
                tried()
            said.append(raised.value)

    thread = Thread(target=wait, daemon=True)
    thread.start()
    thread.join(30)
    assert len(said) == 2
