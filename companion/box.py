"""Checks a box as a whole: its rules, its words, its drawings, and whether it can be played.

A box without faults can be opened, played, viewed and printed in every language.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from companion.engine.action import Action
from companion.engine.consequences import CONSEQUENCES
from companion.engine.errors import EngineError
from companion.engine.events import Event
from companion.engine.game import Game, new_game
from companion.engine.phases import SETUP
from companion.engine.position import DENIERS
from companion.engine.referee import Referee
from companion.engine.reminders import REMINDERS
from companion.engine.snapshot import Snapshot
from companion.i18n.astray_words import partial_problem
from companion.i18n.audit import audit
from companion.i18n.languages import languages
from companion.i18n.narration import consequence_line, event_line, reason_line, reminder_line
from companion.i18n.needed_words import choice_ids
from companion.i18n.options import option_words
from companion.i18n.overlay_words import read as read_words
from companion.i18n.overlay_words import used
from companion.i18n.translator import MissingWords, Translator, Unfilled
from companion.printing import fonts
from companion.printing.contents.buildings import drawing_names
from companion.printing.icons import CURRENT, BadDrawing, icon_names, parse
from companion.printing.palette import inks
from companion.printing.text import undrawable
from companion.rules import Library, Problem, RulesError, UnknownName
from companion.rules.layers import line_of, text_of
from companion.rules.library import overlay_names

_MOST_CHOICES = 3000
"""More than any game has; one that does not end is found by that."""

_MOST_GAMES = 12
"""Further games of a box until every kind of choice has come up."""

_OFTEN = 0.1
"""How often all is read that a choice has to say, after the first time."""


def check(library: Library, edition: str | None = None) -> list[Problem]:
    """Every fault and every remark, in the order in which they are best put right."""
    problems = read_through(library, edition)
    if not faults(problems):
        problems += _games(library)
    if not faults(problems):
        valid = ", ".join(overlay_names())
        unused = [folder for folder in library.overlays if not any(used(folder, library).values())]
        problems += [Problem("nothing_used", str(folder), args={"valid": valid}) for folder in unused]
    return problems


def read_through(library: Library, edition: str | None = None) -> list[Problem]:
    """What can be said of a box before it is played."""
    found = library.check(edition)
    return found or [*audit(library, library.overlays), *_on_paper(library), *_drawings(library)]


def faults(problems: list[Problem]) -> list[Problem]:
    """Without the remarks."""
    return [problem for problem in problems if not problem.remark]


def _on_paper(library: Library) -> Iterator[Problem]:
    """Whether an owner's words can be printed: the fonts have their letters, and each icon in them exists.

    A language in letters that the fonts lack is for screens alone.
    """
    for file in (file for folder in library.overlays for file in (folder / "locales").glob("*/LC_MESSAGES/*.po")):
        written = [(entry, "".join(entry.texts)) for entry in read_words(file)[0] if entry.id]
        lacking = {letter for _, text in written for letter in fonts.missing("text", text)}
        foreign = file.parts[-3] not in languages()
        if lacking and foreign:
            yield Problem("words_letters", str(file), args={"got": "".join(sorted(lacking)[:12])}, remark=True)
        for entry, text in written:
            problem = partial_problem(file, entry)
            if (letters := "".join(filter(str.isprintable, fonts.missing("text", text)))) and not foreign:
                yield problem("words_letters", got=letters)
            for sign in undrawable(_PLACE.sub("9", text)) if entry.facet in _MARKED else ():
                yield problem("words_icon", got=sign, valid=", ".join(icon_names()))


_MARKED = ("aid", "card", "teach", "step")
"""The facets in which `[coin 2]` becomes an icon."""

_PLACE = re.compile(r"\{[^{}]*\}")


def _drawings(library: Library) -> Iterator[Problem]:
    """An owner's drawings: each belongs to a building, and looks the same on paper and on a screen."""
    rules = (library.rules(game, edition) for game in library.games for edition in library.editions(game))
    drawings = sorted({name for box in rules for building in box.data.buildings for name in drawing_names(building)})
    for folder in library.overlays:
        for file in sorted((folder / "drawings").glob("*")):
            if file.name.startswith("."):
                continue
            if file.suffix != ".svg":
                yield Problem("unknown_entry", str(file), args={"valid": "*.svg"})
            elif file.stem not in drawings:
                nearest = get_close_matches(file.stem, drawings, n=1) or drawings
                yield Problem("no_such_drawing", str(file), args={"valid": ", ".join(nearest)})
            else:
                yield from _drawing(file)


