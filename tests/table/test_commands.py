"""What each person may do at a table, what it changes, and what is refused: the stories in `stories.txt`."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from companion.engine.errors import EngineError
from companion.engine.notation import MOST
from companion.rules import UnknownName
from companion.table.commands import COMMAND
from companion.table.errors import TableError
from companion.table.handlers import MARKS, do
from companion.table.log import Entry, MemoryLog
from companion.table.people import People, Who
from companion.table.setup import Setup
from companion.table.table import Table
from companion.table.vocabulary import HOST, EntryKind
from tests.table.people import replayed

_, *STORIES = (Path(__file__).parent / "stories.txt").read_text().split("\n== ")
AT = "2026-01-01T20:00:00.000+00:00"
THREE = {"game": "caylus", "edition": "en", "seats": [{"colour": colour} for colour in ("red", "blue", "green")]}


def command(words: str) -> dict[str, Any]:
    kind, _, rest = words.partition(" ")
    first, _, more = rest.partition(" ")
    match kind:
        case "play":
            said: dict[str, Any] = {"actions": rest.split("; ")}
        case "correct":
            fields, _, why = rest.partition(" # ")
            said = {"changes": dict(field.split("=") for field in fields.split()), "why": json.loads(why or '""')}
        case "count":
            said = {"seat": first, "values": {name: int(n) for name, n in (field.split("=") for field in more.split())}}
        case "rename":
            said = {"seat": first, "name": json.loads(more)}
        case "mind":
            said = {"seat": first, "level": None if more == "none" else more}
        case "undo" | "ask":
            said = {"to": int(rest)}
        case "depth":
            said = {"depth": rest}
        case "reminders":
            said = {"shown": rest == "on"}
        case _:
            said = {}
    return {"kind": kind} | said


def device(who: str) -> Who:
    seats = frozenset(who.split()) - {HOST, "spectator"}
    return Who(seats, host=HOST in who.split())


def answer(table: Table, who: str, words: str) -> str:
    try:
        entry = do(table, COMMAND.validate_json(json.dumps(command(words))), device(who), seed=1, at=AT)
    except UnknownName as error:
        return f"no {error.kind} {error.given}"
    except (TableError, EngineError) as error:
        return str(error)
    data = {name: value for name, value in entry.data.items() if value and name not in MARKS}
    points = map(json.dumps, entry.events) if entry.kind == EntryKind.CORRECTED else ()
    return " ".join([entry.kind.value, entry.by, *([json.dumps(data)] if data else []), *points])


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.partition("\n")[0])
def test_every_line_is_answered_so_and_the_log_alone_is_the_table(story: str) -> None:
    _, *lines = story.strip().splitlines()
    begun = json.loads(lines.pop(0)) if lines[0].startswith(" ") else {}
    past = MemoryLog()
    table = Table.open(Setup.model_validate_json(json.dumps(THREE | begun)), seed=1, past=past, at=AT)
    for line in lines:
        who, _, wish = line.partition(": ")
        before, (words, _, said) = table.to_json(), wish.partition(" -> ")
        if words[0] in "+-":
            kind = EntryKind.SEATED if words[0] == "+" else EntryKind.LEFT
            table.keep(Entry(table.seq + 1, kind, {"seat": words[1:]}, who, AT))
        else:
            assert answer(table, who, words) == said, line
            assert (table.to_json() == before) == (past.kept[-1].seq == before["seq"]), line
        assert replayed(table).to_json() == table.to_json()
        assert People.from_json(table.people.to_json()) == table.people


def some(number: int, text: str = "x") -> dict[str, str]:
    return {f"{text}{n}": "1" for n in range(number)}


ACCEPTED: tuple[dict[str, Any], ...] = (
    {"kind": "play", "actions": ["x"] * 40},
    {"kind": "play", "actions": ["x" * 120]},
    {"kind": "correct", "changes": some(200)},
    {"kind": "correct", "changes": {"x" * 60: "y" * 400}, "why": "z" * 200},
    {"kind": "count", "seat": "red", "values": {"gold": MOST, "cubes": 0}},
    {"kind": "count", "seat": "r" * 40, "values": {f"x{n}": 1 for n in range(20)}},
    {"kind": "undo", "to": 1},
    {"kind": "ask", "to": 1_000_000},
    {"kind": "rename", "seat": "red", "name": "x" * 30},
)
REFUSED: tuple[dict[str, Any], ...] = (
    {"kind": "dance"},
    {"kind": "pause", "why": "tea"},
    {"kind": "play", "actions": []},
    {"kind": "play", "actions": [""]},
    {"kind": "play", "actions": ["x"] * 41},
    {"kind": "play", "actions": ["x" * 121]},
    {"kind": "correct", "changes": {}},
    {"kind": "correct", "changes": some(201)},
    {"kind": "correct", "changes": {"x" * 61: "y"}},
    {"kind": "correct", "changes": {"x": "y" * 401}},
    {"kind": "correct", "changes": {"x": "y"}, "why": "z" * 201},
    {"kind": "count", "seat": "red", "values": {}},
    {"kind": "count", "seat": "red", "values": {"gold": -1}},
    {"kind": "count", "seat": "red", "values": {"gold": MOST + 1}},
    {"kind": "count", "seat": "red", "values": {"gold": "1"}},
    {"kind": "count", "seat": "Red!", "values": {"gold": 1}},
    {"kind": "count", "seat": "r" * 41, "values": {"gold": 1}},
    {"kind": "count", "seat": "red", "values": {f"x{n}": 1 for n in range(21)}},
    {"kind": "undo", "to": 0},
    {"kind": "ask", "to": 1_000_001},
    {"kind": "rename", "seat": "red", "name": "x" * 31},
    {"kind": "depth", "depth": "abyss"},
    {"kind": "mind", "seat": "red", "level": "god"},
    {"kind": "reminders", "shown": "yes"},
)


@pytest.mark.parametrize("said", ACCEPTED)
def test_what_can_be_said(said: dict[str, Any]) -> None:
    read = COMMAND.validate_json(json.dumps(said))
    assert json.loads(read.model_dump_json(exclude_defaults=True)) | {"kind": said["kind"]} == said


@pytest.mark.parametrize("said", REFUSED)
def test_what_cannot_be_said(said: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        COMMAND.validate_json(json.dumps(said))
