"""A position: everything on a table, as one value.

Each game defines its fields once (`games/…/position`). A field has a path (`red.deniers`, `road.4`, `provost`), a kind
(`engine.kinds`), and functions that get it from a state and put it into one. The text of a position, its JSON, form
fields and corrections are all derived from these.

>>> from companion.engine.game import game_at
>>> from companion.rules import load
>>> text = "turn: 3 workers\\norder: blue red\\nblue: 5d\\n"
>>> road = "road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter"
>>> position = game_at(load("caylus", "en", players=2), f"seats: red blue\\n{text}{road}").position()
>>> position["order"], position["red.deniers"], position
(('blue', 'red'), 0, <Position caylus en: 3 workers>)
>>> richer = position.changed({"red.deniers": "9", "provost": "8"})
>>> richer["red.deniers"], richer == position, richer.problems()
(9, False, [])
>>> [line for line in str(richer).splitlines() if line.startswith("red")]
['red: 9d - 0P home 6']
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar, cast

from companion.engine.amounts import KINDS, LETTERS, amount_text
from companion.engine.board import AnyCompiledRules
from companion.engine.choice import Kinds
from companion.engine.errors import Reason
from companion.engine.holdings import Scored, worth
from companion.engine.kinds import (
    Amount,
    Course,
    FieldKind,
    Name,
    Number,
    OrderField,
    Value,
    Words,
    as_name,
    as_names,
    as_number,
    words_of,
)
from companion.engine.notation import NotationError, TextLine, Word, table_of
from companion.engine.phases import OVER, SETUP
from companion.engine.state import OWNER, WORKER, PlainState, Served, Task
from companion.rules import Rules, UnknownName
from companion.rules.vocabulary import CUBES, Good

SERVED = "served"
"""The parts of buildings that are done already."""

HEAD = ("game", "edition", "variants", "seats", "untracked")
"""The lines that identify the table."""

TURN, MOVER, HAD, STEP, CHOICE = "turn", "mover", "had", "step", "choice"
"""The turn with its phase; whose turn it is in a phase of turns; who has had theirs; how far the phase has come; the
open choice."""

LONGEST = 400
"""The maximum length of a field, in characters."""

DENIERS, PRESTIGE = "deniers", "prestige"

_NAMES = {LETTERS[cube]: cube.value for cube in CUBES} | {
    LETTERS[Good.DENIER]: DENIERS,
    LETTERS[Good.PRESTIGE]: PRESTIGE,
}
_AMOUNT = re.compile(f"([0-9]+[{''.join(_NAMES)}])+")

B = TypeVar("B", bound=AnyCompiledRules)
S = TypeVar("S", bound=PlainState)
S_contra = TypeVar("S_contra", bound=PlainState, contravariant=True)

Get = Callable[[S], Value]
Put = Callable[[S, Value, Word], None]
Access = tuple[Get[S], Put[S]]
"""How to get a field from a state, and put it into one. Nothing is not put: it is there already."""


@dataclass(frozen=True)
class Field(Generic[S_contra]):
    """One piece of information about a table."""

    path: str
    kind: FieldKind
    get: Get[S_contra]
    put: Put[S_contra]
    group: str = ""
    """The part of a form that shows it: `table`, `bridge`, a color, `road`. Empty if no form shows it."""
    label: str = ""
    """The id of the label."""
    about: str = ""
    """The id of a name that the label mentions: a section, a line."""
    icon: str = ""
    derived: bool = False
    """Whether it follows from the rest unless a correction sets it."""
    course: bool = False
    """Whether it describes the course of the phase, not what lies on the table."""
    there: Callable[[S_contra], bool] | None = None
    """Whether the place exists yet, on a road that grows. None if it always exists."""

    def exists(self, s: S_contra) -> bool:
        """Whether a state has this field."""
        return self.there is None or self.there(s)

    def entered(self, text: str) -> tuple[Value, Word]:
        """Parse the text of the field. A `.` also means an empty space of a road. Raises `NotationError`."""
        if len(text) > LONGEST or not text.isprintable() or "#" in text:
            raise NotationError("amount", 1, text=text)
        words = (Word(text.strip(), 1, 1),) if isinstance(self.kind, Number) else words_of(text)
        nothing = text.strip() in ("", ".")
        if self.path == TURN and nothing:
            raise NotationError("turn", 1)
        return (self.kind.empty, Word("", 1, 1)) if nothing else (self.kind.entered(words), words[0])


def slot(part: str, at: int | None = None) -> Access[PlainState]:
    """Access a number of a state, or one of a list of them."""

    def get(s: PlainState) -> int:
        number: int = getattr(s, part) if at is None else getattr(s, part)[at]
        return number

    def put(s: PlainState, value: Value, _word: Word) -> None:
        if at is None:
            setattr(s, part, value)
        else:
            getattr(s, part)[at] = value

    return get, put


def seats_in(part: str, seats: Sequence[str]) -> Access[PlainState]:
    def get(s: PlainState) -> Value:
        return tuple(seats[seat] for seat in getattr(s, part))

    def put(s: PlainState, value: Value, _word: Word) -> None:
        setattr(s, part, [seats.index(colour) for colour in as_names(value)])

    return get, put


def seat_in(part: str, seats: Sequence[str], at: int | None = None) -> Access[PlainState]:
    numbered, put_number = slot(part, at)

    def get(s: PlainState) -> Value:
        seat = as_number(numbered(s))
        return seats[seat] if seat >= 0 else ""

    def put(s: PlainState, value: Value, word: Word) -> None:
        put_number(s, seats.index(as_name(value)), word)

    return get, put


def turn_in(phases: Sequence[str]) -> Access[PlainState]:
    """Access the turn and its phase; `phases` are those of the data."""
    known_phases = all_phases(phases)

    def get(s: PlainState) -> Value:
        return (str(s.turn), phase_name(phases, s.phase))

    def put(s: PlainState, value: Value, _word: Word) -> None:
        turn, phase = as_names(value)
        place = known_phases.index(phase)
        s.turn, s.phase = int(turn), -1 if place == len(known_phases) - 1 else place

    return get, put


def all_phases(phases: Sequence[str]) -> tuple[str, ...]:
    """Return the set-up, the phases of a turn, and the end."""
    return ("setup", *(str(phase) for phase in phases), "over")


def phase_name(phases: Sequence[str], phase: int) -> str:
    return "over" if phase < 0 else "setup" if phase == 0 else str(phases[phase - 1])


# the lines of the text

Said = dict[str, tuple[Value, Word]]
"""The value of each field that a text gives, and where."""


@dataclass(frozen=True)
class PlacesLine:
    """A line of places: a word for each, `.` for an empty one."""

    key: str
    empty: str = ""

    def write(self, values: Mapping[str, str]) -> str:
        """Write the places up to the last one that is not empty."""
        texts = [text for path, text in values.items() if path.startswith(f"{self.key}.")]
        while texts and not texts[-1]:
            texts.pop()
        return " ".join(text or self.empty for text in texts).strip()

    def read(self, line: TextLine, fields: Collection[str]) -> Iterator[tuple[str, Words]]:
        """Each word gives the place with its number."""
        for n, word in enumerate(line.words, 1):
            if f"{self.key}.{n}" not in fields:
                spaces = sum(path.startswith(f"{self.key}.") for path in fields)
                raise line.words[-1].fault("road_too_long", spaces=spaces)
            if word.text != self.empty:
                yield f"{self.key}.{n}", (word,)


@dataclass(frozen=True)
class Marked:
    """A line of the places that are occupied: `gate+red inn+blue`."""

    key: str

    def write(self, values: Mapping[str, str]) -> str:
        there = {path.partition(".")[2]: text for path, text in values.items() if path.startswith(f"{self.key}.")}
        return " ".join(f"{name}+{text}" for name, text in there.items() if text)

    def read(self, line: TextLine, fields: Collection[str]) -> Iterator[tuple[str, Words]]:
        for word in line.words:
            name, plus, colour = word.text.partition("+")
            if f"{self.key}.{name}" not in fields:
                raise word.fault("not_special", building=name)
            if plus:
                yield f"{self.key}.{name}", (Word(colour, word.line, word.column),)


@dataclass(frozen=True)
class Player:
    """A player's line: amounts, then values after their keywords: `5d 2F1W 12P home 3 favors 0/1/0/0`."""

    key: str
    parts: tuple[str, ...]
    """The keywords in the order of writing; those in `groups` take several numbers."""
    groups: Mapping[str, tuple[str, ...]]
    no_points: str = "0P"
    """How a player without points is written."""

    def write(self, values: Mapping[str, str]) -> str:
        mine = {path.removeprefix(f"{self.key}."): text for path, text in values.items()}
        cubes = amount_text(tuple(int(mine[cube.value] or 0) for cube in CUBES))
        words = [f"{mine[DENIERS] or 0}d {cubes or '-'}"]
        for part in self.parts:
            numbers = [mine[f"{part}.{name}"] or "0" for name in self.groups.get(part, ())]
            if part == PRESTIGE:
                words.append(self.no_points if mine[PRESTIGE] == "0" else f"{mine[PRESTIGE]}P")
            elif numbers:
                words.append(f"{part} {'/'.join(numbers)}" if set(numbers) != {"0"} else "")
            elif mine[part]:
                words.append(f"{part} {mine[part]}")
        return " ".join(filter(None, words))

    def read(self, line: TextLine, fields: Collection[str]) -> Iterator[tuple[str, Words]]:
        """Amounts, and the word after each keyword."""
        words = list(line.words)
        while words:
            word = words.pop(0)
            if word.text not in self.parts or word.text == PRESTIGE:
                yield from self._amounts(word)
            elif not words:
                raise word.fault("value_missing")
            elif word.text in self.groups:
                yield from self._numbers(self.groups[word.text], word.text, words.pop(0))
            else:
                yield f"{self.key}.{word.text}", (words.pop(0),)

    def _amounts(self, word: Word) -> Iterator[tuple[str, Words]]:
        """Parse deniers, cubes or points: `5d`, `2F1W`, `12P`, or `-` for nothing."""
        if word.text == "-":
            return
        if not _AMOUNT.fullmatch(word.text):
            raise word.fault("amount")
        for match in re.finditer("([0-9]+)(.)", word.text):
            number, letter = match.groups()
            yield f"{self.key}.{_NAMES[letter]}", (Word(number, word.line, word.column + match.start(), match[0]),)

    def _numbers(self, names: tuple[str, ...], group: str, word: Word) -> Iterator[tuple[str, Words]]:
        numbers = word.text.split("/")
        if len(numbers) != len(names) or not all(n.isascii() and n.isdecimal() and len(n) < 3 for n in numbers):
            raise word.fault("numbers", n=len(names))
        for name, n in zip(names, numbers, strict=True):
            yield f"{self.key}.{group}.{name}", (Word(n, word.line, word.column),)


