"""All limits in one place: generous for people, but with an end for abuse."""

from dataclasses import dataclass


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
