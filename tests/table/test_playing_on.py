"""After a correction, an entered position or a change of depth nothing follows by itself, and then the game goes on."""

import random

import pytest

from companion.engine import EngineError, NotationError
from companion.engine.errors import BadPosition
from companion.rules import UnknownName
from companion.table.commands import Correct, Follow, Play, Undo
from companion.table.errors import Refused, TableError
from companion.table.handlers import do
from companion.table.table import Table
from companion.table.vocabulary import GO_ON, GO_ON_KIND, Chance, Depth
from tests.table.people import ALL, HOST, replayed, seat, setup

ROAD = "road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter"


def opened(**more: object) -> Table:
    return Table.open(setup(**more), seed=1)  # type: ignore[arg-type]


def at(text: str, **more: object) -> Table:
    """A table that begins in the middle, gone on to its first choice."""
    table = opened(position=f"seats: red blue green\nedition: en\norder: red blue green\n{ROAD}{text}", **more)
    go_on(table)
    return table


def go_on(table: Table) -> None:
    if table.decision and table.decision.kind == GO_ON_KIND:
        do(table, Play(actions=(GO_ON,)), ALL)


def play_on(table: Table, chance: random.Random, far: int) -> None:
    for _ in range(far):
        decision = table.decision
        if table.over or decision is None:
            return
        do(table, Play(actions=(chance.choice(decision.options),)), ALL, seed=chance.getrandbits(32))


def homes(table: Table, colour: str) -> int:
    """All workers of a player, wherever they are."""
    state, at = table.state, table.setup.colours.index(colour)
    lists = (state.worker, state.stables, state.castle)
    return int(state.home[at] + sum(row.count(at) for row in lists) + (state.inn == at))


# nothing follows by itself


def test_who_can_no_longer_pay_passes_at_a_tap_and_it_is_told() -> None:
    table = opened()
    waiting, before = table.waiting, table.state.copy()
    entry = do(table, Correct(changes={f"{waiting}.deniers": "0"}), HOST)
    assert entry.events == ()
    assert (table.state.bridge, table.state.phase) == (before.bridge, before.phase)
    assert table.decision is not None
    assert (table.decision.kind, table.decision.options) == (GO_ON_KIND, (GO_ON,))
    told = do(table, Play(actions=(GO_ON,)), seat("blue"))
    assert "passed" in [raw[0] for raw in told.events]
    assert table.waiting not in ("", waiting)
    assert replayed(table).state == table.state


def test_everybody_without_money_ends_the_phase_only_at_a_tap() -> None:
    table = opened()
    phase = table.state.phase
    do(table, Correct(changes={f"{colour}.deniers": "0" for colour in table.setup.colours}), HOST)
    assert (table.state.phase, table.state.bridge, table.state.turn) == (phase, [], 1)
    told = do(table, Play(actions=(GO_ON,)), HOST)
    assert [raw[0] for raw in told.events].count("passed") == len(table.setup.colours)


def test_nothing_else_is_done_before_it() -> None:
    table = opened()
    do(table, Correct(changes={f"{table.waiting}.deniers": "0"}), HOST)
    with pytest.raises(Refused):
        do(table, Play(actions=("pass",)), HOST)
    with pytest.raises(Refused):
        do(opened(), Play(actions=(GO_ON,)), HOST)


def test_a_correction_that_leads_nowhere_asks_on_at_once() -> None:
    table = opened()
    waiting = table.waiting
    do(table, Correct(changes={f"{waiting}.deniers": "9"}), HOST)
    assert (table.waiting, table.decision and table.decision.kind) == (waiting, "worker")


def test_going_on_is_undone_to_where_it_was_not_yet() -> None:
    table = opened()
    do(table, Correct(changes={f"{table.waiting}.deniers": "0"}), HOST)
    before = table.state.copy()
    told = do(table, Play(actions=(GO_ON,)), HOST)
    do(table, Undo(to=told.seq), HOST)
    assert table.state == before
    assert table.decision is not None
    assert table.decision.kind == GO_ON_KIND


