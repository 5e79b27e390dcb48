"""What a position of Magna Carta looks like to a mind: numbers with names (see `engine.inputs`).

Of other hands only the size is counted, and decks not at all: what a seat may not know changes no number.
"""

import random
from collections.abc import Sequence

from companion.engine.amounts import GOLD, KINDS, Vector
from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.inputs import DISTANCES, DOUBTFUL, FAR, STEPS, GameInputs, InputNames, least, meets
from companion.games.magna_carta.compiled import NO_COVER, Benefit
from companion.games.magna_carta.moves import best_section, hand_size
from companion.games.magna_carta.referee import MagnaCartaReferee
from companion.games.magna_carta.state import State
from companion.rules.vocabulary import CUBES, Phase

_FIXED = InputNames()
GOING = _FIXED.add("game.going")
POINTS = _FIXED.add("points.own")
LEAD = _FIXED.add("rivals.lead")
MONEY = _FIXED.add("money.all")
MONEY_THREE = _FIXED.add("money.three")
GOODS_KINDS = _FIXED.add("goods.kinds")
HOME = _FIXED.add("workers.home")
START = _FIXED.add("order.start")
PASSED = _FIXED.add("order.passed")
PASSED_PLACE = _FIXED.add("order.passed_place")
OTHERS_PASSED = _FIXED.add("order.others_passed")
GIVEN = _FIXED.add("castle.given")
MOST = _FIXED.add("castle.most")
OTHERS_GIVEN = _FIXED.add("castle.others_given")
TOKENS = _FIXED.add("castle.tokens")
LEFT = _FIXED.add("castle.left")
BATCHES_NOW = _FIXED.add("batches.now")
BATCHES_COMING = _FIXED.add("batches.coming")
BATCHES_POINTS = _FIXED.add("batches.points")
HAND = _FIXED.add("cards.hand")
COMING = _FIXED.add("cards.coming")
EXCHANGED = _FIXED.add("cards.exchanged")
BUILDABLE = _FIXED.add("cards.buildable")
PRESTIGE = _FIXED.add("cards.prestige")
RESIDENCES = _FIXED.add("land.residences")
LAND_PRESTIGE = _FIXED.add("land.prestige")
INCOME = _FIXED.add("land.income")
STOCK = _FIXED.add("land.stock")
VISITED = _FIXED.add("land.visited")
PROMISED = _FIXED.add("land.promised")
USELESS = _FIXED.add("places.useless")
RIVALS_VISITED = _FIXED.add("rivals.visited")
RIVALS_MONEY = _FIXED.add("rivals.money")
RIVALS_CUBES = _FIXED.add("rivals.cubes")
RIVALS_BATCHES = _FIXED.add("rivals.batches")
RIVALS_HOME = _FIXED.add("rivals.home")
RIVALS_HAND = _FIXED.add("rivals.hand")
RIVALS_BEYOND = _FIXED.add("rivals.beyond")


