"""Everything on a table as form fields: their labels, their valid values, and how they are read back.

The fields and their kinds are those of a position (`engine.position`), for any game; this module adds the words. The
same form serves corrections and games entered in the middle.

>>> from werkzeug.datastructures import MultiDict
>>> from companion.engine.kinds import Name
>>> inn = Input("inn", "Inn", Name(("red", "blue"), "player"), (InputPart("choice", "", "red"),))
>>> read_changes(MultiDict([("field.inn", "blue")]), [FieldGroup("table", "Table", [inn])], {"inn": "red"})
{'inn': 'blue'}
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.kinds import FieldKind, PieceField, Slot, Value, words_of
from companion.engine.notation import NotationError
from companion.engine.position import TURN, Field, Position, Schema
from companion.engine.state import PlainState
from companion.i18n.translator import Translator
from companion.table.redaction import HAND
from companion.web.parts.naming import building_name, turn_noun

PREFIX = "field."
"""The prefix of form fields: `field.red.deniers`."""

Say = Callable[[str], str]
"""Returns a player's name."""

Choices = tuple[tuple[str, str], ...]
"""Valid values with their labels."""

_NOBODY = "–"


@dataclass(frozen=True)
class InputPart:
    """One form control: a number, a choice, a checkbox, or a hidden value."""

    kind: str
    label: str
    value: str
    options: Choices = ()
    icon: str = ""
    on: bool = False
    """Whether it is checked."""


@dataclass(frozen=True)
class Input:
    """A field: its form controls, and the kind that turns them into one text."""

    path: str
    label: str
    holds: FieldKind
    parts: tuple[InputPart, ...]

    @property
    def name(self) -> str:
        """Its name in the form, repeated for each part."""
        return PREFIX + self.path

    @property
    def kind(self) -> str:
        return self.holds.name


@dataclass(frozen=True)
class FieldGroup:
    """Fields shown together."""

    id: str
    title: str
    inputs: list[Input]


def groups(position: Position, t: Translator, say: Say, hidden: Container[str] = ()) -> list[FieldGroup]:
    """Return all fields in groups, without the hands of the players in `hidden`."""
    owners = {path: path.partition(".")[::2] for path in position.fields()}
    values = {path: position[path] for path, (who, what) in owners.items() if not (what == HAND and who in hidden)}
    return _grouped(position.schema, values, t, say)


def blank(schema: Schema[Any], t: Translator, say: Say) -> list[FieldGroup]:
    """Return the fields of a position of which nobody has said anything; what follows from the rest is left out."""
    values = {path: field.kind.empty for path, field in schema.fields.items() if field.group and not field.derived}
    return _grouped(schema, values | {TURN: ("", schema.phase)}, t, say, unsaid=True)


def _grouped(
    schema: Schema[Any], values: Mapping[str, Value], t: Translator, say: Say, *, unsaid: bool = False
) -> list[FieldGroup]:
    """Return fields in groups; if they are `unsaid`, each choice can be left open."""
    shown: dict[str, list[Input]] = {}
    for path, value in values.items():
        field = schema.field(path)
        slots = field.kind.slots(value)
        if unsaid and path != TURN:
            slots = tuple(replace(slot, valid=("", *slot.valid)) if _must(slot) else slot for slot in slots)
        parts = tuple(_part(slot, field, t, say) for slot in slots)
        shown.setdefault(field.group, []).append(Input(path, label(field, t), field.kind, parts))
    titles = {
        "table": t.say("web.field.table"), "bridge": t.say("web.field.before_the_bridge"),
        **{colour: say(colour) for colour in schema.seats}, "road": t.name("term.road"),
    }  # fmt: skip
    return [FieldGroup(id, title, shown[id]) for id, title in titles.items() if id in shown]


def _must(slot: Slot) -> bool:
    """Whether it is a choice without an empty one."""
    return slot.form == "choice" and "" not in slot.valid


def label(field: Field[PlainState], t: Translator) -> str:
    if not field.label.startswith("web."):
        return t.name(field.label)
    kind, _, name = field.about.partition(".")
    about = {kind: t.name(field.about)} if name else {"n": field.about}
    return t.say(field.label, turn=turn_noun(t), **about)


