"""Marks that distinguish players without color: a shape with a letter in it."""

from companion.i18n.players import letters
from companion.printing.job import Job
from companion.printing.rows import Choices, Sign

SHAPES = {"red": "square", "green": "triangle", "orange": "hexagon", "blue": "circle", "black": "cross"}
"""The shape of each player."""


def badge(job: Job, colour: str) -> Choices:
    """Return the shape in the player's color, with their letter."""
    sign = Sign(f"shape-{SHAPES[colour]}", letters(job.t)[colour], colour=colour)
    return Choices(((sign,),), f"player.{colour}", job.t.code)
