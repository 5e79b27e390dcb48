"""Opening a table: a draft of its setup, read from a form, with faults shown beside their fields.

The page only asks who plays; everything else has a default that suits most people. A draft that cannot be opened is
shown again as typed. A game in progress is a draft together with its position.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from flask import Blueprint, redirect, render_template, request, url_for
from pydantic import ValidationError
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.engine.errors import BadPosition, about
from companion.engine.game import Game, new_game
from companion.engine.notation import NotationError
from companion.engine.phases import SETUP
from companion.i18n import answers
from companion.i18n.narration import error_lines
from companion.i18n.translator import Translator
from companion.minds.level import Level
from companion.minds.mind import plays
from companion.register import game_module
from companion.rules import Exclusive, UnknownName
from companion.table.errors import Full, TableError
from companion.table.rows import Opened
from companion.table.setup import NAME_LENGTH, Seat, Setup, plain
from companion.table.vocabulary import Chance, Depth
from companion.web import woodcuts
from companion.web.addresses import visitor
from companion.web.alone import alone
from companion.web.errors import STATUS
from companion.web.locale import code as language
from companion.web.locale import content, game_name, not_kept, own_box
from companion.web.numbers import whole
from companion.web.parts import entered
from companion.web.parts.naming import OWN_CARDS, chance_words, depth_words, level_words
from companion.web.refusals import refusal_words
from companion.web.viewer import organises, some_token, tables, token

pages = Blueprint("new_table", __name__)
pages.after_request(not_kept)

CLOCK = {"clock": 600, "clock_choice": 3600, "clock_bonus": 3600}
"""The fields of the clock, and the most of each: minutes for each player, then seconds."""

MOST_AT_ONCE = 100
"""The most tables that an organiser opens at once."""

_LATEST = 50
"""How many of this device's newest tables to search for the last one of a game."""

_REFUSED = (TableError, UnknownName, NotationError, BadPosition)


@dataclass
class Draft:
    """A table about to be opened, as filled in so far."""

    game: str
    edition: str
    variants: tuple[str, ...]
    players: int
    names: list[str]
    """One per row, including the rows that do not play."""
    colours: list[str]
    depth: str
    chance: str
    clock: list[str]
    """Minutes for each player, seconds for each choice, and what a choice adds."""
    language: str
    minds: list[str] = field(default_factory=list)
    """One per row: the level of the mind that plays it; empty for a person."""
    hints: bool = False
    practice: bool = False
    """Whether somebody plays alone, without a box."""
    counting: bool = False
    """Whether only points are counted, so that nothing but the game and the names is asked."""
    faults: dict[str, str] = field(default_factory=dict)
    """What is wrong, by field."""

    def items(self) -> list[tuple[str, str]]:
        """Return the draft as form fields, for the second page."""
        rows = [(f"name.{n}", name) for n, name in enumerate(self.names, 1)]
        rows += [(f"colour.{n}", colour) for n, colour in enumerate(self.colours, 1)]
        rows += [(f"mind.{n}", level) for n, level in enumerate(self.minds, 1)]
        rows += [("hints", "1" if self.hints else ""), ("practice", "1" if self.practice else "")]
        return [
            ("game", self.game), ("edition", self.edition), *(("variant", v) for v in self.variants),
            ("players", str(self.players)), *rows, ("depth", self.depth), ("chance", self.chance),
            *zip(CLOCK, self.clock, strict=True), ("language", self.language),
        ]  # fmt: skip


