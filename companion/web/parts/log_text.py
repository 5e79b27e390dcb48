"""Entries of the log in the words of whoever reads: what happened, under the names people gave, nothing hidden told."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.events import spoken
from companion.engine.game import Decision
from companion.i18n.deeds import deed_lines
from companion.i18n.options import Option, OptionGroup, option_words
from companion.i18n.translator import Translator
from companion.rules.vocabulary import Phase
from companion.table.log import Entry
from companion.table.redaction import is_hand, seen_data, seen_events
from companion.table.vocabulary import BY_HOST, GO_ON_KIND, HOST, INSTEAD, EntryKind
from companion.web.parts import fields
from companion.web.parts.naming import depth_words
from companion.web.viewer import Viewer, tables

MOST = 4
"""So many things of one entry are told; of more only how many there are."""

STAY, DONE = "stay", "done"
"""What people do without anything happening: the provost stays, or no batch is handed in."""

_UNREFEREED = frozenset({"next", "home"})
"""Entries of the assistant that bring workers home, paid or not."""

FARTHEST = 100
"""So many entries back it is looked up what was undone."""


def entry_lines(seen: Viewer, entry: Entry, *, first: int | None = None, last: int = 0) -> list[str]:
    """What an entry says, a deed a line; of a long one perhaps only the first or the last sentences."""
    if entry.kind == EntryKind.PLAYED:
        lines = [*_left_as_it_is(seen, entry), *_played(seen, entry)]
        return lines[-last:][:first] or [seen.t.say("told.nothing", who=doer(seen, entry.by))]
    if entry.kind == EntryKind.CORRECTED:
        return list(_corrected(seen, entry))
    return [_about_people(seen, entry)]


def _played(seen: Viewer, entry: Entry) -> list[str]:
    """What happened: what to move on the table."""
    colours = seen.table.setup.colours
    told = [spoken(raw, colours) for raw in seen_events(seen.table.referee, entry.events, seen.unknown)]
    refereed = _UNREFEREED.isdisjoint(text.partition(" ")[0] for text in entry.data["actions"])
    return deed_lines(seen.t, told, seen.table.people.names, refereed=refereed)


def _left_as_it_is(seen: Viewer, entry: Entry) -> list[str]:
    """Who left things as they are: no event says so."""
    done, then = next(iter(entry.data["actions"]), ""), entry.events[0] if entry.events else ("",)
    if done not in (STAY, DONE) or then[0] == "lost":
        return []
    t, asked = seen.t, entry.by
    if asked not in seen.table.setup.colours:
        asked = tables().asked_by(seen.place, entry.seq)
    who = seen.name(asked) if asked else ""
    if done == STAY and then[0] == "phase" and then[2] == Phase.PROVOST:
        return [t.say("deed.inn.stays", seat=who)] if who else []
    if done == STAY:
        return [t.say("deed.provost.stays", seat=who) if who else t.say("deed.provost.stays.told")]
    return [t.say("deed.batch.done", seat=who)] if who else []


def option_lines(seen: Viewer, decision: Decision, look: Mapping[str, Any]) -> tuple[Option, ...]:
    """What can be chosen, in words; of going on, what follows of it."""
    table = seen.table
    if decision.kind == GO_ON_KIND:
        if not decision.options:
            return ()
        return (Option(decision.options[0], _what_follows(seen), OptionGroup.MAIN),)
    return tuple(
        option_words(seen.t, table.rules, decision, text, look, table.people.names) for text in decision.options
    )


def _what_follows(seen: Viewer) -> str:
    """What happens when somebody says so."""
    colours = seen.table.setup.colours
    raw = seen_events(seen.table.referee, seen.table.coming, seen.unknown)
    lines = deed_lines(seen.t, [spoken(one, colours) for one in raw], seen.table.people.names)
    if not lines and seen.table.waiting:
        return seen.t.say("web.go_on.hand", who=seen.name(seen.table.waiting))
    if not lines:
        return seen.t.say("web.go_on.draw")
    more = [seen.t.say("told.more", n=len(lines) - MOST)] if len(lines) > MOST else []
    return seen.t.say("web.go_on", what=" ".join([*lines[:MOST], *more]))


def doer(seen: Viewer, by: str) -> str:
    """Who did it, by name; the host too, where they sit at the table."""
    if by in seen.table.setup.colours:
        return seen.name(by)
    if by != HOST:
        return seen.t.say("told.somebody")
    own = [colour for colour, device in seen.place.seated.items() if device == seen.place.opened.host]
    return seen.name(own[0]) if len(own) == 1 else seen.t.say("told.host")


def _about_people(seen: Viewer, entry: Entry) -> str:
    t, who = seen.t, doer(seen, entry.by)
    match entry.kind:
        case EntryKind.COUNTED:
            return t.say("told.counted", who=who, seat=seen.name(entry.data["seat"]))
        case EntryKind.NAMED:
            return t.say("told.named", seat=t.name(f"player.{entry.data['seat']}"), name=seen.name(entry.data["seat"]))
        case EntryKind.SEATED:
            return _seated(seen, who, entry.data)
        case EntryKind.LEFT:
            return _left(seen, entry.data["seat"])
        case EntryKind.UNDONE:
            return _undone(seen, who, entry)
        case EntryKind.DEPTH:
            return t.say("told.depth", who=who, depth=depth_words(t)[entry.data["depth"]][0])
        case EntryKind.REDONE:
            return t.say("told.redone", who=who)
        case EntryKind.LOCKED:
            return t.say("told.locked", who=who)
        case EntryKind.UNLOCKED:
            return t.say("told.unlocked", who=who)
    return _of_the_table(t, who, entry.kind)


def _seated(seen: Viewer, who: str, data: Mapping[str, Any]) -> str:
    """Whose seat a device has now; and that it sees cards, where it is not simply the player who comes."""
    t, seat = seen.t, data["seat"]
    if seat == HOST:
        return t.say("told.other_host")
    if data.get(BY_HOST):
        said = t.say("told.seated.host", seat=seen.name(seat))
    elif data.get(INSTEAD):
        said = t.say("told.seated.instead", who=who, seat=seen.name(seat))
    else:
        return t.say("told.seated", seat=seen.name(seat))
    return f"{said} {t.say('told.seated.hand')}" if keeps_cards(seen, seat) else said


def _left(seen: Viewer, seat: str) -> str:
    said = seen.t.say("told.left", seat=seen.name(seat))
    return f"{said} {seen.t.say('told.left.hand')}" if keeps_cards(seen, seat) else said


def keeps_cards(seen: Viewer, seat: str) -> bool:
    """Whether cards lie at a seat that only its device sees."""
    table = seen.table
    return table.referee.hands is not None and seat not in table.setup.untracked


def _undone(seen: Viewer, who: str, entry: Entry) -> str:
    """What no longer counts: the first of it, and how much more."""
    first = entry.data["to"]
    near = tables().log(seen.place.opened.id, last=seen.table.seq - first + 1) if entry.seq - first < FARTHEST else []
    what = next((entry_lines(seen, one, first=1)[0] for one in near if one.seq == first), "")
    n = entry.data.get("n", 1)
    if not what:
        return seen.t.say("told.undone", who=who)
    if n == 1:
        return seen.t.say("told.undone.what", who=who, what=what)
    return seen.t.say("told.undone.several", who=who, what=what, n=n)


def _corrected(seen: Viewer, entry: Entry) -> Iterator[str]:
    """Whose number, from what to what, and why."""
    t, who, told = seen.t, doer(seen, entry.by), changes(seen, entry)
    hands = [path for path in entry.data["changes"] if is_hand(path) and path.partition(".")[0] in seen.unknown]
    if not told and not hands:
        yield t.say("told.corrected", who=who)
    for path in hands:
        n = len([card for card in re.split(r"[/\s]+", entry.data["changes"][path]) if card])
        yield t.say("told.corrected.hand", who=who, seat=seen.name(path.partition(".")[0]), n=n)
    for what, old, new in told[:MOST]:
        yield t.say("told.set", who=who, what=what, old=old, new=new)
    if len(told) > MOST:
        yield t.say("told.more", n=len(told) - MOST)
    if entry.data.get("why"):
        yield t.say("told.why", why=entry.data["why"])


def changes(seen: Viewer, entry: Entry) -> list[tuple[str, str, str]]:
    """What a correction set: what, what it was, what it is. Fields that this device may not see are not told."""
    data, known = seen_data(seen.table, entry, seen.unknown), seen.table.referee.schema.fields
    found = []
    for path, new in data["changes"].items():
        if path in known:
            field = known[path]
            what, owner = fields.label(field, seen.t), field.group
            if owner in seen.table.setup.colours:
                what = seen.t.say("told.whose", player=seen.name(owner), what=what)
            old, now = (fields.worded(field, text, seen.t, seen.name) for text in (data["old"].get(path, ""), new))
            found.append((what, old, now))
    return found


def _of_the_table(t: Translator, who: str, kind: EntryKind) -> str:
    match kind:
        case EntryKind.TRIED:
            return t.say("told.tried", who=who)
        case EntryKind.ASKED:
            return t.say("told.asked", who=who)
        case EntryKind.AGREED:
            return t.say("told.agreed", who=who)
        case EntryKind.REFUSED:
            return t.say("told.refused", who=who)
        case EntryKind.PAUSED:
            return t.say("told.paused", who=who)
        case EntryKind.RESUMED:
            return t.say("told.resumed", who=who)
        case EntryKind.ENDED:
            return t.say("told.ended", who=who)
        case EntryKind.REOPENED:
            return t.say("told.reopened", who=who)
    return t.say("told.opened")
