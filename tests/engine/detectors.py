"""Eight ways in which an engine can be wrong, each looked for after every choice of a game.

exception, dead end, endless game, an illegal action accepted, undo not the inverse, copy shared with the original,
serialise not the identity, conservation broken.
"""

import ast
import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from companion.engine import holdings as reasons
from companion.engine.amounts import KINDS, parse_amount
from companion.engine.errors import IllegalAction
from companion.engine.game import Game
from companion.engine.loading import opened, saved_game
from companion.engine.records import parse, replay, write
from companion.games.caylus import actions
from companion.games.caylus.compiled import CompiledRules
from companion.games.magna_carta.compiled import CompiledRules as CardBoard
from companion.rules.vocabulary import CUBES
from tests.engine.corpus import LONGEST, Curious


class Fault(AssertionError):
    """A detector has gone off."""

    def __init__(self, detector: str, detail: object, game: Game) -> None:
        super().__init__(f"{detector}: {detail}\n\n{_told(game)}")
        self.detector, self.game = detector, game


def reasons_in(module: ModuleType) -> set[str]:
    """Every code of a refusal that a module, or what both games share, can give."""
    found: set[str] = set()
    for source in (module, reasons):
        for node in ast.walk(ast.parse(Path(str(source.__file__)).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (said := _reason(node)) is not None:
                found |= {str(part.value) for part in ast.walk(said) if isinstance(part, ast.Constant)}
    return found


def _reason(call: ast.Call) -> ast.expr | None:
    """The code in `Reason(code)` or `refused.add(action, code)`, if it is one of these."""
    if isinstance(call.func, ast.Name) and call.func.id == "Reason":
        return call.args[0]
    if isinstance(call.func, ast.Attribute) and ast.unparse(call.func) == "refused.add":
        return call.args[1]
    return None


def _told(game: Game) -> str:
    """The game as a record, or, where the engine is too broken for that, its actions."""
    try:
        return write(game)
    except Exception:
        return "; ".join(game.actions)


def universe(b: Any) -> list[str]:
    """Every action that can be said at this table, legal now or not."""
    return list(dict.fromkeys(_caylus(b) if isinstance(b, CompiledRules) else _magna_carta(b)))


def _caylus(b: CompiledRules) -> Iterator[str]:
    for row in (b.place, b.move, b.draw, b.next, b.to_residence):
        yield from (action for action in row if action.place or action.seat)
    for row in b.favors:
        yield from row
    yield from (*b.provost_steps, *b.batch)
    yield from (actions.PASS, actions.BACK, actions.DECLINE, actions.DONE, actions.STAY, actions.LEAVE)
    for benefit in b.benefits:
        yield from benefit.payments
        for way in (way for _, ways in benefit.by_tile for way, _ in ways):
            yield from (way.on(space) for space in (1, 9, 12)) if benefit.prestige else (way,)


def _magna_carta(b: CardBoard) -> Iterator[str]:
    yield from (*b.place, *b.neutral_draw, *b.own_draw, *b.own_reveal, *b.start, *b.provost_steps)
    prestige = [way for ways in b.prestige_builds for way, _ in ways]
    yield from (*b.built, *b.flipped, *b.batch, *prestige)
    yield from (f"residence {label}" for label in map(b.label, range(len(b.names))))
    yield from ("pass", "draw", "swap", "decline", "done", "stay", "keep", "mulligan", "provost +4")
    for way in prestige:
        yield from (way.on(place) for place in (1, 4, 6))
    for benefit in b.benefits:
        yield from benefit.payments


NONSENSE = (
    "", " ", "place", "place nowhere", "PASS", "pass pass", "provost +99", "provost 0", "favor prestige 9", "batch FFF",
    "build", "residence residence", "take 9G", "trade 1d>1d", "\x00", "move gate", "next grey", "start grey", "favor",
    "build nowhere", "residence nowhere", "draw nowhere", "residence gate", "build mason on x", "build bank",
    "prestige statue", "prestige nowhere SSG", "prestige statue SG on 6", "next", "start",
    "provost", "draw bank", "swap all", "draw all",
)  # fmt: skip


@dataclass
class Watch:
    """Plays a game under all detectors. `thorough` looks at everything after every choice."""

    game: Game
    chance: random.Random
    thorough: float = 1.0

    def __post_init__(self) -> None:
        self.universe = universe(self.game.referee.board)  # type: ignore[attr-defined]
        self.start = Holdings.of(self.game.first)
        self.told = 0
        self.sums = Holdings.of(self.game.first)

    def run(self, player: Curious) -> None:
        """To the end of the game."""
        game = self.game
        self.look()
        while not game.over:
            if len(game.actions) > LONGEST:
                raise Fault("endless game", len(game.actions), game)
            try:
                game.play(player.pick(game))
            except Exception as error:
                raise Fault("exception", repr(error), game) from error
            if self.chance.random() < self.thorough:
                self.look()
        self.look()
        self.record()

    def look(self) -> None:
        """All detectors that look at a single moment."""
        try:
            for detector in (self.dead_end, self.illegal, self.undo, self.copied, self.serialised, self.conserved):
                detector()
        except Fault:
            raise
        except Exception as error:
            raise Fault("exception", repr(error), self.game) from error

    def dead_end(self) -> None:
        game = self.game
        if game.over != (game.state.phase == -1):
            raise Fault("dead end", "no choice and no end", game)
        if game.options and len(set(game.options)) != len(game.options):
            raise Fault("dead end", f"an option twice: {game.options}", game)

    def illegal(self) -> None:
        game, before = self.game, self.game.state.copy()
        some = self.chance.sample(self.universe, min(60, len(self.universe)))
        for text in (*some, *game.options, *NONSENSE):
            if (game.why_not(text) is None) != (text in game.options):
                raise Fault("illegal action accepted", f"{text}: {game.why_not(text)}", game)
            if text not in game.options:
                try:
                    game.play(text)
                except IllegalAction:
                    continue
                raise Fault("illegal action accepted", text, game)
        if game.state != before:
            raise Fault("illegal action accepted", "the state changed", game)

    def undo(self) -> None:
        game = self.game
        if not game.options:
            return
        before, told, done = game.state.key(), len(game.raw_events()), game.actions
        options = game.options
        game.play(self.chance.choice(options))
        game.undo()
        if (game.state.key(), len(game.raw_events()), game.actions, game.options) != (before, told, done, options):
            raise Fault("undo is not the inverse", game.actions[-1:], game)

    def copied(self) -> None:
        game = self.game
        if not game.options:
            return
        before, twin = game.state.key(), game.copy()
        twin.play(self.chance.choice(twin.options))
        if game.state.key() != before:
            raise Fault("copy shared with the original", twin.actions[-1:], game)

    def serialised(self) -> None:
        game, referee = self.game, self.game.referee
        if referee.read(game.state.to_json()) != game.state:
            raise Fault("serialise is not the identity", "JSON", game)
        if referee.schema.read(str(game.position())).state != game.state:
            raise Fault("serialise is not the identity", str(game.position()), game)

    def conserved(self) -> None:
        game = self.game
        wrong = game.referee.problems(game.state)
        if wrong:
            raise Fault("conservation broken", wrong, game)
        for event in game.events(since=self.told):
            self.sums.add(event.id, event.args, game.seats)
        self.told = len(game.raw_events())
        if self.sums != Holdings.of(game.state):
            raise Fault("conservation broken", f"{self.sums} told, {Holdings.of(game.state)} held", game)

    def record(self) -> None:
        """At the end: the record and the save lead to the same game."""
        game = self.game
        text = write(game)
        if write(replay(parse(text), opened)) != text:
            raise Fault("serialise is not the identity", "record", game)
        if saved_game(game.to_json()) != game:
            raise Fault("serialise is not the identity", "save", game)


@dataclass
class Holdings:
    """Money, cubes and points of all seats, as held or as told by the events."""

    money: list[int]
    cubes: list[int]
    prestige: list[int]

    @classmethod
    def of(cls, state: Any) -> "Holdings":
        """What is held."""
        return cls(list(state.money), list(state.cubes), list(state.prestige))

    def add(self, id: str, args: dict[str, Any], seats: Sequence[str]) -> None:
        """What an event tells."""
        sign = {"received": 1, "took": 1, "earned": 1, "paid": -1, "gave": -1, "lost": -1}.get(id, 0)
        if not sign:
            return
        seat = seats.index(args["seat"])
        if "deniers" in args:
            self.money[seat] += sign * args["deniers"]
        elif "points" in args:
            self.prestige[seat] += sign * args["points"]
        else:
            goods = parse_amount(args["cubes"])
            for kind, good in enumerate(CUBES):
                self.cubes[seat * KINDS + kind] += sign * goods[good]


EVERY = 3
"""So many moments from one at which everything is asked to the next; where chance decides, at each."""


def refusals(games: Iterable[Game], seed: int, turns: int) -> set[str]:
    """The codes of the reasons against all that can be tried in these games."""
    given = set[str]()
    for game in games:
        player, tried = Curious(random.Random(seed)), (*universe(game.referee.board), *NONSENSE)  # type: ignore[attr-defined]
        for n in itertools.count():
            done = game.over or game.state.turn > turns
            if done or n % EVERY == 0 or game.decision.chance:
                given |= {reason.code for reason in map(game.snapshot().why_not, tried) if reason}
            if done:
                break
            game.play(player.pick(game))
    return given
