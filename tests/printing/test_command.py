"""`companion print` as a person uses it: which files come out, what they are called, and what is said of mistakes."""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from io import BytesIO
from pathlib import Path
from typing import Any

import click
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.cli import main
from companion.cli.print import print_
from companion.printing import Made, Request, make, make_bytes, preview
from companion.printing.errors import BadChoice, Unwritable
from companion.printing.files import save_all
from companion.printing.paper import Offset
from companion.printing.pixels import WIDEST
from companion.printing.presets import ALL, asked, names, order_of, preset
from companion.printing.product import games_with, product_file, products
from companion.register import games
from tests.printing.corpus import kinds
from tests.words import LANGUAGES


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["print", *arguments])


def printed(folder: Path, *arguments: str) -> list[str]:
    """The names of the files that a command says it has written, all of which are there."""
    done = run(*arguments, "--out", str(folder))
    assert done.exit_code == 0, done.output
    files = [Path(line) for line in done.stdout.splitlines()]
    assert all(file.is_file() and file.parent == folder for file in files)
    return [file.name for file in files]


# what the files are called


NAMES: list[tuple[str, dict[str, Any], str]] = [
    ("cards", {}, "CaylusMagnaCarta_Cards_EN_A4"),
    ("tiles", {"languages": ("nl", "de")}, "Caylus_Tiles_NL-DE_A4"),
    ("tiles", {"paper": "letter"}, "Caylus_Tiles_EN_Letter"),
    ("money", {"game": "magna_carta"}, "CaylusMagnaCarta_Money_EN_A4"),
    ("tiles", {"edition": "nl-first"}, "Caylus_Tiles_EN_A4_nl-first"),
    ("tiles", {"edition": "en"}, "Caylus_Tiles_EN_A4"),
    ("aid", {"variants": ("two_players",)}, "Caylus_PlayerAid_EN_A4_two-players"),
    ("cards", {"size": "euro"}, "CaylusMagnaCarta_Cards_EN_A4"),
    ("cards", {"size": "poker"}, "CaylusMagnaCarta_Cards_EN_A4_poker"),
    ("cards", {"size": "2.5 x 3.5in"}, "CaylusMagnaCarta_Cards_EN_A4_2.5-x-3.5in"),
    ("cards", {"sleeve": True}, "CaylusMagnaCarta_Cards_EN_A4_sleeve"),
    ("cards", {"duplex": "long"}, "CaylusMagnaCarta_Cards_EN_A4"),
    ("cards", {"duplex": "gutterfold"}, "CaylusMagnaCarta_Cards_EN_A4_gutterfold"),
    ("cards", {"cut": "gutters"}, "CaylusMagnaCarta_Cards_EN_A4_gutters"),
    ("cards", {"profile": "shop"}, "CaylusMagnaCarta_Cards_EN_A4_shop"),
    ("cards", {"profile": "shop", "cut": "gutters"}, "CaylusMagnaCarta_Cards_EN_A4_shop"),
    ("cards", {"profile": "shop", "cut": "shared"}, "CaylusMagnaCarta_Cards_EN_A4_shop_shared"),
    ("cards", {"ink": "saver"}, "CaylusMagnaCarta_Cards_EN_A4_saver"),
    ("cards", {"pages": "single"}, "CaylusMagnaCarta_Cards_EN_single"),
    ("tiles", {"only": ("tailor", "bank:2")}, "Caylus_Tiles_EN_A4_tailor-bank-2"),
    ("aid", {"big": True, "paper": "A3"}, "Caylus_PlayerAid_EN_A3_big"),
    ("setup", {"players": 3}, "Caylus_Setup_EN_A4_3p"),
    ("aid", {"players": 3}, "Caylus_PlayerAid_EN_A4_3p"),
    ("labels", {"languages": ("nl", "en")}, "Caylus_Labels_NL-EN_A4"),
    ("labels", {"languages": ("nl", "en"), "edition": "nl"}, "Caylus_Labels_NL-EN_A4_nl"),
]


