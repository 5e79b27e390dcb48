"""The words of a table: how closely it is followed, who may do what, and what can stand in its log."""

from enum import StrEnum

HOST = "host"
"""Who opened the table, among the colours of the players."""


class Depth(StrEnum):
    """How closely the app follows the game."""

    REFEREE = "referee"
    """Every decision is entered and checked."""
    ASSISTANT = "assistant"
    """Quick entries; the app does the sums and refuses nothing."""
    SHEET = "sheet"
    """End scoring alone."""


class Chance(StrEnum):
    """Who shuffles, draws and deals."""

    APP = "app"
    TABLE = "table"
    """The people do, and tell the app what came."""


class EntryKind(StrEnum):
    """What can stand in the log."""

    OPENED = "opened"
    """The first entry: the set-up."""
    PLAYED = "played"
    """Actions or quick entries, those that followed by themselves included."""
    CORRECTED = "corrected"
    """Something was set to what lies on the table."""
    COUNTED = "counted"
    """A number of the score sheet."""
    DEPTH = "depth"
    """From here on the game is followed more or less closely."""
    UNDONE = "undone"
    """Everything from an entry on no longer counts."""
    REDONE = "redone"
    """What was undone last counts again."""
    ASKED = "asked"
    """Somebody would like to undo more than their own last action."""
    AGREED = "agreed"
    """A player agrees to it."""
    REFUSED = "refused"
    """A player does not."""
    NAMED = "named"
    """A seat has another name."""
    SEATED = "seated"
    """A device took a seat."""
    LEFT = "left"
    """A seat is free again."""
    TRIED = "tried"
    """Somebody wanted to set, or to play, cards that they may not see."""
    LOCKED = "locked"
    """Nobody new sits down without being let in."""
    UNLOCKED = "unlocked"
    PAUSED = "paused"
    RESUMED = "resumed"
    ENDED = "ended"
    """The people stopped before the end."""
    REOPENED = "reopened"


DEVICES = frozenset({EntryKind.SEATED, EntryKind.LEFT, EntryKind.LOCKED, EntryKind.UNLOCKED})
"""The entries that say which device sits where, and nothing of the game."""

UNDOABLE = frozenset({EntryKind.PLAYED, EntryKind.CORRECTED, EntryKind.COUNTED, EntryKind.DEPTH})
"""The entries that make up the game; the others are about the people."""

PLAYING = frozenset({EntryKind.PLAYED, EntryKind.COUNTED})
"""Those of them that play; the others set how the game stands, or how it is followed."""

NEVER_REFUSED = frozenset({EntryKind.SEATED, EntryKind.LEFT, EntryKind.REFUSED, EntryKind.RESUMED, EntryKind.ENDED})
"""The entries for which every log has room: people come back, hand on, say no, go on and finish. How often a device
sits down is limited elsewhere; the others answer something that is counted."""

GO_ON, GO_ON_KIND = "go on", "go_on"
"""What people say when something follows by itself from what they have set, and the kind of that choice."""

BY_HOST, INSTEAD = "by_host", "instead"
"""Mark entries of devices that sat down: it was the host's, or another one had the seat until then."""

HELD = "held"
"""Marks entries that set how the game stands and let nothing follow; older ones played on by themselves."""


class Role(StrEnum):
    """What a device may do."""

    HOST = "host"
    SEAT = "seat"
    SPECTATOR = "spectator"
