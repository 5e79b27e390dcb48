"""The rules of Caylus Magna Carta as a frozen model. The fields follow rules_data/magna_carta/game.toml."""

from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import Field

from companion.rules.base import ByPlayers, Count, Cubes, Goods, MaybeCubes, Model, Positive
from companion.rules.check import Finding, foreign_kinds, named, without_worker
from companion.rules.effects import Effect, Residence
from companion.rules.game import BuildingBase, GameRules, Sequence, SetupBase
from companion.rules.vocabulary import Category, Good


class SetupRules(SetupBase):
    """What everybody starts with, and the first cards of the road."""

    workers: Positive
    money: Count
    goods: MaybeCubes
    hand: Positive
    mulligans: Count
    neutrals: ByPlayers
    last_neutral: str
    start_player: Literal["lot"]


class Actions(Model):
    """The actions of phase 2 and their prices."""

    order: tuple[str, ...]
    prices: dict[str, Count]


class Bridge(Model):
    """The reward for passing first."""

    first_pass: Count


class Road(Model):
    """The categories of cards on the road that take no worker."""

    no_worker: tuple[Category, ...]


class Provost(Model):
    """The provost; not in play in the introductory game."""

    in_play: bool
    start: str
    max_steps: Positive
    price_per_step: Count
    end_of_round: Count


class ResidenceRules(Model):
    """What the lawyer may turn over, and what happens to the card."""

    tile: str
    targets: tuple[Category, ...]
    never: tuple[str, ...]
    after_activation: bool


class PrestigeRules(Model):
    """Whether a prestige card must lie on a residence."""

    on_residence: bool


class Gold(Model):
    """Where gold can replace any other cube."""

    wild_in: tuple[Literal["cost", "batch", "residence"], ...]


class Section(Model):
    """One pile of castle tokens."""

    tokens: Positive
    prestige: Count


class Castle(Model):
    """The castle, with its sections from best to worst."""

    batch: Cubes
    best_builder: Cubes
    removed_without_batch: Count
    tokens_left_out: ByPlayers
    sections: dict[str, Section]

    def tokens(self, section: str, players: int) -> int:
        """Return the number of tokens of a section at the start of a game with so many players."""
        return self.sections[section].tokens - self.tokens_left_out[players]


class Building(BuildingBase):
    """A card of Magna Carta. `count` is per player for small and large cards."""

    effect: Effect | None = None
    owner: Effect | None = None
    stock: ByPlayers = Field(default_factory=dict)


class MagnaCartaRules(GameRules):
    """All rules of one game of Magna Carta."""

    setup: SetupRules
    sequence: Sequence
    actions: Actions
    bridge: Bridge
    road: Road
    provost: Provost
    residence: ResidenceRules
    prestige: PrestigeRules
    gold: Gold
    castle: Castle
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
        """The sections of the castle, what else counts at the end, and the actions."""
        yield "section", self.castle.sections
        yield "end", ("tokens", "road", "prestige_cards")
        yield "action", self.actions.order

    def price(self, effect: Effect) -> Goods:
        """Return the price of a residence; nothing for other effects."""
        cost = self.buildings[self.residence.tile].cost
        return cost.minus(effect.discount) if isinstance(effect, Residence) else Goods()


MODEL = MagnaCartaRules


def magna_carta(data: GameRules) -> MagnaCartaRules:
    """Narrow rules to those of Magna Carta."""
    assert isinstance(data, MagnaCartaRules)
    return data


OWN_EFFECTS = ("gain", "produce", "trade", "residence", "stock", "nothing")
"""The kinds of effects of this game."""

OWN_CATEGORIES = ("neutral", "small", "large", "residential", "prestige")
OWN_GOODS = tuple(good for good in Good if good not in (Good.CLOTH, Good.FAVOR))


def findings(data: MagnaCartaRules) -> Iterator[Finding]:
    """Report what no single field can show: unknown ids, and numbers that do not fit together."""
    yield from foreign_kinds(data, OWN_EFFECTS, OWN_CATEGORIES, OWN_GOODS)
    yield from without_worker(data, data.road.no_worker)
    yield from named("setup.last_neutral", [data.setup.last_neutral], data.buildings)
    yield from named("provost.start", [data.provost.start], data.buildings)
    yield from named("residence.tile", [data.residence.tile], data.buildings)
    yield from named("residence.never", data.residence.never, data.buildings)
    yield from named("actions.prices", data.actions.prices, data.actions.order)
    for path, table in (
        ("setup.neutrals", data.setup.neutrals),
        ("castle.tokens_left_out", data.castle.tokens_left_out),
    ):
        wanted = list(range(data.players.minimum, data.players.maximum + 1))
        if sorted(table) != wanted:
            yield path, "count", {"expected": ", ".join(map(str, wanted)), "got": ", ".join(map(str, sorted(table)))}
