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
    tables.act(id, command, tables.who(id, device), seen_seq=tables.snapshot(id).seq)


def play(tables: Tables, id: str, device: str = "") -> None:
    table = tables.place(id).table
    assert table.decision
    who = tables.who(id, device or f"phone of {table.waiting}")
    tables.act(id, Play(actions=(table.decision.options[0],)), who, seen_seq=table.seq)


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
    ("wishes", "code"), [(NAMES, "people_full"), (PAUSES, "people_full"), (corrections("red"), "people_full")]
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


def test_whoever_has_had_their_share_is_not_waited_for_in_vain(tables: Tables, id: str) -> None:
    waiting = tables.snapshot(id).waiting
    assert as_often_as_possible(tables, id, f"phone of {waiting}", *corrections(waiting)) == "people_full"
    assert tables.snapshot(id).waiting == waiting
    play(tables, id)


def test_nobody_fills_the_log_from_one_seat_after_the_other(tables: Tables, id: str) -> None:
    for colour in ("red", "blue"):
        tables.leave(id, colour, tables.who(id, "laptop"))
    for _ in range(3):
        for colour in ("red", "blue"):
            tables.sit(id, colour, "stranger")
            assert as_often_as_possible(tables, id, "stranger", *corrections(colour)) == "people_full"
            assert as_often_as_possible(tables, id, "stranger", *PAUSES) == "people_full"
            tables.leave(id, colour, tables.who(id, "stranger"))
    for colour in ("red", "blue"):
        tables.sit(id, colour, f"phone of {colour}")
    for _ in range(6):
        play(tables, id)
    wish(tables, id, "phone of green", "correct", changes={"green.deniers": "9"})


def quick(tables: Tables, id: str, colour: str) -> str:
    """Quick entries of a seat, until one is refused."""
    wishes = [{"kind": "play", "actions": (f"{colour} +1d",)}, {"kind": "play", "actions": (f"{colour} -1d",)}]
    return as_often_as_possible(tables, id, f"phone of {colour}", *wishes)


def test_quick_entries_have_half_of_the_room_of_play(tables: Tables, id: str) -> None:
    wish(tables, id, "laptop", "depth", depth="assistant")
    for colour in ("red", "blue"):
        assert quick(tables, id, colour) == "half_full"
    wish(tables, id, "phone of green", "play", actions=("green +1d",))
    wish(tables, id, "laptop", "depth", depth="referee")
    for _ in range(6):
        play(tables, id)


@pytest.mark.parametrize("given", [True, False])
def test_whoever_gets_a_seat_from_the_host_has_a_share_of_their_own(tables: Tables, id: str, *, given: bool) -> None:
    assert as_often_as_possible(tables, id, "phone of red", *NAMES) == "people_full"
    if given:
        tables.sit(id, "red", "tablet")
        (asked,) = tables.asking(id)
        tables.answer(id, "red", asked.mark, "laptop", allow=True)
    else:
        tables.leave(id, "red", tables.who(id, "laptop"))
        tables.sit(id, "red", "tablet")
    wish(tables, id, "tablet", "rename", seat="red", name="Cy")


def test_but_nobody_has_another_one_by_coming_back(tables: Tables, id: str) -> None:
    assert as_often_as_possible(tables, id, "phone of red", *NAMES) == "people_full"
    tables.leave(id, "red", tables.who(id, "phone of red"))
    tables.sit(id, "red", "phone of red")
    assert as_often_as_possible(tables, id, "phone of red", *PAUSES) == "people_full"
    assert not tables.sit(id, "red", "tablet")
    (asked,) = tables.asking(id)
    tables.answer(id, "red", asked.mark, "phone of red", allow=True)
    assert as_often_as_possible(tables, id, "tablet", *PAUSES) == "people_full"


def test_who_has_had_their_share_may_come_back_hand_on_and_finish(tables: Tables, id: str) -> None:
    wish(tables, id, "laptop", "pause")
    for device in ("phone of red", "laptop"):
        assert as_often_as_possible(tables, id, device, *NAMES) == "people_full"
    wish(tables, id, "laptop", "resume")
    tables.leave(id, "red", tables.who(id, "phone of red"))
    assert tables.sit(id, "red", "phone of red")
    assert not tables.sit(id, "red", "tablet")
    assert not tables.sit(id, HOST, "tablet")
    for asked in sorted(tables.asking(id), key=lambda asked: asked.colour == HOST):  # the host's place at last
        tables.answer(id, asked.colour, asked.mark, "laptop", allow=True)
    assert tables.who(id, "tablet") == Who(frozenset({"red"}), host=True)
    wish(tables, id, "tablet", "end")


def test_play_ends_where_the_log_is_full(store: Store) -> None:
    tables = Tables(store, limits=Limits(entries=PLAYED))
    id = tables.create(setup(colours="red blue"), "laptop", seed=1).id
    for _ in range(PLAYED - 1):  # the first shuffle is one too
        play(tables, id, "laptop")
    standing = tables.place(id).table.state.copy()
    with pytest.raises(Full) as full:
        play(tables, id, "laptop")
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
