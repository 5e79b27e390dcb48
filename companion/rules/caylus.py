"""The rules of Caylus as a frozen model. The fields follow rules_data/caylus/game.toml."""

from typing import Literal

from pydantic import Field, NonNegativeInt, PositiveInt

from companion.rules.base import BuildingBase, GameRules, Goods, Model
from companion.rules.effects import Effect
from companion.rules.vocabulary import BonusTo, Category, FavorMode, OrderRule, Phase


class Setup(Model):
    """What everybody starts with."""

    steps: tuple[str, ...]
    money: tuple[NonNegativeInt, ...]
    """By place in the first turn order."""
    goods: Goods
    workers: PositiveInt
    prestige: NonNegativeInt
    favor_column: NonNegativeInt


class Sequence(Model):
    """The phases of a turn in order."""

    phases: tuple[Phase, ...]


class Order(Model):
    """How the turn order changes."""

    rule: OrderRule


class Bridge(Model):
    """What a worker costs, and what passing first is worth."""

    prices: tuple[PositiveInt, ...]
    """By the number of players who have passed; the last price holds for all further ones."""
    own_building: PositiveInt
    inn: PositiveInt
    first_pass: NonNegativeInt
    owner_prestige: NonNegativeInt

    def price(self, passed: int) -> int:
        """The price after so many players have passed."""
        return self.prices[min(passed, len(self.prices) - 1)]


class Special(Model):
    """The special buildings in order of activation."""

    order: tuple[str, ...]


class Road(Model):
    """The road: how long, which spaces are taken from the start."""

    spaces: PositiveInt
    neutral: tuple[PositiveInt, ...]
    fixed: dict[str, PositiveInt]


class Bailiff(Model):
    """The white cylinder."""

    start: PositiveInt
    ahead: PositiveInt
    """Steps when the provost is farther along the road."""
    level: PositiveInt
    """Steps when the provost is on his space or nearer to the castle."""


class Provost(Model):
    """The white disc."""

    start: PositiveInt
    first_space: PositiveInt
    last_space: PositiveInt
    max_steps: PositiveInt
    price_per_step: NonNegativeInt
    end_of_turn: Literal["with_bailiff"]


class ProductionBonus(Model):
    """The extra cube of a stone production building used by another player."""

    to: BonusTo


class ResidenceRules(Model):
    """What the lawyer may take and what becomes of it."""

    tile: str
    targets: tuple[Category, ...]
    never: tuple[str, ...]
    own_to_stock: bool
    neutral_to_stock: bool
    after_activation: bool


class Batch(Model):
    """What one part of the castle costs."""

    cubes: PositiveInt
    compulsory: tuple[str, ...]
    different: bool
    gold: bool


class Score(Model):
    """From this many houses on, this happens in the scoring of a section."""

    houses: NonNegativeInt
    prestige: int = 0
    favor: NonNegativeInt = 0


class Section(Model):
    """One of the three parts of the castle."""

    parts: PositiveInt
    prestige: NonNegativeInt
    trigger: PositiveInt
    opens_column: PositiveInt
    """The last open column of the favor table after this section has been scored."""
    scoring: tuple[Score, ...]

    def score(self, houses: int) -> Score:
        """The line of the scoring table for so many houses."""
        return max(
            (line for line in self.scoring if line.houses <= houses and (line.houses or not houses)),
            key=lambda line: line.houses,
            default=Score(houses=houses),
        )


class Castle(Model):
    """The castle, its sections in building order."""

    places: PositiveInt
    refusal: NonNegativeInt
    refusal_exempt_when_full: bool
    best_builder: Goods
    tie: Literal["castle_order"]
    batch: Batch
    sections: dict[str, Section]


class Favors(Model):
    """The table of royal favors."""

    mode: FavorMode
    flat_prestige: NonNegativeInt
    columns: PositiveInt
    open_columns: PositiveInt
    per_phase: PositiveInt
    same_line_once_per_phase: bool
    lines: dict[str, tuple[Effect, ...]]


class Building(BuildingBase):
    """A tile or a printed space of Caylus."""

    effect: Effect | None = None
    owner: Effect | None = None
    places: NonNegativeInt = 1
    one_per_player: bool = False


class CaylusRules(GameRules):
    """Everything the engine, the paper and the app know of one game of Caylus."""

    setup: Setup
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

    def of(self, category: str) -> list[str]:
        """The ids of the buildings of a category that are in this box, in printed order."""
        return [b for b, it in self.buildings.items() if it.category == category and it.count]
