"""Errors between a caller and the engine, as codes and arguments. Their words are in locales/."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from companion.rules import Rules


@dataclass(frozen=True)
class Reason:
    """Why an action is not allowed. `code` names the message `why.CODE`, `args` fills it."""

    code: str
    args: Mapping[str, str | int] = field(default_factory=dict)


class Told(Exception):
    """Base class of all errors that are shown to people."""

    rules: "Rules | None" = None
    """The box that the error is about. Its words are needed to name what is on that table."""


@contextmanager
def about(rules: "Rules") -> Iterator[None]:
    """Attach the rules to any `Told` error raised inside."""
    try:
        yield
    except Told as error:
        error.rules = rules
        raise


class EngineError(Told):
    """Base class of the engine's errors."""

    code = "engine"

    def __init__(self, message: str, **args: object) -> None:
        super().__init__(message)
        self.args_by_name = args


class IllegalAction(EngineError):
    """The action is not possible now. The state is unchanged."""

    code = "illegal_action"

    def __init__(self, text: str, reason: Reason) -> None:
        detail = "".join(f" {key}={value}" for key, value in reason.args.items())
        super().__init__(f"{text!r} is no option: {reason.code}{detail}; see `Game.options`", text=text)
        self.text, self.reason = text, reason


class BadState(EngineError):
    """A table is impossible, or does not allow the request. `code` names the message `table.CODE`."""

    CODES: ClassVar[dict[str, str]] = {
        "no_seats": "no players are named; a position or a record needs a line `seats: red green`",
        "seats_twice": "two players have the same color",
        "seats_number": "the rules were loaded for another number of players",
        "players_open": "the rules were loaded without a number of players; see `players` of `load`",
        "over": "the game has ended; see `Game.over`",
        "nothing_done": "there is no action to take back",
        "other_rules": "the game was saved under other rules",
        "damaged": "the saved game cannot be read",
        "elsewhere": "the saved game does not end where its actions lead",
        "endless": "nobody would ever have a choice",
        "no_option": "the open choice has no option",
        "impossible": "no game can have this position; see `problems`",
    }
    """Every code, and what it means for whoever calls the engine."""

    def __init__(self, code: str, **args: object) -> None:
        detail = "".join(f" {key}={value}" for key, value in args.items())
        super().__init__(f"{code}{detail}: {self.CODES[code]}", **args)
        self.code = code


class BadPosition(BadState):
    """A position that no game can have, with all reasons."""

    def __init__(self, problems: list[Reason]) -> None:
        super().__init__("impossible", problems="; ".join(f"{p.code} {p.args}" for p in problems))
        self.problems = problems
