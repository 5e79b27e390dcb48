"""The server under the app, by real connections: nobody holds it by being slow, silent, many or endless."""

import asyncio
import fcntl
import http.client
import json
import os
import re
import socket
import ssl
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import astuple, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask, Response, request

from companion.table import exports
from companion.table.limits import Limits
from companion.table.tokens import fingerprint, new_token
from companion.web import rate_limits
from companion.web.handoff import Busy, handoff
from companion.web.rate_limits import GUESSING, MAKING, RATES, Limiter
from companion.web.server import listening, streams
from companion.web.server.certificate import Certificate, OwnCertificate
from companion.web.server.connections import Connection
from companion.web.server.limits import KB, MB, ServerLimits, Shares
from companion.web.server.listening import Server, open_server
from companion.web.server.processes import ProcessQueue
from companion.web.server.turns import Asker, Crowded, Turns
from tests.alone import alone
from tests.patience import PATIENCE
from tests.serving import running
from tests.web.club import HOST, Club, new_app
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

SOON = ServerLimits(header_seconds=0.3, body_seconds=0.3, idle_seconds=1)
FEW = ServerLimits(connections_each=20)
ONE = Shares(1, 1, 1, 1, 9_000, 2_000, 16, 1_000)
"""One slot."""
NONE = Shares(0, 0, 0, 0, 0, 0, 0, 0)


def until(held: Callable[[], bool]) -> bool:
    """Whether something comes to hold, sooner or later."""
    end = time.monotonic() + PATIENCE
    while not held() and time.monotonic() < end:
        time.sleep(0.01)
    return held()


def connected(server: Server, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(address, 0))


