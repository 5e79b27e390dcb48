"""`companion score`: final scores from options, from a file, or interactively."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import click

from companion.cli.common import BoxOptions, box_options, stop
from companion.cli.layout import columns
from companion.engine.notation import MOST
from companion.engine.scoring import ScoreSheet, fields, final_sheet
from companion.i18n.scores import at_start, field_label, formula, of_name, player_name, source_name
from companion.i18n.translator import Translator
from companion.register import games
from companion.rules import Rules

Holdings = dict[str, dict[str, int]]
Given = list[tuple[str, list[tuple[str, Any]]]]
"""Players and their fields, as typed."""

_PLACE = re.compile(r"line (\d+),? column (\d+)")

_LONGEST = 40
"""How much of a typed text an error message repeats."""


@click.command()
@click.option("--game", metavar="GAME", help=f"Game; {games()[0]} unless the command asks.")
@click.option(
    "--player", "players", multiple=True, metavar="NAME:KIND=N,...", help="What one player has; can be repeated."
)
@click.option(
    "--file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="TOML or JSON: what each player has."
)
@box_options
def score(game: str | None, players: tuple[str, ...], file: Path | None, options: BoxOptions) -> None:
    """Calculate final scores. Without --player or --file, the command asks."""
    asks = not (file or players or game)
    rules = options.box(_asked_game(options.t()) if asks else game or games()[0])
    t = options.t(rules)
    try:
        given = _from_file(file, t) if file else _from_options(players)
        holdings = _checked(given, rules, t) if given else _asked(rules, t)
    except _BadInput as error:
        stop(str(error))
    sheet = final_sheet(rules, holdings)
    options.answer(_data(sheet), lambda: sheet_text(sheet, t))


class _BadInput(Exception):
    """Holdings that cannot be scored; the message is for the person."""


# the holdings


def _from_options(players: tuple[str, ...]) -> Given:
    counts: Given = []
    for option in players:
        name, _, rest = option.partition(":")
        pairs = (pair.partition("=") for pair in rest.split(",") if pair)
        counts.append((name, [(key.strip(), value.strip()) for key, _, value in pairs]))
    return counts


def _from_file(file: Path, t: Translator) -> Given:
    try:
        text = file.read_text(encoding="utf-8")
        # Read as pairs, so that duplicates are found.
        tree = json.loads(text, object_pairs_hook=tuple) if file.suffix == ".json" else _pairs(tomllib.loads(text))
    except OSError as error:
        raise _BadInput(t.say("score.file_missing", file=str(file), detail=error.strerror)) from error
    except (ValueError, RecursionError) as error:
        raise _BadInput(_unreadable(file, str(error), t)) from error
    players = next((value for key, value in tree if key == "players"), tree) if _is_pairs(tree) else ()
    if not players or not _is_pairs(players) or not all(_is_pairs(held) for _, held in players):
        raise _BadInput(t.say("score.no_players"))
    return [(name, list(held)) for name, held in players]


def _unreadable(file: Path, detail: str, t: Translator) -> str:
    """Return a message that a file is not valid, with the position if the parser names one."""
    text = t.say("score.unreadable", file=str(file), format="JSON" if file.suffix == ".json" else "TOML")
    where = _PLACE.search(detail)
    return t.say("notation.at", line=int(where[1]), column=int(where[2]), said=text) if where else text


def _pairs(tree: Any) -> Any:
    return tuple((key, _pairs(value)) for key, value in tree.items()) if isinstance(tree, dict) else tree


def _is_pairs(tree: Any) -> bool:
    return isinstance(tree, tuple)


def _checked(given: Given, rules: Rules, t: Translator) -> Holdings:
    """Validate the input; every player, and every field of theirs, can be given once."""
    valid = fields(rules)
    counts: Holdings = {}
    for typed, pairs in given:
        name = " ".join(typed.split())
        held = counts.setdefault(name, {})
        if not name:
            raise _BadInput(t.say("score.no_name"))
        if held:
            raise _BadInput(t.say("score.twice", given=_short(name)))
        if not pairs:
            raise _BadInput(t.say("score.no_field", name=_short(name), valid=t.listed(valid)))
        for key, value in pairs:
            if key not in valid:
                raise _BadInput(t.say("score.bad_field", given=_short(key), valid=t.listed(valid)))
            if key in held:
                raise _BadInput(t.say("score.twice", given=t.labelled(_short(name), key)))
            held[key] = _number(value, t)
    return counts


def _number(value: Any, t: Translator) -> int:
    number = -1 if isinstance(value, bool) or not isinstance(value, int | str) else _count(value)
    if number < 0:
        raise _BadInput(t.say("score.bad_number", given=_short(str(value)), most=MOST))
    return number


def _count(value: int | str) -> int:
    """Return a number within the limits, or -1 for anything else."""
    if isinstance(value, int):
        return value if value <= MOST else -1
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= len(str(MOST)) else -1


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _asked_game(t: Translator) -> str:
    for number, name in enumerate(games(), 1):
        click.echo(f"  {number}  {t.game(name)}")
    return games()[_ask_number(t, t.say("score.ask.game"), 1, len(games())) - 1]


def _asked(rules: Rules, t: Translator) -> Holdings:
    """Ask for the holdings one by one; an invalid answer is asked again."""
    low, high = rules.data.players.minimum, rules.data.players.maximum
    wanted = _ask_number(t, t.say("score.ask.players"), low, high)
    holdings: Holdings = {}
    while len(holdings) < wanted:
        name = " ".join(click.prompt(t.say("score.ask.name", n=len(holdings) + 1), type=str).split())
        if not name or name in holdings:
            click.echo(t.say("score.twice", given=_short(name)) if name else t.say("score.no_name"))
            continue
        held = {}
        for key in fields(rules):
            key_id = f"score.ask.{key}"
            question = t.say(key_id, player=name) if t.has(key_id, "say") else t.labelled(name, field_label(t, key))
            held[key] = _ask_number(t, question, 0, MOST)
        holdings[name] = held
    return holdings


def _ask_number(t: Translator, question: str, least: int, most: int) -> int:
    while not least <= (number := _count(click.prompt(question, type=str).strip())) <= most:
        click.echo(t.say("score.ask.again", least=least, most=most))
    return number


# the sheet


def sheet_text(sheet: ScoreSheet, t: Translator) -> str:
    """Return every player's points by source, with formulas, best first."""
    out = []
    ranks = sheet.ranks()
    for player in sorted(sheet.players, key=lambda name: ranks[name]):
        player_sheet = sheet.players[player]
        rows = [
            (f"  {at_start(source_name(t, line))}", of_name(t, line), formula(t, line), str(line.points))
            for line in player_sheet.lines
        ]
        rows.append((f"  {t.say('score.total')}", "", "", str(player_sheet.total)))
        out += [f"{ranks[player]}. {player_name(t, player)}", columns(rows, numbers=(3,)), ""]
    winners = tuple(player_name(t, name) for name in sheet.winners)
    sentence = t.say("score.winner" if len(sheet.winners) == 1 else "score.winners", names=winners)
    return "\n".join([*out, sentence])


def _data(sheet: ScoreSheet) -> dict[str, Any]:
    return {
        "players": {
            player: {
                "total": player_sheet.total,
                "rank": sheet.ranks()[player],
                "lines": [
                    {"source": line.source, "of": line.of, "amount": line.amount, "points": line.points}
                    | ({"per": line.rate.per, "prestige": line.rate.prestige} if line.rate else {})
                    for line in player_sheet.lines
                ],
            }
            for player, player_sheet in sheet.players.items()
        },
        "winners": list(sheet.winners),
    }
