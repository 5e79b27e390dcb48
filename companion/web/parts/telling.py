"""Entries of the log in the words of whoever reads: what happened, under the names people gave, nothing hidden told."""

from collections.abc import Sequence

from companion.engine.events import spoken
from companion.i18n.story import event_line
from companion.i18n.translator import Translator
from companion.table.hiding import seen_events
from companion.table.log import Entry, Raw
from companion.table.table import HOST
from companion.table.vocabulary import Kind
from companion.web.people import Viewer


def entry_lines(seen: Viewer, entry: Entry, *, first: int | None = None, last: int = 0) -> list[str]:
    """What an entry says, a sentence a line; of a long one perhaps only the first or the last sentences."""
    if entry.kind == Kind.PLAYED:
        return event_lines(seen, entry, entry.events[-last:][:first]) or [
            seen.t.say("told.nothing", who=doer(seen, entry.by))
        ]
    return [_about_people(seen, entry)]


def event_lines(seen: Viewer, entry: Entry, events: Sequence[Raw] | None = None) -> list[str]:
    """What happened of an entry, or some of it: what to move on the table."""
    colours = seen.table.setup.colours
    told = seen_events(seen.table.referee, entry.events if events is None else events, seen.unknown)
    return [event_line(seen.t, spoken(raw, colours), seen.table.names) for raw in told]


def doer(seen: Viewer, by: str) -> str:
    """Who entered something."""
    if by in seen.table.setup.colours:
        return seen.name(by)
    return seen.t.say("told.host") if by == HOST else seen.t.say("told.somebody")


def _about_people(seen: Viewer, entry: Entry) -> str:
    t, who = seen.t, doer(seen, entry.by)
    match entry.kind:
        case Kind.CORRECTED:
            return _corrected(t, who, entry)
        case Kind.COUNTED:
            return t.say("told.counted", who=who, seat=seen.name(entry.data["seat"]))
        case Kind.NAMED:
            return t.say("told.named", seat=t.name(f"player.{entry.data['seat']}"), name=seen.name(entry.data["seat"]))
        case Kind.SEATED:
            return _seated(seen, entry.data["seat"])
        case Kind.LEFT:
            return t.say("told.left", seat=seen.name(entry.data["seat"]))
        case Kind.UNDONE:
            return t.say("told.undone", who=who)
        case Kind.REDONE:
            return t.say("told.redone", who=who)
        case Kind.LOCKED:
            return t.say("told.locked", who=who)
        case Kind.UNLOCKED:
            return t.say("told.unlocked", who=who)
    return _of_the_table(t, who, entry.kind)


def _seated(seen: Viewer, seat: str) -> str:
    return seen.t.say("told.other_host") if seat == HOST else seen.t.say("told.seated", seat=seen.name(seat))


def _corrected(t: Translator, who: str, entry: Entry) -> str:
    said = t.say("told.corrected", who=who, n=len(entry.data["changes"]))
    return t.say("told.because", said=said, why=entry.data["why"]) if entry.data["why"] else said


def _of_the_table(t: Translator, who: str, kind: Kind) -> str:
    match kind:
        case Kind.DEPTH:
            return t.say("told.depth", who=who)
        case Kind.ASKED:
            return t.say("told.asked", who=who)
        case Kind.AGREED:
            return t.say("told.agreed", who=who)
        case Kind.REFUSED:
            return t.say("told.refused", who=who)
        case Kind.PAUSED:
            return t.say("told.paused", who=who)
        case Kind.RESUMED:
            return t.say("told.resumed", who=who)
        case Kind.ENDED:
            return t.say("told.ended", who=who)
        case Kind.REOPENED:
            return t.say("told.reopened", who=who)
    return t.say("told.opened")
