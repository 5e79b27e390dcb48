"""Every box there is to open: those of the app, and those that docs/data.md shows how to make."""

import re
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "data.md"


def _examples() -> list[str]:
    """What the docs lay over every edition."""
    return [example for example in _shown("toml") if "[edition]" not in example]


def _shown(kind: str) -> list[str]:
    """The files of a kind from where the docs lay something over every edition."""
    text = DOCS.read_text(encoding="utf-8")
    return re.findall(rf"```{kind}\n(.*?)```", text[text.index("### Change a number, add a building") :], re.DOTALL)


def own_buildings() -> list[str]:
    """The buildings that the docs make."""
    new = (part for example in _examples() for part in example.split("\n[") if "category" in part)
    return [name for part in new for name in re.findall(r"^\[?buildings\.(\w+)\]", part)]


def overlay(folder: Path) -> Path:
    """The examples of the docs as one box of somebody's own, with no more words than the docs ask for."""
    things = _examples()
    (folder / "caylus").mkdir(parents=True)
    (folder / "caylus" / "own.toml").write_text("\n".join(things), encoding="utf-8")
    _words(folder, own_buildings())
    return folder


def _words(folder: Path, names: list[str]) -> None:
    """A name for each building, in one language: the first that the docs show, if any."""
    entries = _shown("po")[:1] or [
        f'msgctxt "name"\nmsgid "building.{name}"\nmsgstr "{name.title()}"\n' for name in names
    ]
    file = folder / "locales" / "en" / "LC_MESSAGES" / "caylus.po"
    file.parent.mkdir(parents=True)
    heading = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    file.write_text("\n".join((heading, *entries)), encoding="utf-8")


def variants_of(game: str, names: list[str]) -> Iterator[list[str]]:
    """The sets of variants that can be asked for."""
    yield []
    if game == "magna_carta":
        yield from ([name] for name in names)
        return
    chosen = [name for name in names if name != "two_players"]
    yield from ([name] for name in chosen)
    yield chosen
