"""Nothing of a hand stays in a browser, no cookie goes where it can be read, and who runs the server is asked alone."""

import http.client
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.web import create_app
from companion.web.security import behind_proxy
from tests.faults.world import Served
from tests.web.club import BASE, Club
from tests.web.conftest import LocalClient, client_of
from tests.web.test_security import pages_of
from tests.words import LANGUAGES


def test_no_page_of_a_table_is_kept_anywhere() -> None:
    club = Club(game="magna_carta", names=("A", "B"))
    addresses = [page for page in pages_of(club) if f"/t/{club.code}" in page]
    addresses += [f"/api/v1/tables/{club.code}", f"/api/v1/tables/{club.code}/log", f"/t/{club.code}/newest"]
    assert len(addresses) > 20
    for address in addresses:
        answer = club.page("red", "GET", address)
        if answer.status_code == 200:
            assert answer.headers["Cache-Control"] == "no-store", address
    refused = club.page("red", "POST", f"/t/{club.code}/act", data={"kind": "play", "action": "no such thing"})
    assert refused.headers["Cache-Control"] == "no-store" or refused.status_code == 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_browser_without_cookies_is_told_so(language: str) -> None:
    client = client_of(create_app())
    answer = client.post("/language", headers={"Accept-Language": language})
    assert (answer.status_code, bool(re.search("[Cc]ookie", answer.text))) == (400, True)


def cookies_over(app: Flask, scheme: str) -> dict[str, bool]:
    """Every cookie that a device is given, and whether it goes over an encrypted connection alone."""
    app.test_client_class = LocalClient
    client, base = app.test_client(), f"{scheme}://localhost"
    page = client.get("/new", base_url=base)
    found = re.search(r'name="csrf_token" value="([^"]+)"', page.text)
    assert found
    form, referer = {"csrf_token": found[1]}, {"Referer": f"{base}/new"}
    answers = [page, client.post("/language", data=form | {"language": "de"}, base_url=base, headers=referer)]
    people = {"game": "caylus", "players": "2", "name.1": "A", "name.2": "B"}
    answers.append(client.post("/new", data=form | people, base_url=base, headers=referer))
    said = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]
    return {cookie.partition("=")[0]: "; Secure" in cookie for cookie in said}


@pytest.mark.parametrize(("scheme", "secure"), [("https", True), ("http", False)])
def test_what_was_given_over_https_is_never_sent_without(scheme: str, secure: bool) -> None:
    assert cookies_over(create_app(), scheme) == dict.fromkeys(("session", "language", "device"), secure)


@pytest.mark.parametrize("measured", [False, True])
def test_others_ask_for_figures_only_where_they_may(measured: bool) -> None:
    client = create_app(measured=measured).test_client()
    answers = {
        (path, address): client.get(path, base_url=BASE, environ_overrides={"REMOTE_ADDR": address}).status_code
        for path in ("/health", "/ready", "/metrics")
        for address in ("127.0.0.1", "::1", "192.168.1.30", "2001:db8::1", "")
    }
    mine, theirs = (200, 200) if measured else (200, 404)
    for address in ("127.0.0.1", "::1"):
        assert [answers[path, address] for path in ("/health", "/ready")] == [200, mine]
    for address in ("192.168.1.30", "2001:db8::1", ""):
        assert [answers[path, address] for path in ("/health", "/ready", "/metrics")] == [200, theirs, theirs]


@pytest.mark.parametrize("told", ["unknown", "[::1]:80", "999.1.1.1", "127.0.0.1:80", "_hidden", "'"])
def test_who_comes_from_no_address_is_a_stranger(told: str) -> None:
    app = create_app()
    behind_proxy(app)
    for path, status in (("/ready", 404), ("/metrics", 404), ("/health", 200), ("/", 200), ("/t/AAAAAA", 404)):
        answer = app.test_client().get(path, base_url=BASE, headers={"X-Forwarded-For": told})
        assert answer.status_code == status, path


def test_no_address_is_answered_with_one_that_says_our_name(client: LocalClient) -> None:
    rules = {str(rule) for rule in client.application.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert len(rules) > 30
    for rule in rules:
        plain = re.sub("<[^>]+>", "x", rule)
        for address in (plain + "/", plain.replace("/", "//"), "/" + plain, plain.replace("/", "//") + "//y"):
            answer = client.get("/", environ_overrides={"PATH_INFO": address})
            assert "://" not in answer.headers.get("Location", ""), address


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path)
    yield found
    found.stop()


@pytest.mark.slow
def test_no_host_is_a_fault_of_ours(served: Served) -> None:
    for host in (".local", ".", "..", "a..b", "-", "%", "\xe9", "x" * 400, "[", "[]", "[::", ":", ":80", "local host"):
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
        connection.putrequest("GET", "/", skip_host=True)
        connection.putheader("Host", host.encode("latin-1"))
        connection.endheaders()
        answer = connection.getresponse()
        said = answer.read()
        connection.close()
        assert answer.status == 400, host
        assert b"Traceback" not in said
    assert served.complaints == []
