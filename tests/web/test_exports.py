"""Leaving with something and coming back with it: what was played, put right and counted is all there again."""

import io
import re
from datetime import datetime
from typing import Any

import pypdf
import pytest
from babel.dates import format_date

from companion.table import exports, imports
from companion.table.commands import Correct, Count, End, Rename
from companion.table.errors import Full
from companion.table.handlers import do
from companion.table.limits import Limits
from companion.table.people import Who
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.tokens import fingerprint
from companion.table.vocabulary import Chance, Depth
from companion.web.server.limits import ServerLimits
from tests.web.club import HOST as HOST_DEVICE
from tests.web.club import SPECTATOR, Club, new_app
from tests.web.conftest import LocalClient, client_of
from tests.web.tables import BASE, HOST_TOKEN, Opened, opened
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

HOST = Who(host=True)
HOSTILE = ("=1+1", "<script>alert(1)</script>", "../../etc/passwd\n===")
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


@pytest.mark.parametrize(
    "text",
    ["", "   ", "{", "{}", "[]", "hello", "===", "=== x\n", "a: b", "game: caylus", "turn: 1", '{"a":' * 5000, "\x00",
     '{"format": "caylus-companion table", "version": 9}',
     '{"format": "caylus-companion table", "version": 1, "setup": {}, "log": []}',
     "game: caylus\nseats: red red", "game: caylus\nseats: red blue\nturn 99999999999\nred: x"],
)  # fmt: skip
def test_rubbish_is_refused_in_words(client: LocalClient, text: str) -> None:
    for language in LANGUAGES:
        client.set_cookie("language", language, domain="192.168.1.20")
        answer = client.post("/import", data={"text": text})
        assert answer.status_code == 422
        said = re.search(r'role="alert" id="fault">(.*?)</p>', answer.text, re.DOTALL)
        assert said
        assert len(said[1].strip()) > 15


def finished(client: LocalClient, game: str = "caylus", edition: str = "en", names: Any = HOSTILE) -> Opened:
    table = opened(client.application, game, edition, ("red", "green", "blue"), names=names, seed=2)
    while table.table.decision is not None:
        table.step()
    return table


def get(table: Opened, path: str, language: str = "de") -> Any:
    return table.device(token=HOST_TOKEN, language=language).get(f"/t/{table.code}/{path}", base_url=BASE)


def test_a_spreadsheet_gets_plain_characters(client: LocalClient) -> None:
    table = finished(client)
    for language in LANGUAGES:
        text = get(table, "export/scores.csv", language).data.decode("utf-8-sig")
        assert not {"\u00a0", "\u202f", "−"} & set(text)


def test_files_are_named_without_anything_that_people_typed(client: LocalClient) -> None:
    table = finished(client)
    for path in ("record.txt", "table.json", "scores.csv", "report.pdf?lang=nl"):
        answer = get(table, f"export/{path}")
        assert answer.status_code == 200
        name = re.search(r'filename="([^"]+)"', answer.headers["Content-Disposition"])
        assert name
        assert re.fullmatch(rf"Caylus_\d{{4}}-\d\d-\d\d_{table.code}(_NL)?\.(txt|json|csv|pdf)", name[1])


@pytest.mark.parametrize("names", [HOSTILE, ("日本", "Ж" * 30, "🦊"), ("Anna", "Bo", "Cas")])
def test_the_report_is_drawn_whatever_people_are_called(client: LocalClient, names: Any) -> None:
    table = finished(client, names=names)
    for language in LANGUAGES:
        answer = get(table, f"export/report.pdf?lang={language}")
        assert answer.status_code == 200
        text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.data)).pages)
        for points in table.table.state.prestige:
            assert str(points) in text
        assert format_date(datetime.fromisoformat(table.table.latest[-1].at).astimezone(), locale=language) in text
        if names[0] == "Anna":
            assert "Anna" in text


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
    table.tables.act(table.id, End(), HOST, seen_seq=table.table.seq)
    assert get(table, "export/record.txt").status_code == 403, "they can go on with it"


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


@pytest.mark.parametrize("path", ["record.txt", "table.json"])
@pytest.mark.parametrize("depth", ["referee", "assistant", "sheet"])
def test_a_full_table_goes_on_at_a_new_one(depth: Depth, path: str) -> None:
    """As its refusal says: it is saved, a new one is opened with it, and that one has room."""
    client = client_of(new_app())
    tables = client.application.extensions["tables"]
    tables.limits = Limits(entries=12, people=3)
    table = opened(client.application, names=("Anna", "Bo", "Cas"), depth=Depth(depth), seed=2)
    seats = ("red", "blue", "green")

    def enter(id: str, n: int) -> None:
        seat = seats[n % 3]
        count = Count(seat=seat, values={"gold": n}), Correct(changes={f"{seat}.deniers": str(20 + n)})
        tables.act(id, count[depth != "sheet"], Who(frozenset({seat})), seen_seq=tables.snapshot(id).seq)

    def enter_all(id: str) -> None:
        for n in range(100, 200):
            enter(id, n)

    tables.act(
        table.id, Rename(seat="red", name="Rosa"), Who(frozenset({"red"})), seen_seq=tables.snapshot(table.id).seq
    )
    with pytest.raises(Full):
        enter_all(table.id)
    tables.sit(table.id, "red", "phone")
    tables.leave(table.id, "red", HOST)
    content = get(table, f"export/{path}").data
    answer = client.post("/import", data={"file": (io.BytesIO(content), "x")}, content_type="multipart/form-data")
    assert answer.status_code == 303, answer.text
    new = tables.by_code(answer.headers["Location"].rsplit("/", 1)[1]).id
    old, here = table.table, tables.place(new).table
    assert (here.depth, here.standing.counted) == (old.depth, old.standing.counted)
    assert depth == "sheet" or (here.state == old.state and here.decision == old.decision)
    assert here.people.names == old.people.names
    for n in range(6):
        enter(new, n)


