"""What people drew: tiles, cards and players, entered in one form, in order."""

from dataclasses import dataclass

from companion.engine import Action
from companion.web.parts.naming import building_name, drawn_question
from companion.web.viewer import Viewer

_RUN = ("draw", "next", "start")
"""What is drawn in the open, one after another; cards of a hand are entered by their holder."""


@dataclass(frozen=True)
class ChanceField:
    """One draw to enter: its kind, its place in order, and its options."""

    kind: str
    place: int
    question: str
    """Which building is on that space, or who has that place."""
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ChanceScreen:
    """What people drew before their next choice."""

    told: tuple[ChanceField, ...]
    """The draws to enter, in order; none for those who may not."""


def lay(viewer: Viewer) -> ChanceScreen:
    """Return all chance decisions up to a player's next choice."""
    table = viewer.table
    told: list[ChanceField] = []
    if table.chance_open and (viewer.who.host or not viewer.who.spectator):
        game = table.game.play_on()
        first = game.decision.options
        while not game.over and game.decision.chance and game.decision.kind in _RUN:
            kind = game.decision.kind
            if told and told[-1].kind != kind:
                first = game.decision.options
            place = sum(chance_field.kind == kind for chance_field in told) + 1
            told.append(
                ChanceField(
                    kind,
                    place,
                    drawn_question(viewer.t, kind, place),
                    tuple((action, _words(viewer, action)) for action in first),
                )
            )
            game.play(game.decision.options[0])
    return ChanceScreen(tuple(told))


def _words(viewer: Viewer, action: Action) -> str:
    """Return the name of the tile or player in an option."""
    return viewer.name(action.seat) if action.seat else building_name(viewer.t, action.building)
