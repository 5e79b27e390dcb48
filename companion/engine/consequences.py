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
class Preview:
    """The table before and after an option, as the deciding player sees it."""

    action: Action
    decision: "Decision"
    now: AnyLook
    then: AnyLook
    after: "Snapshot"

    @classmethod
    def of(cls, table: "Snapshot", action: Action) -> "Preview":
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
    preview = Preview.of(table, action)
    return [*table.referee.choices[preview.decision.kind].follows(preview), *_shared(preview)]


def _shared(preview: Preview) -> Iterator[Consequence]:
    """Yield what holds in all games: provost, buildings, points, money and cubes."""
    yield from _beyond(preview)
    yield from _provost(preview)
    yield from _happens(preview)
    yield from _holds(preview)


def _beyond(preview: Preview) -> Iterator[Consequence]:
    """A worker beyond the provost works only if the provost is moved further."""
    provost = preview.now.get("provost")
    if preview.action.verb not in ("place", "move") or not provost:
        return
    for space in preview.now["road"]:
        if space["place"] == preview.action.place and space["space"] > provost:
            yield follows("beyond", space["space"] - provost)


def _provost(preview: Preview) -> Iterator[Consequence]:
    """The workers that the provost would reach or no longer reach, and who may move it next."""
    before, now = preview.now.get("provost"), preview.then.get("provost")
    if preview.action.verb != "provost" or not before or not now:
        return
    for space in preview.now["road"]:
        if space["worker"] and space["building"] and min(before, now) < space["space"] <= max(before, now):
            yield follows("opens" if now > before else "shuts", space["worker"], space["building"], space["space"])
    if preview.decision.kind == "bribe":
        yield from _movers(preview)


def _movers(preview: Preview) -> Iterator[Consequence]:
    passed = preview.now["bridge"]["passed"]
    next_up = passed[passed.index(preview.seat) + 1 :]
    yield follows("moves_after", next_up[0]) if next_up else follows("moves_last")


def passes(preview: Preview, first_pass: int) -> Iterator[Consequence]:
    """What passing brings, and what it gives up where a worker could still be placed."""
    place = len(preview.then["bridge"]["passed"])
    if place == 1 and first_pass:
        yield follows("first_pass", first_pass)
    yield follows("on_bridge", place)
    if any(option.verb == "place" for option in preview.decision.options):
        yield follows("stays_home", preview.me["home"], preview.me["deniers"])


def _happens(preview: Preview) -> Iterator[Consequence]:
    """Immediate effects: the space of a building, points and favors."""
    for event in preview.after.events:
        match event.id:
            case "built" if event["space"]:
                yield follows("stands", event.number("space"))
                yield from _replaces(preview, event.number("space"))
            case "laid":
                yield follows("stands", event.number("space"))
            case "earned" if event["seat"] == preview.seat:
                yield follows("earns", event.number("points"), preview.mine["prestige"])
            case "earned":
                yield follows("gains", str(event["seat"]), event.number("points"))
            case "favored":
                yield follows("favors", event.number("favors"))
            case _:
                pass


def _replaces(preview: Preview, space: int) -> Iterator[Consequence]:
    """The residence that a new building takes the place of, and its income."""
    residence = preview.after.rules.data.residence_tile
    if any((place["space"], place["building"]) == (space, residence) for place in preview.now["road"]):
        yield follows("replaces", residence, preview.after.rules.data.buildings[residence].income)


def _holds(preview: Preview) -> Iterator[Consequence]:
    """The new total of what the player gains, and what is left of what they pay."""
    before, now = _goods(preview.me), _goods(preview.mine)
    gained = "".join(f"{now[good]}{LETTERS[good]}" for good in now if now[good] > before[good])
    paid = [good for good in now if now[good] < before[good]]
    if gained:
        yield follows("has", gained)
    if paid:
        left = "".join(f"{now[good]}{LETTERS[good]}" for good in paid if now[good])
        yield follows("left", left) if left else follows("left_none")


def _goods(player: AnyPlayerLook) -> dict[Good, int]:
    return {**{Good(kind): n for kind, n in player["cubes"].items()}, Good.DENIER: player["deniers"]}
