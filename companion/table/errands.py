"""Errands: what whoever has the machine wants of the tables, while a server runs or not.

No other process may write to a file that is served. So the errand is put into a folder beside it, which only its owner
may look into, and the server leaves its answer there.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from companion import paths
from companion.rules import UnknownName
from companion.table.errors import TableError
from companion.table.rows import Opened
from companion.table.tables import Tables
from companion.table.tokens import read_code

FOLDER = "errands"
"""The folder of errands, inside the data folder."""

ASKED, ANSWERED, PART = ".asked", ".answered", ".part"

PATIENCE = 15.0
"""Seconds within which a server has to answer."""

LISTED = 200
"""The most tables in a list."""

Errand = dict[str, str]
"""`code` and `seat` of a link for one use; nothing for a list of all tables."""


def run(tables: Tables, errand: Errand) -> dict[str, Any]:
    """Do an errand; a refusal is part of the answer."""
    try:
        if not errand:
            return {"tables": list(listed(tables))}
        opened = tables.by_code(read_code(errand["code"]))
        return {"code": opened.code, "key": tables.link(opened.id, errand["seat"], once=True)}
    except UnknownName as error:
        return {"unknown": [error.kind, error.given, error.valid]}
    except TableError as error:
        return {"refused": error.code, "args": error.args_by_name}


def listed(tables: Tables) -> Iterator[dict[str, Any]]:
    """Yield what a list says of the newest tables; of one that cannot be read, its code."""
    lines, broken = tables.mine(None, lambda opened: _line(tables, opened), LISTED)
    yield from lines
    yield from ({"code": error.joining, "at": "", "title": error.title, "seats": {}} for error in broken)


def _line(tables: Tables, opened: Opened) -> dict[str, Any]:
    table = tables.snapshot(opened.id)
    names = {colour: table.people.names.get(colour, "") for colour in opened.setup.colours}
    title = opened.setup.title or opened.setup.game
    return {"code": opened.code, "at": table.clock.at or opened.created, "title": title, "seats": names}


class Errands:
    """The side of the server. `address` returns where phones find it."""

    def __init__(self, tables: Tables, folder: Path, address: Callable[[], str]) -> None:
        self._tables, self._folder, self._address = tables, folder / FOLDER, address

    def look(self) -> None:
        """Do what is asked for, and clear what cannot be read, and what nobody waits for any more: keys are in it."""
        for file in self._folder.glob("*"):
            with suppress(OSError):
                if abs(time.time() - file.stat().st_mtime) > PATIENCE:
                    file.unlink()
        for file in sorted(self._folder.glob(f"*{ASKED}")):
            errand: Any = None
            with suppress(OSError, ValueError):
                errand = json.loads(file.read_text(encoding="utf-8"))
            with suppress(IsADirectoryError):
                file.unlink()
            if isinstance(errand, dict):
                _put(file.with_suffix(ANSWERED), run(self._tables, errand) | {"address": self._address()})


def ask(folder: Path, errand: Errand, patience: float = PATIENCE) -> dict[str, Any] | None:
    """Have the server of a data folder do an errand and return its answer, or None if it gives none.

    What the superuser asks belongs to the owner of the data folder, as whom the server runs. Raises `OSError`.
    """
    paths.give_to_owner(paths.private_folder(folder / FOLDER), folder)
    request = folder / FOLDER / f"{token_hex(8)}{ASKED}"
    reply, limit = request.with_suffix(ANSWERED), time.monotonic() + patience
    try:
        _put(request, errand)
        while time.monotonic() < limit:
            with suppress(FileNotFoundError):
                answer: dict[str, Any] = json.loads(reply.read_text(encoding="utf-8"))
                return answer
            time.sleep(0.05)
    except OSError as error:
        error.filename = error.filename or str(folder)
        raise
    finally:
        for file in (request, reply, request.with_suffix(PART)):
            file.unlink(missing_ok=True)
    return None


def _put(file: Path, data: Any) -> None:
    """Write a file that is there as a whole or not at all."""
    part = paths.private_file(file.with_suffix(PART))
    part.write_text(json.dumps(data), encoding="utf-8")
    paths.give_to_owner(part, file.parent)
    part.replace(file)
