"""Importing a table from any of our exports, or from a position. Nothing in a file is trusted; everything is replayed.

Events, entry numbers and states are not read, since they follow from what was entered. Devices and undo requests belong
to the people at the other table and are left out.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.engine import records
from companion.engine.errors import BadPosition, EngineError, Told, about
from companion.engine.game import CHANCE, Game
from companion.engine.loading import headers_of, opened, rules_of
from companion.engine.notation import NotationError
from companion.rules import Library
from companion.rules.errors import RulesError
from companion.table.clock import now
from companion.table.commands import COMMAND, Command, Correct, Count
from companion.table.errors import TableError
from companion.table.exports import BEGUN, CORRECTED, FORMAT, NAME, PART, SHUFFLES, TITLE, VERSION, WAITS
from companion.table.handlers import MARKS, differences, do
from companion.table.limits import Limits
from companion.table.log import Entry, MemoryLog
from companion.table.people import Who
from companion.table.setup import NAME_LENGTH, Seat, Setup, plain
from companion.table.table import Table
from companion.table.vocabulary import GO_ON, HELD, HOST, RUN, TURNS, UNDOABLE, Chance, Depth, EntryKind

LARGEST = 800 * Limits.entries
"""The longest file in characters. The log of a long game has about 300,000, a full log up to half of this limit."""

MOST_ENTRIES = Limits.entries + 10 * Limits.people
"""The most entries to replay: as many as fit in a log of ten people."""

NOTED_EVERY = 16
"""The entries between two standings noted while replaying a whole log, so that an undo in it replays no more than that.
"""


class Unreadable(Told):
    """The file cannot be imported: why, in which line, and the underlying error."""

    CODES = ("empty", "too_large", "not_ours", "newer", "field", "part", "not_there", "entry")

    def __init__(self, code: str, line: int = 0, cause: Exception | None = None, **args: Any) -> None:
        super().__init__(f"{code} {line} {args}")
        self.code, self.line, self.cause, self.args_by_name = code, line, cause, args


@dataclass(frozen=True)
class Brought:
    """An imported table and the entries of its new log."""

    table: Table
    entries: list[Entry]
    dated: bool = True
    """Whether it says when the game began; if not, the entries have the time of the import."""

    @property
    def setup(self) -> Setup:
        return self.table.setup


def read(
    text: str, library: Library | None = None, *, language: str = "en", most: int = Limits.entries // 2
) -> Brought:
    """Import any of our exports. Raises `Unreadable`, or an engine error with line and column.

    If a file has more than `most` entries of play, only the resulting position is imported, so that the new table has
    room to play on.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.strip():
        raise Unreadable("empty")
    if len(text) > LARGEST:
        raise Unreadable("too_large", most=LARGEST)
    if text.lstrip().startswith("{"):
        brought = _whole(text, library)
    elif any(line.startswith("turn:") for line in _parts(text)[0].lines):
        return _position(text, library, language)
    else:
        brought = _record(text, library, language)
    played = sum(entry.kind in UNDOABLE for entry in brought.entries)
    return _begun_there(brought.table, library) if played > most and not brought.table.over else brought


def _begun_there(old: Table, library: Library | None) -> Brought:
    """Return a new table that starts from the state of another."""
    seats = tuple(Seat(colour=colour, name=old.people.names.get(colour, "")) for colour in old.setup.colours)
    counts = old.depth == Depth.SHEET
    position = "" if counts else str(old.position)
    there = {"seats": seats, "depth": old.depth, "position": position, HELD: not counts and not old.position.problems()}
    brought = _begun(old.setup.model_copy(update=there), library)
    for colour, values in old.snapshot().counted.items() if counts else ():
        do(brought.table, Count(seat=colour, values=dict(values)), Who(frozenset(old.setup.colours), host=True))
    return brought


# a position


