"""The settings of a table: names, seats, depth, pausing and ending, and settings of the device."""

from typing import Any

from companion.web.locale import content
from companion.web.parts.naming import depth_words, level_words, role_words
from companion.web.viewer import Viewer


def settings(viewer: Viewer) -> dict[str, Any]:
    table, t = viewer.table, viewer.t
    edition = f"edition.{table.rules.edition}"
    return {
        "rows": [
            (colour, colour in viewer.place.seated, colour in viewer.who.colours or viewer.who.host)
            for colour in table.setup.colours
        ],
        "levels": {colour: level_words(t)[level.value][0] for colour, level in table.people.minds.items()},
        "locked": table.people.locked,
        "depths": depth_words(t),
        "role": role_words(t)[viewer.role],
        "edition": t.name(edition) if t.has(edition) else table.rules.edition,
        "variants": [t.name(f"variant.{v}") for v in table.rules.variants if t.has(f"variant.{v}")],
        "pace": table.clock.pace,
        "used": [(colour, int(seconds // 60)) for colour, seconds in table.clock.used.items()]
        if any(table.clock.pace)
        else [],
        "language": content().languages.get(table.setup.language),
    }
