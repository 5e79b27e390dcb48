"""Checks a box as a whole: its rules, its words, its drawings, and whether it can be played.

A box without faults can be opened, played, viewed and printed in every language.
"""

import random
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path

from companion.engine.errors import EngineError
from companion.engine.events import Event
from companion.engine.game import Game, new_game
from companion.i18n.audit import audit
from companion.i18n.languages import languages
from companion.i18n.narration import event_line
from companion.i18n.options import option_words
from companion.i18n.translator import MissingWords, Translator
from companion.printing.contents.buildings import drawing_names
from companion.printing.icons import CURRENT, BadDrawing, parse
from companion.printing.palette import named
from companion.rules import Library, Problem, RulesError

_MOST_CHOICES = 3000
"""More than any game has; one that does not end is found by that."""


def check(library: Library, edition: str | None = None) -> list[Problem]:
    """Every fault and every remark, in the order in which they are best put right."""
    problems = library.check(edition)
    if not problems:
        problems = [*audit(library, library.overlays), *_drawings(library)]
    if not faults(problems):
        problems += _games(library)
    return problems


def faults(problems: list[Problem]) -> list[Problem]:
    """Without the remarks."""
    return [problem for problem in problems if not problem.remark]


def _drawings(library: Library) -> Iterator[Problem]:
    """An owner's drawings: each belongs to a building, and looks the same on paper and on a screen."""
    rules = (library.rules(game, edition) for game in library.games for edition in library.editions(game))
    drawings = sorted({name for box in rules for building in box.data.buildings for name in drawing_names(building)})
    for folder in library.overlays:
        for file in sorted((folder / "drawings").glob("*")):
            if file.suffix != ".svg":
                yield Problem("bad_drawing", str(file), args={"detail": "not .svg"})
            elif file.stem not in drawings:
                nearest = get_close_matches(file.stem, drawings, n=1) or drawings
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
    """A random game of every box with the fewest and with the most players, to its end, in every language."""
    spoken = languages(tuple(folder / "locales" for folder in library.overlays))
    for game in library.games:
        for edition in library.editions(game):
            players = library.rules(game, edition).data.players
            for number in sorted({players.minimum, players.maximum}):
                problem = _played(library, game, edition, number, spoken)
                if problem:
                    yield problem


def _played(library: Library, game: str, edition: str, players: int, spoken: Iterable[str]) -> Problem | None:
    rules = library.rules(game, edition, players=players)
    chance = random.Random(players)
    file = ", ".join(map(str, library.overlays))
    args = {"players": str(players)}
    try:
        reader = _Reader([Translator(code, rules, overlays=library.overlays) for code in spoken])
        played = new_game(rules, rules.data.players.colours[:players])
        events = played.events()
        for _ in range(_MOST_CHOICES):
            reader.read(played, events)
            if played.over:
                return None
            events = played.play(chance.choice(played.options))
    except MissingWords as error:
        return Problem("no_entry", error.file, error.id, args={"facet": error.facet, "id": error.id})
    except (EngineError, RulesError, LookupError, ValueError, AttributeError, TypeError, ArithmeticError) as error:
        detail = f"{type(error).__name__}: {error}"
    else:
        detail = f"> {_MOST_CHOICES}"
    return Problem("not_playable", file, f"{game} {edition}", args=args | {"detail": detail})


class _Reader:
    """Puts what people read at a table into words, in every language: each kind of choice, option and event once."""

    def __init__(self, translators: list[Translator]) -> None:
        self.translators = translators
        self.known: set[tuple[str, str]] = set()

    def read(self, game: Game, events: list[Event]) -> None:
        """Read what has happened and what is asked. Raises what is wrong with the words."""
        for event in events:
            if self._new(event.id, str(event.args.get("source", ""))):
                for t in self.translators:
                    event_line(t, event)
        if game.over:
            return
        decision = game.decision
        options = [option for option in decision.options if self._new(decision.kind, option.verb)]
        for t in self.translators if options else ():
            t.say(f"choice.{decision.kind}")
            for option in options:
                option_words(t, game.rules, decision, option, game.look(decision.seat))

    def _new(self, kind: str, part: str) -> bool:
        """Whether this has not been read yet; from now on it has."""
        new = (kind, part) not in self.known
        self.known.add((kind, part))
        return new
