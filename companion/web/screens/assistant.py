"""The assistant's screen: quick entries by group, and amounts for every player."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.action import Action
from companion.engine.amounts import LETTERS, amount_text
from companion.engine.assistant import END, NEXT, SCORE
from companion.i18n.translator import Translator
from companion.rules.base import Goods
from companion.rules.vocabulary import Category, Good
from companion.table.commands import COMMAND, Command
from companion.web.parts.frame import phase_name
from companion.web.parts.naming import building_name
from companion.web.parts.pages import pages_of
from companion.web.viewer import Viewer

AMOUNTS, ENTRY = "amounts", "entry"
"""The kinds of the two forms that are assembled from fields."""

ADD = "add."
"""The prefix of amounts: `add.red.d` is how many deniers more or fewer."""

_BUILT = (Category.WOOD, Category.STONE, Category.PRESTIGE, Category.SMALL, Category.LARGE)
_CLOSING = (NEXT, SCORE, END)


@dataclass(frozen=True)
class Quick:
    """A quick entry and its words."""

    text: str
    label: str
    colour: str = ""


def assistant(seen: Viewer) -> dict[str, Any]:
    table, t = seen.table, seen.t
    look = seen.look
    shut = seen.who.spectator or table.over or table.people.paused
    entries = [] if shut else table.entries()
    players = sorted(table.setup.colours, key=lambda colour: colour not in seen.seats)
    return {
        "look": look,
        "quick": _groups(seen, [entry for entry in entries if entry not in _CLOSING]),
        "closing": [(entry, _closing(seen, entry)) for entry in entries if entry in _CLOSING],
        "order": pages_of(table.rules).order(look) if entries else [],
        "begins": table.game.phase == "setup",
        "kinds": _kinds(seen),
        "players": players,
        "people": [(colour, seen.name(colour)) for colour in players],
        "buildings": _buildings(seen, look) if entries else [],
        "places": _places(seen, look) if entries else [],
        "may": bool(entries),
        "price": t.say("web.assistant.price", cost=look["bridge"]["price"]) if look["bridge"].get("price") else "",
    }


def read_amounts(seen: Viewer, form: MultiDict[str, str]) -> Command:
    """Read everybody's amounts as quick entries. Raises `ValidationError` if there are none, or one is invalid."""
    actions = []
    for colour in seen.table.setup.colours:
        signed = [_signed(form.get(f"{ADD}{colour}.{letter}", ""), letter) for letter in LETTERS.values()]
        words = " ".join(filter(None, signed))
        if words:
            actions.append(f"{colour} {words}")
    return COMMAND.validate_python({"kind": "play", "actions": tuple(actions)})


def _signed(text: str, letter: str) -> str:
    """Return `+2d`, `-1F`, or nothing for zero; what is not a number is left for the assistant to refuse."""
    given = text.strip().replace("−", "-")
    if not given.strip("+-0"):
        return ""
    return f"{given if given[0] in '+-' else '+' + given}{letter}"


def read_entry(seen: Viewer, form: MultiDict[str, str]) -> Command:
    """Read an entry assembled from a verb and what was chosen for it."""
    verb, player = form.get("verb", ""), form.get("player", "")
    words = [verb, *form.getlist("word")]
    if verb == "provost":
        words = [form.get("action", ""), player]
    elif verb == "batch":
        words = [form.get("action", ""), "".join(form.getlist("cube"))]
    elif verb in ("build", "convert", "place", "home", "token"):
        words = [verb, player, form.get("what", "")]
        if verb == "build":
            words += [f"on {form['space'].strip()}"] if form.get("space", "").strip() else []
            words.append(_price(seen, form.get("what", "")) if form.get("paid") else "")
    text = " ".join(word for word in words if word)
    return COMMAND.validate_python({"kind": "play", "actions": (text,)})


def _price(seen: Viewer, building: str) -> str:
    """Return a price in the notation of entries; empty if the payer chooses the cubes."""
    it = seen.table.rules.data.buildings.get(building)
    cost: Goods | None = it.cost if it else None
    return amount_text(cost.cubes(), cost.denier) if cost and not (cost.any or cost.plain) else ""


# contents of the page