def _part(slot: Slot, field: Field[PlainState], t: Translator, say: Say) -> InputPart:
    if slot.form == "tick":
        return InputPart("tick", word(slot.of, slot.value, t, say), slot.value, on=bool(slot.valid))
    options = tuple((value, word(slot.of, value, t, say) if slot.of else value) for value in slot.valid)
    return InputPart(slot.form, _part_label(slot, t, say), slot.value, options, field.icon)


def _part_label(slot: Slot, t: Translator, say: Say) -> str:
    kind, _, name = slot.said.partition(".")
    if name:
        return word(kind, name, t, say)
    if slot.label == "turn":
        return turn_noun(t)
    if slot.label.startswith("web."):
        return t.say(slot.label)
    return t.name(slot.label) if slot.label else slot.said


def word(of: str, value: str, t: Translator, say: Say) -> str:
    """Return the name of a value: a player, a building, a phase and so on."""
    match of, value:
        case "face", "":
            return t.say("web.field.card")
        case "face", _:
            return t.name(f"building.{value.rstrip('/')}")
        case _, "":
            return _NOBODY
        case "player", _:
            return say(value)
        case "building", _:
            return building_name(t, value)
        case "phase", "setup":
            return t.say("web.field.setup")
        case "phase", "over":
            return t.name("term.end")
        case "section", "done":
            return t.say("web.field.castle_done")
    return t.name(f"{of}.{value}")


# in the log


def worded(field: Field[PlainState], text: str, t: Translator, say: Say) -> str:
    """Return a field's value for the log; a value that cannot be read any more stays as it was entered."""
    try:
        value = field.kind.read(words_of(text)) if text.strip() else field.kind.empty
        slots = field.kind.slots(value)
    except NotationError:
        return text
    lies = isinstance(field.kind, PieceField)
    parts = [part for n, slot in enumerate(slots) if (part := _slot_said(slot, t, say, labelled=n > 0 or not lies))]
    if lies and len(parts) > 1:
        return f"{parts[0]} ({t.listed(parts[1:])})"
    return t.listed(parts) or _NOBODY


def _slot_said(slot: Slot, t: Translator, say: Say, *, labelled: bool) -> str:
    """Return one part of a value, if there is one, with its label."""
    if not slot.value or (slot.form == "tick" and not slot.valid):
        return ""
    of = "building" if slot.form == "hidden" else slot.of
    what = word(of, slot.value, t, say) if of else slot.value
    if labelled and (slot.label.startswith("web.") or "." in slot.said):
        return t.labelled(_part_label(slot, t, say), what)
    return what


# reading forms


def read_changes(form: MultiDict[str, str], shown: Sequence[FieldGroup], fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a form that differ from the known values."""
    changes = {}
    for group in shown:
        for field in group.inputs:
            given = form.getlist(field.name)
            if given:
                text = field.holds.filled_in(given)
                if text != fields.get(field.path, ""):
                    changes[field.path] = text
    return changes


def wrong_numbers(form: MultiDict[str, str], shown: Sequence[FieldGroup]) -> dict[str, NotationError]:
    """Return the number fields that contain something else."""
    return {
        field.path: NotationError("number", 1, text=text.strip())
        for group in shown
        for field in group.inputs
        for part, text in zip(field.parts, form.getlist(field.name), strict=False)
        if part.kind == "number" and text.strip() and not (text.strip().isascii() and text.strip().isdecimal())
    }


def retyped(form: MultiDict[str, str], shown: Sequence[FieldGroup]) -> list[FieldGroup]:
    """Return the fields as filled in, so that nothing typed is lost when it is refused."""
    return [FieldGroup(group.id, group.title, [_retyped(form, field) for field in group.inputs]) for group in shown]


def _retyped(form: MultiDict[str, str], field: Input) -> Input:
    given = form.getlist(field.name)
    if not given:
        return field
    if field.kind == "ticks":
        return replace(field, parts=tuple(replace(part, on=part.value in given) for part in field.parts))
    texts = [*given, *("" for _ in field.parts)]
    parts = tuple(replace(part, value=text) for part, text in zip(field.parts, texts, strict=False))
    return replace(field, parts=parts)
