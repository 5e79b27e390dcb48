"""The people at a table: who sends a command, who sits where under which name, and what they agreed to.

>>> people = People({"red": "", "blue": "Bo"}).after(Entry(2, EntryKind.NAMED, {"seat": "red", "name": "Ann"}))
>>> dict(people.names), people.after(Entry(3, EntryKind.PAUSED)).paused
({'red': 'Ann', 'blue': 'Bo'}, True)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.minds.level import Level
from companion.table import requests
from companion.table.log import Entry
from companion.table.setup import FIRST_SHUFFLE
from companion.table.vocabulary import BY_HOST, HOST, LINK, MOVES_ON, ONCE, PLAYING, EntryKind


@dataclass(frozen=True)
class Who:
    """The sender of a command: the seats that a device has, and whether it is the host's."""

    colours: frozenset[str] = frozenset()
    host: bool = False
    device: str = field(default="", compare=False)
    """The hash of the device's token. Two devices may make the same key for different taps."""

    @property
    def spectator(self) -> bool:
        return not self.host and not self.colours

    @property
    def names(self) -> frozenset[str]:
        """The seats of this device, and `host` if it is the host's."""
        return self.colours | {HOST} if self.host else self.colours

    @property
    def person(self) -> str:
        """The author to record: the device's only seat, or else as in `name`."""
        return next(iter(self.colours)) if len(self.colours) == 1 else self.name()

    def name(self, for_seat: str | None = None) -> str:
        """Return the author to record, preferring `for_seat` if this device has it."""
        if for_seat and for_seat in self.colours:
            return for_seat
        return HOST if self.host else min(self.colours, default="")


@dataclass(frozen=True)
class People:
    """Everything that the log says about the people. Immutable; `after` returns a new one."""

    names: Mapping[str, str]
    seated: frozenset[str] = frozenset()
    paused: bool = False
    ended: bool = False
    """Whether the game was stopped before its end."""
    locked: bool = False
    """Whether a new device needs permission to take a seat."""
    asked: requests.UndoRequest | None = None
    laid: bool = False
    """Whether somebody has said that everything lies on the table."""
    reminders: bool = True
    """Whether the pages say what is easily forgotten."""
    minds: Mapping[str, Level] = field(default_factory=dict)
    """The seats that minds play, and how well."""
    hinted: str = ""
    """The player who was shown plans for the open choice."""
    links: Mapping[str, str] = field(default_factory=dict)
    """The hash of the key of each link that is valid, by seat (or `host`)."""
    once: frozenset[str] = frozenset()
    """The seats whose link can be used only once."""
    rematch: str = ""
    """The join code of the table at which the same people play on."""
    begun: bool = False
    """Whether something has been played or corrected, apart from what the app deals first."""
    met: bool = False
    """Whether somebody has sat down who is not the host."""
    left: frozenset[str] = frozenset()
    """The seats that somebody has left, and nobody has taken since."""
    paused_by: str = ""
    """Who paused the game: a color, or `host`."""

    def others(self, who: Who) -> frozenset[str]:
        """Return everybody else at the table: seats with a device, and the host."""
        return (self.seated | {HOST}) - who.names

    def may_resume(self, who: Who) -> bool:
        """Whether somebody may resume the game: whoever paused it, unless they have left, or the host."""
        return who.host or self.paused_by in who.names or self.paused_by not in self.seated | {HOST}

    def after(self, entry: Entry) -> "People":
        """Return the people after an entry."""
        request = requests.after(self.asked, entry)
        hinted = "" if entry.kind in MOVES_ON else self.hinted
        dealt = entry.kind == EntryKind.PLAYED and entry.seq <= FIRST_SHUFFLE
        begun = self.begun or (entry.kind in _BEGINS and not dealt)
        changed = {"asked": request, "hinted": hinted, "begun": begun}
        return replace(self, **changed | _links(self, entry) | _changed(self, entry))

    def to_json(self) -> dict[str, Any]:
        return {
            "names": dict(self.names), "seated": sorted(self.seated), "paused": self.paused, "ended": self.ended,
            "locked": self.locked, "laid": self.laid, "asked": requests.to_json(self.asked),
            "reminders": self.reminders, "minds": {colour: level.value for colour, level in self.minds.items()},
            "hinted": self.hinted, "links": dict(self.links), "once": sorted(self.once),
            "begun": self.begun, "met": self.met, "rematch": self.rematch,
            "left": sorted(self.left), "paused_by": self.paused_by,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "People":
        return cls(
            dict(data["names"]), frozenset(data["seated"]), data["paused"], data["ended"], data["locked"],
            requests.from_json(data["asked"]), data.get("laid", False), data.get("reminders", True),
            {colour: Level(level) for colour, level in data.get("minds", {}).items()},
            data.get("hinted", ""), data.get("links", {}), frozenset(data.get("once", ())), data.get("rematch", ""),
            data.get("begun", any(seq > FIRST_SHUFFLE for seq in data.get("live", ()))),
            data.get("met", False), frozenset(data.get("left", ())), data.get("paused_by", ""),
        )  # fmt: skip


_BEGINS = PLAYING | {EntryKind.CORRECTED}


def _links(people: People, entry: Entry) -> dict[str, Any]:
    """Return the links after an entry. A link ends with a new one, or when its seat goes to others."""
    seat, used = entry.data.get("seat", ""), entry.data.get(LINK)
    match entry.kind:
        case EntryKind.LINKED:
            links, once = {**people.links, seat: used}, people.once - {seat}
            return {"links": links, "once": once | {seat} if entry.data.get(ONCE) else once}
        case EntryKind.SEATED if seat in people.once if used else seat in people.seated | {HOST}:
            pass
        case EntryKind.LEFT | EntryKind.MIND:
            pass
        case _:
            return {}
    return {"links": {link: mark for link, mark in people.links.items() if link != seat}, "once": people.once - {seat}}


_SAID: Mapping[EntryKind, dict[str, Any]] = {
    EntryKind.LOCKED: {"locked": True}, EntryKind.UNLOCKED: {"locked": False},
    EntryKind.RESUMED: {"paused": False}, EntryKind.ENDED: {"ended": True}, EntryKind.REOPENED: {"ended": False},
    EntryKind.LAID: {"laid": True},
}  # fmt: skip
"""What entries without data say."""


def _changed(people: People, entry: Entry) -> dict[str, Any]:
    match entry.kind:
        case EntryKind.NAMED:
            return {"names": {**people.names, entry.data["seat"]: entry.data["name"]}}
        case EntryKind.SEATED if entry.data["seat"] != HOST:
            seat = entry.data["seat"]
            minds = {colour: level for colour, level in people.minds.items() if colour != seat}
            met = people.met or not entry.data.get(BY_HOST)
            return {"seated": people.seated | {seat}, "minds": minds, "left": people.left - {seat}, "met": met}
        case EntryKind.LEFT:
            seat = entry.data["seat"]
            return {"seated": people.seated - {seat}, "left": people.left | {seat}}
        case EntryKind.PAUSED:
            return {"paused": True, "paused_by": entry.by}
        case EntryKind.REMINDERS:
            return {"reminders": entry.data["shown"]}
        case EntryKind.HINTED:
            return {"hinted": entry.data["seat"]}
        case EntryKind.REMATCH:
            return {"rematch": entry.data["code"]}
        case EntryKind.MIND:
            others = {colour: level for colour, level in people.minds.items() if colour != entry.data["seat"]}
            level = entry.data["level"]
            return {"minds": others | {entry.data["seat"]: Level(level)} if level else others}
    return _SAID.get(entry.kind, {})
