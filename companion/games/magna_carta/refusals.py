"""Why an action is not among the options of the open choice. `caylus.refusals` explains the principle."""

from companion.engine import reasons
from companion.engine.action import Action
from companion.engine.errors import Reason
from companion.engine.reasons import Refusal, missing, missing_cubes, missing_deniers
from companion.games.magna_carta.actions import ANSWERS, DRAW, SWAP, act
from companion.games.magna_carta.compiled import NOBODY, CompiledRules
from companion.games.magna_carta.moves import can_draw, hand_size, in_hand, residences
from companion.games.magna_carta.state import State


def why_not(b: CompiledRules, s: State, action: Action) -> Reason:
    """Return the reason against an action that is not an option."""
    return reasons.why_not(b, s, action, ANSWERS, REFUSALS)


def _draw(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    if action != DRAW:
        return None
    return missing_deniers(s, seat, b.draw_price) if can_draw(s, seat) else Reason("no_card")


def _swap(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    if action != SWAP:
        return None
    return missing_deniers(s, seat, b.swap_price) if hand_size(s, seat) else Reason("no_hand")


def _drawn_neutral(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    name = action.place
    if name not in b.neutral:
        return Reason("no_such_building", {"building": name})
    return Reason("drawn_already" if b.names.index(name) in s.road else "comes_last", {"building": name})


def _drawn_card(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    return Reason("not_in_deck" if action.place in b.bit else "no_such_building", {"building": action.place})


def _place(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    card = b.placed.get(action)
    if card is None:
        return Reason("no_such_building", {"building": action.place})
    if card not in s.road:
        return Reason("not_on_road", {"building": b.names[card]})
    place = s.road.index(card)
    if s.flipped[place] or b.workless[card]:
        return Reason("takes_no_worker", {"building": b.data.residence.tile if s.flipped[place] else b.names[card]})
    if s.worker[place] != NOBODY:
        return Reason("occupied", {"building": b.names[card], "by": b.seats[s.worker[place]]})
    return Reason("no_worker") if not s.home[seat] else missing_deniers(s, seat, b.place_price)


def _build(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    name = action.place
    if name not in b.bit:
        return Reason("no_such_building", {"building": name})
    if not in_hand(s, seat) >> b.bit[name] & 1:
        return Reason("not_in_hand", {"building": name})
    found = b.built.get(action)
    return missing_cubes(s, seat, found[1]) if found else Reason("payment", {"building": name})


def _prestige(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    name = action.place
    if name not in b.prestige_cards:
        return Reason("no_such_building", {"building": name})
    if s.prestige_owner[b.prestige_cards.index(name)] != NOBODY:
        return Reason("not_in_stock", {"building": name})
    if b.data.prestige.on_residence:
        sites = [place + 1 for place in residences(b, s, seat)]
        if not sites:
            return Reason("no_residence")
        if action.space not in sites:
            return Reason("not_your_residence", {"space": action.space or ""})
    elif action.space:
        return None
    found = None if action.unread else b.prestige_built.get((name, action.cubes))
    return missing_cubes(s, seat, found[1]) if found else Reason("payment", {"building": name})


def _provost(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    number = b.provost_steps.get(action)
    if number is None:
        return None if action.steps is None else Reason("too_far", {"most": b.bribe_steps})
    if not 0 <= s.provost + number < len(s.road):
        return Reason("off_the_road", {"first": 1, "last": len(s.road)})
    return missing_deniers(s, seat, abs(number) * b.bribe_price)


def _trade(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    working = b.workings[arg]
    payment = working.payments.get(action)
    if payment is None:
        return Reason("not_offered", {"building": working.of})
    if payment.tokens > sum(s.tokens):
        return Reason("no_tokens", {"n": sum(s.tokens)})
    return missing(s, seat, payment)


def _take(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    return Reason("not_produced", {"building": b.workings[arg].of})


def _residence(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    name = action.place
    if name in b.neutral:
        return Reason("neutral_stays")
    if name not in b.bit:
        return _not_own(b, s, name)
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
    found = b.flipped.get(action)
    return missing_cubes(s, seat, found[1]) if found else Reason("payment", {"building": name})


def _not_own(b: CompiledRules, s: State, name: str) -> Reason:
    """The reason against a card that is not in the player's own set: `bank:red`, or a prestige building."""
    card = b.placed.get(act(f"place {name}"))
    if card is None:
        return Reason("no_such_building", {"building": name})
    if card >= b.first_prestige:
        return Reason("never_residence", {"building": name})
    if card not in s.road:
        return Reason("not_on_road", {"building": b.names[card]})
    shown = b.data.residence.tile if s.flipped[s.road.index(card)] else b.names[card]
    return Reason("not_yours", {"building": shown, "owner": b.seats[b.owner_of[card]]})


def _batch(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    cubes = b.batch.get(action)
    return Reason("no_batch") if cubes is None else missing_cubes(s, seat, cubes)


def _start(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    return Reason("no_such_player", {"player": action.seat})


def _reveal(b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
    return Reason("seen_already" if action.place in b.bit else "no_such_building", {"building": action.place})


REFUSALS: dict[str, Refusal[CompiledRules, State]] = {
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
"""The reasons against each verb, or against a verb as the answer to one kind of choice."""
