"""One table: played, taken back, put right, followed more or less closely, by people with rights of their own."""

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from companion.engine import EngineError
from companion.engine.errors import BadPosition
from companion.i18n.translator import Translator
from companion.rules.errors import RulesError
from companion.table import errors, exports, imports
from companion.table.account import account
from companion.table.commands import (
    Correct,
    Follow,
    Play,
    Redo,
    Undo,
)  # fmt: skip
from companion.table.corrections import corrected
from companion.table.errors import BadTable, NotAllowed, Refused
from companion.table.handlers import do
from companion.table.log import Entry
from companion.table.maintenance import NotKept
from companion.table.people import Who
from companion.table.table import Table
from companion.table.vocabulary import Chance, Depth, EntryKind
from tests.looks import looked
from tests.pairs import SEED
from tests.table.people import ALL, HOST, kept, replayed, seat, setup, some_wish


def opened(**more: object) -> Table:
    return Table.open(setup(**more), seed=1)  # type: ignore[arg-type]


def mover(table: Table) -> Who:
    return seat(table.waiting)


# playing


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("seed", range(3))
def test_the_log_alone_is_the_table(game: str, seed: int) -> None:
    table, chance = opened(game=game), random.Random(seed)
    while not table.over and table.seq < 150:
        do(table, some_wish(table, chance), ALL)
    again = replayed(table)
    assert again.state == table.state
    assert again.living == table.living
    assert again.to_json() == table.to_json()


def test_every_entry_tells_what_happened() -> None:
    table, chance = opened(), random.Random(3)
    points = list(table.state.prestige)
    for _ in range(60):
        entry = do(table, Play(actions=(chance.choice(table.decision.options),)), HOST)  # type: ignore[union-attr]
        for event in entry.events:
            if event[0] in ("earned", "lost"):
                points[event[1]] += event[2] if event[0] == "earned" else -event[2]
    assert points == table.state.prestige


def test_several_actions_are_all_done_or_none() -> None:
    table = opened()
    before = table.state.copy()
    with pytest.raises(Refused) as raised:
        do(table, Play(actions=("place gate", "place gate")), HOST)
    assert raised.value.reason.code == "occupied"
    assert table.state == before
    assert table.seq == 2


def test_as_it_lies_on_our_table() -> None:
    """The people tell the tiles and the order; nothing is shuffled for them."""
    table = opened(chance=Chance.TABLE)
    tiles = ("n_quarry", "n_market", "n_farm", "n_forest", "n_sawmill", "n_carpenter")
    entry = do(table, Play(actions=tuple(f"draw {tile}" for tile in tiles[:-1])), seat("red"))
    do(table, Play(actions=("next green", "next red")), seat("red"))
    road = looked(table.referee, table.state)["road"]
    assert [space["building"] for space in road[:6]] == list(tiles)
    assert [event[0] for event in entry.events] == ["drawn"] * 6
    assert table.waiting == "green"


def test_a_gift_is_taken_by_itself() -> None:
    """In Magna Carta everything may be declined; nobody is asked whether they want a cube."""
    table, chance = opened(game="magna_carta"), random.Random(2)
    while not table.over:
        options = table.decision.options  # type: ignore[union-attr]
        assert not (len(options) == 2 and options[0].startswith("take ") and options[1] == "decline")
        do(table, Play(actions=(chance.choice(options),)), ALL)


def test_starting_in_the_middle() -> None:
    text = "edition: en\nseats: red blue green\nturn: 4 workers\norder: green red blue\nbailiff: 9\nred: 5d 2F1W 12P\n"
    text += "road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter\n"
    text += "blue: 1d - 0P\ngreen: 3d 1C 9P\n"
    table = opened(position=text)
    assert (table.waiting, table.state.prestige, table.state.turn) == ("green", [12, 0, 9], 4)
    with pytest.raises(BadPosition):
        opened(position=text + "passed: red red\n")


# taking back


def test_undo_is_an_entry_and_nothing_is_lost() -> None:
    table = opened()
    first = table.state.copy()
    one = do(table, Play(actions=("place castle",)), HOST)
    two = do(table, Play(actions=("place castle",)), HOST)
    after = table.state.copy()
    do(table, Undo(to=one.seq), HOST)
    assert table.state == first
    do(table, Redo(), HOST)
    assert table.state == after
    assert [entry.kind for entry in kept(table)][2:] == [
        EntryKind.PLAYED,
        EntryKind.PLAYED,
        EntryKind.UNDONE,
        EntryKind.REDONE,
    ]
    assert table.living.seqs[-2:] == [one.seq, two.seq]


def test_steps_that_were_taken_back_come_again_in_their_order() -> None:
    table = opened()
    entries = [do(table, Play(actions=(text,)), mover(table)) for text in ("place n_farm", "pass", "place castle")]
    stood = []
    for entry in reversed(entries):
        stood.append(table.state.copy())
        do(table, Undo(to=entry.seq), HOST)
    for state in reversed(stood):
        do(table, Redo(), HOST)
        assert table.state == state


# corrections


