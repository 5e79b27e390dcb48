"""One table: played, taken back, put right, followed more or less closely, by people with rights of their own."""

import random

import pytest

from companion.engine.errors import BadPosition
from companion.i18n.translator import Translator
from companion.rules import UnknownName
from companion.table import errors, exports, imports
from companion.table.account import account
from companion.table.commands import (
    Agree,
    Ask,
    Correct,
    Count,
    End,
    Follow,
    Pause,
    Play,
    Redo,
    Refuse,
    Reminders,
    Rename,
    Reopen,
    Resume,
    Undo,
)  # fmt: skip
from companion.table.corrections import corrected
from companion.table.errors import BadTable, NotAllowed, NotNow, Refused
from companion.table.handlers import do
from companion.table.log import Entry
from companion.table.log_reader import MemoryLog
from companion.table.maintenance import NotKept
from companion.table.people import People, Who
from companion.table.table import Table
from companion.table.vocabulary import Chance, Depth, EntryKind
from tests.looks import looked
from tests.table.people import ALL, HOST, seat, setup, some_wish


def opened(**more: object) -> Table:
    return Table.open(setup(**more), seed=1)  # type: ignore[arg-type]


def mover(table: Table) -> Who:
    return seat(table.waiting)


def kept(table: Table) -> list[Entry]:
    assert isinstance(table.past, MemoryLog)
    return table.past.kept


def replayed(table: Table) -> Table:
    """The same table from its log alone."""
    again = Table(table.setup)
    again.past = MemoryLog(list(kept(table)))
    for entry in kept(table):
        again.apply(entry)
    return again


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


def test_somebody_elses_turn_is_refused_and_named() -> None:
    table = opened()
    other = next(colour for colour in table.setup.colours if colour != table.waiting)
    with pytest.raises(NotAllowed) as raised:
        do(table, Play(actions=("pass",)), seat(other))
    assert raised.value.args_by_name == {"waiting": table.waiting}
    assert table.seq == 2


def test_the_host_may_play_for_everybody_and_a_spectator_for_nobody() -> None:
    table = opened()
    assert do(table, Play(actions=("pass",)), HOST).by == "host"
    with pytest.raises(NotAllowed, match="spectator"):
        do(table, Play(actions=("pass",)), Who())


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


def test_what_was_undone_is_gone_once_something_else_is_played() -> None:
    table = opened()
    one = do(table, Play(actions=("place castle",)), HOST)
    do(table, Undo(to=one.seq), HOST)
    do(table, Play(actions=("pass",)), HOST)
    with pytest.raises(NotNow, match="nothing_to_redo"):
        do(table, Redo(), HOST)
    with pytest.raises(NotNow, match="no_such_entry"):
        do(table, Undo(to=one.seq), HOST)


def test_ones_own_last_action_is_free_and_more_needs_the_others() -> None:
    table = opened()
    first = do(table, Play(actions=("place castle",)), mover(table))
    do(table, Play(actions=("place castle",)), mover(table))
    with pytest.raises(NotAllowed, match="ask_first"):
        do(table, Undo(to=first.seq), seat(first.by))
    last = do(table, Play(actions=("pass",)), mover(table))
    assert do(table, Undo(to=last.seq), seat(last.by)).by == last.by


def test_with_everyones_consent() -> None:
    table = opened()
    for colour in table.setup.colours:
        table.keep(Entry(table.seq + 1, EntryKind.SEATED, {"seat": colour}, colour))
    before = table.state.copy()
    first = do(table, Play(actions=("place castle",)), mover(table))
    do(table, Play(actions=("place castle",)), mover(table))
    asker = first.by
    others = [colour for colour in table.setup.colours if colour != asker]
    do(table, Ask(to=first.seq), seat(asker))
    assert do(table, Agree(), seat(others[0])).kind == EntryKind.AGREED
    assert do(table, Agree(), HOST).kind == EntryKind.AGREED
    assert table.state != before
    assert do(table, Agree(), seat(others[1])).kind == EntryKind.UNDONE
    assert table.state == before
    with pytest.raises(NotNow, match="nobody_asked"):
        do(table, Agree(), seat(others[0]))


def test_nothing_is_undone_before_the_host_has_agreed() -> None:
    """Also when all who sit there have: the host enters for the others."""
    table = opened()
    for colour in ("red", "blue"):
        table.keep(Entry(table.seq + 1, EntryKind.SEATED, {"seat": colour}, colour))
    first = do(table, Play(actions=("place castle",)), HOST)
    do(table, Ask(to=first.seq), seat("red"))
    assert do(table, Agree(), seat("blue")).kind == EntryKind.AGREED
    assert first.seq in table.living.seqs
    assert do(table, Agree(), HOST).kind == EntryKind.UNDONE


