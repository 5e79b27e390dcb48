"""The frame of every screen of a table: progress of the game, whose turn it is, undo, the latest event."""

from dataclasses import dataclass
from typing import Any

from flask import url_for

from companion.i18n.translator import Translator
from companion.rules.vocabulary import Phase
from companion.table.vocabulary import GO_ON_KIND, Depth
from companion.web.locale import ShownBox
from companion.web.parts.log_text import doer, entry_lines
from companion.web.parts.naming import drawn_question, turn_noun, winner_words
from companion.web.viewer import Viewer

_TERMS = {"provost": "term.provost", "castle": "term.castle"}
"""The phases named after a term."""

TOLD = 2
"""The number of sentences of the last entry to announce; the log has all of them."""


@dataclass(frozen=True)
class Question:
    """A request to undo more than one's own last action."""

    said: str
    may_answer: bool


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
    unnamed: str
    """What was entered before the referee took over and cannot be kept without an answer, as a question."""
    asked: Question | None
    screens: tuple[tuple[str, str], ...]
    more: tuple[tuple[str, str], ...]
    box: ShownBox
    """The box of this table, whose rules are searched."""


def top(seen: Viewer) -> Top:
    """Return the frame of a table for a viewer."""
    latest = seen.table.latest
    name, mine = table_name(seen), is_mine(seen)
    told = _result(seen) or (" ".join(entry_lines(seen, latest[-1], first=TOLD)) if latest else "")
    carries = _carries(seen)
    return Top(
        name=name,
        title=_title(seen, name, mine, carries),
        round=turn_words(seen),
        phase=phase_words(seen),
        phases=_phases(seen),
        asks=asks_words(seen),
        asked_of=seen.table.waiting,
        what=_waits_for(seen),
        mine=mine,
        calls="choice" if mine else "carry" if carries else "",
        undo=_undoable(seen),
        told=told,
        unnamed=_unnamed(seen),
        asked=_asked(seen),
        screens=_screens(seen),
        more=_more(seen),
        box=ShownBox(seen.table.rules, seen.t, _box(seen)),
    )


def _title(seen: Viewer, name: str, mine: bool, carries: bool) -> str:
    if mine:
        return seen.t.say("web.table.your_turn_title", name=name)
    return f"{asks_words(seen)} – {name}" if carries else name


def _carries(seen: Viewer) -> bool:
    """Return whether this device's person is the one to move the pieces of a computer player."""
    return bool(seen.table.mind) and seen.who.host and not seen.table.setup.practice


def _result(seen: Viewer) -> str:
    """Return who has won, at the end of the game."""
    if not seen.table.finished:
        return ""
    points = seen.table.game.scores
    return winner_words(seen, [colour for colour, n in points.items() if n == max(points.values())])


def table_name(seen: Viewer) -> str:
    return seen.table.setup.title or seen.t.name(f"game.{seen.table.rules.game}")


def round_words(seen: Viewer) -> str:
    """Return the turn and phase in one line."""
    turn, phase = turn_words(seen), phase_words(seen)
    return f"{turn} · {phase}" if phase else turn


def turn_words(seen: Viewer) -> str:
    """Return the turn; empty for a score sheet."""
    table, t = seen.table, seen.t
    if table.depth == Depth.SHEET:
        return ""
    if table.game.over:
        return t.say("web.table.over")
    if not table.game.turn:
        return t.say("web.table.setting_up")
    return t.say("web.table.round", turn=turn_noun(t), n=table.game.turn)


def phase_words(seen: Viewer) -> str:
    """Return the phase in as few words as possible."""
    game = seen.table.game
    return "" if seen.table.depth == Depth.SHEET or game.over or not game.turn else phase_name(seen.t, game.phase)


def phase_name(t: Translator, phase: str) -> str:
    """Return the name of a phase in few words."""
    if phase in _TERMS:
        return t.form(_TERMS[phase], "Noun")
    return t.say(f"web.phase.{phase}") if t.has(f"web.phase.{phase}", "say") else t.name(f"phase.{phase}")


def _phases(seen: Viewer) -> tuple[str, ...]:
    game, names = seen.table.game, seen.table.rules.data.sequence.phases
    if seen.table.depth == Depth.SHEET or game.phase not in names:
        return ()
    now = list(names).index(Phase(game.phase))
    return tuple("past" if n < now else "now" if n == now else "" for n in range(len(names)))


