"""Everything that is impossible on a table of Magna Carta."""

from collections.abc import Iterator

from companion.engine.amounts import KINDS
from companion.engine.board import NOBODY
from companion.engine.errors import Reason
from companion.engine.phases import OVER, SETUP, turn_faults
from companion.games.magna_carta import open_choice
from companion.games.magna_carta.compiled import NO_COVER, CompiledRules
from companion.games.magna_carta.moves import deck_size
from companion.games.magna_carta.state import State
from companion.rules.vocabulary import Category, Phase

ODD = frozenset(
    {"neutrals", "uncovered", "points", "no_residences", "turn", "too_early", "too_many_workers"}
    | {"too_late", "batches", "points_follow"}
)
"""Problems that no game leads to but that can be played on from; older records and tables may begin with them."""


def problems(b: CompiledRules, s: State) -> list[Reason]:
    """Return everything wrong with a position; nothing for any position of a real game."""
    reasons = [
        problem
        for part in (_pieces, _left_behind, _cards, _neutral, _road, _prestige, _castle)
        for problem in part(b, s)
    ]
    # How far the phase has come can only be checked if everything else is possible.
    return reasons or list(open_choice.problems(b, s))


def _pieces(b: CompiledRules, s: State) -> Iterator[Reason]:
    if min((*s.cubes, *s.money, *s.stock, *s.tokens, *s.unknown), default=0) < 0:
        yield Reason("below_nothing")
    if any(s.cubes[kind::KINDS] != [0] * b.players for kind in range(KINDS) if not b.kinds[kind]):
        yield Reason("no_such_cube")
    for seat, colour in enumerate(b.seats):
        placed, workers = s.worker.count(seat), b.data.setup.workers
        if s.home[seat] < 0:
            yield Reason("too_many_workers", {"player": colour, "n": placed, "most": workers})
        elif s.home[seat] + placed != workers:
            yield Reason("workers", {"player": colour, "n": s.home[seat] + placed, "expected": workers})
    if s.phase > b.phases.index(Phase.ACTIONS) + 1 and len(s.bridge) < b.players:
        yield Reason("not_all_passed")
    yield from turn_faults(s)
    out = any(seat != NOBODY for seat in s.worker)
    if SETUP <= s.phase <= b.phases.index(Phase.ACTIONS) and (s.bridge or out):
        yield Reason("too_early")
    if s.phase > 0 and s.starter == NOBODY:
        yield Reason("no_start_player")
    if len(set(s.bridge)) != len(s.bridge):
        yield Reason("twice_in", {"place": "bridge"})


def _left_behind(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Workers that should have gone home in a phase that is over."""
    for card, seat in zip(s.road, s.worker, strict=True):
        if seat != NOBODY and s.phase > b.phases.index(Phase.BUILDINGS) + 1:
            yield Reason("too_late", {"place": b.names[card]})


def _cards(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Each own card must be in exactly one of deck, hand, discards and road."""
    for seat, colour in enumerate(b.seats):
        on_road = sum(1 << b.bit[b.names[card]] for card in s.road if b.owner_of[card] == seat)
        places = (s.deck[seat], s.hand[seat], s.discard[seat], on_road)
        for bit, name in enumerate(b.own):
            times = sum(mask >> bit & 1 for mask in places)
            if times != 1:
                yield Reason("card", {"player": colour, "building": name, "n": times})
        if deck_size(s, seat) < 0:
            yield Reason("hand", {"player": colour, "n": s.unknown[seat]})


def _neutral(b: CompiledRules, s: State) -> Iterator[Reason]:
    """The road must begin with exactly the neutral cards that the players need, in the right order."""
    wanted, last = b.neutral_draws + 1, b.names.index(b.data.setup.last_neutral)
    neutral = [b.owner_of[card] == NOBODY for card in s.road[:wanted]]
    enough = len(s.road) >= wanted or (s.phase == SETUP and last not in s.road)
    own_first = not all(neutral) or any(b.owner_of[card] == NOBODY for card in s.road[wanted:])
    if not enough or own_first or (len(s.road) >= wanted and s.road[wanted - 1] != last):
        yield Reason("neutrals", {"n": wanted, "building": b.data.setup.last_neutral})
    if s.phase == SETUP and len(s.road) > wanted:
        yield Reason("before_the_deal")


def _prestige(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Prestige cards must lie on residences if they need one; points and residences must be possible."""
    lawyers = any(b.benefits[benefit].kind == "residence" for benefit in b.worker_working if benefit >= 0)
    if b.data.prestige.on_residence:
        for place, owner in enumerate(s.prestige_owner):
            if owner != NOBODY and place not in s.cover:
                yield Reason("uncovered", {"building": b.prestige_cards[place]})
    for seat, points in enumerate(s.prestige):
        if points and s.phase != OVER:
            yield Reason("points", {"player": b.seats[seat]})
    if not lawyers and (any(s.flipped) or s.promised):
        yield Reason("no_residences")


def _road(b: CompiledRules, s: State) -> Iterator[Reason]:
    there = [b.prestige_cards[cover] for cover in s.cover if cover != NO_COVER]
    there += [f"{b.names[card]}={b.owner_of[card]}" for card in s.road]
    for name in dict.fromkeys(name for name in there if there.count(name) > 1):
        yield Reason("building_twice", {"building": name.partition("=")[0]})
    for place, card in enumerate(s.road):
        name = b.names[card]
        if b.building[card].category == Category.PRESTIGE or (s.flipped[place] and not b.convertible[card]):
            yield Reason("owner", {"building": name, "space": place + 1})
        if s.worker[place] != NOBODY and (s.flipped[place] or b.workless[card]):
            yield Reason("takes_no_worker", {"building": name})
        yield from _on_card(b, s, place)
    for place in s.promised:
        if place >= len(s.road) or s.worker[place] == NOBODY:
            yield Reason("promised_without_worker", {"building": b.names[s.road[place]] if place < len(s.road) else ""})
        elif not b.convertible[s.road[place]]:
            yield Reason("never_residence", {"building": b.names[s.road[place]]})
    if s.phase > 0 and b.provost_in_play and not 0 <= s.provost < len(s.road):
        yield Reason("provost", {"first": 1, "last": len(s.road)})


def _on_card(b: CompiledRules, s: State, place: int) -> Iterator[Reason]:
    """Check what lies on one card of the road."""
    card = s.road[place]
    if s.stock[place] > (0 if s.flipped[place] else b.stock[card]):
        yield Reason("stock", {"building": b.names[card], "n": s.stock[place]})
    if s.cover[place] != NO_COVER and (not s.flipped[place] or s.prestige_owner[s.cover[place]] != b.owner_of[card]):
        yield Reason("cover", {"building": b.prestige_cards[s.cover[place]]})


def _castle(b: CompiledRules, s: State) -> Iterator[Reason]:
    for section, name in enumerate(b.section_names):
        n = s.tokens[section] + sum(s.won[section * b.players : (section + 1) * b.players])
        if n > b.tokens[section]:
            yield Reason("tokens", {"section": name, "n": n, "most": b.tokens[section]})
    before = OVER < s.phase <= b.phases.index(Phase.CASTLE)
    for seat, colour in enumerate(b.seats):
        if s.given[seat] > (0 if before else sum(s.won[seat :: b.players])):
            yield Reason("batches", {"player": colour, "n": s.given[seat]})
