"""How well a mind plays."""

from enum import StrEnum


class Level(StrEnum):
    """The levels differ in how far a mind looks and what it likes; none plays by dice."""

    APPRENTICE = "apprentice"
    """Weighs each option, and may take one that is nearly as good."""
    BUILDER = "builder"
    """Weighs each option, and takes the best."""
    MASTER = "master"
    """Plays the best options on to the end of the turn."""