def asked(server: Server, path: str = "/health", address: str = "127.0.0.1", **headers: str) -> tuple[int, bytes]:
    """What somebody is answered who comes now."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(address, 0))
    with closing(connection):
        connection.request("GET", path, headers={"Host": "localhost"} | headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def ended(line: socket.socket) -> bytes:
    """What comes until the other side has ended the connection."""
    said = b""
    try:
        while part := line.recv(65_536):
            said += part
    except ConnectionResetError:
        pass
    return said


@pytest.fixture
def app() -> Flask:
    return new_app()


@pytest.fixture
def club(app: Flask) -> Club:
    return Club(app)


# silent, slow and endless connections


def test_half_a_head_holds_nothing_for_long(app: Flask) -> None:
    with running(app, limits=SOON) as server, closing(connected(server)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: local")
        assert ended(line) == b""
        assert asked(server)[0] == 200


def test_nor_does_a_second_one_after_an_answer(app: Flask) -> None:
    with running(app, limits=SOON) as server, closing(connected(server)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(15) == b"HTTP/1.1 200 OK"
        line.sendall(b"GET /health HTTP/1.1\r\nHost: local")
        ended(line)


def test_a_byte_now_and_then_does_not_put_the_end_off(app: Flask) -> None:
    with running(app, limits=SOON) as server, closing(connected(server)) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nCookie: ")
        assert until(lambda: not says(line, b"x"))


def says(line: socket.socket, more: bytes) -> bool:
    """Whether the other side still takes what is said."""
    try:
        line.sendall(more)
    except OSError:
        return False
    return True


def test_a_body_that_does_not_come_is_not_waited_for(app: Flask) -> None:
    with running(app, limits=SOON) as server, closing(connected(server)) as line:
        line.sendall(b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf")
        assert ended(line).startswith(b"HTTP/1.1 408 ")


SAID = {
    408: {"nl": "te langzaam", "de": "zu langsam", "en": "too slowly", "fr": "trop lentement"},
    413: {"nl": "te veel in één keer", "de": "zu viel auf einmal", "en": "too much at once", "fr": "trop volumineux"},
    429: {"nl": "te vaak", "de": "zu oft", "en": "too often", "fr": "trop de demandes"},
    431: {"nl": "te veel in één keer", "de": "zu viel auf einmal", "en": "too much at once", "fr": "trop volumineux"},
    503: {"nl": "te druk", "de": "zu viel los", "en": "busy", "fr": "occupé"},
}
"""What the server says by itself."""

DUTCH = {"Accept-Language": "nl"}


def refused(line: socket.socket, status: int, said: str, *, programs: bool = False) -> None:
    head, _, body = ended(line).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), head
    assert b"cache-control: no-store" in head
    assert b"retry-after: 2\r\n" in head + b"\r\n"
    kind = b"application/problem+json" if programs else b"text/html"
    assert b"content-type: " + kind in head
    words = json.loads(body)["said"] if programs else body.decode()
    assert said in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("told", ["Accept-Language: {}", "Cookie: language={}"])
def test_what_the_server_refuses_is_said_in_the_persons_language(app: Flask, language: str, told: str) -> None:
    mine = f"Host: localhost\r\n{told.format(language)}\r\n".encode()
    limits = replace(SOON, body=1_000, file=1_000, drained=1_000)
    with running(app, limits=limits) as server:
        for path, programs in ((b"/import", False), (b"/api/v1/tables", True)):
            with closing(connected(server)) as line:
                line.sendall(b"POST " + path + b" HTTP/1.1\r\n" + mine + b"Content-Length: 1000\r\n\r\nhalf")
                refused(line, 408, SAID[408][language], programs=programs)
            with closing(connected(server)) as line:
                line.sendall(b"POST " + path + b" HTTP/1.1\r\n" + mine + b"Content-Length: 200000\r\n\r\n")
                line.sendall(bytes(200_000))
                refused(line, 413, SAID[413][language], programs=programs)
            with closing(connected(server)) as line:
                line.sendall(b"GET " + path + b" HTTP/1.1\r\n" + mine + b"X-Long: " + b"x" * 70_000 + b"\r\n\r\n")
                refused(line, 431, SAID[431][language], programs=programs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_asks_for_too_much_at_once_reads_so(app: Flask, language: str) -> None:
    going, held = threading.Event(), threading.Event()

    @app.get("/held")
    def hold() -> str:
        held.set()
        going.wait(PATIENCE)
        return ""

    limits = ServerLimits(pages=replace(ONE, waiting_address=0))
    mine = f"Host: localhost\r\nAccept-Language: {language}\r\nConnection: close\r\n\r\n".encode()
    with running(app, limits=limits) as server, closing(connected(server)) as first:
        first.sendall(b"GET /held HTTP/1.1\r\n" + mine)
        assert held.wait(PATIENCE)
        for path, programs in ((b"/", False), (b"/api/v1/tables/AB3DE", True)):
            with closing(connected(server)) as line:
                line.sendall(b"GET " + path + b" HTTP/1.1\r\n" + mine)
                refused(line, 503, SAID[503][language], programs=programs)
        going.set()
        assert ended(first).startswith(b"HTTP/1.1 200 ")


def test_a_head_without_end_is_refused(app: Flask) -> None:
    with running(app) as server, closing(connected(server)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"x" * 70_000)
        assert ended(line).startswith(b"HTTP/1.1 431 ")


CHUNKED = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("begun", [b"0\r\nX: ", b"1\r\nx\r\n0\r\nX: ", b"1;", b"1\r\nx\r\n1;"])
def test_nor_does_anybody_bring_headers_or_notes_without_end_with_a_body(app: Flask, begun: bytes) -> None:
    with running(app) as server, closing(connected(server)) as line:
        line.sendall(CHUNKED % b"/import" + begun)
        assert not all(says(line, b"x" * 65_536) for _ in range(100))


def test_a_body_may_come_in_very_small_parts(app: Flask) -> None:
    body = b'{"players": {"red": {"gold": 1}}}' + b" " * 10_000
    with running(app) as server, closing(connected(server)) as line:
        line.sendall(CHUNKED % b"/api/v1/games/caylus/score")
        line.sendall(b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 200")


def test_a_body_is_read_from_who_offers_another_protocol(app: Flask) -> None:
    body = b'{"players": {"red": {"gold": 1}}}'
    with running(app) as server, connected(server) as line:
        for _ in range(2):
            line.sendall(
                b"POST /api/v1/games/caylus/score HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                b"Upgrade: h2c\r\nContent-Type: application/json\r\n"
                b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
            )
            assert line.recv(4096).startswith(b"HTTP/1.1 200")


def test_what_nobody_waits_for_is_not_worked_on(app: Flask) -> None:
    asked_for: list[str] = []
    app.before_request(lambda: asked_for.append(request.path))
    gate = threading.Event()
    app.add_url_rule("/slow", view_func=lambda: str(gate.wait(PATIENCE)))
    with running(app, limits=ServerLimits(pages=ONE)) as server, ExitStack() as stack:
        slow = stack.enter_context(closing(connected(server)))
        slow.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: asked_for == ["/slow"])
        for _ in range(20):
            with closing(connected(server)) as gone:
                gone.sendall(b"GET /new HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: len(server._gateway.connections.open) == 1)
        gate.set()
        assert asked(server)[0] == 200
    assert asked_for.count("/new") < 20


def test_a_right_code_is_answered_however_many_wrong_ones_wait(
    app: Flask, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "PAUSE", 4.0)
    app.config["RATES"] = True
    with running(app, limits=ServerLimits(pausing_address=2)) as server, ThreadPoolExecutor(12) as phones:
        for _ in range(GUESSING.burst + 1):
            asked(server, "/t/AAAAA", address="127.0.0.7")
        wrong = [phones.submit(asked, server, "/t/AAAAB", "127.0.0.7", **DUTCH) for _ in range(2)]
        assert until(lambda: server._gateway._pausing["127.0.0.7"] == 2)
        answers = list(phones.map(lambda n: asked(server, f"/t/{club.code}", "127.0.0.7"), range(8)))
        assert [status for status, _ in answers] == [200] * 8
        for status, said in (it.result() for it in wrong):
            assert (status, SAID[429]["nl"] in said.decode()) == (429, True)
        assert asked(server, f"/t/{club.code}", address="127.0.0.8")[0] == 200
        seated = {"Cookie": f"device={club.tokens['red']}"}
        assert asked(server, f"/t/{club.code}", address="127.0.0.7", **seated)[0] == 200


POST = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"


def test_nothing_is_kept_of_a_body_for_which_there_is_no_use(app: Flask) -> None:
    """Only an import may be long; of anything else, more than a form can have is read and forgotten."""
    with running(app) as server, ExitStack() as stack:
        held = server._gateway.connections.held
        for path in (b"/t/AAAAA/act", b"/api/v1/tables"):
            line = stack.enter_context(closing(connected(server)))
            line.sendall(POST % (path, MB + 1) + bytes(MB))
            assert until(partial(taken, line))
            assert until(lambda: held.sum == 0)
            line.sendall(b"x")
            assert line.recv(12) == b"HTTP/1.1 413"
        with closing(connected(server)) as line:
            line.sendall(POST % (b"/import", MB + 1) + bytes(MB))
            assert until(lambda: held.sum == MB)
        assert until(lambda: held.sum == 0)


def taken(line: socket.socket) -> bool:
    """Whether the other side has taken everything that was sent."""
    return int.from_bytes(fcntl.ioctl(line, termios.TIOCOUTQ, bytes(4)), sys.byteorder) == 0


def test_bodies_that_do_not_end_cost_an_address_its_oldest(app: Flask) -> None:
    """Whoever is elsewhere keeps theirs, and whoever comes now is served."""
    limits = ServerLimits(file=1_000, held=10_000, held_each=3_500)
    with running(app, limits=limits) as server, ExitStack() as stack:
        held = server._gateway.connections.held

        def begin(address: str) -> socket.socket:
            line = stack.enter_context(closing(connected(server, address)))
            line.sendall(POST % (b"/import", 1_000) + b"x" * 900)
            return line

        elsewhere, lines = begin("127.0.0.2"), list[socket.socket]()
        assert until(lambda: held.sum == 900)
        for _ in range(6):
            lines.append(begin("127.0.0.3"))
            assert until(lambda: held.sum == 900 * min(len(lines) + 1, 4))
            assert until(lambda: sum(map(closed, lines)) == max(len(lines) - 3, 0))
        assert [closed(line) for line in lines] == [True] * 3 + [False] * 3
        others = [begin(f"127.0.1.{n // 3}") for n in range(12)]
        assert until(lambda: sum(map(closed, [*lines, *others])) == 3 + 5)
        assert held.sum == 9_900
        assert not closed(elsewhere)
        assert asked(server, address="127.0.0.3")[0] == 200


def closed(line: socket.socket) -> bool:
    """Whether the other side has closed a connection."""
    line.setblocking(False)
    try:
        return line.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True
    finally:
        line.settimeout(PATIENCE)


def test_a_response_that_nobody_reads_is_counted_until_it_is_read(app: Flask) -> None:
    app.add_url_rule("/large", view_func=lambda: "x" * 8 * MB)
    limits = ServerLimits(held_each=20 * MB)
    with running(app, limits=limits) as server, ExitStack() as stack:
        held, lines = server._gateway.connections.held, list[socket.socket]()
        for _ in range(3):
            line = stack.enter_context(closing(socket.socket()))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            line.settimeout(PATIENCE)
            line.connect(("127.0.0.1", server.port))
            line.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            lines.append(line)
            assert until(lambda: held.sum == 8 * MB * min(len(lines), 2))
        assert len(ended(lines[2])) > 8 * MB
        assert until(lambda: held.sum == 8 * MB)
        assert asked(server)[0] == 200


def test_a_client_that_does_not_read_is_given_up(app: Flask) -> None:
    app.add_url_rule("/large", view_func=lambda: "x" * 8 * MB)
    with running(app, limits=ServerLimits(send_seconds=0.3)) as server, closing(connected(server)) as line:
        line.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: len(server._gateway.connections.open) == 1)
        assert until(lambda: len(server._gateway.connections.open) == 0)
        assert len(ended(line)) < 8 * MB


def test_all_addresses_of_an_ipv6_network_are_one(app: Flask) -> None:
    with closing(open_server(app, "127.0.0.1", 0)) as server:

        async def households() -> list[str]:
            addresses = ("2001:db8:1:2::7", "2001:db8:1:2:3:4:5:6", "2001:db8:1:3::7", "::ffff:192.0.2.1")
            return [Connection(server._gateway.connections, one, server).address for one in addresses]

        found = alone(lambda: asyncio.run(households()))
    assert found == ["2001:db8:1:2::", "2001:db8:1:2::", "2001:db8:1:3::", "192.0.2.1"]


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_many_silent_connections_keep_nobody_out(app: Flask, begun: bytes) -> None:
    """Neither their neighbours behind the same address nor anybody elsewhere."""
    with running(app, limits=FEW) as server, ExitStack() as stack:
        for _ in range(3 * FEW.connections_each):
            line = stack.enter_context(closing(connected(server)))
            line.sendall(begun)
            if begun.endswith(b"\r\n\r\n"):
                line.recv(1)  # silent only once it is answered
        assert asked(server)[0] == 200
        assert asked(server, address="127.0.0.2")[0] == 200


def test_a_phone_that_does_not_read_holds_no_thread(app: Flask) -> None:
    few = ServerLimits(pages=ONE)
    with running(app, limits=few) as server, ExitStack() as stack:
        for _ in range(8):
            line = stack.enter_context(closing(socket.socket()))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1_024)
            line.connect(("127.0.0.1", server.port))
            line.sendall(b"GET /icons.svg HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4)
        assert asked(server)[0] == 200


# streams


@contextmanager
def stream(server: Server, club: Club, who: str = "", address: str = "127.0.0.1") -> Iterator[http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(address, 0))
    headers = {"Host": "localhost"}
    if club.tokens.get(who):
        headers["Authorization"] = f"Bearer {club.tokens[who]}"
    connection.request("GET", f"/t/{club.code}/stream?seen={club.seq}", headers=headers)
    answer = connection.getresponse()
    try:
        yield answer
    finally:
        answer.close()
        connection.close()


def told(answer: http.client.HTTPResponse) -> int:
    """The next number that a stream tells."""
    for line in answer:
        if line.startswith(b"id: "):
            return int(line[4:])
    raise AssertionError("the stream has ended")


def test_every_entry_is_told_and_what_was_missed_too(app: Flask, club: Club) -> None:
    with running(app) as server, stream(server, club) as first:
        assert first.headers["Content-Type"].startswith("text/event-stream")
        club.play("place castle")
        assert told(first) == club.seq
        seen = club.seq
        club.play(club.table.decision.options[0]) if club.table.decision else None
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        with closing(connection):
            connection.request(
                "GET", f"/t/{club.code}/stream", headers={"Host": "localhost", "Last-Event-ID": str(seen)}
            )
            assert told(connection.getresponse()) == club.seq


def test_streams_are_no_threads_and_leave_at_once(app: Flask, club: Club) -> None:
    with running(app) as server:
        asked(server)
        with ExitStack() as stack:
            answers = [stack.enter_context(stream(server, club, address=f"127.0.0.{n % 9 + 1}")) for n in range(300)]
            assert {one.status for one in answers} == {200}
            assert club.tables.hub.number == 300
            assert threading.active_count() < 60
            club.play("place castle")
            assert {told(one) for one in answers} == {club.seq}
        assert until(lambda: club.tables.hub.number == 0)


def test_a_stream_leaves_also_where_more_was_asked_on_its_line(
    app: Flask, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.5)
    with running(app) as server, closing(connected(server)) as line:
        line.sendall(f"GET /t/{club.code}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert b"retry" in line.recv(4_096) + line.recv(4_096)
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: club.tables.hub.number == 1)
        line.close()
        assert until(lambda: club.tables.hub.number == 0)


@pytest.mark.parametrize("when", ["answering", "pausing"])
def test_a_stream_leaves_also_where_its_device_did_before_it_began(
    app: Flask, club: Club, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    gate, begun = threading.Event(), threading.Event()

    @app.after_request
    def held(answer: Response) -> Response:
        begun.set()
        if when == "answering":
            gate.wait(PATIENCE)
        elif mine := handoff():
            mine.pause = PATIENCE
        return answer

    with running(app) as server:
        with closing(connected(server)) as line:
            line.sendall(f"GET /t/{club.code}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert begun.wait(PATIENCE)
            assert club.tables.hub.number == 1
        assert until(lambda: not server._gateway.connections.open)
        gate.set()
        assert until(lambda: club.tables.hub.number == 0)


def test_one_device_does_not_take_the_streams_of_others(app: Flask, club: Club) -> None:
    most = club.tables.limits.listeners_of_device
    with running(app) as server, ExitStack() as stack:
        greedy = [stack.enter_context(stream(server, club, "red")).status for _ in range(most + 1)]
        assert greedy == [200] * most + [503]
        assert stack.enter_context(stream(server, club, "blue")).status == 200


def test_the_streams_of_a_table_that_is_gone_end(app: Flask, club: Club) -> None:
    with running(app) as server, stream(server, club) as mine:
        assert mine.status == 200
        club.tables.delete(club.code, club.tokens[HOST])
        assert mine.read().endswith(b"event: end\ndata: \n\n")


def test_stopping_waits_for_nobody_who_does_not_read(app: Flask, club: Club) -> None:
    with ExitStack() as stack, running(app) as server:
        for _ in range(30):
            line = stack.enter_context(closing(socket.socket()))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1_024)
            line.connect(("127.0.0.1", server.port))
            line.sendall(b"GET /icons.svg HTTP/1.1\r\nHost: localhost\r\n\r\n" * 30)
        assert asked(server)[0] == 200
        server.close()


# fair turns

STRANGERS, NEIGHBOR, LATE, GUEST = (
    Asker("1", "strangers", known=False), Asker("1", "neighbor", known=True), Asker("1", "late", known=True),
    Asker("2", "guest", known=True),
)  # fmt: skip


def served(shares: Shares, running: list[Asker], waiting: list[Asker], *, gone: Asker | None = None) -> list[Asker]:
    """Who is served in which order once those running are done, each at once; whoever finds no room is not."""
    order: list[Asker] = []

    async def ask(turns: Turns, who: Asker) -> None:
        await turns.take(who)
        order.append(who)
        turns.done(who)

    async def crowd() -> None:
        turns = Turns(shares)
        for who in running:
            await turns.take(who)
        asking = [asyncio.create_task(ask(turns, who)) for who in waiting]
        await asyncio.sleep(0)
        for who, task in zip(waiting, asking, strict=True):
            if who == gone:
                task.cancel()
        for who in running:
            turns.done(who)
        found = await asyncio.gather(*asking, return_exceptions=True)
        assert {type(one) for one in found} <= {type(None), Crowded, asyncio.CancelledError}
        assert not turns.number

    alone(lambda: asyncio.run(crowd()))
    return order


def test_whoever_asks_for_little_is_served_next() -> None:
    order = served(ONE, [STRANGERS], [STRANGERS] * 30 + [NEIGHBOR, GUEST])
    assert set(order[:3]) == {STRANGERS, NEIGHBOR, GUEST}
    assert len(order) == 32


def test_an_address_leaves_slots_to_others_and_its_strangers_leave_some_to_its_devices() -> None:
    """However many invent themselves at an address, they have one slot there, and never all together."""
    shares = Shares(4, 3, 2, 1, 100, 50, 5, 20)
    assert served(shares, [STRANGERS], [STRANGERS, NEIGHBOR, GUEST])[:2] == [NEIGHBOR, GUEST]
    full = [STRANGERS, NEIGHBOR, NEIGHBOR]
    assert served(shares, full, [STRANGERS, LATE, GUEST])[0] == GUEST
    assert served(shares, [STRANGERS, NEIGHBOR], [STRANGERS, LATE])[0] == LATE


def test_of_the_devices_of_an_address_the_one_served_longest_ago_is_next() -> None:
    greedy = [Asker("1", f"greedy{n}", known=True) for n in range(5)]
    assert served(ONE, [*greedy[:1]], [*greedy, LATE])[0] != greedy[0]

    async def crowd() -> list[Asker]:
        turns, order = Turns(ONE), list[Asker]()
        for who in [LATE, *greedy]:
            await turns.take(who)
            turns.done(who)
        await turns.take(greedy[0])

        async def ask(who: Asker) -> None:
            await turns.take(who)
            order.append(who)
            turns.done(who)

        asking = [asyncio.create_task(ask(who)) for who in [*greedy, LATE]]
        await asyncio.sleep(0)
        turns.done(greedy[0])
        await asyncio.gather(*asking)
        return order

    assert alone(lambda: asyncio.run(crowd())) == [LATE, *greedy[1:], greedy[0]]


def test_nobody_waits_for_more_than_their_share() -> None:
    shares = Shares(1, 1, 1, 1, waiting=9, waiting_address=6, waiting_device=3, waiting_strangers=4)
    assert served(shares, [GUEST], [NEIGHBOR] * 6) == [NEIGHBOR] * 3
    assert served(shares, [GUEST], [STRANGERS] * 6) == [STRANGERS] * 4
    assert served(shares, [GUEST], [STRANGERS] * 6 + [NEIGHBOR] * 3).count(NEIGHBOR) == 2
    assert served(shares, [GUEST], [STRANGERS] * 9 + [GUEST]).count(GUEST) == 1


def test_who_gives_up_waiting_leaves_their_turn_to_the_next() -> None:
    assert served(ONE, [STRANGERS], [NEIGHBOR, LATE], gone=NEIGHBOR) == [LATE]


# sheets


def test_a_sheet_is_drawn_beside_the_tables(app: Flask) -> None:
    with running(app) as server:
        status, content = asked(server, "/print/calibration/file.pdf")
        assert (status, content[:5]) == (200, b"%PDF-")
        status, content = asked(server, "/print/calibration/preview.png")
        assert (status, content[1:4]) == (200, b"PNG")
        assert asked(server, "/print/calibration/file.pdf?paper=none")[0] == 422
        assert asked(server, "/print/calibration/preview.png?page=99")[0] == 404


def test_no_sheet_is_drawn_by_the_process_that_serves_the_tables(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    drew: list[int] = []
    monkeypatch.setattr("companion.web.printing.jobs.make_request", lambda request: drew.append(os.getpid()))
    with running(app) as server:
        assert asked(server, "/print/calibration/file.pdf")[0] == 200
    assert drew == []


def test_no_log_is_played_again_by_the_process_that_serves_the_tables(
    app: Flask, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither to write a record nor to read what somebody brings; a record is written once for all who ask for it."""
    club.play("place castle")
    club.wish(HOST, "correct", changes={"red.deniers": "9"}, why="miscounted")
    text = exports.record(club.table.snapshot(), club.tables.log(club.id))
    address, there = f"/t/{club.code}/export/record.txt", club.tables.store.count()
    with running(app) as server:
        monkeypatch.setattr("companion.table.table.Table.apply", None)
        monkeypatch.setattr("companion.table.imports.read", None)
        assert asked(server, address) == (200, text.encode())
        form, kind = urlencode({"text": text}), {"Content-Type": "application/x-www-form-urlencoded"}
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
            for said, status in ((form, 303), ("text=hello", 422)):
                connection.request("POST", "/import", said, {"Host": "localhost"} | kind)
                answer = connection.getresponse()
                assert (answer.status, b'id="fault"' in answer.read()) == (status, status == 422)
        assert club.tables.store.count() == there + 1
    with running(app, limits=ServerLimits(sheets=NONE)) as server:
        assert asked(server, address) == (200, text.encode())
        club.undo(club.seq)
        status, page = asked(server, address, **DUTCH)
        assert (status, SAID[503]["nl"] in page.decode()) == (503, True)


