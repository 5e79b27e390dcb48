"""The rules of the made-up game."""

from collections.abc import Iterator

from companion.rules.check import Finding
from companion.rules.effects import Effect
from companion.rules.game import BuildingBase, GameRules, Sequence, SetupBase


class Building(BuildingBase):
    """A building of the meadow."""

    effect: Effect | None = None
    owner: Effect | None = None


class MeadowRules(GameRules):
    """Nothing beyond what every game has."""

    setup: SetupBase
    sequence: Sequence
    buildings: dict[str, Building]


MODEL = MeadowRules


def findings(data: MeadowRules) -> Iterator[Finding]:
    """Nothing."""
    yield from ()
