"""Two servers on one PostgreSQL behind nginx with TLS, as docs/hosting has it, and phones at several addresses."""

import json
import re
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection, RemoteDisconnected
from pathlib import Path
from typing import Any

import pytest

from companion.web.rate_limits import GUESSING
from companion.web.server.certificate import OwnCertificate
from tests.faults.world import Served, free_port
from tests.patience import PATIENCE
from tests.postgresql import Server
from tests.tools import needed

SHIPPED = Path(__file__).resolve().parents[2] / "docs" / "hosting" / "nginx.conf"
NAME = "localhost"
"""The name that phones open."""

SETUP = {"game": "caylus", "edition": "en", "seats": [{"colour": "red"}, {"colour": "blue"}], "chance": "table"}


class Club:
    """The whole of it."""

    def __init__(self, folder: Path, url: str, stack: ExitStack) -> None:
        program = needed("nginx")
        self.servers = [Served(url, "--behind-proxy", "--log", "off") for _ in range(2)]
        for one in self.servers:
            stack.callback(one.kill)
        self.certificate = OwnCertificate(folder / "tls", lambda: [NAME])
        self.plain, self.port = free_port(), free_port()
        (folder / "nginx.conf").write_text(self.conf(), "utf-8")
        start = [str(program), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
        checked = subprocess.run([*start, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        process = subprocess.Popen([*start, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
        stack.callback(process.wait, PATIENCE)
        stack.callback(process.terminate)
        self.tls = ssl.create_default_context(cafile=self.certificate.file)
        self.wait()

    def conf(self) -> str:
        """What is shipped, on loopback, with ports and companions of our own."""
        text = SHIPPED.read_text("utf-8")
        text = re.sub(r"listen \[::\].*\n", "", text)
        text = text.replace("listen 80", f"listen 127.0.0.1:{self.plain}")
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl").replace("${HOST_NAME}", NAME)
        written, elsewhere = re.split(r" *# Elsewhere, name the servers.*\n", text)
        lines, rest = elsewhere.split("    # }\n")
        servers = "\n".join(f"server 127.0.0.1:{one.port} max_fails=2 fail_timeout=2s;" for one in self.servers)
        lines = re.sub(r"server 127.0.0.1:8327 .*;", servers, f"{lines}    # }}\n".replace("# ", ""))
        text = re.sub(r" *resolver .*\n *map .*\n", lines, written) + rest
        assert text.count("127.0.0.1") == 6
        return f"pid nginx.pid;\n{text}"

    def wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if self.ask("GET", "/health")[0].status == 200:
                    return
            except OSError:
                assert time.monotonic() < end, "nginx does not answer"
                time.sleep(0.05)

    def connection(self, phone: int = 1) -> HTTPSConnection:
        """A phone with an address of its own."""
        address = (f"127.0.0.{phone}", 0)
        return HTTPSConnection(NAME, self.port, timeout=PATIENCE, source_address=address, context=self.tls)

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", phone: int = 1
    ) -> tuple[HTTPResponse, bytes]:
        with closing(self.connection(phone)) as connection:
            headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return answer, answer.read()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, postgresql: Server) -> Iterator[Club]:
    with ExitStack() as stack:
        yield Club(tmp_path_factory.mktemp("nginx"), postgresql.new_database(), stack)


def test_cookies_and_links_know_that_the_way_is_encrypted(club: Club) -> None:
    answer, page = club.ask("GET", "/new")
    assert answer.status == 200
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert cookies
    assert all("Secure" in cookie for cookie in cookies)
    assert b"http://" not in page.replace(b"http://www.w3.org", b"")
    answer, _ = club.ask("GET", "/t/AAAAA", phone=9)
    assert "Server" not in answer.headers or "/" not in answer.headers["Server"]


def test_only_its_own_name_is_redirected_and_served(club: Club) -> None:
    def asked(kind: type[HTTPConnection], port: int, host: str, **more: Any) -> HTTPResponse:
        with closing(kind(NAME, port, timeout=PATIENCE, **more)) as connection:
            connection.request("GET", "/x?y=1", headers={"Host": host})
            return connection.getresponse()

    assert asked(HTTPConnection, club.plain, NAME).getheader("Location") == f"https://{NAME}/x?y=1"
    for host in ("evil.example", "10.1.2.3", f"{NAME}.evil.example"):
        with pytest.raises(RemoteDisconnected):
            asked(HTTPConnection, club.plain, host)
        with pytest.raises(RemoteDisconnected):
            asked(HTTPSConnection, club.port, host, context=club.tls)


def test_every_phone_is_an_address_of_its_own(club: Club) -> None:
    statuses = [club.ask("GET", f"/t/ZZZZ{n % 9 + 2}", phone=2)[0].status for n in range(2 * GUESSING.burst + 4)]
    assert statuses[-1] == 429, "either server has counted this phone"
    assert club.ask("GET", "/t/ZZZZZ", phone=3)[0].status == 404, "and not its neighbour"


def test_what_one_server_keeps_the_other_tells(club: Club) -> None:
    opened = json.loads(club.ask("POST", "/api/v1/tables", SETUP)[1])
    code, token, seq = opened["code"], opened["token"], opened["view"]["seq"]
    with ExitStack() as stack:
        streams = []
        for phone in range(1, 7):
            connection = stack.enter_context(closing(club.connection(phone)))
            connection.request("GET", f"/t/{code}/stream?seen={seq}")
            streams.append(connection.getresponse())
        assert {one.status for one in streams} == {200}
        body = {"wish": {"kind": "pause"}, "seen": seq, "key": "one"}
        assert json.loads(club.ask("POST", f"/api/v1/tables/{code}/act", body, token)[1])["seq"] == seq + 1
        for one in streams:
            assert next(line for line in one if line.startswith(b"id: ")) == b"id: %d\n" % (seq + 1)


def test_when_a_server_dies_the_other_goes_on(club: Club) -> None:
    opened = json.loads(club.ask("POST", "/api/v1/tables", SETUP)[1])
    code, token, seq = opened["code"], opened["token"], opened["view"]["seq"]
    club.servers[0].kill()
    for n in range(6):
        body = {"wish": {"kind": ("pause", "resume")[n % 2]}, "seen": seq + n, "key": f"key{n}"}
        answer, said = club.ask("POST", f"/api/v1/tables/{code}/act", body, token, phone=n + 1)
        assert answer.status == 200, said
        assert json.loads(said)["seq"] == seq + n + 1
    club.servers[0].start()