def test_a_correction_is_undone_and_replayed_like_anything_else() -> None:
    table = opened()
    before = table.state.copy()
    entry = do(table, Correct(changes={"red.deniers": "9", "red.prestige": "4"}, why="the inn"), seat("blue"))
    red = table.setup.colours.index("red")
    assert (table.state.money[red], table.state.prestige[red]) == (9, 4)
    assert entry.data["old"]["red.deniers"] == str(before.money[red])
    assert entry.by == "blue"
    assert ("earned", red, 4, "correction", "") in entry.events
    assert replayed(table).state == table.state
    do(table, Undo(to=entry.seq), HOST)
    assert table.state == before


def test_points_that_a_correction_gives_and_takes_are_in_the_sheet() -> None:
    table = opened()
    for points in ("9", "4", "6", "0"):
        do(table, Correct(changes={"red.prestige": points}), HOST)
        sheet = points_of(table)
        assert sheet["red"] == int(points)
        assert sum(sheet.values()) == int(points)


def points_of(table: Table) -> dict[str, int]:
    """The points that each player has by corrections, line by line."""
    sheet = account(table.snapshot(), kept(table)).sheet
    return {
        colour: sum(line.points for line in it.lines if line.source == "correction")
        for colour, it in sheet.players.items()
    }


def test_one_oddity_does_not_keep_another_number_from_being_put_right() -> None:
    """A table that was odd before, by an old correction, is put right step by step."""
    table = opened()
    odd = table.state.copy()
    odd.bailiff = odd.provost + 9
    table.set_state(odd)
    problems = len(table.referee.problems(table.state))
    assert problems
    do(table, Correct(changes={"red.deniers": "9"}), HOST)
    assert table.snapshot().fields["red.deniers"] == "9"
    assert len(table.referee.problems(table.state)) == problems


def test_options_follow_a_correction() -> None:
    table = opened()
    who = table.waiting
    do(table, Correct(changes={f"{who}.deniers": "0"}), HOST)
    assert table.decision is None or table.waiting != who or table.decision.options == ("pass",)
    do(table, Undo(to=table.living.seqs[-1]), HOST)
    do(table, Correct(changes={"special.gate": who}), HOST)
    assert "place gate" not in table.decision.options  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"red.deniers": "many"}, "number"),
        ({"red.deniers": "7 # and more"}, "amount"),
        ({"provost": "99"}, "range"),
        ({"road.3": "tower_of_babel"}, "no_such_building"),
        ({"turn": "3 lunch"}, "phase"),
        ({"passed": "red red"}, "impossible"),
        ({"red.nose": "1"}, "red.nose"),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused_and_changes_nothing(changes: dict[str, str], error: str) -> None:
    table = opened()
    before = table.state.copy()
    with pytest.raises(Exception, match=error):
        do(table, Correct(changes=changes), HOST)
    assert table.state == before
    assert table.seq == 2


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_saying_again_what_lies_there_changes_nothing_at_any_moment(game: str) -> None:
    """The fields say all of a position: written into it again they give the same."""
    for seed in range(4):
        table, chance = opened(game=game), random.Random(seed)
        while not table.over:
            found = table.position.fields()
            assert corrected(table.position, {}) == table.state
            assert corrected(table.position, found) == table.state
            for _ in range(4):
                if not table.over:
                    do(table, Play(actions=(chance.choice(table.decision.options),)), ALL)  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_any_number_can_be_set_and_the_game_goes_on(game: str) -> None:
    """Set some of what can be set, one field after another; whatever is accepted can be played on to the end."""
    chance, accepted = random.Random(f"{SEED} {game}"), 0
    for moment in range(4):
        table = opened(game=game)
        for _ in range(10 + 12 * moment):
            do(table, Play(actions=(chance.choice(table.decision.options),)), ALL)  # type: ignore[union-attr]
        for path, text in chance.sample(sorted(table.position.fields().items()), 25):
            with suppress(EngineError, RulesError, errors.TableError):
                do(table, Correct(changes={path: str(int(text) + 1) if text.isdecimal() else text}), ALL)
                accepted += 1
        while not table.over:
            do(table, Play(actions=(chance.choice(table.decision.options),)), ALL)  # type: ignore[union-attr]
        assert replayed(table).state == table.state
    assert accepted > 10


# depths


def test_what_goes_without_saying_is_in_the_log_and_undone_with_its_entry() -> None:
    table = opened(depth=Depth.ASSISTANT)
    do(table, Play(actions=("next", "place red trading_post")), HOST)
    before = table.state.copy()
    entry = do(table, Play(actions=("next", "next")), HOST)
    gift = "use red trading_post take 3d"
    assert entry.data["actions"] == ["pass blue", "pass green", "pass red", "next", gift, "next"]
    assert ("received", 0, 3, "effect", "trading_post") in entry.events
    assert replayed(table).state == table.state
    do(table, Undo(to=entry.seq), HOST)
    assert table.state == before
    do(table, Redo(), HOST)
    do(table, Play(actions=("place red castle",)), HOST)
    with pytest.raises(Refused, match="there_already"):
        do(table, Play(actions=("place red castle",)), HOST)
    for exported in (exports.whole, exports.record):
        brought = imports.read(exported(table.snapshot(), kept(table))).table
        assert brought.state == table.state


