"""A position of Caylus, field by field.

    edition: en
    seats: red green blue
    turn: 3 workers
    order: green red blue
    road: n_farm+red n_market n_quarry n_forest n_sawmill n_carpenter f_peddler f_carpenter mason=green+blue
    bailiff: 7
    provost: 8
    passed: green
    red: 5d 2F1W 12P favors 0/1/0/0 houses 2/0/0
    green: 3d 1C 4P
    blue: 0d - 0P

A building is NAME=OWNER+WORKER; `!red` after it means that Red has paid the lawyer for it. `.` is an unbuilt space.
Anything left out has its value at the start of that phase: nothing placed, everybody has passed in turn order, no favor
used, the section that the bailiff has reached, the provost with the bailiff. `choice` is the open choice and `step` how
far the phase has come; a table that starts in the middle of a game needs neither. `drawn` are the players who have been
drawn for the turn order in the set-up (`-` for nobody), if it is not those in it who have money.
"""

from collections.abc import Iterator
from itertools import zip_longest

from companion.engine.board import NOBODY
from companion.engine.kinds import (
    Course,
    Name,
    Number,
    Numbers,
    OrderField,
    PieceField,
    PiecePart,
    Set,
    Some,
    Turn,
    Value,
    as_name,
    as_names,
    as_numbers,
    known,
)
from companion.engine.notation import Word
from companion.engine.phases import SETUP, phase_of
from companion.engine.position import (
    PRESTIGE,
    SERVED,
    Access,
    AnyLine,
    Field,
    Marked,
    PlacesLine,
    Player,
    Rulebook,
    Schema,
    Single,
    all_phases,
    course_fields,
    held_fields,
    home_field,
    seat_in,
    seats_in,
    served_field,
    slot,
    turn_in,
)
from companion.games.caylus import open_choice, phases
from companion.games.caylus.choices import CHOICES
from companion.games.caylus.compiled import EMPTY, GONE, RESIDENCE, STOCK, CompiledRules
from companion.games.caylus.consistency import impossible, pace
from companion.games.caylus.state import State, batches, placed, start
from companion.rules.vocabulary import Category, Phase

DONE = "done"
"""The section under construction when the castle is complete."""

DRAWN, NOBODY_DRAWN = "drawn", "-"


def schema(b: CompiledRules) -> Schema[State]:
    """Return everything that a position of one table can contain."""
    fields = [*_table(b), *_road(b), *_before_the_bridge(b), *_pawns(b), *_players(b), *_course(b)]
    book = Rulebook(
        lambda: _bare(b),
        lambda s, keys: _fill(b, s, keys),
        lambda old, new: open_choice.resume(b, old, new),
        lambda s: open_choice.order_of_turns(b, s),
        lambda s: impossible(b, s),
        ("worker", Phase.WORKERS.value),
        frozenset({"section"}),
        end_scoring=lambda s, seat: phases.end_scoring(b, s, seat),
        resume_by_place=lambda old, new: open_choice.resume_by_place(b, old, new),
        turns_from_places=lambda s: open_choice.turns_from_places(b, s),
        pace=lambda s: pace(b, s),
        over_already=lambda old, new: open_choice.over_already(b, old, new),
    )
    return Schema(b.rules, b.seats, (), fields, _lines(b), book)


def _lines(b: CompiledRules) -> list[AnyLine]:
    groups = {"favors": tuple(b.lines), "houses": tuple(b.section_names)}
    single = ("castle", "given", "inn", "passed", "bailiff", "provost", "section", "columns", "scoring", "gone")
    return [
        Single("turn"), Single("order"), PlacesLine("road", "."), Marked("special"), Single("stables"),
        *map(Single, single), Single(DRAWN), Single("had"), Single(SERVED), Single("step"), Single("choice"),
        *(Player(colour, (PRESTIGE, "home", "favors", "houses", "used"), groups) for colour in b.seats),
    ]  # fmt: skip


def _bare(b: CompiledRules) -> State:
    """Return the state before any field is set: an empty road, and the buildings before the bridge as printed."""
    s = start(b)
    for spot in range(b.specials, b.spots):
        s.where[s.road[spot]] = STOCK
        s.road[spot] = EMPTY
    return s