def read_draft(data: MultiDict[str, str]) -> Draft:
    """Read a draft from a form or a query; what is missing comes from this device's last table or the defaults."""
    library = content().library
    game = data.get("game") or library.games[0]
    rules = library.rules(game, library.default_edition(game, language()))
    colours, last = rules.data.players.colours, _last_setup(game)
    seats = last.seats if last else ()
    rows = range(1, rules.data.players.maximum + 1)
    used = [seat.colour for seat in seats]
    usual = [*used, *(colour for colour in colours if colour not in used)]
    players = whole(data.get("players", ""), len(seats) or rules.data.players.minimum, digits=3)
    practice = bool(data.get("practice")) and plays(game)
    usual_minds = ["", *([Level.BUILDER.value] * (len(rows) - 1))] if practice else [""] * len(rows)
    chosen = [data.get(f"colour.{n}", usual[n - 1])[:NAME_LENGTH] for n in rows]
    return Draft(
        game=game,
        edition=data.get("edition") or (last.edition if last and last.language == language() else rules.edition),
        variants=tuple(variant for variant in data.getlist("variant") if variant),
        players=players,
        names=[_name(data, n, seats[n - 1].name if n <= len(seats) else "") for n in rows],
        colours=swapped(chosen, [data.get(f"was.{n}", "") for n in rows], players),
        depth=Depth.REFEREE.value if practice else data.get("depth", Depth.REFEREE.value),
        chance=Chance.APP.value if practice else data.get("chance", OWN_CARDS if _hands(game) else Chance.APP.value),
        clock=[data.get(name, "").strip()[:5] for name in CLOCK],
        language=data.get("language") or language(),
        minds=[data.get(f"mind.{n}", usual_minds[n - 1])[:NAME_LENGTH] for n in rows],
        hints=bool(data.get("hints")) or practice,
        practice=practice,
    )


def only_counted(draft: Draft, data: MultiDict[str, str]) -> Draft:
    """Return the draft of a score sheet: everybody who is named has a column."""
    typed = [_name(data, n, "") for n in range(1, len(data) + 1)]
    names = [name for name in typed if name] if data.get("counting") else draft.names
    library = content().library
    rows = max(len(names), *(library.rules(game, None).data.players.maximum for game in library.games))
    names += [""] * (rows - len(names))
    return replace(draft, counting=True, players=len(list(filter(None, names))), names=names, minds=[""] * rows)


def swapped(chosen: list[str], before: list[str], players: int) -> list[str]:
    """Return the colors of all rows; if somebody has taken another's color, that player gets the one given up.

    >>> swapped(["red", "red", "green"], ["blue", "red", "green"], 3)
    ['red', 'blue', 'green']
    >>> swapped(["red", "red"], ["red", "red"], 2)
    ['red', 'red']
    """
    seats = list(chosen)
    for taker in range(min(players, len(seats))):
        given_up = before[taker]
        if not given_up or chosen[taker] == given_up:
            continue
        for other in range(len(seats)):
            if other != taker and seats[other] == chosen[taker] == before[other]:
                seats[other] = given_up
    return seats


def _last_setup(game: str) -> Setup | None:
    """Return the setup of this device's last table of a game, since usually the same people play again."""
    mine, _ = tables().mine(token(), lambda opened: opened.setup, _LATEST)
    return next((setup for setup in mine if setup.game == game), None)


def _name(data: MultiDict[str, str], n: int, usual: str) -> str:
    return plain(data.get(f"name.{n}", usual))[: NAME_LENGTH * 2]


def setup_of(draft: Draft, t: Translator) -> Setup | None:
    """Return the setup of a draft, or None if something is wrong, which is then noted in the draft."""
    allowed = content().library.rules(draft.game, None).data.players
    if not allowed.minimum <= draft.players <= allowed.maximum:
        limits = {"least": allowed.minimum, "most": allowed.maximum}
        draft.faults["players"] = t.say("web.new.fault.players", **limits)
        return None
    names, colours = draft.names[: draft.players], draft.colours[: draft.players]
    for n, (name, colour) in enumerate(zip(names, colours, strict=True), 1):
        if len(name) > NAME_LENGTH:
            draft.faults[f"seat.{n}"] = t.say("web.new.fault.name", most=NAME_LENGTH)
        elif colour not in allowed.colours:
            draft.faults[f"seat.{n}"] = t.say("web.new.fault.no_colour")
        elif colour in colours[: n - 1]:
            draft.faults[f"seat.{n}"] = t.say("web.new.fault.colour_twice", colour=t.name(f"player.{colour}"))
        elif name.casefold() in [player.casefold() for player in names[: n - 1] if player]:
            draft.faults[f"seat.{n}"] = t.say("web.new.fault.name_twice", name=name)
        elif name.casefold() in [t.name(f"player.{given}").casefold() for given in allowed.colours if given != colour]:
            draft.faults[f"seat.{n}"] = t.say("web.new.fault.name_of_colour", name=name)
    for (name, most), typed in zip(CLOCK.items(), draft.clock, strict=True):
        if typed and whole(typed, most + 1) > most:
            draft.faults[name] = t.say("web.new.fault.clock", most=most)
    return None if draft.faults else _checked(draft, t)


