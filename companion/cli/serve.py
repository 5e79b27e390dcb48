"""`companion serve`: the web app for every phone on this network."""

import errno
import socket
import sys
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import click

from companion.cli.common import BAD_INPUT, lang_option, language_code, overlay_option, spoken_errors
from companion.i18n.translator import Translator

PORT = 8327
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that mean: listen on every network this machine is in."""

_THREADS = 8
_TAKEN = (errno.EADDRINUSE, errno.EACCES)


@click.command()
@click.option("--host", default=EVERYWHERE[0], show_default=True, help="The address to listen on.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free one.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="A further name to answer to; repeatable.")
@lang_option
@overlay_option
def serve(host: str, port: int, hosts: tuple[str, ...], lang: str | None, overlays: tuple[Path, ...]) -> None:
    """Open the companion for every phone on this network."""
    from waitress.server import create_server

    from companion.web import create_app

    with spoken_errors(lang, overlays):
        t = Translator(language_code(lang, overlays), overlays=overlays)
        app = create_app(overlays=overlays, hosts=(*hosts, host, socket.gethostname(), network_address()))
    try:
        server = create_server(app, host=host, port=port, threads=_THREADS, ident=None)
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) in _TAKEN:
            click.echo(t.say("serve.port_taken", port=str(port)), err=True)
        else:
            click.echo(t.say("serve.bad_host", host=t.quote(host)), err=True)
        sys.exit(BAD_INPUT)
    url = address(host, getattr(server, "effective_port", port))
    click.echo(t.say("serve.address"))
    click.echo(f"\n  {url}\n")
    click.echo(code_of(url, sys.stdout.encoding))
    click.echo(t.say("serve.stop"))
    sys.stdout.flush()
    try:
        server.run()
    finally:
        server.close()


def address(host: str, port: int) -> str:
    """The address that a phone on this network can open.

    >>> address("127.0.0.1", 8327), address("::1", 80)
    ('http://127.0.0.1:8327/', 'http://[::1]:80/')
    """
    shown = network_address() if host in EVERYWHERE else host
    with suppress(ValueError):
        shown = f"[{shown}]" if ip_address(shown).version == 6 else shown
    return f"http://{shown}:{port}/"


def network_address() -> str:
    """This machine's address in its network. Asking the system for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("10.255.255.255", 9))
            return str(asked.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def code_of(url: str, encoding: str | None) -> str:
    """The address as a QR code of half blocks, or nothing where the terminal cannot print them."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make(url, micro=False).terminal(out, border=2, compact=True)
    try:
        out.getvalue().encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return ""
    return out.getvalue()
