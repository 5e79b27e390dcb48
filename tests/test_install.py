"""The companion works from a checkout, from an editable install, and from a wheel in a clean environment."""

import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path
from threading import Timer

import pytest

from companion import __version__
from tests.patience import PATIENCE
from tests.words import LANGUAGES, plain

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
IMAGE = (ROOT / "docs" / "hosting" / "Dockerfile").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SHOW = ["rules", "show", "caylus", "tailor", "--lang", "nl", "--edition", "nl-first"]
SAID = "Ruil 1 linnen voor 2 PP, of 3 linnen voor 6 PP."


PAGE = """
import sys
from companion.web import create_app
print(create_app().test_client().get("/").status_code)
print("compiled", "now" if "babel.messages.pofile" in sys.modules else "before")
"""
"""Gets the start page, and says whether any catalog had to be compiled for it."""


PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]

CLEAN = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def said(command: list[str], folder: Path) -> str:
    run = subprocess.run(command, cwd=folder, env=CLEAN, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def name_of(requirement: str) -> str:
    return normal(re.split(r"[^\w-]", requirement)[0])


def normal(name: str) -> str:
    """Return the name of a package as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "dist"
    subprocess.run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a clean environment, made as the image is, which also holds what `make serve` installs."""
    home = tmp_path_factory.mktemp("installed") / "env"
    venv.create(home)
    [serving] = re.findall(r"\.venv/serve:.*\n.*\n\t\$\(INSTALL\) --editable '\.\[(.*)\]'", MAKEFILE)
    [command] = re.findall(r"^RUN pip (install .*)$", IMAGE, re.MULTILINE)
    typed = command.replace("/src/", f"{ROOT}/").replace("/src[", f"{wheel}[{serving},").replace("--no-cache-dir ", "")
    subprocess.run([*PIP, "--python", home / "bin" / "python", *shlex.split(typed), "--no-compile"], check=True)
    return home / "bin"


def packages(installed: Path) -> dict[str, str]:
    """Return what an environment holds, with its versions."""
    found = (file.stem.split("-") for file in installed.parent.glob("lib/*/site-packages/*.dist-info"))
    return {normal(name): version for name, version, *_ in found}


def test_checkout(tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from companion.cli import main; main({SHOW!r})"
    assert SAID in plain(said([sys.executable, "-P", "-c", code], tmp_path))


def test_editable_install(tmp_path: Path) -> None:
    assert SAID in plain(said([str(Path(sys.executable).with_name("companion")), *SHOW], tmp_path))


def test_wheel_in_a_clean_environment(installed: Path, tmp_path: Path) -> None:
    python, companion = str(installed / "python"), str(installed / "companion")
    assert SAID in plain(said([companion, *SHOW], tmp_path))
    assert said([companion, "rules", "check", "--lang", "de"], tmp_path).strip() == "Die Daten sind in Ordnung."
    assert said([python, "-c", PAGE], tmp_path).split() == ["200", "compiled", "before"]
    said([companion, "i18n", "new", "es", "--into", "own"], tmp_path)
    begun = (tmp_path / "own" / "locales" / "es" / "LC_MESSAGES" / "companion.po").read_text("utf-8")
    assert (
        '#. EN: The data are in order.\n#. Seen: Command line.\nmsgctxt "say"\nmsgid "check.clean"\nmsgstr ""' in begun
    )
    where = said([python, "-c", "from companion import paths; print(paths.rules_data())"], tmp_path)
    assert str(installed.parent) in where


def test_what_make_serve_installs_is_enough(installed: Path, tmp_path: Path) -> None:
    without = "import sys; sys.modules['psycopg'] = None; from companion.cli import main; main()"
    options = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--lang", "en"]
    command = [str(installed / "python"), "-c", without, "serve", *options]
    env = CLEAN | {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True, encoding="utf-8") as process:
        silent = Timer(PATIENCE, process.kill)
        silent.start()
        try:
            assert process.stdout
            address = [process.stdout.readline().strip() for _ in range(3)][2]
            with urllib.request.urlopen(address, timeout=PATIENCE) as page:
                assert page.status == 200
            with urllib.request.urlopen(f"{address}print/reference/file.pdf?lang=fr", timeout=PATIENCE) as sheet:
                assert sheet.read(5) == b"%PDF-"
        finally:
            process.send_signal(signal.SIGINT)
            silent.cancel()


CORE = """
from companion.engine import new_game
from companion.i18n.narration import event_line
from companion.i18n.translator import Translator
from companion.rules import load

rules = load("caylus", "de", players=2)
game = new_game(rules, ["red", "green"])
game.answer_chance(seed=3)
while not game.over:
    told = game.play(game.options[0])
print(event_line(Translator("de", rules), told[-1]))
"""
"""Plays a game with the engine, and puts its last event into words."""


def test_the_engine_and_its_words_need_pydantic_and_babel(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "core")
    python = tmp_path / "core" / "bin" / "python"
    [typed] = re.findall(r"^\$ pip (install .*)$", (ROOT / "docs" / "engine.md").read_text("utf-8"), re.MULTILINE)
    command = [*PIP, "--python", str(python), *shlex.split(typed), "--no-compile"]
    subprocess.run(command, cwd=wheel.parents[1], check=True)
    assert {name_of(one) for one in PROJECT["dependencies"]} == {"babel", "pydantic", "typing-extensions"}
    assert said([str(python), "-c", CORE], tmp_path).strip()
    asked = subprocess.run([python.with_name("companion")], capture_output=True, text=True, check=False)
    assert (
        asked.stderr
        == "companion: click is not installed. Everything is with: pip install 'caylus-companion[server,print]'\n"
    )
    assert asked.returncode == 1


PAGES = """
import sys
for name in ("httptools", "lxml", "pikepdf", "PIL", "pypdfium2", "pyphen", "reportlab", "uharfbuzz", "uvicorn"):
    sys.modules[name] = None
from companion.web import create_app
from tests.web.tables import opened

app = create_app()
table = opened(app, names=("Ann", "Bea")).sit("red")
client = app.test_client()
client.set_cookie("device", "token-red")
for path in ("/", "/new", f"/t/{table.code}", "/rules/caylus/building.tailor", "/search?q=inn"):
    print(client.get(path, follow_redirects=True).status_code)
"""


def test_pages_are_answered_without_server_and_print_shop() -> None:
    assert set(said([sys.executable, "-c", PAGES], ROOT).split()) == {"200"}


def test_make_serve_installs_no_tool_of_developers(installed: Path) -> None:
    there = packages(installed).keys()
    extras = PROJECT["optional-dependencies"]
    of_users = {name_of(one) for extra, names in extras.items() if extra != "dev" for one in names}
    assert of_users <= there
    assert there & {name_of(one) for one in extras["dev"]} - of_users == {"pillow"}, "what draws sheets needs it"


def test_wheel_holds_all_data_compiled_and_its_licences(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    shipped = [*ROOT.glob("rules_data/**/*"), *ROOT.glob("templates/**/*"), *ROOT.glob("locales/*/**/*")]
    ours = {path.relative_to(ROOT).as_posix().replace(".po", ".mo") for path in shipped if path.is_file()}
    ours -= {f"locales/{language}/glossary.toml" for language in LANGUAGES}
    ours |= {f"locales/en/LC_MESSAGES/{domain}.pot" for domain in ("companion", "caylus", "magna_carta")}
    packed = {name.removeprefix("companion/_data/") for name in names if name.startswith("companion/_data/")}
    assert packed == ours
    assert "companion/py.typed" in names
    assert sum(name.endswith(("/LICENSE", "/NOTICE", "/OFL.txt")) for name in names) >= 4


def test_wheel_holds_the_product_alone(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"companion", "caylus_companion"}
    code = {file.relative_to(ROOT).as_posix() for file in ROOT.glob("companion/**/*.py")}
    assert {name for name in names if name.endswith(".py")} == code - {"companion/build_hook.py"}


def test_the_image_installs_what_was_tested_together(installed: Path) -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").split()
    pinned = {normal(name): version for name, _, version in (line.partition("==") for line in lines)}
    found = packages(installed)
    assert found.pop("caylus-companion") == __version__
    assert len(found) > 15
    assert found.items() <= pinned.items()
