"""The pages of Caylus: prices, the lines of the favor table, the board."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.games.caylus.look import Look
from companion.games.caylus.rules import CaylusRules, caylus
from companion.i18n.effects import effect_line
from companion.i18n.options import Option
from companion.i18n.translator import Translator
from companion.printing.contents.signs import effect_choices
from companion.printing.rows import Choice, Sign
from companion.rules import Rules
from companion.rules.effects import Build, Effect
from companion.rules.game import GameRules
from companion.rules.vocabulary import Category, FavorMode, Good
from companion.web.parts.choice import Chosen, Fact, Pick, PickGroup, to_build
from companion.web.parts.pages import (
    CastleWall,
    FavorCell,
    FavorLine,
    GamePages,
    LaidStep,
    Price,
    SpecialSpace,
    TableParts,
    supplies,
)  # fmt: skip


class CaylusPages(GamePages[Look]):
    """The parts of the pages that are specific to Caylus."""

    gifts = (Good.FAVOR.value,)
    dealt = ("draw", "next")

    def more(self, t: Translator, look: Look, colour: str) -> Iterator[tuple[str, Mapping[str, int]]]:
        """Houses and favors."""
        player = look["players"][colour]
        yield t.say("web.seat.houses"), {t.name(f"section.{id}"): n for id, n in player["houses"].items()}
        yield t.say("web.favors"), {t.name(f"line.{id}"): column for id, column in player["favors"].items()}

    def price(self, t: Translator, data: GameRules, kind: str, look: Look, colour: str) -> Price | None:
        """The price of a worker, also on one's own buildings if that is different."""
        if kind != "worker":
            return super().price(t, data, kind, look, colour)
        price, own = look["players"][colour]["price"] or 0, caylus(data).bridge.own_building
        text = (
            t.say("web.seat.price_own", price=price, own=own) if own != price else t.say("web.seat.price", price=price)
        )
        return Price(price, t.say("web.seat.per_worker"), text)

    def drawn(self, data: GameRules, players: int) -> tuple[int, Sequence[int]]:
        return len(caylus(data).road.neutral), caylus(data).setup.money[:players]

    def parts(self, data: GameRules, look: Look) -> TableParts:
        """The castle, the special buildings, provost and bailiff, promised residences, the prices on the bridge."""
        castle, inn = look["castle"], look["inn"]
        return TableParts(
            tuple(_wall(caylus(data), look, id) for id in castle["sections"]),
            tuple(castle["workers"]),
            dict(zip(castle["workers"], castle["given"], strict=False)),
            tuple(
                SpecialSpace(
                    building["building"],
                    (*building["workers"], inn)
                    if inn and building["building"] == "inn"
                    else tuple(building["workers"]),
                    building["places"] > 0,
                )
                for building in look["specials"]
            ),
            {"provost": look["provost"], "bailiff": look["bailiff"]},
            promised={space["space"]: space["promised"] for space in look["road"] if space["promised"]},
            prize=caylus(data).castle.best_builder.kinds()[0][0],
            prices=caylus(data).bridge.prices,
            price=look["bridge"]["price"],
            buildings=tuple(name for names in look["stock"].values() for name in names),
        )

    def cards(self, c: Chosen[Look]) -> Iterator[PickGroup]:
        """The remaining buildings of each category that can be chosen."""
        if c.decision.kind != "build":
            return
        options = c.by_place("build")
        for category, left in c.look["stock"].items():
            if any(name in left for name in options):
                yield PickGroup(
                    category, c.t.words("many", f"category.{category}"), to_build(c, "build", dict.fromkeys(left))
                )

    def favors(self, t: Translator, rules: Rules, look: Look) -> Iterator[FavorLine]:
        """The lines with their favors and markers, if a favor is taken from the table."""
        if look["favors"]["mode"] != FavorMode.TABLE:
            return
        for line, effects in caylus(rules.data).favors.lines.items():
            stands = {colour: player["favors"][line] for colour, player in look["players"].items()}
            cells = tuple(
                FavorCell(
                    column, _signs(t, rules, effect), column <= look["favors"]["columns_open"], _at(stands, column)
                )
                for column, effect in enumerate(effects, 1)
            )
            yield FavorLine(line, t.name(f"line.{line}"), cells, _at(stands, 0))

    def to_favor(self, c: Chosen[Look]) -> Iterator[FavorLine]:
        """The favors that can be taken; a closed line says why."""
        if c.decision.kind != "favor":
            return
        options = {(option.text.line, option.text.column): option for option in c.options if option.text.line}
        for line in self.favors(c.t, c.table.rules, c.look):
            cells = tuple(
                replace(cell, pick=_favor(c, options[line.id, cell.column]))
                if (line.id, cell.column) in options
                else cell
                for cell in line.cells
            )
            why = "" if any(cell.pick for cell in cells) else c.why_not(f"favor {line.id} 1")
            yield replace(line, cells=cells, why=why)

    def laid(self, look: Look) -> Iterator[LaidStep]:
        """The neutral tiles, the pawns, each player's supplies, and the markers."""
        drawn = tuple(
            (space["space"], space["building"])
            for space in look["road"]
            if space["building"] and space["category"] == Category.NEUTRAL
        )
        yield LaidStep("neutrals", drawn)
        yield LaidStep("pawns", figures=(("bailiff", look["bailiff"]), ("provost", look["provost"])))
        yield LaidStep("order", players=supplies(look))
        lines = len(look["favors"]["lines"]) if look["favors"]["mode"] == "table" else 0
        yield LaidStep("colours", signs=(("order", 1), ("favor", lines), ("prestige", 0)))


def _wall(data: CaylusRules, look: Look, id: str) -> CastleWall:
    section = look["castle"]["sections"][id]
    built = [colour for colour, n in section["houses"].items() for _ in range(n)]
    state = "scored" if section["scored"] else "open" if look["castle"]["open"] == id else ""
    parts = (*built, *[""] * (section["parts"] - len(built)))
    return CastleWall(id, parts, data.castle.sections[id].prestige, state, section["trigger"])


def _favor(c: Chosen[Look], option: Option) -> Pick:
    """A favor: what it brings, and what the next one on its line would bring."""
    line, t = option.text.line, c.t
    title = t.say("web.seat.favor", line=t.name(f"line.{line}"), n=option.text.column)
    way, effects = c.way(option), caylus(c.table.rules.data).favors.lines[line]
    farthest = min(c.look["players"][c.decision.seat or ""]["favors"][line] + 1, c.look["favors"]["columns_open"])
    then = [t.say("web.seat.favor_next", effect=effect_line(t, effect)) for effect in effects[farthest : farthest + 1]]
    facts = (Fact("does", option.short, "favor"), *way.facts, *(Fact("next", text, "arrow") for text in then))
    return Pick(str(option.text), title, (replace(way, facts=facts),))


def _at(stands: Mapping[str, int], column: int) -> tuple[str, ...]:
    return tuple(colour for colour, there in stands.items() if there == column)


def _signs(t: Translator, rules: Rules, effect: Effect) -> tuple[Choice, ...]:
    """What a favor brings, as signs, by choice."""
    if isinstance(effect, Build):
        return ((Sign("build"), Sign(f"kind-{effect.category}")),)
    choices = effect_choices(rules, effect, "", t.code)
    return choices.choices if choices else ()


PAGES = CaylusPages()
