"""The server: waitress for plain HTTP, and threads behind TLS where somebody wants HTTPS.

A stream holds a thread for as long as it lasts, so there are as many threads as listeners, and some for everything
else: a full house of listeners never keeps anybody from posting.
"""

import errno
import gc
import logging
import signal
import ssl
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any, Protocol

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import paths
from companion.table.hub import Hub

SPARE_THREADS = 20
"""Threads beside those that streams may hold."""

_A_PHONE = 6
"""Connections that a browser opens at most: its stream, and what a page consists of. It keeps them for a while; were
there fewer for all, the next one who comes would have to wait for that."""

_SPARE_CONNECTIONS = 400
"""For those that come and go."""

_OTHER_FILES = 100
"""The database, the journal, and whatever else a process has open."""

_TAKEN = (errno.EADDRINUSE, errno.EACCES)


class Unservable(Exception):
    """An address that cannot be served on. `code` is `port_taken`, `bad_host` or `bad_certificate`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Server(Protocol):
    """What either kind of server offers."""

    port: int

    def run(self) -> None:
        """Serve until somebody stops it."""

    def close(self) -> None:
        """Stop listening."""


class _Plain:
    """Waitress."""

    def __init__(self, app: Any, host: str, port: int, listeners: int) -> None:
        from waitress.server import create_server

        from companion.web.channel import use

        # That a few devices ask at the same moment is nothing to tell a host.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        connections = _A_PHONE * listeners + SPARE_THREADS + _SPARE_CONNECTIONS
        connections = min(connections, _files(connections + _OTHER_FILES) - _OTHER_FILES)
        self._server = create_server(
            app,
            host=host,
            port=port,
            threads=listeners + SPARE_THREADS,
            connection_limit=connections,
            asyncore_use_poll=True,  # the other way ends at 1,024 connections, and the server with it
            ident=None,
        )
        use(self._server)
        self.port = int(getattr(self._server, "effective_port", port))

    def run(self) -> None:
        # What stands now stays: looking through it for what could be thrown away takes 35 ms each time.
        gc.freeze()
        self._server.run()

    def close(self) -> None:
        self._server.close()


class _Encrypted:
    """A thread a connection, behind TLS."""

    def __init__(self, app: Any, host: str, port: int, certificate: tuple[Path, Path]) -> None:
        from werkzeug.serving import WSGIRequestHandler, make_server

        class Quiet(WSGIRequestHandler):
            protocol_version = "HTTP/1.1"

            def log(self, type: str, message: str, *args: Any) -> None:
                """Nothing: addresses of people are nobody's business."""

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(*certificate)
        except (OSError, ssl.SSLError) as error:
            raise Unservable("bad_certificate") from error
        self._server = make_server(host, port, app, threaded=True, request_handler=Quiet, ssl_context=context)
        self.port = self._server.server_port

    def run(self) -> None:
        self._server.serve_forever()

    def close(self) -> None:
        self._server.server_close()


def _files(number: int) -> int:
    """How many files may be open at once: so many if the system lets us; many allow 1,024 unless asked."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft == resource.RLIM_INFINITY or soft >= number:
            return number
        allowed = number if hard == resource.RLIM_INFINITY else min(number, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        return allowed
    return number


def open_server(
    app: Flask, host: str, port: int, *, listeners: int, certificate: tuple[Path, Path] | None = None
) -> Server:
    """A server that listens already. Raises `Unservable`."""
    try:
        return _Encrypted(app, host, port, certificate) if certificate else _Plain(app, host, port, listeners)
    except (OSError, ValueError) as error:
        raise Unservable("port_taken" if getattr(error, "errno", None) in _TAKEN else "bad_host") from error


def behind_proxy(app: Flask) -> None:
    """Believe one proxy in front of us what it says about the visitor."""
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]


def run(server: Server, hub: Hub) -> None:
    """Serve until Ctrl+C or a polite kill; then end the streams, so that nobody waits for them."""

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        # Not here: the signal may have come while this very thread held the hub's lock.
        Thread(target=hub.close, daemon=True).start()
        raise SystemExit(0)

    for name in ("SIGTERM", "SIGINT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)
    try:
        with suppress(KeyboardInterrupt):
            server.run()
    finally:
        server.close()
        sys.stdout.flush()


def certificate_in(folder: Path, names: list[str]) -> tuple[Path, Path]:
    """A certificate of our own for these names, made the first time. Raises `ImportError` without `cryptography`."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    if not certificate.exists() or not key.exists():
        from companion.web.certificate import make

        paths.private_folder(folder)
        make(certificate, key, names)
    return certificate, key
