"""The pages of Caylus: prices, the lines of the favor table, the board."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.caylus.board import drawing
from companion.games.caylus.rules import CaylusRules, caylus
from companion.i18n.options import Option
from companion.i18n.translator import Translator
from companion.printing.contents.signs import effect_choices
from companion.printing.rows import Choice, Sign
from companion.rules.effects import Build, Effect
from companion.rules.game import GameRules
from companion.rules.vocabulary import Category, Good
from companion.web.board.drawing import BoardDrawing, Scene
from companion.web.board.layout import Plan
from companion.web.parts.choice import Chosen, Fact, FavorCell, FavorLine, Pick
from companion.web.parts.pages import GamePages, LaidStep, Look, Price, supplies


class CaylusPages(GamePages):
    """The parts of the pages that are specific to Caylus."""

    gifts = (Good.FAVOR.value,)

    def price(self, t: Translator, data: GameRules, kind: str, player: Look) -> Price | None:
        """The price of a worker, also on one's own buildings if that is different."""
        if kind != "worker" or not isinstance(data, CaylusRules):
            return super().price(t, data, kind, player)
        price, own = player["price"] or 0, data.bridge.own_building
        said = (
            t.say("web.seat.price_own", price=price, own=own) if own != price else t.say("web.seat.price", price=price)
        )
        return Price(price, t.say("web.seat.per_worker"), said)

    def worker_prices(self, data: GameRules, player: Look) -> tuple[int, ...]:
        """On another building, and on one's own."""
        own = caylus(data).bridge.own_building
        return tuple(dict.fromkeys((player["price"] or own, own)))

    def favors(self, c: Chosen) -> Iterator[FavorLine]:
        """The lines with their favors; a closed line says why."""
        if c.decision.kind != "favor":
            return
        table, data = c.look["favors"], caylus(c.table.rules.data)
        found = {(option.text.line, option.text.column): option for option in c.options if option.text.line}
        for line, effects in data.favors.lines.items():
            cells = tuple(
                FavorCell(
                    column,
                    _signs(c, effect),
                    column <= table["columns_open"],
                    tuple(colour for colour, it in c.look["players"].items() if it["favors"][line] == column),
                    _favor(c, found[line, column]) if (line, column) in found else None,
                )
                for column, effect in enumerate(effects, 1)
            )
            why = "" if any(cell.pick for cell in cells) else c.why_not(f"favor {line} 1")
            yield FavorLine(line, c.t.name(f"line.{line}"), cells, why)

    def laid(self, look: Look) -> Iterator[LaidStep]:
        """The neutral tiles, the pawns, each player's supplies, and the markers."""
        drawn = tuple((one["space"], one["building"]) for one in look["road"] if one["category"] == Category.NEUTRAL)
        yield LaidStep("neutrals", drawn)
        yield LaidStep("pawns", figures=tuple((who, look[who]) for who in ("bailiff", "provost")))
        yield LaidStep("order", players=supplies(look))
        lines = len(look["favors"]["lines"]) if look["favors"]["mode"] == "table" else 0
        yield LaidStep("colours", signs=(("order", 1), ("favor", lines), ("prestige", 0)))

    def drawing(self, scene: Scene, plan: Plan) -> BoardDrawing:
        return drawing(scene, plan)


def _favor(c: Chosen, option: Option) -> Pick:
    title = c.t.say("web.seat.favor", line=c.t.name(f"line.{option.text.line}"), n=option.text.column)
    way = c.way(option)
    return Pick(str(option.text), title, (replace(way, facts=(Fact("does", option.short, "favor"), *way.facts)),))


def _signs(c: Chosen, effect: Effect) -> Choice:
    """What a favor brings, as signs; if it is a choice, all of its options."""
    if isinstance(effect, Build):
        return (Sign("build"), Sign(f"kind-{effect.category}"))
    found = effect_choices(c.table.rules, effect, "", c.t.code)
    return tuple(sign for choice in found.choices for sign in choice) if found else ()


PAGES = CaylusPages()
