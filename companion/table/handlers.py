"""The effect of each command: who may send it, what is checked, and which entry results.

`do` is the only way to change a table. If it raises a `TableError`, nothing has changed.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.engine.action import Action
from companion.engine.errors import BadPosition, Reason
from companion.engine.game import Decision
from companion.engine.notation import NotationError
from companion.engine.phases import OVER
from companion.engine.scoring import fields, final_sheet
from companion.engine.snapshot import Snapshot
from companion.minds.mind import plays
from companion.rules import UnknownName
from companion.table.clock import Pace, now
from companion.table.commands import (
    Agree,
    Ask,
    Command,
    Correct,
    Count,
    End,
    Follow,
    GiveToMind,
    Hint,
    Laid,
    Pause,
    Play,
    Redo,
    Refuse,
    Reminders,
    Rename,
    Reopen,
    Resume,
    SetClock,
    Undo,
)  # fmt: skip
from companion.table.draws import DREW, Draws
from companion.table.errors import UNSEEN, NotAllowed, NotNow, Refused
from companion.table.log import Entry, Raw
from companion.table.people import Who
from companion.table.redaction import from_unseen, hidden, is_hand, lies_as_dealt, must_see
from companion.table.requests import FOR
from companion.table.table import Standing, Table, must_suit_minds
from companion.table.vocabulary import HELD, HOST, RUN, TURNS, WITHDRAWN, Depth, EntryKind

Made = tuple[EntryKind, dict[str, Any], str, tuple[Raw, ...]]
"""The entry to make: kind, data, author, events."""

MARKS = {HELD: True, TURNS: True, RUN: True}
"""What a correction or a change of depth says of the rule that it is repeated by."""


def do(table: Table, command: Command, who: Who, *, seed: int | None = None, at: str = "") -> Entry:
    """Carry out a command and return its entry, already added to the table."""
    must_take_part(who)
    kind, data, by, events = _DO[type(command)](table, command, who, table.draws(seed))
    entry = Entry(table.seq + 1, kind, data, by, at or now(), events)
    table.keep(entry)
    return entry


def must_take_part(who: Who) -> None:
    if who.spectator:
        raise NotAllowed("spectator")


def _play(table: Table, command: Play, who: Who, chance: Draws) -> Made:
    _must_be_open(table)
    decision = table.decision
    if decision is None:
        if table.depth == Depth.SHEET:
            raise NotNow("other_depth", depth=table.depth.value)
        if table.depth == Depth.REFEREE or table.state.phase == OVER:
            raise Refused(Reason("game_over"))
        actions, events = table.tallied(command.actions, anew=True)
        return EntryKind.PLAYED, {"actions": actions}, who.name(), events
    by = who.name(decision.seat)
    actions, events = table.played(command.actions, chance, partial(_must_answer, table, who))
    return EntryKind.PLAYED, {"actions": actions} | ({DREW: chance.given} if chance.given else {}), by, events


def _must_answer(table: Table, who: Who, decision: Decision, action: Action) -> None:
    """Only the player concerned or the host may answer a decision, and only if they may see the cards involved.

    Nobody answers for a mind: whoever wants to play its seat takes it.
    """
    if decision.seat in table.people.minds and decision.seat not in who.colours:
        raise NotAllowed("mind_sits")
    if decision.seat and not who.host and decision.seat not in who.colours:
        raise NotAllowed("not_your_turn", waiting=decision.seat)
    if from_unseen(table.referee, decision, action, hidden(table, who)):
        raise NotAllowed(UNSEEN)


def _correct(table: Table, command: Correct, who: Who, chance: Draws) -> Made:
    fields_before, before = table.position.fields(), list(table.state.prestige)
    for path in command.changes:
        if path in table.position.schema.fields and not table.position.schema.fields[path].group:
            raise UnknownName("field", path, list(fields_before))  # the course of the phase is nobody's to set
    must_see(table.referee, table.position, command.changes, hidden(table, who))
    _must_not_be_dealt(table, command.changes, who)
    new = table.corrected(command.changes)
    _must_add_up(table, new, command.changes)
    if new.state.phase != OVER:
        _must_be_secret(table, who)
    after = table.referee.schema.of(new.state).fields()
    changes = {
        path: text for path, text in command.changes.items() if fields_before.get(path, "") != after.get(path, "")
    }
    if not changes:
        raise NotNow("no_change")
    if len(changes) < len(command.changes) and not _leads_to(table, changes, new):
        # Cards moved up to fill a gap, so the reduced set of changes would not lead to the same state.
        changes = dict(command.changes)
    points = differences(before, new.state)
    table.standing = new
    data = {"changes": changes, "old": {path: fields_before.get(path, "") for path in changes}, "why": command.why}
    return EntryKind.CORRECTED, data | MARKS, who.person, points


def _must_be_secret(table: Table, who: Who) -> None:
    """Refuse to continue a game whose hands have all been revealed at its end; that needs everybody's consent."""
    if hidden(table, who) and table.snapshot().told_hands:
        raise NotAllowed("hands_told")