def test_an_old_log_is_replayed_as_it_was_entered() -> None:
    table = Table(setup(depth=Depth.ASSISTANT))
    for seq, action in enumerate(
        ("next", "place red castle", "place red castle", "place red trading_post", "next", "next"), 1
    ):
        table.apply(Entry(seq, EntryKind.PLAYED, {"actions": [action]}, "host", "2026-01-01T10:00:00+00:00"))
    assert looked(table.referee, table.state)["castle"]["workers"] == ["red", "red"]
    assert looked(table.referee, table.state)["players"]["red"]["deniers"] == 7 - 3


# people


def test_the_clock_runs_for_who_is_asked() -> None:
    table = opened()
    first = table.waiting
    at = "2026-01-01T10:00:{:02}+00:00"
    table.keep(Entry(3, EntryKind.LAID, {}, "red", at.format(0)))
    begun = dict(table.clock.used)
    table.keep(Entry(4, EntryKind.NAMED, {"seat": "red", "name": "B"}, "red", at.format(20)))
    assert {colour: table.clock.used[colour] - n for colour, n in begun.items()} == {
        colour: pytest.approx(20 if colour == first else 0) for colour in begun
    }


def test_dinner_takes_nobodys_time() -> None:
    table = opened()
    first = table.waiting
    day = "2100-01-01T18:{:02}:00+00:00"
    table.keep(Entry(3, EntryKind.LAID, {}, "red", day.format(0)))
    begun = table.clock.used[first]
    table.keep(Entry(4, EntryKind.PAUSED, {}, "red", day.format(10)))
    assert table.clock.used_until(first, day.format(20)) - begun == pytest.approx(600)
    table.keep(Entry(5, EntryKind.RESUMED, {}, "red", day.format(25)))
    table.keep(Entry(6, EntryKind.NAMED, {"seat": "red", "name": "B"}, "red", day.format(35)))
    assert table.clock.used[first] - begun == pytest.approx(1200)


def test_every_refusal_has_words() -> None:
    ids = [
        *(f"refusal.{code}" for error in errors.ERRORS for code in error.CODES),
        *map("keeping.{}".format, NotKept.CODES),
    ]
    assert [id for id in ids if not Translator("en").has(id, "say")] == []


def test_the_app_draws_the_same_again_after_an_undo() -> None:
    drawn = []
    for seed in ("a", "b", "c", "a"):
        table = opened(game="magna_carta")
        table.seed = seed
        seen = []
        for _ in range(2):
            while not table.latest[-1].data.get("drew"):
                do(table, Play(actions=(table.decision.options[0],)), ALL)  # type: ignore[union-attr]
            first = do(table, Play(actions=(table.decision.options[0],)), ALL)  # type: ignore[union-attr]
            seen.append([str(action) for action in first.data["actions"]])
            do(table, Undo(to=table.living.seqs[1]), ALL)
        assert seen[0] == seen[1]
        drawn.append(str(seen[0]))
    assert drawn[0] == drawn[3]
    assert len(set(drawn)) > 1


def test_a_standing_of_an_older_version_is_read_and_one_that_is_damaged_is_named() -> None:
    table = opened()
    do(table, Play(actions=("place castle",)), HOST)
    standing = table.to_json()
    first = (
        "state", "depth", "counted", "seq", "live", "undone", "authors", "used", "at", "names", "seated", "paused",
        "ended", "locked", "asked",
    )  # fmt: skip
    old = {name: standing[name] for name in first}
    again = Table(table.setup)
    again.restore(old, kept(table))
    assert again.to_json() == standing
    assert again.latest == tuple(kept(table))
    for name in old:
        with pytest.raises(BadTable) as raised:
            Table(table.setup).restore({key: value for key, value in old.items() if key != name})
        assert str(raised.value) == f"bad_standing seq={old['seq'] if name != 'seq' else 0}"


def test_whether_the_box_was_changed_since_is_known() -> None:
    table = opened()
    assert not replayed(table).other_numbers
    begun = kept(table)[0]
    kept(table)[0] = replace(begun, data=begun.data | {"rules": "older"})
    assert replayed(table).snapshot().other_numbers


def test_after_the_end_nothing_is_played_and_hands_that_were_told_stay_told() -> None:
    table = opened(game="magna_carta")
    table.keep(Entry(3, EntryKind.SEATED, {"seat": "red"}, "red"))
    chance = random.Random(4)
    while not table.over:
        do(table, Play(actions=(chance.choice(table.decision.options),)), ALL)  # type: ignore[union-attr]
    refused: list[tuple[Any, Who, str]] = [
        (Play(actions=("pass",)), ALL, "game_over"),
        (Follow(depth=Depth.SHEET), HOST, "hands_told"),
        (Undo(to=table.living.seqs[-1]), HOST, "ask_first"),
    ]
    for wish, who, code in refused:
        with pytest.raises((Refused, NotAllowed), match=code):
            do(table, wish, who)
    do(table, Correct(changes={"red.deniers": "33"}), HOST)
    assert table.over
