"""Coming to a table: opening one in a minute, its code, seats taken, asked for, given away; what each device may do."""

import html
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.table.limits import Limits
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.vocabulary import Chance, Depth
from tests.web.club import BASE, HOST, SPECTATOR, STRANGER, Club, new_app, shared_app
from tests.words import LANGUAGES, plain

HOSTILE = "<script>x</script>"


@pytest.fixture
def app() -> Flask:
    return shared_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def post(client: FlaskClient, address: str, **form: Any) -> TestResponse:
    return client.post(address, data={name.replace("_", "."): it for name, it in form.items()}, base_url=BASE)


def get(client: FlaskClient, address: str, language: str = "en") -> str:
    client.set_cookie("language", language, domain="192.168.1.20")
    answer = client.get(address, base_url=BASE)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.text


def opened_table(app: Flask, code: str) -> Table:
    tables: Tables = app.extensions["tables"]
    return tables.place(tables.by_code(code).id).table


def setup_of(app: Flask, answer: TestResponse) -> Any:
    tables: Tables = app.extensions["tables"]
    assert answer.status_code == 303, re.findall(r'role="alert">([^<]*)', answer.text)
    code = answer.headers["Location"].split("/")[2]
    return tables.by_code(code).setup


# a new table


def test_the_quickest_path_is_one_button(app: Flask, client: FlaskClient) -> None:
    page = get(client, "/new", "nl")
    form = dict(re.findall(r'<input type="(?:hidden|radio)" name="([\w.]+)" value="([^"]*)" checked', page))
    setup = setup_of(app, client.post("/new", data={"game": "caylus"} | form, base_url=BASE))
    assert (setup.game, setup.edition, setup.depth, setup.chance) == ("caylus", "nl", Depth.REFEREE, Chance.APP)
    assert len(setup.seats) == 2
    assert setup.language == "nl"


def test_everything_that_can_be_set_is_set(app: Flask, client: FlaskClient) -> None:
    answer = post(
        client, "/new", game="magna_carta", edition="de", players="3", name_1="Ann", name_2=HOSTILE, colour_1="blue",
        colour_2="red", colour_3="green", depth="assistant", chance="table", clock="45", language="de",
        variant="intro",
    )  # fmt: skip
    setup = setup_of(app, answer)
    assert [(seat.colour, seat.name) for seat in setup.seats] == [("blue", "Ann"), ("red", HOSTILE), ("green", "")]
    assert (setup.depth, setup.chance, setup.clock, setup.variants) == (Depth.ASSISTANT, Chance.TABLE, 45, ("intro",))


def test_cards_are_drawn_from_decks_of_wood_and_paper_unless_the_app_is_to_deal(
    app: Flask, client: FlaskClient
) -> None:
    assert 'value="own" checked' in get(client, "/new?game=magna_carta")
    for way, chance, untracked in (
        ("", Chance.TABLE, ("red", "green")),
        ("app", Chance.APP, ()),
        ("table", Chance.TABLE, ()),
    ):
        form = {"chance": way} if way else {}
        setup = setup_of(app, post(client, "/new", game="magna_carta", players="2", **form))
        assert (setup.chance, setup.untracked) == (chance, untracked), way
    assert setup_of(app, post(client, "/new", game="magna_carta", players="2", depth="assistant")).untracked == ()


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"players": "6"}, "This box is for 2 to 5 players."),
        ({"players": "2", "colour.1": "red", "colour.2": "red"}, "Red is taken already. Choose another color."),
        ({"players": "2", "colour.1": "pink"}, "Choose a color."),
        ({"players": "2", "name.2": "x" * 31}, "At most 30 letters, so that it fits everywhere."),
        ({"players": "2", "clock": "soon"}, "A whole number, at most 600."),
        ({"players": "2", "depth": "oracle"}, "This could not be read."),
        ({"players": "2", "edition": "es"}, "es"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(
    client: FlaskClient, form: dict[str, str], said: str
) -> None:
    answer = client.post("/new", data={"game": "caylus", "name.1": "Ann & Bo"} | form, base_url=BASE)
    assert answer.status_code == 422
    assert said in plain(answer.text)
    assert 'value="Ann &amp; Bo"' in answer.text


def test_what_matters_stands_before_the_button_and_the_rest_is_folded_behind_it(client: FlaskClient) -> None:
    for game in ("caylus", "magna_carta"):
        page = get(client, f"/new?game={game}")
        button = page.index('class="main-action"')
        before = [page.index(f'name="{name}"') for name in ("name.1", "colour.1", "depth", "edition")]
        assert before == sorted(before)
        assert max(before) < button
        folded = [page.index(f'name="{name}"', button) for name in ("chance", "language", "clock", "begin")]
        assert all(page.rfind("<details", button, there) > 0 for there in folded)


def test_who_takes_anothers_colour_swaps_with_them(app: Flask, client: FlaskClient) -> None:
    was = {"was_1": "blue", "was_2": "red", "was_3": "green"}
    setup = setup_of(
        app, post(client, "/new", game="caylus", players="3", colour_1="red", colour_2="red", colour_3="green", **was)
    )
    assert [seat.colour for seat in setup.seats] == ["red", "blue", "green"]


def test_a_colour_that_two_have_taken_at_once_is_asked_for_again(client: FlaskClient) -> None:
    answer = post(
        client, "/new", game="caylus", players="2", name_1="Ann", colour_1="black", colour_2="black", was_1="blue",
        was_2="red",
    )  # fmt: skip
    assert answer.status_code == 422
    assert "Black is taken already" in answer.text
    assert 'value="Ann"' in answer.text


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Ann", "Bo", "ANN\u200b"), "ANN is taken already. Choose another name."),
        (("Straße", "STRASSE", ""), "STRASSE is taken already. Choose another name."),
        (("red", "Bo", ""), "red is the name of another color. Choose another name."),
    ],
)
def test_a_name_by_which_two_could_be_meant_is_asked_for_again(
    client: FlaskClient, names: tuple[str, ...], said: str
) -> None:
    typed = {f"name_{n}": name for n, name in enumerate(names, 1)}
    colours = {"colour_1": "blue", "colour_2": "red", "colour_3": "green"}
    answer = post(client, "/new", game="caylus", players="3", **typed, **colours)
    assert answer.status_code == 422
    assert said in answer.text
    assert 'value="Bo"' in answer.text or "STRASSE" in names


