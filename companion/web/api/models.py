"""The models of the API's requests and responses, from which its description is generated.

Commands and the setup of a table are models of `companion.table`.
"""

import ast
import inspect
from functools import partial, reduce
from itertools import pairwise
from operator import or_
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, StringConstraints, TypeAdapter, create_model
from typing_extensions import get_original_bases, get_type_hints, is_typeddict

from companion.engine.notation import MOST
from companion.minds.level import Level
from companion.register import brings, game_module, games
from companion.table.commands import Action, Command
from companion.table.setup import Frozen, Id
from companion.table.vocabulary import Chance, Depth, EntryKind, Role
from companion.web.api.names import Among, choices, events, phases, reasons, refusals

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,60}$")]
Mark = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12}$")]
Number = Annotated[int, Field(ge=0, le=MOST)]
LAST = 1_000_000
"""No entry has a greater number."""

SeatOrHost = Annotated[Id, Field(description="A colour of this table, or `host`.")]


class Shape(BaseModel):
    """The base class of responses. The docstrings of the attributes become their descriptions."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True, from_attributes=True)


# requests


class Tap(Frozen):
    """What somebody does who has seen the table at entry `seen`."""

    seen: Annotated[int, Field(ge=0, le=LAST)]
    """The `seq` of what was answered last: the view, or the computer player's move."""
    key: Key | None = None
    """Created by the client for each tap. A key that a token repeats gets the same response; nothing is done twice."""


class CarryOut(Tap):
    """The computer player's move, carried out by somebody who has seen the table at entry `seen`."""

    actions: tuple[Action, ...] = Field(default=(), max_length=40)
    """The `actions` of the move that you have carried out; refused if the computer player has another one now."""


class Act(Tap):
    """A command from somebody who has seen the table at entry `seen`."""

    wish: Command
    """What to do."""


class Sit(Frozen):
    """A seat to take."""

    seat: SeatOrHost


class Leave(Frozen):
    """A seat to free."""

    seat: Id
    """The color of the seat."""


class Reply(Frozen):
    """The answer to a seat request."""

    seat: SeatOrHost
    mark: Mark
    """The mark of the request, from the list of requests."""
    allow: bool
    """Whether the device gets the seat."""


class Lock(Frozen):
    """Whether new devices need permission to take a seat."""

    locked: bool
    """True if they need it from now on."""


class Held(Frozen):
    """What the players have at the end, for scoring without a table."""

    edition: Id | None = None
    """The id of the box; by default the one in your language."""
    variants: tuple[Id, ...] = Field(default=(), max_length=20)
    """The ids of the variants in force."""
    players: dict[Id, Annotated[dict[Id, Number], Field(max_length=20)]] = Field(min_length=1, max_length=8)
    """What each player has, by color and by the field that is counted."""


class Box(Frozen):
    """A box: its edition, and the variants in force."""

    edition: Annotated[str, StringConstraints(max_length=40)] | None = None
    """The id of the box; by default the one in your language."""
    variant: tuple[Annotated[str, StringConstraints(max_length=40)], ...] = Field(default=(), max_length=20)
    """The ids of the variants in force; can be given several times."""


class Shown(Frozen):
    """The seat whose view to show, for a device with several seats."""

    seat: Id | None = None
    """The color of the seat."""


class Search(Frozen):
    """What to search for."""

    q: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    """The words to look for."""
    game: Annotated[str, StringConstraints(max_length=40)] | None = None
    """The id of a game, to search in it alone."""


class Page(Frozen):
    """A page of the log."""

    after: Annotated[int, Field(ge=0, le=LAST, strict=False)] = 0
    """The number of the last entry that is not wanted."""
    limit: Annotated[int, Field(ge=1, le=200, strict=False)] = 100
    """How many entries to list at most."""


class Asked(Frozen):
    """The action to check."""

    action: Action
    """The action, in the notation of the game: `place castle`."""


class Watched(Frozen):
    """The last entry that the device has seen."""

    seen: Annotated[int, Field(ge=0, le=LAST, strict=False)] = 0
    """Its number; 0 for a device that has seen nothing."""


# the games


class Rate(Shape):
    """Something counted at the end, and its worth: `amount // per * prestige`."""

    name: str
    """What is counted, in your language."""
    per: int
    """How many of it are worth something."""
    prestige: int
    """The points for so many."""


