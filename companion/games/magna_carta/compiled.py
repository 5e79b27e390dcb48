"""The rules of one table of Magna Carta, compiled for play.

A *card* is an individual building: neutral and prestige cards exist once, small and large cards once for each player.
Cards are numbered: neutral cards first, then the cards of each seat, then prestige cards. A seat's cards also have a
number within their set, and a hand, deck or discard pile is a bit mask of these.

A *benefit* is what a card lets a player do.
"""

from dataclasses import dataclass, field

from companion.engine.action import Action, Sited
from companion.engine.amounts import GOLD, KINDS, Payment, Vector, chosen_cubes, cube_letters, payments
from companion.engine.board import NO_WORKING, NOBODY, moving, taking
from companion.games.magna_carta.actions import act
from companion.games.magna_carta.rules import Building, MagnaCartaRules
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
from companion.rules.vocabulary import CUBES, Category, Phase

NO_COVER = -1

_NO_CUBES: Vector = (0,) * KINDS


@dataclass(frozen=True, slots=True)
class Benefit:
    """The kind of choice that a card offers (see `choices`), and what there is to choose from."""

    kind: str
    source: str
    """`effect` for the worker's player, `owner` for the card's owner."""
    of: str
    payments: dict[Action, Payment] = field(default_factory=dict)
    from_card: bool = False
    """Whether it is taken from the cubes on the card."""


class CompiledRules:
    """One rule set compiled for the seats of one table. Immutable, and shared by all its games."""

    def __init__(self, rules: Rules, seats: tuple[str, ...], untracked: tuple[str, ...] = ()) -> None:
        if not isinstance(rules.data, MagnaCartaRules):
            raise TypeError(f"{rules.game} is not Magna Carta")
        self.rules, self.seats, self.untracked = rules, seats, untracked
        self.data = data = rules.data
        self.players = n = len(seats)
        self.rounds = [[(first + after) % n for after in range(n)] for first in range(n)]
        """The seats from each start player on."""
        self.tracked = [colour not in untracked for colour in seats]
        self.phases = list(data.sequence.phases)
        self.provost_in_play = Phase.PROVOST in self.phases and data.provost.in_play
        self._name_cards()
        self._compile_numbers()
        self._compile_texts()
        self._compile_costs()
        self._compile_benefits()

    # indexes

    def _name_cards(self) -> None:
        data = self.data
        self.neutral = data.of(Category.NEUTRAL)
        self.own = [*data.of(Category.SMALL), *data.of(Category.LARGE)]
        self.prestige_cards = data.of(Category.PRESTIGE)
        self.set_size = len(self.own)
        self.whole_set = (1 << self.set_size) - 1
        self.names = [*self.neutral, *(name for _ in self.seats for name in self.own), *self.prestige_cards]
        self.building: list[Building] = [data.buildings[name] for name in self.names]
        self.first_own = len(self.neutral)
        self.first_prestige = self.first_own + self.players * self.set_size
        self.owner_of = [NOBODY] * self.first_own
        self.owner_of += [seat for seat in range(self.players) for _ in self.own]
        self.owner_of += [NOBODY] * len(self.prestige_cards)
        self.bit = {name: bit for bit, name in enumerate(self.own)}

    def card(self, seat: int, name: str) -> int:
        """Return the number of one of a seat's own cards."""
        return self.first_own + seat * self.set_size + self.bit[name]

    def cards_in(self, mask: int) -> list[str]:
        """Return the names of own cards in a mask, in printed order."""
        return [name for bit, name in enumerate(self.own) if mask >> bit & 1]

    def label(self, card: int) -> str:
        """Return a card as actions name it: `bank:red` for Red's bank, `n_park` for a neutral card."""
        owner = self.owner_of[card]
        return self.names[card] if owner == NOBODY else f"{self.names[card]}:{self.seats[owner]}"

    # numbers

    def _compile_numbers(self) -> None:
        data = self.data
        self.kinds: Vector = tuple(int(kind in data.words.cubes) for kind in CUBES)
        self.sections, self.section_names = list(data.castle.sections.values()), list(data.castle.sections)
        self.tokens = [data.castle.tokens(name, self.players) for name in self.section_names]
        self.neutral_draws = data.setup.neutrals[self.players]
        self.drawable = [name for name in self.neutral if name != data.setup.last_neutral]
        prices = data.actions.prices
        self.draw_price, self.swap_price, self.place_price = (prices.get(a, 0) for a in ("draw", "swap", "place"))
        self.first_pass = data.bridge.first_pass
        self.residence = data.buildings[data.residence.tile]
        self.bribe_steps, self.bribe_price = data.provost.max_steps, data.provost.price_per_step
        self.workless = [building.category in data.road.no_worker for building in self.building]
        self.convertible = [
            building.category in data.residence.targets and name not in data.residence.never
            for building, name in zip(self.building, self.names, strict=True)
        ]
        self.stock = [building.stock.get(self.players, 0) for building in self.building]

    # the texts of the actions

    def _compile_texts(self) -> None:
        self.place = [act(f"place {self.label(card)}") for card in range(len(self.names))]
        self.placed = {action: card for card, action in enumerate(self.place)}
        self.neutral_draw = {act(f"draw {name}"): card for card, name in enumerate(self.neutral)}
        self.own_draw = [act(f"draw {name}") for name in self.own]
        self.own_reveal = [act(f"reveal {name}") for name in self.own]
        self.start = [act(f"start {colour}") for colour in self.seats]
        reach = self.bribe_steps
        self.provost_back = [act(f"provost -{steps}") for steps in range(reach, 0, -1)]
        self.provost_forward = [act(f"provost +{steps}") for steps in range(1, reach + 1)]
        self.provost_steps = {action: int(action.steps or 0) for action in (*self.provost_back, *self.provost_forward)}
        self.sited = Sited()

    # costs, with gold in place of other cubes where the rules allow it

    def _compile_costs(self) -> None:
        wild = self.data.gold.wild_in
        self.builds = [
            [(_paid(f"build {name}", way), way) for way in _ways(self.data.buildings[name].cost, "cost" in wild)]
            for name in self.own
        ]
        self.prestige_builds = [
            [(_paid(f"prestige {name}", way), way) for way in _ways(self.data.buildings[name].cost, "cost" in wild)]
            for name in self.prestige_cards
        ]
        self.builds_with, self.prestige_with = _by_gold(self.builds), _by_gold(self.prestige_builds)
        self.built = {action: (bit, way) for bit, ways in enumerate(self.builds) for action, way in ways}
        self.prestige_built = {
            (action.building, action.cubes): (place, way)
            for place, ways in enumerate(self.prestige_builds)
            for action, way in ways
        }
        self.batch = {act(f"batch {cube_letters(way)}"): way for way in _ways(self.data.castle.batch, "batch" in wild)}
        self.residence_ways = _ways(self.residence.cost, "residence" in wild)
        self.flips = [[(_paid(f"residence {name}", way), way) for way in self.residence_ways] for name in self.own]
        self.flipped = {action: (bit, way) for bit, ways in enumerate(self.flips) for action, way in ways}

    # benefits

    def _compile_benefits(self) -> None:
        self.benefits: list[Benefit] = []
        self.labels: list[str] = []
        worker, owner = {}, {}
        for name, building in self.data.buildings.items():
            worker[name] = self._keep(self._benefit(building.effect, "effect", name), f"effect/{name}")
            owner[name] = self._keep(self._benefit(building.owner, "owner", name), f"owner/{name}")
        self.worker_working = [worker[name] for name in self.names]
        self.owner_working = [owner[name] for name in self.names]

    def _keep(self, benefit: Benefit | None, label: str) -> int:
        if benefit is None:
            return NO_WORKING
        self.benefits.append(benefit)
        self.labels.append(label)
        return len(self.benefits) - 1

    def _benefit(self, effect: Effect | None, source: str, of: str) -> Benefit | None:
        match effect:
            case None | Nothing():
                return None
            case Gain():
                return Benefit("take", source, of, taking([effect.gain]))
            case Produce():
                return Benefit("take", source, of, taking(effect.options))
            case Stock():
                return Benefit("take", source, of, taking([effect.gain]), from_card=True)
            case Trade():
                deals = [
                    payment
                    for deal in effect.options
                    for payment in payments(deal, all_different=effect.all_different, kinds=self.kinds)
                    if payment.cubes != payment.gain_cubes or not any(payment.cubes)
                ]
                return Benefit("trade", source, of, moving("trade", deals))
            case Residence():
                return Benefit("residence", source, of)
            case Build() | MoveProvost() | Gate() | Stables() | Inn():  # `findings` refuses them
                return None


