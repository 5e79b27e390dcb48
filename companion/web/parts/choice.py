"""The open choice as things to choose: places on the table, cards, rows, each with its consequences.

A choice is one form of radio buttons. The selected one opens its panel, in which one button carries it out. Options
that end a choice without doing anything (`quiet`) are buttons of their own, labeled with what they mean.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.engine.amounts import GOOD_OF, chosen_cubes, cube_letters
from companion.engine.consequences import Consequence
from companion.engine.game import Decision
from companion.engine.look import AnyLook, AnySpaceLook
from companion.i18n.narration import consequence_line, reason_line, reminder_line
from companion.i18n.options import Option, OptionGroup, cost_now, words_of
from companion.i18n.translator import Translator
from companion.rules.vocabulary import Category, Good
from companion.table.snapshot import TableSnapshot
from companion.table.vocabulary import GO_ON_KIND
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.mixes import Branch, Mix, steps
from companion.web.parts.naming import building_name
from companion.web.parts.pages import FavorLine, Price, pages_of
from companion.web.parts.street import CASTLE, TableTop

L_co = TypeVar("L_co", bound=AnyLook, covariant=True)
"""The look of a game."""

ON_TABLE = frozenset({"place", "move", "residence", "provost"})
"""The verbs of actions chosen on the table itself."""

_ON_ROAD = frozenset({"residence", "provost"})
"""Those of them that are only about the road."""

HAND = "hand"
"""The group of a player's own cards."""

CAREFUL = frozenset({"refusal", "risk", "stays_home"})
"""Consequences severe enough that the option has to be selected first and then confirmed."""

COSTLY = frozenset({"refusal", "risk"})
"""Those of them that need confirming in one-tap mode too."""

WARNINGS = frozenset({"beyond", "lacks", "no_batch", "refusal", "risk", "stays_home"})
"""Consequences that are read first, whatever else there is."""

_NOT_IN_IDS = str.maketrans(" :.>", "----")

_SIGNS: Mapping[str, str] = {
    "beyond": "provost", "lacks": "any", "no_batch": "phase-castle", "first_pass": "coin", "on_bridge": "order",
    "stays_home": "worker", "moves_after": "provost", "moves_last": "provost", "stands": "place", "earns": "prestige",
    "favors": "favor", "in_castle": "phase-castle", "part": "phase-castle", "refusal": "prestige",
    "fills": "phase-castle", "more_batches": "phase-castle", "last_batch": "phase-castle", "token": "token",
    "risk": "prestige", "replaces": "residence", "left_none": "any", "marker": "marker", "takes_order": "order",
    "frees": "worker", "bound": "worker", "guest": "coin", "within": "provost", "bailiff": "bailiff",
    "scores": "phase-castle", "later": "worker", "closes": "residence", "visits": "prestige", "income": "coin",
    "counts": "prestige", "tokens_left": "token", "last_token": "token", "deck": "card", "new_hand": "card",
}  # fmt: skip

_GOOD_SIGNS = {Good.DENIER: "coin"}


@dataclass(frozen=True)
class Fact:
    """A consequence of an option: a sign or a player, and the words."""

    id: str
    text: str
    sign: str = ""
    colour: str = ""

    @property
    def warns(self) -> bool:
        return self.id in WARNINGS


@dataclass(frozen=True)
class Way:
    """An option as a radio button with its consequences."""

    id: str
    option: Option
    facts: tuple[Fact, ...] = ()
    points: int = 0
    """The prestige that it brings at once."""
    opens: tuple[str, ...] = ()
    """The players whose workers become active through the provost's new position."""
    shuts: tuple[str, ...] = ()

    @property
    def careful(self) -> bool:
        return any(fact.id in CAREFUL for fact in self.facts)

    @property
    def costly(self) -> bool:
        return any(fact.id in COSTLY for fact in self.facts)


@dataclass(frozen=True)
class Pick:
    """Something to choose, in one or several ways, or why it cannot be chosen."""

    key: str
    title: str
    ways: tuple[Way, ...] = ()
    why: str = ""
    face: BuildingFace | None = None
    insist: tuple[str, str] = ("", "")
    """The entry of people who do it all the same, and its words: where they enter what they did."""

    @property
    def id(self) -> str:
        return _id(self.key)


