"""What a mind has learned: two numbers for each input, and where they come from.

Weights are small JSON files beside this module, one for a game and a number of players, and one more for a variant that
is played differently. `python -m tools.minds league` writes them.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from companion.rules import Rules

FOLDER = Path(__file__).parent / "weights"

Terms = Mapping[str, tuple[float, float]]
"""By input: its worth at the end of the game, and how much more it is worth at the start."""


@dataclass(frozen=True)
class Weights:
    """The worth of every input, within a turn and where a turn begins."""

    value: Terms
    leaf: Terms
    provenance: Mapping[str, object] = field(default_factory=dict)


class NoWeights(Exception):
    """Nothing has been learned for these rules."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(f"no weights for {rules.game} with {rules.players} players")
        self.rules = rules


def read_weights(file: Path) -> Weights:
    """Weights from a file. Raises `OSError`, or `ValueError` where it holds none."""
    data = json.loads(file.read_text(encoding="utf-8"))
    try:
        value, leaf = (
            {name: (float(end), float(start)) for name, (end, start) in data[part].items()}
            for part in ("value", "leaf")
        )
        return Weights(value, leaf, data["provenance"])
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{file} holds no weights") from error


def weights_for(rules: Rules) -> Weights:
    """What was learned for these rules. Raises `NoWeights`."""
    file = next((name for name in names(rules) if (FOLDER / f"{name}.json").is_file()), None)
    if file is None:
        raise NoWeights(rules)
    return _shipped(f"{file}.json")


def key(game: str, players: int, variant: str = "") -> str:
    """The name of what was learned for a game, a number of players and a variant that is played differently."""
    return "-".join(filter(None, (game, variant, str(players))))


def names(rules: Rules) -> Iterable[str]:
    """Where to look: a variant's own weights before those of the game, the nearest number of players first,
    of two the larger."""
    n = rules.players or 0
    for players in sorted(range(n - 3, n + 4), key=lambda other: (abs(other - n), -other)):
        for variant in (*rules.variants, ""):
            yield key(rules.game, players, variant)


@cache
def _shipped(name: str) -> Weights:
    return read_weights(FOLDER / name)