def _must_add_up(table: Table, new: Standing, changes: Mapping[str, str]) -> None:
    """Refuse points after the end that a score sheet would not have: where all points come from what lies there."""
    if new.state.phase != OVER:
        return
    lying = final_sheet(table.rules, Snapshot.of(table.referee, new.state).holdings()).players
    for colour, points in zip(table.setup.colours, new.state.prestige, strict=True):
        if f"{colour}.prestige" in changes and points != lying[colour].total:
            raise BadPosition([Reason("points_follow", {"player": colour, "n": lying[colour].total})])


def _must_not_be_dealt(table: Table, changes: Mapping[str, str], who: Who) -> None:
    if any(map(is_hand, changes)) and lies_as_dealt(table, who):
        raise NotAllowed("dealt_hand")


def _leads_to(table: Table, changes: dict[str, str], new: Standing) -> bool:
    try:
        return bool(table.corrected(changes).state == new.state)
    except (BadPosition, NotationError):
        return False


def differences(before: list[int], new: Any) -> tuple[Raw, ...]:
    """Return events for prestige that a correction gave or took, so that the score sheet can explain it."""
    return tuple(
        ("earned", seat, now - then, "correction", "") if now > then else ("lost", seat, then - now, "correction", "")
        for seat, (then, now) in enumerate(zip(before, new.prestige, strict=True))
        if now != then
    )


def _count(table: Table, command: Count, who: Who, chance: Draws) -> Made:
    if table.depth != Depth.SHEET:
        raise NotNow("other_depth", depth=table.depth.value)
    _must_sit(table, command.seat)
    valid = list(fields(table.rules))
    for name in command.values:
        if name not in valid:
            raise UnknownName("field", name, valid)
    table.count(command.seat, command.values)
    return EntryKind.COUNTED, {"seat": command.seat, "values": dict(command.values)}, who.name(command.seat), ()


def _follow(table: Table, command: Follow, who: Who, chance: Draws) -> Made:
    _must_host(who)
    if command.depth == table.depth:
        raise NotNow("same_depth")
    _must_be_secret(table, who)
    table.follow(command.depth)
    return EntryKind.DEPTH, {"depth": command.depth.value} | MARKS, who.person, ()


def _undo(table: Table, command: Undo, who: Who, chance: Draws) -> Made:
    to = _undoable(table, command.to)
    by = _may_undo(table, to, who)
    if not by:
        raise NotAllowed("ask_first")
    n = len(table.living.after(to))
    table.back_to(table.living.before(to))
    return EntryKind.UNDONE, {"to": to, "n": n}, who.person if by == HOST else by, ()


def _undoable(table: Table, to: int) -> int:
    """Check that entry `to` can be undone. The app's own initial shuffle cannot."""
    if not table.living.seqs:
        raise NotNow("nothing_to_undo")
    if to not in table.living.seqs or table.setup.shuffled(to):
        raise NotNow("no_such_entry", seq=to)
    return to


def _may_undo(table: Table, to: int, who: Who) -> str:
    """Return the author to record for an undo from `to`, or an empty string if it is not allowed."""
    if table.snapshot().undoes_alone(to, who):
        last = table.last_living()
        return last[1] if last and last[0] == to and last[1] in who.colours else who.name()
    request = table.people.asked
    return request.by if request and request.to == to and not request.waiting(table.people.seated) else ""


def _redo(table: Table, command: Redo, who: Who, chance: Draws) -> Made:
    if not table.living.undone:
        raise NotNow("nothing_to_redo")
    if not table.snapshot().redoes(who):
        raise NotAllowed("not_your_undo")
    table.back_to(table.living.seqs + table.living.undone[-1])
    return EntryKind.REDONE, {}, who.name(), ()


def _ask(table: Table, command: Ask, who: Who, chance: Draws) -> Made:
    return EntryKind.ASKED, {"to": _undoable(table, command.to), FOR: sorted(who.names)}, who.name(), ()


def _agree(table: Table, command: Agree, who: Who, chance: Draws) -> Made:
    request = table.people.asked
    if request is None:
        raise NotNow("nobody_asked")
    if request.by in who.names:
        raise NotAllowed("own_request")
    waiting = request.waiting(table.people.seated)
    by = min(who.colours & waiting, default=who.name())
    if waiting - who.names:
        return EntryKind.AGREED, {FOR: sorted(who.names)}, by, ()
    n = len(table.living.after(request.to))
    table.back_to(table.living.before(request.to))
    return EntryKind.UNDONE, {"to": request.to, "n": n}, by, ()


