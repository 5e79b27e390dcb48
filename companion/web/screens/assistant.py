"""The assistant's screen: the referee's street, and a line for each who has something to enter."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from companion.engine.action import Action, Options
from companion.engine.amounts import LETTERS, amount_text, chosen_cubes, parse_amount
from companion.engine.assistant import END, IDLE, NEXT, SCORE, UNPAID, OpenLine
from companion.engine.errors import Reason
from companion.engine.game import Decision
from companion.engine.implied import closed_by, closing
from companion.engine.look import AnyLook
from companion.engine.phases import phase_of
from companion.engine.state import PlainState
from companion.i18n.narration import reason_line
from companion.i18n.options import Option, option_words
from companion.rules.base import Goods
from companion.rules.vocabulary import CUBES, Good, Phase
from companion.table.commands import COMMAND, Command, Play
from companion.table.vocabulary import Depth, EntryKind
from companion.web.locale import is_recent
from companion.web.parts.choice import Pick, Way
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.frame import phase_name
from companion.web.parts.log_text import doer
from companion.web.parts.naming import building_name
from companion.web.parts.overview import Overview, overview
from companion.web.parts.pages import TableParts, pages_of, parts_of
from companion.web.parts.street import CASTLE, TableTop, latest_change
from companion.web.viewer import Viewer

AMOUNTS, ENTRY = "amounts", "entry"
"""The kinds of the two forms that are read here."""

ADD = "add."
"""The prefix of amounts: `add.d` is how many deniers more or fewer."""

WHO = "*"
"""Stands for the player in the entry of a button: `place * n_farm`."""

SHUFFLE, LOTS = "shuffle", "lots"
"""Buttons of the set-up: the app draws what lies on the table, or who begins."""

_PLACING = (Phase.WORKERS, Phase.ACTIONS)
"""The phases in which people take their turn until they pass."""

_FOLDED = ("build", "prestige", "residence", "move", "favor")
"""The verbs of options that are opened by a tap, by what they are about."""

_INLINE = 7
"""How many ways a line shows at once."""

MOMENT = 4
"""Seconds in which the same entry from another device is asked about."""

_chance = random.SystemRandom()


@dataclass(frozen=True)
class Chip:
    """An entry as one tap."""

    text: str
    option: Option

    @property
    def idle(self) -> bool:
        """Whether it leaves everything as it is."""
        return self.option.text in IDLE


@dataclass(frozen=True)
class PlayerLine:
    """What one player may still enter: at a building, in their turn, or for a favor."""

    colour: str
    title: str
    face: BuildingFace | None
    waits: bool
    chips: tuple[Chip, ...]
    folded: Mapping[str, tuple[Chip, ...]]
    """The chips that are opened by a tap, by the name of what they are about."""


@dataclass(frozen=True)
class Draw:
    """What is entered before the first round: what was drawn, and who begins."""

    tiles: tuple[tuple[str, BuildingFace, int], ...]
    """What can be drawn: the entry, the face, and its place if it has been."""
    missing: int
    """How many are still to be drawn."""
    order: tuple[tuple[str, int], ...]
    """The players who have been drawn, with the money of their place."""
    rest: tuple[tuple[str, str], ...]
    """The others, with the entry for whoever is next."""

    @property
    def next_place(self) -> int:
        return sum(1 for _, _, place in self.tiles if place) + 1


@dataclass(frozen=True)
class AssistantScreen(Overview):
    """What people may enter now."""

    may: bool = False
    """Whether this device may enter something."""
    does: str = ""
    """What people do now."""
    asked: tuple[str, ...] = ()
    """Who may take a turn, in order; the first is meant unless another is tapped."""
    turn: PlayerLine | None = None
    """What whoever is next may do beside placing a worker on the street."""
    on: Mapping[str, Pick] = field(default_factory=dict)
    """The places of the street, while people place workers."""
    lines: tuple[PlayerLine, ...] = ()
    """A line for each who has something to enter."""
    closes: str = ""
    """What comes after this phase."""
    kinds: tuple[tuple[str, str, str], ...] = ()
    """What can be given and taken: letter, good, name."""
    more: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """Whatever else people may have done: entries with their words, by what they are."""
    start: Draw | None = None
    """What is entered before the first round."""

    @property
    def waiting(self) -> tuple[PlayerLine, ...]:
        """What is still open in this phase."""
        return tuple(line for line in self.lines if line.waits)


def assistant(viewer: Viewer) -> AssistantScreen:
    table, look = viewer.table, viewer.look
    lies = overview(viewer, look, latest_change(viewer))
    if not table.assistant or viewer.who.spectator or table.over or table.people.paused:
        return AssistantScreen(**vars(lies))
    parts, state = parts_of(table.rules, look), table.game.position.state
    found = table.assistant.lines(state)
    turns = [line for line in found if line.of_turn and look["phase"] in _PLACING]
    lines = tuple(_line(viewer, look, line) for line in found if line not in turns)
    setting_up = look["phase"] == "setup"
    refused = table.assistant.refusals(state, turns[0]) if turns else {}
    return AssistantScreen(
        **vars(lies),
        may=True,
        does=_does(viewer, parts, [table.setup.colours[line.seat] for line in turns], lines),
        asked=tuple(table.setup.colours[line.seat] for line in turns),
        turn=_beside_street(_line(viewer, look, turns[0])) if turns else None,
        on=dict(_places(viewer, look, lies.street, turns[0], refused)) if turns else {},
        lines=lines,
        closes="" if setting_up else _after(viewer, closing(table.assistant, state)[1]),
        kinds=() if setting_up else tuple(_kinds(viewer)),
        more=() if setting_up else tuple(_more(viewer, look, parts)),
        start=_draw(viewer, look) if setting_up else None,
    )


def read_amounts(_seen: Viewer, form: MultiDict[str, str]) -> Command:
    """Read a player's amounts as a quick entry. Raises `ValidationError` if there are none, or one is invalid."""
    signed = [_signed(form.get(f"{ADD}{letter}", ""), letter) for letter in LETTERS.values()]
    words = " ".join(filter(None, signed))
    actions = (f"{form.get('player', '')} {words}",) if words else ()
    return COMMAND.validate_python({"kind": "play", "actions": actions})


