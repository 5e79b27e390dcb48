"""What the kinds of choice of Caylus foresee: what an option brings about, and what people forget."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from companion.engine.amounts import amount_text
from companion.engine.consequences import Consequence, Prospect, follows
from companion.engine.reminders import Chooser, Reminder, remind
from companion.games.caylus.rules import CaylusRules, caylus
from companion.rules.effects import Gain, Trade
from companion.rules.vocabulary import Phase

if TYPE_CHECKING:
    from companion.games.caylus.look import CastleLook, Look

BEFORE_CASTLE = (Phase.WORKERS, Phase.SPECIAL, Phase.PROVOST, Phase.BUILDINGS)


def data(it: Prospect | Chooser) -> CaylusRules:
    return caylus(it.rules.data)


def _looks(it: Prospect) -> "tuple[Look, Look]":
    return cast("Look", it.now), cast("Look", it.then)


# what an option brings about


def arrives(it: Prospect) -> Iterator[Consequence]:
    """In the castle: the place in the order, the value of a part, and the penalty for handing in nothing."""
    (now, then), rules = _looks(it), data(it)
    yield from _lacks(it, rules)
    castle = then["castle"]
    if it.action.place == "castle":
        yield follows("in_castle", len(castle["workers"]))
        if castle["open"]:
            section = castle["open"]
            yield follows("part", section, free(castle, section), rules.castle.sections[section].prestige)
        yield follows("risk", rules.castle.refusal)
    elif len(then["stables"]) > len(now["stables"]):
        yield follows("takes_order", len(then["stables"]))
    elif it.action.building == "inn" and now["inn"]:
        yield follows("throws_out", now["inn"])


def _lacks(it: Prospect, rules: CaylusRules) -> Iterator[Consequence]:
    """The cubes for a deal before the bridge: nothing brings any until then."""
    effect = rules.buildings[it.action.building].effect if it.action.building in rules.special.order else None
    if isinstance(effect, Trade):
        cubes = effect.options[0].pay.cubes()
        missing = tuple(max(0, n - held) for n, held in zip(cubes, it.me["cubes"].values(), strict=True))
        if any(missing):
            yield follows("lacks", amount_text(missing))


def spends_batch(it: Prospect) -> Iterator[Consequence]:
    """They pay what they would need in the castle this turn."""
    (now, then), rules = _looks(it), data(it)
    due = it.seat in now["castle"]["workers"] and it.action.verb in ("build", "trade", "residence", "take")
    before, after = (has_batch(look["players"][it.seat]["cubes"], rules) for look in (now, then))
    if due and now["phase"] in BEFORE_CASTLE and before and not after:
        yield follows("no_batch", rules.castle.refusal)


def refuses(it: Prospect) -> Iterator[Consequence]:
    """The points that stopping costs a player who has handed in nothing: at most all they have."""
    castle, rules = _looks(it)[0]["castle"], data(it).castle
    given = dict(zip(castle["workers"], castle["given"], strict=False))
    exempt = not castle["open"] and rules.refusal_exempt_when_full
    if lost := 0 if given[it.seat] or exempt else min(rules.refusal, it.me["prestige"]):
        yield follows("refusal", lost)


def delivers(it: Prospect) -> Iterator[Consequence]:
    """The part that the batch becomes, and whether the player can hand in another."""
    now, then = _looks(it)
    section, castle = now["castle"]["open"], then["castle"]
    if section and not free(castle, section):
        yield follows("fills", section)
    yield follows("more_batches") if castle["open"] and it.pays_again("batch") else follows("last_batch")


def free(castle: "CastleLook", section: str) -> int:
    one = castle["sections"][section]
    return one["parts"] - sum(one["houses"].values())


# what people forget


def no_batch(it: Chooser) -> Iterator[Reminder]:
    """They stand in the castle, and have nothing to hand in."""
    look, rules = cast("Look", it.look), data(it)
    castle, mine = look["castle"], look["players"][it.seat]["cubes"]
    if (
        it.seat in castle["workers"]
        and look["phase"] in BEFORE_CASTLE
        and castle["open"]
        and not has_batch(mine, rules)
    ):
        yield remind("no_batch", rules.castle.refusal)


def has_batch(cubes: Mapping[str, int], rules: CaylusRules) -> bool:
    """Whether these cubes make up a batch."""
    rule = rules.castle.batch
    held = {kind: n for kind, n in cubes.items() if n and (rule.gold or kind != "gold")}
    enough = len(held) if rule.different else sum(held.values())
    return enough >= rule.cubes and all(kind in held for kind in rule.compulsory)


def due(look: "Look", rules: CaylusRules, *, ahead: bool) -> str:
    """The section that is scored at the end of this turn; `ahead` is whether the bailiff takes the longer way."""
    section = look["castle"]["section"]
    if section is None:
        return ""
    comes_to = look["bailiff"] + (rules.bailiff.ahead if ahead else rules.bailiff.level)
    full = not free(look["castle"], section)
    return section if full or comes_to >= rules.castle.sections[section].trigger else ""


def scored(it: Chooser) -> Iterator[Reminder]:
    """What a scoring takes from those who have no house or gives for one more, and that it is the last."""
    look, rules = cast("Look", it.look), data(it)
    castle, stands = look["castle"], it.decision.kind == "batch"
    certain = due(look, rules, ahead=stands and look["provost"] > look["bailiff"])
    section = certain or due(look, rules, ahead=not stands)
    if section and free(castle, section) and _can_build(it, castle):
        rule, houses = rules.castle.sections[section], look["players"][it.seat]["houses"][section]
        now, then = rule.score(houses), rule.score(houses + 1)
        if now.prestige < 0:
            yield remind("unscored" if certain else "may_score", section, -now.prestige)
        elif certain and then.favor > now.favor:
            yield remind("one_more", section, then.favor - now.favor)
    if certain == list(castle["sections"])[-1]:
        yield remind("ends")


def _can_build(it: Chooser, castle: "CastleLook") -> bool:
    """Whether they are in the castle, or may still go there."""
    if it.decision.kind == "batch":
        return it.offers("batch")
    return it.seat in castle["workers"] or "place castle" in it.decision.options


def kept(it: Chooser) -> Iterator[Reminder]:
    """The price of what their worker will do before the bridge, where the next worker would leave too little of it."""
    look, rules = cast("Look", it.look), data(it)
    me = look["players"][it.seat]
    money, price = me["deniers"], me["price"] or 0
    for special in look["specials"]:
        effect = rules.buildings[special["building"]].effect
        if it.seat not in special["workers"]:
            continue
        if isinstance(effect, Gain):
            money += effect.gain.denier
        elif isinstance(effect, Trade):
            pay = effect.options[0].pay
            cubes = all(me["cubes"][kind] >= n for kind, n in pay.kinds() if kind in me["cubes"])
            if cubes and money - price < pay.denier <= money:
                yield remind("keep", f"{pay.denier}d", special["building"])
