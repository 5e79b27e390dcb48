"""Laws of tables: whatever people do with one, it can be taken back, sent elsewhere and added up."""

import json
import random
from typing import Any

from companion.engine.errors import BadPosition
from companion.engine.notation import NotationError
from companion.engine.phases import OVER
from companion.table import exports, imports
from companion.table.account import account, as_it_lies
from companion.table.commands import Command, Correct, Follow, Play, Undo
from companion.table.errors import NotAllowed, NotNow, Refused
from companion.table.handlers import do
from companion.table.log import Entry
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.vocabulary import GO_ON, GO_ON_KIND, Depth
from tests.laws import drawing
from tests.laws.drawing import wrong
from tests.table.people import ALL

PEEK = 0.01
"""How often somebody looks at the score sheet during a game."""

SEATS = (Seat(colour="red"), Seat(colour="green"))

STEPS = 60
"""What is done at a table by a law that looks at everything that is done."""


def opened(chance: random.Random) -> Table:
    """A table of any box, refereed or assisted, perhaps with goods before everybody."""
    game = drawing.table(chance)
    seats = tuple(Seat(colour=colour) for colour in game.seats)
    depth = chance.choice((Depth.REFEREE, Depth.REFEREE, Depth.ASSISTANT))
    unseen = game.referee.untracked if depth == Depth.REFEREE else ()
    setup = Setup(
        game=game.rules.game, edition=game.rules.edition, variants=game.rules.variants, seats=seats, depth=depth,
        untracked=unseen, position=drawing.lines_of(game.origin),
    )  # fmt: skip
    return Table.open(setup, seed=chance.randrange(10**6))


def something(table: Table, chance: random.Random) -> Command:
    """Something that somebody may want: mostly to play, now and then a correction or another depth."""
    drawn = chance.random()
    if drawn < 0.1 and table.state.phase != OVER:
        return Follow(depth=Depth.ASSISTANT if table.depth == Depth.REFEREE else Depth.REFEREE)
    if drawn < 0.25 and (changes := wrong(table.position, chance)):
        return Correct(changes=changes)
    if table.depth == Depth.REFEREE and table.decision:
        return Play(actions=(GO_ON if table.decision.kind == GO_ON_KIND else chance.choice(table.decision.options),))
    offered = [text for text in table.assistant.entries(table.state) if text not in ("end", "score")]
    return Play(actions=(chance.choice(offered),)) if offered else Follow(depth=Depth.REFEREE)


def done(table: Table, command: Command) -> bool:
    """Do it, unless the table refuses."""
    try:
        do(table, command, ALL)
    except (Refused, NotNow, NotAllowed, BadPosition, NotationError):
        return False
    return True


def _entries(table: Table) -> list[Entry]:
    return list(table.past.entries(0, [*range(1, table.seq + 1)]))


def asks(table: Table) -> Any:
    """What lies there, at which depth, the question with its options, and what is told before it is answered."""
    decision = table.decision
    question = (decision.kind, decision.seat, tuple(decision.options)) if decision else None
    foretold = table.standing.asked, table.standing.foretold
    return table.state.copy(), table.depth, table.standing.counted, question, foretold


def taken_back(chance: random.Random) -> int:
    """Undo of anything leads back exactly."""
    table, looks = opened(chance), 0
    for _ in range(STEPS):
        before = asks(table)
        if done(table, something(table, chance)):
            last = table.seq
            assert done(table, Undo(to=last))
            assert asks(table) == before, table.position
            assert done(table, something(table, chance)) in (True, False)
            looks += 1
    return looks


def sent_elsewhere(chance: random.Random) -> int:
    """A table stored, or exported and imported, at any moment asks the same."""
    table, looks = opened(chance), 0
    for _ in range(STEPS):
        done(table, something(table, chance))
        if chance.random() < 0.1:
            entries = _entries(table)
            again = imports.read(exports.whole(table.snapshot(), entries)).table
            assert asks(again) == asks(table), table.position
            stored = Table(table.setup, past=table.past)
            stored.restore(json.loads(json.dumps(table.to_json())))
            assert asks(stored) == asks(table), table.position
            looks += 1
    return looks


