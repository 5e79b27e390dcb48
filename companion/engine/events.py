"""Events: everything that happens, as an id and named arguments. Words for them are in locales/ (`event.ID`).

Inside the engine an event is a tuple, its id first; seats are numbers and cubes are vectors. At the border it becomes
an `Event`: seats are colours, amounts are text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.amounts import amount_text

EVENTS: dict[str, tuple[str, ...]] = {
    "drawn": ("building", "space"),
    "ordered": ("seat", "place"),
    "turn": ("number", "order"),
    "phase": ("turn", "phase"),
    "received": ("seat", "deniers", "source", "of"),
    "paid": ("seat", "deniers", "source", "of"),
    "took": ("seat", "cubes", "source", "of"),
    "gave": ("seat", "cubes", "source", "of"),
    "earned": ("seat", "points", "source", "of"),
    "lost": ("seat", "points", "source", "of"),
    "passed": ("seat", "place"),
    "placed": ("seat", "building"),
    "moved": ("seat", "building"),
    "returned": ("seat", "building"),
    "lodged": ("seat",),
    "reordered": ("order",),
    "provost_moved": ("seat", "steps", "space"),
    "provost_set": ("space",),
    "bailiff_moved": ("space",),
    "declined": ("seat", "of"),
    "built": ("seat", "building", "space"),
    "promised": ("seat", "building"),
    "converted": ("seat", "building", "space"),
    "favored": ("seat", "favors", "source", "of"),
    "favor_used": ("seat", "line", "column", "marker"),
    "favor_lost": ("seat",),
    "scoring": ("section",),
    "ended": (),
    "laid": ("seat", "building", "space"),
    "drew": ("seat", "card"),
    "drew_unseen": ("seat",),
    "reshuffled": ("seat",),
    "discarded": ("seat", "n"),
    "revealed": ("seat", "card"),
    "starts": ("seat",),
    "kept": ("seat",),
    "mulliganed": ("seat",),
    "swapped": ("seat",),
    "won_token": ("seat", "section", "source"),
    "token_removed": ("section",),
}
"""The arguments of each event, in order."""

SOURCES = (
    "setup",
    "income",
    "first_pass",
    "worker",
    "used",
    "built",
    "provost",
    "effect",
    "bonus",
    "favor",
    "residence",
    "castle",
    "refusal",
    "best_builder",
    "scoring",
    "end",
    "draw",
    "swap",
    "owner",
    "token",
    "road",
    "prestige",
    "adjusted",
)
"""What money, cubes and prestige can come from or go to."""


@dataclass(frozen=True)
class Event:
    """Something that happened."""

    id: str
    args: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.args[name]


def spoken(raw: tuple[Any, ...], seats: Sequence[str]) -> Event:
    """An engine tuple as an event.

    >>> spoken(("took", 1, (2, 0, 0, 1, 0), "effect", "s_farm"), ["red", "blue"]).args["cubes"]
    '2F1C'
    """
    args: dict[str, Any] = {}
    for name, value in zip(EVENTS[raw[0]], raw[1:], strict=True):
        if name == "seat":
            args[name] = seats[value] if value >= 0 else None
        elif name == "order":
            args[name] = [seats[one] for one in value]
        elif name == "cubes":
            args[name] = amount_text(value)
        else:
            args[name] = value
    return Event(raw[0], args)
