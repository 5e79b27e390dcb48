"""Taken home and brought back: what was played, put right and counted is all there again."""

import csv
import io
import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import unquote

import pytest

from companion.engine.game import Decision
from companion.i18n.translator import Translator
from companion.minds.decided import Decided
from companion.minds.level import Level
from companion.table import exports, imports
from companion.table.account import account, as_it_lies
from companion.table.commands import Correct, Count, Follow, Pause, Play, Redo, Rename, Resume, Undo
from companion.table.handlers import do
from companion.table.log import Entry, played_minutes, played_to_the_end
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.vocabulary import Depth, EntryKind
from tests.looks import looked
from tests.table.people import ALL, HOST, kept, setup
from tests.table.people import seat as device


def play(table: Table, chance: random.Random, most: int) -> None:
    for _ in range(most):
        if table.decision is None:
            return
        do(table, Play(actions=(chance.choice(table.decision.options),)), ALL, seed=chance.getrandbits(32))


def eventful(game: str, edition: str, colours: tuple[str, ...], seed: int, **more: Any) -> Table:
    """A game in which people also undo, put right, pause, change the depth and their names."""
    seats = tuple(Seat(colour=c, name=c.title()) for c in colours)
    table = Table.open(Setup(game=game, edition=edition, seats=seats, **more), seed=seed)
    chance = random.Random(seed)
    play(table, chance, 50)
    do(table, Correct(changes={"red.deniers": "99"}, why="paid twice; # really"), ALL)
    play(table, chance, 12)
    do(table, Undo(to=table.living.seqs[-5]), ALL)
    do(table, Redo(), ALL)
    do(table, Undo(to=table.living.seqs[-2]), ALL)
    do(table, Rename(seat="red", name="Rosa"), ALL)
    do(table, Pause(), ALL)
    do(table, Resume(), ALL)
    play(table, chance, 10)
    return table


def same(brought: imports.Brought, table: Table) -> None:
    """The same table: what lies there, who is who, every point and every round; and its log can be replayed."""
    assert brought.table.state == table.state
    assert brought.table.people.names == table.people.names
    assert brought.table.depth == table.depth
    assert brought.table.standing.counted == table.standing.counted
    mine, yours = account(brought.table.snapshot(), brought.entries), account(table.snapshot(), kept(table))
    assert (mine.sheet, mine.turns, mine.over) == (yours.sheet, yours.turns, yours.over)
    again = Table(brought.setup, past=brought.table.past)
    for entry in brought.entries:
        again.apply(entry)
    assert again.state == table.state
    assert [entry.seq for entry in brought.entries] == list(range(1, len(brought.entries) + 1))


def test_a_plain_game_is_a_record_of_the_engine() -> None:
    """So `companion replay` reads it."""
    from companion.engine.loading import opened as game_opened
    from companion.engine.records import parse, replay

    table = Table.open(Setup(game="caylus", edition="en", seats=(Seat(colour="red"), Seat(colour="blue"))), seed=3)
    play(table, random.Random(3), 3000)
    text = exports.record(table.snapshot(), kept(table))
    assert replay(parse(text), game_opened).state == table.state


def test_nothing_in_a_file_is_believed() -> None:
    """Events and points in a file are made anew."""
    table = eventful("caylus", "en", ("red", "blue"), 1)
    data = json.loads(exports.whole(table.snapshot(), kept(table)))
    for entry in data["log"]:
        entry["events"] = [["earned", 0, 99, "castle", "<b>"]]
    same(imports.read(json.dumps(data)), table)


def totals(table: Table) -> dict[str, int]:
    sheet = account(table.snapshot(), kept(table)).sheet
    return {colour: it.total for colour, it in sheet.players.items()}


