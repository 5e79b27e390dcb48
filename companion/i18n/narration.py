"""Engine output in words: events for the log, reasons for refusals, errors of notation.

The engine gives ids and arguments. An event, and its source if there is a sentence for it, select a sentence
(`event.paid.worker`); the arguments fill its placeholders as terms and amounts.
"""

from collections.abc import Mapping
from typing import Any

from companion.engine.amounts import parse_amount
from companion.engine.consequences import Consequence
from companion.engine.errors import BadPosition, EngineError, IllegalAction, Reason
from companion.engine.events import Event
from companion.engine.notation import NotationError
from companion.engine.records import RecordError
from companion.engine.reminders import Reminder
from companion.i18n.translator import Counted, Raw, Term, Translator

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
    'Ann passes, number 1 on the bridge.'
    """
    return t.say(f"event.{_sentence(t, event)}", **filled_args(t, event.args, names))


def reason_line(t: Translator, reason: Reason, names: Mapping[str, str] | None = None) -> str:
    return t.say(f"why.{reason.code}", **filled_args(t, reason.args, names))


def consequence_line(t: Translator, consequence: Consequence, names: Mapping[str, str] | None = None) -> str:
    """Return a consequence in a few words."""
    return t.say(f"follows.{consequence.id}", **filled_args(t, consequence.args, names))


def reminder_line(t: Translator, reminder: Reminder, names: Mapping[str, str] | None = None) -> str:
    """What is easily forgotten, in a line."""
    return t.say(f"forget.{reminder.id}", **filled_args(t, reminder.args, names))


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


def _sentence(t: Translator, event: Event) -> str:
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
    return f"{event.id}.{source}" if t.has(f"event.{event.id}.{source}", "say") else event.id


def filled_args(t: Translator, args: Mapping[str, Any], names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Convert arguments for the placeholders of a sentence."""
    words = {name: _arg(t, name, value, names or {}) for name, value in args.items()}
    if "good" in args and "n" in args:
        words["amount"] = Counted(args["good"], args["n"])
    return words


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