def test_what_finds_no_room_at_the_printer_is_told_at_once(app: Flask) -> None:
    with running(app, limits=ServerLimits(sheets=NONE)) as server:
        status, said = asked(server, "/print/calibration/file.pdf", **{"Accept-Language": "de"})
        assert (status, "noch einmal" in said.decode()) == (503, True)


def test_long_work_is_done_elsewhere_and_nobody_has_more_than_their_share_of_it() -> None:
    ann, bo = NEIGHBOR, GUEST

    async def work() -> None:
        queue = ProcessQueue(
            Shares(1, 1, 1, 1, waiting=2, waiting_address=1, waiting_device=1, waiting_strangers=1), PATIENCE
        )
        running = [asyncio.create_task(queue.run(who, os.getpid)) for who in (ann, ann, bo)]
        await asyncio.sleep(0)
        for who in (ann, bo):  # their own share, and the share of all
            refused = await queue.run(who, os.getpid)
            with pytest.raises(Busy):
                refused()
        processes = {(await one)() for one in running}
        assert len(processes) == 1
        assert os.getpid() not in processes
        assert (await queue.run(ann, os.getpid))() in processes
        queue.close()

    alone(lambda: asyncio.run(work()))


def test_somebody_elsewhere_prints_however_much_one_address_asks_for(tmp_path: Path) -> None:
    """It never has all processes, nor all places of those who wait."""
    begun, gate = tmp_path / "begun", tmp_path / "gate"

    async def work() -> None:
        queue = ProcessQueue(ServerLimits().sheets, PATIENCE)
        crowd = [Asker("1", f"greedy{n}", known=True) for n in range(30)]
        held = [asyncio.create_task(queue.run(who, partial(_held, begun, gate))) for who in [*crowd, STRANGERS]]
        while not begun.exists():
            await asyncio.sleep(0.01)
        assert (await queue.run(GUEST, partial(int, "7")))() == 7
        gate.touch()
        await asyncio.gather(*held)
        queue.close()

    alone(lambda: asyncio.run(work()))


