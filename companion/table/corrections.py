"""What lies on the table, field by field, to be set to what really lies there.

A correction changes the text of the position (`engine…positions`) and has it read again, so whatever a position can
say can be corrected, and what cannot be on a table is refused by the same checks.

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> game = new_game(load("caylus", "en", players=2), ["red", "blue"])
>>> game.answer_chance(seed=1)
>>> state = corrected(game.referee, game.state, {"red.deniers": "9", "provost": "8", "blue.houses.dungeon": "1"})
>>> found = fields(game.referee, state)
>>> found["red.deniers"], found["provost"], found["blue.houses.dungeon"]
('9', '8', '1')
"""

import re
from collections.abc import Mapping
from typing import Any

from companion.engine.amounts import parse_amount
from companion.engine.errors import BadPosition
from companion.engine.notation import Line, NotationError, table_of
from companion.engine.referee import Referee
from companion.games.magna_carta.rules import MagnaCartaRules
from companion.rules import UnknownName
from companion.rules.vocabulary import CUBES

_LETTERS = {"F": "food", "W": "wood", "S": "stone", "C": "cloth", "G": "gold"}
_HEAD = ("game", "edition", "variants", "seats", "untracked")
_COURSE = ("step", "choice")
_LISTS = ("road", "special")
EMPTY = {"caylus": ".", "magna_carta": ""}
"""How a place with nothing on it is written."""

TURN, MOVER = "turn", "mover"
"""The turn with its phase; who chooses next while people take turns."""

_SAYABLE = re.compile(r"[\w .:/=+*!?-]{0,400}")
"""What a field can say; a position gives other characters a meaning of their own."""

_TAKING_TURNS = {"caylus": "worker", "magna_carta": "action"}
_TURNS_PHASE = {"caylus": "workers", "magna_carta": "actions"}


def fields(referee: Referee, state: Any) -> dict[str, str]:
    """Everything that can be set, with what it is now. Empty is nothing."""
    lines = table_of(referee.write_position(state))
    game, places = referee.rules.game, _places(referee)
    found = {TURN: "", MOVER: _mover(referee, state)} | dict.fromkeys(_lines(game), "")
    found |= {key: _said(line) for key, line in lines.items() if key in found}
    for key, line in lines.items():
        if key == "road":
            found |= {f"road.{n}": word.text for n, word in enumerate(line.words, 1)}
        elif key == "special":
            found |= {f"special.{name}": colour for name, _, colour in (w.text.partition("+") for w in line.words)}
        elif key in referee.seats:
            found |= {f"{key}.{name}": text for name, text in _player(_said(line), places).items()}
    for n in range(1, places["road"][0] + 1):
        found.setdefault(f"road.{n}", "")
    for name in places["special"]:
        found.setdefault(f"special.{name}", "")
    return {path: "" if text == "." else text for path, text in found.items()}


def corrected(referee: Referee, state: Any, changes: Mapping[str, str]) -> Any:
    """The state with some fields set. Raises `UnknownName`, `NotationError` or `BadPosition`."""
    known = fields(referee, state)
    for path in changes:
        if path not in known and not _next_place(path, known):
            raise UnknownName("field", path, list(known))
    for text in changes.values():
        if not _SAYABLE.fullmatch(text):
            raise NotationError("amount", 1, text=text)
    wanted = known | {path: " ".join(text.split()) for path, text in changes.items()}
    if wanted[MOVER] and not _may_move(referee, wanted):
        wanted[MOVER] = ""
    moved = wanted[TURN] != known[TURN] or wanted[MOVER] != known[MOVER]
    text = _text(referee, state, wanted, keep_course=not moved, keep_home=frozenset(changes))
    try:
        new = referee.read_position(text)
    except NotationError:
        if moved:
            raise
        # The choice that was open may be about something that no longer lies there.
        new = referee.read_position(_text(referee, state, wanted, keep_course=False, keep_home=frozenset(changes)))
    problems = referee.problems(new)
    if problems:
        raise BadPosition(problems)
    return new


def _said(line: Line) -> str:
    return " ".join(word.text for word in line.words)


def _lines(game: str) -> tuple[str, ...]:
    """The lines of a position that are one field each."""
    if game == "caylus":
        return ("order", "stables", "castle", "inn", "passed", "bailiff", "provost", "section")
    return ("start", "owned", "provost", "tokens", "passed", "given")


