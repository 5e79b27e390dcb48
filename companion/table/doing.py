"""What each wish does to a table: who may wish it, what is checked, and the entry it becomes.

`do` is the only way to change a table. Where it raises a `TableError` nothing has changed.
"""

import random
from collections.abc import Callable
from typing import Any

from companion.engine.errors import BadPosition, Reason
from companion.engine.game import Decision
from companion.engine.notation import NotationError
from companion.engine.scoring import fields
from companion.engine.state import PlainState
from companion.rules import UnknownName
from companion.table.clock import now
from companion.table.corrections import corrected
from companion.table.errors import NotAllowed, NotNow, Refused
from companion.table.hiding import drawing, hidden
from companion.table.log import Entry, Raw
from companion.table.people import HOST, Who
from companion.table.table import Table, generator
from companion.table.vocabulary import HELD, Depth, Kind
from companion.table.wishes import (
    Agree,
    Ask,
    Correct,
    Count,
    End,
    Follow,
    Pause,
    Play,
    Redo,
    Refuse,
    Rename,
    Reopen,
    Resume,
    Undo,
    Wish,
)  # fmt: skip

Made = tuple[Kind, dict[str, Any], str, tuple[Raw, ...]]
"""What becomes of a wish: kind, data, who, events."""


def do(table: Table, wish: Wish, who: Who, *, seed: int | None = None) -> Entry:
    """Carry a wish out; its entry, already part of the table."""
    if who.spectator:
        raise NotAllowed("spectator")
    kind, data, by, events = _DO[type(wish)](table, wish, who, generator(seed))
    entry = Entry(table.seq + 1, kind, data, by, now(), events)
    table.keep(entry)
    return entry


def _play(table: Table, wish: Play, who: Who, chance: random.Random) -> Made:
    _must_be_open(table)
    decision = table.decision
    if decision is None:
        if table.depth == Depth.SHEET:
            raise NotNow("other_depth", depth=table.depth.value)
        if table.depth == Depth.REFEREE:
            raise Refused(Reason("game_over"))
        actions, events = table.tallied(wish.actions, anew=True)
        return Kind.PLAYED, {"actions": actions}, who.name(), events
    by = who.name(decision.seat)
    actions, events = table.played(wish.actions, chance, lambda open_now: _must_answer(table, open_now, who))
    return Kind.PLAYED, {"actions": actions}, by, events


def _must_answer(table: Table, decision: Decision, who: Who) -> None:
    """A choice is for its player and for the host; which card somebody draws, for who may see it."""
    if decision.seat and not who.host and decision.seat not in who.colours:
        raise NotAllowed("not_your_turn", waiting=decision.seat)
    if drawing(table.referee, decision) in hidden(table.snapshot(), who):
        raise NotAllowed("not_your_turn", waiting=drawing(table.referee, decision))


def _correct(table: Table, wish: Correct, who: Who, chance: random.Random) -> Made:
    _must_see(table, wish, who)
    known, before = table.position.fields(), list(table.state.prestige)
    new = corrected(table.position, wish.changes)
    found = table.referee.schema.of(new).fields()
    changes = {path: text for path, text in wish.changes.items() if known.get(path, "") != found.get(path, "")}
    if not changes:
        raise NotNow("no_change")
    if len(changes) < len(wish.changes) and not _leads_to(table, changes, new):
        # Cards have moved up into a gap: only all of it together says so.
        changes = dict(wish.changes)
    table.set_state(new, held=True)
    data = {"changes": changes, "old": {path: known.get(path, "") for path in changes}, "why": wish.why, HELD: True}
    return Kind.CORRECTED, data, who.person, _differences(before, new)


def _leads_to(table: Table, changes: dict[str, str], state: PlainState) -> bool:
    try:
        return bool(corrected(table.position, changes) == state)
    except (BadPosition, NotationError):
        return False


def _must_see(table: Table, wish: Correct, who: Who) -> None:
    """Nobody sets cards that they may not see."""
    for path in wish.changes:
        colour, _, name = path.partition(".")
        if name == "hand" and colour not in who.colours and colour not in table.setup.untracked:
            raise NotAllowed("not_your_seat")


def _differences(before: list[int], new: Any) -> tuple[Raw, ...]:
    """Prestige that a correction gave or took: a score sheet says so."""
    return tuple(
        ("earned", seat, now - then, "correction", "") if now > then else ("lost", seat, then - now, "correction", "")
        for seat, (then, now) in enumerate(zip(before, new.prestige, strict=True))
        if now != then
    )


