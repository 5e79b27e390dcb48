"""The refusals of a table, as codes and arguments. Their words are in `locales` (`refusal.CODE`)."""

from typing import Any

from companion.engine.errors import Reason, Told

UNSEEN = "unseen_cards"
"""The single code for everything about cards that somebody may not see, so that it reveals nothing."""


class TableError(Told):
    """The base class of refusals. When one is raised, nothing has changed."""

    CODES: tuple[str, ...] = ()

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(" ".join([code, *(f"{key}={value}" for key, value in args.items())]))
        self.code, self.args_by_name = code, args


class NotAllowed(TableError):
    """This person may not do this, or nobody may now."""

    CODES = (
        "spectator", "not_your_turn", "only_host", "paused", "closed", "ask_first", "not_your_seat", "own_request",
        "unseen_cards", "hands_told", "dealt_hand", "not_your_undo",
        "not_your_pause", "mind_sits", "no_hints", "still_playing",
    )  # fmt: skip


class NotNow(TableError):
    """The command does not apply to the current table."""

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
        "no_mind",
        "mind_needs_referee",
        "seat_in_use",
        "hand_unknown",
        "no_choice",
        "no_link",
    )


class Refused(TableError):
    """The engine refuses it, for the reason given."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code, **reason.args)
        self.reason = reason


class BadTable(TableError):
    """Stored data of one table that cannot be read, or that the current rules cannot replay."""

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
        """The table's id, join code and title, if known."""


class StillOpening(Exception):
    """Another thread is still opening the table; try again in a moment."""


class Stale(TableError):
    """The table has changed since the page was rendered, or a mind has another move than it shows."""

    CODES = ("stale", "other_move")


class KeyReused(TableError):
    """A known key came with a different command."""

    CODES = ("key_reused",)


class NoSuchTable(TableError):
    """There is no table with that code."""

    CODES = ("no_table",)


class Deleted(NoSuchTable):
    """The table was deleted. Raised only for its host, who can restore it for a while."""

    CODES = ("deleted",)


class SeatTaken(TableError):
    """Another device has the seat, or too many devices are asking for seats (`requests_full`)."""

    CODES = ("seat_taken", "requests_full")


class Full(TableError):
    """A limit is reached, or the disk is full."""

    CODES = ("too_many_tables", "log_full", "half_full", "people_full", "not_writable")


ERRORS = (NotAllowed, NotNow, BadTable, Stale, KeyReused, NoSuchTable, Deleted, SeatTaken, Full)
