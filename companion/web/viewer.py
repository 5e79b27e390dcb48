"""Who is looking at a table: the device's token, its seats, and the seat whose view is shown."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import werkzeug
from flask import Response, current_app, g, request

from companion.engine.game import Decision
from companion.engine.look import AnyLook
from companion.i18n.translator import Translator
from companion.rules import Rules
from companion.table.open_tables import OpenTable
from companion.table.people import Who
from companion.table.redaction import drawing, hidden, seen_decision
from companion.table.snapshot import TableSnapshot
from companion.table.tables import Tables
from companion.table.tokens import fingerprint, new_token, read_code
from companion.table.vocabulary import Depth, Role
from companion.web.alone import alone
from companion.web.handoff import handoff
from companion.web.locale import code, content

DEVICE = "device"
"""The cookie that identifies a device at all its tables."""

ORGANISER = "organiser"
"""The cookie that holds the organiser's key, and the setting that holds its hash."""

_LONGEST = 400 * 24 * 3600
"""Seconds that a cookie is kept: browsers allow no more."""

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def tables() -> Tables:
    """Return all tables of the running app."""
    current: Tables = current_app.extensions["tables"]
    return current


def token() -> str:
    """Return the token of this device, or an empty string. Other programs send it in a header."""
    header = request.headers.get("Authorization", "")
    if header.startswith("Bearer "):
        return header.removeprefix("Bearer ").strip()[:80]
    return str(g.get("new_token", "")) or request.cookies.get(DEVICE, "")[:80]


def some_token() -> str:
    """Return the token of this device, creating one that is sent with this response. Only for responses to a POST."""
    own = token()
    if not own:
        own = g.new_token = new_token()
    return own


def organises() -> bool:
    """Return whether this device has the organiser's key, see `web.table.organising`."""
    key = request.cookies.get(ORGANISER, "")
    return bool(key) and tables().store.setting(ORGANISER) == fingerprint(key)


def remember_device(response: Response) -> Response:
    """Send a new token as a cookie, and with each tap of a device at its table the one that it has.

    Not over HTTPS: a cookie from before would no longer be sent without.
    """
    taps = request.method == "POST" and "viewer" in g and not g.viewer.who.spectator and not request.is_secure
    if given := g.get("new_token") or (taps and request.cookies.get(DEVICE)):
        keep(response, DEVICE, given)
    return response


def keep(response: werkzeug.Response, name: str, value: str) -> None:
    """Have the device keep a cookie; no script reads it."""
    response.set_cookie(name, value, max_age=_LONGEST, httponly=True, samesite="Lax", secure=request.is_secure)


@dataclass(frozen=True)
class Viewer:
    """A table as seen by whoever sent the request."""

    place: OpenTable
    table: TableSnapshot
    who: Who
    t: Translator
    seat: str
    """The seat whose hand and choices are shown; empty for spectators."""
    handed: str = ""
    """The player who has to take the only device first, since they see a hand on it."""

    @property
    def code(self) -> str:
        """The code that joins the table, also used in its address."""
        return self.place.opened.code

    @property
    def role(self) -> Role:
        return Role.HOST if self.who.host else Role.SEAT if self.who.colours else Role.SPECTATOR

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats of this device, in seating order."""
        return tuple(colour for colour in self.table.setup.colours if colour in self.who.colours)

    @cached_property
    def decision(self) -> Decision | None:
        """The open choice, if this device may make it."""
        decision = self.table.decision
        if decision is None or self.who.spectator or self.table.people.paused or self.table.people.ended:
            return None
        if drawing(self.table.referee, decision) in self.unknown:
            return None
        if self.table.mind and decision.seat not in self.who.colours:
            return None
        if decision.chance or decision.seat == self.seat or self.who.host:
            return seen_decision(self.table.referee, decision, self.unknown)
        return None

    @cached_property
    def holds_all(self) -> bool:
        """Whether this device has every seat that people play, so that it may see whatever is in the log."""
        people = set(self.table.setup.colours) - set(self.table.people.minds)
        return bool(people) and people <= self.place.who(token()).colours

    @cached_property
    def unknown(self) -> frozenset[str]:
        """The players whose hands this device may not see."""
        return hidden(self.table, self.who)

    @cached_property
    def look(self) -> AnyLook:
        """The table as far as this seat may see it."""
        return self.table.game.look(self.seat or None)

    @cached_property
    def looking_on(self) -> "Viewer":
        """The same table as seen by a spectator."""
        return replace(self, who=Who(), seat="")

    def name(self, colour: str) -> str:
        """Return a player's name, or their color."""
        return self.table.people.names.get(colour) or self.t.name(f"player.{colour}")


def viewer_of(joining: str, mine: str | None = None) -> Viewer:
    """Return the viewer for a table's code, and for a token if one is given. Raises `NoSuchTable`."""
    place = tables().visit(read_code(joining))
    device = token() if mine is None else mine
    who = place.who(device)
    if not who.spectator and (handed := handoff()):
        handed.known = device
    table = place.snapshot
    seat, taker = _shown_seat(table, who), ""
    if alone() and _handed_round(table, who):
        seat, taker = _seat_in_hand(table, who)
        who = Who(frozenset({seat} if seat else ()), host=who.host)
    viewer = g.viewer = Viewer(place, table, who, table_words(code(), table), seat, taker)
    return viewer


def _handed_round(table: TableSnapshot, who: Who) -> bool:
    """Return whether several people hide their hands from each other on one device."""
    return table.depth == Depth.REFEREE and table.keeps_hands and len(who.colours) > 1 and not table.over


def _seat_in_hand(table: TableSnapshot, who: Who) -> tuple[str, str]:
    """Return whose device it is now, as its pages say, and the player who has to take it before anything is shown."""
    held, decision = _asked_seat(), table.decision
    turn = (drawing(table.referee, decision) or decision.seat or "") if decision else ""
    if turn in who.colours and turn != held and not (table.leads_to_lay or table.people.paused):
        return "", turn
    return (held if held in who.colours else ""), ""


def _asked_seat() -> str:
    return request.args.get("seat") or (request.form.get("seat", "") if request.mimetype in FORMS else "")


def _shown_seat(table: TableSnapshot, who: Who) -> str:
    """Return which seat of this device to show: the one requested, else the one whose turn it is, else the first."""
    mine = [colour for colour in table.setup.colours if colour in who.colours]
    for colour in (_asked_seat(), table.waiting):
        if colour in mine:
            return colour
    return mine[0] if mine else ""


def table_words(language: str, table: TableSnapshot) -> Translator:
    """Return a translator for the box of a table."""
    return box_words(language, table.rules)


def box_words(language: str, rules: Rules) -> Translator:
    """Return a translator for a box."""
    return _words(language, rules, content())


@lru_cache(maxsize=256)
def _words(language: str, rules: Any, library: Any) -> Translator:
    translator: Translator = library.translator(language, rules)
    return translator
