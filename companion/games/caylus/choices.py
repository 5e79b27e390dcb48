"""The kinds of choice of Caylus, each with all that is known of it (`engine.choice`)."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from companion.engine.action import Action
from companion.engine.amounts import Vector
from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.choice import BenefitChoice, ChoiceKind, Kinds, Refusals
from companion.engine.consequences import Consequence, Preview, beyond, follows, next_movers, passes, provost_moves
from companion.engine.errors import Reason
from companion.engine.holdings import affordable, earn, give_cubes, has_cubes, pay, receive
from companion.engine.notation import Word
from companion.engine.phases import go_to_bridge, place_of
from companion.engine.reminders import Chooser, Reminder, remind
from companion.games.caylus import foresight
from companion.games.caylus.actions import BACK, BUILD, DECLINE, DONE, FAVOR, LEAVE, MOVE, PASS, PLACE, PROVOST, STAY
from companion.games.caylus.compiled import CASTLE_TILE, RESIDENCE, STOCK, CompiledRules
from companion.games.caylus.moves import (
    build,
    carry_out,
    convert,
    first_free_spot,
    put_worker,
    return_worker,
    send_worker,
    step_provost,
)
from companion.games.caylus.state import State, free_neutrals
from companion.rules.vocabulary import Category

if TYPE_CHECKING:
    from companion.games.caylus.look import Look


class CaylusChoice(ChoiceKind[CompiledRules, State]):
    """A kind of choice of Caylus."""

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        return foresight.no_batch(chooser)


def no_tile(b: CompiledRules, name: str) -> Reason | None:
    """Return the reason if there is no such tile."""
    return None if name and name in b.index else Reason("no_such_building", {"building": name})


# chance


class DrawChoice(CaylusChoice):
    """The next neutral tile."""

    of_course = True
    kind, verbs, chance = "draw", ("draw",), True

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        return [b.draw[tile] for tile in free_neutrals(b, s)]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        tile = b.index[action.place]
        s.road[arg] = tile
        s.where[tile] = arg
        if s.log is not None:
            s.log.append(("drawn", b.tiles[tile], b.space(arg)))

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        name = action.place
        if (unknown := no_tile(b, name)) is not None:
            return unknown
        return Reason("drawn_already" if b.index[name] in b.neutral else "not_neutral", {"building": name})

    def written(self, b: CompiledRules, arg: int) -> str:
        return str(b.space(arg))

    def read(self, b: CompiledRules, s: State, seat: int, label: str, word: Word) -> int:
        return b.spot(Word(label, word.line, word.column).number(1, b.spots - b.specials))


class NextChoice(CaylusChoice):
    """The next place in the turn order, and the money of that place."""

    of_course = True
    kind, verbs, chance = "next", ("next",), True

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        return [b.next[player] for player in range(b.players) if player not in s.order]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        place, chosen = len(s.order), b.seats.index(action.seat)
        s.order.append(chosen)
        s.had.append(chosen)
        if s.log is not None:
            s.log.append(("ordered", chosen, place + 1))
        receive(s, chosen, b.data.setup.money[place], "setup")

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return Reason("ordered_already" if action.seat in b.seats else "no_such_player", {"player": action.seat})


# phase 2: workers


def price(b: CompiledRules, s: State, seat: int) -> int:
    """Return what a worker costs this player now, except on their own buildings."""
    return b.inn_price if s.inn == seat else b.prices[len(s.bridge)]


def free_places(
    b: CompiledRules, s: State, seat: int, actions: list[Action], once: frozenset[str], refused: Refusals | None
) -> list[Action]:
    """Return every free place for a worker, in board order, the castle last."""
    workable, worker, options = b.workable, s.worker, []
    for spot, tile in enumerate(s.road):
        if workable[tile] and worker[spot] < 0:
            options.append(actions[tile])
    if refused is not None:
        for tile, seat_there in zip(s.road, worker, strict=True):
            if seat_there >= 0:
                refused.add(actions[tile], "occupied", building=b.tiles[tile], by=b.seats[seat_there])
    if b.stables and (len(s.stables) >= b.stable_places or (seat in s.stables and "stables" in once)):
        options.remove(actions[b.stables])
        if refused is not None:
            _shut(refused, actions[b.stables], "stables", b.stable_places, seat in s.stables and "stables" in once)
    if len(s.castle) < b.castle_places and not (seat in s.castle and "castle" in once):
        options.append(actions[CASTLE_TILE])
    elif refused is not None:
        _shut(refused, actions[CASTLE_TILE], "castle", b.castle_places, seat in s.castle and "castle" in once)
    return options


def _shut(refused: Refusals, action: Action, place: str, places: int, there: bool) -> None:
    if there:
        refused.add(action, "there_already", place=place)
    else:
        refused.add(action, "full", place=place, places=places)


def no_place(b: CompiledRules, s: State, name: str) -> Reason | None:
    """Return why this never is a place for a worker."""
    if (unknown := no_tile(b, name)) is not None:
        return unknown
    tile = b.index[name]
    building = b.building[tile]
    if building is not None and building.category in (Category.RESIDENTIAL, Category.PRESTIGE):
        return Reason("takes_no_worker", {"building": name})
    if not b.workable[tile]:
        return Reason("not_used", {"building": name})
    return Reason("not_on_road", {"building": name}) if s.where[tile] < 0 else None


class WorkerChoice(CaylusChoice):
    """A worker where the player can afford one, or the bridge."""

    of_course = True
    kind, verbs = "worker", (PLACE, PASS)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        options: list[Action] = []
        if s.home[seat]:
            money, cost = s.money[seat], b.inn_price if s.inn == seat else b.prices[len(s.bridge)]
            if money >= cost:
                options = free_places(b, s, seat, b.place, b.once, refused)
            elif money >= b.own_price or refused is not None:
                options = self._own(b, s, seat, cost, refused)
        options.append(PASS)
        return options

    def _own(self, b: CompiledRules, s: State, seat: int, cost: int, refused: Refusals | None) -> list[Action]:
        """The player's own buildings, where everything else is too dear."""
        own = {b.place[tile] for tile, owner in zip(s.road, s.owner, strict=True) if owner == seat}
        options = []
        for action in free_places(b, s, seat, b.place, b.once, refused):
            if action in own and s.money[seat] >= b.own_price:
                options.append(action)
            elif refused is not None:
                refused.lacking(action, s, seat, b.own_price if action in own else cost)
        return options

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action == PASS:
            go_to_bridge(s, seat, b.first_pass)
            return
        tile = b.tile_at[action.place]
        own = tile and s.owner[s.where[tile]] == seat
        pay(s, seat, b.own_price if own else price(b, s, seat), "worker", b.tiles[tile] or "castle")
        send_worker(b, s, seat, tile)

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return no_place(b, s, action.place) if action.verb == PLACE else None

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        if preview.action == PASS:
            yield from passes(preview, foresight.data(preview).first_pass)
        else:
            yield from foresight.arrives(preview)
            yield from beyond(preview)

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        yield from super().reminds(chooser)
        yield from foresight.scored(chooser)
        yield from foresight.kept(chooser)
        price = cast("Look", chooser.look)["players"][chooser.seat]["price"] or 0
        yield from chooser.first_pass(foresight.data(chooser).first_pass, price)


