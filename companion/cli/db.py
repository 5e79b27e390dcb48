"""`companion db`: migrate, check, back up, restore, copy and salvage the database."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion import paths
from companion.cli.common import FAULTY_DATA, BoxOptions, stop, with_options
from companion.i18n.translator import Translator

if TYPE_CHECKING:
    from companion.table.database import Database

where_option = click.option("--database", "where", metavar="FILE|URL", help="Default: the database that `serve` uses.")


@click.group()
def db() -> None:
    """Check, back up, restore and copy the database."""


@db.command()
@where_option
@with_options("lang")
def upgrade(where: str | None, options: BoxOptions) -> None:
    """Migrate the database to this version."""
    with opened(where, options) as (t, database):
        from companion.table.database import HEAD

        click.echo(t.say("db.upgraded", where=database.shown, version=HEAD))


@db.command()
@where_option
@click.option("--replay", is_flag=True, help="Also replay every table with the current rules, like `validate`.")
@with_options("lang", "overlays")
def check(where: str | None, options: BoxOptions, replay: bool) -> None:
    """Read the whole database, and report what is damaged."""
    _check(where, options, replay=replay)


def _check(where: str | None, options: BoxOptions, *, replay: bool) -> None:
    from companion.table import maintenance
    from companion.table.store import Store

    faulty: set[str] = set()
    faults = 0
    with opened(where, options) as (t, database):
        for id, fault in maintenance.check(database, options.library, replay=replay):
            faulty.add(id)
            faults += 1
            what = t.say(f"refusal.{fault.code}", **fault.args_by_name)
            click.echo(t.say("db.finding", table=fault.joining or id, what=what), err=True)
        counts = {"tables": Store(database).count(), "faults": len(faulty) if replay else faults}
        click.echo(t.say("db.validated" if replay else "db.checked", **counts))
    sys.exit(FAULTY_DATA if faults else 0)


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
@where_option
@with_options("lang")
def backup(file: Path, where: str | None, options: BoxOptions) -> None:
    """Write the whole database to one file, even while the server runs."""
    from companion.table.upkeep import backup_of

    with spoken(options) as t:
        size = backup_of(_place(where), file)
        click.echo(t.say("db.backed_up", where=str(file), size=size // 1024))


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
@where_option
@with_options("lang")
def restore(file: Path, where: str | None, options: BoxOptions) -> None:
    """Load a backup into an empty database."""
    from companion.table import maintenance

    with spoken(options), maintenance.opened_backup(file) as source, opened(where, options) as (t, database):
        rows = maintenance.copy(source, database)
        click.echo(t.say("db.copied", where=database.shown, tables=rows["tables"], entries=rows["log"]))


@db.command()
@click.argument("source")
@click.argument("target")
@with_options("lang")
def copy(source: str, target: str, options: BoxOptions) -> None:
    """Copy a database into an empty one, and compare the two."""
    from companion.table import maintenance

    with opened(source, options, must_be_there=True) as (t, first), opened(target, options) as (_, second):
        rows = maintenance.copy(first, second)
        click.echo(t.say("db.copied", where=second.shown, tables=rows["tables"], entries=rows["log"]))


@db.command()
@click.argument("damaged", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@with_options("lang", "overlays")
def salvage(damaged: Path, new: Path, options: BoxOptions) -> None:
    """Recover what is intact in a damaged SQLite file into a new one."""
    from companion.table.salvage import salvage

    with spoken(options) as t:
        rescue = salvage(damaged, new, options.library)
        for loss in rescue.losses:
            what = t.say(f"refusal.{loss.fault.code}", **loss.fault.args_by_name) if loss.fault else ""
            click.echo(t.say(f"salvage.{loss.code}", table=loss.table, seq=loss.seq, what=what), err=True)
        for rows, places in rescue.places.items():
            click.echo(t.say("salvage.places", rows=rows, places=places), err=True)
        click.echo(t.say("db.salvaged", where=str(new), tables=rescue.tables))
    sys.exit(FAULTY_DATA if rescue.losses or rescue.places else 0)


@click.command()
@where_option
@with_options("lang", "overlays")
def validate(where: str | None, options: BoxOptions) -> None:
    """Replay every table with the current rules, and report differences."""
    _check(where, options, replay=True)


def _place(where: str | None) -> str:
    """Return the requested database, or the one that `serve` uses."""
    from companion.table.database import FILE

    return where or str(paths.private_folder(paths.kept()) / FILE)


@contextmanager
def opened(
    where: str | None, options: BoxOptions, *, must_be_there: bool = False
) -> Iterator[tuple[Translator, "Database"]]:
    """Open and migrate a database."""
    from companion.table.database import Database

    with spoken(options) as t:
        place = _place(where)
        if "://" not in place and must_be_there and not Path(place).is_file():
            stop(t.say("keeping.not_there", where=place))
        database = Database(place).ready()
        try:
            yield t, database
        finally:
            database.close()


@contextmanager
def spoken(options: BoxOptions) -> Iterator[Translator]:
    """Give a translator for the output, and print errors in one line."""
    from companion.table.database import Unusable
    from companion.table.maintenance import NotKept

    t = options.t()
    try:
        yield t
    except Unusable as error:
        stop(t.say(f"database.{error.code}", where=error.where))
    except NotKept as error:
        stop(t.say(f"keeping.{error.code}", where=error.where))
