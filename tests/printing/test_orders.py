"""Several sheets at once: presets, whole or nothing, and pictures for the app."""

import json
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.cli import main
from companion.printing import Request, make, make_bytes, preview
from companion.printing.errors import BadChoice, Unwritable
from companion.printing.files import save_all
from companion.printing.pixels import WIDEST
from companion.printing.presets import ALL, names, preset
from companion.printing.product import product_file, products
from companion.register import games
from tests.printing.matrix import kinds
from tests.words import LANGUAGES


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["print", *arguments])


def test_the_catalogue_is_every_product_of_both_games_in_three_languages_on_two_papers() -> None:
    requests = preset(ALL).requests()
    found = {(r.product, r.game, r.languages, r.paper) for r in requests}
    ready = [(name, game) for name, game in kinds() if not product_file(name).get("needs")]
    assert found == {
        (name, game, (language,), paper)
        for name, game in ready for language in LANGUAGES for paper in ("A4", "Letter")
    }  # fmt: skip
    assert len({request.file_name() for request in requests}) == len(requests)
    assert {name for name, _ in ready} == {name for name in products() if not product_file(name).get("needs")}


@pytest.mark.parametrize("name", names())
def test_every_preset_can_be_ordered_for_either_game(name: str) -> None:
    assert preset(name).requests()
    for game in games():
        done = preset(name).requests("nl")
        assert any(request.game == game for request in done)


