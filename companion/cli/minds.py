"""`companion minds`: what the computer players think decided a game."""

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from companion.cli.common import BoxOptions, answer_options, stop
from companion.cli.layout import columns
from companion.engine.errors import EngineError
from companion.engine.scoring import Account
from companion.i18n.decided import gain_rows, level_name, provost_words, turned_words
from companion.i18n.narration import error_lines
from companion.i18n.scores import player_name
from companion.i18n.translator import Translator
from companion.minds.decided import LEVELS, Decided
from companion.minds.level import Level
from companion.minds.mind import NoMind
from companion.minds.weights import NoWeights
from companion.table.account import account
from companion.table.exports import counting, opinion_data
from companion.table.imports import Brought, Unreadable, read
from companion.table.opinion import begun, further


@click.group()
def minds() -> None:
    """Ask the computer players what decided a game."""


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
def decided(file: Path, level: str, options: BoxOptions) -> None:
    """Say what decided the game in RECORD: a record, or the export of a whole table."""
    brought = _brought(file, options)
    table = brought.table.snapshot()
    t = options.t(table.rules)
    try:
        inquiry = begun(table.setup, counting(table, brought.entries), options.library, Level(level))
    except (NoMind, NoWeights):
        stop(t.say("minds.none", players=len(table.setup.seats)))
    with click.progressbar(length=inquiry.steps, file=sys.stderr) as bar:
        while not inquiry.finished:
            inquiry = further(table.setup, inquiry, options.library, 0)
            bar.update(inquiry.done - bar.pos)
    analysis, points = inquiry.so_far, account(table, brought.entries)
    if not analysis.choices:
        stop(t.say("decided.nothing"))
    options.answer(opinion_data(analysis, points), lambda: decided_text(t, analysis, points, table.people.names))


def _brought(file: Path, options: BoxOptions) -> Brought:
    t = options.t()
    try:
        return read(file.read_text(encoding="utf-8"), options.library)
    except UnicodeDecodeError:
        stop(f"{file} {t.say('problem.no_utf8')}")
    except Unreadable:
        stop(t.say("import.not_ours"))
    except EngineError as error:
        stop("\n".join(error_lines(t, error)))


def decided_text(t: Translator, analysis: Decided, points: Account, names: Mapping[str, str]) -> str:
    """Return the chances, the turning points, what choices brought, and the provost."""
    called = {player: names.get(player) or player_name(t, player) for player in analysis.seats}
    players = points.sheet.best_first()
    out = [t.say("decided.opinion", level=level_name(t, analysis.level.value))]
    if analysis.turns < analysis.of_turns:
        out.append(t.say("decided.part", percent=round(100 * analysis.turns / analysis.of_turns)))
    gains = [(label, *map(t.number, numbers)) for label, numbers in gain_rows(t, analysis.gains, players)]
    head = ("", *(called[player] for player in players))
    out += ["", t.say("decided.chances"), _under(head, _chances(t, analysis, players))]
    out += ["", t.say("decided.turning"), *_turning(t, analysis, points, called)]
    out += ["", t.say("decided.gains"), _under(head, gains)]
    if analysis.provost:
        out += ["", provost_words(t, analysis.cost_of_provost(), called)]
    return "\n".join(out)


def _under(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return columns([head, *rows], numbers=tuple(range(1, len(head))))


def _chances(t: Translator, analysis: Decided, players: list[str]) -> list[tuple[str, ...]]:
    seats = [analysis.seats.index(player) for player in players]
    return [
        (
            t.say("decided.end") if point.over else str(point.turn),
            *(f"{round(100 * point.chances[seat])}" for seat in seats),
        )
        for point in analysis.line
    ]


def _turning(t: Translator, analysis: Decided, points: Account, called: Mapping[str, str]) -> list[str]:
    out = []
    for turn in analysis.turning_points:
        words = turned_words(t, points.rules, turn, called)
        out += [
            f"{turn.turn} {called[turn.seat]}",
            f"  {t.labelled(t.say('decided.chosen'), words.chosen)}",
            f"  {t.labelled(t.say('decided.better'), words.better)}",
            f"  {words.worth} {words.because}".rstrip(),
        ]
    return out or [t.say("decided.turning.none")]
