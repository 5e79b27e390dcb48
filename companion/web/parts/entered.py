"""A running game as people enter it: the road by taps, a row of numbers for each player, the rest if need be.

Every tap sends the whole form, so that nothing is kept in between and no script is needed. What is left out follows
from the rest.

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> schema = new_game(load("caylus", "en", players=2), ["red", "blue"]).referee.schema
>>> said = {"road.8": "mason", "order": ""}
>>> for tap in ("owner red", "worker blue", "bailiff", "order blue"):
...     at = tapped(schema, said, 8, tap, drawn=6)
>>> said, at
({'road.8': 'mason=red+blue', 'order': 'blue red', 'bailiff': '8'}, 8)
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.game import Game
from companion.engine.kinds import FieldKind, Number, OrderField, PieceField, PiecePart, words_of
from companion.engine.notation import NotationError
from companion.engine.position import MOVER, PRESTIGE, TURN, Field, Player, Schema
from companion.i18n.narration import fault_line
from companion.i18n.translator import Translator
from companion.rules.vocabulary import Category
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.fields import PREFIX, FieldGroup, Input, Say, blank, label, retyped
from companion.web.parts.pages import pages_of
from companion.web.parts.street import Tile

Said = dict[str, str]
"""The text of each field that somebody has filled in."""

AT = "at"
"""The form field of the space that was tapped last, and the verb of the tap."""

ROAD, FIRST = "road", ("order", "start")
"""The line of the road, and those that say in which order people play."""

_INSTEAD = (Category.RESIDENTIAL, Category.PRESTIGE)
"""What may lie where a neutral building lay."""

_BRINGS = {"deniers": "denier", "cubes": "any", "buildings": "build"}
"""The sign of what a line of favors brings, if it is not called the same."""


@dataclass(frozen=True)
class Entered:
    """What the page shows."""

    road: tuple[Tile, ...]
    at: int
    """The space on which the next tile is laid."""
    here: Tile
    tiles: tuple[tuple[str, BuildingFace], ...]
    """What can be laid there."""
    parts: tuple[PiecePart, ...]
    """What else can be said of what lies there."""
    figures: tuple[str, ...]
    order: tuple[str, ...]
    first: str
    """The field of the order."""
    hidden: Said
    """What has been tapped, as fields of the form."""
    turn: Input
    rows: tuple[FieldGroup, ...]
    """The numbers of each player."""
    rest: tuple[FieldGroup, ...]
    about: Mapping[str, tuple[str, ...]]
    """The signs above each number."""

    def signs(self, one: Input) -> tuple[str, ...]:
        return self.about[one.path]


def begun(game: Game) -> Said:
    """Return what lies on every table: the tiles that are not drawn."""
    schema, drawn = game.referee.schema, _drawn(game)
    fields = game.position().fields()
    return {path: fields[path] for n, path in _spaces(schema) if n > drawn and fields.get(path)}


def read(game: Game, form: MultiDict[str, str]) -> tuple[Said, int]:
    """Return what a form says, and where the next tile is laid."""
    schema = game.referee.schema
    lists = {path: form.getlist(PREFIX + path) for path, field in schema.fields.items() if field.group}
    said = {path: _text(schema.fields[path].kind, texts) for path, texts in lists.items() if any(texts)}
    at = form.get(AT, "")
    there = int(at) if at.isdecimal() and len(at) < 3 else 1
    return said, tapped(schema, said, there, form.get("tap", ""), drawn=_drawn(game))


def _text(kind: FieldKind, texts: Sequence[str]) -> str:
    """Return the text of a field; what lies on a space is sent as one."""
    return texts[0].strip() if isinstance(kind, PieceField) else kind.filled_in(texts)


def tapped(schema: Schema[Any], said: Said, at: int, tap: str, *, drawn: int) -> int:
    """Put a tap into what is `said`. Return where the next tile is laid; the first so many are `drawn`."""
    verb, _, what = tap.partition(" ")
    path = f"{ROAD}.{at}"
    if verb == AT and what.isdecimal():
        return int(what) if f"{ROAD}.{what}" in schema.fields else at
    if verb in FIRST and what in schema.seats:
        said[verb] = _ordered(schema, said.get(verb, ""), what, all_of=isinstance(schema.fields[verb].kind, OrderField))
    elif verb == "clear":
        said.pop(path, None)
    elif verb == "lay" and path in schema.fields and what in _laid(schema):
        said[path] = what
        owned = _owned(schema.rules.data.buildings[what.partition(".")[0]].category)
        return at if owned else _after_drawn(schema, said, drawn)
    elif verb in schema.fields and isinstance(schema.fields[verb].kind, Number):
        said[verb] = str(at)
    elif path in said:
        said[path] = _with(schema, said[path], verb, what)
        return _next(schema, said) if verb == "owner" else at
    return at


def _after_drawn(schema: Schema[Any], said: Said, drawn: int) -> int:
    """Return the first empty space, after a tile that is drawn; the last of those tiles follows."""
    lying = {said[path] for _, path in _spaces(schema) if path in said}
    left = [name for name in _laid(schema) if name not in lying]
    left = [name for name in left if schema.rules.data.buildings[name.partition(".")[0]].category == Category.NEUTRAL]
    if len(left) == 1 and _next(schema, said) <= drawn:
        said[f"{ROAD}.{_next(schema, said)}"] = left[0]
    return _next(schema, said)


def _ordered(schema: Schema[Any], before: str, colour: str, *, all_of: bool) -> str:
    """Return the order with a player behind the others who were tapped, and with the last, who follows.

    Whatever was tapped before, tapping all of them makes it the order in which they were tapped.
    """
    if not all_of:
        return colour
    order = [*(seat for seat in before.split() if seat != colour), colour]
    rest = [seat for seat in schema.seats if seat not in order]
    return " ".join([*order, *(rest if len(rest) == 1 else [])])


def _with(schema: Schema[Any], text: str, part: str, what: str) -> str:
    """Return what lies there with one part more, or without it if it has it already."""
    kind = _kind(schema)
    values = _values(kind, text)
    names = [one.name for one in kind.parts]
    if part not in names:
        return text
    values[names.index(part)] = "" if values[names.index(part)] == what else what
    return kind.text(tuple(values))


def _owned(category: str) -> bool:
    """Whether a building of this kind has an owner."""
    return category not in (Category.NEUTRAL, Category.FIXED)


def _next(schema: Schema[Any], said: Said) -> int:
    """Return the first empty space."""
    return next((n for n, path in _spaces(schema) if path not in said), 1)


def _spaces(schema: Schema[Any]) -> Iterator[tuple[int, str]]:
    names = (path.partition(".") for path in schema.fields)
    return ((int(n), f"{ROAD}.{n}") for line, _, n in names if line == ROAD)


def _kind(schema: Schema[Any]) -> PieceField:
    kind = schema.fields[f"{ROAD}.1"].kind
    assert isinstance(kind, PieceField)
    return kind


def _laid(schema: Schema[Any]) -> tuple[str, ...]:
    """Return what can be laid on the road."""
    return next(part.valid for part in _kind(schema).parts if part.main)


def _values(kind: PieceField, text: str) -> list[str]:
    try:
        return [str(part) for part in kind.read(words_of(text))]  # type: ignore[union-attr]
    except (NotationError, IndexError):
        return ["" for _ in kind.parts]


def _drawn(game: Game) -> int:
    rules = game.rules
    return pages_of(rules).drawn(rules.data, len(game.seats))[0]


def wrong(game: Game, said: Said, t: Translator, say: Say) -> Iterator[str]:
    """Yield what is wrong with each field taken alone, named as on the page."""
    schema = game.referee.schema
    for path, text in said.items():
        field = schema.fields[path]
        try:
            field.entered(text)
        except NotationError as error:
            named = t.listed([say(field.group) if field.group in schema.seats else "", label(field, t)])
            unsaid = error.code == "turn"
            yield t.say("web.position.turn", field=named) if unsaid else t.labelled(named, fault_line(t, error))


# what the page shows


def entered(game: Game, said: Said, at: int, form: MultiDict[str, str], t: Translator, say: Say) -> Entered:
    schema = game.referee.schema
    kind = _kind(schema)
    groups = retyped(form, blank(schema, t, say))
    figures = tuple(path for path in ("provost", "bailiff") if path in schema.fields)
    first = next(path for path in FIRST if path in schema.fields)
    tapped_fields = {*figures, first}
    unasked = {*tapped_fields, MOVER, *_at_the_end(schema)}
    inputs = [replace(group, inputs=[one for one in group.inputs if one.path not in unasked]) for group in groups]
    rows = [group for group in inputs if group.id in schema.seats]
    rest = [group for group in inputs if group.id not in (*schema.seats, ROAD)]
    road = tuple(_road(schema, said, figures, t))
    here = next((tile for tile in road if tile.space == at), road[0])
    turn = next(one for group in inputs for one in group.inputs if one.path == TURN)
    return Entered(
        road,
        at,
        here,
        tuple(_tiles(game, said, at, t)),
        tuple(_parts(kind, here)),
        figures,
        tuple(said.get(first, "").split()),
        first,
        {path: text for path, text in said.items() if path in tapped_fields or path.startswith(f"{ROAD}.")},
        turn,
        tuple(_only(rows, numbers=True)),
        tuple(_only(rest, leave=TURN)) + tuple(_only(rows, numbers=False)),
        {path: tuple(_signs(field)) for path, field in schema.fields.items() if field.icon},
    )


def _parts(kind: PieceField, here: Tile) -> Iterator[PiecePart]:
    """Yield what else can be said of what lies there: a neutral building has no owner."""
    for part in kind.parts:
        if not part.main and part.form != "hidden" and part.valid and (part.name != "owner" or _owned(here.kind)):
            yield part


def _signs(field: Field[Any]) -> Iterator[str]:
    """Yield the sign of a number, and of the section or line of favors that it is about."""
    yield str(field.icon)
    kind, _, name = field.about.partition(".")
    if kind:
        yield f"section-{name}" if kind == "section" else _BRINGS.get(name, name)


def _at_the_end(schema: Schema[Any]) -> Iterator[str]:
    """Yield the points of a game in which nobody has any before the end."""
    lines = (line for line in schema.lines.values() if isinstance(line, Player))
    return (f"{line.key}.{PRESTIGE}" for line in lines if not line.no_points)


def _only(groups: Sequence[FieldGroup], *, numbers: bool | None = None, leave: str = "") -> Iterator[FieldGroup]:
    """Yield the groups with some of their fields, if there are any."""
    for group in groups:
        shown = [
            one
            for one in group.inputs
            if one.path != leave and (numbers is None or isinstance(one.holds, Number) == numbers)
        ]
        if shown:
            yield replace(group, inputs=shown)


def _road(schema: Schema[Any], said: Said, figures: Sequence[str], t: Translator) -> Iterator[Tile]:
    """Yield the spaces; of a road that grows, one more than lie there."""
    kind = _kind(schema)
    names = [part.name for part in kind.parts]
    main = next(part.name for part in kind.parts if part.main)
    for n, path in _spaces(schema):
        text = said.get(path, "")
        here = dict(zip(names, _values(kind, text), strict=True)) if text else {}
        lies = here.get("cover") or here.get("face", "").rstrip("/") or here.get(main, "")
        yield Tile(
            str(n),
            face(t, lies.partition(".")[0]) if lies else None,
            n,
            here.get("owner", ""),
            tuple(filter(None, [here.get("worker", "")])),
            tuple(figure for figure in figures if said.get(figure) == str(n)),
            stock=int(here.get("stock") or 0),
        )
        if schema.fields[path].there and not text:
            return


def _tiles(game: Game, said: Said, at: int, t: Translator) -> Iterator[tuple[str, BuildingFace]]:
    """Yield what can be laid on a space: first what was drawn, then what people build; of equal tiles only one."""
    schema, drawn = game.referee.schema, _drawn(game)
    kind = _kind(schema)
    names = [part.name for part in kind.parts]
    main = next(part for part in kind.parts if part.main)
    lying = {_values(kind, text)[names.index(main.name)] for path, text in said.items() if path.startswith(f"{ROAD}.")}
    alike = set()
    for name in main.valid:
        base = name.partition(".")[0]
        one = face(t, base)
        owned = _owned(one.kind)
        once = name in lying and not (owned and schema.fields[f"{ROAD}.1"].there) and one.kind != Category.RESIDENTIAL
        fits = owned if at > drawn else not owned or one.kind in _INSTEAD
        if fits and not once and base not in alike:
            alike.add(base)
            yield name, one
