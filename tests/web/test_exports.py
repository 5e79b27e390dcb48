"""Leaving with something and coming back with it: what was played, put right and counted is all there again."""

import csv
import io
import json
import random
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote

import pypdf
import pytest

from companion.engine.game import Decision
from companion.engine.notation import NotationError
from companion.engine.records import RecordError
from companion.rules import UnknownName
from companion.table import exports, imports
from companion.table.doing import do
from companion.table.imports import Unreadable
from companion.table.log import Entry
from companion.table.past import Memory
from companion.table.people import Who
from companion.table.points import account, as_it_lies
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.vocabulary import Chance, Depth, Kind
from companion.table.wishes import Correct, Count, End, Follow, Pause, Play, Redo, Rename, Resume, Undo
from tests.web.conftest import LocalClient
from tests.web.tables import BASE, HOST_TOKEN, USEFUL, Opened, opened

HOST = Who(host=True)
HOSTILE = ("=1+1", "<script>alert(1)</script>", "../../etc/passwd\n===")
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


def log(table: Table) -> list[Entry]:
    assert isinstance(table.past, Memory)
    return table.past.kept


def play(table: Table, chance: random.Random, most: int) -> None:
    for _ in range(most):
        if table.decision is None:
            return
        do(table, Play(actions=(chance.choice(table.decision.options),)), HOST, seed=chance.getrandbits(32))


def eventful(game: str, edition: str, colours: tuple[str, ...], seed: int, **more: Any) -> Table:
    """A game in which people also undo, put right, pause, change the depth and their names."""
    seats = tuple(Seat(colour=c, name=c.title()) for c in colours)
    table = Table.open(Setup(game=game, edition=edition, seats=seats, **more), seed=seed)
    chance = random.Random(seed)
    play(table, chance, 50)
    do(table, Correct(changes={"red.deniers": "99"}, why="paid twice; # really"), HOST)
    play(table, chance, 12)
    do(table, Undo(to=table.living.seqs[-5]), HOST)
    do(table, Redo(), HOST)
    do(table, Undo(to=table.living.seqs[-2]), HOST)
    do(table, Rename(seat="red", name="Rosa"), HOST)
    do(table, Pause(), HOST)
    do(table, Resume(), HOST)
    play(table, chance, 10)
    return table


GAMES = [
    ("caylus", "nl", ("red", "blue", "green"), {}),
    ("caylus", "en", ("red", "black"), {}),
    ("magna_carta", "nl", ("red", "green"), {"variants": ("standard",)}),
    ("magna_carta", "nl", ("red", "green", "blue"), {"untracked": ("red", "green", "blue")}),
]


def same(brought: imports.Brought, table: Table) -> None:
    """The same table: what lies there, who is who, every point and every round; and its log can be replayed."""
    assert brought.table.state == table.state
    assert brought.table.people.names == table.people.names
    assert brought.table.depth == table.depth
    assert brought.table.standing.counted == table.standing.counted
    mine, yours = account(brought.table.snapshot(), brought.entries), account(table.snapshot(), log(table))
    assert (mine.sheet, mine.turns, mine.over) == (yours.sheet, yours.turns, yours.over)
    again = Table(brought.setup, past=brought.table.past)
    for entry in brought.entries:
        again.apply(entry)
    assert again.state == table.state
    assert [entry.seq for entry in brought.entries] == list(range(1, len(brought.entries) + 1))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "edition", "colours", "more"), GAMES)
def test_what_is_taken_home_comes_back(game: str, edition: str, colours: Any, more: Any, seed: int) -> None:
    table = eventful(game, edition, colours, seed, **more)
    for end in (0, 3000):
        play(table, random.Random(seed), end)
        for write in (exports.record, exports.whole):
            same(imports.read(write(table.snapshot(), log(table))), table)


@pytest.mark.parametrize("begin", [Depth.REFEREE, Depth.ASSISTANT])
def test_a_table_that_was_followed_in_several_ways_comes_back(begin: Depth) -> None:
    seats = (Seat(colour="red"), Seat(colour="blue"), Seat(colour="green"))
    table = Table.open(Setup(game="caylus", edition="de", seats=seats, depth=begin), seed=1)
    if begin == Depth.REFEREE:
        play(table, random.Random(1), 30)
        do(table, Follow(depth=Depth.ASSISTANT), HOST)
    do(table, Play(actions=("red +2d", "blue +1G")), Who(frozenset({"red"})))
    do(table, Correct(changes={"blue.prestige": "7"}), HOST)
    do(table, Play(actions=("green +3P",)), HOST)
    do(table, Follow(depth=Depth.SHEET), HOST)
    do(table, Count(seat="red", values={"track": 31, "gold": 2}), HOST)
    for write in (exports.record, exports.whole):
        same(imports.read(write(table.snapshot(), log(table))), table)


