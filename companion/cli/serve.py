"""`companion serve`: the web app for every phone on this network."""

import sys
from contextlib import suppress
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from companion import paths
from companion.cli.common import BoxOptions, stop, with_options
from companion.i18n.translator import Translator
from companion.network import network_address, own_names

if TYPE_CHECKING:
    from companion.rules import Library
    from companion.table.tables import Tables
    from companion.web.mdns import Announcement
    from companion.web.server import Certificate

PORT = 8327
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for all networks of this machine."""


@click.command()
@click.option("--host", default=EVERYWHERE[0], show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes any free one."
)
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="Additional host name; can be repeated.")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Folder where tables are kept.")
@click.option("--database", metavar="URL", help="PostgreSQL database to use instead: postgresql+psycopg://…")
@click.option(
    "--listeners", default=10_000, show_default=True, type=click.IntRange(0, 20_000), help="Most pages live at once."
)
@click.option("--https", is_flag=True, help="Encrypt, with a generated certificate or the one given.")
@click.option("--certificate", type=click.Path(path_type=Path), metavar="FILE", help="Certificate for --https.")
@click.option("--key", type=click.Path(path_type=Path), metavar="FILE", help="Private key of the certificate.")
@click.option("--behind-proxy", "proxied", is_flag=True, help="Trust the forwarding headers of the proxy in front.")
@click.option("--log", "journal", default="faults", show_default=True, type=click.Choice(["faults", "all", "off"]),
              help="What to log to standard error.")  # fmt: skip
@click.option("--metrics", "measured", is_flag=True, help="Serve metrics at /metrics.")
@with_options("lang", "overlays")
def serve(
    host: str,
    port: int,
    hosts: tuple[str, ...],
    data: Path | None,
    database: str | None,
    listeners: int,
    https: bool,
    certificate: Path | None,
    key: Path | None,
    proxied: bool,
    journal: str,
    measured: bool,
    asked: BoxOptions,
) -> None:
    """Run the app for every phone on this network."""
    from companion.table.database import Unusable
    from companion.table.upkeep import Upkeep
    from companion.web import create_app, server
    from companion.web.security import behind_proxy
    from companion.web.server_log import keep_journal
    from companion.web.warm_up import warm_up

    folder = data or paths.kept()
    t = asked.t()
    try:
        tables = open_tables(database or folder, listeners, asked.library)
    except Unusable as error:
        stop(t.say(f"database.{error.code}", where=error.where))
    announced = _announced() if host in EVERYWHERE and not proxied else None
    own = (host, *own_names(), network_address(), *([f"{announced.name}.local"] if announced else []))
    app = create_app(overlays=asked.overlays, hosts=(*hosts, *own), tables=tables, measured=measured)
    tell = keep_journal(app, journal)
    if proxied:
        behind_proxy(app)
    try:
        secure = _certificate(t, folder, certificate, key, own) if https or certificate else None
        listening = server.open_server(app, host, port, hub=tables.hub, certificate=secure, proxied=proxied)
    except server.Unservable as error:
        stop(_unservable(t, error.code, host, port))
    if announced:
        announced.tell(listening.port)
    _welcome(t, address(host, listening.port, secure=secure is not None), tables, announced)
    Thread(target=warm_up, args=(app,), name="warm-up", daemon=True).start()
    upkeep = Upkeep(tables, folder, tell).start()
    listening.run()
    if announced:
        announced.close()
    upkeep.stop()
    tables.close()


def open_tables(where: str | Path, listeners: int, library: "Library") -> "Tables":
    """Open the tables in a data folder or in a PostgreSQL database. Raises `Unusable`."""
    from companion.table.database import FILE, Database, Unusable
    from companion.table.limits import Limits
    from companion.table.store import Store
    from companion.table.tables import Tables

    if isinstance(where, Path):
        try:
            paths.private_folder(where)
        except OSError as error:
            raise Unusable("unreachable", str(where)) from error
        where /= FILE
    tables = Tables(Store(Database(where).ready()), library, Limits(listeners=listeners))
    tables.listen()
    tables.prune()
    return tables


def _certificate(
    t: Translator, folder: Path, certificate: Path | None, key: Path | None, own: tuple[str, ...]
) -> "Certificate":
    from companion.web.server import Certificate, OwnCertificate

    if certificate and key:
        return Certificate(certificate, key)
    if certificate or key:
        stop(t.say("serve.bad_certificate"))

    def names() -> list[str]:
        known = ["localhost", "127.0.0.1", *own, network_address()]
        return [one for one in known if one not in EVERYWHERE]

    try:
        return OwnCertificate(folder, names)
    except ImportError:
        stop(t.say("serve.no_cryptography"))


def _unservable(t: Translator, code: str, host: str, port: int) -> str:
    if code == "port_taken":
        return t.say("serve.port_taken", port=str(port))
    return t.say("serve.bad_certificate") if code == "bad_certificate" else t.say("serve.bad_host", host=t.quote(host))


def _announced() -> "Announcement | None":
    """Return the announcement of this machine's name, if there is a network and zeroconf is installed."""
    with suppress(ImportError, OSError):
        from companion.web.mdns import Announcement

        return Announcement(network_address())
    return None


def _welcome(t: Translator, url: str, tables: "Tables", announced: "Announcement | None") -> None:
    click.echo(t.say("serve.address"))
    click.echo(f"\n  {url}\n")
    if announced:
        named = url.replace(network_address(), f"{announced.name}.local")
        click.echo(f"  {named}\n")
    elif find_spec("zeroconf") is None:
        click.echo(t.say("serve.no_zeroconf"))
    click.echo(code_of(url, sys.stdout.encoding))
    click.echo(t.say("serve.kept", where=tables.store.database.shown))
    click.echo(t.say("serve.stop"))
    sys.stdout.flush()


def address(host: str, port: int, *, secure: bool = False) -> str:
    """Return the address for phones on this network.

    >>> address("127.0.0.1", 8327), address("::1", 80, secure=True)
    ('http://127.0.0.1:8327/', 'https://[::1]:80/')
    """
    shown = network_address() if host in EVERYWHERE else host
    with suppress(ValueError):
        shown = f"[{shown}]" if ip_address(shown).version == 6 else shown
    return f"{'https' if secure else 'http'}://{shown}:{port}/"


def code_of(url: str, encoding: str | None) -> str:
    """Return a QR code made of half blocks, or an empty string if the terminal cannot print them."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make(url, micro=False).terminal(out, border=2, compact=True)
    try:
        out.getvalue().encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return ""
    return out.getvalue()
