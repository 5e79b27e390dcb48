"""What a table is opened with."""

from typing import Annotated, Self
from unicodedata import category

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from companion.table.vocabulary import Chance, Depth

NAME_LENGTH = 30
"""Names are shown on tiles and in columns."""


def plain(text: str) -> str:
    """A text of somebody's without what cannot be seen: it would hide what stands beside it, or turn it round.

    >>> plain(" An\\u202ena\\nB ")
    'Anna B'
    """
    seen = ("" if category(char) in _UNSEEN and char != _JOINER else char for char in " ".join(text.split()))
    return "".join(seen).strip()


_UNSEEN = ("Cc", "Cf", "Cs")
_JOINER = "\u200d"
"""Makes one picture of several, and a proper letter in some scripts."""

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=NAME_LENGTH), AfterValidator(plain)]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]


class Frozen(BaseModel):
    """Plain data that is checked once and never changes."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


FIRST_SHUFFLE = 2
"""The entry of the app's own shuffle, after the set-up."""


class Seat(Frozen):
    """A place at the table."""

    colour: Id
    name: Name = ""


class Setup(Frozen):
    """The game, the box and the people. What the rules do not know is refused when the table is opened."""

    game: Id
    edition: Id
    variants: tuple[Id, ...] = ()
    seats: tuple[Seat, ...] = Field(min_length=1, max_length=8)
    """In the order in which people sit."""
    depth: Depth = Depth.REFEREE
    chance: Chance = Chance.APP
    untracked: tuple[Id, ...] = ()
    """Players who do not show their cards to the app."""
    position: Annotated[str, StringConstraints(max_length=4000)] = ""
    """Where the game stands, for a table that has begun without us."""
    held: bool = False
    """Whether nothing follows of that position before somebody says so; tables opened long ago played on at once."""
    title: Name = ""
    language: Annotated[str, StringConstraints(pattern=r"^[A-Za-z-]{2,12}$")] = "en"
    """What those read who have not chosen."""
    clock: Annotated[int, Field(ge=0, le=600)] = 0
    """Minutes for each player; 0 is no clock."""

    @model_validator(mode="after")
    def _colours_differ(self) -> Self:
        if len({seat.colour for seat in self.seats}) != len(self.seats):
            raise ValueError("seats_twice")
        if set(self.untracked) - {seat.colour for seat in self.seats}:
            raise ValueError("untracked")
        return self

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(seat.colour for seat in self.seats)

    def shuffled(self, seq: int) -> bool:
        """Whether an entry is the app's own shuffle at the beginning: nobody made it, so nobody takes it back."""
        by_app = self.depth == Depth.REFEREE and self.chance == Chance.APP
        return seq == FIRST_SHUFFLE and by_app and not self.position
