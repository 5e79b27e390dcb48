"""Keep games of the present formats for ever: a folder of records, positions, saves, exports and a database.

Run it after a format has changed, before it is released. It only ever adds a folder; what is kept is never written
again, for it stands for files on people's disks.

python -m tests.corpus.make
"""

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion import __version__
from companion.engine import records
from companion.engine.game import Game
from companion.engine.scoring import game_sheet
from companion.table import exports
from companion.table.account import account
from companion.table.commands import Command, Correct, Count, End, Follow, Pause, Play, Redo, Rename, Undo
from companion.table.database import FILE, HEAD, Database
from companion.table.maintenance import backup
from companion.table.people import Who
from companion.table.setup import Seat, Setup
from companion.table.store import Store
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.vocabulary import Chance, Depth
from tests.engine.corpus import Curious, cards, fresh, rich, rich_cards

HERE = Path(__file__).parent
ABOUT = "about.json"
"""What a folder says of itself: its formats, and what each of its files leads to."""

FORMATS = {"export": exports.VERSION, "database": HEAD}
"""The formats that have a number of their own; a change of another one is a change of the corpus too."""

HOST_TOKEN, RED_TOKEN = "kept-for-ever-host", "kept-for-ever-red"
SEATS = (Seat(colour="red", name="Rood & Co"), Seat(colour="blue", name="Müller"), Seat(colour="green"))


def folders() -> list[Path]:
    """What is kept, the oldest first."""
    return sorted((one for one in HERE.glob("v*") if one.is_dir()), key=lambda one: int(one.name[1:]))


def about(folder: Path) -> dict[str, Any]:
    """What a folder says of itself."""
    found: dict[str, Any] = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    return found


# games of the engine


def games() -> Iterator[tuple[str, Game]]:
    """Both games, their boxes and rule sets; to the end and in the middle."""
    player = Curious(random.Random(77))
    makers = {
        "caylus-en-2": partial(fresh, "en", 2),
        "caylus-de-3": partial(fresh, "de", 3),
        "caylus-nl-5": partial(fresh, "nl", 5),
        "caylus-nl-first-4-simplified": partial(fresh, "nl-first", 4, "simplified_favors"),
        "caylus-rich-3": partial(rich, "en", 3),
        "magna-carta-intro-2": partial(cards, "intro", 2),
        "magna-carta-standard-4": partial(cards, "standard", 4),
        "magna-carta-untracked-3": partial(cards, "standard", 3, untracked=True),
        "magna-carta-rich-3": partial(rich_cards, "standard", 3),
    }
    for name, make in makers.items():
        game = make()
        while not game.over:
            if len(game.actions) == 60:
                yield f"{name}-middle", game.copy()
            game.play(player.pick(game))
        yield name, game


def leads_to(game: Game) -> dict[str, Any]:
    """What a game leads to."""
    return {"state": game.state.to_json(), "sheet": points_of(game_sheet(game)) if game.over else None}


def points_of(sheet: Any) -> dict[str, Any]:
    """A score sheet, line by line."""
    return {
        colour: [it.total, *([line.source, line.of, line.points] for line in it.lines)]
        for colour, it in sheet.players.items()
    }


# tables


def tables(kept: Tables) -> Iterator[tuple[str, str]]:
    """Tables of every kind, each played by its people; its name and its id."""
    for n, game in enumerate(("caylus", "magna_carta")):
        more: dict[str, dict[str, Any]] = {
            "referee": {}, "by-hand": {"chance": Chance.TABLE, "clock": 30}, "assistant": {"depth": Depth.ASSISTANT},
            "sheet": {"depth": Depth.SHEET}, "changing": {},
        }  # fmt: skip
        for m, (name, settings) in enumerate(more.items()):
            setup = Setup(game=game, edition="nl", seats=SEATS, title=f"{game}, {name}", **settings)
            opened = kept.create(setup, HOST_TOKEN, seed=n * 10 + m)
            kept.sit(opened.id, "red", RED_TOKEN)
            chance = random.Random(n * 100 + m)
            for _ in range(260 if name == "referee" else 80):
                _something(kept, opened.id, name, chance)
            yield f"{game}-{name}", opened.id


