"""Writes the golden refusals: for one position of each kind of choice, every action with the reason against it.

python -m tests.engine.refusals
"""

from pathlib import Path

from companion.engine.game import Game
from tests.engine.detectors import NONSENSE, universe
from tests.engine.test_coverage import rare_moments
from tests.engine.test_magna_carta import rare_moments as rare_cards
from tests.perft.test_perft import WALLS

FILE = Path(__file__).parent / "refusals.txt"
FROM = ("en-3", "mc-standard-3")


def moments() -> dict[str, Game]:
    """The positions by name: the perft walls of two tables, and moments that games hardly come to."""
    found = {wall.name: wall.game() for wall in WALLS if wall.name.startswith(FROM)}
    found |= {f"rare {n}": game for n, game in enumerate(rare_moments(), 1)}
    return found | {f"rare cards {n}": game for n, game in enumerate(rare_cards(), 1)}


def text_of() -> str:
    """All refusals, the actions of one reason on one line; what is simply not now is left out."""
    out = ["# Written by python -m tests.engine.refusals"]
    for name, game in moments().items():
        by_reason: dict[str, list[str]] = {}
        for text in (*universe(game.referee.board), *NONSENSE):  # type: ignore[attr-defined]
            reason = game.why_not(text)
            if reason is not None and reason.code != "not_now":
                args = " ".join(f"{key}={value}" for key, value in reason.args.items() if key != "text")
                by_reason.setdefault(f"{reason.code} {args}".strip(), []).append(text)
        out += ["", name, *(f"  {reason}: {'; '.join(texts)}" for reason, texts in by_reason.items())]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    FILE.write_text(text_of(), encoding="utf-8")
