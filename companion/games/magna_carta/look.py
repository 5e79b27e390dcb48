"""The table of Magna Carta as plain named data, as far as one seat may see it. See also `caylus.look`.

A look is made from the seat's view (`views`), so it contains no card that the seat may not know. Without a seat, it
shows no hand.

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> game = new_game(load("magna_carta", "nl", ["standard"], 2), ["red", "green"])
>>> game.answer_chance(seed=1)
>>> game.play("keep")[0].id
'kept'
>>> game.answer_chance(seed=1)
>>> red, green = game.look("red")["players"].values()
>>> red["hand"], green["hand"], green["hand_size"]
(['small_quarry', 'large_quarry', 'bank'], None, 3)
>>> look = game.look()
>>> look["castle"]["tokens"], [space["building"] for space in look["road"]]
({'dungeon': 5, 'walls': 6, 'towers': 7}, ['n_park', 'n_peddler'])
"""

from typing import TypedDict

from companion.engine.board import NOBODY
from companion.engine.holdings import cubes_by_name
from companion.engine.look import AnyBridgeLook, AnyPlayerLook
from companion.engine.phases import OVER
from companion.engine.position import phase_name
from companion.games.magna_carta.compiled import NO_COVER, CompiledRules
from companion.games.magna_carta.moves import deck_size, hand_size
from companion.games.magna_carta.phases import incomes, round_the_table
from companion.games.magna_carta.state import State
from companion.games.magna_carta.views import view
from companion.rules.vocabulary import Category


class PlayerLook(AnyPlayerLook):
    """What lies before one player, and what is theirs on the table."""

    hand: list[str] | None
    """The cards known to be in their hand; None if nothing of it may be seen."""
    hand_size: int
    """The number of cards they hold, seen or not."""
    deck_size: int
    """The number of cards in their deck."""
    discard: list[str]
    """Their discarded cards."""
    tokens: dict[str, int]
    """Castle tokens won, by section."""
    given: int
    """Batches handed in this round."""
    buildings: list[str]
    """Their cards along the road, including residences, then prestige cards that cover no residence."""


class SpaceLook(TypedDict):
    """A card of the road."""

    space: int
    """The number of the space, counted from 1."""
    building: str
    """What it shows: the card, a residence if it is turned over, or the prestige card that covers it."""
    place: str
    """What an action calls it: `bank:red`."""
    card: str
    """The card itself, whatever it shows."""
    category: str
    """The kind of building that it shows."""
    owner: str | None
    """The color of the owner; None for a neutral card."""
    worker: str | None
    """The color of the worker on it, if there is one."""
    stock: int
    """The number of cubes on it."""
    residence: bool
    """Whether it is turned over."""
    cover: str | None
    """The prestige card that covers it."""
    promised: bool
    """Whether the lawyer has been paid for it while a worker is still there."""


class CastleLook(TypedDict):
    """The castle."""

    section: str | None
    """The best section with tokens left; None when all are gone."""
    tokens: dict[str, int]
    """The tokens left, by section."""
    all_tokens: dict[str, int]
    """The tokens at the start, by section."""


class Look(TypedDict):
    """The whole table."""

    turn: int
    """The number of the turn, from 1."""
    phase: str
    """The phase of the turn; `setup` before the first and `over` after the last."""
    over: bool
    """Whether the game has ended."""
    starter: str | None
    """The color of the start player; None before there is one."""
    order: list[str]
    """All players, from the start player on."""
    players: dict[str, PlayerLook]
    """In the order of the seats."""
    road: list[SpaceLook]
    """The cards of the road, from the first space to the last."""
    bridge: AnyBridgeLook
    """Who has passed."""
    castle: CastleLook
    """The castle tokens."""
    provost: int | None
    """The space of the provost; None if it is not in play or not set up yet."""
    prestige_cards: dict[str, str | None]
    """The player who has built each card; None if it can still be built."""


def look(b: CompiledRules, s: State, seat: int | None = None) -> Look:
    """Return the table as a seat sees it."""
    return _look(b, view(b, s, seat))


def _look(b: CompiledRules, s: State) -> Look:
    return {
        "turn": s.turn,
        "phase": phase_name(b.phases, s.phase),
        "over": s.phase == OVER,
        "starter": _colour(b, s.starter),
        "order": [b.seats[seat] for seat in round_the_table(b, s)] if s.starter != NOBODY else [],
        "players": {colour: _player(b, s, seat) for seat, colour in enumerate(b.seats)},
        "road": [_space(b, s, place) for place in range(len(s.road))],
        "bridge": {"passed": [b.seats[seat] for seat in s.bridge]},
        "castle": {
            "section": next((name for name, left in zip(b.section_names, s.tokens, strict=True) if left), None),
            "tokens": dict(zip(b.section_names, s.tokens, strict=True)),
            "all_tokens": dict(zip(b.section_names, b.tokens, strict=True)),
        },
        "provost": s.provost + 1 if b.provost_in_play and s.phase else None,
        "prestige_cards": {
            name: _colour(b, owner) for name, owner in zip(b.prestige_cards, s.prestige_owner, strict=True)
        },
    }


def _colour(b: CompiledRules, seat: int) -> str | None:
    return b.seats[seat] if seat != NOBODY else None


def _player(b: CompiledRules, s: State, seat: int) -> PlayerLook:
    return {
        "deniers": s.money[seat],
        "cubes": cubes_by_name(s, seat, b.data.words.cubes),
        "prestige": s.prestige[seat],
        "home": s.home[seat],
        "workers": b.data.setup.workers,
        "income": sum(deniers for deniers, _ in incomes(b, s, seat)),
        "hand": b.cards_in(s.hand[seat]) if s.hand[seat] or not s.unknown[seat] else None,
        "hand_size": hand_size(s, seat),
        "deck_size": deck_size(s, seat),
        "discard": b.cards_in(s.discard[seat]),
        "tokens": dict(zip(b.section_names, s.won[seat :: b.players], strict=True)),
        "given": s.given[seat],
        "buildings": [
            *(_shown(b, s, place) for place, card in enumerate(s.road) if b.owner_of[card] == seat),
            *(b.prestige_cards[n] for n, owner in enumerate(s.prestige_owner) if owner == seat and n not in s.cover),
        ],
    }


def _shown(b: CompiledRules, s: State, place: int) -> str:
    """Return the building that a card of the road currently shows."""
    if s.cover[place] != NO_COVER:
        return b.prestige_cards[s.cover[place]]
    return b.data.residence.tile if s.flipped[place] else b.names[s.road[place]]


def _space(b: CompiledRules, s: State, place: int) -> SpaceLook:
    card, cover = s.road[place], s.cover[place]
    category = b.building[card].category
    if s.flipped[place]:
        category = Category.PRESTIGE if cover != NO_COVER else Category.RESIDENTIAL
    return {
        "space": place + 1,
        "building": _shown(b, s, place),
        "place": b.label(card),
        "card": b.names[card],
        "category": category.value,
        "owner": _colour(b, b.owner_of[card]),
        "worker": _colour(b, s.worker[place]),
        "stock": s.stock[place],
        "residence": bool(s.flipped[place]),
        "cover": b.prestige_cards[cover] if cover != NO_COVER else None,
        "promised": place in s.promised,
    }
