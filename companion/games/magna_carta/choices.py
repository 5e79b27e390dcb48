"""The kinds of choice of Magna Carta, each with all that is known about it (`engine.choice`)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from companion.engine.action import Action
from companion.engine.amounts import GOLD, KINDS, Vector
from companion.engine.board import NOBODY
from companion.engine.choice import BenefitChoice, ChoiceKind, Kinds, Refusals
from companion.engine.consequences import (
    Consequence,
    Preview,
    beyond,
    follows,
    most_batches,
    next_movers,
    passes,
    provost_moves,
)
from companion.engine.errors import Reason
from companion.engine.holdings import affordable, give_cubes, has_cubes, pay
from companion.engine.kinds import known
from companion.engine.notation import Word
from companion.engine.phases import go_to_bridge
from companion.engine.reminders import Chooser, Reminder, remind
from companion.games.magna_carta.actions import (
    BUILD,
    DECLINE,
    DONE,
    DRAW,
    KEEP,
    MULLIGAN,
    PASS,
    PLACE,
    PRESTIGE,
    PROVOST,
    STAY,
    SWAP,
    act,
)
from companion.games.magna_carta.compiled import CompiledRules, Ways
from companion.games.magna_carta.moves import (
    ask_cards,
    can_draw,
    carry_out,
    convert,
    deck_size,
    discard_hand,
    hand_in,
    hand_size,
    in_hand,
    lay,
    lay_prestige,
    out_of_hand,
    reshuffle,
    residences,
    send_worker,
    step_provost,
)
from companion.games.magna_carta.rules import MagnaCartaRules, magna_carta
from companion.games.magna_carta.state import State

if TYPE_CHECKING:
    from companion.games.magna_carta.look import Look


class MagnaCartaChoice(ChoiceKind[CompiledRules, State]):
    """A kind of choice of Magna Carta."""

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        """The castle tokens that an option wins, and how many are left then."""
        sections = _data(preview).castle.sections
        won = [str(event["section"]) for event in preview.after.events if event.id == "won_token"]
        yield from (follows("token", section, sections[section].prestige) for section in won)
        left = sum(cast("Look", preview.now)["castle"]["tokens"].values()) - len(won)
        if won:
            yield follows("tokens_left", left) if left else follows("last_token")


def _data(view: Preview | Chooser) -> MagnaCartaRules:
    return magna_carta(view.rules.data)


def no_card(name: str) -> Reason:
    return Reason("no_such_building", {"building": name})


# chance


class DrawChoice(MagnaCartaChoice):
    """The neutral cards not yet on the road, except the one that always comes last."""

    of_course = True
    kind, verbs, chance = "draw", (DRAW,), True

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        return [action for action, card in b.neutral_draw.items() if card not in s.road and b.names[card] in b.drawable]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        lay(b, s, b.neutral_draw[action])

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        name = action.place
        if name not in b.neutral:
            return no_card(name)
        return Reason("drawn_already" if b.names.index(name) in s.road else "comes_last", {"building": name})

    def written(self, b: CompiledRules, arg: int) -> str:
        return str(arg)

    def read(self, b: CompiledRules, s: State, seat: int, label: str, word: Word) -> int:
        return Word(label, word.line, word.column).number(0, b.set_size)


class CardChoice(MagnaCartaChoice):
    """The cards that may be on top of a player's deck, or `DECLINE` if deck and discards are empty."""

    kind, verbs, chance = "card", (DRAW,), True

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        mask = s.deck[arg] if deck_size(s, arg) else s.discard[arg]
        return [action for bit, action in enumerate(b.own_draw) if mask >> bit & 1] or [DECLINE]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action == DECLINE:
            return
        reshuffle(b, s, arg)
        bit = 1 << b.bit[action.place]
        s.deck[arg] ^= bit
        s.hand[arg] |= bit
        if s.log is not None:
            s.log.append(("drew", arg, action.place))

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        name = action.place
        return Reason("not_in_deck", {"building": name}) if name in b.bit else no_card(name)

    def about(self, b: CompiledRules, arg: int) -> str:
        return b.seats[arg]

    def written(self, b: CompiledRules, arg: int) -> str:
        return b.seats[arg]

    def read(self, b: CompiledRules, s: State, seat: int, label: str, word: Word) -> int:
        return b.seats.index(known(word, label, b.seats, "player"))


