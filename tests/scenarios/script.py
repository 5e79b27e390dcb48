"""Scenarios: a table, what is done there, and what must be so. Texts that people can read beside a rulebook.

    game: magna_carta                   the game of the whole file, before its first scenario; else Caylus
    === en 2a, de 2a: Blue passes first and takes a denier
    rulings: 48                         the numbered rulings it shows
    points: most_batches_tie            the points it shows on which the editions disagree
    editions: en de                     played once under each; without this line under those of the title, or one
    | seats: red green orange blue      the position, as the engine reads it (see its `positions`), without the edition
    | turn: 2 workers                   `0 setup`: a game from its beginning
    | choice: worker:blue
    > blue: pass                        who decides, and the action; several in a row with `;`
    ! red: place castle: missing denier 1
                                        refused now, with this code and these arguments; nothing changes
    = blue: 4d 1F home 6 favors 0/1/0/0 what a player has: money, all cubes (`-`: none), points, and by name
                                        home, favors, houses, used, hand, discard, won; what is not said is not
                                        compared
    = road 9: w_farm_food=red           what is on a space, owner, worker and promise included; `.` for nothing
    = bailiff: 8                        any line of a position: order, castle, gone, section, turn, ...; `-` for none
    = stock: mason w_market             tiles that can be built; `= no stock: mason` for those that cannot
    = choice: worker:green              the open choice; `= over` at the end
    = option: place castle              also `= no option: pass`, and `= options: leave; stay` for all of them
    = event: received blue 1 first_pass what happened since the last line of actions, or since the beginning: id and
                                        arguments, as many as are worth saying; several in the order they happened
    = no event: scoring                 and this did not
    = winners: red blue                 at the end

A title begins with the worked examples it plays, if any: book and place, as in examples.toml. Forced choices are not
written: the engine makes them, on loading a position too. `#` begins a comment.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

BOOKS = {
    "caylus": {"en": "en", "de": "de", "nl": "nl", "nl-first": "nl-first"},
    "magna_carta": {"mc-nl": "nl"},
}
"""The rulebooks of each game, and the edition that plays each."""

_USUAL = {"caylus": "en", "magna_carta": "nl"}
"""The edition where nothing says one."""
_TITLE = "=== "
_GAME = "game:"
_HEADERS = ("rulings", "points", "editions")
_EXAMPLE = re.compile(rf"({'|'.join(book for books in BOOKS.values() for book in books)}) (\S+)")


@dataclass(frozen=True)
class Step:
    """A line that does or states something."""

    mark: str
    """`>` an action, `!` a refusal, `=` a statement."""
    text: str
    place: str
    """File and line."""


@dataclass
class Scenario:
    """One scenario as it is written."""

    title: str
    place: str
    game: str = "caylus"
    headers: dict[str, list[str]] = field(default_factory=dict)
    position: str = ""
    """With empty lines before it, so that a fault in it has the line of the file."""
    steps: list[Step] = field(default_factory=list)

    @property
    def examples(self) -> list[tuple[str, str]]:
        """The worked examples of the title: book and place."""
        named, colon, _ = self.title.partition(": ")
        found = [_EXAMPLE.fullmatch(part) for part in named.split(", ")]
        return [(one[1], one[2]) for one in found if one] if colon and all(found) else []

    @property
    def rulings(self) -> list[int]:
        """The numbers of its rulings."""
        return [int(number) for number in self.headers.get("rulings", [])]

    @property
    def points(self) -> list[str]:
        """Its points of disagreement."""
        return self.headers.get("points", [])

    @property
    def editions(self) -> list[str]:
        """The editions to play it under."""
        played = [BOOKS[self.game][book] for book, _ in self.examples]
        return self.headers.get("editions") or played or [_USUAL[self.game]]

    def words(self, key: str) -> list[str]:
        """The words of a line of the position."""
        for line in self.position.splitlines():
            name, _, value = line.partition(":")
            if name.strip() == key:
                return value.split()
        return []


class ScriptError(ValueError):
    """A scenario that cannot be read."""


def read(path: Path) -> list[Scenario]:
    """The scenarios of a file."""
    found: list[Scenario] = []
    game = "caylus"
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        place, line = f"{path.name}:{number}", raw.partition("#")[0].rstrip()
        if line.startswith(_TITLE):
            found.append(Scenario(line.removeprefix(_TITLE).strip(), place, game))
        elif line.startswith(_GAME) and not found and line.removeprefix(_GAME).strip() in BOOKS:
            game = line.removeprefix(_GAME).strip()
        elif line and not found:
            raise ScriptError(f"{place}: a scenario begins with {_TITLE!r}")
        elif line:
            _line(found[-1], line, place, number)
    return found


def _line(scenario: Scenario, line: str, place: str, number: int) -> None:
    mark, text = line[0], line[1:].strip()
    if mark == "|" and not scenario.steps:
        if text.partition(":")[0].strip() in ("game", "edition"):
            raise ScriptError(f"{place}: the edition is said by the title or by `editions:`")
        missing = number - 1 - scenario.position.count("\n")
        scenario.position += "\n" * missing + text + "\n"
    elif mark in ">!=" and scenario.position:
        scenario.steps.append(Step(mark, text, place))
    else:
        key, colon, value = line.partition(":")
        if not colon or key not in _HEADERS or key in scenario.headers or scenario.position:
            raise ScriptError(f"{place}: {line!r} is not a line of a scenario here")
        scenario.headers[key] = value.split()


def scenarios(folder: Path) -> Iterator[Scenario]:
    """Every scenario of a folder, file by file."""
    for path in sorted(folder.glob("*.txt")):
        yield from read(path)
