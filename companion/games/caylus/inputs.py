"""What a position of Caylus looks like to a mind: numbers with names (see `engine.inputs`).

Everything lies open in Caylus, so a seat sees the whole state. The functions fill their part of one list, which is made
some thousand times a second.
"""

import random
from functools import lru_cache
from operator import itemgetter

from companion.engine.amounts import GOLD, KINDS, Vector
from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.inputs import DISTANCES, DOUBTFUL, FAR, STEPS, GameInputs, InputNames, batches, least, meets
from companion.games.caylus.choices import CHOICES
from companion.games.caylus.compiled import STOCK, Benefit, CompiledRules
from companion.games.caylus.referee import CaylusReferee
from companion.games.caylus.state import State
from companion.rules.vocabulary import CUBES, Category, Phase

_FIXED = InputNames()
GOING = _FIXED.add("game.going")
POINTS = _FIXED.add("points.own")
LEAD = _FIXED.add("rivals.lead")
MONEY = _FIXED.add("money.all")
MONEY_THREE = _FIXED.add("money.three")
GOODS_KINDS = _FIXED.add("goods.kinds")
HOME = _FIXED.add("workers.home")
ORDER = _FIXED.add("order.place")
PASSED = _FIXED.add("order.passed")
PASSED_PLACE = _FIXED.add("order.passed_place")
OTHERS_PASSED = _FIXED.add("order.others_passed")
PRICE = _FIXED.add("order.price")
STABLES_FIRST = _FIXED.add("order.stables_first")
STABLES_LATER = _FIXED.add("order.stables_later")
INN = _FIXED.add("order.inn")
CASTLE = _FIXED.block("castle", ("first", "second", "later"))
CASTLE_EMPTY = _FIXED.add("castle.empty")
CASTLE_FULL = _FIXED.add("castle.full")
GIVEN = _FIXED.add("castle.given")
MOST = _FIXED.add("castle.most")
BATCHES_NOW = _FIXED.add("batches.now")
BATCHES_COMING = _FIXED.add("batches.coming")
BATCHES_POINTS = _FIXED.add("batches.points")
BATCHES_IN_CASTLE = _FIXED.add("batches.in_castle")
ROOM = _FIXED.add("castle.room")
FAVORS = _FIXED.add("favors.waiting")
DUE_POINTS = _FIXED.add("favors.points")
DUE_MONEY = _FIXED.add("favors.money")
DUE_CUBES = _FIXED.add("favors.cubes")
DUE_GOLD = _FIXED.add("favors.gold")
DUE_BUILD = _FIXED.add("favors.build")
DUE_TRADE = _FIXED.add("favors.trade")
DUE_IDLE = _FIXED.add("favors.idle")
RESIDENCES = _FIXED.add("land.residences")
LAND_WOOD = _FIXED.add("land.wood")
LAND_STONE = _FIXED.add("land.stone")
LAND_PRESTIGE = _FIXED.add("land.prestige")
INCOME = _FIXED.add("land.income")
VISITED = _FIXED.add("land.visited")
PROMISED = _FIXED.add("land.promised")
USELESS = _FIXED.add("places.useless")
RIVALS_MONEY = _FIXED.add("rivals.money")
RIVALS_CUBES = _FIXED.add("rivals.cubes")
RIVALS_BATCHES = _FIXED.add("rivals.batches")
RIVALS_HOME = _FIXED.add("rivals.home")
RIVALS_HOUSES = _FIXED.add("rivals.houses")
RIVALS_IN_CASTLE = _FIXED.add("rivals.in_castle")
RIVALS_BEYOND = _FIXED.add("rivals.beyond")
STOCK_WOOD = _FIXED.add("stock.wood")
STOCK_STONE = _FIXED.add("stock.stone")
STOCK_PRESTIGE = _FIXED.add("stock.prestige")

Row = tuple[int, ...]
_THRESHOLDS = (1, 2, 3, 5)
"""Numbers of houses from which a section may be worth more."""
_LAND = {
    Category.WOOD: LAND_WOOD,
    Category.STONE: LAND_STONE,
    Category.RESIDENTIAL: RESIDENCES,
    Category.PRESTIGE: LAND_PRESTIGE,
}
_BUILT = (Category.WOOD, Category.STONE)
_TAKE, _TRADE, _BUILD, _PRESTIGE, _OTHER = range(5)


