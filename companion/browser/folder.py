"""The app as a folder of files for any web server: runtime, byte code, an empty database and the page that runs them.

Everything comes from the registries that pip and npm are set to use, and is what `pinned.toml` says. The same inputs
give the same bytes.
"""

import gzip
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from sqlite3 import connect
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile, ZipInfo

from companion import paths
from companion.i18n.catalogues import compiled
from companion.i18n.languages import languages
from companion.i18n.translator import Translator
from companion.table.database import Database
from companion.web import create_app

LIST = "files.json"
"""The list of all files with their hashes. A folder that has one is ours."""

SHELL = files("companion.browser") / "shell"

PINNED: dict[str, Any] = tomllib.loads((files("companion.browser") / "pinned.toml").read_text("utf-8"))

PACKED = ".packed"
"""The ending of a file that is sent compressed, whatever the web server does."""

STANDARD = "python_stdlib.zip"
"""The runtime's name for Python's own library."""

SAID = (
    "loading", "starting", "no_worker", "not_secure", "private", "offline", "full", "newer", "damaged", "broken",
    "retired", "again",
)  # fmt: skip
"""What the page says before the app runs, by its id after `browser.`"""

_EPOCH = (1980, 1, 1, 0, 0, 0)


class NotBuilt(Exception):
    """The folder cannot be made; `code` says why, `why` what a program said."""

    CODES = ("not_empty", "program", "download")

    def __init__(self, code: str, why: str) -> None:
        super().__init__(f"{code}: {why}")
        self.code, self.why = code, why


def build(folder: Path, packages: Path | None = None) -> dict[str, Any]:
    """Write the app to a folder that is new or ours, and return the list of its files. Raises `NotBuilt`.

    What is fetched is kept in the folder for packages, and not fetched if it is there.
    """
    return _replaced(folder, lambda new, work: _fill(new, work, _fetched(packages or work / "packages")))


def retire(folder: Path) -> dict[str, Any]:
    """Write instead what takes the app off every phone that still asks for it; the phones keep their tables."""
    return _replaced(folder, lambda new, _: _write_page(new, retired=True))


def _replaced(folder: Path, fill: Callable[[Path, Path], None]) -> dict[str, Any]:
    if folder.exists() and not (folder.is_dir() and ((folder / LIST).exists() or not any(folder.iterdir()))):
        raise NotBuilt("not_empty", str(folder))
    with TemporaryDirectory() as work:
        new = Path(work) / "new"
        new.mkdir()
        fill(new, Path(work))
        listed = _listed(new)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(new, folder)
    return listed


def _fill(new: Path, work: Path, packages: dict[str, Path]) -> None:
    runtime, site, standard = (work / name for name in ("package", "site", "standard"))
    shutil.unpack_archive(packages.pop(PINNED["runtime"]["name"]), work, filter="data")
    wheels = list(packages.values())
    for wheel in wheels:
        _unpack(wheel, site, "wheels")
    for about in site.glob("*.dist-info/METADATA"):  # who asks for a version reads it here
        about.write_bytes(about.read_bytes().partition(b"\nSummary")[0] + b"\n")
    for change in PINNED["changes"]:
        text = (work / change["file"]).read_text("utf-8")
        (work / change["file"]).write_text(text.replace(change["old"], change["new"]), "utf-8")
    _write_licences(wheels, new / "NOTICE.txt")
    _forget_languages(site)
    _copy_own(site / "companion")
    _unpack(runtime / STANDARD, standard, "standard")
    _run("node", str(SHELL / "compile.mjs"), str(runtime), str(site), str(standard))
    _write_runtime(runtime, new / "runtime")
    _pack(standard, new / "runtime" / STANDARD)
    _pack(site, new / "app.zip")
    _write_database(new / "empty.db")
    _write_drawings(new)
    _write_page(new)


# what others have made


def _fetched(kept: Path) -> dict[str, Path]:
    """Return the packages by name, each with the hash that is wanted. They are fetched unless they are there."""
    runtime, wheels = PINNED["runtime"], PINNED["wheels"]
    wanted = {name: it["sha256"] for name, it in {runtime["name"]: runtime, **wheels}.items()}
    kept.mkdir(parents=True, exist_ok=True)
    if set(wanted.values()) - _by_hash(kept).keys():
        _run("npm", "pack", "--silent", f"{runtime['name']}@{runtime['version']}", folder=kept)
        version = runtime["python"]
        _run(
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
            "--only-binary=:all:", f"--python-version={version}", "--implementation=cp",
            f"--abi=cp{version.replace('.', '')}", "--abi=none", f"--dest={kept}",
            *(f"--platform={name}" for name in runtime["platforms"]),
            *(f"{name}=={it['version']}" for name, it in wheels.items()),
        )  # fmt: skip
    found = _by_hash(kept)
    if strange := [name for name, hash in wanted.items() if hash not in found]:
        raise NotBuilt("download", f"sha256: {', '.join(strange)}")
    return {name: found[hash] for name, hash in wanted.items()}


def _by_hash(folder: Path) -> dict[str, Path]:
    return {sha256(file.read_bytes()).hexdigest(): file for file in _files(folder)}


def _run(program: str, *arguments: str, folder: Path | None = None) -> str:
    try:
        run = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise NotBuilt("program", program) from error
    if run.returncode:
        lines = [line for line in run.stderr.splitlines() if line.strip()]
        raise NotBuilt("download", next((line for line in lines if "rror" in line), "\n".join(lines[-1:])))
    return run.stdout


