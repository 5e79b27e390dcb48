"""The golden playthroughs: the committed games, replayed, tell the same story to the letter."""

from pathlib import Path

import pytest

from companion.engine.loading import opened
from companion.engine.records import parse, replay
from tests.playthroughs.make import told

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_story_is_the_same(file: Path) -> None:
    golden = file.read_text(encoding="utf-8")
    record = "\n".join(line[8:] for line in golden.splitlines() if line.startswith("record: ") or line == "record: ")
    game = replay(parse(record), opened)
    assert game.over
    assert told(game) == golden


def test_there_are_games_of_every_edition() -> None:
    assert {file.stem.rsplit("-", 1)[0] for file in FILES} >= {"en", "de", "nl", "nl-first"}


def test_there_are_games_of_magna_carta() -> None:
    assert {file.stem for file in FILES} >= {"mc-intro-2", "mc-standard-4", "mc-standard-3-untracked"}
