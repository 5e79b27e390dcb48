"""The server under the app, by real connections: nobody holds it by being slow, silent, many or endless."""

import asyncio
import http.client
import json
import os
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask, request

from companion.table import exports
from companion.table.commands import Play
from companion.table.limits import Limits
from companion.web import rate_limits
from companion.web.handoff import Busy
from companion.web.rate_limits import GUESSING, MAKING, RATES, Limiter
from companion.web.server import listening, streams
from companion.web.server.aside import Aside
from companion.web.server.certificate import Certificate, OwnCertificate
from companion.web.server.fair_pool import Asker, Crowded, FairPool
from companion.web.server.limits import ServerLimits
from companion.web.server.listening import Server
from tests.alone import alone
from tests.patience import PATIENCE
from tests.serving import running
from tests.web.club import HOST, Club, new_app
from tests.words import LANGUAGES

SOON = ServerLimits(header_seconds=0.3, body_seconds=0.3, idle_seconds=1)
FEW = ServerLimits(connections_each=20)


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
    limits = replace(SOON, body_read=1_000)
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

    limits = ServerLimits(threads=1, waiting_address=0)
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


def test_nor_is_one_that_comes_at_once(app: Flask) -> None:
    with running(app) as server, closing(connected(server)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"x" * 70_000 + b"\r\n\r\n")
        assert ended(line).startswith(b"HTTP/1.1 431 ")


def test_what_nobody_waits_for_is_not_worked_on(app: Flask) -> None:
    asked_for: list[str] = []
    app.before_request(lambda: asked_for.append(request.path))
    gate = threading.Event()
    app.add_url_rule("/slow", view_func=lambda: str(gate.wait(PATIENCE)))
    with running(app, limits=ServerLimits(threads=1)) as server, ExitStack() as stack:
        slow = stack.enter_context(closing(connected(server)))
        slow.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: asked_for == ["/slow"])
        for _ in range(20):
            with closing(connected(server)) as gone:
                gone.sendall(b"GET /new HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: server._connections.number == 1)
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


def test_who_sends_far_too_much_is_told_so(app: Flask) -> None:
    with running(app) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        with closing(connection):
            connection.request("POST", "/import", b"x" * 6_000_000, {"Host": "localhost"})
            answer = connection.getresponse()
            assert (answer.status, b"<main" in answer.read()) == (413, True)


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_many_silent_connections_keep_nobody_out(app: Flask, begun: bytes) -> None:
    """Neither their neighbours behind the same address nor anybody elsewhere."""
    with running(app, limits=FEW) as server, ExitStack() as stack:
        for _ in range(3 * FEW.connections_each):
            stack.enter_context(closing(connected(server))).sendall(begun)
        assert asked(server)[0] == 200
        assert asked(server, address="127.0.0.2")[0] == 200


def test_a_phone_that_does_not_read_holds_no_thread(app: Flask) -> None:
    few = ServerLimits(threads=1)
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


def test_stopping_ends_the_streams(app: Flask, club: Club) -> None:
    with running(app) as server, stream(server, club) as mine:
        server.close()
        mine.read()


# fair turns


def test_whoever_asks_for_little_is_served_next() -> None:
    served: list[str] = []

    async def crowd() -> None:
        pool, gate = FairPool(1, most_each=50, most_address=500), threading.Event()
        first = asyncio.create_task(pool.run(Asker("1", "slow"), gate.wait))
        await asyncio.sleep(0)
        askers = [Asker("1", "greedy")] * 30 + [Asker("1", "neighbour"), Asker("2", "guest")]
        others = [asyncio.create_task(pool.run(one, partial(served.append, one.device))) for one in askers]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *others)
        pool.close()

    alone(lambda: asyncio.run(crowd()))
    assert set(served[:4]) == {"greedy", "neighbour", "guest"}
    assert len(served) == 32


def test_nobody_waits_for_more_than_their_share() -> None:
    async def crowd() -> list[BaseException | None]:
        pool, gate = FairPool(1, most_each=3, most_address=5), threading.Event()
        tasks = [asyncio.create_task(pool.run(Asker("1", "greedy"), gate.wait)) for _ in range(6)]
        await asyncio.sleep(0)
        gate.set()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        pool.close()
        return [one if isinstance(one, BaseException) else None for one in found]

    assert [type(one) for one in alone(lambda: asyncio.run(crowd()))] == [type(None)] * 4 + [Crowded] * 2