def _something(kept: Tables, id: str, name: str, chance: random.Random) -> None:
    """What people do: play, correct, undo, redo, rename, and in one case change the depth."""
    table = kept.place(id).table
    if table.over:
        return
    who, seen = Who(host=True), table.seq
    wishes: list[Command] = [_play(table, chance)] * 8
    if len(table.living.seqs) > 3 and table.snapshot().undoes_alone(
        to := table.living.seqs[-chance.randint(1, 3)], who
    ):
        wishes.append(Undo(to=to))
    if table.living.undone:
        wishes += [Redo()] * 2
    if table.depth != Depth.SHEET and chance.random() < 0.4:
        wishes.append(Correct(changes={"red.deniers": str(seen % 9)}, why="we miscounted"))
    if seen == 20:
        wishes = [Rename(seat="green", name="Ann \u202e <b>")]
    if name == "changing" and seen % 30 == 25:
        wishes = [Follow(depth=chance.choice([one for one in Depth if one != table.depth]))]
    if name == "by-hand" and seen == 80:
        wishes = [End()] if chance.random() < 0.5 else [Pause()]
    _do(kept, id, chance.choice(wishes), who, seen)


def _play(table: Table, chance: random.Random) -> Command:
    if table.depth == Depth.SHEET:
        return Count(seat=chance.choice(table.setup.colours), values={"gold": chance.randint(0, 9)})
    if table.decision:
        return Play(actions=(chance.choice(table.decision.options),))
    return Play(actions=(chance.choice(table.assistant.entries(table.state) or ["red +1d"]),))


def _do(kept: Tables, id: str, wish: Command, who: Who, seen: int) -> None:
    from companion.engine.errors import EngineError
    from companion.table.errors import TableError

    try:
        kept.act(id, wish, who, seen_seq=seen, key=f"{id}-{seen}")
    except (TableError, EngineError):
        # A table that stands somewhere between two depths, or has what was to be corrected already.
        return


def stands(table: Table) -> dict[str, Any]:
    """How a table stands, its people aside."""
    return {
        "standing": table.standing.to_json(),
        "names": table.people.names,
        "paused": table.people.paused,
        "ended": table.people.ended,
    }


# a folder


def make(folder: Path) -> None:
    """Write everything of the present formats into a new folder."""
    folder.mkdir()
    said: dict[str, Any] = {"companion": __version__, "formats": FORMATS, "games": {}, "tables": {}}
    for part in ("records", "positions", "saves", "exports"):
        (folder / part).mkdir()
    for name, game in games():
        _write(folder / "records" / f"{name}.txt", records.write(game))
        _write(folder / "positions" / f"{name}.txt", str(game.position()))
        _write(folder / "saves" / f"{name}.json", json.dumps(game.to_json(), separators=(",", ":")))
        said["games"][name] = leads_to(game)
    scratch = TemporaryDirectory()
    database = Database(Path(scratch.name) / FILE).ready()
    kept = Tables(Store(database))
    for name, id in tables(kept):
        table, entries = kept.place(id).table, kept.log(id)
        _write(folder / "exports" / f"{name}.txt", exports.record(table.snapshot(), entries))
        _write(folder / "exports" / f"{name}.json", exports.whole(table.snapshot(), entries))
        sheet = points_of(account(table.snapshot(), entries).sheet)
        said["tables"][name] = {"id": id, "seq": table.seq, "sheet": sheet, **stands(table)}
    backup(str(database.file), folder / FILE)
    database.close()
    scratch.cleanup()
    _write(folder / ABOUT, json.dumps(said, ensure_ascii=False, separators=(",", ":"), sort_keys=True))


def _write(file: Path, text: str) -> None:
    with file.open("x", encoding="utf-8", newline="") as out:
        out.write(text)


def main() -> None:
    """One folder more."""
    newest = int(folders()[-1].name[1:]) if folders() else 0
    folder = HERE / f"v{newest + 1}"
    with tempfile.TemporaryDirectory(dir=HERE) as place:
        make(Path(place) / folder.name)
        (Path(place) / folder.name).rename(folder)
    files = [file for file in folder.rglob("*") if file.is_file()]
    kilobytes = sum(file.stat().st_size for file in files) // 1024
    sys.stdout.write(f"{folder}: {len(files)} files, {kilobytes} kB\n")


if __name__ == "__main__":
    main()
