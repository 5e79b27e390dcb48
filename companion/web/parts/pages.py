"""What differs between the games' pages. A game's `pages` module provides `PAGES`; without one, this default serves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from companion.engine.look import AnyLook
from companion.i18n.translator import Translator
from companion.printing.rows import Choice
from companion.register import game_module
from companion.rules import Rules
from companion.rules.game import GameRules

if TYPE_CHECKING:
    from companion.web.parts.choice import Chosen, Pick, PickGroup

L = TypeVar("L", bound=AnyLook)
"""The look of a game."""


@dataclass(frozen=True)
class Price:
    """The cost of a choice: deniers, for what, and a sentence if there is more to say."""

    n: int
    per: str
    said: str = ""


@dataclass(frozen=True)
class CastleWall:
    """A section of the castle, with who built each part."""

    id: str
    parts: tuple[str, ...]
    """Colors in building order, then empty strings; `token` for tokens that are left."""
    worth: int
    state: str = ""
    """`scored`, `open` or empty."""
    trigger: int = 0
    now: bool = False
    """Whether it has just changed."""

    @property
    def free(self) -> int:
        return sum(part in ("", "token") for part in self.parts)

    @property
    def stands(self) -> str:
        """What the section looks like: `scored`, `open`, `full`, or `later`."""
        return self.state or ("later" if self.free else "full")


@dataclass(frozen=True)
class FavorCell:
    """A favor: what it brings, by choice, who is there, and how it can be chosen."""

    column: int
    signs: tuple[Choice, ...]
    open: bool
    marks: tuple[str, ...] = ()
    pick: "Pick | None" = None


@dataclass(frozen=True)
class FavorLine:
    """A line of the favor table."""

    id: str
    name: str
    cells: tuple[FavorCell, ...]
    before: tuple[str, ...] = ()
    """The players whose marker is still before the first favor."""
    why: str = ""
    """Why nothing in it can be chosen."""


@dataclass(frozen=True)
class SpecialSpace:
    """A building before the bridge, and the workers there."""

    building: str
    workers: tuple[str, ...]
    used: bool
    """Whether it is part of this game."""


@dataclass(frozen=True)
class TableParts:
    """What a game has on the table besides a road and a bridge."""

    walls: tuple[CastleWall, ...] = ()
    guests: tuple[str, ...] | None = None
    """The workers in the castle, in order; None if no worker goes there."""
    batches: Mapping[str, int] = field(default_factory=dict)
    """The batches that each player has delivered in this phase, in the order in which they are asked."""
    specials: tuple[SpecialSpace, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    """The spaces of the figures on the road."""
    stocks: Mapping[int, int] = field(default_factory=dict)
    """The cubes on the cards, by space."""
    promised: Mapping[int, str] = field(default_factory=dict)
    """The players whose residence a building will become, by space."""
    prices: tuple[int, ...] = ()
    """The prices on the bridge, if they vary."""
    price: int | None = None
    """The price of the next worker, if it varies and not all have passed."""
    buildings: tuple[str, ...] = ()
    """What can still be built."""
    prize: str = ""
    """The good for most batches."""


@dataclass(frozen=True)
class LaidStep:
    """A step of the setup, with what has to be on this table."""

    id: str
    """The id of the step, whose words say what to do."""
    tiles: tuple[tuple[int, str], ...] = ()
    """Buildings with their spaces, in order."""
    figures: tuple[tuple[str, int], ...] = ()
    """Figures with their spaces."""
    signs: tuple[tuple[str, int], ...] = ()
    """What has to be ready, with its number."""
    players: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    """What each player has, in turn order."""


class GamePages(Generic[L]):
    """The default for any game; a game overrides what is different."""

    gifts: tuple[str, ...] = ()
    """What the assistant can give but not take: favors, tokens."""
    dealt: tuple[str, ...] = ()
    """The kinds of choices of what comes to people as if dealt, for which nobody looks at the board."""
    new_cards: tuple[str, ...] = ()
    """The verbs for which cards are drawn that nobody can choose."""

    def facts(self, look: L, colour: str) -> list[tuple[str, int]]:
        """Return the icons and numbers in a player's row besides money, cubes and workers."""
        return [("prestige", look["players"][colour]["prestige"])]

    def more(self, t: Translator, look: L, colour: str) -> Iterable[tuple[str, Mapping[str, int]]]:
        """Yield what changes less often: what to call it, and how many of each."""
        return ()

    def hand(self, look: L, colour: str) -> Sequence[str]:
        """Return the cards of a player, as far as they may be seen."""
        return ()

    def price(self, t: Translator, data: GameRules, kind: str, look: L, colour: str) -> Price | None:
        """Return the price of the open choice, if it is the same for all options."""
        if kind == "bribe" and data.provost_step:
            return Price(data.provost_step, t.say("web.seat.per_space"))
        return None

    def parts(self, data: GameRules, look: L) -> TableParts:
        """Return what lies on the table besides a road and a bridge."""
        return TableParts()

    def cards(self, c: "Chosen[L]") -> "Iterable[PickGroup]":
        """Return what the open choice can build, if it is about that."""
        return ()

    def favors(self, t: Translator, rules: Rules, look: L) -> Iterable[FavorLine]:
        """Return the favor table, if there is one."""
        return ()

    def to_favor(self, c: "Chosen[L]") -> Iterable[FavorLine]:
        """Return the favor table with what can be chosen in it, if the open choice is about it."""
        return ()

    def drawn(self, data: GameRules, players: int) -> tuple[int, Sequence[int]]:
        """Return how many neutral buildings are drawn, and the money of each place if the whole order is drawn."""
        return 0, ()

    def laid(self, look: L) -> "Iterable[LaidStep]":
        """Yield the steps of the setup that differ from table to table, as they are before the first worker."""
        yield LaidStep(
            "road", tuple((space["space"], space["building"]) for space in look["road"] if space["building"])
        )


def in_order(look: AnyLook) -> list[str]:
    """Return the players in turn order, or in seating order before it is known."""
    return [*look["order"], *(colour for colour in look["players"] if colour not in look["order"])]


def supplies(look: AnyLook, **more: Mapping[str, int]) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Return each player's money, cubes, other things (`more`, by player) and workers, in turn order."""

    def held(colour: str) -> tuple[tuple[str, int], ...]:
        player = look["players"][colour]
        cubes = [(cube, n) for cube, n in player["cubes"].items() if n]
        others = [(sign, numbers[colour]) for sign, numbers in more.items()]
        return (("denier", player["deniers"]), *cubes, *others, ("worker", player["home"]))

    return tuple((colour, held(colour)) for colour in in_order(look))


PAGES = GamePages[AnyLook]()


def pages_of(rules: Rules) -> GamePages[AnyLook]:
    game_pages: GamePages[AnyLook] = game_module(rules.game, "pages", __name__).PAGES
    return game_pages


def parts_of(rules: Rules, look: AnyLook) -> TableParts:
    return pages_of(rules).parts(rules.data, look)
