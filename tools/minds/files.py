"""Writing what was learned: files of weights, and the file of chances. The product reads them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.minds.chances import Chances
from companion.minds.weights import Weights


def weights_text(weights: Weights) -> str:
    """A file of weights: a line for each input, so that people can read and compare it."""
    parts = [f'"provenance": {json.dumps(dict(weights.provenance), indent=1)}']
    for name, terms in (("value", weights.value), ("leaf", weights.leaf)):
        lines = ",\n".join(f' "{one}": {json.dumps(_rounded(pair, 4))}' for one, pair in terms.items())
        parts.append(f'"{name}": {{\n{lines}\n}}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_chances(file: Path, known: Mapping[str, Chances]) -> None:
    """Write all chances, by game and number of players."""
    data = {name: _chances_data(known[name]) for name in sorted(known)}
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _chances_data(chances: Chances) -> dict[str, object]:
    curves = {sign: _rounded(curve, 5) for sign, curve in chances.curves.items()}
    return {"provenance": dict(chances.provenance), "curves": curves, "worth": _rounded(chances.worth, 5)}


def _rounded(numbers: Sequence[float], digits: int) -> list[float]:
    return [round(number, digits) for number in numbers]
