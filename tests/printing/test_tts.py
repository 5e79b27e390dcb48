"""Sheets and saved objects for Tabletop Simulator, read back as it reads them."""

import json
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from companion.cli import main
from companion.printing.files import Made
from companion.printing.makers import ROOM, _sheets, make_tts
from companion.printing.product import Request
from companion.printing.sheet import Piece

pytestmark = pytest.mark.slow

BOTH = ("cards", "tiles")


@cache
def made(product: str, language: str) -> Made:
    return make_tts(Request(product, languages=(language,)))


def _cards(saved: dict[str, Any]) -> list[dict[str, Any]]:
    """Every card, in a deck or by itself."""
    return [card for thing in saved["ObjectStates"] for card in thing.get("ContainedObjects", [thing])]


@pytest.mark.parametrize(("product", "language"), [("cards", "nl"), ("tiles", "nl"), ("tiles", "de")])
def test_sheets_have_the_size_and_the_cells_that_the_table_expects(product: str, language: str) -> None:
    one = made(product, language)
    decks = {json.dumps(deck) for card in _cards(json.loads(one.content)) for deck in card["CustomDeck"].values()}
    for deck in map(json.loads, decks):
        assert (deck["NumWidth"], 2 <= deck["NumHeight"] <= 7) == (10, True)
        for file in (deck["FaceURL"], deck["BackURL"] if deck["UniqueBack"] else deck["FaceURL"]):
            picture = Image.open(BytesIO(one.beside[file]))
            assert picture.format == "PNG"
            assert picture.mode == "RGB"
            assert 3000 < max(picture.size) <= 4096
            assert picture.width % 10 == picture.height % deck["NumHeight"] == 0
    assert {deck["FaceURL"] for deck in map(json.loads, decks)} | {
        deck["BackURL"] for deck in map(json.loads, decks)
    } == set(one.beside)


@pytest.mark.parametrize("product", BOTH)
def test_the_last_cell_is_the_hidden_face_and_every_card_has_a_cell_of_its_own(product: str) -> None:
    one = made(product, "nl")
    saved = json.loads(one.content)
    cards = _cards(saved)
    (deck,) = {json.dumps(card["CustomDeck"]["1"]) for card in cards}
    sheet = Image.open(BytesIO(one.beside[json.loads(deck)["FaceURL"]]))
    down = json.loads(deck)["NumHeight"]
    width, height = sheet.width // 10, sheet.height // down
    cells = [
        sheet.crop((column * width, row * height, (column + 1) * width, (row + 1) * height)).tobytes()
        for row in range(down) for column in range(10)
    ]  # fmt: skip
    white = b"\xff" * len(cells[0])
    used = sorted({card["CardID"] - 100 for card in cards})
    assert used == list(range(len(used)))
    assert used[-1] < 10 * down - 1, "the last cell is no card"
    assert len({cells[number] for number in used}) == len(used)
    assert cells[-1] not in (white, *cells[: len(used)])
    assert set(cells[len(used) : -1]) <= {white}


def test_more_cards_than_a_sheet_holds_are_told_apart() -> None:
    """No box of ours has so many; one with an owner's own buildings may."""
    pieces = [Piece(f"card {n}", "ground") for n in range(2 * ROOM + 1)]
    sheets = list(_sheets(pieces, "cards"))
    numbers = {sheet.card(piece): (sheet.number, place) for sheet in sheets for place, piece in enumerate(sheet.pieces)}
    assert len(numbers) == len(pieces)
    assert all(divmod(number, 100) == where for number, where in numbers.items())


def test_piles_and_their_counts_are_those_of_the_box() -> None:
    piles = {thing["Nickname"]: len(thing["ContainedObjects"]) for thing in _things("cards", "en")}
    assert piles == {
        "Red": 12, "Green": 12, "Orange": 12, "Blue": 12, "Neutral card": 5, "Prestige building": 7,
        "Caylus Magna Carta": 3,
    }  # fmt: skip
    tiles = [len(thing["ContainedObjects"]) for thing in _things("tiles", "de")]
    assert tiles == [6, 8, 9, 8, 9, 3, 6]


def _things(product: str, language: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(made(product, language).content)["ObjectStates"]
    return found


@pytest.mark.parametrize(("product", "language"), [("cards", "nl"), ("cards", "en"), ("tiles", "nl"), ("tiles", "de")])
def test_decks_know_their_cards_and_every_object_has_an_id(product: str, language: str) -> None:
    things = _things(product, language)
    for thing in things:
        assert thing["Name"] == "DeckCustom"
        assert thing["DeckIDs"] == [card["CardID"] for card in thing["ContainedObjects"]]
        assert all(card["Name"] == "Card" and card["Nickname"] for card in thing["ContainedObjects"])
        for part in (thing, *thing["ContainedObjects"]):
            assert not any(part[field] for field in ("LuaScript", "LuaScriptState", "XmlUI", "GMNotes", "Locked"))
        assert {"posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"} == set(thing["Transform"])
        assert all(set(card["CustomDeck"]) <= set(thing["CustomDeck"]) for card in thing["ContainedObjects"])
    ids = Counter(one["GUID"] for thing in things for one in (thing, *thing["ContainedObjects"]))
    assert max(ids.values()) == 1
    assert all(len(id) == 6 and int(id, 16) >= 0 for id in ids)
    names = {card["Nickname"] for card in _cards({"ObjectStates": things})}
    assert {"nl": "Boerderij", "de": "Bauernhof", "en": "Large farm"}[language] in names


def test_backs_differ_in_magna_carta_and_are_one_in_caylus() -> None:
    (cards,) = {json.dumps(card["CustomDeck"]["1"]) for card in _cards(json.loads(made("cards", "nl").content))}
    (tiles,) = {json.dumps(card["CustomDeck"]["1"]) for card in _cards(json.loads(made("tiles", "nl").content))}
    assert json.loads(cards)["UniqueBack"]
    assert not json.loads(tiles)["UniqueBack"]
    back = Image.open(BytesIO(made("tiles", "nl").beside[json.loads(tiles)["BackURL"]]))
    assert back.width == back.height


@pytest.mark.parametrize("product", BOTH)
def test_the_same_request_gives_the_same_bytes(product: str) -> None:
    again = make_tts(Request(product, languages=("nl",)))
    assert again.content == made(product, "nl").content
    assert again.beside == made(product, "nl").beside


def test_from_the_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["print", "tiles", "--maker", "tts", "--lang", "de", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert Path(done.output.strip()).name == "Caylus_Tiles_DE_TTS_v1.0.json"
    assert sorted(file.suffix for file in tmp_path.iterdir()) == [".json", ".json", ".png", ".png"]
    refused = CliRunner().invoke(
        main, ["print", "road", "--maker", "tts", "--lang", "en", "--out", str(tmp_path / "no")]
    )
    assert refused.exit_code == 2
    assert "cards, tiles" in refused.stderr
    assert not (tmp_path / "no").exists()
