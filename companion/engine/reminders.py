"""What people forget at a step of the game, as ids and arguments. Words for them are in locales/ (`forget.ID`).

It is told to whoever is asked, and only where it holds for them. What holds of any game is here; a game's own
`reminders` module adds what only it knows.

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

from companion.engine.amounts import LETTERS
from companion.engine.look import AnyLook, AnyPlayerLook
from companion.rules.base import Goods
from companion.rules.vocabulary import Good

if TYPE_CHECKING:
    from companion.engine.game import Decision
    from companion.engine.snapshot import Snapshot

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

    @property
    def seat(self) -> str:
        return self.decision.seat or ""

    @property
    def me(self) -> AnyPlayerLook:
        """What lies before whoever is asked."""
        return self.look["players"][self.seat]

    def offers(self, *verbs: str) -> bool:
        return any(option.verb in verbs for option in self.decision.options)

    def last_worker(self, price: int) -> bool:
        """Whether they may pass, and can place at most one worker before they have to."""
        return self.offers("pass") and (self.me["home"] <= 1 or self.me["deniers"] < 2 * price)

    def most_batches(self, order: Sequence[str], given: Sequence[int], reward: Goods) -> Iterator[Reminder]:
        """Who has given most so far, where one more by the player who is asked would change that."""
        if leader := self._leader(order, given):
            yield remind("most_batches", leader, "".join(f"{n}{LETTERS[Good(kind)]}" for kind, n in reward.kinds()))

    def _leader(self, order: Sequence[str], given: Sequence[int]) -> str:
        most = max(given, default=0)
        leader = order[given.index(most)] if most else self.seat
        if leader == self.seat or not self.offers("batch"):
            return ""
        mine, place = given[order.index(self.seat)] + 1, order.index(self.seat)
        return leader if mine > most or (mine == most and place < order.index(leader)) else ""


def chooser(table: "Snapshot") -> Chooser | None:
    """Whoever is asked; none where nobody is, or only chance."""
    decision = table.decision
    return Chooser(decision, table.deciders_look) if decision and not decision.chance and decision.seat else None


def reminders(table: "Snapshot") -> list[Reminder]:
    """What is easily forgotten in any game."""
    it = chooser(table)
    return list(shared(it, table.rules.data.first_pass, 1)) if it else []


def shared(it: Chooser, first_pass: int, price: int) -> Iterator[Reminder]:
    """What all games have: workers beyond the provost, and what passing first brings."""
    if unreached := _unreached(it):
        yield remind("unreached", unreached)
    if first_pass and not it.look["bridge"]["passed"] and it.last_worker(price):
        yield remind("first_pass", first_pass)


def _unreached(it: Chooser) -> int:
    """How many of their workers stand beyond the provost, where they can send him to one of these now."""
    provost = it.look.get("provost") or 0
    farthest = provost + max((o.steps or 0 for o in it.decision.options if o.verb == "provost"), default=0)
    beyond = [one["space"] for one in it.look["road"] if one["worker"] == it.seat and one["space"] > provost]
    return len(beyond) if beyond and min(beyond) <= farthest else 0
