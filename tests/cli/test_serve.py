"""`companion serve` as somebody starts it in a terminal, on the loopback alone."""

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Timer
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli.serve import FirstPage, code_of, open_tables
from companion.network import EVERYWHERE, Reach
from companion.rules import library
from companion.table.database import FILE
from companion.table.limits import Limits
from companion.table.tokens import fingerprint
from companion.web.server import listening
from companion.web.server.listening import Server
from tests.patience import PATIENCE
from tests.words import plain

pytestmark = pytest.mark.slow

LOOPBACK = "127.0.0.1"

NAMES = ("caylus.local", *(f"caylus-{number}.local" for number in range(2, 9)))


@dataclass
class Served:
    """A server that runs, and what its command has said when it has ended."""

    port: int
    result: list[Result] = field(default_factory=list)

    def status(self, path: str = "/", *, cafile: Path | None = None, **headers: str) -> int:
        scheme, context = ("https", ssl.create_default_context(cafile=cafile)) if cafile else ("http", None)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        asked = urllib.request.Request(f"{scheme}://{LOOPBACK}:{self.port}{path}", headers=sent)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE, context=context) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def opened(self, setup: Mapping[str, object]) -> int:
        """The status of opening a table."""
        address, sent = f"http://{LOOPBACK}:{self.port}/api/v1/tables", {"Content-Type": "application/json"}
        request = urllib.request.Request(address, json.dumps(setup).encode(), sent)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    @property
    def said(self) -> list[str]:
        return plain(self.result[0].stdout).splitlines()

    @property
    def logged(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.result[0].stderr.splitlines()]


@contextmanager
def serving(monkeypatch: pytest.MonkeyPatch, *options: str) -> Iterator[Served]:
    """Run the command until it is stopped. Whatever host it was told, it listens on the loopback."""
    ready: Queue[Server | Future[Result]] = Queue()
    open_server: Callable[..., Server] = listening.open_server

    def on_loopback(app: object, host: str, port: int, **how: object) -> Server:
        opened = open_server(app, LOOPBACK, port, **how)
        ready.put(opened)
        return opened

    with monkeypatch.context() as patched, ThreadPoolExecutor(1) as thread:
        patched.setattr(listening, "open_server", on_loopback)
        running = thread.submit(CliRunner().invoke, main, ["serve", "--port", "0", *options], catch_exceptions=False)
        running.add_done_callback(ready.put)
        opened = ready.get(timeout=PATIENCE)
        assert isinstance(opened, Server), running.result().output
        served = Served(opened.port)
        try:
            yield served
        finally:
            opened.close()
            served.result.append(running.result(PATIENCE))
        assert served.result[0].exit_code == 0


def test_what_it_says_and_whom_it_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data, box = tmp_path / "data", tmp_path / "box"
    (box / "caylus").mkdir(parents=True)
    (box / "caylus" / "mine.toml").write_text("[buildings.church]\nprestige = 77\n")
    options = ("--data", str(data), "--overlay", str(box), "--allow-host", "caylus.example", "--log", "all")
    with serving(monkeypatch, "--host", LOOPBACK, "--lang", "nl", *options) as served:
        hosts = {"caylus.example": 200, socket.gethostname(): 200, Reach().likely: 200, "elsewhere.example": 400}
        assert {host: served.status("/health", Host=host) for host in hosts} == hosts
        assert served.status("/health", X_Forwarded_Host="elsewhere.example") == 200, "no proxy is trusted"
        assert served.status("/metrics") == 404
        shown = urllib.request.urlopen(
            f"http://{LOOPBACK}:{served.port}/rules/caylus/building.church", timeout=PATIENCE
        )
        assert "77" in shown.read().decode()
        shown.close()
    url = f"http://{LOOPBACK}:{served.port}/"
    assert served.said == [
        "Open dit adres op deze computer:",
        "",
        f"  {url}",
        "",
        f"De tafels worden bewaard in {data / FILE}.",
        "Ctrl+C stopt.",
    ]
    assert {"page": "health.health", "method": "GET", "status": 200}.items() <= served.logged[0].items()
    assert data.stat().st_mode & 0o077 == 0


