"""A page that is kept is shown to nobody whose page it is not, whoever asked before."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from companion.table import handlers, open_tables, table
from companion.web.screens import SCREENS, screen_cache
from companion.web.screens.screen_cache import Drawn
from tests.web.club import HOST, SPECTATOR, Club
from tests.web.worlds import plain

pytestmark = pytest.mark.slow

READERS = (HOST, "red", "blue", SPECTATOR)
ADDRESSES = [f"/view/{name}" for name in SCREENS]


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    """A table of hidden hands where blue is to choose; everything happened so long ago that its age does not change."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (table, handlers, open_tables):
            patch.setattr(module, "now", lambda: "2024-02-29T12:00:00.000+00:00")
        found = Club(game="magna_carta", colours=("red", "green", "blue"))
        while found.seq < 20 or (found.table.decision and found.table.decision.seat != "blue"):
            assert found.table.decision, "blue is never asked"
            found.play(found.table.decision.options[0])
        yield found


def pages(club: Club, readers: tuple[str, ...]) -> Iterator[tuple[tuple[str, str], str]]:
    """Everything that each of them gets, asked in this order, from an app that has kept nothing yet."""
    club.app.extensions["drawn"] = Drawn()
    for address in ADDRESSES:
        for name in readers:
            answer = club.page(name, "GET", f"/t/{club.code}{address}")
            yield (name, address), f"{answer.status_code} {plain(answer.get_data())}"


@pytest.fixture(scope="module")
def alone(club: Club) -> dict[tuple[str, str], str]:
    """What each gets of an app that nobody else asks."""
    found = {key: page for name in READERS for key, page in pages(club, (name,))}
    assert (
        found[HOST, "/view/seat"]
        != found["red", "/view/seat"]
        != found["blue", "/view/seat"]
        != found[SPECTATOR, "/view/seat"]
    )
    return found


@pytest.mark.parametrize("readers", list(permutations(READERS)), ids="-".join)
def test_in_any_order_everybody_gets_their_own_page(
    club: Club, alone: dict[tuple[str, str], str], readers: tuple[str, ...]
) -> None:
    for key, page in pages(club, readers):
        assert page == alone[key], f"{key} after {readers}"


def test_the_pages_of_many_tables_are_not_kept_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen_cache, "MOST", 3 * len("0" + "page 0"))
    first, kept = Club(), Drawn()
    table = first.tables.snapshot(first.id)
    for n in range(5):
        kept.keep(n, table, 1, f"page {n}")
    assert [kept.find(n, table, 1) for n in range(5)] == [None, None, "page 2", "page 3", "page 4"]
    assert kept.find(4, table, 2) is None
    first.play("place castle")
    assert kept.find(4, first.tables.snapshot(first.id), 1) is None, "the table has moved on"


def test_what_is_kept_is_counted_with_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen_cache, "MOST", 1_000)
    club, kept = Club(), Drawn()
    for n in range(20):
        kept.keep(f"{n:0300}", club.tables.snapshot(club.id), 1, "page")
    assert len(kept._kept) == 3


@pytest.mark.parametrize("query", ["?x={}", "?seat=red&x={}", "?of={}", "?back={}"])
@pytest.mark.parametrize("screen", ["/j/{}", "/t/{}/board", "/t/{}/view/log"])
def test_no_page_is_kept_that_nobody_else_asks_for(query: str, screen: str) -> None:
    club = Club()
    address = screen.format(club.code)
    assert club.page("red", "GET", address).status_code == 200
    kept: Drawn = club.app.extensions["drawn"]
    before = len(kept._kept)
    assert before
    for n in (200, 201):
        assert club.page("red", "GET", address + query.format("x" * n)).status_code == 200
    assert len(kept._kept) == before
