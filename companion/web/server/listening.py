"""The server: uvicorn's HTTP in one event loop that owns all sockets, with Flask in a few threads behind it.

We accept connections ourselves rather than through uvicorn, so that they are counted before a TLS handshake, which is
limited in time.
"""

import asyncio
import errno
import gc
import logging
import signal
import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Event, current_thread, main_thread
from typing import Any

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from companion.network import EVERYWHERE
from companion.table.hub import Hub
from companion.web.server.certificate import Certificate
from companion.web.server.connections import Connection
from companion.web.server.gateway import Gateway
from companion.web.server.limits import ServerLimits

_WAITING = 2_048
"""The system's backlog of connections that are not yet accepted."""

_OTHER_FILES = 100
"""Files needed for other things, such as the database and the log."""

_UNHEARD = 30_000
"""Milliseconds without TCP acknowledgement after which a device is considered gone."""

_RENEWAL = 60.0
"""Seconds between checks of the certificate."""

_NEVER = 3_600
"""Seconds; connections have deadlines of their own."""

_PATIENCE = 3
"""Seconds for sending responses when the server stops."""

_SWITCH = 0.001
"""The interpreter's switch interval in seconds, so that the loop does not wait for a page being rendered."""

_TAKEN = (errno.EADDRINUSE, errno.EACCES)


class Unservable(Exception):
    """The server cannot listen. `code` is `port_taken`, `bad_host` or `bad_certificate`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


_LIBRARY = logging.getLogger("uvicorn.error")
_LIBRARY.addHandler(logging.NullHandler())
_LIBRARY.propagate = False
"""What uvicorn logs about interrupted connections is of no use to operators."""


class Server(uvicorn.Server):
    """A server on a socket that is already listening."""

    def __init__(
        self, app: Any, listening: socket.socket, hub: Hub | None, certificate: Certificate | None,
        limits: ServerLimits, *, proxied: bool,
    ) -> None:  # fmt: skip
        self.port = int(listening.getsockname()[1])
        self._listening, self._hub, self._certificate = listening, hub, certificate
        self._tls = _context(certificate) if certificate else None
        self._gateway = Gateway(app, hub, limits, proxied=proxied)
        self._beside: list[asyncio.Task[None]] = []
        self._running, self._ended = False, Event()
        self.first_thought: Callable[[], Any] | None = None
        """What to think at the start, so that the first table need not wait."""
        super().__init__(
            uvicorn.Config(
                self._gateway,
                http=Connection, ws="none", lifespan="off", interface="asgi3", log_config=None, access_log=False,
                server_header=False, proxy_headers=False, timeout_keep_alive=_NEVER,
                timeout_graceful_shutdown=2 * _PATIENCE,
            )
        )  # fmt: skip
        self.config.load()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until stopped."""
        gc.freeze()  # exclude existing objects from collection, which would take 35 ms each time
        sys.setswitchinterval(_SWITCH)
        self._running = True
        if current_thread() is main_thread():
            for number in HANDLED_SIGNALS:
                signal.signal(number, signal.SIG_IGN)  # uvicorn raises it again in the end
        try:
            with asyncio.Runner(loop_factory=self.config.get_loop_factory()) as runner:
                runner.run(self.serve(sockets=[]))
        finally:
            self._listening.close()
            self._gateway.close()
            self._ended.set()

    def close(self) -> None:
        """Stop the server from any thread, and wait until it has stopped."""
        self.should_exit = True
        if self._running:
            self._ended.wait(4 * _PATIENCE)
        else:
            self._listening.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        loop, gateway = asyncio.get_running_loop(), self._gateway
        loop.set_exception_handler(_told)
        beside = (self._accept(), self._renew(), gateway.heart.beat(), gateway.connections.sweep())
        self._beside = [loop.create_task(coroutine) for coroutine in beside]
        if self.first_thought:
            self._beside.append(loop.create_task(gateway.begin_to_think(self.first_thought)))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, end all streams, and give responses in progress a few seconds to be sent."""
        for task in self._beside:
            task.cancel()
        if self._hub:
            self._hub.close()
        asyncio.get_running_loop().call_later(_PATIENCE, self._gateway.connections.close)
        await super().shutdown(sockets)

    # connections

    async def _accept(self) -> None:
        loop, connections = asyncio.get_running_loop(), self._gateway.connections
        while True:
            try:
                listener, _ = await loop.sock_accept(self._listening)
            except OSError:
                # There are too many open files, or the connection was closed before it was accepted.
                connections.idle.close_oldest()
                await asyncio.sleep(0.02)
                continue
            self._admit(listener)

    def _admit(self, listener: socket.socket) -> None:
        loop, connections = asyncio.get_running_loop(), self._gateway.connections
        try:
            address = str(listener.getpeername()[0])
            _keep_short(listener)
        except OSError:
            listener.close()
            return
        connection = Connection(connections, address, self)
        if not connections.enter(connection):
            listener.close()
            return
        handshake = connections.limits.header_seconds if self._tls else None
        connection.opening = loop.create_task(
            loop.connect_accepted_socket(lambda: connection, listener, ssl=self._tls, ssl_handshake_timeout=handshake)
        )
        connection.opening.add_done_callback(partial(_opened, connection, listener))
        if self._tls:
            connections.opening.add(connection, connection.address)

    # the certificate

    async def _renew(self) -> None:
        """Renew the certificate before it expires, or when our addresses have changed."""
        changed = False
        while self._certificate and self._tls:
            await asyncio.sleep(_RENEWAL)
            changed |= await asyncio.to_thread(self._certificate.renewed)
            # If certificate and key do not match, somebody is just replacing them: try again later.
            with suppress(OSError, ssl.SSLError):
                if changed and _context(self._certificate):
                    self._tls.load_cert_chain(self._certificate.file, self._certificate.key)
                    changed = False


def _told(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a fault of the event loop itself."""
    logging.getLogger("companion.web.journal").error("fault", exc_info=context.get("exception"))


