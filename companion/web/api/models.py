"""The models of the API's requests and responses, from which its description is generated.

Commands and the setup of a table are models of `companion.table`.
"""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, StringConstraints, TypeAdapter, create_model
from typing_extensions import get_type_hints, is_typeddict

from companion.engine.notation import MOST
from companion.minds.level import Level
from companion.register import brings, game_module, games
from companion.table.commands import Action, Command
from companion.table.setup import Frozen, Id
from companion.table.vocabulary import Chance, Depth, EntryKind, Role

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,60}$")]
Mark = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12}$")]
Number = Annotated[int, Field(ge=0, le=MOST)]
SeatOrHost = Annotated[Id, Field(description="A colour of this table, or `host`.")]


class Shape(BaseModel):
    """The base class of responses. The docstrings of the attributes become their descriptions."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


# requests


class Act(Frozen):
    """A command from somebody who has seen the table at entry `seen`."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    wish: Command
    seen: Annotated[int, Field(ge=0, le=1_000_000)]
    """The `seq` of the view on which the command is based."""
    key: Key | None = None
    """Created by the client for each tap. A repeated key gets the same response without repeating the command."""


class CarryOut(Frozen):
    """The computer player's move, carried out by somebody who has seen the table at entry `seen`."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    seen: Annotated[int, Field(ge=0, le=1_000_000)]
    """The `seq` of the move."""
    key: Key | None = None
    """As for a command."""


class Sit(Frozen):
    """A seat to take."""

    seat: SeatOrHost


class Leave(Frozen):
    """A seat to free."""

    seat: Id


class Reply(Frozen):
    """The answer to a seat request."""

    seat: SeatOrHost
    mark: Mark
    allow: bool


class Lock(Frozen):
    """Whether new devices need permission to take a seat."""

    locked: bool


class Held(Frozen):
    """What the players have at the end, for scoring without a table."""

    edition: Id | None = None
    variants: tuple[Id, ...] = Field(default=(), max_length=20)
    players: dict[Id, Annotated[dict[Id, Number], Field(max_length=20)]] = Field(min_length=1, max_length=8)


class Box(Frozen):
    """A box: its edition, and the variants in force."""

    edition: Annotated[str, StringConstraints(max_length=40)] | None = None
    variant: tuple[Annotated[str, StringConstraints(max_length=40)], ...] = Field(default=(), max_length=20)


class Shown(Frozen):
    """The seat whose view to show, for a device with several seats."""

    seat: Id | None = None


class Search(Frozen):
    """What to search for."""

    q: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    game: Annotated[str, StringConstraints(max_length=40)] | None = None


class Page(Frozen):
    """A page of the log."""

    after: Annotated[int, Field(ge=0, le=1_000_000, strict=False)] = 0
    limit: Annotated[int, Field(ge=1, le=200, strict=False)] = 100


class Asked(Frozen):
    """The action to check."""

    action: Action


class Watched(Frozen):
    """The last entry that the device has seen."""

    seen: Annotated[int, Field(ge=0, le=1_000_000, strict=False)] = 0


# the games


class Rate(Shape):
    """Something counted at the end, and its worth: `amount // per * prestige`."""

    name: str
    per: int
    prestige: int


class Game(Shape):
    """A game with its boxes."""

    id: str
    name: str
    text: str
    players: tuple[int, int]
    """The smallest and the largest number of players."""
    colours: tuple[str, ...]
    edition: str
    """The default edition in your language."""
    editions: dict[str, str]
    variants: dict[str, str]
    fields: dict[str, Rate]
    """What is counted at the end."""


class Games(Shape):
    """All games."""

    games: list[Game]


class Ruling(Shape):
    """A numbered ruling."""

    id: str
    number: int
    question: str
    answer: str


class Building(Shape):
    """A building of one box, in your language."""

    id: str
    game: str
    edition: str
    name: str
    category: str
    line: str | None
    """Its effect."""
    owner_line: str | None
    """What its owner gets when somebody else uses it."""
    cost: dict[str, int] | None
    cost_words: str | None
    prestige: int | None
    printed: dict[str, str]
    """Its name in each edition."""
    on_tile: dict[str, str] | None
    """Its name on tiles in languages without a box here."""
    rulings: list[Ruling]


class Hit(Shape):
    """Something whose name matches, on some box and in some language."""

    game: str
    id: str
    name: str
    """Its name on the box in your language."""
    found_as: str
    language: str
    """The language of the matching name."""
    printed: dict[str, str]


class Hits(Shape):
    """The search results, best first."""

    hits: list[Hit]


# a table


def _model(kind: Any, prefix: str, types: dict[Any, type[BaseModel]]) -> Any:
    """Return a model for the type of a look, including nested types, so that the description is complete."""
    if is_typeddict(kind):
        if kind not in types:
            fields: dict[str, Any] = {
                name: (_model(hint, prefix, types), ...) for name, hint in get_type_hints(kind).items()
            }
            types[kind] = create_model(prefix + kind.__name__, __doc__=kind.__doc__, **fields)
        return types[kind]
    within = tuple(_model(get_arg, prefix, types) for get_arg in get_args(kind))
    return get_origin(kind)[within] if get_origin(kind) in (list, dict) else kind


class _Described:
    """Describes the looks of all games in the schema, without validating the look that is sent."""

    def __get_pydantic_json_schema__(self, schema: object, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        looks = [
            _model(game_module(game, "look").Look, game.title().replace("_", ""), {})
            for game in games()
            if brings(game, "look")
        ]
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
    kind: str
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
    by: str
    waiting: list[str]


class Clock(Shape):
    """The players' clocks."""

    minutes: int
    """Minutes per player; 0 means no limit."""
    used: dict[str, float]
    """Each player's thinking time in seconds, up to the last entry."""
    thinking: str
    """The player whose time is running."""
    at: str
    """When that time began, in UTC."""


