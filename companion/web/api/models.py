"""What the API takes and gives: one model each. The answers are made of them, and so is the description of the API.

What people ask of a table, and what a table is opened with, are the models of the table itself (`companion.table`).
"""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, StringConstraints, TypeAdapter, create_model

from companion.engine.notation import MOST
from companion.register import brings, games, room
from companion.table.commands import Action, Command
from companion.table.setup import Frozen, Id
from companion.table.vocabulary import Chance, Depth, EntryKind, Role

Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,60}$")]
Mark = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{12}$")]
Number = Annotated[int, Field(ge=0, le=MOST)]
SeatOrHost = Annotated[Id, Field(description="A colour of this table, or `host`.")]


class Shape(BaseModel):
    """An answer. Its attributes' docstrings are its description."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


# what is asked


class Act(Frozen):
    """Something to be done, by somebody who has seen the table at entry `seen`."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    wish: Command
    seen: Annotated[int, Field(ge=0, le=1_000_000)]
    """The `seq` of the view that the person had before them."""
    key: Key | None = None
    """Made by the client for each tap: the same again gives the same answer, and is done once."""


class Sit(Frozen):
    """A seat to take."""

    seat: SeatOrHost


class Leave(Frozen):
    """A seat to free."""

    seat: Id


class Reply(Frozen):
    """The answer to a device that asks for a seat."""

    seat: SeatOrHost
    mark: Mark
    allow: bool


class Lock(Frozen):
    """Whether devices are let in one by one."""

    locked: bool


class Held(Frozen):
    """What lies before the players at the end, to be counted without a table."""

    edition: Id | None = None
    variants: tuple[Id, ...] = Field(default=(), max_length=20)
    players: dict[Id, Annotated[dict[Id, Number], Field(max_length=20)]] = Field(min_length=1, max_length=8)


class Box(Frozen):
    """Which box of a game: its edition, and the variants in force."""

    edition: Annotated[str, StringConstraints(max_length=40)] | None = None
    variant: tuple[Annotated[str, StringConstraints(max_length=40)], ...] = Field(default=(), max_length=20)


class Shown(Frozen):
    """Through whose eyes, for a device with several seats."""

    seat: Id | None = None


class Search(Frozen):
    """What to look for."""

    q: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    game: Annotated[str, StringConstraints(max_length=40)] | None = None


class Page(Frozen):
    """A part of the log."""

    after: Annotated[int, Field(ge=0, le=1_000_000, strict=False)] = 0
    limit: Annotated[int, Field(ge=1, le=200, strict=False)] = 100


class Asked(Frozen):
    """An action somebody wonders about."""

    action: Action


class Watched(Frozen):
    """What a device has seen before it listens."""

    seen: Annotated[int, Field(ge=0, le=1_000_000, strict=False)] = 0


# the games


class Rate(Shape):
    """What is counted at the end, and what it is worth: `amount // per * prestige`."""

    name: str
    per: int
    prestige: int


class Game(Shape):
    """A game with its boxes."""

    id: str
    name: str
    text: str
    players: tuple[int, int]
    """The fewest and the most."""
    colours: tuple[str, ...]
    edition: str
    """The box in your language."""
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
    """What it does."""
    owner_line: str | None
    """What its owner gets when somebody else uses it."""
    cost: dict[str, int] | None
    cost_words: str | None
    prestige: int | None
    printed: dict[str, str]
    """Its name on each box."""
    on_tile: dict[str, str] | None
    """What the tile prints in languages that no box here is in."""
    rulings: list[Ruling]


class Hit(Shape):
    """Something that is called so on some box, in some language."""

    game: str
    id: str
    name: str
    """On the box of your language."""
    found_as: str
    language: str
    """Of the name that was found."""
    printed: dict[str, str]


class Hits(Shape):
    """What was found, best first."""

    hits: list[Hit]


# a table


def _model(kind: Any, prefix: str, made: dict[Any, type[BaseModel]]) -> Any:
    """The type of a look as a model, those within it too, so that the description tells all of it."""
    if is_typeddict(kind):
        if kind not in made:
            fields: dict[str, Any] = {
                name: (_model(it, prefix, made), ...) for name, it in get_type_hints(kind).items()
            }
            made[kind] = create_model(prefix + kind.__name__, __doc__=kind.__doc__, **fields)
        return made[kind]
    within = tuple(_model(it, prefix, made) for it in get_args(kind))
    return get_origin(kind)[within] if get_origin(kind) in (list, dict) else kind


