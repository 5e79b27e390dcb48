"""Reading the text of a position: what both games' positions have in common."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from companion.engine.amounts import KINDS, parse_amount
from companion.engine.notation import Line, NotationError, Word
from companion.rules.vocabulary import CUBES

HEAD = ("game", "edition", "variants", "seats", "untracked")
"""Lines that say which table it is."""


class Phased(Protocol):
    """The part of a board that is read here."""

    seats: tuple[str, ...]
    phases: list[Any]


class Reader:
    """The lines of a position, word by word, each fault at its place."""

    def __init__(self, b: Phased, s: Any, table: dict[str, Line], keys: Sequence[str]) -> None:
        self.seats_there, self.phases, self._s, self.table = b.seats, b.phases, s, table
        valid = (*HEAD, *keys, *b.seats)
        for key, line in table.items():
            if key not in valid:
                raise line.key.fault("unknown_key", valid=", ".join(valid))

    def words(self, key: str) -> tuple[Word, ...]:
        """The words of a line; none where there is no such line."""
        return self.table[key].words if key in self.table else ()

    def seat(self, word: Word, colour: str | None = None) -> int:
        """The seat of a colour."""
        colour = word.text if colour is None else colour
        if colour not in self.seats_there:
            raise word.fault("no_such_player", player=colour, valid=", ".join(self.seats_there))
        return self.seats_there.index(colour)

    def seats(self, key: str) -> list[int]:
        """The seats that a line names."""
        return [self.seat(word) for word in self.words(key)]

    def turn(self) -> None:
        """Turn and phase, which must be said."""
        words = self.words("turn")
        if len(words) != 2:
            line = self.table.get("turn")
            raise NotationError("turn", line.key.line if line else 1)
        self._s.turn = words[0].number(0, 999)
        names = ["setup", *(phase.value for phase in self.phases), "over"]
        if words[1].text not in names:
            raise words[1].fault("phase", valid=", ".join(names))
        place = names.index(words[1].text)
        self._s.phase = -1 if place == len(names) - 1 else place

    def step(self) -> bool:
        """How far the phase has come, if it is said."""
        words = self.words("step")
        if words:
            if len(words) != 2:
                raise self.table["step"].key.fault("numbers", n=2)
            self._s.cursor, self._s.active = words[0].number(0, 99), words[1].number(0, 99)
        return bool(words)

    def player(self, seat: int, colour: str, keys: Sequence[str]) -> Iterator[tuple[str, Word]]:
        """A player's line: amounts are read here, what stands behind a key is given back to be read."""
        words = list(self.words(colour))
        while words:
            word = words.pop(0)
            if word.text not in keys:
                self.amount(seat, word)
            elif words:
                yield word.text, words.pop(0)
            else:
                raise word.fault("value_missing")

    def amount(self, seat: int, word: Word) -> None:
        """Deniers, cubes or points of a player: `5d`, `2F1W`, `12P`, or `-` for nothing."""
        if word.text == "-":
            return
        if re.fullmatch(r"\d{1,4}P", word.text):
            self._s.prestige[seat] = int(word.text[:-1])
            return
        try:
            goods = parse_amount(word.text)
        except ValueError:
            raise word.fault("amount") from None
        if goods.prestige or goods.favor or goods.token:
            raise word.fault("amount")
        self._s.money[seat] += goods.denier
        for kind, good in enumerate(CUBES):
            self._s.cubes[seat * KINDS + kind] += goods[good]


def phase_name(phases: Sequence[Any], phase: int) -> str:
    """The name of a phase number."""
    return "over" if phase < 0 else "setup" if phase == 0 else str(phases[phase - 1].value)
