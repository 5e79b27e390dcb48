"""What people forget in Caylus, besides what they forget in any game: the castle and its scoring, the joust, favors."""

from collections.abc import Iterator, Mapping
from typing import cast

from companion.engine.reminders import REMINDERS, Chooser, Reminder, chooser, remind, shared
from companion.engine.snapshot import Snapshot
from companion.games.caylus.look import CastleLook, Look, PlayerLook
from companion.games.caylus.rules import CaylusRules, caylus
from companion.rules.effects import Gain, Trade
from companion.rules.vocabulary import Phase

BEFORE_CASTLE = (Phase.WORKERS, Phase.SPECIAL, Phase.PROVOST, Phase.BUILDINGS)
_SCORED_BY = ("worker", "bribe", "batch")
"""The choices that a scoring at the end of the turn is thought of at."""


def reminders(table: Snapshot) -> list[Reminder]:
    """In the order of how much they matter."""
    it = chooser(table)
    if it is None:
        return []
    look, data = cast(Look, it.look), caylus(table.rules.data)
    found = [*_own(it, look, data), *shared(it, data.first_pass, look["players"][it.seat]["price"] or 0)]
    return sorted(found, key=lambda one: list(REMINDERS).index(one.id))


def _own(it: Chooser, look: Look, data: CaylusRules) -> Iterator[Reminder]:
    me, castle = look["players"][it.seat], look["castle"]
    in_castle = it.seat in castle["workers"]
    if in_castle and look["phase"] in BEFORE_CASTLE and castle["open"] and not has_batch(me["cubes"], data):
        yield remind("no_batch", data.castle.refusal)
    if it.decision.kind in _SCORED_BY:
        yield from _scored(it, look, data)
    if it.decision.kind == "batch":
        yield from it.most_batches(castle["workers"], castle["given"], data.castle.best_builder)
    if it.decision.kind == "worker":
        yield from _kept(it, look, data)
    if it.decision.kind == "favor":
        yield from _at_their_end(look, me)


def has_batch(cubes: Mapping[str, int], data: CaylusRules) -> bool:
    """Whether these cubes make up a batch."""
    rule = data.castle.batch
    held = {kind: n for kind, n in cubes.items() if n and (rule.gold or kind != "gold")}
    enough = len(held) if rule.different else sum(held.values())
    return enough >= rule.cubes and all(kind in held for kind in rule.compulsory)


def due(look: Look, data: CaylusRules, *, ahead: bool) -> str:
    """The section that is scored at the end of this turn; `ahead` is whether the bailiff takes the longer way."""
    section = look["castle"]["section"]
    if section is None:
        return ""
    comes_to = look["bailiff"] + (data.bailiff.ahead if ahead else data.bailiff.level)
    full = not _free(look["castle"], section)
    return section if full or comes_to >= data.castle.sections[section].trigger else ""


def _free(castle: CastleLook, section: str) -> int:
    one = castle["sections"][section]
    return one["parts"] - sum(one["houses"].values())


def _scored(it: Chooser, look: Look, data: CaylusRules) -> Iterator[Reminder]:
    """What a scoring takes from those who have no house or gives for one more, and that it is the last."""
    castle, stands = look["castle"], it.decision.kind == "batch"
    certain = due(look, data, ahead=stands and look["provost"] > look["bailiff"])
    section = certain or due(look, data, ahead=not stands)
    if section and _free(castle, section) and _can_build(it, castle):
        rule, houses = data.castle.sections[section], look["players"][it.seat]["houses"][section]
        now, then = rule.score(houses), rule.score(houses + 1)
        if now.prestige < 0:
            yield remind("unscored" if certain else "may_score", section, -now.prestige)
        elif certain and then.favor > now.favor:
            yield remind("one_more", section, then.favor - now.favor)
    if certain == list(castle["sections"])[-1]:
        yield remind("ends")


def _can_build(it: Chooser, castle: CastleLook) -> bool:
    """Whether they are in the castle, or may still go there."""
    if it.decision.kind == "batch":
        return it.offers("batch")
    return it.seat in castle["workers"] or "place castle" in it.decision.options


def _kept(it: Chooser, look: Look, data: CaylusRules) -> Iterator[Reminder]:
    """The price of what their worker will do before the bridge, where the next worker would leave too little of it."""
    me = look["players"][it.seat]
    money, price = me["deniers"], me["price"] or 0
    for special in look["specials"]:
        effect = data.buildings[special["building"]].effect
        if it.seat not in special["workers"]:
            continue
        if isinstance(effect, Gain):
            money += effect.gain.denier
        elif isinstance(effect, Trade):
            pay = effect.options[0].pay
            cubes = all(me["cubes"][kind] >= n for kind, n in pay.kinds() if kind in me["cubes"])
            if cubes and money - price < pay.denier <= money:
                yield remind("keep", f"{pay.denier}d", special["building"])


def _at_their_end(look: Look, me: PlayerLook) -> Iterator[Reminder]:
    """A marker that cannot go on leaves its line to be used all the same."""
    for line, column in me["favors"].items():
        if column == look["favors"]["columns_open"] and line not in me["used"]:
            yield remind("line_end", line)
