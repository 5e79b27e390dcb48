"""The examples of docs/data.md are typed in, checked, looked up, printed, opened and played."""

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from companion.cli import main
from companion.printing.product import games_with, product_file, products
from companion.rules import library
from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.web import create_app
from tests.boxes import Guest
from tests.pairs import SEED
from tests.web.club import BASE
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

DOC = Path(__file__).resolve().parent.parent / "docs" / "data.md"
EXAMPLE = re.compile(r"`(my-[\w-]+)/([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OWN = {"my-box": "building.mill", "my-italian-box": "edition.it"}
"""The examples, with what each adds."""
USED = {"my-box": "7 values, 5 texts, and 1 drawing.", "my-italian-box": "1 edition, 1 value, and 1 text."}
"""What is used of each."""


def test_an_odd_box_is_printed_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = DOC.read_text(encoding="utf-8")
    section = page.partition("### From an odd box to a printed tile")[2].partition("\n### ")[0]
    for name, content in re.findall(r"`(odd-box/[\w./-]+)`.*?```\w+\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    said = {}
    for typed in re.findall(r"^\$ companion (.*)$", section, re.MULTILINE):
        if not typed.startswith("serve"):
            found = CliRunner().invoke(main, typed.split())
            assert found.exit_code == 0, (typed, found.output)
            said[typed] = found.output
    check, show, *_, preset = said.values()
    assert check.splitlines()[-2] in section
    assert "Dressmaker" in show
    assert "en: Tailor" in show, "other boxes stay as they are"
    assert "Caylus Magna Carta has no edition “home”" in preset
    assert [*(tmp_path / "output").glob("*Tiles*home*.pdf")]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    home = tmp_path_factory.mktemp("own")
    for box, name, content in EXAMPLE.findall(DOC.read_text(encoding="utf-8")):
        file = home / box / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return {box.name: box for box in home.iterdir()}


@pytest.fixture(scope="module", params=OWN)
def folder(request: pytest.FixtureRequest, folders: dict[str, Path]) -> Path:
    return folders[request.param]


@pytest.fixture(scope="module")
def app(folder: Path) -> Flask:
    return served((folder,))


def served(overlays: tuple[Path, ...], kept: str | Path = ":memory:") -> Flask:
    """Create an app with these overlays, and with tables stored there."""
    app = create_app(overlays=overlays, tables=Tables(Store(Database(kept).ready()), library(overlays)))
    app.testing = True
    app.config.update(WTF_CSRF_ENABLED=False, RATES=False)
    return app


def run(folder: Path, *words: str) -> Result:
    found = CliRunner().invoke(main, [*words, "--overlay", str(folder)])
    assert found.exit_code == 0, (words, found.output, found.exception)
    return found


def test_the_examples_are_all_there(folders: dict[str, Path]) -> None:
    assert set(folders) == set(OWN)
    assert (folders["my-box"] / "drawings" / "mill.svg").is_file()


def test_an_example_is_in_order(folder: Path) -> None:
    *notes, used, last = run(folder, "rules", "check", "--lang", "en").stdout.splitlines()
    assert used.partition(": ")[2] == USED[folder.name]
    assert len(notes) == (folder.name == "my-italian-box"), "the Italian box is told in a note"
    assert last == "The data are in order."


@pytest.mark.drawn(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_looked_up(folder: Path, language: str) -> None:
    own = OWN[folder.name]
    assert run(folder, "rules", "list", "--lang", language).stdout
    assert run(folder, "rules", "list", "caylus", "--lang", language).stdout
    assert run(folder, "rules", "show", "caylus", own, "--lang", language).stdout
    assert (
        own in run(folder, "rules", "search", own.partition(".")[2], "--lang", language).stdout or own == "edition.it"
    )
    assert run(folder, "rules", "sources", "caylus", "church", "--lang", language).stdout
    editions = ("en", "it" if own == "edition.it" else "de")
    text = run(folder, "rules", "diff", "caylus", *editions, "--lang", language).stdout
    assert own == "building.mill" or "Ställe" not in text, "nobody has entered an Italian text"
    assert run(folder, "simulate", "--games", "2", "--players", "2", "--lang", language).stdout


SHEETS = [name for name in products() if "caylus" in games_with(name) and not product_file(name).get("needs")]


@pytest.mark.drawn(8)
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_printed(folder: Path, tmp_path: Path, name: str) -> None:
    edition = ["--edition", "it"] if folder.name == "my-italian-box" else []
    language = LANGUAGES[SHEETS.index(name) % len(LANGUAGES)]
    run(folder, "print", name, "--game", "caylus", *edition, "--lang", language, "--out", str(tmp_path))
    assert list(tmp_path.glob("*.pdf"))


def test_a_preset_is_printed(folder: Path, tmp_path: Path) -> None:
    run(folder, "print", "--preset", "family", "--lang", "nl", "--out", str(tmp_path))
    assert len(list(tmp_path.glob("*.pdf"))) == 6


@pytest.mark.drawn(1)
def test_every_page_is_there(app: Flask, folder: Path, pytestconfig: pytest.Config) -> None:
    """Follows every link to this game from the start page of the rules, with a different language for each page.

    Unless all are asked, of most pages a sixth, drawn by the seed.
    """
    guest, seen = Guest(app), set[str]()
    mill, whole = folder.name == "my-box", pytestconfig.getoption("whole")

    def drawn(address: str) -> bool:
        return whole or address.endswith((".mill", ".church")) or random.Random(f"{SEED}{address}").random() < 1 / 6

    waiting = ["/", "/new", "/rules/caylus", "/compare/caylus", "/search?q=molen", "/print", "/print/glossary"]
    if not mill:
        waiting += ["/rules/caylus?edition=it", "/compare/caylus?first=en&second=it", "/print/tiles?edition=it"]
    while waiting:
        address = waiting.pop()
        seen.add(address)
        language = LANGUAGES[len(seen) % len(LANGUAGES)]
        for link in re.findall(r'href="(/rules/caylus/[^"#]+)"', guest.get(address, language).text):
            found = link.replace("&amp;", "&")
            if found not in seen and found not in waiting and drawn(found):
                waiting.append(found)
    assert len(seen) > (100 if whole else 15)
    assert not mill or "/rules/caylus/building.mill" in seen


@pytest.mark.drawn(1)
def test_a_game_is_played_and_looked_at_to_its_end(app: Flask, folder: Path, pytestconfig: pytest.Config) -> None:
    """Of the edition, which changes only numbers, no more than its first turns, unless all is asked."""
    mill = folder.name == "my-box"
    whole = mill or pytestconfig.getoption("whole")
    guest = Guest(app, seed=3)
    code = guest.open_by_page("caylus", "en" if mill else "it", (), 3, "de", chance="table")
    told, view = "", guest.view(code)
    for place in range(50 if whole else 2):
        if view["over"]:
            break
        view = guest.play(code, 80, prefer=("mill", "mason"))
        guest.look(code, LANGUAGES[place % len(LANGUAGES) :][:1])
        told += guest.get(f"/t/{code}/log", "en").text
    assert view["over"] or not whole
    guest.leave(code)
    if mill:
        assert "on the mill" in told
        assert "Molen" in guest.get("/rules/caylus/building.mill", "nl").text
        assert 'id="icon-mill"' in guest.get("/woodcuts.svg").text


GONE = {
    "my-box": {
        "en": "Entry",
        "de": "passt nicht zu den jetzigen Regeln",
        "nl": "start dan met --overlay",
        "fr": "avec --overlay",
    },
    "my-italian-box": {"en": "It was played with it", "de": "mit it", "nl": "met it", "fr": "avec it"},
}
"""What the page of a table says when its box is gone."""


@pytest.mark.drawn(1)
def test_a_table_whose_box_is_gone_says_so_and_goes_on_when_it_is_back(folder: Path, tmp_path: Path) -> None:
    """The table has a saved standing, which with other tiles would show a game that nobody played."""
    file, edition = tmp_path / "companion.db", "en" if folder.name == "my-box" else "it"
    app = served((folder,), file)
    guest = Guest(app, seed=3)
    lost = guest.open_by_page("caylus", edition, (), 3, "en", chance="table")
    other = guest.open_by_page("caylus", "en", (), 2, "en")
    seq = guest.play(lost, 110, prefer=("mill", "mason"))["seq"]
    device = guest.browser.get_cookie("device", domain="192.168.1.20")
    assert device
    app.extensions["tables"].close()

    app = served((), file)
    guest = Guest(app)
    guest.browser.set_cookie("device", device.value, domain="192.168.1.20")
    for language, said in GONE[folder.name].items():
        guest.browser.set_cookie("language", language, domain="192.168.1.20")
        for address in (f"/t/{lost}", f"/t/{lost}/log", f"/j/{lost}"):
            answer = guest.browser.get(address, base_url=BASE)
            assert (answer.status_code, said in answer.text) == (409, True), (address, answer.text)
            assert f"/t/{lost}/delete" in answer.text, "its host can delete it"
    for address in ("/", "/history", "/new", f"/t/{other}"):
        guest.get(address)
    assert guest.browser.get(f"/api/v1/tables/{lost}", base_url=BASE).status_code == 409
    assert guest.play(other, 5)["seq"] > 5
    app.extensions["tables"].close()

    app = served((folder,), file)
    guest = Guest(app)
    guest.browser.set_cookie("device", device.value, domain="192.168.1.20")
    assert guest.view(lost)["seq"] == seq
    guest.look(lost, ("en",))
    app.extensions["tables"].close()