def test_who_gives_up_waiting_leaves_their_turn_to_the_next() -> None:
    async def crowd() -> list[str]:
        served: list[str] = []
        pool, gate = FairPool(1, most_each=9, most_address=9), threading.Event()
        first = asyncio.create_task(pool.run(Asker("1", "a"), gate.wait))
        await asyncio.sleep(0)
        gone = asyncio.create_task(pool.run(Asker("1", "b"), partial(served.append, "b")))
        stays = asyncio.create_task(pool.run(Asker("1", "c"), partial(served.append, "c")))
        await asyncio.sleep(0)
        gone.cancel()
        gate.set()
        await asyncio.gather(first, stays)
        pool.close()
        return served

    assert alone(lambda: asyncio.run(crowd())) == ["c"]


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
    with running(app, limits=ServerLimits(works=0)) as server:
        assert asked(server, address) == (200, text.encode())
        club.undo(club.seq)
        status, page = asked(server, address, **DUTCH)
        assert (status, SAID[503]["nl"] in page.decode()) == (503, True)


def test_what_finds_no_room_at_the_printer_is_told_at_once(app: Flask) -> None:
    with running(app, limits=ServerLimits(works=0)) as server:
        status, said = asked(server, "/print/calibration/file.pdf", **{"Accept-Language": "de"})
        assert (status, "noch einmal" in said.decode()) == (503, True)


def test_one_process_does_all_long_work_and_nobody_has_more_than_their_share_of_it() -> None:
    ann, bo = Asker("10.0.0.1", "ann"), Asker("10.0.0.2", "bo")

    async def work() -> None:
        aside = Aside(ServerLimits(works=3, works_each=2))
        running = [asyncio.create_task(aside.run(asker, os.getpid)) for asker in (ann, ann, bo)]
        await asyncio.sleep(0)
        for asker in (ann, bo):  # their own share, and the share of all
            refused = await aside.run(asker, os.getpid)
            with pytest.raises(Busy):
                refused()
        processes = {(await one)() for one in running}
        assert len(processes) == 1
        assert os.getpid() not in processes
        assert (await aside.run(ann, os.getpid))() in processes
        aside.close()

    alone(lambda: asyncio.run(work()))


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


def test_nobody_waits_behind_all_who_print(app: Flask) -> None:
    """One thread answers, forty devices of one address ask for sheets, and another one there for a page."""
    gate, served = threading.Event(), list[str]()
    inner = app.wsgi_app

    def watched(environ: Any, start: Any) -> Any:
        gate.wait(PATIENCE)
        served.append(environ["PATH_INFO"])
        return inner(environ, start)

    app.wsgi_app = watched  # type: ignore[assignment, method-assign]
    with running(app, limits=ServerLimits(threads=1)) as server, ExitStack() as stack:

        def begin(path: str, device: str) -> None:
            line = stack.enter_context(closing(connected(server)))
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: device={device}\r\n\r\n".encode())

        waiting = server._gateway.pool._of_address
        for n in range(40):
            begin("/print", f"printer{n}")
        assert until(lambda: waiting.total() == 39)
        begin("/health", "player")
        assert until(lambda: waiting.total() == 40)
        gate.set()
        assert until(lambda: len(served) == 41)
    assert served.index("/health") <= 2


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


def test_taps_are_kept_that_come_through_the_server(app: Flask, club: Club) -> None:
    assert club.table.decision
    before = club.seq
    with running(app) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        body = {"wish": Play(actions=(club.table.decision.options[0],)).model_dump(), "seen": before, "key": "one"}
        headers = {
            "Host": "localhost", "Content-Type": "application/json", "Authorization": f"Bearer {club.tokens[HOST]}",
        }  # fmt: skip
        with closing(connection):
            for _ in range(2):
                connection.request("POST", f"/api/v1/tables/{club.code}/act", json.dumps(body), headers)
                assert json.loads(connection.getresponse().read())["seq"] == before + 1
    assert club.seq == before + 1


def test_every_limit_stands_in_the_docs() -> None:
    said = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text("utf-8").partition("## Limits")[2]
    server, tables = ServerLimits(), Limits()
    numbers = [
        server.connections, server.connections_each, server.waiting_each, server.waiting_address, server.works,
        server.works_each, tables.tables, tables.entries, tables.people, tables.listeners, tables.listeners_of_device,
        tables.listeners_of_address, tables.open_tables, tables.requests,
        tables.requests_of_address,
    ]  # fmt: skip
    assert [n for n in numbers if not re.search(rf"\b{n:,}\b", said)] == []
    seconds = [
        server.header_seconds,
        server.body_seconds,
        server.send_seconds,
        server.idle_seconds,
        server.work_seconds,
    ]
    assert [n for n in seconds if not re.search(rf"\b{n:g} s\b", said)] == []
    rates = {f"{rate.burst}, then one every {rate.seconds:g} s" for rate in (*RATES.values(), GUESSING)}
    assert {rate for rate in rates if rate not in said} == set()
