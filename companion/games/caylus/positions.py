"""A position as text that people can read and write, and back.

    edition: en
    seats: red green blue
    turn: 3 workers
    order: green red blue
    road: n_farm+red n_market n_quarry n_forest n_sawmill n_carpenter f_peddler f_carpenter mason=green+blue
    bailiff: 7
    provost: 8
    passed: green
    red: 5d 2F1W 12P favors 0/1/0/0 houses 2/0/0
    green: 3d 1C 4P
    blue: 0d - 0P

A building is NAME=OWNER+WORKER; `!red` after it says that Red has paid the lawyer for it. `.` is an unbuilt space.
What is not said is as at the start of that phase: nothing placed, passed in turn order, no favor used. `choice` says
which choice is open, `step` how far the phase has come; a table that starts in the middle of a game needs neither.
"""

import re

from companion.engine.amounts import KINDS, amount_text
from companion.engine.notation import Line, Word, table_of
from companion.engine.reader import Reader, phase_name
from companion.games.caylus.board import EMPTY, GONE, NOBODY, RESIDENCE, STOCK, Board
from companion.games.caylus.state import State, start
from companion.rules.vocabulary import Category, Phase

_KEYS = (
    "turn", "order", "road", "special", "stables", "castle", "inn", "passed", "bailiff", "provost", "section",
    "columns", "scoring", "given", "gone", "step", "choice",
)  # fmt: skip
_BUILDING = re.compile(r"(?P<tile>[\w.]+)(=(?P<owner>\w+))?(\+(?P<worker>\w+))?(!(?P<promised>\w+))?")


# writing


def write(b: Board, s: State) -> str:
    """The position, in the fixed order of keys."""
    rules = b.rules
    lines = [f"game: {rules.game}", f"edition: {rules.edition}"]
    if rules.variants:
        lines.append(f"variants: {' '.join(rules.variants)}")
    lines += [f"seats: {' '.join(b.seats)}", f"turn: {s.turn} {phase_name(b.phases, s.phase)}"]
    said = {
        "order": _seats(b, s.order),
        "road": _road(b, s),
        "special": " ".join(_building(b, s, spot) for spot in range(b.specials) if s.worker[spot] != NOBODY),
        "stables": _seats(b, s.stables),
        "castle": _seats(b, s.castle),
        "given": " ".join(map(str, s.given)),
        "inn": _seats(b, [s.inn] if s.inn != NOBODY else []),
        "passed": _seats(b, s.bridge),
        "bailiff": str(s.bailiff),
        "provost": str(s.provost),
        "section": b.section_names[s.section] if s.section < len(b.sections) else "done",
        "columns": str(s.open_columns),
        "scoring": b.section_names[s.scoring] if s.scoring >= 0 else "",
        "gone": " ".join(b.tiles[tile] for tile, where in enumerate(s.where) if where == GONE),
        "step": f"{s.cursor} {s.active}" if s.cursor or s.active else "",
        "choice": " ".join(_choice(b, s, task) for task in s.todo),
    }
    lines += [f"{key}: {value}" for key, value in said.items() if value]
    lines += [f"{colour}: {_player(b, s, seat)}" for seat, colour in enumerate(b.seats)]
    return "\n".join(lines) + "\n"


def _seats(b: Board, seats: list[int]) -> str:
    return " ".join(b.seats[seat] for seat in seats)


def _road(b: Board, s: State) -> str:
    last = max((spot for spot in range(b.specials, b.spots) if s.road[spot] != EMPTY), default=b.specials)
    return " ".join(_building(b, s, spot) for spot in range(b.specials, last + 1))


def _building(b: Board, s: State, spot: int) -> str:
    text = b.tiles[s.road[spot]] or "."
    if s.owner[spot] != NOBODY:
        text += f"={b.seats[s.owner[spot]]}"
    if s.worker[spot] != NOBODY:
        text += f"+{b.seats[s.worker[spot]]}"
    for promised, seat in s.promised:
        if promised == spot:
            text += f"!{b.seats[seat]}"
    return text