def _drawing(file: Path) -> Iterator[Problem]:
    try:
        colours = {colour for stroke in parse(file).strokes for colour in (stroke.fill, stroke.stroke)}
    except BadDrawing as error:
        unread = text_of(file, str(file))
        found = Problem(f"drawing_{error.code}", str(file), line=error.line, args=error.args_said)
        yield unread if isinstance(unread, Problem) and unread.code == "unreadable" else found
        return
    for colour in sorted(colours - {"none", CURRENT}):
        if colour.lower() not in inks():
            args = {"got": colour, "valid": ", ".join(("none", CURRENT, *inks()))}
            lines = file.read_text(encoding="utf-8-sig", errors="replace").splitlines()
            place = next((number for number, line in enumerate(lines, 1) if colour in line), None)
            yield Problem("drawing_colour", str(file), line=place, args=args)


def _games(library: Library) -> Iterator[Problem]:
    """Random games of every box to their end, read in every language: with the fewest and with the most players.

    Every kind of choice that a game lists must come up in one of its boxes; for that, further games are played.
    """
    spoken = tuple(languages(tuple(folder / "locales" for folder in library.overlays)))
    for game in library.games:
        readers = [_Reader(library, game, edition, spoken) for edition in library.editions(game)]
        found = [problem for reader in readers for problem in reader.faults()]
        yield from _once(found)
        never = {kind for reader in readers for kind in reader.listed}.difference(*(reader.kinds for reader in readers))
        if not found:
            file = ", ".join(map(str, library.overlays))
            yield from (Problem("never_asked", file, kind, remark=bool(library.overlays)) for kind in sorted(never))


def _once(problems: list[Problem]) -> Iterator[Problem]:
    """What is missing in several boxes is reported for the first."""
    told: dict[tuple[str, str, str, object], Problem] = {}
    for problem in problems:
        told.setdefault((problem.code, problem.file, problem.path, problem.args.get("detail")), problem)
    return iter(told.values())


