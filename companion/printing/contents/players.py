"""Players told apart without colour: each has a shape, and in it a letter."""

from companion.i18n.players import letters
from companion.printing.job import Job
from companion.printing.rows import Choices, Sign

SHAPES = {"red": "square", "green": "triangle", "orange": "hexagon", "blue": "circle", "black": "cross"}
"""Each player's shape, for eyes and paper without colour."""


def badge(job: Job, colour: str) -> Choices:
    """The shape in the player's colour, with the letter in it."""
    sign = Sign(f"shape-{SHAPES[colour]}", letters(job.t)[colour], colour=colour)
    return Choices(((sign,),), f"player.{colour}", job.t.code)
