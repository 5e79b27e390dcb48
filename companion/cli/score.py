"""`companion score`: the end scoring alone, from options, from a file, or asked question by question."""

import json
import tomllib
from pathlib import Path
from typing import Any

import click

from companion.cli.common import Asked, box_options, stop
from companion.cli.layout import columns
from companion.engine.scoring import ScoreSheet, fields, final_sheet
from companion.i18n.scores import field_label, formula, of_name, player_name, source_name
from companion.i18n.translator import Translator
from companion.rules import Rules

Holdings = dict[str, dict[str, int]]


@click.command()
@click.option("--game", default="caylus", metavar="GAME", help="Which game.")
@click.option(
    "--player", "players", multiple=True, metavar="NAME:KIND=N,...", help="One player's holdings; repeatable."
)
@click.option("--file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="TOML or JSON by player.")
@box_options
def score(game: str, players: tuple[str, ...], file: Path | None, asked: Asked) -> None:
    """Count the end of a game. Without --player or --file you are asked."""
    rules = asked.box(game)
    t = asked.t(rules)
    try:
        holdings = (
            _from_file(file, rules, t) if file else _from_options(players, rules, t) if players else _asked(rules, t)
        )
    except _BadInput as error:
        stop(str(error))
    sheet = final_sheet(rules, holdings)
    asked.answer(_data(sheet), lambda: sheet_text(sheet, t))


class _BadInput(Exception):
    """Something in the holdings that cannot be counted; the message is for the person."""


# the holdings


def _from_options(players: tuple[str, ...], rules: Rules, t: Translator) -> Holdings:
    holdings: Holdings = {}
    for option in players:
        name, _, rest = option.partition(":")
        pairs = [pair.partition("=") for pair in rest.split(",") if pair]
        holdings[name] = _checked({key.strip(): value.strip() for key, _, value in pairs}, rules, t)
    return holdings


def _from_file(file: Path, rules: Rules, t: Translator) -> Holdings:
    try:
        text = file.read_text(encoding="utf-8")
        tree = json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    except (ValueError, OSError) as error:
        raise _BadInput(t.say("score.file_missing", file=str(file), detail=str(error))) from error
    players = tree.get("players", tree) if isinstance(tree, dict) else None
    if not isinstance(players, dict) or not players or not all(isinstance(held, dict) for held in players.values()):
        raise _BadInput(t.say("score.no_players"))
    return {str(name): _checked(held, rules, t) for name, held in players.items()}


def _checked(held: dict[str, Any], rules: Rules, t: Translator) -> dict[str, int]:
    valid = fields(rules)
    for key in held:
        if key not in valid:
            raise _BadInput(t.say("score.bad_field", given=t.quote(key), valid=", ".join(valid)))
    return {key: _number(value, t) for key, value in held.items()}


def _number(value: Any, t: Translator) -> int:
    if isinstance(value, bool) or not str(value).isdecimal():
        raise _BadInput(t.say("score.bad_number", given=t.quote(str(value))))
    return int(value)


def _asked(rules: Rules, t: Translator) -> Holdings:
    """Question by question; a wrong answer is asked again."""
    low, high = rules.data.players.minimum, rules.data.players.maximum
    wanted = _ask_number(t, t.say("score.ask.players"), low, high)
    holdings: Holdings = {}
    for n in range(1, wanted + 1):
        name = click.prompt(t.say("score.ask.name", n=n), type=str)
        held = {}
        for key in fields(rules):
            asked = f"score.ask.{key}"
            question = t.say(asked, player=name) if t.has(asked, "say") else f"{name}: {field_label(t, key)}"
            held[key] = _ask_number(t, question, 0, None)
        holdings[name] = held
    return holdings


def _ask_number(t: Translator, question: str, least: int, most: int | None) -> int:
    while True:
        given = click.prompt(question, type=str)
        if given.isdecimal() and int(given) >= least and (most is None or int(given) <= most):
            return int(given)
        click.echo(t.say("score.ask.again", least=least))


# the sheet


def sheet_text(sheet: ScoreSheet, t: Translator) -> str:
    """Every player's points by source, each with its formula, best first."""
    out = []
    for player in sorted(sheet.players, key=lambda name: sheet.ranks()[name]):
        it = sheet.players[player]
        rows = [
            (f"  {source_name(t, line)}", of_name(t, line), formula(t, line), str(line.points)) for line in it.lines
        ]
        rows.append((f"  {t.say('score.total')}", "", "", str(it.total)))
        out += [player_name(t, player), columns(rows, numbers=(3,)), ""]
    winners = t.all_of([player_name(t, name) for name in sheet.winners])
    return "\n".join(
        [*out, t.say("score.winner" if len(sheet.winners) == 1 else "score.winners", names=winners, winner=winners)]
    )


def _data(sheet: ScoreSheet) -> dict[str, Any]:
    return {
        "players": {
            player: {
                "total": it.total,
                "rank": sheet.ranks()[player],
                "lines": [
                    {"source": line.source, "of": line.of, "amount": line.amount, "points": line.points}
                    | ({"per": line.rate.per, "prestige": line.rate.prestige} if line.rate else {})
                    for line in it.lines
                ],
            }
            for player, it in sheet.players.items()
        },
        "winners": list(sheet.winners),
    }