def _refuse(table: Table, command: Refuse, who: Who, chance: Draws) -> Made:
    request = table.people.asked
    if request is None:
        raise NotNow("nobody_asked")
    return EntryKind.REFUSED, {WITHDRAWN: True} if request.by in who.names else {}, who.name(), ()


def _rename(table: Table, command: Rename, who: Who, chance: Draws) -> Made:
    _must_sit(table, command.seat)
    if not who.host and command.seat not in who.colours:
        raise NotAllowed("not_your_seat")
    return EntryKind.NAMED, {"seat": command.seat, "name": command.name}, who.name(command.seat), ()


def _pause(table: Table, command: Pause, who: Who, chance: Draws) -> Made:
    _must_be_open(table)
    return EntryKind.PAUSED, {}, who.name(), ()


def _resume(table: Table, command: Resume, who: Who, chance: Draws) -> Made:
    if not table.people.paused:
        raise NotNow("not_paused")
    if not table.people.may_resume(who):
        raise NotAllowed("not_your_pause")
    return EntryKind.RESUMED, {}, who.name(), ()


def _end(table: Table, command: End, who: Who, chance: Draws) -> Made:
    _must_host(who)
    if table.people.ended:
        raise NotAllowed("closed")
    return EntryKind.ENDED, {}, HOST, ()


def _reopen(table: Table, command: Reopen, who: Who, chance: Draws) -> Made:
    _must_host(who)
    if not table.people.ended:
        raise NotNow("not_ended")
    return EntryKind.REOPENED, {}, HOST, ()


def _laid(table: Table, command: Laid, who: Who, chance: Draws) -> Made:
    _must_be_open(table)
    if table.people.laid:
        raise NotNow("no_change")
    return EntryKind.LAID, {}, who.name(), ()


def _reminders(table: Table, command: Reminders, who: Who, chance: Draws) -> Made:
    _must_host(who)
    if table.people.reminders == command.shown:
        raise NotNow("no_change")
    return EntryKind.REMINDERS, {"shown": command.shown}, HOST, ()


def _set_clock(table: Table, command: SetClock, who: Who, chance: Draws) -> Made:
    _must_host(who)
    pace = Pace(command.minutes, command.choice, command.bonus)
    if pace == table.clock.pace:
        raise NotNow("no_change")
    return EntryKind.CLOCK, pace._asdict(), HOST, ()


def _give_to_mind(table: Table, command: GiveToMind, who: Who, chance: Draws) -> Made:
    _must_host(who)
    _must_sit(table, command.seat)
    if table.people.minds.get(command.seat) == command.level:
        raise NotNow("no_change")
    if command.level:
        _must_suit_mind(table, command.seat)
    level = command.level.value if command.level else ""
    return EntryKind.MIND, {"seat": command.seat, "level": level}, HOST, ()


def _hint(table: Table, command: Hint, who: Who, chance: Draws) -> Made:
    """Note that a player was shown plans; which ones depends on the position alone."""
    _must_be_open(table)
    seat = table.waiting
    if not table.setup.hints:
        raise NotAllowed("no_hints")
    if not seat or table.chance_open or not plays(table.rules.game):
        raise NotNow("no_choice")
    if not who.host and seat not in who.colours:
        raise NotAllowed("not_your_turn", waiting=seat)
    if seat in hidden(table, who):
        raise NotAllowed(UNSEEN)
    if table.people.hinted == seat:
        raise NotNow("no_change")
    return EntryKind.HINTED, {"seat": seat}, who.name(seat), ()


def _must_suit_mind(table: Table, colour: str) -> None:
    """A mind plays a seat without a device, with a hand that the app knows, in a game that minds play."""
    must_suit_minds(table.rules.game, table.depth)
    if colour in table.people.seated:
        raise NotNow("seat_in_use")
    if colour in table.setup.untracked:
        raise NotNow("hand_unknown")


def _must_host(who: Who) -> None:
    if not who.host:
        raise NotAllowed("only_host")


def _must_sit(table: Table, colour: str) -> None:
    if colour not in table.setup.colours:
        raise UnknownName("colour", colour, list(table.setup.colours))


def _must_be_open(table: Table) -> None:
    if table.people.ended:
        raise NotAllowed("closed")
    if table.people.paused:
        raise NotAllowed("paused")


_DO: dict[type, Callable[[Table, Any, Who, Draws], Made]] = {
    Play: _play, Correct: _correct, Count: _count, Follow: _follow, Undo: _undo, Redo: _redo, Ask: _ask,
    Agree: _agree, Refuse: _refuse, Rename: _rename, Pause: _pause, Resume: _resume, End: _end, Reopen: _reopen,
    Laid: _laid, Reminders: _reminders, SetClock: _set_clock, GiveToMind: _give_to_mind, Hint: _hint,
}  # fmt: skip
