"""The end of a game: why somebody has won, the game played back, and a log that can be read."""

import re

import pytest
from flask import Flask

from companion.engine.scoring import PlayerSheet, ScoreLine, ScoreSheet
from companion.rules.base import Per
from companion.table.vocabulary import Depth
from companion.web import create_app
from companion.web.screens.end import why_won
from companion.web.viewer import viewer_of
from tests.web.tables import BASE, Opened, opened
from tests.words import LANGUAGES, plain


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app()


@pytest.fixture(scope="module")
def over(app: Flask) -> Opened:
    """A game that people have played to its end."""
    found = opened(app, "caylus", "en", ("red", "blue"), names=("Ann", "Bo"), seed=5)
    while not found.table.over:
        found.step()
    return found


def points(**sources: int) -> PlayerSheet:
    return PlayerSheet(tuple(ScoreLine(source, "", n) for source, n in sources.items()))


def because(app: Flask, table: Opened, **sheets: PlayerSheet) -> str:
    with app.test_request_context(f"/t/{table.code}", base_url=BASE):
        return why_won(viewer_of(table.code), ScoreSheet(sheets))


def test_the_source_that_decided_it_is_named_and_what_was_won_back(app: Flask, over: Opened) -> None:
    said = because(app, over, red=points(castle=20, built=4), blue=points(castle=6, built=9))
    assert plain(said) == "The main difference from Bo: Castle, 14 prestige points more. Bo won 5 of them back: Built."


def test_the_reason_names_what_the_table_of_points_shows(app: Flask, over: Opened) -> None:
    def at_the_end(**counted: int) -> PlayerSheet:
        lines = tuple(ScoreLine("end", of, n, amount=n, rate=Per(per=1, prestige=1)) for of, n in counted.items())
        return PlayerSheet((*points(castle=5).lines, *lines))

    said = because(app, over, red=at_the_end(gold=9, cubes=1), blue=at_the_end(gold=0, cubes=2))
    assert plain(said) == "The main difference from Bo: End of the game, 8 prestige points more."
    page = over.page("", "en", query="/end")
    assert '<th scope="rowgroup">End of the game</th>' in page


def test_what_was_nowhere_won_back_is_not_told(app: Flask, over: Opened) -> None:
    said = because(app, over, blue=points(castle=8, built=4), red=points(castle=6))
    assert plain(said) == "The main difference from Ann: Built, 4 prestige points more."


def test_a_tie_is_said_to_be_one(app: Flask, over: Opened) -> None:
    assert plain(because(app, over, red=points(castle=9), blue=points(built=9))) == (
        "Those in the lead have 9 prestige points each, and ties are not broken."
    )


def test_nobody_wins_for_a_reason_alone_or_without_points(app: Flask, over: Opened) -> None:
    assert because(app, over, red=points(castle=9)) == ""
    assert because(app, over, red=points(), blue=points()) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_the_end_nothing_is_so_far(over: Opened, language: str) -> None:
    t = {"en": "Points so far", "nl": "Punten tot nu toe", "de": "Punkte bisher", "fr": "Points jusqu’ici"}
    for screen in ("end", "scores"):
        assert t[language] not in over.page("red", language, query=f"/{screen}")


# played back


def step(table: Opened, at: object) -> str:
    return table.page(query=f"/replay?at={at}")


def board(page: str) -> str:
    """The street, whatever has just changed on it."""
    drawn = page[page.index('<div class="looking">') : page.index('<section class="ledger')]
    return re.sub(r"\s+", "", re.sub(r" now\b|Just now\.", "", drawn))


def test_a_game_is_played_back_from_its_opening_to_its_end(over: Opened) -> None:
    first = step(over, 1)
    n = int(re.findall(r'class="step"><b>1 of (\d+)<', first)[0])
    assert 'rel="prev"' not in first
    assert 'rel="next"' in first
    last = step(over, n)
    assert 'rel="next"' not in last
    assert "The game is over" in last
    shown = over.page(token="token-of-the-host", query="/board")
    assert board(last) == board(shown)
    assert board(first) != board(last)


def test_a_step_shows_what_its_entry_did(over: Opened) -> None:
    """Each worker that the log says was placed stands there on the board of that step, and not on the one before."""
    n = int(re.findall(r"of (\d+)<", step(over, 1))[0])
    for at in range(3, min(n, 14)):
        before, after = step(over, at - 1), step(over, at)
        if "places a worker" in after[after.index('class="deed"') : after.index('class="walk"')]:
            assert board(after).count('class="workers"') > board(before).count('class="workers"')
            return
    raise AssertionError("nobody placed a worker")


@pytest.mark.parametrize("asked", ["0", "-3", "x", "99999", ""])
def test_a_step_that_is_not_there_is_the_nearest(over: Opened, asked: str) -> None:
    assert 'class="step"' in step(over, asked)


def test_what_was_taken_back_is_not_played_back(app: Flask) -> None:
    table = opened(app, "caylus", "en", ("red", "blue"), seed=6)
    table.step()
    before = re.findall(r"of (\d+)<", step(table, 1))
    table.step()
    with_it = re.findall(r"of (\d+)<", step(table, 1))
    client = table.device(token="token-of-the-host")
    page = client.get(f"/t/{table.code}/log", base_url=BASE).text
    form = dict(re.findall(r'name="(csrf_token|seen|key)" value="([^"]+)"', page))
    client.post(
        f"/t/{table.code}/act",
        base_url=BASE,
        headers={"Referer": BASE},
        data=form | {"kind": "undo", "to": str(table.table.seq), "screen": "log"},
    )
    assert int(with_it[0]) == int(before[0]) + 1
    assert re.findall(r"of (\d+)<", step(table, 1)) == before


def test_where_only_points_are_counted_there_is_nothing_to_play_back(app: Flask) -> None:
    table = opened(app, "caylus", "en", ("red", "blue"), depth=Depth.SHEET)
    assert "nothing to play back" in step(table, 1)


# the log


def test_the_log_folds_by_rounds_with_the_newest_open(over: Opened) -> None:
    page = over.page(query="/log")
    rounds = re.findall(r'<details class="turn-of-all"( open)?>\s*<summary><h2>(.*?)</h2>', page)
    assert [bool(unfolded) for unfolded, _ in rounds] == [True] + [False] * (len(rounds) - 1)
    numbers = [int(re.findall(r"\d+", heading)[0]) for _, heading in rounds]
    assert numbers == sorted(set(numbers), reverse=True)
    assert len(numbers) > 1


def test_the_log_of_one_player_tells_of_nobody_else(app: Flask) -> None:
    table = opened(app, "caylus", "en", ("red", "blue", "green"), names=("Ann", "Bo", "Cas"), seed=3).sit(
        "red", "blue", "green"
    )
    for _ in range(3):
        decision = table.table.decision
        assert decision
        assert decision.seat
        table.play(next(text for text in decision.options if text.startswith("place")), colour=decision.seat)
    whole, blues = table.page(query="/log"), table.page(query="/log?of=blue")
    rows = re.findall(r'<li id="entry-\d+".*?</li>', blues, re.DOTALL)
    assert rows
    assert all("Bo" in row for row in rows)
    assert len(rows) < len(re.findall(r'<li id="entry-\d+"', whole))
    assert "Ann places a worker" in whole
    assert not any("Ann places a worker" in row for row in rows)


def test_at_the_end_nothing_of_the_log_is_offered_to_be_taken_back(over: Opened) -> None:
    page = over.page(token="token-of-the-host", query="/log")
    assert 'form="back-' not in page