def hands_known(chance: random.Random) -> int:
    """The app knows every card that it has dealt, also those that an assistant was told somebody drew."""
    looks = 0
    for _ in range(4):
        table = Table.open(Setup(game="magna_carta", edition="nl", seats=SEATS), seed=chance.randrange(10**6))
        for _ in range(STEPS):
            done(table, something(table, chance))
            entry = f"{chance.choice(('draw', 'swap'))} {chance.choice(table.setup.colours)}"
            if table.depth == Depth.ASSISTANT and table.state.phase > 0 and chance.random() < 0.5:
                done(table, Play(actions=(entry,)))
            if table.depth == Depth.REFEREE and table.state.phase != OVER:
                hands = [table.position.fields()[f"{colour}.hand"] for colour in table.setup.colours]
                assert not any("?" in hand for hand in hands), table.position
                looks += 1
        done(table, Follow(depth=Depth.ASSISTANT))
        if done(table, Play(actions=("end",))) and not table.position.problems():
            assert done(table, Follow(depth=Depth.REFEREE)), table.position
    return looks


def added_up(chance: random.Random) -> int:
    """A finished game has the same points at every depth, in its account, its export and its statistics."""
    game, player = drawing.table(chance), drawing.players(chance)
    seats = tuple(Seat(colour=colour) for colour in game.seats)
    setup = Setup(game=game.rules.game, edition=game.rules.edition, variants=game.rules.variants, seats=seats,
                  untracked=game.referee.untracked, position=drawing.lines_of(game.origin))  # fmt: skip
    table = Table.open(setup, seed=chance.randrange(10**6))
    while table.decision:
        if chance.random() < PEEK:
            # Somebody looks at the score sheet in the middle of the game, and nobody enters anything.
            assert done(table, Follow(depth=Depth.SHEET))
            assert done(table, Follow(depth=Depth.REFEREE))
        go_on = table.decision.kind == GO_ON_KIND
        assert done(table, Play(actions=(GO_ON if go_on else player.pick(table.game),)))
    points = _totals(table)
    assert points == table.snapshot().game.scores
    if chance.random() < 0.5:
        colour = chance.choice(game.seats)
        done(table, Correct(changes={f"{colour}.{chance.choice(('deniers', 'wood', 'gold', 'prestige'))}": "7"}))
        points = _totals(table)
        assert points == table.snapshot().game.scores
    depths = [Depth.ASSISTANT, Depth.SHEET]
    for depth in chance.sample(depths, len(depths)):
        assert done(table, Follow(depth=depth))
        assert _totals(table) == points, (depth, table.position)
        again = imports.read(exports.whole(table.snapshot(), _entries(table))).table
        assert _totals(again) == points, depth
        done(table, Play(actions=(f"{chance.choice(game.seats)} +{chance.choice(('1G', '3P', '4d'))}",)))
        colour, good = chance.choice(game.seats), chance.choice(("deniers", "wood", "gold", "prestige"))
        done(table, Correct(changes={f"{colour}.{good}": str(chance.randint(0, 9))}))
        points = _totals(table)
    assert done(table, Follow(depth=Depth.ASSISTANT if table.depth == Depth.SHEET else Depth.SHEET))
    assert _totals(table) == points, table.position
    return len(depths)


def _totals(table: Table) -> dict[str, int]:
    """Everybody's points as the account tells them, which are also what the table as it lies comes to."""
    entries = _entries(table)
    told = account(table.snapshot(), entries).sheet
    found = {colour: sheet.total for colour, sheet in told.players.items()}
    if table.depth != Depth.SHEET:
        lying = {colour: sheet.total for colour, sheet in as_it_lies(table.snapshot()).players.items()}
        assert lying == found, table.position
    return found
