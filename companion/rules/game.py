"""What the rules of every game have in common; each game's own model is in its package."""

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
    Ruling,
)
from companion.rules.effects import Effect
from companion.rules.vocabulary import Category, Phase


class BuildingBase(Model):
    """A building or a card of any game."""

    category: Category
    count: Count = 1
    cost: Goods = Goods()
    prestige: Count = 0
    favor: Count = 0
    income: Count = 0
    if TYPE_CHECKING:  # each game's model says so in its own place, for the order of fields is part of `Rules.version`
        effect: Effect | None = None
        owner: Effect | None = None
        """What its owner gets when somebody else's worker stands there."""


class SetupBase(Model):
    """How a game of any kind begins."""

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
    """Names on the tiles in languages that we do not speak: by building, then by language."""
    if TYPE_CHECKING:
        setup: SetupBase
        sequence: Sequence
        buildings: Mapping[str, BuildingBase]

    # What only some games have; each game's model answers for its own.

    @property
    def first_pass(self) -> int:
        """What the first player to pass receives."""
        return 0

    @property
    def provost_step(self) -> int:
        """What a step of the provost costs."""
        return 0

    @property
    def residence_tile(self) -> str:
        """What other buildings are turned into; nothing where none is."""
        return ""

    def things(self) -> Iterator[tuple[str, Iterable[str]]]:
        """What people look up beside buildings and phases, by kind."""
        return iter(())

    def effects_of(self, thing: str) -> tuple[Effect, ...]:
        """The effects of such a thing, in order: those of a line of the favor table, or of one cell of it."""
        return ()

    def of(self, category: str) -> list[str]:
        """The ids of the buildings of a category that are in this box, in printed order."""
        return [name for name, it in self.buildings.items() if it.category == category and it.count]

    def owner_effect(self, building: str) -> Effect | None:
        """What a building's owner gets when somebody else's worker stands there: declared, or by a rule of the game."""
        return self.buildings[building].owner

    def price(self, effect: Effect) -> Goods:
        """What is paid to use an effect, where the rules of the game say it and not the effect itself."""
        return Goods()
