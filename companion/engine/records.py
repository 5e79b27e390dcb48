"""A whole game as text that people can read, write and diff: headers, then a line for each player and turn.

    game: caylus
    edition: en
    seats: red green blue
    rules: 82cf0a701d
    road: n_farm n_market n_quarry n_forest n_sawmill n_carpenter
    order: green red blue

    turn 1
    green: place trading_post; pass; provost +1
    red: place n_farm; pass; stay; take 1F

The engine knows whose choice is next, so a line holds one player's choices in order, and how the lines interleave
follows. Forced choices are not written. A game that began in the middle includes its position, each line after `|`.
Comments begin with `#`; those on lines of their own are kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.engine.errors import EngineError, IllegalAction, Reason
from companion.engine.game import CHANCE, Game
from companion.engine.notation import BOM, NotationError, Word
from companion.rules import Rules

_HEADERS = ("game", "edition", "variants", "seats", "untracked", "rules", "road", "order", "result")
_SET_UP = {"draw": "road", "next": "order"}
"""The decisions of chance that a header answers."""

Opener = Callable[[dict[str, str], str], Game]
"""Creates a game from the headers and the text of its first position."""


@dataclass(frozen=True)
class RecordEntry:
    """One player's choices in one turn."""

    turn: int
    who: str
    actions: tuple[Word, ...]


@dataclass
class Record:
    """A parsed record, with the locations of its parts."""

    headers: dict[str, str]
    entries: list[RecordEntry]
    position: str = ""
    comments: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    """Comment lines, by what they precede: a header, a turn, an entry, or the end."""
    header_lines: dict[str, int] = field(default_factory=dict)
    text: str = ""
    """The text that was parsed."""

    def __str__(self) -> str:
        return self.text


class RecordError(EngineError):
    """A record cannot be replayed to its end. `game` is the game up to that point."""

    code = "record"

    def __init__(self, word: Word, reason: Reason, game: Game | None) -> None:
        place = f"line {word.line}, column {word.column}"
        super().__init__(f"{place}: {word.text!r}: {reason.code}; see `RecordError.game`")
        self.line, self.column, self.text, self.reason, self.game = word.line, word.column, word.text, reason, game
        self.rules = game.rules if game else None


# writing


def write(game: Game, comments: dict[tuple[str, ...], list[str]] | None = None) -> str:
    remarks = comments or {}
    out: list[str] = []
    for key, value in _headers(game).items():
        out += [*remarks.get((key,), []), f"{key}: {value}"]
    if game.origin:
        out += [f"| {line}" for line in game.origin.splitlines()]
    turn = -1
    for number, who, actions in _entries(game):
        if number != turn:
            turn = number
            out += ["", *remarks.get((str(turn),), []), f"turn {turn}"]
        out += [*remarks.get((str(turn), who), []), f"{who}: {'; '.join(actions)}"]
    out += remarks.get(("end",), [])
    return "\n".join(out) + "\n"


def _headers(game: Game) -> dict[str, str]:
    rules = game.rules
    headers = {"game": rules.game, "edition": rules.edition}
    if rules.variants:
        headers["variants"] = " ".join(rules.variants)
    headers["seats"] = " ".join(game.seats)
    if game.referee.untracked:
        headers["untracked"] = " ".join(game.referee.untracked)
    headers["rules"] = rules.version
    road = [str(event["building"]) for event in game.events() if event.id == "drawn"]
    order = [str(event["seat"]) for event in game.events() if event.id == "ordered"]
    if road and (game.over or game.decision.kind != "draw"):
        headers["road"] = " ".join(road)
    if len(order) == len(game.seats):
        headers["order"] = " ".join(order)
    if game.over:
        headers["result"] = " ".join(f"{c} {p}" for c, p in zip(game.seats, game.state.prestige, strict=True))
    return headers


def _entries(game: Game) -> list[tuple[int, str, list[str]]]:
    """Return the choices by turn and player; players are in the order of their first choice in that turn."""
    entries: dict[tuple[int, str], list[str]] = {}
    for (turn, who, kind), action in zip(game.deciders(), game.actions, strict=True):
        if not (who == CHANCE and kind in _SET_UP and _SET_UP[kind] in _headers_of(game)):
            entries.setdefault((turn, who), []).append(action)
    return [(turn, who, actions) for (turn, who), actions in entries.items()]


def _headers_of(game: Game) -> dict[str, str]:
    return {key: value for key, value in _headers(game).items() if key in ("road", "order")}


# reading


class BadRecord(NotationError):
    """A text cannot be read as a record from some line on. `record` has what precedes it."""

    def __init__(self, fault: NotationError, record: Record) -> None:
        args = {key: value for key, value in fault.args_by_name.items() if key not in ("line", "column")}
        super().__init__(fault.code, fault.line, fault.column, **args)
        self.record = record