@pytest.mark.parametrize(("product", "options", "name"), NAMES)
def test_a_file_says_what_is_in_it(product: str, options: dict[str, Any], name: str) -> None:
    assert Request(product, **options).checked().file_name() == f"{name}_v1.0.pdf"


def test_every_product_has_a_file_name_of_its_own() -> None:
    called = [Request(name, game).checked().file_name() for name, game in kinds()
              if not product_file(name).get("needs")]  # fmt: skip
    assert len(set(called)) == len(called)


def test_every_option_that_changes_a_sheet_is_in_its_name() -> None:
    changed: dict[str, Any] = {
        "product": "tokens", "game": "magna_carta", "edition": "nl-b", "variants": ("intro",), "languages": ("fr",),
        "paper": "A3", "size": "tarot", "sleeve": True, "duplex": "short", "cut": "gutters", "ink": "grey",
        "profile": "shop", "pages": "single", "only": ("bank",), "record": Path("sunday.txt"),
    }  # fmt: skip
    elsewhere = {"big", "players", "offset", "overlays", "record_name"}
    assert changed.keys() | elsewhere == {field.name for field in fields(Request)}
    plain = Request("cards").checked()
    for option, value in changed.items():
        if option not in ("game", "record"):
            assert Request(**{"product": "cards", option: value}).checked().file_name() != plain.file_name(), option


def test_what_is_not_given_is_the_usual() -> None:
    request = Request("cards").checked()
    assert (request.game, request.size, request.duplex, request.cut) == ("magna_carta", "euro", "long", "shared")
    assert (request.paper, request.ink, request.profile, request.pages) == ("A4", "full", "home", "sheet")
    assert Request("cards", profile="shop").checked().cut == "gutters"
    assert Request("labels", "magna_carta").checked().size == "label-card"
    assert Request("labels").checked().size == "label"
    assert Request("cards", languages=("nl", "NL", "de")).checked().languages == ("nl", "de")
    assert Request("cards", paper=" letter ").checked().paper == "Letter"


# what is written


def test_one_sheet_as_it_is_made(tmp_path: Path) -> None:
    assert printed(tmp_path, "tokens", "--lang", "de") == ["CaylusMagnaCarta_Tokens_DE_A4_v1.0.pdf"]
    made = make("tokens", languages=("de",))
    assert (tmp_path / made.name).read_bytes() == made.content
    entry = json.loads((tmp_path / "manifest.json").read_text())[made.name]
    assert entry == {
        "product": "tokens", "game": "magna_carta", "edition": "de", "variants": [], "languages": ["de"], "paper": "A4",
        "size": "28x28mm", "sleeve": False, "duplex": "long", "cut": "shared", "page": "sheet", "only": [],
        "ink": "full", "profile": "home", "offset": [0.0, 0.0], "big": False,
        "title": "Caylus Magna Carta · Prestigeplättchen", "pages": 2, "bytes": len(made.content),
        "sha256": hashlib.sha256(made.content).hexdigest(),
    }  # fmt: skip
    assert sorted(file.name for file in tmp_path.iterdir()) == [made.name, "manifest.json"]


def test_every_option_reaches_the_sheet(tmp_path: Path) -> None:
    options = ("--edition", "nl-b", "--variant", "intro", "--lang", "nl,de", "--paper", "letter", "--size", "poker",
               "--sleeve", "--duplex", "short", "--cut", "gutters", "--ink", "grey", "--profile", "shop", "--only",
               "bank:2, market", "--offset", "1,-0.5")  # fmt: skip
    [name] = printed(tmp_path, "cards", *options)
    wanted = Request(
        "cards", edition="nl-b", variants=("intro",), languages=("nl", "de"), paper="Letter", size="poker", sleeve=True,
        duplex="short", cut="gutters", ink="grey", profile="shop", only=("bank:2", "market"), offset=Offset(1, -0.5),
    )  # fmt: skip
    assert name == wanted.checked().file_name()
    assert (tmp_path / name).read_bytes() == make_bytes(wanted)
    [big] = printed(tmp_path, "setup", "--game", "caylus", "--players", "3", "--big", "--lang", "en")
    assert (tmp_path / big).read_bytes() == make_bytes(Request("setup", "caylus", players=3, big=True))
    [single] = printed(tmp_path, "tokens", "--pages", "single", "--lang", "en")
    assert json.loads((tmp_path / "manifest.json").read_text())[single]["pages"] == 48


