"""Quick entries for Magna Carta; for those of both games, and for what is refused, see `engine.assistant`.

draw n_park             set-up: a neutral card; `next` lays the others
start red               the start player
draw red, swap red      cards, at their price; which ones is not said
place red bank:green    a worker; in the phase of actions it is paid for; `place red bank:green unpaid` is not
home red                all of their workers; `home red bank:green` only that one
provost +2              `provost +2 red`: moved by Red, who pays in the provost phase
build red bank          a card at the end of the road; `build red bank FWS`: paid for
build red statue on 3   a prestige card on one of their residences
convert red bank        becomes a residence; `convert red bank F`: paid for
take red small_farm:red a cube that lies on the card
token red walls         a castle token; without a section, from the best one left
batch red FWS           a batch for a token; the cubes, if given, are taken
had red market:green    they have had their part of a card, so nobody offers it to them
"""

from collections.abc import Iterator

from companion.engine import phases as turns
from companion.engine.action import Action
from companion.engine.amounts import KINDS
from companion.engine.assistant import (
    END,
    NEXT,
    AssistantRules,
    BuildingPart,
    Entry,
    EntryWords,
    all_across,
    had,
    provost_steps,
    require,
    run_through,
    short,
    spend,
    tell,
)
from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.errors import Reason
from companion.engine.state import OWNER, WORKER
from companion.games.magna_carta.choices import CHOICES
from companion.games.magna_carta.compiled import Benefit, CompiledRules
from companion.games.magna_carta.moves import (
    ask_cards,
    can_draw,
    carry_out,
    convert,
    hand_in,
    hand_size,
    lay,
    lay_prestige,
    residences,
    send_home,
    send_worker,
    step_provost,
    take_tokens,
)
from companion.games.magna_carta.open_choice import fits
from companion.games.magna_carta.phases import STEPS, end_game, round_the_table, set_up
from companion.games.magna_carta.state import State
from companion.rules.base import Goods
from companion.rules.vocabulary import Good, Phase

_ALONE = (Phase.INCOME, Phase.END_OF_ROUND)
"""The phases that need no people."""


# set-up


def _draw(b: CompiledRules, s: State, say: EntryWords) -> None:
    """Draw a neutral card for the road, or a card for a player's hand."""
    if say.left and say.left[0] in b.seats:
        seat = say.seat()
        say.end()
        if not can_draw(s, seat):
            raise say.refusal("no_card")
        spend(s, say, seat, Goods(denier=b.draw_price), "draw", "")
        ask_cards(b, s, seat, 1)
        return
    name = say.building(b.data.buildings)
    say.end()
    if name not in b.neutral:
        raise say.refusal("not_neutral", building=name)
    card = b.neutral.index(name)
    if card in s.road:
        raise say.refusal("drawn_already", building=name)
    lay(b, s, card)


def _start(b: CompiledRules, s: State, say: EntryWords) -> None:
    s.starter = say.seat()
    say.end()
    tell(s, "starts", s.starter)


def _close_set_up(b: CompiledRules, s: State) -> None:
    """Draw the cards that nobody named, in printed order; unless somebody else was named, the first seat begins."""
    last = b.names.index(b.data.setup.last_neutral)
    waiting = [card for card in b.neutral_draw.values() if card not in s.road and card != last]
    drawn = sum(b.owner_of[card] == NOBODY and card != last for card in s.road)
    for card in [*waiting[: max(0, b.neutral_draws - drawn)], *([last] if last not in s.road else [])]:
        lay(b, s, card)
    for seat in range(b.players):
        ask_cards(b, s, seat, b.data.setup.hand - hand_size(s, seat))
    if s.starter == NOBODY:
        s.starter = 0
        tell(s, "starts", s.starter)
    s.cursor = b.players
    set_up(b, s)


# cards and workers


def _swap(b: CompiledRules, s: State, say: EntryWords) -> None:
    """Exchange the hand for as many cards. Nobody says which ones were discarded."""
    seat = say.seat()
    say.end()
    if not hand_size(s, seat):
        raise say.refusal("no_hand")
    spend(s, say, seat, Goods(denier=b.swap_price), "swap", "")
    _forget_hand(s, seat)
    tell(s, "swapped", seat)


def _forget_hand(s: State, seat: int) -> None:
    """Only the number of cards in the hand is known from now on."""
    s.unknown[seat] = hand_size(s, seat)
    s.deck[seat] |= s.hand[seat]
    s.hand[seat] = 0


