"""The settings of a table: names, seats, depth, pausing and ending, and settings of the device."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.i18n.languages import Language
from companion.table.clock import Pace
from companion.web.locale import content
from companion.web.parts.naming import depth_words, level_words, role_words
from companion.web.viewer import Viewer


@dataclass(frozen=True)
class SettingsScreen:
    """The settings of a table."""

    rows: Sequence[tuple[str, bool, bool]]
    """Each seat, whether a device has it, and whether this one may rename and free it."""
    levels: Mapping[str, str]
    """The levels of the players that are computers."""
    locked: bool
    """Whether strangers have to ask for a seat."""
    depths: Mapping[str, tuple[str, str]]
    """How closely the app can follow: name and a line."""
    role: str
    """What this device is at the table."""
    edition: str
    """The name of the box."""
    variants: Sequence[str]
    """The names of the variants that are played."""
    pace: Pace
    """The minutes of the clock."""
    used: Sequence[tuple[str, int]]
    """The minutes that everybody has taken, where there is a clock."""
    language: Language | None
    """The language of the box."""


def settings(viewer: Viewer) -> SettingsScreen:
    table, t = viewer.table, viewer.t
    edition = f"edition.{table.rules.edition}"
    return SettingsScreen(
        rows=[
            (colour, colour in viewer.place.seated, colour in viewer.who.colours or viewer.who.host)
            for colour in table.setup.colours
        ],
        levels={colour: level_words(t)[level.value][0] for colour, level in table.people.minds.items()},
        locked=table.people.locked,
        depths=depth_words(t),
        role=role_words(t)[viewer.role],
        edition=t.name(edition) if t.has(edition) else table.rules.edition,
        variants=[t.name(f"variant.{v}") for v in table.rules.variants if t.has(f"variant.{v}")],
        pace=table.clock.pace,
        used=[(colour, int(seconds // 60)) for colour, seconds in table.clock.used.items()]
        if any(table.clock.pace)
        else [],
        language=content().languages.get(table.setup.language),
    )
