"""`companion print` as a person uses it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.printing import make
from companion.printing.product import products


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["print", *arguments])


def test_writes_what_is_made(tmp_path: Path) -> None:
    done = run("cards", "--lang", "de", "--out", str(tmp_path / "out"))
    assert done.exit_code == 0, done.output
    file = Path(done.output.strip())
    assert file.name == "CaylusMagnaCarta_Cards_DE_A4_v0.1.pdf"
    assert file.read_bytes() == make("cards", languages=("de",)).content


@pytest.mark.slow
def test_everything_of_a_game_with_previews(tmp_path: Path) -> None:
    done = run("--game", "caylus", "--lang", "nl", "--out", str(tmp_path), "--preview", "--paper", "letter")
    assert done.exit_code == 0, done.output
    made = sorted(file.name for file in tmp_path.glob("Caylus_*"))
    assert "Caylus_Tiles_NL_Letter_v0.1.pdf" in made
    assert "Caylus_Tiles_NL_Letter_v0.1_1.png" in made


def test_the_list_names_every_product() -> None:
    done = run("list", "--lang", "nl")
    assert done.exit_code == 0
    named, _, sets = done.output.partition("Pakketten")
    assert [line.split()[0] for line in named.splitlines() if line] == products()
    assert [line.split()[0] for line in sets.splitlines() if line] == ["all", "club", "family", "replacements"]


def test_an_offset_can_be_saved(tmp_path: Path) -> None:
    shifted = ("cards", "--lang", "nl", "--out", str(tmp_path))
    assert run(*shifted, "--offset", "1,0.5", "--save-offset").exit_code == 0
    first = (tmp_path / "CaylusMagnaCarta_Cards_NL_A4_v0.1.pdf").read_bytes()
    assert run(*shifted).exit_code == 0
    assert (tmp_path / "CaylusMagnaCarta_Cards_NL_A4_v0.1.pdf").read_bytes() == first
    assert first != make("cards", languages=("nl",)).content
    letter = ("cards", "--lang", "nl", "--out", str(tmp_path), "--paper", "Letter")
    assert run(*letter).exit_code == 0
    unshifted = make("cards", languages=("nl",), paper="Letter").content
    assert (tmp_path / "CaylusMagnaCarta_Cards_NL_Letter_v0.1.pdf").read_bytes() == unshifted, "saved for A4 alone"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cardz",), "calibration, cards, castle"),
        (("cards", "--lang", "xx"), "de, en, fr, nl"),
        (("cards", "--lang", "nl,xx"), "de, en, fr, nl"),
        (("cards", "--game", "chess"), "caylus, magna_carta"),
        (("tiles", "--game", "magna_carta"), "caylus"),
        (("cards", "--edition", "nope"), "nl-b"),
        (("cards", "--variant", "nope"), "intro"),
        (("cards", "--paper", "B5"), "A4, A3, Letter, Legal"),
        (("cards", "--size", "59x92furlong"), "euro"),
        (("cards", "--size", "30x50mm"), "euro"),
        (("cards", "--size", "300x390mm"), "A4"),
        (("castle", "--size", "poker"), "184x204mm"),
        (("tiles", "--size", "5x5mm"), "too small"),
        (("aid", "--size", "poker"), "Player aid"),
        (("aid", "--pages", "single"), "sheet"),
        (("tiles", "--only", "nothing"), "Tailor"),
        (("cards", "--duplex", "both"), "long, short, gutterfold, single"),
        (("cards", "--ink", "neon"), "full, saver, grey"),
        (("cards", "--profile", "web"), "home, shop"),
        (("cards", "--offset", "far"), "0.5,-1"),
    ],
)
def test_a_bad_request_is_one_line_with_what_is_valid_and_leaves_nothing(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    language = () if "--lang" in arguments else ("--lang", "en")
    done = CliRunner().invoke(main, ["print", *arguments, *language, "--out", str(out)])
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not out.exists()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = run("calibration", "--lang", "de", "--out", str(blocked / "deep"))
    assert done.exit_code == 2
    assert "lässt sich nicht schreiben" in done.stderr
