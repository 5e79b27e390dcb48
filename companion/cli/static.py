"""`companion static`: the app as a folder of files, for a phone's browser without a server."""

import math
from pathlib import Path

import click

from companion.cli.common import PLACE, BoxOptions, stop, with_options


@click.command()
@click.argument("folder", type=PLACE, metavar="DIR")
@click.option("--retire", is_flag=True, help="Write what takes the app off phones again; they keep their tables.")
@click.option("--packages", type=PLACE, metavar="DIR", help="Keep what is fetched there, and fetch only what is not.")
@with_options("lang")
def static(folder: Path, packages: Path | None, options: BoxOptions, *, retire: bool) -> None:
    """Write the app as files that any web server can hand out, to play on one phone without a server."""
    from companion.browser.folder import NotBuilt, build
    from companion.browser.folder import retire as retired

    t = options.t()
    try:
        listed = retired(folder) if retire else build(folder, packages)
    except NotBuilt as error:
        stop(t.say(f"static.{error.code}", why=error.why))
    megabytes = math.ceil(listed["bytes"] / 1_000_000)
    click.echo(t.say("static.written", where=str(folder), n=len(listed["files"]), mb=megabytes))
