"""The kinds of value in a position: how each is parsed, written as text, and split into the inputs of a form.

Only a kind knows its own grammar. A form shows a row of slots: a number, a choice, a checkbox, or a hidden value;
what people fill in is joined to the field's text again.

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
"""The value of a field. None means that it follows from the rest."""

Words = tuple[Word, ...]


def words_of(text: str) -> Words:
    """Return the words of a single line of text."""
    return tuple(Word(match.group(), 1, match.start() + 1) for match in re.finditer(r"\S+", text))


@dataclass(frozen=True)
class Slot:
    """One input of a form."""

    form: str
    """`number`, `choice`, `tick` or `hidden`."""
    value: str
    valid: tuple[str, ...] = ()
    of: str = ""
    """The kind of names to choose from: `player`, `building`, `phase`, `section`, `line`."""
    label: str = ""
    """The id of the label, if it has one of its own."""
    said: str = ""
    """The id of the thing that the input is about: `player.red`."""


def as_number(value: Value) -> int:
    """Return a value that must be a number."""
    assert isinstance(value, int)
    return value


def as_name(value: Value) -> str:
    """Return a value that must be a name, or empty."""
    assert isinstance(value, str)
    return value


def as_numbers(value: Value) -> list[int]:
    """Return a value that must be a row of numbers."""
    return [as_number(part) for part in _row(value)]


def as_names(value: Value) -> list[str]:
    """Return a value that must be a row of names."""
    return [as_name(part) for part in _row(value)]


class FieldKind(ABC):
    """Base class of the kinds."""

    name = "one"
    """The layout that a form uses for it."""
    empty: Value = None

    @abstractmethod
    def read(self, words: Words) -> Value:
        """Parse words. Raises `NotationError` at the word that is wrong."""

    def entered(self, words: Words) -> Value:
        """Parse words that somebody enters now. Limits may be narrower than for what play leads to."""
        return self.read(words)

    @abstractmethod
    def text(self, value: Value) -> str:
        """Return the words that `read` takes for this value."""

    def slots(self, value: Value) -> tuple[Slot, ...]:
        """Return the inputs of a form."""
        return (Slot("number", self.text(value)),)

    def filled_in(self, given: Sequence[str]) -> str:
        """Return the field's text from what was filled in, slot by slot."""
        return " ".join(text.strip() for text in given if text.strip())


def one_of(words: Words) -> Word:
    return TextLine(words[0], words).one()


def known(word: Word, name: str, valid: Sequence[str], of: str) -> str:
    """Return a name. Raises `NotationError` unless it is one of these."""
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


@dataclass(frozen=True)
class Amount(Number):
    """How much a player has of something. Play may lead to more than anybody can enter."""

    most: int = REACHED

    def entered(self, words: Words) -> Value:
        return one_of(words).number(0, MOST)


@dataclass(frozen=True)
class Numbers(FieldKind):
    """A row of numbers, one for each of several things."""

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
        return tuple(Slot("number", numbers[n] if value else "", said=about) for n, about in enumerate(self.about))

    def filled_in(self, given: Sequence[str]) -> str:
        return " ".join(text.strip() or "0" for text in given) if any(given) else ""


@dataclass(frozen=True)
class Some(FieldKind):
    """A row of any number of numbers; not shown in forms."""

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
    """Players in order."""

    players: tuple[str, ...]
    places: int
    empty: Value = ()
    name = "words"

    def read(self, words: Words) -> Value:
        return tuple(known(word, word.text, self.players, "player") for word in words)

    def text(self, value: Value) -> str:
        return " ".join(map(str, _row(value)))

    def slots(self, value: Value) -> tuple[Slot, ...]:
        """A choice for each place; the last places may be empty."""
        there = [str(colour) for colour in _row(value)]
        there += [""] * (self.places - len(there))
        return tuple(
            Slot("choice", name, ("", *self.players), "player", said=str(n)) for n, name in enumerate(there, 1)
        )


