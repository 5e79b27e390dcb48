"""A language that is longer than all others, and plainly not theirs."""

from pathlib import Path

from click.testing import CliRunner

from companion.i18n.translator import Translator
from companion.rules import load
from tests.words import plain
from tools.words.__main__ import words
from tools.words.pseudo import PSEUDO


def test_every_message_is_longer_and_keeps_its_numbers(tmp_path: Path) -> None:
    assert CliRunner().invoke(words, ["pseudo", str(tmp_path)]).exit_code == 0
    t = Translator(PSEUDO, load("caylus", "en"), overlays=[tmp_path])
    assert len(t.name("building.tailor")) >= 1.4 * len("Tailor")
    assert plain(t.count("denier", 2)).startswith("«2 déñíérs")
    assert "2" in t.text("ruling.castle_refusal")
    assert t.form("building.mason", "onto").startswith("on the «")
