"""Everything that reads a text of somebody's: what it reads, and how it may refuse."""

import json
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from companion import paths
from companion.engine import records
from companion.engine.errors import EngineError
from companion.engine.game import new_game
from companion.engine.loading import opened, position_game, saved_game
from companion.i18n.audit import audit
from companion.rules import BadData, Library, RulesError, library, load
from companion.table import exports, imports
from companion.table.commands import COMMAND, Command, Count, Play
from companion.table.corrections import corrected
from companion.table.errors import TableError
from companion.table.handlers import do
from companion.table.setup import Setup
from companion.table.table import Table
from companion.table.vocabulary import Depth
from tests.engine.corpus import Curious, cards, fresh, play_out, rich
from tests.table.people import HOST, setup, some_wish

ENGINE = (EngineError, RulesError)


@dataclass(frozen=True)
class Parser:
    """One of them."""

    name: str
    read: Callable[[str], Any]
    refuses: tuple[type[Exception], ...]
    texts: list[str]
    """Real ones."""
    longest: int = 2_000_000
    """Characters that it is given at most: what the web takes, or what an owner could write."""


PARSERS = (
    "records", "positions", "saves", "corrections", "imports", "setups", "wishes", "overlays", "catalogues",
)  # fmt: skip


@cache
def parsers() -> tuple[Parser, ...]:
    """All of them, each with real texts of its own."""
    records_, positions, saves = _games()
    brought = _exports()
    return (
        Parser("records", _record, ENGINE, records_),
        Parser("positions", position_game, ENGINE, positions),
        Parser("saves", lambda text: saved_game(json.loads(text)), (*ENGINE, ValueError, RecursionError), saves),
        Parser("corrections", _correct, (*ENGINE, TableError), _fields(), longest=65_536),
        Parser("imports", imports.read, (imports.Unreadable, *ENGINE), [*brought, *records_[:4], *positions[:4]]),
        Parser("setups", _open, (ValidationError, TableError, *ENGINE), _setups(), longest=65_536),
        Parser("wishes", COMMAND.validate_json, (ValidationError,), _wishes(), longest=65_536),
        Parser("overlays", _overlay, (RulesError,), _files("rules_data", ".toml"), longest=20_000),
        Parser("catalogues", _catalogue, (RulesError,), _files("locales", ".po"), longest=20_000),
    )


# what reads


def _record(text: str) -> None:
    records.replay(records.parse(text), opened)


def _correct(text: str) -> None:
    """The name of a game, then lines `PATH=VALUE`, at a table of it in the middle of a game."""
    first, *lines = text.split("\n")
    changes = dict(line.split("=", 1) for line in lines if "=" in line)
    game = _middle("magna_carta" if first == "magna_carta" else "caylus")
    before = game.state.to_json()
    try:
        corrected(game.position(), changes)
    finally:
        assert game.state.to_json() == before


def _open(text: str) -> None:
    Table.open(Setup.model_validate_json(text))


def _overlay(text: str) -> None:
    """A file of an owner's own data: every fault is told, none is thrown."""
    with _folder("caylus/editions/own.toml", text) as folder:
        own = Library((folder,))
        if problems := own.check():
            raise BadData(problems)
        own.rules("caylus", players=3)


def _catalogue(text: str) -> None:
    with _folder("locales/xx/LC_MESSAGES/companion.po", text) as folder:
        if problems := audit(library(), (folder,)):
            raise BadData(problems)


class _folder:  # noqa: N801 - reads as what it gives
    """A folder with one file in it."""

    def __init__(self, name: str, text: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="companion-overlay-"))
        file = self.folder / name
        file.parent.mkdir(parents=True)
        file.write_bytes(text.encode("utf-8", "surrogatepass"))

    def __enter__(self) -> Path:
        return self.folder

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder)


# real texts


def _games() -> tuple[list[str], list[str], list[str]]:
    player, chance = Curious(random.Random(5)), random.Random(6)
    games = [fresh("en", 2), fresh("nl", 5), rich("de", 3), cards("standard", 3), cards("intro", 2, untracked=True)]
    for game in games:
        for _ in range(chance.randint(20, 120)):
            if not game.over:
                game.play(player.pick(game))
    games.append(play_out(cards("standard", 2), player))
    found = [records.write(game) for game in games]
    positions = [str(game.position()) for game in games]
    return found, positions, [json.dumps(game.to_json()) for game in games]


@cache
def _middle(name: str) -> Any:
    game = new_game(load(name, "en", players=3))
    chance = random.Random(3)
    game.answer_chance(chance)
    for _ in range(80):
        game.play(chance.choice(game.options))
        game.answer_chance(chance)
    return game


def _fields() -> list[str]:
    found = []
    for name in ("caylus", "magna_carta"):
        game = _middle(name)
        known = game.position().fields()
        found.append("\n".join((name, *(f"{path}={text}" for path, text in known.items()))))
        found += [f"{name}\n{path}={text}" for path, text in known.items()]
    return found


def _tables() -> Iterator[Table]:
    for game in ("caylus", "magna_carta"):
        for depth in ("referee", "assistant", "sheet"):
            yield Table.open(setup(game, depth=Depth(depth)), seed=4)


def _exports() -> list[str]:
    found, chance = [], random.Random(9)
    for table in _tables():
        for _ in range(40):
            if not table.over:
                with suppress(TableError, EngineError):
                    do(table, some_wish(table, chance) if table.decision else _quick(table, chance), HOST)
        entries = table.past.kept  # type: ignore[attr-defined]  # opened in memory
        found += [exports.record(table.snapshot(), entries), exports.whole(table.snapshot(), entries)]
    return found


def _quick(table: Table, chance: random.Random) -> Command:
    if table.depth == Depth.SHEET:
        return Count(seat="red", values={"gold": chance.randint(0, 9)})
    return Play(actions=(chance.choice(table.assistant.entries(table.state) or ["red +2d"]),))


def _setups() -> list[str]:
    more: list[dict[str, Any]] = [
        {}, {"depth": "assistant"}, {"depth": "sheet", "clock": 30}, {"chance": "table", "title": "Club"},
        {"variants": ["lawyer_3"]}, {"position": _games_position()}, {"game": "magna_carta", "variants": ["intro"]},
        {"game": "magna_carta", "untracked": ["red"]}, {"game": "magna_carta", "depth": "assistant"},
    ]  # fmt: skip
    return [json.dumps(setup().model_dump(mode="json") | one) for one in more]


def _games_position() -> str:
    game = _middle("caylus")
    return str(game.position())


def _wishes() -> list[str]:
    plain: list[dict[str, Any]] = [
        {"kind": "play", "actions": ["place castle", "pass"]}, {"kind": "correct", "changes": {"red.deniers": "7"}},
        {"kind": "count", "seat": "red", "values": {"gold": 3}}, {"kind": "depth", "depth": "sheet"},
        {"kind": "undo", "to": 3}, {"kind": "redo"}, {"kind": "ask", "to": 4}, {"kind": "agree"}, {"kind": "refuse"},
        {"kind": "rename", "seat": "red", "name": "Ann"}, {"kind": "pause"}, {"kind": "resume"}, {"kind": "end"},
        {"kind": "reopen"}, {"kind": "reminders", "shown": False},
    ]  # fmt: skip
    return [json.dumps(one) for one in plain]


def _files(folder: str, suffix: str) -> list[str]:
    found = getattr(paths, folder)()
    return [file.read_text(encoding="utf-8") for file in sorted(found.rglob(f"*{suffix}"))]