def _position(text: str, library: Library | None, language: str) -> Brought:
    past = MemoryLog()
    table = Table.open(_setup(headers_of(text), text, {}, library, language), library, past=past)
    return Brought(table, past.kept)


def _begun(setup: Setup, library: Library | None, past: MemoryLog | None = None) -> Brought:
    """Return a table with only its first entry."""
    past = past or MemoryLog()
    table = Table(setup, library, past)
    data = setup.model_dump(mode="json") | {"rules": table.rules.version}
    table.keep(Entry(1, EntryKind.OPENED, data, HOST, now()))
    return Brought(table, past.kept)


def _setup(
    headers: dict[str, str], position: str, names: dict[str, str], library: Library | None, language: str
) -> Setup:
    rules = rules_of(headers, library)
    try:
        return Setup(
            game=rules.game,
            edition=rules.edition,
            variants=tuple(headers.get("variants", "").split()),
            seats=tuple(Seat(colour=c, name=names.get(c, "")[:NAME_LENGTH]) for c in headers["seats"].split()),
            untracked=tuple(headers.get("untracked", "").split()),
            position=position,
            language=language,
        )
    except ValidationError as error:
        raise Unreadable("field", field=_field(error)) from error


def _field(error: ValidationError) -> str:
    return ".".join(str(part) for part in error.errors()[0]["loc"])[:60]


# a record, in one part or several


@dataclass
class _Part:
    """A part of a record, with the line of the file on which it begins."""

    kind: str
    line: int
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The part's text, padded so that line numbers match the file's."""
        return "\n" * self.line + "\n".join(self.lines)

    def split(self) -> tuple[list[tuple[int, str, str]], "_Part"]:
        """Split off the head (keys and values up to the first empty line) from the rest."""
        end = next((n for n, line in enumerate(self.lines) if not line.strip()), len(self.lines))
        head = _pairs(self.lines[:end], self.line + 1)
        return head, _Part(self.kind, self.line + end, self.lines[end:])


def _pairs(lines: Sequence[str], first: int) -> list[tuple[int, str, str]]:
    """Parse lines of `key: value`, with their line numbers. Raises `NotationError`."""
    pairs = []
    for number, line in enumerate(lines, first):
        text = line.strip()
        if text and not text.startswith("#"):
            key, colon, value = text.partition(":")
            if not colon:
                raise NotationError("no_key", number, 1, text=text[:60])
            pairs.append((number, key.strip(), value.strip()))
    return pairs


def _parts(text: str) -> list[_Part]:
    parts = [_Part("", 0)]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(PART):
            parts.append(_Part(line.removeprefix(PART).strip(), number))
        else:
            parts[-1].lines.append(line)
    return parts


def _record(text: str, library: Library | None, language: str) -> Brought:
    """Read a record; if its parts do not follow from each other by today's rule, by the rule of older versions."""
    try:
        return _record_by(MARKS, text, library, language)
    except Unreadable as error:
        if error.code != "not_there":
            raise
        with suppress(Unreadable, EngineError, TableError, RulesError):
            return _record_by((HELD, TURNS), text, library, language)
        raise


def _record_by(marks: Collection[str], text: str, library: Library | None, language: str) -> Brought:
    first, *later = _parts(text)
    parsed = records.parse(first.text)
    if not parsed.headers:
        raise Unreadable("not_ours")
    names = _names(first.lines)
    setup = _setup(parsed.headers, parsed.position, names, library, language)
    chance = Chance.TABLE if _said(first.lines, SHUFFLES) == Chance.TABLE else Chance.APP
    title = plain(_said(first.lines, TITLE))[:NAME_LENGTH]
    setup = setup.model_copy(update={"title": title, "chance": chance})
    if later and later[0].kind in (Depth.ASSISTANT, Depth.SHEET) and not later[0].split()[0]:
        setup = setup.model_copy(update={"depth": Depth(later[0].kind)})
    game = (
        records.replay(parsed, lambda headers, text: opened(headers, text, library))
        if setup.depth == Depth.REFEREE
        else None
    )
    if game and setup.position:
        begun = game.referee.schema.of(game.first)
        setup = setup.model_copy(update={"position": str(begun), HELD: not begun.problems()})
    day = _said(first.lines, BEGUN)
    brought = replace(_begun(setup, library), dated=_dated(day))
    brought.entries[0] = replace(brought.entries[0], at=_time(day))
    with about(brought.table.rules):
        if game:
            _play(brought.table, parsed, game)
        for part in later:
            _go_on(brought.table, part, marks)
    return brought


