"""What the kinds of choice of Caylus foresee: what an option brings about, and what people forget."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from companion.engine.amounts import amount_text
from companion.engine.consequences import Consequence, Preview, follows, most_batches
from companion.engine.reminders import Chooser, Reminder, remind
from companion.games.caylus.rules import CaylusRules, caylus
from companion.rules.effects import Gain, Trade
from companion.rules.vocabulary import Category, Phase

if TYPE_CHECKING:
    from companion.games.caylus.look import CastleLook, Look

BEFORE_CASTLE = (Phase.WORKERS, Phase.SPECIAL, Phase.PROVOST, Phase.BUILDINGS)


def data(view: Preview | Chooser) -> CaylusRules:
    return caylus(view.rules.data)


def _looks(preview: Preview) -> "tuple[Look, Look]":
    return cast("Look", preview.now), cast("Look", preview.then)


# what an option brings about


def arrives(preview: Preview) -> Iterator[Consequence]:
    """In the castle: the place in the order, the value of a part, and the penalty for handing in nothing."""
    (now, then), rules = _looks(preview), data(preview)
    yield from _lacks(preview, rules)
    castle = then["castle"]
    if preview.action.place == "castle":
        yield follows("in_castle", len(castle["workers"]))
        if castle["open"]:
            section = castle["open"]
            yield follows("part", section, free(castle, section), rules.castle.sections[section].prestige)
        yield follows("risk", rules.castle.refusal)
    elif len(then["stables"]) > len(now["stables"]):
        yield follows("takes_order", len(then["stables"]))
    elif preview.action.building == "inn" and now["inn"]:
        yield follows("throws_out", now["inn"])


def _lacks(preview: Preview, rules: CaylusRules) -> Iterator[Consequence]:
    """The cubes for a deal before the bridge: nothing brings any until then."""
    effect = rules.buildings[preview.action.building].effect if preview.action.building in rules.special.order else None
    if isinstance(effect, Trade):
        cubes = effect.options[0].pay.cubes()
        missing = tuple(max(0, n - held) for n, held in zip(cubes, preview.me["cubes"].values(), strict=True))
        if any(missing):
            yield follows("lacks", amount_text(missing))


def spends_batch(preview: Preview) -> Iterator[Consequence]:
    """They pay what they would need in the castle this turn."""
    (now, then), rules = _looks(preview), data(preview)
    due = preview.seat in now["castle"]["workers"] and preview.action.verb in ("build", "trade", "residence", "take")
    before, after = (has_batch(look["players"][preview.seat]["cubes"], rules) for look in (now, then))
    if due and now["phase"] in BEFORE_CASTLE and before and not after:
        yield follows("no_batch", rules.castle.refusal)


def visits(preview: Preview) -> Iterator[Consequence]:
    """What every worker of somebody else on the new building will bring."""
    rules = data(preview)
    building = rules.buildings.get(preview.action.building) if preview.action.verb == "build" else None
    if building and building.effect and building.category != Category.PRESTIGE and rules.bridge.owner_prestige:
        yield follows("visits", rules.bridge.owner_prestige)


def bailiff_goes(preview: Preview) -> Iterator[Consequence]:
    """How far the bailiff will move with the provost there, and what is scored then."""
    now, rules = _looks(preview)[0], data(preview)
    ahead = now["provost"] + (preview.action.steps or 0) > now["bailiff"]
    steps = rules.bailiff.ahead if ahead else rules.bailiff.level
    yield follows("bailiff", steps, now["bailiff"] + steps)
    if section := due(now, rules, ahead=ahead):
        yield follows("scores", section)


def refuses(preview: Preview) -> Iterator[Consequence]:
    """The points that stopping costs a player who has handed in nothing: at most all they have."""
    castle, rules = _looks(preview)[0]["castle"], data(preview).castle
    given = dict(zip(castle["workers"], castle["given"], strict=False))
    exempt = not castle["open"] and rules.refusal_exempt_when_full
    if lost := 0 if given[preview.seat] or exempt else min(rules.refusal, preview.me["prestige"]):
        yield follows("refusal", lost)


def delivers(preview: Preview) -> Iterator[Consequence]:
    """Who leads for the favor, the part that the batch becomes, and whether the player can hand in another."""
    now, then = _looks(preview)
    standing = now["castle"]
    yield from most_batches(preview, standing["workers"], standing["given"], data(preview).castle.best_builder)
    section, castle = now["castle"]["open"], then["castle"]
    if section and not free(castle, section):
        yield follows("fills", section)
    yield follows("more_batches") if castle["open"] and preview.pays_again("batch") else follows("last_batch")


def free(castle: "CastleLook", section: str) -> int:
    castle_section = castle["sections"][section]
    return castle_section["parts"] - sum(castle_section["houses"].values())


# what people forget


def no_batch(chooser: Chooser) -> Iterator[Reminder]:
    """They stand in the castle, and have nothing to hand in."""
    look, rules = cast("Look", chooser.look), data(chooser)
    castle, mine = look["castle"], look["players"][chooser.seat]["cubes"]
    if (
        chooser.seat in castle["workers"]
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
    section = cast("str", look["castle"]["section"])  # the game ends with the last
    comes_to = look["bailiff"] + (rules.bailiff.ahead if ahead else rules.bailiff.level)
    full = not free(look["castle"], section)
    return section if full or comes_to >= rules.castle.sections[section].trigger else ""


def scored(chooser: Chooser) -> Iterator[Reminder]:
    """What a scoring takes from those who have no house or gives for one more, and that it is the last."""
    look, rules = cast("Look", chooser.look), data(chooser)
    castle, stands = look["castle"], chooser.decision.kind == "batch"
    certain = due(look, rules, ahead=stands and look["provost"] > look["bailiff"])
    section = certain or due(look, rules, ahead=not stands)
    if section and free(castle, section) and _can_build(chooser, castle):
        rule, houses = rules.castle.sections[section], look["players"][chooser.seat]["houses"][section]
        now, then = rule.score(houses), rule.score(houses + 1)
        if now.prestige < 0:
            yield remind("unscored" if certain else "may_score", section, -now.prestige)
        elif certain and then.favor > now.favor:
            yield remind("one_more", section, then.favor - now.favor)
    if certain == list(castle["sections"])[-1]:
        yield remind("ends")


def _can_build(chooser: Chooser, castle: "CastleLook") -> bool:
    """Whether they are in the castle, or may still go there."""
    if chooser.decision.kind == "batch":
        return chooser.offers("batch")
    return chooser.seat in castle["workers"] or "place castle" in chooser.decision.options


def kept(chooser: Chooser) -> Iterator[Reminder]:
    """The price of what their worker will do before the bridge, where the next worker would leave too little of it."""
    look, rules = cast("Look", chooser.look), data(chooser)
    me = look["players"][chooser.seat]
    money, price = me["deniers"], me["price"] or 0
    for special in look["specials"]:
        effect = rules.buildings[special["building"]].effect
        if chooser.seat not in special["workers"]:
            continue
        if isinstance(effect, Gain):
            money += effect.gain.denier
        elif isinstance(effect, Trade):
            pay = effect.options[0].pay
            cubes = all(me["cubes"][kind] >= n for kind, n in pay.kinds() if kind in me["cubes"])
            if cubes and money - price < pay.denier <= money:
                yield remind("keep", f"{pay.denier}d", special["building"])
