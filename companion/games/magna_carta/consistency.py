"""What cannot be on a table of Magna Carta, by name."""

from collections.abc import Iterator

from companion.engine.amounts import KINDS
from companion.engine.errors import Reason
from companion.games.magna_carta.board import NO_COVER, NOBODY, Board
from companion.games.magna_carta.moves import deck_size
from companion.games.magna_carta.state import State
from companion.rules.vocabulary import Category, Phase


def problems(b: Board, s: State) -> list[Reason]:
    """Everything wrong with a position; nothing for every position of a real game."""
    return [*_pieces(b, s), *_cards(b, s), *_road(b, s), *_castle(b, s)]


def _pieces(b: Board, s: State) -> Iterator[Reason]:
    if min((*s.cubes, *s.money, *s.stock, *s.tokens, *s.unknown), default=0) < 0:
        yield Reason("below_nothing")
    if any(s.cubes[kind::KINDS] != [0] * b.players for kind in range(KINDS) if not b.kinds[kind]):
        yield Reason("no_such_cube")
    for seat, colour in enumerate(b.seats):
        n = s.home[seat] + s.worker.count(seat)
        if n != b.data.setup.workers:
            yield Reason("workers", {"player": colour, "n": n, "expected": b.data.setup.workers})
    if s.phase > b.phases.index(Phase.ACTIONS) + 1 and len(s.bridge) < b.players:
        yield Reason("not_all_passed")
    if s.phase > 0 and s.starter == NOBODY:
        yield Reason("no_start_player")
    if len(set(s.bridge)) != len(s.bridge):
        yield Reason("twice_in", {"place": "bridge"})


def _cards(b: Board, s: State) -> Iterator[Reason]:
    """Each own card in exactly one of deck, hand, discards and road."""
    for seat, colour in enumerate(b.seats):
        on_road = sum(1 << b.bit[b.names[card]] for card in s.road if b.owner_of[card] == seat)
        places = (s.deck[seat], s.hand[seat], s.discard[seat], on_road)
        for bit, name in enumerate(b.own):
            times = sum(mask >> bit & 1 for mask in places)
            if times != 1:
                yield Reason("card", {"player": colour, "building": name, "n": times})
        if deck_size(s, seat) < 0:
            yield Reason("hand", {"player": colour, "n": s.unknown[seat]})


def _road(b: Board, s: State) -> Iterator[Reason]:
    if len(set(s.road)) != len(s.road):
        yield Reason("building_twice", {"building": ""})
    covers = [cover for cover in s.cover if cover != NO_COVER]
    if len(set(covers)) != len(covers):
        yield Reason("building_twice", {"building": ""})
    for place, card in enumerate(s.road):
        name = b.names[card]
        if b.building[card].category == Category.PRESTIGE or (s.flipped[place] and not b.convertible[card]):
            yield Reason("owner", {"building": name, "space": place + 1})
        if s.worker[place] != NOBODY and (s.flipped[place] or b.workless[card]):
            yield Reason("takes_no_worker", {"building": name})
        yield from _on_card(b, s, place)
    for place in s.promised:
        if place >= len(s.road) or s.worker[place] == NOBODY:
            yield Reason("promised_without_worker", {"building": ""})
    if s.phase > 0 and not 0 <= s.provost < len(s.road):
        yield Reason("provost", {"first": 1, "last": len(s.road)})


def _on_card(b: Board, s: State, place: int) -> Iterator[Reason]:
    """What lies on one card of the road."""
    card = s.road[place]
    if s.stock[place] > (0 if s.flipped[place] else b.stock[card]):
        yield Reason("stock", {"building": b.names[card], "n": s.stock[place]})
    if s.cover[place] != NO_COVER and (not s.flipped[place] or s.prestige_owner[s.cover[place]] != b.owner_of[card]):
        yield Reason("cover", {"building": b.prestige_cards[s.cover[place]]})


def _castle(b: Board, s: State) -> Iterator[Reason]:
    for section, name in enumerate(b.section_names):
        n = s.tokens[section] + sum(s.won[section * b.players : (section + 1) * b.players])
        if n > b.tokens[section]:
            yield Reason("tokens", {"section": name, "n": n, "most": b.tokens[section]})
