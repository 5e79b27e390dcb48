"""Every page in every language for both games, without a browser."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from flask import abort

from companion.i18n.needed_words import known_ids
from companion.rules import library, load
from companion.web import create_app
from tests.pairs import chance, some
from tests.web.club import BASE
from tests.web.conftest import LocalClient
from tests.words import LANGUAGES, plain

GAMES = ("caylus", "magna_carta")
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


class Page(HTMLParser):
    """The addresses, ids and words of a page, and whether its tags are balanced."""

    VOID = ("meta", "link", "input", "br", "img", "source")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.inline: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self._open.append(tag)
        for name, value in attrs:
            if name in ("href", "src", "action"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")
            if name == "style" or name.startswith("on") or tag in ("style", "script"):
                self.inline.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


def page(client: LocalClient, address: str, language: str = "en", status: int = 200) -> str:
    answer = client.get(address, headers={"Accept-Language": language})
    text = answer.get_data(as_text=True)
    assert answer.status_code == status, text
    assert f'<html lang="{language}">' in text
    seen = Page(text)
    assert seen.inline == []
    assert len(seen.ids) == len(set(seen.ids))
    assert all(link.startswith(("/", "#")) and not link.startswith("//") for link in seen.links)
    assert "{" not in text
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'; ")
    return text


@pytest.mark.slow
@EVERY_GAME
def test_an_id_has_its_page(client: LocalClient, game: str) -> None:
    languages = chance(game)
    for id in some(known_ids(library(), game), 60, game):
        page(client, f"/rules/{game}/{id}", languages.choice(LANGUAGES))


@pytest.mark.slow
@EVERY_GAME
def test_every_box_and_variant(client: LocalClient, game: str) -> None:
    languages, editions = chance(game), list(library().editions(game))
    for edition in editions:
        page(client, f"/rules/{game}?edition={edition}", languages.choice(LANGUAGES))
        other = languages.choice(editions)
        page(client, f"/compare/{game}?first={edition}&second={other}", languages.choice(LANGUAGES))
    for variant in library().variants(game):
        page(client, f"/rules/{game}?variant={variant}", languages.choice(LANGUAGES))


EACH, DRAWN_EACH = 6, 2
"""How many addresses of each kind are followed, and of those that have to be drawn."""


@pytest.mark.slow
def test_links_lead_somewhere(client: LocalClient) -> None:
    """A walk from the first page: what is waiting is taken in any order, so many of each kind."""
    chooser, kinds = chance("links"), client.application.url_map.bind("localhost")
    followed: Counter[str] = Counter()
    known, waiting = {"/"}, ["/"]
    while waiting:
        address = waiting.pop(chooser.randrange(len(waiting)))
        kind = str(kinds.match(address.partition("?")[0])[0])
        followed[kind] += 1
        if followed[kind] > (DRAWN_EACH if kind.startswith("printing.") else EACH):
            continue
        answer = client.get(address, headers={"Accept-Language": chooser.choice(LANGUAGES)})
        assert answer.status_code in (200, 302), address
        if answer.mimetype == "text/html" and answer.status_code == 200:
            found = Page(answer.get_data(as_text=True))
            anchors = {link[1:] for link in found.links if link.startswith("#") and not link.startswith("#icon-")}
            assert anchors <= set(found.ids), address
            links = {link.partition("#")[0] for link in found.links} - {"", "/language", "/search"}
            waiting += sorted(links - known)
            known |= links
    assert len(followed) > 15


def test_every_term_phase_and_ruling_can_be_reached(client: LocalClient) -> None:
    for game in GAMES:
        text = page(client, f"/rules/{game}")
        kinds = ("building", "phase", "section", "line", "action", "setup", "end", "ruling")
        for id in known_ids(library(), game):
            name = id.partition(".")[2]
            held = not id.startswith("building.") or load(game).data.buildings[name].count or name == "residence"
            if id.startswith(kinds) and held:
                assert f'/{id}"' in text, id


def test_a_tile_says_what_the_box_says(client: LocalClient) -> None:
    first = page(client, "/rules/caylus/building.tailor?edition=nl-first", "nl")
    assert "Ruil 1 linnen voor 2 PP, of 3 linnen voor 6 PP." in plain(first)
    assert "Wat geeft de kleermaker voor één linnen?" in first
    assert '<dd lang="de">Schneider</dd>' in first
    assert "Ruil 2 linnen voor 4 PP" in plain(page(client, "/rules/caylus/building.tailor", "nl"))
    tiles = page(client, "/rules/caylus?edition=nl-first", "nl")
    assert "Ruil 1 linnen voor 2 PP" in plain(tiles)
    assert '<span lang="en">Tailor</span> · <span lang="de">Schneider</span>' in tiles


def test_the_box_goes_along_in_the_links(client: LocalClient) -> None:
    text = page(client, "/rules/caylus?edition=nl-first&variant=two_players&variant=lawyer_3", "de")
    kept = "edition=nl-first&amp;variant=two_players&amp;variant=lawyer_3"
    assert f"/rules/caylus/building.tailor?{kept}" in text
    assert f"/rules/caylus?{kept}" in page(client, f"/rules/caylus/building.tailor?{kept.replace('amp;', '')}", "de")
    redirected = client.get("/rules/caylus/tailor?edition=nl-first")
    assert redirected.location == "/rules/caylus/building.tailor?edition=nl-first"
    found = page(client, "/search?q=kleermaker&game=caylus&edition=nl-first", "de")
    assert "/rules/caylus/building.tailor?edition=nl-first" in found


def test_a_variant_changes_what_is_shown(client: LocalClient) -> None:
    assert "building.church" in page(client, "/rules/magna_carta")
    intro = page(client, "/rules/magna_carta?variant=intro")
    assert "building.church" not in intro
    assert "phase.provost" not in intro


def test_what_is_uncertain_is_said(client: LocalClient) -> None:
    bank = page(client, "/rules/magna_carta/building.bank", "nl")
    assert bank.count("(waarschijnlijk)") == 2
    assert "openbare transcriptie van de kaarten" in bank
    assert "Niet alles hier is zeker" in bank
    assert "Een getal met ‘?’ is waarschijnlijk" in page(client, "/rules/magna_carta", "nl")
    assert "our reading" in page(client, "/rules/caylus/ruling.lawyer_beyond_provost")
    assert "Niet alles hier is zeker" not in page(client, "/rules/caylus/building.tailor", "nl")


def test_the_owner_of_a_stone_farm_is_told_of_the_extra_cube(client: LocalClient) -> None:
    assert "Nimm 1 Nahrung oder 1 Tuch." in plain(page(client, "/rules/caylus/building.s_farm", "de"))


@pytest.mark.parametrize(
    ("word", "address"),
    [
        ("goudmaker", "/rules/caylus/building.alchemist"),
        ("voogd", "/rules/magna_carta/term.provost"),
    ],
)
@EVERY_LANGUAGE
def test_search_finds_a_name_in_any_language(client: LocalClient, language: str, word: str, address: str) -> None:
    assert f'href="{address}"' in page(client, f"/search?q={word}", language)


def test_what_only_tiles_print_is_found_and_shown(client: LocalClient) -> None:
    assert 'lang="it">Muratore<' in page(client, "/search?q=muratore", "de")
    entry = page(client, "/rules/caylus/building.mason", "nl")
    assert re.search(
        r'Op de tegel \(Italiaans\)</dt><dd><span lang="it">Muratore</span> <span class="how">\(waars', entry
    )
    assert "Op de tegel" not in page(client, "/rules/caylus/building.gate", "nl")


def test_search_without_a_word_and_without_a_hit(client: LocalClient) -> None:
    assert "Zoeken" in page(client, "/search", "nl")
    assert "Niets gevonden voor ‘zeppelin’." in page(client, "/search?q=zeppelin", "nl")


def test_two_boxes_side_by_side(client: LocalClient) -> None:
    text = page(client, "/compare/caylus?first=en&second=nl-first", "de")
    assert "Tausche 1 Tuch gegen 2 PP oder 3 Tuch gegen 6 PP." in plain(text)
    assert "der Besitzer des Arbeiters" in text
    assert "Marktplein" in page(client, "/compare/caylus?first=nl&second=nl-first", "nl")
    assert "play the same" in page(client, "/compare/caylus?first=en&second=en")


@pytest.mark.parametrize("address", ["/", "/rules/caylus?edition=nl", "/rules/caylus/building.tailor"])
def test_a_language_is_chosen_and_the_page_comes_back(client: LocalClient, address: str) -> None:
    text = page(client, address, "en")
    match = re.search(r'name="next" value="([^"]*)"', text)
    assert match
    answer = client.send("/language", language="nl", next=match[1].replace("&amp;", "&"))
    assert (answer.status_code, answer.location) == (303, address)
    cookie = answer.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age"))
    assert '<html lang="nl">' in client.get(address, headers={"Accept-Language": "de"}).get_data(as_text=True)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("nl-BE,en;q=0.5", "nl"),
        ("es,de-AT;q=0.8,en;q=0.3", "de"),
        ("es", "en"),
        ("fr-CH", "fr"),
        ("nl;q=0, de", "de"),
        ("es, nl;q=0", "en"),
        ("de;q=0", "en"),
        ("*", "en"),
        ("", "en"),
        ("de-DE-1996", "de"),
        (";;;,,,q=x", "en"),
    ],
)
def test_the_browser_says_the_language(client: LocalClient, accepted: str, language: str) -> None:
    answer = client.get("/", headers={"Accept-Language": accepted})
    assert f'<html lang="{language}">' in answer.get_data(as_text=True)
    assert {"Cookie", "Accept-Language"} <= {one.strip() for one in ",".join(answer.headers.getlist("Vary")).split(",")}


@pytest.mark.parametrize(
    ("status", "titles"),
    [
        (404, ("Niet gevonden", "Nicht gefunden", "Not found", "Introuvable")),
        (405, ("Niet gevonden", "Nicht gefunden", "Not found", "Introuvable")),
        (413, ("Dit kan niet", "Das geht nicht", "This cannot be done", "Ce n’est pas possible")),
        (429, ("Te vaak", "Zu oft", "Too many requests", "Trop de demandes")),
        (500, ("Er ging iets mis", "Etwas ging schief", "Something went wrong", "Quelque chose s’est mal passé")),
        (503, ("Nu even niet", "Gerade nicht", "Not right now", "Pas pour le moment")),
    ],
)
def test_a_page_is_headed_by_what_happened(status: int, titles: tuple[str, ...]) -> None:
    app = create_app()
    app.add_url_rule("/fails", view_func=lambda: abort(status))
    for language, title in zip(("nl", "de", "en", "fr"), titles, strict=True):
        answer = app.test_client().get("/fails", base_url=BASE, headers={"Accept-Language": language})
        assert answer.status_code == status
        assert re.search(r"<h1>(.*?)</h1>", answer.text)[1] == title  # type: ignore[index]
        assert re.search(r"<title>(.*?)</title>", answer.text)[1].startswith(title)  # type: ignore[index]
