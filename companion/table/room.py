"""Whether a log has room for one entry more: nobody fills it for the others.

Play has room of its own, and of that nobody takes more than half, but by answering when it is their turn. What is only
about the people (names, pauses, questions, what is taken back) has a share for each author.
"""

from companion.table.errors import Full
from companion.table.limits import Limits
from companion.table.log import Entry
from companion.table.store import Store
from companion.table.vocabulary import NEVER_REFUSED, UNDOABLE


def must_have_room(store: Store, limits: Limits, id: str, entry: Entry, *, answers: bool = False) -> None:
    """Raises `Full`, for an entry that `answers` the open choice only where nobody could play on.

    Entries are counted only where the log is so long that somebody may have made too many.
    """
    play = entry.kind in UNDOABLE
    share = limits.entries // 2 if play else limits.people
    if entry.kind in NEVER_REFUSED or entry.seq <= share:
        return
    made = store.made(id, play=play)
    if play and sum(made.values()) >= limits.entries:
        raise Full("log_full", most=limits.entries)
    if made.get(entry.by, 0) >= share and not answers:
        raise Full("half_full" if play else "people_full", most=share)
