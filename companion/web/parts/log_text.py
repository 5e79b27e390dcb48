"""Entries of the log in the viewer's words and with the players' names, without revealing anything hidden."""

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from companion.engine.events import spoken
from companion.engine.game import Decision
from companion.engine.look import AnyLook
from companion.i18n.deeds import deed_lines
from companion.i18n.options import Option, OptionGroup, option_words
from companion.i18n.translator import Translator
from companion.rules.vocabulary import Phase
from companion.table.log import Entry
from companion.table.redaction import is_hand, seen_data, seen_events
from companion.table.vocabulary import BY_HOST, GO_ON_KIND, HOST, INSTEAD, LINK, WITHDRAWN, Chance, Depth, EntryKind
from companion.web.parts import fields
from companion.web.parts.naming import depth_words, level_words
from companion.web.viewer import Viewer, tables

MOST = 4
"""The number of details of one entry to list; beyond that, only how many there are."""

STAY, DONE = "stay", "done"
"""Actions without an event: the provost stays, or no batch is delivered."""

_UNREFEREED = frozenset({"next", "home"})
"""Entries of the assistant that bring workers home, paid or not."""

FARTHEST = 100
"""How many entries back to look for what was undone."""


def entry_lines(viewer: Viewer, entry: Entry, *, first: int | None = None, last: int = 0) -> list[str]:
    """Return an entry as sentences, one per deed, limited to the first or last ones if requested."""
    if entry.kind == EntryKind.PLAYED:
        lines = [*_left_as_it_is(viewer, entry), *_played(viewer, entry)]
        return lines[-last:][:first] or [viewer.t.say("told.nothing", who=doer(viewer, entry.by))]
    if entry.kind == EntryKind.CORRECTED:
        return list(_corrected(viewer, entry))
    return [_about_people(viewer, entry)]


def newest_line(viewer: Viewer, first: int) -> str:
    """Return the newest entry in one line; of seats that a device has taken one after the other, all are named."""
    t, latest = viewer.t, viewer.table.latest
    together = [*takewhile(lambda entry: _with_newest(viewer, entry), reversed(latest))][::-1] or latest[-1:]
    if len(together) > 1 and BY_HOST in latest[-1].data and not viewer.table.setup.practice:
        seats = [entry.data["seat"] for entry in together]
        text = t.say("told.seated.host.several", names=t.listed(viewer.name(seat) for seat in seats))
        return f"{text} {t.say('told.seated.hands')}" if any(keeps_cards(viewer, seat) for seat in seats) else text
    return " ".join(line for entry in together for line in entry_lines(viewer, entry, first=first))


def _with_newest(viewer: Viewer, entry: Entry) -> bool:
    """Whether an entry says that the device which sat down last has sat down in the same way."""
    newest, seated = viewer.table.latest[-1], viewer.place.seated
    if entry.kind != EntryKind.SEATED or entry.data.keys() != newest.data.keys():
        return False
    return seated.get(entry.data["seat"]) == seated.get(newest.data["seat"])


def begins_with(viewer: Viewer, line: str) -> tuple[str, str]:
    """Return the player with whose name a sentence begins, and what follows it: a shape can stand for the name."""
    names = {colour: f"{viewer.name(colour)} " for colour in viewer.table.setup.colours}
    found = max((one for one in names if line.startswith(names[one])), key=lambda one: len(names[one]), default="")
    return found, line.removeprefix(names.get(found, ""))


def _played(viewer: Viewer, entry: Entry) -> list[str]:
    """Return what happened, so that people can move the pieces."""
    colours = viewer.table.setup.colours
    told = [spoken(raw, colours) for raw in seen_events(viewer.table.referee, entry.events, viewer.unknown)]
    refereed = _UNREFEREED.isdisjoint(text.partition(" ")[0] for text in entry.data["actions"])
    return deed_lines(viewer.t, told, viewer.table.people.names, refereed=refereed)


def _left_as_it_is(viewer: Viewer, entry: Entry) -> list[str]:
    """Return a sentence about somebody who left things as they are, for which there is no event."""
    done, then = next(iter(entry.data["actions"]), ""), entry.events[0] if entry.events else ("",)
    if done not in (STAY, DONE) or then[0] == "lost":
        return []
    t, asker = viewer.t, entry.by
    if asker not in viewer.table.setup.colours:
        asker = tables().asked_by(viewer.place, entry.seq)
    who = viewer.name(asker) if asker else ""
    if done == STAY and then[0] == "phase" and then[2] == Phase.PROVOST:
        return [t.say("deed.inn.stays", seat=who)] if who else []
    if done == STAY:
        return [t.say("deed.provost.stays", seat=who) if who else t.say("deed.provost.stays.told")]
    return [t.say("deed.batch.done", seat=who)] if who else []


