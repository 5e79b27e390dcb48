"""What decided a game, on its page: thought through step by step, told in every language, when all may be known."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from companion.cli import main
from companion.minds.mind import Mind
from companion.table.commands import Correct, End, Follow
from companion.table.people import Who
from companion.table.vocabulary import Depth
from companion.web import create_app
from companion.web.handoff import KEY, Handoff
from companion.web.parts import opinion
from tests.web.finished import finished, played_out
from tests.web.tables import BASE, Opened, opened
from tests.words import LANGUAGES, plain

pytestmark = pytest.mark.slow

HOST = Who(host=True)
NAMES = ("Ann", "Bartholomäus-Maximilian von X")


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app()


@pytest.fixture(scope="module")
def over(app: Flask) -> Opened:
    """A game in which every seventh choice was an odd one."""
    return finished(app, names=NAMES)


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step for each request, and nothing known from another test."""
    monkeypatch.setattr(opinion, "SECONDS", 0.0)
    opinion._inquiry.cache_clear()


@pytest.fixture
def thought(over: Opened) -> Opened:
    """The game, when everything about it has been thought; a second time it is known."""
    pages(over)
    return over


def pages(table: Opened, language: str = "en") -> list[str]:
    """The page, asked for again until it has come to the end."""
    found = []
    for _ in range(60):
        found.append(table.page("", language, query="/decided"))
        if 'hx-trigger="load' not in found[-1]:
            return found
    raise AssertionError("it never came to the end")


def exported(table: Opened) -> dict[str, object]:
    pages(table)
    answer = table.device().get(f"/t/{table.code}/export/decided.json", base_url=BASE)
    assert answer.status_code == 200
    data: dict[str, object] = json.loads(answer.text)
    return data


@pytest.mark.usefixtures("slowly")
def test_the_end_offers_it_and_it_says_how_far_it_is(over: Opened) -> None:
    assert f'href="/t/{over.code}/decided"' in over.page("", "en", query="/end")
    *thinking, last = pages(over)
    steps = [re.search(r'<progress max="(\d+)" value="(\d+)"', page) for page in thinking]
    assert [int(one[2]) for one in steps if one] == list(range(1, len(thinking) + 1))
    assert len({one[1] for one in steps if one}) == 1
    assert all('http-equiv="refresh"' in page for page in thinking)
    assert 'http-equiv="refresh"' not in last


def test_the_page_is_told_in_every_language(thought: Opened) -> None:
    said = {
        "en": ("What decided it", "Chances of winning", "level: Master", "Would have brought more"),
        "nl": ("Wat de doorslag gaf", "Kans om te winnen", "niveau: Meester", "Had meer opgeleverd"),
        "de": ("Was den Ausschlag gab", "Siegchancen", "Stufe: Meister", "Hätte mehr eingebracht"),
        "fr": ("Ce qui a fait la différence", "Chances de victoire", "niveau : Maître", "Aurait rapporté plus"),
    }
    assert set(said) == set(LANGUAGES)
    for language, words in said.items():
        page = plain(thought.page("", language, query="/decided"))
        for one in words:
            assert one in page
        assert page.count('class="moment"') == 3
        for name in NAMES:
            assert name in page


def test_the_chart_marks_the_scorings_and_says_the_same_as_the_table_below(thought: Opened) -> None:
    page = pages(thought)[-1]
    data = exported(thought)
    assert isinstance(data["line"], list)
    assert page.count('class="section"') == 3
    assert page.count('class="curve ') == 2
    rows = re.findall(r'<tr><th scope="row">(\d+|End)</th><td class="n">(\d+)</td><td class="n">(\d+)</td></tr>', page)
    assert len(rows) == len(data["line"])
    assert sorted(map(int, rows[-1][1:])) == [0, 100]


def test_each_turning_point_leads_to_its_moment(thought: Opened) -> None:
    page, data = pages(thought)[-1], exported(thought)
    links = re.findall(rf'href="(/t/{thought.code}/replay\?at=\d+)">See this moment', page)
    assert isinstance(data["turning_points"], list)
    for link, point in zip(links, data["turning_points"], strict=True):
        seen = thought.device().get(link, base_url=BASE).text
        assert re.search(rf"Round {point['turn']} ", plain(seen))
        entry = next(it for it in thought.tables.log(thought.id) if it.seq == point["entry"])
        assert point["chosen"] in entry.data["actions"]
        assert point["before"] < point["entry"]


def test_who_practices_from_there_has_the_choice_that_was_made(app: Flask, thought: Opened) -> None:
    data, device = exported(thought), thought.device()
    page = device.get(f"/t/{thought.code}/decided", base_url=BASE).text
    csrf, hidden = r'name="csrf_token" value="([^"]+)">', r'<input type="hidden" name="{}" value="(\w+)">'
    parts = (csrf, hidden.format("at"), hidden.format("seat"), "<button>Practice from here")
    forms = re.findall(r"\s*".join(parts), page)
    assert isinstance(data["turning_points"], list)
    for (csrf, at, seat), point in zip(forms, data["turning_points"], strict=True):
        sent = {"csrf_token": csrf, "at": at, "seat": seat}
        answer = device.post(f"/t/{thought.code}/practice", data=sent, base_url=BASE)
        assert answer.status_code == 303
        code = answer.location.rsplit("/", 1)[-1].partition("?")[0]
        table = app.extensions["tables"].visit(code).table
        decision = table.decision
        assert decision
        if decision.kind == "go_on":
            decision = table.standing.coming.decision
        assert (decision.seat, seat) == (point["seat"], point["seat"])
        assert {point["chosen"], point["better"]} <= set(decision.options)


