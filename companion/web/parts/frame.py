"""The frame of every screen of a table: progress of the game, whose turn it is, undo, the latest event."""

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from flask import url_for

from companion.i18n.translator import Translator
from companion.rules.vocabulary import Phase
from companion.table.vocabulary import GO_ON_KIND, Depth, EntryKind
from companion.web.alone import SAVED, alone
from companion.web.locale import ShownBox
from companion.web.parts.clock import TimeLeft, time_left
from companion.web.parts.log_text import doer, newest_line
from companion.web.parts.naming import drawn_question, turn_noun, winner_words
from companion.web.parts.undoing import Undoing, undoing
from companion.web.viewer import Viewer, tables

_TERMS = {"provost": "term.provost", "castle": "term.castle"}
"""The phases named after a term."""

_FIRST = 2
"""The phases in which a round begins: the income, and the first one in which people choose."""

TOLD = 2
"""The number of sentences of the last entry to announce; the log has all of them."""


@dataclass(frozen=True)
class Top:
    """The contents of the frame."""

    name: str
    title: str
    """The page title, which says when this device has something to do."""
    round: str
    phase: str
    phases: tuple[str, ...]
    """The progress of the turn: `past`, `now` or empty for each phase."""
    asks: str
    asked_of: str
    """The player who has to choose, if any."""
    what: str
    """What somebody else has to choose, while this device waits."""
    mine: bool
    calls: str
    """What this device gives the signal for: its own choice, or as the host a computer player's move."""
    undo: int
    """The entry that this device may undo by itself, or 0."""
    told: str
    """What has just happened."""
    told_by: str
    """The player who did it, if a player did."""
    since: int
    """How many moves others have made since this device's last one."""
    unnamed: str
    """What was entered before the referee took over and cannot be kept without an answer, as a question."""
    asked: Undoing | None
    """A request to undo more than one's own last action."""
    unsaved: bool
    """Whether to remind of saving everything, at the beginning of a round."""
    screens: tuple[tuple[str, str], ...]
    more: tuple[tuple[str, str], ...]
    box: ShownBox
    """The box of this table, whose rules are searched."""
    clock: TimeLeft | None
    """The time of the player whose time runs, if it is limited."""
    paused: str
    """Who has paused the game, if somebody has."""
    goes_on: str
    """The code of the table at which the same people play on; empty if there is none."""


def top(viewer: Viewer) -> Top:
    """Return the frame of a table for a viewer."""
    latest = viewer.table.latest
    name, mine = table_name(viewer), is_mine(viewer)
    told = _result(viewer) or newest_line(viewer, TOLD)
    carries = _carries(viewer)
    return Top(
        name=name,
        title=_title(viewer, name, mine, carries),
        round=turn_words(viewer),
        phase=phase_words(viewer),
        phases=_phases(viewer),
        asks=asks_words(viewer),
        asked_of="" if viewer.table.leads_to_lay else viewer.table.waiting,
        what=_waits_for(viewer),
        mine=mine,
        calls="choice" if mine else "carry" if carries else "",
        undo=_undoable(viewer),
        told=told,
        told_by=latest[-1].by if latest and latest[-1].by in viewer.table.setup.colours else "",
        since=_since(viewer) if mine else 0,
        unnamed=_unnamed(viewer),
        asked=undoing(viewer),
        unsaved=_unsaved(viewer),
        screens=_screens(viewer),
        more=_more(viewer),
        box=ShownBox(viewer.table.rules, viewer.t, _box(viewer)),
        clock=time_left(viewer, viewer.table.clock.thinking),
        paused=_paused(viewer),
        goes_on=_goes_on(viewer),
    )


def _paused(viewer: Viewer) -> str:
    people = viewer.table.people
    return viewer.t.say("told.paused", who=doer(viewer, people.paused_by)) if people.paused else ""


def _goes_on(viewer: Viewer) -> str:
    there = tables().goes_on(viewer.table) if viewer.table.people.rematch else None
    return there.code if there else ""


