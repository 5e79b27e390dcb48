"""`companion doctor`: check that everything needed for serving and printing is in place, and how to fix what is not."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion import paths
from companion.cli.common import FAULTY_DATA, PLACE, BoxOptions, database_words, with_options
from companion.cli.db import place
from companion.i18n.translator import Translator

if TYPE_CHECKING:
    from companion.rules import Library

_LEAST_SPACE = 200
"""The least free disk space in megabytes; one long evening's table takes about a third of one."""


@dataclass(frozen=True)
class Looked:
    """The result of one check: what was checked, whether it is well, and what to say."""

    what: str
    well: bool
    said: str = ""


@click.command()
@click.option("--data", type=PLACE, metavar="DIR", help="Folder where tables are kept.")
@click.option("--database", metavar="URL", help="PostgreSQL database to use instead.")
@with_options("lang", "overlays")
def doctor(data: Path | None, database: str | None, options: BoxOptions) -> None:
    """Check that everything needed is in place, and say how to fix what is not."""
    from companion.table.database import is_url

    t = options.t()
    where = place(t, data, database)
    folder = paths.kept() if is_url(where) else Path(where).parent
    looks: tuple[Callable[[], Looked], ...] = (
        lambda: _folder(t, folder),
        lambda: _space(t, folder),
        lambda: _database(t, where, options.library, named=database is not None),
        lambda: _rules(t, options),
        lambda: _words(t, options),
        lambda: _fonts(t),
    )
    findings = [look() for look in looks]
    for finding in findings:
        said = t.labelled(finding.what, finding.said) if finding.said else finding.what
        click.echo(f"{'✓' if finding.well else '✗'} {said}", err=not finding.well)
    sys.exit(0 if all(check.well for check in findings) else FAULTY_DATA)


def _folder(t: Translator, folder: Path) -> Looked:
    what = t.say("doctor.folder", where=str(folder))
    near = _nearest(folder)
    if not near.is_dir() or not os.access(near, os.W_OK):
        return Looked(what, well=False, said=t.say("doctor.folder.help"))
    if paths.open_to_others(folder):
        return Looked(what, well=False, said=t.say("doctor.folder.open", where=str(folder)))
    return Looked(what, well=True)


def _space(t: Translator, folder: Path) -> Looked:
    import shutil

    free = shutil.disk_usage(_nearest(folder)).free // 1_000_000
    well = free >= _LEAST_SPACE
    return Looked(t.say("doctor.space", free=free), well, "" if well else t.say("doctor.space.help"))


def _nearest(folder: Path) -> Path:
    """Return a folder, or the one around it that is there."""
    return next((near for near in (folder, *folder.absolute().parents) if near.exists()), Path("/"))


def _database(t: Translator, where: str, library: "Library", *, named: bool) -> Looked:
    from companion.table.database import Unusable
    from companion.table.maintenance import check, reading

    what = t.say("doctor.database")
    try:
        with reading(where) as opened:
            faults = any(True for _ in check(opened, library))
    except Unusable as error:
        if error.code in ("missing", "empty") and not named:
            return Looked(what, well=True, said=t.say("doctor.database.none"))
        return Looked(what, well=False, said=database_words(t, error))
    return Looked(what, not faults, t.say("doctor.database.help") if faults else "")


def _rules(t: Translator, options: BoxOptions) -> Looked:
    problems = options.library.check()
    return Looked(t.say("doctor.rules"), not problems, t.say("doctor.rules.help") if problems else "")


def _words(t: Translator, options: BoxOptions) -> Looked:
    from companion.i18n.audit import audit

    well = not options.library.check() and all(problem.remark for problem in audit(options.library, options.overlays))
    return Looked(t.say("doctor.words"), well, "" if well else t.say("doctor.words.help"))


def _fonts(t: Translator) -> Looked:
    from companion.printing import data

    missing = [
        face["file"]
        for face in data.read("fonts").values()
        if not (paths.templates() / "fonts" / face["file"]).is_file()
    ]
    return Looked(t.say("doctor.fonts"), not missing, t.say("doctor.fonts.help") if missing else "")