class StartChoice(MagnaCartaChoice):
    """Who begins."""

    of_course = True
    kind, verbs, chance = "start", ("start",), True

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        return b.start

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        s.starter = b.seats.index(action.seat)
        if s.log is not None:
            s.log.append(("starts", s.starter))

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return Reason("no_such_player", {"player": action.seat})


# hands


class MulliganChoice(MagnaCartaChoice):
    """Whether the first hand is exchanged, once and for free."""

    of_course = True
    kind, verbs = "mulligan", (KEEP, MULLIGAN)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        return [KEEP, MULLIGAN]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if s.log is not None:
            s.log.append(("kept" if action == KEEP else "mulliganed", seat))
        if action == MULLIGAN:
            _exchange(s, seat)

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        if preview.action == MULLIGAN:
            yield follows("mulligan", cast("Look", preview.now)["players"][preview.seat]["hand_size"])


def _exchange(s: State, seat: int) -> None:
    """Put the hand down and draw as many cards."""
    number = hand_size(s, seat)
    s.todo.append(("refill", seat, number))
    s.todo.extend([("reveal", seat, 0)] * s.unknown[seat])


def _exchange_untold(b: CompiledRules, s: State, seat: int) -> None:
    """Put the hand down and draw as many cards. What lies in the discards then is not known either."""
    while (task := s.todo.pop())[0] != "refill":
        pass
    if s.log is not None:
        s.log.append(("discarded", seat, task[2]))
    s.deck[seat] |= s.hand[seat] | s.discard[seat]
    s.hand[seat] = s.discard[seat] = s.unknown[seat] = 0
    ask_cards(b, s, seat, task[2])


class RefillChoice(MagnaCartaChoice):
    """As many cards as were put down, drawn without a choice."""

    kind, verbs = "refill", (DONE,)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        return [DONE]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        discard_hand(b, s, seat)
        ask_cards(b, s, seat, arg)

    def written(self, b: CompiledRules, arg: int) -> str:
        return str(arg)

    def read(self, b: CompiledRules, s: State, seat: int, label: str, word: Word) -> int:
        return Word(label, word.line, word.column).number(0, b.set_size)


class RevealChoice(MagnaCartaChoice):
    """A card of an unseen hand, which is known from now on; or the whole exchange, of which nothing is told."""

    kind, verbs = "reveal", ("reveal", DONE)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        cards = [action for bit, action in enumerate(b.own_reveal) if s.deck[seat] >> bit & 1]
        return cards if b.tracked[seat] or len(cards) == 1 else [*cards, DONE]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action == DONE:
            _exchange_untold(b, s, seat)
            return
        bit = 1 << b.bit[action.place]
        s.deck[seat] ^= bit
        s.unknown[seat] -= 1
        s.hand[seat] |= bit
        if s.log is not None:
            s.log.append(("revealed", seat, action.place))

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        name = action.place
        return Reason("seen_already", {"building": name}) if name in b.bit else no_card(name)


# phase 2: actions


