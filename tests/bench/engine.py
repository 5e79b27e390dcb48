"""How fast the engines are, beside python-chess in the same run. `make bench` runs it; docs/performance.md keeps it.

Random games on one core: at every decision the full ordered list of options, no rule skipped. The rounds of the
contestants alternate, so that a machine that slows down slows all of them; of each the best round counts.
"""

import argparse
import copy
import json
import pickle
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import chess

from companion.engine.game import Game, new_game
from companion.engine.simulate import GameFigures, simulate
from companion.rules import Rules, load

PLIES = 200
ROUNDS = 5
SECONDS = 1.0


def chess_round(seconds: float, seed: int) -> float:
    """Decisions a second of python-chess: random games of at most 200 plies, the legal list at each ply."""
    chance = random.Random(seed)
    decisions, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        board = chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(chance.random() * len(moves))])
            decisions += 1
    return decisions / spent


def game_round(rules: Rules, seconds: float, seed: int, *, log: bool = False) -> GameFigures:
    """Figures of random games of ours for about so many seconds."""
    games = 1_000_000
    figures = GameFigures()
    for figures in simulate(rules, games, seed, log=log):
        if figures.seconds >= seconds:
            break
    return figures


def copy_times(rules: Rules, seed: int = 1) -> dict[str, float]:
    """Microseconds to copy a state in the middle of a five-player game, beside deepcopy, pickle and a chess board."""
    game = new_game(rules)
    chance = random.Random(seed)
    game.answer_chance(chance)
    for _ in range(150):
        if not game.over:
            game.play(game.options[int(chance.random() * len(game.options))])
    state, board = game.state, chess.Board()
    pickled = pickle.dumps(state.to_json())
    ways: dict[str, Callable[[], Any]] = {
        "state.copy()": state.copy,
        "chess.Board.copy(stack=False)": lambda: board.copy(stack=False),
        "pickle.loads": lambda: pickle.loads(pickled),
        "copy.deepcopy": lambda: copy.deepcopy(state),
    }
    return {name: min(_time(way) for _ in range(ROUNDS)) for name, way in ways.items()}


def _time(way: Callable[[], Any], times: int = 2000) -> float:
    begun = time.perf_counter()
    for _ in range(times):
        way()
    return (time.perf_counter() - begun) / times * 1e6


def memory(rules: Rules, seed: int = 1) -> float:
    """Kilobytes of a whole game with its events, undo and record, beside what all games share."""
    referee = new_game(rules).referee
    _play_out(Game(referee), seed + 1)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game = _play_out(Game(referee), seed)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert game.over
    return (after - before) / 1024


def _play_out(game: Game, seed: int) -> Game:
    chance = random.Random(seed)
    while not game.over:
        game.play(game.options[int(chance.random() * len(game.options))])
    return game


def contest(seconds: float) -> dict[str, Any]:
    """All contestants, round about."""
    five = {
        "caylus, 5 players": load("caylus", "en", players=5),
        "magna_carta, 4 players": load("magna_carta", "nl", ["standard"], 4),
    }
    chess_best = 0.0
    best: dict[str, GameFigures] = {}
    for turn in range(ROUNDS):
        chess_best = max(chess_best, chess_round(seconds, turn))
        for name, rules in five.items():
            for log in (False, True):
                label = f"{name}, {'with' if log else 'without'} events"
                figures = game_round(rules, seconds, turn, log=log)
                if label not in best or _rate(figures) > _rate(best[label]):
                    best[label] = figures
    return {
        "python-chess": {"decisions_per_second": round(chess_best)},
        **{
            label: {
                "decisions_per_second": round(_rate(figures)),
                "times_python_chess": round(_rate(figures) / chess_best, 2),
                "mean_options": round(figures.options / figures.decisions, 1),
            }
            for label, figures in best.items()
        },
        "copy of a 5-player state, µs": copy_times(five["caylus, 5 players"]),
        "memory of a 5-player game, kB": round(memory(five["caylus, 5 players"]), 1),
    }


def _rate(figures: GameFigures) -> float:
    return figures.decisions / figures.seconds


def main() -> None:
    """Run the contest and print it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="length of each round")
    asked = parser.parse_args()
    json.dump(contest(asked.seconds), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
