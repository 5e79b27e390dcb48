"""The faces of all buildings of a box in one language, made once: names, cost, prestige, and effect as signs."""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from companion.i18n import answers
from companion.i18n.translator import Translator
from companion.printing.contents.buildings import woodcut
from companion.printing.contents.signs import effect_choices
from companion.printing.rows import Choice, Sign
from companion.rules.effects import Effect
from companion.web.locale import content

Signs = dict[str, int]

_ROOM = 47
"""Pixels for the effect on a small tile. If it needs more, only the gains are shown, or only the largest."""

_WHOLE = 94
"""Pixels for the whole effect on a larger tile. If it needs more, its signs are smaller."""

_WIDTHS = {"coin": 23, "prestige": 24, "arrow": 9, "": 9}
_WIDTH = 18


@dataclass(frozen=True)
class BuildingFace:
    """What a tile shows."""

    id: str
    name: str
    kind: str
    line: str = ""
    """The effect in words."""
    woodcut: str = ""
    """The name of its woodcut, or an empty string if an overlay's building has none."""
    others: tuple[tuple[str, str], ...] = ()
    """Its names on other boxes, with their languages."""
    cost: Signs = field(default_factory=dict)
    prestige: int = 0
    favor: int = 0
    signs: tuple[Choice, ...] = ()
    """The effect as signs, by choice."""

    @cached_property
    def brief(self) -> tuple[Choice, ...]:
        """The effect for a small tile."""
        return self.within(_ROOM)

    @cached_property
    def tight(self) -> bool:
        """Whether the whole effect needs smaller signs."""
        return _width(self.signs) > _WHOLE

    def within(self, room: int) -> tuple[Choice, ...]:
        """Return the effect in at most `room` pixels of small signs: all of it, only the gains, or the largest gain."""
        gains = tuple(dict.fromkeys(_gain(choice) for choice in self.signs))
        largest = tuple(sorted(gains, key=_amount)[-1:])
        return next((way for way in (self.signs, gains) if _width(way) <= room), largest)


def _width(choices: tuple[Choice, ...]) -> int:
    """Return the width of signs on a small tile, with a stroke between two choices."""
    signs = [sign for choice in choices for sign in choice]
    return sum(_WIDTHS.get(sign.icon, _WIDTH) for sign in signs) + 7 * (len(choices) - 1)


def _gain(choice: Choice) -> Choice:
    """Return the signs after the arrow."""
    arrows = [n for n, sign in enumerate(choice) if sign.icon == "arrow"]
    return choice[arrows[-1] + 1 :] if arrows else choice


def _amount(choice: Choice) -> int:
    """Return how much a gain is: its numbers, and one for each sign without a number."""
    return sum(int(sign.text) if sign.text.isdecimal() else 1 for sign in choice)


def face(t: Translator, building: str) -> BuildingFace:
    """Return the face of a building in the translator's box."""
    return faces(t)[building]


@lru_cache(maxsize=64)
def faces(t: Translator) -> dict[str, BuildingFace]:
    """Return the faces of all buildings in the translator's box."""
    if t.rules is None:
        raise ValueError("a building belongs to a box")
    return {building: _face(t, building, tile) for building, tile in t.rules.data.buildings.items()}


def _face(t: Translator, building: str, player: Any) -> BuildingFace:
    rules = t.rules
    id, name = f"building.{building}", t.name(f"building.{building}")
    others = answers.other_names(content().library, rules.game, id, name, content().overlays) if rules else []
    return BuildingFace(
        building,
        name,
        str(player.category),
        answers.building_line(t, player) or "",
        Path(woodcut(building, t.overlays)).stem,
        tuple(others),
        dict(player.cost.kinds()) if player.cost else {},
        int(player.prestige or 0),
        int(player.favor or 0),
        _signs(t, getattr(player, "effect", None), int(player.income or 0)),
    )


def _signs(t: Translator, effect: Effect | None, income: int) -> tuple[Choice, ...]:
    """Return the effect; for a building without one, its owner's income."""
    if effect is None:
        return ((Sign("coin", str(income)),),) if income else ()
    choices = effect_choices(t.rules, effect, "", t.code) if t.rules else None
    return choices.choices if choices else ()