def test_the_help_names_every_option_and_what_is_valid() -> None:
    done = " ".join(run("--help").output.split())
    given = {option for parameter in print_.params if isinstance(parameter, click.Option) for option in parameter.opts}
    assert given == {
        "--preset", "--game", "--edition", "--variant", "--lang", "--paper", "--size", "--sleeve", "--duplex", "--cut",
        "--ink", "--profile", "--pages", "--only", "--offset", "--save-offset", "--big", "--out", "--preview",
        "--maker", "--cutter", "--players", "--record", "--overlay",
    }  # fmt: skip
    for valid in ("A4, A3, Letter, Legal.", "long, short, gutterfold, single.", "shared, gutters.", "home, shop."):
        assert valid in done
    assert "full, saver, grey." in done
    assert "sheet, single." in done


def test_several_files_their_pictures_and_one_manifest_of_all(tmp_path: Path) -> None:
    named = printed(tmp_path, "calibration", "tokens", "calibration", "--lang", "en", "--preview")
    assert named == ["Caylus_Calibration_EN_A4_v1.0.pdf", "CaylusMagnaCarta_Tokens_EN_A4_v1.0.pdf"]
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert list(manifest) == sorted(named)
    for name, entry in manifest.items():
        content = (tmp_path / name).read_bytes()
        assert entry["bytes"] == len(content)
        stem = name.removesuffix(".pdf")
        with pypdfium2.PdfDocument(content) as document:
            assert entry["pages"] == len(document)
            assert entry["beside"] == [f"{stem}_{number + 1}.png" for number in range(len(document))]
    with Image.open(tmp_path / "Caylus_Calibration_EN_A4_v1.0_1.png") as picture:
        assert picture.size == pytest.approx((210 / 25.4 * 96, 297 / 25.4 * 96), abs=1)
    beside = {picture for entry in manifest.values() for picture in entry["beside"]}
    assert {file.name for file in tmp_path.glob("*")} == {*named, *beside, "manifest.json"}


def test_the_language_of_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert printed(tmp_path, "tokens") == ["CaylusMagnaCarta_Tokens_DE_A4_v1.0.pdf"]


def test_the_list_names_every_product_with_games_size_and_title() -> None:
    done = run("list", "--lang", "nl")
    assert done.exit_code == 0
    named, _, sets = done.output.partition("Pakketten")
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in named.splitlines() if line}
    assert list(rows) == products()
    assert rows["cards"] == "magna_carta euro Kaarten met achterkanten"
    assert rows["money"] == "caylus, magna_carta coin Munten"
    packs = {line.split()[0]: line for line in sets.splitlines() if line}
    assert list(packs) == names() == ["all", "club", "family", "replacements"]
    assert packs["all"].endswith("beide spellen, alle talen, A4 en Letter")
    assert packs["family"].endswith("Spelhulp, Alle gebouwen en Woordenlijst in alle talen")


def test_an_offset_is_saved_for_its_paper_and_used_from_then_on(tmp_path: Path) -> None:
    shifted, name = ("tokens", "--lang", "nl"), "CaylusMagnaCarta_Tokens_NL_A4_v1.0.pdf"
    printed(tmp_path, *shifted, "--offset", "2,2")
    printed(tmp_path, *shifted)
    plain = (tmp_path / name).read_bytes()
    assert plain == make("tokens", languages=("nl",)).content, "used once, and not saved"
    printed(tmp_path, *shifted, "--offset", "1,0.5", "--save-offset")
    saved = (tmp_path / name).read_bytes()
    assert saved != plain
    printed(tmp_path, *shifted)
    assert (tmp_path / name).read_bytes() == saved
    printed(tmp_path, *shifted, "--paper", "Letter")
    unshifted = make("tokens", languages=("nl",), paper="Letter").content
    assert (tmp_path / name.replace("A4", "Letter")).read_bytes() == unshifted, "saved for A4 alone"
    [file] = (tmp_path / "config").rglob("printer.toml")
    assert tomllib.loads(file.read_text()) == {"offset": {"A4": [1, 0.5]}}
    file.write_text("offset = [3, 4]")
    printed(tmp_path, *shifted, "--paper", "Letter")
    assert (tmp_path / name.replace("A4", "Letter")).read_bytes() != unshifted, "for all papers"
    file.write_text("offset = ")
    printed(tmp_path, *shifted)
    assert (tmp_path / name).read_bytes() == plain, "a broken file is as none"