def _signed(text: str, letter: str) -> str:
    """Return `+2d`, `-1F`, or nothing for zero; what is not a number is left for the assistant to refuse."""
    given = text.strip().replace("−", "-")
    if not given.strip("+-0"):
        return ""
    return f"{given if given[0] in '+-' else '+' + given}{letter}"


def read_entry(viewer: Viewer, form: MultiDict[str, str]) -> Command:
    """Read an entry in which the player who is meant is chosen beside it. The last value counts: a button.

    >>> form = MultiDict([("player", "red"), ("action", "build * bank"), ("space", "12")])
    >>> read_entry(None, form).actions
    ('build red bank on 12',)
    """
    text = "".join(form.getlist("action")[-1:])
    if text in (SHUFFLE, LOTS):
        draw = _draw(viewer, viewer.look)
        drawn = _shuffled(draw) if text == SHUFFLE else _lots(viewer)
        return COMMAND.validate_python({"kind": "play", "actions": tuple(drawn)})
    words = [form.get("player", "") if word == WHO else word for word in text.split()]
    space = form.get("space", "").strip()
    words += ["on", space] if space and words[:1] == ["build"] else []
    actions: tuple[str, ...] = (" ".join(words),) if words else ()
    if actions and viewer and viewer.table.assistant and viewer.table.game.turn:
        actions += (NEXT,) * closed_by(viewer.table.assistant, viewer.table.game.position.state, actions[0])
    return COMMAND.validate_python({"kind": "play", "actions": actions})


# several devices


