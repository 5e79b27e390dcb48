"""Who is looking at a table: the token of the device, the seats it holds, and the seat whose view is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from flask import Response, current_app, g, request

from companion.engine.game import Decision
from companion.i18n.translator import Translator
from companion.rules import Rules
from companion.table.open_tables import Place
from companion.table.people import Who
from companion.table.redaction import drawing, hidden, seen_decision
from companion.table.snapshot import TableSnapshot
from companion.table.tables import Tables
from companion.table.tokens import new_token, read_code
from companion.table.vocabulary import Role
from companion.web.locale import code, shelf

DEVICE = "device"
"""The cookie that a device is known by, at all its tables."""

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

_A_YEAR = 365 * 24 * 3600


def tables() -> Tables:
    """All tables of the running app."""
    found: Tables = current_app.extensions["tables"]
    return found


def token() -> str:
    """The token of this device, or nothing for one that has none yet. A display of one's own sends it in a header."""
    header = request.headers.get("Authorization", "")
    if header.startswith("Bearer "):
        return header.removeprefix("Bearer ").strip()[:80]
    return str(g.get("new_token", "")) or request.cookies.get(DEVICE, "")[:80]


def some_token() -> str:
    """The token of this device; one that has none gets it with this answer. Only for answers to a POST."""
    found = token()
    if not found:
        found = g.new_token = new_token()
    return found


def remember_device(response: Response) -> Response:
    """Give the device its new token."""
    made = g.get("new_token")
    if made:
        response.set_cookie(
            DEVICE, made, max_age=_A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure
        )  # fmt: skip
    return response


@dataclass(frozen=True)
class Viewer:
    """A table through the eyes of whoever asks."""

    place: Place
    table: TableSnapshot
    who: Who
    t: Translator
    seat: str
    """The seat whose hand and choices are shown; nobody's for those who only look."""

    @property
    def code(self) -> str:
        """The code that joins it, which is also its address."""
        return self.place.opened.code

    @property
    def role(self) -> Role:
        return Role.HOST if self.who.host else Role.SEAT if self.who.colours else Role.SPECTATOR

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of this device, as people sit."""
        return tuple(colour for colour in self.table.setup.colours if colour in self.who.colours)

    @property
    def decision(self) -> Decision | None:
        """The open choice, if this device may make it."""
        decision = self.table.decision
        if decision is None or self.who.spectator or self.table.people.paused or self.table.people.ended:
            return None
        if drawing(self.table.referee, decision) in self.unknown:
            return None
        if decision.chance or decision.seat == self.seat or self.who.host:
            return seen_decision(self.table.referee, decision, self.unknown)
        return None

    @property
    def unknown(self) -> frozenset[str]:
        """The players whose cards this device may not know."""
        return hidden(self.table, self.who)

    @property
    def look(self) -> Mapping[str, Any]:
        """What lies on the table, as far as this seat may see it."""
        return self.table.game.look(self.seat or None)

    @property
    def looking_on(self) -> "Viewer":
        """The same table for somebody who has no seat."""
        return replace(self, who=Who(), seat="")

    def name(self, colour: str) -> str:
        """What a player is called: the name given, or the colour."""
        return self.table.people.names.get(colour) or self.t.name(f"player.{colour}")


def viewer(joining: str, mine: str | None = None) -> Viewer:
    """The table of an address, for this device or for a token of its own. Raises `NoSuchTable`."""
    place = tables().visit(read_code(joining))
    who = place.who(token() if mine is None else mine)
    table = place.snapshot
    found = g.viewer = Viewer(place, table, who, table_words(code(), table), _shown_seat(table, who))
    return found


def _shown_seat(table: TableSnapshot, who: Who) -> str:
    """The seat asked for, the one whose turn it is, or the first, among those of this device."""
    mine = [colour for colour in table.setup.colours if colour in who.colours]
    asked = request.args.get("seat") or (request.form.get("seat", "") if request.mimetype in FORMS else "")
    for colour in (asked, table.waiting):
        if colour in mine:
            return colour
    return mine[0] if mine else ""


def table_words(language: str, table: TableSnapshot) -> Translator:
    """A viewer's words for the box of a table."""
    return box_words(language, table.rules)


def box_words(language: str, rules: Rules) -> Translator:
    """A viewer's words for a box."""
    return _words(language, rules, shelf())


@lru_cache(maxsize=256)
def _words(language: str, rules: Any, shelf: Any) -> Translator:
    found: Translator = shelf.translator(language, rules)
    return found