def _held(begun: Path, gate: Path) -> None:
    """Work until somebody opens the gate."""
    begun.touch()
    while not gate.exists():
        time.sleep(0.01)


def test_work_that_takes_too_long_ends_nobody_elses() -> None:
    async def work() -> None:
        queue = ProcessQueue(Shares(2, 1, 1, 1, 9, 9, 9, 9), 3.0)
        await queue.run(NEIGHBOR, os.getpid)
        endless = asyncio.create_task(queue.run(NEIGHBOR, partial(time.sleep, 1_000)))
        other = {(await queue.run(GUEST, partial(_slowly, n)))() for n in range(3)}
        assert other == {0, 1, 2}
        with pytest.raises(Busy):
            (await endless)()
        queue.close()

    alone(lambda: asyncio.run(work()))


def _slowly(n: int) -> int:
    time.sleep(1.5)
    return n


def test_a_sheet_counts_once(app: Flask) -> None:
    app.config["RATES"] = True
    app.extensions["limiter"] = Limiter(lambda: 0.0)  # where no time passes
    with running(app) as server:
        path, device = "/print/calibration/file.pdf", {"Cookie": "device=printer"}
        statuses = [asked(server, path, **device)[0] for _ in range(MAKING.burst + 1)]
    assert statuses == [200] * MAKING.burst + [429]


