"""The consequences of an option that are specific to Caylus: castle, bridge, inn, stables, favors."""

from collections.abc import Iterator
from typing import cast

from companion.engine.action import Action
from companion.engine.consequences import Consequence, Prospect, follows, shared
from companion.engine.snapshot import Snapshot
from companion.games.caylus.look import CastleLook, Look
from companion.games.caylus.rules import CaylusRules, caylus


def consequences(table: Snapshot, action: Action) -> list[Consequence]:
    """Return the consequences, most important first."""
    if table.decision is None or table.decision.chance:
        return []
    it, data = Prospect.of(table, action), caylus(table.rules.data)
    now, then = cast(Look, it.now), cast(Look, it.then)
    return [*_own(it, now, then, data), *shared(it)]


def _own(it: Prospect, now: Look, then: Look, data: CaylusRules) -> Iterator[Consequence]:
    match it.action.verb:
        case "place" | "move":
            yield from _arrives(it.action, now, then, data)
        case "pass":
            yield from _passes(it, then, data)
        case "batch":
            yield from _delivers(it, now, then)
        case "done" if _refused(it, now, data):
            yield follows("refusal", data.castle.refusal)
        case "favor":
            line = it.action.line
            columns = (look["players"][it.seat]["favors"][line] for look in (now, then))
            yield follows("marker", *columns)
        case "stay" if it.decision.kind == "inn":
            yield follows("guest", data.bridge.inn)
        case "leave":
            yield follows("frees")


def _arrives(action: Action, now: Look, then: Look, data: CaylusRules) -> Iterator[Consequence]:
    """In the castle: the place in the order, the value of a part, and the penalty for handing in nothing."""
    castle = then["castle"]
    if action.place == "castle":
        yield follows("in_castle", len(castle["workers"]))
        if castle["open"]:
            section = castle["open"]
            yield follows("part", section, _free(castle, section), data.castle.sections[section].prestige)
        yield follows("refusal", data.castle.refusal)
    elif len(then["stables"]) > len(now["stables"]):
        yield follows("takes_order", len(then["stables"]))
    elif action.building == "inn" and now["inn"]:
        yield follows("throws_out", now["inn"])


def _free(castle: CastleLook, section: str) -> int:
    one = castle["sections"][section]
    return one["parts"] - sum(one["houses"].values())


def _passes(it: Prospect, then: Look, data: CaylusRules) -> Iterator[Consequence]:
    place = len(then["bridge"]["passed"])
    if place == 1 and data.bridge.first_pass:
        yield follows("first_pass", data.bridge.first_pass)
    yield follows("on_bridge", place)
    yield follows("stays_home", it.me["home"])


def _refused(it: Prospect, now: Look, data: CaylusRules) -> bool:
    """Whether the player has handed in nothing and would be penalized."""
    castle = now["castle"]
    given = dict(zip(castle["workers"], castle["given"], strict=False))
    exempt = not castle["open"] and data.castle.refusal_exempt_when_full
    return not given[it.seat] and not exempt


def _delivers(it: Prospect, now: Look, then: Look) -> Iterator[Consequence]:
    """The part that the batch becomes, and whether the player can hand in another."""
    section, castle = now["castle"]["open"], then["castle"]
    if section and not _free(castle, section):
        yield follows("fills", section)
    yield follows("more_batches") if castle["open"] and it.pays_again("batch") else follows("last_batch")
