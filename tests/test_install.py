"""The companion works from a checkout, from an editable install, and from a wheel in a clean environment."""

import os
import shlex
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.words import LANGUAGES, plain

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
SHOW = ["rules", "show", "caylus", "tailor", "--lang", "nl", "--edition", "nl-first"]
SAID = "Ruil 1 linnen voor 2 PP, of 3 linnen voor 6 PP."


PAGE = """
import sys
from companion.web import create_app
print(create_app().test_client().get("/").status_code)
print("compiled", "now" if "babel.messages.pofile" in sys.modules else "before")
"""
"""Gets the start page, and says whether any catalog had to be compiled for it."""


def said(command: list[str], folder: Path, **env: str) -> str:
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    run = subprocess.run(command, cwd=folder, env=clean | env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)], check=True)
    return next(folder.glob("*.whl"))


def test_checkout(tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from companion.cli import main; main({SHOW!r})"
    assert SAID in plain(said([sys.executable, "-P", "-c", code], tmp_path))


def test_editable_install(tmp_path: Path) -> None:
    assert SAID in plain(said([str(Path(sys.executable).with_name("companion")), *SHOW], tmp_path))


def test_wheel_in_a_clean_environment(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "env"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), str(wheel)], check=True, cwd=tmp_path)
    assert SAID in plain(said([str(home / "bin" / "companion"), *SHOW], tmp_path))
    assert (
        said([str(home / "bin" / "companion"), "rules", "check", "--lang", "de"], tmp_path).strip()
        == "Die Daten sind in Ordnung."
    )
    assert said([str(python), "-c", PAGE], tmp_path).split() == ["200", "compiled", "before"]
    said([str(home / "bin" / "companion"), "i18n", "new", "es", "--into", "own"], tmp_path)
    begun = (tmp_path / "own" / "locales" / "es" / "LC_MESSAGES" / "companion.po").read_text("utf-8")
    assert (
        '#. EN: The data are in order.\n#. Seen: Command line.\nmsgctxt "say"\nmsgid "check.clean"\nmsgstr ""' in begun
    )
    where = said([str(python), "-c", "from companion import paths; print(paths.rules_data())"], tmp_path)
    assert str(home) in where


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


def pinned() -> set[str]:
    """Return every line of constraints.txt, with names normalized like pip's."""
    return {line.lower().replace("_", "-") for line in (ROOT / "constraints.txt").read_text("utf-8").split()}


def test_the_image_installs_what_was_tested_together(tmp_path: Path) -> None:
    image = (ROOT / "docs" / "hosting" / "Dockerfile").read_text("utf-8")
    (command,) = (line for line in image.splitlines() if "pip install" in line)
    words = shlex.split(command.removeprefix("RUN ").partition("&&")[0].replace("/src", str(ROOT)))
    home = tmp_path / "env"
    venv.create(home, with_pip=True)
    python = str(home / "bin" / "python")
    subprocess.run([python, "-m", *words, "--quiet", "--disable-pip-version-check"], check=True, cwd=tmp_path)
    frozen = subprocess.run([python, "-m", "pip", "freeze"], check=True, capture_output=True, text=True).stdout
    found = {line.lower().replace("_", "-") for line in frozen.split() if "==" in line}
    assert len(found) > 15
    assert found <= pinned()
