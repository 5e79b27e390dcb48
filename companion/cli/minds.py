"""`companion minds`: how well minds play, how they learn, and what they think decided a game."""

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import click

from companion.cli.common import BoxOptions, answer_options, box_options, stop
from companion.cli.layout import columns
from companion.engine.errors import EngineError
from companion.engine.scoring import Account
from companion.engine.simulate import PLAYERS, Player
from companion.i18n.decided import gain_rows, level_name, provost_words, turned_words
from companion.i18n.narration import error_lines
from companion.i18n.scores import player_name
from companion.i18n.translator import Translator
from companion.minds.chances import FILE as CHANCES
from companion.minds.chances import Chances, read_chances, write_chances
from companion.minds.decided import LEVELS, Decided
from companion.minds.gate import Trial, measured, panel
from companion.minds.gate import gate as trials
from companion.minds.ladder import Pairing, pair
from companion.minds.level import Level
from companion.minds.mind import MindPlayer, NoMind, levels
from companion.minds.weights import FOLDER, NoWeights, Weights, file_name, key, read_weights
from companion.register import games
from companion.rules import Rules
from companion.table.account import account
from companion.table.exports import counting, opinion_data
from companion.table.imports import Brought, Unreadable, read
from companion.table.opinion import begun, further

FIGURES = ("share", "low", "high", "fair", "points", "others_points", "winning_points", "turns")
"""What a line of the ladder shows, `ladder.ID`."""
GATE = ("share", "low", "high", "fair", "shipped", "more_low", "more_high")
"""What a line of the gate shows, also `ladder.ID`."""

_game = click.option("--game", default=games()[0], metavar="GAME", help="Game.")
_players = click.option("--players", type=int, default=4, show_default=True, help="Number of players.")
_seed = click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")


@click.group()
def minds() -> None:
    """Measure how well the computer players play, train them, and ask what decided a game."""


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
    help="random, greedy, counter, plateau, apprentice, builder, master, or a file of weights; can be repeated.",
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
    known: Mapping[str, Player] = {**PLAYERS, **panel(), **levels()}
    if name in known:
        return known[name]
    if not name.endswith(".json"):
        stop(t.say("minds.unknown", name=name, valid=", ".join(known)))
    return MindPlayer(Level.BUILDER, weights=_weights(t, name))


def _command(name: str, asked: BoxOptions, rules: Rules, **numbers: int) -> str:
    """The command that makes the same again, for files to say where they come from."""
    options = {"game": rules.game, "players": rules.players, **numbers}
    words = ["companion minds", name, *(f"--{option} {value}" for option, value in options.items())]
    return " ".join((*words, *(f"--variant {variant}" for variant in asked.variants)))


def _weights(t: Translator, file: str) -> Weights:
    try:
        return read_weights(Path(file))
    except (OSError, ValueError):
        stop(t.say("minds.bad_file", file=file))


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
@click.argument("file", metavar="FILE")
@_game
@_players
@click.option("--games", "number", type=click.IntRange(1), default=400, show_default=True, help="Games of each trial.")
@_seed
@box_options
def gate(file: str, game: str, players: int, number: int, seed: int, asked: BoxOptions) -> None:
    """Say whether the weights in FILE may replace the shipped ones. If not, the exit code is 1."""
    rules = asked.library.rules(game, asked.edition, asked.variants, players)
    t = asked.t(rules)
    found: list[Trial] = []
    try:
        with click.progressbar(trials(rules, _weights(t, file), number, seed), file=sys.stderr) as bar:
            found += bar
    except (NoMind, NoWeights):
        stop(t.say("minds.none", players=players))
    promoted = all(trial.held for trial in found)
    told = [trial.report() for trial in found]
    if asked.as_json:
        said = {"game": game, "edition": rules.edition, "players": players, "seed": seed, "promoted": promoted}
        click.echo(json.dumps({**said, "trials": told}))
    else:
        click.echo(_trials(t, found))
        click.echo(t.say("gate.promoted") if promoted else t.say("gate.refused"))
    sys.exit(not promoted)


def _trials(t: Translator, found: list[Trial]) -> str:
    head = ("", *(t.say(f"ladder.{figure}") for figure in ("games", *GATE)), "")
    rows = []
    for trial in found:
        report = trial.report()
        name = t.say("gate.many", name=trial.against) if trial.many else t.say("gate.one", name=trial.against)
        numbers = (t.number(report[figure]) for figure in ("games", *GATE))  # type: ignore[arg-type]
        rows.append((name, *numbers, t.say("gate.held") if trial.held else t.say("gate.missed")))
    return columns([head, *rows], numbers=tuple(range(1, len(head) - 1)))


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
@click.option(
    "--measure", type=click.IntRange(1), default=400, show_default=True, help="Games against the greedy player, after."
)
@box_options
def train(
    game: str, players: int, number: int, seed: int, folder: Path, out: Path | None, measure: int, asked: BoxOptions
) -> None:
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
    command = _command("train", asked, rules, games=number, seed=seed)
    learned = trainer.learned({"command": command, "edition": rules.edition, "rules": rules.version})
    learned = replace(learned, provenance={**learned.provenance, "ladder": measured(rules, learned, measure)})
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(learned.text(), encoding="utf-8")
    click.echo(file)


