"""Whole games retold, and scores of what nobody meant to give."""

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.engine.game import Game
from companion.engine.records import write
from companion.i18n.narration import event_line, reason_line
from companion.i18n.translator import Translator
from tests.engine.corpus import Curious, cards, fresh, play_out, rich
from tests.engine.detectors import NONSENSE, universe
from tests.pairs import chance
from tests.words import LANGUAGES


def run(*words: str, exit_code: int = 0) -> Result:
    result = CliRunner().invoke(main, list(words), env={"LANG": "en_GB.UTF-8", "COLUMNS": "100"})
    assert result.exit_code == exit_code, result.output
    assert "Traceback" not in result.output
    return result


def answer(*words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


SEEDS = {"caylus": 6, "cards": 2, "rich": 1}


@cache
def played(kind: str) -> Game:
    begun = {"caylus": fresh("nl", 3), "cards": cards("standard", 3), "rich": rich("de", 4)}[kind]
    return play_out(begun, Curious(random.Random(SEEDS[kind]), greed=0.5))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "sunday.txt"
    file.write_text(write(played("caylus")), encoding="utf-8")
    return file


# replay


def test_a_game_is_told_to_its_end(record: Path) -> None:
    told = run("replay", str(record), "--lang", "nl").stdout
    assert "een arbeider" in told
    assert told.rstrip().splitlines()[-1].startswith("Winnaar")
    data = answer("replay", str(record))
    assert data["over"] is True
    game = played("caylus")
    assert data["scores"] == dict(zip(game.seats, game.state.prestige, strict=True))
    assert data["actions"] == list(game.actions)


def test_up_to_a_round_and_phase(record: Path) -> None:
    data = answer("replay", str(record), "--at", "3.provost")
    assert data["turn"] == 3
    assert "turn: 3 provost" in data["position"]
    assert data["decision"]["kind"] in ("bribe", "take", "trade")
    assert answer("replay", str(record), "--at", "2")["turn"] == 2
    assert "99.income" in run("replay", str(record), "--at", "99.income", exit_code=2).stderr


def test_magna_carta_is_told_too(tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(write(played("cards")), encoding="utf-8")
    for language, word in (("nl", "voogd"), ("de", "Vogt"), ("en", "provost")):
        assert word in run("replay", str(file), "--lang", language).stdout


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["caylus", "cards", "rich"])
def test_every_event_and_every_refusal_has_words(kind: str) -> None:
    """In a language that the seed draws: which places a sentence has, all languages agree on."""
    game = played(kind)
    t = Translator(chance(kind).choice(LANGUAGES), game.rules)
    for event in game.events():
        line = event_line(t, event)
        assert line[:1].isupper() or line[:1].isdigit()
        assert line.endswith(".")
        assert "{" not in line
        assert "None" not in line
    again = Game(game.referee, game.first)
    for place, action in enumerate(game.actions[:60]):
        for text in (*universe(game.referee.board), *NONSENSE) if place % 12 == 0 else ():  # type: ignore[attr-defined]
            reason = again.why_not(text)
            if reason is not None:
                assert "{" not in reason_line(t, reason)
        again.play(action)


# score


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["red:track=3", "red:track=5"], "“red” is given twice."),
        (["red:track=3", " red :gold=1"], "“red” is given twice."),
        (["red:track=3,track=5"], "“red: track” is given twice."),
        (["red"], "red has no field; valid: track, gold, cubes, deniers."),
        (["red:"], "red has no field"),
        ([":track=3"], "Every player needs a name."),
        (["red:track=-3"], "“-3” is not a whole number from 0 to 9,999."),
        (["red:track=12345"], "“12345” is not a whole number from 0 to 9,999."),
        (["red:track=" + "9" * 5000], "9…” is not a whole number from 0 to 9,999."),
        (["red:track=٣"], "“٣” is not a whole number"),
        (["red:luck=3"], "There is no field “luck”; valid: track, gold, cubes, deniers."),
    ],
)
def test_nothing_is_counted_that_was_not_meant(options: list[str], said: str) -> None:
    words = [word for option in options for word in ("--player", option)]
    answered = run("score", *words, exit_code=2)
    assert said in answered.stderr
    assert not answered.stdout
    for language in LANGUAGES:
        assert not re.search("[“„‘’”«»]\\s?[“„‘’”«»]", run("score", *words, "--lang", language, exit_code=2).stderr)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"red": {"track": 3}, "red": {"track": 5}}', "“red” is given twice."),
        ('{"players": {"red": {"track": 3, "track": 5}}}', "“red: track” is given twice."),
        ('{"red": {"track": ' + "9" * 5000 + "}}", "cannot be read"),
        ('{"red": {"track": ' + "9" * 4000 + "}}", "is not a whole number"),
        ('{"red": {"track": 3.0}}', "“3.0” is not a whole number"),
        ('{"red": {"track": [3]}}', "is not a whole number"),
        ('{"red": {"track": {"gold": 3}}}', "is not a whole number"),
        ('{"red": ' * 100_000, "cannot be read as JSON"),
        ("[" * 100_000, "cannot be read as JSON"),
        ('{"red": {}}', "red has no field"),
        ('{"": {"track": 3}}', "Every player needs a name."),
        ("[]", "No players are given."),
        ('["red"]', "No players are given."),
    ],
    ids=range(13),
)
def test_a_file_with_what_was_not_meant(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "end.json"
    file.write_text(text)
    answered = run("score", "--file", str(file), exit_code=2).stderr
    assert said in answered
    assert len(answered) < 400


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b'{"Ann": ' + b"1" * 6000 + b"}", ""),
        (b"[" * 100_000, ""),
        (b"\xff\x00\x9c", ""),
        (b'{"Ann": }', "Regel 1, kolom 9: "),
    ],
)
def test_a_file_that_cannot_be_read_is_said_in_the_persons_language(tmp_path: Path, content: bytes, where: str) -> None:
    file = tmp_path / "score.json"
    file.write_bytes(content)
    said = run("score", "--file", str(file), "--lang", "nl", exit_code=2).stderr
    assert said.splitlines()[-1].removeprefix("Error: ") == f"{where}{file} is niet te lezen als JSON."