def _since(viewer: Viewer) -> int:
    """Return how many moves others have made since the last one of this device, as far as they are among the newest."""
    table, mine = viewer.table, viewer.who.colours
    moves = [entry for entry in table.latest if entry.kind == EntryKind.PLAYED and entry.seq in table.living]
    others = takewhile(lambda entry: entry.by not in mine, reversed(moves))
    return sum(1 for _ in others) if mine else 0


def _title(viewer: Viewer, name: str, mine: bool, carries: bool) -> str:
    if mine:
        return viewer.t.say("web.table.your_turn_title", name=name)
    return f"{asks_words(viewer)} – {name}" if carries else name


def _carries(viewer: Viewer) -> bool:
    """Return whether this device's person is the one to move the pieces of a computer player."""
    table = viewer.table
    return bool(table.mind) and viewer.who.host and not (table.setup.practice or table.leads_to_lay)


def _result(viewer: Viewer) -> str:
    """Return who has won, at the end of the game."""
    if not viewer.table.finished:
        return ""
    points = viewer.table.game.scores
    return winner_words(viewer, [colour for colour, n in points.items() if n == max(points.values())])


def table_name(viewer: Viewer) -> str:
    return viewer.table.setup.title or viewer.t.name(f"game.{viewer.table.rules.game}")


def round_words(viewer: Viewer) -> str:
    """Return the turn and phase in one line."""
    turn, phase = turn_words(viewer), phase_words(viewer)
    return f"{turn} · {phase}" if phase else turn


def turn_words(viewer: Viewer) -> str:
    """Return the turn; empty for a score sheet."""
    table, t = viewer.table, viewer.t
    if table.depth == Depth.SHEET:
        return ""
    if table.game.over:
        return t.say("web.table.over")
    if not table.game.turn or table.leads_to_lay:
        return t.say("web.table.setting_up")
    return t.say("web.table.round", turn=turn_noun(t), n=table.game.turn)


def phase_words(viewer: Viewer) -> str:
    """Return the phase in as few words as possible."""
    table, game = viewer.table, viewer.table.game
    silent = table.depth == Depth.SHEET or table.leads_to_lay or game.over or not game.turn
    return "" if silent else phase_name(viewer.t, game.phase)


def phase_name(t: Translator, phase: str) -> str:
    """Return the name of a phase in few words."""
    if phase in _TERMS:
        return t.form(_TERMS[phase], "Noun")
    return t.say(f"web.phase.{phase}") if t.has(f"web.phase.{phase}", "say") else t.name(f"phase.{phase}")


def _phases(viewer: Viewer) -> tuple[str, ...]:
    game, names = viewer.table.game, viewer.table.rules.data.sequence.phases
    if viewer.table.depth == Depth.SHEET or game.phase not in names:
        return ()
    if viewer.table.leads_to_lay:
        return ("",) * len(names)
    now = list(names).index(Phase(game.phase))
    return tuple("past" if n < now else "now" if n == now else "" for n in range(len(names)))


def asks_words(viewer: Viewer) -> str:
    """Return whose choice it is, and which."""
    table, t = viewer.table, viewer.t
    if rests := _rests(viewer):
        return rests
    decision = table.decision
    if decision is None:
        return ""
    what = t.say(f"choice.{decision.kind}")
    if decision.kind == GO_ON_KIND and not decision.seat:
        return t.say("web.table.goes_on")
    if decision.chance:
        if decision.kind in ("draw", "next"):
            return drawn_question(t, decision.kind, _place(viewer, decision.kind))
        return t.say("web.table.chance", what=what)
    if decision.seat in viewer.who.colours:
        if len(viewer.who.colours) > 1:
            return t.say("web.table.turn_of", who=viewer.name(decision.seat or ""), what=what)
        return what
    if table.mind and not viewer.who.spectator:
        return t.say("web.table.move_for", who=viewer.name(table.waiting))
    return t.say("web.table.waiting", who=viewer.name(decision.seat or ""), what=what)


