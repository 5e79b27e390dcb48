"""The commands that people can send to a table. Pages, the HTTP API and its description share these models."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, TypeAdapter

from companion.engine.notation import MOST
from companion.minds.level import Level
from companion.table.setup import Frozen, Id, Name, plain
from companion.table.vocabulary import Depth

Action = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Value = Annotated[str, StringConstraints(max_length=400)]
Path = Annotated[str, StringConstraints(max_length=60)]
Why = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), AfterValidator(plain)]
Seq = Annotated[int, Field(ge=1, le=1_000_000)]


class Wish(Frozen):
    """A command; its `kind` says which one, so whoever sends it has to name it."""

    model_config = ConfigDict(json_schema_extra=lambda schema: _require(schema, "kind"))


def _require(schema: dict[str, Any], name: str) -> None:
    schema["required"] = [name, *schema.get("required", ())]


class Play(Wish):
    """Answer decisions with actions, or make quick entries, in the notation of the game."""

    kind: Literal["play"] = "play"
    actions: tuple[Action, ...] = Field(min_length=1, max_length=40)
    """The actions in order: `place castle`. All are carried out, or none."""


class Correct(Wish):
    """Set fields to what is really on the table."""

    kind: Literal["correct"] = "correct"
    changes: dict[Path, Value] = Field(min_length=1, max_length=200)
    """The new values by the path of their field: `red.deniers`. The operation `fields` lists all of them."""
    why: Why = ""
    """The reason, for the log; may be empty."""


class Count(Wish):
    """Enter numbers on one player's score sheet, by field."""

    kind: Literal["count"] = "count"
    seat: Id
    """The color whose numbers these are."""
    values: dict[Id, Annotated[int, Field(ge=0, le=MOST)]] = Field(min_length=1, max_length=20)
    """The numbers by the field that is counted, as the list of games names them."""


class Follow(Wish):
    """Follow the game at another depth from now on."""

    kind: Literal["depth"] = "depth"
    depth: Depth = Field(strict=False)
    """The new depth."""


class Undo(Wish):
    """Undo everything from an entry on."""

    kind: Literal["undo"] = "undo"
    to: Seq
    """The number of the first entry that no longer counts."""


class Redo(Wish):
    """Restore what was undone last."""

    kind: Literal["redo"] = "redo"


class Ask(Wish):
    """Ask the others to agree to an undo."""

    kind: Literal["ask"] = "ask"
    to: Seq
    """The number of the first entry that would no longer count."""


class Agree(Wish):
    """Agree to the requested undo."""

    kind: Literal["agree"] = "agree"


class Refuse(Wish):
    """Refuse the requested undo, or withdraw one's own request."""

    kind: Literal["refuse"] = "refuse"


class Rename(Wish):
    """Rename a seat."""

    kind: Literal["rename"] = "rename"
    seat: Id
    """The color of the seat."""
    name: Name
    """The new name; empty for the name of the color."""


class Pause(Wish):
    """Pause the game."""

    kind: Literal["pause"] = "pause"


class Resume(Wish):
    """Resume a paused game."""

    kind: Literal["resume"] = "resume"


class End(Wish):
    """Stop the game before its end."""

    kind: Literal["end"] = "end"


class Reopen(Wish):
    """Continue a game that was stopped."""

    kind: Literal["reopen"] = "reopen"


class Laid(Wish):
    """Say that everything lies on the table, so that the game can begin on every device."""

    kind: Literal["laid"] = "laid"


class Reminders(Wish):
    """Say what is easily forgotten, or no longer, on every device."""

    kind: Literal["reminders"] = "reminders"
    shown: bool
    """Whether they are shown from now on."""


class SetClock(Wish):
    """Set the clock, or with zeros only switch it off."""

    kind: Literal["clock"] = "clock"
    minutes: Annotated[int, Field(ge=0, le=600)] = 0
    """Minutes for each player; 0 means no limit."""
    choice: Annotated[int, Field(ge=0, le=3600)] = 0
    """Seconds for each choice; 0 means no limit."""
    bonus: Annotated[int, Field(ge=0, le=3600)] = 0
    """Seconds that a player gets for each choice made."""


class GiveToMind(Wish):
    """Let a mind play a seat from now on, or (without a level) people again."""

    kind: Literal["mind"] = "mind"
    seat: Id
    """The color of the seat."""
    level: Level | None = Field(strict=False)
    """How well the computer player plays; null if people play the seat again."""


class Hint(Wish):
    """Ask for plans for the open choice."""

    kind: Literal["hint"] = "hint"


Command = Annotated[
    Play
    | Correct
    | Count
    | Follow
    | Undo
    | Redo
    | Ask
    | Agree
    | Refuse
    | Rename
    | Pause
    | Resume
    | End
    | Reopen
    | Laid
    | Reminders
    | SetClock
    | GiveToMind
    | Hint,
    Field(discriminator="kind"),
]
COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
"""Validates a command of any kind."""
