"""`companion i18n`: start and proofread translations."""

import sys
from pathlib import Path

import click

from companion import paths
from companion.cli.common import FAULTY_DATA, BoxOptions, stop, with_options


@click.group()
def i18n() -> None:
    """Start and proofread translations."""


@i18n.command()
@with_options("lang", "overlays")
def proof(asked: BoxOptions) -> None:
    """Print every sentence, filled in, for proofreading.

    Faults are printed on standard error, and the exit code is then 1.
    """
    from companion.i18n import proof as proofs
    from companion.i18n.proofreading import faults_of

    found = list(proofs.sentences(asked.library, asked.code, asked.overlays))
    for line in proofs.sheet(found):
        click.echo(line)
    faults = list(dict.fromkeys(faults_of(asked.library, asked.code, found, asked.overlays)))
    for fault in faults:
        click.echo(fault, err=True)
    click.echo(asked.t().count("fault", len(faults)), err=True)
    if faults:
        sys.exit(FAULTY_DATA)


@i18n.command()
@click.argument("code")
@click.option(
    "--into", metavar="DIR", type=click.Path(path_type=Path), help="Overlay to put it in; default: this checkout."
)
@with_options("lang")
def new(code: str, into: Path | None, asked: BoxOptions) -> None:
    """Create empty catalogs for the language CODE, such as fr. Untranslated messages are shown in English."""
    from companion.i18n.new_language import NoLanguage, new_language

    t, locales = asked.t(), into / "locales" if into else paths.locales()
    try:
        folder = new_language(code, locales)
    except NoLanguage:
        stop(t.say("i18n.no_language", given=t.quote(code)))
    except FileExistsError:
        stop(t.say("i18n.exists", folder=locales / code))
    except OSError as error:
        stop(t.say("i18n.not_writable", folder=locales / code, detail=error.strerror))
    click.echo(t.say("i18n.made", folder=folder))
