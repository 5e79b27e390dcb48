"""Forms that say their command in a way of their own, by their kind: each screen reads what it wrote."""

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
"""What is not here, `actions.command_of` reads."""
