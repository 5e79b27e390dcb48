"""What a game's pages show that others do not. A game's own `pages` module holds its `PAGES`; without one, this serves.

Everything here is asked with plain data (the look of a table, the words of who reads), so that a game's package needs
nothing of the web but this class and the pieces of a drawing.
"""

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
"""The look of a table, or of one player in it."""


@dataclass(frozen=True)
class Price:
    """What a choice costs: deniers, for what, and all of it in a sentence where there is more to say."""

    n: int
    per: str
    said: str = ""


class GamePages:
    """What serves for any game; a game's own says what is different."""

    gifts: tuple[str, ...] = ()
    """What the assistant can only give: favors, tokens."""

    def facts(self, player: Look) -> list[tuple[str, int]]:
        """What stands in a player's row besides money, cubes and workers: the sign and the number."""
        return [("prestige", player["prestige"])]

    def price(self, t: Translator, data: GameRules, kind: str, player: Look) -> Price | None:
        """What the open choice costs whoever makes it, where that is one price for all options."""
        if kind == "bribe" and data.provost_step:
            return Price(data.provost_step, t.say("web.seat.per_space"))
        return None

    def favors(self, c: "Chosen") -> "Iterable[FavorLine]":
        """The table of favors, where the open choice is one of them."""
        return ()

    def order(self, look: Look) -> Sequence[str]:
        """The turn order, where the assistant may set it."""
        return [*look["order"], *(colour for colour in look["players"] if colour not in look["order"])]

    def drawing(self, scene: Scene, plan: Plan) -> BoardDrawing:
        return plain.drawing(scene, plan)


PAGES = GamePages()


def pages_of(rules: Rules) -> GamePages:
    found: GamePages = room(rules.game, "pages", __name__).PAGES
    return found
