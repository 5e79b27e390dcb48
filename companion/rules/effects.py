"""What a building does, declared. One interpreter in the engine runs these; paper and phone draw them."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from companion.rules.base import Goods, Model, Positive
from companion.rules.vocabulary import Category


class Deal(Model):
    """Something paid for something gained."""

    pay: Goods
    gain: Goods


class Gain(Model):
    """Take a fixed gain from the stock."""

    kind: Literal["gain"]
    gain: Goods


class Produce(Model):
    """Take cubes from the stock: all of one option."""

    kind: Literal["produce"]
    options: Annotated[tuple[Goods, ...], Field(min_length=1)]


class Trade(Model):
    """One of the deals, once."""

    kind: Literal["trade"]
    options: Annotated[tuple[Deal, ...], Field(min_length=1)]
    all_different: bool = False
    """The cubes paid for `plain` or `any` must all be of different kinds."""


class Build(Model):
    """Build one building of a category, perhaps cheaper."""

    kind: Literal["build"]
    category: Literal[Category.WOOD, Category.STONE, Category.PRESTIGE]
    discount: Goods = Goods()


class Residence(Model):
    """Turn a building into a residence of one's own, perhaps cheaper."""

    kind: Literal["residence"]
    discount: Goods = Goods()


class MoveProvost(Model):
    """Move the provost without paying."""

    kind: Literal["provost"]
    max_steps: Positive


class Gate(Model):
    """Move the worker to another free space, or take it back."""

    kind: Literal["gate"]
    not_where_present: tuple[str, ...]
    """Places the worker may not go to if its owner already has one there."""


class Stables(Model):
    """Change the turn order by the places taken."""

    kind: Literal["stables"]


class Inn(Model):
    """The worker stays and its owner pays the inn's price for every worker."""

    kind: Literal["inn"]


class Stock(Model):
    """Take from the cubes that lie on the card itself, as long as there are any."""

    kind: Literal["stock"]
    gain: Goods


class Nothing(Model):
    """No effect."""

    kind: Literal["nothing"]


Effect = Annotated[
    Gain | Produce | Trade | Build | Residence | MoveProvost | Gate | Stables | Inn | Stock | Nothing,
    Field(discriminator="kind"),
]

EFFECT_KINDS = tuple(get_args(model.model_fields["kind"].annotation)[0] for model in get_args(get_args(Effect)[0]))
"""Every kind of effect."""
