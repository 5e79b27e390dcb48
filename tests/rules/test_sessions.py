"""What an owner reads about their box: every slip in data, words and drawings as a whole sentence, all at once."""

import re
from pathlib import Path

import pytest

from companion.i18n.translator import Translator
from companion.rules.errors import EXPECTED, PROBLEMS
from tests.sessions import Scene, play, scenes

SCENES = scenes(Path(__file__).parent / "sessions")
NEVER_SEEN = {"invalid", "never_asked", "not_playable"}
"""What the validator may say one day that it does not say now, and what is the fault of a program and no owner."""


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_what_is_said(scene: Scene) -> None:
    for command, written, answered in play(scene):
        assert answered == written, command


def test_every_kind_of_fault_is_said_in_some_scene() -> None:
    t = Translator("en")
    lines = [line for scene in SCENES for step in scene.steps for line in step.lines]
    for code in {*PROBLEMS} - NEVER_SEEN:
        for id in [f"{code}.{what}" for what in EXPECTED] if code == "expected" else [code]:
            sentence, _ = t.find("say", f"problem.{id}") or ("", None)
            parts = [re.escape(part) for part in re.split(r"\{.*?\}", sentence)]
            assert any(re.search("\\S " + ".+".join(parts), line) for line in lines), f"no scene has a fault {id}"
