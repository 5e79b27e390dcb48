"""What somebody would try who means ill: foreign forms, guessed codes, floods, names that are programs."""

import json
import logging
import re
import time
from typing import Any

import pytest
from itsdangerous import TimestampSigner

from companion.table.tokens import new_token
from companion.web import create_app
from companion.web.handoff import KEY, Handoff
from companion.web.rate_limits import (
    ASKING,
    BEHIND_ONE_ADDRESS,
    BRINGING,
    BUCKETS,
    GUESSING,
    LISTING,
    LOOKING,
    MAKING,
    OPENING,
    PAUSE,
    RATES,
    SCREEN_RATES,
    Limiter,
    Rate,
)
from companion.web.screens import SCREENS
from companion.web.security import behind_proxy
from companion.web.viewer import DEVICE
from tests.pairs import some
from tests.web.club import BASE, HOST, SPECTATOR, Club, new_app, shared_app
from tests.web.conftest import LocalClient

pytestmark = pytest.mark.slow

NAMES = (
    "<script>alert(1)</script>", "'\"><img src=x onerror=1>", "{{7*7}}{% raw %}", "\u202egnimmitna", "W" * 30,
    "=cmd|' /C calc'!A0", "@SUM(1+1)*cmd", "\x00\x1b[31mred", "a\r\nSet-Cookie: x=y", "💰" * 15, "&lt;b&gt;",
    "../../etc",
)  # fmt: skip


# hosts


def test_a_proxy_with_a_name_is_asked_for_by_no_other() -> None:
    """What a page shows as its address is the one that was asked for, so a code to scan could lead anywhere."""
    app = create_app(hosts=("table.example.org",))
    behind_proxy(app, ("table.example.org",))
    client = app.test_client()

    def asked(host: str, **forwarded: str) -> int:
        return client.get("/", base_url=f"http://{host}", headers=forwarded).status_code

    assert asked("table.example.org") == 200
    assert asked("127.0.0.1:8327") == asked("localhost:8327") == asked("[::1]:8327") == 200
    assert asked("127.0.0.1:8327", **{"X-Forwarded-Host": "table.example.org"}) == 200
    for other in ("10.1.2.3", "192.168.1.20:8327", "evil.example", "[fc00::1]"):
        assert asked(other) == asked("127.0.0.1", **{"X-Forwarded-Host": other}) == 400


# CSRF, headers, cookies


def test_the_api_is_not_to_be_had_by_a_form() -> None:
    club = Club(create_app())
    before = club.seq
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        body = json.dumps({"wish": {"kind": "pause"}, "seen": before})
        answer = club.page(HOST, "POST", f"/api/v1/tables/{club.code}/act", data=body, content_type=kind)
        assert answer.status_code == 415
    assert club.seq == before
    preflight = club.page(HOST, "OPTIONS", f"/api/v1/tables/{club.code}/act")
    assert "Access-Control-Allow-Origin" not in preflight.headers


def pages_of(club: Club) -> list[str]:
    """Every page of a table that can be read."""
    found = [f"/t/{club.code}/{name}" for name in SCREENS] + [f"/t/{club.code}/view/{name}" for name in SCREENS]
    return [*found, "/", "/new", "/history", "/import", f"/j/{club.code}", f"/t/{club.code}"]


def test_no_page_has_anything_inline() -> None:
    club = Club()
    for address in pages_of(club):
        text = club.page("red", "GET", address).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), address
        assert not re.search(r"<style|\sstyle=|\son\w+=\"|javascript:", text), address
        assert not re.search(r"(src|href)=\"(https?:)?//(?!192\.168\.1\.20|app\.bgstatsapp\.com)", text), address


def test_the_cookie_of_a_device_is_for_us_alone() -> None:
    app = new_app()
    for scheme, secure in (("http", False), ("https", True)):
        client = app.test_client()
        sent = {"game": "caylus", "edition": "en", "players": "2", "colour.1": "red", "colour.2": "blue"}
        answer = client.post("/new", data=sent, base_url=BASE.replace("http", scheme, 1))
        cookie = next(it for it in answer.headers.getlist("Set-Cookie") if it.startswith(f"{DEVICE}="))
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert ("Secure" in cookie) == secure
        assert len(cookie.partition("=")[2].partition(";")[0]) == 22
        assert "Domain" not in cookie


def test_reading_gives_no_cookie_and_takes_no_seat() -> None:
    club = Club()
    for address in pages_of(club):
        answer = club.page("stranger", "GET", address)
        assert not any(it.startswith(f"{DEVICE}=") for it in answer.headers.getlist("Set-Cookie")), address
    assert sorted(club.tables.place(club.id).seated) == ["blue", "red"]


