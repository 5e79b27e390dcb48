"""Deployment as docs/hosting has it: the recipe of the image carried out, the unit, nginx before its servers."""

import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest

from tests.faults.world import Line, Player, free_port
from tests.patience import PATIENCE
from tests.tools import needed

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
HOSTING = ROOT / "docs" / "hosting"
KEPT_OUT = ("docs/hosting/secrets/pgpass", "docs/hosting/tls/key.pem", ".git/config", ".venv/pyvenv.cfg")
"""What must never be in an image."""


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def recipe() -> list[tuple[str, str]]:
    """The steps of the image: instruction and what it says."""
    lines = (HOSTING / "Dockerfile").read_text("utf-8").splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    return [(word, said) for word, said in steps]


def let_in() -> list[str]:
    """What a builder may see of a checkout: all else is kept out."""
    rules = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert rules[0] == "*"
    return [rule[1:] for rule in rules if rule.startswith("!")]


def context(folder: Path) -> Path:
    """A folder with what a builder sees."""
    made = folder / "context"
    made.mkdir()
    for name in let_in():
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, made / name)
    return made


def answered(port: int, died: Callable[[], bool]) -> None:
    """Wait until a server is ready."""
    line, end = Line(port, timeout=2), time.monotonic() + PATIENCE
    while True:
        with suppress(Exception):
            if line.get("/health")[0] == 200:
                return line.close()
        assert not died(), "it could not start"
        assert time.monotonic() < end, "it does not answer"
        time.sleep(0.1)


def playing(port: int, stack: ExitStack) -> Player:
    player = Player([port], 7)

    def close() -> None:
        player.line.close()  # the line it has by then

    stack.callback(close)
    return player


def turn(player: Player) -> None:
    """Play until everybody has had a decision or two."""
    before = len(player.answers)
    while len(player.answers) < before + 5:
        player.play(lambda: len(player.answers) >= before + 5 or bool(player.unexpected))
        assert not player.unexpected


# the recipe, step by step


class Walk:
    """The recipe of the image carried out in a mount namespace: as it stands, on this machine's own system.

    `/etc`, `/home`, the source and the installation are folders of the test's; Python is where the image has it.
    """

    PLACES = ("/etc", "/src", "/opt/companion", "/home")

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        if os.geteuid() != 0:
            pytest.skip("the recipe of the image can only be followed by root")
        self.folder, self._unshare = folder, str(needed("unshare"))
        for place in self.PLACES:
            self.inside(place).mkdir(parents=True)
            if not Path(place).exists():
                Path(place).mkdir(parents=True)
                stack.callback(Path(place).rmdir)
        folder.chmod(0o755)
        subprocess.run(["cp", "-a", "/etc/.", str(self.inside("/etc"))], check=True)
        self.user = self.entry = ""
        self.volume = ""
        self._variables = {"PATH": "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin"}
        for word, said in recipe():
            self._step(word, said)

    def inside(self, place: str) -> Path:
        return self.folder / "root" / place[1:]

    def _step(self, word: str, said: str) -> None:
        if word == "COPY" and not said.startswith("--from"):
            shutil.copytree(context(self.folder), self.inside("/src"), dirs_exist_ok=True)
        elif word == "ENV":
            name, _, value = said.partition("=")
            self._variables[name] = value.strip('"').replace("$PATH", self._variables["PATH"])
        elif word == "RUN":
            subprocess.run(self.command("", said), check=True, stdout=subprocess.DEVNULL)
        elif word in ("USER", "VOLUME"):
            setattr(self, word.lower(), said)
        elif word == "ENTRYPOINT":
            self.entry = shlex.join(json.loads(said))
        else:
            assert word in ("FROM", "EXPOSE", "COPY"), word

    def command(self, user: str, said: str, *binds: tuple[Path, str], sealed: bool = False) -> list[str]:
        """A command inside, as a user; sealed, only what is bound can be written."""
        mounts = [(self.inside(place), place) for place in self.PLACES]
        if sys.base_prefix != "/usr":
            mounts.insert(0, (Path(sys.base_prefix), "/usr/local"))
        lines = [f"mount --bind {here} {there}" for here, there in mounts]
        lines += [f"mount -o remount,bind,ro {there}" for _, there in mounts] if sealed else []
        lines += [f"mount --bind {here} {there}" for here, there in binds]
        run = shlex.join(["sh", "-c", f"exec {said}" if user else said])
        changed = f"setpriv --reuid={user} --regid={user} --init-groups --no-new-privs --bounding-set=-all "
        lines += [f"export {name}={value}" for name, value in self._variables.items()]
        lines += ["export LD_LIBRARY_PATH=/usr/local/lib", f"exec {changed if user else ''}{run}"]
        return [self._unshare, "--mount", "sh", "-e", "-c", "\n".join(lines)]

    def new_volume(self) -> Path:
        """An empty volume as container engines make one: it takes over the owner of the folder it is mounted on."""
        made = self.folder / f"volume-{uuid4().hex}"
        made.mkdir()
        below = self.inside(self.volume)
        if below.exists():
            os.chown(made, below.stat().st_uid, below.stat().st_gid)
            made.chmod(below.stat().st_mode & 0o777)
        else:
            made.chmod(0o755)
            below.mkdir(parents=True)
        return made

    def serve(self, volume: Path, port: int, stack: ExitStack) -> subprocess.Popen[bytes]:
        said = f"{self.entry} --port {port} --address 192.168.1.20"
        command = self.command(self.user, said, (volume, self.volume), sealed=True)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        stack.callback(process.wait)
        stack.callback(process.terminate)
        answered(port, lambda: process.poll() is not None)
        return process