def _groups(seen: Viewer, entries: list[Action]) -> list[tuple[str, str, list[Quick]]]:
    """Group quick entries by verb, each group with its title."""
    found: dict[str, list[Quick]] = {}
    for entry in entries:
        found.setdefault(entry.verb, []).append(_quick(seen, entry))
    return [(verb, _TITLES[verb](seen.t), group) for verb, group in found.items() if verb in _TITLES]


_TITLES: Mapping[str, Callable[[Translator], str]] = {
    "favor": lambda t: t.say("web.assistant.favors"),
    "draw": lambda t: t.say("web.assistant.draw"),
    "swap": lambda t: t.say("web.assistant.swap"),
    "start": lambda t: t.say("web.assistant.start"),
    "pass": lambda t: t.say("web.assistant.pass"),
    "inn": lambda t: t.say("web.assistant.inn"),
    "home": lambda t: t.say("web.assistant.home"),
    "provost": lambda t: t.say("web.assistant.provost"),
    "batch": lambda t: t.say("web.assistant.batch"),
    "take": lambda t: t.say("web.assistant.take"),
}
"""The verbs that have a group, with its title."""


def _quick(seen: Viewer, entry: Action) -> Quick:
    """Return a quick entry in words: who, and what it names."""
    t = seen.t
    if entry.steps is not None:
        n, forward = abs(entry.steps), entry.steps > 0
        return Quick(entry, t.say("web.assistant.forward", n=n) if forward else t.say("web.assistant.back", n=n))
    cell = t.say("web.assistant.favor", line=t.name(f"line.{entry.line}"), n=entry.column) if entry.line else ""
    said = (seen.name(entry.seat) if entry.seat else "", cell, _name(seen, entry.place) if entry.place else "")
    return Quick(entry, " · ".join(filter(None, said)), entry.seat)


def _name(seen: Viewer, word: str) -> str:
    name, _, owner = word.partition(":")
    if name in seen.table.setup.colours:
        return seen.name(name)
    said = building_name(seen.t, name) if seen.t.has(f"building.{name.partition('.')[0]}") else name
    return f"{said} ({seen.name(owner)})" if owner else said


def _closing(seen: Viewer, entry: Action) -> str:
    t, game = seen.t, seen.table.game
    if entry == SCORE:
        return t.say("web.assistant.score")
    if entry == END:
        return t.say("web.assistant.end")
    if game.phase == "setup":
        return t.say("web.assistant.begin")
    phases = [str(phase) for phase in seen.table.rules.data.sequence.phases]
    after = phases[(phases.index(game.phase) + 1) % len(phases)]
    return t.say("web.assistant.next", phase=phase_name(t, after))


def _kinds(seen: Viewer) -> list[tuple[str, str, str]]:
    """Return what can be given and taken: letter, good, name. Gifts, which can only be given, come last."""
    t, data = seen.t, seen.table.rules.data
    found = [(LETTERS[Good.DENIER], "denier", t.name("term.denier"))]
    found += [(LETTERS[Good(cube)], cube, t.name(f"term.{cube}")) for cube in data.words.cubes]
    found.append((LETTERS[Good.PRESTIGE], "prestige", t.name("term.prestige_point")))
    gifts = pages_of(seen.table.rules).gifts
    return [*found, *((LETTERS[Good(gift)], gift, t.name(f"term.{gift}")) for gift in gifts)]


def _buildings(seen: Viewer, look: Mapping[str, Any]) -> list[tuple[str, str]]:
    data = seen.table.rules.data
    stock = [name for names in look.get("stock", {}).values() for name in names]
    names = stock or [name for name, it in data.buildings.items() if it.category in _BUILT]
    return [(name, _with_price(seen, name)) for name in dict.fromkeys(names)]


def _with_price(seen: Viewer, name: str) -> str:
    cost = seen.table.rules.data.buildings[name].cost
    return f"{building_name(seen.t, name)} ({seen.t.goods(cost)})" if cost else building_name(seen.t, name)


def _places(seen: Viewer, look: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return where a worker can be placed, and what can be turned over."""
    found = [
        (one["building"], building_name(seen.t, one["building"])) for one in look.get("specials", []) if one["places"]
    ]
    found += [(one["place"], _name(seen, one["place"])) for one in look["road"] if one["place"] and one["building"]]
    castle = [("castle", seen.t.name("term.castle"))] if "specials" in look else []
    return [*found, *castle]