Ways = list[tuple[int, list[tuple[Action, Vector]]]]
"""Cards by number within their set, each with its possible payments."""


def _by_gold(ways: list[list[tuple[Action, Vector]]]) -> list[Ways]:
    """List the payable cards for 0, 1, 2 … gold in hand, with those payments. Most players have none or one."""
    most = max((way[GOLD] for group in ways for _, way in group), default=0)
    groups = []
    for gold in range(most + 1):
        payable = [(n, [pair for pair in group if pair[1][GOLD] <= gold]) for n, group in enumerate(ways)]
        groups.append([(n, some) for n, some in payable if some])
    return groups


def _ways(cost: Goods, wild: bool) -> list[Vector]:
    """Return every payment of a cost; those that replace the fewest cubes with gold come first."""
    ways: dict[Vector, None] = {}
    for cubes in chosen_cubes(cost, kinds=(1, 1, 1, 0, 1)):
        ways[cubes] = None
        if wild:
            ways |= dict.fromkeys(_with_gold(cubes))
    least = cost.gold
    return sorted(ways, key=lambda way: (way[GOLD] - least, tuple(-n for n in way)))


def _paid(command: str, way: Vector) -> Action:
    """Return a command with the cubes that pay for it, if any; an overlay may correct a cost to nothing."""
    return act(f"{command} {cube_letters(way)}" if any(way) else command)


def _with_gold(cubes: Vector) -> list[Vector]:
    """Return the payment with any number of its cubes replaced by gold."""
    ways = [cubes]
    for kind in range(KINDS):
        if kind != GOLD:
            ways = [
                tuple(n - more if k == kind else n + more if k == GOLD else n for k, n in enumerate(way))
                for way in ways
                for more in range(way[kind] + 1)
            ]
    return ways
