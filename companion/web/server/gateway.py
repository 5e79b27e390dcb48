"""Between the event loop and Flask: a request is read completely, handled by a thread, and its response sent.

A thread is occupied only while it makes the response. Slow phones, live streams, long work and pauses stay in the event
loop.
"""

import asyncio
import io
import logging
import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote_to_bytes

from werkzeug.wrappers import Request

from companion.table.hub import Hub, Listener
from companion.web.brief import Brief
from companion.web.handoff import KEY, Handoff
from companion.web.security import HEADERS
from companion.web.server.aside import Aside
from companion.web.server.connections import Connection
from companion.web.server.fair_pool import Asker, Crowded, FairPool
from companion.web.server.limits import ServerLimits
from companion.web.server.streams import Heart, Receive, Send, Stream

CONNECTION = "connection"
"""The key of a request's connection in the state of its ASGI scope."""

_DEVICE = re.compile(r"(?:^|;\s*)device=([^;]{1,80})")

_PRINTED = re.compile(r"^/print\b|^/import$|/export/")
_PRINTING = "printing"
"""Marks a separate queue per address for printing, exports and imports, so that other requests wait for at most one."""

_BRIEF = HEADERS | {"Cache-Control": "no-store"}
"""Headers of the server's own responses."""

_journal = logging.getLogger("companion.web.journal")
"""The logger to which `server_log` attaches its handler."""


