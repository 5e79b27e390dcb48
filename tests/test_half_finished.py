"""The kind of choice that docs/engine.md tells how to make, in a copy of the project: `rules check` asks for it all."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

HERE = Path(__file__).parents[1]
TEXT = (HERE / "docs/engine.md").read_text(encoding="utf-8")
BEG = re.search(r"```python\n(class BegChoice.*?)```", TEXT, re.DOTALL)[1]  # type: ignore[index]

SAYS = {"choice.beg": "Beg?", "option.beg": "Beg {player}", "why.not_richer": "{player} is not richer."}
CATALOGUE = "locales/{}/LC_MESSAGES/companion.po"
GAME = "companion/games/caylus/"
ASK = '_move_bailiff(b, s)\n        s.todo.append(("beg", s.order[-1], 0))\n'
NEXT = '        self.beg = {act(f"beg {colour}"): seat for seat, colour in enumerate(self.seats)}\n'


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A copy with the choice, asked at the end of every turn, and its words."""
    for part in ("companion", "rules_data", "locales", "templates"):
        shutil.copytree(HERE / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    edit(tmp_path / f"{GAME}choices.py", "DRAW, NEXT, FAVORS = ", f"{BEG}\n\nDRAW, NEXT, FAVORS = ")
    edit(tmp_path / f"{GAME}choices.py", "        FAVORS,\n    )", "        FAVORS,\n        BegChoice(),\n    )")
    edit(tmp_path / f"{GAME}actions.py", "VERBS: Verbs = {", 'VERBS: Verbs = {\n    "beg": (ActionPart.SEAT,),')
    edit(tmp_path / f"{GAME}compiled.py", "        self.next = [", NEXT + "        self.next = [")
    edit(tmp_path / f"{GAME}phases.py", "_move_bailiff(b, s)\n        s.cursor", f"{ASK}        s.cursor")
    for language in LANGUAGES:
        for id, text in SAYS.items():
            say(tmp_path, language, id, text)
    return tmp_path


def say(home: Path, language: str, id: str, text: str) -> None:
    with (home / CATALOGUE.format(language)).open("a", encoding="utf-8") as file:
        file.write(f'\nmsgctxt "say"\nmsgid "{id}"\nmsgstr "{text}"\n')


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, (file, old)
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def run(home: Path, *arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def checked(home: Path) -> str:
    return run(home, "-m", "companion", "rules", "check", "--lang", "en")


ASKED = """
from companion.engine.assistant import assistant_for
from companion.engine.game import Game, new_game
from companion.rules import load
from companion.table.corrections import corrected
game = new_game(load("caylus", "en", players=2), ["red", "blue"])
while game.over or game.decision.kind != "beg":
    game.play(game.options[-1])
assistant = assistant_for(game.rules, game.seats)
for state in (
    corrected(game.position(), {"red.prestige": "31"}),
    corrected(game.position(), {"order": " ".join(reversed(game.position().fields()["order"].split()))}),
    assistant.release(assistant.take_over(game.state)),
    Game.from_position(str(game.position())).state,
):
    print(Game(game.referee, state).decision.kind)
"""


def test_a_finished_one_is_in_order_and_stays_open(finished: Path) -> None:
    """No other list needs to know it: it survives a correction, a change of depth and a journey as text."""
    assert "in order" in checked(finished)
    assert run(finished, "-c", ASKED).split() == ["beg"] * 4


@pytest.mark.drawn(1)
@pytest.mark.parametrize("id", SAYS)
def test_each_word_is_asked_for_once_by_its_id(finished: Path, id: str) -> None:
    for language in LANGUAGES:
        file = finished / CATALOGUE.format(language)
        text = file.read_text(encoding="utf-8")
        assert f'msgid "{id}"' in text
        file.write_text(text.replace(f'msgid "{id}"', f'msgid "unused.{id}"'), encoding="utf-8")
    told = checked(finished)
    assert id in told, told
    assert told.count(id) <= 2, told


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("actions.py", '    "beg": (ActionPart.SEAT,),\n', "", "beg"),
        ("choices.py", 'kind, verbs = "beg", ("beg", DECLINE)', 'kind, verbs = "beg", (DECLINE,)', "beg"),
        ("phases.py", 's.todo.append(("beg", s.order[-1], 0))', "pass", "beg never came up"),
    ],
    ids=["no verb", "a verb not declared", "a choice that no step asks"],
)
def test_each_other_part_is_asked_for(finished: Path, file: str, old: str, new: str, told: str) -> None:
    edit(finished / f"{GAME}{file}", old, new)
    words = checked(finished)
    assert "in order" not in words
    assert told in words


FORESEEN = """

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        if preview.mine["prestige"] > 150:
            yield follows("begged")"""


def test_what_is_foreseen_is_asked_for_wherever_it_stands(finished: Path) -> None:
    """Also what a module for all kinds foresees, and what no game of the check comes to."""
    said = 'kind, verbs = "beg", ("beg", DECLINE)  # words: choice.beg, option.beg'
    edit(finished / f"{GAME}choices.py", said, f"{said}{FORESEEN}")
    edit(
        finished / f"{GAME}foresight.py",
        "def data(",
        'def rare() -> Iterator[Consequence]:\n    yield follows("lent")\n\n\ndef data(',
    )
    told = checked(finished)
    assert "follows.begged" in told
    assert "follows.lent" in told
    for language in LANGUAGES:
        for id in ("begged", "lent"):
            say(finished, language, f"follows.{id}", "So it is.")
    assert "CONSEQUENCES" in checked(finished)
