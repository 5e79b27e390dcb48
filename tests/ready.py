"""What sessions at a terminal begin with, where a few lines of text would not do."""

from collections.abc import Callable
from pathlib import Path

from companion.paths import private_folder
from companion.table.database import FILE, Database
from companion.table.schema import log
from companion.table.store import Store
from companion.table.tables import Tables
from tests.table.people import play_on, setup

READY: dict[str, Callable[[], None]] = {}
"""By the words that stand in a session. Each makes files in the current folder."""


def ready(words: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def decorate(make: Callable[[], None]) -> Callable[[], None]:
        READY[words] = make
        return make

    return decorate


@ready("a file that is not UTF-8")
def _latin() -> None:
    file = Path("my-box", "caylus", "latin.toml")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b'title = "caf\xe9"\n')


@ready("folders for files, a catalog saved as Windows does, and a compiled one that is none")
def _no_catalog() -> None:
    words = Path("my-box", "locales", "en", "LC_MESSAGES")
    (words / "caylus.po").mkdir(parents=True)
    (words / "companion.po").write_bytes('msgctxt "say"\nmsgid "web.nav.log"\nmsgstr "Mühle"\n'.encode("cp1252"))
    (words / "magna_carta.mo").write_bytes(b"no catalog, whatever its name says")
    Path("my-box", "drawings", "mason.svg").mkdir(parents=True)


@ready("a number of 5000 digits")
def _long() -> None:
    file = Path("my-box", "caylus", "mine.toml")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[income]\nbase = {'9' * 5000}\n", encoding="utf-8")


@ready("two tables")
def _two_tables() -> None:
    """As a server leaves them."""
    database = Database(private_folder(Path("kept")) / FILE).ready()
    tables = Tables(Store(database))
    for game in ("caylus", "magna_carta"):
        play_on(tables, tables.create(setup(game), "host", seed=1).id, 25, seed=1)
    database.close()


@ready("an entry is missing")
def _entry_missing() -> None:
    database = Database(Path("kept", FILE)).ready()
    tables = filter(None, (Store(database).find(id=id) for id in Store(database).ids()))
    id = next(table.id for table in tables if table.setup.game == "caylus")
    with database.begin() as connection:
        connection.execute(log.delete().where(log.c.table_id == id, log.c.seq == 9))
    database.close()


@ready("others can read the data")
def _open_to_others() -> None:
    Path("kept").chmod(0o755)
