"""A position of Magna Carta, field by field.

    game: magna_carta
    seats: red green
    turn: 3 actions
    start: green
    road: n_park n_peddler+red small_farm=red*2 bank=green residence/church=red residence/market=green/statue
    provost: 2
    tokens: 4 6 7
    red: 4d 2F2W home 3 hand lawyer/bank discard peddler won 1/0/0
    green: 3d 1G hand ?3 discard church

A card is NAME=OWNER*CUBES+WORKER. A residence names the card that it is the back of, and what covers it; `!` marks one
that the lawyer has been paid for. `hand ?3` is a hand of three unseen cards; a card that is not in the hand, the
discards or the road is in the deck. Anything left out has its value at the start of that phase; the provost stands
where it starts.
"""

from collections.abc import Callable, Iterator

from companion.engine.board import NOBODY
from companion.engine.kinds import (
    Name,
    Number,
    Numbers,
    OrderField,
    Owners,
    PieceField,
    PiecePart,
    Set,
    Turn,
    Value,
    as_names,
    as_number,
    as_numbers,
)
from companion.engine.notation import Word
from companion.engine.position import (
    PRESTIGE,
    SERVED,
    Access,
    AnyLine,
    Field,
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
from companion.games.magna_carta import open_choice, phases
from companion.games.magna_carta.choices import CHOICES
from companion.games.magna_carta.compiled import NO_COVER, CompiledRules
from companion.games.magna_carta.consistency import problems
from companion.games.magna_carta.moves import lay
from companion.games.magna_carta.state import State, start
from companion.rules.vocabulary import Phase

_PROMISED = "!"


def schema(b: CompiledRules) -> Schema[State]:
    """Return everything that a position of one table can contain."""
    fields = [*_table(b), *_road(b), *_castle(b), *_players(b), *_course(b)]
    book = Rulebook(
        lambda: start(b),
        lambda s, keys: _fill(b, s, keys),
        lambda old, new: open_choice.resume(b, old, new),
        lambda s: open_choice.order_of_turns(b, s),
        lambda s: problems(b, s),
        ("action", Phase.ACTIONS.value),
        frozenset({"provost"}),
        end_scoring=lambda s, seat: phases.end_scoring(b, s, seat),
        resume_by_place=lambda old, new: open_choice.resume_by_place(b, old, new),
        turns_from_places=lambda s: open_choice.turns_from_places(b, s),
    )
    return Schema(b.rules, b.seats, b.untracked, fields, _lines(b), book)


def _lines(b: CompiledRules) -> list[AnyLine]:
    parts = ("home", "hand", "discard", "won", PRESTIGE)
    groups = {"won": tuple(b.section_names)}
    return [
        Single("turn"), Single("start"), PlacesLine("road"), Single("owned"),
        *([Single("provost")] if b.provost_in_play else []),
        *map(Single, ("tokens", "passed", "given", "had", SERVED, "step", "choice")),
        *(Player(colour, parts, groups, no_points="") for colour in b.seats),
    ]  # fmt: skip


def _fill(b: CompiledRules, s: State, keys: frozenset[str]) -> None:
    """Fill in what was left out, as at the start of the phase."""
    if "passed" not in keys and s.phase > b.phases.index(Phase.ACTIONS) + 1:
        s.bridge = [(max(s.starter, 0) + after) % b.players for after in range(b.players)]
    first = b.names.index(b.data.provost.start)
    if b.provost_in_play and "provost" not in keys and s.phase and first in s.road:
        s.provost = s.road.index(first)
    if "tokens" not in keys:
        won = [sum(s.won[section * b.players : (section + 1) * b.players]) for section in range(len(b.tokens))]
        s.tokens = [max(0, all_of - taken) for all_of, taken in zip(b.tokens, won, strict=True)]
    for seat, colour in enumerate(b.seats):
        if f"{colour}.home" not in keys:
            s.home[seat] = b.data.setup.workers - s.worker.count(seat)
    open_choice.fill(b, s, stepped="step" in keys, turns="had" in keys)


# the table


def _table(b: CompiledRules) -> Iterator[Field[State]]:
    yield Field("turn", Turn(all_phases(b.phases)), *turn_in(b.phases), "table", "web.field.turn")
    yield Field("start", Name(b.seats, "player"), *seat_in("starter", b.seats), "table", "term.start_player")
    yield Field("passed", OrderField(b.seats, b.players), *seats_in("bridge", b.seats), "table", "web.field.passed")


def _castle(b: CompiledRules) -> Iterator[Field[State]]:
    if b.provost_in_play:
        spaces = Number(1, 99, empty=None)
        yield Field("provost", spaces, *_provost(), "table", "term.provost", icon="provost")
    sections = tuple(f"section.{name}" for name in b.section_names)
    yield Field("tokens", Numbers(sections), *_numbers("tokens"), "table", "web.field.tokens")
    players = tuple(f"player.{colour}" for colour in b.seats)
    yield Field("given", Numbers(players), *_numbers("given", shown=any), "table", "web.field.given")


def _provost() -> Access[State]:
    """Access the provost's card, counted from 1; it has none during the set-up."""

    def get(s: State) -> Value:
        return s.provost + 1 if s.phase else None

    def put(s: State, value: Value, word: Word) -> None:
        if not s.phase:
            raise word.fault("not_yet")
        s.provost = as_number(value) - 1

    return get, put


def _numbers(name: str, shown: Callable[[list[int]], bool] = bool) -> Access[State]:
    def get(s: State) -> Value:
        numbers = getattr(s, name)
        return tuple(numbers) if shown(numbers) else ()

    def put(s: State, value: Value, _word: Word) -> None:
        setattr(s, name, as_numbers(value))

    return get, put


# the road


def _road(b: CompiledRules) -> Iterator[Field[State]]:
    residence = b.data.residence.tile
    cards, stocks = (*b.neutral, *b.own), tuple(map(str, range(max(b.stock) + 1)))
    parts = (
        PiecePart("face", f"{residence}/", of="face", valid=(f"{residence}/",), label="web.field.face"),
        PiecePart("card", of="building", valid=cards, main=True, label="term.card"),
        PiecePart("owner", sign="=", valid=b.seats, label="web.field.owner"),
        PiecePart("cover", sign="/", of="building", valid=tuple(b.prestige_cards), label="web.field.cover"),
        PiecePart("stock", "[0-9]", "*", of="", valid=stocks, form="number", label="web.field.stock"),
        PiecePart("worker", sign="+", valid=b.seats, label="web.field.worker"),
        PiecePart("promised", _PROMISED, of="", form="hidden"),
    )
    kind = PieceField(parts, "card")
    for n in range(1, len(cards) * b.players + 1):
        yield Field(f"road.{n}", kind, *_place(b, n - 1), "road", "web.field.space", str(n), there=_reaches(n))
    owners = Owners(tuple(b.prestige_cards), b.seats)
    yield Field("owned", owners, *_owned(b), "table", "web.field.owned")


def _reaches(n: int) -> Callable[[State], bool]:
    return lambda s: n <= len(s.road) + 1


def _place(b: CompiledRules, place: int) -> Access[State]:
    def get(s: State) -> Value:
        if place >= len(s.road):
            return ()
        card, cover, worker, flipped = s.road[place], s.cover[place], s.worker[place], s.flipped[place]
        return (
            f"{b.data.residence.tile}/" if flipped else "",
            b.names[card],
            _colour(b, b.owner_of[card]),
            b.prestige_cards[cover] if cover != NO_COVER else "",
            str(s.stock[place]) if b.stock[card] and not flipped else "",
            _colour(b, worker),
            _PROMISED if place in s.promised else "",
        )

    return get, lambda s, value, word: _lay(b, s, as_names(value), word)


def _lay(b: CompiledRules, s: State, value: list[str], word: Word) -> None:
    """Lay a card at the end of the road, taken from its deck."""
    face, name, owner, cover, stock, worker, promised = value
    place, seat = len(s.road), _seat(b, owner)
    lay(b, s, _number_of(b, s, word, name, seat))
    if face:
        s.flipped[place], s.stock[place] = 1, 0
    elif stock:
        s.stock[place] = int(stock)
    if cover:
        if cover not in b.prestige_cards:
            raise word.fault("no_such_building", building=cover)
        s.cover[place] = b.prestige_cards.index(cover)
        s.prestige_owner[s.cover[place]] = seat
    s.worker[place] = _seat(b, worker)
    if promised:
        s.promised.append(place)


def _number_of(b: CompiledRules, s: State, word: Word, name: str, seat: int) -> int:
    """Find the card of a name and owner, and take it from the deck."""
    if name in b.bit and seat != NOBODY:
        card = b.card(seat, name)
        s.deck[seat] &= ~(1 << b.bit[name])
    elif name in b.neutral and seat == NOBODY:
        card = b.neutral.index(name)
    else:
        raise word.fault("no_such_building", building=name)
    if card in s.road:
        raise word.fault("building_twice", building=name)
    return card


def _owned(b: CompiledRules) -> Access[State]:
    """Access the owners of prestige cards that cover no residence."""

    def get(s: State) -> Value:
        loose = tuple(_colour(b, owner) if place not in s.cover else "" for place, owner in enumerate(s.prestige_owner))
        return loose if any(loose) else ()

    def put(s: State, value: Value, _word: Word) -> None:
        for place, colour in enumerate(as_names(value)):
            if colour:
                s.prestige_owner[place] = _seat(b, colour)

    return get, put


def _colour(b: CompiledRules, seat: int) -> str:
    return b.seats[seat] if seat >= 0 else ""


def _seat(b: CompiledRules, colour: str) -> int:
    return b.seats.index(colour) if colour else NOBODY


# the players


def _players(b: CompiledRules) -> Iterator[Field[State]]:
    for seat, colour in enumerate(b.seats):
        yield from held_fields(seat, colour, b.data.words.cubes)
        yield home_field(seat, colour, b.data.setup.workers)
        for n, name in enumerate(b.section_names):
            won, about = slot("won", n * b.players + seat), f"section.{name}"
            yield Field(f"{colour}.won.{name}", Number(0, 99), *won, colour, "web.field.won", about, "token")
        unseen = colour in b.untracked
        hand = Set(tuple(b.own), "building", unseen)
        label = "web.field.hand_size" if unseen else "term.hand"
        yield Field(f"{colour}.hand", hand, *_hand(b, seat), colour, label)
        yield Field(f"{colour}.discard", Set(tuple(b.own), "building"), *_discard(b, seat), colour, "term.discard")


def _course(b: CompiledRules) -> Iterator[Field[State]]:
    yield served_field(0)
    yield from course_fields(b, CHOICES)


def _hand(b: CompiledRules, seat: int) -> Access[State]:
    def get(s: State) -> Value:
        unseen = [f"?{s.unknown[seat]}"] if s.unknown[seat] else []
        return (*b.cards_in(s.hand[seat]), *unseen)

    def put(s: State, value: Value, word: Word) -> None:
        names = as_names(value)
        s.unknown[seat] = sum(int(name[1:]) for name in names if name[0] == "?")
        s.hand[seat] = _from_deck(b, s, seat, names, word)

    return get, put


def _discard(b: CompiledRules, seat: int) -> Access[State]:
    def get(s: State) -> Value:
        return tuple(b.cards_in(s.discard[seat]))

    def put(s: State, value: Value, word: Word) -> None:
        s.discard[seat] = _from_deck(b, s, seat, as_names(value), word)

    return get, put


def _from_deck(b: CompiledRules, s: State, seat: int, names: list[str], word: Word) -> int:
    """Take cards from what is left of the deck, and return them as a mask."""
    count = 0
    for name in names:
        if name[0] != "?":
            bit = 1 << b.bit[name]
            if not s.deck[seat] & bit:
                raise word.fault("building_twice", building=name)
            s.deck[seat] ^= bit
            count |= bit
    return count
