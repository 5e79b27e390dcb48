"""Refusals in the reader's language."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.engine.errors import BadPosition, BadState, IllegalAction, Told
from companion.engine.notation import NotationError
from companion.i18n.narration import fault_line, problem_line, reason_line
from companion.i18n.rule_faults import bad_players, exclusive, unknown_name
from companion.i18n.scores import field_label
from companion.i18n.translator import Translator
from companion.rules import BadPlayers, Exclusive, UnknownName
from companion.table.errors import BadTable, Refused, TableError
from companion.web.locale import moment, words

REFUSALS = (TableError, UnknownName, BadPlayers, Exclusive, NotationError, BadState, IllegalAction)
"""All errors that can be explained to people."""

_PROBLEMS_SAID = 8
"""How many problems of a position to list."""

_QUOTED = re.compile(r"'([^']*)'")
_PLACE = re.compile(r"line (\d+) column (\d+)")

_LIMITS = {"least": "ge", "most": "le", "short": "min_length", "long": "max_length", "form": "pattern"}
"""What a limit is called in the words of a refusal, and by the validator."""

_KINDS = {
    "whole": ("int_",), "missing": ("missing", "union_tag_not_found"), "extra": ("extra_forbidden",),
    "text": ("string_",), "yes_no": ("bool_",), "list": ("tuple_", "list_"), "names": ("model_", "dict_"),
}  # fmt: skip
"""What is wrong with the type of something, and how what the validator says of it begins."""

_FIELDS = {
    "clock.minutes": "web.new.clock", "clock.choice": "web.clock.choice", "clock.bonus": "web.clock.bonus",
    "count.values": "web.sheet.title", "correct.why": "web.correct.why", "correct.changes": "web.nav.correct",
    "rename.name": "web.field.name", "play.actions": "web.field.entry",
}  # fmt: skip
"""What the pages call the fields of their forms."""

LONGEST_WORD = 60
"""The longest text of somebody's that is looked at or repeated; longer than any name."""


def refusal_words(t: Translator, error: Exception, names: Mapping[str, str] | None = None) -> str:
    """Return a refusal as a sentence in the terms of its box, with players' names where there are any."""
    t = t.of(error.rules) if isinstance(error, Told) else t
    if isinstance(error, (Refused, IllegalAction)):
        return reason_line(t, error.reason, names)
    if isinstance(error, BadPosition):
        return " ".join(
            [t.say("table.impossible"), *(problem_line(t, reason, names) for reason in error.problems[:_PROBLEMS_SAID])]
        )
    if isinstance(error, BadState):
        return t.say(f"table.{error.code}", **error.args_by_name)
    if isinstance(error, NotationError):
        return fault_line(t, error)
    if isinstance(error, UnknownName):
        return unknown_name(t, UnknownName(error.kind, shorten(error.given), error.valid, error.game))
    if isinstance(error, BadPlayers):
        return bad_players(t, error)
    if isinstance(error, Exclusive):
        return exclusive(t, error)
    if isinstance(error, TableError):
        args: Mapping[str, Any] = error.args_by_name
        called = {k: _called(t, v, names or {}) if k in ("waiting", "seat") else v for k, v in args.items()}
        called |= {"until": moment(t, args["until"])} if "until" in args else {}
        return t.say(f"refusal.{error.code}", **called)
    raise error


def unreadable_words(t: Translator, error: ValidationError) -> str:
    """Return what is wrong with invalid input: its first fault."""
    return fault_words(t, input_faults(error)[0])


def input_faults(error: ValidationError) -> list[ErrorDetails]:
    """Return what is wrong with invalid input, without what follows from it: a list lacks its faulty parts."""
    found = error.errors(include_url=False, include_input=False)
    around = {fault["loc"][:length] for fault in found for length in range(len(fault["loc"]))}
    found = [fault for fault in found if fault["type"] != "too_short" or fault["loc"] not in around]
    for fault in found:
        fault["loc"] = _as_sent(fault)
    return found


def _as_sent(fault: ErrorDetails) -> tuple[int | str, ...]:
    """Return where a fault is in what was sent: the validator also names the kind of a command, and marks keys."""
    place = tuple(part for part in fault["loc"] if part != "[key]")
    if fault["type"].startswith("union_tag_"):
        return *place, "kind"
    return (place[0], *place[2:]) if place[:1] == ("wish",) and len(place) > 2 else place


def fault_words(t: Translator, fault: ErrorDetails) -> str:
    """Return one fault of invalid input, with what is valid."""
    field, kind, context = _field(t, fault["loc"]), fault["type"], fault.get("ctx", {})
    for name, sign in _LIMITS.items():
        if sign in context:
            return t.say(f"refusal.{name}", field=field, limit=context[sign])
    if valid := context.get("expected_tags") or context.get("expected"):
        return t.say("refusal.valid", field=field, valid=t.listed(_QUOTED.findall(valid)))
    if kind == "value_error":
        return t.say(str(context["error"]))
    if kind == "json_invalid":
        line, column = _PLACE.findall(str(context["error"]))[-1]
        return t.say("refusal.json", line=line, column=column)
    told = next((name for name, kinds in _KINDS.items() if kind.startswith(kinds)), "unreadable")
    return t.say(f"refusal.{told}", field=field)


def _field(t: Translator, place: tuple[int | str, ...]) -> str:
    """Return the name of a field, or else its path."""
    name, path = str(place[-1]) if place else "", ".".join(map(str, place))
    named = t.has(f"section.{name}") or t.has(f"points.{name}", "say")
    called = _FIELDS.get(".".join(map(str, place[:2])))
    if called and not (named and place[2:]):
        return t.say(called)
    return field_label(t, name) if named else shorten(path or "JSON")


def broken_words(bad_tables: Iterable[BadTable]) -> list[tuple[str, str, str]]:
    """Return the code, title and fault of each unreadable table."""
    return [(bad_table.joining, bad_table.title, refusal_words(words(), bad_table)) for bad_table in bad_tables]


def _called(t: Translator, colour: str, names: Mapping[str, str]) -> str:
    return names.get(colour) or (t.name(f"player.{colour}") if t.has(f"player.{colour}") else colour)


def refusal_code(error: Exception) -> str:
    code = getattr(error, "code", "")
    return f"notation.{code}" if isinstance(error, NotationError) else str(code)


def refusal_args(error: Exception) -> dict[str, Any]:
    if isinstance(error, BadPosition):
        return {"problems": [{"code": reason.code, "args": reason.args} for reason in error.problems[:_PROBLEMS_SAID]]}
    if isinstance(error, UnknownName):
        return {"kind": error.kind, "given": shorten(error.given), "nearest": error.nearest}
    if isinstance(error, Exclusive):
        return {"given": error.given}
    if isinstance(error, BadPlayers):
        return {"given": error.given, "minimum": error.minimum, "maximum": error.maximum}
    args: Mapping[str, Any] = getattr(error, "args_by_name", {})
    return dict(args)


def shorten(text: str, longest: int = LONGEST_WORD) -> str:
    """Shorten a text from somebody to a length that can be shown."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