# what is said of mistakes


MISTAKES = [
    (("cardz",), "calibration, cards, castle"),
    (("cards", "--lang", "xx"), "de, en, fr, nl"),
    (("cards", "--lang", "nl,xx"), "de, en, fr, nl"),
    (("cards", "--game", "chess"), "caylus, magna_carta"),
    (("tiles", "--game", "magna_carta"), "Caylus"),
    (("tokens", "--game", "caylus"), "Caylus Magna Carta"),
    (("cards", "--edition", "nope"), "nl-b"),
    (("cards", "--variant", "nope"), "intro"),
    (("cards", "--paper", "B5"), "A4, A3, Letter, Legal"),
    (("cards", "--size", "59x92furlong"), "euro"),
    (("cards", "--size", "19x92mm"), "euro"),
    (("cards", "--size", "59x431mm"), "euro"),
    (("cards", "--size", "30x50mm"), "euro"),
    (("cards", "--size", "300x390mm"), "A4"),
    (("castle", "--size", "poker"), "184x204mm"),
    (("castle", "--duplex", "gutterfold"), "A4"),
    (("road", "--size", "200x200mm"), "A4"),
    (("tiles", "--size", "5x5mm"), "too small"),
    (("aid", "--size", "poker"), "Player aid"),
    (("aid", "--pages", "single"), "sheet"),
    (("road", "--pages", "single"), "Road"),
    (("aid", "--only", "bank"), "Player aid"),
    (("money", "--only", "tailor"), "Coins"),
    (("tiles", "--only", "nothing"), "Tailor"),
    (("tiles", "--only", ":2"), "Tailor"),
    (("tiles", "--only", "bank:0"), "Tailor"),
    (("tiles", "--only", "castle"), "Tailor"),
    (("cards", "--duplex", "both"), "long, short, gutterfold, single"),
    (("cards", "--cut", "torn"), "shared, gutters"),
    (("cards", "--ink", "neon"), "full, saver, grey"),
    (("cards", "--profile", "web"), "home, shop"),
    (("cards", "--offset", "far"), "0.5,-1"),
    (("cards", "--offset", "10.1,0"), "0.5,-1"),
    (("cards", "--offset", "0,-11"), "0.5,-1"),
    (("cards", "--big"), "aid, differences"),
    (("setup", "--players", "7"), "2, 3, 4, 5"),
    (("setup", "--variant", "two_players", "--players", "4"), "2"),
    (("endgame",), "--record"),
    (("endgame", "--record", "none.txt"), "none.txt"),
    (("--preset", "famly"), "family"),
    (("--preset", "none.toml"), "none.toml"),
    (("road", "--maker", "tts"), "cards, tiles"),
    (("cards", "--maker", "nobody"), "mpc-poker"),
]


