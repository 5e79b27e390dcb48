"""Quick entries for Caylus; for those of both games, and for what is refused, see `engine.assistant`.

    draw n_farm             set-up: a neutral tile, on the first free space or `on 3`; `next` lays the others
    order red green blue    these players come first; in the set-up this decides the money
    place red mason         a worker; in the phase of placing it is paid for. `place red castle`
    place red mason unpaid  without paying, and whatever else the rules say
    home red                all of their workers; `home red inn` only that one
    inn red                 their worker lodges there now
    stables red blue        the turn order, as the stables change it
    provost +2              `provost +2 red`: moved by Red, who pays in the provost phase; `bailiff +1`
    build red mason         a tile on the first free space, or `on 12`; `build red w_market WF`: paid for
    convert red n_farm      becomes Red's residence; `convert red n_farm 1d1C`: paid for
    batch red FWS           a house; the cubes, if given, are taken
    favor red cubes 2 1W    a marker and a cell; the goods, if the cell offers a choice
    score                   the section under construction, now
    had red s_farm          they have had their part of a building, so nobody offers it to them

A reported favor stays on `todo` until it is used or the next phase begins.
"""

import re
from collections.abc import Iterator, Sequence

from companion.engine import phases as turns
from companion.engine.action import Action
from companion.engine.assistant import (
    END,
    NEXT,
    SCORE,
    AssistantRules,
    BuildingPart,
    Entry,
    EntryWords,
    had,
    provost_steps,
    require,
    short,
    spend,
    tell,
)
from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.errors import Reason
from companion.engine.notation import MOST
from companion.engine.state import OWNER, WORKER
from companion.games.caylus.actions import FAVOR
from companion.games.caylus.choices import (
    CHOICES,
    DRAW,
    FAVORS,
    build_house,
    leave_inn,
    move_marker,
    open_section,
    price,
    reach,
    residences,
)
from companion.games.caylus.compiled import CASTLE_TILE, EMPTY, STOCK, Benefit, CompiledRules
from companion.games.caylus.moves import build, carry_out, convert, return_worker, send_home, send_worker, step_provost
from companion.games.caylus.open_choice import BONUS, MAIN, here_offered, stands_above
from companion.games.caylus.phase_end import (
    as_dealt,
    begin_anew,
    close,
    count_all,
    finish_scoring,
    free_neutral_spot,
    phase_number,
    release,
)
from companion.games.caylus.phases import STEPS, end_game, reorder, score
from companion.games.caylus.state import State, free_neutrals
from companion.rules.base import Goods
from companion.rules.vocabulary import BonusTo, Category, FavorMode, Good, Phase

_BUILT = (Category.WOOD, Category.STONE, Category.PRESTIGE)

# set-up and order


def _draw(b: CompiledRules, s: State, say: EntryWords) -> None:
    tile = b.index[say.building(b.index)]
    space = say.space(b.data.road.spaces)
    say.end()
    if tile not in free_neutrals(b, s):
        raise say.refusal("drawn_already" if tile in b.neutral else "not_neutral", building=b.tiles[tile])
    if space and space not in b.data.road.neutral:
        raise say.refusal("no_such_space", first=min(b.data.road.neutral), last=max(b.data.road.neutral))
    spot = b.spot(space) if space else free_neutral_spot(b, s)
    if spot < 0 or s.road[spot] != EMPTY:
        raise say.refusal("road_full")
    DRAW.play(b, s, NOBODY, spot, b.draw[tile])


def _order(b: CompiledRules, s: State, say: EntryWords) -> None:
    first = say.seats()
    if s.phase == turns.SETUP:
        s.order = list(dict.fromkeys(first + s.order))
    else:
        reorder(s, first)


# workers


