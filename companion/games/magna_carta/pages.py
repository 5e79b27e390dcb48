"""The pages of Magna Carta: tokens and cards instead of points, the table of cards."""

from collections.abc import Iterator, Sequence

from companion.games.magna_carta.board import drawing
from companion.rules.vocabulary import Good
from companion.web.board.drawing import BoardDrawing, Scene
from companion.web.board.layout import Plan
from companion.web.parts.pages import GamePages, LaidStep, Look, supplies


class MagnaCartaPages(GamePages):
    """The parts of the pages that are specific to Magna Carta."""

    gifts = (Good.TOKEN.value,)

    def facts(self, player: Look) -> list[tuple[str, int]]:
        """Tokens and cards, because points are only counted at the end."""
        return [("token", sum(player["tokens"].values())), ("card", player["hand_size"])]

    def order(self, look: Look) -> Sequence[str]:
        return []

    def laid(self, look: Look) -> Iterator[LaidStep]:
        """The cards of the road, the castle's tokens, and each player's supplies."""
        yield LaidStep(
            "road",
            tuple((one["space"], one["building"]) for one in look["road"]),
            (("provost", look["provost"]),) if look["provost"] else (),
        )
        yield LaidStep("tokens", signs=tuple((f"section-{id}", n) for id, n in look["castle"]["all_tokens"].items()))
        yield LaidStep("start_player" if look["order"] else "goods", players=supplies(look, card="hand_size"))

    def drawing(self, scene: Scene, plan: Plan) -> BoardDrawing:
        return drawing(scene, plan)


PAGES = MagnaCartaPages()