@pytest.mark.parametrize("name", ["\u200b", " \u200d\u2060", "\u3164"])
def test_a_name_that_nobody_can_see_is_none(app: Flask, client: FlaskClient, name: str) -> None:
    setup = setup_of(app, post(client, "/new", game="caylus", players="2", name_1=name, name_2=name))
    assert [seat.name for seat in setup.seats] == ["", ""]


def test_two_players_bring_their_own_rules(app: Flask, client: FlaskClient) -> None:
    setup = setup_of(app, post(client, "/new", game="caylus", players="2"))
    assert setup.variants == ()
    assert "two_players" not in get(client, "/new")


def test_the_same_people_play_again(client: FlaskClient) -> None:
    post(client, "/new", game="caylus", players="2", name_1="Ann", name_2="Bo", colour_1="black", colour_2="green")
    page = get(client, "/new")
    assert 'value="Ann"' in page
    assert re.search(r'name="colour.1" value="black" checked', page)


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_only_counting_asks_for_the_game_and_the_names_and_goes_straight_to_the_sheet(
    client: FlaskClient, game: str
) -> None:
    page = get(client, "/new?depth=sheet").partition('class="draft counting')[2]
    asked = set(re.findall(r'<(?:input|select) (?:id="[^"]*" )?(?:type="(?!hidden)\w+" )?name="([^"]+)"', page))
    assert asked - {"depth", "counting"} == {"game", *(f"name.{n}" for n in range(1, 6))}
    counting = {"game": game, "depth": "sheet", "counting": "1"}
    alone = post(client, "/new", **counting, name_2="Ann")
    assert (alone.status_code, 'value="Ann"' in alone.text, "counting" in alone.text) == (422, True, True)
    answer = post(client, "/new", **counting, name_2="Ann", name_4="Bo")
    assert re.fullmatch(r"/t/\w+/sheet", answer.headers["Location"])
    sheet = get(client, answer.headers["Location"])
    assert re.findall(r'aria-label="(\w+): [^"]*[Gg]old', sheet) == ["Ann", "Bo"]
    assert {"caylus": "3", "magna_carta": "1"}[game] in sheet.partition("Gold")[2].partition("</span>")[0]


def test_opening_one_asks_of_an_old_browser_no_more_than_a_form(client: FlaskClient) -> None:
    page = get(client, "/new")
    assert "<script" not in page
    assert "style=" not in page


# a game in progress


POSITION = """road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter
turn: 3 workers
order: red blue
bailiff: 8
provost: 8
red: 5d 2F 12P
blue: 1d - 0P
"""


def position_form(client: FlaskClient, game: str = "caylus") -> dict[str, str]:
    page = client.post("/new", data={"game": game, "players": "2", "begin": "position"}, base_url=BASE).text
    found = re.findall(r'<input type="hidden" name="([\w.]+)" value="([^"]*)"', page)
    return dict(found)


