"""The question that a table puts to a mind."""

import json
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

from companion.minds.level import Level
from companion.minds.proposal import MindQuestion
from companion.table.snapshot import TableSnapshot


def question(table: TableSnapshot, level: Level, id: str, overlays: Sequence[Path] = ()) -> MindQuestion:
    """Return the open choice of the table with this id, as plain data."""
    return MindQuestion(
        game=table.rules.game,
        edition=table.rules.edition,
        variants=tuple(table.setup.variants),
        colours=table.setup.colours,
        untracked=table.setup.untracked,
        state=json.dumps(table.game.position.state.to_json()),
        level=level,
        seed=crc32(id.encode()),
        overlays=tuple(overlays),
    )