@minds.command()
@click.argument("file", metavar="RECORD", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--level",
    type=click.Choice([level.value for level in LEVELS]),
    default=LEVELS[0].value,
    show_default=True,
    help="Whose opinion: a master looks ahead, a builder only weighs.",
)
@answer_options
def decided(file: Path, level: str, asked: BoxOptions) -> None:
    """Say what decided the game in RECORD: a record, or the export of a whole table."""
    brought = _brought(file, asked)
    table = brought.table.snapshot()
    t = asked.t(table.rules)
    try:
        inquiry = begun(table.setup, counting(table, brought.entries), asked.library, Level(level))
    except (NoMind, NoWeights):
        stop(t.say("minds.none", players=len(table.setup.seats)))
    with click.progressbar(length=inquiry.steps, file=sys.stderr) as bar:
        while not inquiry.finished:
            inquiry = further(table.setup, inquiry, asked.library, 0)
            bar.update(inquiry.done - bar.pos)
    found, points = inquiry.so_far, account(table, brought.entries)
    if not found.choices:
        stop(t.say("decided.nothing"))
    asked.answer(opinion_data(found, points), lambda: decided_text(t, found, points, table.people.names))


def _brought(file: Path, asked: BoxOptions) -> Brought:
    t = asked.t()
    try:
        return read(file.read_text(encoding="utf-8"), asked.library)
    except UnicodeDecodeError:
        stop(f"{file} {t.say('problem.no_utf8')}")
    except Unreadable:
        stop(t.say("import.not_ours"))
    except EngineError as error:
        stop("\n".join(error_lines(t, error)))


def decided_text(t: Translator, found: Decided, points: Account, names: Mapping[str, str]) -> str:
    """Return the chances, the turning points, what choices brought, and the provost."""
    called = {player: names.get(player) or player_name(t, player) for player in found.seats}
    players = points.sheet.best_first()
    out = [t.say("decided.opinion", level=level_name(t, found.level.value))]
    if found.turns < found.of_turns:
        out.append(t.say("decided.part", percent=round(100 * found.turns / found.of_turns)))
    gains = [(label, *map(t.number, numbers)) for label, numbers in gain_rows(t, found.gains, players)]
    head = ("", *(called[player] for player in players))
    out += ["", t.say("decided.chances"), _under(head, _chances(t, found, players))]
    out += ["", t.say("decided.turning"), *_turning(t, found, points, called)]
    out += ["", t.say("decided.gains"), _under(head, gains)]
    if found.provost:
        out += ["", provost_words(t, found.cost_of_provost(), called)]
    return "\n".join(out)


def _under(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return columns([head, *rows], numbers=tuple(range(1, len(head))))


def _chances(t: Translator, found: Decided, players: list[str]) -> list[tuple[str, ...]]:
    seats = [found.seats.index(player) for player in players]
    return [
        (t.say("decided.end") if it.over else str(it.turn), *(f"{round(100 * it.chances[seat])}" for seat in seats))
        for it in found.line
    ]


def _turning(t: Translator, found: Decided, points: Account, called: Mapping[str, str]) -> list[str]:
    out = []
    for it in found.turning_points:
        said = turned_words(t, points.rules, it, called)
        out += [
            f"{it.turn} {called[it.seat]}",
            f"  {t.labelled(t.say('decided.chosen'), said.chosen)}",
            f"  {t.labelled(t.say('decided.better'), said.better)}",
            f"  {said.worth} {said.because}".rstrip(),
        ]
    return out or [t.say("decided.turning.none")]


@minds.command()
@_game
@_players
@click.option("--games", "number", type=click.IntRange(1), default=2000, show_default=True, help="Games to fit to.")
@click.option("--measure", type=click.IntRange(1), default=1000, show_default=True, help="Further games to measure on.")
@_seed
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="File of chances; default: the shipped one."
)
@box_options
def chances(game: str, players: int, number: int, measure: int, seed: int, out: Path | None, asked: BoxOptions) -> None:
    """Fit the chances of winning to games of Builders, and measure them on others. Needs the extra `train`."""
    rules = asked.library.rules(game, asked.edition, asked.variants, players)
    t = asked.t(rules)
    try:
        from companion.minds import chances_fitting as fitting
    except ImportError:
        stop(t.say("minds.no_numpy"))
    parts = []
    with click.progressbar(length=number + measure, file=sys.stderr) as bar:
        for part in fitting.collected(rules, 0, number + measure, seed):
            parts.append(part)
            bar.update(1)
    starts = fitting.joined(parts[:number])
    found = Chances(fitting.fitted(starts), fitting.worth(fitting.joined(parts[: min(number, fitting.WORTH_GAMES)])))
    figures = fitting.measured(found, fitting.joined(parts[number:]))
    command = _command("chances", asked, rules, games=number, measure=measure, seed=seed)
    origin = {"command": command, "edition": rules.edition, "rules": rules.version, "measured": figures}
    file = out or CHANCES
    known = read_chances(file) if file.is_file() else {}
    name = key(game, players, "-".join(asked.variants))
    write_chances(file, {**known, name: replace(found, provenance=origin)})
    click.echo(json.dumps({name: figures}))
