"""Corrections: all fields of the table in groups, to be set to what is really there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
from companion.web.parts.purse import Purse, ledger
from companion.web.refusals import refusal_words
from companion.web.viewer import Viewer

KIND = "fields"
"""The kind of this screen's form, which sends every field; those that differ become the correction."""


@dataclass(frozen=True)
class CorrectScreen:
    """All fields of the table, to be set to what is really there."""

    purses: Sequence[Purse]
    """What players have; whose row was tapped comes first."""
    groups: Sequence[FieldGroup]
    """The fields; after a refusal as they were typed."""
    opened: tuple[str, ...]
    """The groups that are open."""
    faults: Mapping[str, str]
    """What is wrong with a field, by its path."""
    why: str
    """The reason as it was typed."""
    group_colours: Sequence[str]
    """The groups that are headed by a player's shape."""


def correct(viewer: Viewer) -> CorrectScreen:
    """Return the fields; after a refusal as they were typed, each with what is wrong."""
    table = viewer.table
    shown, faults, why = (
        groups(table.game.position, viewer.t, viewer.name, not_set(table, viewer.who)),
        dict[str, str](),
        "",
    )
    if request.method == "POST" and request.form.get("kind") == KIND:
        field_groups = known_groups(viewer)
        changes = read_changes(request.form, field_groups, table.fields)
        if changes:
            wrong = wrong_numbers(request.form, field_groups)
            faults = _faults(viewer, changes) | {path: refusal_words(viewer.t, error) for path, error in wrong.items()}
            shown, why = retyped(request.form, shown), request.form.get("why", "")
    of = request.values.get("of", "")
    purses = sorted(ledger(viewer, viewer.look), key=lambda field: field.colour != of)
    return CorrectScreen(purses, shown, (of,), faults, why, table.setup.colours)


def known_groups(viewer: Viewer) -> list[FieldGroup]:
    """Return the fields that this device may see, which are all except unknown hands.

    All of them are read, even from an outdated page, so that a field that cannot be set is refused rather than ignored.
    """
    table = viewer.table
    return groups(table.game.position, viewer.t, viewer.name, viewer.unknown)


def read_fields(viewer: Viewer, form: MultiDict[str, str]) -> Command:
    """Read the form as a correction. Raises `ValidationError`, and `NotationError` for a number that is none."""
    fields, read = viewer.table.fields, known_groups(viewer)
    for fault in wrong_numbers(form, read).values():
        raise fault
    changes = read_changes(form, read, fields)
    # If nothing was changed, send a known value, for which the table gives the refusal.
    told = changes or {TURN: fields[TURN]}
    return COMMAND.validate_python({"kind": "correct", "changes": told, "why": form.get("why", "")})


def _faults(viewer: Viewer, changes: dict[str, str]) -> dict[str, str]:
    """Return what is wrong with each change taken alone."""
    table, faults = viewer.table, {}
    for path, text in changes.items():
        try:
            must_see(table.referee, table.game.position, {path: text}, viewer.unknown)
            corrected(table.game.position, {path: text})
        except (BadPosition, NotationError, UnknownName, NotAllowed) as error:
            faults[path] = refusal_words(viewer.t, error, viewer.table.people.names)
    return faults
