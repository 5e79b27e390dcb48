"""`companion serve` as somebody starts it in a terminal."""

import http.client
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.serve import address, code_of
from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.web import create_app
from tests.patience import PATIENCE
from tests.words import plain

pytestmark = pytest.mark.slow

COMMAND = [str(Path(sys.executable).with_name("companion")), "serve", "--host", "127.0.0.1"]


@contextmanager
def running(*options: str, **env: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    said: list[str] = []
    process = subprocess.Popen(
        [*COMMAND, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"} | env,
    )
    silent = Timer(PATIENCE, process.kill)
    silent.start()
    try:
        assert process.stdout
        for line in process.stdout:
            said.append(line.rstrip())
            if re.search(r"(Ctrl|Strg)\+C", line):
                break
        silent.cancel()
        yield process, said
    finally:
        silent.cancel()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)


def test_it_prints_an_address_that_answers_and_its_code() -> None:
    with running("--port", "0", "--lang", "nl") as (process, said):
        assert said[0] == "Open dit adres op elke telefoon in hetzelfde netwerk:"
        url = next(line.strip() for line in said if "http" in line)
        assert sum("█" in line or "▀" in line for line in said) > 10
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            assert answer.status == 200
            assert "Server" not in answer.headers
    assert process.returncode in (0, 1, -signal.SIGINT)


def refused(*options: str) -> str:
    """What it says when it cannot start: one line, exit code 2."""
    run = subprocess.run([*COMMAND, *options], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    return run.stderr.removesuffix("\n")


def test_a_taken_port_is_told_in_a_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("--port", str(port), "--lang", "de")
    assert said == f"Port {port} ist belegt. Wähle mit --port einen anderen."


def test_bad_options_are_told_in_a_line(tmp_path: Path) -> None:
    for host in ("no.such.host.invalid", "203.0.113.7"):
        assert refused("--host", host, "--lang", "en") == f"This machine has no address “{host}”."
    assert CliRunner().invoke(main, ["serve", "--port", "99999"]).exit_code == 2
    assert CliRunner().invoke(main, ["serve", "--lang", "xx"]).exit_code == 2
    faulty = tmp_path / "caylus"
    faulty.mkdir()
    (faulty / "mine.toml").write_text("[buildings.church]\nprestige = 'vier'\n")
    result = CliRunner().invoke(main, ["serve", "--host", "127.0.0.1", "--overlay", str(tmp_path), "--lang", "nl"])
    assert (result.exit_code, "1 fout" in plain(result.output)) == (1, True)


def test_addresses() -> None:
    assert address("127.0.0.1", 8327) == "http://127.0.0.1:8327/"
    assert address("::1", 80) == "http://[::1]:80/"
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8327/", address("0.0.0.0", 8327))


def test_a_terminal_without_half_blocks_gets_no_code() -> None:
    assert code_of("http://192.168.1.20:8327/", "ascii") == ""
    assert code_of("http://192.168.1.20:8327/", None) == ""
    assert "█" in code_of("http://192.168.1.20:8327/", "utf-8")


def test_encrypted_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    with running("--port", "0", "--https", "--data", str(tmp_path), "--lang", "en") as (_, said):
        url = next(line.strip() for line in said if "https" in line)
        context = ssl.create_default_context(cafile=tmp_path / "certificate.pem")
        with urllib.request.urlopen(url, timeout=PATIENCE, context=context) as answer:
            assert answer.status == 200
    assert (tmp_path / "key.pem").stat().st_mode & 0o077 == 0
    text = refused("--certificate", str(tmp_path / "nothing.pem"), "--key", str(tmp_path / "key.pem"), "--lang", "nl")
    assert text.startswith("Dit certificaat is niet te gebruiken.")


def test_a_folder_that_cannot_be_used_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    said = refused("--data", str(tmp_path / "file" / "tables"), "--lang", "de")
    assert said == f"{tmp_path}/file/tables lässt sich nicht öffnen."


def test_figures_only_for_who_asks(tmp_path: Path) -> None:
    for options, status in (((), 404), (("--metrics",), 200)):
        with running("--port", "0", "--data", str(tmp_path), *options) as (_, said):
            url = next(line.strip() for line in said if "http" in line)
            urllib.request.urlopen(f"{url}health", timeout=PATIENCE).close()
            connection = http.client.HTTPConnection(url.split("/")[2], timeout=PATIENCE)
            connection.request("GET", "/metrics")
            answer = connection.getresponse()
            text = answer.read().decode()
            connection.close()
            assert answer.status == status
    assert 'companion_answers_total{page="operations.health",status="200"} 1' in text
    assert "companion_answer_seconds_count" in text


def test_ready_says_whether_the_database_answers(tmp_path: Path) -> None:
    tables = Tables(Store(Database(tmp_path / "c.db").ready()))
    client = create_app(tables=tables).test_client()
    assert client.get("/ready", headers={"Host": "localhost"}).get_json()["status"] == "ok"
    with tables.store.database.begin() as connection:
        raw = connection.connection.dbapi_connection
    assert raw
    raw.close()
    assert client.get("/ready", headers={"Host": "localhost"}).status_code == 503
