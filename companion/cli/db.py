"""`companion db`: bring up to date, check, back up, restore and copy the database of the tables."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion import paths
from companion.cli.common import FAULTY_DATA, Asked, stop, with_options
from companion.i18n.translator import Translator

if TYPE_CHECKING:
    from companion.table.database import Database

where_option = click.option("--database", "where", metavar="FILE|URL", help="Default: the tables that `serve` keeps.")


@click.group()
def db() -> None:
    """Look after the database of the tables."""


@db.command()
@where_option
@with_options("lang")
def upgrade(where: str | None, asked: Asked) -> None:
    """Bring the tables up to date with this version."""
    with opened(where, asked) as (t, database):
        from companion.table.database import HEAD

        click.echo(t.say("db.upgraded", where=database.shown, version=HEAD))


@db.command()
@where_option
@with_options("lang")
def check(where: str | None, asked: Asked) -> None:
    """See whether every log is whole."""
    from companion.table import keeping
    from companion.table.store import Store

    with opened(where, asked) as (t, database):
        findings = keeping.check(database)
        for found in findings:
            click.echo(t.say(f"finding.{found.code}", table=found.table, seq=found.seq), err=True)
        tables = Store(database).count()
        click.echo(t.say("db.checked", tables=tables, faults=len(findings)))
    sys.exit(FAULTY_DATA if findings else 0)


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
@where_option
@with_options("lang")
def backup(file: Path, where: str | None, asked: Asked) -> None:
    """Write everything into one file."""
    from companion.table import keeping

    with opened(where, asked) as (t, database):
        size = keeping.backup(database, file)
        click.echo(t.say("db.backed_up", where=str(file), size=size // 1024))


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
@where_option
@with_options("lang")
def restore(file: Path, where: str | None, asked: Asked) -> None:
    """Read a backup into an empty database."""
    from companion.table import keeping

    with opened(where, asked) as (t, database):
        rows = keeping.restore(file, database)
        click.echo(t.say("db.copied", where=database.shown, tables=rows["tables"], entries=rows["log"]))


@db.command()
@click.argument("source")
@click.argument("target")
@with_options("lang")
def copy(source: str, target: str, asked: Asked) -> None:
    """Copy all tables from one database into an empty one, and compare."""
    from companion.table import keeping

    with opened(source, asked, must_be_there=True) as (t, first), opened(target, asked) as (_, second):
        rows = keeping.copy(first, second)
        click.echo(t.say("db.copied", where=second.shown, tables=rows["tables"], entries=rows["log"]))


@click.command()
@where_option
@with_options("lang")
def validate(where: str | None, asked: Asked) -> None:
    """Replay every table on the present rules and name what differs."""
    from companion.table import keeping

    differing = tables = 0
    with opened(where, asked) as (t, database):
        for _, found in keeping.validate(database):
            tables += 1
            if found:
                differing += 1
                click.echo(t.say(f"finding.{found.code}", table=found.table, seq=found.seq), err=True)
        click.echo(t.say("db.validated", tables=tables, faults=differing))
    sys.exit(FAULTY_DATA if differing else 0)


@contextmanager
def opened(where: str | None, asked: Asked, *, must_be_there: bool = False) -> Iterator[tuple[Translator, "Database"]]:
    """The database, brought up to date; what goes wrong is said in one line."""
    from companion.table.database import FILE, Database, Unusable
    from companion.table.keeping import NotKept

    t = asked.t()
    place = where or str(paths.kept() / FILE)
    if "://" not in place and must_be_there and not Path(place).is_file():
        stop(t.say("keeping.not_there", where=place))
    try:
        if where is None:
            paths.kept().mkdir(parents=True, exist_ok=True)
        database = Database(place).ready()
        try:
            yield t, database
        finally:
            database.close()
    except Unusable as error:
        stop(t.say(f"database.{error.code}", where=error.where))
    except NotKept as error:
        stop(t.say(f"keeping.{error.code}", where=error.where))