class Single:
    """A line with a single field."""

    def __init__(self, key: str) -> None:
        self.key = key

    def write(self, values: Mapping[str, str]) -> str:
        return values.get(self.key, "")

    def read(self, line: TextLine, fields: Collection[str]) -> Iterator[tuple[str, Words]]:
        if line.words:
            yield self.key, line.words


AnyLine = PlacesLine | Marked | Player | Single


# a game's positions


class CourseRule(IntEnum):
    """What a correction does to the course of a phase. Old logs repeat theirs by the rule of their time."""

    KEPT = 0
    """Whoever is being asked is asked still."""
    PLACES = 1
    """A turn belongs to a place in an order; who is asked in it is asked still."""
    PLAYERS = 2
    """Each player has one turn, whatever becomes of an order."""
    RUNS = 3
    """As before; corrections that follow one another count as one, made to the table before the first of them."""


@dataclass(frozen=True)
class Rulebook(Generic[S]):
    """A game's rules for its positions, besides the fields."""

    start: Callable[[], S]
    fill: Callable[[S, frozenset[str]], None]
    """Fill in the fields whose paths are not in the set, with their values at the start of the phase."""
    resume: Callable[[S, S], None]
    """Make the course of the phase in the new state fit what lies there. The old state says who was being asked."""
    order_of_turns: Callable[[S], Sequence[int]]
    """Return the order in which people take their turns in this phase; empty if they do not."""
    problems: Callable[[S], list[Reason]]
    taking_turns: tuple[str, str]
    """The kind of choice a player has on their turn, and the phase in which people take turns."""
    fixed: frozenset[str] = frozenset()
    """The fields that old positions left as in the set-up if nobody said them."""
    end_scoring: Callable[[S, int], Sequence[Scored]] | None = None
    """Return what a player scores when the game ends."""
    resume_by_place: Callable[[S, S], None] | None = None
    """As `resume`, for entries of old logs, in which a turn belonged to a place in an order."""
    turns_from_places: Callable[[S], None] | None = None
    """Name who has had their turn in an old state, which has a place in an order instead."""
    pace: Callable[[S], Iterator[Reason]] | None = None
    """Return what no game comes to by this turn, though it can be played on from. For positions that people enter."""
    over_already: Callable[[S, S], Sequence[Reason]] | None = None
    """Return what a correction of the first state to the second would begin again, though it is over."""