def test_encrypted_behind_a_proxy_and_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    options = ("--https", "--behind-proxy", "--metrics", "--log", "off", "--data", str(tmp_path), "--lang", "en")
    with serving(monkeypatch, "--host", EVERYWHERE[0], *options) as served:
        own = tmp_path / "certificate.pem"
        assert served.status("/health", cafile=own) == 200
        assert served.status("/health", cafile=own, X_Forwarded_Host="elsewhere.example") == 400
        assert served.status("/metrics", cafile=own) == 200
    addresses = [line.strip() for line in served.said if "http" in line]
    assert addresses[0] == f"https://{Reach().likely}:{served.port}/"
    assert not any(".local" in one for one in addresses), "no name is announced behind a proxy"
    assert served.result[0].stderr == ""
    assert (tmp_path / "key.pem").stat().st_mode & 0o077 == 0
    names = subprocess.run(
        ["openssl", "x509", "-in", tmp_path / "certificate.pem", "-noout", "-ext", "subjectAltName"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert {f"IP Address:{Reach().likely}", "DNS:localhost", "IP Address:127.0.0.1"} <= {
        *re.split(r",?\s\s*(?=IP|DNS)", names.strip())
    }
    assert "0.0.0.0" not in names


def test_on_every_network_its_name_is_announced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Reach, "isolated", False)  # announced on the loopback, the tests' own network
    with serving(monkeypatch, "--address", LOOPBACK, "--data", str(tmp_path), "--lang", "de") as served:
        # Another machine may have the first name, and other tests on this one as well.
        names = [name for name in NAMES if served.status("/health", Host=name) == 200]
    (name,) = names
    assert [line.strip() for line in served.said if "http" in line] == [
        f"http://{LOOPBACK}:{served.port}/", f"http://{name}:{served.port}/",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "first", "address"),
    [
        ("--address table.example.org", "Open this address on any phone:", "https://table.example.org/"),
        ("--allow-host table.example.org", "Open this address on any phone:", "https://table.example.org/"),
        ("", "The proxy finds the server at this address:", ""),
    ],
)
def test_behind_a_proxy_it_says_what_phones_can_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, options: str, first: str, address: str
) -> None:
    at_home = ("--host", EVERYWHERE[0], "--behind-proxy", "--organiser", "--data", str(tmp_path), "--lang", "en")
    with serving(monkeypatch, *at_home, *options.split()) as served:
        name = "table.example.org" if address else Reach().likely
        assert served.status("/health", Host=name) == 200
    shown = address or f"http://{Reach().likely}:{served.port}/"
    assert served.said[0] == first
    printed, organiser = (line.strip() for line in served.said if "http" in line)
    assert (printed, organiser.partition("organiser/")[0]) == (shown, shown)
    assert (code_of(shown, "utf-8").splitlines()[5] in served.said) == bool(address), "a code is for phones"


def test_tables_are_opened_with_their_limits(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "new" / "folder", Limits(listeners=7), library())
    assert tables.limits.listeners == 7
    assert (tmp_path / "new" / "folder" / FILE).is_file()
    tables.close()


def test_as_many_tables_are_kept_as_the_option_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    setup = {"game": "caylus", "edition": "en", "seats": [{"colour": "red"}, {"colour": "blue"}]}
    with serving(monkeypatch, "--tables", "2", "--data", str(tmp_path)) as served:
        assert [served.opened(setup) for _ in range(3)] == [201, 201, 503]


def test_the_organisers_link_is_printed_and_the_next_replaces_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for _ in range(2):
        options = ["--organiser", "--address", LOOPBACK, "--data", str(tmp_path), "--lang", "en"]
        with serving(monkeypatch, *options) as served:
            pass
        (link,) = (line.strip() for line in served.said if "/organiser/" in line)
        assert link.startswith(f"http://{LOOPBACK}:{served.port}/organiser/")
    tables = open_tables(tmp_path, Limits(), library())
    assert tables.store.setting("organiser") == fingerprint(link.rpartition("/")[2])
    tables.close()


# what it refuses: one line, exit code 2


