"""Laws of corrections: a slip that is taken back before anybody goes on leaves no trace, whatever field it was in."""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from companion.engine.errors import BadPosition
from companion.engine.notation import NotationError
from companion.engine.phases import OVER
from companion.rules import RulesError
from companion.table.commands import Correct, Play, Undo
from companion.table.errors import NotAllowed, NotNow, Refused
from companion.table.handlers import do
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.vocabulary import GO_ON, GO_ON_KIND
from tests.laws import drawing
from tests.laws.tables import asks
from tests.table.people import ALL

LONGEST = 250
"""Choices after which a table is left alone."""

REFUSED = (Refused, NotNow, NotAllowed, BadPosition, NotationError, RulesError)


def at_a_table(chance: random.Random) -> Iterator[Table]:
    """A refereed table at each of its decisions."""
    game, player = drawing.table(chance), drawing.players(chance)
    setup = Setup(
        game=game.rules.game, edition=game.rules.edition, variants=game.rules.variants,
        seats=tuple(Seat(colour=colour) for colour in game.seats), untracked=game.referee.untracked,
        position=drawing.lines_of(game.origin),
    )  # fmt: skip
    table, n = Table.open(setup, seed=chance.randrange(10**6)), 0
    while table.decision and n < LONGEST:
        yield table
        going_on = table.decision.kind == GO_ON_KIND
        do(table, Play(actions=(GO_ON if going_on else player.pick(table.game),)), ALL)
        n += 1


def slip(table: Table, chance: random.Random) -> dict[str, str]:
    """Any one input of any field that forms show, filled in with anything that it takes."""
    position = table.position
    path = chance.choice([*position.fields()])
    kind = position.kind(path)
    slots = kind.slots(position[path])
    parts = [slot.value for slot in slots]
    at = chance.randrange(len(slots))
    if slots[at].form == "number":
        parts[at] = str(max(0, int(parts[at] or 0) + chance.choice((-9, -2, -1, 1, 2))))
    elif slots[at].form == "tick":
        parts = [slot.value for n, slot in enumerate(slots) if bool(slot.valid) != (n == at)]
    elif slots[at].valid:
        parts[at] = chance.choice(("", *slots[at].valid))
    return {path: kind.filled_in(parts)}


def correct(table: Table, changes: dict[str, str]) -> bool:
    """Correct it, unless the table refuses; nothing is correct already."""
    if not changes:
        return True
    try:
        do(table, Correct(changes=changes), ALL)
    except REFUSED:
        return False
    return True


def back(table: Table, lay: dict[str, str], slips: dict[str, str]) -> dict[str, str]:
    """What takes slips back, judging by what `lay` there; cards of a road had moved up if one was taken away."""
    road, now = any(path.startswith("road.") for path in slips), table.position.fields()
    moved = [path for path in {**lay, **now} if road and path.startswith("road.")]
    return {path: lay.get(path, "") for path in [*slips, *moved] if lay.get(path, "") != now.get(path, "")}


def no_trace(chance: random.Random) -> int:
    """A slip and its taking back before anybody goes on asks exactly what was asked before."""
    looks = 0
    for table in at_a_table(chance):
        if chance.random() < 0.6:
            continue
        before, lay, slips = asks(table), table.position.fields(), dict[str, str]()
        for _ in range(chance.choice((1, 1, 2))):
            wrong = slip(table, chance)
            slips |= wrong if correct(table, wrong) else {}
        if slips:
            undone = back(table, lay, slips)
            assert correct(table, undone), (slips, table.position)
            assert asks(table) == before, (slips, table.position)
            looks += 1
    return looks


def together(chance: random.Random) -> int:
    """Corrections that follow one another are one correction, whatever was corrected in between."""
    looks = 0
    for table in at_a_table(chance):
        if chance.random() < 0.7:
            continue
        lay, wrong, right = table.position.fields(), slip(table, chance), slip(table, chance)
        if {path.partition(".")[0] for path in wrong} == {path.partition(".")[0] for path in right}:
            continue
        if not correct(table, right):
            continue
        alone = asks(table)
        correct(table, back(table, lay, right))
        if correct(table, wrong):
            both = correct(table, right)
            if correct(table, back(table, lay, wrong)) and both:
                assert asks(table) == alone, (wrong, right, table.position)
                looks += 1
        correct(table, back(table, lay, wrong | right))
    return looks


