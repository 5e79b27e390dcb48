"""`companion minds`: how well minds play, and how they learn."""

import json
import sys
from collections.abc import Mapping
from itertools import permutations, product
from pathlib import Path

import click

from companion.cli.common import BoxOptions, box_options, stop
from companion.cli.layout import columns
from companion.engine.simulate import PLAYERS, Player
from companion.i18n.translator import Translator
from companion.minds.ladder import Pairing, pair
from companion.minds.level import Level
from companion.minds.mind import MindPlayer, NoMind, levels
from companion.minds.weights import FOLDER, NoWeights, file_name, read_weights
from companion.register import games
from companion.rules import Rules

FIGURES = ("share", "low", "high", "fair", "points", "others_points", "winning_points", "turns")
"""What a line of the ladder shows, `ladder.ID`."""

_game = click.option("--game", default=games()[0], metavar="GAME", help="Game.")
_players = click.option("--players", type=int, default=4, show_default=True, help="Number of players.")
_seed = click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")


@click.group()
def minds() -> None:
    """Measure how well the computer players play, and train them."""


@minds.command()
@_game
@_players
@click.option("--games", "number", type=click.IntRange(1), default=400, show_default=True, help="Games of each pair.")
@_seed
@click.option(
    "--mind",
    "named",
    multiple=True,
    default=("greedy", "builder"),
    metavar="MIND",
    help="random, greedy, apprentice, builder, master, or a file of weights; can be repeated.",
)
@click.option("--against", multiple=True, metavar="MIND", help="Only against tables of these; can be repeated.")
@box_options
def ladder(
    game: str,
    players: int,
    number: int,
    seed: int,
    named: tuple[str, ...],
    against: tuple[str, ...],
    asked: BoxOptions,
) -> None:
    """Play each mind against a table of each other one, from every seat."""
    rules = asked.library.rules(game, asked.edition, asked.variants, players)
    t = asked.t(rules)
    known = {name: _player(t, name) for name in (*named, *against)}
    pairs = product(named, against) if against else permutations(known, 2)
    found = [_pair(t, rules, known, pairing, number, seed) for pairing in pairs]
    report = [pairing.report() for pairing in found]
    if asked.as_json:
        click.echo(json.dumps({"game": game, "edition": rules.edition, "seed": seed, "pairs": report}))
        return
    click.echo(_table(t, report))


def _player(t: Translator, name: str) -> Player:
    known: Mapping[str, Player] = {**PLAYERS, **levels()}
    if name in known:
        return known[name]
    if not name.endswith(".json"):
        stop(t.say("minds.unknown", name=name, valid=", ".join(known)))
    try:
        return MindPlayer(Level.BUILDER, weights=read_weights(Path(name)))
    except (OSError, ValueError):
        stop(t.say("minds.bad_file", file=name))


def _pair(
    t: Translator, rules: Rules, known: Mapping[str, Player], names: tuple[str, str], number: int, seed: int
) -> Pairing:
    one, others = names
    last = Pairing(one, others, rules.players or 0)
    steps = pair(rules, (one, known[one]), (others, known[others]), number, seed)
    try:
        with click.progressbar(length=number, file=sys.stderr, label=f"{one} - {others}") as bar:
            for last in steps:
                bar.update(min(number, last.games) - bar.pos)
    except (NoMind, NoWeights):
        stop(t.say("minds.none", players=rules.players or 0))
    return last


def _table(t: Translator, report: list[dict[str, str | int | float]]) -> str:
    head = ("", *(t.say(f"ladder.{figure}") for figure in ("games", *FIGURES)))
    rows = [
        (f"{line['mind']} - {line['against']}", *(t.number(line[figure]) for figure in ("games", *FIGURES)))  # type: ignore[arg-type]
        for line in report
    ]
    return columns([head, *rows], numbers=tuple(range(1, len(head))))


@minds.command()
@_game
@_players
@click.option("--games", "number", type=click.IntRange(1), default=4000, show_default=True, help="Games in all.")
@_seed
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Where training is kept after every fit, and goes on from.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="File of weights; default: the shipped one."
)
@box_options
def train(game: str, players: int, number: int, seed: int, folder: Path, out: Path | None, asked: BoxOptions) -> None:
    """Learn the weights of a game for a number of players. Needs the extra `train`."""
    rules = asked.library.rules(game, asked.edition, asked.variants, players)
    t = asked.t(rules)
    try:
        from companion.minds.training import Trainer
    except ImportError:
        stop(t.say("minds.no_numpy"))
    try:
        trainer = Trainer(rules, seed, folder)
    except NoMind:
        stop(t.say("minds.none", players=players))
    except ValueError:
        stop(t.say("minds.other_training", folder=str(folder)))
    for report in trainer.run(number):
        click.echo(json.dumps(vars(report)), err=True)
    file = out or FOLDER / file_name(game, players, "-".join(asked.variants))
    words = ["companion minds train", f"--game {game} --players {players} --games {number} --seed {seed}"]
    words += [f"--variant {variant}" for variant in asked.variants]
    learned = trainer.learned({"command": " ".join(words), "edition": rules.edition, "rules": rules.version})
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(learned.text(), encoding="utf-8")
    click.echo(file)