class CaylusInputs:
    """The inputs of one table of Caylus."""

    luck = False

    def __init__(self, referee: CaylusReferee) -> None:
        self._board = referee.board
        self._name_blocks()
        self._empty = [0.0] * len(self.names)
        self._empty[GOING] = 1.0
        self._prepare_workers()
        self._prepare_rest()
        self._land_by_road = lru_cache(maxsize=4096)(self._count_land)
        self._in_stock = lru_cache(maxsize=4096)(self._count_stock)
        self._houses_by_section = lru_cache(maxsize=4096)(self._count_houses)

    # before play

    def _name_blocks(self) -> None:
        b = self._board
        self.names = names = InputNames(_FIXED)
        self._held = names.block("goods", CUBES)
        names.block("goods", [f"some_{kind}" for kind in CUBES])
        self._distance = names.block("provost", DISTANCES)
        self._columns = names.block("favors", [f"{line}_{n}" for line in b.lines for n in range(b.favor_columns + 1)])
        self._houses = names.block("houses", [f"{name}_{n}" for name in b.section_names for n in _THRESHOLDS])
        places = list(dict.fromkeys(b.base[tile] for tile in range(len(b.tiles)) if b.workable[tile]))
        first = names.block("places", places)
        self._place = [first + places.index(base) if base in places else 0 for base in b.base]
        owned = [b.base[tile] for tile, category in enumerate(b.category) if category in _BUILT]
        owned = list(dict.fromkeys(owned))
        first = names.block("land", owned)
        self._owned = [first + owned.index(base) if base in owned else GOING for base in b.base]

    def _prepare_workers(self) -> None:
        """What a worker on each tile does, and needs for it."""
        b = self._board
        benefits = [b.benefits[n] if n != NO_WORKING else None for n in b.tile_working]
        self._kind = [_kind(benefit) for benefit in benefits]
        self._takes = [_takes(benefit) for benefit in benefits]
        self._deniers = [
            max((p.gain_deniers for p in benefit.payments.values()), default=0) if kind == _TAKE and benefit else 0
            for kind, benefit in zip(self._kind, benefits, strict=True)
        ]
        self._needs = [_needs(benefit) for benefit in benefits]
        self._buys = [_price_of_cube(benefit) for benefit in benefits]
        self._due_kind = [_kind(benefit) for benefit in b.benefits]
        self._due_needs = [_needs(benefit) for benefit in b.benefits]

    def _prepare_rest(self) -> None:
        b, data = self._board, self._board.data
        self._land = [_LAND.get(Category(category), -1) if category else -1 for category in b.category]
        self._stocks = [_those(b, category) for category in (Category.WOOD, Category.STONE, Category.PRESTIGE)]
        self._bonus = [benefit != NO_WORKING for benefit in b.bonus_working]
        self._special = b.phases.index(Phase.SPECIAL) + 1
        self._buildings = b.phases.index(Phase.BUILDINGS) + 1
        self._in_castle = b.phases.index(Phase.CASTLE) + 1
        self._triggers = [data.bailiff.start, *(section.trigger for section in b.sections)]

    # the whole

    def of(self, state: State, seat: int) -> list[float]:
        """The numbers of a seat."""
        x = self._empty[:]
        held = state.cubes[seat * KINDS : seat * KINDS + KINDS]
        self._holdings(x, state, seat, held)
        self._order(x, state, seat)
        self._land_of(x, state, seat)
        coming = self._workers(x, state, seat, held)
        section = self._houses_of(x, state, seat)
        self._castle(x, state, seat, coming, section)
        self._rivals(x, state, seat)
        return x

    def left(self, state: State) -> int:
        """By the bailiff's way to the end of the last section, or the sections already scored."""
        first, last = self._triggers[0], self._triggers[-1]
        gone = max(state.bailiff, self._triggers[state.section]) - first
        return max(0, STEPS - STEPS * gone // (last - first))

    def standings(self, state: State) -> list[int]:
        return state.prestige

    def on_road(self, state: State) -> tuple[list[int], list[int]]:
        """Whose workers stand up to the provost, and whose beyond."""
        workers, reach = state.worker[self._board.specials :], state.provost
        reached, beyond = ([seat for seat in part if seat != NOBODY] for part in (workers[:reach], workers[reach:]))
        return reached, beyond

    def in_use(self, state: State, *, all_reached: bool) -> State:
        """The position as its buildings come into use."""
        new = state.copy()
        new.phase, new.cursor, new.active = self._buildings, 0, 0
        if all_reached:
            new.provost = len(new.worker) - self._board.specials
        return new

    def dealt(self, state: State, seat: int, chance: random.Random) -> State:
        """Nothing is hidden."""
        return state

    # its parts

    def _holdings(self, x: list[float], s: State, seat: int, held: list[int]) -> None:
        money = s.money[seat]
        x[POINTS] = s.prestige[seat]
        x[MONEY] = money
        x[MONEY_THREE] = min(money, 3)
        x[HOME] = s.home[seat]
        x[self._held : self._held + 2 * KINDS], x[GOODS_KINDS], x[BATCHES_NOW] = _goods(*held)
        if s.todo:
            x[FAVORS] = s.todo.count(("favor", seat, 0))
        lines = len(self._board.lines)
        columns, width = self._columns, self._board.favor_columns + 1
        for column in s.columns[seat * lines : seat * lines + lines]:
            x[columns + column] = 1
            columns += width
        x[STOCK_WOOD], x[STOCK_STONE], x[STOCK_PRESTIGE] = self._in_stock(tuple(s.where))

    def _count_stock(self, where: Row) -> Row:
        """The tiles of each category that can still be built."""
        return tuple(tiles(where).count(STOCK) for tiles in self._stocks)

    def _order(self, x: list[float], s: State, seat: int) -> None:
        """Turn order, the bridge, stables and inn."""
        x[ORDER] = s.order.index(seat)
        passed = len(s.bridge)
        if seat in s.bridge:
            x[PASSED] = 1
            x[PASSED_PLACE] = s.bridge.index(seat)
            x[OTHERS_PASSED] = passed - 1
        else:
            x[OTHERS_PASSED] = passed
            x[PRICE] = self._board.prices[passed] if s.home[seat] else 0
        if s.inn == seat:
            x[INN] = 1
        if seat in s.stables:
            x[STABLES_LATER if s.stables.index(seat) else STABLES_FIRST] = 1

    def _land_of(self, x: list[float], s: State, seat: int) -> None:
        """What the seat owns on the road."""
        if seat not in s.owner:
            return
        owned, with_bonus = self._land_by_road(seat, tuple(s.owner), tuple(s.road))
        for at, number in owned:
            x[at] = number
        reach = s.provost + self._board.specials
        for spot in with_bonus:
            if s.worker[spot] not in (NOBODY, seat) and spot < reach:
                x[VISITED] += 1
        for _, who in s.promised:
            if who == seat:
                x[PROMISED] += 1

    def _count_land(self, seat: int, owners: Row, road: Row) -> tuple[tuple[tuple[int, int], ...], Row]:
        """The numbers of what a seat owns, and the spots where the worker of somebody else brings something."""
        b, numbers = self._board, dict[int, int]()
        spots = [spot for spot, owner in enumerate(owners) if owner == seat]
        for tile in (road[spot] for spot in spots):
            numbers[self._land[tile]] = numbers.get(self._land[tile], 0) + 1
            numbers[self._owned[tile]] = 1
            numbers[INCOME] = numbers.get(INCOME, 0) + b.income[tile]
        return tuple(numbers.items()), tuple(spot for spot in spots if self._bonus[road[spot]])

    def _workers(self, x: list[float], s: State, seat: int, held: list[int]) -> list[int]:
        """The seat's workers on buildings; gives the cubes it may have after them."""
        spots = [spot for spot, who in enumerate(s.worker) if who == seat]
        coming = self._due(x, s, seat, held) if s.todo else held
        if not spots:
            return coming
        final = s.phase >= self._buildings
        reach, doubtful = (0, 0.0) if final else (1, DOUBTFUL)
        done = self._done(s)
        first, provost, money = self._board.specials - 1, s.provost, s.money[seat]
        coming = coming[:]
        later: list[tuple[int, float]] = []
        for spot in spots:
            tile, far = s.road[spot], spot - first - provost
            share = 1.0
            if spot > first:
                x[self._distance + min(max(far, -FAR), FAR) + FAR] += 1
                share = 1.0 if far <= reach else doubtful
            if spot == done:
                continue
            kind = self._kind[tile]
            if kind == _TAKE:
                x[self._place[tile]] += share
                money += self._deniers[tile]
                if share == 1.0:
                    _take(coming, self._takes[tile])
            elif kind == _OTHER:
                x[self._place[tile]] += share
            else:
                later.append((tile, share))
        for tile, share in later:
            money = self._use(x, coming, money, tile, share)
        return coming

    def _due(self, x: list[float], s: State, seat: int, held: list[int]) -> list[int]:
        """What has been won and comes next, as after a favor; gives the cubes with it."""
        coming = held
        for kind, who, benefit in s.todo:
            if who != seat or not CHOICES[kind].of_working:
                continue
            coming = coming[:]
            due = self._due_kind[benefit]
            if due == _TAKE:
                gift = next(iter(self._board.benefits[benefit].payments.values()))
                x[DUE_POINTS] += gift.prestige
                x[DUE_MONEY] += gift.gain_deniers
                x[DUE_GOLD] += gift.gain_cubes[GOLD]
                x[DUE_CUBES] += sum(gift.gain_cubes) - gift.gain_cubes[GOLD]
                _take(coming, (gift.gain_cubes,))
            elif due == _OTHER:
                continue
            elif not meets((*coming, s.money[seat]), self._due_needs[benefit]):
                x[DUE_IDLE] += 1
            else:
                x[DUE_TRADE if due == _TRADE else DUE_BUILD] += 1
        return coming

    def _done(self, s: State) -> int:
        """The spot whose building is being used up; its worker only waits to go home."""
        if not s.active:
            return -1
        if s.phase == self._buildings:
            return self._board.specials + s.cursor
        return s.cursor if s.phase == self._special else -1

    def _use(self, x: list[float], coming: list[int], money: int, tile: int, share: float) -> int:
        """A worker where something is paid: it counts where there will be enough for it. Gives the money left."""
        able = meets((*coming, money), self._needs[tile])
        if not able or (self._kind[tile] == _PRESTIGE and not x[RESIDENCES]):
            x[USELESS] += 1
            return money
        x[self._place[tile]] += share
        price = self._buys[tile]
        if price and share == 1.0:
            scarce = 0 if not coming[0] else min((1, 2, 3), key=coming.__getitem__)
            coming[scarce] += 1
            return money - price
        return money

    def _houses_of(self, x: list[float], s: State, seat: int) -> int:
        """Houses in the sections not yet scored; gives the section that the next house goes to, or -1."""
        reached, open_section, x[ROOM] = self._houses_by_section(seat, s.section, tuple(s.houses))
        for at in reached:
            x[at] = 1
        return open_section

    def _count_houses(self, seat: int, first: int, houses: Row) -> tuple[Row, int, int]:
        """The thresholds that a seat has reached, the section that the next house goes to, and the room there."""
        b, reached = self._board, list[int]()
        for section in range(first, len(b.sections)):
            mine, at = houses[section * b.players + seat], self._houses + section * len(_THRESHOLDS)
            reached += (at + n for n, threshold in enumerate(_THRESHOLDS) if mine >= threshold)
        for section in range(first, len(b.sections)):
            room = b.sections[section].parts - sum(houses[section * b.players : (section + 1) * b.players])
            if room > 0:
                return tuple(reached), section, min(room, 5)
        return tuple(reached), -1, 0

    def _castle(self, x: list[float], s: State, seat: int, coming: list[int], section: int) -> None:
        """The place in the castle, and the batches for it."""
        able = batches(*coming) if section >= 0 else 0
        if able:
            x[BATCHES_COMING] = able
            x[BATCHES_POINTS] = able * self._board.sections[section].prestige
        if seat not in s.castle:
            return
        place = s.castle.index(seat)
        given = s.given[place] if s.given else 0
        if not given and self._refused(s, seat, place):
            x[POINTS] -= self._board.data.castle.refusal
            return
        x[CASTLE + min(place, 2)] = 1
        if given:
            x[GIVEN] = given
            x[MOST] = s.given.index(max(s.given)) == place
        elif not able:
            x[CASTLE_EMPTY] = 1
            return
        else:
            x[CASTLE_FULL] = 1
        x[BATCHES_IN_CASTLE] = min(able, 3)

    def _refused(self, s: State, seat: int, place: int) -> bool:
        """Whether this player has just handed in nothing."""
        return s.phase == self._in_castle and s.active == 1 and s.had[-1] == seat and ("batch", seat, 0) not in s.todo

    def _rivals(self, x: list[float], s: State, seat: int) -> None:
        """The others, each number for one of them on average."""
        n, players = self._board.players - 1, self._board.players
        points = s.prestige[:]
        x[LEAD] = points.pop(seat) - max(points)
        x[RIVALS_MONEY] = (sum(s.money) - s.money[seat]) / n
        x[RIVALS_HOME] = (sum(s.home) - s.home[seat]) / n
        cubes, base = s.cubes, seat * KINDS
        x[RIVALS_CUBES], x[RIVALS_BATCHES] = _rivals_goods(*cubes[:base], *cubes[base + KINDS :])
        if s.section < len(self._board.sections):
            houses = s.houses[s.section * players : (s.section + 1) * players]
            x[RIVALS_HOUSES] = (sum(houses) - houses[seat]) / n
        x[RIVALS_IN_CASTLE] = len(s.castle) - s.castle.count(seat)
        beyond = s.worker[self._board.specials + s.provost :]
        x[RIVALS_BEYOND] = (len(beyond) - beyond.count(NOBODY) - beyond.count(seat)) / n


@lru_cache(maxsize=4096)
def _goods(*held: int) -> tuple[tuple[int, ...], int, int]:
    """The cubes of each kind and whether there are some, the number of kinds, and the batches."""
    some = [int(number > 0) for number in held]
    return (*held, *some), sum(some), batches(*held)


@lru_cache(maxsize=4096)
def _rivals_goods(*cubes: int) -> tuple[float, float]:
    """The cubes and the batches of players on average."""
    n = len(cubes) // KINDS
    return sum(cubes) / n, sum(batches(*cubes[at : at + KINDS]) for at in range(0, len(cubes), KINDS)) / n


def _those(b: CompiledRules, category: Category) -> "itemgetter[tuple[int, ...]]":
    """Gets the places of all tiles of a category. Where there are none, those of tiles that are never in stock."""
    tiles = [tile for tile, own in enumerate(b.category) if own == category]
    return itemgetter(*tiles, 0, 0) if tiles else itemgetter(0, 0)


def _kind(benefit: Benefit | None) -> int:
    if benefit is None:
        return _OTHER
    if benefit.kind == "build":
        return _PRESTIGE if benefit.prestige else _BUILD
    return {"take": _TAKE, "trade": _TRADE, "residence": _TRADE}.get(benefit.kind, _OTHER)


def _takes(benefit: Benefit | None) -> tuple[Vector, ...]:
    """What can be taken."""
    if benefit is None or benefit.kind != "take":
        return ()
    return tuple(payment.gain_cubes for payment in benefit.payments.values() if any(payment.gain_cubes))


def _needs(benefit: Benefit | None) -> tuple[tuple[int, ...], ...]:
    """Cubes by kind and deniers, one of which is needed to use a building."""
    if benefit is None:
        return ()
    if benefit.kind == "residence":
        return ((*benefit.cost.cubes, benefit.cost.deniers),)
    if benefit.kind == "build":
        return least([(*cubes, 0) for cubes in benefit.ways.values()])
    return least([(*payment.cubes, payment.deniers) for payment in benefit.payments.values()])


def _price_of_cube(benefit: Benefit | None) -> int:
    """What a cube of one's choice costs here, if money buys one."""
    if benefit is None or benefit.kind != "trade":
        return 0
    prices = [p.deniers for p in benefit.payments.values() if not any(p.cubes) and any(p.gain_cubes)]
    return min(prices, default=0) if len(prices) > 1 else 0


def _take(coming: list[int], options: tuple[Vector, ...]) -> None:
    """The first option with a cube of a kind that is not there yet, else the first."""
    if not options:
        return
    taken = options[0]
    for option in options:
        if any(more and not coming[kind] for kind, more in enumerate(option)):
            taken = option
            break
    for kind, more in enumerate(taken):
        coming[kind] += more


INPUTS: type[GameInputs[State]] = CaylusInputs
