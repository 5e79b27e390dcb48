"""`companion db`: migrate, check, back up, restore, copy and salvage the database."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion import paths
from companion.cli.common import FAULTY_DATA, PLACE, BoxOptions, Command, database_words, stop, with_options
from companion.i18n.translator import Translator

if TYPE_CHECKING:
    from companion.table.maintenance import Contents


def place_options(command: Command) -> Command:
    """Add the options that say which database is meant."""
    command = click.option("--database", "where", metavar="FILE|URL", help="A file, or a PostgreSQL database.")(command)
    help = "Folder where tables are kept; default: the one that `serve` uses."
    return click.option("--data", type=PLACE, metavar="DIR", help=help)(command)


@click.group()
def db() -> None:
    """Check, back up, restore and copy the database."""


@db.command()
@place_options
@with_options("lang")
def upgrade(data: Path | None, where: str | None, options: BoxOptions) -> None:
    """Migrate the database to this version."""
    from companion.table.database import HEAD, Database

    with spoken(options) as t, closing(Database(existing(t, data, where)).ready()) as database:
        click.echo(t.say("db.upgraded", where=database.shown, version=HEAD))


@db.command()
@place_options
@click.option("--replay", is_flag=True, help="Also replay every table with the current rules, like `validate`.")
@with_options("lang", "overlays")
def check(data: Path | None, where: str | None, options: BoxOptions, replay: bool) -> None:
    """Read the whole database, and report what is damaged."""
    _check(data, where, options, replay=replay)


@click.command()
@place_options
@with_options("lang", "overlays")
def validate(data: Path | None, where: str | None, options: BoxOptions) -> None:
    """Replay every table with the current rules, and report differences."""
    _check(data, where, options, replay=True)


def _check(data: Path | None, where: str | None, options: BoxOptions, *, replay: bool) -> None:
    from companion.table import maintenance
    from companion.table.store import Store

    faulty: set[str] = set()
    faults = 0
    with spoken(options) as t, maintenance.reading(place(t, data, where)) as database:
        for id, fault in maintenance.check(database, options.library, replay=replay):
            faulty.add(id)
            faults += 1
            what = t.say(f"refusal.{fault.code}", **fault.args_by_name)
            click.echo(t.say("db.finding", table=fault.joining or id, what=what), err=True)
        counts = {"tables": Store(database).count(), "faults": len(faulty) if replay else faults}
        click.echo(t.say("db.validated" if replay else "db.checked", **counts))
    sys.exit(FAULTY_DATA if faults else 0)


@db.command()
@click.argument("file", type=PLACE)
@place_options
@with_options("lang")
def backup(file: Path, data: Path | None, where: str | None, options: BoxOptions) -> None:
    """Write the whole database to one file, even while the server runs."""
    from companion.table import maintenance
    from companion.table.database import Database

    with spoken(options) as t:
        source = place(t, data, where)
        held = maintenance.backup(source, file)
        click.echo(t.say("db.backed_up", source=Database(source).shown, where=str(file), what=contents(t, held)))


@db.command()
@click.argument("file", type=PLACE)
@place_options
@with_options("lang")
def restore(file: Path, data: Path | None, where: str | None, options: BoxOptions) -> None:
    """Put a backup in the place of the tables, and keep those beside it.

    With the --database URL of PostgreSQL, load it into that, which must be empty.
    """
    from companion.table import maintenance
    from companion.table.database import is_url

    if where and is_url(where):
        _copy(str(file), where, options)
        return

    with spoken(options) as t:
        there = Path(place(t, data, where))
        with suppress(OSError):
            paths.private_folder(there.parent)
        held, old = maintenance.restore(place(t, None, str(file)), there)
        click.echo(t.say("db.copied", where=str(there), what=contents(t, held)))
        if old:
            click.echo(t.say("db.aside", where=str(old)))


@db.command()
@click.argument("source")
@click.argument("target")
@with_options("lang")
def copy(source: str, target: str, options: BoxOptions) -> None:
    """Copy a database into an empty one, and compare the two."""
    _copy(source, target, options)


def _copy(source: str, target: str, options: BoxOptions) -> None:
    from companion.table import maintenance
    from companion.table.database import Database

    with (
        spoken(options) as t,
        maintenance.reading(place(t, None, source)) as first,
        closing(Database(place(t, None, target)).ready()) as second,
    ):
        held = maintenance.copy(first, second)
        click.echo(t.say("db.copied", where=second.shown, what=contents(t, held)))


@db.command()
@click.argument("damaged")
@click.argument("new", type=PLACE)
@with_options("lang", "overlays")
def salvage(damaged: str, new: Path, options: BoxOptions) -> None:
    """Recover what is intact in a damaged SQLite file into a new one."""
    from companion.table.salvage import salvage

    with spoken(options) as t:
        rescue = salvage(Path(place(t, None, damaged)), new, options.library)
        for loss in rescue.losses:
            what = t.say(f"refusal.{loss.fault.code}", **loss.fault.args_by_name) if loss.fault else ""
            click.echo(t.say(f"salvage.{loss.code}", table=loss.table, seq=loss.seq, what=what), err=True)
        for rows, places in rescue.places.items():
            click.echo(t.say("salvage.places", rows=rows, places=places), err=True)
        click.echo(t.say("db.salvaged", where=str(new), tables=rescue.tables))
    sys.exit(FAULTY_DATA if rescue.losses or rescue.places else 0)


def contents(t: Translator, held: "Contents") -> str:
    """Return how much a database holds, and when something was last entered."""
    from datetime import datetime

    from babel.dates import format_datetime

    newest = "–"
    with suppress(ValueError):
        newest = str(format_datetime(datetime.fromisoformat(held.newest).astimezone(), "short", locale=t.locale))
    return t.say("db.contents", tables=held.tables, entries=held.entries, newest=newest)


def place(t: Translator, data: Path | None, where: str | None) -> str:
    """Return the database that is meant: the one asked for, that of the server that runs, or that of `serve`."""
    from companion.table.database import FILE, is_url

    if where and is_url(where):
        return where.removeprefix("sqlite:///")
    there = Path(where) if where else data
    if there is None:
        there, folders = paths.kept(), [] if "COMPANION_DATA" in os.environ else served()
        if len(folders) > 1 and there not in folders:
            stop(t.say("db.several_servers", folders=t.listed(map(str, folders))))
        there = folders[0] if folders and there not in folders else there
    return str(there / FILE if there.is_dir() or not where else there)


def existing(t: Translator, data: Path | None, where: str | None) -> str:
    """Return the database that is meant; a file has to be there."""
    from companion.table.database import Unusable, is_url

    there = place(t, data, where)
    if not is_url(there) and not Path(there).is_file():
        raise Unusable("missing", there)
    return there


def served() -> list[Path]:
    """Return the folders whose tables somebody has open, as far as the system tells: Linux does."""
    from companion.table.database import FILE

    folders: set[Path] = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            for link in (process / "fd").iterdir():
                with suppress(OSError):
                    file = link.readlink()
                    folders |= {file.parent} if file.name == FILE and file.samefile(link) else set()
    return sorted(folders)


@contextmanager
def spoken(options: BoxOptions) -> Iterator[Translator]:
    """Give a translator for the output, and print errors in one line."""
    from companion.table.database import Away, Unusable
    from companion.table.maintenance import NotKept

    t = options.t()
    try:
        yield t
    except Unusable as error:
        stop(database_words(t, error))
    except Away:
        stop(t.say("web.fault.database"))
    except BrokenPipeError:
        raise  # whoever reads what is printed has closed it, as `head` does
    except OSError as error:
        file = Path(error.filename or "")
        if isinstance(error, PermissionError):
            stop(t.say("database.forbidden", where=str(paths.nearest(file)), user=paths.owner(file)))
        stop(t.say("database.read_only", where=str(file)))
    except NotKept as error:
        stop(t.say(f"keeping.{error.code}", where=error.where))
