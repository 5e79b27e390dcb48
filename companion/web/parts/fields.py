"""Everything that lies on a table as fields of a form: what each is called, what it can be, and how it is read again.

A field of a correction (`table.corrections`) is a text such as `mason=red+blue`. People see its parts: a building, its
owner, whose worker stands there. The same fields serve a correction and a game that is entered in its middle.

>>> from werkzeug.datastructures import MultiDict
>>> worker = Input("inn", "Inn", "one", (Part("choice", "", "red", (("", "–"), ("red", "Red"), ("blue", "Blue"))),))
>>> read_changes(MultiDict([("field.inn", "blue")]), [Group("table", "Table", [worker])], {"inn": "red"})
{'inn': 'blue'}
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.notation import NotationError
from companion.engine.referee import Referee
from companion.i18n.scores import field_label
from companion.i18n.translator import Translator
from companion.table.corrections import MOVER, TURN
from companion.web.parts import spaces
from companion.web.parts.naming import turn_noun
from companion.web.parts.spaces import Choices, Part

PREFIX = "field."
"""Form fields of a correction: `field.red.deniers`."""

Say = Callable[[str], str]
"""What a player is called."""


@dataclass(frozen=True)
class Input:
    """A field: its parts, and how they make one text."""

    path: str
    label: str
    kind: str
    parts: tuple[Part, ...]

    @property
    def name(self) -> str:
        """What it is called in the form; a field of several parts comes several times."""
        return PREFIX + self.path


@dataclass(frozen=True)
class Group:
    """Fields that belong together."""

    id: str
    title: str
    inputs: list[Input]


@dataclass(frozen=True)
class _Desk:
    """What the fields of one table are made from."""

    referee: Any
    known: Mapping[str, str]
    t: Translator
    say: Say

    @property
    def caylus(self) -> bool:
        """Which of the games it is."""
        return bool(self.referee.rules.game == "caylus")

    def colours(self) -> Choices:
        """Nobody, or a player."""
        return (("", "–"), *((colour, self.say(colour)) for colour in self.referee.seats))

    def ordered(self, path: str, label: str, n: int) -> Input:
        """Players in an order; nobody from somewhere on."""
        colours = self.known[path].split()
        parts = tuple(
            Part("choice", str(place + 1), colours[place] if place < len(colours) else "", self.colours())
            for place in range(max(n, len(colours)))
        )
        return Input(path, label, "words", parts)

    def player(self, path: str, label: str) -> Input:
        """One player, or nobody."""
        return Input(path, label, "one", (Part("choice", "", self.known[path], self.colours()),))

    def number(self, path: str, label: str, icon: str = "") -> Input:
        """A number."""
        return Input(path, label, "one", (Part("number", "", self.known[path], icon=icon),))


def groups(
    referee: Referee, known: Mapping[str, str], t: Translator, say: Say, hidden: Container[str] = ()
) -> list[Group]:
    """All fields of a table by what they are about. The hands of the players in `hidden` are not shown."""
    desk = _Desk(referee, known, t, say)
    table = [_turn(desk), desk.player(MOVER, t.say("web.field.mover"))]
    table += _caylus_table(desk) if desk.caylus else _magna_carta_table(desk)
    found = [Group("table", t.say("web.field.table"), table)]
    if desk.caylus:
        found.append(Group("bridge", t.say("web.field.before_the_bridge"), _caylus_places(desk)))
    found += [Group(colour, say(colour), _player(desk, colour, colour in hidden)) for colour in referee.seats]
    return [*found, Group("road", t.name("term.road"), _road(desk))]


def read_changes(form: MultiDict[str, str], shown: Sequence[Group], known: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form that are not what they were."""
    changes = {}
    for group in shown:
        for one in group.inputs:
            given = form.getlist(one.name)
            if given:
                text = _JOIN[one.kind](given)
                if text != known.get(one.path, ""):
                    changes[one.path] = text
    return changes


def wrong_numbers(form: MultiDict[str, str], shown: Sequence[Group]) -> dict[str, NotationError]:
    """The fields for a number that hold something else."""
    return {
        one.path: NotationError("number", 1, text=text.strip())
        for group in shown
        for one in group.inputs
        for part, text in zip(one.parts, form.getlist(one.name), strict=False)
        if part.kind == "number" and text.strip() and not (text.strip().isascii() and text.strip().isdecimal())
    }


