"""The connections of the server: nobody spins while somebody writes, and answers of any length arrive whole."""

import hashlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer, create_server

from companion.web.channel import use
from tests.patience import PATIENCE

SIZES = {"/short": 100_000, "/long": 12_000_000, "/longest": 40_000_000}
"""The last is more than waitress keeps of one answer, the first less than the system takes at once."""
BLOCK = hashlib.sha256(b"castle").digest() * 1000


def body(path: str) -> list[bytes]:
    whole = BLOCK * (SIZES[path] // len(BLOCK))
    return [whole[start : start + 1_000_000] for start in range(0, len(whole), 1_000_000)]


def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Length", str(sum(map(len, body(environ["PATH_INFO"])))))])
    return body(environ["PATH_INFO"])


@pytest.fixture
def port() -> Iterator[int]:
    server = create_server(app, host="127.0.0.1", port=0, threads=2)
    assert isinstance(server, TcpWSGIServer)
    use(server)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server.effective_port
    server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map, ignore_all=True))
    thread.join(PATIENCE)
    server.task_dispatcher.shutdown()


def ask(port: int, path: str, pause: float = 0.0) -> bytes:
    """An answer, by somebody who begins to read after a while."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
        time.sleep(pause)
        parts = []
        while part := line.recv(1_000_000):
            parts.append(part)
    return b"".join(parts).partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize("path", SIZES)
@pytest.mark.parametrize("pause", [0.0, 0.3])
def test_an_answer_arrives_whole_however_slowly_it_is_read(port: int, path: str, pause: float) -> None:
    assert ask(port, path, pause) == b"".join(body(path))


def test_the_watcher_sleeps_while_a_thread_writes(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    flush, writable = HTTPChannel._flush_some, HTTPChannel.writable

    def slowly(self: HTTPChannel, do_close: bool = True) -> bool:
        self.server.pull_trigger()  # something else wakes the watcher
        time.sleep(0.2)
        return bool(flush(self, do_close))

    def looked(self: HTTPChannel) -> bool:
        looks.append(1)
        return bool(writable(self))

    monkeypatch.setattr(HTTPChannel, "_flush_some", slowly)
    monkeypatch.setattr(HTTPChannel, "writable", looked)
    assert ask(port, "/short") == b"".join(body("/short"))
    assert 0 < len(looks) < 100
