"""What a field of a position can hold: how it is read from words, written as text, and taken apart for a form.

A kind knows its grammar and nothing else does. What a form shows is a row of slots: a number, a choice, a tick, or
something that goes along unseen; what is filled in becomes the field's text again.

>>> tile = PiecePart("tile", of="building", main=True)
>>> building = PieceField((tile, PiecePart("owner", sign="="), PiecePart("worker", sign="+")))
>>> building.read(words_of("mason=red"))
('mason', 'red', '')
>>> building.text(("mason", "", "blue")), building.filled_in(["mason", "red", "blue"])
('mason+blue', 'mason=red+blue')
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.engine.notation import MOST, REACHED, NotationError, TextLine, Word

Value = int | str | tuple[str, ...] | tuple[int, ...] | None
"""What a field holds. None: it follows from the rest."""

Words = tuple[Word, ...]


def words_of(text: str) -> Words:
    """The words of a text that stands on a line by itself."""
    return tuple(Word(found.group(), 1, found.start() + 1) for found in re.finditer(r"\S+", text))


@dataclass(frozen=True)
class Slot:
    """One thing to fill in."""

    form: str
    """`number`, `choice`, `tick` or `hidden`."""
    value: str
    valid: tuple[str, ...] = ()
    of: str = ""
    """What is chosen from: `player`, `building`, `phase`, `section`, `line`."""
    label: str = ""
    """The id of its words, where it has some of its own."""
    said: str = ""
    """What it is about, where that is a name: `player.red`."""


def as_number(value: Value) -> int:
    """What a field holds that is a number."""
    assert isinstance(value, int)
    return value


def as_name(value: Value) -> str:
    """What a field holds that is a name, or nothing."""
    assert isinstance(value, str)
    return value


def as_numbers(value: Value) -> list[int]:
    """What a field holds that is a row of numbers."""
    return [as_number(one) for one in _row(value)]


def as_names(value: Value) -> list[str]:
    """What a field holds that is a row of names."""
    return [as_name(one) for one in _row(value)]


class FieldKind(ABC):
    """The root of the kinds."""

    name = "one"
    """How a form lays it out."""
    empty: Value = None

    @abstractmethod
    def read(self, words: Words) -> Value:
        """What some words say. Raises `NotationError` at the word that is wrong."""

    def entered(self, words: Words) -> Value:
        """The same of what somebody enters: it may have closer limits than what play leads to."""
        return self.read(words)

    @abstractmethod
    def text(self, value: Value) -> str:
        """The words that `read` takes for this."""

    def slots(self, value: Value) -> tuple[Slot, ...]:
        """What a form shows of it; none where it is not for a form."""
        return ()

    def filled_in(self, given: Sequence[str]) -> str:
        """The text of what was filled in, slot by slot."""
        return " ".join(text.strip() for text in given if text.strip())


def one_of(words: Words) -> Word:
    return TextLine(words[0], words).one()


def known(word: Word, name: str, valid: Sequence[str], of: str) -> str:
    """A name that must be one of these."""
    if name not in valid:
        named = {of: name} if of in ("player", "building") else {}
        raise word.fault(f"no_such_{of}", valid=", ".join(valid), **named)
    return name


@dataclass(frozen=True)
class Number(FieldKind):
    """A number within limits."""

    least: int = 0
    most: int = MOST
    empty: Value = 0

    def read(self, words: Words) -> Value:
        return one_of(words).number(self.least, self.most)

    def text(self, value: Value) -> str:
        return "" if value is None else str(value)

    def slots(self, value: Value) -> tuple[Slot, ...]:
        return (Slot("number", self.text(value)),)


@dataclass(frozen=True)
class Amount(Number):
    """What a player has of something: play may bring more than anybody can enter."""

    most: int = REACHED

    def entered(self, words: Words) -> Value:
        return one_of(words).number(0, MOST)


@dataclass(frozen=True)
class Numbers(FieldKind):
    """So many numbers in a row, each about something."""

    about: tuple[str, ...]
    empty: Value = ()
    name = "numbers"

    def read(self, words: Words) -> Value:
        if len(words) != len(self.about):
            raise words[0].fault("numbers", n=len(self.about))
        return tuple(word.number(0, 99) for word in words)

    def text(self, value: Value) -> str:
        return " ".join(map(str, _row(value)))

    def slots(self, value: Value) -> tuple[Slot, ...]:
        numbers = [*map(str, _row(value)), *self.about]
        return tuple(Slot("number", numbers[n] if value else "", said=it) for n, it in enumerate(self.about))

    def filled_in(self, given: Sequence[str]) -> str:
        return " ".join(text.strip() or "0" for text in given) if any(given) else ""


@dataclass(frozen=True)
class Some(FieldKind):
    """Numbers, as many as there are; not for a form."""

    empty: Value = ()

    def read(self, words: Words) -> Value:
        return tuple(word.number(0, 99) for word in words)

    def text(self, value: Value) -> str:
        return " ".join(map(str, _row(value)))


@dataclass(frozen=True)
class Name(FieldKind):
    """One of several names, or nothing."""

    valid: tuple[str, ...]
    of: str
    optional: bool = True
    label: str = ""
    empty: Value = ""

    def read(self, words: Words) -> Value:
        word = one_of(words)
        return known(word, word.text, self.valid, self.of)

    def text(self, value: Value) -> str:
        return str(value or "")

    def slots(self, value: Value) -> tuple[Slot, ...]:
        return (Slot("choice", self.text(value), (*([""] if self.optional else []), *self.valid), self.of),)


@dataclass(frozen=True)
class OrderField(FieldKind):
    """Players in an order."""

    players: tuple[str, ...]
    places: int
    empty: Value = ()
    name = "words"

    def read(self, words: Words) -> Value:
        return tuple(known(word, word.text, self.players, "player") for word in words)

    def text(self, value: Value) -> str:
        return " ".join(map(str, _row(value)))

    def slots(self, value: Value) -> tuple[Slot, ...]:
        """A choice for each place; nobody from somewhere on."""
        there = [str(colour) for colour in _row(value)]
        there += [""] * (self.places - len(there))
        return tuple(Slot("choice", it, ("", *self.players), "player", said=str(n)) for n, it in enumerate(there, 1))


@dataclass(frozen=True)
class Set(FieldKind):
    """Some of several names; where `unseen`, a number of others as well: `bank/?2`."""

    valid: tuple[str, ...]
    of: str
    unseen: bool = False
    empty: Value = ()

    @property
    def name(self) -> str:  # type: ignore[override]
        """How a form lays it out."""
        return "unseen" if self.unseen else "ticks"

    def read(self, words: Words) -> Value:
        word = one_of(words)
        for name in (found := word.text.split("/")):
            if not re.fullmatch(r"\?[0-9]{1,2}", name):
                known(word, name, self.valid, self.of)
                if found.count(name) > 1:
                    raise word.fault("building_twice" if self.of == "building" else "twice", building=name)
        hidden = sum(int(name[1:]) for name in found if name[0] == "?")
        return (*(name for name in found if name[0] != "?"), *([f"?{hidden}"] if hidden else []))

    def text(self, value: Value) -> str:
        return "/".join(map(str, _row(value)))

    def slots(self, value: Value) -> tuple[Slot, ...]:
        """A tick for each name, or the number of those unseen."""
        there = [str(it) for it in _row(value)]
        hidden = "".join(it[1:] for it in there if it[0] == "?")
        if self.unseen or hidden:
            seen = (Slot("hidden", it) for it in there if it[0] != "?")
            return (Slot("number", hidden or "0"), *seen)
        return tuple(Slot("tick", name, (name,) if name in there else (), self.of) for name in self.valid)

    def filled_in(self, given: Sequence[str]) -> str:
        """The names that were ticked; a number is that of cards unseen."""
        texts = [text.strip() for text in given]
        seen = [text for text in texts if text and not text[0].isdecimal()]
        return "/".join([*seen, *(f"?{text}" for text in texts if text.strip("0") and text[0].isdecimal())])


@dataclass(frozen=True)
class Owners(FieldKind):
    """Who owns each of several things: `statue=red hotel=blue`."""

    things: tuple[str, ...]
    players: tuple[str, ...]
    empty: Value = ()
    name = "owned"

    def read(self, words: Words) -> Value:
        found = {}
        for word in words:
            name, _, colour = word.text.partition("=")
            found[known(word, name, self.things, "building")] = known(word, colour, self.players, "player")
        return tuple(found.get(name, "") for name in self.things)

    def text(self, value: Value) -> str:
        return " ".join(f"{name}={owner}" for name, owner in zip(self.things, _row(value), strict=False) if owner)

    def slots(self, value: Value) -> tuple[Slot, ...]:
        owners = [*_row(value), *[""] * len(self.things)]
        return tuple(
            Slot("choice", str(owners[n]), ("", *self.players), "player", said=f"building.{name}")
            for n, name in enumerate(self.things)
        )

    def filled_in(self, given: Sequence[str]) -> str:
        return self.text(tuple(given))


@dataclass(frozen=True)
class Turn(FieldKind):
    """The number of the turn and the phase."""

    phases: tuple[str, ...]
    empty: Value = ()
    name = "words"

    def read(self, words: Words) -> Value:
        if len(words) != 2:
            raise NotationError("turn", words[0].line)
        words[0].number(0, 999)
        if words[1].text not in self.phases:
            raise words[1].fault("phase", valid=", ".join(self.phases))
        return (str(int(words[0].text)), words[1].text)

    def text(self, value: Value) -> str:
        return " ".join(map(str, _row(value)))

    def slots(self, value: Value) -> tuple[Slot, ...]:
        """The number, and the phase; a game that has begun is not set up again."""
        turn, phase = map(str, _row(value) or ("", ""))
        phases = tuple(it for it in self.phases if it != "setup" or phase == "setup")
        return (Slot("number", turn, label="turn"), Slot("choice", phase, phases, "phase"))


@dataclass(frozen=True)
class PiecePart:
    """A part of a piece: its sign, and what stands behind it."""

    name: str
    pattern: str = r"\w+"
    sign: str = ""
    of: str = "player"
    valid: tuple[str, ...] = ()
    form: str = "choice"
    label: str = ""
    main: bool = False
    """Whether the others belong to it: nothing stands on nothing."""

    @property
    def expression(self) -> str:
        """How it is found in a text."""
        found = f"{re.escape(self.sign)}(?P<{self.name}>{self.pattern})"
        return found if self.main else f"({found})?"


@dataclass(frozen=True)
class PieceField(FieldKind):
    """Something that lies at a place, with what belongs to it: `mason=red+blue`."""

    parts: tuple[PiecePart, ...]
    layout: str = "space"
    empty: Value = field(default=())

    @property
    def name(self) -> str:  # type: ignore[override]
        """How a form lays it out."""
        return self.layout

    @cached_property
    def _grammar(self) -> re.Pattern[str]:
        return re.compile("".join(part.expression for part in self.parts), re.ASCII)

    def read(self, words: Words) -> Value:
        """The parts in order; those that are not said are empty."""
        word = one_of(words)
        found = self._grammar.fullmatch(word.text)
        if found is None:
            raise word.fault("building")
        for part in self.parts:
            if found[part.name] and part.of == "player" and part.valid:
                known(word, found[part.name], part.valid, part.of)
        return tuple(found[part.name] or "" for part in self.parts)

    def text(self, value: Value) -> str:
        """The parts that are there, each behind its sign."""
        said = zip(self.parts, _row(value), strict=False)
        return "".join(f"{part.sign}{it}" for part, it in said if it)

    def slots(self, value: Value) -> tuple[Slot, ...]:
        there = [*map(str, _row(value)), *[""] * len(self.parts)]
        return tuple(
            Slot(part.form, there[n], ("", *part.valid) if part.valid else (), part.of, part.label)
            for n, part in enumerate(self.parts)
        )

    def filled_in(self, given: Sequence[str]) -> str:
        """Nothing where the main part is nothing: the rest would stand on it."""
        said = [text.strip() for text in given]
        there = any(text for part, text in zip(self.parts, said, strict=False) if part.main)
        return self.text(tuple(said)) if there else ""


@dataclass(frozen=True)
class Course(FieldKind):
    """How far the phase has come, in words that only the game reads; not for a form."""

    empty: Value = ()

    def read(self, words: Words) -> Value:
        return tuple(word.text for word in words)

    def text(self, value: Value) -> str:
        return " ".join(map(str, _row(value)))


def _row(value: Value) -> tuple[str, ...] | tuple[int, ...]:
    return value if isinstance(value, tuple) else ()
