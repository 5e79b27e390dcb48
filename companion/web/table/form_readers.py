"""Readers of forms with a format of their own, by kind: each screen reads its own form."""

from collections.abc import Callable, Mapping

from werkzeug.datastructures import MultiDict

from companion.table.commands import Command
from companion.web.screens import assistant, correct, seat
from companion.web.viewer import Viewer

READERS: Mapping[str, Callable[[Viewer, MultiDict[str, str]], Command]] = {
    assistant.AMOUNTS: assistant.read_amounts,
    assistant.ENTRY: assistant.read_entry,
    correct.KIND: correct.read_fields,
    seat.CHOOSE: seat.read_choice,
}
"""All other kinds are read by `actions.command_of`."""
