"""The print shop on the web: everything can be chosen, seen and downloaded; nothing that is asked for breaks it."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from companion.printing import make
from companion.printing.paper import Offset
from companion.printing.product import product_file, products
from tests.web.conftest import LocalClient
from tests.web.tables import BASE, opened
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

READY = [name for name in products() if not product_file(name).get("needs")]


def test_everything_is_there_and_leads_somewhere(client: LocalClient) -> None:
    page = client.get("/print").text
    for name in READY:
        assert f'href="/print/{name}' in page
    assert "/print/endgame" not in page, "it needs a game"
    for address in set(re.findall(r'href="(/print/[^"]+)"', page)):
        answer = client.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200, address
        if "only=" in address:
            assert re.search(r'<details class="pieces" open>', answer.text), "what is missing can be ticked at once"
    assert page.index("/print/aid/file.pdf") < page.index("/print/tiles?") < page.index("/print/setup?")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_seen_and_downloaded(client: LocalClient, language: str) -> None:
    client.set_cookie("language", language, domain="192.168.1.20")
    query = "game=caylus&paper=Letter&ink=saver&second=en"
    page = client.get(f"/print/aid?{query}")
    assert page.status_code == 200
    picture = re.search(r'<img src="([^"]+)"', page.text)
    assert picture
    assert client.get(picture[1].replace("&amp;", "&")).data[1:4] == b"PNG"
    answer = client.get(f"/print/aid/file.pdf?{query}")
    assert answer.data[:5] == b"%PDF-"
    spoken = language.upper() if language == "en" else f"{language.upper()}-EN"
    assert f"Caylus_PlayerAid_{spoken}_Letter" in answer.headers["Content-Disposition"]


def test_every_product_of_the_list_has_its_picture(client: LocalClient) -> None:
    page = client.get("/print?game=magna_carta").text
    pictures = re.findall(r'data-picture="([^"]+)"', page)
    assert len(pictures) == len(re.findall(r'<li>\s*<a href="/print/', page)) > 8
    drawn = {client.get(address.replace("&amp;", "&")).data for address in pictures[:3]}
    assert all(data[1:4] == b"PNG" for data in drawn)
    assert len(drawn) == 3


@pytest.mark.parametrize("name", ["family", "club", "replacements"])
def test_a_set_is_one_file_with_all_that_the_page_says_is_in_it(client: LocalClient, name: str) -> None:
    client.set_cookie("language", "nl", domain="192.168.1.20")
    page = client.get("/print?game=caylus&paper=A3").text
    said = re.search(rf'<li>(?:(?!<li>).)*?href="(/print/set/{name}\.zip[^"]*)"', page, re.DOTALL)
    assert said
    products_said = re.findall(r'href="/print/(\w+)', said[0])[:-1]
    answer = client.get(said[1].replace("&amp;", "&"))
    with ZipFile(BytesIO(answer.data)) as bundle:
        files = {one: bundle.read(one) for one in bundle.namelist()}
    assert len(files) == len(products_said)
    assert all(data[:5] == b"%PDF-" for data in files.values())
    assert all(one.startswith("Caylus") and "_NL" in one and "_A3" in one for one in files), list(files)


@pytest.mark.parametrize(
    ("address", "status"),
    [("/print/set/nothing.zip", 404), ("/print/set/all.zip", 404), ("/print/set/family.zip?paper=A9", 422)],
)
def test_no_other_set_is_made(client: LocalClient, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_the_form_remembers_what_was_chosen(client: LocalClient) -> None:
    page = client.get("/print/cards?paper=A3&ink=grey&cut=gutters&language=de").text
    for value in ("A3", "grey", "gutters", "de"):
        assert f'<option value="{value}" selected' in page


@pytest.mark.parametrize(
    "query",
    ["/print/nothing", "/print/endgame", "/print/cards?edition=xx&game=chess", "/print/<script>",
     "/print/cards/preview.png?page=999", "/print/set/none.zip"],
)  # fmt: skip
def test_what_does_not_exist_is_said(client: LocalClient, query: str) -> None:
    answer = client.get(query)
    assert answer.status_code == 404
    assert "<script>" not in answer.text
    assert re.search(r'<p class="lead"[^>]*>\s*\S', answer.text)


@pytest.mark.parametrize(
    ("query", "field"),
    [("cards?paper=A9", "paper"), ("cards?game=chess", "game"), ("tiles?game=magna_carta", "game"),
     ("cards?language=klingon", "language"), ("cards?second=klingon", "second"), ("cards?ink=blood", "ink"),
     ("cards?own_size=5x5mm", "own_size"), ("cards?size=banana", "size"), ("cards?own_size=<script>", "own_size"),
     ("setup?game=caylus&players=9", "players"), ("cards?own_size=300x400mm", "own_size")],
)  # fmt: skip
def test_what_is_wrong_is_said_beside_its_field(client: LocalClient, query: str, field: str) -> None:
    """The rest of the form stays, and a sheet is shown without the answer that cannot be."""
    answer = client.get(f"/print/{query}&cut=gutters&duplex=short")
    assert answer.status_code == 422
    assert f'aria-describedby="fault-{field}"' in answer.text
    assert re.search(rf'id="fault-{field}">\s*\S', answer.text)
    assert "<script>" not in answer.text
    if "cards" in query:
        assert '<option value="gutters" selected' in answer.text
    picture = re.search(r'<img src="([^"]+)"', answer.text)
    assert picture
    assert client.get(picture[1].replace("&amp;", "&")).status_code == 200
    assert client.get(f"/print/{query.replace('?', '/file.pdf?')}").status_code == 422


def test_another_game_forgets_the_box_of_the_last(client: LocalClient) -> None:
    page = client.get("/print/aid?game=caylus&edition=nl&variant=standard")
    assert page.status_code == 200
    assert client.get("/print/aid?game=magna_carta&edition=nl-first&variant=lawyer_3").status_code == 200


def test_a_size_of_cards_is_chosen_or_typed(client: LocalClient) -> None:
    sizes = {}
    for query in ("", "size=mini", "own_size=70x120mm", "size=mini&sleeve=1", "profile=shop"):
        assert client.get(f"/print/cards?{query}").status_code == 200
        sizes[query] = PdfReader(BytesIO(client.get(f"/print/cards/file.pdf?{query}").data))
    pages = {query: len(one.pages) for query, one in sizes.items()}
    assert pages["size=mini"] < pages[""] < pages["own_size=70x120mm"]
    names = {query: client.get(f"/print/cards/file.pdf?{query}").headers["Content-Disposition"] for query in sizes}
    assert len(set(names.values())) == len(names)


def test_every_page_of_a_product_can_be_seen(client: LocalClient) -> None:
    page = client.get("/print/cards?ink=grey").text
    pictures = [one.replace("&amp;", "&") for one in re.findall(r'data-picture="([^"]+)"', page)]
    assert len(pictures) == len(PdfReader(BytesIO(client.get("/print/cards/file.pdf?ink=grey").data)).pages) > 4
    assert all("ink=grey" in one for one in pictures)
    assert client.get(pictures[-1]).data[1:4] == b"PNG"
    assert client.get(pictures[-1]).data != client.get(pictures[0]).data


@pytest.mark.parametrize(
    "query",
    ["cards?variant=intro&only=building.lawyer", "cards?own_size=210x297mm", "cards?own_size=20x20mm",
     "castle?game=caylus&duplex=gutterfold", "aid?game=caylus&duplex=sideways",
     "aid?game=caylus&only=bank", "road?game=caylus&pages=single", "cards?variant=intro&variant=xx"],
)  # fmt: skip
def test_what_no_single_answer_is_to_blame_for_is_said_above_the_form(client: LocalClient, query: str) -> None:
    answer = client.get(f"/print/{query}&paper=Letter")
    assert '<option value="Letter" selected' in answer.text
    assert 'id="product"' in answer.text
    assert answer.status_code == 422
    assert re.search(r'class="(notice|fault)"[^>]*>\s*\S', answer.text)


def test_single_pages_are_offered_for_pieces_alone(client: LocalClient) -> None:
    assert 'name="pages"' in client.get("/print/discs?game=caylus").text
    assert 'name="pages"' not in client.get("/print/road?game=caylus").text


def test_a_set_is_made_for_the_printer_of_the_device(client: LocalClient) -> None:
    form = {"paper": "A4", "across": "1.5", "side": "left", "down": "", "way": "low"}
    client.send("/print/cards/printer", **form)
    cards = client.get("/print/cards/file.pdf?language=en").data
    with ZipFile(BytesIO(client.get("/print/set/replacements.zip?language=en").data)) as bundle:
        assert cards in [bundle.read(one) for one in bundle.namelist() if "_Cards_" in one]


def test_single_pieces_and_big_print_are_ticked(client: LocalClient) -> None:
    page = client.get("/print/tiles?only=building.tailor&paper=A4").text
    assert 'name="only" value="building.tailor" checked' in page
    count = {}
    for query in ("paper=A4", "only=building.tailor", "only=building.tailor&pages=single", "pages=single"):
        count[query] = len(PdfReader(BytesIO(client.get(f"/print/tiles/file.pdf?{query}").data)).pages)
    assert count["only=building.tailor"] == count["only=building.tailor&pages=single"] == 1
    assert count["pages=single"] > 30 > count["paper=A4"]
    big = client.get("/print/aid/file.pdf?game=caylus&big=1&paper=A3")
    assert "big" in big.headers["Content-Disposition"]
    assert 'name="big" value="1" checked' in client.get("/print/aid?game=caylus&big=1").text
    assert 'id="fault-only"' in client.get("/print/tiles?only=nothing").text


def backs(client: LocalClient, query: str) -> bytes:
    return bytes(client.get(f"/print/cards/file.pdf?{query}").data)


def test_a_printers_shift_is_told_in_words_and_kept_for_its_paper(client: LocalClient) -> None:
    before = {paper: backs(client, f"paper={paper}") for paper in ("A4", "Letter")}
    form = {"paper": "A4", "across": "1,5", "side": "left", "down": "0.7", "way": "low", "query": "paper=A4&ink=full"}
    answer = client.send("/print/cards/printer", **form)
    assert (answer.status_code, answer.location) == (303, "/print/cards?paper=A4&ink=full")
    page = client.get("/print/cards?paper=A4").text
    assert re.search(r'name="across" value="1.5"', page)
    assert '<option value="left" selected' in page
    assert "offset=-1.5,0.7" in page.replace("%2C", ",")
    assert backs(client, "paper=A4") != before["A4"]
    assert backs(client, "paper=Letter") == before["Letter"]
    expected = make("cards", languages=("en",), paper="A4", offset=Offset(-1.5, 0.7)).content
    assert backs(client, "paper=A4&language=en") == expected
    client.send("/print/cards/printer", **form | {"across": "", "down": "0"})
    assert backs(client, "paper=A4") == before["A4"]


@pytest.mark.parametrize("typed", ["x", "11", "-1", "nan", "1e400", "9" * 6])
def test_a_shift_that_cannot_be_is_said_beside_it(client: LocalClient, typed: str) -> None:
    form = {"paper": "A4", "across": typed, "side": "right", "down": "", "way": "low", "query": "paper=A4"}
    answer = client.send("/print/cards/printer", **form)
    assert answer.status_code == 422
    assert re.search(r'id="fault-offset">\s*\S', answer.text)
    assert f'value="{typed}"' in answer.text
    assert not answer.headers.getlist("Set-Cookie") or "printer" not in str(answer.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize("cookie", ["", "A4", "A4:x:y", "A4:1", "A4:99:99", "_" * 3000, "A4:1:1:1", "Ä4:1:1"])
def test_a_cookie_that_cannot_be_read_changes_nothing(client: LocalClient, cookie: str) -> None:
    plain = backs(client, "")
    client.set_cookie("printer", cookie, domain="192.168.1.20")
    assert backs(client, "") == plain


def test_from_a_table_its_box_is_filled_in(client: LocalClient) -> None:
    table = opened(client.application, "caylus", "de")
    answer = client.get(f"/t/{table.code}/print", follow_redirects=True)
    assert "edition=de" in answer.request.url
    assert 'href="/print/aid?' in answer.text
    link = re.search(r'href="(/print/tiles\?[^"]+)"', answer.text)
    assert link
    page = client.get(link[1].replace("&amp;", "&"), base_url=BASE).text
    assert '<option value="de" selected>' in page
