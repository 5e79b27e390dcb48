"""The base of every flowing sheet: the rules, and a translator for each language of the sheet."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.i18n.answers import filled, in_play
from companion.i18n.translator import Translator
from companion.printing.contents.signs import goods_signs
from companion.printing.errors import BadChoice
from companion.printing.flow import Cell, Leaf, Put, Said
from companion.printing.job import Job
from companion.printing.product import Request
from companion.printing.rows import Choice, Choices, Sign
from companion.printing.text import NamedText
from companion.rules import Rules
from companion.rules.base import Goods


@dataclass(frozen=True)
class SheetDesk:
    """What a sheet is written from. Every text is in all languages of the sheet."""

    job: Job
    rules: Rules
    voices: tuple[Translator, ...]

    @classmethod
    def of(cls, job: Job, rules: Rules | None = None) -> "SheetDesk":
        """Create a desk for these rules.

        The first language uses the names of this box, the others those of their own boxes.
        """
        rule_set, request = rules or job.rules, job.request
        voices = [Translator(request.languages[0], rule_set, overlays=request.overlays)]
        for code in request.languages[1:]:
            box = job.library.default_edition(rule_set.game, code)
            voices.append(Translator(code, rule_set, edition=box, overlays=request.overlays))
        return cls(job, rule_set, tuple(voices))

    def under(self, rules: Rules) -> "SheetDesk":
        """Return the same sheet with other rules: another edition, variant or number of players."""
        return SheetDesk.of(self.job, rules)

    @property
    def request(self) -> Request:
        return self.job.request

    @property
    def t(self) -> Translator:
        return self.voices[0]

    def in_play(self, id: str) -> bool:
        """Whether these rules have a building, a phase or a thing: a variant may leave it out."""
        data, (kind, _, name) = self.rules.data, id.partition(".")
        if kind == "building" and name in data.buildings:
            return in_play(data.buildings[name])
        if kind == "phase":
            return name in data.sequence.phases
        return kind != "term" or bool(getattr(getattr(data, name, None), "in_play", True))

    # words

    def each(self, id: str, wording: Callable[[Translator], str]) -> Said:
        """Return a text in every language, once if they agree."""
        texts: dict[str, NamedText] = {}
        for t in self.voices:
            text = wording(t)
            texts.setdefault(text, NamedText(text, id, t.code))
        return tuple(texts.values())

    def say(self, id: str, /, **args: Any) -> Said:
        """Return a sentence or label of the app."""
        return self.each(id, lambda t: t.words("say", id, **args))

    def name(self, id: str) -> Said:
        return self.each(id, lambda t: t.name(id))

    def line(self, id: str) -> Said:
        return self.each(id, lambda t: t.line(id))

    def text(self, id: str) -> Said:
        """Return an explanation, with its placeholders filled from the rules."""
        return self.each(id, lambda t: filled(t, self.rules, "text", id))

    def many(self, id: str) -> Said:
        return self.each(id, lambda t: t.words("many", id))

    def number(self, value: int, style: str = "strong") -> Cell:
        return (Put((NamedText(self.t.number(value), "number", self.t.code),), style),)

    def put(self, texts: Said, style: str = "body") -> Cell:
        return (Put(texts, style),)

    # icons

    def icons(self, id: str, *choices: Choice) -> Cell:
        """Return rows of icons as a cell, with choices side by side; an empty cell if there are none."""
        shown = tuple(choice for choice in choices if choice)
        return (Choices(shown, id, self.t.code),) if shown else ()

    def icon(self, name: str) -> Cell:
        return self.icons(name, (Sign(name),))

    def goods(self, id: str, goods: Goods) -> Cell:
        """Return an amount as icons."""
        return self.icons(id, goods_signs(goods))

    # leaves

    def leaf(self, title: Said, sections: dict[str, Any], *more: str) -> Leaf:
        """Return a leaf with a title, the box and variants that it is for, and further lines."""
        return Leaf(title, tuple(NamedText(line, "edition", self.t.code) for line in (*self.about(), *more)), sections)

    def about(self) -> list[str]:
        """Return the game, the box and the variants in force."""
        t, rules = self.t, self.rules
        edition = t.name(f"edition.{rules.edition}") if t.has(f"edition.{rules.edition}") else rules.edition
        variants = [t.name(f"variant.{name}") if t.has(f"variant.{name}") else name for name in rules.variants]
        return [t.name(f"game.{rules.game}"), edition, *variants]

    def counts(self) -> Iterable[int]:
        """Return the numbers of players asked for: one, or all that the variants allow. Raises `BadChoice`."""
        game, span, count = self.rules.game, self.rules.data.players, self.request.players
        all_numbers = range(span.minimum, span.maximum + 1)
        valid = [n for n in all_numbers if self.job.library.suits(game, self.request.variants, n)]
        if count and count not in valid:
            raise BadChoice("players", str(count), [str(n) for n in valid])
        return (count,) if count else valid

    def with_players(self, players: int) -> "SheetDesk":
        """Return the same sheet for a number of players."""
        rules = self.job.library.rules(self.rules.game, self.rules.edition, self.request.variants, players)
        return self.under(rules)