def asked_still(chance: random.Random) -> int:
    """After a correction of what somebody has, whoever was asked is asked still, or everybody waits for "go on"."""
    looks = 0
    for table in at_a_table(chance):
        decision = table.decision
        if not decision or decision.kind == GO_ON_KIND or table.state.phase <= 0:
            continue
        who, n = decision.seat or chance.choice(table.setup.colours), chance.choice("009")
        goods = ("deniers", *table.rules.data.words.cubes)
        if correct(table, {f"{who}.{good}": n for good in goods}) and table.decision:
            now = table.decision
            assert now.kind == GO_ON_KIND or (now.kind, now.seat) == (decision.kind, decision.seat), table.position
            looks += 1
    return looks


def course_is_nobodys(chance: random.Random) -> int:
    """A field that forms do not show is refused alone as with others, and changes nothing."""
    looks = 0
    for table in at_a_table(chance):
        if chance.random() < 0.9:
            continue
        before, schema = asks(table), table.position.schema
        shown, seat = {path for path in schema.fields if schema.fields[path].group}, table.setup.colours[0]
        path = chance.choice([path for path in schema.fields if path not in shown])
        value = chance.choice(("", seat, "0", "1 1", schema.fields[path].kind.text(table.position[path])))
        assert not correct(table, {path: value}), path
        assert not correct(table, {path: value, f"{seat}.deniers": str(table.state.money[0] + 1)}), path
        assert asks(table) == before
        looks += 1
    return looks


def still_a_table(chance: random.Random) -> int:
    """Wherever a worker is put and whoever gets goods, whenever, the table can be sent as text ever after."""
    looks = 0
    for table in at_a_table(chance):
        slip = chance.choice((drawing.misplaced, drawing.another_amount))
        if chance.random() < 0.3 and (changes := slip(table.position, chance)):
            correct(table, changes)
        if chance.random() < 0.3:
            position = table.position
            assert position.schema.read(str(position)) == position, position
            assert not position.problems(), position
            looks += 1
    return looks


def castle_cleared(chance: random.Random) -> int:
    """As long as workers are in the castle, all can be taken out; who is put back there is asked as before."""
    looks = 0
    for table in at_a_table(chance):
        lay = table.position.fields().get("castle")
        if lay and chance.random() < 0.5:
            before = asks(table)
            assert correct(table, {"castle": ""}), table.position
            assert correct(table, {"castle": lay}), table.position
            assert asks(table) == before, table.position
            looks += 1
    return looks


def said_again(chance: random.Random) -> int:
    """In a run of corrections, what was true before it and has followed the others can be said again."""
    looks, table = 0, None
    for table in at_a_table(chance):
        if chance.random() < 0.3:
            looks += _said_again(table, chance.choice((slip(table, chance), drawing.an_order(table.position, chance))))
    if table and table.state.phase == OVER:
        colour = chance.choice(table.setup.colours)
        for n in "369":
            looks += _said_again(table, {f"{colour}.{chance.choice(('deniers', 'wood', 'gold'))}": n})
        _points_follow(table, f"{colour}.prestige", {f"{colour}.{chance.choice(('deniers', 'wood', 'gold'))}": "99"})
    return looks


def _points_follow(table: Table, path: str, last: dict[str, str]) -> None:
    """Points that were said follow what is corrected after them in the same run."""
    n, had = table.seq, int(table.position.fields()[path])
    assert correct(table, last)
    brought = int(table.position.fields()[path]) - had
    do(table, Undo(to=n + 1), ALL)
    if correct(table, {path: str(had + 5)}):
        assert correct(table, last)
        assert int(table.position.fields()[path]) == had + 5 + brought, (last, table.position)


def _said_again(table: Table, wrong: dict[str, str]) -> int:
    lay, known, n = table.position.fields(), table.position.schema.fields, table.seq
    if "turn" in wrong or not correct(table, wrong) or table.seq == n:
        return 0
    now = table.position.fields()
    followed = [path for path in now if path not in wrong and now[path] != lay.get(path, "") and known[path].group]
    for path in followed:
        passed = path == "mover" and lay[path] in now["passed"].split()  # then the next after them is asked
        if passed or path.startswith("road.") or path not in lay:
            continue
        with suppress(BadPosition):
            do(table, Correct(changes={path: lay[path]}), ALL)
            assert table.position.fields()[path] == lay[path], (wrong, path, table.position)
    do(table, Undo(to=n + 1), ALL)
    return len(followed)


SLIPS: dict[str, Any] = {
    "no trace": no_trace, "together": together, "asked still": asked_still, "course is nobody's": course_is_nobodys,
    "still a table": still_a_table, "castle cleared": castle_cleared,
    "said again": said_again,
}  # fmt: skip