def _fill(b: CompiledRules, s: State, keys: frozenset[str]) -> None:
    """Fill in what was left out, as at the start of the phase."""
    for name, space in b.data.road.fixed.items():
        spot, tile = b.spot(space), b.index[name]
        if s.road[spot] == EMPTY and s.where[tile] == STOCK:
            s.road[spot], s.where[tile] = tile, spot
    if "passed" not in keys and s.phase > b.phases.index(Phase.WORKERS) + 1:
        s.bridge = s.order[:]
    if "provost" not in keys:
        s.provost = s.bailiff
    if "section" not in keys:
        s.section = phases.scored(b, s)
    if "columns" not in keys:
        s.open_columns = phases.columns_open(b, s.section)
    for seat, colour in enumerate(b.seats):
        if f"{colour}.home" not in keys:
            s.home[seat] = b.data.setup.workers - placed(s, seat)
    open_choice.fill(b, s, stepped="step" in keys, turns="had" in keys or DRAWN in keys)


# the table


def _table(b: CompiledRules) -> Iterator[Field[State]]:
    n = b.players
    yield Field("turn", Turn(all_phases(b.phases)), *turn_in(b.phases), "table", "web.field.turn")
    yield Field("order", OrderField(b.seats, n), *seats_in("order", b.seats), "table", "term.turn_order")
    yield Field("passed", OrderField(b.seats, n), *seats_in("bridge", b.seats), "table", "web.field.passed")


def _pawns(b: CompiledRules) -> Iterator[Field[State]]:
    spaces = Number(0, b.data.road.spaces, empty=None)
    sections = (*b.section_names, DONE)
    yield Field("bailiff", spaces, *slot("bailiff"), "table", "term.bailiff", icon="bailiff")
    yield Field("provost", spaces, *slot("provost"), "table", "term.provost", icon="provost")
    under_way = Name(sections, "section", optional=False)
    yield Field("section", under_way, *_section("section", sections), "table", "web.field.section")
    yield Field("scoring", Name(sections, "section"), *_section("scoring", sections), course=True)
    yield Field("columns", Number(0, b.favor_columns, empty=None), *slot("open_columns"), course=True, derived=True)


def _section(name: str, sections: tuple[str, ...]) -> Access[State]:
    def get(s: State) -> Value:
        place: int = getattr(s, name)
        return sections[place] if place >= 0 else ""

    def put(s: State, value: Value, _word: Word) -> None:
        setattr(s, name, sections.index(as_name(value)))

    return get, put


# the road


def _road(b: CompiledRules) -> Iterator[Field[State]]:
    tiles = [name for name, kind in zip(b.tiles, b.category, strict=True) if name and kind != Category.SPECIAL]
    parts = (
        PiecePart("tile", r"[\w.]+", of="building", valid=tuple(tiles), main=True, label="web.field.building"),
        PiecePart("owner", sign="=", valid=b.seats, label="web.field.owner"),
        PiecePart("worker", sign="+", valid=b.seats, label="web.field.worker"),
        PiecePart("promised", sign="!", valid=b.seats, form="hidden"),
    )
    for space in range(1, b.data.road.spaces + 1):
        yield Field(
            f"road.{space}", PieceField(parts), *_space(b, b.spot(space)), "road", "web.field.space", str(space)
        )
    yield Field("gone", Course(), *_gone(b))


def _space(b: CompiledRules, spot: int) -> Access[State]:
    def get(s: State) -> Value:
        if s.road[spot] == EMPTY:
            return ()
        promised = next((seat for there, seat in s.promised if there == spot), NOBODY)
        players = (s.owner[spot], s.worker[spot], promised)
        return (b.tiles[s.road[spot]], *(b.seats[seat] if seat >= 0 else "" for seat in players))

    def put(s: State, value: Value, word: Word) -> None:
        name, owner, worker, promised = as_names(value)
        tile = _tile(b, word, name)
        if b.category[tile] == Category.SPECIAL:
            raise word.fault("before_the_bridge", building=name)
        if tile != RESIDENCE and s.where[tile] != STOCK:
            raise word.fault("building_twice", building=name)
        s.road[spot] = tile
        if tile != RESIDENCE:
            s.where[tile] = spot
        s.owner[spot], s.worker[spot] = _seat(b, owner), _seat(b, worker)
        if promised:
            s.promised.append((spot, _seat(b, promised)))

    return get, put


def _gone(b: CompiledRules) -> Access[State]:
    def get(s: State) -> Value:
        return tuple(b.tiles[tile] for tile, where in enumerate(s.where) if where == GONE)

    def put(s: State, value: Value, word: Word) -> None:
        for name in as_names(value):
            tile = _tile(b, word, name)
            if s.where[tile] != STOCK:
                raise word.fault("building_twice", building=name)
            s.where[tile] = GONE

    return get, put


def _tile(b: CompiledRules, word: Word, name: str) -> int:
    if not name or name not in b.index:
        raise word.fault("no_such_building", building=name)
    return b.index[name]