@dataclass(frozen=True)
class Set(FieldKind):
    """Any of several names. If `unseen`, also a number of unknown ones: `bank/?2`."""

    valid: tuple[str, ...]
    of: str
    unseen: bool = False
    empty: Value = ()

    @property
    def name(self) -> str:  # type: ignore[override]
        """The layout that a form uses for it."""
        return "unseen" if self.unseen else "ticks"

    def read(self, words: Words) -> Value:
        word = one_of(words)
        for name in (names := word.text.split("/")):
            if not re.fullmatch(r"\?[0-9]{1,2}", name):
                known(word, name, self.valid, self.of)
                if names.count(name) > 1:
                    raise word.fault("building_twice" if self.of == "building" else "twice", building=name)
        hidden = sum(int(name[1:]) for name in names if name[0] == "?")
        return (*(name for name in names if name[0] != "?"), *([f"?{hidden}"] if hidden else []))

    def text(self, value: Value) -> str:
        return "/".join(map(str, _row(value)))

    def slots(self, value: Value) -> tuple[Slot, ...]:
        """A checkbox for each name, or the number of unseen ones."""
        there = [str(part) for part in _row(value)]
        hidden = "".join(name[1:] for name in there if name[0] == "?")
        if self.unseen or hidden:
            slots = (Slot("hidden", name) for name in there if name[0] != "?")
            return (Slot("number", hidden or "0"), *slots)
        return tuple(Slot("tick", name, (name,) if name in there else (), self.of) for name in self.valid)

    def filled_in(self, given: Sequence[str]) -> str:
        """Return the names that were checked; a number is that of unseen cards."""
        texts = [text.strip() for text in given]
        names = [text for text in texts if text and not text[0].isdecimal()]
        return "/".join([*names, *(f"?{text}" for text in texts if text.strip("0") and text[0].isdecimal())])


@dataclass(frozen=True)
class Owners(FieldKind):
    """Who owns each of several things: `statue=red hotel=blue`."""

    things: tuple[str, ...]
    players: tuple[str, ...]
    empty: Value = ()
    name = "owned"

    def read(self, words: Words) -> Value:
        owners = {}
        for word in words:
            name, _, colour = word.text.partition("=")
            owners[known(word, name, self.things, "building")] = known(word, colour, self.players, "player")
        return tuple(owners.get(name, "") for name in self.things)

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
        """The number and the phase. A game that has begun cannot return to the set-up."""
        turn, phase = map(str, _row(value) or ("", ""))
        phases = tuple(name for name in self.phases if name != "setup" or phase == "setup")
        return (Slot("number", turn, label="turn"), Slot("choice", phase, phases, "phase"))


@dataclass(frozen=True)
class PiecePart:
    """One part of a piece: its sign, and the value after the sign."""

    name: str
    pattern: str = r"\w+"
    sign: str = ""
    of: str = "player"
    valid: tuple[str, ...] = ()
    form: str = "choice"
    label: str = ""
    main: bool = False
    """Whether the other parts depend on it: without it there is nothing."""

    @property
    def expression(self) -> str:
        """The regular expression that matches this part."""
        group = f"{re.escape(self.sign)}(?P<{self.name}>{self.pattern})"
        return group if self.main else f"({group})?"


@dataclass(frozen=True)
class PieceField(FieldKind):
    """What lies in a place, with what belongs to it: `mason=red+blue`."""

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
        """Return the parts in order, empty where the text does not give them."""
        word = one_of(words)
        match = self._grammar.fullmatch(word.text)
        if match is None:
            raise word.fault("building")
        for part in self.parts:
            if match[part.name] and part.of == "player" and part.valid:
                known(word, match[part.name], part.valid, part.of)
        return tuple(match[part.name] or "" for part in self.parts)

    def text(self, value: Value) -> str:
        """Return the parts that are present, each after its sign."""
        pairs = zip(self.parts, _row(value), strict=False)
        return "".join(f"{part.sign}{part_value}" for part, part_value in pairs if part_value)

    def slots(self, value: Value) -> tuple[Slot, ...]:
        there = [*map(str, _row(value)), *[""] * len(self.parts)]
        return tuple(
            Slot(part.form, there[n], ("", *part.valid) if part.valid else (), part.of, part.label)
            for n, part in enumerate(self.parts)
        )

    def filled_in(self, given: Sequence[str]) -> str:
        """Return the text, or nothing if the main part is empty, since the rest depends on it."""
        texts = [text.strip() for text in given]
        there = any(text for part, text in zip(self.parts, texts, strict=False) if part.main)
        return self.text(tuple(texts)) if there else ""


@dataclass(frozen=True)
class Course(FieldKind):
    """How far the phase has come, in words that only the game can read; not shown in forms."""

    empty: Value = ()

    def read(self, words: Words) -> Value:
        return tuple(word.text for word in words)

    def text(self, value: Value) -> str:
        return " ".join(map(str, _row(value)))


def _row(value: Value) -> tuple[str, ...] | tuple[int, ...]:
    return value if isinstance(value, tuple) else ()