def _count(table: Table, wish: Count, who: Who, chance: random.Random) -> Made:
    if table.depth != Depth.SHEET:
        raise NotNow("other_depth", depth=table.depth.value)
    _must_sit(table, wish.seat)
    valid = list(fields(table.rules))
    for name in wish.values:
        if name not in valid:
            raise UnknownName("field", name, valid)
    table.count(wish.seat, wish.values)
    return Kind.COUNTED, {"seat": wish.seat, "values": dict(wish.values)}, who.name(wish.seat), ()


def _follow(table: Table, wish: Follow, who: Who, chance: random.Random) -> Made:
    _must_host(who)
    if wish.depth == table.depth:
        raise NotNow("same_depth")
    table.follow(wish.depth)
    return Kind.DEPTH, {"depth": wish.depth.value, HELD: True}, who.person, ()


def _undo(table: Table, wish: Undo, who: Who, chance: random.Random) -> Made:
    to = _undoable(table, wish.to)
    by = _may_undo(table, to, who)
    if not by:
        raise NotAllowed("ask_first")
    n = len(table.living.after(to))
    table.back_to(table.living.before(to))
    return Kind.UNDONE, {"to": to, "n": n}, who.person if by == HOST else by, ()


def _undoable(table: Table, to: int) -> int:
    """The first entry to be taken back. The app's own set-up stays."""
    if not table.living.seqs:
        raise NotNow("nothing_to_undo")
    if to not in table.living.seqs or table.setup.shuffled(to):
        raise NotNow("no_such_entry", seq=to)
    return to


def _may_undo(table: Table, to: int, who: Who) -> str:
    """Under which name somebody may take back so much, or nothing."""
    last = table.last_living()
    if last and to == last[0] and last[1] in who.colours:
        return last[1]
    if who.host:
        return HOST
    asked = table.people.asked
    return asked.by if asked and asked.to == to and not asked.waiting(table.people.seated) and asked.agreed else ""


def _redo(table: Table, wish: Redo, who: Who, chance: random.Random) -> Made:
    if not table.living.undone:
        raise NotNow("nothing_to_redo")
    table.back_to(table.living.seqs + table.living.undone[-1])
    return Kind.REDONE, {}, who.name(), ()


def _ask(table: Table, wish: Ask, who: Who, chance: random.Random) -> Made:
    return Kind.ASKED, {"to": _undoable(table, wish.to)}, who.name(), ()


def _agree(table: Table, wish: Agree, who: Who, chance: random.Random) -> Made:
    asked = table.people.asked
    if asked is None:
        raise NotNow("nobody_asked")
    by = next((one for one in sorted(who.colours) if one in asked.waiting(table.people.seated)), who.name())
    if not who.host and asked.waiting(table.people.seated) - {by}:
        return Kind.AGREED, {}, by, ()
    n = len(table.living.after(asked.to))
    table.back_to(table.living.before(asked.to))
    return Kind.UNDONE, {"to": asked.to, "n": n}, by, ()


def _refuse(table: Table, wish: Refuse, who: Who, chance: random.Random) -> Made:
    if table.people.asked is None:
        raise NotNow("nobody_asked")
    return Kind.REFUSED, {}, who.name(), ()


def _rename(table: Table, wish: Rename, who: Who, chance: random.Random) -> Made:
    _must_sit(table, wish.seat)
    if not who.host and wish.seat not in who.colours:
        raise NotAllowed("not_your_seat")
    return Kind.NAMED, {"seat": wish.seat, "name": wish.name}, who.name(wish.seat), ()


def _pause(table: Table, wish: Pause, who: Who, chance: random.Random) -> Made:
    _must_be_open(table)
    return Kind.PAUSED, {}, who.name(), ()


def _resume(table: Table, wish: Resume, who: Who, chance: random.Random) -> Made:
    if not table.people.paused:
        raise NotNow("not_paused")
    return Kind.RESUMED, {}, who.name(), ()


def _end(table: Table, wish: End, who: Who, chance: random.Random) -> Made:
    _must_host(who)
    if table.people.ended:
        raise NotAllowed("closed")
    return Kind.ENDED, {}, HOST, ()


def _reopen(table: Table, wish: Reopen, who: Who, chance: random.Random) -> Made:
    _must_host(who)
    if not table.people.ended:
        raise NotNow("not_ended")
    return Kind.REOPENED, {}, HOST, ()


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


_DO: dict[type, Callable[[Table, Any, Who, random.Random], Made]] = {
    Play: _play, Correct: _correct, Count: _count, Follow: _follow, Undo: _undo, Redo: _redo, Ask: _ask,
    Agree: _agree, Refuse: _refuse, Rename: _rename, Pause: _pause, Resume: _resume, End: _end, Reopen: _reopen,
}  # fmt: skip
"""What does each wish."""