class Schema(Generic[S]):
    """The fields and lines of all positions of one table."""

    def __init__(
        self,
        rules: Rules,
        seats: tuple[str, ...],
        untracked: tuple[str, ...],
        fields: Sequence[Field[S]],
        lines: Sequence[AnyLine],
        book: Rulebook[S],
    ) -> None:
        self.rules, self.seats, self.book = rules, seats, book
        self.lines = {line.key: line for line in lines}
        taking, phase = book.taking_turns
        mover = Field(MOVER, Name(seats, "player"), self._mover, _nothing, "table", "web.field.mover")
        turn, *rest = fields
        self.fields = {field.path: field for field in (turn, mover, *rest)}
        self.taking, self.phase = taking, phase
        head = {
            "game": rules.game, "edition": rules.edition, "variants": " ".join(rules.variants),
            "seats": " ".join(seats), "untracked": " ".join(untracked),
        }  # fmt: skip
        self.head = {key: text for key, text in head.items() if text}

    def of(self, state: S) -> "Position":
        """Return the position of a state."""
        return Position(cast("Schema[PlainState]", self), state.copy())

    def read(self, text: str, *, entered: bool = False, strict: bool = True, as_it_was: bool = False) -> "Position":
        """Parse the text of a position, written by `str` or by a person. Raises `NotationError` at the first fault.

        What somebody has `entered` may have narrower limits than what `str` wrote. Unless `strict`, a value may be
        given twice. With `as_it_was`, what the text leaves out has the value that positions of old tables gave it.
        """
        table = table_of(text)
        valid = (*HEAD, *self.lines)
        for key, line in table.items():
            if key not in valid:
                raise line.key.fault("unknown_key", valid=", ".join(valid))
        if TURN not in table or not table[TURN].words:
            raise NotationError("turn", table[TURN].key.line if TURN in table else 1)
        values: Said = {}
        for key, schema_line in self.lines.items():
            if key in table:
                for path, words in schema_line.read(table[key], self.fields):
                    kind = self.fields[path].kind
                    value = kind.entered(words) if entered else kind.read(words)
                    self._say(values, path, value, words[0], again=not strict)
        return self.made(values, self.book.fixed if as_it_was else frozenset())

    def _say(self, values: Said, path: str, value: Value, word: Word, *, again: bool) -> None:
        """Record the value of a field. If it may be given `again`, amounts add up and anything else is replaced."""
        before = values[path][0] if path in values else None
        if path in values and not again:
            raise word.fault("said_already")
        if isinstance(self.fields[path].kind, Amount) and isinstance(before, int) and isinstance(value, int):
            value += before
        values[path] = value, word

    def entered(self, said: Mapping[str, str]) -> "Position":
        """Return the position of which somebody has said these fields. Raises `UnknownName` or `NotationError`."""
        return self.made({path: self.field(path).entered(text) for path, text in said.items()})

    def from_json(self, data: Mapping[str, object]) -> "Position":
        fields = data["fields"]
        if not isinstance(fields, Mapping):
            raise TypeError("fields")
        said = {path: words for path, text in fields.items() if (words := words_of(text))}
        return self.made({path: (self.field(path).kind.read(words), words[0]) for path, words in said.items()})

    def field(self, path: str) -> Field[S]:
        """Return the field at a path. Raises `UnknownName`."""
        if path not in self.fields:
            raise UnknownName("field", path, list(self.fields))
        return self.fields[path]

    def made(self, values: Said, fixed: frozenset[str] = frozenset(), todo: Iterable[Task] = ()) -> "Position":
        """Build a position from these values; anything not given has its value at the start of the phase.

        `todo` are the open choices, unless the values give them.
        """
        state, there = self.book.start(), set(fixed)
        state.todo = list(todo)
        for path, field in self.fields.items():
            value, word = values.get(path, (None, Word("", 1, 1)))
            if value not in (None, "", ()):
                field.put(state, value, word)
                there.add(path)
        self.book.fill(state, frozenset(there))
        return Position(cast("Schema[PlainState]", self), state)

    def _mover(self, s: S) -> Value:
        return self.seats[s.todo[-1][1]] if s.todo and s.todo[-1][0] == self.taking else ""


