"""The writer's desk of a flowing sheet: the rules of the box, and one translator for each language of the sheet."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.i18n.answers import filled
from companion.i18n.translator import Translator
from companion.printing.contents.signs import cubes, goods_signs
from companion.printing.errors import BadChoice
from companion.printing.flow import Cell, Leaf, Put, Said
from companion.printing.job import Job
from companion.printing.product import Request
from companion.printing.rows import Choice, Choices, Sign
from companion.printing.text import NamedText
from companion.rules import Rules
from companion.rules.base import Goods

_MOST = 5
"""So many cubes of an amount are shown one by one."""


@dataclass(frozen=True)
class SheetDesk:
    """What a sheet is written from. Every answer is in all languages of the sheet."""

    job: Job
    rules: Rules
    voices: tuple[Translator, ...]

    @classmethod
    def of(cls, job: Job, rules: Rules | None = None) -> "SheetDesk":
        """A desk for these rules: the first language as the box prints it, the others as theirs do."""
        found, request = rules or job.rules, job.request
        voices = [Translator(request.languages[0], found, overlays=request.overlays)]
        for code in request.languages[1:]:
            box = job.library.default_edition(found.game, code)
            voices.append(Translator(code, found, edition=box, overlays=request.overlays))
        return cls(job, found, tuple(voices))

    def under(self, rules: Rules) -> "SheetDesk":
        """The same sheet under other rules: of another edition, variant or number of players."""
        return SheetDesk.of(self.job, rules)

    @property
    def request(self) -> Request:
        return self.job.request

    @property
    def t(self) -> Translator:
        return self.voices[0]

    # words

    def each(self, id: str, said: Callable[[Translator], str]) -> Said:
        """Something said in every language, once where they agree."""
        texts: dict[str, NamedText] = {}
        for t in self.voices:
            text = said(t)
            texts.setdefault(text, NamedText(text, id, t.code))
        return tuple(texts.values())

    def say(self, id: str, /, **args: Any) -> Said:
        """A sentence or a label of ours."""
        return self.each(id, lambda t: t.words("say", id, **args))

    def name(self, id: str) -> Said:
        return self.each(id, lambda t: t.name(id))

    def line(self, id: str) -> Said:
        return self.each(id, lambda t: t.line(id))

    def text(self, id: str) -> Said:
        """An explanation, its places filled from the rules."""
        return self.each(id, lambda t: filled(t, self.rules, "text", id))

    def many(self, id: str) -> Said:
        return self.each(id, lambda t: t.words("many", id))

    def number(self, value: int, style: str = "strong") -> Cell:
        return (Put((NamedText(self.t.number(value), "number", self.t.code),), style),)

    def put(self, said: Said, style: str = "body") -> Cell:
        return (Put(said, style),)

    # icons

    def icons(self, id: str, *choices: Choice) -> Cell:
        """Rows of icons as a cell, choices side by side; nothing is an empty cell."""
        shown = tuple(choice for choice in choices if choice)
        return (Choices(shown, id, self.t.code),) if shown else ()

    def icon(self, name: str) -> Cell:
        return self.icons(name, (Sign(name),))

    def goods(self, id: str, goods: Goods, most: int = _MOST) -> Cell:
        """An amount in icons, more than so many of them as a number."""
        return self.icons(id, goods_signs(goods, counted=cubes(goods) > most))

    # leaves

    def leaf(self, title: Said, sections: dict[str, Any], *more: str) -> Leaf:
        """A leaf under a title, saying which box and variants it is for, and what else is given."""
        return Leaf(title, tuple(NamedText(line, "edition", self.t.code) for line in (*self.about(), *more)), sections)

    def about(self) -> list[str]:
        """The game, the box and the variants in force."""
        t, rules = self.t, self.rules
        edition = t.name(f"edition.{rules.edition}") if t.has(f"edition.{rules.edition}") else rules.edition
        variants = [t.name(f"variant.{name}") if t.has(f"variant.{name}") else name for name in rules.variants]
        return [t.name(f"game.{rules.game}"), edition, *variants]

    def counts(self) -> Iterable[int]:
        """The numbers of players asked for: one, or all that the variants are for. Raises `BadChoice`."""
        game, span, asked = self.rules.game, self.rules.data.players, self.request.players
        all_numbers = range(span.minimum, span.maximum + 1)
        valid = [n for n in all_numbers if self.job.library.suits(game, self.request.variants, n)]
        if asked and asked not in valid:
            raise BadChoice("players", str(asked), [str(n) for n in valid])
        return (asked,) if asked else valid

    def with_players(self, players: int) -> "SheetDesk":
        """The same sheet for so many players."""
        rules = self.job.library.rules(self.rules.game, self.rules.edition, self.request.variants, players)
        return self.under(rules)
