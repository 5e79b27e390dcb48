"""The differences between two boxes, in words: what a difference is about, and what each box says."""

import json
from typing import Any

from pydantic import TypeAdapter

from companion.i18n.effects import effect_line
from companion.i18n.translator import Translator
from companion.rules.compare import Difference
from companion.rules.effects import Effect

_EFFECT: TypeAdapter[Effect] = TypeAdapter(Effect)


def title(difference: Difference, t: Translator) -> str:
    place = difference.path.split(".")
    if difference.point and t.has(f"point.{difference.point}"):
        point = t.name(f"point.{difference.point}")
        return t.labelled(point, t.name(f"building.{place[1]}")) if place[-1] == "count" else point
    building, label = f"building.{place[1]}" if place[0] == "buildings" else "", f"label.{place[-1]}"
    if t.has(building) and t.has(label, "say"):
        return t.labelled(t.name(building), t.say(label))
    return difference.path


def difference_data(difference: Difference, t: Translator) -> dict[str, Any]:
    """Return a difference as plain data, with its title in words."""
    return {**vars(difference), "rulings": list(difference.rulings), "title": title(difference, t)}


def said(difference: Difference, side: int, t: Translator) -> str:
    """Return what the first (0) or the second (1) box says."""
    read = (difference.first_reads, difference.second_reads)[side]
    value = (difference.first, difference.second)[side]
    if read is not None:
        label = f"diff.reads.{read}"
        return (
            t.say(label) if t.has(label, "say") else t.name(f"building.{read}") if t.has(f"building.{read}") else read
        )
    return value_words(difference, value, t)


def value_words(difference: Difference, value: Any, t: Translator) -> str:
    """Return a value in words: an effect as its line, a place by its name, points as such, a number as it is."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        id, facet = f"point.{difference.point}", "yes" if value else "no"
        return t.words(facet, id) if t.has(id, facet) else t.say("diff.yes" if value else "diff.no")
    if isinstance(value, int) and difference.path.rpartition(".")[2].endswith("prestige"):
        return t.count("prestige", value)
    if isinstance(value, list):
        if value and isinstance(value[0], str):
            return t.all_of([_place(name, t) for name in value])
        return _deals(difference, value, t)
    label = f"diff.reads.{value}"
    return t.say(label) if t.has(label, "say") else str(value)


def _place(name: str, t: Translator) -> str:
    return next((t.name(f"{kind}.{name}") for kind in ("building", "term") if t.has(f"{kind}.{name}")), name)


def _deals(difference: Difference, value: list[Any], t: Translator) -> str:
    if all("kind" in part for part in value):
        lines = (effect_line(t, _EFFECT.validate_json(json.dumps(part))) for part in value)
        return t.series([line.removesuffix(".") for line in lines])
    building = difference.path.split(".")[1]
    if t.rules is None or building not in t.rules.data.buildings:
        return str(value)
    effect = t.rules.data.buildings[building].effect
    if effect is None:
        return str(value)
    return effect_line(t, type(effect).model_validate_json(json.dumps({"kind": effect.kind, "options": value})))
