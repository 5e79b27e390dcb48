"""The commands: let players learn, measure them, let them replace the shipped ones, and fit the chances of winning."""

import json
import math
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from typing import NoReturn

import click

from companion.cli.common import BoxOptions, stop, with_options
from companion.cli.layout import columns
from companion.engine.simulate import PLAYERS, Player
from companion.minds import chances as shipped_chances
from companion.minds.chances import Chances, read_chances
from companion.minds.level import Level
from companion.minds.mind import MindPlayer, NoMind, levels
from companion.minds.weights import NoWeights, Weights, key, read_weights
from companion.register import games
from companion.rules import Rules
from tools.minds import fitting
from tools.minds.files import weights_text, write_chances
from tools.minds.gate import Trial, better, faults, measured, opponents, panel, worst
from tools.minds.gate import gate as trials
from tools.minds.ladder import Pairing, pair
from tools.minds.league import League

LADDER = {
    "games": "games", "share": "wins", "low": "from", "high": "to", "fair": "fair", "points": "points",
    "others_points": "others", "winning_points": "winner", "turns": "turns",
}  # fmt: skip
"""The columns of the ladder, and their heads."""

GATE = {
    "games": "games", "share": "wins", "low": "from", "high": "to", "fair": "fair", "shipped": "shipped",
    "more_low": "more from", "more_high": "more to",
}  # fmt: skip
"""The columns of the gate, and their heads."""

MAIN = "main"
"""The player of a league whose weights are written."""

