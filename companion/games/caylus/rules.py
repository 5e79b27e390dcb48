"""The rules of Caylus as a frozen model. The fields follow rules_data/caylus/game.toml."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from companion.rules.base import LARGEST, Count, Goods, MaybeCubes, Model, Positive, holding
from companion.rules.check import Finding, foreign_kinds, named, without_worker
from companion.rules.effects import Effect, Inn, Produce, Residence
from companion.rules.game import BuildingBase, GameRules, Sequence, SetupBase
from companion.rules.vocabulary import CUBES, BonusTo, Category, FavorMode, Good, OrderRule


class SetupRules(SetupBase):
    """What everybody starts with."""

    money: tuple[Count, ...]
    """The money for each place in the first turn order."""
    goods: MaybeCubes
    workers: Positive
    prestige: Count
    favor_column: Count


class Order(Model):
    """How the turn order changes."""

    rule: OrderRule


class Bridge(Model):
    """The price of workers, and the reward for passing first."""

    prices: tuple[Positive, ...]
    """The price for each number of players who have passed; the last one also holds for more."""
    own_building: Positive
    inn: Positive
    first_pass: Count
    owner_prestige: Count

    def price(self, passed: int) -> int:
        """Return the price after a number of players have passed."""
        return self.prices[min(passed, len(self.prices) - 1)]


class Special(Model):
    """The special buildings in order of activation."""

    order: tuple[str, ...]


class Road(Model):
    """The road: its length, and the spaces occupied from the start."""

    spaces: Positive
    neutral: tuple[Positive, ...]
    fixed: dict[str, Positive]


class Bailiff(Model):
    """The white cylinder."""

    start: Positive
    ahead: Positive
    """The bailiff's steps if the provost is farther along the road."""
    level: Positive
    """The bailiff's steps if the provost is on its space or closer to the castle."""


class Provost(Model):
    """The white disc."""

    start: Positive
    first_space: Positive
    last_space: Positive
    max_steps: Positive
    price_per_step: Count
    end_of_turn: Literal["with_bailiff"]


class ProductionBonus(Model):
    """The extra cube when another player uses a stone production building."""

    to: BonusTo


class ResidenceRules(Model):
    """What the lawyer may convert, and what happens to the tile."""

    tile: str
    targets: tuple[Category, ...]
    never: tuple[str, ...]
    own_to_stock: bool
    neutral_to_stock: bool
    after_activation: bool


class Batch(Model):
    """The cubes that make up one batch."""

    cubes: Positive
    compulsory: tuple[str, ...]
    different: bool
    gold: bool


class Score(Model):
    """What a section brings or costs to players with at least this many houses."""

    houses: Count
    prestige: Annotated[int, Field(ge=-LARGEST, le=LARGEST)] = 0
    favor: Count = 0


class Section(Model):
    """One of the three parts of the castle."""

    parts: Positive
    prestige: Count
    trigger: Positive
    opens_column: Positive
    """The last open column of the favor table after this section has been scored."""
    scoring: tuple[Score, ...]

    def score(self, houses: int) -> Score:
        """Return the line of the scoring table for a number of houses."""
        return max(
            (line for line in self.scoring if line.houses <= houses and (line.houses or not houses)),
            key=lambda line: line.houses,
            default=Score(houses=houses),
        )


class Castle(Model):
    """The castle, with its sections in building order."""

    places: Positive
    refusal: Count
    refusal_exempt_when_full: bool
    best_builder: Annotated[Goods, holding(Good.FAVOR)]
    tie: Literal["castle_order"]
    batch: Batch
    sections: dict[str, Section]


class Favors(Model):
    """The table of royal favors."""

    mode: FavorMode
    flat_prestige: Count
    columns: Positive
    open_columns: Positive
    per_phase: Positive
    same_line_once_per_phase: bool
    lines: dict[str, tuple[Effect, ...]]


class Building(BuildingBase):
    """A tile or a printed building of Caylus."""

    effect: Effect | None = None
    owner: Effect | None = None
    places: Count = 1
    one_per_player: bool = False