class Game(Shape):
    """A game with its boxes."""

    id: str
    """The id that addresses and setups use."""
    name: str
    """Its name in your language."""
    text: str
    """A sentence about it, in your language."""
    players: tuple[int, int]
    """The smallest and the largest number of players."""
    colours: tuple[str, ...]
    """The colors of the players."""
    edition: str
    """The default edition in your language."""
    editions: dict[str, str]
    """The name of each box in your language, by id."""
    variants: dict[str, str]
    """The name of each variant in your language, by id."""
    fields: dict[str, Rate]
    """What is counted at the end."""


class GameList(Shape):
    """All games."""

    games: list[Game]
    """The games."""


class Ruling(Shape):
    """A numbered ruling."""

    id: str
    """The id of the ruling."""
    number: int
    """Its number in its game."""
    question: str
    """What rulebooks leave open, in your language."""
    answer: str
    """The answer, in your language."""


class Building(Shape):
    """A building of one box, in your language."""

    id: str
    """The id of the building: `building.tailor`."""
    game: str
    """The id of the game."""
    edition: str
    """The id of the box."""
    name: str
    """Its name on this box, or in your language if the box has none."""
    category: str
    """The kind of building."""
    line: str | None
    """Its effect."""
    owner_line: str | None
    """What its owner gets when somebody else uses it."""
    cost: dict[str, int] | None
    """What it costs, by kind of goods; null if it cannot be built."""
    cost_words: str | None
    """The same in your language."""
    prestige: int | None
    """The points for building it; null if it cannot be built."""
    printed: dict[str, str]
    """Its name in each edition."""
    on_tile: dict[str, str] | None
    """Its name on tiles in languages without a box here."""
    rulings: list[Ruling]
    """The rulings about it."""


class Hit(Shape):
    """Something whose name matches, on some box and in some language."""

    game: str
    """The id of the game."""
    id: str
    """The id of what was found: `building.tailor`."""
    name: str
    """Its name on the box in your language."""
    found_as: str
    """The name that matches."""
    language: str
    """The language of the matching name."""
    printed: dict[str, str]
    """Its name in each edition."""


class HitList(Shape):
    """The search results, best first."""

    hits: list[Hit]
    """At most 20."""


# a table


def _model(kind: Any, game: str, types: dict[Any, type[BaseModel]]) -> Any:
    """Return a model for the type of a look, including nested types, so that the description is complete."""
    if is_typeddict(kind):
        if kind not in types:
            told = _told(kind)
            if "phase" in told:
                told["phase"] = (*told["phase"], Among(partial(phases, game)))
            fields: dict[str, Any] = {
                name: (Annotated[_model(hint, game, types), *told[name]], ...)
                for name, hint in get_type_hints(kind).items()
            }
            name = game.title().replace("_", "") + kind.__name__
            types[kind] = create_model(name, __doc__=kind.__doc__, **fields)
        return types[kind]
    within = tuple(_model(get_arg, game, types) for get_arg in get_args(kind))
    return get_origin(kind)[within] if get_origin(kind) in (list, dict) else kind


def _told(kind: type) -> dict[str, tuple[object, ...]]:
    """Return the docstrings of the attributes of a typed dictionary, as annotations."""
    told: dict[str, tuple[object, ...]] = {}
    for base in get_original_bases(kind):
        told |= _told(base) if is_typeddict(base) else {}
    (written,) = ast.parse(inspect.getsource(kind)).body
    for attribute, text in pairwise(written.body if isinstance(written, ast.ClassDef) else ()):
        match attribute, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                told[name] = (Field(description=inspect.cleandoc(words).replace("None", "null")),)
    return told


