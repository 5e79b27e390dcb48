"""A table is looked at through its snapshot, which nobody's action changes and for which nobody waits."""

import json
import random
from copy import deepcopy
from dataclasses import FrozenInstanceError
from threading import Thread
from typing import Any

import pytest

from companion.table.account import account, as_it_lies
from companion.table.commands import Command, Correct, Count, Follow, Pause, Play, Rename
from companion.table.database import Database
from companion.table.exports import record
from companion.table.log import Entry
from companion.table.snapshot import TableSnapshot
from companion.table.store import SNAPSHOT_EVERY, Store
from companion.table.tables import Tables
from companion.table.vocabulary import GO_ON, Depth
from tests.engine.test_declined import MOMENTS
from tests.patience import PATIENCE
from tests.table.people import HOST, setup
from tests.web.club import Club


def told(seen: TableSnapshot, log: list[Entry]) -> str:
    """All that anybody can be shown of it."""
    found: dict[str, Any] = {
        "look": [seen.game.look(seat) for seat in (None, *seen.setup.colours)],
        "position": str(seen.game.position),
        "fields": seen.fields,
        "asked": [seen.decision.seat, seen.decision.kind, list(seen.decision.options)] if seen.decision else None,
        "why": [str(seen.why_not(f"place {place}")) for place in ("castle", "mason")] if seen.decision else None,
        "entries": seen.entries(),
        "people": seen.people.to_json(),
        "clock": [dict(seen.clock.used), seen.clock.at, seen.clock.thinking],
        "counts": [seen.living, seen.undone, seen.last_living, seen.coming, dict(seen.counted)],
        "lies": [sheet.total for sheet in as_it_lies(seen).players.values()],
        "account": [sheet.total for sheet in account(seen, log).sheet.players.values()],
        "record": record(seen, log),
        "over": [seen.over, seen.finished, seen.game.turn, seen.game.phase, seen.waiting, seen.chance_open],
    }
    return json.dumps(found, default=str)


PLAYED: dict[Depth, Command | None] = {
    Depth.REFEREE: None,
    Depth.ASSISTANT: Play(actions=("red +2d",)),
    Depth.SHEET: Count(seat="red", values={"gold": 2}),
}


CORRECTED = {"caylus": {"red.deniers": "1"}, "magna_carta": {"tokens": "5 7 8"}}


@pytest.fixture
def tables() -> Tables:
    return Tables(Store(Database(":memory:").ready()))


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("depth", list(Depth))
def test_what_happens_later_changes_nothing_of_it(tables: Tables, game: str, depth: Depth) -> None:
    id = tables.create(setup(game, depth=depth), "host", seed=2).id
    before = tables.snapshot(id)
    was = told(before, tables.log(id))
    another = Depth.ASSISTANT if depth == Depth.SHEET else Depth.SHEET
    wishes = [PLAYED[depth], Correct(changes=CORRECTED[game]), Rename(seat="red", name="Ann"), Pause()]
    for wish in (*wishes, Follow(depth=another)):
        middle = tables.snapshot(id)
        half_way = told(middle, tables.log(id))
        played = wish or Play(actions=(middle.decision.options[0],))  # type: ignore[union-attr]
        tables.act(id, played, HOST, seen_seq=middle.seq)
        assert tables.snapshot(id) is not middle
        assert told(middle, tables.log(id)[: middle.seq]) == half_way
    assert told(before, tables.log(id)[: before.seq]) == was


def test_nothing_can_be_set_in_it(tables: Tables) -> None:
    seen = tables.snapshot(tables.create(setup(), "host", seed=2).id)
    for whole in (seen, seen.game, seen.people, seen.clock):
        with pytest.raises(FrozenInstanceError):
            whole.seq = 1  # type: ignore[union-attr,misc]
    look = deepcopy(seen.game.look())
    seen.game.position.state.money[0] = 99
    seen.game.play_on().play(seen.decision.options[0])  # type: ignore[union-attr]
    assert seen.game.look() == look
    assert 99 not in seen.game.position.state.money


def test_nobody_waits_for_somebody_who_acts() -> None:
    """All pages and answers come while an action holds the table."""
    club = Club(names=("Ann", "Bo"))
    place = club.tables.place(club.id)
    answers: list[int] = []

    def look() -> None:
        screens = ("", "/board", "/scores", "/log", "/correct", "/settings", "/end", "/export/record.txt")
        addresses = [f"/t/{club.code}{screen}" for screen in screens]
        addresses += [f"/api/v1/tables/{club.code}{part}" for part in ("", "/fields", "/scores", "/log")]
        answers.extend(club.page("red", "GET", address).status_code for address in addresses)

    with place.lock:
        reader = Thread(target=look, daemon=True)
        reader.start()
        reader.join(PATIENCE)
        assert not reader.is_alive()
    assert answers == [200] * 12


def test_a_game_goes_on_from_it_as_at_the_table(tables: Tables) -> None:
    """What the app works out beforehand is what happens."""
    id = tables.create(setup(), "host", seed=7).id
    chance = random.Random(1)
    for _ in range(30):
        seen = tables.snapshot(id)
        assert seen.decision is not None
        game = seen.game.play_on()
        assert game.decision == seen.decision
        option = chance.choice(seen.decision.options)
        game.play(option)
        tables.act(id, Play(actions=(option,)), HOST, seen_seq=seen.seq)
        if game.over or game.decision.chance:
            break
        now = tables.snapshot(id)
        assert (now.game.position, now.decision) == (game.position(), game.decision)


def test_why_an_effect_came_to_nothing_is_known_in_another_process(tables: Tables) -> None:
    """Also where how the table stands is all that is read of it."""
    text, action = MOMENTS["card_empty"]
    id = tables.create(setup("magna_carta", "red green", edition="nl", position=text), "host").id
    while tables.snapshot(id).seq % SNAPSHOT_EVERY != SNAPSHOT_EVERY - 1:
        seen = tables.snapshot(id)
        wish = Play(actions=(GO_ON,)) if seen.coming else Rename(seat="red", name=f"Ann {seen.seq}")
        tables.act(id, wish, HOST, seen_seq=seen.seq)
    seen = tables.snapshot(id)
    assert seen.decision is not None
    tables.act(id, Play(actions=("take 1F",)), HOST, seen_seq=seen.seq)
    here, there = (it.snapshot(id).why_not(action) for it in (tables, Tables(Store(tables.store.database))))
    assert here is not None
    assert here.code == "card_empty"
    assert there == here
