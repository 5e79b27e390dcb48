"""`companion serve` as somebody starts it in a terminal."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from companion.cli import main
from companion.cli.serve import address, code_of

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
    try:
        assert process.stdout
        for line in process.stdout:
            said.append(line.rstrip())
            if re.match(r"(Ctrl|Strg)\+C", line):
                break
        yield process, said
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)


def test_it_prints_an_address_that_answers_and_its_code() -> None:
    with running("--port", "0", "--lang", "nl") as (process, said):
        assert said[0] == "Open dit adres op elke telefoon in hetzelfde netwerk:"
        url = next(line.strip() for line in said if "http" in line)
        assert sum("█" in line or "▀" in line for line in said) > 10
        with urllib.request.urlopen(url) as answer:
            assert answer.status == 200
            assert "Server" not in answer.headers
    assert process.returncode in (0, 1, -signal.SIGINT)


def refused(*options: str) -> str:
    """What it says when it cannot start: one line, exit code 2."""
    run = subprocess.run([*COMMAND, *options], capture_output=True, encoding="utf-8", timeout=30, check=False)
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
    result = CliRunner().invoke(main, ["serve", "--overlay", str(tmp_path), "--lang", "nl"])
    assert (result.exit_code, "1 fout" in result.output) == (1, True)


def test_addresses() -> None:
    assert address("127.0.0.1", 8327) == "http://127.0.0.1:8327/"
    assert address("::1", 80) == "http://[::1]:80/"
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8327/", address("0.0.0.0", 8327))


def test_a_terminal_without_half_blocks_gets_no_code() -> None:
    assert code_of("http://192.168.1.20:8327/", "ascii") == ""
    assert code_of("http://192.168.1.20:8327/", None) == ""
    assert "█" in code_of("http://192.168.1.20:8327/", "utf-8")
