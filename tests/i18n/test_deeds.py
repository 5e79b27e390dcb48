"""The log is told as people tell it: a deed a line, names that leave no doubt, and why somebody got nothing."""

import re
from functools import cache
from pathlib import Path

import pytest

from companion.engine.events import Event
from companion.engine.game import Game
from companion.engine.loading import opened
from companion.engine.records import RecordError, parse, replay
from companion.i18n.deeds import deed_lines, told_deeds
from companion.i18n.translator import Translator
from companion.rules import library, load
from companion.rules.vocabulary import Category
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

*_, NEWEST = sorted(Path(__file__).parent.parent.glob("corpus/v*"))
RECORDS = sorted(NEWEST.glob("records/*.txt"))
"""The games of each version are the same."""

BEFORE = "the provost stopped short of it"


@cache
def played(file: Path) -> Game:
    try:
        return replay(parse(file.read_text("utf-8")), lambda headers, position: opened(headers, position, library()))
    except RecordError as error:
        if error.game is None:
            raise
        return error.game


@pytest.mark.drawn(16)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_whole_game_is_told(file: Path, language: str) -> None:
    game = played(file)
    lines = deed_lines(Translator(language, game.rules), game.events())
    assert [line for line in lines if re.search(r"[{}]|  |\bNone\b|[.,;:]{2}", line)] == []
    assert len(lines) < 0.8 * len(game.events())


@pytest.mark.drawn(6)
@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_provost_is_the_reason_exactly_where_he_stands_before(file: Path) -> None:
    """Told action by action, as a table does. Every worker on the road beyond the provost, and no other one."""
    game, record = played(file), parse(file.read_text("utf-8"))
    again = opened(record.headers, record.position, library())
    t, provost = Translator("en", game.rules), 0
    # Only where a name stands once on the road is it known which space a line is about.
    spaces = {name: [0, 0] for name in game.rules.data.buildings if name in str(record.position)}
    for action in game.actions:
        before = len(again.events())
        again.play(action)
        events = again.events()[before:]
        lines = {id(event): line for event, line in told_deeds(t, events)}
        for event in events:
            if event.id in ("drawn", "built", "laid") and event["space"]:
                spaces.setdefault(str(event["building"]), []).append(event.number("space"))
            if event.id in ("provost_moved", "bailiff_moved", "provost_set"):
                provost = event.number("space")
            where = spaces.get(str(event["building"]), []) if event.id == "returned" and provost else []
            if len(where) == 1 and id(event) in lines:
                assert (BEFORE in lines[id(event)]) == (where[0] > provost), lines[id(event)]
            elif len(where) == 1:
                assert where[0] <= provost


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_of_one_printed_name_are_told_apart(language: str) -> None:
    """No line that names a building could be about another one."""
    for game, edition in ((g, e) for g in library().games for e in library().editions(g)):
        rules = load(game, edition)
        t = Translator(language, rules)
        lines: dict[str, str] = {}
        for building, it in rules.data.buildings.items():
            for id, name in (("placed", "building"), ("drew", "card")):
                (line,) = deed_lines(t, [Event(id, {"seat": "red", name: building})])
                if it.category != Category.RESIDENTIAL:
                    assert lines.setdefault(line, building) == building