class ActionChoice(MagnaCartaChoice):
    """The possible actions, in the order of the rulebook."""

    of_course = True
    kind, verbs = "action", (DRAW, SWAP, PLACE, BUILD, PRESTIGE, PASS)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        money = s.money[seat]
        options: list[Action] = []
        if money >= b.draw_price and can_draw(s, seat):
            options.append(DRAW)
        if money >= b.swap_price and (s.hand[seat] or s.unknown[seat]):
            options.append(SWAP)
        if money >= b.place_price and s.home[seat]:
            place, workless, worker, flipped = b.place, b.workless, s.worker, s.flipped
            for spot, card in enumerate(s.road):
                if worker[spot] < 0 and not flipped[spot] and not workless[card]:
                    options.append(place[card])
        cubes = s.cubes[seat * KINDS : seat * KINDS + KINDS]
        options += _builds(b, in_hand(s, seat), cubes)
        payable = b.prestige_with[min(cubes[GOLD], len(b.prestige_with) - 1)]
        if payable:
            options += _prestige_builds(b, s, seat, cubes, payable)
        options.append(PASS)
        if refused is not None:
            _refuse_cards(b, s, seat, refused)
            _refuse_places(b, s, seat, refused)
            _refuse_builds(b, s, seat, refused)
        return options

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action == PASS:
            go_to_bridge(s, seat, b.first_pass)
        elif action == DRAW:
            pay(s, seat, b.draw_price, "draw")
            ask_cards(b, s, seat, 1)
        elif action == SWAP:
            pay(s, seat, b.swap_price, "swap")
            if s.log is not None:
                s.log.append(("swapped", seat))
            _exchange(s, seat)
        elif action.verb == PLACE:
            pay(s, seat, b.place_price, "worker", b.names[b.placed[action]])
            send_worker(b, s, seat, s.road.index(b.placed[action]))
        elif action.verb == BUILD:
            bit, cubes = b.built[action]
            give_cubes(s, seat, cubes, "built", b.own[bit])
            out_of_hand(s, seat, bit)
            lay(b, s, b.first_own + seat * b.set_size + bit)
        else:
            place, cubes = b.prestige_built[action.building, action.cubes]
            give_cubes(s, seat, cubes, "built", b.prestige_cards[place])
            lay_prestige(b, s, seat, place, action.space)

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        name = action.place
        if action.verb == PLACE:
            card = b.placed.get(action)
            return no_card(name) if card is None else Reason("not_on_road", {"building": b.names[card]})
        if action.verb == BUILD:
            return _stray_build(b, s, seat, name)
        return _stray_prestige(b, s, seat, action) if action.verb == PRESTIGE else None

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        yield from super().follows(preview)
        me = cast("Look", preview.now)["players"][preview.seat]
        if preview.action == PASS:
            yield from passes(preview, _data(preview).first_pass)
        elif preview.action == DRAW:
            yield follows("deck", (me["deck_size"] or len(me["discard"])) - 1)
        elif preview.action == SWAP:
            yield follows("new_hand", me["hand_size"])
        elif preview.action.verb == PLACE:
            yield from beyond(preview)
        else:
            yield follows("counts", _data(preview).buildings[preview.action.building].prestige)

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        yield from _ends(chooser)
        yield from chooser.first_pass(_data(chooser).first_pass, _data(chooser).actions.prices["place"])


def _builds(b: CompiledRules, hand: int, cubes: list[int]) -> list[Action]:
    """Building a card that is, or may be, in the hand, with every payment for which there are cubes."""
    food, wood, stone, _, gold = cubes
    return [
        action
        for bit, ways in b.builds_with[min(gold, len(b.builds_with) - 1)]
        if hand >> bit & 1
        for action, way in ways
        if way[0] <= food and way[1] <= wood and way[2] <= stone
    ]


def _prestige_builds(b: CompiledRules, s: State, seat: int, cubes: list[int], payable: Ways) -> list[Action]:
    """Building an affordable prestige card, on each residence if it needs one."""
    food, wood, stone, _, _ = cubes
    sites = _sites(b, s, seat)
    return [
        b.sited[action, site] if site else action
        for place, ways in (payable if sites else ())
        if s.prestige_owner[place] == NOBODY
        for action, way in ways
        if way[0] <= food and way[1] <= wood and way[2] <= stone
        for site in sites
    ]


def _sites(b: CompiledRules, s: State, seat: int) -> list[int]:
    """Return the spaces for a prestige card; 0 if it lies before its owner."""
    return [place + 1 for place in residences(b, s, seat)] if b.data.prestige.on_residence else [0]


def _refuse_cards(b: CompiledRules, s: State, seat: int, refused: Refusals) -> None:
    for action, able, code, price in (
        (DRAW, can_draw(s, seat), "no_card", b.draw_price),
        (SWAP, hand_size(s, seat), "no_hand", b.swap_price),
    ):
        if able:
            refused.lacking(action, s, seat, price)
        else:
            refused.add(action, code)


def _refuse_places(b: CompiledRules, s: State, seat: int, refused: Refusals) -> None:
    for card, worker, flipped in zip(s.road, s.worker, s.flipped, strict=True):
        action = b.place[card]
        if flipped or b.workless[card]:
            refused.add(action, "takes_no_worker", building=b.data.residence.tile if flipped else b.names[card])
        elif worker != NOBODY:
            refused.add(action, "occupied", building=b.names[card], by=b.seats[worker])
        elif not s.home[seat]:
            refused.add(action, "no_worker")
        else:
            refused.lacking(action, s, seat, b.place_price)


def _refuse_builds(b: CompiledRules, s: State, seat: int, refused: Refusals) -> None:
    hand, sites = in_hand(s, seat), _sites(b, s, seat)
    for action, (bit, way) in b.built.items():
        if hand >> bit & 1:
            refused.lacking(action, s, seat, way)
    for place, ways in enumerate(b.prestige_builds):
        if s.prestige_owner[place] == NOBODY:
            for action, way in ways:
                for site in sites:
                    refused.lacking(b.sited[action, site] if site else action, s, seat, way)


