"""A position of Magna Carta as text that people can read and write, and back.

    game: magna_carta
    seats: red green
    turn: 3 actions
    start: green
    road: n_park n_peddler+red small_farm=red*2 bank=green residence/church=red residence/market=green/statue
    provost: 2
    tokens: 4 6 7
    red: 4d 2F2W home 3 hand lawyer/bank discard peddler won 1/0/0
    green: 3d 1G hand ?3 discard church

A card is NAME=OWNER*CUBES+WORKER; a residence says which card it is the back of, and what covers it; `!` marks one
that the lawyer has been paid for. `hand ?3` is a hand of three cards nobody has shown us; what is neither in hand,
discards nor road is in the deck. What is not said is as at the start of that phase.
"""

import re

from companion.engine.amounts import KINDS, amount_text
from companion.engine.notation import Line, Word, table_of
from companion.engine.reader import Reader, phase_name
from companion.games.magna_carta.board import KINDS_OF_CHOICE, NO_COVER, NOBODY, Board
from companion.games.magna_carta.moves import lay
from companion.games.magna_carta.state import State, start
from companion.rules.vocabulary import Phase

_KEYS = ("turn", "start", "road", "owned", "provost", "tokens", "passed", "given", "step", "choice")
_CARD = re.compile(
    r"(?P<card>\w+)(/(?P<back>\w+))?(=(?P<owner>\w+))?(/(?P<cover>\w+))?(\*(?P<stock>\d))?(\+(?P<worker>\w+))?(?P<promised>!)?"
)
_LABELLED = frozenset(kind for kind, has_working in KINDS_OF_CHOICE.items() if has_working)


# writing


def write(b: Board, s: State) -> str:
    """The position, in the fixed order of keys."""
    rules = b.rules
    lines = [f"game: {rules.game}", f"edition: {rules.edition}"]
    lines.append(f"variants: {' '.join(rules.variants)}")
    if b.untracked:
        lines.append(f"untracked: {' '.join(b.untracked)}")
    lines += [f"seats: {' '.join(b.seats)}", f"turn: {s.turn} {phase_name(b.phases, s.phase)}"]
    loose = [
        f"{b.prestige_cards[place]}={b.seats[owner]}"
        for place, owner in enumerate(s.prestige_owner)
        if owner != NOBODY and place not in s.cover
    ]
    said = {
        "start": b.seats[s.starter] if s.starter != NOBODY else "",
        "road": " ".join(_card(b, s, place) for place in range(len(s.road))),
        "owned": " ".join(loose),
        "provost": str(s.provost + 1) if b.provost_in_play and s.phase else "",
        "tokens": " ".join(map(str, s.tokens)),
        "passed": " ".join(b.seats[seat] for seat in s.bridge),
        "given": " ".join(map(str, s.given)) if any(s.given) else "",
        "step": f"{s.cursor} {s.active}" if s.cursor or s.active else "",
        "choice": " ".join(_choice(b, task) for task in s.todo),
    }
    lines += [f"{key}: {value}" for key, value in said.items() if value]
    lines += [f"{colour}: {_player(b, s, seat)}" for seat, colour in enumerate(b.seats)]
    return "\n".join(lines) + "\n"


def _card(b: Board, s: State, place: int) -> str:
    card = s.road[place]
    owner = b.owner_of[card]
    text = f"{b.data.residence.tile}/{b.names[card]}" if s.flipped[place] else b.names[card]
    if owner != NOBODY:
        text += f"={b.seats[owner]}"
    if s.cover[place] != NO_COVER:
        text += f"/{b.prestige_cards[s.cover[place]]}"
    if b.stock[card] and not s.flipped[place]:
        text += f"*{s.stock[place]}"
    if s.worker[place] != NOBODY:
        text += f"+{b.seats[s.worker[place]]}"
    return text + ("!" if place in s.promised else "")


def _player(b: Board, s: State, seat: int) -> str:
    cubes = amount_text(tuple(s.cubes[seat * KINDS : seat * KINDS + KINDS]))
    text = f"{s.money[seat]}d {cubes or '-'} home {s.home[seat]}"
    hand = b.cards_in(s.hand[seat])
    if s.unknown[seat]:
        hand.append(f"?{s.unknown[seat]}")
    if hand:
        text += f" hand {'/'.join(hand)}"
    if s.discard[seat]:
        text += f" discard {'/'.join(b.cards_in(s.discard[seat]))}"
    won = s.won[seat :: b.players]
    if any(won):
        text += f" won {'/'.join(map(str, won))}"
    return text + (f" {s.prestige[seat]}P" if s.prestige[seat] else "")


