"""The rules that all games share; each game's own model is in its package."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pydantic import Field

from companion.rules.base import (
    Activation,
    Count,
    Edition,
    EndScoring,
    GameFacts,
    Goods,
    Income,
    Model,
    NamedThings,
    Pieces,
    Players,
    Point,
    Price,
    Ruling,
)
from companion.rules.effects import Effect
from companion.rules.vocabulary import Category, Phase


class BuildingBase(Model):
    """A building or card of any game."""

    category: Category
    count: Count = 1
    cost: Price = Goods()
    prestige: Count = 0
    favor: Count = 0
    income: Count = 0
    if TYPE_CHECKING:  # declared in each game's model, because the order of fields is part of `Rules.version`
        effect: Effect | None = None
        owner: Effect | None = None
        """What the owner gets when another player's worker is there."""


class SetupBase(Model):
    """The set-up of any game."""

    steps: tuple[str, ...]


class Sequence(Model):
    """The phases of a turn in order."""

    phases: tuple[Phase, ...]


class GameRules(Model):
    """The tables that every game has."""

    game: GameFacts
    words: NamedThings
    edition: Edition
    players: Players
    components: dict[str, Pieces]
    income: Income
    activation: Activation
    end: EndScoring
    rulings: dict[str, Ruling]
    points: dict[str, Point]
    printed: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Names printed on tiles in languages that the app does not speak, by building and language."""
    if TYPE_CHECKING:
        setup: SetupBase
        sequence: Sequence
        buildings: Mapping[str, BuildingBase]

    # What only some games have. Each game's model overrides its own.

    @property
    def first_pass(self) -> int:
        """What the first player to pass receives."""
        return 0

    @property
    def provost_step(self) -> int:
        """The price of one step of the provost."""
        return 0

    @property
    def provost_reach(self) -> int:
        """How far one player can move the provost."""
        return 0

    @property
    def residence_tile(self) -> str:
        """The building that others are converted to; empty if the game has none."""
        return ""

    def things(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Yield what people look up besides buildings and phases, by kind."""
        return iter(())

    def effects_of(self, thing: str) -> tuple[Effect, ...]:
        """Return the effects of such a thing, in order: of a line of the favor table, or of one of its cells."""
        return ()

    def of(self, category: str) -> list[str]:
        """Return the ids of the buildings of a category that are in this box, in printed order."""
        return [name for name, building in self.buildings.items() if building.category == category and building.count]

    def owner_effect(self, building: str) -> Effect | None:
        """Return the owner's effect when another player's worker is there: declared, or by a rule of the game."""
        return self.buildings[building].owner

    def price(self, effect: Effect) -> Goods:
        """Return the price of using an effect, if a rule of the game sets it and not the effect itself."""
        return Goods()