def _stray_build(b: CompiledRules, s: State, seat: int, name: str) -> Reason:
    if name not in b.bit:
        return no_card(name)
    held = in_hand(s, seat) >> b.bit[name] & 1
    return Reason("payment" if held else "not_in_hand", {"building": name})


def _stray_prestige(b: CompiledRules, s: State, seat: int, action: Action) -> Reason | None:
    name = action.place
    if name not in b.prestige_cards:
        return no_card(name)
    if s.prestige_owner[b.prestige_cards.index(name)] != NOBODY:
        return Reason("not_in_stock", {"building": name})
    sites = _sites(b, s, seat)
    if not sites:
        return Reason("no_residence")
    if action.space not in sites:
        return Reason("not_your_residence", {"space": action.space or ""}) if sites != [0] else None
    return Reason("payment", {"building": name})


def _ends(chooser: Chooser) -> Iterator[Reminder]:
    """The last token is taken, so the game ends with this round."""
    if cast("Look", chooser.look)["castle"]["section"] is None:
        yield remind("ends")


# phase 3: the provost


class BribeChoice(MagnaCartaChoice):
    """Steps of the provost, each for money."""

    of_course = True
    kind, verbs = "bribe", (PROVOST, STAY)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        most = min(b.bribe_steps, s.money[seat] // b.bribe_price if b.bribe_price else b.bribe_steps)
        back, forward = min(most, s.provost), min(most, len(s.road) - 1 - s.provost)
        if refused is not None:
            for action, steps in b.provost_steps.items():
                if not 0 <= s.provost + steps < len(s.road):
                    refused.add(action, "off_the_road", first=1, last=len(s.road))
                else:
                    refused.lacking(action, s, seat, abs(steps) * b.bribe_price)
        return [*b.provost_back[len(b.provost_back) - back :], STAY, *b.provost_forward[:forward]]

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action != STAY:
            steps = b.provost_steps[action]
            pay(s, seat, abs(steps) * b.bribe_price, "provost")
            step_provost(s, seat, steps)

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return None if action.steps is None else Reason("too_far", {"most": b.bribe_steps})

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        yield from super().follows(preview)
        yield from provost_moves(preview)
        if preview.action != STAY:
            yield from next_movers(preview)

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        yield from _ends(chooser)
        yield from chooser.unreached()


# phase 4: effects, all of which may be declined


class EffectChoice(MagnaCartaChoice, BenefitChoice[CompiledRules, State]):
    """What a card lets its user or owner do."""

    of_course = True


class DealChoice(EffectChoice):
    """Goods for nothing or for others."""

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        benefit = b.benefits[arg]
        if action == DECLINE:
            self.decline(b, s, seat, arg)
            return
        if benefit.from_card:
            s.stock[s.cursor] -= 1
        carry_out(b, s, seat, benefit.payments[action], benefit.source, benefit.of)


class TakeChoice(DealChoice):
    """What can be taken; from a card only while it has cubes."""

    kind, verbs = "take", ("take", DECLINE)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        benefit = b.benefits[arg]
        if benefit.from_card and not s.stock[s.cursor]:
            return [DECLINE]
        return [*benefit.payments, DECLINE]

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return Reason("not_produced", {"building": b.benefits[arg].of})

    def hindrance(self, b: CompiledRules, s: State, seat: int, arg: int) -> str:
        return "card_empty"


class TradeChoice(DealChoice):
    """The deals that the player can pay for and for which there are enough tokens."""

    kind, verbs = "trade", ("trade", DECLINE)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        left, options = sum(s.tokens), []
        for action, payment in b.benefits[arg].payments.items():
            if payment.tokens <= left and affordable(s, seat, payment):
                options.append(action)
            elif refused is not None and payment.tokens > left:
                refused.add(action, "no_tokens", n=left)
            elif refused is not None:
                refused.lacking(action, s, seat, payment)
        options.append(DECLINE)
        return options

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return Reason("not_offered", {"building": b.benefits[arg].of})

    def hindrance(self, b: CompiledRules, s: State, seat: int, arg: int) -> str:
        left = sum(s.tokens)
        none = all(payment.tokens > left for payment in b.benefits[arg].payments.values())
        return "no_tokens" if none else "cannot_pay"


class ResidenceChoice(EffectChoice):
    """The player's cards on the road that can be turned over, now or when the worker on them has left."""

    kind, verbs = "residence", ("residence", DECLINE)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        options: list[Action] = []
        ways = [way for way in b.residence_ways if has_cubes(s, seat, way)]
        if ways or refused is not None:
            for place, card in enumerate(s.road):
                if b.convertible[card] and b.owner_of[card] == seat:
                    bit = card - b.first_own - seat * b.set_size
                    if not s.flipped[place] and place not in s.promised:
                        options += [action for action, way in b.flips[bit] if way in ways]
                    if refused is not None:
                        self._refuse(b, s, seat, place, b.flips[bit], refused)
        options.append(DECLINE)
        return options

    def _refuse(
        self, b: CompiledRules, s: State, seat: int, place: int, ways: list[tuple[Action, Vector]], refused: Refusals
    ) -> None:
        name = b.names[s.road[place]]
        for action, way in ways:
            if s.flipped[place]:
                refused.add(action, "residence_already", building=name)
            elif place in s.promised:
                refused.add(action, "promised", building=name)
            else:
                refused.lacking(action, s, seat, way)

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action == DECLINE:
            self.decline(b, s, seat, arg)
            return
        bit, way = b.flipped[action]
        place = s.road.index(b.first_own + seat * b.set_size + bit)
        give_cubes(s, seat, way, "residence", b.own[bit])
        convert(b, s, place)

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
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
        if s.flipped[place] or place in s.promised:
            return Reason("residence_already" if s.flipped[place] else "promised", {"building": name})
        return Reason("payment", {"building": name})

    def hindrance(self, b: CompiledRules, s: State, seat: int, arg: int) -> str:
        able = any(has_cubes(s, seat, way) for way in b.residence_ways)
        return "nothing_to_convert" if able else "cannot_pay"


def _not_own(b: CompiledRules, s: State, name: str) -> Reason:
    """The reason against a card that is not in the player's own set: `bank:red`, or a prestige building."""
    card = b.placed.get(act(f"place {name}"))
    if card is None:
        return no_card(name)
    if card >= b.first_prestige:
        return Reason("never_residence", {"building": name})
    if card not in s.road:
        return Reason("not_on_road", {"building": b.names[card]})
    shown = b.data.residence.tile if s.flipped[s.road.index(card)] else b.names[card]
    return Reason("not_yours", {"building": shown, "owner": b.seats[b.owner_of[card]]})


# phase 5: the castle


class BatchChoice(MagnaCartaChoice):
    """A batch for a token, as long as there are tokens; asked again after each."""

    of_course = True
    kind, verbs = "batch", ("batch", DONE)

    def offer(self, b: CompiledRules, s: State, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        options = []
        if any(s.tokens):
            for action, cubes in b.batch.items():
                if has_cubes(s, seat, cubes):
                    options.append(action)
                elif refused is not None:
                    refused.lacking(action, s, seat, cubes)
        options.append(DONE)
        return options

    def play(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> None:
        if action != DONE:
            hand_in(b, s, seat, b.batch[action])
            s.todo.append(("batch", seat, 0))

    def stray(self, b: CompiledRules, s: State, seat: int, arg: int, action: Action) -> Reason | None:
        return Reason("no_batch")

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        if preview.action != DONE:
            look = cast("Look", preview.now)
            order = look["bridge"]["passed"]
            given = [look["players"][colour]["given"] for colour in order]
            yield from most_batches(preview, order, given, _data(preview).castle.best_builder)
            yield from super().follows(preview)
            again = cast("Look", preview.then)["castle"]["section"] and preview.pays_again("batch")
            yield follows("more_batches") if again else follows("last_batch")

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        look, rules = cast("Look", chooser.look), _data(chooser)
        order = look["bridge"]["passed"]
        given = [look["players"][colour]["given"] for colour in order]
        yield from chooser.most_batches(order, given, rules.castle.best_builder)
        if not any(given) and order[-1] == chooser.seat and chooser.offers("batch"):
            yield remind("tokens_go", rules.castle.removed_without_batch)


CHOICES = Kinds(
    (
        DrawChoice(),
        CardChoice(),
        RefillChoice(),
        RevealChoice(),
        StartChoice(),
        MulliganChoice(),
        ActionChoice(),
        BribeChoice(),
        TakeChoice(),
        TradeChoice(),
        ResidenceChoice(),
        BatchChoice(),
    )
)
"""Every kind of choice."""