def _seat(b: CompiledRules, colour: str) -> int:
    return b.seats.index(colour) if colour else NOBODY


# before the bridge


def _before_the_bridge(b: CompiledRules) -> Iterator[Field[State]]:
    nobody_or_one = Name(b.seats, "player")
    for spot, name in enumerate(b.data.special.order):
        if b.workable[b.index[name]] and b.index[name] != b.stables:
            where = seat_in("worker", b.seats, spot)
            yield Field(f"special.{name}", nobody_or_one, *where, "bridge", f"building.{name}")
    stables = "bridge" if b.stables else ""
    places = b.stable_places
    yield Field("stables", OrderField(b.seats, places), *seats_in("stables", b.seats), stables, "building.stables")
    yield Field("inn", nobody_or_one, *seat_in("inn", b.seats), "bridge", "web.field.lodger")
    yield Field("castle", OrderField(b.seats, b.players), *seats_in("castle", b.seats), "bridge", "term.castle")


# the players


def _players(b: CompiledRules) -> Iterator[Field[State]]:
    for seat, colour in enumerate(b.seats):
        yield from held_fields(seat, colour, b.data.words.cubes)
        yield home_field(seat, colour, b.data.setup.workers)
        yield from _built(b, seat, colour)


def _built(b: CompiledRules, seat: int, colour: str) -> Iterator[Field[State]]:
    number = Number(0, 99)
    for n, name in enumerate(b.section_names):
        houses = slot("houses", n * b.players + seat)
        about = f"section.{name}"
        yield Field(f"{colour}.houses.{name}", number, *houses, colour, "web.field.houses", about, "house")
    for n, line in enumerate(b.lines):
        column = slot("columns", seat * len(b.lines) + n)
        yield Field(f"{colour}.favors.{line}", number, *column, colour, "web.field.favor", f"line.{line}", "favor")
    yield Field(f"{colour}.used", Set(tuple(b.lines), "line"), *_used(b, seat), colour, "web.field.used")


def _used(b: CompiledRules, seat: int) -> Access[State]:
    def get(s: State) -> Value:
        return tuple(line for n, line in enumerate(b.lines) if s.lines_used[seat] >> n & 1)

    def put(s: State, value: Value, _word: Word) -> None:
        s.lines_used[seat] = sum(1 << b.lines.index(line) for line in as_names(value))

    return get, put


# how far the phase has come


def _course(b: CompiledRules) -> Iterator[Field[State]]:
    yield Field("given", Some(), *_given(), course=True)
    players = tuple(f"player.{colour}" for colour in b.seats)
    yield Field(
        "batches", Numbers(players), *_batches(b), "bridge", "web.field.given", there=lambda s: _counts_batches(b, s)
    )
    yield Field(DRAWN, Course(), *_drawn(b), course=True)
    yield served_field(b.specials)
    yield from course_fields(b, CHOICES)


def _drawn(b: CompiledRules) -> Access[State]:
    """Access who has been drawn in the set-up, if their money does not tell it."""

    def get(s: State) -> Value:
        told = s.phase != SETUP or s.had == open_choice.drawn_by_money(s)
        return () if told else tuple(b.seats[seat] for seat in s.had) or (NOBODY_DRAWN,)

    def put(s: State, value: Value, word: Word) -> None:
        names = [name for name in as_names(value) if name != NOBODY_DRAWN]
        s.had = [b.seats.index(known(Word(name, word.line, word.column), name, b.seats, "player")) for name in names]

    return get, put


def _counts_batches(b: CompiledRules, s: State) -> bool:
    return bool(s.castle) and phase_of(b, s) == Phase.CASTLE


def _batches(b: CompiledRules) -> Access[State]:
    """Access how many batches each player has handed in. A text has `given`, by the workers in the castle."""

    def get(s: State) -> Value:
        return tuple(batches(s, seat) for seat in range(b.players)) if _counts_batches(b, s) else ()

    def put(s: State, value: Value, _word: Word) -> None:
        for seat, n in enumerate(as_numbers(value)):
            if _counts_batches(b, s) and seat in s.castle and n != batches(s, seat):
                counted = zip_longest(s.castle, s.given[: len(s.castle)], fillvalue=0)
                s.given = [0 if giver == seat else before for giver, before in counted]
                s.given[s.castle.index(seat)] = n

    return get, put


def _given() -> Access[State]:
    def get(s: State) -> Value:
        return tuple(s.given)

    def put(s: State, value: Value, _word: Word) -> None:
        s.given = as_numbers(value)

    return get, put
