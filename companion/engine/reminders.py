"""What people forget at a step of the game, as ids and arguments. Words for them are in locales/ (`forget.ID`).

It is told to whoever is asked, and only where it holds for them. Each kind of choice says what is forgotten there
(`engine.choice`); what several of them say is here.

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> game = new_game(load("caylus", "en", players=2), ["red", "blue"])
>>> game.answer_chance(seed=1)
>>> game.snapshot().reminders()
[]
>>> game.state.home[game.seats.index(game.decision.seat)] = 1
>>> game.snapshot().reminders()
[Reminder(id='first_pass', args={'deniers': 1})]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine.amounts import goods_text
from companion.engine.look import AnyLook, AnyPlayerLook
from companion.rules.base import Goods

if TYPE_CHECKING:
    from companion.engine.game import Decision
    from companion.engine.snapshot import Snapshot
    from companion.rules import Rules

REMINDERS: dict[str, tuple[str, ...]] = {
    "no_batch": ("points",),
    "unscored": ("section", "points"),
    "may_score": ("section", "points"),
    "ends": (),
    "one_more": ("section", "favors"),
    "most_batches": ("seat", "goods"),
    "tokens_go": ("tokens",),
    "keep": ("goods", "building"),
    "unreached": ("workers",),
    "line_end": ("line",),
    "first_pass": ("deniers",),
}
"""The arguments of each, in order; those that matter most come first."""


@dataclass(frozen=True)
class Reminder:
    """Something that is easily forgotten."""

    id: str
    args: Mapping[str, str | int]


def remind(id: str, *values: str | int) -> Reminder:
    return Reminder(id, dict(zip(REMINDERS[id], values, strict=True)))


@dataclass(frozen=True)
class Chooser:
    """Whoever is asked: the open choice, and the table as they see it."""

    decision: "Decision"
    look: AnyLook
    rules: "Rules"

    @property
    def seat(self) -> str:
        return self.decision.seat or ""

    @property
    def me(self) -> AnyPlayerLook:
        """What lies before whoever is asked."""
        return self.look["players"][self.seat]

    def offers(self, *verbs: str) -> bool:
        return any(option.verb in verbs for option in self.decision.options)

    def first_pass(self, deniers: int, price: int) -> Iterator[Reminder]:
        """What passing first brings, where they can place at most one worker before they have to pass."""
        last = self.me["home"] <= 1 or self.me["deniers"] < 2 * price
        if deniers and last and not self.look["bridge"]["passed"]:
            yield remind("first_pass", deniers)

    def unreached(self) -> Iterator[Reminder]:
        """How many of their workers stand beyond the provost, where they can send him to one of these now."""
        provost = self.look.get("provost") or 0
        farthest = provost + max((option.steps or 0 for option in self.decision.options), default=0)
        beyond = [
            space["space"] for space in self.look["road"] if space["worker"] == self.seat and space["space"] > provost
        ]
        if beyond and min(beyond) <= farthest:
            yield remind("unreached", len(beyond))

    def most_batches(self, order: Sequence[str], given: Sequence[int], reward: Goods) -> Iterator[Reminder]:
        """Who has given most so far, where one more by the player who is asked would change that."""
        if leader := self._leader(order, given):
            yield remind("most_batches", leader, goods_text(reward))

    def _leader(self, order: Sequence[str], given: Sequence[int]) -> str:
        most = max(given, default=0)
        leader = order[given.index(most)] if most else self.seat
        if leader == self.seat or not self.offers("batch"):
            return ""
        mine, place = given[order.index(self.seat)] + 1, order.index(self.seat)
        return leader if mine > most or (mine == most and place < order.index(leader)) else ""


def reminders(table: "Snapshot") -> list[Reminder]:
    """Return what whoever is asked may forget, in the order of how much it matters."""
    decision = table.decision
    if not decision or decision.chance or not decision.seat:
        return []
    chooser = Chooser(decision, table.deciders_look, table.rules)
    reasons = table.referee.choices[decision.kind].reminds(chooser)
    return sorted(reasons, key=lambda reminder: list(REMINDERS).index(reminder.id))