def test_a_game_in_progress_is_entered_as_text(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/new/position", data=position_form(client) | {"position": POSITION}, base_url=BASE)
    table = opened_table(app, answer.headers["Location"].rpartition("/")[2])
    assert (table.state.turn, table.position.fields()["red.prestige"]) == (3, "12")


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"field.red.deniers": "many"}, "“many” is not a whole number."),
        ({"field.provost": "77"}, "77"),
        (
            {"position": POSITION.replace("bailiff: 8", "bailiff: 6")},
            "In turn 3, the bailiff must be on a space from 8",
        ),
        ({"position": "turn: 3 workers\nred: what"}, "what"),
        ({"position": "turn: 3 tea"}, "tea"),
    ],
)
def test_a_position_that_cannot_be_comes_back_with_words(client: FlaskClient, form: dict[str, str], said: str) -> None:
    answer = client.post("/new/position", data=position_form(client) | {"field.blue.food": "4"} | form, base_url=BASE)
    assert answer.status_code == 422
    assert said in re.findall(r'role="alert">([^<]*)', answer.text)[0]
    assert re.search(r'name="field.blue.food" value="4"', answer.text)


# as it lies on the table


def test_what_was_drawn_is_told_in_one_form() -> None:
    club = Club(chance=Chance.TABLE, colours=("red", "blue", "green"))
    page = club.page(HOST, "GET", f"/t/{club.code}/lay").text
    assert page.count("<select") == 7
    tiles = ["n_quarry", "n_farm", "n_market", "n_forest", "n_sawmill"]
    actions = [*(f"draw {tile}" for tile in tiles), "next blue", "next red"]
    form = {"kind": "play", "action": actions, "seen": str(club.seq), "key": "k", "screen": "lay"}
    assert club.page(HOST, "POST", f"/t/{club.code}/act", data=form).status_code == 303
    assert [club.table.position.fields()[f"road.{n}"] for n in range(1, 7)] == [*tiles, "n_carpenter"]
    assert club.table.position.fields()["order"] == "blue red green"


