"""What decided a game, as a mind sees it: each player's chances from turn to turn, the choices that mattered most, what
the choices of each player brought, and what the provost cost.

It is the opinion of a mind, not the truth. It is found in steps, a turn or a choice at a time, so that whoever waits
can be told how far it is; between two steps everything is plain data. The same game gives the same opinion.
"""

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine.action import Action, Options
from companion.engine.game import Game
from companion.engine.look import AnyLook
from companion.engine.phases import FIRST, OVER
from companion.engine.referee import Referee
from companion.engine.scoring import win_shares
from companion.engine.state import PlainState
from companion.minds.chances import Chances, chances_for
from companion.minds.compared import Comparison, compared
from companion.minds.level import Level
from companion.minds.look_ahead import SLIPS, best, lines, result
from companion.minds.mind import Mind, without_waste
from companion.minds.value import Part
from companion.rules.vocabulary import Phase

LEVELS = (Level.MASTER, Level.BUILDER)
"""Whose opinion there is: a master plays choices on to the end of the turn, a builder only weighs them."""

TURNING_POINTS = 3
LOOKED_INTO = 12
"""How many of the choices that seem to have cost most are looked into again."""
OTHERS = 3
"""How many other options are played on beside each choice that is looked into again."""
SCOUTING, MEASURED = 16, 60
"""How many lines find the best of those options, and how many new ones then say what it is worth."""
LEAST = 1.0
"""The points that a turning point is worth at least."""
ORDINARY = 2.0
"""An ordinary player takes an option that is worth so many points less e times less often."""
REASONS = 4
"""So many parts at most say why an option is better."""

Numbers = tuple[float, ...]


@dataclass(frozen=True)
class Stretch:
    """A part of a game that was followed decision by decision, or a position that is known without any."""

    first: PlainState
    played: tuple[tuple[int, str], ...] = ()
    """The actions, each with the number of its entry in the log."""


@dataclass(frozen=True)
class TurnPlayed:
    """What was played of one turn, from a position on."""

    turn: int
    entry: int
    """The last entry before it."""
    ply: int
    """The number of actions before it."""
    state: PlainState
    played: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class LinePoint:
    """Everybody's chances at one moment: where a turn begins, or at the end."""

    turn: int
    entry: int
    chances: Numbers
    signs: Mapping[str, Numbers] = field(default_factory=dict)
    left: int = 0
    over: bool = False


@dataclass(frozen=True)
class SectionScored:
    """A section of the castle was scored."""

    section: str
    turn: int


@dataclass(frozen=True)
class TurningPoint:
    """A choice after which things went otherwise than they might have gone."""

    turn: int
    phase: str
    entry: int
    """The entry with the choice."""
    before: int
    """The last entry before it: who goes on from there, has this choice."""
    ply: int
    seat: str
    kind: str
    about: str
    options: Options
    look: AnyLook
    """The table as the player saw it."""
    chosen: Action
    better: Action
    worth: float
    """By how many points the other option is better."""
    chance: float
    """And by how much of a chance of winning."""
    reasons: tuple[Part, ...]


@dataclass(frozen=True)
class LeftBeyond:
    """Workers of one player that the provost did not reach in one turn."""

    turn: int
    seat: str
    workers: int
    worth: float
    """What they would have brought, in points."""
    moved: tuple[tuple[str, int], ...]
    """Who moved the provost back that turn, and how far all in all."""


@dataclass(frozen=True)
class _Choice:
    """A choice that may have been a turning point."""

    turn: int
    entry: int
    before: int
    ply: int
    state: PlainState
    """What its player saw."""
    chosen: Action
    ranked: tuple[tuple[float, Action], ...]
    loss: float


