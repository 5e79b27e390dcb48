"""Why an action is not among the options of the open choice. See `caylus.refusals` for the principle."""

from companion.engine import reasons
from companion.engine.errors import Reason
from companion.engine.reasons import Refusal, missing, missing_cubes, missing_deniers
from companion.games.magna_carta.board import NOBODY, Board
from companion.games.magna_carta.choices import DECLINE, DONE, DRAW, KEEP, MULLIGAN, PASS, STAY, SWAP
from companion.games.magna_carta.moves import can_draw, hand_size, in_hand, residences
from companion.games.magna_carta.state import State

VERBS = {
    "draw": (DRAW,),
    "card": (DRAW,),
    "start": ("start",),
    "mulligan": (KEEP, MULLIGAN),
    "reveal": ("reveal",),
    "action": (DRAW, SWAP, "place", "build", "prestige", PASS),
    "bribe": ("provost", STAY),
    "take": ("take", DECLINE),
    "trade": ("trade", DECLINE),
    "residence": ("residence", DECLINE),
    "batch": ("batch", DONE),
}
"""What can be said to each kind of choice."""


def why_not(b: Board, s: State, options: list[str], text: str) -> Reason | None:
    """The reason against an action, or none if it is an option."""
    return reasons.why_not(b, s, options, text, VERBS, REFUSALS)


def _draw(b: Board, s: State, seat: int, arg: int, rest: str) -> Reason | None:
    if rest:
        return None
    return missing_deniers(s, seat, b.draw_price) if can_draw(s, seat) else Reason("no_card")


def _swap(b: Board, s: State, seat: int, arg: int, rest: str) -> Reason | None:
    if rest:
        return None
    return missing_deniers(s, seat, b.swap_price) if hand_size(s, seat) else Reason("no_hand")


def _drawn_neutral(b: Board, s: State, seat: int, arg: int, name: str) -> Reason | None:
    if name not in b.neutral:
        return Reason("no_such_building", {"building": name})
    return Reason("drawn_already" if b.names.index(name) in s.road else "comes_last", {"building": name})


def _drawn_card(b: Board, s: State, seat: int, arg: int, name: str) -> Reason | None:
    return Reason("not_in_deck" if name in b.bit else "no_such_building", {"building": name})


def _place(b: Board, s: State, seat: int, arg: int, label: str) -> Reason | None:
    card = b.placed.get(f"place {label}")
    if card is None:
        return Reason("no_such_building", {"building": label})
    if card not in s.road:
        return Reason("not_on_road", {"building": b.names[card]})
    place = s.road.index(card)
    if s.flipped[place] or b.workless[card]:
        return Reason("takes_no_worker", {"building": b.data.residence.tile if s.flipped[place] else b.names[card]})
    if s.worker[place] != NOBODY:
        return Reason("occupied", {"building": b.names[card], "by": b.seats[s.worker[place]]})
    return Reason("no_worker") if not s.home[seat] else missing_deniers(s, seat, b.place_price)


def _build(b: Board, s: State, seat: int, arg: int, command: str) -> Reason | None:
    name = command.partition(" ")[0]
    if name not in b.bit:
        return Reason("no_such_building", {"building": name})
    if not in_hand(s, seat) >> b.bit[name] & 1:
        return Reason("not_in_hand", {"building": name})
    found = b.built.get(f"build {command}")
    return missing_cubes(s, seat, found[1]) if found else Reason("payment", {"building": name})


def _prestige(b: Board, s: State, seat: int, arg: int, command: str) -> Reason | None:
    way, _, site = command.partition(" on ")
    name = way.partition(" ")[0]
    if name not in b.prestige_cards:
        return Reason("no_such_building", {"building": name})
    if s.prestige_owner[b.prestige_cards.index(name)] != NOBODY:
        return Reason("not_in_stock", {"building": name})
    if b.data.prestige.on_residence:
        sites = [str(place + 1) for place in residences(b, s, seat)]
        if not sites:
            return Reason("no_residence")
        if site not in sites:
            return Reason("not_your_residence", {"space": site})
    elif site:
        return None
    found = b.prestige_built.get(f"prestige {way}")
    return missing_cubes(s, seat, found[1]) if found else Reason("payment", {"building": name})


def _provost(b: Board, s: State, seat: int, arg: int, steps: str) -> Reason | None:
    number = b.provost_steps.get(f"provost {steps}")
    if number is None:
        return Reason("too_far", {"most": b.bribe_steps}) if steps.lstrip("+-").isdecimal() else None
    if not 0 <= s.provost + number < len(s.road):
        return Reason("off_the_road", {"first": 1, "last": len(s.road)})
    return missing_deniers(s, seat, abs(number) * b.bribe_price)


def _trade(b: Board, s: State, seat: int, arg: int, deal: str) -> Reason | None:
    working = b.workings[arg]
    payment = working.payments.get(f"trade {deal}")
    if payment is None:
        return Reason("not_offered", {"building": working.of})
    if payment.tokens > sum(s.tokens):
        return Reason("no_tokens", {"n": sum(s.tokens)})
    return missing(s, seat, payment)


def _take(b: Board, s: State, seat: int, arg: int, goods: str) -> Reason | None:
    return Reason("not_produced", {"building": b.workings[arg].of})


def _residence(b: Board, s: State, seat: int, arg: int, command: str) -> Reason | None:
    name = command.partition(" ")[0]
    if name not in b.bit:
        return Reason("no_such_building", {"building": name})
    card = b.card(seat, name)
    if not b.convertible[card]:
        return Reason("never_residence", {"building": name})
    if card not in s.road:
        return Reason("not_on_road", {"building": name})
    place = s.road.index(card)
    if s.flipped[place]:
        return Reason("residence_already", {"building": name})
    if place in s.promised:
        return Reason("promised", {"building": name})
    found = b.flipped.get(f"residence {command}")
    return missing_cubes(s, seat, found[1]) if found else Reason("payment", {"building": name})


def _batch(b: Board, s: State, seat: int, arg: int, letters: str) -> Reason | None:
    cubes = b.batch.get(f"batch {letters}")
    return Reason("no_batch") if cubes is None else missing_cubes(s, seat, cubes)


def _start(b: Board, s: State, seat: int, arg: int, colour: str) -> Reason | None:
    return Reason("no_such_player", {"player": colour})


def _reveal(b: Board, s: State, seat: int, arg: int, name: str) -> Reason | None:
    return Reason("seen_already" if name in b.bit else "no_such_building", {"building": name})


REFUSALS: dict[str, Refusal] = {
    "draw draw": _drawn_neutral,
    "card draw": _drawn_card,
    DRAW: _draw,
    SWAP: _swap,
    "place": _place,
    "build": _build,
    "prestige": _prestige,
    "provost": _provost,
    "trade": _trade,
    "take": _take,
    "residence": _residence,
    "batch": _batch,
    "start": _start,
    "reveal": _reveal,
}
"""The reasons against each verb."""