def test_a_family_gets_its_sheets_with_the_other_language_beside(tmp_path: Path) -> None:
    done = run("--preset", "family", "--lang", "nl", "--game", "caylus", "--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    made = json.loads((tmp_path / "manifest.json").read_text()).values()
    assert {entry["product"] for entry in made} == {"aid", "reference", "glossary"}
    assert {tuple(entry["languages"]) for entry in made} == {("nl", "de")}
    assert {request.languages for request in preset("family").requests("de")} == {("de", "nl")}
    assert {request.languages for request in preset("family").requests("en")} == {("en", "de")}


def test_a_preset_of_ones_own_and_what_is_asked_for_by_hand_before_it(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(
        'products = ["calibration", "cards"]\nlanguages = ["de", "nl,en"]\nink = "saver"\npapers = ["A3"]\n'
    )
    done = run("--preset", str(file), "--out", str(tmp_path / "out"))
    assert done.exit_code == 0, done.output
    assert sorted(json.loads((tmp_path / "out" / "manifest.json").read_text())) == [
        "CaylusMagnaCarta_Cards_DE_A3_saver_v0.1.pdf", "CaylusMagnaCarta_Cards_NL-EN_A3_saver_v0.1.pdf",
        "Caylus_Calibration_DE_A3_saver_v0.1.pdf", "Caylus_Calibration_NL-EN_A3_saver_v0.1.pdf",
    ]  # fmt: skip
    done = run("cards", "--preset", str(file), "--lang", "en", "--ink", "grey", "--paper", "a4", "--out", str(tmp_path))
    assert done.output.split() == [str(tmp_path / "CaylusMagnaCarta_Cards_EN_A4_grey_v0.1.pdf")]


@pytest.mark.parametrize(
    ("written", "field", "said"),
    [
        ('products = ["cardz"]', "products", "calibration, cards"),
        ("products = []", "products", "calibration, cards"),
        ('ink = "grey"', "products", "calibration, cards"),
        ('products = "cards"', "products", '["…", "…"]'),
        ('products = ["cards"]\nink = "neon"', "ink", "full, saver, grey"),
        ('products = ["cards"]\nsleeve = 1', "sleeve", "true, false"),
        ('products = ["cards"]\nvariants = [1]', "variants", '["…", "…"]'),
        ('products = ["cards"]\nlangauges = ["nl"]', "langauges", "products, games, languages, beside, papers"),
        ('products = ["cards"]\nlanguages = ["xx"]', "languages", "de, en, fr, nl"),
        ('products = ["cards"]\nbeside = ["xx"]', "beside", "de, en, fr, nl"),
        ('products = ["cards"]\npapers = ["B5"]', "papers", "A4, A3, Letter, Legal"),
        ('products = ["cards"]\ngames = ["caylus"]', "games", "magna_carta"),
        ('products = ["cards"]\nedition = "nl-first"', "edition", "nl-b"),
        ('products = ["cards"]\nvariants = ["nope"]', "variants", "intro"),
        ('products = ["cards"', "", "line 1"),
    ],
)
def test_a_fault_in_a_preset_is_named_with_file_field_and_what_is_valid(
    written: str, field: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(written)
    done = run("--preset", str(file), "--lang", "en", "--out", str(tmp_path / "out"))
    assert done.exit_code == 2, done.output
    if said != "line 1":
        assert said in done.stderr
    assert str(file) in done.stderr
    assert field in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_an_unknown_preset_and_a_file_that_is_not_there() -> None:
    unknown, missing = run("--preset", "famly", "--lang", "en"), run("--preset", "none.toml", "--lang", "nl")
    assert unknown.exit_code == missing.exit_code == 2
    assert "family" in unknown.stderr
    assert "none.toml" in missing.stderr


def test_when_one_of_several_cannot_be_made_none_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("calibration", "cards", "tiles", "--edition", "nl-b", "--lang", "nl", "--out", str(out))
    assert done.exit_code == 2
    assert "nl-b" in done.stderr
    assert not out.exists()


def test_when_one_of_several_cannot_be_written_none_is(tmp_path: Path) -> None:
    made = [make("calibration", languages=(code,)) for code in ("nl", "de")]
    save_all(made[:1], tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    (tmp_path / made[1].name).mkdir()
    with pytest.raises(Unwritable):
        save_all([make("calibration", languages=("en",)), made[1]], tmp_path)
    (tmp_path / made[1].name).rmdir()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_several_files_their_pictures_and_one_manifest_of_all(tmp_path: Path) -> None:
    done = run("calibration", "tiles", "calibration", "--lang", "en", "--out", str(tmp_path), "--preview")
    assert done.exit_code == 0, done.output
    named = [Path(line).name for line in done.output.splitlines()]
    assert named == ["Caylus_Calibration_EN_A4_v0.1.pdf", "Caylus_Tiles_EN_A4_v0.1.pdf"]
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert list(manifest) == sorted(named)
    for name, entry in manifest.items():
        content = (tmp_path / name).read_bytes()
        assert entry["bytes"] == len(content)
        with pypdfium2.PdfDocument(content) as document:
            assert entry["pages"] == len(document) == len(entry["beside"])
    beside = {picture for entry in manifest.values() for picture in entry["beside"]}
    assert {file.name for file in tmp_path.glob("*")} - {"config"} == {*named, *beside, "manifest.json"}


def test_a_page_as_a_picture_no_wider_than_is_good_for_a_server() -> None:
    request = Request("calibration", languages=("de",), paper="Letter")
    with Image.open(BytesIO(preview(request, 2, 300))) as picture:
        assert picture.width == 300
        assert picture.height == pytest.approx(300 * 11 / 8.5, abs=1)
    with Image.open(BytesIO(preview(request, 1, 10**9))) as picture:
        assert picture.width == WIDEST
    with pytest.raises(BadChoice, match="page"):
        preview(request, 3)


@pytest.mark.slow
def test_threads_get_what_one_alone_gets() -> None:
    wanted = [Request(name, languages=(code,)) for name in ("cards", "tiles") for code in LANGUAGES]
    alone = [make_bytes(request) for request in wanted] * 2
    pictures = [preview(request, width=60) for request in wanted] * 2
    wanted *= 2
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(make_bytes, wanted)) == alone
        assert list(pool.map(lambda request: preview(request, width=60), wanted)) == pictures


def test_a_sheet_of_cards_is_small() -> None:
    for language in LANGUAGES:
        assert len(make("cards", languages=(language,)).content) < 100_000