@dataclass(frozen=True)
class Decided:
    """What decided a game, in a mind's opinion."""

    level: Level
    seats: tuple[str, ...]
    line: tuple[LinePoint, ...] = ()
    scored: tuple[SectionScored, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()
    gains: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By player and group of inputs: what their choices brought beyond those of an ordinary player, in points."""
    left_beyond: tuple[LeftBeyond, ...] = ()
    provost: bool = True
    """Whether there is a provost in this game."""
    choices: int = 0
    """The choices that were weighed."""
    turns: int = 0
    """The turns with at least one of them."""
    of_turns: int = 0
    """The turns of the whole game, as far as it went."""

    def cost_of_provost(self) -> dict[str, tuple[int, float]]:
        """The workers of each player that the provost did not reach, and what they would have brought; the most first.

        >>> left = LeftBeyond(3, "red", 1, 2.0, ()), LeftBeyond(4, "blue", 1, 3.5, ()), LeftBeyond(5, "red", 2, 0.5, ())
        >>> Decided(Level.MASTER, ("red", "blue"), left_beyond=left).cost_of_provost()
        {'blue': (1, 3.5), 'red': (3, 2.5)}
        """
        costs: dict[str, tuple[int, float]] = {}
        for rest in self.left_beyond:
            workers, worth = costs.get(rest.seat, (0, 0.0))
            costs[rest.seat] = workers + rest.workers, worth + rest.worth
        return dict(sorted(costs.items(), key=lambda item: -item[1][1]))

    def to_json(self) -> dict[str, Any]:
        """As plain data, for programs."""
        return {
            "level": self.level.value,
            "seats": list(self.seats),
            "choices": self.choices,
            "turns": self.turns,
            "of_turns": self.of_turns,
            "line": [
                {"turn": point.turn, "entry": point.entry, "over": point.over, "chances": self._by_seat(point.chances)}
                for point in self.line
            ],
            "scored": [{"turn": mark.turn, "section": mark.section} for mark in self.scored],
            "turning_points": [_turning_json(turn) for turn in self.turning_points],
            "gains": {
                seat: {group: round(worth, 2) for group, worth in its.items()} for seat, its in self.gains.items()
            },
            "left_beyond": [
                {
                    "turn": rest.turn, "seat": rest.seat, "workers": rest.workers, "worth": round(rest.worth, 2),
                    "moved_back": dict(rest.moved),
                }
                for rest in self.left_beyond
            ],
        }  # fmt: skip

    def _by_seat(self, numbers: Numbers) -> dict[str, float]:
        return {seat: round(number, 3) for seat, number in zip(self.seats, numbers, strict=True)}


def _turning_json(turn: TurningPoint) -> dict[str, Any]:
    return {
        "turn": turn.turn, "phase": turn.phase, "entry": turn.entry, "before": turn.before, "ply": turn.ply,
        "seat": turn.seat, "choice": turn.kind, "chosen": str(turn.chosen), "better": str(turn.better),
        "worth": round(turn.worth, 2), "chance": round(turn.chance, 3),
        "reasons": [_part_json(part) for part in turn.reasons],
    }  # fmt: skip


def _part_json(part: Part) -> dict[str, Any]:
    return {"group": part.group, "input": part.input, "change": round(part.change, 2), "worth": round(part.worth, 2)}


@dataclass(frozen=True)
class Inquiry:
    """How far the search for what decided a game has come."""

    parts: tuple[TurnPlayed, ...]
    so_far: Decided
    done: int = 0
    candidates: tuple[_Choice, ...] = ()
    found: tuple[TurningPoint, ...] = ()

    @property
    def steps(self) -> int:
        """How many steps it takes in all."""
        return len(self.parts) + (LOOKED_INTO if self.so_far.level == Level.MASTER else 1)

    @property
    def finished(self) -> bool:
        return self.done >= self.steps


class Analyst:
    """Finds out what decided games of one table."""

    def __init__(self, referee: Referee, level: Level = Level.MASTER, seed: int = 1) -> None:
        """Raises `NoMind` or `NoWeights` for what no mind has learned."""
        self.mind = Mind(referee, level, seed=seed)
        self._chances: Chances = chances_for(referee.rules)
        self._used = list(referee.rules.data.sequence.phases).index(Phase.BUILDINGS) + 1

    @property
    def _referee(self) -> Referee:
        return self.mind.policy.referee

    def whole(self, stretches: Iterable[Stretch]) -> Decided:
        """All steps at once."""
        inquiry = self.begin(stretches)
        while not inquiry.finished:
            inquiry = self.step(inquiry)
        return inquiry.so_far

    def begin(self, stretches: Iterable[Stretch]) -> Inquiry:
        """Cut a game into its turns."""
        parts = tuple(part for stretch in stretches for part in _turns(self._referee, stretch))
        parts = tuple(_without_plies_twice(parts))
        seats = self._referee.seats
        weighed = {part.turn for part in parts if part.played and part.turn}
        last = max((part.turn for part in parts), default=0)
        gains: dict[str, dict[str, float]] = {seat: {} for seat in seats}
        provost = Phase.PROVOST in self._referee.rules.data.sequence.phases
        begun = Decided(self.mind.level, seats, gains=gains, provost=provost, turns=len(weighed), of_turns=last)
        return Inquiry(parts, begun)

    def step(self, inquiry: Inquiry) -> Inquiry:
        """One step further: a turn, or one of the choices that are looked into again."""
        at = inquiry.done - len(inquiry.parts)
        if at < 0:
            inquiry = self._turn(inquiry, inquiry.parts[inquiry.done])
        elif self.mind.level == Level.MASTER:
            turns = [self._looked_into(inquiry, choice) for choice in inquiry.candidates[at : at + 1]]
            inquiry = replace(inquiry, found=(*inquiry.found, *(turn for turn in turns if turn)))
        else:
            turns = [self._weighed(inquiry, choice) for choice in inquiry.candidates]
            inquiry = replace(inquiry, found=tuple(turn for turn in turns if turn))
        inquiry = replace(inquiry, done=inquiry.done + 1)
        return _finished(inquiry) if inquiry.finished else inquiry

    # a turn

    def _turn(self, inquiry: Inquiry, part: TurnPlayed) -> Inquiry:
        walk = _Walk(self, part)
        walk.play()
        so_far = inquiry.so_far
        line = [point for point in so_far.line if not point.over]
        if part.turn and part.turn not in {point.turn for point in line} and part.state.phase != OVER:
            line.append(self._point(part.state, part.turn, part.entry))
        if walk.state.phase == OVER:
            line.append(LinePoint(part.turn, walk.entry, win_shares(self._referee.scores(walk.state)), over=True))
        gains = {seat: _added(had, walk.gains.get(seat, {})) for seat, had in so_far.gains.items()}
        so_far = replace(
            so_far,
            line=tuple(line),
            scored=(*so_far.scored, *walk.scored),
            gains=gains,
            left_beyond=(*so_far.left_beyond, *walk.left_beyond),
            choices=so_far.choices + walk.choices,
        )
        candidates = sorted((*inquiry.candidates, *walk.candidates), key=lambda choice: -choice.loss)
        return replace(inquiry, so_far=so_far, candidates=tuple(_most_of_each_turn(candidates))[:LOOKED_INTO])

    def _point(self, state: PlainState, turn: int, entry: int) -> LinePoint:
        """The chances where a turn begins."""
        signs, left = self.mind.signs(state), self.mind.policy.inputs.left(state)
        return LinePoint(turn, entry, self._chances.of(signs, left), signs, left)

    # a choice

    def _looked_into(self, inquiry: Inquiry, choice: _Choice) -> TurningPoint | None:
        """Play the best other options on, and then the best of them and the one that was chosen in new lines."""
        policy, chance = self.mind.policy, random.Random(f"{self.mind.seed} {choice.ply} {choice.chosen}")
        others = [action for _, action in choice.ranked if action != choice.chosen][:OTHERS]
        seeds = [chance.getrandbits(64) for _ in range(SCOUTING)]
        seat = choice.state.todo[-1][1]
        scouted = lines(policy, choice.state, others, seeds, SLIPS)
        sums = [sum(line.worth(policy, seat, 0.0) for line in found) for found in scouted]
        better = others[sums.index(max(sums))]
        seeds = [chance.getrandbits(64) for _ in range(MEASURED)]
        comparison = compared(policy, choice.state, better, choice.chosen, seeds, SLIPS, rival=0.0)
        return self._turning_point(inquiry, choice, better, comparison)

    def _weighed(self, inquiry: Inquiry, choice: _Choice) -> TurningPoint | None:
        """What the values alone say."""
        better = choice.ranked[0][1]
        comparison = replace(self.mind.compared(choice.state, better, choice.chosen), worth=choice.loss, error=0.0)
        return self._turning_point(inquiry, choice, better, comparison)

    def _turning_point(
        self, inquiry: Inquiry, choice: _Choice, better: Action, comparison: Comparison
    ) -> TurningPoint | None:
        """A choice, where the other option is better by more than its error."""
        state, referee, worth = choice.state, self._referee, comparison.worth
        points = worth * self.points(state)
        if points < LEAST or worth <= comparison.error:
            return None
        kind, seat, _ = state.todo[-1]
        colour = referee.seats[seat]
        phases = list(referee.rules.data.sequence.phases)
        return TurningPoint(
            turn=choice.turn,
            phase=phases[state.phase - 1].value if state.phase >= FIRST else "",
            entry=choice.entry,
            before=choice.before,
            ply=choice.ply,
            seat=colour,
            kind=kind,
            about=referee.about(state),
            options=Options(action for _, action in choice.ranked),
            look=referee.look(state, colour),
            chosen=choice.chosen,
            better=better,
            worth=points,
            chance=self._raised(inquiry.so_far, choice.turn, seat, worth),
            reasons=tuple(part for part in comparison.parts if part.worth > 0)[:REASONS],
        )

    def points(self, state: PlainState) -> float:
        """What a point of value in a position comes to in the end."""
        return self._chances.points(self.mind.policy.inputs.left(state))

    def _raised(self, so_far: Decided, turn: int, seat: int, worth: float) -> float:
        """By how much a seat's chance where the turn began would have been better with so many points more."""
        at = [point for point in so_far.line if point.turn <= turn and not point.over]
        if not at:
            return 0.0
        point = at[-1]
        leaf = tuple(value + worth * (n == seat) for n, value in enumerate(point.signs["leaf"]))
        return self._chances.of({**point.signs, "leaf": leaf}, point.left)[seat] - point.chances[seat]


class _Walk:
    """Plays one turn again, and notes what was chosen."""

    def __init__(self, analyst: Analyst, part: TurnPlayed) -> None:
        self.part, self.entry, self.ply = part, part.entry, part.ply
        self._mind, self._used = analyst.mind, analyst._used
        self._referee = analyst.mind.policy.referee
        self._points = analyst.points(part.state)
        self.state = part.state.copy()
        self.choices = 0
        self.candidates: list[_Choice] = []
        self.gains: dict[str, dict[str, float]] = {}
        self.scored: list[SectionScored] = []
        self.left_beyond: list[LeftBeyond] = []
        self._moved: defaultdict[int, int] = defaultdict(int)
        self._before_use: PlainState | None = None
        """The position after the last choice before the buildings come into use."""

    def play(self) -> None:
        options = self._settled()
        for entry, text in self.part.played:
            action = Options(options).find(text)
            if action is None:
                return
            if self.state.todo[-1][1] >= 0:
                self._weigh(options, action, entry)
            self._carry_out(action)
            self.entry, self.ply = entry, self.ply + 1
            options = self._settled()

    def _carry_out(self, action: Action) -> None:
        self.state.log = []
        self._referee.choose(self.state, action)
        if FIRST <= self.state.phase < self._used:
            self._before_use = self.state.copy()

    def _settled(self) -> list[Action]:
        if self.state.log is None:
            self.state.log = []
        options = self._referee.settle(self.state)
        for id, *values in self.state.log:
            if id == "scoring":
                self.scored.append(SectionScored(str(values[0]), self.part.turn))
            elif id == "provost_moved":
                self._moved[int(values[0])] += int(values[1])  # type: ignore[arg-type]
        self.state.log = None
        passed = not FIRST <= self.state.phase < self._used or self.state.turn != self.part.turn
        if self._before_use is not None and passed:
            self._note_left_beyond(self._before_use)
            self._before_use = None
        return options

    def _note_left_beyond(self, state: PlainState) -> None:
        """The workers that the provost did not reach, and what they would have brought."""
        inputs, seats = self._mind.policy.inputs, self._referee.seats
        _, beyond = inputs.on_road(state)
        back = tuple((seats[seat], -steps) for seat, steps in self._moved.items() if steps < 0)
        for seat in sorted(set(beyond)):
            view = inputs.dealt(self._referee.view(state, seat), seat, random.Random(self.ply))
            reached, as_it_is = (self._after_use(inputs.in_use(view, all_reached=so), seat) for so in (True, False))
            worth = max(0.0, reached - as_it_is) * self._points
            self.left_beyond.append(LeftBeyond(self.part.turn, seats[seat], beyond.count(seat), worth, back))

    def _after_use(self, state: PlainState, seat: int) -> float:
        """What a position is worth to a seat once all buildings have been used, each by the best option."""
        policy, chance = self._mind.policy, random.Random(self.ply)
        options = self._referee.settle(state)
        while options and state.phase == self._used:
            drawn = state.todo[-1][1] < 0
            self._referee.choose(state, chance.choice(options) if drawn else best(policy, state, options))
            options = self._referee.settle(state)
        if state.phase == OVER:
            return result(self._referee.scores(state), seat)
        return policy.value.of(state, seat)

    def _weigh(self, options: Sequence[Action], chosen: Action, entry: int) -> None:
        """What each option was worth to the player, and what was gained by the one that was chosen."""
        state, value = self._mind.seen(self.state), self._mind.policy.value
        seat = state.todo[-1][1]
        weighed = dict.fromkeys((*without_waste(options), chosen))
        parts = {}
        for action in weighed:
            after = state.copy()
            self._referee.choose(after, action)
            parts[action] = value.parts(after, seat)
        ranked = sorted(((sum(parts[action]), action) for action in parts), key=lambda pair: -pair[0])
        worth = sum(parts[chosen])
        self.choices += 1
        self._gain(self._referee.seats[seat], parts, ranked, chosen)
        if (loss := ranked[0][0] - worth) > 0:
            self.candidates.append(
                _Choice(self.part.turn, entry, self._before(entry), self.ply, state.copy(), chosen, tuple(ranked), loss)
            )

    def _before(self, entry: int) -> int:
        """The last entry before the one with the choice."""
        return (
            self.entry
            if self.entry != entry
            else max((other for other, _ in self.part.played if other < entry), default=self.part.entry)
        )

    def _gain(
        self,
        seat: str,
        parts: Mapping[Action, Sequence[float]],
        ranked: Sequence[tuple[float, Action]],
        chosen: Action,
    ) -> None:
        """What was chosen against what an ordinary player might have chosen, by group of inputs."""
        odds = [math.exp((worth - ranked[0][0]) / ORDINARY) for worth, _ in ranked]
        total = sum(odds)
        mine = self.gains.setdefault(seat, {})
        rows = [parts[action] for _, action in ranked]
        for n, (name, own) in enumerate(zip(self._mind.policy.inputs.names, parts[chosen], strict=True)):
            usual = sum(odd * row[n] for odd, row in zip(odds, rows, strict=True)) / total
            if own != usual:
                group = name.partition(".")[0]
                mine[group] = mine.get(group, 0.0) + (own - usual) * self._points


def of_game(game: Game) -> Stretch:
    """A game in play or from a record; the number of an action stands for its entry."""
    return Stretch(game.first.copy(), tuple(enumerate((str(action) for action in game.actions), 1)))


def _turns(referee: Referee, stretch: Stretch) -> Iterator[TurnPlayed]:
    """The turns of a stretch; what was played in the set-up belongs to turn 0."""
    state = stretch.first.copy()
    entry = stretch.played[0][0] - 1 if stretch.played else 0
    if not stretch.played:
        yield TurnPlayed(state.turn, entry, 0, state, ())
        return
    options = referee.settle(state)
    begun, begun_at, ply, played = state.copy(), entry, 0, list[tuple[int, str]]()
    for entry, text in stretch.played:
        action = Options(options).find(text)
        if action is None:
            break
        referee.choose(state, action)
        options = referee.settle(state)
        played.append((entry, text))
        if options and state.turn != begun.turn:
            yield TurnPlayed(begun.turn, begun_at, ply, begun, tuple(played))
            begun, begun_at, ply, played = state.copy(), entry, ply + len(played), []
    yield TurnPlayed(begun.turn, begun_at, ply, begun, tuple(played))


def _without_plies_twice(parts: Sequence[TurnPlayed]) -> Iterator[TurnPlayed]:
    """Count the actions through all stretches."""
    ply = 0
    for part in parts:
        yield replace(part, ply=ply)
        ply += len(part.played)


def _added(had: Mapping[str, float], more: Mapping[str, float]) -> dict[str, float]:
    return {group: had.get(group, 0.0) + more.get(group, 0.0) for group in dict.fromkeys((*had, *more))}


def _most_of_each_turn(choices: Iterable[_Choice]) -> Iterator[_Choice]:
    """The first choice of each player in each turn."""
    turns = set()
    for choice in choices:
        key = (choice.turn, choice.state.todo[-1][1])
        if key not in turns:
            turns.add(key)
            yield choice


def _finished(inquiry: Inquiry) -> Inquiry:
    """With the turning points that differ most, in the order of the game: of the same choice of a player only one."""
    most = sorted(inquiry.found, key=lambda turn: -turn.worth)
    each_once = {(turn.seat, turn.chosen, turn.better): turn for turn in reversed(most)}
    different = sorted(each_once.values(), key=lambda turn: -turn.worth)[:TURNING_POINTS]
    points = tuple(sorted(different, key=lambda turn: turn.ply))
    return replace(inquiry, so_far=replace(inquiry.so_far, turning_points=points), candidates=(), found=())