def _unpack(file: Path, folder: Path, of: str) -> None:
    with ZipFile(file) as packed:
        packed.extractall(folder, [name for name in packed.namelist() if _wanted(name, of)])


def _wanted(name: str, of: str) -> bool:
    if ".dist-info/" in name:
        return name.endswith("/METADATA")
    return not any(fnmatch(name, pattern) for pattern in PINNED["left_out"][of])


def _write_licences(wheels: Iterable[Path], target: Path) -> None:
    texts = [PINNED["notice"]]
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            licences = [name for name in packed.namelist() if fnmatch(name, "*.dist-info/*LICENSE*")]
            texts += [f"{wheel.name}\n\n{packed.read(name).decode()}" for name in licences]
    target.write_text(f"\n{'-' * 80}\n\n".join(texts), "utf-8")


def _forget_languages(site: Path) -> None:
    """Keep what Babel knows of the languages that the app speaks."""
    kept = {"root", *languages()}
    for file in (site / "babel" / "locale-data").glob("*.dat"):
        if file.stem not in kept:
            file.unlink()


# what is ours


def _copy_own(target: Path) -> None:
    """Copy the package with its data, as a wheel has them."""
    package = Path(str(files("companion")))
    for file in _files(package):
        name = file.relative_to(package).as_posix()
        if not name.startswith("_data/") and _wanted(name, "own"):
            _copy(file, target / name)
    for folder in (paths.rules_data(), paths.locales(), paths.templates()):
        for file in _files(folder):
            place = target / "_data" / folder.name / file.relative_to(folder)
            if file.suffix == ".po":
                place.parent.mkdir(parents=True, exist_ok=True)
                place.with_suffix(".mo").write_bytes(compiled(file))
            elif _wanted(f"{folder.name}/{file.relative_to(folder).as_posix()}", "data"):
                _copy(file, place)


def _copy(file: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, place)


def _pack(site: Path, target: Path) -> None:
    """Write a folder as one file. It is compressed as a whole, which is smaller than file by file."""
    with ZipFile(content := BytesIO(), "w") as whole:
        for file in _files(site):
            whole.writestr(ZipInfo(file.relative_to(site).as_posix(), _EPOCH), file.read_bytes())
    target.with_name(target.name + PACKED).write_bytes(_pressed(content.getvalue()))


def _pressed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _write_database(target: Path) -> None:
    Database(target).ready().close()
    connection = connect(target)
    connection.execute("PRAGMA journal_mode=delete")
    connection.execute("VACUUM")
    connection.close()


def _write_runtime(runtime: Path, target: Path) -> None:
    for name in PINNED["runtime"]["files"]:
        _copy(runtime / name, target / name)
    wasm = target / PINNED["runtime"]["wasm"]
    wasm.with_name(wasm.name + PACKED).write_bytes(_pressed(wasm.read_bytes()))
    wasm.unlink()
    lock = target / "pyodide-lock.json"  # which would offer other packages
    lock.write_text(json.dumps(json.loads(lock.read_bytes()) | {"packages": {}}))


def _write_drawings(target: Path) -> None:
    """Write what the app would serve alike to everybody, so that nobody waits for it."""
    for source, kind in (("web/static", "*"), ("fonts", "*.woff2"), ("fonts", "OFL.txt")):
        folder = paths.templates() / source
        for file in _files(folder, kind):
            _copy(file, target / folder.name / file.relative_to(folder))
    client = create_app().test_client()
    for name in ("icons.svg", "woodcuts.svg"):
        (target / name).write_bytes(client.get(f"/{name}").data)


def _write_page(target: Path, *, retired: bool = False) -> None:
    names = ("index.html", "shell.css", "shell.js", "app.webmanifest", "retired.js") if retired else _SHELL_FILES
    said = {code: {id: Translator(code).say(f"browser.{id}") for id in SAID} for code in languages()}
    state = "retired" if retired else "loading"
    for name in names:
        text = (SHELL / name).read_text("utf-8")
        if name == "index.html":
            text = text.replace("ITS_WORDS", json.dumps(said, ensure_ascii=False)).replace("ITS_STATE", state)
        (target / ("service-worker.js" if name == "retired.js" else name)).write_text(text, "utf-8")


_SHELL_FILES = ("index.html", "shell.css", "shell.js", "worker.mjs", "service-worker.js", "app.webmanifest")


def _listed(folder: Path) -> dict[str, Any]:
    """Write the list of all files, also into the service worker, which is new when any file is."""
    worker = folder / "service-worker.js"
    contents = {file.relative_to(folder).as_posix(): file.read_bytes() for file in _files(folder) if file != worker}
    listed = {name: {"sha256": sha256(it).hexdigest(), "bytes": len(it)} for name, it in contents.items()}
    version = sha256(json.dumps(listed).encode() + worker.read_bytes()).hexdigest()[:16]
    written = {"version": version, "bytes": sum(map(len, contents.values())), "files": listed}
    worker.write_text(worker.read_text("utf-8").replace("THE_LIST", json.dumps(written)), "utf-8")
    (folder / LIST).write_text(json.dumps(written, indent=1), "utf-8")
    return written


def _files(folder: Path, kind: str = "*") -> Iterator[Path]:
    yield from sorted(file for file in folder.rglob(kind) if file.is_file())