def test_a_sheet_that_takes_too_long_is_given_up(app: Flask) -> None:
    with running(app, limits=ServerLimits(work_seconds=0.0)) as server:
        assert asked(server, "/print/aid/file.pdf")[0] == 503
        assert asked(server)[0] == 200


def test_no_player_waits_behind_all_who_invent_themselves(app: Flask, club: Club) -> None:
    """One thread answers, forty invented devices of one address ask for sheets and pages, and a player taps there."""
    going, gate, served = threading.Event(), threading.Event(), list[str]()
    inner = app.wsgi_app

    def watched(environ: Any, start: Any) -> Any:
        going.set()
        gate.wait(PATIENCE)
        served.append(environ["PATH_INFO"])
        return inner(environ, start)

    with running(app, limits=ServerLimits(pages=ONE)) as server, ExitStack() as stack:

        def begin(path: str, device: str) -> None:
            line = stack.enter_context(closing(connected(server)))
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: device={device}\r\n\r\n".encode())

        assert asked(server, f"/t/{club.code}", Cookie=f"device={club.tokens['red']}")[0] == 200
        app.wsgi_app = watched  # type: ignore[assignment, method-assign]
        begin("/print", "printer")
        assert going.wait(PATIENCE)
        waiting = server._gateway.turns.number
        for n in range(40):
            begin(("/print", f"/t/{club.code}/replay")[n % 2], f"printer{n}")
        assert until(lambda: waiting.total() == 40)
        for _ in range(5):
            begin("/print", club.tokens["red"])  # nor behind their own sheets
        assert until(lambda: waiting.total() == 45)
        begin("/health", club.tokens["red"])
        assert until(lambda: waiting.total() == 46)
        gate.set()
        assert until(lambda: len(served) == 47)
    assert served.index("/health") <= 3


