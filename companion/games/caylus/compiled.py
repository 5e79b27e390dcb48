"""The rules of one table, compiled for play: everything is an index or a number, nothing is looked up or parsed.

A *tile* is an individual building: special and fixed buildings, and neutral, wood, stone and prestige tiles. If there
are several tiles of a building, the second is `architect.2`. Tile 0 is an unbuilt space (and, as a place for a worker,
the castle). Tile 1 is a residence; the number of residences is unlimited.

A *spot* is a place for tiles and workers: the special buildings first, then the spaces of the road.

A *benefit* is what a building or a cell of the favor table lets its user do.
"""

from dataclasses import dataclass, field

from companion.engine.action import Action, Sited
from companion.engine.amounts import GOLD, KINDS, Payment, Vector, chosen_cubes, cube_letters, payments
from companion.engine.board import NO_WORKING, moving, taking
from companion.games.caylus.actions import act
from companion.games.caylus.rules import Building, CaylusRules
from companion.rules import Rules
from companion.rules.base import Goods
from companion.rules.effects import (
    Build,
    Effect,
    Gain,
    Gate,
    Inn,
    MoveProvost,
    Nothing,
    Produce,
    Residence,
    Stables,
    Stock,
    Trade,
)
from companion.rules.vocabulary import CUBES, Category

EMPTY, CASTLE_TILE, RESIDENCE, FIRST_TILE = 0, 0, 1, 2
STOCK, GONE = -1, -2

_NO_CUBES: Vector = (0,) * KINDS
_FREE = Payment(0, _NO_CUBES)
_WORKLESS = (Category.RESIDENTIAL, Category.PRESTIGE)


@dataclass(frozen=True, slots=True)
class Benefit:
    """The kind of choice that a building or favor offers (see `choices`), and what there is to choose from."""

    kind: str
    source: str
    """`effect` of a building, `bonus` of its owner, or `favor`."""
    of: str
    """The building, or the line of the favor table."""
    payments: dict[Action, Payment] = field(default_factory=dict)
    """For `take` and `trade`: each action and what it exchanges."""
    compulsory: bool = False
    ways: dict[tuple[str, Vector | None], Vector] = field(default_factory=dict)
    """For `build`: the payment for a building, by the cubes that the action names if there is a choice."""
    by_tile: tuple[tuple[int, tuple[tuple[Action, Vector], ...]], ...] = ()
    """The same payments as actions, by tile, in the order of the options."""
    prestige: bool = False
    cost: Payment = _FREE
    """For `residence`."""
    steps: int = 0
    """For `guild`."""