def parse(text: str) -> Record:
    """Parse a record. Raises `BadRecord` with line, column and what precedes the fault."""
    record = Record({}, [], text=text)
    parser = _Parser(record)
    try:
        parser.read(text)
    except NotationError as fault:
        raise BadRecord(fault, record) from fault
    finally:
        record.position = "".join(parser.position)
    return record


class _Parser:
    """Reads a text line by line into a record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.waiting: list[str] = []
        self.position: list[str] = []
        self.known: set[tuple[int, str]] = set()
        self.turn: int | None = None

    def read(self, text: str) -> None:
        for number, raw in enumerate(text.removeprefix(BOM).splitlines(), 1):
            if raw.lstrip().startswith("#"):
                self.waiting.append(raw)
            else:
                self.line(raw.partition("#")[0].rstrip(), number)
        self.keep("end")

    def line(self, text: str, number: int) -> None:
        if text.startswith("|"):
            self.position.append(text[1:].strip() + "\n")
        elif text.startswith("turn "):
            self.turn = Word(text[5:].strip(), number, 6).number()
            self.keep(str(self.turn))
        elif text.strip():
            key, colon, rest = text.partition(":")
            if not colon:
                raise NotationError("no_key", number, 1, text=text.strip())
            if self.turn is None:
                _header(self.record, key.strip(), rest, number)
                self.keep(key.strip())
            else:
                self.entry(self.turn, key, rest, number)

    def entry(self, turn: int, key: str, rest: str, number: int) -> None:
        who = key.strip()
        seats = self.record.headers.get("seats", who).split()
        if who not in (*seats, CHANCE):
            raise NotationError("no_such_player", number, 1, text=who, valid=", ".join(seats))
        if (turn, who) in self.known:
            raise NotationError("twice", number, 1, text=who)
        self.known.add((turn, who))
        self.record.entries.append(RecordEntry(turn, who, _actions(rest, number, len(key) + 2)))
        self.keep(str(turn), who)

    def keep(self, *place: str) -> None:
        """Attach the comments read so far to this place."""
        if self.waiting:
            self.record.comments[place] = self.waiting
            self.waiting = []


def _header(record: Record, key: str, value: str, number: int) -> None:
    if key not in _HEADERS:
        raise NotationError("unknown_key", number, 1, text=key, valid=", ".join(_HEADERS))
    if key in record.headers:
        raise NotationError("twice", number, 1, text=key)
    record.headers[key] = " ".join(value.split())
    record.header_lines[key] = number


def _actions(text: str, line: int, column: int) -> tuple[Word, ...]:
    words = []
    for part in text.split(";"):
        if part.strip():
            words.append(Word(" ".join(part.split()), line, column + len(part) - len(part.lstrip())))
        column += len(part) + 1
    return tuple(words)


def replay(record: Record, opened: Opener, until: Callable[[Game], bool] | None = None) -> Game:
    """Replay a record in a new game, `until` a condition is met. Raises `RecordError` with the game up to the fault."""
    game = opened(record.headers, record.position)
    start = {kind: record.headers.get(key, "").split() for kind, key in _SET_UP.items()}
    lines = {(entry.turn, entry.who): list(entry.actions) for entry in record.entries}
    while not game.over and not (until and until(game)):
        decision = game.decision
        turn, who = game.state.turn, decision.seat or CHANCE
        word = _from_header(record, decision.kind, decision.options, start) if decision.chance else None
        if word is None:
            left = lines.get((turn, who))
            if not left:
                break
            word = left.pop(0)
        try:
            game.play(word.text)
        except IllegalAction as error:
            raise RecordError(word, error.reason, game) from error
    if not (until and until(game)):
        _all_said(record, lines, game)
    return game


def _from_header(record: Record, kind: str, options: Sequence[str], start: dict[str, list[str]]) -> Word | None:
    """Return the next answer of chance that a header gives, or None."""
    if not start.get(kind):
        return None
    key = _SET_UP[kind]
    return Word(f"{kind} {start[kind].pop(0)}", record.header_lines[key], len(key) + 3)


def _all_said(record: Record, lines: dict[tuple[int, str], list[Word]], game: Game) -> None:
    """Raise `RecordError` if any action is left over or a header contradicts the game."""
    for (_, who), left in lines.items():
        if left:
            waiting = "nobody" if game.over else game.decision.seat or CHANCE
            raise RecordError(left[0], Reason("out_of_turn", {"player": who, "waiting": waiting}), game)
    for key in ("road", "order", "result"):
        stated, actual = record.headers.get(key), _headers(game).get(key)
        if stated is not None and actual is not None and stated != actual:
            word = Word(stated, record.header_lines[key], len(key) + 3)
            raise RecordError(word, Reason("not_so", {"what": key, "actual": actual}), game)


def checked_rules(record: Record, rules: Rules) -> Reason | None:
    """Return a reason if the record was written under other rules, or None."""
    stated = record.headers.get("rules")
    return (
        Reason("other_rules", {"stated": stated, "actual": rules.version})
        if stated not in (None, rules.version)
        else None
    )