def test_a_plain_game_is_a_record_of_the_engine() -> None:
    """So `companion replay` reads it."""
    from companion.engine.opening import opened as game_opened
    from companion.engine.records import parse, replay

    table = Table.open(Setup(game="caylus", edition="en", seats=(Seat(colour="red"), Seat(colour="blue"))), seed=3)
    play(table, random.Random(3), 3000)
    text = exports.record(table.snapshot(), log(table))
    assert replay(parse(text), game_opened).state == table.state


def test_a_position_comes_back() -> None:
    table = eventful("caylus", "en", ("red", "blue"), 5)
    text = table.referee.write_position(table.game.first)
    brought = imports.read(text)
    assert brought.table.referee.write_position(brought.table.game.first) == text


def test_comments_say_who_and_why() -> None:
    table = eventful("caylus", "en", ("red", "blue"), 1)
    text = exports.record(table.snapshot(), log(table))
    assert "# name red: Rosa" in text
    assert "=== corrected\nby: host\nwhy: paid twice; # really\nred.deniers: 99" in text


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("=== corrected", "=== nonsense"), True),
        (("red.deniers: 99", "red.deniers: 9999999"), True),
        (("| bailiff: ", "| bailiff: 2"), True),
        (("place ", "plaice "), True),
        (("game: caylus", "game: tic tac toe"), False),
    ],
)
def test_a_fault_is_said_with_its_place(change: tuple[str, str], line: bool) -> None:
    table = eventful("caylus", "en", ("red", "blue"), 1)
    text = exports.record(table.snapshot(), log(table))
    assert change[0] in text
    with pytest.raises((Unreadable, NotationError, RecordError, UnknownName)) as caught:
        imports.read(text.replace(*change))
    assert bool(getattr(caught.value, "line", 0)) == line


@pytest.mark.parametrize(
    "text",
    ["", "   ", "{", "{}", "[]", "hello", "===", "=== x\n", "a: b", "game: caylus", "turn: 1", '{"a":' * 5000, "\x00",
     '{"format": "caylus-companion table", "version": 9}',
     '{"format": "caylus-companion table", "version": 1, "setup": {}, "log": []}',
     "game: caylus\nseats: red red", "game: caylus\nseats: red blue\nturn 99999999999\nred: x"],
)  # fmt: skip
def test_rubbish_is_refused_in_words(client: LocalClient, text: str) -> None:
    client.application.config["WTF_CSRF_ENABLED"] = False
    for language in ("nl", "de", "en"):
        client.set_cookie("language", language, domain="192.168.1.20")
        answer = client.post("/import", data={"text": text})
        assert answer.status_code == 422
        said = re.search(r'role="alert" id="fault">(.*?)</p>', answer.text, re.DOTALL)
        assert said
        assert len(said[1].strip()) > 15


def test_a_whole_log_with_a_wrong_entry_says_which() -> None:
    table = eventful("caylus", "en", ("red", "blue"), 1)
    data = json.loads(exports.whole(table.snapshot(), log(table)))
    played = next(n for n, entry in enumerate(data["log"]) if entry["kind"] == "played" and n > 5)
    data["log"][played]["data"]["actions"] = ["place nowhere"]
    with pytest.raises(Unreadable) as caught:
        imports.read(json.dumps(data))
    assert (caught.value.code, caught.value.args_by_name) == ("entry", {"n": played + 1})


def test_nothing_in_a_file_is_believed() -> None:
    """Events and points in a file are made anew."""
    table = eventful("caylus", "en", ("red", "blue"), 1)
    data = json.loads(exports.whole(table.snapshot(), log(table)))
    for entry in data["log"]:
        entry["events"] = [["earned", 0, 99, "castle", "<b>"]]
    same(imports.read(json.dumps(data)), table)


# over the wire


def finished(client: LocalClient, game: str = "caylus", edition: str = "en", names: Any = HOSTILE) -> Opened:
    table = opened(client.application, game, edition, ("red", "green", "blue"), names=names, seed=2)
    while table.table.decision is not None:
        table.step()
    return table


def get(table: Opened, path: str, language: str = "de") -> Any:
    return table.device(token=HOST_TOKEN, language=language).get(f"/t/{table.code}/{path}", base_url=BASE)


