"""The log tells what happened as people tell it."""

import pytest

from companion.engine.events import EVENTS, Argument, Event
from companion.i18n.deeds import deed_lines
from companion.i18n.narration import event_line
from tests.i18n.told import Case, cases, translator
from tests.words import plain


def happened(text: str) -> Event:
    """Read an event: its id, and its arguments in their order."""
    id, *values = text.split()
    return Event(id, dict(zip(EVENTS[id], map(_argument, EVENTS[id], values), strict=True)))


def _argument(name: str, text: str) -> Argument:
    if name == "order":
        return text.split(",")
    if text in ("-", "none"):
        return "" if text == "-" else None
    return int(text) if text.lstrip("-").isdigit() else text


@pytest.mark.parametrize("case", cases("log"), ids=str)
def test_the_log_tells_what_happened(case: Case) -> None:
    events = [happened(text) for text in case.given]
    for t, lines in case.translators():
        assert [plain(line) for line in deed_lines(t, events)] == lines


NAMES = {"red": "Ann", "blue": "Bo", "green": "Cy"}


@pytest.mark.parametrize("case", cases("log"), ids=str)
def test_who_gave_a_name_is_called_by_it(case: Case) -> None:
    events, t = [happened(text) for text in case.given], translator(case.game, case.edition, "en")
    lines = [line.replace("Red", "Ann").replace("Blue", "Bo").replace("Green", "Cy") for line in case.said["en"]]
    assert [plain(line) for line in deed_lines(t, events, NAMES)] == lines


def test_where_nobody_referees_nobody_says_why_a_worker_came_home() -> None:
    events = [happened(text) for text in ("phase 3 buildings", "returned red mason")]
    t = translator("caylus", "en", "en")
    assert deed_lines(t, events, refereed=False)[1] == "Red takes back the worker at the mason."


def test_a_single_thing_is_told_without_its_deed() -> None:
    t = translator("caylus", "en", "en")
    assert plain(event_line(t, happened("paid red 2 provost -"))) == "Red pays 2 deniers to move the provost."
    assert event_line(t, happened("took red 2F1W effect mason"), NAMES).startswith("Ann ")