def test_the_same_tile_twice_is_refused_and_nothing_is_laid() -> None:
    club = Club(chance=Chance.TABLE)
    form = {"kind": "play", "action": ["draw n_farm", "draw n_farm"], "seen": str(club.seq), "screen": "lay"}
    answer = club.page(HOST, "POST", f"/t/{club.code}/act", data=form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert club.table.position.fields()["road.1"] == ""


# seats


def sit(club: Club, name: str, seat: str, language: str = "en", address: str = "192.168.1.9") -> TestResponse:
    sent = {"data": {"seat": seat}, "environ_overrides": {"REMOTE_ADDR": address}}
    return club.page(name, "POST", f"/t/{club.code}/sit", language, **sent)


def test_a_phone_takes_a_free_seat() -> None:
    club = Club()
    club.tables.leave(club.id, "red", club.tables.who(club.id, club.tokens[HOST]))
    answer = sit(club, SPECTATOR, "red")
    assert answer.headers["Location"] == f"/t/{club.code}"
    assert club.tables.who(club.id, club.tokens[SPECTATOR]).colours == {"red"}


def test_one_device_plays_all_seats() -> None:
    club = Club(names=("Ann", "Bo"))
    for colour in ("red", "blue"):
        club.tables.leave(club.id, colour, club.tables.who(club.id, club.tokens[HOST]))
    sit(club, HOST, "all")
    assert club.tables.who(club.id, club.tokens[HOST]).colours == {"red", "blue"}
    assert "The host has these seats now: Ann, Bo." in club.page(HOST, "GET", f"/t/{club.code}").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_taken_seat_is_asked_for_and_its_holder_answers(language: str) -> None:
    club = Club(names=(HOSTILE, "Bo"))
    assert sit(club, SPECTATOR, "red").headers["Location"] == f"/j/{club.code}"
    asking = club.page("red", "GET", f"/t/{club.code}/log", language).text
    assert "/answer" in asking
    assert HOSTILE not in asking
    assert "/answer" not in club.page("blue", "GET", f"/t/{club.code}/log", language).text
    mark = re.search(r'name="mark" value="(\w+)"', asking)
    assert mark is not None
    form = {"seat": "red", "mark": mark[1], "answer": "allow", "screen": "settings"}
    assert club.page("red", "POST", f"/t/{club.code}/answer", data=form).status_code == 303
    assert club.tables.who(club.id, club.tokens[SPECTATOR]).colours == {"red"}
    assert not club.tables.who(club.id, club.tokens["red"]).colours


@pytest.mark.parametrize(
    ("language", "said"),
    [("nl", "over een paar minuten opnieuw"), ("de", "in ein paar Minuten noch einmal"), ("en", "in a few minutes")],
)
def test_made_up_devices_of_one_address_leave_room_for_others(language: str, said: str) -> None:
    club = Club()
    for n in range(20):
        club.tokens[f"made up {n}"] = f"made up {n}"
        answer = sit(club, f"made up {n}", "red", language, "192.168.1.66")
    assert (answer.status_code, said in answer.text) == (409, True)
    assert sit(club, SPECTATOR, "red", language, "192.168.1.20").status_code == 303
    waiting = club.page(SPECTATOR, "GET", f"/j/{club.code}", language).text
    assert 'class="waiting"' in waiting


def test_a_table_is_deleted_by_its_host_who_types_its_code() -> None:
    club = Club()
    address = f"/t/{club.code}/delete"
    assert club.page(HOST, "POST", address, data={"confirm": "yes"}).status_code == 422
    assert club.page("red", "POST", address, data={"confirm": club.code}).status_code == 403
    assert club.page(HOST, "POST", address, data={"confirm": club.code.lower()}).status_code == 303
    assert club.page("red", "GET", f"/t/{club.code}").status_code == 404


def test_the_code_as_people_type_it() -> None:
    club = Club()
    answer = club.page(STRANGER, "GET", f"/j?code=%20{club.code.lower()}-")
    assert answer.headers["Location"] == f"/j/{club.code}"


def test_a_code_that_no_table_has_stands_in_its_field_to_be_put_right() -> None:
    club = Club()
    for address in ("/j?code=zzzz2", "/t/ZZZZ2", "/t/ZZZZ2/board"):
        wrong = club.page(STRANGER, "GET", address, follow_redirects=True)
        assert wrong.status_code == 404
        assert re.search(r'<input id="code"[^>]*value="ZZZZ2"[^>]*aria-invalid="true"', wrong.text)
        assert "There is no table with this code." in wrong.text


@pytest.mark.parametrize("typed", ["O0I1L", "ÄÖÜ", "<script>", "AB3", "AB3DEFGHJ", "x" * 500])
def test_what_cannot_be_a_code_stays_in_its_field_and_is_told_what_a_code_looks_like(typed: str) -> None:
    wrong = Club().page(STRANGER, "GET", "/j", query_string={"code": typed})
    assert wrong.status_code == 422
    assert f'value="{html.escape(typed[:20])}"' in wrong.text
    assert "A code is made of letters and digits, 5 to 8 in all, without 0, O, 1, I, and L." in wrong.text


def test_no_code_at_all_is_asked_for() -> None:
    empty = Club().page(STRANGER, "GET", "/j?code=")
    assert (empty.status_code, "Type the code of the table." in empty.text) == (200, True)


def test_the_first_page_offers_a_table_and_a_code_before_everything_else() -> None:
    club = Club()
    page = club.page(STRANGER, "GET", "/").text
    main = page[page.index("<main") :]
    assert re.findall(r'<a [^>]*href="([^"]*)"', main)[0] == "/new"
    assert main.index('href="/new"') < main.index('name="code"') < main.index('href="/rules"')
    mine = club.page(HOST, "GET", "/").text
    assert re.findall(r'<a [^>]*href="([^"]*)"', mine[mine.index("<main") :])[:2] == [f"/t/{club.code}", "/new"]


def test_the_qr_code_holds_the_address_of_this_server() -> None:
    club = Club()
    answer = club.page(STRANGER, "GET", f"/t/{club.code}/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert "style" not in answer.text
    assert f"{BASE}/j/{club.code}" in club.page(HOST, "GET", f"/j/{club.code}").text


def test_a_host_under_localhost_gives_an_address_that_phones_can_open() -> None:
    club = Club()
    page = club.app.test_client().get(f"/j/{club.code}", base_url="http://localhost:8327").text
    found = re.search(r'class="address">http://([^:]+):8327/j/', page)
    assert found is not None
    assert found[1] != "localhost"


# the first page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_lists_ones_tables_and_whose_turn_it_is(language: str) -> None:
    club = Club(names=(HOSTILE, "Bo"))
    page = club.page(HOST, "GET", "/", language).text
    assert club.code in page
    assert HOSTILE not in page
    waiting = club.table.waiting
    turns = {
        "en": ("Your turn", " to move"), "nl": ("Jouw beurt", "aan de beurt"),
        "de": ("Du bist", "am Zug"), "fr": ("À vous de jouer", "de jouer"),
    }  # fmt: skip
    mine, other = turns[language]
    assert other in page
    assert mine in club.page(waiting, "GET", "/", language).text
    assert club.code not in club.page(STRANGER, "GET", "/", language).text


def test_a_page_says_that_no_table_can_be_opened_as_programs_are_told() -> None:
    app = new_app()
    client = app.test_client()
    app.extensions["tables"].limits = Limits(tables=0)
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/new").text)
    assert token
    form = {"csrf_token": token[1], "game": "caylus", "edition": "en", "players": "2", "depth": "referee"}
    names = {"chance": "app", "name.1": "A", "colour.1": "red", "name.2": "B", "colour.2": "blue"}
    assert client.post("/new", data=form | names).status_code == 503
