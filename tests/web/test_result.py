"""When a game has come to its end every screen says so, to those who see and to those who listen."""

import pytest

from companion.table.tokens import new_token
from companion.web import create_app
from tests.table.people import play_on, setup

SAID = {"en": "wins", "nl": "wint", "de": "gewinnt"}


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("language", SAID)
def test_the_status_line_names_the_winner(game: str, language: str) -> None:
    app = create_app()
    tables, token = app.extensions["tables"], new_token()
    opened = tables.create(setup(game), token, seed=4)
    play_on(tables, opened.id, 5_000, seed=4)
    table = tables.place(opened.id).table
    assert table.over
    client = app.test_client()
    client.set_cookie("language", language, domain="localhost")
    text = client.get(f"/t/{opened.code}/board", base_url="http://localhost").get_data(as_text=True)
    told = text.partition('role="status">')[2].partition("</p>")[0]
    points = dict(zip(table.setup.colours, table.referee.scores(table.state), strict=True))
    best = [colour for colour, n in points.items() if n == max(points.values())]
    names = {"red": ("Red", "Rood", "Rot"), "blue": ("Blue", "Blauw", "Blau"), "green": ("Green", "Groen", "Grün")}
    assert all(any(name in told for name in names[colour]) for colour in best), told
    assert not any(name in told for colour in points if colour not in best for name in names[colour]), told