class _TooLong(Exception):
    """A request is too large."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


@dataclass
class Answer:
    """A response of the app."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Gateway:
    """The app as an ASGI application, called by uvicorn."""

    def __init__(self, app: Any, hub: Hub | None, limits: ServerLimits, *, proxied: bool) -> None:
        self._app, self._hub, self._limits, self._proxied = app, hub, limits, proxied
        self.pool = FairPool(limits.threads, most_each=limits.waiting_each, most_address=limits.waiting_address)
        self.aside, self.thinking = Aside(limits), Aside(limits)
        self.heart = Heart()
        self._pausing: Counter[str] = Counter()
        self._brief: Brief | None = getattr(app, "extensions", {}).get("brief")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        connection: Connection = scope["state"][CONNECTION]
        connection.begun()
        try:
            listener = await self._answered(scope, receive, send, connection)
            if listener:
                await self._follow(listener, send, connection)
        except TimeoutError:
            await self._refuse(scope, send, HTTPStatus.REQUEST_TIMEOUT)
        except _TooLong as error:
            await self._refuse(scope, send, error.status)
        except Crowded:
            await self._refuse(scope, send, HTTPStatus.SERVICE_UNAVAILABLE)
        except Exception:  # our own fault: the client can try again, and nobody else notices
            _journal.exception("fault")
            connection.drop()
        finally:
            connection.answered()

    async def _answered(
        self, scope: dict[str, Any], receive: Receive, send: Send, connection: Connection
    ) -> Listener | None:
        """Send Flask's response; return the stream that follows it, if any. Keeps nothing of the request after that."""
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.head:
            raise _TooLong(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        async with asyncio.timeout(self._limits.body_seconds):
            body = await _body(receive, self._limits)
        connection.read()
        if body is None:
            return None
        environ = _environ(scope, body)
        asker = _asker(environ, proxied=self._proxied)
        if _PRINTED.search(environ["PATH_INFO"]):
            asker = asker._replace(address=f"{asker.address} {_PRINTING}")
        answer, mine = await self._made(asker, environ, body, connection)
        if mine.pause:
            await self._pause(asker.address, mine.pause)
        endless = bool(mine.listener and answer.status == HTTPStatus.OK)
        async with asyncio.timeout(self._limits.send_seconds):
            await send(_start(answer, endless=endless))
            await send({"type": "http.response.body", "body": answer.body, "more_body": endless})
        if endless:
            return mine.listener
        if mine.listener and self._hub:
            self._hub.leave(mine.listener)
        return None

    async def _pause(self, address: str, seconds: float) -> None:
        """Delay a stranger's response, unless too many of the same address are already being delayed."""
        if self._pausing[address] >= self._limits.pausing_address:
            return
        self._pausing[address] += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            self._pausing[address] -= 1
            if not self._pausing[address]:
                del self._pausing[address]

    async def _made(
        self, asker: Asker, environ: dict[str, Any], body: bytes, connection: Connection
    ) -> tuple[Answer, Handoff]:
        mine = Handoff()
        answer = await self._answer(asker, environ, body, mine, connection)
        if mine.work:
            aside = self.thinking if mine.thinking else self.aside
            mine = Handoff(outcome=await aside.run(asker, mine.work))
            answer = await self._answer(asker, environ, body, mine, connection)
        return answer, mine

    async def _follow(self, listener: Listener, send: Send, connection: Connection) -> None:
        stream = Stream(listener, send)
        self.heart.join(stream)
        connection.tell(stream.end)
        try:
            await stream.run()
        finally:
            self.heart.leave(stream)
            if self._hub:
                self._hub.leave(listener)

    async def _refuse(self, scope: dict[str, Any], send: Send, status: HTTPStatus) -> None:
        """Respond without the app: the client is too slow, sends too much, or has too many requests waiting."""
        answer = self._refusal(_environ(scope, b""), status)
        answer.headers.append(("Connection", "close"))
        await send(_start(answer))
        await send({"type": "http.response.body", "body": answer.body})

    def _refusal(self, environ: dict[str, Any], status: HTTPStatus) -> Answer:
        """Return the server's own response, with text if the app has any for it."""
        kind, body = self._brief.answer(Request(environ), status) if self._brief else ("text/plain", b"")
        headers = {"Content-Type": kind, "Content-Length": str(len(body)), "Retry-After": "2", **_BRIEF}
        return Answer(status, [*headers.items()], body)

    async def _answer(
        self, asker: Asker, environ: dict[str, Any], body: bytes, mine: Handoff, connection: Connection
    ) -> Answer:
        fresh = environ | {"wsgi.input": io.BytesIO(body), KEY: mine}
        return await self.pool.run(asker, partial(_call, self._app, fresh, connection))

    def close(self) -> None:
        self.pool.close()
        self.aside.close()
        self.thinking.close()


def _call(app: Any, environ: dict[str, Any], connection: Connection) -> Answer:
    if connection.ended:
        return Answer(HTTPStatus.REQUEST_TIMEOUT, [], b"")  # nobody is waiting for it any more
    said: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
        said[:] = [(status, headers)]

    try:
        parts: Iterable[bytes] = app(environ, start)
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", bool)()
    except Exception:  # the app handles its own errors, so this one comes from around it
        _journal.exception("fault")
        return Answer(HTTPStatus.INTERNAL_SERVER_ERROR, [], b"")
    status, headers = said[0]
    return Answer(int(status[:3]), headers, body)


async def _body(receive: Receive, limits: ServerLimits) -> bytes | None:
    """Return the body of a request, or None if the client has left.

    A body that is too long is read to its end without being kept, so that the client gets to see the refusal.
    """
    kept, read = bytearray(), 0
    while read <= limits.body_read:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        read += len(part)
        if len(kept) <= limits.body:
            kept += part
        if not message.get("more_body"):
            return bytes(kept)
    raise _TooLong(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def _environ(scope: dict[str, Any], body: bytes) -> dict[str, Any]:
    host, port = scope.get("server") or ("localhost", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope.get("client") else "",
        "REMOTE_PORT": str(scope["client"][1]) if scope.get("client") else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    if body or "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ:
        # If more was declared than was kept, the app has to see that the body is too long.
        declared = environ.get("CONTENT_LENGTH", "")
        length = int(declared) if declared.isascii() and declared.isdecimal() else 0
        environ["CONTENT_LENGTH"] = str(max(length, len(body)))
    return environ


def _add_header(environ: dict[str, Any], name: str, value: str) -> None:
    if "_" in name:
        return  # in WSGI, it would look like one with a hyphen
    key = name.upper().replace("-", "_")
    if key in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        environ[key] = value
        return
    key = f"HTTP_{key}"
    before = environ.get(key)
    environ[key] = value if before is None else f"{before}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"


def _asker(environ: dict[str, Any], *, proxied: bool) -> Asker:
    """Return who sent a request: the device if it identifies itself, or else its connection."""
    address = environ["REMOTE_ADDR"]
    if proxied:
        address = environ.get("HTTP_X_FORWARDED_FOR", address).rpartition(",")[2].strip()
    known = _DEVICE.search(environ.get("HTTP_COOKIE", ""))
    device = known[1] if known else environ.get("HTTP_AUTHORIZATION", "")[:80] or environ["REMOTE_PORT"]
    return Asker(address, device)


def _start(answer: Answer, *, endless: bool = False) -> dict[str, Any]:
    headers = [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in answer.headers
        if not (endless and name == "Content-Length")
    ]
    return {"type": "http.response.start", "status": answer.status, "headers": headers}
