"""What every rule model has in common: frozen, strict, no field unheard of."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, model_serializer

from companion.rules.vocabulary import CUBES, Confidence, Good


class Model(BaseModel):
    """A piece of rules: compared by value, never changed, refusing fields it does not know."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


LARGEST = 99
"""No number of these games is larger, but for the pieces in a box: more is a slip of the pen."""

Count = Annotated[int, Field(ge=0, le=LARGEST)]
Positive = Annotated[int, Field(ge=1, le=LARGEST)]
Pieces = Annotated[int, Field(ge=0, le=999)]

ByPlayers = dict[int, Count]
"""A number for each number of players."""


class Goods(Model):
    """An amount of things, each kind counted.

    >>> Goods(wood=1, food=2).kinds()
    [('food', 2), ('wood', 1)]
    """

    food: Count = 0
    wood: Count = 0
    stone: Count = 0
    cloth: Count = 0
    gold: Count = 0
    any: Count = 0
    plain: Count = 0
    denier: Count = 0
    prestige: Count = 0
    favor: Count = 0
    token: Count = 0

    def kinds(self) -> list[tuple[str, int]]:
        """The kinds present with their number, in the fixed order of `Good`."""
        return [(good.value, self[good]) for good in Good if self[good]]

    @model_serializer
    def _present(self) -> dict[str, int]:
        return dict(self.kinds())

    def __getitem__(self, good: str) -> int:
        return int(getattr(self, good))

    def __bool__(self) -> bool:
        return any(self[good] for good in Good)

    def minus(self, discount: "Goods") -> "Goods":
        """What is left to pay after a discount, never below nothing.

        >>> Goods(denier=1, cloth=1).minus(Goods(denier=1)).kinds()
        [('cloth', 1)]
        """
        return Goods(**{g.value: max(0, self[g] - discount[g]) for g in Good})

    def cubes(self) -> tuple[int, ...]:
        """The five kinds of cube in table order."""
        return tuple(self[g] for g in CUBES)


class GameFacts(Model):
    """Which game this is."""

    id: str
    bgg: PositiveInt
    year: PositiveInt
    author: str
    publisher: str
    default_edition: str


class NamedThings(Model):
    """What people meet that is neither building nor phase; the words themselves are in locales/."""

    terms: tuple[str, ...]
    cubes: tuple[str, ...]
    units: tuple[str, ...]
    """What is counted, each with its plurals."""


class Edition(Model):
    """A printed box: the language of its words and the text that speaks for it."""

    id: str
    language: str
    text: str


class Variant(Model):
    """A way to play that changes single values."""

    id: str
    players: tuple[int, ...] = ()
    """In force of itself for these numbers of players."""
    group: str | None = None
    """Of the variants of one group exactly one is in force."""
    default: bool = False


class Players(Model):
    """How many can play, and the colours of their pieces."""

    minimum: Positive
    maximum: Positive
    colours: tuple[str, ...]


class Income(Model):
    """Deniers for everybody at the start of a turn."""

    base: Count


class Per(Model):
    """So many prestige points for each so many."""

    per: Positive
    prestige: Count

    def of(self, amount: int) -> int:
        """Points for an amount, rounded down.

        >>> Per(per=3, prestige=1).of(8)
        2
        """
        return amount // self.per * self.prestige


class EndScoring(Model):
    """What is left in hand at the end of the game."""

    gold: Per
    cubes: Per
    deniers: Per
    ties: Literal["shared"]


class Ruling(Model):
    """An answer to a question that the texts leave open or that people ask."""

    number: Positive
    about: tuple[str, ...]
    parts: dict[str, Confidence] = Field(default_factory=dict)


class Point(Model):
    """A point on which editions disagree."""

    paths: tuple[str, ...]
    reads: dict[str, str] = Field(default_factory=dict)
    rulings: tuple[str, ...] = ()


class Activation(Model):
    """Which effects must be used."""

    compulsory: tuple[str, ...]


def walk(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every leaf of a tree of plain data with its dotted path; a list is one leaf."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(inner, f"{path}.{key}" if path else str(key))
    else:
        yield path, value