def test_each_tap_lengthens_what_a_phone_keeps_of_its_seat() -> None:
    club = Club()
    for who in ("red", "stranger"):
        answer = club.page(who, "POST", f"/t/{club.code}/leave", data={"seat": "red"})
        kept = [cookie for cookie in answer.headers.getlist("Set-Cookie") if cookie.startswith(f"{DEVICE}=")]
        assert [f"={club.tokens[who]};" in cookie for cookie in kept] == ([True] if who == "red" else [])


@pytest.mark.parametrize("days", [-400, -1, 0.05, 400])
def test_an_open_form_is_answered_though_somebody_set_the_clock(days: float, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app()
    app.test_client_class = LocalClient
    client = app.test_client()
    with monkeypatch.context() as patch:
        patch.setattr(TimestampSigner, "get_timestamp", lambda _: int(time.time() + days * 86400))
        found = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/new").text)
    assert found
    for token, status in ((found[1], 303), ("x", 400)):
        assert client.post("/language", data={"csrf_token": token, "language": "de"}).status_code == status


# names


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_name_is_a_text_and_nothing_else(name: str) -> None:
    club = Club(names=(name[:30], "Bo"), title=name[:30])
    club.play("place castle")
    club.wish(HOST, "rename", seat="blue", name=name[:30])
    club.wish("red", "correct", changes={"red.deniers": "9"}, why=name)
    files = [f"/t/{club.code}/export/{file}" for file in ("scores.csv", "record.txt", "report.pdf", "play.svg")]
    for address in [*some(pages_of(club), 10, name), *files]:
        answer = club.page("red", "GET", address)
        assert answer.status_code == 200, address
        assert "Set-Cookie: x" not in str(answer.headers)
        if answer.mimetype == "text/html":
            assert "<script>alert" not in answer.text, address
            assert "<img src=x" not in answer.text, address
            assert "49" not in re.sub(r"\d{3,}|=\"[^\"]*\"", "", answer.text) or "7*7" not in name
        if answer.mimetype == "text/csv":
            assert not re.search(r"(^|[,\r\n])\"?[=@+]", answer.text.lstrip("\ufeff")), address
    view = club.api("red", "GET", "")
    assert (view.status_code, view.mimetype) == (200, "application/json")
    assert club.api("red", "GET", "/log").status_code == 200


@pytest.mark.parametrize("address", ["/new", "/api/v1/tables"])
def test_a_name_cannot_turn_the_text_round(address: str) -> None:
    app = new_app()
    if address == "/new":
        sent = {"game": "caylus", "edition": "en", "players": "2", "colour.1": "red", "colour.2": "blue"}
        app.test_client().post(address, data=sent | {"name.1": "An\u202ena\u2066"}, base_url=BASE)
    else:
        seats = [{"colour": "red", "name": "An\u202ena\u2066"}, {"colour": "blue"}]
        app.test_client().post(address, json={"game": "caylus", "edition": "en", "seats": seats}, base_url=BASE)
    tables = app.extensions["tables"]
    assert tables.place(tables.store.ids()[0]).table.people.names["red"] == "Anna"


# addresses


@pytest.mark.parametrize(
    "code",
    [
        "..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "%00", "AB3DE%0d%0aX-Bad:%201", "<script>", "A" * 3000,
        "%F0%9F%92%B0",
        "' OR 1=1 --", "AB3DE;x", "%25%32%65", "-", "%20",
    ],
)  # fmt: skip
def test_codes_that_are_none(code: str) -> None:
    club = Club()
    for address in (f"/t/{code}", f"/j/{code}", f"/t/{code}/board", f"/t/{code}/view/seat", f"/t/{code}/newest"):
        answer = club.page("red", "GET", address)
        assert answer.status_code in (404, 308), address
        assert "X-Bad" not in answer.headers
        assert "<script>" not in answer.text
    found = club.page("red", "GET", "/j", query_string={"code": code})
    if found.status_code in (200, 422):  # no code: it is asked for again, and what was typed stands in its field
        kept = re.search(r'<input id="code" type="text" name="code" value="([^"]*)"', found.text)
        assert kept
        assert "<" not in kept[1]
        assert found.status_code == 422 or not kept[1]
        assert "<script>" not in found.text
    else:
        assert found.location.startswith("/j/")
        assert "//" not in found.location


@pytest.mark.parametrize(
    "value", ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil", "\r\nX-Bad: 1", "javascript:1"]
)
def test_no_answer_leads_elsewhere(value: str) -> None:
    club = Club()
    sent = {"seat": "red", "screen": value, "next": value, "kind": "pause", "seen": str(club.seq), "language": "nl"}
    for address in (f"/t/{club.code}/sit", f"/t/{club.code}/act", f"/t/{club.code}/leave", "/language"):
        answer = club.page("red", "POST", address, data=sent)
        assert "X-Bad" not in answer.headers
        assert answer.location or address != "/language"
        if answer.location:
            assert answer.location.startswith("/")
            assert not answer.location.startswith(("//", "/\\"))


def test_a_screen_that_is_none() -> None:
    club = Club()
    for name in ("nothing", "../seat", "__class__", "page"):
        assert club.page("red", "GET", f"/t/{club.code}/view/{name}").status_code == 404


# sizes and rates


def test_a_form_that_is_too_large() -> None:
    club = Club()
    answer = club.page("red", "POST", f"/t/{club.code}/act", data={"kind": "x" * 70_000})
    assert answer.status_code == 413
    assert "<h1" in answer.text or "<main" in answer.text


def limited() -> Club:
    app = new_app()
    app.config["RATES"] = True
    app.extensions["limiter"] = Limiter(lambda: 0.0)  # where no time passes
    return Club(app)


def guess(club: Club, times: int, code: str = "AAAAA", address: str = "10.0.0.1") -> list[int]:
    """What a stranger is answered who tries codes."""
    there = {"REMOTE_ADDR": address}
    looks = [club.page(SPECTATOR, "GET", f"/t/{code}", environ_overrides=there) for _ in range(times)]
    return [one.status_code for one in looks]


def look(club: Club, who: str, address: str) -> tuple[int, float]:
    """A look at the table from an address; the answer and how long it waits."""
    mine = Handoff()
    there = {"REMOTE_ADDR": address, KEY: mine}
    return club.page(who, "GET", f"/t/{club.code}", environ_overrides=there).status_code, mine.pause


def test_codes_cannot_be_guessed_by_the_hundred() -> None:
    club = limited()
    assert guess(club, GUESSING.burst + 3) == [404] * GUESSING.burst + [429] * 3
    assert guess(club, 1, address="10.0.0.2") == [404]


def test_a_neighbour_who_guesses_locks_nobody_out() -> None:
    club = limited()
    guess(club, GUESSING.burst + 1)
    assert look(club, SPECTATOR, "10.0.0.1") == (200, PAUSE), "who comes now waits a little"
    assert look(club, "red", "10.0.0.1") == (200, 0), "who sits here notices nothing"
    assert look(club, SPECTATOR, "10.0.0.2") == (200, 0)


def test_phones_that_still_ask_do_not_keep_the_host_from_bringing_a_table_back() -> None:
    club = limited()
    there = {"REMOTE_ADDR": "10.0.0.1"}
    sent = {"confirm": club.code}
    assert club.page(HOST, "POST", f"/t/{club.code}/delete", data=sent, environ_overrides=there).status_code == 303
    for _ in range(GUESSING.burst + 1):
        assert club.page("red", "GET", f"/t/{club.code}", environ_overrides=there).status_code == 404
    guess(club, GUESSING.burst + 1)
    assert club.page(HOST, "POST", f"/t/{club.code}/restore", environ_overrides=there).status_code == 303
    assert club.page("red", "GET", f"/t/{club.code}", environ_overrides=there).status_code == 200


def test_an_ipv6_household_is_one_address() -> None:
    club = limited()
    for n in range(GUESSING.burst):
        guess(club, 1, address=f"2001:db8:1:2::{n:x}")
    assert guess(club, 1, address="2001:db8:1:2:ffff::1") == [429]
    assert guess(club, 1, address="2001:db8:1:3::1") == [404]


def test_people_who_play_are_never_counted() -> None:
    club = limited()
    for _ in range(200):
        assert club.api("red", "GET", "/newest").status_code == 200


def test_tables_cannot_be_opened_by_the_hundred() -> None:
    club = limited()
    sent = {"game": "caylus", "edition": "en", "seats": [{"colour": "red"}, {"colour": "blue"}]}
    client = club.app.test_client()

    def opened(token: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        return client.post("/api/v1/tables", json=sent, base_url=BASE, headers=headers)

    greedy, modest = new_token(), new_token()
    answers = [opened(greedy) for _ in range(OPENING.burst + 1)]
    assert [it.status_code for it in answers] == [201] * OPENING.burst + [429]
    assert answers[-1].json["code"] == "too_often"
    assert answers[-1].json["said"]
    assert opened(modest).status_code == 201, "a neighbour has a share of their own"
    club.tokens["greedy"] = greedy
    page = club.page("greedy", "POST", "/new", "de", data={"game": "caylus"})
    assert page.status_code == 429
    assert "zu oft" in page.text


def test_an_address_has_a_share_however_many_devices_it_says_it_is() -> None:
    club = limited()
    there = {"REMOTE_ADDR": "10.0.0.1"}
    answers = []
    for _ in range(MAKING.burst * BEHIND_ONE_ADDRESS + 1):
        club.tokens["another"] = new_token()
        answer = club.page("another", "GET", "/print/none/file.pdf", environ_overrides=there)
        answers.append(answer.status_code)
    assert answers == [404] * (len(answers) - 1) + [429]


def test_what_is_refused_takes_nothing_from_neighbours() -> None:
    club = limited()
    for _ in range(ASKING.burst * BEHIND_ONE_ADDRESS + 10):
        headers = {"Authorization": f"Bearer {new_token()}"}
        assert club.api("", "POST", "/sit", json={"seat": "nobody"}, headers=headers).status_code == 422
    club.tables.leave(club.id, "red", club.tables.who(club.id, club.tokens[HOST]))
    newcomer = club.page("stranger", "POST", f"/t/{club.code}/sit", data={"seat": "red"})
    assert (newcomer.status_code, newcomer.location) == (303, f"/t/{club.code}")


def test_invented_devices_take_nothing_from_those_that_have_a_table() -> None:
    club = limited()
    sent = {"game": "caylus", "edition": "en", "seats": [{"colour": "red"}, {"colour": "blue"}]}
    client = club.app.test_client()

    def opened(token: str) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        return client.post("/api/v1/tables", json=sent, base_url=BASE, headers=headers).status_code

    assert {opened(new_token()) for _ in range(OPENING.burst * BEHIND_ONE_ADDRESS)} == {201}
    assert opened(new_token()) == 429
    assert opened(club.tokens["red"]) == 201
    assert client.post("/api/v1/tables", json={}, base_url=BASE).status_code == 429


def test_seats_cannot_be_asked_for_again_and_again() -> None:
    club = limited()
    answers = [club.api("red", "POST", "/sit", json={"seat": HOST}).status_code for _ in range(ASKING.burst + 1)]
    assert answers[-1] == 429
    assert 429 not in answers[:-1]


def test_a_bucket_fills_again() -> None:
    now = 0.0
    limiter, rate = Limiter(lambda: now), Rate(3, 10.0)
    assert [limiter.wait("a", rate) for _ in range(4)] == [0, 0, 0, 10]
    now = 9.0
    assert limiter.wait("a", rate) == 1
    now = 10.0
    assert [limiter.wait("a", rate), limiter.wait("a", rate)] == [0, 10]
    now = 1000.0
    assert [limiter.wait("a", rate) for _ in range(4)] == [0, 0, 0, 10]


def test_buckets_do_not_pile_up() -> None:
    limiter = Limiter(lambda: 0.0)
    for number in range(BUCKETS + 50):
        limiter.wait(str(number), MAKING)
    assert len(limiter._full) == BUCKETS


def test_whatever_reads_a_whole_log_for_a_file_has_a_rate() -> None:
    """A code is all that is needed for it."""
    files = {rule.endpoint for rule in shared_app().url_map.iter_rules() if "/export/" in str(rule)}
    assert len(files) > 4
    assert files <= set(RATES)


@pytest.mark.parametrize("path", ["replay", "view/replay", "decided", "view/decided", "mind", "plans"])
def test_what_takes_long_to_work_out_has_a_rate(path: str) -> None:
    """However many devices somebody invents; nobody elsewhere notices, and they can still play."""
    club = limited()

    def look(path: str, address: str) -> int:
        there = {"REMOTE_ADDR": address}
        return club.page("red", "GET", f"/t/{club.code}/{path}", environ_overrides=there).status_code

    limiter = club.app.extensions["limiter"]
    of_address = Rate(LOOKING.burst * BEHIND_ONE_ADDRESS, LOOKING.seconds / BEHIND_ONE_ADDRESS)
    assert look(path, "10.0.0.1") in (200, 303, 404)
    while not limiter.wait("10.0.0.1", of_address):
        pass
    assert look(path, "10.0.0.1") == 429
    assert look(path, "10.0.0.2") in (200, 303, 404)
    assert look("seat", "10.0.0.1") == 200


def test_every_rate_is_of_an_address() -> None:
    app = new_app()
    assert set(RATES) <= set(app.view_functions)
    assert {BRINGING, MAKING, LISTING, OPENING, ASKING, LOOKING} == set(RATES.values())
    assert set(SCREEN_RATES) <= set(SCREENS)


# what is written down


def test_no_name_and_no_token_is_written_down(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    club = Club(new_app(), names=("Annabella", "Bo"))
    club.play("place castle")
    club.app.testing = False
    club.app.add_url_rule("/fault/<code>", view_func=lambda code: str(1 // 0))
    for address in (*pages_of(club), "/t/ZZZZZ", f"/fault/{club.code}"):
        club.page("red", "GET", address)
    club.api("red", "POST", "/act", data=b"{", content_type="application/json")
    club.api("red", "POST", "/sit", json={"seat": "Annabella"})
    out = capfd.readouterr()
    for text in (caplog.text, out.out, out.err):
        assert "Annabella" not in text
        assert not any(token in text for token in club.tokens.values() if token)
