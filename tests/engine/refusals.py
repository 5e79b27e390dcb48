"""Writes the golden refusals: for one position of each kind of choice, every action with the reason against it.

python -m tests.engine.refusals
"""

from collections.abc import Iterator
from pathlib import Path

from companion.engine.game import Game, new_game
from companion.engine.loading import headers_of, opened
from companion.rules import load
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
    found |= {f"rare cards {n}": game for n, game in enumerate(rare_cards(), 1)}
    return found | dict(set_up()) | {name: opened(headers_of(text), text) for name, text in POSITIONS.items()}


POSITIONS = {
    "a poor player": "seats: red green blue\nturn: 4 workers\norder: red green blue\npassed: green blue\n"
    "road: n_farm n_forest mason=red park=green\nchoice: worker:red\nred: 1d\n",
    "a player who is everywhere": "seats: red green blue\nturn: 4 workers\norder: red green blue\ninn: red\n"
    "road: n_farm n_forest\ncastle: red green\nstables: red\nchoice: worker:red\nred: 9d\n",
    "two players": "seats: red green\nturn: 4 workers\norder: red green\nroad: n_farm\nred: 9d\ngreen: 9d\n",
    "the guild at the end of the road": "seats: red green\nturn: 4 special\norder: red green\nroad: n_farm\n"
    "provost: 27\nspecial: merchants_guild+red\nred: 0d\n",
    "a bribe at the bridge": "seats: red green\nturn: 4 provost\norder: red green\nroad: n_farm\nprovost: 2\nred: 2d\n",
}
"""Moments that no wall holds."""


def set_up() -> Iterator[tuple[str, Game]]:
    """Chance, and the first hand."""
    game = new_game(load("caylus", "en", players=3))
    game.play("draw n_market")
    yield "a tile to draw", game
    game = new_game(load("caylus", "en", players=3))
    game.answer_chance(1)
    game.undo()
    yield "a player to draw", game
    hands = new_game(load("magna_carta", "nl", players=3))
    yield "a card for the road", hands.copy()
    hands.play("draw n_park")
    hands.play("draw n_quarry")
    hands.play("draw bank")
    yield "a card to draw", hands.copy()
    hands.play_all(["draw church", "draw lawyer"])
    yield "the first hand", hands


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