def test_only_who_hosts_or_sits_is_known(app: Flask, club: Club) -> None:
    """Neither a cookie nor asking for a seat makes somebody known; a seat does, and so does a table of one's own."""
    with running(app) as server:
        known, invented, mine = server._gateway._known, new_token(), new_token()

        def post(path: str, body: dict[str, Any], token: str) -> int:
            with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
                headers = {"Host": "localhost", "Content-Type": "application/json", "Authorization": f"Bearer {token}"}
                connection.request("POST", path, json.dumps(body), headers)
                return connection.getresponse().status

        for n in range(5):
            assert asked(server, f"/t/{club.code}", Cookie=f"device=invented{n}")[0] == 200
        assert post(f"/api/v1/tables/{club.code}/sit", {"seat": "red"}, invented) == 202
        assert asked(server, f"/t/{club.code}", Authorization=f"Bearer {invented}")[0] == 200
        assert not known
        seated = {"Authorization": f"Bearer {club.tokens['red']}", "Cookie": "device=invented"}
        assert asked(server, f"/t/{club.code}", **seated)[0] == 200
        assert list(known) == [fingerprint(club.tokens["red"])]
        seats = [{"colour": "red"}, {"colour": "blue"}]
        assert post("/api/v1/tables", {"game": "caylus", "edition": "en", "seats": seats}, mine) == 201
        assert list(known) == [fingerprint(club.tokens["red"]), fingerprint(mine)]


