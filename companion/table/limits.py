"""How much there may be, in one place. Generous for people, and an end for what is not."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of one server."""

    tables: int = 5_000
    """Tables in the database."""
    entries: int = 5_000
    """Entries of play of one author in one log; half of it for what answers no choice. A long game has about 800."""
    people: int = 500
    """Those that do not play: corrections, names, pauses, questions, what is taken back."""
    listeners: int = 10_000
    """Pages that follow live; the next ones poll."""
    listeners_of_device: int = 20
    """Those of one device."""
    listeners_of_address: int = 1_500
    """Those of one address by devices without a seat at their table."""
    open_tables: int = 1_000
    """Tables kept ready in memory."""
    requests: int = 40
    """Devices that may ask for one table's seats at the same time."""
    requests_of_address: int = 8
    """Those of one address."""
    empty_days: int = 30
    """Days after which a table is let go of at which nobody has ever played."""
    backups: int = 7
    """Days that were played of which a backup is kept."""
