"""What the pages of Caylus show: prices, the lines of the favor table, the board."""

from collections.abc import Iterator

from companion.games.caylus.board import drawing
from companion.games.caylus.rules import CaylusRules
from companion.i18n.options import Option
from companion.i18n.translator import Translator
from companion.rules.game import GameRules
from companion.rules.vocabulary import Good
from companion.web.board.drawing import BoardDrawing, Scene
from companion.web.board.layout import Plan
from companion.web.parts.pages import GamePages, Look
from companion.web.parts.tiles import Buttons, Chosen


class CaylusPages(GamePages):
    """See the module."""

    gifts = (Good.FAVOR.value,)

    def price(self, t: Translator, data: GameRules, kind: str, player: Look) -> str:
        """What a worker costs now, on one's own buildings too where that is another price."""
        if kind != "worker" or not isinstance(data, CaylusRules):
            return ""
        price, own = player["price"] or 0, data.bridge.own_building
        return (
            t.say("web.seat.price_own", price=price, own=own) if own != price else t.say("web.seat.price", price=price)
        )

    def buttons(self, c: Chosen, plain: list[Option]) -> Iterator[Buttons]:
        """A favor by the lines of the table; a line that is closed says why."""
        if c.decision.kind != "favor":
            yield from super().buttons(c, plain)
            return
        for line in c.look["favors"]["lines"]:
            mine = tuple(option for option in plain if option.building == line)
            why = "" if mine else c.why_not(f"favor {line} 1")
            if mine or why:
                yield Buttons(line, c.t.name(f"line.{line}"), mine, why)

    def drawing(self, scene: Scene, plan: Plan) -> BoardDrawing:
        """Castle and favor table at the head, then the road."""
        return drawing(scene, plan)


PAGES = CaylusPages()