def _waits(record: records.Record) -> bool:
    """Return whether nothing has happened yet in a part that still awaits "go on"."""
    return WAITS in record.comments.get(("end",), ()) and not record.entries


def _said(lines: Iterable[str], what: str) -> str:
    return next((line.removeprefix(what).strip() for line in lines if line.startswith(what)), "")


def _names(lines: Iterable[str]) -> dict[str, str]:
    pairs = (line.removeprefix(NAME).partition(":") for line in lines if line.startswith(NAME))
    return {colour.strip(): name.strip() for colour, _, name in pairs}


def _play(table: Table, record: records.Record, game: Game) -> None:
    """Enter each decision of a part together with what followed automatically."""
    if table.standing.coming:
        if _waits(record):
            return
        _decided(table, [GO_ON], HOST, now())
    chunks: list[tuple[str, list[str]]] = []
    for (_, who, _), action in zip(game.deciders(), game.actions, strict=True):
        if who != CHANCE or not chunks:
            chunks.append((HOST if who == CHANCE else who, []))
        chunks[-1][1].append(action)
    for by, actions in chunks:
        _decided(table, actions, by, now())


def _decided(table: Table, actions: list[str], by: str, at: str) -> None:
    """Add an entry for actions as they were stored, including chance and automatic ones."""
    if table.depth == Depth.REFEREE:
        texts = [GO_ON, *(text for text in actions if text != GO_ON)] if table.standing.coming else actions
        events = table.play_again(texts)
    else:
        texts, events = table.tallied(actions)
    table.keep(Entry(table.seq + 1, EntryKind.PLAYED, {"actions": texts}, by, at, events))


def _go_on(table: Table, part: _Part, marks: Collection[str]) -> None:
    """Enter a later part: the change that began it, by the rule of its `marks`, then what was played."""
    head, body = part.split()
    fields = {key: value for _, key, value in head}
    by = fields.pop("by", "")
    if part.kind == CORRECTED:
        wish = {"kind": "correct", "why": fields.pop("why", ""), "changes": fields}
        _carried_out(table, wish, by, part.line, marks)
    elif part.kind not in list(Depth):
        raise Unreadable("part", part.line, given=part.kind[:60], valid=[CORRECTED, *Depth])
    elif part.kind != table.depth:
        _carried_out(table, {"kind": "depth", "depth": part.kind}, HOST, part.line, marks)
    if table.depth == Depth.REFEREE:
        _play_from(table, body)
    else:
        for number, who, text in _pairs(body.lines, body.line + 1):
            _quick(table, who, text, number)


def _play_from(table: Table, part: _Part) -> None:
    """Replay the game of a part, whose position must be the table's current one."""
    parsed = records.parse(part.text)
    first = table.state if table.standing.coming else table.game.first
    there = table.referee.schema.of(first)
    if there.schema.read(parsed.position) != there:
        raise Unreadable("not_there", part.line)
    _play(table, parsed, records.replay(parsed, lambda *_: Game(table.referee, first)))


def _quick(table: Table, who: str, text: str, line: int) -> None:
    """Enter a line of quick entries or of the score sheet."""
    words = [" ".join(word.split()) for word in text.split(";") if word.strip()]
    if table.depth == Depth.ASSISTANT:
        try:
            _decided(table, words, who if who in table.setup.colours else HOST, now())
        except TableError as error:
            raise Unreadable("entry", line, error) from error
        return
    numbers = (word.partition(" ") for word in words)
    values = {name: int(n) if n.isdecimal() else n for name, _, n in numbers}
    _carried_out(table, {"kind": "count", "seat": who, "values": values}, who, line)