def test_one_who_asks_cannot_agree_for_the_others() -> None:
    table = opened()
    for colour in table.setup.colours:
        table.keep(Entry(table.seq + 1, EntryKind.SEATED, {"seat": colour}, colour))
    first = do(table, Play(actions=("place castle",)), mover(table))
    do(table, Play(actions=("place castle",)), mover(table))
    do(table, Ask(to=first.seq), seat(first.by))
    with pytest.raises(NotAllowed, match="own_request"):
        do(table, Agree(), seat(first.by))
    assert table.living.seqs[-2] == first.seq


def test_a_device_with_two_seats_does_not_agree_with_itself() -> None:
    table = opened()
    for colour in table.setup.colours:
        table.keep(Entry(table.seq + 1, EntryKind.SEATED, {"seat": colour}, colour))
    both = Who(frozenset({"red", "blue"}))
    first = do(table, Play(actions=("place castle",)), mover(table))
    do(table, Play(actions=("place castle",)), mover(table))
    do(table, Ask(to=first.seq), both)
    with pytest.raises(NotAllowed, match="own_request"):
        do(table, Agree(), both)
    do(table, Agree(), HOST)
    table = replayed(table)
    assert do(table, Agree(), seat("green")).kind == EntryKind.UNDONE


def test_a_refusal_ends_the_question() -> None:
    table = opened()
    first = do(table, Play(actions=("place castle",)), mover(table))
    do(table, Ask(to=first.seq), seat("red"))
    do(table, Refuse(), seat("blue"))
    assert table.people.asked is None


def test_the_question_ends_when_the_game_goes_on() -> None:
    table = opened()
    for colour in table.setup.colours:
        table.keep(Entry(table.seq + 1, EntryKind.SEATED, {"seat": colour}, colour))
    first = do(table, Play(actions=("place castle",)), mover(table))
    do(table, Ask(to=first.seq), seat(first.by))
    do(table, Play(actions=("place castle",)), mover(table))
    for colour in table.setup.colours:
        with pytest.raises(NotNow, match="nobody_asked"):
            do(table, Agree(), seat(colour))
    assert len(table.living.seqs) == 3


def test_nobody_takes_back_what_somebody_else_has_done() -> None:
    table = opened()
    last = do(table, Play(actions=("place castle",)), mover(table))
    for colour in set(table.setup.colours) - {last.by}:
        with pytest.raises(NotAllowed, match="ask_first"):
            do(table, Undo(to=last.seq), seat(colour))
    assert do(table, Undo(to=last.seq), seat(last.by)).by == last.by


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


def test_a_correction_that_changes_nothing_is_none() -> None:
    table = opened()
    with pytest.raises(NotNow, match="no_change"):
        do(table, Correct(changes={"provost": table.position.fields()["provost"]}), HOST)


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
    """Set what can be set, one field after another; whatever is accepted can be played on to the end."""
    chance = random.Random(9)
    accepted = 0
    for seed in range(12):
        table = opened(game=game)
        for _ in range(10 + 4 * seed):
            if not table.over:
                do(table, Play(actions=(chance.choice(table.decision.options),)), ALL)  # type: ignore[union-attr]
        for path, text in list(table.position.fields().items()):
            value = str(int(text) + 1) if text.isdecimal() else text
            try:
                do(table, Correct(changes={path: value}), ALL)
            except (NotNow, BadPosition, UnknownName, errors.TableError):
                continue
            except Exception as error:
                assert hasattr(error, "code"), (path, value, error)  # noqa: PT017
                continue
            accepted += 1
            assert replayed(table).state == table.state
        while not table.over:
            do(table, Play(actions=(chance.choice(table.decision.options),)), ALL)  # type: ignore[union-attr]
    assert accepted > 100


def test_nobody_sets_cards_he_may_not_see() -> None:
    table = opened(game="magna_carta")
    for who in (HOST, seat("blue")):
        with pytest.raises(NotAllowed, match="unseen_cards"):
            do(table, Correct(changes={"red.hand": "bank"}), who)
        with pytest.raises(NotAllowed, match="unseen_cards"):
            do(table, Correct(changes={"red.hand": ""}), who)


# depths


def test_assistant_entries_and_corrections_go_into_one_log() -> None:
    table = opened(depth=Depth.ASSISTANT)
    do(table, Play(actions=("order green red blue", "next")), HOST)
    entry = do(table, Play(actions=("red +2d -1F",)), seat("blue"))
    assert entry.events
    do(table, Correct(changes={"provost": "9"}), HOST)
    assert replayed(table).state == table.state
    with pytest.raises(Refused):
        do(table, Play(actions=("red +1d", "red -99d")), HOST)
    assert replayed(table).state == table.state


def test_what_goes_without_saying_is_in_the_log_and_undone_with_its_entry() -> None:
    table = opened(depth=Depth.ASSISTANT)
    do(table, Play(actions=("next", "place red trading_post")), HOST)
    before = table.state.copy()
    entry = do(table, Play(actions=("next", "next")), HOST)
    assert entry.data == {"actions": ["pass red", "next", "red +3d trading_post", "next"]}
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


