"""The consequences of an option, as ids and arguments. Their words are in locales/ (`follows.ID`).

They are shown before somebody decides: what the player would have left, who else gains, whose building the provost
would open or shut. This module covers what all games share; each kind of choice adds its own (`engine.choice`).

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> game = new_game(load("caylus", "en", players=2), ["red", "blue"])
>>> game.answer_chance(seed=1)
>>> [one.id for one in game.snapshot().follows(game.read("place gold_mine"))]
['beyond', 'left']
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine.action import Action
from companion.engine.amounts import LETTERS
from companion.engine.look import AnyLook, AnyPlayerLook
from companion.rules.vocabulary import Good

if TYPE_CHECKING:
    from companion.engine.game import Decision
    from companion.engine.snapshot import Snapshot
    from companion.rules import Rules

CONSEQUENCES: dict[str, tuple[str, ...]] = {
    "beyond": ("n",),
    "opens": ("seat", "building", "space"),
    "shuts": ("seat", "building", "space"),
    "moves_after": ("seat",),
    "moves_last": (),
    "stands": ("space",),
    "replaces": ("building", "deniers"),
    "gains": ("seat", "points"),
    "earns": ("points", "now"),
    "favors": ("n",),
    "has": ("goods",),
    "left": ("goods",),
    "left_none": (),
    "in_castle": ("place",),
    "part": ("section", "free", "points"),
    "refusal": ("points",),
    "risk": ("points",),
    "fills": ("section",),
    "more_batches": (),
    "last_batch": (),
    "token": ("section", "points"),
    "first_pass": ("deniers",),
    "on_bridge": ("place",),
    "stays_home": ("workers", "deniers"),
    "lacks": ("goods",),
    "no_batch": ("points",),
    "marker": ("from_", "to"),
    "bound": (),
    "guest": ("deniers",),
    "frees": (),
    "takes_order": ("place",),
    "throws_out": ("seat",),
    "mulligan": ("n",),
}
"""The argument names of each consequence, in order."""


@dataclass(frozen=True)
class Consequence:
    """Something that would follow."""

    id: str
    args: Mapping[str, str | int]


def follows(id: str, *values: str | int) -> Consequence:
    return Consequence(id, dict(zip(CONSEQUENCES[id], values, strict=True)))


@dataclass(frozen=True)
class Prospect:
    """The table before and after an option, as the deciding player sees it."""

    action: Action
    decision: "Decision"
    now: AnyLook
    then: AnyLook
    after: "Snapshot"

    @classmethod
    def of(cls, table: "Snapshot", action: Action) -> "Prospect":
        decision = table.decision
        assert decision is not None, "nobody is asked"
        after = table.after(action)
        return cls(action, decision, table.deciders_look, after.look(decision.seat), after)

    @property
    def rules(self) -> "Rules":
        return self.after.rules

    @property
    def seat(self) -> str:
        return self.decision.seat or ""

    @property
    def me(self) -> AnyPlayerLook:
        """The deciding player before the option."""
        return self.now["players"][self.seat]

    @property
    def mine(self) -> AnyPlayerLook:
        """The deciding player after the option."""
        return self.then["players"][self.seat]

    def pays_again(self, verb: str) -> bool:
        """Whether the player could pay for another option with this verb afterwards."""
        cubes = self.mine["cubes"]
        return any(
            all(cubes[kind] >= n for kind, n in option.paid.kinds())
            for option in self.decision.options
            if option.verb == verb
        )


def consequences(table: "Snapshot", action: Action) -> list[Consequence]:
    """Return the consequences, most important first: those of the kind of choice, then those that all games share."""
    if table.decision is None or table.decision.chance:
        return []
    it = Prospect.of(table, action)
    return [*table.referee.choices[it.decision.kind].follows(it), *_shared(it)]


def _shared(it: Prospect) -> Iterator[Consequence]:
    """Yield what holds in all games: provost, buildings, points, money and cubes."""
    yield from _beyond(it)
    yield from _provost(it)
    yield from _happens(it)
    yield from _holds(it)


def _beyond(it: Prospect) -> Iterator[Consequence]:
    """A worker beyond the provost works only if the provost is moved further."""
    provost = it.now.get("provost")
    if it.action.verb not in ("place", "move") or not provost:
        return
    for one in it.now["road"]:
        if one["place"] == it.action.place and one["space"] > provost:
            yield follows("beyond", one["space"] - provost)


def _provost(it: Prospect) -> Iterator[Consequence]:
    """The workers that the provost would reach or no longer reach, and who may move it next."""
    before, now = it.now.get("provost"), it.then.get("provost")
    if it.action.verb != "provost" or not before or not now:
        return
    for one in it.now["road"]:
        if one["worker"] and one["building"] and min(before, now) < one["space"] <= max(before, now):
            yield follows("opens" if now > before else "shuts", one["worker"], one["building"], one["space"])
    if it.decision.kind == "bribe":
        yield from _movers(it)


def _movers(it: Prospect) -> Iterator[Consequence]:
    passed = it.now["bridge"]["passed"]
    next_up = passed[passed.index(it.seat) + 1 :]
    yield follows("moves_after", next_up[0]) if next_up else follows("moves_last")


def passes(it: Prospect, first_pass: int) -> Iterator[Consequence]:
    """What passing brings, and what it gives up where a worker could still be placed."""
    place = len(it.then["bridge"]["passed"])
    if place == 1 and first_pass:
        yield follows("first_pass", first_pass)
    yield follows("on_bridge", place)
    if any(option.verb == "place" for option in it.decision.options):
        yield follows("stays_home", it.me["home"], it.me["deniers"])


def _happens(it: Prospect) -> Iterator[Consequence]:
    """Immediate effects: the space of a building, points and favors."""
    for event in it.after.events:
        match event.id:
            case "built" if event["space"]:
                yield follows("stands", event.number("space"))
                yield from _replaces(it, event.number("space"))
            case "laid":
                yield follows("stands", event.number("space"))
            case "earned" if event["seat"] == it.seat:
                yield follows("earns", event.number("points"), it.mine["prestige"])
            case "earned":
                yield follows("gains", str(event["seat"]), event.number("points"))
            case "favored":
                yield follows("favors", event.number("favors"))
            case _:
                pass


def _replaces(it: Prospect, space: int) -> Iterator[Consequence]:
    """The residence that a new building takes the place of, and its income."""
    residence = it.after.rules.data.residence_tile
    if any((one["space"], one["building"]) == (space, residence) for one in it.now["road"]):
        yield follows("replaces", residence, it.after.rules.data.buildings[residence].income)


def _holds(it: Prospect) -> Iterator[Consequence]:
    """The new total of what the player gains, and what is left of what they pay."""
    before, now = _goods(it.me), _goods(it.mine)
    gained = "".join(f"{now[good]}{LETTERS[good]}" for good in now if now[good] > before[good])
    paid = [good for good in now if now[good] < before[good]]
    if gained:
        yield follows("has", gained)
    if paid:
        left = "".join(f"{now[good]}{LETTERS[good]}" for good in paid if now[good])
        yield follows("left", left) if left else follows("left_none")


def _goods(player: AnyPlayerLook) -> dict[Good, int]:
    return {**{Good(kind): n for kind, n in player["cubes"].items()}, Good.DENIER: player["deniers"]}