# phase 3: special buildings


class GateChoice(CaylusChoice):
    """Where the worker at the gate goes, or staying there."""

    of_course = True
    kind, verbs, expected = "gate", (MOVE, BACK), 0.6

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        return [*free_places(b, s, seat, b.move, b.gate_once, refused), BACK]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action != BACK:
            tile = b.tile_at[action.place]
            s.worker[arg] = NOBODY
            if s.log is not None:
                s.log.append(("moved", seat, b.tiles[tile] or "castle"))
            put_worker(b, s, seat, tile)

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return no_place(b, s, action.place)

    def about(self, b: CompiledRules, arg: int) -> str:
        return self.kind

    def read(self, b: CompiledRules, s: State, seat: int, label: str, word: Word) -> int:
        return s.where[b.index["gate"]]

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        yield from foresight.arrives(preview)
        yield from beyond(preview)


class ProvostChoice(CaylusChoice):
    """Steps of the provost; how many, and what they cost, is up to the kind."""

    of_course = True

    verbs = (PROVOST, STAY)

    @abstractmethod
    def most(self, b: CompiledRules, arg: int) -> tuple[int, int]:
        """Return how many steps are allowed, and the price of each."""

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        most, cost = self.most(b, arg)
        reach = min(most, s.money[seat] // cost) if cost else most
        back, forward = min(reach, s.provost - b.first_space), min(reach, b.last_space - s.provost)
        if refused is not None:
            for action, steps in b.provost_steps.items():
                if abs(steps) > most:
                    refused.add(action, "too_far", most=most)
                elif not b.first_space <= s.provost + steps <= b.last_space:
                    refused.add(action, "off_the_road", first=b.first_space, last=b.last_space)
                else:
                    refused.lacking(action, s, seat, abs(steps) * cost)
        return [*b.provost_back[len(b.provost_back) - back :], STAY, *b.provost_forward[:forward]]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action != STAY:
            steps = b.provost_steps[action]
            step_provost(s, seat, steps, abs(steps) * self.most(b, arg)[1])

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        yield from foresight.bailiff_goes(preview)
        yield from provost_moves(preview)

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        yield from super().reminds(chooser)
        yield from chooser.unreached()


class GuildChoice(ProvostChoice, BenefitChoice[CompiledRules, State]):
    """The merchants' guild."""

    kind = "guild"

    def most(self, b: CompiledRules, arg: int) -> tuple[int, int]:
        return b.benefits[arg].steps, 0


class InnChoice(CaylusChoice):
    """Whether the lodger stays."""

    of_course = goes_without_saying = True
    kind, verbs, expected = "inn", (STAY, LEAVE), 1.0

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        return [STAY, LEAVE]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action == LEAVE:
            leave_inn(s)

    def about(self, b: CompiledRules, arg: int) -> str:
        return self.kind

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        if preview.action == LEAVE:
            yield follows("frees")
        else:
            yield follows("bound")
            yield follows("guest", foresight.data(preview).bridge.inn)


def leave_inn(s: State) -> None:
    """Send home the worker on the right circle."""
    seat, s.inn = s.inn, NOBODY
    return_worker(s, seat, "inn")


# phase 4: the provost


class BribeChoice(ProvostChoice):
    """Steps of the provost, each for money."""

    kind = "bribe"

    def most(self, b: CompiledRules, arg: int) -> tuple[int, int]:
        return b.bribe_steps, b.bribe_price

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        yield from super().follows(preview)
        if preview.action != STAY:
            yield from next_movers(preview)

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        yield from super().reminds(chooser)
        yield from foresight.scored(chooser)


# phase 5, and the buildings line of the favor table


class EffectChoice(CaylusChoice, BenefitChoice[CompiledRules, State]):
    """What a building or a cell of the favor table lets its user do; it may be declined."""

    of_course = True

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        yield from foresight.spends_batch(preview)
        yield from foresight.visits(preview)


class DealChoice(EffectChoice):
    """Goods for nothing or for others."""

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        benefit = b.benefits[arg]
        if action == DECLINE:
            self.decline(b, s, seat, arg)
        else:
            carry_out(b, s, seat, benefit.payments[action], benefit.source, benefit.of)


class TakeChoice(DealChoice):
    """One of the goods produced."""

    kind, verbs, expected = "take", ("take", DECLINE), 0.0

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        benefit = b.benefits[arg]
        if not benefit.compulsory:
            return [*benefit.payments, DECLINE]
        if refused is not None:
            refused.add(DECLINE, "compulsory", building=benefit.of)
        return [*benefit.payments]

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return Reason("not_produced", {"building": b.benefits[arg].of}) if action.verb != DECLINE else None


class TradeChoice(DealChoice):
    """A deal that the player can pay for."""

    kind, verbs, expected = "trade", ("trade", DECLINE), 0.8

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        options = []
        for action, payment in b.benefits[arg].payments.items():
            if affordable(s, seat, payment):
                options.append(action)
            elif refused is not None:
                refused.lacking(action, s, seat, payment)
        options.append(DECLINE)
        return options

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return Reason("not_offered", {"building": b.benefits[arg].of})


class BuildChoice(EffectChoice):
    """A tile in stock that the player can pay for, on the next free space or on a residence."""

    kind, verbs, expected = "build", (BUILD, DECLINE), 2.4

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        benefit, options = b.benefits[arg], list[Action]()
        sites = residences(b, s, seat) if benefit.prestige else [0] if first_free_spot(b, s) >= 0 else []
        offered: set[str] = set()
        for tile, ways in benefit.by_tile if sites else ():
            if s.where[tile] != STOCK or b.base[tile] in offered:
                continue
            offered.add(b.base[tile])
            for action, cubes in ways:
                if has_cubes(s, seat, cubes):
                    options += [b.sited[action, site] for site in sites] if benefit.prestige else (action,)
                elif refused is not None:
                    for site in sites:
                        refused.lacking(b.sited[action, site] if site else action, s, seat, cubes)
        options.append(DECLINE)
        return options

    def hindrance(self, b: CompiledRules, s: State, seat: int, arg: int) -> str:
        benefit = b.benefits[arg]
        if benefit.prestige and not residences(b, s, seat):
            return "no_residence"
        if not benefit.prestige and first_free_spot(b, s) < 0:
            return "road_full"
        empty = all(s.where[tile] != STOCK for tile, _ in benefit.by_tile)
        return "none_in_stock" if empty else "cannot_pay"

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        benefit = b.benefits[arg]
        if action == DECLINE:
            self.decline(b, s, seat, arg)
            return
        tile = next(copy for copy in b.copies[action.building] if s.where[copy] == STOCK)
        give_cubes(s, seat, benefit.ways[action.building, action.cubes], "built", b.tiles[tile])
        build(b, s, seat, tile, b.spot(action.space) if action.space else first_free_spot(b, s))

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        benefit, name = b.benefits[arg], action.building
        if name not in b.copies:
            return Reason("no_such_building", {"building": name})
        if name not in [b.base[tile] for tile, _ in benefit.by_tile]:
            return Reason("other_category", {"building": name})
        if all(s.where[tile] != STOCK for tile in b.copies[name]):
            return Reason("not_in_stock", {"building": name})
        if benefit.prestige and action.space not in residences(b, s, seat):
            return Reason("not_your_residence", {"space": action.space or ""})
        return Reason("payment", {"building": name})


def residences(b: CompiledRules, s: State, seat: int) -> list[int]:
    """Return the road spaces of this player's residences."""
    return [b.space(spot) for spot in range(b.specials, b.spots) if s.road[spot] == RESIDENCE and s.owner[spot] == seat]


class ResidenceChoice(EffectChoice):
    """A building to turn into a residence, now or when the worker on it has left."""

    kind, verbs, expected = "residence", ("residence", DECLINE), 1.5

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        options: list[Action] = []
        if affordable(s, seat, b.benefits[arg].cost):
            promised = [spot for spot, _ in s.promised]
            for spot, (tile, owner) in enumerate(zip(s.road, s.owner, strict=True)):
                if not b.convertible[tile]:
                    continue
                if owner in (NOBODY, seat) and spot not in promised:
                    options.append(b.to_residence[tile])
                elif refused is not None and owner not in (NOBODY, seat):
                    refused.add(b.to_residence[tile], "not_yours", building=b.tiles[tile], owner=b.seats[owner])
                elif refused is not None:
                    refused.add(b.to_residence[tile], "promised", building=b.tiles[tile])
        options.append(DECLINE)
        return options

    def hindrance(self, b: CompiledRules, s: State, seat: int, arg: int) -> str:
        return "nothing_to_convert" if affordable(s, seat, b.benefits[arg].cost) else "cannot_pay"

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action == DECLINE:
            self.decline(b, s, seat, arg)
            return
        carry_out(b, s, seat, b.benefits[arg].cost, "residence", action.place)
        convert(b, s, seat, s.where[b.index[action.place]])

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        name = action.place
        if (unknown := no_tile(b, name)) is not None:
            return unknown
        return Reason("not_on_road" if b.convertible[b.index[name]] else "never_residence", {"building": name})


# phase 6: the castle


class BatchChoice(CaylusChoice):
    """A batch for the castle, as long as it has room; asked again after each."""

    of_course = True
    kind, verbs = "batch", ("batch", DONE)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        options = []
        if open_section(b, s) >= 0:
            for action, cubes in b.batch.items():
                if has_cubes(s, seat, cubes):
                    options.append(action)
                elif refused is not None:
                    refused.lacking(action, s, seat, cubes)
        options.append(DONE)
        return options

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action != DONE:
            build_house(b, s, seat, place_of(s.castle, s.had), b.batch[action])
            s.todo.append(("batch", seat, 0))

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return Reason("no_batch")

    def read(self, b: CompiledRules, s: State, seat: int, label: str, word: Word) -> int:
        if seat not in s.castle:
            raise word.fault("not_in_castle")
        return 0

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        return foresight.delivers(preview) if preview.action != DONE else foresight.refuses(preview)

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        castle = cast("Look", chooser.look)["castle"]
        yield from super().reminds(chooser)
        yield from foresight.scored(chooser)
        yield from chooser.most_batches(castle["workers"], castle["given"], foresight.data(chooser).castle.best_builder)


def open_section(b: CompiledRules, s: State) -> int:
    """Return the section that the next house goes to, at or after the one under construction; -1 if none has room."""
    for section in range(s.section, len(b.sections)):
        if houses_in(b, s, section) < b.sections[section].parts:
            return section
    return -1


def houses_in(b: CompiledRules, s: State, section: int) -> int:
    """Count the houses in a section."""
    return sum(s.houses[section * b.players : (section + 1) * b.players])


def build_house(b: CompiledRules, s: State, seat: int, place: int, cubes: Vector) -> None:
    """Hand in a batch and build a house; `place` is the player's place in the castle."""
    section = open_section(b, s)
    name = b.section_names[section]
    give_cubes(s, seat, cubes, "castle", name)
    s.houses[section * b.players + seat] += 1
    s.given[place] += 1
    earn(s, seat, b.sections[section].prestige, "castle", name)


# royal favors


class FavorChoice(CaylusChoice):
    """A cell of the favor table, on a line not used in this phase. If none is left, the favor is lost."""

    kind, verbs = "favor", (FAVOR,)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        used, options = s.lines_used[seat], list[Action]()
        if used.bit_count() < b.favors_per_phase:
            for line, cells in enumerate(b.favors):
                reached = reach(b, s, seat, line)
                if b.line_once and used >> line & 1:
                    reached = 0
                options += cells[:reached]
                if refused is not None:
                    for action in cells[reached:]:
                        if b.line_once and used >> line & 1:
                            refused.add(action, "line_used", line=b.lines[line])
                        else:
                            refused.add(action, "beyond_marker", line=b.lines[line], column=reached)
        return options or [DECLINE]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action == DECLINE:
            if s.log is not None:
                s.log.append(("favor_lost", seat))
            return
        line, column = b.favor_cell[action]
        move_marker(b, s, seat, line, column, reach(b, s, seat, line))
        use(b, s, seat, b.favor_working[line][column])

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        line = preview.action.line
        columns = (cast("Look", look)["players"][preview.seat]["favors"][line] for look in (preview.now, preview.then))
        yield follows("marker", *columns)

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        """A marker that cannot go on leaves its line to be used all the same."""
        yield from super().reminds(chooser)
        look = cast("Look", chooser.look)
        me = look["players"][chooser.seat]
        for line, column in me["favors"].items():
            if column == look["favors"]["columns_open"] and line not in me["used"]:
                yield remind("line_end", line)


def reach(b: CompiledRules, s: State, seat: int, line: int) -> int:
    """Return the column that a marker is in after a favor on its line."""
    column = s.columns[seat * len(b.lines) + line]
    return column + 1 if column < s.open_columns else column


def move_marker(b: CompiledRules, s: State, seat: int, line: int, column: int, marker: int) -> None:
    """Move a marker to its new column, for the use of the cell of a column (counted from 0)."""
    s.columns[seat * len(b.lines) + line] = marker
    s.lines_used[seat] |= 1 << line
    if s.log is not None:
        s.log.append(("favor_used", seat, b.lines[line], column + 1, marker))


def use(b: CompiledRules, s: State, seat: int, benefit: int) -> None:
    """Put the choice that a building or favor offers on `todo`, if it has any."""
    if benefit != NO_WORKING:
        s.todo.append((b.benefits[benefit].kind, seat, benefit))


DRAW, NEXT, FAVORS = DrawChoice(), NextChoice(), FavorChoice()

CHOICES = Kinds(
    (
        DRAW,
        NEXT,
        WorkerChoice(),
        GateChoice(),
        GuildChoice(),
        InnChoice(),
        BribeChoice(),
        TakeChoice(),
        TradeChoice(),
        BuildChoice(),
        ResidenceChoice(),
        BatchChoice(),
        FAVORS,
    )
)
"""Every kind of choice."""