def test_from_referee_to_assistant_and_back() -> None:
    table, chance = opened(), random.Random(5)
    for _ in range(20):
        do(table, Play(actions=(chance.choice(table.decision.options),)), HOST)  # type: ignore[union-attr]
    do(table, Follow(depth=Depth.ASSISTANT), HOST)
    assert table.decision is None
    do(table, Play(actions=("red +3d",)), HOST)
    do(table, Follow(depth=Depth.REFEREE), HOST)
    assert table.decision is not None
    assert replayed(table).state == table.state
    do(table, Undo(to=table.living.seqs[-3]), HOST)
    assert table.depth == Depth.REFEREE
    assert table.decision is not None


def test_the_score_sheet_counts_and_ranks() -> None:
    table = opened(depth=Depth.SHEET)
    do(table, Count(seat="red", values={"track": 40, "gold": 2, "cubes": 7, "deniers": 9}), seat("red"))
    do(table, Count(seat="blue", values={"track": 51}), HOST)
    assert table.standing.counted["red"]["gold"] == 2
    assert replayed(table).standing.counted == table.standing.counted
    with pytest.raises(UnknownName):
        do(table, Count(seat="red", values={"noses": 2}), HOST)
    with pytest.raises(NotNow, match="other_depth"):
        do(table, Play(actions=("pass",)), HOST)


# people


def test_only_the_host_hides_reminders_and_the_log_keeps_it() -> None:
    table = opened()
    assert table.people.reminders
    with pytest.raises(NotAllowed):
        do(table, Reminders(shown=False), seat(table.setup.colours[0]))
    do(table, Reminders(shown=False), HOST)
    assert not table.people.reminders
    assert not People.from_json(table.people.to_json()).reminders
    with pytest.raises(NotNow):
        do(table, Reminders(shown=False), HOST)
    old = {name: value for name, value in table.people.to_json().items() if name != "reminders"}
    assert People.from_json(old).reminders


def test_pause_end_and_reopen() -> None:
    table = opened()
    do(table, Pause(), seat("red"))
    with pytest.raises(NotAllowed, match="paused"):
        do(table, Play(actions=("pass",)), HOST)
    do(table, Resume(), seat("blue"))
    with pytest.raises(NotAllowed, match="only_host"):
        do(table, End(), seat("red"))
    do(table, End(), HOST)
    assert table.over
    with pytest.raises(NotAllowed, match="closed"):
        do(table, Play(actions=("pass",)), HOST)
    do(table, Reopen(), HOST)
    do(table, Play(actions=("pass",)), HOST)


def test_a_name_is_ones_own() -> None:
    table = opened()
    do(table, Rename(seat="red", name="Ada"), seat("red"))
    assert table.people.names["red"] == "Ada"
    with pytest.raises(NotAllowed, match="not_your_seat"):
        do(table, Rename(seat="red", name="Bob"), seat("blue"))


def test_the_clock_runs_for_who_is_asked() -> None:
    table = opened()
    first = table.waiting
    at = "2026-01-01T10:00:{:02}+00:00"
    table.keep(Entry(3, EntryKind.NAMED, {"seat": "red", "name": "A"}, "red", at.format(0)))
    begun = dict(table.clock.used)
    table.keep(Entry(4, EntryKind.NAMED, {"seat": "red", "name": "B"}, "red", at.format(20)))
    assert {colour: table.clock.used[colour] - n for colour, n in begun.items()} == {
        colour: pytest.approx(20 if colour == first else 0) for colour in begun
    }


def test_dinner_takes_nobodys_time() -> None:
    table = opened()
    first = table.waiting
    day = "2100-01-01T18:{:02}:00+00:00"
    table.keep(Entry(3, EntryKind.NAMED, {"seat": "red", "name": "A"}, "red", day.format(0)))
    begun = table.clock.used[first]
    table.keep(Entry(4, EntryKind.PAUSED, {}, "red", day.format(10)))
    assert table.clock.used_until(first, day.format(20)) - begun == pytest.approx(600)
    table.keep(Entry(5, EntryKind.RESUMED, {}, "red", day.format(25)))
    table.keep(Entry(6, EntryKind.NAMED, {"seat": "red", "name": "B"}, "red", day.format(35)))
    assert table.clock.used[first] - begun == pytest.approx(1200)


def test_a_log_that_does_not_fit_the_rules_names_its_entry() -> None:
    table = opened()
    with pytest.raises(BadTable) as raised:
        table.apply(Entry(3, EntryKind.PLAYED, {"actions": ["place mason"]}))
    assert raised.value.args_by_name == {"seq": 3}


def test_every_refusal_has_words() -> None:
    ids = [
        *(f"refusal.{code}" for error in errors.ERRORS for code in error.CODES),
        *map("keeping.{}".format, NotKept.CODES),
    ]
    assert [id for id in ids if not Translator("en").has(id, "say")] == []


def test_the_apps_own_shuffle_is_not_taken_back() -> None:
    """Nobody would be left to decide what was shuffled."""
    table = opened()
    assert table.living.seqs == [2]
    with pytest.raises(NotNow, match="no_such_entry"):
        do(table, Undo(to=2), HOST)
