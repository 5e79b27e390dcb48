"""A short run of `tests.faults.hostile`, and of what hypothesis thinks of."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.errors import BadPosition, BadState
from companion.engine.loading import position_game, saved_game
from companion.rules import UnknownName, load
from companion.table.vocabulary import Depth
from tests.faults.hostile import MEGABYTES, TABLES, Outcome, attack, hostile_texts, memory, monstrous_texts, read
from tests.faults.parsers import PARSERS, Parser, parsers
from tests.pairs import SEED

pytestmark = pytest.mark.slow

ACTIONS = 2_000
TEXTS = {"overlays": 10, "catalogues": 5, "setups": 100, "wishes": 500}
"""How many texts a reader gets here; the others 50."""

EACH = pytest.mark.parametrize("name", PARSERS)


def parser_of(name: str) -> Parser:
    return next(one for one in parsers() if one.name == name)


@pytest.mark.parametrize(("game", "depth"), TABLES, ids=[f"{game}, {depth}" for game, depth in TABLES])
def test_a_hostile_action_is_refused_and_nothing_changes(game: str, depth: Depth) -> None:
    outcome = attack(game, depth, ACTIONS // len(TABLES), seed=SEED)
    assert outcome.faults == []
    assert outcome.refused >= ACTIONS // len(TABLES)
    assert outcome.refused > outcome.tried / 3, "hardly anything of this was hostile"


@EACH
def test_a_reader_reads_or_refuses(name: str) -> None:
    parser = parser_of(name)
    outcome = Outcome(parser.name)
    read(parser, hostile_texts(parser, TEXTS.get(parser.name, 50), random.Random(SEED)), outcome)
    assert outcome.faults == []
    if parser.name not in ("overlays", "catalogues"):  # a shipped file is not an owner's
        read(parser, iter(parser.texts[:20]), real := Outcome("real"))
        assert real.refused == 0, "these are no texts to begin with"
    assert outcome.refused, "nothing of this was hostile"


@EACH
def test_a_reader_bears_any_text(name: str) -> None:
    parser = parser_of(name)

    @given(text=st.text(max_size=200) | st.text(alphabet='{}[]":,=;|#.\n abredtun0129', max_size=400))
    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    def bears(text: str) -> None:
        read(parser, iter([text]), outcome := Outcome(parser.name))
        assert outcome.faults == []

    bears()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", ["records", "positions", "imports", "setups", "wishes", "corrections"])
def test_a_monstrous_text_takes_neither_time_nor_memory(name: str) -> None:
    parser = parser_of(name)
    before, outcome = memory(), Outcome(name)
    texts = [text for n, text in enumerate(monstrous_texts(parser)) if n % 11 == 0]
    read(parser, iter(texts), outcome)
    assert outcome.faults == []
    assert memory() - before < MEGABYTES


FOUND: dict[str, tuple[type[Exception], Any]] = {
    "a variant for two at a table of five": (
        UnknownName,
        lambda: load("caylus", "nl", ["two_players"], 5),
    ),
    "a worker of somebody who has passed": (
        BadPosition,
        lambda: position_game(
            "seats: red green blue\nturn: 1 provost\norder: red green blue\n"
            "road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter\n"
            "choice: worker:red\nred: 5d\ngreen: 5d\nblue: 5d"
        ),
    ),
    "a save that is a number": (BadState, lambda: saved_game(4)),  # type: ignore[arg-type]
    "a save of nobody's": (
        BadState,
        lambda: saved_game({"game": "caylus", "edition": "en", "variants": [], "seats": 3}),
    ),
}
"""What these programs have found, by what it was."""


@pytest.mark.parametrize(("error", "read_it"), FOUND.values(), ids=list(FOUND))
def test_what_was_found_stays_found(error: type[Exception], read_it: Any) -> None:
    with pytest.raises(error):
        read_it()
