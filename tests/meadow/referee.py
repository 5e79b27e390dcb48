"""The meadow refereed: every day two coins each, then farmhands are placed in turn until all rest; three days."""

from collections.abc import Iterator

from companion.engine.action import Action, ActionPart, Verbs, read_action
from companion.engine.amounts import KINDS
from companion.engine.board import AnyBenefit
from companion.engine.choice import ChoiceKind, Kinds, Refusals
from companion.engine.errors import Reason
from companion.engine.holdings import cubes_by_name, earn, receive, take_cubes, worth_of_what_is_left
from companion.engine.kinds import Name, OrderField, Turn
from companion.engine.look import AnyLook, AnyPlayerLook, AnySpaceLook
from companion.engine.phases import FIRST, OVER, end, go_to_bridge, next_in_rounds
from companion.engine.position import (
    AnyLine,
    Field,
    Marked,
    Player,
    Rulebook,
    Schema,
    Single,
    all_phases,
    course_fields,
    held_fields,
    phase_name,
    seat_in,
    seats_in,
    turn_in,
)  # fmt: skip
from companion.engine.referee import BaseReferee, Parts
from companion.engine.state import PlainState, plain
from companion.rules import Rules

VERBS: Verbs = {"place": (ActionPart.PLACE,), "pass": ()}
PASS = read_action("pass", VERBS)
DAYS = 3


@plain
class State(PlainState):
    worker: list[int]


class Board:
    first_pass = bribe_steps = 0
    benefits: tuple[AnyBenefit, ...] = ()
    labels: tuple[str, ...] = ()

    def __init__(self, rules: Rules, seats: tuple[str, ...]) -> None:
        self.rules, self.seats, self.data = rules, seats, rules.data
        self.phases = rules.data.sequence.phases
        self.places = list(rules.data.buildings)
        self.put = {name: read_action(f"place {name}", VERBS) for name in self.places}


def start(b: Board) -> State:
    n = len(b.seats)
    lists = {"money": [0] * n, "cubes": [0] * n * KINDS, "prestige": [0] * n, "home": [2] * n, "bridge": [], "todo": []}
    return State.from_json({**lists, "worker": [-1] * len(b.places), **dict.fromkeys(State.NUMBERS, 0)})


def morning(b: Board, s: State) -> None:
    """The set-up, and every new day."""
    s.turn, s.phase, s.had, s.bridge, s.home = s.turn + 1, FIRST, [], [], [2] * len(b.seats)
    s.worker = [-1] * len(b.places)
    if s.log is not None:
        s.log.append(("turn", s.turn, tuple(range(len(b.seats)))))


def income(b: Board, s: State) -> None:
    for seat in range(len(b.seats)):
        receive(s, seat, b.data.income.base, "income")
    s.phase += 1


def day(b: Board, s: State) -> None:
    if len(s.bridge) < len(b.seats):
        s.todo.append(("day", next_in_rounds(s, range(len(b.seats)), s.bridge), 0))
    elif s.turn < DAYS:
        morning(b, s)
    else:
        end(s, (worth_of_what_is_left(s, seat, b.data.end) for seat in range(len(b.seats))))


class Day(ChoiceKind[Board, State]):
    """A farmhand on a free place, or rest."""

    kind, verbs = "day", ("place", "pass")

    def offer(self, b: Board, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        options = []
        for name, worker in zip(b.places, s.worker, strict=True):
            if worker < 0 and s.home[seat]:
                options.append(b.put[name])
            elif worker >= 0 and refused is not None:
                refused.add(b.put[name], "occupied", building=name, by=b.seats[worker])
        return [*options, PASS]

    def play(self, b: Board, s: State, seat: int, arg: int, action: Action) -> None:
        if action == PASS:
            go_to_bridge(s, seat, 0)
            return
        s.worker[b.places.index(action.place)] = seat
        s.home[seat] -= 1
        if s.log is not None:
            s.log.append(("placed", seat, action.place))
        take_cubes(s, seat, (1, 0, 0, 0, 0), "effect", action.place)
        earn(s, seat, b.data.buildings[action.place].prestige, "effect", action.place)

    def stray(self, b: Board, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        known = action.place in b.places
        return Reason("no_worker") if known else Reason("no_such_building", {"building": action.place})


CHOICES = Kinds((Day(),))


def problems(b: Board, s: State) -> list[Reason]:
    counts = [(colour, s.home[seat] + s.worker.count(seat)) for seat, colour in enumerate(b.seats)]
    return [Reason("workers", {"player": colour, "n": n, "expected": 2}) for colour, n in counts if n != 2]


def schema(b: Board) -> Schema[State]:
    def fill(s: State, said: frozenset[str]) -> None:
        s.home = [2 - s.worker.count(seat) for seat in range(len(b.seats))]

    book = Rulebook(
        lambda: start(b), fill, lambda old, new: None, lambda s: range(len(b.seats)), lambda s: problems(b, s),
        ("day", "buildings"),
    )  # fmt: skip
    lines: list[AnyLine] = [
        Single("turn"),
        Single("passed"),
        Marked("worker"),
        Single("had"),
        Single("step"),
        Single("choice"),
    ]
    lines += [Player(colour, ("prestige",), {}) for colour in b.seats]
    return Schema(b.rules, b.seats, (), list(fields(b)), lines, book)


def fields(b: Board) -> Iterator[Field[State]]:
    phases = b.data.sequence.phases
    yield Field("turn", Turn(all_phases(phases)), *turn_in(phases), "table", "web.field.turn")
    yield Field("passed", OrderField(b.seats, len(b.seats)), *seats_in("bridge", b.seats), "table", "web.field.passed")
    for n, name in enumerate(b.places):
        worker = seat_in("worker", b.seats, n)
        yield Field(f"worker.{name}", Name(b.seats, "player"), *worker, "table", f"building.{name}")
    for seat, colour in enumerate(b.seats):
        yield from held_fields(seat, colour, b.data.words.cubes)
    yield from course_fields(b, CHOICES)


def look(b: Board, s: State, seat: int | None) -> AnyLook:
    road: list[AnySpaceLook] = [
        {"space": n, "building": name, "place": name, "category": b.data.buildings[name].category.value, "owner": None,
         "worker": b.seats[worker] if worker >= 0 else None}
        for n, (name, worker) in enumerate(zip(b.places, s.worker, strict=True), 1)
    ]  # fmt: skip
    players: dict[str, AnyPlayerLook] = {
        colour: {"deniers": s.money[n], "cubes": cubes_by_name(s, n, b.data.words.cubes), "prestige": s.prestige[n],
                 "home": s.home[n], "workers": 2, "income": b.data.income.base}
        for n, colour in enumerate(b.seats)
    }  # fmt: skip
    phase = phase_name(b.data.sequence.phases, s.phase)
    return {
        "turn": s.turn, "phase": phase, "over": s.phase == OVER, "order": list(b.seats), "players": players,
        "road": road, "bridge": {"passed": [b.seats[one] for one in s.bridge]},
    }  # fmt: skip


class MeadowReferee(BaseReferee[Board, State]):
    parts = Parts(
        State, VERBS, start, lambda b: [morning, income, day], CHOICES, schema, problems,
        lambda b, s, seat: s.prestige[seat], look,
    )  # fmt: skip

    def __init__(self, rules: Rules, seats: tuple[str, ...], untracked: tuple[str, ...] = ()) -> None:
        super().__init__(rules, seats, Board(rules, seats), untracked)


REFEREE = MeadowReferee