@pytest.mark.drawn(0)
def test_the_recipe_ends_in_a_server_that_keeps_its_tables(tmp_path: Path, stack: ExitStack) -> None:
    walk = Walk(tmp_path, stack)
    volume, port = walk.new_volume(), free_port()
    process = walk.serve(volume, port, stack)
    assert Path(f"/proc/{process.pid}").stat().st_uid == 8327, "nobody special"
    player = playing(port, stack)
    turn(player)
    for command in ("companion db backup /home/companion/tables/evening.db", "companion table list --lang en"):
        asked = walk.command(walk.user, command, (volume, walk.volume), sealed=True)
        told = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    assert player.code in told
    assert (volume / "evening.db").exists()
    process.terminate()
    process.wait()
    walk.serve(volume, port, stack)
    turn(player)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/t/{player.code}", timeout=PATIENCE) as answer:
        assert answer.status == 200


def test_no_secret_can_get_into_the_image() -> None:
    for name in KEPT_OUT:
        assert not any(Path(name).is_relative_to(one) for one in let_in()), name
    stages = "\n".join(f"{word} {said}" for word, said in recipe()).split("FROM")
    assert "COPY . " not in stages[-1], "whatever is copied stays in a layer, even if it is removed later"


# with a container engine


def engine() -> str:
    """A container engine that runs and has what the image is built on, or the end of the test."""
    base = next(said.split()[0] for word, said in recipe() if word == "FROM")
    for program in filter(shutil.which, ("docker", "podman")):
        for words in ("image inspect", "pull"):
            if subprocess.run([program, *words.split(), base], capture_output=True, check=False).returncode == 0:
                return program
    pytest.skip(f"there is no docker or podman that runs and has {base}")


def test_the_image_plays_a_turn(stack: ExitStack, pytestconfig: pytest.Config) -> None:
    if not pytestconfig.getoption("whole"):
        pytest.skip("make image builds the image, for which it fetches packages")
    run = engine()
    name, port = f"companion-{uuid4().hex[:8]}", free_port()
    stack.callback(subprocess.run, [run, "rmi", "--force", name], capture_output=True, check=False)
    stack.callback(subprocess.run, [run, "volume", "rm", name], capture_output=True, check=False)
    stack.callback(subprocess.run, [run, "rm", "--force", name], capture_output=True, check=False)
    subprocess.run([run, "build", "--tag", name, "--file", str(HOSTING / "Dockerfile"), str(ROOT)], check=True)
    start = [run, "run", "--detach", "--name", name, "--publish", f"127.0.0.1:{port}:8327", "--read-only"]
    start += ["--tmpfs", "/tmp", "--cap-drop", "ALL", "--volume", f"{name}:/home/companion/tables", name]
    subprocess.run([*start, "--address", "192.168.1.20"], check=True)
    answered(port, lambda: b"true" not in subprocess.check_output([run, "inspect", "-f", "{{.State.Running}}", name]))
    player = playing(port, stack)
    turn(player)
    subprocess.run([run, "restart", name], check=True)
    answered(port, lambda: False)
    turn(player)
    layers = subprocess.run([run, "run", "--rm", "--entrypoint", "find", name, "/", "-xdev"], capture_output=True,
                            text=True, check=False).stdout  # fmt: skip
    assert not re.search(r"/(src|secrets|tls|\.git)(/|$)", layers)


# several servers


