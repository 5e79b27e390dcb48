"""The print shop on the web: everything can be chosen, seen and downloaded; nothing that is asked for breaks it."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from companion.printing.product import product_file, products
from tests.web.conftest import LocalClient
from tests.web.tables import BASE, opened
from tests.words import LANGUAGES

READY = [name for name in products() if not product_file(name).get("needs")]


def test_everything_is_there_and_leads_somewhere(client: LocalClient) -> None:
    page = client.get("/print").text
    for name in READY:
        assert f'href="/print/{name}' in page
    assert "/print/endgame" not in page, "it needs a game"
    for address in set(re.findall(r'href="(/print/[^"]+)"', page)):
        answer = client.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200, address


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
    assert len(pictures) == len(re.findall(r'<li><a href="/print/', page)) > 8
    drawn = {client.get(address.replace("&amp;", "&")).data for address in pictures[:3]}
    assert all(data[1:4] == b"PNG" for data in drawn)
    assert len(drawn) == 3


@pytest.mark.slow
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


@pytest.mark.parametrize("address", ["/print/set/nothing.zip", "/print/set/all.zip", "/print/set/family.zip?paper=A9"])
def test_no_other_set_is_made(client: LocalClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_form_remembers_what_was_chosen(client: LocalClient) -> None:
    page = client.get("/print/cards?paper=A3&ink=grey&cut=gutters&language=de").text
    for value in ("A3", "grey", "gutters", "de"):
        assert f'<option value="{value}" selected' in page


@pytest.mark.parametrize(
    "query",
    ["/print/nothing", "/print/endgame", "/print/cards?paper=A9", "/print/cards?game=chess",
     "/print/tiles?game=magna_carta", "/print/cards?language=klingon", "/print/cards?ink=blood",
     "/print/cards?edition=xx", "/print/cards?variant=xx", "/print/<script>",
     "/print/cards/preview.png?page=999", "/print/cards/file.pdf?paper=../../etc"],
)  # fmt: skip
def test_what_does_not_exist_is_said(client: LocalClient, query: str) -> None:
    answer = client.get(query)
    assert answer.status_code == 404
    assert "<script>" not in answer.text
    assert re.search(r'<p class="lead">\s*\S', answer.text)


def test_from_a_table_its_box_is_filled_in(client: LocalClient) -> None:
    table = opened(client.application, "caylus", "de")
    answer = client.get(f"/t/{table.code}/print", follow_redirects=True)
    assert "edition=de" in answer.request.url
    assert 'href="/print/aid?' in answer.text
    link = re.search(r'href="(/print/tiles\?[^"]+)"', answer.text)
    assert link
    page = client.get(link[1].replace("&amp;", "&"), base_url=BASE).text
    assert '<option value="de" selected>' in page
