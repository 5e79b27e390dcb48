"""A log has an end, and nobody takes what others need of it."""

from typing import Any

import pytest

from companion.table.commands import COMMAND, Play
from companion.table.errors import Full, NotAllowed
from companion.table.limits import Limits
from companion.table.people import Who
from companion.table.store import Store
from companion.table.tables import Tables
from companion.table.vocabulary import HOST, EntryKind
from tests.table.people import setup

PEOPLE, PLAYED = 6, 12


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store, limits=Limits(entries=PLAYED, people=PEOPLE))


@pytest.fixture
def id(tables: Tables) -> str:
    opened = tables.create(setup(), "laptop", seed=1)
    for colour in ("red", "blue", "green"):
        tables.sit(opened.id, colour, f"phone of {colour}")
    return opened.id


def wish(tables: Tables, id: str, device: str, kind: str, **data: Any) -> None:
    command = COMMAND.validate_python({"kind": kind} | data)
    tables.act(id, command, tables.who(id, device), seen=tables.snapshot(id).seq)


def play(tables: Tables, id: str) -> None:
    table = tables.place(id).table
    assert table.decision
    who = tables.who(id, f"phone of {table.waiting}")
    tables.act(id, Play(actions=(table.decision.options[0],)), who, seen=table.seq)


def as_often_as_possible(tables: Tables, id: str, device: str, *wishes: dict[str, Any]) -> str:
    """Wishes by turns until one is refused; the reason."""
    for n in range(200):
        try:
            wish(tables, id, device, **wishes[n % len(wishes)])
        except Full as error:
            return error.code
    return ""


NAMES = [{"kind": "rename", "seat": "red", "name": name} for name in ("Ann", "Bo")]
PAUSES = [{"kind": "pause"}, {"kind": "resume"}]


def corrections(seat: str) -> list[dict[str, Any]]:
    return [{"kind": "correct", "changes": {f"{seat}.deniers": n}} for n in ("1", "2")]


@pytest.mark.parametrize(
    ("wishes", "code"), [(NAMES, "people_full"), (PAUSES, "people_full"), (corrections("red"), "half_full")]
)
def test_one_seat_does_not_fill_the_log(tables: Tables, id: str, wishes: list[dict[str, Any]], code: str) -> None:
    assert as_often_as_possible(tables, id, "phone of red", *wishes) == code
    for _ in range(3):
        play(tables, id)
    wish(tables, id, "phone of blue", "rename", seat="blue", name="Cy")


def test_nor_does_who_plays_and_takes_back(tables: Tables, id: str) -> None:
    device = f"phone of {tables.snapshot(id).waiting}"
    for _ in range(PEOPLE):
        play(tables, id)
        wish(tables, id, device, "undo", to=tables.snapshot(id).living[-1])
    play(tables, id)
    with pytest.raises(Full, match="people_full"):
        wish(tables, id, device, "undo", to=tables.snapshot(id).living[-1])
    play(tables, id)


def test_whoever_has_had_half_of_the_log_is_not_waited_for_in_vain(tables: Tables, id: str) -> None:
    waiting = tables.snapshot(id).waiting
    assert as_often_as_possible(tables, id, f"phone of {waiting}", *corrections(waiting)) == "half_full"
    assert tables.snapshot(id).waiting == waiting
    play(tables, id)


def test_who_has_had_their_share_may_come_back_hand_on_and_finish(tables: Tables, id: str) -> None:
    wish(tables, id, "laptop", "pause")
    for device in ("phone of red", "laptop"):
        assert as_often_as_possible(tables, id, device, *NAMES) == "people_full"
    wish(tables, id, "laptop", "resume")
    tables.leave(id, "red", tables.who(id, "phone of red"))
    assert tables.sit(id, "red", "phone of red")
    assert not tables.sit(id, "red", "tablet")
    assert not tables.sit(id, HOST, "tablet")
    for asked in tables.asking(id):
        tables.answer(id, asked.colour, asked.mark, "laptop", allow=True)
    assert tables.who(id, "tablet") == Who(frozenset({"red"}), host=True)
    wish(tables, id, "tablet", "end")


def test_play_ends_where_the_log_is_full(tables: Tables, id: str) -> None:
    seats = ("red", "blue", "green")
    for n in range(PLAYED - 1):
        changes = {f"{seats[n % 3]}.deniers": str(10 + n)}
        wish(tables, id, f"phone of {seats[n % 3]}", "correct", changes=changes)
    standing = tables.place(id).table.state.copy()
    with pytest.raises(Full) as full:
        play(tables, id)
    assert (full.value.code, full.value.args_by_name) == ("log_full", {"most": PLAYED})
    assert tables.place(id).table.state == Tables(tables.store).place(id).table.state == standing


def test_who_reaches_for_hidden_cards_is_refused_as_before_when_their_share_is_used_up(store: Store) -> None:
    tables = Tables(store, limits=Limits(people=1))
    id = tables.create(setup("magna_carta", "red blue"), "laptop", seed=1).id
    for colour in ("red", "blue"):
        tables.sit(id, colour, f"phone of {colour}")
    for name in ("Ann", "Bo", "Cy"):
        with pytest.raises(NotAllowed):
            wish(tables, id, "phone of red", "correct", changes={"blue.hand": "bank"})
        tables.sit(id, "blue", name)
        tables.leave(id, "blue", tables.who(id, "laptop"))
        tables.sit(id, "blue", name)
    tried = [entry for entry in tables.log(id) if entry.kind == EntryKind.TRIED]
    assert [entry.by for entry in tried] == ["red"]
