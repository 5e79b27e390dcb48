"""What people forget in Magna Carta, besides what they forget in any game: the tokens, and the gold for batches."""

from collections.abc import Iterator
from typing import cast

from companion.engine.reminders import REMINDERS, Chooser, Reminder, chooser, remind, shared
from companion.engine.snapshot import Snapshot
from companion.games.magna_carta.look import Look
from companion.games.magna_carta.rules import MagnaCartaRules, magna_carta


def reminders(table: Snapshot) -> list[Reminder]:
    """In the order of how much they matter."""
    it = chooser(table)
    if it is None:
        return []
    data = magna_carta(table.rules.data)
    found = [*_own(it, cast(Look, it.look), data), *shared(it, data.first_pass, data.actions.prices["place"])]
    return sorted(found, key=lambda one: list(REMINDERS).index(one.id))


def _own(it: Chooser, look: Look, data: MagnaCartaRules) -> Iterator[Reminder]:
    if look["castle"]["section"] is None and it.decision.kind in ("action", "bribe"):
        yield remind("ends")
    if it.decision.kind == "batch":
        order = look["bridge"]["passed"]
        given = [look["players"][colour]["given"] for colour in order]
        yield from it.most_batches(order, given, data.castle.best_builder)
        if not any(given) and order[-1] == it.seat and it.offers("batch"):
            yield remind("tokens_go", data.castle.removed_without_batch)
