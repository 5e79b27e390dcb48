"""Events: everything that happens, as an id and named arguments. Their words are in locales/ (`event.ID`).

Inside the engine an event is a tuple that starts with its id; seats are numbers and cubes are vectors. For callers it
is an `Event`: seats are colors, amounts are text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine.amounts import amount_text

Raw: TypeAlias = tuple[str | int | tuple[int, ...], ...]
"""An event as a tuple, as the engine stores it."""

Argument: TypeAlias = str | int | list[str] | None
"""The value of an argument of an event."""

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
    "declined": ("seat", "of", "choice", "why"),
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
"""The argument names of each event, in order."""

_ADDED: dict[str, tuple[str, ...]] = {"declined": ("", "")}
"""Default values for arguments that older logs lack."""


@dataclass(frozen=True)
class Event:
    """Something that happened."""

    id: str
    args: dict[str, Argument]

    def __getitem__(self, name: str) -> Argument:
        return self.args[name]

    def number(self, name: str) -> int:
        """Return an argument that must be a number."""
        value = self.args[name]
        assert isinstance(value, int), name
        return value


def whole(raw: Raw) -> Raw:
    """Return an event with all of today's arguments; logs of older versions lack some.

    >>> whole(("declined", 1, "architect"))
    ('declined', 1, 'architect', '', '')
    """
    id, names = str(raw[0]), EVENTS[str(raw[0])]
    told = (*raw, *_ADDED.get(id, ())) if len(raw) <= len(names) else raw
    if len(told) != 1 + len(names):
        raise ValueError(f"{id}: {len(told) - 1} arguments")
    return told


def spoken(raw: Raw, seats: Sequence[str]) -> Event:
    """Convert an engine tuple to an event.

    >>> spoken(("took", 1, (2, 0, 0, 1, 0), "effect", "s_farm"), ["red", "blue"]).args["cubes"]
    '2F1C'
    """
    id, *values = whole(raw)
    named = zip(EVENTS[str(id)], values, strict=True)
    return Event(str(id), {name: _said(name, value, seats) for name, value in named})


def _said(name: str, value: str | int | Sequence[int], seats: Sequence[str]) -> Argument:
    """Convert a value to names: seats to colors, cubes to an amount."""
    if isinstance(value, int):
        return value if name != "seat" else seats[value] if value >= 0 else None
    if isinstance(value, str):
        return value
    return [seats[number] for number in value] if name == "order" else amount_text(tuple(value))
