"""What every screen that shows the table needs: the table itself, all players, and what its tiles say."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from companion.engine.look import AnyLook
from companion.table.log import Entry
from companion.web import woodcuts
from companion.web.parts.choice import Choice, Pick, to_read
from companion.web.parts.purse import Purse, ledger
from companion.web.parts.street import TableTop, events_of, table_top
from companion.web.viewer import Viewer


@dataclass(frozen=True)
class Overview:
    """The table and its players at one moment. Without a choice, its tiles can be opened to be read."""

    look: AnyLook
    """The position, as the viewer may see it."""
    street: TableTop
    """What lies on the table."""
    ledger: tuple[Purse, ...]
    """What players have, in turn order."""
    to_read: Mapping[str, Pick]
    """What can be opened to be read, by place."""
    woodcuts: str
    """The address of the woodcuts."""
    rules_of: Callable[[str], str]
    """Returns the address of a rules entry, for the box of this table."""
    choice: Choice | None = None
    """What can be chosen here."""


def overview(
    viewer: Viewer,
    look: AnyLook,
    last: Iterable[Entry] = (),
    reached: int = 0,
    targets: Mapping[str, str] | None = None,
) -> Overview:
    """Return the table, marking what the `last` entries have changed."""
    entries = tuple(last)
    street = table_top(viewer, look, entries, reached, targets)
    players = ledger(viewer, look, events_of(viewer, entries))
    return Overview(look, street, players, to_read(viewer.t, street), woodcuts.address(), _rules_of(viewer))


def _rules_of(viewer: Viewer) -> Callable[[str], str]:
    rules = viewer.table.rules
    box: dict[str, Any] = {"game": rules.game, "edition": rules.edition, "variant": list(rules.variants)}
    return lambda entry: url_for("rules.entry", id=entry, **box)
