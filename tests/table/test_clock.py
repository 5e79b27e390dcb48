"""Nobody is billed for a night, a closed lid or a clock that was put right; for everything else they are."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.table.clock import LONGEST_THINK
from companion.table.commands import Play
from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.table.tokens import new_token
from companion.table.vocabulary import Depth
from companion.web import create_app
from tests.table.people import HOST, setup
from tests.web.club import HOST as HOST_DEVICE
from tests.web.club import Club, new_app
from tests.web.conftest import LocalClient


class Evening:
    """A table with a clock, whose time is set by hand."""

    def __init__(self, folder: Path) -> None:
        self.time = datetime.fromisoformat("2026-03-01T20:00:00+00:00")
        self.tables = Tables(Store(Database(folder / "companion.db").ready()), clock=self.now)
        self.token = new_token()
        self.opened = self.tables.create(setup(colours="red blue", clock=60), self.token, seed=1)
        self.play()

    def now(self) -> str:
        return self.time.isoformat()

    def play(self, after: float = 0.0) -> str:
        """What happens next, so many seconds later; who had to think."""
        self.time += timedelta(seconds=after)
        table = self.tables.snapshot(self.opened.id)
        assert table.decision
        self.tables.act(self.opened.id, Play(actions=(table.decision.options[0],)), HOST, seen_seq=table.seq)
        return table.waiting

    @property
    def used(self) -> dict[str, float]:
        return dict(self.tables.snapshot(self.opened.id).clock.used)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


@pytest.mark.parametrize(
    "seconds",
    [14 * 3600, 400 * 86400, LONGEST_THINK + 1, -3600],
    ids=["a night", "the clock of the machine put right", "longer than anybody thinks", "a clock put back"],
)
def test_such_time_is_nobodys(evening: Evening, seconds: float) -> None:
    before = evening.used
    evening.play(seconds)
    assert evening.used == before
    who = evening.play(40)
    assert evening.used == before | {who: before[who] + 40}
    # And so it stays for who opens the table anew, from its standing or from its log.
    evening.tables.forget(evening.opened.id)
    assert evening.used == before | {who: before[who] + 40}
    evening.tables.store.database.close()


@pytest.mark.parametrize("seconds", [1, 90, LONGEST_THINK])
def test_a_think_is_billed_whole(evening: Evening, seconds: float) -> None:
    before = evening.used
    who = evening.play(seconds)
    assert evening.used == before | {who: before[who] + seconds}
    evening.tables.store.database.close()


def test_the_page_shows_what_is_left_the_morning_after(evening: Evening) -> None:
    app = create_app(tables=evening.tables)
    app.test_client_class = LocalClient
    client = app.test_client()
    client.set_cookie("device", evening.token, domain="192.168.1.20")
    before = client.get(f"/t/{evening.opened.code}/seat").text
    evening.time += timedelta(hours=12)
    after = client.get(f"/t/{evening.opened.code}/seat").text
    assert before.count('data-left="3600"') == after.count('data-left="3600"') == 1
    evening.tables.store.database.close()


def test_the_time_begins_when_everything_lies_there_and_rests_with_whom_it_waits_for() -> None:
    club = Club(new_app(), clock=1, clock_bonus=5, laid=False)
    tables, times = club.tables, iter(range(0, 10_000, 10))
    begun = datetime.fromisoformat("2026-03-01T20:00:00+00:00")

    def ten_seconds_later() -> str:
        return (begun + timedelta(seconds=next(times))).isoformat()

    tables.now = ten_seconds_later
    first, other = club.table.waiting, "blue" if club.table.waiting == "red" else "red"

    def after(*wishes: tuple[str, str, dict[str, Any]]) -> dict[str, float]:
        for name, kind, data in wishes:
            club.wish(name, kind, **data)
        return dict(tables.snapshot(club.id).clock.used)

    nothing = {"red": 0.0, "blue": 0.0}
    assert after((HOST_DEVICE, "rename", {"seat": "red", "name": "Ann"})) == nothing, "the table is still being laid"
    assert after((HOST_DEVICE, "laid", {})) == nothing
    assert after((other, "pause", {}))[first] > 0
    stopped = after((other, "resume", {}))
    tables.leave(club.id, first, tables.who(club.id, club.tokens[first]))
    left = after((HOST_DEVICE, "rename", {"seat": "red", "name": "Anna"}))
    assert left[first] > stopped[first], "they had thought until they left"
    assert after((HOST_DEVICE, "rename", {"seat": "red", "name": "Ann"})) == left
    tables.sit(club.id, first, club.tokens[first])
    club.play("pass", first)
    clock = tables.snapshot(club.id).clock
    assert clock.left(first, clock.at) == 65 - clock.used[first], "a choice brings what was agreed"
    tables.forget(club.id)
    assert tables.snapshot(club.id).clock == clock


@pytest.mark.parametrize("laid", [True, False])
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_with_the_assistant_the_time_of_whose_turn_it_is_runs(game: str, laid: bool) -> None:
    club = Club(new_app(), game=game, depth=Depth.ASSISTANT, clock=10, laid=laid)
    clocks = [club.table.clock]
    for _ in range(3):
        entry = next((line.entries[0] for line in club.table.assistant.lines(club.table.state)), "next")
        club.wish(HOST_DEVICE, "play", actions=(entry,))
        clocks.append(club.table.clock)
    assert [clock.thinking for clock in clocks] == ["", "red" if laid else "", "blue", "red"]