def test_a_crowd_of_strangers_rests_after_each_request(app: Flask, club: Club) -> None:
    """Here for ever, so that nobody looks at a clock: the others are served, and so are strangers elsewhere."""
    going, gate = threading.Event(), threading.Event()
    served: list[str] = []

    @app.get("/held")
    def hold() -> str:
        going.set()
        gate.wait(PATIENCE)
        served.append("stranger")
        return ""

    player = {"Cookie": f"device={club.tokens['red']}"}
    with running(app, limits=ServerLimits(rest=1e9)) as server, ExitStack() as stack:
        assert asked(server, f"/t/{club.code}", **player)[0] == 200
        for _ in range(20):
            line = stack.enter_context(closing(connected(server)))
            line.sendall(b"GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert going.wait(PATIENCE)
        assert until(lambda: server._gateway.turns.number["127.0.0.1"] == 19)
        gate.set()
        assert until(lambda: served == ["stranger"])
        for _ in range(5):
            assert asked(server, f"/t/{club.code}", **player)[0] == 200
            assert asked(server, f"/t/{club.code}", address="127.0.0.2")[0] == 200
        assert served == ["stranger"]


# TLS


def names() -> list[str]:
    return ["localhost", "127.0.0.1"]


def trusting(certificate: Certificate) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificate.file)


def test_a_silent_connection_stops_no_encrypted_server(app: Flask, tmp_path: Path) -> None:
    certificate = OwnCertificate(tmp_path, names)
    with running(app, certificate=certificate, limits=SOON) as server, ExitStack() as stack:
        silent, plain = (stack.enter_context(closing(connected(server))) for _ in range(2))
        plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
        with trusting(certificate).wrap_socket(connected(server), server_hostname="localhost") as line:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert ended(line).startswith(b"HTTP/1.1 200 OK")
        ended(silent)
        ended(plain)


def test_many_silent_handshakes_keep_nobody_out(app: Flask, tmp_path: Path) -> None:
    certificate = OwnCertificate(tmp_path, names)
    with running(app, certificate=certificate, limits=FEW) as server, ExitStack() as stack:
        for _ in range(3 * FEW.connections_each):
            stack.enter_context(closing(connected(server)))
        with trusting(certificate).wrap_socket(connected(server), server_hostname="localhost") as line:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert ended(line).startswith(b"HTTP/1.1 200 OK")


def test_handshakes_that_do_not_end_cost_an_address_its_oldest(app: Flask, tmp_path: Path) -> None:
    certificate = OwnCertificate(tmp_path, names)
    with running(app, certificate=certificate, limits=ServerLimits(handshakes_each=5)) as server, ExitStack() as stack:
        opening = server._gateway.connections.opening
        elsewhere = stack.enter_context(closing(connected(server, "127.0.0.2")))
        lines = [stack.enter_context(closing(connected(server))) for _ in range(20)]
        assert until(lambda: [closed(line) for line in lines] == [True] * 15 + [False] * 5)
        assert opening.sum == 6
        assert not closed(elsewhere)
        with trusting(certificate).wrap_socket(connected(server), server_hostname="localhost") as line:
            assert until(lambda: opening.sum == 5)
            line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert ended(line).startswith(b"HTTP/1.1 200 OK")