def test_what_it_would_come_to_is_what_it_comes_to() -> None:
    """At the end the forecast is the result, prestige cards on residences included; the score sheet goes on from it."""
    covers = 0
    for seed in (16, 19, 20):
        setup = Setup(game="magna_carta", edition="nl", seats=(Seat(colour="red"), Seat(colour="green")))
        table, chance = Table.open(setup, seed=seed), random.Random(seed)
        while table.decision is not None:
            do(table, Play(actions=(chance.choice(_towards_prestige(table.decision, chance)),)), ALL, seed=seed)
        covers += sum(card["cover"] is not None for card in looked(table.referee, table.state)["road"])
        final = totals(table)
        assert {colour: it.total for colour, it in as_it_lies(table.snapshot()).players.items()} == final
        do(table, Follow(depth=Depth.SHEET), ALL)
        assert {
            colour: it.total for colour, it in account(table.snapshot(), kept(table)).sheet.players.items()
        } == final
    assert covers


USEFUL = ("build", "batch", "take", "trade", "residence", "prestige", "place")


def _towards_prestige(decision: Decision, chance: random.Random) -> Sequence[str]:
    """What covers a residence or makes one, else what builds, mostly."""
    for wanted in (("prestige",), ("residence",), USEFUL if chance.random() < 0.8 else ()):
        if found := [text for text in decision.options if text.startswith(wanted)]:
            return found
    return decision.options


def test_every_kind_of_entry_is_brought_or_left_out() -> None:
    assert set(imports._WISHES) | imports._LEFT_OUT == set(EntryKind)


def test_a_file_that_an_editor_has_saved_comes_back() -> None:
    """Notepad puts a mark at the beginning, and two characters at the end of a line."""
    table = eventful("caylus", "en", ("red", "blue"), 1)
    for write in (exports.record, exports.whole):
        same(imports.read("\ufeff" + write(table.snapshot(), kept(table)).replace("\n", "\r\n")), table)


def test_who_did_what_comes_back_too() -> None:
    table = Table.open(setup(), seed=1)
    for _ in range(12):
        assert table.decision is not None
        do(table, Play(actions=(table.decision.options[0],)), device(table.waiting))
    brought = imports.read(exports.whole(table.snapshot(), kept(table)))
    assert [(it.by, it.at) for it in brought.entries] == [(it.by, it.at) for it in kept(table)]
    assert len({it.by for it in brought.entries}) > 2


def finished(game: str = "caylus", names: Sequence[str] = (), seed: int = 2) -> Table:
    colours = ("red", "blue", "green")
    seats = tuple(Seat(colour=c, name=name) for c, name in zip(colours, [*names, "", "", ""], strict=False))
    table = Table.open(Setup(game=game, edition="en", seats=seats), seed=seed)
    play(table, random.Random(seed), 3000)
    assert table.over
    return table


def test_cards_are_nobodys_secret_once_the_game_is_over() -> None:
    for table, secret in ((Table.open(setup("magna_carta"), seed=2), True), (finished("magna_carta"), False)):
        assert exports.secret(table.snapshot(), kept(table)) == secret


SEPARATORS = {"en": ",", "nl": ";", "de": ";"}
"""Between two cells, in the Excel of each language."""


def excel(line: str, separator: str) -> list[str]:
    """The cells of a line as Excel sees them: a quotation mark means something at the beginning of a cell alone."""
    cells, rest = [], line + separator
    while rest:
        quoted = re.match(r'"((?:[^"]|"")*)"?(.*?)' + separator, rest, re.DOTALL)
        cell, _, left = rest.partition(separator)
        if rest.startswith('"') and quoted:
            cell, left = quoted[1].replace('""', '"') + quoted[2], rest[quoted.end() :]
        cells.append(cell)
        rest = left
    return cells


