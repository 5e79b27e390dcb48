"""Minds on the pages of a table: whose move it is, what to carry out for them, and why; and plans for people.

What a mind thinks is worked out in another process and kept for the position. Until it is known, a page says that the
mind is thinking, and asks for it by itself.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from companion.engine.action import Action
from companion.engine.events import spoken
from companion.engine.game import Game
from companion.engine.look import AnyLook, AnyPlayerLook
from companion.i18n.answers import building_line
from companion.i18n.decided import reason
from companion.i18n.deeds import deed_lines
from companion.i18n.options import Option, OptionGroup, option_words
from companion.i18n.scores import at_start
from companion.i18n.translator import Term, Translator
from companion.minds.level import Level
from companion.minds.proposal import Move, plans, propose
from companion.rules.base import Goods
from companion.table.commands import Play
from companion.table.errors import NotAllowed, NotNow, Stale
from companion.table.log import Raw
from companion.table.questions import question
from companion.table.redaction import seen_events
from companion.table.tables import Done
from companion.table.vocabulary import GO_ON, GO_ON_KIND, EntryKind
from companion.web.handoff import Result, run_in_process
from companion.web.locale import content
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.naming import level_words
from companion.web.parts.pages import pages_of
from companion.web.parts.street import CASTLE
from companion.web.viewer import Viewer, tables

REASONS = 2
"""The most reasons that are said for a move."""

ADVISER = Level.MASTER
"""The level of the plans for people."""

_PRICED = (OptionGroup.PROVOST, OptionGroup.GOODS, OptionGroup.BATCH)
"""The options whose label says what is paid."""


@lru_cache(maxsize=2_000)
def _move(_table: str, _seq: int, _level: Level | None) -> Result[Move]:
    return Result()


@lru_cache(maxsize=500)
def _plans(_table: str, _seq: int, _level: Level | None) -> Result[tuple[Move, ...]]:
    return Result()


@dataclass(frozen=True)
class MindStep:
    """Something to carry out for a mind: a sentence, the tile that it is about, and where that is."""

    text: str
    place: str = ""
    """The tile, as actions name it, or the castle; empty if it is about no place."""
    face: BuildingFace | None = None
    space: int = 0
    worker: bool = False
    """Whether a worker is put there."""


@dataclass(frozen=True)
class MindPanel:
    """A mind's move, ready to be shown."""

    colour: str
    level: str
    steps: tuple[MindStep, ...]
    """What to carry out; empty as long as the mind is thinking."""
    actions: tuple[str, ...]
    """The same in the notation of the game, as far as it may be shown."""
    deniers: int
    """What the mind has left after that."""
    home: int
    """How many workers it has at home after that."""
    why: str
    may_do: bool
    alone: bool
    """Whether nobody has to move anything, as in practice."""
    at_once: bool
    """Whether the page carries it out by itself; after an undo it waits, so that one can go back further."""


@dataclass(frozen=True)
class PlanWords:
    """A plan for the open choice: its first move and what may follow, with reasons."""

    action: str
    lines: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class PlanPanel:
    """Plans that a player may ask for, or has asked for."""

    colour: str
    shown: bool
    plans: tuple[PlanWords, ...]
    """Empty as long as they are being made."""


def mind_panel(viewer: Viewer) -> MindPanel | None:
    """Return the move of the mind whose choice is open, or None if it is not a mind's."""
    level, colour = viewer.table.mind, viewer.table.waiting
    if level is None or viewer.table.leads_to_lay:
        return None
    move = _move(*_key(viewer)).known if not _goes_on(viewer) else Move((GO_ON,))
    steps, left = _carried(viewer, move.actions) if move else ((), viewer.table.game.look()["players"][colour])
    return MindPanel(
        colour=colour,
        level=level_words(viewer.t)[level.value][0],
        steps=steps,
        actions=shown(viewer, move.actions) if move else (),
        deniers=left["deniers"],
        home=left["home"],
        why=reasoned(viewer, move) if move else "",
        may_do=not viewer.who.spectator,
        alone=viewer.table.setup.practice,
        at_once=viewer.table.setup.practice and viewer.table.latest[-1].kind != EntryKind.UNDONE,
    )


def thought(viewer: Viewer) -> Move:
    """Return the move of the mind whose choice is open, and keep it. Raises `NotNow` if it is not a mind's."""
    level = viewer.table.mind
    if level is None:
        _must_be_open(viewer)
        raise NotNow("no_choice")
    if _goes_on(viewer):
        return Move((GO_ON,))
    move = _move(*_key(viewer))
    if move.known is None:
        mind_question = question(viewer.table, level, viewer.place.opened.id, content().overlays)
        move.known = run_in_process(propose, mind_question, thinking=True)
    return move.known


def _must_be_open(viewer: Viewer) -> None:
    people = viewer.table.people
    if people.ended or people.paused:
        raise NotAllowed("closed" if people.ended else "paused")


