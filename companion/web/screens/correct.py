"""Corrections: all fields of the table in groups, to be set to what is really there."""

from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from companion.engine.errors import BadPosition
from companion.engine.notation import NotationError
from companion.engine.position import TURN
from companion.rules import UnknownName
from companion.table.commands import COMMAND, Command
from companion.table.corrections import corrected
from companion.table.errors import NotAllowed
from companion.table.redaction import must_see, not_set
from companion.web.parts.fields import FieldGroup, groups, read_changes, retyped, wrong_numbers
from companion.web.parts.purse import ledger
from companion.web.refusals import refusal_words
from companion.web.viewer import Viewer

KIND = "fields"
"""The kind of this screen's form, which sends every field; those that differ become the correction."""


def correct(seen: Viewer) -> dict[str, Any]:
    """Return the fields; after a refusal as they were typed, each with what is wrong."""
    table = seen.table
    shown, faults, why = groups(table.game.position, seen.t, seen.name, not_set(table, seen.who)), dict[str, str](), ""
    if request.method == "POST" and request.form.get("kind") == KIND:
        known = known_groups(seen)
        changes = read_changes(request.form, known, table.fields)
        if changes:
            wrong = wrong_numbers(request.form, known)
            faults = _faults(seen, changes) | {path: refusal_words(seen.t, error) for path, error in wrong.items()}
            shown, why = retyped(request.form, shown), request.form.get("why", "")
    of = request.values.get("of", "")
    return {
        "purses": sorted(ledger(seen, seen.look), key=lambda it: it.colour != of),
        "groups": shown,
        "opened": (of,),
        "faults": faults,
        "why": why,
        "group_colours": table.setup.colours,
    }


def known_groups(seen: Viewer) -> list[FieldGroup]:
    """Return the fields that this device may see, which are all except unknown hands.

    All of them are read, even from an outdated page, so that a field that cannot be set is refused rather than ignored.
    """
    table = seen.table
    return groups(table.game.position, seen.t, seen.name, seen.unknown)


def read_fields(seen: Viewer, form: MultiDict[str, str]) -> Command:
    """Read the form as a correction. Raises `ValidationError`, and `NotationError` for a number that is none."""
    known, read = seen.table.fields, known_groups(seen)
    for fault in wrong_numbers(form, read).values():
        raise fault
    changes = read_changes(form, read, known)
    # If nothing was changed, send a known value, for which the table gives the refusal.
    told = changes or {TURN: known[TURN]}
    return COMMAND.validate_python({"kind": "correct", "changes": told, "why": form.get("why", "")})


def _faults(seen: Viewer, changes: dict[str, str]) -> dict[str, str]:
    """Return what is wrong with each change taken alone."""
    table, found = seen.table, {}
    for path, text in changes.items():
        try:
            must_see(table.referee, table.game.position, {path: text}, seen.unknown)
            corrected(table.game.position, {path: text})
        except (BadPosition, NotationError, UnknownName, NotAllowed) as error:
            found[path] = refusal_words(seen.t, error, seen.table.people.names)
    return found