@dataclass(frozen=True)
class PickGroup:
    """Picks shown together: cards, or rows."""

    id: str
    title: str
    picks: tuple[Pick, ...]
    why: str = ""

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The steps in which goods are chosen, where there are many ways."""
        goods = [pick for pick in self.picks if pick.ways and pick.ways[0].option.group == OptionGroup.GOODS]
        return steps({pick.key: Mix(pick.ways[0].option.cost, pick.ways[0].option.gain) for pick in goods})

    @property
    def by_key(self) -> dict[str, Pick]:
        return {pick.key: pick for pick in self.picks}


@dataclass(frozen=True)
class Choice:
    """The open choice as shown."""

    kind: str
    on: Mapping[str, Pick]
    """What can be chosen on the table itself, by the key of its tile."""
    groups: tuple[PickGroup, ...] = ()
    quiet: tuple[Way, ...] = ()
    only: Way | None = None
    """The only option, if there is just one."""
    about: str = ""
    face: BuildingFace | None = None
    """The building that the choice is about."""
    price: Price | None = None
    instead_of: str = ""
    """The player for whom the host chooses."""
    favors: tuple[FavorLine, ...] = ()
    """The favor table, if the choice is about it."""
    reminders: tuple[str, ...] = ()
    """What is easily forgotten, the most important first."""
    on_road: bool = False
    """Whether only the road is shown to choose on."""
    dealt: bool = False
    """Whether it is about what comes to people as if dealt."""

    @property
    def shows_hand(self) -> bool:
        return any(group.id == HAND for group in self.groups)

    @property
    def many(self) -> bool:
        """Whether there is anything to choose from."""
        return bool(self.on or self.groups or self.favors)


@dataclass(frozen=True)
class Chosen(Generic[L_co]):
    """Creates picks from the open choice, its options and the table as the player sees it."""

    t: Translator
    table: TableSnapshot
    decision: Decision
    options: tuple[Option, ...]
    look: L_co

    def by_place(self, verb: str) -> dict[str, list[Option]]:
        """Return the options of a verb by place."""
        options: dict[str, list[Option]] = {}
        for option in self.options:
            if option.text.verb == verb:
                options.setdefault(option.text.place, []).append(option)
        return options

    def way(self, option: Option) -> Way:
        """Return an option with its consequences."""
        follows = [] if self.decision.kind == GO_ON_KIND else self.table.game.follows(option.text)
        return Way(
            f"o-{_id(str(option.text))}",
            option,
            tuple(self._fact(consequence) for consequence in follows),
            sum(int(consequence.args["points"]) for consequence in follows if consequence.id in ("earns", "token")),
            tuple(str(consequence.args["seat"]) for consequence in follows if consequence.id == "opens"),
            tuple(str(consequence.args["seat"]) for consequence in follows if consequence.id == "shuts"),
        )

    def _fact(self, consequence: Consequence) -> Fact:
        colour = str(consequence.args.get("seat", ""))
        return Fact(
            consequence.id, consequence_line(self.t, consequence, self.table.people.names), sign_of(consequence), colour
        )

    @property
    def reminders(self) -> tuple[str, ...]:
        """What whoever chooses may forget, where the host lets it be said."""
        people = self.table.people
        reminders = self.table.game.reminders() if people.reminders and self.decision.kind != GO_ON_KIND else ()
        return tuple(reminder_line(self.t, reminder, people.names) for reminder in reminders)

    def ways(self, options: Iterable[Option]) -> tuple[Way, ...]:
        return tuple(self.way(option) for option in options)

    def pick(self, key: str, face: BuildingFace, options: Iterable[Option], text: str) -> Pick:
        """Return a building with its options or, if there are none, the reason why action `asked` is not possible."""
        ways = self.ways(options)
        title = building_name(self.t, key) if key in self.table.rules.data.buildings else face.name
        return Pick(key, title, ways, "" if ways else self.why_not(text), face)

    def why_not(self, text: str) -> str:
        """Return why an action is not possible, as a sentence."""
        reason = self.table.why_not(text)
        return reason_line(self.t, reason, self.table.people.names) if reason else ""


def sign_of(consequence: Consequence) -> str:
    """The sign of a consequence: for goods, the good, or any cube if there are several."""
    if "goods" not in consequence.args or consequence.id in _SIGNS:
        return _SIGNS.get(consequence.id, "")
    goods = {GOOD_OF[letter] for letter in str(consequence.args["goods"]) if letter in GOOD_OF}
    return _GOOD_SIGNS.get(good := goods.pop(), good.value) if len(goods) == 1 else "any"


def _id(text: str) -> str:
    """A text as the id of an element."""
    return text.translate(_NOT_IN_IDS)


def choice(c: Chosen[AnyLook], board: TableTop, about: str, price: Price | None, instead_of: str) -> Choice:
    """Build the choice; what is about places is chosen on the table itself."""
    own, kind = pages_of(c.table.rules), c.table.referee.choices.get(c.decision.kind)
    verb = next((verb for verb in kind.verbs if verb in ON_TABLE), "") if kind else ""
    on = {pick.key: pick for pick in _places(c, board, verb)} if verb else {}
    groups = tuple(group for group in own.cards(c) if group.picks or group.why)
    shown = {way.option.text for pick in on.values() for way in pick.ways}
    shown |= {way.option.text for group in groups for pick in group.picks for way in pick.ways}
    favors = tuple(own.to_favor(c))
    shown |= {way.option.text for line in favors for cell in line.cells if cell.pick for way in cell.pick.ways}
    rest = [option for option in c.options if option.text not in shown]
    plain = tuple(sorted((_plain(c, option) for option in rest if option.group != OptionGroup.MAIN), key=_leaves_less))
    if plain:
        groups = (PickGroup(c.decision.kind, "", plain), *groups)
    quiet = c.ways(option for option in rest if option.group == OptionGroup.MAIN)
    only = quiet[0] if len(c.options) == 1 and quiet else None
    shows = face(c.t, c.decision.about) if c.decision.about in c.table.rules.data.buildings else None
    return Choice(
        c.decision.kind, on, groups, () if only else quiet, only, about, shows, price, instead_of, favors, c.reminders,
        verb in _ON_ROAD, c.decision.kind in own.dealt,
    )  # fmt: skip


def _plain(c: Chosen[AnyLook], option: Option) -> Pick:
    """Return an option as a pick of its own."""
    shown = face(c.t, option.building) if option.building in c.table.rules.data.buildings else None
    return Pick(str(option.text), option.short or option.label, (c.way(option),), face=shown)


def _leaves_less(pick: Pick) -> bool:
    """Whether there is nothing for another batch afterwards: such ways to pay come last."""
    return any(fact.id == "last_batch" for fact in pick.ways[0].facts)


# on the table


def _places(c: Chosen[AnyLook], board: TableTop, verb: str) -> Iterator[Pick]:
    """Yield each tile with what can be done there, or why nothing can."""
    if verb == "provost":
        yield from _spaces(c, board)
        return
    options, own = c.by_place(verb), f":{c.decision.seat}"
    tiles = board.road if verb in _ON_ROAD else (*board.specials, *board.road)
    for tile in tiles:
        place = tile.key.removesuffix(own) if verb == "residence" else tile.key
        if tile.face and tile.used:
            title = building_name(c.t, tile.face.id) if ":" in tile.key else building_name(c.t, tile.key)
            why = "" if place in options else c.why_not(f"{verb} {place}")
            yield Pick(tile.key, title, c.ways(options.get(place, ())), why, tile.face)
    if verb not in _ON_ROAD and board.guests is not None:
        why = "" if CASTLE in options else c.why_not(f"{verb} {CASTLE}")
        yield Pick(CASTLE, c.t.name("term.castle"), c.ways(options.get(CASTLE, ())), why)


def to_read(t: Translator, board: TableTop) -> dict[str, Pick]:
    """Return all tiles for reading, for people who have no choice to make."""
    return {
        tile.key: Pick(tile.key, building_name(t, tile.face.id), face=tile.face)
        for tile in (*board.specials, *board.road)
        if tile.face
    }


def _spaces(c: Chosen[AnyLook], board: TableTop) -> Iterator[Pick]:
    """Yield the spaces to which the provost can move."""
    by_space = {option.space: option for option in c.options if option.text.verb == "provost"}
    for tile in board.road:
        if tile.space in by_space:
            title = building_name(c.t, tile.face.id) if tile.face else str(tile.space)
            yield Pick(tile.key, title, (c.way(by_space[tile.space]),), face=tile.face)


# cards


def to_build(c: Chosen[AnyLook], verb: str, names: Iterable[str]) -> tuple[Pick, ...]:
    """Return buildings with the ways to pay for them, those that can be built first."""
    options = c.by_place(verb)
    picks = [c.pick(name, face(c.t, name), options.get(name, ()), _way(c, verb, name)) for name in names]
    return tuple(sorted(picks, key=lambda pick: not pick.ways))


def _way(c: Chosen[AnyLook], verb: str, name: str) -> str:
    """Return one action that builds something, to ask what is missing for it."""
    rules = c.table.rules
    cost = cost_now(rules, c.decision.about, name)
    named = cost.any or cost.plain or words_of(rules).names_cubes
    letters = f" {cube_letters(next(chosen_cubes(cost)))}" if named else ""
    site = ""
    if face(c.t, name).kind == Category.PRESTIGE:
        site = next((f" on {space['space']}" for space in c.look["road"] if _is_mine(c, space)), "")
    return f"{verb} {name}{letters}{site}"


def _is_mine(c: Chosen[AnyLook], space: AnySpaceLook) -> bool:
    """Return whether a space holds a residence of the choosing player, which they can build over."""
    return bool(space["building"] == c.table.rules.data.residence_tile and space["owner"] == c.decision.seat)