@pytest.mark.parametrize("language", SEPARATORS)
@pytest.mark.parametrize(
    "name",
    [
        "=1+1", "+1", "-1", "@home", "a;=cmd|' /C calc'!A0;", "a,=1+1", 'a";=1+1', 'a",=1+1', "a; =1+1", "＝1+1",
        "＋1", "－1", "＠home", "a;＝1+1", ' "=1+1', ";;,=1", "a;'=1",
    ],
)  # fmt: skip
def test_no_name_is_a_formula_wherever_it_is_cut(name: str, language: str) -> None:
    table = finished(names=(name,))
    said = exports.scores_csv(account(table.snapshot(), kept(table)), Translator(language, table.rules))
    for separator in (*SEPARATORS.values(), "\t"):
        for line in said.splitlines():
            texts = [cell for cell in excel(line, separator) if not re.fullmatch(r"-?\d+", cell)]
            assert not [it for it in texts if re.match(r"""[\s"]*[=+\-@＝＋－＠]""", it)], (line, separator)
    rows = [excel(line, SEPARATORS[language]) for line in said.splitlines()]
    assert {len(row) for row in rows} == {6}
    assert rows == list(csv.reader(io.StringIO(said), delimiter=SEPARATORS[language]))
    plain = name.strip().replace("'", "")
    assert plain in {row[1].replace("'", "") for row in rows}


def test_the_points_by_player_and_source() -> None:
    table = Table.open(setup(depth=Depth.SHEET, seats=(Seat(colour="red", name="=Ann"), Seat(colour="blue"))), seed=1)
    do(table, Count(seat="red", values={"track": 31, "gold": 1, "deniers": 9}), HOST)
    do(table, Count(seat="blue", values={"track": 40, "cubes": 7}), HOST)
    said = exports.scores_csv(account(table.snapshot(), kept(table)), Translator("nl", table.rules))
    assert said.split("\r\n") == [
        '"Plaats";"Speler";"Bron";"Waarvoor";"Telling";"Punten"',
        '1;"Blauw";"Op het scorespoor";"";"";40',
        '1;"Blauw";"Goud";"";"0 × 3";0',
        '1;"Blauw";"Andere blokjes";"";"7 : 3 (naar beneden afgerond)";2',
        '1;"Blauw";"Geld";"";"0 : 4 (naar beneden afgerond)";0',
        '1;"Blauw";"Totaal";"";"";42',
        '2;"\'=Ann";"Op het scorespoor";"";"";31',
        '2;"\'=Ann";"Goud";"";"1 × 3";3',
        '2;"\'=Ann";"Andere blokjes";"";"0 : 3 (naar beneden afgerond)";0',
        '2;"\'=Ann";"Geld";"";"9 : 4 (naar beneden afgerond)";2',
        '2;"\'=Ann";"Totaal";"";"";36',
        "",
    ]


def test_a_finished_game_as_another_program_reads_it() -> None:
    table = finished(names=("Ann",))
    sheet = account(table.snapshot(), kept(table)).sheet
    begun = datetime.fromisoformat("2026-03-01T20:00:00+00:00")
    entries = [replace(entry, at=(begun + timedelta(minutes=n)).isoformat()) for n, entry in enumerate(kept(table))]
    names = {"red": "Ann", "blue": "Blue", "green": "Green"}
    play = exports.play(account(table.snapshot(), entries), entries, names, "Caylus 1303")
    local = begun.astimezone()
    assert {name: value for name, value in play.items() if name != "players"} == {
        "sourceName": "Caylus companion",
        "sourcePlayId": "caylus-20260301200000000000",
        "playDate": f"{local:%Y-%m-%d %H:%M:%S}",
        "durationMin": len(entries) - 2,
        "location": "",
        "game": {
            "name": "Caylus 1303", "bggId": 18602, "highestWins": True, "noPoints": False, "sourceGameId": "caylus",
        },
    }  # fmt: skip
    first = Table.open(setup(), seed=2).waiting
    assert play["players"] == [
        {
            "name": name, "sourcePlayerId": name, "startPlayer": colour == first, "winner": colour in sheet.winners,
            "rank": sheet.ranks()[colour], "role": "", "score": sheet.players[colour].total,
        }
        for colour, name in names.items()
    ]  # fmt: skip
    address, _, data = exports.play_link(play).partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    assert json.loads(unquote(data)) == play
    assert not set(data) & set("/ &?")
    counted = exports.play(account(table.snapshot(), entries), entries[:1], names, "Caylus 1303")
    assert not {"startPlayer", "durationMin"} & {*counted, *counted["players"][0]}, "nobody has entered these"


