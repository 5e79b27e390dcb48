"""A file is read as it was written, line by line, and every part of it that cannot be read is named with its place."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.errors import EngineError
from companion.rules.errors import RulesError
from companion.table import exports, imports
from companion.table.handlers import MARKS
from companion.table.imports import LARGEST, MOST_ENTRIES, Unreadable
from companion.table.setup import Seat
from companion.table.vocabulary import Chance, Depth

RECORD = """# title At Ann's
# chance table
# name red: Ann

game: caylus
edition: en
variants: two_players
seats: red blue
rules: RULES

=== assistant

host: order blue red; next
red: place red castle

=== corrected
by: red
why: too much
red.deniers: 3

blue: blue +2d

=== sheet
by: host

red: gold 2; track 31
"""
"""Everything that can be in a record without a referee."""

ENTRIES = [
    ("played", "host", {"actions": ["order blue red", "next"]}),
    ("played", "red", {"actions": ["place red castle"]}),
    ("corrected", "red", {"changes": {"red.deniers": "3"}, "old": {"red.deniers": "6"}, "why": "too much"}),
    ("played", "blue", {"actions": ["blue +2d"]}),
    ("depth", "host", {"depth": "sheet"}),
    ("counted", "red", {"seat": "red", "values": {"gold": 2, "track": 31}}),
]


def told(brought: imports.Brought) -> list[tuple[str, str, dict[str, Any]]]:
    """The entries, but for the first and for what every new one says."""
    said = [(entry.kind.value, entry.by, dict(entry.data)) for entry in brought.entries[1:]]
    for _, _, data in said:
        for name in MARKS:
            data.pop(name, None)
    return said


def record(*changes: tuple[str, str]) -> imports.Brought:
    text = RECORD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return imports.read(text, language="nl")


def log(change: Callable[[dict[str, Any]], object] = lambda _: None) -> str:
    brought = record()
    data = json.loads(exports.whole(brought.table.snapshot(), brought.entries))
    change(data)
    return json.dumps(data)


def test_a_record_is_read_and_written_as_it_stands() -> None:
    brought = record()
    assert told(brought) == ENTRIES
    setup = brought.setup
    assert (setup.game, setup.edition, setup.variants) == ("caylus", "en", ("two_players",))
    assert setup.seats == (Seat(colour="red", name="Ann"), Seat(colour="blue"))
    assert (setup.title, setup.chance, setup.depth, setup.language) == ("At Ann's", Chance.TABLE, Depth.ASSISTANT, "nl")
    assert (brought.table.depth, brought.table.standing.counted["red"]["track"]) == (Depth.SHEET, 31)
    written = exports.record(brought.table.snapshot(), brought.entries)
    begun = f"# begun {brought.entries[0].at}\n"
    assert written == begun + RECORD.replace("RULES", brought.table.rules.version)


def test_a_log_is_read_as_it_stands() -> None:
    brought = imports.read(log())
    assert told(brought) == ENTRIES
    assert brought.setup == record().setup
    assert [it.seq for it in brought.entries] == list(range(1, 8))
    (begun,) = {it["data"]["rules"] for it in json.loads(log())["log"][:1]}
    assert begun == brought.table.rules.version


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        (("At Ann's", "x" * 50), {"title": "x" * 30}),
        (("red: Ann", "red: " + "y" * 50), {"names": {"red": "y" * 30, "blue": ""}}),
        (("# chance table", "# chance app"), {"chance": "app"}),
        (("# chance table", "# chance dice"), {"chance": "app"}),
        (("by: red", "by: black"), {"by": "host"}),
    ],
)
def test_what_a_record_says_of_the_people_is_cut_to_measure(change: tuple[str, str], seen: dict[str, Any]) -> None:
    brought = record(change)
    setup = brought.setup
    found = {"title": setup.title, "chance": setup.chance.value, "names": dict(brought.table.people.names)}
    found["by"] = brought.entries[3].by
    assert found | seen == found


PLACED: dict[str, tuple[tuple[str, str], str]] = {
    "no key": (("seats: red blue", "seats red blue"), "no_key 8"),
    "no seats": (("seats: red blue\n", ""), "no_seats 0"),
    "two of one color": (("seats: red blue", "seats: red red"), "field 0 seats"),
    "untracked, but nobody plays it": (("seats: red blue", "seats: red blue\nuntracked: green"), "field 0 untracked"),
    "no such color": (("seats: red blue", "seats: red purple"), "unknown_name 0"),
    "no such edition": (("edition: en", "edition: xx"), "unknown_name 0"),
    "no such game": (("game: caylus", "game: chess"), "unknown_name 0"),
    "no such part": (("=== sheet", "=== nonsense"), "part 23 nonsense"),
    "no such building": (("place red castle", "place red moon"), "entry 14 no_such_building"),
    "no such field to correct": (("red.deniers: 3", "red.nose: 3"), "entry 16 unknown_name"),
    "too many deniers": (("red.deniers: 3", "red.deniers: 99999"), "entry 16 range"),
    "a correction without a colon": (("red.deniers: 3", "red.deniers 3"), "no_key 19"),
    "play without a colon": (("blue: blue +2d", "blue +2d"), "no_key 21"),
    "no such field of the score sheet": (("gold 2", "noses 2"), "entry 26 unknown_name"),
    "no number": (("gold 2", "gold -2"), "entry 26"),
    "nobody's numbers": (("red: gold 2", "black: gold 2"), "entry 26 unknown_name"),
}
"""What is changed in the record; the code, the line and the cause that are named."""


@pytest.mark.parametrize("part", PLACED)
def test_each_bad_part_of_a_record_is_named(part: str) -> None:
    change, said = PLACED[part]
    with pytest.raises((Unreadable, EngineError, RulesError)) as raised:
        record(change)
    error = raised.value
    cause = getattr(getattr(error, "cause", None), "code", "")
    args = error.args_by_name if isinstance(error, Unreadable) else {}
    words = [getattr(error, "code", ""), getattr(error, "line", 0), args.get("field") or args.get("given") or cause]
    assert " ".join(str(word) for word in words if word != "") == said
    if "valid" in args:
        assert args["valid"] == ["corrected", "referee", "assistant", "sheet"]


NOT_OURS: dict[str, tuple[str, str]] = {
    "nothing": ("", "empty 0 {}"),
    "blanks": (" \r\n\t", "empty 0 {}"),
    "a mark of an editor alone": ("\ufeff", "empty 0 {}"),
    "a comment": ("# hello", "not_ours 0 {}"),
    "far too much": ("x" * (LARGEST + 1), f"too_large 0 {{'most': {LARGEST}}}"),
    "a brace": ("\n {", "not_ours 2 {'column': 3}"),
    "no value": ('{"format": }', "not_ours 1 {'column': 12}"),
    "too deep": ("{" + "[" * 100_000, "not_ours 1 {'column': 2}"),
    "another program's": ('{"format": "chess"}', "not_ours 0 {}"),
}


@pytest.mark.parametrize("file", NOT_OURS)
def test_what_is_no_export_is_named(file: str) -> None:
    text, said = NOT_OURS[file]
    with pytest.raises(Unreadable) as raised:
        imports.read(text)
    assert f"{raised.value.code} {raised.value.line} {raised.value.args_by_name}" == said


CHANGED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a later version": (lambda it: it.update(version=exports.VERSION + 1), "newer {}"),
    "no setup": (lambda it: it.pop("setup"), "field {'field': 'setup'}"),
    "no seats": (lambda it: it["setup"].update(seats=[]), "field {'field': 'setup.seats'}"),
    "no such depth": (lambda it: it["setup"].update(depth="deep"), "field {'field': 'setup.depth'}"),
    "more setup": (lambda it: it["setup"].update({"x" * 90: 1}), "field {'field': 'setup." + "x" * 54 + "'}"),
    "no log": (lambda it: it.pop("log"), "field {'field': 'log'}"),
    "too many entries": (
        lambda it: it["log"].extend([{"seq": 9, "kind": "paused", "data": {}}] * MOST_ENTRIES),
        f"too_large {{'most': {MOST_ENTRIES}}}",
    ),
    "a number in words": (lambda it: it["log"][1].update(seq="two"), "field {'field': 'log.1.seq'}"),
    "number 0": (lambda it: it["log"][1].update(seq=0), "field {'field': 'log.1.seq'}"),
    "no such kind": (lambda it: it["log"][1].update(kind="danced"), "field {'field': 'log.1.kind'}"),
    "other data": (lambda it: it["log"][1].update(data=[]), "field {'field': 'log.1.data'}"),
    "no actions": (lambda it: it["log"][1].update(data={}), "entry {'n': 2}"),
    "a number of actions": (lambda it: it["log"][1].update(data={"actions": 5}), "entry {'n': 2}"),
    "no such building": (lambda it: it["log"][2].update(data={"actions": ["place red moon"]}), "entry {'n': 3}"),
    "a correction of nothing": (lambda it: it["log"][3].update(data={"changes": {}}), "entry {'n': 4}"),
    "undone what never was": (lambda it: it["log"][6].update(kind="undone", data={"to": 77}), "entry {'n': 7}"),
    "redone what never was": (lambda it: it["log"][6].update(kind="redone", data={}), "entry {'n': 7}"),
}  # fmt: skip


@pytest.mark.parametrize("part", CHANGED)
def test_each_bad_part_of_a_log_is_named(part: str) -> None:
    change, said = CHANGED[part]
    with pytest.raises(Unreadable) as raised:
        imports.read(log(change))
    assert f"{raised.value.code} {raised.value.args_by_name}" == said


def test_the_people_of_the_other_table_stay_there() -> None:
    """Devices, requests and minds are left out; when and by whom an entry was made is kept where it can be."""

    def change(data: dict[str, Any]) -> None:
        data["setup"]["seats"][1]["mind"] = "builder"
        data["setup"]["practice"] = True
        kinds = ("seated", "left", "mind", "tried", "locked", "unlocked", "asked", "agreed", "refused")
        data["log"][2:2] = [{"seq": 90 + n, "kind": kind, "data": {"seat": "red"}} for n, kind in enumerate(kinds)]
        data["log"][0]["at"] = data["log"][-1]["at"] = "2020-01-01T20:00:00+00:00"
        data["log"][1] |= {"at": "yesterday", "by": "purple"}
        data["log"][-2] |= {"at": "2020-01-01T20:00:00", "by": "blue"}

    brought = imports.read(log(change))
    assert [kind for kind, _, _ in told(brought)] == [kind for kind, _, _ in ENTRIES]
    assert (brought.table.people.minds, brought.setup.practice) == ({}, False)
    assert [brought.entries[n].by for n in (1, -2)] == ["host", "blue"]
    years = [entry.at[:4] for entry in brought.entries]
    assert (years[0], years[-1]) == ("2020", "2020")
    assert "2020" not in (years[1], years[-2])


def test_a_game_that_is_too_long_goes_on_from_where_it_stands() -> None:
    text = RECORD.partition("=== sheet")[0]
    assert len(imports.read(text, most=4).entries) == 5
    short = imports.read(text, most=3)
    assert [entry.kind.value for entry in short.entries] == ["opened"]
    assert short.setup.seats[0].name == "Ann"
    assert (short.table.depth, short.table.position.fields()["red.deniers"]) == (Depth.ASSISTANT, "3")
    counted = imports.read(RECORD, most=3)
    assert [entry.kind.value for entry in counted.entries] == ["opened", "counted", "counted"]
    assert counted.table.standing.counted == record().table.snapshot().counted
    assert counted.setup.position == ""
