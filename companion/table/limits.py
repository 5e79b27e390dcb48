"""All limits in one place: generous for people, but with an end for abuse."""

from dataclasses import dataclass

from companion.table.errors import Full
from companion.table.log import Entry
from companion.table.store import Store
from companion.table.vocabulary import NEVER_REFUSED, PLAYING


@dataclass(frozen=True)
class Limits:
    """The limits of one server."""

    tables: int = 5_000
    """Tables in the database."""
    entries: int = 5_000
    """Entries of play per author and log; half of it for play that answers no choice. A long game has about 800."""
    people: int = 500
    """Other entries per author and log: corrections, names, pauses, questions, undos."""
    listeners: int = 10_000
    """Live streams; further pages poll instead."""
    listeners_of_device: int = 20
    """Live streams per device."""
    listeners_of_address: int = 1_500
    """Live streams per address, from devices without a seat at the table."""
    open_tables: int = 1_000
    """Tables kept in memory."""
    requests: int = 40
    """Pending seat requests per table."""
    requests_of_address: int = 8
    """Pending seat requests per table and address."""
    empty_days: int = 30
    """Days after which a table at which nobody has ever played is deleted."""
    backups: int = 7
    """Days of play for which a backup is kept."""


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