def asks_words(seen: Viewer) -> str:
    """Return whose choice it is, and which."""
    table, t = seen.table, seen.t
    if table.people.paused:
        return t.say("web.table.paused")
    if table.people.ended:
        return t.say("web.table.stopped")
    decision = table.decision
    if decision is None:
        return ""
    what = t.say(f"choice.{decision.kind}")
    if decision.kind == GO_ON_KIND and not decision.seat:
        return t.say("web.table.goes_on")
    if decision.chance:
        if decision.kind in ("draw", "next"):
            return drawn_question(t, decision.kind, _place(seen, decision.kind))
        return t.say("web.table.chance", what=what)
    if decision.seat in seen.who.colours:
        if len(seen.who.colours) > 1:
            return t.say("web.table.turn_of", who=seen.name(decision.seat or ""), what=what)
        return what
    if table.mind and not seen.who.spectator:
        return t.say("web.table.move_for", who=seen.name(table.waiting))
    return t.say("web.table.waiting", who=seen.name(decision.seat or ""), what=what)


def _place(seen: Viewer, kind: str) -> int:
    """Return the place that the table is asked about: a space of the road, or a place in the turn order."""
    look = seen.table.game.look()
    if kind == "next":
        return len(look["order"]) + 1
    return next((one["space"] for one in look["road"] if not one["building"]), len(look["road"]) + 1)


def _waits_for(seen: Viewer) -> str:
    decision = seen.table.decision
    people = seen.table.people
    if seen.table.mind and not seen.who.spectator:
        return ""
    if decision is None or decision.chance or decision.seat in seen.who.colours or people.paused or people.ended:
        return ""
    return seen.t.say(f"choice.{decision.kind}")


def is_mine(seen: Viewer) -> bool:
    """Return whether this device has to choose: for a seat of its own, or as the host for what the table drew."""
    decision = seen.decision
    if decision is None:
        return False
    if decision.kind == GO_ON_KIND and not decision.seat:
        return True
    return seen.who.host if decision.chance else decision.seat in seen.who.colours


def _undoable(seen: Viewer) -> int:
    last = seen.table.last_living
    if last is None or seen.table.setup.shuffled(last[0]):
        return 0
    return last[0] if seen.table.undoes_alone(last[0], seen.who) else 0


def _unnamed(seen: Viewer) -> str:
    players = [seen.name(colour) for colour in seen.table.unnamed]
    return seen.t.say("web.table.unnamed", who=seen.t.all_of(players)) if players else ""


def _asked(seen: Viewer) -> Question | None:
    asked, table = seen.table.people.asked, seen.table
    if asked is None:
        return None
    who = doer(seen, asked.by)
    n = len([seq for seq in table.living if seq >= asked.to])
    mine = bool(asked.waiting(table.people.seated) & seen.who.names)
    return Question(seen.t.say("web.table.asks_undo", who=who, n=n), mine)


def _screens(seen: Viewer) -> tuple[tuple[str, str], ...]:
    t = seen.t
    seat = t.say("web.nav.seat") if not seen.who.spectator else t.say("web.nav.watch")
    if seen.table.depth == Depth.SHEET:
        return (("seat", t.say("web.sheet.title")), ("end", t.say("web.nav.end")), ("log", t.say("web.nav.log")))
    found = [("seat", seat), ("board", t.say("web.nav.board")), ("scores", t.say("web.nav.scores"))]
    if seen.table.over:
        found[2] = ("end", t.say("web.nav.end"))
    return (*found, ("log", t.say("web.nav.log")))


def _box(seen: Viewer) -> dict[str, Any]:
    """The box of a table, as addresses name it."""
    return {"edition": seen.table.rules.edition, "variant": list(seen.table.rules.variants)}


def _more(seen: Viewer) -> tuple[tuple[str, str], ...]:
    t, code = seen.t, seen.code
    found = [(t.say("web.nav.rules"), url_for("rules.game", game=seen.table.rules.game, **_box(seen)))]
    if not seen.who.spectator:
        found.insert(0, (t.say("web.nav.correct"), url_for("rendering.show", code=code, name="correct")))
    found.append((t.say("web.nav.print"), url_for("exports.print_shop", code=code)))
    found.append((t.say("web.nav.settings"), url_for("rendering.show", code=code, name="settings")))
    found.append((t.say("web.nav.join"), url_for("joining.join", code=code)))
    found.append((t.say("web.nav.home"), url_for("home.home")))
    return tuple(found)