def test_a_full_log_is_not_too_large_a_file() -> None:
    """Every entry of a full log may be a correction, at a table with everybody at it, for a reason."""
    colours = ("red", "blue", "green", "orange", "black")
    setup = Setup(game="caylus", edition="en", seats=tuple(Seat(colour=c) for c in colours))
    table, past = Table.open(setup, seed=1), 12
    for n in range(past):
        do(table, Correct(changes={"red.deniers": str(n + 1)}, why="miscounted"), HOST)
    text = exports.whole(table.snapshot(), table.past.entries(0, [*range(1, table.seq + 1)]))
    assert len(text) / past * Limits.entries < imports.LARGEST < ServerLimits.file


def test_the_same_people_play_on_at_one_table_with_all_their_devices() -> None:
    club = Club(names=("Anna", "Bo"))
    club.wish(HOST_DEVICE, "end")
    at = f"/t/{club.code}"
    assert "/rematch" not in club.page(SPECTATOR, "GET", f"{at}/end").text
    assert club.page(SPECTATOR, "POST", f"{at}/rematch").status_code == 403
    answers = [club.page(name, "POST", f"{at}/rematch") for name in ("red", "blue", "red")]
    (place,) = {answer.headers["Location"] for answer in answers}
    assert club.page(HOST_DEVICE, "POST", f"{at}/rematch").headers["Location"] == place.replace("/t/", "/j/")
    new = club.tables.by_code(place.rsplit("/", 1)[1])
    assert ([seat.name for seat in new.setup.seats], new.host) == (
        ["Anna", "Bo"],
        fingerprint(club.tokens[HOST_DEVICE]),
    )
    for name in (HOST_DEVICE, "red", "blue", SPECTATOR):
        assert club.tables.who(new.id, club.tokens[name]).colours == {name} & {"red", "blue"}
        for screen in ("end", "wall", "seat"):
            page = club.page(name, "GET", f"{at}/{screen}").text
            assert f'data-goes-on="/t/{new.code}{"/wall" if screen == "wall" else ""}"' in page
            assert "/rematch" not in page
    club.tables.delete(new.code, club.tokens[HOST_DEVICE])
    assert "data-goes-on" not in club.page("red", "GET", f"{at}/end").text
    assert club.page("red", "POST", f"{at}/rematch").headers["Location"] != place


@pytest.mark.parametrize(("game", "edition"), [("caylus", "nl"), ("magna_carta", "nl")])
def test_the_points_on_the_page_are_those_of_the_game(client: LocalClient, game: str, edition: str) -> None:
    table = finished(client, game, edition, names=("Anna", "Bo", "Cas"))
    page = get(table, "end", "nl").text.partition("</table>")[0]
    foot = re.search(r"<tfoot>(.*?)</tfoot>", page, re.DOTALL)
    assert foot
    shown = [int(n) for n in re.findall(r'<td class="n">(\d+)</td>', foot[1])]
    assert shown == sorted(table.table.state.prestige, reverse=True)
    sums = re.findall(r'<tr class="source"><th scope="rowgroup">.*?</th>(.*?)</tr>', page)
    columns = [
        [int(n.replace("−", "-") or 0) for n in re.findall(r'<td class="n(?: most)?">(−?\d*)', row)] for row in sums
    ]
    assert [sum(column) for column in zip(*columns, strict=True)] == shown


def test_history_counts_finished_games_alone() -> None:
    client = client_of(new_app())
    table = finished(client, names=("Anna", "Bo", "Cas"))
    running = opened(client.application, names=("Dora",))
    link = re.compile(r"createPlay\.html\?data=.*?sourcePlayId%22%3A%22(.*?)%22")
    for file in ("record.txt", "table.json"):
        copy = imports.read(get(table, f"export/{file}").text)
        code = table.tables.adopt(copy.setup, copy.entries, HOST_TOKEN).code
        pages = (table.device(token=HOST_TOKEN).get(f"/t/{it}/end", base_url=BASE).text for it in (table.code, code))
        assert len({link.findall(page)[0] for page in pages}) == 1
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