def _place(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    tile = _worker_tile(b, s, say)
    unpaid = say.unpaid()
    say.end()
    _one_at_home(b, s, say, seat)
    if not unpaid and s.phase == phase_number(b, Phase.WORKERS) and seat not in s.bridge:
        own = tile and s.owner[s.where[tile]] == seat
        cost = Goods(denier=b.own_price if own else price(b, s, seat))
        spend(s, say, seat, cost, "worker", b.tiles[tile] or "castle")
    if tile not in (CASTLE_TILE, b.stables) and s.worker[s.where[tile]] != NOBODY:
        send_home(b, s, s.where[tile])
    send_worker(b, s, seat, tile)


def _worker_tile(b: CompiledRules, s: State, say: EntryWords) -> int:
    """Read a place for a worker; `CASTLE_TILE` is the castle."""
    if say.left[:1] == ["castle"]:
        say.word()
        return CASTLE_TILE
    tile = b.index[say.building(b.index)]
    if s.where[tile] < 0:
        raise say.refusal("not_on_road", building=b.tiles[tile])
    if not b.workable[tile]:
        raise say.refusal("takes_no_worker", building=b.tiles[tile])
    return tile


def _one_at_home(b: CompiledRules, s: State, say: EntryWords, seat: int) -> None:
    if not s.home[seat]:
        raise say.refusal("no_worker_left", player=b.seats[seat])


def _home(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    out = _out(b, s, seat)
    named = [say.word()] if say.left else []
    say.end()
    places = named or out
    if named == [_inn_name(b)] and s.inn == seat and named[0] not in out:
        leave_inn(s)
    elif not places or any(place not in out for place in places):
        raise say.refusal("no_worker_there", player=b.seats[seat])
    else:
        for place in places:
            _bring_home(b, s, seat, place)


def _out(b: CompiledRules, s: State, seat: int) -> list[str]:
    """List where this player's workers are, except one that lodges in the inn, because it stays there."""
    out = [b.tiles[tile] for tile, worker in zip(s.road, s.worker, strict=True) if worker == seat]
    return out + [b.tiles[b.stables]] * s.stables.count(seat) + ["castle"] * s.castle.count(seat)


def _inn_name(b: CompiledRules) -> str:
    return b.data.special.order[b.inn_spot] if b.inn_spot >= 0 else ""


def _bring_home(b: CompiledRules, s: State, seat: int, place: str) -> None:
    if place == "castle":
        gone = s.castle.index(seat)
        del s.castle[gone], s.given[gone : gone + 1]
        return_worker(s, seat, place)
    elif place == b.tiles[b.stables]:
        s.stables.remove(seat)
        return_worker(s, seat, place)
    else:
        here = zip(s.road, s.worker, strict=True)
        send_home(b, s, next(n for n, (tile, worker) in enumerate(here) if worker == seat and b.tiles[tile] == place))


def _inn(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    say.end()
    if b.inn_spot < 0:
        raise say.unread()
    if s.inn != NOBODY:
        leave_inn(s)
    if s.worker[b.inn_spot] == seat:
        s.worker[b.inn_spot] = NOBODY
    else:
        _one_at_home(b, s, say, seat)
        s.home[seat] -= 1
    s.inn = seat
    tell(s, "lodged", seat)


def _stables(b: CompiledRules, s: State, say: EntryWords) -> None:
    reorder(s, say.seats())
    for seat in s.stables:
        return_worker(s, seat, b.tiles[b.stables])
    s.stables = []


# provost and bailiff


def _provost(b: CompiledRules, s: State, say: EntryWords) -> None:
    steps = say.steps()
    seat = say.seat() if say.left else NOBODY
    say.end()
    if not b.first_space <= s.provost + steps <= b.last_space:
        raise say.refusal("no_such_space", first=b.first_space, last=b.last_space)
    if seat == NOBODY:
        s.provost += steps
        tell(s, "provost_set", s.provost)
        return
    cost = abs(steps) * b.bribe_price if s.phase == phase_number(b, Phase.PROVOST) else 0
    require(s, say, seat, cost)
    step_provost(s, seat, steps, cost)


def _bailiff(b: CompiledRules, s: State, say: EntryWords) -> None:
    steps = say.steps()
    say.end()
    first, last = b.data.bailiff.start, b.data.road.spaces
    if not first <= s.bailiff + steps <= last:
        raise say.refusal("no_such_space", first=first, last=last)
    s.bailiff += steps
    tell(s, "bailiff_moved", s.bailiff)


# buildings


def _build(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    name = say.building(b.copies)
    space = say.space(b.data.road.spaces)
    cost = say.cost()
    space = space or say.space(b.data.road.spaces)
    say.end()
    if b.category[b.index[name]] not in _BUILT:
        raise say.refusal("other_category", building=name)
    tile = next((copy for copy in b.copies[name] if s.where[copy] == STOCK), EMPTY)
    if tile == EMPTY:
        raise say.refusal("not_in_stock", building=name)
    spot = b.spot(space) if space else _site(b, s, say, seat, tile)
    spend(s, say, seat, cost, "built", b.tiles[tile])
    _clear(b, s, spot)
    build(b, s, seat, tile, spot)


def _site(b: CompiledRules, s: State, say: EntryWords, seat: int, tile: int) -> int:
    """Return the first unbuilt space beyond the neutral ones; for a prestige building, the player's first residence."""
    mine = residences(b, s, seat)
    if b.category[tile] == Category.PRESTIGE and mine:
        return b.spot(mine[0])
    for spot in range(b.specials, b.spots):
        if s.road[spot] == EMPTY and b.space(spot) not in b.data.road.neutral:
            return spot
    raise say.refusal("road_full")


def _clear(b: CompiledRules, s: State, spot: int) -> None:
    """Send home the worker and return the tile that occupy a spot."""
    if s.worker[spot] != NOBODY:
        send_home(b, s, spot)
    if s.where[s.road[spot]] == spot:
        s.where[s.road[spot]] = STOCK


def _convert(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    tile = b.index[say.building(b.index)]
    cost = say.cost()
    say.end()
    spot = s.where[tile]
    if spot < b.specials:
        raise say.refusal("not_on_road", building=b.tiles[tile])
    if any(promised == spot for promised, _ in s.promised):
        raise say.refusal("promised", building=b.tiles[tile])
    spend(s, say, seat, cost, "residence", b.tiles[tile])
    convert(b, s, seat, spot)


# the castle and the favors


def _batch(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    cost = say.cost()
    say.end()
    if open_section(b, s) < 0:
        raise say.refusal("castle_full")
    if seat not in s.castle:
        # Nobody entered that they placed a worker there, but they must have.
        _one_at_home(b, s, say, seat)
        send_worker(b, s, seat, CASTLE_TILE)
    require(s, say, seat, cost.denier, cost.cubes())
    count_all(s)
    build_house(b, s, seat, s.castle.index(seat), cost.cubes())


def _favor(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    cell = b.favor_cell.get(f"favor {say.word()} {say.word()}")
    if cell is None or b.data.favors.mode == FavorMode.FLAT:
        raise say.unread()
    line, column = cell
    number = b.favor_working[line][column]
    benefit = b.benefits[number] if number != NO_WORKING else None
    payments = benefit.payments if benefit else {}
    taken = list(payments.values()) if len(payments) == 1 else []
    if say.left:
        wanted = say.word()
        taken = [payment for payment in payments.values() if payment.text() == wanted]
        if not taken:
            raise say.unread()
    say.end()
    for payment in taken:
        require(s, say, seat, payment.deniers, payment.cubes)
    if ("favor", seat, 0) in s.todo:
        s.todo.remove(("favor", seat, 0))
    move_marker(b, s, seat, line, column, max(column + 1, reach(b, s, seat, line)))
    for payment in taken:
        carry_out(b, s, seat, payment, "favor", b.lines[line])


def _score(b: CompiledRules, s: State, say: EntryWords) -> None:
    """Score the section under construction. Its favors are used before the next columns open.

    Whose turn it is in another phase than the last stays as it was.
    """
    say.end()
    if s.phase == turns.SETUP:
        raise say.refusal("not_now", expected="next")
    had, left, at_end = s.had, b.players, s.phase == phase_number(b, Phase.END_OF_TURN)
    if s.scoring >= 0:
        left -= len(had) if at_end else left
        s.todo = [task for task in s.todo if task[0] != FAVOR]
    else:
        s.scoring, s.had = s.section, []
        tell(s, "scoring", b.section_names[s.section])
    for _ in range(left):
        score(b, s)
    s.had = s.had if at_end else had
    if not any(kind == FAVOR for kind, _, _ in s.todo):
        finish_scoring(b, s)


# entries that make sense now


def entries(b: CompiledRules, s: State) -> list[Action]:
    """Return entries for waiting favors, then those of the phase, then those that close it."""
    waiting = dict.fromkeys(seat for kind, seat, _ in s.todo if kind == "favor")
    actions = [
        short("favor", b.seats[seat], line=action.line, column=action.column)
        for seat in waiting
        for action in FAVORS.offer(b, s, seat, 0)
        if action.verb == FAVOR
    ]
    if s.phase == turns.SETUP:
        return [*actions, *(b.draw[tile] for tile in free_neutrals(b, s)), NEXT]
    actions += _in_phase(b, s, b.phases[s.phase - 1])
    return [*actions, NEXT, *([SCORE] if s.section < len(b.sections) else []), END]


def _in_phase(b: CompiledRules, s: State, phase: Phase) -> list[Action]:
    if phase == Phase.WORKERS:
        return [short("pass", b.seats[seat]) for seat in s.order if seat not in s.bridge]
    if phase == Phase.SPECIAL and b.inn_spot >= 0:
        lodger = [short("home", b.seats[s.inn], _inn_name(b))] if s.inn != NOBODY else []
        return [*(short("inn", b.seats[seat]) for seat in s.order if seat != s.inn and s.home[seat]), *lodger]
    if phase == Phase.PROVOST:
        return provost_steps(b, s.provost - b.first_space, b.last_space - s.provost)
    if phase == Phase.CASTLE and open_section(b, s) >= 0:
        here = dict.fromkeys([*s.castle, *s.order])
        return [short("batch", b.seats[seat]) for seat in here if seat in s.castle or s.home[seat]]
    return []


# what entries imply


_NOTHING = Benefit("", "", "")
"""What a building brings that has no effect for this player."""


def _parts(b: CompiledRules, s: State) -> Iterator[BuildingPart]:
    """Yield whose parts of which buildings are to come; in the phase of the special ones, theirs."""
    special = s.phase == phase_number(b, Phase.SPECIAL)
    for spot in range(b.specials) if special else range(b.specials, b.spots):
        due, tile = _due(b, s, spot), s.road[spot]
        for part in due:
            number = (b.tile_working if part == WORKER else b.bonus_working)[tile]
            benefit = b.benefits[number] if number != NO_WORKING else _NOTHING
            alone, seat = special or OWNER not in due, _whose(b, s, spot)[part]
            arg, works = spot if benefit.kind == "gate" else number, special or spot < b.specials + s.provost
            yield BuildingPart(
                benefit.kind, arg, spot - (0 if special else b.specials), b.base[tile], b.tiles[tile], seat,
                benefit.payments.values(), alone, works,
            )  # fmt: skip
    if special and b.inn_spot >= 0 and s.inn not in (NOBODY, *s.had) and s.worker[b.inn_spot] == NOBODY:
        yield BuildingPart("inn", 0, b.inn_spot + 1, _inn_name(b), _inn_name(b), s.inn, (), True)


def _due(b: CompiledRules, s: State, spot: int) -> list[int]:
    """Return whose parts of a building are to come, or open."""
    tile, owner, worker = s.road[spot], s.owner[spot], s.worker[spot]
    if worker == NOBODY:
        return []
    bonus = owner not in (NOBODY, worker) and b.bonus_working[tile] != NO_WORKING
    open_now = s.active and spot == s.cursor + b.specials and s.phase == phase_number(b, Phase.BUILDINGS)
    due = {WORKER: here_offered(b, s).get(MAIN), OWNER: here_offered(b, s).get(BONUS)}
    parts = [WORKER, OWNER] if bonus else [WORKER]
    return [part for part in parts if (spot, part) not in s.served and (not open_now or due[part] in s.todo)]


def _part(b: CompiledRules, s: State, spot: int, seat: int) -> int:
    """Return the part of a building that this player has not had; 0 if there is none."""
    whose = _whose(b, s, spot)
    return next((part for part in _due(b, s, spot) if whose[part] == seat), 0)


def _whose(b: CompiledRules, s: State, spot: int) -> dict[int, int]:
    owner = s.owner[spot] if b.data.production_bonus.to == BonusTo.OWNER else s.worker[spot]
    return {WORKER: s.worker[spot], OWNER: owner}


def _had(b: CompiledRules, s: State, say: EntryWords) -> None:
    """Note that a player has had their part of a building; when nobody's is left, the worker goes home."""
    seat = say.seat()
    tile = b.index[say.building(b.index)]
    say.end()
    spot = s.where[tile]
    if spot == b.inn_spot and s.inn == seat:
        s.had = [seat]  # they have come this turn
        return
    part = _part(b, s, spot, seat) if spot >= b.specials else 0
    if not part:
        raise say.refusal("no_worker_there", player=b.seats[seat])
    task = here_offered(b, s).get({WORKER: MAIN, OWNER: BONUS}[part]) if spot == s.cursor + b.specials else None
    if had(s, spot, part, [task] if task else [], _due(b, s, spot)):
        send_home(b, s, spot)


def _senseless(b: CompiledRules, s: State, verb: str, seat: int, place: str) -> Reason | None:
    """Refuse a second worker where each player has one. Whoever has given a batch stays for the favor."""
    if verb == "home":
        gave = any(given for who, given in zip(s.castle, s.given, strict=False) if who == seat)
        return Reason("other_phase") if gave and place in ("", "castle") else None
    if place in b.once:
        twice = seat in {"castle": s.castle, b.tiles[b.stables]: s.stables}.get(place, [])
    else:
        spot = s.where[b.index[place]] if place in b.index else -1
        twice = spot >= 0 and s.worker[spot] == seat
    return Reason("there_already", {"place": place}) if twice else None


def _says(b: CompiledRules, s: State, words: Sequence[str]) -> list[str]:
    """Nobody is asked to leave the inn in the turn in which they come; a section that the bailiff reaches is scored."""
    verb, what = (*words, "", "")[:2]
    if verb == "inn" and s.phase == phase_number(b, Phase.SPECIAL) and what in b.seats:
        return [f"had {what} {_inn_name(b)}"]
    if verb == "bailiff" and re.fullmatch(r"\+[0-9]{1,2}", what):
        reached = range(s.bailiff + 1, s.bailiff + int(what) + 1)
        return [SCORE] if any(section.trigger in reached for section in b.sections[s.section :]) else []
    return []


_VERBS: dict[str, Entry[CompiledRules, State]] = {
    "draw": _draw,
    "order": _order,
    "place": _place,
    "home": _home,
    "inn": _inn,
    "stables": _stables,
    "provost": _provost,
    "bailiff": _bailiff,
    "build": _build,
    "convert": _convert,
    "batch": _batch,
    "favor": _favor,
    "score": _score,
    "had": _had,
}

_TURNS = {
    "place": (Phase.WORKERS, "worker"),
    "pass": (Phase.WORKERS, "worker"),
    "provost": (Phase.PROVOST, "bribe"),
    "stay": (Phase.PROVOST, "bribe"),
    "done": (Phase.CASTLE, "batch"),
    "batch": (Phase.CASTLE, "batch"),
}

ASSISTANT_RULES = AssistantRules(
    _VERBS, close, end_game, carry_out, lambda _: {Good.FAVOR: MOST}, entries, release, as_dealt, begin_anew,
    Phase.WORKERS, _TURNS, {phase: STEPS[phase] for phase in (Phase.SPECIAL, Phase.BUILDINGS)}, CHOICES, _parts,
    stands_above, lambda s: s, _senseless, _says,
)  # fmt: skip
"""The part of the assistant that is specific to Caylus."""
