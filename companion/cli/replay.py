"""`companion replay`: retell a recorded game, to the end or to a given moment."""

from pathlib import Path
from typing import Any

import click

from companion.cli.common import BoxOptions, answer_options, stop
from companion.cli.score import sheet_text
from companion.engine.errors import EngineError
from companion.engine.game import Game
from companion.engine.loading import opened
from companion.engine.records import BadRecord, Record, RecordError, checked_rules, parse
from companion.engine.records import replay as play_again
from companion.engine.scoring import game_sheet
from companion.i18n.deeds import told_deeds
from companion.i18n.narration import error_lines
from companion.i18n.rule_faults import unknown_name
from companion.i18n.translator import Translator
from companion.rules import UnknownName


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", metavar="ROUND.PHASE", help="Stop at this moment, for example 3.provost.")
@answer_options
def replay(file: Path, at: str | None, options: BoxOptions) -> None:
    """Retell the game recorded in FILE."""
    game, fault = _played(file, at, options)
    t = options.t(game.rules)
    options.answer(_data(game), lambda: _told(game, t))
    if fault is not None:
        stop(fault)
    if at is not None and not _reached(game, at):
        stop(t.say("replay.not_reached", at=at))


def _played(file: Path, at: str | None, options: BoxOptions) -> tuple[Game, str | None]:
    """Return the game up to the requested moment or the first fault, and that fault in words."""
    library, t = options.library, options.t()
    fault: str | None = None
    try:
        record = parse(file.read_text(encoding="utf-8"))
    except BadRecord as error:
        record, fault = error.record, error_lines(t, error)[0]
    except UnicodeDecodeError:
        stop(f"{file} {t.say('problem.no_utf8')}")
    try:
        start = opened(record.headers, record.position, library)
        _note_other_rules(record, start, t)
        moment = None if at is None else _moment(start, at, t)
        return play_again(record, lambda headers, position: opened(headers, position, library), moment), fault
    except UnknownName as error:
        if options.overlays or error.kind == "game":
            raise
        stop(f"{unknown_name(t, error)}\n{t.say('refusal.no_box', given=t.quote(error.given))}")
    except RecordError as error:
        if error.game is None:
            raise
        return error.game, fault or error_lines(t, error)[0]
    except EngineError as error:
        stop(fault or "\n".join(error_lines(t, error)))


def _moment(game: Game, at: str, t: Translator) -> Any:
    turn, _, phase = at.partition(".")
    if not turn.isdecimal() or phase not in ("", *game.rules.data.sequence.phases):
        stop(t.say("replay.bad_moment", given=at) + " " + t.listed(game.rules.data.sequence.phases))
    return lambda game: _reached(game, at)


def _reached(game: Game, at: str) -> bool:
    """Return whether the game has reached a round and phase."""
    turn, _, phase = at.partition(".")
    phases = list(game.rules.data.sequence.phases)
    wanted = (int(turn), phases.index(phase) + 1 if phase else 1)  # type: ignore[arg-type]
    return game.state.turn > 0 and (game.state.turn, game.state.phase) >= wanted


def _note_other_rules(record: Record, game: Game, t: Translator) -> None:
    other = checked_rules(record, game.rules)
    if other is not None:
        click.echo(t.say("replay.note.other_rules", **other.args), err=True)


def _told(game: Game, t: Translator) -> str:
    """Return the log in words, the position, and the score."""
    lines = []
    indent = ""
    for event, line in told_deeds(t, game.events()):
        lines += ["", line] if event.id == "turn" else [f"  {line}" if event.id == "phase" else f"{indent}{line}"]
        indent = "    " if event.id in ("turn", "phase") else indent
    lines += ["", str(game.position()).rstrip()]
    if game.over:
        lines += ["", sheet_text(game_sheet(game), t)]
    else:
        decision = game.decision
        question = t.labelled(t.say(f"choice.{decision.kind}"), t.series(decision.options))
        lines += ["", t.labelled(t.name(f"player.{decision.seat}"), question) if decision.seat else question]
    return "\n".join(lines).lstrip("\n")


def _data(game: Game) -> dict[str, Any]:
    data: dict[str, Any] = {
        **{key: value for key, value in game.to_json().items() if key not in ("first", "state")},
        "turn": game.state.turn,
        "position": str(game.position()),
        "events": [{"id": event.id, **event.args} for event in game.events()],
        "over": game.over,
    }
    if game.over:
        sheet = game_sheet(game)
        data["scores"] = {player: score.total for player, score in sheet.players.items()}
        data["winners"] = list(sheet.winners)
    else:
        decision = game.decision
        data["decision"] = {"seat": decision.seat, "kind": decision.kind, "options": list(decision.options)}
    return data
