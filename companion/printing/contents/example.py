"""A turn told on paper. The engine plays it, and every number that the sentences name is taken from what happened.

`templates/sheets/examples/GAME-N.toml` has the turn of N players:

    you = "blue"                    # the color of the reader
    position = ["turn: 0 setup"]    # where it begins, as `companion.engine.position` writes it
    [[steps]]
    phase = "workers"
    said = "workers.two"            # the sentence print.teach.example.workers.two
    actions = ["blue: place n_quarry", "red: pass"]
    asked = ["blue: favor deniers 1"]   # only if these rules ask for it
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypedDict, cast

from companion.engine.amounts import parse_amount
from companion.engine.errors import EngineError
from companion.engine.events import Event
from companion.engine.game import Game, game_at, referee_for
from companion.engine.look import AnyLook
from companion.printing.contents.signs import goods_signs
from companion.printing.data import names, read
from companion.printing.rows import Choice, Sign
from companion.rules import Rules
from companion.rules.base import Goods
from companion.rules.errors import RulesError
from companion.rules.game import BuildingBase

READER = "you"
"""What the reader is called in facts; all others are called by their color."""

_MONEY, _CUBES = {"received": 1, "paid": -1}, {"took": 1, "gave": -1}
_POINTS = {"earned": 1, "lost": -1}
_COUNTED = {**dict.fromkeys(_MONEY, "deniers"), **dict.fromkeys(_POINTS, "points")}
"""The arguments with the numbers of events."""


class StepFile(TypedDict, total=False):
    """A step as the file has it."""

    phase: str
    said: str
    actions: list[str]
    asked: list[str]


class ExampleFile(TypedDict):
    """The content of a file."""

    you: str
    spaces: int
    position: list[str]
    steps: list[StepFile]


@dataclass
class Balance:
    """What a player holds."""

    money: int
    cubes: Counter[str]
    points: int

    def copy(self) -> "Balance":
        return Balance(self.money, self.cubes.copy(), self.points)


@dataclass
class Step:
    """A step of the turn: what happened in it, and what everybody holds after it."""

    phase: str
    said: str
    events: list[Event] = field(default_factory=list)
    purses: dict[str, Balance] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    """A turn that was played."""

    you: str
    seats: tuple[str, ...]
    spaces: int
    steps: tuple[Step, ...]
    game: Game
    before: AnyLook
    """The table when all have sent their workers, before the provost moves."""

    @property
    def roles(self) -> dict[str, str]:
        """What each player is called in the facts."""
        return {seat: READER if seat == self.you else seat for seat in self.seats}

    def facts(self, step: Step) -> dict[str, object]:
        """Everything that the sentence of a step may name."""
        found: dict[str, object] = {"seats": len(self.seats)}
        for seat, role in self.roles.items():
            own = [event for event in step.events if event.args.get("seat") == seat]
            found |= {f"{role}_{name}": value for name, value in _deeds(self.game.rules, own).items()}
            purse = step.purses[seat]
            found |= {
                f"{role}_money": purse.money, f"{role}_points": purse.points, f"{role}_cubes": _cubes(purse.cubes),
            }  # fmt: skip
        castle = cast(dict[str, Any], self.before)["castle"]
        if "tokens" in castle:
            found["left"] = castle["tokens"][castle["section"]]
            found["value"] = _worth(self.game.rules, castle["section"])
        return found | dict(_of_all(step))


def numbers_of_players(game: str) -> list[int]:
    """Return for which numbers of players there is a turn."""
    return sorted(int(name.rpartition("-")[2]) for name in names("examples") if name.rpartition("-")[0] == game)


@lru_cache(maxsize=32)
def played(rules: Rules, players: int) -> Example | None:
    """Play the turn of so many players; None if the box lacks something that it needs."""
    try:
        return _played(rules, cast(ExampleFile, read(f"examples/{rules.game}-{players}")))
    except (EngineError, RulesError):
        return None


def _played(rules: Rules, file: ExampleFile) -> Example:
    seats = _seats(file)
    known = {name.partition(".")[0] for name in referee_for(rules, seats).schema.fields}
    lines = [line for line in file["position"] if line.partition(":")[0] in {*known, *seats, "turn"}]
    game = game_at(rules, "\n".join([f"seats: {' '.join(seats)}", *lines]))
    first = game.referee.look(game.first, None)["players"]
    purses = {seat: Balance(it["deniers"], Counter(it["cubes"]), it["prestige"]) for seat, it in first.items()}
    told = [step for step in file["steps"] if step.get("phase", "") in {"", *rules.data.sequence.phases}]
    steps = [Step(step.get("phase", ""), step["said"]) for step in told]
    before = game.look()
    begins = next(line.split()[-1] for line in file["position"] if line.startswith("turn:"))
    place: int | None = next((number for number, step in enumerate(steps) if step.phase == begins), 0)
    place = _heard(steps, place, game.events())
    for number, step in enumerate(told):
        place = number if step.get("actions") else place
        for said in (*step.get("actions", ()), *step.get("asked", ())):
            who, _, action = said.partition(": ")
            if said in step.get("asked", ()) and game.options.find(action) is None:
                continue
            if (game.decision.seat or "chance") != who:
                raise ValueError(f"{who} has no turn: {said}")
            heard = game.play(action)
            place = _heard(steps, place, heard)
        if step.get("phase") in ("workers", "actions"):
            before = game.look()
    for made in steps:
        for event in made.events:
            _book(purses, event)
        made.purses = {seat: purse.copy() for seat, purse in purses.items()}
    return Example(file["you"], seats, int(file["spaces"]), tuple(steps), game, before)


def _seats(file: ExampleFile) -> tuple[str, ...]:
    """Everybody who acts, the reader first."""
    acting = [said.partition(":")[0] for step in file["steps"] for said in step.get("actions", ())]
    return tuple(dict.fromkeys((file["you"], *(who for who in acting if who != "chance"))))


def _heard(steps: list[Step], place: int | None, events: list[Event]) -> int | None:
    """Add events to the steps in whose phases they happened, and return the last; None once the turn is over."""
    for event in events:
        if event.id == "phase" and (place is None or steps[place].phase != event["phase"]):
            begun = -1 if place is None else place
            place = next((n for n in range(begun + 1, len(steps)) if steps[n].phase == event["phase"]), None)
            if place is None:
                return len(steps)
        if place is not None and place < len(steps):
            steps[place].events.append(event)
    return place


def _book(purses: dict[str, Balance], event: Event) -> None:
    """Carry out what an event says about what somebody holds."""
    purse = purses.get(str(event.args.get("seat")))
    if purse is None:
        return
    if event.id in _MONEY:
        purse.money += _MONEY[event.id] * event.number("deniers")
    elif event.id in _POINTS:
        purse.points += _POINTS[event.id] * event.number("points")
    elif event.id in _CUBES:
        for kind, n in parse_amount(str(event["cubes"])).kinds():
            purse.cubes[kind] += _CUBES[event.id] * n


def _deeds(rules: Rules, events: list[Event]) -> dict[str, object]:
    """What one player paid, took, scored and won, in all and by source, and where they moved the provost."""
    found: dict[str, object] = {"favor": "", "tokens": ""}
    numbers, cubes = Counter[str](), dict[str, Counter[str]]()
    for event in events:
        for key in (event.id, f"{event.id}_{event.args.get('source', '')}"):
            if event.id in _COUNTED:
                numbers[key] += event.number(_COUNTED[event.id])
            elif event.id in _CUBES:
                cubes.setdefault(key, Counter()).update(dict(parse_amount(str(event["cubes"])).kinds()))
        found |= _special(rules, event, str(found["tokens"]))
    for key, icon in (("received_favor", "coin"), ("earned_favor", "prestige")):
        if key in numbers:
            found["favor"] = marked((Sign(icon, str(numbers[key])),))
    return found | numbers | {key: _cubes(amount) for key, amount in cubes.items()}


def _special(rules: Rules, event: Event, tokens: str) -> dict[str, object]:
    """What only some events say: a space, a token beside those that were won before, cubes laid on a card."""
    match event.id:
        case "provost_moved":
            return {"space": event["space"]}
        case "won_token":
            worth = Sign("prestige", str(_worth(rules, str(event["section"]))))
            return {"tokens": f"{tokens}{marked((worth,))}"}
        case "laid":
            it = rules.data.buildings[str(event["building"])]
            return {"stocked": marked(_stocked(it, rules.players or 0))}
    return {}


def _worth(rules: Rules, section: str) -> int:
    """Return the points of a part of the castle, in the games that have such parts."""
    castle: Any = rules.data.castle  # type: ignore[attr-defined]
    return int(castle.sections[section].prestige)


def _stocked(it: BuildingBase, players: int) -> Choice:
    """Return the cubes that are laid on a card when it is built."""
    stock: dict[int, int] = getattr(it, "stock", {})
    gain = getattr(it.owner, "gain", Goods())
    return (Sign(text=str(stock[players])), *goods_signs(gain)) if players in stock else ()


def _of_all(step: Step) -> Iterator[tuple[str, object]]:
    """What does not depend on a player: the price of a worker, if all paid the same, and the spaces of pawns."""
    prices = {event["deniers"] for event in step.events if event.id == "paid" and event["source"] == "worker"}
    if len(prices) == 1:
        yield "price", prices.pop()
    for event in reversed(step.events):
        if event.id in ("built", "laid"):
            yield "built", event["space"]
        elif event.id == "bailiff_moved":
            yield "bailiff", event["space"]
        elif event.id == "provost_moved":
            yield "stood", event.number("space") - event.number("steps")


def _cubes(amount: Counter[str]) -> str:
    return marked(goods_signs(Goods(**{kind: n for kind, n in amount.items() if n})))


def marked(signs: Choice) -> str:
    """Return icons as they are written in a sentence."""
    return "".join(f"[{' '.join(filter(None, (sign.icon, sign.text)))}]" if sign.icon else sign.text for sign in signs)