def _on_road(b: CompiledRules, s: State, say: EntryWords) -> int:
    """Read a place on the road: a card as actions name it, or its name alone if that is unambiguous."""
    name = say.word()
    places = [place for place, card in enumerate(s.road) if name in (b.label(card), b.names[card])]
    if not places and name.partition(":")[0] not in b.data.buildings:
        raise say.refusal("no_such_building", building=name)
    if len(places) != 1:
        raise say.refusal("not_on_road", building=name.partition(":")[0]) if not places else say.unread()
    return places[0]


def _place(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    place = _on_road(b, s, say)
    unpaid = say.unpaid()
    say.end()
    name = b.names[s.road[place]]
    if s.flipped[place] or b.workless[s.road[place]]:
        raise say.refusal("takes_no_worker", building=b.data.residence.tile if s.flipped[place] else name)
    if not s.home[seat]:
        raise say.refusal("no_worker_left", player=b.seats[seat])
    if not unpaid and s.phase == b.phases.index(Phase.ACTIONS) + 1:
        spend(s, say, seat, Goods(denier=b.place_price), "worker", name)
    if s.worker[place] != NOBODY:
        send_home(b, s, place)
    send_worker(b, s, seat, place)


def _home(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    places = [_on_road(b, s, say)] if say.left else [n for n, worker in enumerate(s.worker) if worker == seat]
    say.end()
    if not places or any(s.worker[place] != seat for place in places):
        raise say.refusal("no_worker_there", player=b.seats[seat])
    for place in places:
        send_home(b, s, place)


def _provost(b: CompiledRules, s: State, say: EntryWords) -> None:
    steps = say.steps()
    seat = say.seat() if say.left else NOBODY
    say.end()
    if not b.provost_in_play:
        raise say.unread()
    if not 0 <= s.provost + steps < len(s.road):
        raise say.refusal("no_such_space", first=1, last=len(s.road))
    if seat == NOBODY:
        s.provost += steps
        tell(s, "provost_set", s.provost + 1)
        return
    if s.phase == b.phases.index(Phase.PROVOST) + 1:
        spend(s, say, seat, Goods(denier=abs(steps) * b.bribe_price), "provost", "")
    step_provost(s, seat, steps)


# building


def _build(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    name = say.building(b.data.buildings)
    space = say.space(len(s.road))
    cost = say.cost()
    space = space or say.space(len(s.road))
    say.end()
    if name in b.prestige_cards:
        _build_prestige(b, s, say, seat, name, space, cost)
        return
    if name not in b.bit or space:
        raise say.refusal("other_category", building=name)
    _out_of_set(b, s, say, seat, name)
    spend(s, say, seat, cost, "built", name)
    lay(b, s, b.card(seat, name))


def _out_of_set(b: CompiledRules, s: State, say: EntryWords, seat: int, name: str) -> None:
    """Take the card from the hand, wherever the app believed it to be."""
    bit = 1 << b.bit[name]
    if s.hand[seat] & bit:
        s.hand[seat] ^= bit
        return
    if not (s.deck[seat] | s.discard[seat]) & bit:
        raise say.refusal("not_in_hand", building=name)
    if not s.unknown[seat]:
        _forget_hand(s, seat)  # it is not the one we knew
    s.deck[seat] &= ~bit
    s.discard[seat] &= ~bit
    s.unknown[seat] = max(0, s.unknown[seat] - 1)


def _build_prestige(b: CompiledRules, s: State, say: EntryWords, seat: int, name: str, space: int, cost: Goods) -> None:
    card = b.prestige_cards.index(name)
    if s.prestige_owner[card] != NOBODY:
        raise say.refusal("not_in_stock", building=name)
    mine = residences(b, s, seat)
    if space and space - 1 not in mine:
        raise say.refusal("not_your_residence", space=space)
    spend(s, say, seat, cost, "built", name)
    on = mine[0] + 1 if mine and b.data.prestige.on_residence else 0
    lay_prestige(b, s, seat, card, space or on)


def _convert(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    name = say.building(b.bit)
    cost = say.cost()
    say.end()
    card = b.card(seat, name)
    if card not in s.road:
        raise say.refusal("not_on_road", building=name)
    place = s.road.index(card)
    if s.flipped[place] or place in s.promised:
        raise say.refusal("residence_already" if s.flipped[place] else "promised", building=name)
    spend(s, say, seat, cost, "residence", name)
    convert(b, s, place)


def _take(b: CompiledRules, s: State, say: EntryWords) -> None:
    """Take a cube that lies on a card, for any player."""
    seat = say.seat()
    place = _on_road(b, s, say)
    say.end()
    benefit = _lying(b, s.road[place])
    if benefit is None or not s.stock[place]:
        raise say.refusal("not_produced", building=b.names[s.road[place]])
    s.stock[place] -= 1
    (payment,) = benefit.payments.values()
    carry_out(b, s, seat, payment, benefit.source, benefit.of)


def _lying(b: CompiledRules, card: int) -> Benefit | None:
    """Return the effect that gives the cubes on a card, or None."""
    numbers = (b.worker_working[card], b.owner_working[card])
    benefits = [b.benefits[number] for number in numbers if number != NO_WORKING]
    return next((benefit for benefit in benefits if benefit.from_card), None)


# the castle


def _token(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    name = say.word() if say.left else ""
    say.end()
    if name and name not in b.section_names:
        raise say.unread()
    if not (s.tokens[b.section_names.index(name)] if name else any(s.tokens)):
        raise say.refusal("no_tokens", n=0)
    if not name:
        take_tokens(b, s, seat, 1, "castle")
        return
    section = b.section_names.index(name)
    s.tokens[section] -= 1
    s.won[section * b.players + seat] += 1
    tell(s, "won_token", seat, name, "castle")


def _batch(b: CompiledRules, s: State, say: EntryWords) -> None:
    seat = say.seat()
    cost = say.cost()
    say.end()
    if not any(s.tokens):
        raise say.refusal("no_tokens", n=0)
    require(s, say, seat, cost.denier, cost.cubes())
    hand_in(b, s, seat, cost.cubes())


# phases


def close(b: CompiledRules, s: State) -> None:
    """Close the phase, and run those that follow automatically."""
    _draw_unseen(b, s)
    if s.phase == turns.SETUP:
        _close_set_up(b, s)
    else:
        phase = b.phases[s.phase - 1]
        if phase not in _ALONE:
            _close_phase(b, s, phase)
    while s.phase != turns.OVER and b.phases[s.phase - 1] in _ALONE:
        STEPS[b.phases[s.phase - 1]](b, s)


def _draw_unseen(b: CompiledRules, s: State) -> None:
    """Draw what a referee's table was still to draw; nobody says which cards, nor which were discarded."""
    while s.todo:
        kind, seat, arg = s.todo.pop()
        if kind == "card" and s.phase != turns.SETUP:
            ask_cards(b, s, arg, 1)
        elif kind == "refill":
            _forget_hand(s, seat)


def _close_phase(b: CompiledRules, s: State, phase: Phase) -> None:
    """Close a phase in which everybody has passed or been asked."""
    all_across(s, round_the_table(b, s))
    if phase == Phase.BUILDINGS:
        run_through(b, s, STEPS[phase])
    else:
        s.had = s.bridge[:]
        STEPS[phase](b, s)


# entries that make sense now


def entries(b: CompiledRules, s: State) -> list[Action]:
    """Return entries for the phase, then those that close it."""
    if s.phase == turns.SETUP:
        neutral = CHOICES["draw"].offer(b, s, NOBODY, 0) if len(s.road) < b.neutral_draws else []
        return [*neutral, *b.start, NEXT]
    return [*_in_phase(b, s, b.phases[s.phase - 1]), NEXT, END]


def _in_phase(b: CompiledRules, s: State, phase: Phase) -> list[Action]:
    seats = round_the_table(b, s)
    if phase == Phase.ACTIONS:
        still = [seat for seat in seats if seat not in s.bridge]
        draws = [short("draw", b.seats[seat]) for seat in still if can_draw(s, seat) and s.money[seat] >= b.draw_price]
        swaps = [short("swap", b.seats[seat]) for seat in still if hand_size(s, seat) and s.money[seat] >= b.swap_price]
        return [*draws, *swaps, *(short("pass", b.seats[seat]) for seat in still)]
    if phase == Phase.PROVOST:
        return provost_steps(b, s.provost, len(s.road) - 1 - s.provost)
    if phase == Phase.BUILDINGS:
        return [
            short("take", b.seats[b.owner_of[card]], b.label(card))
            for card, n in zip(s.road, s.stock, strict=True)
            if n
        ]
    if phase == Phase.CASTLE and any(s.tokens):
        return [short("batch", b.seats[seat]) for seat in s.bridge]
    return []


def release(b: CompiledRules, s: State) -> None:
    """In the set-up, what somebody drew or named by hand is no longer asked."""
    if s.phase == turns.SETUP and not fits(b, s):
        s.todo.clear()


def as_dealt(b: CompiledRules, s: State) -> None:
    """Forget what has been corrected in the set-up; goods and money come when all is dealt."""
    s.money, s.cubes = [0] * b.players, [0] * (b.players * KINDS)


def begin_anew(b: CompiledRules, s: State) -> None:
    """Let the referee begin the phase again."""
    if s.phase == turns.SETUP:
        s.deck = [deck | hand for deck, hand in zip(s.deck, s.hand, strict=True)]
        s.hand, s.unknown = [0] * b.players, [0] * b.players
    s.cursor = s.active = 0
    s.had = []


# what entries imply


_NOTHING = Benefit("", "", "")
"""What a building brings that has no effect for this player."""


def _parts(b: CompiledRules, s: State) -> Iterator[BuildingPart]:
    """Yield whose parts of which cards are to come."""
    for place, card in enumerate(s.road):
        due = _due(b, s, place)
        for part in due:
            number = (b.worker_working if part == WORKER else b.owner_working)[card]
            benefit = b.benefits[number] if number != NO_WORKING else _NOTHING
            payments = () if benefit.from_card else benefit.payments.values()
            alone, seat = OWNER not in due, _whose(b, s, place)[part]
            works = not b.provost_in_play or place <= s.provost
            yield BuildingPart(benefit.kind, number, place, b.names[card], b.label(card), seat, payments, alone, works)


def _due(b: CompiledRules, s: State, place: int) -> list[int]:
    """Return whose parts of a card are to come, or open."""
    card, worker = s.road[place], s.worker[place]
    if worker == NOBODY:
        return []
    owner = b.owner_of[card] not in (NOBODY, worker) and b.owner_working[card] != NO_WORKING
    parts = [WORKER, OWNER] if owner else [WORKER]
    here = s.phase == b.phases.index(Phase.BUILDINGS) + 1 and place == s.cursor
    over = [part for part in parts if here and (part < s.active or (part == s.active and not s.todo))]
    return [part for part in parts if (place, part) not in s.served and part not in over]


def _part(b: CompiledRules, s: State, place: int, seat: int) -> int:
    """Return the part of a card that this player has not had; 0 if there is none."""
    whose = _whose(b, s, place)
    return next((part for part in _due(b, s, place) if whose[part] == seat), 0)


def _whose(b: CompiledRules, s: State, place: int) -> dict[int, int]:
    return {WORKER: s.worker[place], OWNER: b.owner_of[s.road[place]]}


def _had(b: CompiledRules, s: State, say: EntryWords) -> None:
    """Note that a player has had their part of a card; when nobody's is left, the worker goes home."""
    seat = say.seat()
    place = _on_road(b, s, say)
    say.end()
    part = _part(b, s, place, seat)
    if not part:
        raise say.refusal("no_worker_there", player=b.seats[seat])
    open_now = s.todo if place == s.cursor and part == s.active else []
    if had(s, place, part, open_now, _due(b, s, place)):
        send_home(b, s, place)


def _unseen(s: State) -> State:
    """Forget where the cards of a set are that are not on the road: everybody looks at this table."""
    seen = s.copy()
    for seat, hand in enumerate(s.hand):
        seen.unknown[seat] = hand_size(s, seat)
        seen.deck[seat], seen.hand[seat] = s.deck[seat] | hand | s.discard[seat], 0
    return seen


def _senseless(b: CompiledRules, s: State, verb: str, seat: int, place: str) -> Reason | None:
    """Refuse a second worker of a player on a card."""
    here = [worker for card, worker in zip(s.road, s.worker, strict=True) if place in (b.label(card), b.names[card])]
    return Reason("there_already", {"place": place}) if verb == "place" and here == [seat] else None


_VERBS: dict[str, Entry[CompiledRules, State]] = {
    "draw": _draw,
    "start": _start,
    "swap": _swap,
    "place": _place,
    "home": _home,
    "provost": _provost,
    "build": _build,
    "convert": _convert,
    "take": _take,
    "token": _token,
    "batch": _batch,
    "had": _had,
}

_TURNS = {
    **dict.fromkeys(("draw", "swap", "place", "build", "pass"), (Phase.ACTIONS, "action")),
    "provost": (Phase.PROVOST, "bribe"),
    "stay": (Phase.PROVOST, "bribe"),
    "done": (Phase.CASTLE, "batch"),
    "batch": (Phase.CASTLE, "batch"),
}

ASSISTANT_RULES = AssistantRules(
    _VERBS, close, end_game, carry_out, lambda s: {Good.TOKEN: sum(s.tokens)}, entries, release, as_dealt, begin_anew,
    Phase.ACTIONS, _TURNS, {Phase.BUILDINGS: STEPS[Phase.BUILDINGS]}, CHOICES, _parts,
    lambda *_: False, _unseen, _senseless, lambda *_: [],
)  # fmt: skip
"""The part of the assistant that is specific to Magna Carta."""
