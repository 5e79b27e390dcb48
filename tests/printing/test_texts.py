"""Flowing sheets: what stands on them is what the data say, in every language, on as many pages as it should be."""

import random
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from itertools import product as times
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Game, new_game
from companion.engine.loading import opened
from companion.engine.records import parse, replay
from companion.engine.scoring import Account, account, game_sheet
from companion.i18n.translator import Translator
from companion.printing import Request, fonts, make
from companion.printing.display import Document, Icon, Line, Mark, Text
from companion.printing.errors import BadChoice, BadRecordFile
from companion.printing.job import lay_out
from companion.printing.paper import craft, papers
from companion.rules import library, load
from companion.table.setup import NAME_LENGTH
from tests.pairs import SEED, Row, Table, all_pairs
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

MM = 72 / 25.4
GAMES = ("caylus", "magna_carta")
RECORDS = Path(__file__).parents[1] / "playthroughs"


def laid(product: str, *languages: str, **more: Any) -> Document:
    return lay_out(Request(product, languages=languages or ("nl",), **more).checked())


def texts(document: Document) -> list[str]:
    return [item.text for page in document.pages for item in page.items if isinstance(item, Text)]


def icons(document: Document) -> Counter[str]:
    return Counter(item.name for page in document.pages for item in page.items if isinstance(item, Icon))


