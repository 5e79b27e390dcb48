"""Engine output in words: events for the log, reasons for refusals, errors of notation.

The engine gives ids and arguments. An event, and its source if there is a sentence for it, select a sentence
(`event.paid.worker`); the arguments fill its placeholders as terms and amounts.
"""

from collections.abc import Mapping
from typing import Any

from companion.engine.amounts import parse_amount
from companion.engine.consequences import CONSEQUENCES, Consequence
from companion.engine.errors import BadPosition, BadState, EngineError, IllegalAction, Reason
from companion.engine.events import Event
from companion.engine.notation import NotationError
from companion.engine.records import RecordError
from companion.engine.reminders import REMINDERS, Reminder
from companion.i18n.translator import Counted, Raw, Term, Translator

EVENTS = (
    "bailiff_moved", "built", "converted", "declined", "declined.road_full", "declined.no_residence",
    "declined.none_in_stock", "declined.cannot_pay", "declined.nothing_to_convert", "declined.no_tokens",
    "declined.card_empty", "drawn", "earned", "earned.built", "earned.castle",
    "earned.effect", "earned.end", "earned.favor", "earned.scoring", "earned.used", "ended", "favor_lost",
    "favor_used", "favored.adjusted", "favored.best_builder", "favored.built", "favored.effect", "favored.scoring",
    "gave", "gave.built",
    "gave.castle", "gave.effect", "gave.favor", "gave.residence", "lodged", "lost", "lost.refusal", "lost.scoring",
    "moved", "ordered", "paid", "paid.effect", "paid.provost", "paid.residence", "paid.worker", "passed", "phase",
    "placed", "promised", "provost_moved.back", "provost_set", "provost_moved.forward", "received", "received.effect",
    "received.favor", "received.first_pass", "received.income", "received.income_of", "received.setup", "reordered",
    "returned", "scoring", "took", "took.bonus", "took.effect", "took.favor", "took.setup", "turn", "laid",
    "laid.neutral", "drew", "drew_unseen", "reshuffled", "discarded", "revealed", "starts", "kept", "mulliganed",
    "swapped", "won_token", "token_removed", "provost_moved.alone", "built.loose", "received.owner", "paid.owner",
    "paid.draw", "paid.swap", "took.owner", "took.best_builder", "gave.owner", "earned.token", "earned.road",
    "earned.prestige",
)  # fmt: skip
"""The sentences for events, `event.ID`."""

DEEDS = (
    "placed", "placed.owned", "moved.owned", "passed_first", "used", "used.home", "used.owned", "used.owned.home",
    "paid", "paid.home", "paid.owned", "paid.owned.home", "owner", "idle", "idle.cannot_pay", "idle.card_empty",
    "idle.no_residence", "idle.no_tokens", "idle.none_in_stock", "idle.nothing_to_convert", "idle.road_full", "beyond",
    "built", "built.gain", "built.gain.home", "built_loose", "laid", "converted", "converted.home", "converted.gain",
    "converted.gain.home", "converted_later", "promised", "promised.home", "batch", "batch_token", "favor",
    "favor.paid", "provost.forward", "provost.back", "provost.stays", "provost.stays.told", "inn.stays", "batch.done",
    "ordered", "begins", "income", "swapped", "drew.paid", "drew_unseen.paid", "drew.several", "drew_unseen.several",
    "revealed.several", "end", "end.gold", "end.cubes", "end.deniers", "road", "road.card", "phase",
)  # fmt: skip
"""The sentences for events that belong together, `deed.ID`."""

REASONS = (
    "beyond_marker", "compulsory", "drawn_already", "full", "game_over", "line_used", "missing", "never_residence",
    "no_batch", "no_such_building", "no_such_player", "not_in_stock", "not_neutral", "not_now", "not_offered",
    "not_on_road", "not_produced", "not_so", "not_used", "not_your_residence", "not_yours", "occupied",
    "off_the_road", "ordered_already", "other_category", "other_rules", "out_of_turn", "payment", "promised",
    "takes_no_worker", "there_already", "too_far", "too_much", "unknown_action", "no_card", "no_hand", "comes_last",
    "not_in_deck", "no_worker", "not_in_hand", "no_residence", "no_tokens", "residence_already", "seen_already",
    "has_only", "passed_already", "no_such_space", "road_full", "no_worker_left", "no_worker_there", "castle_full",
    "none_in_stock", "cannot_pay", "nothing_to_convert", "card_empty", "neutral_stays",
)  # fmt: skip
"""Why an action is refused, `why.ID`."""

CHOICES = (
    "action", "batch", "bribe", "build", "draw", "favor", "gate", "guild", "inn", "mulligan", "next", "owner",
    "residence", "start", "take", "token", "trade", "worker", "card", "reveal", "refill", "go_on",
)  # fmt: skip
"""What a player is asked for, `choice.KIND`."""

