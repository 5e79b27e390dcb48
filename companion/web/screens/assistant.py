"""The assistant's screen: quick entries by group, and amounts for every player."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.action import Action
from companion.engine.amounts import LETTERS, Vector, amount_text, cube_letters
from companion.engine.assistant import END, NEXT, SCORE
from companion.engine.look import AnyLook
from companion.i18n.translator import Translator
from companion.rules.base import Goods
from companion.rules.vocabulary import CUBES, Good, Phase
from companion.table.commands import COMMAND, Command
from companion.web.parts.frame import phase_name
from companion.web.parts.naming import building_name
from companion.web.parts.pages import TableParts, pages_of, parts_of
from companion.web.parts.purse import ledger, line_up
from companion.web.viewer import Viewer

AMOUNTS, ENTRY = "amounts", "entry"
"""The kinds of the two forms that are assembled from fields."""

ADD = "add."
"""The prefix of amounts: `add.red.d` is how many deniers more or fewer."""

_CLOSING = (NEXT, SCORE, END)


_CHIPS = ("pass", "inn", "home", "swap", "start", "take")
"""The verbs of one player that stand among their chips."""

_ACTING = (Phase.SPECIAL, Phase.BUILDINGS)
"""The phases in which workers bring something."""

_PLACING = (Phase.WORKERS, Phase.ACTIONS)
"""The phases in which people take their turn until they pass."""


@dataclass(frozen=True)
class Quick:
    """A quick entry and its words."""

    text: str
    label: str
    colour: str = ""


@dataclass(frozen=True)
class Change:
    """So much of a good more or less, as one tap."""

    text: str
    good: str
    n: int


@dataclass(frozen=True)
class Exchange:
    """What somebody can take or trade at a building."""

    text: str
    paid: Mapping[str, int]
    gained: Mapping[str, int]
    words: str


def assistant(viewer: Viewer) -> dict[str, Any]:
    table = viewer.table
    look, parts = viewer.look, parts_of(table.rules, viewer.look)
    shut = viewer.who.spectator or table.over or table.people.paused
    entries = [] if shut else table.entries()
    line = _line(viewer, look, parts)
    players = sorted(ledger(viewer, look), key=lambda purse: purse.colour not in viewer.seats)
    chips = [entry for entry in entries if _is_chip(entry)]
    return {
        "look": look,
        "does": _does(viewer, parts),
        "line": line,
        "quick": _groups(viewer, [entry for entry in entries if entry not in _CLOSING and entry not in chips]),
        "chips": {
            purse.colour: [_quick(viewer, entry) for entry in chips if entry.seat == purse.colour] for purse in players
        },
        "changes": {purse.colour: _changes(viewer, look, purse.colour) if entries else [] for purse in players},
        "closing": [(entry, _closing(viewer, entry)) for entry in entries if entry in _CLOSING],
        "all_in": table.game.phase not in _PLACING or not line,
        "order": pages_of(table.rules).order(look) if entries else [],
        "begins": table.game.phase == "setup",
        "placing": table.game.phase in _PLACING,
        "kinds": _kinds(viewer),
        "players": players,
        "who": [*line, *(purse.colour for purse in players if purse.colour not in line)],
        "exchanges": _exchanges(viewer, look, parts) if table.game.phase in _ACTING else [],
        "batches": [(cube_letters(cubes), _goods(cubes)) for cubes in table.assistant.batches()]
        if entries and table.assistant
        else [],
        "buildings": _buildings(viewer, parts) if entries else [],
        "places": _places(viewer, look, parts) if entries else [],
        "turned": _on_road(viewer, look) if entries else [],
        "may": bool(entries),
    }


def read_amounts(viewer: Viewer, form: MultiDict[str, str]) -> Command:
    """Read everybody's amounts as quick entries. Raises `ValidationError` if there are none, or one is invalid."""
    actions = []
    for colour in viewer.table.setup.colours:
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


def read_entry(viewer: Viewer, form: MultiDict[str, str]) -> Command:
    """Read an entry assembled from a verb and what was chosen for it."""
    verb, player = form.get("verb", ""), form.get("player", "")
    words = [verb, *form.getlist("word")]
    if verb == "provost":
        words = [form.get("action", ""), player]
    elif verb == "batch":
        words = [form.get("action", ""), "".join(form.getlist("cube"))]
    elif verb == "exchange":
        words = [player, form.get("what", "")]
    elif verb in ("build", "convert", "place", "home", "token"):
        words = [verb, player, form.get("what", "")]
        if verb == "build":
            words += [f"on {form['space'].strip()}"] if form.get("space", "").strip() else []
            words.append(_price(viewer, form.get("what", "")) if form.get("paid") else "")
    text = " ".join(word for word in words if word)
    return COMMAND.validate_python({"kind": "play", "actions": (text,)})


