"""Writes the perft files: positions of every edition and number of players with their leaf counts and options.

python -m tests.perft.make
"""

import random
from pathlib import Path

from companion.engine.game import Game, game_at
from companion.engine.perft import perft
from companion.rules import load
from tests.engine.corpus import Curious, fresh, rich

HERE = Path(__file__).parent
EDITIONS = ("en", "de", "nl", "nl-first")
MOST = 20_000
"""Leaves a count goes up to, so that the whole wall takes seconds."""


def positions(edition: str, players: int) -> dict[str, Game]:
    """The named positions of one file, chosen by seed: an opening and one open choice of each kind."""
    seed = players * 10 + EDITIONS.index(edition)
    chance = random.Random(seed)
    opening = fresh(edition, players)
    opening.answer_chance(chance)
    found = {"opening": opening}
    player = Curious(chance)
    for make in (fresh, rich):
        game = make(edition, players)
        while not game.over:
            decision = game.decision
            name = f"{decision.kind} {decision.about}".strip().replace(" ", "_")
            if not decision.chance and game.state.turn > 2 and decision.kind not in {n.split("_")[0] for n in found}:
                found[name] = game.copy()
            game.play(player.pick(game))
    return found


def counts(game: Game) -> list[int]:
    """Leaves at depth 1, 2, 3 … as far as the wall goes."""
    found: list[int] = []
    while len(found) < 4 and (not found or found[-1] * max(len(game.options), 6) <= MOST):
        found.append(perft(game, len(found) + 1))
    return found


def text_of(edition: str, players: int) -> str:
    """One perft file."""
    out = [f"# Leaf counts, {edition}, {players} players. Written by python -m tests.perft.make"]
    for name, game in positions(edition, players).items():
        position = game.referee.write_position(game.state)
        again = game_at(load("caylus", edition, players=players), position)
        out += ["", f"position: {name}", *(f"| {line}" for line in position.splitlines())]
        out += [f"options: {'; '.join(again.options)}", f"perft: {' '.join(map(str, counts(again)))}"]
    return "\n".join(out) + "\n"


def main() -> None:
    """Write all files."""
    for edition in EDITIONS:
        for players in (2, 3, 4, 5):
            (HERE / f"{edition}-{players}.txt").write_text(text_of(edition, players), encoding="utf-8")


if __name__ == "__main__":
    main()
