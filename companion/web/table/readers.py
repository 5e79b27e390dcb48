"""Forms that say their wish in a way of their own, by their kind: each screen reads what it wrote."""

from collections.abc import Callable, Mapping

from werkzeug.datastructures import MultiDict

from companion.table.wishes import Wish
from companion.web.people import Viewer
from companion.web.screens import assistant, correct

READERS: Mapping[str, Callable[[Viewer, MultiDict[str, str]], Wish]] = {
    assistant.AMOUNTS: assistant.read_amounts,
    assistant.ENTRY: assistant.read_entry,
    correct.KIND: correct.read_fields,
}
"""What is not here, `acting.wish_of` reads."""
