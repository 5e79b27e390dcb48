"""Between the event loop and Flask: a request is read completely, handled by a thread, and its response sent.

A thread is occupied only while it makes the response. Slow phones, live streams, long work and pauses stay in the event
loop. If the connection ends, its task is cancelled, wherever it waits.
"""

import asyncio
import io
import logging
import re
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote_to_bytes

from werkzeug.wrappers import Request

from companion.table.hub import Hub, Listener
from companion.table.tokens import fingerprint
from companion.web.addresses import bucket_of
from companion.web.brief import Brief
from companion.web.handoff import KEY, Handoff
from companion.web.security import HEADERS
from companion.web.server.connections import Connection, Connections
from companion.web.server.limits import KB, ServerLimits
from companion.web.server.processes import ProcessQueue
from companion.web.server.streams import Heart, Receive, Send, Stream
from companion.web.server.turns import Asker, Crowded, Turns, less

_FILES = ("/import",)
"""The addresses that accept a file."""

_PRINTED = re.compile(r"^/print\b|^/import$|/export/")
_PRINTING = " printing"
"""Marks a separate queue of a device for printing, exports and imports, so that other requests wait for at most one."""

_DEVICE = re.compile(r"(?:^|;\s*)device=([^;]{1,80})")

_STRANGERS = "strangers"
"""All of an address that are not known to host a table or sit at one."""

_PART = 64 * KB
"""Bytes of a response sent at once."""

_WSGI = {
    "SCRIPT_NAME": "", "wsgi.version": (1, 0), "wsgi.multithread": True, "wsgi.multiprocess": False,
    "wsgi.run_once": False, "wsgi.input_terminated": True,
}  # fmt: skip
"""What the app finds in every request."""

_household = lru_cache(4_096)(bucket_of)

_journal = logging.getLogger("companion.web.journal")
"""The logger to which `server_log` attaches its handler."""


