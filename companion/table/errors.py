"""What a table refuses. Codes and arguments; the words are in locales/ (`refusal.CODE`)."""

from typing import Any

from companion.engine.errors import Reason, Told

UNSEEN = "unseen_cards"
"""The one answer about cards that somebody may not see, wherever they are."""


class TableError(Told):
    """The root of the table's refusals. Nothing has changed."""

    CODES: tuple[str, ...] = ()

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(" ".join([code, *(f"{key}={value}" for key, value in args.items())]))
        self.code, self.args_by_name = code, args


class NotAllowed(TableError):
    """Somebody else may do this, or nobody now."""

    CODES = (
        "spectator", "not_your_turn", "only_host", "paused", "closed", "ask_first", "not_your_seat", "own_request",
        "unseen_cards", "hands_told", "dealt_hand", "not_your_undo",
    )  # fmt: skip


class NotNow(TableError):
    """There is nothing to do this to."""

    CODES = (
        "no_such_entry",
        "nothing_to_undo",
        "nothing_to_redo",
        "nobody_asked",
        "not_paused",
        "not_ended",
        "other_depth",
        "same_depth",
        "no_change",
    )


class Refused(TableError):
    """The rules are against it, for a reason of the engine's."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code, **reason.args)
        self.reason = reason


class BadTable(TableError):
    """Something kept of a table that cannot be read, or that the present rules do not replay. Other tables are well."""

    CODES = (
        "replay",
        "gap",
        "bad_entry",
        "bad_setup",
        "no_box",
        "bad_row",
        "bad_standing",
        "elsewhere",
        "bad_seat",
        "bad_summary",
        "stray",
    )

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(code, **args)
        self.id = self.joining = self.title = ""
        """Which table, where that is known: its id, the code that joins it, its title."""


class StillOpening(Exception):
    """A table takes long to open, and somebody is at it already: ask again in a moment."""


class Stale(TableError):
    """The table has moved on since the page was drawn."""

    CODES = ("stale",)


class KeyReused(TableError):
    """The same key came with another command."""

    CODES = ("key_reused",)


class NoSuchTable(TableError):
    """There is no table of that code."""

    CODES = ("no_table",)


class Deleted(NoSuchTable):
    """The same, told to the host who has deleted it: they can bring it back until then."""

    CODES = ("deleted",)


class SeatTaken(TableError):
    """Another device has this seat; `requests_full` where too many ask for seats already."""

    CODES = ("seat_taken", "requests_full")


class Full(TableError):
    """A limit that protects everybody."""

    CODES = ("too_many_tables", "log_full", "half_full", "people_full", "not_writable")


ERRORS = (NotAllowed, NotNow, BadTable, Stale, KeyReused, NoSuchTable, Deleted, SeatTaken, Full)
ALL = tuple(f"refusal.{code}" for error in ERRORS for code in error.CODES)
"""Every id of a refusal."""