def twin(viewer: Viewer, command: Command, seen: int | None) -> str:
    """Return who has just entered the same on another device."""
    if not isinstance(command, Play):
        return ""
    for entry in viewer.table.latest:
        new = entry.seq > (seen or 0) or is_recent(entry.at, MOMENT)
        done = entry.data["actions"] if entry.kind == EntryKind.PLAYED else ()
        same = any(f"{action} ".startswith(f"{command.actions[0]} ") for action in done)
        if new and same and entry.seq in viewer.table.living and entry.by != viewer.who.name():
            return doer(viewer, entry.by)
    return ""


def still_holds(viewer: Viewer, command: Command, seen: int | None) -> bool:
    """Whether an entry from an outdated page is meant all the same: since then there were only entries of others."""
    if not isinstance(command, Play) or seen is None or viewer.table.depth != Depth.ASSISTANT:
        return False
    since = [entry for entry in viewer.table.latest if entry.seq > seen]
    whose = {word for text in command.actions for word in text.split() if word in viewer.table.setup.colours}
    touched = {word for entry in since for text in entry.data.get("actions", (NEXT,)) for word in text.split()}
    return len(since) == viewer.table.seq - seen and bool(whose) and not ({*whose, NEXT} & touched)


# before the first round


def _draw(viewer: Viewer, look: AnyLook) -> Draw:
    table = viewer.table
    seats = table.setup.colours
    number, money = pages_of(table.rules).drawn(table.rules.data, len(seats))
    entries = {entry.place: entry for entry in table.entries() if entry.verb == "draw"}
    there = [space["building"] for space in look["road"] if space["building"] and space["category"] == "neutral"]
    tiles = {name: (f"draw {name}", face(viewer.t, name), 0) for name in entries}
    tiles |= {name: ("", face(viewer.t, name), place) for place, name in enumerate(there, 1)}
    order = look["order"]
    rest = [colour for colour in seats if colour not in order]
    return Draw(
        tuple(tiles[name] for name in sorted(tiles)),
        max(0, number - len(there)),
        tuple((colour, money[place] if money else 0) for place, colour in enumerate(order)),
        tuple((colour, " ".join(["order", *order, colour]) if money else f"start {colour}") for colour in rest),
    )


def _shuffled(draw: Draw) -> list[str]:
    left = [entry for entry, _, place in draw.tiles if not place]
    return _chance.sample(left, min(draw.missing, len(left)))


def _lots(viewer: Viewer) -> list[str]:
    colours = viewer.table.setup.colours
    _, money = pages_of(viewer.table.rules).drawn(viewer.table.rules.data, len(colours))
    drawn = _chance.sample(colours, len(colours))
    return [" ".join(["order", *drawn]) if money else f"start {drawn[0]}"]


# contents of the page


def _does(viewer: Viewer, parts: TableParts, asked: list[str], lines: tuple[PlayerLine, ...]) -> str:
    """What people do now."""
    t, data, phase = viewer.t, viewer.table.rules.data, viewer.table.game.phase
    who = viewer.name(asked[0]) if asked else ""
    if asked and phase == Phase.WORKERS:
        return t.say("web.assistant.do.workers", who=who, cost=parts.price or 0)
    if asked:
        return t.say("web.assistant.do.actions", who=who)
    if phase == "setup":
        return _lays(viewer)
    if not any(line.waits for line in lines):
        return t.say("web.assistant.do.done")
    if phase == Phase.PROVOST:
        return t.say("web.assistant.do.provost", cost=data.provost_step, each=t.say("web.seat.per_space"))
    return t.say("web.assistant.do.castle") if phase == Phase.CASTLE else t.say("web.assistant.do.buildings")


def _lays(viewer: Viewer) -> str:
    start = _draw(viewer, viewer.look)
    if start.missing:
        return viewer.t.say("web.assistant.do.setup", n=start.next_place)
    return viewer.t.say("web.assistant.begins") if start.rest else viewer.t.say("web.assistant.do.done")