def test_a_certificate_is_made_anew_before_it_ends_and_for_a_new_address(tmp_path: Path) -> None:
    now, known = [datetime(2026, 1, 1, tzinfo=UTC)], ["localhost"]
    mine = OwnCertificate(tmp_path, lambda: known, lambda: now[0])
    first = mine.file.read_bytes()
    assert not mine.renewed()
    now[0] += timedelta(days=300)
    assert not mine.renewed()
    now[0] += timedelta(days=80)
    assert mine.renewed()
    second = mine.file.read_bytes()
    assert second != first
    known.append("192.168.1.77")
    assert mine.renewed()
    assert mine.file.read_bytes() != second
    assert not mine.renewed()


@pytest.mark.parametrize("key", ["another", "", None])
def test_a_certificate_whose_key_is_another_or_gone_is_made_anew(app: Flask, tmp_path: Path, key: str | None) -> None:
    mine, other = OwnCertificate(tmp_path / "one", names), OwnCertificate(tmp_path / "two", names)
    if key is None:
        mine.key.unlink()
    else:
        mine.key.write_bytes(other.key.read_bytes() if key else b"")
    mine = OwnCertificate(tmp_path / "one", names)
    with (
        running(app, certificate=mine) as server,
        trusting(mine).wrap_socket(connected(server), server_hostname="localhost") as line,
    ):
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert ended(line).startswith(b"HTTP/1.1 200 OK")


def test_a_certificate_half_replaced_changes_nothing(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "_RENEWAL", 0.05)
    first, second = OwnCertificate(tmp_path / "one", names), OwnCertificate(tmp_path / "two", names)
    whoever = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    whoever.check_hostname, whoever.verify_mode = False, ssl.CERT_NONE

    def shown(server: Server) -> bytes:
        with whoever.wrap_socket(connected(server)) as line:
            return line.getpeercert(binary_form=True) or b""

    with running(app, certificate=Certificate(first.file, first.key)) as server:
        before = shown(server)
        first.file.write_bytes(second.file.read_bytes())
        time.sleep(0.3)
        assert shown(server) == before
        first.key.write_bytes(second.key.read_bytes())
        assert until(lambda: shown(server) != before)


def test_a_certificate_that_was_brought_is_read_again_when_it_is_another(tmp_path: Path) -> None:
    made = OwnCertificate(tmp_path, names)
    brought = Certificate(made.file, made.key)
    assert not brought.renewed()
    os.utime(made.file, (1, 1))
    assert brought.renewed()


# what is passed on


def test_a_request_arrives_as_it_was_sent(app: Flask, club: Club) -> None:
    app.add_url_rule("/echo/<path:rest>", view_func=_seen, methods=["GET", "POST"])
    with running(app) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        with closing(connection):
            headers = {"Host": "localhost:1", "X-Real_Ip": "1.2.3.4", "Content-Type": "text/plain"}
            connection.request("POST", "/echo/a%20%C3%A9%2Fb?q=%C3%A9&r=1", "Bürger".encode(), headers)
            found = json.loads(connection.getresponse().read())
    assert found == {
        "rest": "a é/b", "query": {"q": "é", "r": "1"}, "body": "Bürger", "host": "localhost:1", "spoofed": None,
        "address": "127.0.0.1", "type": "text/plain",
    }  # fmt: skip


def _seen(rest: str) -> dict[str, object]:
    return {
        "rest": rest, "query": request.args, "body": request.get_data(as_text=True), "host": request.host,
        "spoofed": request.headers.get("X-Real-Ip"), "address": request.remote_addr, "type": request.mimetype,
    }  # fmt: skip


def test_every_limit_stands_in_the_docs() -> None:
    said = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text("utf-8").partition("## Limits")[2]
    server, tables = ServerLimits(), Limits()
    numbers = [
        server.connections, server.connections_each, server.handshakes, server.handshakes_each, server.pausing_address,
        *astuple(server.pages), *astuple(server.sheets), *astuple(server.thoughts), tables.tables,
        tables.entries, tables.people, tables.listeners, tables.listeners_of_device, tables.listeners_of_address,
        tables.open_tables, tables.requests, tables.requests_of_address,
    ]  # fmt: skip
    assert [n for n in numbers if not re.search(rf"\b{n:,}\b", said)] == []
    sizes = [f"{n // KB} kB" for n in (server.head, server.body)]
    sizes += [f"{n // MB} MB" for n in (server.file, server.held, server.held_each)]
    assert [size for size in sizes if size not in said] == []
    seconds = [
        server.turn_seconds,
        server.header_seconds,
        server.body_seconds,
        server.send_seconds,
        server.idle_seconds,
        server.work_seconds,
    ]
    assert [n for n in seconds if not re.search(rf"\b{n:g} s\b", said)] == []
    rates = {f"{rate.burst}, then one every {rate.seconds:g} s" for rate in (*RATES.values(), GUESSING)}
    assert {rate for rate in rates if rate not in said} == set()