class _Described:
    """Describes what lies on a table, of each game, while the look itself goes out as the engine made it."""

    def __get_pydantic_json_schema__(self, schema: object, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        looks = [
            _model(room(game, "look").Look, game.title().replace("_", ""), {})
            for game in games()
            if brings(game, "look")
        ]
        return handler(TypeAdapter(reduce(or_, looks)).core_schema)


class Option(Shape):
    """Something that can be chosen."""

    action: str
    """What to send to do it."""
    said: str
    """The same in your language."""


class Decision(Shape):
    """The choice that is open."""

    seat: str | None
    """Who chooses; nobody where the table draws."""
    kind: str
    about: str
    """The building, favor line or player in question, if there is one."""
    said: str
    """What is asked, in your language."""
    mine: bool
    """Whether this device may answer."""
    options: list[Option]
    """For those who may answer; those that give away the cards of another's hand are left out."""


class Question(Shape):
    """An undo that waits for the others."""

    to: int
    by: str
    waiting: list[str]


class Clock(Shape):
    """Time for each player."""

    minutes: int
    """0 is no limit."""
    used: dict[str, float]
    """Seconds that each player has thought, up to the last entry."""
    thinking: str
    """Whose time is running."""
    at: str
    """Since when."""


class View(Shape):
    """A table as one device may see it."""

    code: str
    seq: int
    """Its newest entry: send it along as `seen`."""
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
    """What each player is called, in the order of the seats."""
    seated: list[str]
    """The seats that a device has taken."""
    locked: bool
    paused: bool
    ended: bool
    """Stopped before the end."""
    over: bool
    undo: int
    """The entry that this device may take back by itself, or 0."""
    redo: bool
    asked: Question | None
    clock: Clock
    decision: Decision | None
    look: Annotated[dict[str, Any], _Described()]
    """Everything that lies on the table, by the ids of its game."""


class Opened(Shape):
    """A new table, and the token of its host."""

    code: str
    token: str
    """Shown once. Send it as `Authorization: Bearer TOKEN`."""
    view: View


class Seated(Shape):
    """Whether the seat is yours now, or has been asked for."""

    seat: str
    seated: bool
    token: str
    """Yours, or a new one if you had none."""


class Done(Shape):
    """What was done, and kept."""

    seq: int
    repeated: bool
    """Whether it had been done before: the same tap came twice."""


class Newest(Shape):
    """The newest entry."""

    seq: int


class Request(Shape):
    """A device that asks for a seat, or for the `host`'s place.

    The host gives that at once. Without them every other device that sits there has to agree; a minute after that it is
    given, unless the host refuses.
    """

    seat: str
    mark: str


class Requests(Shape):
    """Everybody who asks for a seat."""

    asking: list[Request]
    all_agreed: dict[str, str]
    """Since when, in UTC, nobody but the host has to answer: by the mark of who asks for the host's place."""


class Event(Shape):
    """Something that happened."""

    id: str
    args: dict[str, Any]


class Entry(Shape):
    """Something that was entered, as far as this device may know it."""

    seq: int
    kind: EntryKind
    by: str
    """The colour, `host`, or nobody."""
    at: str
    counts: bool
    """Whether it is part of the game as it stands: false for what was undone, and for what is about the people."""
    data: dict[str, Any]
    said: list[str]
    """What happened, in your language."""
    events: list[Event]


class Log(Shape):
    """A part of the log, in order."""

    entries: list[Entry]
    more: bool
    """Whether there are entries after these."""


class WhyNot(Shape):
    """Whether an action can be done now, and if not, why."""

    action: str
    possible: bool
    code: str = ""
    said: str = ""


class Fields(Shape):
    """Everything that can be corrected, with what it is now."""

    seq: int
    fields: dict[str, str]


class Points(Shape):
    """Points of one kind."""

    source: str
    of: str
    said: str
    """Where they come from, in your language."""
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
    """Everybody's points, each with its source."""

    over: bool
    winners: tuple[str, ...]
    players: dict[str, PlayerScore]
    turns: list[dict[str, int]]
    """Prestige at the end of each turn."""


# what goes wrong


class Fault(Shape):
    """A part of what was sent that could not be read."""

    where: str
    code: str


class Problem(Shape):
    """Why something was not done (RFC 9457). Nothing has changed."""

    type: Literal["about:blank"] = "about:blank"
    status: int
    title: str
    code: str
    """What happened, for programs; the list is in docs/api.md."""
    said: str
    """The same in your language, to be shown."""
    args: dict[str, Any] = {}
    faults: list[Fault] = []
    view: View | None = None
    """With 409: the table as it stands now."""