class CompiledRules:
    """One rule set compiled for the seats of one table. Immutable, and shared by all its games."""

    def __init__(self, rules: Rules, seats: tuple[str, ...]) -> None:
        if not isinstance(rules.data, CaylusRules):
            raise TypeError(f"{rules.game} is not Caylus")
        self.rules, self.seats = rules, seats
        self.data = data = rules.data
        self.players = len(seats)
        self.specials = len(data.special.order)
        self.spots = self.specials + data.road.spaces
        self._name_tiles()
        self._compile_tiles()
        self._compile_numbers()
        self._compile_texts()
        self._compile_benefits()

    # indexes

    def _name_tiles(self) -> None:
        residence = self.data.residence.tile
        self.tiles, self.base = ["", residence], ["", residence]
        self.building: list[Building | None] = [None, self.data.buildings[residence]]
        for name, building in self.data.buildings.items():
            if building.category == Category.RESIDENTIAL:
                continue
            for copy in range(1, building.count + 1):
                self.tiles.append(name if copy == 1 else f"{name}.{copy}")
                self.base.append(name)
                self.building.append(building)
        self.index = {name: tile for tile, name in enumerate(self.tiles)}
        self.copies = {name: [t for t, base in enumerate(self.base) if base == name] for name in self.base}

    def spot(self, space: int) -> int:
        """Return the spot of a road space, counted from 1."""
        return self.specials + space - 1

    def space(self, spot: int) -> int:
        """Return the road space at a spot; 0 or less before the bridge."""
        return spot - self.specials + 1

    # properties of each tile

    def _compile_tiles(self) -> None:
        buildings, rule = self.building, self.data.residence
        self.category = [building.category if building else "" for building in buildings]
        self.income = [building.income if building else 0 for building in buildings]
        self.prestige = [building.prestige if building else 0 for building in buildings]
        self.favor = [building.favor if building else 0 for building in buildings]
        self.workable = [
            building is not None and building.category not in _WORKLESS and building.places > 0
            for building in buildings
        ]
        self.neutral = [tile for tile, category in enumerate(self.category) if category == Category.NEUTRAL]
        self.convertible = [
            category in rule.targets and base not in rule.never
            for category, base in zip(self.category, self.base, strict=True)
        ]
        self.stables, inn = self._special("stables"), self._special("inn")
        self.inn_spot = self.data.special.order.index(self.tiles[inn]) if inn else -1
        gate = buildings[self._special("gate")]
        self.gate_once = frozenset(gate.effect.not_where_present if gate and isinstance(gate.effect, Gate) else ())
        """The places that a worker at the gate may not move to if its player is already there."""
        stables = buildings[self.stables]
        self.once = frozenset({"castle", "stables"} if stables and stables.one_per_player else {"castle"})
        """The places that take only one worker of each player."""
        self.stable_places = stables.places if stables and self.stables else 0

    def _special(self, kind: str) -> int:
        """Return the special building with this effect, or 0 if it is not in use."""
        for tile, building in enumerate(self.building):
            if building and building.effect and building.effect.kind == kind and building.places > 0:
                return tile
        return 0

    # numbers

    def _compile_numbers(self) -> None:
        data = self.data
        self.prices = [data.bridge.price(passed) for passed in range(self.players)]
        self.own_price, self.inn_price = data.bridge.own_building, data.bridge.inn
        self.first_pass, self.owner_prestige = data.bridge.first_pass, data.bridge.owner_prestige
        self.castle_places = data.castle.places
        self.sections, self.section_names = list(data.castle.sections.values()), list(data.castle.sections)
        self.lines = list(data.favors.lines)
        self.favor_columns, self.favors_per_phase = data.favors.columns, data.favors.per_phase
        self.line_once = data.favors.same_line_once_per_phase
        self.first_space, self.last_space = data.provost.first_space, data.provost.last_space
        self.bribe_steps, self.bribe_price = data.provost.max_steps, data.provost.price_per_step
        self.phases = list(data.sequence.phases)

    # the texts of the actions

    def _compile_texts(self) -> None:
        places = ["castle", *self.tiles[1:]]
        self.place = [act(f"place {name}") for name in places]
        self.move = [act(f"move {name}") for name in places]
        self.tile_at = {name: tile for tile, name in enumerate(places)}
        self.next = [act(f"next {colour}") for colour in self.seats]
        self.draw = [act(f"draw {name}") for name in self.tiles]
        self.to_residence = [act(f"residence {name}") for name in self.tiles]
        reach = self.data.road.spaces
        self.provost_back = [act(f"provost -{steps}") for steps in range(reach, 0, -1)]
        self.provost_forward = [act(f"provost +{steps}") for steps in range(1, reach + 1)]
        self.provost_steps = {action: int(action.steps or 0) for action in (*self.provost_back, *self.provost_forward)}
        self.favors = [[act(f"favor {line} {c}") for c in range(1, self.favor_columns + 1)] for line in self.lines]
        self.favor_cell: dict[str, tuple[int, int]] = {
            action: (line, column) for line, actions in enumerate(self.favors) for column, action in enumerate(actions)
        }
        self.batch = {act(f"batch {cube_letters(cubes)}"): cubes for cubes in self._batches()}
        self.sited = Sited()

    def _batches(self) -> list[Vector]:
        """Return every combination of cubes for a batch: the compulsory ones and others."""
        rule = self.data.castle.batch
        fixed = Goods(**dict.fromkeys(rule.compulsory, 1))
        kinds = tuple(int(rule.gold or kind != GOLD) for kind in range(KINDS))
        goods = fixed.model_copy(update={"any": rule.cubes - len(rule.compulsory)})
        batches = chosen_cubes(goods, all_different=rule.different, kinds=kinds)
        return [cubes for cubes in batches if not rule.different or max(cubes) == 1]

    # benefits

    def _compile_benefits(self) -> None:
        self.benefits: list[Benefit] = []
        self.labels: list[str] = []
        self.tile_working = [NO_WORKING] * len(self.tiles)
        self.bonus_working = [NO_WORKING] * len(self.tiles)
        for tile, building in enumerate(self.building):
            if building is not None and building.effect is not None:
                self.tile_working[tile] = self._keep(
                    self._benefit(building.effect, "effect", self.base[tile]), f"effect/{self.tiles[tile]}"
                )
                self.bonus_working[tile] = self._keep(
                    self._bonus(building, self.base[tile]), f"bonus/{self.tiles[tile]}"
                )
        self.favor_working = [
            [self._keep(self._benefit(cell, "favor", line), f"favor/{line}/{n}") for n, cell in enumerate(cells, 1)]
            for line, cells in self.data.favors.lines.items()
        ]

    def _keep(self, benefit: Benefit | None, label: str) -> int:
        if benefit is None:
            return NO_WORKING
        self.benefits.append(benefit)
        self.labels.append(label)
        return len(self.benefits) - 1

    def _benefit(self, effect: Effect, source: str, of: str) -> Benefit | None:
        match effect:
            case Gain():
                return Benefit("take", source, of, taking([effect.gain]), compulsory=True)
            case Produce():
                # A favor with only one gift is taken automatically; where there is a choice, it may be declined.
                must = len(effect.options) == 1 if source == "favor" else effect.kind in self.data.activation.compulsory
                return Benefit("take", source, of, taking(effect.options), compulsory=must)
            case Trade():
                return Benefit("trade", source, of, moving("trade", _trades(effect)))
            case Build():
                return self._build(effect, source, of)
            case Residence():
                cost = self.data.buildings[self.data.residence.tile].cost.minus(effect.discount)
                return Benefit("residence", source, of, cost=Payment(cost.denier, cost.cubes()))
            case MoveProvost():
                return Benefit("guild", source, of, steps=effect.max_steps)
            case Gate() | Stables() | Inn():
                return Benefit(effect.kind, source, of)
            case Nothing() | Stock():  # `findings` refuses stock
                return None

    def _build(self, effect: Build, source: str, of: str) -> Benefit:
        by_tile = []
        for tile, building in enumerate(self.building):
            if building is not None and building.category == effect.category:
                payments = list(chosen_cubes(building.cost.minus(effect.discount)))
                name = f"build {self.base[tile]}"
                named = len(payments) > 1
                actions = [act(f"{name} {cube_letters(cubes)}" if named else name) for cubes in payments]
                by_tile.append((tile, tuple(zip(actions, payments, strict=True))))
        ways = {(action.building, action.cubes): cubes for _, all_ways in by_tile for action, cubes in all_ways}
        prestige = effect.category == Category.PRESTIGE
        return Benefit("build", source, of, ways=ways, by_tile=tuple(by_tile), prestige=prestige)

    def _bonus(self, building: Building, of: str) -> Benefit | None:
        """The owner's cube: one of the kinds that a stone production building produces."""
        effect = building.effect
        if building.category != Category.STONE or not isinstance(effect, Produce):
            return None
        kinds = [kind for kind in CUBES if any(option[kind] for option in effect.options)]
        return Benefit("take", "bonus", of, taking([Goods(**{kind: 1}) for kind in kinds]), compulsory=True)


def _trades(effect: Trade) -> list[Payment]:
    """Return every definite deal, without those that return the cubes given."""
    return [
        payment
        for deal in effect.options
        for payment in payments(deal, all_different=effect.all_different)
        if payment.cubes != payment.gain_cubes or not any(payment.cubes)
    ]
