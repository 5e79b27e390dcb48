"""What all rule models have in common: they are frozen and strict, and refuse unknown fields."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, WrapValidator, model_serializer
from pydantic_core import PydanticCustomError

from companion.rules.vocabulary import CUBES, Confidence, Good


class Model(BaseModel):
    """Base class of rule models: compared by value, immutable, without unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


LARGEST = 99
"""The largest number in these games, except for numbers of pieces in a box. Anything larger is a typing mistake."""

Count = Annotated[int, Field(ge=0, le=LARGEST)]
Positive = Annotated[int, Field(ge=1, le=LARGEST)]
Pieces = Annotated[int, Field(ge=0, le=999)]

ByPlayers = dict[int, Count]
"""A number for each number of players."""


class Goods(Model):
    """An amount of goods, by kind.

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
        """Return the kinds present with their number, in the order of `Good`."""
        return [(good.value, self[good]) for good in Good if self[good]]

    @model_serializer
    def _present(self) -> dict[str, int]:
        return dict(self.kinds())

    def __getitem__(self, good: str) -> int:
        return int(getattr(self, good))

    def __bool__(self) -> bool:
        return any(self[good] for good in Good)

    def minus(self, discount: "Goods") -> "Goods":
        """Return what is left to pay after a discount, never less than zero.

        >>> Goods(denier=1, cloth=1).minus(Goods(denier=1)).kinds()
        [('cloth', 1)]
        """
        return Goods(**{g.value: max(0, self[g] - discount[g]) for g in Good})

    def cubes(self) -> tuple[int, ...]:
        """Return the number of cubes of each of the five kinds, in the order of `CUBES`."""
        return tuple(self[g] for g in CUBES)


def _held(given: Any, validate: Callable[[Any], Goods], *, kinds: tuple[Good, ...], empty: bool) -> Goods:
    """Refuse kinds that a field cannot mean, kinds of which there are none, and perhaps an amount of nothing."""
    goods, valid = validate(given), {"valid": ", ".join(kinds)}
    named = given if isinstance(given, dict) else dict(goods.kinds())
    for kind in named.keys() - {*kinds}:
        raise PydanticCustomError("amount_kind", "no {kind}", {"kind": kind, **valid})
    if not all(named.values()) or not (named or empty):
        raise PydanticCustomError("amount_empty", "nothing", valid)
    return goods


def holding(*kinds: Good, empty: bool = False) -> WrapValidator:
    """Return what refuses every amount but those of these kinds."""
    return WrapValidator(partial(_held, kinds=kinds, empty=empty))


ANY_CUBE = (*CUBES, Good.ANY, Good.PLAIN)
"""The kinds of cube, and the two wildcards."""

Cubes = Annotated[Goods, holding(*CUBES)]
MaybeCubes = Annotated[Goods, holding(*CUBES, empty=True)]
Reward = Annotated[Goods, holding(*CUBES, Good.DENIER, Good.PRESTIGE, Good.FAVOR, Good.TOKEN)]
Paid = Annotated[Goods, holding(*ANY_CUBE, Good.DENIER)]
Gained = Annotated[Goods, holding(*ANY_CUBE, Good.DENIER, Good.PRESTIGE, Good.FAVOR, Good.TOKEN)]
Price = Annotated[Goods, holding(*ANY_CUBE, Good.DENIER, empty=True)]


class GameFacts(Model):
    """Which game this is."""

    id: str
    bgg: PositiveInt
    year: PositiveInt
    author: str
    publisher: str
    default_edition: str


class NamedThings(Model):
    """Ids of words besides buildings and phases. The words themselves are in locales/."""

    terms: tuple[str, ...]
    cubes: tuple[str, ...]
    units: tuple[str, ...]
    """What is counted; each has plural forms."""


class Edition(Model):
    """A printed box: the language of its words, and the text that is its authority."""

    id: str
    language: str
    text: str


class Variant(Model):
    """A way to play that overrides single values."""

    id: str
    players: tuple[int, ...] = ()
    """The numbers of players for which it is in force automatically."""
    group: str | None = None
    """Exactly one variant of each group is in force."""
    default: bool = False


class VariantFile(Model):
    """What a file of a variant says about itself. All else in it belongs to the rules."""

    variant: Variant


class SourceText(Model):
    """A text that values come from."""

    title: str
    language: str = ""
    kind: str = ""


class Texts(Model):
    """The contents of sources.toml."""

    texts: dict[str, SourceText] = Field(default_factory=dict)


class Players(Model):
    """How many can play, and the colors of their pieces."""

    minimum: Positive
    maximum: Positive
    colours: tuple[str, ...]


class Income(Model):
    """Deniers for everybody at the start of a turn."""

    base: Count


class Per(Model):
    """A rate: prestige points for each full `per`."""

    per: Positive
    prestige: Count

    def of(self, amount: int) -> int:
        """Return the points for an amount, rounded down.

        >>> Per(per=3, prestige=1).of(8)
        2
        """
        return amount // self.per * self.prestige


class EndScoring(Model):
    """The rates for what is left at the end of the game."""

    gold: Per
    cubes: Per
    deniers: Per
    ties: Literal["shared"]


class Ruling(Model):
    """An answer to a question that the texts leave open or that people often ask."""

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
    """Yield every leaf of a tree of plain data with its dotted path; a list is one leaf."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(inner, f"{path}.{key}" if path else str(key))
    else:
        yield path, value
