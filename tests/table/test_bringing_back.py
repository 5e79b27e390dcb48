"""Whatever people have done at a table, its exports come back as the same table, at every moment, and play on alike."""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from companion.engine import EngineError
from companion.rules.errors import RulesError
from companion.table import exports, imports
from companion.table.account import account
from companion.table.commands import Command, Correct, Count, Follow, Pause, Play, Redo, Rename, Resume, Undo
from companion.table.draws import DREW
from companion.table.errors import TableError
from companion.table.handlers import do
from companion.table.log import Entry
from companion.table.snapshot import TableSnapshot
from companion.table.table import Table
from companion.table.vocabulary import GO_ON, GO_ON_KIND, Chance, Depth
from tests.table.people import ALL, HOST, kept, setup

Writer = Callable[[TableSnapshot, Iterable[Entry]], str]
WRITERS: tuple[Writer, ...] = (exports.record, exports.whole)
BOTH = pytest.mark.parametrize("write", WRITERS)


def brought(table: Table, write: Writer) -> Table:
    return imports.read(write(table.snapshot(), kept(table))).table


def same(again: Table, table: Table) -> None:
    """What lies there, what is asked, who is who, and every point by its source."""
    assert again.state == table.state
    assert (again.decision, again.depth, again.over) == (table.decision, table.depth, table.over)
    assert (again.people.names, again.setup.title, again.setup.chance) == (
        table.people.names,
        table.setup.title,
        table.setup.chance,
    )
    assert again.standing.to_json() == table.standing.to_json()
    mine, yours = account(again.snapshot(), kept(again)), account(table.snapshot(), kept(table))
    assert (mine.sheet, mine.turns) == (yours.sheet, yours.turns)


def goes_on_alike(table: Table, seed: int) -> None:
    """What has come back is taken home and brought back once more; then the same choices lead to the same."""
    again = [brought(table, write) for write in WRITERS]
    again += [brought(one, write) for one, write in zip(again, reversed(WRITERS), strict=True)]
    chance = random.Random(seed)
    for _ in range(4):
        for one in again:
            same(one, table)
        if table.decision is None or table.over:
            return
        action, luck = chance.choice(table.decision.options), chance.getrandbits(32)
        drawn = {one.living.draws for one in (table, *again)}
        for one in (table, *again):
            told = do(one, Play(actions=(action,)), ALL, seed=luck)
        if DREW in told.data and len(drawn) > 1:
            return  # the app has drawn other cards, because a file does not say how often it drew before


# what people do


def wishes(table: Table, chance: random.Random) -> Iterator[Command]:
    """Something, mostly a choice of the game; what is refused there is no matter."""
    dice = chance.random()
    if dice < 0.22:
        yield Correct(changes=correction(table, chance), why=chance.choice(["", "who: me; # turn: 3"]))
    elif dice < 0.27:
        yield Follow(depth=chance.choice(list(Depth)))
    elif dice < 0.33 and len(table.living.seqs) > 3:
        yield Undo(to=table.living.seqs[-chance.randint(1, 3)])
    elif dice < 0.37:
        yield Redo()
    elif dice < 0.40:
        yield Rename(seat=chance.choice(table.setup.colours), name=chance.choice(["", "Zoë", "turn: 2", "=== x"]))
    elif dice < 0.43:
        yield from (Pause(), Resume())
    elif table.depth == Depth.SHEET:
        yield Count(seat="red", values={"gold": chance.randint(0, 9)})
        yield Follow(depth=Depth.ASSISTANT)
    elif table.decision is not None:
        yield Play(actions=(chance.choice(table.decision.options),))
    else:
        yield Play(actions=(chance.choice(["next", "next", "red +2d", "blue -1d +1F", "pass green"]),))
        yield Follow(depth=chance.choice([Depth.REFEREE, Depth.ASSISTANT]))


def correction(table: Table, chance: random.Random) -> dict[str, str]:
    """Money, cubes, the turn with its phase, who is next, the order, the pawns; now and then nobody has money left."""
    known = table.position.fields()
    colours = list(table.setup.colours)
    order = " ".join(chance.sample(colours, len(colours)))
    phases = ["workers", "special", "provost", "buildings", "castle", "actions", "income"]
    wanted = [
        {f"{colour}.deniers": "0" for colour in colours},
        {f"{table.waiting or 'red'}.deniers": "0"},
        {f"{chance.choice(colours)}.food": str(chance.randint(0, 5))},
        {"turn": f"{chance.randint(1, 6)} {chance.choice(phases)}"},
        {"turn": f"{table.state.turn + 1} {chance.choice(phases)}", "red.deniers": "0"},
        {"mover": chance.choice(colours)},
        {"order": order},
        {"passed": " ".join(chance.sample(colours, chance.randint(0, len(colours))))},
        {"provost": str(chance.randint(1, 12))},
    ]
    found = {path: text for path, text in chance.choice(wanted).items() if path in known}
    return found or {"red.deniers": "1"}


