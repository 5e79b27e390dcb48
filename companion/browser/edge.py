"""Between the page and the app: a request is answered through WSGI, in the worker, without a socket or a thread.

The device's cookies are kept beside its tables, since a service worker sees none.
"""

import json
import random
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.exc import DBAPIError
from werkzeug.test import EnvironBuilder

from companion.rules import library
from companion.table.database import Database
from companion.table.hub import Listener, message
from companion.table.limits import Limits
from companion.table.store import Store
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.alone import Device
from companion.web.handoff import KEY, Handoff
from companion.web.warm_up import warm_up

COOKIES = "cookies"
"""The setting that keeps them."""

_STREAMS = 16
"""How many pages are told of news. A service worker that the browser has stopped does not say that its pages left."""

Headers = list[tuple[str, str]]
Send = Callable[[str, bool], object]


@dataclass
class Answer:
    """What the app says to a request, and the stream that follows."""

    status: int = 0
    headers: Headers = field(default_factory=list)
    content: bytes = b""
    listener: Listener | None = None


class Jar:
    """The cookies of this device, each with the path that it is for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[str, str] = json.loads(store.setting(COOKIES) or "{}")

    def of(self, path: str) -> str:
        """Return the header for a path.

        >>> from companion.web import in_memory
        >>> jar = Jar(in_memory(library()).store)
        >>> jar.take(["a=1; Path=/", "b=2; Path=/t/AB3DE", "a=; Max-Age=0; Path=/"])
        >>> jar.of("/t/AB3DE/seat"), jar.of("/t/AB3DEF"), jar.of("/")
        ('b=2', '', '')
        """
        pairs = ((place.partition(" "), value) for place, value in self._kept.items())
        return "; ".join(f"{name}={value}" for (where, _, name), value in pairs if _within(path, where))

    def take(self, given: Iterable[str]) -> None:
        """Keep what an answer sets, and write it down if it is new."""
        kept = dict(self._kept)
        for header in given:
            for name, cookie in SimpleCookie(header).items():
                place = f"{cookie['path'] or '/'} {name}"
                kept.pop(place, None)
                if cookie["max-age"] != "0":
                    kept[place] = cookie.coded_value
        if kept != self._kept:
            self._kept = kept
            with suppress(DBAPIError):  # without room they last until the app is closed
                self._store.set(COOKIES, json.dumps(kept))


def _within(path: str, where: str) -> bool:
    return path == where or path.startswith(where.rstrip("/") + "/")


def _tables(file: str) -> Tables:
    return Tables(Store(Database(file).ready()), library(), Limits())


class Edge:
    """The app at one address of one device."""

    def __init__(self, address: str, empty: str) -> None:
        """Make the app with an empty database, which is nobody's."""
        parts = urlsplit(address)
        self._device = Device()
        self._app = create_app(hosts=(parts.hostname or "",), tables=_tables(empty), alone=self._device)
        self._origin, self._base = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/")
        self._streams: dict[str, Listener] = {}
        self._jar = Jar(self._app.extensions["tables"].store)

    def warm_up(self) -> None:
        """Do what would otherwise take the first pages long, and let go of the empty database."""
        warm_up(self._app, Event())
        for path in ("/", "/new", "/everything", "/import", "/rules/caylus"):
            self.answer("", "GET", f"{self._base}{path}", [], b"")
        self.close()

    def unload(self) -> None:
        """Remove the files of what is imported already: here a file takes memory."""
        for module in list(sys.modules.values()):
            if (file := getattr(module, "__file__", None) or "").startswith("/app/"):
                Path(file).unlink(missing_ok=True)

    def open(self, file: str) -> None:
        """Serve the tables in a database. Raises `Unusable`."""
        random.seed()  # or each start from a picture would shuffle alike
        self.close()
        tables = self._app.extensions["tables"] = _tables(file)
        tables.prune()
        self._app.config["SECRET_KEY"] = tables.store.secret()
        self._jar = Jar(tables.store)

    def close(self) -> None:
        """Close the database."""
        self._app.extensions["tables"].close()

    def look(self, room: float, lasting: bool) -> None:
        """Note how many bytes there is room for, and whether the browser has promised to keep them."""
        self._device.room, self._device.lasting = room, lasting

    def answer(self, id: str, method: str, url: str, headers: Any, body: Any) -> tuple[int, Headers, bytes, bool]:
        """Return the status, the headers, the content, and whether news follow."""
        handed = Handoff() if urlsplit(url).path.endswith("/stream") else None
        found = self._asked(method, url, _python(headers), _python(body), handed)
        if found.listener:
            self._streams[id] = found.listener
            for oldest in list(self._streams)[:-_STREAMS]:
                self.leave(oldest)
        return found.status, found.headers, found.content, bool(found.listener)

    def follow(self, id: str, send: Send) -> None:
        """Send the news of an answer from now on."""
        listener = self._streams[id]

        def wake() -> None:
            if (number := listener.take()) is not None:
                send(message(number).decode(), False)
            if listener.ended:
                send(listener.last.decode(), True)

        listener.wake = wake
        wake()

    def leave(self, id: str) -> None:
        """Send no more news to a page."""
        if listener := self._streams.pop(id, None):
            self._app.extensions["tables"].hub.leave(listener)

    def _asked(self, method: str, url: str, headers: Headers, body: bytes, handed: Handoff | None) -> Answer:
        path = url.removeprefix(self._base)
        sent = BytesIO(body)
        asked = EnvironBuilder(path, f"{self._origin}{self._base}/", method=method, headers=headers, input_stream=sent)
        asked.headers["Cookie"] = self._jar.of(urlsplit(url).path)
        asked.headers.pop("Accept-Encoding", None)
        environ = asked.get_environ() | {"CONTENT_LENGTH": str(len(body)), "REMOTE_ADDR": "127.0.0.1"}
        if handed:
            environ[KEY] = handed
        answer = Answer()

        def start(status: str, given: Headers, _: Any = None) -> Callable[[bytes], object]:
            answer.status = int(status.partition(" ")[0])
            answer.headers = [pair for pair in given if pair[0].lower() not in ("set-cookie", "content-length")]
            self._jar.take(value for name, value in given if name.lower() == "set-cookie")
            return lambda _: None

        parts = self._app.wsgi_app(environ, start)
        answer.listener = handed.listener if handed else None
        answer.content = b"" if answer.listener else b"".join(parts)
        if hasattr(parts, "close"):
            parts.close()
        return answer


def _python(given: Any) -> Any:
    """Return what a worker has given as Python's own."""
    if hasattr(given, "to_bytes") and not isinstance(given, int):
        return given.to_bytes()
    return given.to_py() if hasattr(given, "to_py") else given