def test_a_table_is_kept_while_it_waits_for_that_tap() -> None:
    table = opened()
    do(table, Correct(changes={f"{table.waiting}.deniers": "0"}), HOST)
    again = Table(table.setup)
    again.restore(table.to_json())
    assert again.decision == table.decision
    assert again.state == table.state


def test_an_entered_position_waits_for_a_tap() -> None:
    text = f"seats: red blue green\nedition: en\norder: red blue green\n{ROAD}\nturn: 4 workers\nbailiff: 9\n"
    table = opened(position=text)
    assert table.decision is not None
    assert (table.decision.kind, table.state.turn, table.state.bridge) == (GO_ON_KIND, 4, [])
    told = do(table, Play(actions=(GO_ON,)), HOST)
    assert "passed" in [raw[0] for raw in told.events]
    assert replayed(table).state == table.state


def test_another_depth_waits_for_a_tap_too() -> None:
    table = opened(depth=Depth.ASSISTANT)
    do(table, Play(actions=("order green red blue", "next")), HOST)
    do(table, Correct(changes={f"{colour}.deniers": "0" for colour in table.setup.colours}), HOST)
    phase = table.state.phase
    entry = do(table, Follow(depth=Depth.REFEREE), HOST)
    assert (entry.events, table.state.phase, table.state.bridge) == ((), phase, [])
    assert table.decision is not None
    assert table.decision.kind == GO_ON_KIND
    assert replayed(table).state == table.state


@pytest.mark.parametrize(
    ("bailiff", "entries", "points"),
    [
        (13, ["bailiff -1"], [20, 20, 20]),
        (13, ["bailiff -2"], None),
        (11, ["bailiff +1"], [20, 18, 18]),
        (11, ["bailiff +1", "bailiff -1", "bailiff +1"], [20, 18, 18]),
        (11, ["bailiff +1", "bailiff -1"], None),
        (11, ["score"], None),
    ],
)
def test_a_section_is_scored_once_or_the_entry_refused(
    bailiff: int, entries: list[str], points: list[int] | None
) -> None:
    people = "red: 9d 20P houses 2/0/0\nblue: 9d 20P\ngreen: 9d 20P"
    table = at(f"\nturn: 3 workers\nbailiff: {bailiff}\n{people}\n")
    do(table, Play(actions=("place n_farm",)), HOST)
    do(table, Follow(depth=Depth.ASSISTANT), HOST)
    if points is None:
        with pytest.raises(BadPosition, match="section"):
            do(table, Play(actions=tuple(entries)), HOST)
        return
    do(table, Play(actions=tuple(entries)), HOST)
    do(table, Follow(depth=Depth.REFEREE), HOST)
    assert (table.state.section, table.state.prestige) == (1, points)
    if table.decision and table.decision.kind == "favor":
        do(table, Play(actions=("favor prestige 1",)), HOST)
    assert table.waiting == "blue", "it was, before the bailiff went on"
    play_on(table, random.Random(5), 1000)
    assert table.over


# the open choice


def test_the_provost_behind_a_building_shuts_it() -> None:
    table = at(" f_peddler f_carpenter+red\nturn: 5 buildings\nred: 4d 4F4W4S\nbailiff: 8\nprovost: 9\n")
    assert (table.waiting, table.decision and table.decision.kind) == ("red", "build")
    do(table, Correct(changes={"provost": "5"}), HOST)
    assert table.decision
    assert table.decision.kind == "go_on"
    do(table, Play(actions=("go on",)), HOST)
    assert (table.snapshot().game.turn, homes(table, "red")) == (6, 6)
    play_on(table, random.Random(3), 150)


def test_the_gate_is_asked_for_whose_worker_stands_there() -> None:
    table = at("\nturn: 3 special\nspecial: gate+blue\nblue: 5d\nred: 5d\n")
    assert table.waiting == "blue"
    do(table, Correct(changes={"special.gate": "red"}), HOST)
    assert table.waiting == "red"
    do(table, Play(actions=("move n_farm",)), HOST)
    assert [homes(table, colour) for colour in ("red", "blue")] == [6, 6]
    assert table.referee.problems(table.state) == []