def test_files_are_named_without_anything_that_people_typed(client: LocalClient) -> None:
    table = finished(client)
    for path in ("record.txt", "table.json", "scores.csv", "report.pdf?lang=nl"):
        answer = get(table, f"export/{path}")
        assert answer.status_code == 200
        name = re.search(r'filename="([^"]+)"', answer.headers["Content-Disposition"])
        assert name
        assert re.fullmatch(rf"Caylus_\d{{4}}-\d\d-\d\d_{table.code}(_NL)?\.(txt|json|csv|pdf)", name[1])


def test_the_spreadsheet_holds_every_point_and_no_formula(client: LocalClient) -> None:
    table = finished(client)
    text = get(table, "export/scores.csv").data.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["Platz", "Spieler", "Quelle", "Wofür", "Rechnung", "Punkte"]
    assert not [cell for row in rows for cell in row[:5] if cell.startswith(("=", "+", "-", "@"))]
    totals = {row[1]: int(row[5]) for row in rows[1:] if row[2] == "Summe"}
    summed: dict[str, int] = {}
    for row in rows[1:]:
        if row[2] != "Summe":
            summed[row[1]] = summed.get(row[1], 0) + int(row[5])
    assert totals == summed
    assert sorted(totals.values()) == sorted(table.table.state.prestige)


@pytest.mark.parametrize("names", [HOSTILE, ("日本", "Ж" * 30, "🦊"), ("Anna", "Bo", "Cas")])
def test_the_report_is_drawn_whatever_people_are_called(client: LocalClient, names: Any) -> None:
    table = finished(client, names=names)
    for language in ("nl", "de", "en"):
        answer = get(table, f"export/report.pdf?lang={language}")
        assert answer.status_code == 200
        text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.data)).pages)
        for points in table.table.state.prestige:
            assert str(points) in text
        if names[0] == "Anna":
            assert "Anna" in text


def test_the_play_is_what_bg_stats_takes(client: LocalClient) -> None:
    table = finished(client)
    page = get(table, "end").text
    address = re.search(r'href="https://app\.bgstatsapp\.com/createPlay\.html\?data=([^"]+)"', page)
    assert address
    data = json.loads(unquote(address[1]))
    assert data["game"] == {
        "name": "Caylus", "bggId": 18602, "highestWins": True, "noPoints": False, "sourceGameId": "caylus",
    }  # fmt: skip
    assert [player["name"] for player in data["players"]] == [" ".join(name.split()) for name in HOSTILE]
    assert [player["score"] for player in data["players"]] == table.table.state.prestige
    assert sum(player["startPlayer"] for player in data["players"]) == 1
    best = max(table.table.state.prestige)
    assert [player["winner"] for player in data["players"]] == [n == best for n in table.table.state.prestige]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", data["playDate"])
    assert get(table, "export/play.svg").mimetype == "image/svg+xml"


def test_a_running_game_does_not_tell_what_is_in_a_hand(client: LocalClient) -> None:
    table = opened(client.application, "magna_carta", "nl", ("red", "green"), seed=2)
    for _ in range(20):
        table.step()
    for path in ("record.txt", "table.json"):
        answer = get(table, f"export/{path}")
        assert answer.status_code == 403
        assert "Ende" in answer.text
    state = table.table.state
    board = table.table.referee.board  # type: ignore[attr-defined]
    cards = {name for hand in state.hand for name in board.cards_in(hand)}
    for path in ("scores.csv", "report.pdf"):
        assert get(table, f"export/{path}").status_code == 200
    seen = get(table, "export/scores.csv", "en").data.decode()
    assert cards
    assert not [card for card in cards if f",{card}," in seen]
    table.tables.act(table.id, End(), HOST, seen=table.table.seq)
    assert get(table, "export/record.txt").status_code == 200


def test_somebody_brings_a_table_back(client: LocalClient) -> None:
    table = finished(client, names=("Anna", "Bo", "Cas"))
    for path in ("record.txt", "table.json"):
        content = get(table, f"export/{path}").data
        page = client.get("/import")
        token = TOKEN.search(page.text)
        assert token
        data = {"csrf_token": token[1], "file": (io.BytesIO(content), "../../x.txt")}
        answer = client.post("/import", data=data, content_type="multipart/form-data")
        assert answer.status_code == 303, answer.text
        code = answer.headers["Location"].rsplit("/", 1)[1]
        back = table.tables.place(table.tables.by_code(code).id).table
        assert back.state == table.table.state
        assert back.people.names == {"red": "Anna", "green": "Bo", "blue": "Cas"}
        assert client.get(f"/t/{code}/end").status_code == 200
        assert client.get(f"/t/{code}/log").status_code == 200