class MagnaCartaInputs:
    """The inputs of one table of Magna Carta."""

    luck = True

    def __init__(self, referee: MagnaCartaReferee) -> None:
        self._referee, self._board = referee, referee.board
        self._name_blocks()
        self._empty = [0.0] * len(self.names)
        self._empty[GOING] = 1.0
        self._prepare()

    # before play

    def _name_blocks(self) -> None:
        b = self._board
        self.names = names = InputNames(_FIXED)
        self._held = names.block("goods", CUBES)
        self._has = names.block("goods", [f"some_{kind}" for kind in CUBES])
        self._distance = names.block("provost", DISTANCES)
        self._in_hand = names.block("cards", b.own)
        self._built = names.block("land", b.own)
        workable = list(dict.fromkeys(name for card, name in enumerate(b.names) if not b.workless[card]))
        first = names.block("places", workable)
        self._place = [first + workable.index(name) if name in workable else 0 for name in b.names]

    def _prepare(self) -> None:
        b = self._board
        benefits = [b.benefits[n] if n != NO_WORKING else None for n in b.worker_working]
        self._takes = [_taken(benefit) for benefit in benefits]
        self._deniers = [_deniers(benefit) for benefit in benefits]
        self._needs = [_needs(benefit, b.residence_ways) for benefit in benefits]
        self._buys = [benefit is not None and _price_of_cube(benefit) > 0 for benefit in benefits]
        self._cards = [least([way for _, way in ways]) for ways in b.builds]
        self._prestige_cards = [least([way for _, way in ways]) for ways in b.prestige_builds]
        self._wild = "batch" in b.data.gold.wild_in
        self._worth = [building.prestige for building in b.building]
        self._tokens = max(1, sum(b.tokens))
        self._buildings = b.phases.index(Phase.BUILDINGS) + 1

    # the whole

    def of(self, state: State, seat: int) -> list[float]:
        """The numbers of a seat."""
        x = self._empty[:]
        held = state.cubes[seat * KINDS : seat * KINDS + KINDS]
        self._holdings(x, state, seat, held)
        self._order(x, state, seat)
        self._land(x, state, seat)
        coming = self._workers(x, state, seat, held)
        self._castle(x, state, seat, coming)
        self._cards_of(x, state, seat, coming)
        self._rivals(x, state, seat)
        return x

    def left(self, state: State) -> int:
        """By the tokens that are left."""
        return STEPS * sum(state.tokens) // self._tokens

    def standings(self, state: State) -> list[int]:
        """Tokens, cards on the road and prestige cards, as they would score now."""
        b, points = self._board, state.prestige[:]
        for section, rule in enumerate(b.sections):
            for seat in range(b.players):
                points[seat] += rule.prestige * state.won[section * b.players + seat]
        for place, card in enumerate(state.road):
            owner = b.owner_of[card]
            if owner != NOBODY and state.cover[place] == NO_COVER:
                points[owner] += b.residence.prestige if state.flipped[place] else self._worth[card]
        for n, owner in enumerate(state.prestige_owner):
            if owner != NOBODY:
                points[owner] += self._worth[b.first_prestige + n]
        return points

    def on_road(self, state: State) -> tuple[list[int], list[int]]:
        """Whose workers stand up to the provost, and whose beyond."""
        workers = state.worker
        reach = state.provost + 1 if self._board.provost_in_play else len(workers)
        reached, beyond = ([seat for seat in part if seat != NOBODY] for part in (workers[:reach], workers[reach:]))
        return reached, beyond

    def in_use(self, state: State, *, all_reached: bool) -> State:
        """The position as its buildings come into use."""
        new = state.copy()
        new.phase, new.cursor, new.active = self._buildings, 0, 0
        if all_reached:
            new.provost = len(new.worker) - 1
        return new

    def dealt(self, state: State, seat: int, chance: random.Random) -> State:
        """What the seat sees, with the cards nobody has seen dealt anew."""
        view = self._referee.view(state, seat)
        for other in range(self._board.players):
            number = view.unknown[other]
            if number:
                bits = [bit for bit in range(self._board.set_size) if view.deck[other] >> bit & 1]
                hand = sum(1 << bit for bit in chance.sample(bits, number))
                view.hand[other] |= hand
                view.deck[other] ^= hand
                view.unknown[other] = 0
        return view

    # its parts

    def _holdings(self, x: list[float], s: State, seat: int, held: list[int]) -> None:
        money = s.money[seat]
        points = self.standings(s)
        x[POINTS] = own = points[seat]
        x[LEAD] = own - max(other for at, other in enumerate(points) if at != seat)
        x[MONEY] = money
        x[MONEY_THREE] = min(money, 3)
        x[HOME] = s.home[seat]
        kinds = 0
        for kind, number in enumerate(held):
            if number:
                x[self._held + kind] = number
                x[self._has + kind] = 1
                kinds += 1
        x[GOODS_KINDS] = kinds
        x[BATCHES_NOW] = self._batches(held)

    def _batches(self, held: Sequence[int]) -> int:
        """How many batches can be made, gold standing in where it may."""
        food, wood, stone = held[0], held[1], held[2]
        number = min(food, wood, stone)
        if not self._wild:
            return number
        gold = held[GOLD]
        while gold:
            gold -= (food <= number) + (wood <= number) + (stone <= number)
            if gold < 0:
                break
            number += 1
        return number

    def _order(self, x: list[float], s: State, seat: int) -> None:
        passed = len(s.bridge)
        x[START] = (seat - s.starter) % self._board.players
        if seat in s.bridge:
            x[PASSED] = 1
            x[PASSED_PLACE] = s.bridge.index(seat)
            x[OTHERS_PASSED] = passed - 1
        else:
            x[OTHERS_PASSED] = passed

    def _land(self, x: list[float], s: State, seat: int) -> None:
        """What the seat owns on the road, and its prestige cards."""
        b = self._board
        first = b.first_own + seat * b.set_size
        last = s.provost if b.provost_in_play else len(s.road)
        for place, card in enumerate(s.road):
            if not first <= card < first + b.set_size:
                continue
            if s.flipped[place]:
                if s.cover[place] == NO_COVER:
                    x[RESIDENCES] += 1
                    x[INCOME] += b.residence.income
                continue
            x[self._built + card - first] = 1
            x[STOCK] += s.stock[place]
            if place <= last and s.worker[place] not in (NOBODY, seat) and b.owner_working[card] != NO_WORKING:
                x[VISITED] += 1
            if place in s.promised:
                x[PROMISED] += 1
        for n, owner in enumerate(s.prestige_owner):
            if owner == seat:
                x[LAND_PRESTIGE] += 1
                x[INCOME] += b.building[b.first_prestige + n].income

    def _workers(self, x: list[float], s: State, seat: int, held: list[int]) -> list[int]:
        """The seat's workers on cards; gives the cubes it may have after them, then its deniers."""
        b = self._board
        coming = [*held, s.money[seat]]
        final = s.phase >= self._buildings
        slack, doubtful = (0, 0.0) if final else (1, DOUBTFUL)
        done = s.cursor if s.phase == self._buildings and s.active else -1
        later: list[tuple[int, float]] = []
        for place, who in enumerate(s.worker):
            if who != seat or place == done:
                continue
            card, share = s.road[place], 1.0
            if b.provost_in_play:
                far = place - s.provost
                x[self._distance + min(max(far, -FAR), FAR) + FAR] += 1
                share = 1.0 if far <= slack else doubtful
            if b.owner_of[card] not in (NOBODY, seat):
                x[RIVALS_VISITED] += share
            if self._needs[card]:
                later.append((card, share))
                continue
            x[self._place[card]] += share
            if share == 1.0:
                coming[KINDS] += self._deniers[card]
                for kind, more in enumerate(self._takes[card]):
                    coming[kind] += more
        for card, share in later:
            self._use(x, coming, card, share)
        return coming

    def _use(self, x: list[float], coming: list[int], card: int, share: float) -> None:
        """A worker where something is paid: it counts where there will be enough for it."""
        if not meets(coming, self._needs[card]):
            x[USELESS] += 1
            return
        x[self._place[card]] += share
        if self._buys[card] and share == 1.0:
            scarce = min((0, 1, 2), key=coming.__getitem__)
            coming[scarce] += 1
            coming[KINDS] -= 1

    def _castle(self, x: list[float], s: State, seat: int, coming: list[int]) -> None:
        given = s.given[seat]
        x[GIVEN] = given
        x[OTHERS_GIVEN] = sum(s.given) - given
        if given and given == max(s.given):
            x[MOST] = 1
        section = best_section(s)
        if section < 0:
            return
        x[TOKENS] = min(s.tokens[section], 5)
        x[LEFT] = sum(s.tokens)
        able = self._batches(coming)
        x[BATCHES_COMING] = able
        x[BATCHES_POINTS] = able * self._board.sections[section].prestige

    def _cards_of(self, x: list[float], s: State, seat: int, coming: list[int]) -> None:
        """The hand, and what can be built."""
        if s.todo:
            for kind, who, arg in s.todo:
                if kind == "card" and arg == seat:
                    x[COMING] += 1
                elif kind == "refill" and who == seat:
                    x[EXCHANGED] = arg
        hand = s.hand[seat]
        if hand and not x[EXCHANGED]:
            x[HAND] = hand_size(s, seat)
            for bit, needs in enumerate(self._cards):
                if hand >> bit & 1:
                    x[self._in_hand + bit] = 1
                    if meets(coming, needs):
                        x[BUILDABLE] += 1
        if coming[GOLD] and (x[RESIDENCES] or not self._board.data.prestige.on_residence):
            owners = zip(self._prestige_cards, s.prestige_owner, strict=True)
            x[PRESTIGE] = sum(owner == NOBODY and meets(coming, needs) for needs, owner in owners)

    def _rivals(self, x: list[float], s: State, seat: int) -> None:
        """The others, each number for one of them on average."""
        players, n = self._board.players, self._board.players - 1
        cubes, others = s.cubes, [other for other in range(players) if other != seat]
        x[RIVALS_MONEY] = (sum(s.money) - s.money[seat]) / n
        x[RIVALS_HOME] = (sum(s.home) - s.home[seat]) / n
        x[RIVALS_CUBES] = (sum(cubes) - sum(cubes[seat * KINDS : seat * KINDS + KINDS])) / n
        x[RIVALS_HAND] = sum(hand_size(s, other) for other in others) / n
        x[RIVALS_BATCHES] = sum(self._batches(cubes[other * KINDS : other * KINDS + KINDS]) for other in others) / n
        if self._board.provost_in_play:
            beyond = s.worker[s.provost + 1 :]
            x[RIVALS_BEYOND] = (len(beyond) - beyond.count(NOBODY) - beyond.count(seat)) / n


def _taken(benefit: Benefit | None) -> Vector:
    """What is taken without paying."""
    if benefit is None or benefit.kind != "take":
        return ()
    return next(iter(benefit.payments.values())).gain_cubes


def _deniers(benefit: Benefit | None) -> int:
    if benefit is None or benefit.kind != "take":
        return 0
    return max(payment.gain_deniers for payment in benefit.payments.values())


def _needs(benefit: Benefit | None, residence: Sequence[Vector]) -> tuple[tuple[int, ...], ...]:
    """Cubes by kind and deniers, one of which is needed to use a card; none where nothing is paid."""
    if benefit is None or benefit.kind == "take":
        return ()
    if benefit.kind == "residence":
        return least([(*way, 0) for way in residence])
    return least([(*payment.cubes, payment.deniers) for payment in benefit.payments.values()])


def _price_of_cube(benefit: Benefit) -> int:
    """What a cube of one's choice costs here, if money buys one."""
    prices = [p.deniers for p in benefit.payments.values() if not any(p.cubes) and any(p.gain_cubes[:GOLD])]
    return min(prices, default=0)


INPUTS: type[GameInputs[State]] = MagnaCartaInputs
