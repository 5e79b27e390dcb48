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


@dataclass(frozen=True)
class LaidStep:
    """A step of the set-up, and what lies there at this table."""

    id: str
    """Of the step, whose name and text say what to do."""
    tiles: tuple[tuple[int, str], ...] = ()
    """Buildings with their spaces, in order."""
    figures: tuple[tuple[str, int], ...] = ()
    """Who stands on which space."""
    signs: tuple[tuple[str, int], ...] = ()
    """What lies ready, with its number."""
    players: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    """What each player has, in the order of their turn."""


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

    def laid(self, look: Look) -> "Iterable[LaidStep]":
        """The steps of the set-up that are not the same at every table, as it lies before the first worker."""
        yield LaidStep("road", tuple((one["space"], one["building"]) for one in look["road"] if one["building"]))

    def drawing(self, scene: Scene, plan: Plan) -> BoardDrawing:
        return plain.drawing(scene, plan)


def supplies(look: Look, **more: str) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """What lies before each player, in the order of their turn: money, cubes, what else a game has, workers."""
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
