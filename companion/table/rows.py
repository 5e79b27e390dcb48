"""Database rows as typed values, and back.

Stored data may be damaged. A row that cannot be read raises only `BadTable`, which names the table, so code that goes
through several tables can collect these errors and continue.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Row

from companion.engine.errors import EngineError
from companion.engine.events import whole
from companion.rules import BadPlayers, RulesError, UnknownName
from companion.table.errors import BadTable, Refused
from companion.table.log import Entry, Raw
from companion.table.requests import SeatRequest
from companion.table.setup import Setup
from companion.table.summary import Summary
from companion.table.vocabulary import EntryKind


@dataclass(frozen=True)
class Opened:
    """A table's own row: what never changes, and its host."""

    id: str
    code: str
    setup: Setup
    created: str
    host: str


@dataclass(frozen=True)
class Kept:
    """A stored standing: the state after entry `seq`, and the last entry (`top`) that counted then."""

    seq: int
    top: int
    data: dict[str, Any]


_BAD = (
    LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError, EngineError, RulesError,
    Refused,
)  # fmt: skip
"""The errors that arbitrary damaged data can cause."""


@contextmanager
def reading(code: str, **args: Any) -> Iterator[None]:
    """Turn any error from damaged data into `BadTable` with this code; if a box is missing, name it."""
    try:
        yield
    except (UnknownName, BadPlayers) as error:
        if code == "bad_setup":
            raise BadTable("no_box", given=str(error.given)[:60]) from error
        raise BadTable(code, **args) from error
    except _BAD as error:
        raise BadTable(code, **args) from error


@contextmanager
def naming(row: Row[Any] | Opened) -> Iterator[None]:
    """Add to every `BadTable` raised inside which table it is about."""
    try:
        with reading("bad_row"):
            yield
    except BadTable as error:
        error.id, error.joining, error.title = row.id, printable(row.code), title(row)
        raise


def printable(text: str) -> str:
    """Return a text with damaged characters replaced, so that it can be shown."""
    return text.encode("utf-8", "replace").decode()


def title(row: Row[Any] | Opened) -> str:
    """Return the title of a table, or an empty string if it cannot be read."""
    if isinstance(row.setup, Setup):
        return row.setup.title
    try:
        return printable(str(json.loads(row.setup)["title"])[:40])
    except _BAD:
        return ""


# reading


def opened(row: Row[Any]) -> Opened:
    with naming(row), reading("bad_setup"):
        return Opened(row.id, _whole(row.code), Setup.model_validate_json(row.setup), row.created, row.host)


def entry(row: Row[Any]) -> Entry:
    with reading("bad_entry", seq=row.seq):
        kind, data = EntryKind(row.kind), json.loads(_whole(row.data))
        for name, form in _fields(kind).items():
            form.validate_python(data[name], strict=True)
        moment(row.at)
        events = tuple(_event(raw) for raw in json.loads(_whole(row.events)))
        return Entry(row.seq, kind, data, _whole(row.by), row.at, events)


def entries(rows: Iterable[Row[Any]], first: int | None = None) -> list[Entry]:
    """Read rows of the log and check that none is missing, from `first` on if it is given."""
    unpacked: list[Entry] = []
    for row in rows:
        expected = unpacked[-1].seq + 1 if unpacked else first
        if expected is not None and row.seq != expected:
            raise BadTable("gap", seq=expected)
        unpacked.append(entry(row))
    return unpacked


_STANDING = {"state", "depth", "counted", "live", "undone", "authors", "names", "used", "at"}
"""The fields that every standing must have."""


def kept(row: Row[Any]) -> Kept:
    with reading("bad_standing", seq=row.seq):
        data = json.loads(_whole(row.data))
        if data["seq"] != row.seq or not set(data) >= _STANDING:
            raise ValueError(row.seq)
        return Kept(row.seq, row.top, data)


def summary(row: Row[Any]) -> Summary:
    with reading("bad_summary"):
        return Summary.model_validate_json(_whole(row.data))


def request(row: Row[Any]) -> SeatRequest:
    return SeatRequest(row.colour, row.token, frozenset(row.agreed.split()), row.since, row.at)


def _whole(text: str) -> str:
    """Return the text if it was valid UTF-8. Raises `ValueError`."""
    text.encode()
    return text


def moment(text: str) -> datetime:
    """Parse a stored time. Raises `ValueError` or `OverflowError`."""
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError(text)
    return time.astimezone()


def _event(raw: Sequence[Any]) -> Raw:
    return whole(tuple(tuple(part) if isinstance(part, list) else part for part in raw))


_FIELDS: dict[EntryKind, dict[str, Any]] = {
    EntryKind.PLAYED: {"actions": list[str]},
    EntryKind.CORRECTED: {"changes": dict[str, str], "old": dict[str, str], "why": str},
    EntryKind.COUNTED: {"seat": str, "values": dict[str, int]},
    EntryKind.DEPTH: {"depth": str},
    EntryKind.UNDONE: {"to": int},
    EntryKind.ASKED: {"to": int},
    EntryKind.NAMED: {"seat": str, "name": str},
    EntryKind.SEATED: {"seat": str},
    EntryKind.LEFT: {"seat": str},
    EntryKind.LINKED: {"seat": str, "link": str},
}
"""The required data of entries by kind; no data is read from the other kinds."""


@cache
def _fields(kind: EntryKind) -> dict[str, TypeAdapter[Any]]:
    return {name: TypeAdapter(form) for name, form in _FIELDS.get(kind, {}).items()}


# writing


def written(id: str, entry: Entry) -> dict[str, Any]:
    """Return an entry as a row of the log."""
    return {
        "table_id": id, "seq": entry.seq, "kind": entry.kind.value, "data": said(entry.data), "by": entry.by,
        "at": entry.at, "events": said(entry.events), "key": None, "body": None,
    }  # fmt: skip


def said(data: Any) -> str:
    """Return plain data as JSON in the stored format."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
