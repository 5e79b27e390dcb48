"""The terms of a table: depths, roles, and the kinds of entries in its log."""

from enum import StrEnum

HOST = "host"
"""Stands for the host wherever a seat's color is expected."""


class Depth(StrEnum):
    """How closely the app follows the game."""

    REFEREE = "referee"
    """Every decision is entered and checked."""
    ASSISTANT = "assistant"
    """Quick entries; the app does the sums and does not check whether placements are legal."""
    SHEET = "sheet"
    """Only the final scoring."""


class Chance(StrEnum):
    """Who shuffles, draws and deals."""

    APP = "app"
    TABLE = "table"
    """The people shuffle, and enter what they drew."""


class EntryKind(StrEnum):
    """The kinds of entries in the log."""

    OPENED = "opened"
    """The first entry, with the setup."""
    PLAYED = "played"
    """Actions or quick entries, including those that followed automatically."""
    CORRECTED = "corrected"
    """Fields were set to what is really on the table."""
    COUNTED = "counted"
    """Numbers of the score sheet were entered."""
    DEPTH = "depth"
    """The depth changed."""
    UNDONE = "undone"
    """Everything from a given entry on no longer counts."""
    REDONE = "redone"
    """The most recent undo was reversed."""
    ASKED = "asked"
    """Somebody asked to undo more than their own last action."""
    AGREED = "agreed"
    """A player agreed to the undo."""
    REFUSED = "refused"
    """A player refused the undo."""
    NAMED = "named"
    """A seat was renamed."""
    SEATED = "seated"
    """A device took a seat."""
    LEFT = "left"
    """A seat was freed."""
    LINKED = "linked"
    """A seat, or the host's place, got a new link, with which any device can take it."""
    TRIED = "tried"
    """Somebody tried to correct or play cards that they may not see."""
    LOCKED = "locked"
    """From now on, a new device needs permission to take a seat."""
    UNLOCKED = "unlocked"
    PAUSED = "paused"
    RESUMED = "resumed"
    ENDED = "ended"
    """The game was stopped before its end."""
    REOPENED = "reopened"
    LAID = "laid"
    """Everything for the setup lies on the table."""
    REMINDERS = "reminders"
    """Whether the pages say what is easily forgotten."""
    MIND = "mind"
    """A mind plays a seat from now on, or no longer."""
    HINTED = "hinted"
    """Somebody was shown plans for their choice."""
    CLOCK = "clock"
    """The clock was set, changed or switched off."""
    REMATCH = "rematch"
    """The same people play on at another table."""


DEVICES = frozenset(
    {
        EntryKind.SEATED, EntryKind.LEFT, EntryKind.LINKED, EntryKind.LOCKED, EntryKind.UNLOCKED, EntryKind.MIND,
        EntryKind.HINTED, EntryKind.REMATCH,
    }
)  # fmt: skip
"""Entries about devices, seats and who plays them, not about the game."""

UNDOABLE = frozenset({EntryKind.PLAYED, EntryKind.CORRECTED, EntryKind.COUNTED, EntryKind.DEPTH})
"""Entries that make up the game and can be undone; all others are about the people."""

MOVES_ON = UNDOABLE | {EntryKind.UNDONE, EntryKind.REDONE}
"""Entries after which another choice is open."""

PLAYING = frozenset({EntryKind.PLAYED, EntryKind.COUNTED})
"""The undoable entries that play the game; the others set the position or the depth."""

NEVER_REFUSED = frozenset({EntryKind.SEATED, EntryKind.LEFT, EntryKind.REFUSED, EntryKind.RESUMED, EntryKind.ENDED})
"""Entries accepted however full the log is: people can always come back, leave, refuse, resume and stop.

How often a device sits down is limited elsewhere; the others answer entries that are themselves counted.
"""

GO_ON, GO_ON_KIND = "go on", "go_on"
"""The action that lets happen what follows automatically from a correction, and the kind of that decision."""

BY_HOST, INSTEAD = "by_host", "instead"
"""Data keys of `SEATED`: the device is the host's, or it replaces the device that had the seat."""

LINK, ONCE = "link", "once"
"""Data keys of `LINKED`: the hash of the key, and whether it can be used only once. In `SEATED`: a link was used."""

WITHDRAWN = "withdrawn"
"""Data key of `REFUSED`: whoever asked to undo no longer does."""

HELD = "held"
"""Data key of entries after which nothing follows automatically. Older entries without it played on at once."""


TURNS = "turns"
"""Data key of corrections and changes of depth after which a turn belongs to a player, not to a place in an order."""

RUN = "run"
"""Data key of those among them that know what lay there before a run of corrections, so that a slip leaves no trace."""


class Role(StrEnum):
    """What a device is allowed to do."""

    HOST = "host"
    SEAT = "seat"
    SPECTATOR = "spectator"
