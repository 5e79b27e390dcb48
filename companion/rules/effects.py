"""The effects of buildings, as declarations. The engine interprets them; sheets and pages draw them."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from companion.rules.base import Cubes, Gained, Goods, Model, Paid, Positive, Price, Reward
from companion.rules.vocabulary import Category


class Deal(Model):
    """What is paid, and what is gained for it."""

    pay: Paid
    gain: Gained


class Gain(Model):
    """Take fixed goods from the stock."""

    kind: Literal["gain"]
    gain: Reward


class Produce(Model):
    """Take all cubes of one option from the stock."""

    kind: Literal["produce"]
    options: Annotated[tuple[Cubes, ...], Field(min_length=1)]


class Trade(Model):
    """Make one of the deals, once."""

    kind: Literal["trade"]
    options: Annotated[tuple[Deal, ...], Field(min_length=1)]
    all_different: bool = False
    """Whether the cubes paid for `plain` or `any` must all be of different kinds."""


class Build(Model):
    """Build one building of a category, possibly at a discount."""

    kind: Literal["build"]
    category: Literal[Category.WOOD, Category.STONE, Category.PRESTIGE]
    discount: Price = Goods()


class Residence(Model):
    """Turn a building into one's own residence, possibly at a discount."""

    kind: Literal["residence"]
    discount: Price = Goods()


class MoveProvost(Model):
    """Move the provost without paying."""

    kind: Literal["provost"]
    max_steps: Positive


class Gate(Model):
    """Move the worker to another free place, or take it back."""

    kind: Literal["gate"]
    not_where_present: tuple[str, ...]
    """Places that the worker may not move to if its player is already there."""


class Stables(Model):
    """Change the turn order to that of the places taken here."""

    kind: Literal["stables"]


class Inn(Model):
    """The worker stays, and its player pays the inn's price for every worker."""

    kind: Literal["inn"]


class Stock(Model):
    """Take cubes that lie on the card itself, as long as there are any."""

    kind: Literal["stock"]
    gain: Cubes


class Nothing(Model):
    """No effect."""

    kind: Literal["nothing"]


Effect = Annotated[
    Gain | Produce | Trade | Build | Residence | MoveProvost | Gate | Stables | Inn | Stock | Nothing,
    Field(discriminator="kind"),
]

EFFECT_KINDS = tuple(get_args(model.model_fields["kind"].annotation)[0] for model in get_args(get_args(Effect)[0]))
"""Every kind of effect."""