def _opened(connection: Connection, listener: socket.socket, opening: "asyncio.Task[Any]") -> None:
    """Clean up after a connection whose handshake failed, timed out or was cancelled to make room."""
    if opening.cancelled() or opening.exception():
        listener.close()
        connection.end()


def open_server(
    app: Any,
    host: str,
    port: int,
    *,
    hub: Hub | None = None,
    certificate: Certificate | None = None,
    limits: ServerLimits | None = None,
    proxied: bool = False,
) -> Server:
    """Return a server for a WSGI app, already listening. Raises `Unservable`."""
    wanted = limits or ServerLimits()
    files = _files(wanted.connections + _OTHER_FILES) - _OTHER_FILES
    wanted = replace(wanted, connections=min(wanted.connections, files))
    try:
        listening = _listening(host, port)
    except (OSError, UnicodeError, OverflowError) as error:
        raise Unservable("port_taken" if getattr(error, "errno", None) in _TAKEN else "bad_host") from error
    try:
        return Server(app, listening, hub, certificate, wanted, proxied=proxied)
    except (OSError, ssl.SSLError) as error:
        listening.close()
        raise Unservable("bad_certificate") from error


def _listening(host: str, port: int) -> socket.socket:
    listeners = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = listeners[0]
    both = host in EVERYWHERE and family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    listener = socket.create_server(address, family=family, backlog=_WAITING, dualstack_ipv6=both)
    listener.setblocking(False)
    return listener


def _keep_short(listener: socket.socket) -> None:
    """Send data at once, and give up on unreachable phones early."""
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNHEARD)


def _context(certificate: Certificate) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.file, certificate.key)
    return context


def _files(number: int) -> int:
    """Raise the limit on open files to `number` if the system allows it (1,024 is common); return the limit."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft == resource.RLIM_INFINITY or soft >= number:
            return number
        allowed = number if hard == resource.RLIM_INFINITY else min(number, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        return allowed
    return number