def _nothing(s: PlainState, value: Value, word: Word) -> None:
    """Ignored: who chooses next is set by the open choice."""


class Position:
    """The table at one moment: immutable, and equal by value."""

    __slots__ = ("_state", "schema")

    def __init__(self, schema: Schema[PlainState], state: PlainState) -> None:
        self.schema, self._state = schema, state

    @property
    def state(self) -> PlainState:
        """A fresh state to play from."""
        return self._state.copy()

    def __getitem__(self, path: str) -> Value:
        """Return the value of a field. Raises `UnknownName`."""
        return self.schema.field(path).get(self._state)

    def fields(self) -> dict[str, str]:
        """Return everything that can be set, as text; empty means nothing."""
        return {path: text for path, text in self._texts().items() if self.schema.fields[path].group}

    def kind(self, path: str) -> FieldKind:
        return self.schema.field(path).kind

    def to_json(self) -> dict[str, object]:
        """Return the table's headers and the text of every field that is not empty."""
        return self.schema.head | {"fields": {path: text for path, text in self._texts().items() if text}}

    def _texts(self) -> dict[str, str]:
        there = self.schema.fields.items()
        return {path: field.kind.text(field.get(self._state)) for path, field in there if field.exists(self._state)}

    def problems(self) -> list[Reason]:
        """Return what is impossible on a table."""
        return self.schema.book.problems(self._state)

    def faults(self) -> list[Reason]:
        """Return what is impossible on a table that somebody enters."""
        pace = self.schema.book.pace
        return [*self.problems(), *(pace(self._state) if pace else ())]

    def changed(self, changes: Mapping[str, str], rule: CourseRule = CourseRule.RUNS) -> "Position":
        """Return the position with some fields set. Raises `UnknownName` or `NotationError`.

        The open choice is kept unless something it depends on has changed; otherwise whoever is to be asked then is
        asked.
        """
        schema, as_it_was = self.schema, rule == CourseRule.KEPT
        values: Said = {
            path: (known_field.get(self._state), Word("", 1, 1)) for path, known_field in schema.fields.items()
        }
        before = dict(values)
        for path, text in changes.items():
            if (path in schema.fields or not as_it_was) and not self._says(path, text):
                values[path] = schema.field(path).entered(text)
        for path, field in schema.fields.items():
            if field.derived and path not in changes:
                del values[path]
        if as_it_was and not _may_move(schema, values):
            values[MOVER] = "", Word("", 1, 1)
        if values[TURN][0] != before[TURN][0] or values[MOVER][0] != before[MOVER][0]:
            passed = rule == CourseRule.RUNS and _has_passed(schema, values)
            _begin_anew(schema, values, anyway=passed)
            new = schema.made(values)
            if passed:
                new._state.todo = []  # the next after them is asked
            return new
        tasks = () if CHOICE in changes else self._state.todo
        if tasks:
            del values[CHOICE]
        new = schema.made(values, todo=tasks)
        self._resume(new._state, rule)
        return new

    def _resume(self, new: PlainState, rule: CourseRule) -> None:
        """Make the course of the phase fit what lies on the table now."""
        book = self.schema.book
        if rule >= CourseRule.PLAYERS:
            book.resume(self._state, new)
            self._score_again(new)
        elif rule == CourseRule.PLACES:
            (book.resume_by_place or book.resume)(self._state, new)
        elif order := book.order_of_turns(new):
            new.had = list(order[: len(new.had)])

    def _score_again(self, new: PlainState) -> None:
        """After the end, let the points follow what lies there now, unless they have been corrected themselves."""
        was, scoring = self._state, self.schema.book.end_scoring
        if scoring and was.phase == new.phase == OVER:
            for seat, points in enumerate(was.prestige):
                if new.prestige[seat] == points:
                    new.prestige[seat] += worth(scoring(new, seat)) - worth(scoring(was, seat))

    def _says(self, path: str, text: str) -> bool:
        """Whether a field already has this text."""
        return text == self.kind(path).text(self[path])

    def __str__(self) -> str:
        texts = self._texts()
        texts_by_line = {key: line.write(texts) for key, line in self.schema.lines.items()}
        lines = self.schema.head | {key: text for key, text in texts_by_line.items() if text}
        return "".join(f"{key}: {text}\n" for key, text in lines.items())

    def __repr__(self) -> str:
        rules = self.schema.rules
        return f"<Position {rules.game} {rules.edition}: {self.schema.fields[TURN].kind.text(self[TURN])}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return False
        return (self.schema.head, self._state) == (other.schema.head, other._state)

    def __hash__(self) -> int:
        return hash((tuple(self.schema.head.items()), self._state.key()))