class CaylusRules(GameRules):
    """All rules of one game of Caylus."""

    setup: SetupRules
    sequence: Sequence
    order: Order
    bridge: Bridge
    special: Special
    road: Road
    bailiff: Bailiff
    provost: Provost
    production_bonus: ProductionBonus
    residence: ResidenceRules
    castle: Castle
    favors: Favors
    buildings: dict[str, Building] = Field(min_length=1)

    @property
    def first_pass(self) -> int:
        return self.bridge.first_pass

    @property
    def provost_step(self) -> int:
        return self.provost.price_per_step

    @property
    def provost_reach(self) -> int:
        return self.provost.max_steps

    @property
    def residence_tile(self) -> str:
        return self.residence.tile

    def things(self) -> Iterator[tuple[str, Iterable[str]]]:
        """The sections of the castle and the cells of the favor table, except those that simply give something."""
        yield "section", self.castle.sections
        lines = self.favors.lines
        yield "line", lines
        told = [
            f"{line}.{n}" for line, cells in lines.items() for n, cell in enumerate(cells, 1) if cell.kind != "gain"
        ]
        yield "favor", told

    def effects_of(self, thing: str) -> tuple[Effect, ...]:
        """Return the cells of a line (`cubes`), or one of them (`cubes.3`)."""
        line, _, column = thing.partition(".")
        cells = self.favors.lines.get(line, ())
        return cells[int(column) - 1 : int(column)] if column else cells

    def owner_effect(self, building: str) -> Effect | None:
        """Return the effect for the owner, for stone production buildings possibly the bonus cube."""
        tile = self.buildings[building]
        by_rule = self.production_bonus.to == BonusTo.OWNER and tile.category == Category.STONE
        if tile.owner is None and by_rule and isinstance(tile.effect, Produce):
            kinds = dict.fromkeys(kind for option in tile.effect.options for kind, _ in option.kinds())
            return Produce(kind="produce", options=tuple(Goods(**{kind: 1}) for kind in kinds))
        return tile.owner

    def price(self, effect: Effect) -> Goods:
        """Return the price of a residence or of the inn; nothing for other effects."""
        if isinstance(effect, Residence):
            return self.buildings[self.residence.tile].cost.minus(effect.discount)
        return Goods(denier=self.bridge.inn) if isinstance(effect, Inn) else Goods()


MODEL = CaylusRules


def caylus(data: GameRules) -> CaylusRules:
    """Narrow rules to those of Caylus."""
    assert isinstance(data, CaylusRules)
    return data


OWN_EFFECTS = ("gain", "produce", "trade", "build", "residence", "provost", "gate", "stables", "inn", "nothing")
"""The kinds of effects of this game."""

OWN_CATEGORIES = ("special", "neutral", "fixed", "wood", "stone", "residential", "prestige")
OWN_GOODS = tuple(good for good in Good if good != Good.TOKEN)


def findings(data: CaylusRules) -> Iterator[Finding]:
    """Report what no single field can show: unknown ids, and numbers that do not fit together."""
    yield from foreign_kinds(data, OWN_EFFECTS, OWN_CATEGORIES, OWN_GOODS)
    yield from without_worker(data, (Category.RESIDENTIAL, Category.PRESTIGE))
    spaces = range(1, data.road.spaces + 1)
    yield from _places(data)
    yield from named("road.fixed", data.road.fixed.values(), spaces)
    yield from named("road.neutral", data.road.neutral, spaces)
    yield from named("residence.tile", [data.residence.tile], data.buildings)
    yield from named("residence.never", data.residence.never, data.buildings)
    for path, space in (
        ("bailiff.start", data.bailiff.start),
        ("provost.start", data.provost.start),
        ("provost.first_space", data.provost.first_space),
        ("provost.last_space", data.provost.last_space),
    ):
        yield from named(path, [space], spaces)
    neutrals = sum(building.count for building in data.buildings.values() if building.category == "neutral")
    if neutrals != len(data.road.neutral):
        yield "road.neutral", "count", {"expected": str(neutrals), "got": str(len(data.road.neutral))}
    for line, cells in data.favors.lines.items():
        if len(cells) != data.favors.columns:
            yield f"favors.lines.{line}", "count", {"expected": str(data.favors.columns), "got": str(len(cells))}
    if len(data.setup.money) < data.players.minimum:
        yield "setup.money", "too_few", {"least": str(data.players.minimum), "got": str(len(data.setup.money))}
    yield from _batch(data.castle.batch)
    triggers = [section.trigger for section in data.castle.sections.values()]
    if triggers != sorted(triggers):
        yield "castle.sections", "ascending", {"got": ", ".join(map(str, triggers))}


def _places(data: CaylusRules) -> Iterator[Finding]:
    """Report buildings that are printed on the board but have no place there, and effects that nobody ever uses."""
    for name, building in data.buildings.items():
        if building.owner is not None:
            yield f"buildings.{name}.owner", "no_owner_effect", {}
    fixed = [name for name, building in data.buildings.items() if building.category == "fixed" and building.count]
    special = [name for name, building in data.buildings.items() if building.category == "special" and building.count]
    for path, names, placed in (("road.fixed", fixed, data.road.fixed), ("special.order", special, data.special.order)):
        yield from named(path, placed, names)
        for name in (name for name in names if name not in placed):
            yield f"buildings.{name}.category", "nowhere", {"table": path}


def _batch(batch: Batch) -> Iterator[Finding]:
    kinds = len(CUBES) - (not batch.gold)
    if batch.different and batch.cubes > kinds:
        yield "castle.batch.cubes", "at_most", {"most": str(kinds), "got": str(batch.cubes)}
    yield from named("castle.batch.compulsory", batch.compulsory, CUBES)
