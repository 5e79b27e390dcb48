"""All tables of a server: what its lists tell, what is deleted and when, and what a repeated or hidden wish does."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from companion.table.commands import COMMAND, Correct, Count, End, Follow, Pause, Play, Rename, Undo
from companion.table.database import Database
from companion.table.errors import Full, NoSuchTable, NotAllowed
from companion.table.limits import Limits
from companion.table.log import Entry
from companion.table.people import Who
from companion.table.rows import Opened
from companion.table.setup import Seat
from companion.table.store import Store
from companion.table.summary import Summary
from companion.table.tables import SUMMED_UP, Tables
from companion.table.tokens import ALPHABET, fingerprint
from companion.table.vocabulary import Chance, Depth, EntryKind
from tests.table.people import ALL, HOST, seat, setup


class Club:
    """The tables of one server, whose clock is set by hand."""

    def __init__(self, **limits: int) -> None:
        self.time = datetime.fromisoformat("2026-03-01T20:00:00.000+00:00")
        self.tables = Tables(Store(Database(":memory:").ready()), limits=Limits(**limits), clock=self.now)

    def now(self) -> str:
        return self.time.isoformat(timespec="milliseconds")

    def wait(self, **time: float) -> None:
        self.time += timedelta(**time)

    def open(self, token: str = "host", **more: Any) -> Opened:
        return self.tables.create(setup(**more), token, seed=1)

    def act(self, id: str, command: Any, who: Who = ALL) -> None:
        self.tables.act(id, command, who, seen_seq=None)


@pytest.fixture
def club() -> Club:
    return Club()


# what is let go of

BY_HAND = {"chance": Chance.TABLE}
EVENINGS: dict[str, tuple[dict[str, Any], list[Any], bool]] = {
    "shuffled": ({}, [], False),
    "shuffled by hand": (BY_HAND, [], False),
    "seats taken": ({}, ["sit"], False),
    "seats locked": (BY_HAND, ["lock"], False),
    "a mind": (BY_HAND, [{"kind": "mind", "seat": "red", "level": "builder"}], False),
    "no referee": ({"depth": Depth.ASSISTANT}, [], False),
    "a name": (BY_HAND, [{"kind": "rename", "seat": "red", "name": "Ann"}], True),
    "a correction": ({"depth": Depth.ASSISTANT}, [{"kind": "correct", "changes": {"red.deniers": "9"}}], True),
    "a pause": (BY_HAND, [{"kind": "pause"}], True),
    "another depth": (BY_HAND, [{"kind": "depth", "depth": "sheet"}], True),
    "a number": ({"depth": Depth.SHEET}, [{"kind": "count", "seat": "red", "values": {"gold": 1}}], True),
    "a move": ({}, [{"kind": "play", "actions": ["pass"]}], True),
    "a tile": (BY_HAND, [{"kind": "play", "actions": ["draw n_farm"]}], True),
    "a tile, taken back": (BY_HAND, [{"kind": "play", "actions": ["draw n_farm"]}, {"kind": "undo", "to": 2}], True),
    "a name beside the shuffle": ({}, [{"kind": "rename", "seat": "red", "name": "Ann"}], True),
}
"""What was set up, what people did, and whether the table is kept for ever."""


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_table_is_let_go_of_only_if_nothing_of_a_game_was_entered(club: Club, evening: str) -> None:
    more, wishes, kept = EVENINGS[evening]
    tables, id = club.tables, club.open(**more).id
    for wish in wishes:
        if wish == "sit":
            tables.sit(id, "red", "phone")
            tables.leave(id, "red", tables.who(id, "phone"))
        elif wish == "lock":
            tables.lock_seats(id, HOST, locked=True)
        else:
            club.act(
                id, COMMAND.validate_python({**wish, "actions": tuple(wish["actions"])} if "actions" in wish else wish)
            )
    for days in (30, 1):
        club.wait(days=days)
        assert tables.delete_abandoned(5) == 0
    club.wait(days=1)
    assert tables.delete_abandoned(5) == (0 if kept else 1)
    assert tables.store.ids() == ([id] if kept else [])
    if not kept:
        with pytest.raises(NoSuchTable):
            tables.place(id)


def test_no_more_are_let_go_of_at_once_than_said(club: Club) -> None:
    for _ in range(3):
        club.open()
    club.wait(days=31)
    assert club.tables.delete_abandoned(2) == 0
    club.wait(days=1)
    assert [club.tables.delete_abandoned(2) for _ in range(3)] == [2, 1, 0]


@pytest.mark.parametrize("before", [0, 1])
def test_a_clock_that_is_ahead_for_an_evening_takes_no_table(club: Club, before: int) -> None:
    club.open()
    for days in (*[0] * before, 40, 0.2, -39, 1, 1):
        club.wait(days=days)
        assert club.tables.delete_abandoned(5) == 0


def test_whoever_comes_to_an_old_table_keeps_it_for_another_month(club: Club) -> None:
    id = club.open().id
    club.wait(days=29)
    club.tables.sit(id, "red", "phone")
    for days in (29, 1, 1):
        club.wait(days=days)
        assert club.tables.delete_abandoned(5) == 0
    club.wait(days=1)
    assert club.tables.delete_abandoned(5) == 1


# what is deleted, and restored


def test_a_deleted_table_can_be_restored_for_a_day_by_its_host(club: Club) -> None:
    tables, opened = club.tables, club.open(title="Friday")
    tables.sit(opened.id, "red", "phone")
    tables.delete(opened.code, "host")
    with pytest.raises(NoSuchTable) as raised:
        tables.by_code(opened.code)
    assert raised.value.args_by_name == {"given": opened.code}
    assert tables.known(opened.code)
    assert not tables.known("AAAAA")
    (gone,) = tables.deleted("host")
    assert (gone.id, gone.code, gone.title) == (opened.id, opened.code, "Friday")
    assert gone.until == "2026-03-02T20:00:00.000+00:00"
    assert tables.deleted("phone") == tables.deleted("") == []
    for token in ("phone", ""):
        with pytest.raises((NotAllowed, NoSuchTable)):
            tables.restore(opened.code, token)
    club.wait(hours=23, minutes=59)
    tables.restore(opened.code, "host")
    tables.restore(opened.code, "host")
    assert tables.by_code(opened.code) == opened
    assert tables.who(opened.id, "phone").colours == {"red"}
    with pytest.raises(NotAllowed, match="only_host"):
        tables.restore(opened.code, "phone")
    tables.delete(opened.code, "host")
    club.wait(days=1)
    assert tables.deleted("host") == []
    with pytest.raises(NoSuchTable):
        tables.restore(opened.code, "host")
    assert tables.known(opened.code)
    club.wait(hours=1)
    assert tables.deleted("host") == []
    assert not tables.known(opened.code)


def test_deleted_tables_are_removed_for_good_once_an_hour(club: Club) -> None:
    tables, gone = club.tables, [club.open() for _ in range(2)]
    tables.delete(gone[0].code, "host")
    club.wait(minutes=30)
    tables.delete(gone[1].code, "host")
    club.wait(hours=23, minutes=45)
    assert tables.deleted("host") != []
    for wait, left in (({"minutes": 0}, 2), ({"minutes": 59}, 2), ({"minutes": 1}, 1), ({"hours": 1}, 0)):
        club.wait(**wait)
        tables.deleted("host")
        assert tables.store.count() == left


# what a server takes


def test_a_server_has_room_for_so_many_tables() -> None:
    club = Club(tables=2)
    for _ in range(2):
        club.open()
    with pytest.raises(Full) as raised:
        club.open()
    assert (raised.value.code, raised.value.args_by_name) == ("too_many_tables", {"most": 2})


def test_a_new_table_is_its_hosts_and_begins_now(club: Club) -> None:
    opened = club.open("laptop", title="Friday")
    assert (opened.created, opened.host, opened.setup.title) == (club.now(), fingerprint("laptop"), "Friday")
    assert len(opened.code) == 5
    assert set(opened.code) <= set(ALPHABET)
    assert len(opened.id) == 16
    assert [(entry.kind, entry.by, entry.at) for entry in club.tables.log(opened.id)] == [
        (EntryKind.OPENED, "host", club.now()), (EntryKind.PLAYED, "host", club.now()),
    ]  # fmt: skip
    assert club.tables.by_code(opened.code) == club.tables.store.find(id=opened.id) == opened


def test_an_attempt_at_hidden_cards_is_told_once_each(club: Club) -> None:
    id = club.open(game="magna_carta").id
    club.tables.sit(id, "blue", "phone")
    for who in (HOST, HOST, seat("blue"), HOST):
        with pytest.raises(NotAllowed, match="unseen_cards"):
            club.act(id, Correct(changes={"red.hand": "bank"}), who)
    tried = [entry for entry in club.tables.log(id) if entry.kind == EntryKind.TRIED]
    assert [(entry.by, entry.data) for entry in tried] == [("host", {}), ("blue", {}), ("host", {})]
    with pytest.raises(NotAllowed, match="only_host"):
        club.act(id, End(), seat("blue"))
    assert len(club.tables.log(id)) == tried[-1].seq


def test_how_a_table_stood_and_whose_choice_was_answered(club: Club) -> None:
    tables, id = club.tables, club.open().id
    for _ in range(3):
        club.act(id, Play(actions=("place castle",)), HOST)
    club.act(id, Undo(to=5), HOST)
    club.act(id, Play(actions=("pass",)), HOST)
    place = tables.place(id)
    assert [tables.asked_by(place, seq) for seq in (3, 4, 5, 7, 3)] == ["blue", "green", "red", "red", "blue"]
    assert [tables.as_of(place, seqs).waiting for seqs in ([2], [2, 3], [2, 3, 4, 7])] == ["blue", "green", "blue"]
    assert tables.as_of(place, place.snapshot.living).game.position == place.snapshot.game.position


# results


def finished(club: Club, **more: Any) -> str:
    """A game that was played to its end, ten seconds a choice."""
    id = club.open(colours="red blue", **more).id
    while not club.tables.snapshot(id).over:
        club.wait(seconds=10)
        decision = club.tables.snapshot(id).decision
        assert decision
        club.act(id, Play(actions=(decision.options[-1],)))
    return id


def results(club: Club, token: str = "host") -> tuple[dict[str, Summary], int]:
    seen, broken, left = club.tables.results(token, lambda opened, summary: (opened.id, summary))
    assert broken == []
    return dict(seen), left


def test_a_finished_game_is_summed_up_until_it_is_played_on(club: Club) -> None:
    club.open()
    id = finished(club, seats=(Seat(colour="red", name="Ann"), Seat(colour="blue")))
    log, end = club.tables.log(id), club.tables.snapshot(id).game
    seen, left = results(club)
    assert left == 0
    assert set(seen) == {id}
    summary = seen[id]
    assert summary.at == log[0].at == "2026-03-01T20:00:00.000+00:00"
    assert summary.minutes == round(10 * (len(log) - 2) / 60)
    assert summary.points == end.prestige
    assert summary.names == {"red": "Ann"}
    assert set(summary.winners) == {seat for seat, n in summary.points.items() if n == max(summary.points.values())}
    assert results(club) == (seen, 0)
    assert results(club, "phone") == ({}, 0)
    club.tables.come_back(id, club.tables.link(id, "blue"), "phone")
    assert results(club, "phone")[0] == seen
    club.act(id, Rename(seat="red", name="Bo"))
    club.act(id, Undo(to=club.tables.snapshot(id).living[-1]))
    assert results(club) == ({}, 0)


def test_a_score_sheet_has_a_result_and_practice_has_none(club: Club) -> None:
    counted = club.open(depth=Depth.SHEET).id
    club.open(depth=Depth.SHEET)
    practice = club.open(depth=Depth.SHEET, practice=True).id
    for id in (counted, practice):
        club.act(id, Count(seat="red", values={"track": 7, "gold": 1}))
    club.act(club.open().id, End())
    seen, _ = results(club)
    assert set(seen) == {counted}
    assert seen[counted].points == {"red": 10, "blue": 0, "green": 0}
    assert seen[counted].winners == ("red",)
    club.act(counted, Undo(to=2))
    assert results(club) == ({}, 0)


def test_a_list_sums_up_a_few_at_once_and_says_how_many_are_left(club: Club) -> None:
    for _ in range(SUMMED_UP + 2):
        club.wait(seconds=1)  # what begins at one moment is one game
        club.act(club.open(depth=Depth.SHEET).id, Count(seat="red", values={"track": 7}))
    shown = [(len(seen), left) for seen, left in (results(club) for _ in range(3))]
    assert shown == [(SUMMED_UP, 2), (SUMMED_UP + 2, 0), (SUMMED_UP + 2, 0)]


def test_an_imported_table_is_summed_up_like_any_other(club: Club) -> None:
    id = finished(club)
    log = club.tables.log(id)
    brought = club.tables.adopt(club.tables.snapshot(id).setup, [replace(entry) for entry in log], "other")
    assert results(club, "other")[0][brought.id] == results(club)[0][id]
    new = club.tables.adopt(club.tables.snapshot(id).setup, log[:2], "third")
    assert club.tables.store.unsummed(9) == []
    assert results(club, "third") == ({}, 0)
    assert new.host == fingerprint("third")


def test_a_result_names_everybody_and_knows_who_is_a_computer_player(club: Club) -> None:
    id = club.open(depth=Depth.SHEET).id
    club.act(id, Count(seat="red", values={"track": 7}))
    snapshot = club.tables.snapshot(id)
    named = {"red": "Ann", "blue": "Bo", "green": ""}
    seen = replace(snapshot, people=replace(snapshot.people, names=named, minds={"blue": "builder"}))  # type: ignore[dict-item]
    summary = Summary.of(seen, club.tables.log(id))
    assert (summary.names, summary.minds) == ({"red": "Ann", "blue": "Bo"}, ("blue",))


# the flags of a snapshot

FLAGS: dict[str, tuple[dict[str, Any], list[Any], set[str]]] = {
    "begun": ({}, [], set()),
    "stopped": ({}, [End()], {"over", "may_be_practised"}),
    "paused": ({}, [Pause()], set()),
    "with plans": ({"hints": True}, [], {"may_be_practised"}),
    "practice": ({"practice": True}, [], {"may_be_practised"}),
    "chance": ({"chance": Chance.TABLE}, [], {"chance_open"}),
    "hands": ({"game": "magna_carta"}, [], {"keeps_hands"}),
    "hands of nobody": ({"game": "magna_carta", "untracked": ("red", "blue", "green")}, [], set()),
    "a score sheet": ({"depth": Depth.SHEET}, [], set()),
    "a filled score sheet": ({"depth": Depth.SHEET}, [Count(seat="red", values={"gold": 1})], {"has_result"}),
    "an assistant": ({"depth": Depth.ASSISTANT}, [], {"entries"}),
    "no assistant any more": ({"depth": Depth.ASSISTANT}, [Follow(depth=Depth.SHEET)], {"has_result"}),
}


@pytest.mark.parametrize("case", FLAGS)
def test_what_a_table_is(club: Club, case: str) -> None:
    more, wishes, flags = FLAGS[case]
    id = club.open(**more).id
    for wish in wishes:
        club.act(id, wish)
    seen = club.tables.snapshot(id)
    names = ("over", "finished", "may_be_practised", "chance_open", "keeps_hands", "has_result", "told_hands")
    found = {name for name in names if getattr(seen, name)} | ({"entries"} if seen.entries() else set())
    assert found == flags
    assert seen.waiting == (seen.decision.seat or "" if seen.decision else "")


def test_a_finished_game_is_over(club: Club) -> None:
    seen = club.tables.snapshot(finished(club, game="magna_carta"))
    assert (seen.over, seen.finished, seen.has_result, seen.told_hands, seen.waiting, seen.mind) == (
        True, True, True, True, "", None,
    )  # fmt: skip


def test_the_newest_entries_are_at_hand(club: Club) -> None:
    id = club.open().id
    for n in range(8):
        club.act(id, Rename(seat="red", name=f"Ann {n}"))
    seen = club.tables.snapshot(id)
    assert [entry.seq for entry in seen.latest] == [5, 6, 7, 8, 9, 10]
    assert all(isinstance(entry, Entry) for entry in seen.latest)
