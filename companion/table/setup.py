"""The setup of a table: game, box, seats and options."""

from typing import Annotated
from unicodedata import category

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationInfo, field_validator

from companion.minds.level import Level
from companion.table.clock import Pace
from companion.table.vocabulary import Chance, Depth

NAME_LENGTH = 30
"""The longest name; names are shown on tiles and in columns."""


def plain(text: str) -> str:
    """Normalize white space and remove invisible characters, which could hide or reverse the text around them.

    >>> plain(" An\\u202ena\\nB ")
    'Anna B'
    >>> plain("\\u200b\\u200d")
    ''
    """
    chars = ("" if category(char) in _UNSEEN and char != _JOINER else char for char in " ".join(text.split()))
    name = "".join(chars).strip()
    return name if name.strip(_BLANK) else ""


_UNSEEN = ("Cc", "Cf", "Cs")
_JOINER = "\u200d"
"""The zero-width joiner is kept: emoji sequences and some scripts need it."""
_BLANK = "\u200d\u115f\u1160\u2800\u3164\uffa0"
"""What shows nothing where it stands alone."""

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=NAME_LENGTH), AfterValidator(plain)]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]


class Frozen(BaseModel):
    """Immutable data, validated strictly. The docstrings of the attributes become their descriptions."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True)


FIRST_SHUFFLE = 2
"""The number of the entry that holds the app's own initial shuffle."""


class Seat(Frozen):
    """A place at the table."""

    colour: Id
    """The color, as the game calls it: `red`."""
    name: Name = ""
    """Who sits there; may be empty."""
    mind: Level | None = None
    """The level of the mind that plays it from the beginning, if one does."""


class Setup(Frozen):
    """The game, the box and the seats. Ids that the rules do not know are refused when the table is opened."""

    game: Id
    """The id of the game."""
    edition: Id
    """The id of the box."""
    variants: tuple[Id, ...] = ()
    """The ids of the variants in force."""
    seats: tuple[Seat, ...] = Field(min_length=1, max_length=8)
    """In seating order."""
    depth: Depth = Depth.REFEREE
    """How closely the app follows the game."""
    chance: Chance = Chance.APP
    """Who shuffles, draws and deals."""
    untracked: tuple[Id, ...] = ()
    """The colors of players whose cards are not entered in the app."""
    position: Annotated[str, StringConstraints(max_length=4000)] = ""
    """The position to start from, if the game began without the app."""
    held: bool = False
    """Whether nothing follows automatically from that position until somebody goes on. Old tables played on at once."""
    title: Name = ""
    """A name for the table, for people."""
    language: Annotated[str, StringConstraints(pattern=r"^[A-Za-z-]{2,12}$")] = "en"
    """The language for people who have not chosen one."""
    clock: Annotated[int, Field(ge=0, le=600)] = 0
    """Minutes per player; 0 means no limit."""
    clock_choice: Annotated[int, Field(ge=0, le=3600)] = 0
    """Seconds for each choice; 0 means no limit."""
    clock_bonus: Annotated[int, Field(ge=0, le=3600)] = 0
    """Seconds that a player gets for each choice made."""
    hints: bool = False
    """Whether the people have agreed that everybody may ask for plans."""
    practice: bool = False
    """Whether there is no wood on a table: minds' moves are carried out without waiting for anybody."""

    @field_validator("seats")
    @classmethod
    def _differ(cls, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        if len({seat.colour for seat in seats}) != len(seats):
            raise ValueError("table.seats_twice")
        return seats

    @field_validator("untracked")
    @classmethod
    def _are_people(cls, untracked: tuple[Id, ...], others: ValidationInfo) -> tuple[Id, ...]:
        if set(untracked) - {seat.colour for seat in others.data.get("seats", ()) if not seat.mind}:
            raise ValueError("refusal.untracked")
        return untracked

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(seat.colour for seat in self.seats)

    @property
    def pace(self) -> Pace:
        return Pace(self.clock, self.clock_choice, self.clock_bonus)

    def shuffled(self, seq: int) -> bool:
        """Return whether entry `seq` is the app's own initial shuffle, which nobody made and nobody can undo."""
        by_app = self.depth == Depth.REFEREE and self.chance == Chance.APP
        return seq == FIRST_SHUFFLE and by_app and not self.position