def test_another_worker_on_the_building_being_activated_is_asked() -> None:
    table = at("+red\nturn: 5 buildings\nred: 4d 4F4W\nblue: 4d 4F4W\n")
    assert table.waiting == "red"
    do(table, Correct(changes={"road.6": "n_carpenter+blue"}), HOST)
    assert table.waiting == "blue"
    play_on(table, random.Random(3), 60)


def test_batches_stay_with_who_gave_them() -> None:
    table = at("\nturn: 6 castle\ncastle: red blue\nred: 4F4W4S\nblue: 4F4W4S\n")
    do(table, Play(actions=("batch FWS",)), HOST)
    do(table, Play(actions=("done",)), HOST)
    assert (table.waiting, table.state.given) == ("blue", [1, 0])
    do(
        table,
        Correct(changes={"castle": "red green blue", "green.food": "3", "green.wood": "3", "green.stone": "3"}),
        HOST,
    )
    assert (table.waiting, table.state.given) == ("green", [1, 0, 0])
    play_on(table, random.Random(3), 60)


def test_nobody_has_given_more_batches_than_they_have_houses() -> None:
    table = at("\nturn: 6 castle\ncastle: red blue\nred: 4F4W4S\nblue: 4F4W4S\n")
    do(table, Play(actions=("batch FWS",)), HOST)
    do(table, Play(actions=("done",)), HOST)
    do(table, Correct(changes={"red.houses.dungeon": "0"}), HOST)
    assert (table.waiting, table.state.given) == ("blue", [0, 0])
    play_on(table, random.Random(3), 60)


def test_what_is_not_in_play_cannot_be_set() -> None:
    first_game = opened(game="magna_carta", edition="nl", variants=("intro",))
    with pytest.raises(UnknownName):
        do(first_game, Correct(changes={"provost": "3"}), HOST)
    by_hand = opened(game="magna_carta", edition="nl", variants=("standard",), chance=Chance.TABLE)
    with pytest.raises(NotationError, match="not_yet"):
        do(by_hand, Correct(changes={"provost": "3"}), HOST)
    with pytest.raises(BadPosition):
        do(by_hand, Correct(changes={"road.1": "n_forest", "road.2": "bank=blue"}), HOST)
    with pytest.raises(UnknownName):
        do(opened(), Correct(changes={"special.stables": "green"}), HOST)


@pytest.mark.parametrize("amount", ["99999", "9" * 28, "٣", "²", "1e3", "-1", "+1", " 1 2"])
def test_amounts_have_four_digits_at_most(amount: str) -> None:
    table = opened()
    with pytest.raises(NotationError):
        do(table, Correct(changes={"red.deniers": amount}), HOST)


# whatever is accepted plays on


def some_text(path: str, old: str, known: dict[str, str], chance: random.Random) -> str:
    """What somebody may enter: a number near by, none, nothing, what stands elsewhere, a player."""
    none = "0" if old.isdecimal() else ""
    near = str(int(old) + chance.choice((-3, -1, 1, 5))) if old.isdecimal() else chance.choice(list(known.values()))
    alike = [text for other, text in known.items() if other.rpartition(".")[2].isdecimal() == path[-1].isdecimal()]
    return chance.choice(
        [near, none, chance.choice(alike), chance.choice(["red", "blue", "green", "red blue", "mason=red"])]
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("seed", range(6))
def test_every_accepted_correction_plays_on(game: str, seed: int) -> None:
    chance, table, accepted = random.Random(f"{seed} {game}"), opened(game=game), 0
    for _ in range(60):
        play_on(table, chance, chance.randrange(6))
        if table.over:
            break
        known = table.position.fields()
        paths = chance.sample(list(known), chance.choice((1, 1, 2)))
        try:
            do(table, Correct(changes={path: some_text(path, known[path], known, chance) for path in paths}), ALL)
        except (EngineError, TableError, UnknownName):
            continue
        accepted += 1
        twin = replayed(table)
        assert twin.state == table.state
        play_on(twin, chance, 40)
    play_on(table, chance, 150)
    assert accepted > 3
