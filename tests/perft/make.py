"""Writes the perft files: positions of every edition and number of players with their leaf counts and options.

python -m tests.perft.make
"""

import random
from collections.abc import Iterable
from pathlib import Path

from companion.engine.game import Game
from companion.engine.loading import headers_of, opened
from companion.engine.simulate import perft
from tests.engine.corpus import MAGNA_CARTA, Curious, cards, fresh, rich, rich_cards

HERE = Path(__file__).parent
EDITIONS = ("en", "de", "nl", "nl-first")
CARDS = "mc"
"""Before the name of a file of Magna Carta, which has one for each of its two sets of rules."""
MOST = 20_000
"""Leaves a count goes up to, so that the whole wall takes seconds."""


def positions(edition: str, players: int) -> dict[str, Game]:
    """The named positions of one file, chosen by seed: an opening and one open choice of each kind."""
    chance = random.Random(players * 10 + EDITIONS.index(edition))
    opening = fresh(edition, players)
    opening.answer_chance(chance)
    return {"opening": opening} | of_each_kind((make(edition, players) for make in (fresh, rich)), chance)


def card_positions(variant: str, players: int) -> dict[str, Game]:
    """The same for Magna Carta. Its chance has walls too: what can be drawn is a rule there."""
    chance = random.Random(players * 10 + len(EDITIONS) + MAGNA_CARTA.index(variant))
    found = {"opening": cards(variant, players)}
    for game in (cards(variant, players), rich_cards(variant, players), cards(variant, players, untracked=True)):
        found |= of_each_kind([game], chance, found, chances=True)
    return found


def of_each_kind(
    games: Iterable[Game], chance: random.Random, known: Iterable[str] = (), *, chances: bool = False
) -> dict[str, Game]:
    """The first open choice of each kind that is not yet known; from the third turn on, or in the set-up."""
    kinds = {name.split("_")[0] for name in known}
    found: dict[str, Game] = {}
    player = Curious(chance)
    for game in games:
        while not game.over:
            decision = game.decision
            if decision.kind not in kinds and _fit(game, chances=chances):
                found[f"{decision.kind} {decision.about}".strip().replace(" ", "_")] = game.copy()
                kinds.add(decision.kind)
            game.play(player.pick(game))
    return found


def _fit(game: Game, *, chances: bool) -> bool:
    if game.state.turn == 0:
        return chances and game.decision.kind in ("mulligan", "start")
    return game.state.turn > 2 and (chances or not game.decision.chance)


def counts(game: Game) -> list[int]:
    """Leaves at depth 1, 2, 3 … as far as the wall goes."""
    found: list[int] = []
    while len(found) < 4 and (not found or found[-1] * max(len(game.options), 6) <= MOST):
        found.append(perft(game, len(found) + 1))
    return found


def text_of(said: str, found: dict[str, Game]) -> str:
    """One perft file."""
    out = [f"# Leaf counts, {said}. Written by python -m tests.perft.make"]
    for name, game in found.items():
        position = str(game.position())
        again = opened(headers_of(position), position)
        out += ["", f"position: {name}", *(f"| {line}" for line in position.splitlines())]
        out += [f"options: {'; '.join(again.options)}", f"perft: {' '.join(map(str, counts(again)))}"]
    return "\n".join(out) + "\n"


def texts() -> dict[str, str]:
    """Every file by its name."""
    found = {}
    for edition in EDITIONS:
        for players in (2, 3, 4, 5):
            found[f"{edition}-{players}"] = text_of(f"{edition}, {players} players", positions(edition, players))
    for variant in MAGNA_CARTA:
        for players in (2, 3, 4):
            said = f"Magna Carta {variant}, {players} players"
            found[f"{CARDS}-{variant}-{players}"] = text_of(said, card_positions(variant, players))
    return found


def main() -> None:
    """Write all files."""
    for name, text in texts().items():
        (HERE / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