@cache
def recorded(name: str) -> Game:
    lines = (RECORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return replay(parse("\n".join(line[8:] for line in lines if line.startswith("record: "))), opened)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("product", ["aid", "reference", "setup", "rulings", "differences", "glossary", "pad"])
def test_body_type_is_large_enough_to_read(product: str, game: str) -> None:
    document = laid(product, "de", game=game)
    sizes = [(item.size, item.font) for page in document.pages for item in page.items if isinstance(item, Text)]
    assert min(size for size, font in sizes if font == "title") >= 14
    words = [item.size for page in document.pages for item in page.items
             if isinstance(item, Text) and not re.fullmatch("[−+≠–/±]?[0-9]*", item.text)]  # fmt: skip
    assert sum(size >= 9.5 for size in words) > len(words) * 0.35
    assert min(words) >= 7
    assert min(size for size, _ in sizes) >= 6, "a number in a coin"


# the aid


@pytest.mark.parametrize("product", ["aid", "aid_half", "aid_cards"])
def test_what_a_section_brings_stands_below_every_number_of_houses(product: str) -> None:
    """From none to six and more: no range to be misread."""
    document = laid(product, "nl", game="caylus")
    for items in [*(page.items for page in document.pages), *(face.items for face in document.faces.values())]:
        heads = [item for item in items if isinstance(item, Text) and item.text == "6+"]
        if heads:
            break
    (last,) = heads
    row = {item.text: item.x for item in items if isinstance(item, Text) and abs(item.y - last.y) < 0.01}
    assert list("0123456") == [
        text.rstrip("+") for text in sorted(row, key=row.__getitem__) if text in {*"012345", "6+"}
    ]
    below = [
        item for item in items if isinstance(item, Icon) and item.name == "favor" and last.y < item.y < last.y + 40
    ]
    lines = sorted({round(item.y) for item in below if item.x > row["0"]})[:3]
    found = [[item for item in below if round(item.y) == y and item.x > row["0"]] for y in lines]
    assert [len(line) for line in found] == [1, 3, 3], "dungeon, walls and towers"
    middle = (row["2"] + row["6+"]) / 2
    assert abs(found[0][0].x + found[0][0].width / 2 - middle) < 4, "any number from two on"


def test_the_set_up_of_a_variant_is_for_those_who_can_play_it() -> None:
    assert len(laid("setup", "en", game="caylus", variants=("two_players",)).pages) == 1
    with pytest.raises(BadChoice) as caught:
        laid("setup", "en", game="caylus", variants=("two_players",), players=4)
    assert "4" in str(caught.value)
    assert "2" in str(caught.value)


CHANGES = [
    ("caylus", "[bridge]\nprices = [1, 2, 3, 4, 9]\nfirst_pass = 8\n", ["9", "8"]),
    ("caylus", "[bridge]\nown_building = 6\ninn = 7\nowner_prestige = 8\n", ["6", "7", "8"]),
    ("caylus", "[provost]\nprice_per_step = 7\n", ["7"]),
    ("caylus", "[castle]\nrefusal = 7\n", ["7"]),
    ("caylus", "[castle.sections.walls]\ntrigger = 19\nparts = 11\nprestige = 6\n", ["19", "11", "6"]),
    ("caylus", "[buildings.mason]\nprestige = 8\n", ["8"]),
    ("caylus", "[end]\ngold = { per = 1, prestige = 17 }\n", ["17"]),
    ("magna_carta", "[castle]\nremoved_without_batch = 6\n", ["−6"]),
    ("magna_carta", "[castle.sections.walls]\ntokens = 21\n", ["21", "20", "19"]),
    ("magna_carta", "[setup]\nhand = 8\nmoney = 9\n", ["8", "9"]),
    ("magna_carta", "[actions]\nprices = { draw = 1, swap = 5, place = 1 }\n", ["5"]),
]


@pytest.mark.parametrize(("game", "overlay", "shown"), CHANGES)
def test_the_numbers_of_an_aid_are_those_of_the_data(tmp_path: Path, game: str, overlay: str, shown: list[str]) -> None:
    """A datum changed by an overlay changes on the sheet, where it stands by itself as well as within a sentence."""
    (tmp_path / game).mkdir()
    (tmp_path / game / "own.toml").write_text(f"{overlay}source = ['own']\n")
    (tmp_path / "sources.toml").write_text("[texts.own]\ntitle = 'My box'\n")
    before = Counter(" ".join(texts(laid("aid", "en", game=game))).split())
    after = Counter(" ".join(texts(laid("aid", "en", game=game, overlays=(tmp_path,)))).split())
    assert not Counter(shown) - (after - before)


def test_the_glossary_is_sorted_in_the_language_of_the_sheet() -> None:
    for language, first, last in (("nl", "Alchemist", "Wisselkantoor"), ("de", "Alchemist", "Zimmermann")):
        document = laid("glossary", language, game="caylus")
        words = [
            i.text for p in document.pages for i in p.items if isinstance(i, Text) and i.font == "strong" and i.x < 12
        ]
        assert words.index(first) < words.index(last)
        assert words.index("Bank") < words.index("Park")


def test_the_glossary_has_every_printed_name_and_says_once_what_is_the_same() -> None:
    shown = texts(laid("glossary", "en", game="caylus"))
    for printed in ("Goldmacher", "Goudmaker", "Academie", "Gedenkteken", "Wohnort", "Marktplein"):
        assert any(printed in text for text in shown), printed
    assert shown.count("Farm") == 1
    assert shown.count("Deniers") == 0, "the plural of another row"


def test_setting_up_for_two_says_what_two_begin_with() -> None:
    two, five = (icons_with_numbers(laid("setup", "en", game="caylus", players=n)) for n in (2, 5))
    assert two == ["5", "5", "1", "3"]
    assert five == ["5", "6", "6", "7", "7", "1", "2", "3", "4", "5"]


def icons_with_numbers(document: Document) -> list[str]:
    """The numbers inside coins, in reading order."""
    items = [item for page in document.pages for item in page.items]
    return [
        after.text for item, after in pairwise(items)
        if isinstance(item, Icon) and item.name == "coin" and isinstance(after, Text)
    ]  # fmt: skip


def test_differences_name_the_one_box_with_a_jeweller() -> None:
    shown = texts(laid("differences", "en", game="caylus"))
    assert any("Jeweller" in text for text in shown)
    assert "Marktplein" in shown
    assert not any("_" in text for text in shown), "an id instead of a word"


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_variants_say_in_sentences_how_they_differ(language: str) -> None:
    shown = " ".join(texts(laid("variants", language, game="magna_carta")))
    t = Translator(language, load("magna_carta", language))
    assert t.count("card", 10) in shown
    assert t.count("card", 12) in shown
    for id in ("term.bridge", "term.provost", "phase.income", "building.residence"):
        assert t.name(id).split(" ")[0] in shown
    assert not {t.say("diff.yes"), t.say("diff.no"), "0", "1"} & set(texts(laid("variants", language)))


def test_few_players_have_more_pads_on_a_page() -> None:
    for players, pads in ((2, 3), (5, 2)):
        assert texts(laid("pad", "en", players=players)).count("Date") == pads


GAMES_PLAYED = ("nl-4", "nl-first-5", "en-2", "de-3", "mc-standard-4", "mc-intro-2")


@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_the_sums_on_paper_are_those_of_the_game(name: str) -> None:
    game = recorded(name)
    sheet = game_sheet(game)
    items = [item for item in laid("endgame", record=game).pages[0].items if isinstance(item, Text)]
    numbers = [(it, int(it.text.replace("−", "-"))) for it in items if re.fullmatch("[−-]?[0-9]+", it.text)]
    totals = [(it, points) for it, points in numbers if it.size > 14 and it.x > 105]
    assert [points for _, points in totals] == [sheet.players[player].total for player in sheet.best_first()]
    for total, points in totals:
        row = [n for it, n in numbers if abs(it.y - total.y) < 2.5 and it.size < 14 and it.font != "title"]
        assert sum(row) == points, "the sources stand before the total, in its own row"


def test_a_game_can_be_given_as_a_file_or_as_itself(tmp_path: Path) -> None:
    lines = (RECORDS / "nl-4.txt").read_text(encoding="utf-8").splitlines()
    file = tmp_path / "sunday.txt"
    file.write_text("\n".join(line[8:] for line in lines if line.startswith("record: ")), encoding="utf-8")
    from_file, from_game = make("endgame", record=file), make("endgame", record=recorded("nl-4"))
    assert from_file.content == from_game.content
    assert "sunday" in from_file.name
    file.write_text("no record\n", encoding="utf-8")
    with pytest.raises(BadRecordFile):
        make("endgame", record=file)
    with pytest.raises(BadChoice):
        make("endgame")


PEOPLE = {
    "colours": (),
    "short": ("Bo", "Al", "Li", "X", "Åse"),
    "wide": ("W" * NAME_LENGTH,) * 5,
    "long": (
        "Wilhelmina Overmeulenburg",
        "Maximiliane Wüstenhagener-Ober",
        "Jan-Willem van den Broecke",
        "Bo",
        "Donaudampfschifffahrtskapitän",
    ),
    "odd": ("Γιώργος", "🔥 Zoë 🐉", "みさき", "🦄", '<b>x"=1+1'),
}
PRINTED = {"🔥 Zoë 🐉": "Zoë", "みさき": "Misaki", "🦄": ""}
"""What is printed for a name with characters that the fonts lack; for nothing, the color."""


@cache
def played(name: str, players: int) -> Account:
    game, chance = new_game(library().rules(name, None, (), players)), random.Random(1)
    while not game.over:
        game.play(chance.choice(game.options))
    return account(game)


PARTIES: list[Table] = [{
    "game": [*times(["caylus"], (2, 3, 4, 5)), *times(["magna_carta"], (2, 3, 4))], "people": [*PEOPLE],
    "paper": papers(), "languages": [*((language,) for language in LANGUAGES), ("de", "nl")],
}]  # fmt: skip


@pytest.mark.parametrize("row", all_pairs(PARTIES), ids=lambda row: f"{SEED}-{'-'.join(map(str, row.values()))}")
def test_everybody_is_on_the_report_whatever_they_are_called(row: Row) -> None:
    found = played(*row["game"])
    names = dict(zip(found.seats, PEOPLE[row["people"]], strict=False))
    document = laid("endgame", *row["languages"], record=replace(found, names=names), paper=row["paper"])
    written = "".join(item.text for page in document.pages for item in page.items if isinstance(item, Text))
    t = Translator(document.language, found.rules)
    for colour in found.seats:
        given = names.get(colour, "")
        shown = PRINTED.get(given, given) or t.name(f"player.{colour}")
        assert shown.replace(" ", "") in written.replace(" ", "")
    assert not faults_of_width(document)


def faults_of_width(document: Document) -> list[str]:
    """What runs into the words after it, or over the edge of the paper."""
    found = []
    for page in document.pages:
        runs = sorted(((round(it.y), it.x, it) for it in page.items if isinstance(it, Text)), key=lambda run: run[:2])
        ends = [it.x + fonts.width(it.font, it.size, it.text) for _, _, it in runs]
        found += [it.text for end, (_, _, it) in zip(ends, runs, strict=True) if end > page.width - craft().unprintable]
        for end, ((line, _, one), (below, x, _)) in zip(ends, pairwise(runs), strict=False):
            if line == below and end >= x:
                found.append(one.text)
    return found


def test_winner_and_chart_of_a_report_are_called_by_their_names() -> None:
    found = played("caylus", 3)
    names = dict(zip(found.seats, ("Γιώργος", "Bea", "Casimir"), strict=True))
    document = laid("endgame", "nl", record=replace(found, names=names))
    said = " ".join(item.text for page in document.pages for item in page.items if isinstance(item, Text))
    t = Translator("nl", library().rules("caylus", None))
    winner = found.sheet.winners[0]
    assert names[winner] in said
    assert t.say("print.endgame.won", points=found.sheet.players[winner].total) in said
    assert not [colour for colour in found.seats if t.name(f"player.{colour}") in said]


def test_lines_of_a_chart_differ_without_colour() -> None:
    document = laid("endgame", "en", record=recorded("nl-first-5"))
    lines = [item for page in document.pages for item in page.items if isinstance(item, Line)]
    dashes = {
        item.colour: item.dash for item in lines if item.colour in recorded("nl-first-5").seats and item.width > 1
    }
    assert len(dashes) == 5
    assert len(set(dashes.values())) == 5
    shapes = {name for name in icons(document) if name.startswith("shape-")}
    assert len(shapes) == 5


@pytest.mark.parametrize(("game", "pieces"), [("caylus", "tiles"), ("magna_carta", "cards")])
def test_the_legend_explains_every_sign_of_the_pieces(game: str, pieces: str) -> None:
    made = laid("legend", game=game)
    explained = {item.name for page in made.pages for item in page.items if isinstance(item, Icon)}
    faces = laid(pieces, game=game).faces
    signs = {item.name for face in faces.values() for item in face.items if isinstance(item, Icon)}
    drawn = {"lozenge", "ring-coin"} | ({"favor"} if game == "magna_carta" else set())  # in edges; a place with a price
    assert {sign for sign in signs if not sign.startswith("buildings/")} - drawn <= explained
    first = [item.name for item in made.pages[0].items if isinstance(item, Icon)][:2]
    assert [name.removeprefix(f"{game}/") for name in first] == ["any", "plain"], "what is easily confused comes first"
    assert len(made.pages) == 1


# big print


def test_a_short_section_of_big_print_is_never_split_and_each_page_begins_with_a_heading() -> None:
    document = laid("aid", "de", game="caylus", big=True, paper="A3")
    parts = [
        [item.title or item.role for item in page.items if isinstance(item, Mark) and item.role in {"H2", "TR"}]
        for page in document.pages
    ]
    for page, following in pairwise(part for part in parts if part):  # the phases are no table
        assert page[-1] == "TR", "a heading at the foot of a page has lost what it heads"
        assert following[0] != "TR", "a table goes on without its heading"
    for later in document.pages[1:]:
        highest = min((item for item in later.items if isinstance(item, Text)), key=lambda item: item.y)
        assert (highest.font, highest.size > 24) == ("title", True)


def test_what_is_cut_has_no_big_print() -> None:
    with pytest.raises(BadChoice) as caught:
        Request("cards", big=True).checked()
    assert "aid" in caught.value.valid
    assert "pad" not in caught.value.valid


@pytest.mark.parametrize("big", [False, True])
def test_no_page_is_printed_for_a_few_lines(big: bool) -> None:
    """Where less air between the lines saves a last page that would be nearly empty."""
    for product, paper in times(("reference", "rulings"), ("A4", "Letter")):
        page = laid(product, "de", game="caylus", paper=paper, big=big).pages[-1]
        assert max(item.y for item in page.items if isinstance(item, Text)) > 0.25 * page.height