def _begin_anew(schema: Schema[S], values: Said, *, anyway: bool) -> None:
    """Begin the phase again; in a phase of turns, the field for the next player is respected if they can be asked."""
    for path, field in schema.fields.items():
        if field.course:
            values.pop(path, None)
    mover, word = values[MOVER]
    if mover and (anyway or _may_move(schema, values)):
        values[CHOICE] = (f"{schema.taking}:{mover}",), word


def _may_move(schema: Schema[S], values: Said) -> bool:
    """Whether people take turns in that phase, and the next player has not passed."""
    return as_names(values[TURN][0])[1] == schema.phase and values[MOVER][0] not in as_names(values["passed"][0])


def _has_passed(schema: Schema[S], values: Said) -> bool:
    """Whether people take turns in that phase, and the player who was said to be next has passed."""
    return as_names(values[TURN][0])[1] == schema.phase and values[MOVER][0] in as_names(values["passed"][0])


# parts that the positions of both games share


def held_fields(seat: int, colour: str, cubes: Sequence[str]) -> Iterator[Field[PlainState]]:
    """Yield the fields for what lies before a player in every game.

    Cubes that are not in play have no place in a form.
    """
    amount = Amount()
    yield Field(f"{colour}.deniers", amount, *slot("money", seat), colour, "term.denier", icon="denier")
    for kind, cube in enumerate(CUBES):
        at, group = slot("cubes", seat * KINDS + kind), colour if cube in cubes else ""
        yield Field(f"{colour}.{cube}", amount, *at, group, f"term.{cube}", icon=cube)
    points = slot("prestige", seat)
    yield Field(f"{colour}.prestige", amount, *points, colour, "term.prestige_point", icon="prestige")


