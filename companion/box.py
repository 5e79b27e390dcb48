"""Checks a box as a whole: its rules, its words, its drawings, and whether it can be played.

A box without faults can be opened, played, viewed and printed in every language.
"""

import random
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from companion.engine.errors import EngineError
from companion.engine.game import new_game
from companion.i18n.audit import audit
from companion.printing.contents.buildings import drawing_names
from companion.printing.icons import CURRENT, BadDrawing, parse
from companion.printing.palette import named
from companion.rules import Library, Problem, RulesError

_MOST_CHOICES = 3000
"""More than any game has; one that does not end is found by that."""


def check(library: Library, edition: str | None = None) -> list[Problem]:
    """Every fault and every remark, in the order in which they are best put right."""
    found = library.check(edition)
    if not found:
        found = [*audit(library, library.overlays), *_drawings(library)]
    if library.overlays and not faults(found):
        found += _games(library)
    return found


def faults(problems: list[Problem]) -> list[Problem]:
    """Without the remarks."""
    return [problem for problem in problems if not problem.remark]


def _drawings(library: Library) -> Iterator[Problem]:
    """An owner's drawings: each belongs to a building, and looks the same on paper and on a screen."""
    rules = (library.rules(game, edition) for game in library.games for edition in library.editions(game))
    known = sorted({name for one in rules for building in one.data.buildings for name in drawing_names(building)})
    for folder in library.overlays:
        for file in sorted((folder / "drawings").glob("*")):
            if file.suffix != ".svg":
                yield Problem("bad_drawing", str(file), args={"detail": "not .svg"})
            elif file.stem not in known:
                nearest = get_close_matches(file.stem, known, n=1) or known
                yield Problem("no_such_drawing", str(file), args={"valid": ", ".join(nearest)})
            else:
                yield from _drawing(file)


def _drawing(file: Path) -> Iterator[Problem]:
    try:
        drawing = parse(file)
        for stroke in drawing.strokes:
            for colour in {stroke.fill, stroke.stroke} - {"none", CURRENT}:
                named(colour)
        if not drawing.strokes or min(drawing.width, drawing.height) <= 0:
            raise BadDrawing("viewBox")
    except ValueError as error:
        yield Problem("bad_drawing", str(file), args={"detail": str(error)})


def _games(library: Library) -> Iterator[Problem]:
    """A random game of every box with the fewest and with the most players, to its end."""
    for game in library.games:
        for edition in library.editions(game):
            players = library.rules(game, edition).data.players
            for number in sorted({players.minimum, players.maximum}):
                problem = _played(library, game, edition, number)
                if problem:
                    yield problem


def _played(library: Library, game: str, edition: str, players: int) -> Problem | None:
    rules = library.rules(game, edition, players=players)
    chance = random.Random(players)
    file = ", ".join(map(str, library.overlays))
    said = {"players": str(players)}
    try:
        played = new_game(rules, rules.data.players.colours[:players])
        for _ in range(_MOST_CHOICES):
            if played.over:
                return None
            played.play(chance.choice(played.options))
    except (EngineError, RulesError, LookupError, ValueError, AttributeError, TypeError, ArithmeticError) as error:
        detail = f"{type(error).__name__}: {error}"
    else:
        detail = f"> {_MOST_CHOICES}"
    return Problem("not_playable", file, f"{game} {edition}", args=said | {"detail": detail})
