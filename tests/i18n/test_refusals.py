"""What the engine says in codes, people read in sentences: why not, what is impossible, what follows, what to keep."""

from collections.abc import Callable

import pytest

from companion.engine.consequences import Consequence
from companion.engine.errors import BadPosition, BadState, EngineError, IllegalAction, Reason
from companion.engine.notation import NotationError, Word
from companion.engine.records import RecordError
from companion.engine.reminders import Reminder
from companion.i18n.narration import consequence_line, error_lines, fault_line, problem_line, reason_line, reminder_line
from companion.i18n.translator import Translator
from companion.rules import load
from tests.i18n.told import Case, cases, translator
from tests.words import plain

Args = dict[str, str | int]

SAID: dict[str, Callable[[Translator, str, Args], str]] = {
    "why": lambda t, code, args: reason_line(t, Reason(code, args)),
    "position": lambda t, code, args: problem_line(t, Reason(code, args)),
    "notation": lambda t, code, args: fault_line(t, NotationError(code, 1, 1, **args)),
    "follows": lambda t, code, args: consequence_line(t, Consequence(code, args)),
    "forget": lambda t, code, args: reminder_line(t, Reminder(code, args)),
}


@pytest.mark.parametrize("case", cases("answers"), ids=str)
def test_a_code_is_a_sentence(case: Case) -> None:
    kind, code, *given = case.given[0].split()
    pairs = (one.split("=") for one in given)
    args: Args = {name: int(value) if value.isdigit() else value for name, value in pairs}
    for t, lines in case.translators():
        assert [plain(SAID[kind](t, code, args))] == lines


NAMED: list[tuple[Callable[..., str], object, str]] = [
    (reason_line, Reason("out_of_turn", {"player": "red", "waiting": "blue"}), "Ann is not next. Next: Blue."),
    (problem_line, Reason("points", {"player": "red"}), "Ann has prestige points before the end of the game."),
    (
        consequence_line,
        Consequence("most_behind", {"seat": "red", "given": 3, "n": 2}),
        "Ann has given 3: you lack 2 to lead",
    ),
    (reminder_line, Reminder("most_batches", {"seat": "red", "goods": "1G"}), "Most batches: Ann gets 1 gold"),
]


@pytest.mark.parametrize(("line", "what", "said"), NAMED)
def test_who_gave_a_name_is_called_by_it(line: Callable[..., str], what: object, said: str) -> None:
    assert plain(line(translator("caylus", "en", "en"), what, {"red": "Ann"})) == said


def refused(error: EngineError, game: str = "caylus") -> EngineError:
    error.rules = load(game, "en")
    return error


FARM = Reason("not_neutral", {"building": "n_farm"})
ERRORS = [
    (IllegalAction("build n_farm", FARM), ["The neutral farm is not neutral."]),
    (NotationError("amount", 3, 7, text="2Q"), ["Line 3, column 7: “2Q” is not an amount; write it like “2F1W3d”."]),
    (RecordError(Word("place", 4, 2), FARM, None), ["Line 4, column 2: “place”: The neutral farm is not neutral."]),
    (BadState("seats_number", n=2, expected=3), ["The numbers of colors and of players differ: 2 and 3."]),
    (
        BadPosition([Reason("bailiff", {"first": 1, "last": 28}), Reason("twice_in", {"place": "bridge"})]),
        [
            "This position is impossible:",
            "- The bailiff must be on a space from 1 to 28.",
            "- A player has been put on the bridge twice.",
        ],
    ),
]


@pytest.mark.parametrize(("error", "lines"), ERRORS, ids=lambda value: type(value).__name__)
def test_an_error_is_told_line_by_line(error: EngineError, lines: list[str]) -> None:
    """In the words of its own box, whichever the reader has before them."""
    for reader in (Translator("en"), translator("magna_carta", "en", "en")):
        assert [plain(line) for line in error_lines(reader, refused(error))] == lines
