"""The consequences of an option that are specific to Caylus: castle, bridge, inn, stables, favors."""

from collections.abc import Iterator
from typing import cast

from companion.engine.action import Action
from companion.engine.amounts import amount_text
from companion.engine.consequences import Consequence, Prospect, follows, passes, shared
from companion.engine.snapshot import Snapshot
from companion.games.caylus.look import CastleLook, Look
from companion.games.caylus.reminders import BEFORE_CASTLE, has_batch
from companion.games.caylus.rules import CaylusRules, caylus
from companion.rules.effects import Trade


def consequences(table: Snapshot, action: Action) -> list[Consequence]:
    """Return the consequences, most important first."""
    if table.decision is None or table.decision.chance:
        return []
    it, data = Prospect.of(table, action), caylus(table.rules.data)
    now, then = cast(Look, it.now), cast(Look, it.then)
    return [*_own(it, now, then, data), *shared(it)]


def _own(it: Prospect, now: Look, then: Look, data: CaylusRules) -> Iterator[Consequence]:
    if _spends_batch(it, now, then, data):
        yield follows("no_batch", data.castle.refusal)
    match it.action.verb:
        case "place" | "move":
            yield from _lacks(it, data)
            yield from _arrives(it.action, now, then, data)
        case "pass":
            yield from passes(it, data.first_pass)
        case "batch":
            yield from _delivers(it, now, then)
        case "done" if lost := _lost(it, now, data):
            yield follows("refusal", lost)
        case "favor":
            line = it.action.line
            columns = (look["players"][it.seat]["favors"][line] for look in (now, then))
            yield follows("marker", *columns)
        case "stay" if it.decision.kind == "inn":
            yield follows("bound")
            yield follows("guest", data.bridge.inn)
        case "leave":
            yield follows("frees")
        case _:
            pass


def _arrives(action: Action, now: Look, then: Look, data: CaylusRules) -> Iterator[Consequence]:
    """In the castle: the place in the order, the value of a part, and the penalty for handing in nothing."""
    castle = then["castle"]
    if action.place == "castle":
        yield follows("in_castle", len(castle["workers"]))
        if castle["open"]:
            section = castle["open"]
            yield follows("part", section, _free(castle, section), data.castle.sections[section].prestige)
        yield follows("risk", data.castle.refusal)
    elif len(then["stables"]) > len(now["stables"]):
        yield follows("takes_order", len(then["stables"]))
    elif action.building == "inn" and now["inn"]:
        yield follows("throws_out", now["inn"])


def _lacks(it: Prospect, data: CaylusRules) -> Iterator[Consequence]:
    """The cubes for a deal before the bridge: nothing brings any until then."""
    effect = data.buildings[it.action.building].effect if it.action.building in data.special.order else None
    if isinstance(effect, Trade):
        cubes = effect.options[0].pay.cubes()
        missing = tuple(max(0, n - held) for n, held in zip(cubes, it.me["cubes"].values(), strict=True))
        if any(missing):
            yield follows("lacks", amount_text(missing))


def _spends_batch(it: Prospect, now: Look, then: Look, data: CaylusRules) -> bool:
    """Whether they pay what they would need in the castle this turn."""
    due = it.seat in now["castle"]["workers"] and it.action.verb in ("build", "trade", "residence", "take")
    before, after = (has_batch(look["players"][it.seat]["cubes"], data) for look in (now, then))
    return due and now["phase"] in BEFORE_CASTLE and before and not after


def _free(castle: CastleLook, section: str) -> int:
    one = castle["sections"][section]
    return one["parts"] - sum(one["houses"].values())


def _lost(it: Prospect, now: Look, data: CaylusRules) -> int:
    """The points that stopping costs a player who has handed in nothing: at most all they have."""
    castle = now["castle"]
    given = dict(zip(castle["workers"], castle["given"], strict=False))
    exempt = not castle["open"] and data.castle.refusal_exempt_when_full
    return 0 if given[it.seat] or exempt else min(data.castle.refusal, it.me["prestige"])


def _delivers(it: Prospect, now: Look, then: Look) -> Iterator[Consequence]:
    """The part that the batch becomes, and whether the player can hand in another."""
    section, castle = now["castle"]["open"], then["castle"]
    if section and not _free(castle, section):
        yield follows("fills", section)
    yield follows("more_batches") if castle["open"] and it.pays_again("batch") else follows("last_batch")