def retyped(form: MultiDict[str, str], shown: Sequence[Group]) -> list[Group]:
    """The fields as somebody has filled them in: nothing typed is lost when it is refused."""
    return [Group(group.id, group.title, [_retyped(form, one) for one in group.inputs]) for group in shown]


def _retyped(form: MultiDict[str, str], one: Input) -> Input:
    given = form.getlist(one.name)
    if not given:
        return one
    if one.kind == "ticks":
        parts = tuple(Part("tick", p.label, p.value, p.options, on=p.value in given) for p in one.parts)
    else:
        texts = [*given, *("" for _ in one.parts)]
        parts = tuple(Part(p.kind, p.label, text, p.options, p.icon) for p, text in zip(one.parts, texts, strict=False))
    return Input(one.path, one.label, one.kind, parts)


# what each text is made of

_JOIN: dict[str, Callable[[list[str]], str]] = {
    "one": lambda given: given[0].strip(),
    "words": lambda given: " ".join(text.strip() for text in given if text.strip()),
    "numbers": lambda given: " ".join(text.strip() or "0" for text in given) if any(given) else "",
    "ticks": lambda given: "/".join(text for text in given if text),
    "unseen": lambda given: "/".join([*filter(None, given[1:]), *([f"?{given[0]}"] if given[0].strip("0 ") else [])]),
    "space": spaces.building_text,
    "card": spaces.card_text,
    "owned": lambda given: " ".join(text for text in given if text),
}


def _turn(desk: _Desk) -> Input:
    t, (number, _, phase) = desk.t, desk.known[TURN].partition(" ")
    phases = [("setup", t.say("web.field.setup"))] if phase == "setup" else []
    phases += [(p.value, t.name(f"phase.{p.value}")) for p in desk.referee.rules.data.sequence.phases]
    phases.append(("over", t.name("term.end")))
    turn = turn_noun(t)
    label = t.say("web.field.turn", turn=turn)
    return Input(TURN, label, "words", (Part("number", turn, number), Part("choice", label, phase, tuple(phases))))


def _sections(desk: _Desk) -> list[str]:
    return list(desk.referee.rules.data.castle.sections)


def _caylus_table(desk: _Desk) -> list[Input]:
    t, n = desk.t, len(desk.referee.seats)
    sections = (
        *((name, t.name(f"section.{name}")) for name in _sections(desk)),
        ("done", t.say("web.field.castle_done")),
    )
    return [
        desk.ordered("order", t.name("term.turn_order"), n),
        desk.ordered("passed", t.say("web.field.passed"), n),
        desk.number("provost", t.name("term.provost"), "provost"),
        desk.number("bailiff", t.name("term.bailiff"), "bailiff"),
        Input("section", t.say("web.field.section"), "one", (Part("choice", "", desk.known["section"], sections),)),
    ]


def _magna_carta_table(desk: _Desk) -> list[Input]:
    t, n = desk.t, len(desk.referee.seats)
    left, given = desk.known["tokens"].split(), desk.known["given"].split()
    found = [desk.player("start", t.name("term.start_player")), desk.ordered("passed", t.say("web.field.passed"), n)]
    if desk.referee.board.provost_in_play:
        found.append(desk.number("provost", t.name("term.provost"), "provost"))
    sections = _sections(desk)
    parts = [
        Part("number", t.name(f"section.{name}"), left[place] if place < len(left) else "")
        for place, name in enumerate(sections)
    ]
    found.append(Input("tokens", t.say("web.field.tokens"), "numbers", tuple(parts)))
    parts = [
        Part("number", desk.say(colour), given[place] if place < len(given) else "0")
        for place, colour in enumerate(desk.referee.seats)
    ]
    found.append(Input("given", t.say("web.field.given"), "numbers", tuple(parts)))
    owners = dict(word.split("=") for word in desk.known["owned"].split())
    loose = tuple(
        Part("choice", t.name(f"building.{name}"), f"{name}={owners[name]}" if name in owners else "",
             (("", "–"), *((f"{name}={colour}", desk.say(colour)) for colour in desk.referee.seats)))
        for name in desk.referee.board.prestige_cards
    )  # fmt: skip
    return [*found, Input("owned", t.say("web.field.owned"), "owned", loose)]


