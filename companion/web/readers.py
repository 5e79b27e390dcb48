"""Forms that say their wish in a way of their own, by their kind: each screen reads what it wrote."""

from collections.abc import Callable, Mapping

from werkzeug.datastructures import MultiDict

from companion.table.wishes import Wish
from companion.web import assistant_screen, correct_screen
from companion.web.people import Viewer

READERS: Mapping[str, Callable[[Viewer, MultiDict[str, str]], Wish]] = {
    assistant_screen.AMOUNTS: assistant_screen.read_amounts,
    assistant_screen.ENTRY: assistant_screen.read_entry,
    correct_screen.KIND: correct_screen.read_fields,
}
"""What is not here, `acting.wish_of` reads."""