def carried_out(viewer: Viewer, number: int, key: str | None, actions: Sequence[str] = ()) -> Done:
    """Enter the move of the mind for somebody who has seen entry `number` and `actions`; return the entry.

    If somebody else has just done so, nothing is left to do. Raises `TableError`.
    """
    if viewer.who.spectator:
        raise NotAllowed("spectator")
    if number != viewer.table.seq:
        if _just_done(viewer, number):
            return Done(number + 1, repeated=True)
        raise Stale("stale", newest=viewer.table.seq)
    move, seat = thought(viewer), viewer.table.waiting
    if actions and tuple(actions) != shown(viewer, move.actions):
        raise Stale("other_move", newest=viewer.table.seq)
    play, who = Play(actions=move.actions), replace(viewer.who, colours=frozenset({seat}), host=False)
    return tables().act(viewer.place.opened.id, play, who, seen_seq=number, key=key)


def _just_done(viewer: Viewer, number: int) -> bool:
    """Return whether somebody has carried out the move that was to be made at entry `number`."""
    return any(
        entry.seq == number + 1 and entry.seq in viewer.table.living and entry.by in viewer.table.people.minds
        for entry in viewer.table.latest
    )


def plan_panel(viewer: Viewer) -> PlanPanel | None:
    """Return the plans for this device's open choice, or None if it has none or nobody may ask."""
    table, decision = viewer.table, viewer.decision
    if decision is None or not decision.seat or table.mind or not table.setup.hints or _goes_on(viewer):
        return None
    if decision.seat in viewer.unknown or len(decision.options) < REASONS:
        return None
    shown = table.people.hinted == decision.seat
    moves = _plans(*_key(viewer)).known if shown else None
    return PlanPanel(decision.seat, shown, tuple(_worded(viewer, moves)) if moves else ())


def planned(viewer: Viewer) -> tuple[Move, ...]:
    """Return plans for the open choice, and keep them."""
    result = _plans(*_key(viewer))
    if result.known is None:
        mind_question = question(viewer.table, ADVISER, viewer.place.opened.id, content().overlays)
        result.known = run_in_process(plans, mind_question, thinking=True)
    return result.known


def _key(viewer: Viewer) -> tuple[str, int, Level | None]:
    """What a mind's thoughts depend on."""
    return viewer.place.opened.id, viewer.table.living[-1] if viewer.table.living else 0, viewer.table.mind


def _goes_on(viewer: Viewer) -> bool:
    return viewer.table.decision is not None and viewer.table.decision.kind == GO_ON_KIND


# words


def move_lines(viewer: Viewer, actions: Sequence[str]) -> list[str]:
    """Return what to carry out for a mind, a sentence for each action."""
    return [step.text for step in _carried(viewer, actions)[0]]


def shown(viewer: Viewer, actions: Sequence[str]) -> tuple[str, ...]:
    """Return the actions of a mind's move that may be seen before they are carried out."""
    return tuple(text for text in actions if not _hidden(viewer, text))


def _hidden(viewer: Viewer, text: str) -> bool:
    """Return whether an action names a card that only the mind sees."""
    referee = viewer.table.referee
    hands = referee.hands
    return text in referee.secret_actions or bool(hands and text.split(maxsplit=1)[0] in hands.from_hand)


def _carried(viewer: Viewer, actions: Sequence[str]) -> tuple[tuple[MindStep, ...], AnyPlayerLook]:
    """Return what to carry out, a step for each action, and what the mind has left; what is hidden is not named."""
    table, colour, t = viewer.table, viewer.table.waiting, viewer.t
    if actions == (GO_ON,):
        return (MindStep(t.say("mind.goes_on")),), table.game.look()["players"][colour]
    game, steps = table.game.play_on(), []
    for text in actions:
        if not _hidden(viewer, text):
            steps.append(_step(viewer, game, game.read(text)))
            continue
        steps.append(
            MindStep(t.say("mind.secret") if text in table.referee.secret_actions else t.say("mind.do.hidden"))
        )
        game.play(text)
    return tuple(steps), game.look()["players"][colour]


def _step(viewer: Viewer, game: Game, action: Action) -> MindStep:
    """Carry out an action on `game`; return it as a step for whoever moves the pieces."""
    option, look, before = _option(viewer, game, action), game.look(), len(game.raw_events())
    decision, t = game.decision, viewer.t
    game.play(action)
    place = action.place or _place_of(look, option.space, decision.about if decision else "")
    space = next((one["space"] for one in look["road"] if one["place"] == place), option.space)
    base = re.split("[.:]", place)[0]
    shown = face(t, base) if base in game.rules.data.buildings else None
    if option.group == OptionGroup.PLACE:
        return MindStep(_placing(t, option, viewer.table.waiting), place, shown, space, worker=True)
    return MindStep(_deed(viewer, game.raw_events()[before:]) or _instruction(t, option), place, shown, space)


def _place_of(look: AnyLook, space: int, about: str) -> str:
    """Return the place that a step is about: a space, or the building whose effect it is."""
    there = next((one["place"] or f"space {space}" for one in look["road"] if one["space"] == space), "")
    return there or about