def _choice(b: Board, task: tuple[str, int, int]) -> str:
    kind, seat, arg = task
    who = b.seats[seat] if seat >= 0 else "chance"
    if kind in _LABELLED:
        return f"{kind}:{who}:{b.labels[arg]}"
    if kind == "card":
        return f"{kind}:{who}:{b.seats[arg]}"
    return f"{kind}:{who}:{arg}" if kind in ("draw", "refill") else f"{kind}:{who}"


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
        for word in self.words("start"):
            s.starter = self.seat(word)
        for word in self.words("road"):
            self._card(word)
        for word in self.words("owned"):
            name, _, colour = word.text.partition("=")
            s.prestige_owner[self._prestige(word, name)] = self.seat(word, colour)
        provost = self.table.get("provost")
        if provost is not None:
            s.provost = provost.one().number(1, 99) - 1
        self._numbers("tokens", s.tokens, len(b.sections))
        s.bridge = [self.seat(word) for word in self.words("passed")]
        if not s.bridge and s.phase > b.phases.index(Phase.ACTIONS) + 1:
            s.bridge = [(max(s.starter, 0) + after) % b.players for after in range(b.players)]
        self._numbers("given", s.given, b.players)
        for seat, colour in enumerate(b.seats):
            self._player(seat, colour)
        self._course()
        return s

    def _numbers(self, key: str, into: list[int], n: int) -> None:
        words = self.words(key)
        if words and len(words) != n:
            raise self.table[key].key.fault("numbers", n=n)
        for place, word in enumerate(words):
            into[place] = word.number(0, 99)

    def _prestige(self, word: Word, name: str) -> int:
        if name not in self.b.prestige_cards:
            raise word.fault("no_such_building", building=name)
        return self.b.prestige_cards.index(name)

    def _card(self, word: Word) -> None:
        b, s = self.b, self.s
        found = _CARD.fullmatch(word.text)
        if found is None:
            raise word.fault("building")
        if found["back"] and found["card"] != b.data.residence.tile:
            raise word.fault("no_such_building", building=found["card"])
        place, owner = len(s.road), self.seat(word, found["owner"]) if found["owner"] else NOBODY
        lay(b, s, self._number_of(word, found["back"] or found["card"], owner))
        if found["back"]:
            s.flipped[place], s.stock[place] = 1, 0
        if found["cover"]:
            s.cover[place] = self._prestige(word, found["cover"])
            s.prestige_owner[s.cover[place]] = owner
        if found["stock"]:
            s.stock[place] = int(found["stock"])
        if found["worker"]:
            s.worker[place] = self.seat(word, found["worker"])
        if found["promised"]:
            s.promised.append(place)

    def _number_of(self, word: Word, name: str, owner: int) -> int:
        """The card of that name and owner, taken from its deck."""
        b, s = self.b, self.s
        if name in b.bit and owner != NOBODY:
            card = b.card(owner, name)
            s.deck[owner] &= ~(1 << b.bit[name])
        elif name in b.neutral and owner == NOBODY:
            card = b.neutral.index(name)
        else:
            raise word.fault("no_such_building", building=name)
        if card in s.road:
            raise word.fault("building_twice", building=name)
        return card

    def _player(self, seat: int, colour: str) -> None:
        self.s.home[seat] = self.b.data.setup.workers - self.s.worker.count(seat)
        for what, word in self.player(seat, colour, ("home", "hand", "discard", "won")):
            self._held(seat, what, word)

    def _held(self, seat: int, what: str, word: Word) -> None:
        b, s = self.b, self.s
        if what == "home":
            s.home[seat] = word.number(0, b.data.setup.workers)
            return
        parts = word.text.split("/")
        if what == "won":
            if len(parts) != len(b.sections) or not all(p.isdecimal() and len(p) < 3 for p in parts):
                raise word.fault("numbers", n=len(b.sections))
            s.won[seat :: b.players] = [int(part) for part in parts]
            return
        for part in parts:
            if what == "hand" and re.fullmatch(r"\?\d{1,2}", part):
                s.unknown[seat] += int(part[1:])
                continue
            if part not in b.bit:
                raise word.fault("no_such_building", building=part)
            bit = 1 << b.bit[part]
            if not s.deck[seat] & bit:
                raise word.fault("building_twice", building=part)
            s.deck[seat] ^= bit
            if what == "hand":
                s.hand[seat] |= bit
            else:
                s.discard[seat] |= bit

    def _course(self) -> None:
        s = self.s
        step = self.step()
        s.todo = [self._task(word) for word in self.words("choice")]
        if s.todo and s.todo[-1][0] == "action" and not step and s.starter != NOBODY:
            s.cursor = (s.todo[-1][1] - s.starter + 1) % self.b.players

    def _task(self, word: Word) -> tuple[str, int, int]:
        b = self.b
        kind, _, rest = word.text.partition(":")
        who, _, label = rest.partition(":")
        if kind not in KINDS_OF_CHOICE:
            raise word.fault("no_such_choice", valid=", ".join(KINDS_OF_CHOICE))
        seat = NOBODY if who == "chance" else self.seat(word, who)
        if (kind in ("draw", "card", "start")) != (seat == NOBODY):
            raise word.fault("no_such_choice", valid=", ".join(KINDS_OF_CHOICE))
        if kind in _LABELLED:
            if label not in b.labels or b.workings[b.labels.index(label)].kind != kind:
                raise word.fault("no_such_effect", effect=label)
            return kind, seat, b.labels.index(label)
        if kind == "card":
            return kind, seat, self.seat(word, label)
        if kind in ("draw", "refill"):
            return kind, seat, Word(label, word.line, word.column).number(0, 99)
        return kind, seat, 0