def _places(referee: Referee) -> dict[str, Any]:
    """The names of what a player has several of, and of the places for tiles."""
    data = referee.rules.data
    sections = list(data.castle.sections)
    if isinstance(data, MagnaCartaRules):
        return {"won": sections, "road": (0,), "special": []}
    return {
        "favors": list(data.favors.lines), "houses": sections, "road": (data.road.spaces,),
        "special": list(data.special.order),
    }  # fmt: skip


def _next_place(path: str, known: Mapping[str, str]) -> bool:
    """Whether this is the place after the last one of a road that grows."""
    found = re.fullmatch(r"road\.(\d{1,3})", path)
    return found is not None and (found[1] == "1" or f"road.{int(found[1]) - 1}" in known)


def _mover(referee: Referee, state: Any) -> str:
    taking = _TAKING_TURNS[referee.rules.game]
    return referee.seats[state.todo[-1][1]] if state.todo and state.todo[-1][0] == taking else ""


def _may_move(referee: Referee, wanted: Mapping[str, str]) -> bool:
    """Whether people take turns then, and this one has not passed."""
    taking_turns = wanted[TURN].endswith(f" {_TURNS_PHASE[referee.rules.game]}")
    return taking_turns and wanted[MOVER] not in wanted["passed"].split()


def _player(line: str, places: Mapping[str, Any]) -> dict[str, str]:
    """A player's line by what it says."""
    found = {"deniers": "0"} | {cube.value: "0" for cube in CUBES} | {"prestige": "0"}
    for name, parts in places.items():
        if name not in _LISTS:
            found |= {f"{name}.{part}": "0" for part in parts}
    found |= {"home": ""} | ({"hand": "", "discard": ""} if "won" in places else {"used": ""})
    words = line.split()
    while words:
        word = words.pop(0)
        if word in places:
            numbers = words.pop(0).split("/")
            found |= {f"{word}.{part}": n for part, n in zip(places[word], numbers, strict=True)}
        elif word in found:
            found[word] = words.pop(0)
        elif word != "-":
            found |= _amount(word)
    return found


def _amount(word: str) -> dict[str, str]:
    if word.endswith("P"):
        return {"prestige": word[:-1]}
    if word.endswith("d"):
        return {"deniers": word[:-1]}
    goods = parse_amount(word)
    return {cube.value: str(goods[cube]) for cube in CUBES}


def _text(
    referee: Referee, state: Any, wanted: Mapping[str, str], *, keep_course: bool, keep_home: frozenset[str]
) -> str:
    """The position that says all this."""
    lines = {key: _said(line) for key, line in table_of(referee.write_position(state)).items()}
    game = referee.rules.game
    said = {key: lines[key] for key in _HEAD if key in lines}
    said[TURN] = wanted[TURN]
    said |= {key: wanted[key] for key in _lines(game)}
    road = sorted((int(path[5:]), text) for path, text in wanted.items() if path.startswith("road."))
    said["road"] = " ".join(text or EMPTY[game] for _, text in road)
    workers = {path[8:]: text for path, text in wanted.items() if path.startswith("special.") and text}
    said["special"] = " ".join(f"{name}+{colour}" for name, colour in workers.items())
    if keep_course:
        said |= {key: lines[key] for key in (*_COURSE, "scoring", "columns", "given", "gone") if key in lines}
    else:
        said |= {key: lines[key] for key in ("gone",) if key in lines}
        if wanted[MOVER]:
            said["choice"] = f"{_TAKING_TURNS[game]}:{wanted[MOVER]}"
    for colour in referee.seats:
        said[colour] = _player_text(colour, wanted, keep_home)
    return "".join(f"{key}: {text}\n" for key, text in said.items() if text.strip(" .") or key in referee.seats)


def _player_text(colour: str, wanted: Mapping[str, str], keep: frozenset[str]) -> str:
    """A player's line. Workers at home follow from those on the table, unless somebody says how many there are."""
    mine = {path[len(colour) + 1 :]: text or "0" for path, text in wanted.items() if path.startswith(f"{colour}.")}
    cubes = "".join(f"{mine[name]}{letter}" for letter, name in _LETTERS.items() if mine[name] != "0")
    text = f"{mine['deniers']}d {cubes or '-'} {mine['prestige']}P"
    if f"{colour}.home" in keep:
        text += f" home {mine['home']}"
    for group in ("favors", "houses", "won"):
        numbers = [n for name, n in mine.items() if name.startswith(f"{group}.")]
        if any(n != "0" for n in numbers):
            text += f" {group} {'/'.join(numbers)}"
    for word in ("hand", "discard", "used"):
        if mine.get(word, "0") != "0":
            text += f" {word} {mine[word]}"
    return text