def option_lines(viewer: Viewer, decision: Decision, look: AnyLook) -> tuple[Option, ...]:
    """Return the options in words; for "go on", what would follow."""
    table = viewer.table
    if decision.kind == GO_ON_KIND:
        if not decision.options:
            return ()
        return (Option(decision.options[0], _what_follows(viewer), OptionGroup.MAIN),)
    return tuple(
        option_words(viewer.t, table.rules, decision, text, look, table.people.names) for text in decision.options
    )


def _what_follows(viewer: Viewer) -> str:
    """Return what would happen on "go on"."""
    colours = viewer.table.setup.colours
    raw = seen_events(viewer.table.referee, viewer.table.coming, viewer.unknown)
    lines = deed_lines(viewer.t, [spoken(part, colours) for part in raw], viewer.table.people.names)
    if not lines and viewer.table.waiting:
        return viewer.t.say("web.go_on.hand", who=viewer.name(viewer.table.waiting))
    if not lines:
        return viewer.t.say("web.go_on.draw" if viewer.table.draws_next else "web.go_on.passed_over")
    more = [viewer.t.say("told.more", n=len(lines) - MOST)] if len(lines) > MOST else []
    return viewer.t.say("web.go_on", what=" ".join([*lines[:MOST], *more]))


def doer(viewer: Viewer, by: str) -> str:
    """Return the name of an entry's author; for the host, the name of their seat if they have just one."""
    if by in viewer.table.setup.colours:
        return viewer.name(by)
    if by != HOST:
        return viewer.t.say("told.somebody")
    own = [colour for colour, device in viewer.place.seated.items() if device == viewer.place.opened.host]
    return viewer.name(own[0]) if len(own) == 1 else viewer.t.say("told.host")


def _about_people(viewer: Viewer, entry: Entry) -> str:
    t, who = viewer.t, doer(viewer, entry.by)
    match entry.kind:
        case EntryKind.COUNTED:
            return t.say("told.counted", who=who, seat=viewer.name(entry.data["seat"]))
        case EntryKind.UNDONE:
            return _undone(viewer, who, entry)
        case EntryKind.DEPTH:
            return t.say("told.depth", who=who, depth=depth_words(t)[entry.data["depth"]][0])
    return _about_a_seat(viewer, who, entry) if "seat" in entry.data else _of_the_table(t, who, entry)


def _about_a_seat(viewer: Viewer, who: str, entry: Entry) -> str:
    t, colour = viewer.t, entry.data["seat"]
    match entry.kind:
        case EntryKind.NAMED:
            return t.say("told.named", seat=t.name(f"player.{colour}"), name=viewer.name(colour))
        case EntryKind.LEFT:
            return _left(viewer, colour)
        case EntryKind.LINKED:
            return _linked(viewer, who, entry)
        case EntryKind.HINTED:
            return t.say("told.hinted", who=viewer.name(colour))
        case EntryKind.MIND if entry.data["level"]:
            text = t.say("told.mind", seat=viewer.name(colour), level=level_words(t)[entry.data["level"]][0])
            if not keeps_cards(viewer, colour):
                return text
            drawn = viewer.table.setup.chance == Chance.TABLE
            return f"{text} {t.say('told.mind.hand') if drawn else t.say('told.mind.dealt')}"
        case EntryKind.MIND:
            return t.say("told.no_mind", seat=viewer.name(colour))
    return _seated(viewer, who, entry.data)


def _seated(viewer: Viewer, who: str, data: Mapping[str, Any]) -> str:
    """Return who has a seat now and, if it is not simply the player sitting down, that the device sees the hand."""
    t, seat = viewer.t, data["seat"]
    if seat == HOST:
        return t.say("told.linked.host_back") if data.get(LINK) else t.say("told.other_host")
    if data.get(LINK):
        text = t.say("told.linked.back", seat=viewer.name(seat))
    elif data.get(BY_HOST) and not viewer.table.setup.practice:
        text = t.say("told.seated.host", seat=viewer.name(seat))
    elif data.get(INSTEAD):
        text = t.say("told.seated.instead", who=who, seat=viewer.name(seat))
    else:
        return t.say("told.seated", seat=viewer.name(seat))
    return f"{text} {t.say('told.seated.hand')}" if keeps_cards(viewer, seat) else text