def _player(b: Board, s: State, seat: int) -> str:
    n, lines = b.players, len(b.lines)
    cubes = amount_text(tuple(s.cubes[seat * KINDS : seat * KINDS + KINDS]))
    text = f"{s.money[seat]}d {cubes or '-'} {s.prestige[seat]}P home {s.home[seat]}"
    columns = s.columns[seat * lines : seat * lines + lines]
    if any(columns):
        text += f" favors {'/'.join(map(str, columns))}"
    houses = [s.houses[section * n + seat] for section in range(len(b.sections))]
    if any(houses):
        text += f" houses {'/'.join(map(str, houses))}"
    used = [b.lines[line] for line in range(lines) if s.lines_used[seat] >> line & 1]
    return text + (f" used {'/'.join(used)}" if used else "")


def _choice(b: Board, s: State, task: tuple[str, int, int]) -> str:
    kind, seat, arg = task
    who = b.seats[seat] if seat >= 0 else "chance"
    if kind in b.labelled:
        return f"{kind}:{who}:{b.labels[arg]}"
    if kind == "draw":
        return f"{kind}:{who}:{b.space(arg)}"
    return f"{kind}:{who}"


# reading


def read(b: Board, text: str) -> State:
    """A position written by `write`, or by a person. Raises `NotationError` at the first fault."""
    return _Reader(b, start(b), table_of(text)).state()