class View(Shape):
    """A table as one device may see it."""

    code: str
    seq: int
    """The newest entry; send it as `seen`."""
    title: str
    game: str
    edition: str
    variants: tuple[str, ...]
    depth: Depth
    chance: Chance
    role: Role
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
    paused: bool
    ended: bool
    """Whether the game was stopped before its end."""
    over: bool
    undo: int
    """The entry that this device may undo without asking, or 0."""
    redo: bool
    asked: Question | None
    clock: Clock
    decision: Decision | None
    look: Annotated[dict[str, Any], _Described()]
    """Everything on the table, by the ids of its game."""


class Opened(Shape):
    """A new table, and its host's token."""

    code: str
    token: str
    """Shown only once. Send it as `Authorization: Bearer TOKEN`."""
    view: View


class Seated(Shape):
    """Whether you now have the seat, or have requested it."""

    seat: str
    seated: bool
    token: str
    """Your token, or a new one if you had none."""


class Done(Shape):
    """The stored entry of a command."""

    seq: int
    repeated: bool
    """Whether it had already been done: the same tap was sent twice."""


class MindMove(Shape):
    """What a computer player would do now."""

    seat: str
    level: Level
    actions: list[str]
    """The move, in the notation of the game. Actions that nobody may know yet are missing."""
    said: list[str]
    """The move as instructions for people, in your language."""
    why: str
    """What speaks for it, in your language; may be empty."""


class Proposed(Shape):
    """The move of the computer player whose choice is open; null if it is nobody's, or a person's."""

    seq: int
    move: MindMove | None


class Plan(Shape):
    """A way to go on."""

    action: str
    """An option of the open choice."""
    said: list[str]
    """This option in your language, and what may follow in the rest of the turn."""
    why: str


class Plans(Shape):
    """Plans for your open choice, best first."""

    plans: list[Plan]


class Newest(Shape):
    """The number of the newest entry."""

    seq: int


class Request(Shape):
    """A device's request for a seat, or for the `host`'s place.

    The host can give the host's place away at once. Without the host, all other devices at the table have to agree; one
    minute later it is given, unless the host refuses.
    """

    seat: str
    mark: str


class Requests(Shape):
    """All pending seat requests."""

    asking: list[Request]
    all_agreed: dict[str, str]
    """When all but the host had agreed to a request for the host's place, in UTC, by the `mark` of the device."""


class Event(Shape):
    """An event of the game."""

    id: str
    args: dict[str, Any]


class Entry(Shape):
    """An entry of the log, as far as this device may see it."""

    seq: int
    kind: EntryKind
    by: str
    """The color of a seat, `host`, or empty."""
    at: str
    counts: bool
    """Whether it is part of the current game: false for undone entries, and for entries about people."""
    data: dict[str, Any]
    said: list[str]
    """What happened, in your language."""
    events: list[Event]


class Log(Shape):
    """A page of the log, in order."""

    entries: list[Entry]
    more: bool
    """Whether there are entries after these."""


class WhyNot(Shape):
    """Whether an action is possible now and, if not, why."""

    action: str
    possible: bool
    code: str = ""
    said: str = ""


class Fields(Shape):
    """Everything that can be corrected, with current values."""

    seq: int
    fields: dict[str, str]


class Points(Shape):
    """Points from one source."""

    source: str
    of: str
    said: str
    """The source in your language."""
    amount: int
    formula: str
    points: int


class PlayerScore(Shape):
    """One player's points."""

    name: str
    total: int
    rank: int
    lines: list[Points]


class Scores(Shape):
    """Everybody's points with their sources."""

    over: bool
    winners: tuple[str, ...]
    players: dict[str, PlayerScore]
    turns: list[dict[str, int]]
    """Prestige at the end of each turn."""


# refusals


class Fault(Shape):
    """A part of the request that could not be read."""

    where: str
    code: str


class Problem(Shape):
    """Why a request was refused (RFC 9457). Nothing has changed."""

    type: Literal["about:blank"] = "about:blank"
    status: int
    title: str
    code: str
    """The reason, for programs; docs/api.md has the list."""
    said: str
    """The reason in your language, to be shown to people."""
    args: dict[str, Any] = {}
    faults: list[Fault] = []
    view: View | None = None
    """With 409: the current table."""