def _linked(viewer: Viewer, who: str, entry: Entry) -> str:
    """Return for whom there is a new link, and who made it: somebody at the table, or whoever runs the server."""
    t, seat = viewer.t, entry.data["seat"]
    if seat == HOST:
        return t.say("told.linked.host", who=who) if entry.by else t.say("told.linked.host.server")
    name = viewer.name(seat)
    return t.say("told.linked", who=who, seat=name) if entry.by else t.say("told.linked.server", seat=name)


def _left(viewer: Viewer, seat: str) -> str:
    text = viewer.t.say("told.left", seat=viewer.name(seat))
    return f"{text} {viewer.t.say('told.left.hand')}" if keeps_cards(viewer, seat) else text


def keeps_cards(viewer: Viewer, seat: str) -> bool:
    """Return whether a seat has a hand that only its device sees."""
    table = viewer.table
    tracked = table.depth == Depth.REFEREE and seat not in table.setup.untracked
    return table.referee.hands is not None and tracked


def _undone(viewer: Viewer, who: str, entry: Entry) -> str:
    """Return what was undone: the first entry, and how many more."""
    first = entry.data["to"]
    near = (
        tables().log(viewer.place.opened.id, last=viewer.table.seq - first + 1) if entry.seq - first < FARTHEST else []
    )
    what = next((entry_lines(viewer, log_entry, first=1)[0] for log_entry in near if log_entry.seq == first), "")
    n = entry.data.get("n", 1)
    if not what:
        return viewer.t.say("told.undone", who=who)
    if n == 1:
        return viewer.t.say("told.undone.what", who=who, what=what)
    return viewer.t.say("told.undone.several", who=who, what=what, n=n)


def _corrected(viewer: Viewer, entry: Entry) -> Iterator[str]:
    """Yield whose fields were corrected, from what to what, and why."""
    t, who, told = viewer.t, doer(viewer, entry.by), changes(viewer, entry)
    hands = [path for path in entry.data["changes"] if is_hand(path) and path.partition(".")[0] in viewer.unknown]
    if not told and not hands:
        yield t.say("told.corrected", who=who)
    for path in hands:
        n = len([card for card in re.split(r"[/\s]+", entry.data["changes"][path]) if card])
        yield t.say("told.corrected.hand", who=who, seat=viewer.name(path.partition(".")[0]), n=n)
    for what, old, new in told[:MOST]:
        yield t.say("told.set", who=who, what=what, old=old, new=new)
    if len(told) > MOST:
        yield t.say("told.more", n=len(told) - MOST)
    if entry.data.get("why"):
        yield t.say("told.why", why=entry.data["why"])


def changes(viewer: Viewer, entry: Entry) -> list[tuple[str, str, str]]:
    """Return the corrected fields with old and new values, without those that this device may not see.

    A player's own field is named without the player, who is the subject of the sentence.
    """
    data, fields_before = seen_data(viewer.table, entry, viewer.unknown), viewer.table.referee.schema.fields
    rows = []
    for path, new in data["changes"].items():
        field = fields_before.get(path)
        if field and field.group:  # what no form shows has no name; entries of before may have set it
            what, owner = fields.label(field, viewer.t), field.group
            if owner in viewer.table.setup.colours and viewer.name(owner) != doer(viewer, entry.by):
                what = viewer.t.say("told.whose", player=viewer.name(owner), what=what)
            old, now = (fields.worded(field, text, viewer.t, viewer.name) for text in (data["old"].get(path, ""), new))
            rows.append((what, old, now))
    return rows


def _of_the_table(t: Translator, who: str, entry: Entry) -> str:
    match entry.kind:
        case EntryKind.REFUSED:
            return t.say("told.withdrawn", who=who) if entry.data.get(WITHDRAWN) else t.say("told.refused", who=who)
        case EntryKind.CLOCK:
            return t.say("told.clock", who=who) if any(entry.data.values()) else t.say("told.clock.off", who=who)
        case EntryKind.REMATCH:
            return t.say("told.rematch", who=who, code=entry.data["code"])
        case EntryKind.REMINDERS:
            return t.say("told.reminders.on", who=who) if entry.data["shown"] else t.say("told.reminders.off", who=who)
    return t.say(f"told.{entry.kind}", who=who)
