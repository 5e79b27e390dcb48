"""The silent video that keeps screens on: what browsers ask of it, and when a page stops playing it."""

import re

import pytest
from flask import Flask

from companion.table.commands import End
from companion.table.people import Who
from tests.web.club import shared_app
from tests.web.tables import BASE, opened


@pytest.fixture
def app() -> Flask:
    return shared_app()


def test_the_video_is_served_as_players_ask_for_it(app: Flask) -> None:
    table = opened(app).sit("red")
    (address,) = re.findall(r'data-awake="([^"]+)"', table.page("red"))
    client = app.test_client()
    with client.get(address, base_url=BASE) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "video/mp4")
        whole, policy = answer.data, answer.headers["Content-Security-Policy"]
    assert len(whole) < 5_000, "every phone fetches it"
    assert {b"vide", b"soun"} <= {whole[place.end() + 8 :][:4] for place in re.finditer(b"hdlr", whole)}
    with client.get(address, base_url=BASE, headers={"Range": "bytes=0-1"}) as part:
        # Safari plays nothing that it cannot ask for in parts.
        assert (part.status_code, part.data) == (206, whole[:2])
        assert part.headers["Content-Range"] == f"bytes 0-1/{len(whole)}"
    assert "default-src 'self'" in policy
    assert "media-src" not in policy


@pytest.mark.parametrize("path", ["", "/wall", "/settings"])
def test_a_page_says_when_the_game_is_over(app: Flask, path: str) -> None:
    table = opened(app).sit("red")

    def over() -> bool:
        (turn,) = re.findall(
            r'<p id="turn"[^>]*>', table.device("red").get(f"/t/{table.code}{path}", base_url=BASE).text
        )
        return "data-over" in turn

    assert not over()
    table.tables.act(table.id, End(), Who(host=True), seen_seq=table.table.seq)
    assert over()
