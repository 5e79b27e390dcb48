"""`companion serve`: the web app for every phone on this network."""

import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import gettempdir
from threading import Event, Thread
from typing import TYPE_CHECKING

import click

from companion import paths
from companion.cli.common import PLACE, BoxOptions, database_words, stop, with_options
from companion.cli.db import contents
from companion.i18n.translator import Translator
from companion.network import EVERYWHERE, LOOPBACK, Reach, in_url, is_host

if TYPE_CHECKING:
    from companion.rules import Library
    from companion.table.limits import Limits
    from companion.table.tables import Tables
    from companion.table.watch import Rescued
    from companion.web.mdns import Announcement
    from companion.web.server.certificate import Certificate

PORT = 8327

_LOOK = 3.0
"""Seconds between looks at this machine's networks."""


@click.command()
@click.option("--host", default=EVERYWHERE[0], show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes any free one."
)
@click.option("--address", metavar="ADDRESS", help="The address that phones are given, if not the likeliest one.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="Additional host name; can be repeated.")
@click.option("--data", type=PLACE, metavar="DIR", help="Folder where tables are kept.")
@click.option("--database", metavar="URL", help="PostgreSQL database to use instead: postgresql+psycopg://…")
@click.option(
    "--listeners", default=10_000, show_default=True, type=click.IntRange(0, 20_000), help="Most pages live at once."
)
@click.option(
    "--tables", "most", default=5_000, show_default=True, type=click.IntRange(1, 1_000_000), help="Most tables kept."
)
@click.option("--organiser", is_flag=True, help="Print a link to a page of all tables. It replaces the last one.")
@click.option("--https", is_flag=True, help="Encrypt, with a generated certificate or the one given.")
@click.option("--certificate", type=PLACE, metavar="FILE", help="Certificate for --https.")
@click.option("--key", type=PLACE, metavar="FILE", help="Private key of the certificate.")
@click.option("--along", type=PLACE, metavar="DIR", help="Folder of `companion static` for phones to take along.")
@click.option("--behind-proxy", "proxied", is_flag=True, help="Trust the forwarding headers of the proxy in front.")
@click.option("--log", "journal", default="faults", show_default=True, type=click.Choice(["faults", "all", "off"]),
              help="What to log to standard error.")  # fmt: skip
@click.option("--metrics", "measured", is_flag=True, help="Serve metrics at /metrics.")
@with_options("lang", "overlays")
def serve(
    host: str,
    port: int,
    address: str | None,
    hosts: tuple[str, ...],
    data: Path | None,
    database: str | None,
    listeners: int,
    most: int,
    organiser: bool,
    https: bool,
    certificate: Path | None,
    key: Path | None,
    along: Path | None,
    proxied: bool,
    journal: str,
    measured: bool,
    options: BoxOptions,
) -> None:
    """Run the app for every phone on this network."""
    from companion.minds import proposal
    from companion.table.database import Unusable
    from companion.table.limits import Limits
    from companion.table.upkeep import Upkeep
    from companion.table.watch import Watch
    from companion.web import create_app
    from companion.web.security import behind_proxy
    from companion.web.server import listening
    from companion.web.server_log import keep_journal
    from companion.web.warm_up import warm_up

    where, folder = _places(data, database)
    t = options.t()
    _must_be_given_well(t, address, along)
    try:
        tables = open_tables(where, Limits(listeners=listeners, tables=most), options.library)
    except Unusable as error:
        stop(database_words(t, error))
    reach = Reach(host, address or "")
    app = create_app(overlays=options.overlays, hosts=hosts, tables=tables, measured=measured, reach=reach, along=along)
    tell = keep_journal(app, journal)
    if proxied:
        behind_proxy(app, hosts)
    named = Named(reach, wanted=host in EVERYWHERE and not proxied)
    try:
        secure = _certificate(t, folder, certificate, key, reach) if https or certificate or key else None
        server = listening.open_server(app, reach.listening, port, hub=tables.hub, certificate=secure, proxied=proxied)
    except listening.Unservable as error:
        stop(_unservable(t, error.code, host, port))
    named.tell(server.port)
    first = FirstPage(reach, server.port, secure is not None, proxied, public=address or next(iter(hosts), ""))
    _welcome(t, first, tables, wanted=named.wanted)
    organising = _new_organiser(tables) if organiser else ""
    _tell_organiser(t, first.address, organising)
    stopped = Event()
    server.first_thought = partial(proposal.warm_up, tuple(options.overlays))
    beside = [
        Thread(target=warm_up, args=(app, stopped), name="warm-up", daemon=True),
        Thread(target=_follow, args=(t, first, named, organising, stopped), name="networks", daemon=True),
    ]
    for thread in beside:
        thread.start()
    upkeep = Upkeep(tables, folder, tell, lambda: first.address).start()
    watch = Watch(tables.store.database, partial(_tell_lost, t, tables.store.database.shown)).start()
    server.run()
    stopped.set()
    for thread in beside:
        thread.join()
    named.close()
    watch.stop()
    upkeep.stop()
    tables.close()


def _places(data: Path | None, database: str | None) -> tuple[str | Path, Path]:
    """Return what to open, and the folder of all that belongs to it."""
    from companion.table.database import is_url

    folder, file = data or paths.kept(), (database or "").removeprefix("sqlite:///")
    if file and not is_url(file):
        return file, Path(file).absolute().parent
    return database or folder, folder


def _must_be_given_well(t: Translator, address: str | None, along: Path | None) -> None:
    if address and not is_host(address):
        stop(t.say("serve.bad_address", host=t.quote(address)))
    if along and not (along / "service-worker.js").is_file():
        stop(t.say("serve.bad_along", folder=str(along)))


def open_tables(where: str | Path, limits: "Limits", library: "Library") -> "Tables":
    """Open the tables in a data folder or in a PostgreSQL database. Raises `Unusable`."""
    from companion.table.database import FILE, Database, Unusable
    from companion.table.store import Store
    from companion.table.tables import Tables

    if isinstance(where, Path):
        try:
            paths.private_folder(where)
        except PermissionError as error:
            raise Unusable("forbidden", str(paths.nearest(where)), paths.owner(where)) from error
        except OSError as error:
            raise Unusable("unreachable", str(where), error.strerror or "") from error
        where /= FILE
    tables = Tables(Store(Database(where).ready()), library, limits)
    tables.listen()
    tables.prune()
    return tables


def _certificate(
    t: Translator, folder: Path, certificate: Path | None, key: Path | None, reach: Reach
) -> "Certificate":
    from companion.web.server.certificate import Certificate, OwnCertificate

    if certificate and key:
        return Certificate(certificate, key)
    if certificate or key:
        stop(t.say("serve.bad_certificate"))
    try:
        return OwnCertificate(folder, lambda: ["localhost", LOOPBACK, *reach.names(near=True)])
    except ImportError:
        stop(t.say("serve.no_cryptography"))


def _unservable(t: Translator, code: str, host: str, port: int) -> str:
    if code == "port_taken":
        return t.say("serve.port_taken", port=str(port))
    return t.say("serve.bad_certificate") if code == "bad_certificate" else t.say("serve.bad_host", host=t.quote(host))


class Named:
    """The name of this machine in its network, if there is a network and zeroconf is installed."""

    def __init__(self, reach: Reach, *, wanted: bool) -> None:
        self.wanted = wanted
        self._reach = reach
        self._announcement = self._announced()

    def _announced(self) -> "Announcement | None":
        self._reach.announced = ""
        if self.wanted and not self._reach.isolated:
            with suppress(ImportError, OSError):
                from companion.web.mdns import Announcement

                announcement = Announcement(self._reach.likely)
                self._reach.announced = f"{announcement.name}.local"
                return announcement
        return None

    def tell(self, port: int) -> None:
        if self._announcement:
            self._announcement.tell(port)

    def move(self, port: int) -> None:
        """Announce the name at the address that phones need now."""
        self.close()
        self._announcement = self._announced()
        self.tell(port)

    def close(self) -> None:
        if self._announcement:
            self._announcement.close()
        self._announcement = None


@dataclass(frozen=True)
class FirstPage:
    """The first page as phones open it: where they find the server, its port, whether it encrypts, and its proxy."""

    reach: Reach
    port: int
    secure: bool
    proxied: bool = False
    public: str = ""
    """The name of the proxy."""

    @property
    def address(self) -> str:
        """Where phones find it; behind a proxy, under the name that this has."""
        return f"https://{in_url(self.public)}/" if self.proxied and self.public else self.url(self.reach.likely)

    @property
    def whose(self) -> str:
        """Who can open its address: everybody, phones nearby, this machine alone, or nobody but a proxy."""
        if self.proxied:
            return "anywhere" if self.public else "proxy"
        return "here" if self.reach.isolated else "address"

    def url(self, host: str) -> str:
        """Return the address of the first page.

        >>> FirstPage(Reach(), 80, secure=True).url("::1")
        'https://[::1]:80/'
        """
        return f"{'https' if self.secure else 'http'}://{in_url(host)}:{self.port}/"


def _welcome(t: Translator, first: FirstPage, tables: "Tables", *, wanted: bool) -> None:
    click.echo(t.say(f"serve.{first.whose}"))
    _tell(t, first)
    if wanted and find_spec("zeroconf") is None:
        click.echo(t.say("serve.no_zeroconf"))
    click.echo(t.say("serve.kept", where=tables.store.database.shown))
    click.echo(t.say("serve.stop"))
    sys.stdout.flush()


def _new_organiser(tables: "Tables") -> str:
    """Return a new key for the organiser; the last one is void."""
    from companion.table.tokens import fingerprint, new_key

    key = new_key()
    tables.store.set("organiser", fingerprint(key))
    return key


def _tell_organiser(t: Translator, public: str, key: str) -> None:
    """Print the organiser's link with its code, if there is one."""
    if key:
        url = f"{public}organiser/{key}"
        click.echo(f"{t.say('serve.organiser')}\n\n  {url}\n\n{code_of(url, sys.stdout.encoding)}")
        sys.stdout.flush()


def _tell(t: Translator, first: FirstPage) -> None:
    """Print the likeliest address, with its code if phones can open it, the name, and the other addresses."""
    reach = first.reach
    click.echo(f"\n  {first.address}\n")
    if reach.announced:
        click.echo(f"  {first.url(reach.announced)}\n")
    if first.whose not in ("here", "proxy"):
        click.echo(code_of(first.address, sys.stdout.encoding))
    if first.proxied:
        return
    if reach.lost:
        click.echo(t.say("serve.no_network"))
    if reach.others:
        click.echo(t.say("serve.others"))
        click.echo("".join(f"  {first.url(address.ip)}  {address.adapter}\n" for address in reach.others))


def _follow(t: Translator, first: FirstPage, named: Named, key: str, stopped: Event) -> None:
    """Keep to this machine's address while it changes, until the server stops."""
    while not stopped.wait(_LOOK):
        if first.reach.look() and not first.proxied:
            named.move(first.port)
            click.echo("\n" + (t.say("serve.lost") if first.reach.lost else t.say("serve.moved")))
            if not first.reach.lost:
                _tell(t, first)
                _tell_organiser(t, first.address, key)
            sys.stdout.flush()


def _tell_lost(t: Translator, file: str, lost: str, rescued: "Rescued | None") -> None:
    """Print what has happened to the file of the tables, and what to do."""
    from companion.table.database import Database

    text = [t.say(f"serve.file.{lost or 'back'}", file=file)]
    how = lost if lost == "written" else "open"
    if rescued:
        where, what = rescued
        text.append(t.say(f"serve.rescued.{how}", where=str(where), file=file, what=contents(t, what)))
        if where.parent == Path(gettempdir()):
            text.append(t.say("serve.rescued.temporary", where=str(where)))
    elif lost in Database.GONE:
        text.append(t.say(f"serve.not_rescued.{how}", file=file))
    click.echo("\n" + "\n".join(text))
    sys.stdout.flush()


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