def _line(viewer: Viewer, look: AnyLook, line: OpenLine) -> PlayerLine:
    """Return an open line in words; what has many ways is folded, by what it is about."""
    t, rules, names = viewer.t, viewer.table.rules, viewer.table.people.names
    colour = viewer.table.setup.colours[line.seat]
    decision = Decision(colour, line.kind, Options(line.options), line.about)
    chips = [
        Chip(entry, option_words(t, rules, decision, action, look, names))
        for action, entry in zip(line.options, line.entries, strict=True)
    ]
    building = line.place.partition(":")[0].partition(".")[0]
    title = building_name(t, line.place.partition(":")[0]) if building else "" if line.of_turn else _favor(viewer, line)
    many = len(chips) > _INLINE and not line.of_turn
    folded: dict[str, tuple[Chip, ...]] = {}
    for chip in chips:
        if chip.option.text.verb in _FOLDED or (many and chip.option.text not in IDLE):
            name = chip.option.short or chip.option.label
            if chip.option.building and t.has(f"building.{chip.option.building}"):
                name = t.name(f"building.{chip.option.building}")
            folded[name] = (*folded.get(name, ()), chip)
    shown = tuple(chip for chip in chips if all(chip not in chips_of for chips_of in folded.values()))
    return PlayerLine(colour, title, face(t, building) if building else None, line.waits, shown, folded)


def _favor(viewer: Viewer, line: OpenLine) -> str:
    if line.about and viewer.t.has(f"line.{line.about}"):
        return viewer.t.name(f"line.{line.about}")
    return viewer.t.form("term.favor", "Noun")


def _beside_street(line: PlayerLine) -> PlayerLine:
    """Leave out what is chosen on the street."""
    chips = tuple(
        Chip(chip.text.replace(f" {line.colour}", f" {WHO}", 1), chip.option)
        for chip in line.chips
        if chip.option.text.verb not in ("place", "pass")
    )
    folded = {
        name: tuple(Chip(chip.text.replace(f" {line.colour}", f" {WHO}", 1), chip.option) for chip in chips_of)
        for name, chips_of in line.folded.items()
    }
    return PlayerLine(line.colour, line.title, line.face, line.waits, chips, folded)


def _places(
    viewer: Viewer, look: AnyLook, street: TableTop, turn: OpenLine, refused: Mapping[Action, Reason]
) -> Iterator[tuple[str, Pick]]:
    """Yield each place for a worker, or why the rules forbid it and what to enter all the same."""
    t, names = viewer.t, viewer.table.people.names
    decision = Decision(viewer.table.setup.colours[turn.seat], turn.kind, Options(turn.options), turn.about)
    options = {action.place: action for action in turn.options if action.verb == "place"}
    tiles = {tile.key: tile for tile in (*street.specials, *street.road) if tile.face and tile.used}
    for key in (*tiles, *([CASTLE] if street.guests is not None else [])):
        tile = tiles.get(key)
        title = building_name(t, key.partition(":")[0]) if tile else t.name("term.castle")
        shown = tile.face if tile else None
        if key in options:
            option = option_words(t, viewer.table.rules, decision, options[key], look, names)
            chosen = Option(
                Action(f"place {WHO} {key}"), option.label, option.group, price=option.price, cost=option.cost
            )
            yield key, Pick(key, title, (Way(f"o-{key.translate(_IN_ID)}", chosen),), face=shown)
            continue
        reason = next((why for action, why in refused.items() if str(action) == f"place {key}"), None)
        if reason is None:
            continue
        there = tile.workers[0] if tile and tile.workers and key != "stables" else ""
        words = t.say("web.assistant.replace", who=viewer.name(there)) if there else t.say("web.assistant.insist")
        entry = f"place {WHO} {key}" if there else f"place {WHO} {key} {UNPAID}"
        twice = reason.code == "there_already" or there == viewer.table.setup.colours[turn.seat]
        insist = ("", "") if twice else (entry, words)
        yield key, Pick(key, title, why=reason_line(t, reason, names), face=shown, insist=insist)


