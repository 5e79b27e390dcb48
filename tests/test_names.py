"""Public classes have unique names, so that nobody has to open two files to find one."""

import ast
from collections import defaultdict
from pathlib import Path

from companion.register import games

ROOT = Path(__file__).resolve().parent.parent

MODELS = "companion/web/api/models.py"
"""Models of the API have the names of what they describe."""


def test_no_two_public_classes_share_a_name() -> None:
    """Except the corresponding classes of the games."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in sorted((ROOT / "companion").rglob("*.py")):
        place = str(file.relative_to(ROOT))
        if place != MODELS:
            for game in games():
                place = place.replace(f"games/{game}/", "games/GAME/")
            for name in public_classes(file):
                found[name].add(place)
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def public_classes(file: Path) -> list[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [it.name for it in tree.body if isinstance(it, ast.ClassDef) and not it.name.startswith("_")]


def test_a_class_of_one_name_would_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("class Table: ...\nclass _Hidden: ...\n")
    assert public_classes(file) == ["Table"]