class _Described:
    """Describes the looks of all games in the schema, without validating the look that is sent."""

    def __get_pydantic_json_schema__(self, schema: object, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        looks = [_model(game_module(game, "look").Look, game, {}) for game in games() if brings(game, "look")]
        return handler(TypeAdapter(reduce(or_, looks)).core_schema)


class Option(Shape):
    """An option of the open decision."""

    action: str
    """The action to send."""
    said: str
    """The option in your language."""


class Decision(Shape):
    """The open decision."""

    seat: str | None
    """The player who decides; null for chance, and for a "go on" that is open to all."""
    kind: Annotated[str, Among(choices)]
    """The kind of choice."""
    about: str
    """The building, favor line or player that it is about, if any."""
    said: str
    """The question in your language."""
    mine: bool
    """Whether this device may answer."""
    options: list[Option]
    """The options, for devices that may answer. Those that reveal cards of somebody else's hand are left out."""


class Question(Shape):
    """A requested undo that waits for the consent of others."""

    to: int
    """The first entry that would no longer count."""
    by: str
    """Who asks: a color, or `host`."""
    waiting: list[str]
    """Who has not agreed yet: colors, and `host`."""


class Clock(Shape):
    """The players' clocks."""

    minutes: int
    """Minutes per player; 0 means no limit."""
    choice: int
    """Seconds for each choice; 0 means no limit."""
    bonus: int
    """Seconds that a player gets for each choice made."""
    left: dict[str, float]
    """The seconds that each player had left at the last entry; without those who have no limit then."""
    used: dict[str, float]
    """Each player's thinking time in seconds, up to the last entry."""
    thinking: str
    """The player whose time is running."""
    at: str
    """When that time began, in UTC."""


class Newest(Shape):
    """How far the log has come."""

    seq: int
    """The number of the newest entry; send it as `seen` with whatever is based on this answer."""


class View(Shape):
    """A table as one device may see it."""

    code: str
    """The code that joins the table."""
    seq: int
    """The number of the newest entry; send it as `seen`."""
    title: str
    """The name of the table; may be empty."""
    game: str
    """The id of the game."""
    edition: str
    """The id of the box."""
    variants: tuple[str, ...]
    """The ids of the variants in force."""
    depth: Depth
    """How closely the app follows the game."""
    chance: Chance
    """Who shuffles, draws and deals."""
    role: Role
    """What this device may do."""
    mine: list[str]
    """The seats of this device."""
    seat: str
    """The seat whose hand is shown."""
    names: dict[str, str]
    """The players' names, in seating order."""
    seated: list[str]
    """The seats that devices have taken."""
    minds: dict[str, Level]
    """The seats that computer players have, each with its level."""
    locked: bool
    """Whether new devices need permission to take a seat."""
    paused: bool
    """Whether the game is paused."""
    ended: bool
    """Whether the game was stopped before its end."""
    over: bool
    """Whether the game has come to its end."""
    undo: int
    """The entry that this device may undo without asking, or 0."""
    redo: bool
    """Whether this device may restore what was undone last."""
    asked: Question | None
    """The undo that somebody asks for, if there is one."""
    clock: Clock
    """The players' clocks."""
    decision: Decision | None
    """The open choice. Null at the end; also with the assistant or the score sheet, where the app asks nobody."""
    look: Annotated[dict[str, Any], _Described()]
    """Everything on the table, by the ids of its game."""


class Opened(Shape):
    """A new table, and its host's token."""

    code: str
    """The code that joins the table, for everybody."""
    token: str
    """Shown only once. Send it as `Authorization: Bearer TOKEN`."""
    view: View
    """The table as its host sees it."""


class Seated(Shape):
    """Whether you now have the seat, or have requested it."""

    seat: str
    """The seat: a color, or `host`."""
    seated: bool
    """Whether it is yours now; if not, those at the table have been asked."""
    token: str
    """Your token, or a new one if you had none."""


class Done(Shape):
    """The stored entry of a command."""

    seq: int
    """Its number."""
    repeated: bool
    """Whether it had already been done: the same tap was sent twice."""


class MindMove(Shape):
    """What a computer player would do now."""

    seat: str
    """The color of the seat that it plays."""
    level: Level
    """How well it plays."""
    actions: list[str]
    """The move, in the notation of the game. Actions that nobody may know yet are missing."""
    said: list[str]
    """The move as instructions for people, in your language."""
    why: str
    """What speaks for it, in your language; may be empty."""


class Proposed(Newest):
    """The move of the computer player whose choice is open; null if it is nobody's, or a person's."""

    move: MindMove | None
    """The move, if there is one."""


class Plan(Shape):
    """A way to go on."""

    action: str
    """An option of the open choice."""
    said: list[str]
    """This option in your language, and what may follow in the rest of the turn."""
    why: str
    """What speaks for it, in your language; may be empty."""


class PlanList(Shape):
    """Plans for your open choice, best first."""

    plans: list[Plan]
    """Empty unless you have asked for them."""


class Request(Shape):
    """A device's request for a seat, or for the `host`'s place.

    The host can give the host's place away at once. Without the host, all other devices at the table have to agree; one
    minute later it is given, unless the host refuses.
    """

    seat: str
    """The color of the seat, or `host`."""
    mark: str
    """Stands for the device; send it with the answer."""


class Turn(Newest):
    """Whose turn it is, in as few bytes as a small display has room for."""

    seat: str | None
    """The color of the player whom the app asks; null if it asks nobody: for chance, with the assistant, at the end."""
    name: str
    """The player's name; empty if nobody is asked."""
    kind: Annotated[str, Among(choices)]
    """The kind of choice; empty if there is none."""
    said: str
    """The question in your language; empty if there is none."""
    paused: bool
    """Whether the game is paused."""
    over: bool
    """Whether the game has come to its end."""


class Requests(Shape):
    """All pending seat requests."""

    asking: list[Request]
    """The requests."""
    all_agreed: dict[str, str]
    """When all but the host had agreed to a request for the host's place, in UTC, by the `mark` of the device."""


class Event(Shape):
    """An event of the game."""

    id: Annotated[str, Among(events)]
    """What happened."""
    args: dict[str, Any]
    """To whom, with what and where, by name."""


class Entry(Shape):
    """An entry of the log, as far as this device may see it."""

    seq: int
    """Its number."""
    kind: EntryKind
    """The kind of entry."""
    by: str
    """The color of a seat, `host`, or empty."""
    at: str
    """When it was stored, in UTC."""
    counts: bool
    """Whether it is part of the current game: false for undone entries, and for entries about people."""
    data: dict[str, Any]
    """What was entered, by kind of entry."""
    said: list[str]
    """What happened, in your language."""
    events: list[Event]
    """What happened, for programs."""


class Log(Shape):
    """A page of the log, in order."""

    entries: list[Entry]
    """The entries."""
    more: bool
    """Whether there are entries after these."""


class WhyNot(Shape):
    """Whether an action is possible now and, if not, why."""

    action: str
    """The action as it was sent."""
    possible: bool
    """Whether it is possible."""
    code: Annotated[str, Among(reasons)] = ""
    """The reason, for programs; empty if it is possible."""
    said: str = ""
    """The reason in your language; empty if it is possible."""


class FieldList(Newest):
    """Everything that can be corrected, with current values."""

    fields: dict[str, str]
    """The values by the path of their field: `red.deniers`."""


class Points(Shape):
    """Points from one source."""

    source: str
    """Where they come from, for programs."""
    of: str
    """The building, favor line or thing counted, if any."""
    said: str
    """The source in your language."""
    amount: int
    """How many were counted; 0 if nothing was."""
    formula: str
    """The sum in your language; may be empty."""
    points: int
    """The points."""


class PlayerScore(Shape):
    """One player's points."""

    name: str
    """The player's name."""
    total: int
    """All points."""
    rank: int
    """1 for the most points; players with equal points share the better rank."""
    lines: list[Points]
    """The points by source."""


class Scores(Shape):
    """Everybody's points with their sources."""

    over: bool
    """Whether the game has come to its end."""
    winners: tuple[str, ...]
    """The colors of the winners; empty until then."""
    players: dict[str, PlayerScore]
    """The points by color."""
    turns: list[dict[str, int]]
    """Prestige at the end of each turn."""


# refusals


class Fault(Shape):
    """A part of the request that could not be read."""

    where: str
    """The place in what was sent, as names and numbers with dots between: `seats.0.colour`; empty for all of it."""
    code: str
    """What is wrong there, for programs, as pydantic calls it: `missing`, `extra_forbidden`."""
    said: str = ""
    """The same in your language, with what is valid."""


class Problem(Shape):
    """Why a request was refused (RFC 9457). Nothing has changed."""

    type: Literal["about:blank"] = "about:blank"
    """Always this."""
    status: int
    """The HTTP status."""
    title: str
    """The name of the status."""
    code: Annotated[str, Among(refusals)]
    """The reason, for programs."""
    said: str
    """The reason in your language, to be shown to people."""
    args: dict[str, Any] = {}
    """What the reason is about, by name."""
    faults: list[Fault] = []
    """With `unreadable`: every part that is at fault."""
    view: View | None = None
    """With 409: the current table."""