def refused(*options: str) -> str:
    with patch.object(Server, "run", side_effect=AssertionError("it serves")):
        result = CliRunner().invoke(main, ["serve", "--host", LOOPBACK, *options], catch_exceptions=False)
    assert (result.exit_code, result.stdout) == (2, "")
    return plain(result.stderr).removesuffix("\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--host no.such.host.invalid --lang en", "This machine has no address “no.such.host.invalid”."),
        ("--host 203.0.113.7 --lang de", "Dieser Rechner hat keine Adresse „203.0.113.7“."),
        (
            "--address http://caylus.example --lang en",
            "“http://caylus.example” {no_address}",
        ),
        ("--address 0.0.0.0 --lang en", "“0.0.0.0” {no_address}"),
        ("--port {taken} --lang de", "Port {taken} ist belegt. Wähle mit --port einen anderen."),
        ("--data {folder}/file/tables --lang fr", "Impossible d’ouvrir {folder}/file/tables. (File exists)"),
        (
            "--database postgresql+psycopg://127.0.0.1:1/x --lang nl",
            "{nobody}",
        ),
        ("--certificate {folder}/file --lang en", "{bad}"),
        ("--key {folder}/file --https --lang en", "{bad}"),
        ("--key {folder}/file --port 0 --lang en", "{bad}"),
        ("--certificate {folder}/no.pem --key {folder}/file --port 0 --lang en", "{bad}"),
        ("--lang xx", "There is no language “xx”. Valid: de, en, fr, nl."),
    ],
)
def test_what_it_cannot_do_is_told_in_a_line(tmp_path: Path, options: str, said: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    bad = "This certificate cannot be used. Give --certificate and --key, both as PEM files."
    no_address = "cannot be used as an address. Give a number such as 192.168.1.20 or a name, without http:// and "
    no_address += "without a port."
    nobody = "Op postgresql+psycopg://127.0.0.1:1/x antwoordt niemand. "
    nobody += "Kijk of PostgreSQL daar draait, en of computernaam en poort kloppen."
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        fill = {"folder": tmp_path, "taken": port, "bad": bad, "no_address": no_address, "nobody": nobody}
        line = refused(*options.format(**fill).split())
        assert line.partition(" (connection failed")[0] == said.format(**fill)


@pytest.mark.parametrize("options", ["--port 65536", "--port -1", "--listeners 20001", "--listeners -1", "--log some"])
def test_what_is_out_of_range(options: str) -> None:
    assert "Invalid value" in refused(*options.split())


def test_faulty_data_are_not_served(tmp_path: Path) -> None:
    (tmp_path / "caylus").mkdir()
    (tmp_path / "caylus" / "mine.toml").write_text("[buildings.church]\nprestige = 'vier'\n")
    result = CliRunner().invoke(main, ["serve", "--host", LOOPBACK, "--overlay", str(tmp_path), "--lang", "nl"])
    assert (result.exit_code, "1 fout" in plain(result.output)) == (1, True)


def test_it_is_stopped_at_the_keyboard() -> None:
    """In a process of its own, as people run it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--host", LOOPBACK, "--port", "0", "--lang", "de"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    silent = Timer(PATIENCE, process.kill)
    silent.start()
    assert process.stdout
    said = [process.stdout.readline() for _ in range(3)]
    with urllib.request.urlopen(said[2].strip(), timeout=PATIENCE) as answer:
        assert (answer.status, "Server" in answer.headers) == (200, False)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=PATIENCE)
    silent.cancel()
    assert "Traceback" not in rest
    assert process.returncode in (0, 1, -signal.SIGINT)


# the address and its code


def test_addresses() -> None:
    assert FirstPage(Reach(), 8327, secure=False).url("127.0.0.1") == "http://127.0.0.1:8327/"
    assert FirstPage(Reach(), 80, secure=True).url("::1") == "https://[::1]:80/"
    assert FirstPage(Reach(), 80, secure=False).url("caylus.example") == "http://caylus.example:80/"


def test_a_terminal_without_half_blocks_gets_no_code() -> None:
    for encoding in ("ascii", None, "klingon"):
        assert code_of("http://192.168.1.20:8327/", encoding) == ""
    assert "█" in code_of("http://192.168.1.20:8327/", "utf-8")
