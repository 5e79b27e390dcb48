"""`companion table`: list the tables of a server, and bring back a seat that was lost. Whoever has the machine may."""

import sys
from pathlib import Path
from typing import Any

import click

from companion.cli.common import PLACE, BoxOptions, Command, stop, with_options
from companion.cli.db import existing, spoken
from companion.cli.serve import PORT, FirstPage, code_of
from companion.i18n.translator import Translator
from companion.network import Reach
from companion.rules import UnknownName
from companion.table.vocabulary import HOST


def _options(command: Command) -> Command:
    for option in (
        click.option("--data", type=PLACE, metavar="DIR", help="Folder where tables are kept."),
        click.option("--database", metavar="URL", help="PostgreSQL database to use instead."),
    ):
        command = option(command)
    return command


url_option = click.option("--url", metavar="URL", help="Where phones find the server, if it cannot say.")


@click.group()
def table() -> None:
    """List the tables, and bring back a seat that was lost."""


@table.command(name="list")
@_options
@with_options("lang", "overlays", "as_json")
def list_(data: Path | None, database: str | None, options: BoxOptions) -> None:
    """List the newest tables: code, last entry, title, seats."""
    with spoken(options) as t:
        answer = _done(t, data, database, options, {})["tables"]
        options.answer(answer, lambda: "\n".join(_line(row, t) for row in answer) or t.say("table.none"))


def _line(row: dict[str, Any], t: "Translator") -> str:
    seats = t.listed(f"{colour} {name}".strip() for colour, name in row["seats"].items())
    return "  ".join([row["code"], row["at"][:16].replace("T", " "), row["title"], seats]).rstrip()


@table.command()
@click.argument("code")
@_options
@url_option
@with_options("lang", "overlays")
def host(code: str, data: Path | None, database: str | None, url: str | None, options: BoxOptions) -> None:
    """Print a link, for one use, that makes a device the host."""
    _link(data, database, url, options, {"code": code, "seat": HOST})


@table.command()
@click.argument("code")
@click.argument("colour", metavar="COLOR")
@_options
@url_option
@with_options("lang", "overlays")
def seat(code: str, colour: str, data: Path | None, database: str | None, url: str | None, options: BoxOptions) -> None:
    """Print a link, for one use, that gives a device a seat."""
    _link(data, database, url, options, {"code": code, "seat": colour})


def _link(
    data: Path | None, database: str | None, url: str | None, options: BoxOptions, errand: dict[str, str]
) -> None:
    from companion.table.tokens import spaced_key

    with spoken(options) as t:
        answer = _done(t, data, database, options, errand)
        url = f"http://{url}" if url and "://" not in url else url
        first = url or answer.get("address") or FirstPage(Reach(), PORT, secure=False).url(Reach().likely)
        address = f"{first.rstrip('/')}/back/{answer['code']}/{answer['key']}"
        click.echo(f"{t.say('table.link')}\n\n  {address}\n")
        click.echo(code_of(address, sys.stdout.encoding))
        click.echo(t.say("table.link.typed", code=answer["code"], key=spaced_key(answer["key"])))


def _done(
    t: Translator, data: Path | None, database: str | None, options: BoxOptions, errand: dict[str, str]
) -> dict[str, Any]:
    """Do an errand, or have the server do it that has the tables open. Prints refusals and exits."""
    from companion.table import errands
    from companion.table.database import Database, Unusable, is_url
    from companion.table.store import Store
    from companion.table.tables import Tables

    where = existing(t, data, database)
    try:
        opened = Database(where).ready(migrate=not is_url(where))
    except Unusable as error:
        answer = errands.ask(Path(where).parent, errand) if error.code == "in_use" else None
        if answer is None:
            raise
    else:
        answer = errands.run(Tables(Store(opened), options.library), errand)
        opened.close()
    if "unknown" in answer:
        raise UnknownName(*answer["unknown"])
    if "refused" in answer:
        stop(t.say(f"refusal.{answer['refused']}", **answer["args"]))
    return answer