def _price(viewer: Viewer, building: str) -> str:
    """Return a price in the notation of entries; empty if the payer chooses the cubes."""
    tile = viewer.table.rules.data.buildings.get(building)
    cost: Goods | None = tile.cost if tile else None
    return amount_text(cost.cubes(), cost.denier) if cost and not (cost.any or cost.plain) else ""


# contents of the page


def _does(viewer: Viewer, parts: TableParts) -> str:
    """What people do in this phase."""
    t, data, phase = viewer.t, viewer.table.rules.data, viewer.table.game.phase
    match phase:
        case "setup":
            return t.say("web.assistant.do.setup")
        case "workers":
            cost = parts.price
            return t.say("web.assistant.do.workers", cost=cost) if cost else t.say("web.assistant.do.passed")
        case "actions":
            return t.say("web.assistant.do.actions")
        case "special":
            return t.say("web.assistant.do.special")
        case "provost":
            return t.say("web.assistant.do.provost", cost=data.provost_step)
        case "buildings":
            return t.say("web.assistant.do.buildings")
        case "castle":
            return t.say("web.assistant.do.castle")
    return ""


def _line(viewer: Viewer, look: AnyLook, parts: TableParts) -> list[str]:
    """Who takes their turn now, and who after them; nobody where people act as their buildings lie."""
    phase, passed = look["phase"], look["bridge"]["passed"]
    order = line_up(viewer.table.rules, look)
    if phase in _PLACING:
        still = [colour for colour in order if colour not in passed]
    elif phase in (Phase.PROVOST, Phase.CASTLE):
        still = [*((parts.guests if phase == Phase.CASTLE else ()) or order)]
    else:
        return []
    last = _last(viewer)
    after = order.index(last) + 1 if last in order else 0
    return [colour for colour in [*order[after:], *order[:after]] if colour in still]


def _last(viewer: Viewer) -> str:
    """Who was the last to do something in this phase, as the entries say."""
    for entry in reversed([log_entry for log_entry in viewer.table.latest if log_entry.seq in viewer.table.living]):
        for text in reversed(entry.data.get("actions", ())):
            words = text.split()
            if words[0] == NEXT:
                return ""
            named = [word for word in words if word in viewer.table.setup.colours]
            if named and not (words[0] == named[0] and words[1].startswith("+")):
                return str(named[0])
    return ""


def _is_chip(entry: Action) -> bool:
    return bool(entry.seat) and (entry.verb in _CHIPS or entry.verb == "draw")


def _changes(viewer: Viewer, look: AnyLook, colour: str) -> list[Change]:
    """One tap each: what a worker costs where people place them, what buildings bring where they work."""
    phase, good = look["phase"], Good.DENIER
    if phase == "setup" or (phase in _PLACING and colour in look["bridge"]["passed"]):
        return []
    rules = viewer.table.rules
    if phase in _PLACING and (prices := pages_of(rules).worker_prices(rules.data, look, colour)):
        return [_change(colour, good, -n) for n in prices]
    changes = [_change(colour, good, n) for n in (-1, 1)]
    if phase in _ACTING:
        changes += [_change(colour, Good(cube), 1) for cube in rules.data.words.cubes]
    return changes


def _change(colour: str, good: Good, n: int) -> Change:
    return Change(f"{colour} {n:+d}{LETTERS[good]}", good.value, n)


def _exchanges(viewer: Viewer, look: AnyLook, parts: TableParts) -> list[tuple[str, list[Exchange]]]:
    """What can be taken or traded at the buildings that are there, along the road."""
    if not viewer.table.assistant:
        return []
    phase = look["phase"]
    there = [special_space.building for special_space in parts.specials if phase == Phase.SPECIAL]
    there += [space["building"] for space in look["road"] if space["building"] and phase == Phase.BUILDINGS]
    exchangeses: dict[str, list[Exchange]] = {name: [] for name in there}
    for name, payment in viewer.table.assistant.exchanges(there):
        paid, _, gained = payment.text().rpartition(">")
        text = " ".join([*([f"-{paid}"] if paid else []), f"+{gained}", name])
        words = [viewer.t.goods(goods) for goods in (payment.paid, payment.gained) if goods.kinds()]
        exchangeses[name].append(
            Exchange(text, dict(payment.paid.kinds()), dict(payment.gained.kinds()), " → ".join(words))
        )
    return [(building_name(viewer.t, name), options) for name, options in exchangeses.items() if options]


def _goods(cubes: Vector) -> dict[str, int]:
    return {kind.value: n for kind, n in zip(CUBES, cubes, strict=True) if n}


def _groups(viewer: Viewer, entries: list[Action]) -> list[tuple[str, str, list[Quick]]]:
    """Group quick entries by verb, each group with its title."""
    quickses: dict[str, list[Quick]] = {}
    for entry in entries:
        quickses.setdefault(entry.verb, []).append(_quick(viewer, entry))
    return [(verb, _TITLES[verb](viewer.t), group) for verb, group in quickses.items() if verb in _TITLES]


