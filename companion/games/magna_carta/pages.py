"""The pages of Magna Carta: tokens and cards instead of points, the table of cards."""

from collections.abc import Iterator, Mapping, Sequence

from companion.games.magna_carta.look import Look
from companion.games.magna_carta.rules import magna_carta
from companion.i18n.translator import Translator
from companion.rules.game import GameRules
from companion.rules.vocabulary import Category, Good
from companion.web.parts.choice import HAND, Chosen, PickGroup, to_build
from companion.web.parts.pages import CastleWall, GamePages, LaidStep, TableParts, supplies

_BUILT = (Category.PRESTIGE, Category.SMALL, Category.LARGE)


class MagnaCartaPages(GamePages[Look]):
    """The parts of the pages that are specific to Magna Carta."""

    gifts = (Good.TOKEN.value,)
    dealt = ("draw", "start", "mulligan", "card", "reveal")
    new_cards = ("swap", "mulligan")

    def facts(self, look: Look, colour: str) -> list[tuple[str, int]]:
        """Tokens and cards, because points are only counted at the end."""
        player = look["players"][colour]
        return [("token", sum(player["tokens"].values())), ("card", player["hand_size"])]

    def more(self, t: Translator, look: Look, colour: str) -> Iterator[tuple[str, Mapping[str, int]]]:
        """The tokens of each section."""
        tokens = look["players"][colour]["tokens"]
        yield t.say("web.seat.tokens"), {t.name(f"section.{id}"): n for id, n in tokens.items()}

    def hand(self, look: Look, colour: str) -> Sequence[str]:
        return look["players"][colour]["hand"] or ()

    def parts(self, data: GameRules, look: Look) -> TableParts:
        """The castle's tokens, the provost, what lies on the cards, and who is promised a residence."""
        sections, castle = magna_carta(data).castle.sections, look["castle"]

        def wall(id: str, most: int) -> CastleWall:
            left = castle["tokens"][id]
            state = "open" if castle["section"] == id else "scored" if not left else ""
            return CastleWall(id, (*["token"] * left, *["gone"] * (most - left)), sections[id].prestige, state)

        return TableParts(
            tuple(wall(id, most) for id, most in castle["all_tokens"].items()),
            batches={colour: look["players"][colour]["given"] for colour in look["bridge"]["passed"]},
            prize=magna_carta(data).castle.best_builder.kinds()[0][0],
            figures={"provost": look["provost"]} if look["provost"] else {},
            stocks={space["space"]: space["stock"] for space in look["road"]},
            promised={space["space"]: space["owner"] for space in look["road"] if space["promised"] and space["owner"]},
            buildings=tuple(name for name, building in data.buildings.items() if building.category in _BUILT),
        )

    def cards(self, c: Chosen[Look]) -> Iterator[PickGroup]:
        """The player's hand with what may be in it beyond what the app knows, and the prestige cards that are left."""
        if c.decision.kind != "action" or not c.decision.seat:
            return
        me, t = c.look["players"][c.decision.seat], c.t
        hand = me["hand"] or ()
        title = t.name("term.hand") if me["hand_size"] == len(hand) else t.say("web.seat.may_be_built")
        yield PickGroup(HAND, title, to_build(c, "build", dict.fromkeys([*hand, *c.by_place("build")])))
        left = [name for name, owner in c.look["prestige_cards"].items() if owner is None]
        yield PickGroup("prestige", t.words("many", "category.prestige"), to_build(c, "prestige", left))

    def drawn(self, data: GameRules, players: int) -> tuple[int, Sequence[int]]:
        return magna_carta(data).setup.neutrals[players], ()

    def laid(self, look: Look) -> Iterator[LaidStep]:
        """The cards of the road, the castle's tokens, and each player's supplies."""
        cards = {colour: player["hand_size"] for colour, player in look["players"].items()}
        yield LaidStep(
            "road",
            tuple((space["space"], space["building"]) for space in look["road"]),
            (("provost", look["provost"]),) if look["provost"] else (),
        )
        yield LaidStep("tokens", signs=tuple((f"section-{id}", n) for id, n in look["castle"]["all_tokens"].items()))
        yield LaidStep("start_player" if look["order"] else "goods", players=supplies(look, card=cards))


PAGES = MagnaCartaPages()