def home_field(seat: int, colour: str, workers: int) -> Field[PlainState]:
    """Return the field for the workers not placed."""
    number, home = Number(0, workers, empty=None), slot("home", seat)
    return Field(f"{colour}.home", number, *home, colour, "web.field.home", icon="worker", derived=True)


def _get_step(s: PlainState) -> Value:
    return (str(s.cursor), str(s.active)) if s.cursor or s.active else ()


def _put_step(s: PlainState, value: Value, word: Word) -> None:
    names = as_names(value)
    if len(names) != 2:
        raise word.fault("numbers", n=2)
    s.cursor, s.active = (Word(text, word.line, word.column).number(0, 99) for text in names)


def served_field(first: int) -> Field[PlainState]:
    """Return the field for the parts of buildings that are done already; `first` is where the road begins."""
    parts = {WORKER: "worker", OWNER: "owner"}

    def get(s: PlainState) -> Value:
        served: Served = getattr(s, SERVED)
        return tuple(f"{place - first + 1}.{parts[part]}" for place, part in served)

    def put(s: PlainState, value: Value, word: Word) -> None:
        served = []
        for text in as_names(value):
            space, _, name = text.partition(".")
            part = next((part for part, said in parts.items() if said == name), 0)
            if not part:
                raise word.fault("numbers", n=2)
            served.append((Word(space, word.line, word.column).number(1, 99) + first - 1, part))
        setattr(s, SERVED, tuple(served))

    return Field(SERVED, Course(), get, put, course=True)


def course_fields(b: B, choices: Kinds[B, S]) -> Iterator[Field[S]]:
    """Yield the fields for who has had their turn, how far the phase has come, and the open choice."""

    def had(s: S) -> Value:
        return tuple(b.seats[seat] for seat in s.had) if s.phase != SETUP else ()

    def get(s: S) -> Value:
        return choices.written(b, s.todo)

    def put(s: S, value: Value, word: Word) -> None:
        s.todo = choices.read(b, s, value, word)

    yield Field(HAD, OrderField(b.seats, 0), had, seats_in(HAD, b.seats)[1], course=True)
    yield Field(STEP, Course(), _get_step, _put_step, course=True)
    yield Field(CHOICE, Course(), get, put, course=True)