class _Reader(Reader):
    def __init__(self, b: Board, s: State, table: dict[str, Line]) -> None:
        super().__init__(b, s, table, _KEYS)
        self.b, self.s = b, s

    def state(self) -> State:
        b, s = self.b, self.s
        self.turn()
        s.order = self.seats("order")
        self._road()
        self._special()
        s.stables, s.castle, s.bridge = self.seats("stables"), self.seats("castle"), self.seats("passed")
        if not s.bridge and s.phase > b.phases.index(Phase.WORKERS) + 1:
            s.bridge = s.order[:]
        s.given = [word.number(0, 99) for word in self.words("given")]
        inn = self.seats("inn")
        s.inn = inn[0] if inn else NOBODY
        s.bailiff = self._number("bailiff", b.data.bailiff.start, b.data.road.spaces)
        s.provost = self._number("provost", s.bailiff, b.data.road.spaces)
        self._castle()
        for seat, colour in enumerate(b.seats):
            self._player(seat, colour)
        self._course()
        return s

    def _number(self, key: str, otherwise: int, most: int) -> int:
        return self.table[key].one().number(0, most) if key in self.table else otherwise

    def _road(self) -> None:
        b, s = self.b, self.s
        words = self.words("road")
        if len(words) > b.spots - b.specials:
            raise words[-1].fault("road_too_long", spaces=b.spots - b.specials)
        for spot in range(b.specials, b.spots):
            s.where[s.road[spot]] = STOCK if s.road[spot] else s.where[EMPTY]
            s.road[spot] = EMPTY
        for spot, word in enumerate(words, b.specials):
            if word.text != ".":
                self._lay(word, spot)
        for name, space in b.data.road.fixed.items():
            if s.road[b.spot(space)] == EMPTY and s.where[b.index[name]] == STOCK:
                s.road[b.spot(space)], s.where[b.index[name]] = b.index[name], b.spot(space)
        for word in self.words("gone"):
            s.where[self._tile(word, word.text)] = GONE

    def _tile(self, word: Word, name: str) -> int:
        if name not in self.b.index or not name:
            raise word.fault("no_such_building", building=name)
        return self.b.index[name]

    def _lay(self, word: Word, spot: int) -> None:
        b, s = self.b, self.s
        found = _BUILDING.fullmatch(word.text)
        if found is None:
            raise word.fault("building")
        tile = self._tile(word, found["tile"])
        if b.category[tile] == Category.SPECIAL and spot >= b.specials:
            raise word.fault("before_the_bridge", building=found["tile"])
        if tile != RESIDENCE and s.where[tile] not in (STOCK, spot):
            raise word.fault("building_twice", building=found["tile"])
        s.road[spot] = tile
        if tile != RESIDENCE:
            s.where[tile] = spot
        s.owner[spot] = self.seat(word, found["owner"]) if found["owner"] else NOBODY
        s.worker[spot] = self.seat(word, found["worker"]) if found["worker"] else NOBODY
        if found["promised"]:
            s.promised.append((spot, self.seat(word, found["promised"])))

    def _special(self) -> None:
        for word in self.words("special"):
            name = word.text.partition("+")[0]
            tile = self._tile(word, name)
            if not 0 <= self.s.where[tile] < self.b.specials:
                raise word.fault("not_special", building=name)
            self._lay(word, self.s.where[tile])

    def _castle(self) -> None:
        b, s = self.b, self.s
        for key, default in (("section", b.section_names[0]), ("scoring", None)):
            word = self.table[key].one() if key in self.table else None
            name = word.text if word else default
            if word and name not in (*b.section_names, "done"):
                raise word.fault("no_such_section", valid=", ".join(b.section_names))
            place = -1 if name is None else len(b.sections) if name == "done" else b.section_names.index(name)
            setattr(s, key, place)
        opened = b.data.favors.open_columns if s.section == 0 else b.sections[s.section - 1].opens_column
        s.open_columns = self._number("columns", opened, b.favor_columns)

    def _player(self, seat: int, colour: str) -> None:
        self.s.home[seat] = self.b.data.setup.workers - placed(self.s, seat)
        for what, word in self.player(seat, colour, ("home", "favors", "houses", "used")):
            self._counted(seat, what, word)

    def _counted(self, seat: int, what: str, word: Word) -> None:
        b, s = self.b, self.s
        if what == "home":
            s.home[seat] = word.number(0, b.data.setup.workers)
            return
        parts = word.text.split("/")
        if what == "used":
            for part in parts:
                if part not in b.lines:
                    raise word.fault("no_such_line", valid=", ".join(b.lines))
                s.lines_used[seat] |= 1 << b.lines.index(part)
            return
        wanted = len(b.lines) if what == "favors" else len(b.sections)
        if len(parts) != wanted or not all(part.isdecimal() and len(part) < 3 for part in parts):
            raise word.fault("numbers", n=wanted)
        for place, part in enumerate(parts):
            if what == "favors":
                s.columns[seat * wanted + place] = int(part)
            else:
                s.houses[place * b.players + seat] = int(part)

    def _course(self) -> None:
        s = self.s
        step = self.step()
        s.todo = [self._task(word) for word in self.words("choice")]
        if s.todo and s.todo[-1][0] == "worker" and not step and s.todo[-1][1] in s.order:
            s.cursor = (s.order.index(s.todo[-1][1]) + 1) % self.b.players

    def _task(self, word: Word) -> tuple[str, int, int]:
        b, s = self.b, self.s
        kind, _, rest = word.text.partition(":")
        who, _, label = rest.partition(":")
        if kind not in b.kinds:
            raise word.fault("no_such_choice", valid=", ".join(b.kinds))
        seat = NOBODY if who == "chance" else self.seat(word, who)
        if (kind in ("draw", "next")) != (seat == NOBODY):
            raise word.fault("no_such_choice", valid=", ".join(b.kinds))
        if kind == "worker" and seat in s.bridge:
            raise word.fault("no_such_choice", valid=", ".join(one for one in b.kinds if one != kind))
        if kind in b.labelled:
            if label not in b.labels or b.workings[b.labels.index(label)].kind != kind:
                raise word.fault("no_such_effect", effect=label)
            return kind, seat, b.labels.index(label)
        if kind == "draw":
            return kind, seat, b.spot(Word(label, word.line, word.column).number(1, b.spots - b.specials))
        if kind == "gate":
            return kind, seat, s.where[b.index["gate"]]
        if kind == "batch":
            if seat not in s.castle:
                raise word.fault("not_in_castle")
            here = s.cursor < len(s.castle) and s.castle[s.cursor] == seat
            return kind, seat, s.cursor if here else s.castle.index(seat)
        return kind, seat, 0


def placed(s: State, seat: int) -> int:
    """Workers of a seat that are on the table."""
    return s.worker.count(seat) + s.stables.count(seat) + s.castle.count(seat) + (s.inn == seat)
