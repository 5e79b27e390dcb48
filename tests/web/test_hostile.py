"""What nobody at the table would send, and what must never get through."""

import re

import pytest

from companion import paths
from companion.web import create_app
from tests.web.conftest import LocalClient
from tests.web.test_pages import EVERY_LANGUAGE, page

pytestmark = pytest.mark.slow

SAID = {"de": "heißt nichts", "en": "nothing called", "fr": "Rien ne s’appelle", "nl": "heet niets"}


@EVERY_LANGUAGE
def test_a_bad_id_gets_the_nearest_as_links(client: LocalClient, language: str) -> None:
    text = page(client, "/rules/caylus/taylor?edition=nl-first", language, status=404)
    assert SAID[language] in text
    assert "/rules/caylus/building.tailor?edition=nl-first" in text


@pytest.mark.parametrize(
    ("address", "offered"),
    [
        ("/rules/cailus", "/rules/caylus"),
        ("/rules/cailus/tailor", "/rules/caylus"),
        ("/rules/agricola", "/rules/magna_carta"),
        ("/rules/caylus?edition=nl-frist", "/rules/caylus?edition=nl-first"),
        ("/rules/caylus/tailor?edition=xx", "/rules/caylus?edition=de"),
        ("/rules/caylus?variant=two_player", "/rules/caylus?variant=two_players"),
        ("/rules/caylus/kleermakr", "/rules/caylus/building.tailor"),
        ("/compare/caylus?first=en&second=klingon", "/rules/caylus?edition=en"),
        ("/compare/cailus", "/rules/caylus"),
        ("/search?q=bank&game=agricola", "/rules/caylus"),
        ("/search?q=bank&game=caylus&edition=xx", "/rules/caylus?edition=de"),
        ("/nothing/here", "/"),
        ("/rules/caylus/building.tailor/more", "/"),
        ("/static/../book.css", "/"),
        ("/fonts/source-sans-3/OFL.txt", "/"),
        ("/fonts/../web/layout.html", "/"),
        ("/fonts/..%2f..%2fpyproject.toml", "/"),
    ],
)
def test_what_is_not_there_is_answered_with_what_is(client: LocalClient, address: str, offered: str) -> None:
    assert f'href="{offered}"' in page(client, address, "nl", status=404)


def test_what_is_called_so_on_some_box_is_found_at_its_name(client: LocalClient) -> None:
    answer = client.get("/rules/caylus/kleermaker")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/caylus/building.tailor")


WORDS = [
    "<script>alert(1)</script>",
    "'\"><img src=x onerror=alert(1)>",
    "{{ 7*7 }}{% raw %}",
    "{term.provost}",
    "%00\x00\x1b[31m",
    "a" * 100_000,
    "\u202effoeg",
    "💰" * 200,
    "../../etc/passwd",
    "'; DROP TABLE tiles; --",
]


@pytest.mark.parametrize("word", WORDS, ids=range(len(WORDS)))
def test_hostile_words_stay_words(client: LocalClient, word: str) -> None:
    for answer in (
        client.get("/search", query_string={"q": word}),
        client.get("/rules/caylus", query_string={"edition": word}),
        client.get("/rules/caylus", query_string={"variant": [word, "two_players"]}),
        client.get("/search", query_string={"q": "farm", "game": word}),
        client.get("/compare/caylus", query_string={"first": word, "second": word}),
        client.send("/language", language=word, next=word),
        client.get(f"/rules/{word[:500].replace('/', '')}"),
        client.get(f"/rules/caylus/{word[:500].replace('/', '')}"),
    ):
        text = answer.get_data(as_text=True)
        assert answer.status_code in (200, 404, 413), answer.status_code
        assert "<img" not in text
        assert "<script" not in re.sub(r'<script src="/static/[^"]*" defer></script>', "", text)
        assert "49" not in text.partition("<main")[2].partition("</main")[0] or "7*7" not in word
        assert len(text) < 60_000


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "localhost:8327", "127.0.0.1:8327", "127.1.2.3", "[::1]:8327", "192.168.178.20:8327", "10.0.0.7",
        "172.20.1.1", "[fd00::1]:8327", "100.100.3.4:8327", "LOCALHOST",
    ],
)  # fmt: skip
def test_hosts_of_this_network_are_answered(client: LocalClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:8327", "table.local.evil.example", "192.168.1.20.evil.example", "8.8.8.8",
        "[2001:4860::8888]", "0.0.0.0", "localhost@evil.example", "evil.example#.local", "192.168.1.20:80:80",
        "localhost:", "[::1", "::1", "", " ", "localhost,evil.example", "<script>.local", ".local", "evil.local", ".",
        "240.0.0.1", "255.255.255.255", "169.254.169.254", "192.0.2.1", "198.51.100.7", "203.0.113.9", "198.18.0.1",
        "[fe80::1]", "[2001:db8::1]", "[::ffff:192.168.1.20]", "localhost.", ".localhost",
    ],
)  # fmt: skip
def test_other_hosts_are_refused(client: LocalClient, host: str) -> None:
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert host.strip("<> ") not in answer.get_data(as_text=True) or len(host) <= 10
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_name_can_be_allowed() -> None:
    client = create_app(hosts=["castle.test"]).test_client()
    assert client.get("/", headers={"Host": "castle.test:8327"}).status_code == 200
    assert client.get("/", headers={"Host": "evil.castle.test"}).status_code == 400
    named = create_app(hosts=["castle.local"]).test_client()
    assert [named.get("/", headers={"Host": host}).status_code for host in ("CASTLE.local", "other.local")] == [
        200,
        400,
    ]
    public = create_app(hosts=["8.8.8.8"]).test_client()  # a machine whose own address is a public one
    assert [public.get("/", headers={"Host": host}).status_code for host in ("8.8.8.8:8327", "8.8.4.4")] == [200, 400]


@pytest.mark.parametrize("address", ["/", "/nothing", "/static/book.css", "/language", "/t/AAAAA"])
def test_every_answer_is_guarded(client: LocalClient, address: str) -> None:
    headers = client.get(address).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert not any("unsafe" in value for value in policy.values())
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in headers, "browsers complain of it where nothing is encrypted"
    encrypted = client.get("/", base_url="https://192.168.1.20:8327").headers
    assert encrypted["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Server" not in headers


def test_wrong_methods(client: LocalClient) -> None:
    answer = client.get("/language")
    assert (answer.status_code, "POST" in answer.headers["Allow"]) == (405, True)
    assert client.post("/rules/caylus").status_code == 405


def test_a_fault_of_ours_shows_nothing_of_its_inside() -> None:
    app = create_app()
    app.add_url_rule("/fault", view_func=lambda: str(1 // 0))
    answer = app.test_client().get("/fault", headers={"Host": "localhost", "Accept-Language": "de"})
    assert answer.status_code == 500
    assert "Hier ging etwas schief" in answer.get_data(as_text=True)
    assert "ZeroDivision" not in answer.get_data(as_text=True)


def test_static_files_name_nothing_outside() -> None:
    files = (paths.templates() / "web" / "static").glob("*.*")
    for file in (file for file in files if file.suffix != ".mp4"):
        text = file.read_text(encoding="utf-8", errors="replace").replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text, file.name
        assert not re.search(r"""["'(]//""", text), file.name
        assert "@import" not in text, file.name
