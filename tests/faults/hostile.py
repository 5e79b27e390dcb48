# ruff: noqa: T201 - a command says what it found
"""What nobody should send, by the million: actions that are not legal, and texts that are a little wrong or very.

An illegal action is refused and the table is as it was. A text is read or refused in the way its reader says, within
its time and memory; anything else is a fault.

python -m tests.faults.hostile --minutes 60 --actions 1000000
"""

import argparse
import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from companion.engine.action import canonical
from companion.engine.errors import EngineError
from companion.rules import RulesError
from companion.table.commands import Count, Play
from companion.table.errors import TableError
from companion.table.handlers import do
from companion.table.people import Who
from companion.table.table import Table
from companion.table.vocabulary import Depth
from tests.engine.corpus import Curious
from tests.faults.mutations import monsters, mutated
from tests.faults.parsers import Parser, parsers
from tests.table.people import HOST, seat, setup

SECONDS = 1.0
"""Of the processor: what a reader may take for an ordinary text, and for each 100,000 characters of a monstrous one."""

MEGABYTES = 400
"""By which the process may grow while it reads all of them: a monster is 2 MB, and its lines are objects."""

AT_ONE_STATE = 25
"""Hostile actions between two real ones."""

REFUSALS = (TableError, EngineError, RulesError, ValidationError)
TABLES = tuple((game, depth) for game in ("caylus", "magna_carta") for depth in Depth)
NOBODY = Who()


@dataclass
class Outcome:
    """What came of it."""

    what: str
    tried: int = 0
    refused: int = 0
    worst: float = 0.0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.what}: {self.tried} tried, {self.refused} refused, {len(self.faults)} faults, "
            f"longest {self.worst * 1000:.0f} ms"
        )


# actions


def attack(game: str, depth: Depth, actions: int, seed: int) -> Outcome:
    """So many hostile actions at tables of one game and depth, each at many moments of it."""
    outcome, chance = Outcome(f"actions, {game}, {depth}"), random.Random(seed)
    player = Curious(chance)
    while outcome.refused < actions and not outcome.faults:
        table = Table.open(setup(game, depth=depth), seed=chance.getrandbits(30))
        known = ["red +2d", "build red mason", "pass blue", "next", "choose walls", "\U0001f3f0"]
        for _ in range(150):
            if table.over or outcome.refused >= actions:
                break
            legal = _legal(table)
            known = [*known[-200:], *legal[:20]]
            _at_one_state(table, legal, known, outcome, chance)
            _step(table, player, legal, chance)
    return outcome


def _legal(table: Table) -> list[str]:
    """What can be entered now, some of it at least."""
    if table.decision:
        return list(table.decision.options)
    return [*table.assistant.entries(table.state)] if table.depth == Depth.ASSISTANT else ["gold 3"]


def _at_one_state(table: Table, legal: list[str], known: list[str], outcome: Outcome, chance: random.Random) -> None:
    before = _standing(table)
    for _ in range(AT_ONE_STATE):
        wish, who = _hostile(table, legal, known, chance)
        outcome.tried += 1
        begun = time.process_time()
        try:
            do(table, wish, who)
        except REFUSALS:
            outcome.refused += 1
            if _standing(table) != before:
                outcome.faults.append(f"refused, and yet not as it was: {wish!r}")
                return
        except Exception as error:
            outcome.faults.append(_told(error, repr(wish)))
            return
        else:
            if table.depth == Depth.REFEREE and not _is_legal(wish, legal, table):
                outcome.faults.append(f"accepted: {wish!r}")
                return
            before = _standing(table)
            legal = _legal(table)
        finally:
            outcome.worst = max(outcome.worst, time.process_time() - begun)
        if table.over:
            return


def _standing(table: Table) -> tuple[Any, ...]:
    """Everything about a table that an action could change."""
    game = table.standing.game
    told = (len(game.actions), len(game.raw_events()), game.options) if game else ()
    return (
        table.state.to_json(),
        table.seq,
        list(table.living.seqs),
        dict(table.standing.counted),
        told,
        table.clock.at,
    )