def something(table: Table, chance: random.Random) -> None:
    for wish in wishes(table, chance):
        try:
            do(table, wish, ALL, seed=chance.getrandbits(32))
        except (TableError, EngineError, RulesError):
            assert not isinstance(wish, Play) or table.decision is None


SETTINGS: tuple[dict[str, Any], ...] = (
    {}, {"untracked": ("red", "blue")}, {"chance": Chance.TABLE, "title": "name red: Eve"}, {"position": True},
    {"depth": Depth.ASSISTANT},
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.drawn(5)
@pytest.mark.parametrize("seed", range(len(SETTINGS)))
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_a_table_comes_back_at_every_moment(game: str, seed: int) -> None:
    """Every ten things somebody does; and always when it has begun to wait for `go on`, or has waited till now."""
    table, chance = opened(game, seed, **SETTINGS[seed]), random.Random(f"{game} {seed}")
    for n in range(40):
        if table.over:
            break
        waited = table.standing.coming is not None
        something(table, chance)
        if waited != (table.standing.coming is not None) or n % 10 == 0:
            for write in WRITERS:
                same(brought(table, write), table)
    goes_on_alike(table, seed)


def opened(game: str, seed: int, *, position: bool = False, **more: Any) -> Table:
    """A new table, or one that begins where another one has come to."""
    table = Table.open(setup(game, **more), seed=seed)
    if not position:
        return table
    for action in range(40):
        assert table.decision is not None
        options = table.decision.options
        do(table, Play(actions=(options[action % len(options)],)), ALL, seed=seed)
    return Table.open(setup(game, position=str(table.position)), seed=seed)


def waiting() -> Table:
    """A table that waits until somebody lets the one pass who has no money left."""
    table = Table.open(setup(), seed=1)
    do(table, Correct(changes={f"{table.waiting}.deniers": "0"}), HOST)
    assert table.decision is not None
    assert table.decision.kind == GO_ON_KIND
    return table


GO = Play(actions=(GO_ON,))
MEANWHILE: dict[str, tuple[Command, ...]] = {
    "nothing": (),
    "another correction": (Correct(changes={"red.food": "5"}),),
    "another correction, and on": (Correct(changes={"red.food": "5"}), GO),
    "another depth": (Follow(depth=Depth.ASSISTANT),),
    "there and back": (Follow(depth=Depth.SHEET), Follow(depth=Depth.REFEREE)),
    "a name": (Rename(seat="red", name="Zoe"),),
    "a pause": (Pause(), Resume()),
    "on": (GO,),
    "on and back": (GO, Undo(to=4)),
    "on, back and on": (GO, Undo(to=4), Redo()),
    "all back and on": (GO, Undo(to=3), Redo()),
}


@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_a_table_that_waits_to_go_on_comes_back(meanwhile: str) -> None:
    table = waiting()
    for wish in MEANWHILE[meanwhile]:
        do(table, wish, ALL, seed=1)
    goes_on_alike(table, 1)


@BOTH
@pytest.mark.parametrize("depth", [Depth.REFEREE, Depth.ASSISTANT])
@pytest.mark.parametrize("on", [False, True])
def test_a_position_that_says_little_comes_back(write: Writer, depth: Depth, *, on: bool) -> None:
    road = "n_farm n_forest n_sawmill n_quarry n_market n_carpenter"
    text = f"seats: red blue green\nedition: en\norder: red blue green\nroad: {road}\nturn: 4 workers\nbailiff: 12\n"
    table = Table.open(setup(position=text, depth=depth), seed=1)
    if on and depth == Depth.REFEREE:
        do(table, GO, HOST)
    same(brought(table, write), table)


@BOTH
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("turn", ["2 workers", "3 income", "2 actions"])
def test_a_corrected_turn_comes_back(write: Writer, game: str, turn: str) -> None:
    table = Table.open(setup(game), seed=1)
    with suppress(EngineError):
        do(table, Correct(changes={"turn": turn}), HOST)
    assert table.decision is not None
    do(table, Play(actions=(table.decision.options[0],)), HOST, seed=1)
    same(brought(table, write), table)


@BOTH
def test_more_than_anybody_can_enter_comes_back(write: Writer) -> None:
    """A denier for who passes first, on top of the most that a position can say."""
    table = Table.open(setup(), seed=1)
    do(table, Correct(changes={f"{table.waiting}.deniers": "9999"}), HOST)
    do(table, Play(actions=("pass",)), HOST)
    assert max(table.state.money) == 10_000
    do(table, Correct(changes={"red.food": "5"}), HOST)
    same(brought(table, write), table)


def test_a_part_that_has_not_gone_on_says_so() -> None:
    """Records of before the mark had gone on by themselves."""
    text = exports.record(waiting().snapshot(), kept(waiting()))
    assert text.endswith(f"{exports.WAITS}\n")
    old = imports.read(text.replace(exports.WAITS, "")).table
    assert old.decision is not None
    assert old.decision.kind == "worker"
