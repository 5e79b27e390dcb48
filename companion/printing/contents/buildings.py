"""The face of a building, shared by all cards and tiles."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.i18n.effects import effect_line
from companion.printing import icons
from companion.printing.contents.signs import PLUS, effect_choices, either, goods_signs
from companion.printing.display import Face
from companion.printing.face import Content, HousePlot, Picture
from companion.printing.job import Job
from companion.printing.rows import Choice, Choices, Sign
from companion.printing.text import NamedText
from companion.rules.effects import Effect
from companion.rules.game import BuildingBase
from companion.rules.vocabulary import Category

_PREFIXES = ("n_", "f_", "w_", "s_", "small_", "large_")
"""The parts of ids that distinguish buildings of the same name; these buildings share a drawing."""

_LARGE = ("s_", "large_")
"""Those of them that are the larger of their name, and may have a drawing of their own."""


def woodcut(building: str, overlays: Sequence[Path] = ()) -> str:
    """Return the name of a building's drawing; empty if a building of an overlay has none.

    >>> woodcut("w_farm_cloth"), woodcut("small_farm"), woodcut("mill")
    ('buildings/farm', 'buildings/farm', '')
    """
    return icons.woodcut(drawing_names(building), overlays)


def drawing_names(building: str) -> tuple[str, ...]:
    """Return the possible names of a building's drawing: its own id, and the one shared by buildings of this name.

    >>> drawing_names("s_farm")
    ('s_farm', 'large_farm', 'farm')
    """
    name = building
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    for suffix in ("_food", "_cloth"):
        name = name.removesuffix(suffix)
    large = (f"large_{name}",) if building.startswith(_LARGE) else ()
    return tuple(dict.fromkeys((building, *large, name)))


def building_face(
    job: Job, building: str, note: NamedText | None = None, places: Choice = (), *, framed: bool = True
) -> Face:
    """Compose the face: cost and value, the names in this language and in the others, the effect, and a note.

    `places` are those for workers, if they are shown. What is printed on a back has no frame, which would show a shift.
    """
    tile, t, id = job.rules.data.buildings[building], job.t, f"building.{building}"
    kind = _layout(job, building)
    contents: dict[str, Content | None] = {
        "plot": HousePlot() if tile.cost and job.layout(kind).has("plot") else None,
        "cost": _choices(goods_signs(tile.cost), id, t.code),
        "worth": _choices(worth(tile), id, t.code),
        "name": NamedText(t.name(id), id, t.code),
        "names": job.other_names(id),
        "woodcut": Picture(drawn) if (drawn := woodcut(building, job.library.overlays)) else None,
        "places": _choices(places, id, t.code),
        "kind": NamedText(t.name(f"category.{tile.category}"), f"category.{tile.category}", t.code),
        "note": note,
    }
    face = contents | effects(job, building)
    return job.compose(kind, str(tile.category) if framed else "", kept(face, job, kind))


def effects(job: Job, building: str) -> dict[str, Content | None]:
    """Return what the worker and the owner get, apart from each other, in signs and words."""
    id = f"building.{building}"
    tile, owner = job.rules.data.buildings[building], job.rules.data.owner_effect(building)
    if tile.effect is None:
        return _income(job, tile, id)
    return {
        "effect_sign": Choices(((Sign("worker"),),), id, job.t.code),
        "effect": _either(effect_choices(job.rules, tile.effect, id, job.t.code)),
        "effect_words": NamedText(effect_line(job.t, tile.effect), id, job.t.code),
    } | (_owner(job, owner, id) if owner else {})


def kept(contents: dict[str, Content | None], job: Job, kind: str) -> dict[str, Content | None]:
    """Leave out what a small face shows by icons alone; the product's file lists this for each layout."""
    without = job.file.get("without", {}).get(job.layout(kind).name, ())
    return {name: content for name, content in contents.items() if name not in without}


def _layout(job: Job, building: str) -> str:
    """Return the kind of face, of those that the product has."""
    tile, faces = job.rules.data.buildings[building], job.file["faces"]
    if tile.category == Category.SPECIAL and "special" in faces:
        return "special"
    if job.rules.data.owner_effect(building) and "owner" in faces:
        return "owner"
    if tile.effect:
        return "effect" if tile.cost or "open" not in faces else "open"
    return "plain" if tile.income else "bare"


def _income(job: Job, building: BuildingBase, id: str) -> dict[str, Content | None]:
    if not building.income:
        return {}
    return {
        "effect_sign": Choices(((Sign("phase-income"),),), id, job.t.code),
        "effect": Choices(((PLUS, Sign("coin", str(building.income))),), id, job.t.code),
        "effect_words": NamedText(job.t.say("effect.income", income=building.income), id, job.t.code),
    }


def _owner(job: Job, effect: Effect, id: str) -> dict[str, Content | None]:
    line = job.t.labelled(job.t.say("label.owner"), effect_line(job.t, effect))
    return {
        "owner_sign": Choices(((Sign("house"),),), id, job.t.code),
        "owner": _either(effect_choices(job.rules, effect, id, job.t.code)),
        "owner_words": NamedText(line, id, job.t.code),
    }


def worth(building: BuildingBase) -> tuple[Sign, ...]:
    """Return what building it brings immediately, as icons."""
    shield = (Sign("prestige", str(building.prestige)),) if building.prestige else ()
    return (*(Sign("favor"),) * building.favor, *shield)


def _either(effect: Choices | None) -> Choices | None:
    """Return choices as one row, with a stroke between them."""
    return effect and replace(effect, choices=(either(effect.choices),))


def _choices(signs: tuple[Sign, ...], id: str, language: str) -> Choices | None:
    return Choices((signs,), id, language) if signs else None