IMPOSSIBLE = (
    "bailiff", "below_nothing", "building_twice", "gap", "given", "gone", "marker", "not_on_board", "on_empty_space",
    "order", "owner", "promised_without_worker", "provost", "section_full", "takes_no_worker", "too_many_coins",
    "too_many_cubes", "too_many_houses", "too_many_in", "twice_in", "workers", "not_all_passed", "no_start_player",
    "no_such_cube", "card", "hand", "stock", "cover", "tokens", "finished", "not_due", "section", "section_early",
    "columns", "misplaced", "neutral_missing", "promise", "open_choice", "step", "neutrals", "before_the_deal",
    "uncovered", "points", "no_residences", "never_residence", "turn", "too_early", "too_many_workers",
    "too_late", "batches",
)  # fmt: skip
"""What is impossible on a table, `position.ID`."""

NOTATION = (
    "amount", "at", "before_the_bridge", "building", "building_twice", "no_key", "no_such_building", "no_such_choice",
    "no_such_effect", "no_such_line", "no_such_player", "no_such_section", "not_in_castle", "not_special", "number",
    "numbers", "one_word", "phase", "range", "road_too_long", "turn", "twice", "unknown_key", "value_missing",
    "not_yet", "said_already", "no_number",
)  # fmt: skip
"""Errors in a text, `notation.ID`."""

POINTS = (
    "before", "built", "castle", "cubes", "deniers", "effect", "end", "favor", "gold", "refusal", "scoring", "track",
    "used", "bonus", "token", "road", "prestige", "adjusted", "correction",
)  # fmt: skip
"""Sources of points, `points.SOURCE`."""

REFUSALS = (
    "spectator", "not_your_turn", "only_host", "paused", "closed", "ask_first", "not_your_seat", "own_request",
    "unseen_cards", "hands_told", "dealt_hand", "not_your_undo", "mind_sits", "no_hints",
    "no_mind", "mind_needs_referee", "seat_in_use", "still_playing",
    "hand_unknown", "no_choice",
    "no_such_entry",
    "nothing_to_undo", "nothing_to_redo", "nobody_asked", "not_paused", "not_ended", "other_depth", "same_depth",
    "no_change", "replay", "gap", "bad_entry", "bad_setup", "no_box", "bad_row", "bad_standing", "elsewhere",
    "bad_seat", "bad_summary", "stray", "stale", "key_reused", "no_table", "deleted", "seat_taken", "requests_full",
    "too_many_tables",
    "log_full", "half_full", "people_full", "not_writable", "unreadable", "least", "most", "whole", "too_often",
)  # fmt: skip
"""Why a table or the app refuses a request, `refusal.ID`."""

DATABASE = ("in_use", "not_a_database", "damaged", "newer", "read_only", "unreachable")
"""Why a database cannot be opened, `database.ID`."""

KEEPING = (
    "not_empty", "not_there", "not_writable", "differs", "no_backup", "damaged", "nothing_whole", "is_database",
    "server_cannot",
)  # fmt: skip
"""Why a backup, restore or copy was not made, `keeping.ID`."""

SALVAGE = ("cut", "lost", "host", "places")
"""What became of a table in a damaged file, `salvage.ID`."""

SIMULATION = (
    "decisions", "decisions_per_second", "games", "games_per_second", "mean_options", "rounds", "score_highest",
    "score_lowest", "score_mean", "score_spread", "winning_mean",
)  # fmt: skip
"""The figures of a simulation, `simulate.ID`."""

REASONS_OF_MINDS = (
    "batches", "cards", "castle", "favors", "goods", "houses", "land", "money", "order", "places", "points",
    "provost", "rivals", "stock", "workers",
)  # fmt: skip
"""What a mind weighs, `mind.ID`; `game.going` is the same for all options, and no reason."""

ALL = (
    *(f"event.{id}" for id in EVENTS),
    *(f"deed.{id}" for id in DEEDS),
    *(f"why.{id}" for id in REASONS),
    *(f"choice.{id}" for id in CHOICES),
    *(f"follows.{id}" for id in CONSEQUENCES),
    *(f"forget.{id}" for id in REMINDERS),
    *(f"position.{id}" for id in IMPOSSIBLE),
    *(f"notation.{id}" for id in NOTATION),
    *(f"points.{id}" for id in POINTS),
    *(f"refusal.{id}" for id in REFUSALS),
    *(f"database.{id}" for id in DATABASE),
    *(f"keeping.{id}" for id in KEEPING),
    *(f"salvage.{id}" for id in SALVAGE),
    *(f"simulate.{id}" for id in SIMULATION),
    *(f"mind.{id}" for id in REASONS_OF_MINDS),
    *(f"table.{id}" for id in BadState.CODES),
)
"""Every id that this module composes."""

