"""Links that bring a seat back: who makes them, what they bring back, and when they are void."""

import pytest

from companion.table.errors import NotAllowed, NotNow
from companion.table.tables import Tables
from companion.table.tokens import fingerprint, new_token
from companion.table.vocabulary import HOST, EntryKind
from tests.web.club import SPECTATOR, Club


@pytest.fixture
def club() -> Club:
    return Club(game="magna_carta", edition="nl", colours=("red", "blue", "green"))


def linked(club: Club, seat: str, by: str = "", *, once: bool = False) -> str:
    who = club.tables.who(club.id, club.tokens[by]) if by else None
    return club.tables.link(club.id, seat, who, once=once)


def back(club: Club, key: str) -> str:
    """Come back on a device that nobody has seen before; its token."""
    token = new_token()
    club.tables.come_back(club.id, key, token)
    return token


def seats(club: Club, token: str) -> frozenset[str]:
    return club.tables.who(club.id, token).names


def test_a_link_gives_the_seat_to_another_device_again_and_again(club: Club) -> None:
    key = linked(club, "red", "red")
    for _ in range(3):
        token = back(club, key)
        assert seats(club, token) == {"red"}
        assert not seats(club, club.tokens["red"])
        club.tokens["red"] = token
    assert club.last.data == {"seat": "red", "link": True}


def test_the_hosts_link_brings_along_the_seats_of_that_device(club: Club) -> None:
    club.tables.leave(club.id, "green", club.tables.who(club.id, club.tokens["green"]))
    club.tables.sit(club.id, "green", club.tokens[HOST])
    assert seats(club, back(club, linked(club, HOST, HOST))) == {HOST, "green"}
    assert not seats(club, club.tokens[HOST])


def test_a_new_link_makes_the_old_one_void(club: Club) -> None:
    old = linked(club, "red", "red")
    new = linked(club, "red", HOST)
    with pytest.raises(NotNow, match="no_link"):
        back(club, old)
    assert seats(club, back(club, new)) == {"red"}


def test_a_link_for_once_is_void_when_it_was_used(club: Club) -> None:
    key = linked(club, "red", once=True)
    back(club, key)
    with pytest.raises(NotNow, match="no_link"):
        back(club, key)


def test_a_link_for_once_is_void_on_another_server_too(club: Club) -> None:
    """Another server has read the table before the link was used here."""
    key = linked(club, "red", once=True)
    there = Tables(club.tables.store)
    assert there.linked(club.id, key) == ["red"]
    token = back(club, key)
    with pytest.raises(NotNow, match="no_link"):
        there.come_back(club.id, key, new_token())
    assert seats(club, token) == {"red"}


def test_a_link_goes_with_its_holder(club: Club) -> None:
    """Whoever was freed from a seat, or gave it away, has no way back to what others do there now."""
    freed, given = linked(club, "red", "red"), linked(club, "blue", "blue")
    club.tables.leave(club.id, "red", club.tables.who(club.id, club.tokens[HOST]))
    club.tables.sit(club.id, "blue", club.tokens[SPECTATOR])
    mark = club.tables.asking(club.id)[0].mark
    club.tables.answer(club.id, "blue", mark, club.tokens["blue"], allow=True)
    for key in (freed, given):
        with pytest.raises(NotNow, match="no_link"):
            back(club, key)


def test_a_link_to_a_free_seat_seats_whoever_has_it(club: Club) -> None:
    club.tables.leave(club.id, "red", club.tables.who(club.id, club.tokens["red"]))
    key = linked(club, "red", HOST)
    club.tables.lock_seats(club.id, club.tables.who(club.id, club.tokens[HOST]), locked=True)
    assert seats(club, back(club, key)) == {"red"}


@pytest.mark.parametrize(("seat", "by"), [("red", "blue"), (HOST, "red"), ("red", SPECTATOR), (HOST, SPECTATOR)])
def test_nobody_makes_a_link_to_the_place_of_others(club: Club, seat: str, by: str) -> None:
    with pytest.raises(NotAllowed, match="not_your_seat"):
        linked(club, seat, by)


def test_only_a_hash_is_kept_and_it_outlives_the_process(club: Club) -> None:
    key = linked(club, "red", "red")
    assert club.last.kind == EntryKind.LINKED
    assert club.last.data == {"seat": "red", "link": fingerprint(key)}
    for _ in range(20):
        club.wish(HOST, "pause")
        club.wish(HOST, "resume")
    club.tables.forget(club.id)
    assert seats(club, back(club, key)) == {"red"}


def test_no_guess_brings_anything_back(club: Club) -> None:
    linked(club, "red", "red")
    for key in ("", "A" * 16, "red"):
        with pytest.raises(NotNow, match="no_link"):
            back(club, key)
