"""Whether a log has room for one entry more: nobody fills it for the others.

Every author has room of their own, of which others take nothing: some for play, most of all for answers to the open
choice, and less for what does not play (corrections, names, pauses, questions, what is taken back). Whoever gets a seat
that the host has freed or given away begins anew.
"""

from companion.table.errors import Full
from companion.table.limits import Limits
from companion.table.log import Entry
from companion.table.store import Store
from companion.table.vocabulary import NEVER_REFUSED, PLAYING


def must_have_room(store: Store, limits: Limits, id: str, entry: Entry, *, answers: bool = False) -> None:
    """Raises `Full`; for an entry that `answers` the open choice only where its author has had twice the room.

    Entries are counted only where the log is so long that somebody may have made too many.
    """
    if entry.kind in NEVER_REFUSED:
        return
    play = entry.kind in PLAYING
    if not play:
        share, code = limits.people, "people_full"
    elif answers:
        share, code = limits.entries, "log_full"
    else:
        share, code = limits.entries // 2, "half_full"
    if entry.seq > share and store.made(id, entry.by, play=play) >= share:
        raise Full(code, most=share)
