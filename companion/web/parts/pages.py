"""What differs between the games' pages. A game's `pages` module provides `PAGES`; without one, this default serves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.i18n.translator import Translator
from companion.register import room
from companion.rules import Rules
from companion.rules.game import GameRules
from companion.web.board import plain
from companion.web.board.drawing import BoardDrawing, Scene
from companion.web.board.layout import Plan

if TYPE_CHECKING:
    from companion.web.parts.choice import Chosen, FavorLine

Look = Mapping[str, Any]
"""The look of a table, or of one player."""


@dataclass(frozen=True)
class Price:
    """The cost of a choice: deniers, for what, and a sentence if there is more to say."""

    n: int
    per: str
    said: str = ""


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


class GamePages:
    """The default for any game; a game overrides what is different."""

    gifts: tuple[str, ...] = ()
    """What the assistant can give but not take: favors, tokens."""

    def facts(self, player: Look) -> list[tuple[str, int]]:
        """Return the icons and numbers in a player's row besides money, cubes and workers."""
        return [("prestige", player["prestige"])]

    def price(self, t: Translator, data: GameRules, kind: str, player: Look) -> Price | None:
        """Return the price of the open choice, if it is the same for all options."""
        if kind == "bribe" and data.provost_step:
            return Price(data.provost_step, t.say("web.seat.per_space"))
        return None

    def worker_prices(self, data: GameRules, player: Look) -> tuple[int, ...]:
        """What people pay for a worker, as the assistant offers it in one tap."""
        return ()

    def favors(self, c: "Chosen") -> "Iterable[FavorLine]":
        """Return the favor table, if the open choice is about it."""
        return ()

    def order(self, look: Look) -> Sequence[str]:
        """Return the turn order, if the assistant may set it."""
        return [*look["order"], *(colour for colour in look["players"] if colour not in look["order"])]

    def laid(self, look: Look) -> "Iterable[LaidStep]":
        """Yield the steps of the setup that differ from table to table, as they are before the first worker."""
        yield LaidStep("road", tuple((one["space"], one["building"]) for one in look["road"] if one["building"]))

    def drawing(self, scene: Scene, plan: Plan) -> BoardDrawing:
        return plain.drawing(scene, plan)


def supplies(look: Look, **more: str) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Return each player's money, cubes, other things (`more`) and workers, in turn order."""
    order = [*look["order"], *(colour for colour in look["players"] if colour not in look["order"])]

    def held(it: Look) -> tuple[tuple[str, int], ...]:
        cubes = [(cube, n) for cube, n in it["cubes"].items() if n]
        return (
            ("denier", it["deniers"]),
            *cubes,
            *((sign, it[key]) for sign, key in more.items()),
            ("worker", it["home"]),
        )

    return tuple((colour, held(look["players"][colour])) for colour in order)


PAGES = GamePages()


def pages_of(rules: Rules) -> GamePages:
    found: GamePages = room(rules.game, "pages", __name__).PAGES
    return found
