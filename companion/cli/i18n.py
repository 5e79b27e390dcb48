"""`companion i18n`: start translations."""

from pathlib import Path

import click

from companion import paths
from companion.cli.common import BoxOptions, stop, with_options


@click.group()
def i18n() -> None:
    """Start translations."""


@i18n.command()
@click.argument("code")
@click.option(
    "--into", metavar="DIR", type=click.Path(path_type=Path), help="Overlay to put it in; default: this checkout."
)
@with_options("lang")
def new(code: str, into: Path | None, options: BoxOptions) -> None:
    """Create empty catalogs for the language CODE, such as fr. Untranslated messages are shown in English."""
    from companion.i18n.new_language import NoLanguage, new_language

    t, locales = options.t(), into / "locales" if into else paths.locales()
    try:
        folder = new_language(code, locales)
    except NoLanguage:
        stop(t.say("i18n.no_language", given=t.quote(code)))
    except FileExistsError:
        stop(t.say("i18n.exists", folder=locales / code))
    except OSError as error:
        stop(t.say("i18n.not_writable", folder=locales / code, detail=error.strerror))
    click.echo(t.say("i18n.made", folder=folder))
