"""Writes the golden faults: what is said of every text that cannot be read, and of every position that cannot be.

python -m tests.engine.faults
"""

from collections.abc import Iterator
from pathlib import Path

from companion.engine.errors import EngineError, Reason
from companion.games.caylus import consistency
from companion.games.magna_carta import consistency as cards_consistency
from tests.engine import test_cards_positions as cards
from tests.engine import test_positions as tiles

FILE = Path(__file__).parent / "faults.txt"


def text_of() -> str:
    """Each text with what is said of it."""
    out = ["# Written by python -m tests.engine.faults"]
    for said, text in _all():
        out += ["", *(f"| {line}".rstrip() for line in text.splitlines()), said]
    return "\n".join(out) + "\n"


def _all() -> Iterator[tuple[str, str]]:
    for text, *_ in tiles.FAULTS:
        yield _fault(lambda text=text: tiles.read(text)), text
    for text, *_ in cards.FAULTS:
        yield _fault(lambda text=text: cards.read(text)), text
    for text, _ in tiles.IMPOSSIBLE:
        yield _fault(lambda text=text: _told(consistency.problems(tiles.BOARD, tiles.read(text)))), text
    for text, _ in cards.IMPOSSIBLE:
        whole = text if "road" in text else f"{cards.ROAD}\n{text}"
        yield _fault(lambda text=whole: _told(cards_consistency.problems(cards.BOARD, cards.read(text)))), whole


def _fault(read: object) -> str:
    try:
        return str(read())  # type: ignore[operator]
    except EngineError as error:
        return str(error)


def _told(problems: list[Reason]) -> str:
    return "\n".join(" ".join([p.code, *(f"{key}={value}" for key, value in p.args.items())]) for p in problems)


if __name__ == "__main__":
    FILE.write_text(text_of(), encoding="utf-8")
