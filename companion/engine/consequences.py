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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine.action import Action
from companion.engine.amounts import LETTERS, goods_text
from companion.engine.look import AnyLook, AnyPlayerLook
from companion.rules.base import Goods
from companion.rules.vocabulary import Good

if TYPE_CHECKING:
    from companion.engine.game import Decision
    from companion.engine.snapshot import Snapshot
    from companion.rules import Rules

CONSEQUENCES: dict[str, tuple[str, ...]] = {
    "beyond": ("n",),
    "within": ("n",),
    "opens": ("seat", "building", "space"),
    "shuts": ("seat", "building", "space"),
    "moves_after": ("seat", "n"),
    "moves_last": (),
    "bailiff": ("n", "space"),
    "scores": ("section",),
    "stands": ("space",),
    "replaces": ("building", "deniers"),
    "later": (),
    "closes": ("building",),
    "visits": ("points",),
    "income": ("deniers",),
    "counts": ("points",),
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
    "most": ("goods",),
    "most_tied_first": ("seat", "goods"),
    "most_tied_later": ("seat", "goods"),
    "most_behind": ("seat", "given", "n"),
    "more_batches": (),
    "last_batch": (),
    "token": ("section", "points"),
    "tokens_left": ("tokens",),
    "last_token": (),
    "deck": ("n",),
    "new_hand": ("n",),
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
    """Yield what holds in all games: buildings, points, money and cubes."""
    yield from _happens(preview)
    yield from _holds(preview)


def beyond(preview: Preview) -> Iterator[Consequence]:
    """A worker beyond the provost works only if the provost is moved farther; close to it, only if not moved back."""
    provost, place = preview.now.get("provost"), preview.action.place
    if not provost or not place:
        return
    for space in preview.now["road"]:
        if space["place"] == place and space["space"] > provost:
            yield follows("beyond", space["space"] - provost)
        elif space["place"] == place and provost - space["space"] < preview.rules.data.provost_reach:
            yield follows("within", provost - space["space"] + 1)


def provost_moves(preview: Preview) -> Iterator[Consequence]:
    """The workers that the provost would reach or no longer reach."""
    before, now = (look.get("provost") or 0 for look in (preview.now, preview.then))
    for space in preview.now["road"]:
        if space["worker"] and space["building"] and min(before, now) < space["space"] <= max(before, now):
            yield follows("opens" if now > before else "shuts", space["worker"], space["building"], space["space"])


def next_movers(preview: Preview) -> Iterator[Consequence]:
    """Who may move the provost next and how far, or that nobody will."""
    passed, data = preview.now["bridge"]["passed"], preview.rules.data
    next_up = passed[passed.index(preview.seat) + 1 :]
    if next_up:
        deniers = preview.now["players"][next_up[0]]["deniers"]
        yield follows("moves_after", next_up[0], min(data.provost_reach, deniers // (data.provost_step or 1)))
    else:
        yield follows("moves_last")


def most_batches(preview: Preview, order: Sequence[str], given: Sequence[int], reward: Goods) -> Iterator[Consequence]:
    """Yield who would have given most with this batch. Among equals it is whoever comes first in the order."""
    place, goods = order.index(preview.seat), goods_text(reward)
    mine, others = given[place] + 1, [n if seat != preview.seat else 0 for seat, n in zip(order, given, strict=True)]
    best = max(others)
    leader = others.index(best)
    if mine > best:
        yield follows("most", goods)
    elif mine == best:
        yield follows("most_tied_first" if place < leader else "most_tied_later", order[leader], goods)
    else:
        yield follows("most_behind", order[leader], best, best - mine + (leader < place))


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
            case "built" | "laid" if event["space"]:
                yield from _stands(preview, event.number("space"))
            case "promised":
                yield follows("later")
            case "converted":
                yield follows("closes", str(event["building"]))
            case "earned" if event["seat"] == preview.seat:
                yield follows("earns", event.number("points"), preview.mine["prestige"])
            case "earned":
                yield follows("gains", str(event["seat"]), event.number("points"))
            case "favored":
                yield follows("favors", event.number("favors"))
            case _:
                pass


def _stands(preview: Preview, space: int) -> Iterator[Consequence]:
    """The space of a new building, beyond the provost or not, and the residence that it takes the place of."""
    yield follows("stands", space)
    provost = preview.now.get("provost")
    if provost and space > provost:
        yield follows("beyond", space - provost)
    residence = preview.after.rules.data.residence_tile
    if any((place["space"], place["building"]) == (space, residence) for place in preview.now["road"]):
        yield follows("replaces", residence, preview.after.rules.data.buildings[residence].income)


def _holds(preview: Preview) -> Iterator[Consequence]:
    """What more comes each turn, the new total of what the player gains, and what is left of what they pay."""
    if (more := preview.mine["income"] - preview.me["income"]) > 0:
        yield follows("income", more)
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
