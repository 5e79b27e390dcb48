"""Players told apart without colour: each has a shape and a letter."""

from companion.printing.contents.pieces import Job
from companion.printing.rows import Choices, Sign

SHAPES = {"red": "square", "green": "triangle", "orange": "hexagon", "blue": "circle", "black": "cross"}
"""Each player's shape, for eyes and paper without colour."""


def badge(job: Job, colour: str) -> Choices:
    """The shape in the player's colour, with the letter in it."""
    sign = Sign(f"shape-{SHAPES[colour]}", letter(job, colour), colour=colour)
    return Choices(((sign,),), f"player.{colour}", job.t.code)


def letter(job: Job, colour: str) -> str:
    """The first letter of the colour's name, or its last where an earlier colour has the first: Blue B, Black K."""
    taken: list[str] = []
    for one in job.rules.data.players.colours:
        name = job.t.name(f"player.{one}")
        found = name[0] if name[0] not in taken else name[-1].upper()
        if one == colour:
            return found
        taken.append(found)
    raise ValueError(f"{colour} is no colour of {job.rules.game}")
