"""The law of the bookkeeper: what everybody has is what came in and went out, each time with its source.

People enter a game as they like: what is offered and what is not, twice, forgotten, corrected, taken back.
"""

import random
from collections import Counter
from collections.abc import Iterator

from companion.engine.amounts import KINDS
from companion.engine.phases import OVER
from companion.rules.vocabulary import CUBES
from companion.table.commands import Command, Correct, Play, Undo
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.vocabulary import Depth
from tests.laws import drawing
from tests.laws.entries import anything
from tests.laws.tables import done

LONGEST = 300
"""Entries after which a game is left alone."""

Books = Counter[tuple[int, object]]
"""How much each seat has of money, points and each kind of cubes."""

_MONEY, _POINTS = "money", "points"
_SIGNS = {
    "received": (_MONEY, 1), "paid": (_MONEY, -1), "earned": (_POINTS, 1), "lost": (_POINTS, -1),
    "took": ("cubes", 1), "gave": ("cubes", -1),
}  # fmt: skip


def balanced(chance: random.Random) -> int:
    """Whatever people enter, everybody's goods are those of the beginning and of all that is told since."""
    table = _opened(chance)
    begun, books = _minus(_lying(table), _told(table, table.living.seqs)), dict[int, Books]()
    looks, last = 0, Play(actions=("next",))
    while not table.over and looks < LONGEST:
        command = _next(table, chance, last)
        before, seq = _lying(table), table.seq
        if done(table, command) and isinstance(command, Correct) and table.seq > seq:
            changed = _minus(_lying(table), before)
            assert set(changed) <= set(_named(table, command)), (command, table.position)
            books[table.seq] = changed
        last = command if isinstance(command, Play) else last
        come = Books(begun)
        for living in table.living.seqs:
            if living not in books:
                books[living] = _told(table, [living])
            come.update(books[living])
        assert _minus(_lying(table), come) == {}, (command, _minus(_lying(table), come), table.position)
        looks += 1
    return looks


def _opened(chance: random.Random) -> Table:
    game = drawing.table(chance)
    seats = tuple(Seat(colour=colour) for colour in game.seats)
    setup = Setup(game=game.rules.game, edition=game.rules.edition, variants=game.rules.variants, seats=seats,
                  depth=Depth.ASSISTANT)  # fmt: skip
    return Table.open(setup, seed=chance.randrange(10**6))


def _next(table: Table, chance: random.Random, last: Play) -> Command:
    """Return what somebody does now: mostly what is open, and what people do by mistake."""
    drawn, newest = chance.random(), table.living.seqs[-4:]
    if drawn < 0.06:
        return last
    if drawn < 0.12 and newest:
        return Undo(to=chance.choice(newest))
    if drawn < 0.18 and table.state.phase != OVER:
        return Correct(changes=drawing.another_amount(table.position, chance))
    if drawn < 0.3:
        return Play(actions=(anything(table, chance),))
    lines = [line for line in table.assistant.lines(table.state) if line.entries]
    if lines and drawn < 0.85:
        return Play(actions=(str(chance.choice(chance.choice(lines).entries)),))
    return Play(actions=("next",))


def _lying(table: Table) -> Books:
    state, books = table.state, Books()
    for seat in range(len(table.setup.colours)):
        books[seat, _MONEY], books[seat, _POINTS] = state.money[seat], state.prestige[seat]
        for kind in range(KINDS):
            books[seat, kind] = state.cubes[seat * KINDS + kind]
    return books


def _told(table: Table, entries: list[int]) -> Books:
    """Return what came in and went out by these entries."""
    books = Books()
    for entry in table.past.entries(0, entries):
        for id, *args in entry.events:
            if id in _SIGNS:
                what, sign = _SIGNS[str(id)]
                assert args[2], (entry, "has no source")
                for kind, n in enumerate(args[1]) if what == "cubes" else [(what, args[1])]:
                    assert n >= 0
                    books[args[0], kind] += sign * n
    return books


def _minus(one: Books, other: Books) -> Books:
    return Books({key: one[key] - other[key] for key in {*one, *other} if one[key] != other[key]})


def _named(table: Table, command: Correct) -> Iterator[tuple[int, object]]:
    """Yield whose goods a correction names."""
    kinds = {"deniers": _MONEY, "prestige": _POINTS} | {cube.value: kind for kind, cube in enumerate(CUBES)}
    for path in command.changes:
        colour, _, what = path.partition(".")
        if what in kinds:
            yield table.setup.colours.index(colour), kinds[what]