def test_it_is_the_same_in_the_file_for_programs(thought: Opened) -> None:
    data = exported(thought)
    assert (data["format"], data["version"], data["level"]) == ("caylus-companion decided", 1, "master")
    assert data["seats"] == ["red", "blue"]
    assert data["turns"] == data["of_turns"] == thought.table.state.turn
    points = data["points"]
    assert isinstance(points, dict)
    assert [sum(line["points"] for line in points[seat]) for seat in ("red", "blue")] == thought.table.state.prestige


def test_the_terminal_tells_the_same_of_the_exported_table(over: Opened, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_bytes(over.device().get(f"/t/{over.code}/export/table.json", base_url=BASE).data)
    told = CliRunner().invoke(main, ["minds", "decided", str(file), "--level", "builder", "--lang", "en"])
    assert told.exit_code == 0, told.output
    assert all(name in told.stdout for name in NAMES)
    assert "Red" not in told.stdout


@pytest.mark.usefixtures("slowly")
def test_programs_are_told_how_far_it_is(over: Opened) -> None:
    opinion._inquiry.cache_clear()
    answer = over.device().get(f"/t/{over.code}/export/decided.json", base_url=BASE)
    assert (answer.status_code, answer.headers["Retry-After"]) == (202, "1")
    progress = json.loads(answer.text)
    assert progress["done"] == 1
    assert progress["steps"] > over.table.state.turn


@pytest.mark.usefixtures("slowly")
def test_the_steps_are_done_in_another_process(over: Opened) -> None:
    """The first time a request only says what is to be done; with its result it is answered."""
    mine, device = Handoff(), over.device()
    address = f"/t/{over.code}/decided"
    assert device.get(address, base_url=BASE, environ_overrides={KEY: mine}).status_code == 202
    assert mine.work is not None
    found = mine.work()
    mine.outcome = lambda: found
    page = device.get(address, base_url=BASE, environ_overrides={KEY: mine})
    assert page.status_code == 200
    assert 'value="1"' in page.text


def test_before_the_end_nothing_is_said(app: Flask) -> None:
    table = opened(app, colours=("red", "blue"))
    assert "This can be read once the game is over." in table.page("", "en", query="/decided")
    assert "/decided" not in table.page("", "en", query="/end")
    assert table.device().get(f"/t/{table.code}/export/decided.json", base_url=BASE).status_code == 403


def test_hidden_hands_stay_hidden_in_a_game_that_was_stopped(app: Flask) -> None:
    table = opened(app, "magna_carta", "nl", ("red", "green")).sit("red", "green")
    for _ in range(30):
        table.step()
    table.tables.act(table.id, End(), HOST, seen_seq=table.table.seq)
    assert table.table.over
    page = table.page("red", "en", query="/decided")
    assert "Hands are still secret" in page
    assert 'hx-trigger="load' not in page
    assert "/decided" not in table.page("red", "en", query="/end")
    assert table.device("red").get(f"/t/{table.code}/export/decided.json", base_url=BASE).status_code == 403


def test_magna_carta_is_told_when_it_is_over(app: Flask) -> None:
    table = finished(app, game="magna_carta", edition="de", players=2)
    data = exported(table)
    assert data["turns"] == data["of_turns"]
    assert "Was den Ausschlag gab" in table.page("", "de", query="/decided")


def test_a_correction_in_the_middle_is_gone_along_with(app: Flask) -> None:
    table = opened(app, colours=("red", "blue"))
    mind = Mind(table.table.referee)
    while table.table.state.turn < 3:
        decision = table.table.decision
        assert decision
        table.play(mind.choose(table.table.state, decision.options))
    changes = {"red.deniers": str(table.table.state.money[0] + 3)}
    table.tables.act(table.id, Correct(changes=changes), HOST, seen_seq=table.table.seq)
    corrected = table.table.seq
    played_out(table, odd=9)
    data = exported(table)
    assert isinstance(data["line"], list)
    assert data["turns"] == data["of_turns"]
    assert [point["turn"] for point in data["line"][:-1]] == list(range(1, table.table.state.turn + 1))
    assert any(point["entry"] > corrected for point in data["line"])


def test_of_turns_with_the_assistant_only_the_positions_are_known(app: Flask) -> None:
    table = opened(app, colours=("red", "blue"))
    mind = Mind(table.table.referee)

    def play_to(turn: int) -> None:
        while table.table.state.turn < turn:
            decision = table.table.decision
            assert decision
            table.play(mind.choose(table.table.state, decision.options))

    play_to(3)
    table.tables.act(table.id, Follow(depth=Depth.ASSISTANT), HOST, seen_seq=table.table.seq)
    while table.table.state.turn < 5:
        table.play("next")
    table.tables.act(table.id, Follow(depth=Depth.REFEREE), HOST, seen_seq=table.table.seq)
    played_out(table)
    data, page = exported(table), plain(table.page("", "en", query="/decided"))
    assert isinstance(data["line"], list)
    assert [point["turn"] for point in data["line"][:-1]] == list(range(1, table.table.state.turn + 1))
    assert isinstance(data["turns"], int)
    assert data["turns"] < table.table.state.turn
    assert "Not every choice in this game is known." in page


def test_a_score_sheet_has_nothing_to_tell(app: Flask) -> None:
    table = opened(app, colours=("red", "blue"), depth=Depth.SHEET)
    table.tables.act(table.id, End(), HOST, seen_seq=table.table.seq)
    assert "No choices were entered in this game" in table.page("", "en", query="/decided")
    assert "/decided" not in table.page("", "en", query="/end")
