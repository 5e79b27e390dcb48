"""A space of the road as parts that people choose, and back to the text of a position.

>>> building_text(["mason", "red", "", ""]), building_text(["", "", "", ""])
('mason=red', '')
>>> card_text(["market=red", "residence", "statue", "", "blue", ""])
'residence/market=red/statue+blue'
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.i18n.translator import Translator

Choices = tuple[tuple[str, str], ...]
"""What can be chosen, each with its words."""


@dataclass(frozen=True)
class Part:
    """One thing to fill in: a number, a choice, a tick, or what goes along unseen."""

    kind: str
    label: str
    value: str
    options: Choices = ()
    icon: str = ""
    on: bool = False
    """Whether it is ticked."""


_BUILDING = re.compile(r"(?P<tile>[\w.]+)(=(?P<owner>\w+))?(\+(?P<worker>\w+))?(!(?P<promised>\w+))?")
_CARD = re.compile(
    r"(?P<card>\w+)(/(?P<back>\w+))?(=(?P<owner>\w+))?(/(?P<cover>\w+))?(\*(?P<stock>\d))?(\+(?P<worker>\w+))?(?P<promised>!)?"
)


def building_name(t: Translator, name: str) -> str:
    """A building, told from its namesakes; the second of its kind says so."""
    base, _, copy = name.partition(".")
    return f"{t.long(f'building.{base}')} {copy}".strip()


# Caylus


def caylus_choices(board: Any, t: Translator, _say: Callable[[str], str]) -> Mapping[str, Choices]:
    """What can lie on a space of Caylus."""
    tiles = [name for name, kind in zip(board.tiles, board.category, strict=True) if name and kind != "special"]
    return {"tile": (("", "–"), *((name, building_name(t, name)) for name in tiles))}


def building_parts(t: Translator, text: str, offered: Mapping[str, Choices], colours: Choices) -> tuple[Part, ...]:
    """A space of Caylus: building, owner, worker."""
    found = _BUILDING.fullmatch(text)
    said = {key: (found[key] or "") if found else "" for key in ("tile", "owner", "worker", "promised")}
    return (
        Part("choice", t.say("web.field.building"), said["tile"], offered["tile"]),
        Part("choice", t.say("web.field.owner"), said["owner"], colours),
        Part("choice", t.say("web.field.worker"), said["worker"], colours),
        Part("hidden", "", said["promised"]),
    )


def building_text(given: list[str]) -> str:
    """The parts as a position says them; what would stand on nothing is left out."""
    tile, owner, worker, promised = [*given, "", "", "", ""][:4]
    if not tile:
        return ""
    return f"{tile}{'=' + owner if owner else ''}{'+' + worker if worker else ''}{'!' + promised if promised else ''}"


# Magna Carta


def magna_carta_choices(board: Any, t: Translator, say: Callable[[str], str]) -> Mapping[str, Choices]:
    """What can lie along the road of Magna Carta: neutral cards, and everybody's own."""
    residence = board.data.residence.tile
    own = (
        (f"{name}={colour}", f"{building_name(t, name)} ({say(colour)})")
        for colour in board.seats
        for name in board.own
    )
    return {
        "card": (("", "–"), *((name, building_name(t, name)) for name in board.neutral), *own),
        "face": (("", t.say("web.field.card")), (residence, t.name(f"building.{residence}"))),
        "cover": (("", "–"), *((name, building_name(t, name)) for name in board.prestige_cards)),
    }


def card_parts(t: Translator, text: str, offered: Mapping[str, Choices], colours: Choices) -> tuple[Part, ...]:
    """A card of the road: which, whether it is turned over and covered, cubes on it, and the worker."""
    found = _CARD.fullmatch(text)
    keys = ("card", "back", "owner", "cover", "stock", "worker", "promised")
    said = {key: (found[key] or "") if found else "" for key in keys}
    card = said["back"] or said["card"]
    return (
        Part("choice", t.name("term.card"), f"{card}={said['owner']}" if said["owner"] else card, offered["card"]),
        Part("choice", t.say("web.field.face"), said["card"] if said["back"] else "", offered["face"]),
        Part("choice", t.say("web.field.cover"), said["cover"], offered["cover"]),
        Part("number", t.say("web.field.stock"), said["stock"]),
        Part("choice", t.say("web.field.worker"), said["worker"], colours),
        Part("hidden", "", said["promised"]),
    )


def card_text(given: list[str]) -> str:
    """The parts as a position says them."""
    card, face, cover, stock, worker, promised = [*given, "", "", "", "", "", ""][:6]
    if not card:
        return ""
    name, _, owner = card.partition("=")
    text = f"{face}/{name}" if face else name
    text += f"={owner}" if owner else ""
    text += f"/{cover}" if cover else ""
    text += f"*{stock}" if stock and not face else ""
    return text + (f"+{worker}" if worker else "") + ("!" if promised else "")