_IN_ID = str.maketrans(":.", "--")


def _after(viewer: Viewer, state: PlainState) -> str:
    """Return the phase in which people enter something next."""
    assert viewer.table.assistant
    phase = phase_of(viewer.table.assistant.board, state)
    return phase_name(viewer.t, phase) if phase else viewer.t.say("web.table.over")


def _kinds(viewer: Viewer) -> Iterator[tuple[str, str, str]]:
    """Yield what can be given and taken: letter, good, name. Gifts, which can only be given, come last."""
    t, data = viewer.t, viewer.table.rules.data
    yield LETTERS[Good.DENIER], "denier", t.name("term.denier")
    for cube in data.words.cubes:
        yield LETTERS[Good(cube)], cube, t.name(f"term.{cube}")
    yield LETTERS[Good.PRESTIGE], "prestige", t.name("term.prestige_point")
    for gift in pages_of(viewer.table.rules).gifts:
        yield LETTERS[Good(gift)], gift, t.name(f"term.{gift}")


def _more(viewer: Viewer, look: AnyLook, parts: TableParts) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Yield whatever people may have done out of its turn: built, turned over, placed, taken home, scored."""
    t, data = viewer.t, viewer.table.rules.data
    builds = [
        (f"build {WHO} {name} {paid}".rstrip(), words)
        for name in dict.fromkeys(parts.buildings)
        for paid, words in _payments(viewer, name, data.buildings[name].cost)
    ]
    yield t.say("web.assistant.build"), tuple(builds)
    built = [space for space in look["road"] if space["building"] and space["building"] != data.residence_tile]
    cost = data.buildings[data.residence_tile].cost
    turned = [
        (f"convert {WHO} {(space['place'] or '').partition(':')[0]} {paid}".rstrip(), words)
        for space in built
        for paid, words in _payments(viewer, space["building"] or "", cost)
    ]
    yield t.say("web.assistant.convert"), tuple(dict.fromkeys(turned))
    places = {space["place"]: space["worker"] for space in built if space["place"]}
    places |= {one.building: None for one in parts.specials if one.used}
    places |= {CASTLE: None} if parts.guests is not None else {}
    yield t.say("web.assistant.place"), tuple((f"place {WHO} {place}", _named(viewer, place)) for place in places)
    out = [(colour, place) for place, colour in places.items() if colour]
    out += [(colour, one.building) for one in parts.specials for colour in one.workers]
    out += [(colour, CASTLE) for colour in parts.guests or ()]
    yield (
        t.say("web.assistant.home"),
        tuple(
            (f"home {colour} {place}", t.labelled(viewer.name(colour), _named(viewer, place))) for colour, place in out
        ),
    )
    closing = {SCORE: t.say("web.assistant.score"), END: t.say("web.assistant.end")}
    yield (
        t.say("web.assistant.scoring"),
        tuple((text, closing[text]) for text in viewer.table.entries() if text in closing and text != NEXT),
    )


def _payments(viewer: Viewer, name: str, cost: Goods) -> Iterator[tuple[str, str]]:
    """Yield the ways to pay for a building, with words; where there are several, it may also not be paid yet."""
    t = viewer.t
    kinds = tuple(int(cube in viewer.table.rules.data.words.cubes) for cube in CUBES)
    ways = [amount_text(cubes, cost.denier) for cubes in chosen_cubes(cost, kinds=kinds)]
    if len(ways) != 1:
        yield "", t.labelled(building_name(t, name), t.say("web.assistant.unpaid"))
    for paid in ways:
        yield paid, t.labelled(building_name(t, name), t.goods(parse_amount(paid)))


def _named(viewer: Viewer, place: str) -> str:
    name, _, owner = place.partition(":")
    if name == CASTLE:
        return viewer.t.name("term.castle")
    text = building_name(viewer.t, name)
    return f"{text} ({viewer.name(owner)})" if owner else text
