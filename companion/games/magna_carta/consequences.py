"""The consequences of an option that are specific to Magna Carta: tokens, and what passing brings."""

from collections.abc import Iterator
from typing import cast

from companion.engine.action import Action
from companion.engine.consequences import Consequence, Prospect, follows, passes, shared
from companion.engine.snapshot import Snapshot
from companion.games.magna_carta.look import Look
from companion.games.magna_carta.rules import MagnaCartaRules, magna_carta


def consequences(table: Snapshot, action: Action) -> list[Consequence]:
    """Return the consequences, most important first."""
    if table.decision is None or table.decision.chance:
        return []
    it, data = Prospect.of(table, action), magna_carta(table.rules.data)
    return [*_own(it, data), *shared(it)]


def _own(it: Prospect, data: MagnaCartaRules) -> Iterator[Consequence]:
    for event in it.after.events:
        if event.id == "won_token":
            section = str(event["section"])
            yield follows("token", section, data.castle.sections[section].prestige)
    if it.action.verb == "batch":
        again = cast(Look, it.then)["castle"]["section"] and it.pays_again("batch")
        yield follows("more_batches") if again else follows("last_batch")
    elif it.action.verb == "mulligan":
        yield follows("mulligan", cast(Look, it.now)["players"][it.seat]["hand_size"])
    elif it.action.verb == "pass":
        yield from passes(it, data.first_pass)