def _caylus_places(desk: _Desk) -> list[Input]:
    t, n, board = desk.t, len(desk.referee.seats), desk.referee.board
    found = [
        desk.player(f"special.{name}", t.name(f"building.{name}"))
        for name in desk.referee.rules.data.special.order
        if board.workable[board.index[name]] and board.index[name] != board.stables
    ]
    if board.stables:
        found.append(desk.ordered("stables", t.name("building.stables"), board.stable_places))
    found.append(desk.player("inn", t.say("web.field.lodger")))
    return [*found, desk.ordered("castle", t.name("term.castle"), n)]


def _player(desk: _Desk, colour: str, hidden: bool) -> list[Input]:
    t, data = desk.t, desk.referee.rules.data
    found = [desk.number(f"{colour}.deniers", t.name("term.denier"), "denier")]
    found += [desk.number(f"{colour}.{cube}", _cube(t, cube), cube) for cube in data.words.cubes]
    found.append(desk.number(f"{colour}.prestige", t.name("term.prestige_point"), "prestige"))
    found.append(desk.number(f"{colour}.home", t.say("web.field.home"), "worker"))
    for name in _sections(desk):
        path = f"{colour}.houses.{name}" if desk.caylus else f"{colour}.won.{name}"
        said = {"section": field_label(t, name)}
        label = t.say("web.field.houses", **said) if desk.caylus else t.say("web.field.won", **said)
        found.append(desk.number(path, label, "house" if desk.caylus else "token"))
    if not desk.caylus:
        return found + _cards(desk, colour, hidden)
    for line in data.favors.lines:
        found.append(
            desk.number(f"{colour}.favors.{line}", t.say("web.field.favor", line=t.name(f"line.{line}")), "favor")
        )
    lines = [(line, t.name(f"line.{line}")) for line in data.favors.lines]
    return [*found, _ticked(desk, f"{colour}.used", t.say("web.field.used"), lines)]


def _cube(t: Translator, cube: str) -> str:
    return t.name(f"term.{cube}")


def _cards(desk: _Desk, colour: str, hidden: bool) -> list[Input]:
    t, cards = desk.t, [(name, spaces.building_name(desk.t, name)) for name in desk.referee.board.own]
    found = []
    if not hidden:
        held = [card for card in desk.known[f"{colour}.hand"].split("/") if card]
        unseen = sum(int(card[1:]) for card in held if card.startswith("?"))
        seen = [card for card in held if not card.startswith("?")]
        if unseen or colour in desk.referee.untracked:
            parts = (Part("number", "", str(unseen)), *(Part("hidden", "", card) for card in seen))
            found.append(Input(f"{colour}.hand", t.say("web.field.hand_size"), "unseen", parts))
        else:
            found.append(_ticked(desk, f"{colour}.hand", t.name("term.hand"), cards))
    return [*found, _ticked(desk, f"{colour}.discard", t.name("term.discard"), cards)]


def _ticked(desk: _Desk, path: str, label: str, things: Sequence[tuple[str, str]]) -> Input:
    held = desk.known[path].split("/")
    return Input(path, label, "ticks", tuple(Part("tick", said, name, on=name in held) for name, said in things))


def _road(desk: _Desk) -> list[Input]:
    paths = [path for path in desk.known if path.startswith("road.")]
    if not desk.caylus:
        paths.append(f"road.{len(paths) + 1}")
    paths.sort(key=lambda path: int(path[5:]))
    choices = spaces.caylus_choices if desk.caylus else spaces.magna_carta_choices
    parts = spaces.building_parts if desk.caylus else spaces.card_parts
    offered = choices(desk.referee.board, desk.t, desk.say)
    return [
        Input(path, desk.t.say("web.field.space", n=path[5:]), "space" if desk.caylus else "card",
              parts(desk.t, desk.known.get(path, ""), offered, desk.colours()))
        for path in paths
    ]  # fmt: skip