def test_the_same_people_play_again(client: LocalClient) -> None:
    client.application.config["WTF_CSRF_ENABLED"] = False
    table = finished(client, names=("Anna", "Bo", "Cas"))
    answer = client.post(f"/t/{table.code}/rematch")
    assert answer.status_code == 303
    new = table.tables.by_code(answer.headers["Location"].rsplit("/", 1)[1])
    assert [seat.name for seat in new.setup.seats] == ["Anna", "Bo", "Cas"]
    assert table.tables.place(new.id).table.state.turn == 1


@pytest.mark.parametrize(("game", "edition"), [("caylus", "nl"), ("magna_carta", "nl")])
def test_the_points_on_the_page_are_those_of_the_game(client: LocalClient, game: str, edition: str) -> None:
    table = finished(client, game, edition, names=("Anna", "Bo", "Cas"))
    page = get(table, "end", "nl").text
    foot = re.search(r"<tfoot>(.*?)</tfoot>", page, re.DOTALL)
    assert foot
    shown = [int(n) for n in re.findall(r'<td class="n">(\d+)</td>', foot[1])]
    assert shown == sorted(table.table.state.prestige, reverse=True)
    sums = re.findall(r'<tr class="source"><th scope="rowgroup">.*?</th>(.*?)</tr>', page)
    columns = [[int(n.replace("−", "-") or 0) for n in re.findall(r'<td class="n">(.*?)</td>', row)] for row in sums]
    assert [sum(column) for column in zip(*columns, strict=True)] == shown


def test_what_it_would_come_to_is_what_it_comes_to() -> None:
    """At the end the forecast is the result, prestige cards on residences included; the score sheet goes on from it."""
    covers = 0
    for seed in (12, 23, 24):
        setup = Setup(game="magna_carta", edition="nl", seats=(Seat(colour="red"), Seat(colour="green")))
        table, chance = Table.open(setup, seed=seed), random.Random(seed)
        while table.decision is not None:
            do(table, Play(actions=(chance.choice(_towards_prestige(table.decision, chance)),)), HOST, seed=seed)
        covers += sum(card["cover"] is not None for card in table.referee.look(table.state)["road"])
        final = {colour: it.total for colour, it in account(table.snapshot(), log(table)).sheet.players.items()}
        assert {colour: it.total for colour, it in as_it_lies(table.snapshot()).players.items()} == final
        do(table, Follow(depth=Depth.SHEET), HOST)
        assert {colour: it.total for colour, it in account(table.snapshot(), log(table)).sheet.players.items()} == final
    assert covers


def _towards_prestige(decision: Decision, chance: random.Random) -> Sequence[str]:
    """What covers a residence or makes one, else what builds, mostly."""
    for wanted in (("prestige",), ("residence",), USEFUL if chance.random() < 0.8 else ()):
        if found := [text for text in decision.options if text.startswith(wanted)]:
            return found
    return decision.options


def test_history_counts_finished_games_alone(client: LocalClient) -> None:
    table = finished(client, names=("Anna", "Bo", "Cas"))
    running = opened(client.application, names=("Dora",))
    page = table.device(token=HOST_TOKEN, language="en").get("/history", base_url=BASE).text
    assert "Finished games: 1." in page
    assert "Dora" not in page
    assert running.code not in page
    rows = {
        row[0]: row[1:]
        for row in (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", it) for it in re.findall(r"<tr>(.*?)</tr>", page))
        if row
    }
    scores = dict(zip(("Anna", "Bo", "Cas"), table.table.state.prestige, strict=True))
    for name, points in scores.items():
        assert rows[name] == ["1", str(int(points == max(scores.values()))), str(points), str(points)]
    stranger = client.get("/history")
    assert "Anna" not in stranger.text


def test_every_kind_of_entry_is_brought_or_left_out() -> None:
    assert set(imports._WISHES) | imports._LEFT_OUT == set(Kind)


@pytest.mark.parametrize("chance", list(Chance))
@pytest.mark.parametrize("depth", list(Depth))
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_every_page_answers_before_anything_has_happened(
    client: LocalClient, game: str, depth: Depth, chance: Chance
) -> None:
    table = opened(client.application, game, "nl", ("red", "green"), depth=depth, chance=chance)
    for page in ("board", "scores", "end", "export/scores.csv", "export/report.pdf", "export/play.svg"):
        assert get(table, page).status_code == 200, page
    hidden = game == "magna_carta" and depth != Depth.SHEET
    for page in ("export/record.txt", "export/table.json"):
        assert get(table, page).status_code == (403 if hidden else 200), page