@pytest.mark.parametrize(("arguments", "said"), MISTAKES)
def test_a_mistake_is_one_line_with_what_is_valid_and_leaves_nothing(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    language = () if "--lang" in arguments else ("--lang", "en")
    done = CliRunner().invoke(main, ["print", *arguments, *language, "--out", str(out)])
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not out.exists()


def test_mistakes_are_said_in_the_language_asked_for(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = run("calibration", "--lang", "de", "--out", str(blocked / "deep"))
    assert done.exit_code == 2
    assert "lässt sich nicht schreiben" in done.stderr
    assert "niet op" in run("cards", "--lang", "nl", "--size", "300x390mm").stderr


def test_the_nearest_choices_are_offered() -> None:
    for given, near in (("cardz", ["cards"]), ("tokns", ["tokens"]), ("zzz", [])):
        with pytest.raises(BadChoice) as error:
            Request(given).checked()
        assert error.value.nearest == near


# presets


def test_the_catalog_is_every_product_of_both_games_in_all_languages_on_two_papers() -> None:
    requests = preset(ALL).requests()
    ready = [(name, game) for name, game in kinds() if not product_file(name).get("needs")]
    assert {(r.product, r.game, r.languages, r.paper) for r in requests} == {
        (name, game, (language,), paper)
        for name, game in ready for language in LANGUAGES for paper in ("A4", "Letter")
    }  # fmt: skip
    assert len({request.file_name() for request in requests}) == len(requests)


@pytest.mark.parametrize("name", names())
def test_every_preset_can_be_ordered_for_either_game(name: str) -> None:
    assert preset(name).requests()
    for game in games():
        assert any(request.game == game for request in preset(name).requests("nl"))


def test_a_family_gets_its_sheets_in_its_own_language(tmp_path: Path) -> None:
    printed(tmp_path, "--preset", "family", "--lang", "nl", "--game", "caylus")
    made = json.loads((tmp_path / "manifest.json").read_text()).values()
    assert {entry["product"] for entry in made} == {"aid", "reference", "glossary"}
    assert {tuple(entry["languages"]) for entry in made} == {("nl",)}


@pytest.mark.parametrize(
    ("product", "option"),
    [("legend", ("--players", "3")), ("legend", ("--record", "x.txt")), ("aid", ("--sleeve",)),
     ("aid", ("--cut", "gutters")), ("aid", ("--duplex", "gutterfold")), ("tiles", ("--players", "3")),
     ("cards", ("--duplex", "short", "--maker", "tts")), ("tiles", ("--offset", "1,1", "--maker", "tgc-mini")),
     ("cards", ("--paper", "Letter", "--maker", "tts")), ("cards", ("--sleeve", "--maker", "mpc-poker"))],
)  # fmt: skip
def test_an_option_that_changes_nothing_is_refused_in_words(
    product: str, option: tuple[str, ...], tmp_path: Path
) -> None:
    done = run(product, *option, "--lang", "en", "--out", str(tmp_path / "out"))
    assert done.exit_code == 2
    assert "changes nothing on" in done.output
    assert option[0] in done.output
    assert not (tmp_path / "out").exists()


def test_of_several_sheets_each_has_the_options_that_it_knows(tmp_path: Path) -> None:
    names = printed(tmp_path, "legend", "setup", "--players", "3", "--game", "caylus", "--lang", "en")
    assert names == ["Caylus_Legend_EN_A4_v1.0.pdf", "Caylus_Setup_EN_A4_3p_v1.0.pdf"]


def test_an_aid_for_two_has_their_prices(tmp_path: Path) -> None:
    two, usual = (make("aid", game="caylus", players=n, languages=("en",)) for n in (2, 0))
    assert two.content != usual.content


def test_a_preset_of_ones_own_and_what_is_asked_for_by_hand_before_it(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(
        'products = ["calibration", "tokens"]\nlanguages = ["de", "nl,en"]\nink = "saver"\npapers = ["A3"]\n'
    )
    assert sorted(printed(tmp_path / "out", "--preset", str(file))) == [
        "CaylusMagnaCarta_Tokens_DE_A3_saver_v1.0.pdf", "CaylusMagnaCarta_Tokens_NL-EN_A3_saver_v1.0.pdf",
        "Caylus_Calibration_DE_A3_saver_v1.0.pdf", "Caylus_Calibration_NL-EN_A3_saver_v1.0.pdf",
    ]  # fmt: skip
    by_hand = ("money", "--preset", str(file), "--lang", "en", "--ink", "grey", "--paper", "a4")
    assert printed(tmp_path, *by_hand) == ["Caylus_Money_EN_A4_grey_v1.0.pdf"]


def test_orders_are_put_together_from_what_is_given() -> None:
    def names_(order: Any) -> list[str]:
        return [f"{request.product} {request.game} {'-'.join(request.languages)}" for request in order.requests("fr")]

    everything = names_(order_of(()))
    assert len(everything) == sum(not product_file(name).get("needs") for name in products())
    of_magna_carta = names_(asked(order_of(()), games=("magna_carta",)))
    assert "cards magna_carta fr" in of_magna_carta
    assert not any("tiles" in name for name in of_magna_carta), "what the game does not have is left out"
    assert names_(asked(order_of(("aid",)), games=("magna_carta",), languages=("nl,de",))) == ["aid magna_carta nl-de"]
    sized = asked(order_of(("cards", "aid", "favors")), size="poker", pages="single", only=("bank",), sleeve=True)
    assert [(r.size, r.sleeve, r.pages, r.only) for r in sized.requests()] == [
        ("poker", True, "single", ("bank",)), ("", False, "sheet", ()), ("184x112mm", False, "single", ("bank",)),
    ], "of several products, what is not cut takes no part in what is about cutting"  # fmt: skip
    with pytest.raises(BadChoice):
        asked(order_of(("aid",)), size="poker").requests()


FAULTS = [
    ('products = ["cardz"]', "products", "calibration, cards"),
    ("products = []", "products", "calibration, cards"),
    ('ink = "grey"', "products", "calibration, cards"),
    ('products = "cards"', "products", '["…", "…"]'),
    ('products = ["cards"]\nink = "neon"', "ink", "full, saver, grey"),
    ('products = ["cards"]\nink = 3', "ink", '"…"'),
    ('products = ["cards"]\nsleeve = 1', "sleeve", "true, false"),
    ('products = ["setup"]\nplayers = true', "players", "2, 3, 4, 5"),
    ('products = ["cards"]\nvariants = [1]', "variants", '["…", "…"]'),
    ('products = ["cards"]\nlangauges = ["nl"]', "langauges", "products, games, languages, beside, papers"),
    ('products = ["cards"]\nlanguages = ["xx"]', "languages", "de, en, fr, nl"),
    ('products = ["cards"]\nbeside = ["xx"]', "beside", "de, en, fr, nl"),
    ('products = ["cards"]\npapers = ["B5"]', "papers", "A4, A3, Letter, Legal"),
    ('products = ["cards"]\ngames = ["caylus"]', "games", "magna_carta"),
    ('products = ["cards"]\nedition = "nl-first"', "edition", "nl-b"),
    ('products = ["cards"]\nvariants = ["nope"]', "variants", "intro"),
    ('products = ["cards"', "", "my.toml"),
]


@pytest.mark.parametrize(("written", "field", "said"), FAULTS)
def test_a_fault_in_a_preset_is_named_with_file_field_and_what_is_valid(
    written: str, field: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(written)
    done = run("--preset", str(file), "--lang", "en", "--out", str(tmp_path / "out"))
    assert done.exit_code == 2, done.output
    assert all(part in done.stderr for part in (said, str(file), field))
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()


# all or nothing


def test_when_one_of_several_cannot_be_made_none_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("calibration", "cards", "tiles", "--edition", "nl-b", "--lang", "nl", "--out", str(out))
    assert done.exit_code == 2
    assert "nl-b" in done.stderr
    assert not out.exists()


def test_when_one_of_several_cannot_be_written_none_is(tmp_path: Path) -> None:
    first, second = Made("a.pdf", b"a", {}), Made("b.pdf", b"b", {})
    save_all([first], tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    (tmp_path / second.name).mkdir()
    with pytest.raises(Unwritable):
        save_all([Made("c.pdf", b"c", {}), second], tmp_path)
    (tmp_path / second.name).rmdir()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    for name in ("x" * 300, "no such folder/b.pdf"):
        with pytest.raises(Unwritable):
            save_all([first, Made(name, b"b", {})], tmp_path / "new")
        assert not (tmp_path / "new").exists()


def test_the_manifest_lists_everything_that_lies_in_the_folder(tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf", "a.pdf"):
        save_all([Made(name, name.encode(), {})], tmp_path)
    assert sorted(json.loads((tmp_path / "manifest.json").read_text())) == ["a.pdf", "b.pdf"]
    for broken in ("{", "[]"):
        (tmp_path / "manifest.json").write_text(broken)
        save_all([Made("a.pdf", b"a", {"pages": 3})], tmp_path)
        assert json.loads((tmp_path / "manifest.json").read_text())["a.pdf"]["pages"] == 3
    assert (tmp_path / "a.pdf").stat().st_mode & 0o777 == 0o644


# for the app


def test_a_page_as_a_picture_no_wider_than_is_good_for_a_server() -> None:
    request = Request("calibration", languages=("de",), paper="Letter")
    for asked_, width in ((300, 300), (10**9, WIDEST), (1, 16)):
        with Image.open(BytesIO(preview(request, 2, asked_))) as picture:
            assert picture.width == width
            assert picture.height == pytest.approx(width * 11 / 8.5, abs=1)
    for page in (0, 3):
        with pytest.raises(BadChoice, match="page"):
            preview(request, page)


@pytest.mark.slow
def test_threads_get_what_one_alone_gets() -> None:
    wanted = [Request(name, languages=(code,)) for name in ("cards", "tiles") for code in ("nl", "de")]
    alone = [make_bytes(request) for request in wanted] * 2
    pictures = [preview(request, width=60) for request in wanted] * 2
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(make_bytes, wanted * 2)) == alone
        assert list(pool.map(lambda request: preview(request, width=60), wanted * 2)) == pictures


def test_every_part_belongs_to_the_games_it_is_for() -> None:
    def only_for(game: str) -> Iterator[str]:
        return (name for name in products() if games_with(name) == [game])

    assert sorted(only_for("caylus")) == ["bridge", "castle", "favors", "order", "road", "score", "tiles"]
    assert sorted(only_for("magna_carta")) == ["cards", "tokens", "tuck_box", "variants"]


RECORD = Path(__file__).parents[1] / "corpus" / "v1" / "records" / "magna-carta-standard-4.txt"


@pytest.mark.parametrize(("begun", "day"), [("", ""), ("# begun 2020-03-04T12:00:00+00:00\n", "Mar 4, 2020")])
def test_a_sheet_to_keep_has_the_day_of_the_game_or_none(begun: str, day: str, tmp_path: Path) -> None:
    record = tmp_path / "old.txt"
    record.write_text(begun + RECORD.read_text(encoding="utf-8"), encoding="utf-8")
    printed(tmp_path, "endgame", "--record", str(record), "--lang", "en")
    [made] = tmp_path.glob("*.pdf")
    with pypdfium2.PdfDocument(made) as document:
        said = document[0].get_textpage().get_text_bounded()
    assert re.findall(r"\w{3} \d+, \d{4}", said) == [day] * bool(day)


@pytest.mark.parametrize(
    ("option", "said"),
    [(("labels", "--paper", "L7651"), "is not for the label sheet"),
     (("aid", "--maker", "tts"), "no pieces for makers")],
)  # fmt: skip
def test_what_exists_but_does_not_suit_is_not_called_missing(option: tuple[str, ...], said: str) -> None:
    done = run(*option, "--lang", "en")
    assert done.exit_code == 2
    assert said in done.output


EXPORTS = sorted((Path(__file__).parents[1] / "corpus").glob("v*/exports/*"))


@pytest.mark.slow
@pytest.mark.drawn(16)
@pytest.mark.parametrize("export", EXPORTS, ids=lambda file: f"{file.parents[1].name}-{file.name}")
def test_every_export_of_a_table_can_be_kept_on_paper(export: Path, tmp_path: Path) -> None:
    ran = run("endgame", "--record", str(export), "--lang", "en", "--out", str(tmp_path))
    assert ran.exit_code == 0, ran.output
    [made] = tmp_path.glob("*.pdf")
    assert export.stem.replace("_", "-") in made.name
    with pypdfium2.PdfDocument(made) as document:
        said = document[0].get_textpage().get_text_bounded()
    assert "Total" in said
    names = re.findall(r"^# name \w+: (.+)$", export.read_text(encoding="utf-8"), re.MULTILINE)
    assert all(name.split()[0] in said for name in names)
    assert not re.search(r"\b[0-9a-f]{10}\b", said), "a number of the program in what people keep"