_WORKERS: Mapping[str, Callable[[Translator], str]] = {
    "blue": lambda t: t.say("mind.worker.blue"),
    "red": lambda t: t.say("mind.worker.red"),
    "green": lambda t: t.say("mind.worker.green"),
    "orange": lambda t: t.say("mind.worker.orange"),
    "black": lambda t: t.say("mind.worker.black"),
}
"""A worker by its color, as something to take."""


def _placing(t: Translator, option: Option, colour: str) -> str:
    building = option.building
    where = Term("term.castle") if building == CASTLE else Term(f"building.{building}")
    worker = _WORKERS[colour](t)
    if option.price:
        return t.say("mind.do.place", worker=worker, building=where, price=option.price)
    return t.say("mind.do.place_free", worker=worker, building=where)


def _deed(viewer: Viewer, raw: Sequence[Raw]) -> str:
    """Return what an action does, until something follows from it by itself."""
    known = seen_events(viewer.table.referee, tuple(raw), viewer.unknown)
    told = [spoken(event, viewer.table.setup.colours) for event in known]
    own = list(takewhile(lambda event: event.id not in _FOLLOWS, told))
    return " ".join(deed_lines(viewer.t, own, viewer.table.people.names))


_FOLLOWS = frozenset({"phase", "turn", "scoring", "bailiff_moved"})
"""Events that follow by themselves from a move that ends something."""


def targets(viewer: Viewer) -> Mapping[str, str]:
    """Return the places that the open move of a mind is about, with its color where a worker is put."""
    panel = mind_panel(viewer)
    steps = panel.steps if panel else ()
    return {step.place: panel.colour if panel and step.worker else "" for step in steps if step.place}


def _paid(viewer: Viewer, game: Game, action: Action) -> str:
    """Return an option as its player is offered it, and what is paid."""
    option = _option(viewer, game, action)
    return _with_price(viewer.t, option, option.label)


def _option(viewer: Viewer, game: Game, action: Action) -> Option:
    look = game.look(game.decision.seat)
    return option_words(viewer.t, game.rules, game.decision, action, look, viewer.table.people.names)


def _with_price(t: Translator, option: Option, text: str) -> str:
    """Add what is paid, but for a choice among ways to pay, whose label has it."""
    if not option.cost or option.group in _PRICED or option.text.paid:
        return text
    return t.say("mind.do.paying", said=text, goods=Goods(**option.cost))


def _instruction(t: Translator, option: Option) -> str:
    action = option.text
    if option.group == OptionGroup.FAVOR and option.gain:
        return t.say("mind.do.favor", line=Term(f"line.{action.line}"), goods=Goods(**option.gain))
    if _brings_cards(t, action.verb):
        return t.say("mind.do.swap")
    if option.group == OptionGroup.PROVOST:
        return t.labelled(t.form("term.provost", "Noun"), option.label)
    if option.group == OptionGroup.MAIN and action.verb != "pass":
        return t.say("mind.do.nothing", said=option.label)
    return option.label


def _brings_cards(t: Translator, verb: str) -> bool:
    return t.rules is not None and verb in pages_of(t.rules).new_cards


def reasoned(viewer: Viewer, move: Move) -> str:
    """Return the reasons for a move in the open choice, with the option that it is compared with."""
    game = viewer.table.game.play_on()
    return why(viewer.t, move, _option(viewer, game, game.read(move.other)).label if move.other else "")


def why(t: Translator, move: Move, other: str) -> str:
    """Return what a move brings more than the other option, in one sentence, or how little there is to say.

    Nothing is said where there was no choice. Where there are no words, what a worker does at its place is said.
    """
    if move.reasons is None:
        return ""
    if move.near:
        return at_start(t.say("mind.why.equal", other=t.quote(other)))
    reasons = (reason(t, part.group, part.input, part.change) for part in move.reasons)
    texts = list(dict.fromkeys(text for text in reasons if text))[:REASONS]
    if texts:
        return t.say("mind.why.than", other=t.quote(other), reasons=t.series(texts))
    if _brings_cards(t, move.actions[0].split()[0]):
        return at_start(f"{t.say('mind.why.new_cards')}.")
    return _effect(t, _place(move.actions[0])) or t.say("mind.why.none")


def _effect(t: Translator, place: str) -> str:
    """Return what a worker does at a place."""
    building = t.rules.data.buildings.get(place) if t.rules else None
    return building_line(t, building) or "" if building else ""


def _place(action: str) -> str:
    """Return the building that an action names first, if any."""
    words = action.split()
    return re.split("[.:]", words[1])[0] if len(words) > 1 else ""


def _worded(viewer: Viewer, moves: Sequence[Move]) -> Iterator[PlanWords]:
    for move in moves:
        game = viewer.table.game.play_on()
        first, *later = move.actions
        lines = [_paid(viewer, game, game.read(first)), *(_label(viewer, game, text) for text in later)]
        yield PlanWords(first, tuple(lines), reasoned(viewer, move))


def _label(viewer: Viewer, game: Game, text: str) -> str:
    """Return what a player may do later, when it may cost something else."""
    return _option(viewer, game, game.read(text)).label