_TITLES: Mapping[str, Callable[[Translator], str]] = {
    "favor": lambda t: t.say("web.assistant.favors"),
    "draw": lambda t: t.say("web.assistant.draw"),
    "provost": lambda t: t.say("web.assistant.provost"),
    "batch": lambda t: t.say("web.assistant.batch"),
}
"""The verbs that have a group, with its title."""


_CHIP_WORDS: Mapping[str, Callable[[Translator], str]] = {
    "pass": lambda t: t.say("web.assistant.chip.pass"),
    "inn": lambda t: t.say("web.assistant.chip.inn"),
    "home": lambda t: t.say("web.assistant.chip.home"),
    "draw": lambda t: t.say("web.assistant.chip.draw"),
    "swap": lambda t: t.say("web.assistant.chip.swap"),
    "start": lambda t: t.say("web.assistant.chip.start"),
    "take": lambda t: t.say("web.assistant.take"),
}
"""What a player does, as short as it can be said: their name stands above."""


def _quick(viewer: Viewer, entry: Action) -> Quick:
    """Return a quick entry in words: who, and what it names."""
    t = viewer.t
    if entry.steps is not None:
        n, forward = abs(entry.steps), entry.steps > 0
        return Quick(entry, t.say("web.assistant.forward", n=n) if forward else t.say("web.assistant.back", n=n))
    if _is_chip(entry):
        short = _CHIP_WORDS[entry.verb](t)
        return Quick(
            entry, t.labelled(short, _name(viewer, entry.place)) if entry.verb == "take" else short, entry.seat
        )
    cell = t.say("web.assistant.favor", line=t.name(f"line.{entry.line}"), n=entry.column) if entry.line else ""
    words = (viewer.name(entry.seat) if entry.seat else "", cell, _name(viewer, entry.place) if entry.place else "")
    return Quick(entry, " · ".join(filter(None, words)), entry.seat)


def _name(viewer: Viewer, word: str) -> str:
    name, _, owner = word.partition(":")
    if name in viewer.table.setup.colours:
        return viewer.name(name)
    text = building_name(viewer.t, name) if viewer.t.has(f"building.{name.partition('.')[0]}") else name
    return f"{text} ({viewer.name(owner)})" if owner else text


def _closing(viewer: Viewer, entry: Action) -> str:
    t, game = viewer.t, viewer.table.game
    if entry == SCORE:
        return t.say("web.assistant.score")
    if entry == END:
        return t.say("web.assistant.end")
    if game.phase == "setup":
        return t.say("web.assistant.begin")
    phases = [str(phase) for phase in viewer.table.rules.data.sequence.phases]
    after = phases[(phases.index(game.phase) + 1) % len(phases)]
    return t.say("web.assistant.next", phase=phase_name(t, after))


def _kinds(viewer: Viewer) -> list[tuple[str, str, str]]:
    """Return what can be given and taken: letter, good, name. Gifts, which can only be given, come last."""
    t, data = viewer.t, viewer.table.rules.data
    kinds = [(LETTERS[Good.DENIER], "denier", t.name("term.denier"))]
    kinds += [(LETTERS[Good(cube)], cube, t.name(f"term.{cube}")) for cube in data.words.cubes]
    kinds.append((LETTERS[Good.PRESTIGE], "prestige", t.name("term.prestige_point")))
    gifts = pages_of(viewer.table.rules).gifts
    return [*kinds, *((LETTERS[Good(gift)], gift, t.name(f"term.{gift}")) for gift in gifts)]


def _buildings(viewer: Viewer, parts: TableParts) -> list[tuple[str, str]]:
    return [(name, _with_price(viewer, name)) for name in dict.fromkeys(parts.buildings)]


def _with_price(viewer: Viewer, name: str) -> str:
    cost = viewer.table.rules.data.buildings[name].cost
    return f"{building_name(viewer.t, name)} ({viewer.t.goods(cost)})" if cost else building_name(viewer.t, name)


def _places(viewer: Viewer, look: AnyLook, parts: TableParts) -> list[tuple[str, str]]:
    """Return where a worker can be placed, and what can be turned over."""
    places = [
        (special_space.building, building_name(viewer.t, special_space.building))
        for special_space in parts.specials
        if special_space.used
    ]
    castle = [("castle", viewer.t.name("term.castle"))] if parts.guests is not None else []
    return [*castle, *places, *_on_road(viewer, look)]


def _on_road(viewer: Viewer, look: AnyLook) -> list[tuple[str, str]]:
    """What can be turned over."""
    return [
        (space["place"], _name(viewer, space["place"]))
        for space in look["road"]
        if space["place"] and space["building"]
    ]