class _Reader:
    """Plays games of one box and puts what people can read there into words, in every language, each thing once."""

    def __init__(self, library: Library, game: str, edition: str, spoken: tuple[str, ...]) -> None:
        self.library, self.game, self.edition, self.spoken = library, game, edition, spoken
        self.file = ", ".join(map(str, library.overlays))
        self.known: set[tuple[str, ...]] = set()
        self.translators: list[Translator] = []
        self.chosen: Counter[tuple[str, str, str]] = Counter()
        self.listed: dict[str, tuple[str, ...]] = {}
        """The verbs of every kind of choice that the game lists."""
        self.kinds: set[str] = set()
        """The kinds that have come up."""
        self.strays: dict[str, list[Action]] = {}
        """What is tried where a kind comes up, whether or not it can ever be an option."""

    def problem(self, detail: str, players: int) -> Problem:
        args = {"players": str(players), "detail": detail}
        return Problem("not_playable", self.file, f"{self.game} {self.edition}", args=args)

    def faults(self) -> Iterator[Problem]:
        """Play until every kind of choice has come up, or often enough. Yield the first fault."""
        players = self.library.rules(self.game, self.edition).data.players
        numbers = sorted({players.minimum, players.maximum})
        variants = [(), *((name,) for name in self.library.variants(self.game))]
        games: list[tuple[int, tuple[str, ...]]] = [(number, ()) for number in numbers]
        games += [(numbers[n % len(numbers)], variants[n % len(variants)]) for n in range(_MOST_GAMES)]
        for n, (number, chosen) in enumerate(games):
            if n < len(numbers) or self.kinds < {*self.listed}:
                problem = self._played(number, chosen, n, rich=n >= len(numbers))
                if problem:
                    yield self._by_cause(problem, number, chosen, n, rich=n >= len(numbers))
                    return

    def _by_cause(self, problem: Problem, players: int, chosen: tuple[str, ...], seed: int, *, rich: bool) -> Problem:
        """Name the owner's value without which a game can be played, instead of what a program says."""

        def gone(library: Library) -> bool:
            if self.edition not in library.editions(self.game) or library.check(self.edition):
                return False
            return _Reader(library, self.game, self.edition, ())._played(players, chosen, seed, rich=rich) is None

        found = self.library.cause(self.game, gone) if problem.code == "not_playable" else None
        if found is None:
            return problem
        layer, path = found
        args = {"box": f"{self.game} {self.edition}", "players": str(players)}
        return Problem("unplayable", layer.name, path, line_of(layer.text, path), args)

    def _played(self, players: int, variants: tuple[str, ...], seed: int, *, rich: bool) -> Problem | None:
        """Play a random game to its end, perhaps with plenty of everything and whatever was chosen least."""
        chance = random.Random(seed)
        try:
            self.library.must_agree(self.game, variants)
            rules = self.library.rules(self.game, self.edition, variants, players)
        except (RulesError, UnknownName):
            return None  # a variant for other numbers of players
        try:
            self.translators = [
                Translator(code, rules, overlays=self.library.overlays, strict=True) for code in self.spoken
            ]
            seats = rules.data.players.colours[:players]
            played = new_game(rules, seats, seats if rich and seed % 2 else ())
            self._declared(played.referee)
            events = played.events()
            for _ in range(_MOST_CHOICES):
                self._read(played, events, chance)
                if played.over:
                    return None
                if rich and played.state.phase > SETUP:
                    rich, played = False, _with_plenty(played)
                action = self._picked(played, chance)
                events = played.play(action)
        except MissingWords as error:
            return Problem("no_entry", error.file, error.id, args={"facet": error.facet, "id": error.id})
        except Unfilled as error:
            args = {"detail": str(error)} | ({"facet": error.of.facet, "id": error.of.id} if error.of else {})
            return Problem("bad_words", error.of.file if error.of else self.file, args.get("id", ""), args=args)
        except (EngineError, RulesError, LookupError, ValueError, AttributeError, TypeError, ArithmeticError) as error:
            return self.problem(f"{type(error).__name__}: {error}", players)
        return self.problem(f"> {_MOST_CHOICES}", players)

    def _picked(self, game: Game, chance: random.Random) -> Action:
        """Return an option of those that were chosen least, and note what choices it leads to."""
        kind = game.decision.kind
        rare = {option: self.chosen[kind, option.verb, option.building] for option in game.options}
        action = chance.choice([option for option, n in rare.items() if n == min(rare.values())])
        self.chosen[kind, action.verb, action.building] += 1
        state = game.state.copy()
        game.referee.choose(state, action)
        self.kinds |= {kind, *(task[0] for task in state.todo)}
        return action

    def _declared(self, referee: Referee) -> None:
        """Every verb of a kind of choice must be one of the game's, and whatever it foresees must be listed."""
        listed = {f"follows.{id}" for id in CONSEQUENCES} | {f"forget.{id}" for id in REMINDERS}
        for id in choice_ids(referee.rules):
            if id.startswith(("follows.", "forget.")) and id not in listed:
                raise ValueError(f"{id} is in neither CONSEQUENCES nor REMINDERS")
        self.strays = {}
        self.listed = {kind: choice.verbs for kind, choice in referee.choices.items()}
        for kind, verbs in self.listed.items():
            for verb in verbs:
                if verb not in referee.verbs:
                    raise ValueError(f"{kind}: {verb!r} is not among the verbs of the game")

    def _read(self, game: Game, events: list[Event], chance: random.Random) -> None:
        """Read what has happened, what is asked and what would follow. Raises what is wrong with it."""
        for event in events:
            self._say(partial(event_line, event=event), "event", event.id, str(event.args.get("source", "")))
        if game.over:
            return
        decision, kind = game.decision, game.decision.kind
        self._say(lambda t: t.say(f"choice.{kind}"), "choice", kind)
        for option in decision.options:
            if option.verb not in self.listed[kind]:
                raise ValueError(f"{kind}: offers {option.verb!r}, which is not among its verbs")
            if ("option", kind, option.verb) not in self.known:
                words = partial(option_words, rules=game.rules, decision=decision, action=option)
                self._say(partial(words, look=game.look(decision.seat)), "option", kind, option.verb)
        self._read_reasons(game, often=chance.random() < _OFTEN)
        if not decision.chance and chance.random() < _OFTEN:
            self._read_hints(game.snapshot(), chance.choice(game.options))

    def _read_reasons(self, game: Game, *, often: bool) -> None:
        """Read the reasons against everything that is no option, also against what never can be one."""
        kind = game.decision.kind
        reasons = [*game.referee.refused(game.state).values()]
        if ("stray", kind) not in self.known or often:
            self.known.add(("stray", kind))
            now = game.snapshot()
            if kind not in self.strays:
                words = ("", *game.seats, *game.rules.data.buildings, "castle", "nothing", "+9", "FFF", "9F", "9F>9d")
                texts = (f"{verb} {word}".strip() for verb in self.listed[kind] for word in words)
                self.strays[kind] = [now.read(text) for text in texts]
            reasons += [reason for stray in self.strays[kind] if (reason := now.why_not(stray))]
        for reason in reasons:
            self._say(partial(reason_line, reason=reason), "why", reason.code)

    def _read_hints(self, now: Snapshot, option: Action) -> None:
        """Read what people forget, and what an option would bring about."""
        for reminder in now.reminders():
            self._say(partial(reminder_line, reminder=reminder), "forget", reminder.id)
        for consequence in now.follows(option):
            self._say(partial(consequence_line, consequence=consequence), "follows", consequence.id)

    def _say(self, line: Callable[[Translator], object], *thing: str) -> None:
        """Put something into words of every language, unless it has been said already."""
        if thing not in self.known:
            self.known.add(thing)
            for t in self.translators:
                line(t)


def _with_plenty(game: Game) -> Game:
    """The game where everybody has plenty, so that whatever costs something comes up."""
    goods = (DENIERS, *game.rules.data.words.cubes)
    plenty = {f"{colour}.{good}": "30" for colour in game.seats for good in goods}
    return Game(game.referee, game.position().changed(plenty).state)