def test_what_decided_a_game_has_the_points_beside_it() -> None:
    table = finished()
    found = account(table.snapshot(), kept(table))
    data = exports.opinion_data(Decided(Level.MASTER, found.seats), found)
    assert (data["format"], data["version"]) == ("caylus-companion decided", 1)
    assert Decided(Level.MASTER, found.seats).to_json().items() <= data.items()
    for colour, lines in data["points"].items():
        assert [(it["source"], it["of"], it["points"]) for it in lines] == [
            (it.source, it.of, it.points) for it in found.sheet.players[colour].lines
        ]
    assert set(data["points"]) == set(found.seats)


SECRETS: dict[str, tuple[dict[str, Any], bool]] = {
    "no hands": ({"game": "caylus"}, False),
    "hands": ({}, True),
    "hands of some": ({"untracked": ("red",)}, True),
    "hands of nobody": ({"untracked": ("red", "blue", "green")}, False),
    "the score alone": ({"depth": Depth.SHEET}, False),
}


@pytest.mark.parametrize("case", SECRETS)
def test_a_log_with_hands_is_nobodys_to_take_home(case: str) -> None:
    more, secret = SECRETS[case]
    table = Table.open(setup(**({"game": "magna_carta"} | more)), seed=2)
    assert exports.secret(table.snapshot(), kept(table)) == secret
    if table.depth == Depth.SHEET:
        do(table, Follow(depth=Depth.REFEREE), HOST)
        assert exports.secret(table.snapshot(), kept(table))


ENDED = (("ended",),)
WAYS_TO_THE_END: dict[str, tuple[list[tuple[str, str, bool]], bool]] = {
    "played": ([("played", "red", False), ("played", "blue", True)], True),
    "not played out": ([("played", "red", False)], False),
    "nothing": ([], False),
    "played on": ([("played", "red", True), ("played", "blue", False)], False),
    "corrected after the end": ([("played", "red", True), ("corrected", "red", False)], True),
    "corrected, and played by both": (
        [("corrected", "red", False), ("played", "blue", False), ("played", "red", True)], True,
    ),
    "corrected, and played by one": (
        [("played", "blue", False), ("corrected", "red", False), ("played", "red", True)], False,
    ),
    "another depth, and played by one": ([("depth", "host", False), ("played", "red", True)], False),
    "corrected at both ends": (
        [("corrected", "red", False), ("played", "red", False), ("played", "blue", True), ("corrected", "red", False)],
        True,
    ),
}  # fmt: skip
"""Kind, author, and whether it ends the game; whether everybody has agreed to the end by playing to it."""


@pytest.mark.parametrize("way", WAYS_TO_THE_END)
def test_a_game_is_played_to_its_end_by_all_who_sit_there(way: str) -> None:
    said, played = WAYS_TO_THE_END[way]
    entries = [Entry(n, EntryKind(kind), {}, by, events=ENDED * end) for n, (kind, by, end) in enumerate(said, 2)]
    assert played_to_the_end(entries, frozenset({"red", "blue"})) == played


def test_a_night_between_two_evenings_is_not_playing() -> None:
    times = ["2026-01-01T20:00", "2026-01-01T20:25", "2026-01-01T20:55", "2026-01-02T19:00", "2026-01-02T19:30"]
    entries = [Entry(seq, EntryKind.PLAYED, at=f"{at}:00+00:00") for seq, at in enumerate(times, 1)]
    named = Entry(6, EntryKind.NAMED, at="2026-01-02T19:45:00+00:00")
    assert played_minutes([*entries, named, Entry(7, EntryKind.PLAYED)]) == 25 + 30 + 30