_game = click.option("--game", default=games()[0], metavar="GAME", help="Game.")
_players = click.option("--players", type=int, default=4, show_default=True, help="Number of players.")
_seed = click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
_folder = click.Path(path_type=Path, file_okay=False)
_box = with_options("edition", "variants", "overlays")
_box_or_json = with_options("edition", "variants", "overlays", "as_json")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Let computer players learn, and measure how well they play."""


@main.command()
@_game
@_players
@click.option("--games", "number", type=click.IntRange(1), default=400, show_default=True, help="Games of each pair.")
@_seed
@click.option(
    "--mind",
    "minds",
    multiple=True,
    default=("greedy", "builder"),
    metavar="MIND",
    help="random, greedy, counter, plateau, apprentice, builder, master, or a file of weights; can be repeated.",
)
@click.option("--against", multiple=True, metavar="MIND", help="Only against tables of these; can be repeated.")
@_box_or_json
def ladder(
    game: str,
    players: int,
    number: int,
    seed: int,
    minds: tuple[str, ...],
    against: tuple[str, ...],
    options: BoxOptions,
) -> None:
    """Play each mind against a table of each other one, from every seat."""
    rules = options.library.rules(game, options.edition, options.variants, players)
    known = {name: _player(name) for name in (*minds, *against)}
    names = product(minds, against) if against else permutations(known, 2)
    report = [_pairing(rules, known, one, others, number, seed).report() for one, others in names]
    if options.as_json:
        click.echo(json.dumps({"game": game, "edition": rules.edition, "seed": seed, "pairs": report}))
        return
    rows = [(f"{line['mind']} - {line['against']}", *(str(line[column]) for column in LADDER)) for line in report]
    click.echo(columns([("", *LADDER.values()), *rows], numbers=range(1, len(LADDER) + 1)))


def _player(name: str) -> Player:
    known: Mapping[str, Player] = {**PLAYERS, **panel(), **levels()}
    if name in known:
        return known[name]
    if not name.endswith(".json"):
        stop(f"{name} is not known. Valid: {', '.join(known)}, or a file of weights that ends in .json.")
    return MindPlayer(Level.BUILDER, weights=_weights(name))


def _weights(file: str) -> Weights:
    try:
        return read_weights(Path(file))
    except (OSError, ValueError):
        stop(f"{file} cannot be read as weights. The command league writes such files.")


def _pairing(rules: Rules, known: Mapping[str, Player], one: str, others: str, number: int, seed: int) -> Pairing:
    last = Pairing(one, others, rules.players or 0)
    steps = pair(rules, (one, known[one]), (others, known[others]), number, seed)
    try:
        with click.progressbar(length=number, file=sys.stderr, label=f"{one} - {others}") as bar:
            for last in steps:
                bar.update(min(number, last.games) - bar.pos)
    except (NoMind, NoWeights):
        _stop_unlearned(rules)
    return last


def _stop_unlearned(rules: Rules) -> NoReturn:
    stop(f"No computer player has learned {rules.game} for {rules.players} players.")


@main.command()
@click.argument("file", metavar="FILE")
@_game
@_players
@click.option("--games", "number", type=click.IntRange(1), default=400, show_default=True, help="Games of each trial.")
@_seed
@click.option("--folder", type=_folder, help="Folder of a league, whose players are opponents too.")
@_box_or_json
def gate(file: str, game: str, players: int, number: int, seed: int, folder: Path | None, options: BoxOptions) -> None:
    """Say whether the weights in FILE may replace the shipped ones. If not, the exit code is 1."""
    rules = options.library.rules(game, options.edition, options.variants, players)
    new, played = _weights(file), list[Trial]()
    try:
        against = opponents(rules, _league(rules, seed, folder) if folder else None)
        with click.progressbar(trials(rules, new, against, number, seed), length=len(against), file=sys.stderr) as bar:
            played += bar
        wrong = faults(rules, new, max(1, number // players), seed)
    except (NoMind, NoWeights):
        _stop_unlearned(rules)
    promoted = better(played) and not wrong
    if options.as_json:
        setup = {"game": game, "edition": rules.edition, "players": players, "seed": seed, "promoted": promoted}
        click.echo(json.dumps({**setup, "trials": [trial.report() for trial in played], "faults": wrong}))
    else:
        click.echo(columns([("", *GATE.values(), ""), *map(_trial, played)], numbers=range(1, len(GATE) + 1)))
        click.echo(
            "\n".join((*wrong, f"worst: {worst(played)[0].against}, of the shipped: {worst(played)[1].against}"))
        )
        click.echo("The new weights may replace the shipped ones." if promoted else "The shipped weights stay.")
    sys.exit(not promoted)


def _trial(trial: Trial) -> tuple[str, ...]:
    report = trial.report()
    return (trial.against, *(str(report[column]) for column in GATE), "held" if trial.held else "missed")


def _league(rules: Rules, seed: int, folder: Path) -> League:
    try:
        return League(rules, seed, folder)
    except NoMind:
        stop(f"{rules.game} has no inputs, so nothing can be learned.")
    except ValueError:
        stop(f"{folder} holds another league. Choose another folder, or the same game and seed.")


@main.command()
@_game
@_players
@click.option("--games", "number", type=click.IntRange(1), default=4000, show_default=True, help="Games in all.")
@click.option("--minutes", type=click.FloatRange(0), help="Stop after so many minutes, if games are left.")
@_seed
@click.option("--folder", type=_folder, required=True, help="Where the league is kept, and goes on from.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the main player's weights to this file."
)
@click.option(
    "--measure", type=click.IntRange(1), default=400, show_default=True, help="Games against the greedy player, after."
)
@_box
def league(
    game: str,
    players: int,
    number: int,
    minutes: float | None,
    seed: int,
    folder: Path,
    out: Path | None,
    measure: int,
    options: BoxOptions,
) -> None:
    """Let players learn from each other."""
    rules = options.library.rules(game, options.edition, options.variants, players)
    found = _league(rules, seed, folder)
    end = time.monotonic() + 60 * minutes if minutes is not None else math.inf
    for report in found.run(number):
        click.echo(json.dumps(vars(report)), err=True)
        if time.monotonic() >= end:
            break
    if out:
        learned = found.learned(MAIN, _origin("league", rules, options, games=found.games, seed=seed))
        learned = replace(learned, provenance={**learned.provenance, "ladder": measured(rules, learned, measure)})
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(weights_text(learned), encoding="utf-8")
        click.echo(out)


@main.command()
@_game
@_players
@click.option("--games", "number", type=click.IntRange(1), default=2000, show_default=True, help="Games to fit to.")
@click.option("--measure", type=click.IntRange(1), default=1000, show_default=True, help="Further games to measure on.")
@_seed
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="File of chances; default: the shipped one."
)
@_box
def chances(
    game: str, players: int, number: int, measure: int, seed: int, out: Path | None, options: BoxOptions
) -> None:
    """Fit the chances of winning to games of Builders, and measure them on others."""
    rules = options.library.rules(game, options.edition, options.variants, players)
    parts = []
    try:
        with click.progressbar(length=number + measure, file=sys.stderr) as bar:
            for part in fitting.collected(rules, 0, number + measure, seed):
                parts.append(part)
                bar.update(1)
    except (NoMind, NoWeights):
        _stop_unlearned(rules)
    curves = fitting.fitted(fitting.joined(parts[:number]))
    worth = fitting.worth(fitting.joined(parts[: min(number, fitting.WORTH_GAMES)]))
    figures = fitting.measured(Chances(curves, worth), fitting.joined(parts[number:]))
    origin = {**_origin("chances", rules, options, games=number, measure=measure, seed=seed), "measured": figures}
    file = out or shipped_chances.FILE
    known = read_chances(file) if file.is_file() else {}
    write_chances(file, {**known, _key(rules, options): Chances(curves, worth, origin)})
    click.echo(json.dumps({_key(rules, options): figures}))


def _key(rules: Rules, options: BoxOptions) -> str:
    """The name of what is learned: variants have a name only if they were asked for."""
    return key(rules.game, rules.players or 0, "-".join(options.variants))


def _origin(name: str, rules: Rules, options: BoxOptions, **numbers: int) -> dict[str, object]:
    """Where a file comes from: the command that makes the same again, and the rules that were played by."""
    given = {"game": rules.game, "players": rules.players, **numbers}
    words = ["python -m tools.minds", name, *(f"--{option} {value}" for option, value in given.items())]
    command = " ".join((*words, *(f"--variant {variant}" for variant in options.variants)))
    return {"command": command, "edition": rules.edition, "rules": rules.version}