def _rests(viewer: Viewer) -> str:
    """Return why nobody is asked for a choice: the table is paused, was stopped, or is being laid."""
    table, t = viewer.table, viewer.t
    if table.people.paused:
        return t.say("web.table.paused")
    if table.people.ended:
        return t.say("web.table.stopped")
    return t.say("web.laying.title") if table.leads_to_lay else ""


def _place(viewer: Viewer, kind: str) -> int:
    """Return the place that the table is asked about: a space of the road, or a place in the turn order."""
    look = viewer.table.game.look()
    if kind == "next":
        return len(look["order"]) + 1
    return next((space["space"] for space in look["road"] if not space["building"]), len(look["road"]) + 1)


def _waits_for(viewer: Viewer) -> str:
    decision = viewer.table.decision
    people = viewer.table.people
    if viewer.table.leads_to_lay or (viewer.table.mind and not viewer.who.spectator):
        return ""
    if decision is None or decision.chance or decision.seat in viewer.who.colours or people.paused or people.ended:
        return ""
    return viewer.t.say(f"choice.{decision.kind}")


def is_mine(viewer: Viewer) -> bool:
    """Return whether this device has to choose: for a seat of its own, or as the host for what the table drew."""
    decision = viewer.decision
    if decision is None or viewer.table.leads_to_lay:
        return False
    if decision.kind == GO_ON_KIND and not decision.seat:
        return True
    return viewer.who.host if decision.chance else decision.seat in viewer.who.colours


def _undoable(viewer: Viewer) -> int:
    last = viewer.table.last_living
    if last is None or viewer.table.setup.shuffled(last[0]):
        return 0
    return last[0] if viewer.table.undoes_alone(last[0], viewer.who) else 0


def _unnamed(viewer: Viewer) -> str:
    players = [viewer.name(colour) for colour in viewer.table.unnamed]
    return viewer.t.say("web.table.unnamed", who=viewer.t.all_of(players)) if players else ""


def _unsaved(viewer: Viewer) -> bool:
    """Return whether a round begins on the only device, of which nobody has ever saved anything."""
    if not alone() or viewer.table.leads_to_lay:
        return False
    begins = "now" in _phases(viewer)[:_FIRST] or viewer.table.finished
    return begins and not tables().store.setting(SAVED)


def _screens(viewer: Viewer) -> tuple[tuple[str, str], ...]:
    t = viewer.t
    seat = t.say("web.nav.seat") if not viewer.who.spectator else t.say("web.nav.watch")
    if viewer.table.depth == Depth.SHEET:
        return (("seat", t.say("web.sheet.title")), ("end", t.say("web.nav.end")), ("log", t.say("web.nav.log")))
    screens = [("seat", seat), ("board", t.say("web.nav.board")), ("scores", t.say("web.nav.scores"))]
    if viewer.table.over:
        screens[2] = ("end", t.say("web.nav.end"))
    return (*screens, ("log", t.say("web.nav.log")))


def _box(viewer: Viewer) -> dict[str, Any]:
    """The box of a table, as addresses name it."""
    return {"edition": viewer.table.rules.edition, "variant": list(viewer.table.rules.variants)}


def _more(viewer: Viewer) -> tuple[tuple[str, str], ...]:
    t, code = viewer.t, viewer.code
    links = [(t.say("web.nav.rules"), url_for("rules.game", game=viewer.table.rules.game, **_box(viewer)))]
    if not viewer.who.spectator:
        links.insert(0, (t.say("web.nav.correct"), url_for("rendering.show", code=code, name="correct")))
    if not alone():
        links.append((t.say("web.nav.print"), url_for("exports.print_shop", code=code)))
    links.append((t.say("web.nav.settings"), url_for("rendering.show", code=code, name="settings")))
    if not alone():
        links.append((t.say("web.nav.join"), url_for("joining.join", code=code)))
    links.append((t.say("web.nav.home"), url_for("home.home")))
    return tuple(links)