def _checked(draft: Draft, t: Translator) -> Setup | None:
    seats = list(zip(draft.colours[: draft.players], draft.names, draft.minds, strict=False))
    try:
        minutes, choice, bonus = (int(typed or 0) for typed in draft.clock)
        content().library.must_agree(draft.game, draft.variants)
        return Setup(
            game=draft.game,
            edition=draft.edition,
            variants=draft.variants,
            seats=tuple(Seat(colour=seat, name=name, mind=Level(mind) if mind else None) for seat, name, mind in seats),
            depth=Depth(draft.depth),
            chance=_dealt(draft),
            untracked=tuple(seat for seat, _, mind in seats if not mind) if _own_cards(draft) else (),
            language=draft.language,
            clock=minutes,
            clock_choice=choice,
            clock_bonus=bonus,
            hints=draft.hints,
            practice=draft.practice,
        )
    except Exclusive as error:
        draft.faults["table"] = refusal_words(t, error)
        return None
    except (ValidationError, ValueError):
        draft.faults["table"] = t.say("refusal.unreadable")
        return None


def _hands(game: str) -> bool:
    return bool(game_module(game, "referee").REFEREE.hands)


def _own_cards(draft: Draft) -> bool:
    """Whether people draw from decks that the app does not know, which only a referee has to."""
    return draft.chance == OWN_CARDS and draft.depth == Depth.REFEREE


def _dealt(draft: Draft) -> Chance:
    if draft.chance == OWN_CARDS:
        return Chance.TABLE if _own_cards(draft) else Chance.APP
    return Chance(draft.chance)


# the first page


@pages.get("/new")
def new() -> str:
    draft = read_draft(request.args)
    return _page(only_counted(draft, request.args) if draft.depth == Depth.SHEET else draft)


@pages.post("/new")
def open_table() -> Response | str | tuple[str, int]:
    """Open a table, or continue to the page for its position."""
    draft = read_draft(request.form)
    if request.form.get("counting"):
        draft = only_counted(draft, request.form)
    setup = setup_of(draft, _words(draft))
    if setup is None:
        return _page(draft), 422
    if request.form.get("begin") == "position":
        try:
            return _position_page(draft, setup)
        except _REFUSED as error:
            draft.faults["table"] = refusal_words(_words(draft), error)
            return _page(draft), 422
    return _create(draft, setup)


def _create(draft: Draft, setup: Setup) -> Response | tuple[str, int]:
    several = whole(request.form.get("tables") or "1") if organises() else 1
    if not 1 <= several <= MOST_AT_ONCE:
        draft.faults["tables"] = _words(draft).say("web.new.fault.tables", most=MOST_AT_ONCE)
        return _page(draft), 422
    try:
        if several > 1:
            return _create_several(setup, several)
        opened = tables().create(setup, some_token())
    except _REFUSED as error:
        draft.faults["table"] = refusal_words(_words(draft), error)
        return _page(draft), STATUS.get(error.code, 422) if isinstance(error, Full) else 422
    if setup.practice or alone():
        return play_alone(opened)
    if setup.depth == Depth.SHEET:
        return redirect(url_for("rendering.show", code=opened.code, name="sheet"), 303)
    place = tables().place(opened.id).snapshot
    if place.leads_to_lay and not place.referee.hands and not organises():
        return _sit_first(opened)
    return redirect(url_for("joining.join", code=opened.code), 303)


def _sit_first(opened: Opened) -> Response:
    """Seat whoever opened the table as the first person on its list; while they lay it, the others are let in."""
    if person := next((seat for seat in opened.setup.seats if not seat.mind), None):
        tables().sit(opened.id, person.colour, some_token(), visitor())
    return redirect(url_for("rendering.show", code=opened.code), 303)


def _create_several(setup: Setup, several: int) -> Response:
    """Open numbered tables for an organiser, who is their host: all of them or none. Raises `Full`."""
    most = tables().limits.tables
    if tables().store.count() + several > most:
        raise Full("too_many_tables", most=most)
    for n in range(1, several + 1):
        title = content().translator(setup.language).say("web.organiser.table", n=n)
        tables().create(setup.model_copy(update={"title": title}), some_token())
    return redirect(url_for("organising.show"), 303)