class _Refused(Exception):
    """The server responds by itself."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


@dataclass
class Response:
    """A response of the app."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Gateway:
    """The app as an ASGI application, called by uvicorn."""

    def __init__(self, app: Any, hub: Hub | None, limits: ServerLimits, *, proxied: bool) -> None:
        self._app, self._hub, self._limits, self._proxied = app, hub, limits, proxied
        self.connections = Connections(limits, proxied=proxied)
        self.turns, self._threads = Turns(limits.pages), ThreadPoolExecutor(limits.pages.slots, "running")
        self._sheets = ProcessQueue(limits.sheets, limits.work_seconds)
        self._thoughts = ProcessQueue(limits.thoughts, limits.work_seconds)
        self.heart = Heart()
        self._known: OrderedDict[str, None] = OrderedDict()
        """Fingerprints of the devices that host a table or sit at one, as the app has found."""
        self._pausing: Counter[str] = Counter()
        self._brief: Brief | None = getattr(app, "extensions", {}).get("brief")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        connection: Connection = scope["state"]["connection"]
        with connection.busy():
            try:
                if listener := await self._respond(scope, receive, send, connection):
                    await self._follow(listener, send)
            except asyncio.CancelledError:
                if not connection.gone:
                    raise
            except _Refused as error:
                await self._send(send, self._refusal(_environ(scope), error.status), connection)
            except TimeoutError:  # the client does not read
                connection.end()
            except Exception:  # our own fault: the client can try again, and nobody else notices
                _journal.exception("fault")
                connection.end()

    async def _respond(
        self, scope: dict[str, Any], receive: Receive, send: Send, connection: Connection
    ) -> Listener | None:
        """Send Flask's response; return the stream that follows it, if any. Keeps nothing of the request after that."""
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.head:
            raise _Refused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        environ = _environ(scope)
        asker = self._asker(environ)
        body = await self._body(environ["PATH_INFO"], receive, connection, asker.address)
        if body is None:
            return None
        connection.read()
        if body or "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ:
            environ["CONTENT_LENGTH"] = str(len(body))
        response, handoff = await self._handle(asker, environ, body)
        if handoff.known:
            self._remember(fingerprint(handoff.known))
        endless, followed = bool(handoff.listener and response.status == HTTPStatus.OK), False
        try:
            if handoff.pause:
                await self._pause(asker.address, handoff.pause)
            connection.hold(asker.address, len(response.body))
            await self._send(send, response, connection, endless=endless)
            followed = endless
        finally:
            if not followed:
                self._leave(handoff)
        return handoff.listener if followed else None

    def _leave(self, handoff: Handoff) -> None:
        """Give up a stream that nobody follows."""
        if handoff.listener and self._hub:
            self._hub.leave(handoff.listener)

    # who asks

    def _asker(self, environ: dict[str, Any]) -> Asker:
        """Return whose turn it is. A device counts only if the app knows it: anybody can claim to be a new one."""
        address = environ["REMOTE_ADDR"]
        if self._proxied:
            address = environ.get("HTTP_X_FORWARDED_FOR", address).rpartition(",")[2].strip()
        device = fingerprint(_token(environ))
        if device not in self._known:
            return Asker(_household(address), _STRANGERS, known=False)
        printing = _PRINTING if _PRINTED.search(environ["PATH_INFO"]) else ""
        return Asker(_household(address), device + printing, known=True)

    def _remember(self, device: str) -> None:
        self._known[device] = None
        self._known.move_to_end(device)
        if len(self._known) > self._limits.known:
            self._known.popitem(last=False)

    # the request

    async def _body(self, path: str, receive: Receive, connection: Connection, address: str) -> bytes | None:
        """Return the body, or None if the client has left.

        One that is too long is read without being kept, so that the client gets to see the refusal.
        """
        most = self._limits.file if path in _FILES else self._limits.body
        kept, length = bytearray(), 0
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while length <= self._limits.drained:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    part = message.get("body", b"")
                    length += len(part)
                    if length <= most:
                        connection.hold(address, len(part))
                        kept += part
                    elif kept:
                        kept.clear()
                        connection.release()
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            raise _Refused(HTTPStatus.REQUEST_TIMEOUT) from None
        if length > most:
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return bytes(kept)

    # the response

    async def _handle(self, asker: Asker, environ: dict[str, Any], body: bytes) -> tuple[Response, Handoff]:
        handoff = Handoff()
        response = await self._run(asker, environ, body, handoff)
        if handoff.work:
            queue = self._thoughts if handoff.thinking else self._sheets
            handoff = Handoff(outcome=await queue.run(asker, handoff.work))
            response = await self._run(asker, environ, body, handoff)
        return response, handoff

    async def begin_to_think(self, work: Callable[[], Any]) -> None:
        """Do some work where computer players think, before anybody waits for them."""
        await self._thoughts.run(Asker("", "", known=False), work)

    async def _run(self, asker: Asker, environ: dict[str, Any], body: bytes, handoff: Handoff) -> Response:
        try:
            async with asyncio.timeout(self._limits.turn_seconds):
                await self.turns.take(asker)
        except (Crowded, TimeoutError):
            raise _Refused(HTTPStatus.SERVICE_UNAVAILABLE) from None
        loop = asyncio.get_running_loop()
        begun = loop.time()
        fresh = environ | {"wsgi.input": io.BytesIO(body), KEY: handoff}
        running = loop.run_in_executor(self._threads, partial(_run_app, self._app, fresh))

        def done(_: object) -> None:
            # A crowd of strangers leaves the interpreter to the others for most of the time.
            crowded = not asker.known and self.turns.number[asker.address] > self._limits.browser
            loop.call_later(crowded * self._limits.rest * (loop.time() - begun), self.turns.done, asker)

        # Even if nobody waits for it any more, the thread is occupied until it is done.
        running.add_done_callback(done)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            running.add_done_callback(lambda _: self._leave(handoff))
            raise

    async def _send(self, send: Send, response: Response, connection: Connection, *, endless: bool = False) -> None:
        """Send a response in parts, each when the client has read most of the one before."""
        headers = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in response.headers
            if not (endless and name == "Content-Length")
        ]
        async with asyncio.timeout(self._limits.send_seconds):
            await send({"type": "http.response.start", "status": response.status, "headers": headers})
            for at in range(0, max(len(response.body), 1), _PART):
                more = endless or at + _PART < len(response.body)
                await send({"type": "http.response.body", "body": response.body[at : at + _PART], "more_body": more})
            await connection.flow.drain()

    def _refusal(self, environ: dict[str, Any], status: HTTPStatus) -> Response:
        """Return the server's own response, with text if the app has any for it."""
        kind, body = self._brief.answer(Request(environ), status) if self._brief else ("text/plain", b"")
        text = {"Content-Type": kind, "Content-Length": str(len(body)), "Retry-After": "2", "Connection": "close"}
        return Response(status, [*text.items(), *HEADERS.items(), ("Cache-Control", "no-store")], body)

    async def _pause(self, address: str, seconds: float) -> None:
        """Delay a stranger's response, unless too many of the same address are already being delayed."""
        if self._pausing[address] >= self._limits.pausing_address:
            return
        self._pausing[address] += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            less(self._pausing, address)

    async def _follow(self, listener: Listener, send: Send) -> None:
        stream = Stream(listener, send)
        self.heart.join(stream)
        try:
            await stream.run()
        finally:
            self.heart.leave(stream)
            if self._hub:
                self._hub.leave(listener)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._sheets.close()
        self._thoughts.close()


def _run_app(app: Any, environ: dict[str, Any]) -> Response:
    head: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
        head[:] = [(status, headers)]

    try:
        parts: Iterable[bytes] = app(environ, start)
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", bool)()
    except Exception:  # the app handles its own errors, so this one comes from around it
        _journal.exception("fault")
        return Response(HTTPStatus.INTERNAL_SERVER_ERROR, [], b"")
    status, headers = head[0]
    return Response(int(status[:3]), headers, body)


def _token(environ: dict[str, Any]) -> str:
    """Return the token that a request claims, as the app reads it: from a header, or else from the cookie."""
    header = environ.get("HTTP_AUTHORIZATION", "")
    if header.startswith("Bearer "):
        return str(header.removeprefix("Bearer ").strip()[:80])
    cookie = _DEVICE.search(environ.get("HTTP_COOKIE", ""))
    return cookie[1] if cookie else ""


def _environ(scope: dict[str, Any]) -> dict[str, Any]:
    host, port = scope.get("server") or ("localhost", 0)
    client = scope.get("client") or ("", "")
    environ: dict[str, Any] = _WSGI | {
        "REQUEST_METHOD": scope["method"], "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"), "SERVER_NAME": host, "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}", "REMOTE_ADDR": client[0], "REMOTE_PORT": str(client[1]),
        "wsgi.url_scheme": scope["scheme"], "wsgi.errors": sys.stderr,
    }  # fmt: skip
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # in WSGI, it would look like one with a hyphen
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        before = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}" if key in environ else ""
        environ[key] = (before if key.startswith("HTTP_") else "") + value.decode("latin-1")
    return environ
