"""Why an action is not among the options of the open choice.

The reasons for each kind of choice are in the order in which people would give them. They use the same predicates as
the options, and a test compares the two: a text is refused here exactly if it is not an option. A choice without an
alternative is never open, so whatever leaves no alternative (a full road, no residence) needs no reason here.
"""

from companion.engine import reasons
from companion.engine.action import Action
from companion.engine.errors import Reason
from companion.engine.reasons import Refusal, missing, missing_cubes, missing_deniers
from companion.games.caylus.actions import ANSWERS, DECLINE
from companion.games.caylus.choices import price, reach, residences
from companion.games.caylus.compiled import CASTLE_TILE, NOBODY, STOCK, CompiledRules
from companion.games.caylus.state import State
from companion.rules.vocabulary import Category


def why_not(b: CompiledRules, s: State, action: Action) -> Reason:
    """Return the reason against an action that is not an option."""
    return reasons.why_not(b, s, action, ANSWERS, REFUSALS)


def _no_tile(b: CompiledRules, name: str) -> Reason | None:
    return None if name and name in b.index else Reason("no_such_building", {"building": name})


def _place(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    """A worker: first the place, then the price."""
    name = action.place
    if (refused := _worker_place(b, s, seat, name, b.once)) is not None:
        return refused
    tile = CASTLE_TILE if name == "castle" else b.index[name]
    own = tile and s.owner[s.where[tile]] == seat
    return missing_deniers(s, seat, b.own_price if own else price(b, s, seat))


def _move(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    return _worker_place(b, s, seat, action.place, b.gate_once)


def _worker_place(b: CompiledRules, s: State, seat: int, name: str, once: frozenset[str]) -> Reason | None:
    if name == "castle":
        return (
            Reason("there_already", {"place": name})
            if seat in s.castle and name in once
            else _full(len(s.castle), b.castle_places, name)
        )
    if (refused := _no_tile(b, name)) is not None:
        return refused
    tile = b.index[name]
    building = b.building[tile]
    if building is not None and building.category in (Category.RESIDENTIAL, Category.PRESTIGE):
        return Reason("takes_no_worker", {"building": name})
    if not b.workable[tile]:
        return Reason("not_used", {"building": name})
    if s.where[tile] < 0:
        return Reason("not_on_road", {"building": name})
    if tile == b.stables:
        return (
            Reason("there_already", {"place": name})
            if seat in s.stables and "stables" in once
            else _full(len(s.stables), b.stable_places, name)
        )
    holder = s.worker[s.where[tile]]
    return None if holder == NOBODY else Reason("occupied", {"building": name, "by": b.seats[holder]})


def _full(taken: int, places: int, name: str) -> Reason | None:
    return Reason("full", {"place": name, "places": places}) if taken >= places else None


def _provost(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    number = b.provost_steps.get(action)
    if number is None:
        return None
    bribe = s.todo[-1][0] == "bribe"
    most = b.bribe_steps if bribe else b.workings[arg].steps
    if abs(number) > most:
        return Reason("too_far", {"most": most})
    if not b.first_space <= s.provost + number <= b.last_space:
        return Reason("off_the_road", {"first": b.first_space, "last": b.last_space})
    return missing_deniers(s, seat, abs(number) * b.bribe_price) if bribe else None


def _trade(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    working = b.workings[arg]
    payment = working.payments.get(action)
    return missing(s, seat, payment) if payment else Reason("not_offered", {"building": working.of})


def _take(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    return Reason("not_produced", {"building": b.workings[arg].of})


def _decline(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    return Reason("compulsory", {"building": b.workings[arg].of})


def _build(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    working = b.workings[arg]
    name = action.building
    if name not in b.copies:
        return Reason("no_such_building", {"building": name})
    if name not in [b.base[tile] for tile, _ in working.by_tile]:
        return Reason("other_category", {"building": name})
    if all(s.where[tile] != STOCK for tile in b.copies[name]):
        return Reason("not_in_stock", {"building": name})
    if working.prestige and action.space not in residences(b, s, seat):
        return Reason("not_your_residence", {"space": action.space or ""})
    cubes = working.ways.get((name, action.cubes))
    return Reason("payment", {"building": name}) if cubes is None or action.unread else missing_cubes(s, seat, cubes)


def _residence(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    name = action.place
    if (refused := _no_tile(b, name)) is not None:
        return refused
    tile = b.index[name]
    if not b.convertible[tile]:
        return Reason("never_residence", {"building": name})
    if s.where[tile] < 0:
        return Reason("not_on_road", {"building": name})
    spot = s.where[tile]
    if s.owner[spot] not in (NOBODY, seat):
        return Reason("not_yours", {"building": name, "owner": b.seats[s.owner[spot]]})
    return Reason("promised", {"building": name})


def _batch(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    cubes = b.batch.get(action)
    if cubes is None:
        return Reason("no_batch")
    return missing_cubes(s, seat, cubes)


def _favor(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    if action not in b.favor_cell:
        return None
    line, column = b.favor_cell[action]
    if b.line_once and s.lines_used[seat] >> line & 1:
        return Reason("line_used", {"line": b.lines[line]})
    reached = reach(b, s, seat, line)
    return Reason("beyond_marker", {"line": b.lines[line], "column": reached}) if column >= reached else None


def _drawn(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    name = action.place
    if (refused := _no_tile(b, name)) is not None:
        return refused
    tile = b.index[name]
    return Reason("drawn_already" if tile in b.neutral else "not_neutral", {"building": name})


def _next(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    return Reason("ordered_already" if action.seat in b.seats else "no_such_player", {"player": action.seat})


REFUSALS: dict[str, Refusal[CompiledRules, State]] = {
    "place": _place,
    "move": _move,
    "provost": _provost,
    "trade": _trade,
    "take": _take,
    DECLINE: _decline,
    "build": _build,
    "residence": _residence,
    "batch": _batch,
    "favor": _favor,
    "draw": _drawn,
    "next": _next,
}
"""The reasons against each verb."""