def play_alone(opened: Opened) -> Response:
    """Take every seat that no mind has, and go to the game."""
    sit_everywhere(opened.id)
    return redirect(url_for("rendering.show", code=opened.code), 303)


def sit_everywhere(id: str) -> None:
    """Take every seat of a table that no mind has."""
    table = tables().snapshot(id)
    for colour in table.setup.colours:
        if colour not in table.people.minds:
            tables().sit(id, colour, some_token(), visitor())


def _words(draft: Draft) -> Translator:
    return own_box(draft.game).t


def _page(draft: Draft) -> str:
    t, library = _words(draft), content().library
    data = answers.game_data(library, draft.game, t)
    return render_template(
        "table/count.html" if draft.counting else "table/new.html",
        t=t,
        draft=draft,
        games=[(game, game_name(game)) for game in library.games],
        editions=data["editions"],
        variants=_variants(draft.game, data["variants"], t),
        players=data["players"],
        colours=library.rules(draft.game, None).data.players.colours,
        depths=depth_words(t),
        chances=chance_words(t, hands=_hands(draft.game)),
        longest=NAME_LENGTH,
        most=MOST_AT_ONCE if organises() else 0,
        levels=level_words(t) if plays(draft.game) else {},
    )


def _variants(game: str, names: Mapping[str, str], t: Translator) -> list[tuple[str, str, str]]:
    """Return the variants that people can choose, each with a line; those always in force are left out."""
    library = content().library
    allowed = library.rules(game, None).data.players
    by_itself = {
        v for n in range(allowed.minimum, allowed.maximum + 1) for v in library.rules(game, None, (), n).variants
    }
    return [
        (variant, name, t.line(f"variant.{variant}") if t.has(f"variant.{variant}", "line") else "")
        for variant, name in names.items()
        if variant not in by_itself
    ]


# a game in progress


@pages.post("/new/position")
def open_position() -> Response | str | tuple[str, int]:
    """Open a table with a game in progress."""
    draft = read_draft(request.form)
    t = _words(draft)
    setup = setup_of(draft, t)
    if setup is None:
        return _page(draft), 422
    game, written = _before_play(setup), request.form.get("position", "").strip()
    said, _ = entered.read(game, request.form)
    names = _names(setup, t)
    if not written and (fault := " ".join(entered.wrong(game, said, t.of(game.rules), names.__getitem__))):
        return _position_page(draft, setup, fault=fault), 422
    try:
        with about(game.rules):
            schema = game.referee.schema
            position = schema.read(written, entered=True) if written else schema.entered(said)
            if faults := position.faults():
                raise BadPosition(faults)
    except _REFUSED as error:
        fault = refusal_words(t, error, names)
        if written and isinstance(error, NotationError):
            fault = error_lines(t, error)[0]
        return _position_page(draft, setup, fault=fault), 422
    return _create(draft, setup.model_copy(update={"position": str(position)}))


@pages.post("/new/position/tap")
def tap_position() -> Response | str | tuple[str, int]:
    """Show the page again, with what was tapped on it."""
    draft = read_draft(request.form)
    setup = setup_of(draft, _words(draft))
    return (_page(draft), 422) if setup is None else _position_page(draft, setup)


def _before_play(setup: Setup) -> Game:
    """Return a game with this setup just before its first real choice."""
    rules = content().library.rules(setup.game, setup.edition, setup.variants, len(setup.seats))
    game = new_game(rules, setup.colours, setup.untracked)
    while game.state.phase == SETUP:
        game.play(game.decision.options[0])
    return game


def _names(setup: Setup, t: Translator) -> dict[str, str]:
    return {seat.colour: seat.name or t.name(f"player.{seat.colour}") for seat in setup.seats}


def _position_page(draft: Draft, setup: Setup, *, fault: str = "") -> str:
    """Return the page as far as it is filled in; at first, with what lies on every table."""
    game, form = _before_play(setup), request.form
    t = content().translator(language(), game.rules)
    names = _names(setup, t)
    said, at = entered.read(game, form) if entered.AT in form else (entered.begun(game), 1)
    return render_template(
        "table/position.html",
        t=t,
        draft=draft,
        it=entered.entered(game, said, at, form, t, names.__getitem__),
        seen={"name": names.__getitem__},
        woodcuts=woodcuts.address(),
        group_colours=game.seats,
        fault=fault,
        written=form.get("position", ""),
        example=str(game.position()),
    )