def _carried_out(table: Table, data: dict[str, Any], by: str, line: int, marks: Collection[str] = tuple(MARKS)) -> None:
    try:
        wish = COMMAND.validate_python(data)
        if RUN not in marks:
            _as_it_was(table, EntryKind.CORRECTED if isinstance(wish, Correct) else EntryKind.DEPTH, wish, marks)
            return
        try:
            do(table, wish, _who(table, by))
        except BadPosition as error:
            if any(problem.code not in table.referee.odd for problem in error.problems):
                raise
            _as_it_was(table, EntryKind.CORRECTED, wish, [HELD])
    except (ValidationError, RulesError, TableError, EngineError) as error:
        raise Unreadable("entry", line, error) from error


def _who(table: Table, by: str) -> Who:
    """Return the author of an entry; the host if it names nobody at the table."""
    colours = frozenset(table.setup.colours)
    return Who(frozenset({by})) if by in colours else Who(colours, host=True)


# a whole log


class _Entry(BaseModel):
    """An entry in an exported log."""

    model_config = ConfigDict(extra="ignore", strict=True)

    seq: int = Field(ge=1, le=1_000_000)
    kind: EntryKind = Field(strict=False)
    data: dict[str, Any]
    by: str = ""
    at: str = ""


class _File(BaseModel):
    """An exported log."""

    model_config = ConfigDict(extra="ignore")

    setup: Setup
    log: list[_Entry]


_LEFT_OUT = frozenset(
    {
        EntryKind.OPENED,
        EntryKind.SEATED,
        EntryKind.LEFT,
        EntryKind.LINKED,
        EntryKind.MIND,
        EntryKind.TRIED,
        EntryKind.LOCKED,
        EntryKind.REMATCH,
        EntryKind.UNLOCKED,
        EntryKind.ASKED,
        EntryKind.AGREED,
        EntryKind.REFUSED,
    }
)
"""The kinds of entries that only concern who sat at the other table."""


def _whole(text: str, library: Library | None) -> Brought:
    file = _file(text)
    if sum(entry.kind not in _LEFT_OUT for entry in file.log) > MOST_ENTRIES:
        raise Unreadable("too_large", most=MOST_ENTRIES)
    past = MemoryLog()
    brought = _begun(_without_minds(file.setup), library, past)
    table, entries = brought.table, brought.entries
    if file.log and file.log[0].kind == EntryKind.OPENED:
        entries[0] = replace(entries[0], at=_time(file.log[0].at))
    with about(table.rules):
        _all_again(file.log, table, past)
    return brought


def _without_minds(setup: Setup) -> Setup:
    """Return the setup of a table at which nobody sits, minds included."""
    seats = tuple(seat.model_copy(update={"mind": None}) for seat in setup.seats)
    return setup.model_copy(update={"seats": seats, "practice": False})


def _all_again(log: list[_Entry], table: Table, past: MemoryLog) -> None:
    """Repeat every entry of a log at the new table."""
    entries = past.kept
    seqs: dict[int, int] = {}
    for number, entry in enumerate(log, 1):
        if entry.kind in _LEFT_OUT:
            continue
        try:
            _again(table, entry, seqs)
        except (EngineError, RulesError, TableError, LookupError, TypeError, ValueError) as error:
            cause = error if isinstance(error, EngineError | RulesError | TableError) else None
            raise Unreadable("entry", 0, cause, n=number) from error
        seqs[entry.seq] = table.seq
        by = entry.by if entry.by in table.setup.colours else HOST
        entries[-1] = replace(entries[-1], by=by, at=_time(entry.at))
        if table.seq % NOTED_EVERY == 0 and table.living.seqs:
            past.standings[table.living.seqs[-1]] = json.dumps(table.standing.to_json())


