"""The law of the bookkeeper: what everybody has is what came in and went out, each time with its source.

People enter a game as they like: what is offered and what is not, twice, forgotten, corrected, taken back.
"""

import random
from collections import Counter
from collections.abc import Iterator

from werkzeug.test import TestResponse

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
from tests.web.club import Club

LONGEST, LONGEST_OF_TWO = 300, 40
"""Entries after which a game is left alone: of one device, of two."""

SEE_OTHER, CONFLICT, REFUSED = 303, 409, 422

Books = Counter[tuple[int, object]]
"""How much each seat has of money, points and each kind of cubes."""

_MONEY, _POINTS = "money", "points"
_SIGNS = {
    "received": (_MONEY, 1), "paid": (_MONEY, -1), "earned": (_POINTS, 1), "lost": (_POINTS, -1),
    "took": ("cubes", 1), "gave": ("cubes", -1),
}  # fmt: skip


class Ledger:
    """What everybody had at the beginning, and what has come and gone with each entry since."""

    def __init__(self, table: Table) -> None:
        self.begun = _minus(_lying(table), _told(table, table.living.seqs))
        self.of: dict[int, Books] = {}

    def look(self, table: Table, *about: object) -> None:
        """Everybody's goods are those of the beginning and of all that is told of what counts."""
        come = Books(self.begun)
        for living in table.living.seqs:
            if living not in self.of:
                self.of[living] = _told(table, [living])
            come.update(self.of[living])
        assert _minus(_lying(table), come) == {}, (about, _minus(_lying(table), come), table.position)


def balanced(chance: random.Random) -> int:
    """Whatever people enter, nothing comes or goes untold."""
    table = Table.open(_setup(chance), seed=chance.randrange(10**6))
    ledger, looks, last = Ledger(table), 0, Play(actions=("next",))
    while not table.over and looks < LONGEST:
        command = _next(table, chance, last)
        before, seq = _lying(table), table.seq
        if done(table, command) and isinstance(command, Correct) and table.seq > seq:
            changed = _minus(_lying(table), before)
            assert set(changed) <= set(_named(table, command)), (command, table.position)
            ledger.of[table.seq] = changed
        last = command if isinstance(command, Play) else last
        ledger.look(table, command)
        looks += 1
    return looks


def balanced_between_two(chance: random.Random) -> int:
    """Two devices enter within a moment: what is the same counts once, until somebody says that it happened twice."""
    setup = dict(_setup(chance))
    seats = tuple(seat.colour for seat in setup.pop("seats"))
    club = Club(colours=seats, seed=chance.randrange(10**6), **setup)
    one, other = chance.sample(seats, 2)
    ledger, looks, last = Ledger(club.table), 0, Play(actions=("next",))
    while not club.table.over and looks < LONGEST_OF_TWO:
        seen = club.seq
        first, second = (_next(club.table, chance, last, correcting=False) for _ in range(2))
        second = first if chance.random() < 0.5 else second
        entered = _sent(club, one, first, seen).status_code == SEE_OTHER
        between, answer = club.seq, _sent(club, other, second, seen)
        if entered and second == first:
            asks = "has just entered the same" in answer.text
            assert (answer.status_code, club.seq, asks) == (CONFLICT, between, isinstance(first, Play)), first
            if asks and chance.random() < 0.3:
                again = _sent(club, other, second, between, again=True)
                assert (again.status_code == SEE_OTHER) == (club.seq > between), (first, club.table.position)
        last = first if isinstance(first, Play) else last
        ledger.look(club.table, first, second)
        looks += 1
    return looks


def _sent(club: Club, name: str, command: Command, seen: int, *, again: bool = False) -> TestResponse:
    """Send the form of a page that has seen so much."""
    form = {"screen": "seat", "seen": str(seen), "key": str(club.seq)}
    if isinstance(command, Play):
        form |= {"kind": "entry", "action": command.actions[0]}
        form |= {"again": f"{command.actions[0]} "} if again else {}
    elif isinstance(command, Undo):
        form |= {"kind": "undo", "to": str(command.to)}
    answer = club.page(name, "POST", f"/t/{club.code}/act", data=form)
    assert answer.status_code in (SEE_OTHER, CONFLICT, REFUSED), (command, answer.status_code)
    return answer


def _setup(chance: random.Random) -> Setup:
    game = drawing.table(chance)
    seats = tuple(Seat(colour=colour) for colour in game.seats)
    return Setup(game=game.rules.game, edition=game.rules.edition, variants=game.rules.variants, seats=seats,
                 depth=Depth.ASSISTANT)  # fmt: skip


def _next(table: Table, chance: random.Random, last: Play, *, correcting: bool = True) -> Command:
    """Return what somebody does now: mostly what is open, and what people do by mistake."""
    drawn, newest = chance.random(), table.living.seqs[-4:]
    if drawn < 0.06:
        return last
    if drawn < 0.12 and newest:
        return Undo(to=chance.choice(newest))
    if drawn < 0.18 and table.state.phase != OVER and correcting:
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
