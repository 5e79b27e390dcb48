"""`companion simulate` and `companion perft`: simulated games, and leaf counts from a position."""

import json
import sys
from pathlib import Path

import click

from companion.cli.common import BoxOptions, box_options, stop
from companion.cli.layout import columns
from companion.engine.errors import EngineError
from companion.engine.game import Game, new_game
from companion.engine.loading import position_game
from companion.engine.simulate import PLAYERS, GameFigures, divide
from companion.engine.simulate import perft as count_leaves
from companion.engine.simulate import simulate as play_games
from companion.i18n.narration import error_lines
from companion.i18n.translator import Translator
from companion.minds.level import Level
from companion.minds.mind import NoMind, levels
from companion.minds.weights import NoWeights
from companion.register import games
from companion.rules import Rules


@click.command()
@click.option("--game", default=games()[0], metavar="GAME", help="Game.")
@click.option("--players", type=int, default=4, show_default=True, help="Number of players.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Number of games.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed; determines everything but the time.")
@click.option(
    "--mind",
    "minds",
    multiple=True,
    type=click.Choice([*PLAYERS, *(level.value for level in Level)]),
    default=("random",),
    help="How the players choose, in seat order; can be repeated.",
)
@box_options
def simulate(game: str, players: int, games: int, seed: int, minds: tuple[str, ...], options: BoxOptions) -> None:
    """Play many simulated games and print statistics."""
    rules = options.library.rules(game, options.edition, options.variants, players)
    t = options.t(rules)
    figures = _played(t, rules, games, seed, minds)
    report, wins = figures.report(), {mind: round(won, 3) for mind, won in figures.wins.items()}
    if options.as_json:
        heading = {"game": game, "edition": rules.edition, "players": players, "seed": seed}
        click.echo(json.dumps({**heading, **report, "wins": wins}))
        return
    rows = [(t.say(f"simulate.{key}"), t.number(value)) for key, value in report.items()]
    rows += [(t.say("simulate.wins", mind=mind), t.number(won)) for mind, won in wins.items()]
    click.echo(columns(rows, numbers=(1,)))


def _played(t: Translator, rules: Rules, games: int, seed: int, minds: tuple[str, ...]) -> GameFigures:
    figures = GameFigures()
    steps = play_games(rules, games, seed, minds, policies={**PLAYERS, **levels()})
    try:
        with click.progressbar(steps, length=games, file=sys.stderr, label=rules.game) as bar:
            for figures in bar:  # noqa: B007 - the last one is reported
                pass
    except (NoMind, NoWeights):
        stop(t.say("minds.none", players=rules.players or 0))
    return figures


@click.command()
@click.argument("depth", type=click.IntRange(1, 12))
@click.option("--position", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Position as text.")
@click.option("--game", default=games()[0], metavar="GAME", help="Game.")
@click.option("--players", type=int, default=4, show_default=True, help="Number of players.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed, if no position is given.")
@click.option("--divide", "divided", is_flag=True, help="Print the count for each option.")
@box_options
def perft(
    depth: int, position: Path | None, game: str, players: int, seed: int, divided: bool, options: BoxOptions
) -> None:
    """Count the sequences of DEPTH actions from a position."""
    if position is None:
        table = new_game(options.library.rules(game, options.edition, options.variants, players))
        table.answer_chance(seed)
    else:
        table = _read(position, options)
    counts = divide(table, depth) if divided else {}
    total = sum(counts.values()) if divided else count_leaves(table, depth)
    if options.as_json:
        click.echo(json.dumps({"depth": depth, "leaves": total, **({"divide": counts} if divided else {})}))
        return
    rows = [(text, str(n)) for text, n in counts.items()]
    click.echo(columns([*rows, (f"perft {depth}", str(total))], numbers=(1,)))


def _read(position: Path, options: BoxOptions) -> Game:
    t = options.t()
    try:
        text = position.read_text(encoding="utf-8")
        return position_game(text, options.library)
    except EngineError as error:
        stop("\n".join(error_lines(t, error)))
    except UnicodeDecodeError:
        stop(f"{position} {t.say('problem.no_utf8')}")