def _file(text: str) -> _File:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (1, 1)
        raise Unreadable("not_ours", line, column=column) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Unreadable("not_ours")
    if data.get("version") != VERSION:
        raise Unreadable("newer")
    try:
        # Validated as JSON, where lists are accepted as tuples and strings as enum members.
        return _File.model_validate_json(text)
    except ValidationError as error:
        raise Unreadable("field", field=_field(error)) from error


def _again(table: Table, entry: _Entry, seqs: dict[int, int]) -> None:
    """Repeat one entry."""
    if entry.kind == EntryKind.PLAYED and table.depth != Depth.SHEET:
        _decided(table, [str(action) for action in entry.data["actions"]], HOST, "")
        return
    wish = COMMAND.validate_python(_WISHES[entry.kind](entry.data, seqs))
    if entry.kind in (EntryKind.CORRECTED, EntryKind.DEPTH) and not entry.data.get(RUN):
        _as_it_was(table, entry.kind, wish, [mark for mark in MARKS if entry.data.get(mark)])
    else:
        do(table, wish, Who(frozenset(table.setup.colours), host=True))


def _as_it_was(table: Table, kind: EntryKind, wish: Command, marks: Iterable[str]) -> None:
    """Repeat an entry of an older version by the rule of its time. What it leads to may be odd, but not impossible."""
    reasons, points, told = table.position.problems(), list(table.state.prestige), table.position.fields()
    data: dict[str, Any] = wish.model_dump(mode="json", exclude={"kind"})
    if isinstance(wish, Correct):
        data["old"] = {path: told.get(path, "") for path in wish.changes}
    table.apply(Entry(table.seq + 1, kind, data | dict.fromkeys(marks, True), HOST, now()))
    if worse := [
        reason for reason in table.position.problems() if reason not in reasons and reason.code not in table.referee.odd
    ]:
        raise BadPosition(worse)
    moved = differences(points, table.state) if kind == EntryKind.CORRECTED else ()
    table.past.add(replace(table.latest[-1], events=moved))


def _time(at: str) -> str:
    """Return a time, or the current time if it is not valid."""
    return at if _dated(at) else now()


def _dated(at: str) -> bool:
    try:
        return datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False


_WISHES: dict[EntryKind, Callable[[dict[str, Any], dict[int, int]], dict[str, Any]]] = {
    EntryKind.PLAYED: lambda data, _: {"kind": "play", "actions": tuple(data["actions"])},
    EntryKind.CORRECTED: lambda data, _: {"kind": "correct", "changes": data["changes"], "why": data.get("why", "")},
    EntryKind.COUNTED: lambda data, _: {"kind": "count", "seat": data["seat"], "values": data["values"]},
    EntryKind.DEPTH: lambda data, _: {"kind": "depth", "depth": data["depth"]},
    EntryKind.UNDONE: lambda data, seqs: {"kind": "undo", "to": seqs[data["to"]]},
    EntryKind.REDONE: lambda *_: {"kind": "redo"},
    EntryKind.NAMED: lambda data, _: {"kind": "rename", "seat": data["seat"], "name": data["name"]},
    EntryKind.PAUSED: lambda *_: {"kind": "pause"},
    EntryKind.RESUMED: lambda *_: {"kind": "resume"},
    EntryKind.ENDED: lambda *_: {"kind": "end"},
    EntryKind.REOPENED: lambda *_: {"kind": "reopen"},
    EntryKind.LAID: lambda *_: {"kind": "laid"},
    EntryKind.REMINDERS: lambda data, _: {"kind": "reminders", "shown": data["shown"]},
    EntryKind.HINTED: lambda *_: {"kind": "hint"},
    EntryKind.CLOCK: lambda data, _: {"kind": "clock"} | data,
}
"""The command that creates an entry, by kind."""

__all__ = ["Brought", "Unreadable", "read"]