def test_the_steps_before_the_first_start_make_what_the_servers_read(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("the steps of docs/hosting.md give a file to another user, which only root can do")
    written = (ROOT / "docs" / "hosting.md").read_text("utf-8").partition("$ mkdir -m 700 secrets")
    steps = [line.removeprefix("$ ") for line in "".join(written[1:]).partition("```")[0].splitlines()]
    script = "\n".join(steps[:-1]).replace("sudo ", "")
    subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, check=True, capture_output=True)
    compose = (HOSTING / "compose-several.yaml").read_text("utf-8")
    for name in re.findall(r"file: \./(\S+)", compose):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600, name
    password = (tmp_path / "secrets" / "database").read_text().strip()
    pgpass = tmp_path / "secrets" / "pgpass"
    assert pgpass.read_text().strip() == f"database:5432:companion:companion:{password}"
    assert len(password) == 48
    assert (any("useradd --uid 8327" in said for _, said in recipe()), pgpass.stat().st_uid) == (True, 8327)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
        tmp_path / "tls" / "certificate.pem", tmp_path / "tls" / "key.pem"
    )
    for variable in set(re.findall(r"\$\{(\w+)", compose)):
        assert steps[-1].startswith(f"{variable}="), variable


# the unit


def test_the_unit_gives_the_server_little_to_break(tmp_path: Path) -> None:
    program = needed("systemd-analyze")
    said = subprocess.run([str(program), "security", "--offline=true", str(HOSTING / "companion.service")],
                          capture_output=True, text=True, check=False).stdout  # fmt: skip
    level = re.search(r"exposure level for companion\.service: ([\d.]+)", said)
    assert level, said
    assert float(level[1]) < 4
    unit = (HOSTING / "companion.service").read_text("utf-8").replace("/opt/companion/bin/companion", sys.executable)
    (tmp_path / "companion.service").write_text(unit, "utf-8")
    run = [str(program), "verify", "--man=no", str(tmp_path / "companion.service")]
    complaints = subprocess.run(run, capture_output=True, text=True, check=False).stderr
    assert "companion.service" not in complaints, complaints


# nginx


class Names:
    """A name server that knows one name, or none yet."""

    def __init__(self, stack: ExitStack) -> None:
        self.address = ""
        self._socket = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        self._socket.bind(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        thread = Thread(target=self._answer)
        thread.start()
        stack.callback(thread.join)
        stack.callback(lambda: self._socket.sendto(b"", ("127.0.0.1", self.port)))

    def _answer(self) -> None:
        while True:
            asked, who = self._socket.recvfrom(512)
            if not asked:
                return
            known = bool(self.address)
            flags, question = (b"\x81\x80" if known else b"\x81\x83"), asked[12 : asked.index(0, 12) + 5]
            record = b"\xc0\x0c\0\x01\0\x01\0\0\0\x01\0\x04" + socket.inet_aton(self.address) if known else b""
            counts = b"\0\x01" + (b"\0\x01" if known else b"\0\0") + b"\0\0\0\0"
            self._socket.sendto(asked[:2] + flags + counts + question + record, who)


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers={"Host": "localhost"}), timeout=PATIENCE) as it:
            return int(it.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_nginx_starts_before_its_servers_and_finds_them_where_they_are(tmp_path: Path, stack: ExitStack) -> None:
    names, port, behind = Names(stack), free_port(), free_port()
    text = (HOSTING / "nginx.conf").read_text("utf-8").replace("${HOST_NAME}", "localhost")
    text = re.sub(r"listen \[::\].*\n", "", text).replace("127.0.0.11", f"127.0.0.1:{names.port}")
    plain = text.index("    server {\n        listen 443 ssl;")
    locations = text[text.index("        location / {") :]
    text = text[: text.index("    # Other names are not answered")]
    assert plain > 0
    text += f"    server {{\n        listen 127.0.0.1:{port};\n        server_name localhost;\n{locations}"
    (tmp_path / "nginx.conf").write_text("pid nginx.pid;\n" + text.replace("companion:8327", f"companion:{behind}"))
    start = [str(needed("nginx")), "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    process = subprocess.Popen([*start, "-e", str(tmp_path / "error.log"), "-g", "daemon off;"])
    stack.callback(process.wait, PATIENCE)
    stack.callback(process.terminate)

    def becomes(number: int) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError):
                if status(f"http://127.0.0.1:{port}/") == number:
                    return
            assert process.poll() is None, (tmp_path / "error.log").read_text()
            assert time.monotonic() < end
            time.sleep(0.1)

    becomes(502)
    for address in ("127.0.0.1", "127.0.0.2"):
        with ExitStack() as served:
            command = [
                sys.executable,
                "-m",
                "http.server",
                "--bind",
                address,
                "--directory",
                str(tmp_path),
                str(behind),
            ]
            server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            served.callback(server.wait)
            served.callback(server.terminate)
            names.address = address
            becomes(200)