_KINDS = {
    "building": "building",
    "of": "building",
    "place": "building",
    "card": "building",
    "section": "section",
    "line": "line",
}
_PLACES = {"castle": "term.castle", "bridge": "term.bridge"}


def event_line(t: Translator, event: Event, names: Mapping[str, str] | None = None) -> str:
    """Return an event as a sentence of the log; players who gave a name are called by it.

    >>> from companion.rules import load
    >>> t = Translator("en", load("caylus", "en"))
    >>> event_line(t, Event("paid", {"seat": "red", "deniers": 2, "source": "worker", "of": "mason"}))
    'Red pays 2\xa0deniers.'
    >>> event_line(t, Event("passed", {"seat": "red", "place": 1}), {"red": "Ann"})
    'Ann passes as number 1.'
    """
    return t.say(f"event.{_sentence(event)}", **filled_args(t, event.args, names))


def reason_line(t: Translator, reason: Reason, names: Mapping[str, str] | None = None) -> str:
    return t.say(f"why.{reason.code}", **filled_args(t, reason.args, names))


def consequence_line(t: Translator, it: Consequence, names: Mapping[str, str] | None = None) -> str:
    """Return a consequence in a few words."""
    return t.say(f"follows.{it.id}", **filled_args(t, it.args, names))


def reminder_line(t: Translator, it: Reminder, names: Mapping[str, str] | None = None) -> str:
    """What is easily forgotten, in a line."""
    return t.say(f"forget.{it.id}", **filled_args(t, it.args, names))


def problem_line(t: Translator, problem: Reason, names: Mapping[str, str] | None = None) -> str:
    """Return a sentence for something impossible on a table."""
    return t.say(f"position.{problem.code}", **filled_args(t, problem.args, names))


def fault_line(t: Translator, fault: NotationError) -> str:
    """Return a sentence for an error in a text."""
    return t.say(f"notation.{fault.code}", **filled_args(t, fault.args_by_name))


def error_lines(t: Translator, error: EngineError) -> list[str]:
    """Return an engine error in the words of its box; one line for each fault."""
    t = t.of(error.rules)
    match error:
        case RecordError():
            why = reason_line(t, error.reason)
            return [t.say("replay.stopped", line=error.line, column=error.column, text=error.text, why=why)]
        case NotationError():
            return [t.say("notation.at", line=error.line, column=error.column, said=fault_line(t, error))]
        case IllegalAction():
            return [reason_line(t, error.reason)]
        case BadPosition():
            return [t.say("table.impossible"), *(f"- {problem_line(t, problem)}" for problem in error.problems)]
    return [t.say(f"table.{error.code}", **error.args_by_name)]


def _sentence(event: Event) -> str:
    if event.id == "provost_moved":
        return (
            f"provost_moved.{'alone' if event['seat'] is None else 'forward' if event.number('steps') > 0 else 'back'}"
        )
    if event.id == "laid" and event["seat"] is None:
        return "laid.neutral"
    if event.id == "built" and not event["space"]:
        return "built.loose"
    source = event.args.get("source") or event.args.get("why", "")
    if source == "income" and event.args.get("of"):
        source = "income_of"
    return f"{event.id}.{source}" if f"{event.id}.{source}" in EVENTS else event.id


def filled_args(t: Translator, args: Mapping[str, Any], names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Convert arguments for the placeholders of a sentence."""
    said = {name: _arg(t, name, value, names or {}) for name, value in args.items()}
    if "good" in args and "n" in args:
        said["amount"] = Counted(args["good"], args["n"])
    return said


def _arg(t: Translator, name: str, value: Any, names: Mapping[str, str]) -> Any:
    """Convert an argument for its placeholder: to a term, an amount, a number, or a list of names."""
    if name in ("seat", "by", "owner", "player", "waiting") and t.has(f"player.{value}"):
        return player(t, value, names)
    if name == "order" and isinstance(value, list):
        return tuple(player(t, colour, names) for colour in value)
    if name in ("cubes", "goods") and isinstance(value, str):
        return parse_amount(value)
    if name == "steps":
        return abs(value)
    if name == "expected" and isinstance(value, str):
        return t.say(f"choice.{value}")
    if name == "phase":
        return Term(f"phase.{value}")
    if name in _KINDS and isinstance(value, str):
        return thing(t, _KINDS[name], value)
    return value


def player(t: Translator, colour: Any, names: Mapping[str, str]) -> Raw:
    """Return a player's name, or their color if they gave none."""
    return Raw(names.get(colour) or t.name(f"player.{colour}"))


def thing(t: Translator, kind: str, name: str) -> Any:
    """Return a building, section or line for a placeholder, distinguished from others of the same name."""
    base = name.partition(".")[0]
    for id in (_PLACES.get(base, f"{kind}.{base}"), f"section.{base}", f"line.{base}"):
        if t.has(id):
            return Term(id, apart=True)
    return Raw(t.quote(name))
