"""Limits on the log of a table, so that nobody can fill it for the others.

Each author has room of their own: most for answers to the open choice, less for other play, and least for everything
else (corrections, names, pauses, questions, undos). The room of a seat begins anew when the host frees the seat or
gives it to another device.
"""

from companion.table.errors import Full
from companion.table.limits import Limits
from companion.table.log import Entry
from companion.table.store import Store
from companion.table.vocabulary import NEVER_REFUSED, PLAYING


def check_quota(store: Store, limits: Limits, id: str, entry: Entry, *, answers: bool = False) -> None:
    """Raise `Full` if the author has no room for this entry. Play that `answers` the open choice has twice the room."""
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