def _hostile(table: Table, legal: list[str], known: list[str], chance: random.Random) -> tuple[Any, Who]:
    """An action that is a little wrong, or a right one of somebody who may not."""
    dice = chance.random()
    if dice < 0.05 and legal:
        others = [colour for colour in table.setup.colours if colour != table.waiting]
        return Play(actions=(chance.choice(legal),)), NOBODY if not table.waiting else seat(chance.choice(others))
    if table.depth == Depth.SHEET and dice < 0.8:
        names = (chance.choice(("gold", "house", "prestige", "x")), mutated("gold", known, chance))
        with suppress(ValidationError):
            return Count(
                seat=chance.choice(("red", "pink", "host")), values={names[dice < 0.4]: chance.randint(0, 99)}
            ), HOST
    text = mutated(chance.choice(legal or known), known, chance)[:120] or " "
    first = (chance.choice(legal),) if legal and dice > 0.9 else ()
    return Play.model_construct(kind="play", actions=(*first, text)), HOST


def _is_legal(wish: Any, legal: list[str], table: Table) -> bool:
    """Whether what was accepted was one of the options, spelt as people may spell it."""
    if not isinstance(wish, Play):
        return True
    first = wish.actions[0]
    return first in legal or canonical(first) in legal


def _step(table: Table, player: Curious, legal: list[str], chance: random.Random) -> None:
    """A real action, so that the next ones meet another moment."""
    if table.over:
        return
    if table.depth == Depth.SHEET:
        wish: Any = Count(seat=chance.choice(table.setup.colours), values={"gold": chance.randint(0, 50)})
    elif table.depth == Depth.REFEREE:
        wish = Play(actions=(player.pick(table.game),))
    else:
        wish = Play(actions=(chance.choice(legal or ["red +3d"]),))
    with suppress(TableError, EngineError):
        do(table, wish, HOST)


# texts


def read(parser: Parser, texts: Iterator[str], outcome: Outcome) -> None:
    """What a reader makes of texts: it reads or refuses each, and in time."""
    for text in texts:
        outcome.tried += 1
        begun = time.process_time()
        try:
            parser.read(text)
        except parser.refuses:
            outcome.refused += 1
        except Exception as error:
            outcome.faults.append(f"{parser.name}: {_told(error, repr(text[:2000]))}")
        took = time.process_time() - begun
        outcome.worst = max(outcome.worst, took)
        if took > SECONDS * (1 + len(text) / 100_000):
            outcome.faults.append(f"{parser.name}: {took:.1f} s for {len(text)} characters: {text[:80]!r}")


def hostile_texts(parser: Parser, number: int, chance: random.Random) -> Iterator[str]:
    """Real texts, changed; some of them as long as may be sent."""
    for _ in range(number):
        yield mutated(chance.choice(parser.texts), parser.texts, chance, most=chance.choice((1, 3, 8)))


def monstrous_texts(parser: Parser) -> Iterator[str]:
    """Texts that are only long or deep."""
    yield from monsters(parser.longest)


def memory() -> float:
    """The megabytes that this process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _told(error: Exception, what: str) -> str:
    """Which fault, and where."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({place.filename}:{place.lineno}): {what}"


def long_texts(seconds: float, seed: int) -> Iterator[Outcome]:
    """Every reader in turn, for its share of the time; first the monsters."""
    chance = random.Random(seed)
    for parser in parsers():
        outcome, begun = Outcome(f"texts, {parser.name}"), time.monotonic()
        before = memory()
        read(parser, monstrous_texts(parser), outcome)
        grown = memory() - before
        if grown > MEGABYTES:
            outcome.faults.append(f"{parser.name}: {grown:.0f} MB more")
        while time.monotonic() - begun < seconds / len(parsers()) and len(outcome.faults) < 20:
            read(parser, hostile_texts(parser, 50, chance), outcome)
        yield outcome


def main() -> None:
    """The long run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=30, help="for the texts")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    faults: Counter[str] = Counter()
    for game, depth in TABLES:
        outcome = attack(game, depth, asked.actions // len(TABLES), asked.seed)
        print(outcome, flush=True)
        faults.update(outcome.faults)
    for outcome in long_texts(asked.minutes * 60, asked.seed):
        print(outcome, flush=True)
        faults.update(outcome.faults)
    for fault in list(faults)[:50]:
        print(fault)
    print(f"hostile input: {sum(faults.values())} faults, {memory():.0f} MB at most")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
