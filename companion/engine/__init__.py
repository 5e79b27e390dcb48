"""The rules engine: pure state machines, without input or output, sentences or a clock.

>>> from companion.engine import Game, new_game
>>> from companion.rules import load
>>> game = new_game(load("caylus", "en", players=2))
>>> game.answer_chance(seed=1)
>>> Game.from_position(str(game)) == game
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.engine.action import Action as Action
    from companion.engine.action import Options as Options
    from companion.engine.assistant import Assistant as Assistant
    from companion.engine.assistant import assistant_for as assistant_for
    from companion.engine.errors import BadPosition as BadPosition
    from companion.engine.errors import BadState as BadState
    from companion.engine.errors import EngineError as EngineError
    from companion.engine.errors import IllegalAction as IllegalAction
    from companion.engine.errors import Reason as Reason
    from companion.engine.events import Event as Event
    from companion.engine.game import Decision as Decision
    from companion.engine.game import Game as Game
    from companion.engine.game import Played as Played
    from companion.engine.game import new_game as new_game
    from companion.engine.notation import NotationError as NotationError
    from companion.engine.position import Position as Position
    from companion.engine.records import BadRecord as BadRecord
    from companion.engine.records import Record as Record
    from companion.engine.records import RecordError as RecordError
    from companion.engine.referee import Referee as Referee
    from companion.engine.snapshot import Snapshot as Snapshot

_HOMES = {
    "action": ("Action", "Options"),
    "assistant": ("Assistant", "assistant_for"),
    "errors": ("BadPosition", "BadState", "EngineError", "IllegalAction", "Reason"),
    "events": ("Event",),
    "game": ("Decision", "Game", "Played", "new_game"),
    "notation": ("NotationError",),
    "position": ("Position",),
    "records": ("BadRecord", "Record", "RecordError"),
    "referee": ("Referee",),
    "snapshot": ("Snapshot",),
}
"""The module that defines each public name. It is imported on first access, so callers only load what they use."""

_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
