"""Coming to a table and leaving it: its code and QR code, taking a seat, giving it away, letting somebody in.

Reading an address never takes a seat. Where another device has the seat, it is asked for, and whoever has it answers.
"""

from io import BytesIO
from ipaddress import ip_address
from typing import Any

import segno
from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.network import network_address
from companion.table.tokens import fingerprint, read_code
from companion.web.lookup import not_kept
from companion.web.people import Viewer, some_token, tables, token, viewer
from companion.web.screens import screen
from companion.web.viewer import words

pages = Blueprint("joining", __name__)
pages.after_request(not_kept)

ALL = "all"
"""Every seat that is free: one device for the whole table."""


@pages.get("/j/<code>")
def join(code: str) -> str:
    """The seats of a table, to take one."""
    return screen(viewer(code), "join", whole=True)


@pages.get("/j")
def find() -> Answer:
    """The code as it was typed."""
    return redirect(url_for(".join", code=read_code(request.args.get("code", "")) or "-"))


def seats(seen: Viewer) -> dict[str, Any]:
    """What the template needs: each seat, how it stands with this device, and how others come here."""
    mark = fingerprint(token())[:12]
    asking = tables().asking(seen.place.opened.id)
    return {
        "rows": [(colour, _stands(seen, colour)) for colour in seen.table.setup.colours],
        "asked": {colour for colour, by in asking if by == mark},
        "free": [colour for colour in seen.table.setup.colours if colour not in seen.place.seated],
        "address": joining_address(seen.code),
        "locked": seen.table.locked,
    }


def _stands(seen: Viewer, colour: str) -> str:
    """Whether a seat is this device's own, free, or somebody else's."""
    if colour in seen.who.colours:
        return "mine"
    return "taken" if colour in seen.place.seated else "free"


def joining_address(code: str) -> str:
    """The address that other phones can open; who hosts under localhost has another one in the network.

    >>> from companion.web import create_app
    >>> with create_app().test_request_context("/", base_url="http://192.168.1.20:8327"):
    ...     joining_address("AB3DE")
    'http://192.168.1.20:8327/j/AB3DE'
    """
    address = url_for("joining.join", code=code, _external=True)
    host = request.host.rpartition(":")[0] if ":" in request.host else request.host
    return address.replace(request.host, request.host.replace(host, network_address(), 1), 1) if _own(host) else address


def _own(host: str) -> bool:
    """Whether only this machine knows itself by that name."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


@pages.get("/t/<code>/qr.svg")
def qr(code: str) -> Response:
    """The address as a QR code, dark on light in any surroundings."""
    place = tables().by_code(read_code(code))
    drawn = BytesIO()
    segno.make(joining_address(place.code), micro=False).save(
        drawn, kind="svg", xmldecl=False, omitsize=True, border=3, dark="#221c14", light="#fffbf2"
    )
    answer = Response(drawn.getvalue(), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "private, max-age=300"
    return answer


# seats


@pages.post("/t/<code>/sit")
def sit(code: str) -> Answer:
    """Take a seat, or ask for it; a device can take all free ones."""
    place = tables().by_code(read_code(code))
    wanted, device = request.form.get("seat", ""), some_token()
    if wanted == ALL:
        seated = tables().place(place.id).seated
        done = [tables().sit(place.id, colour, device) for colour in place.setup.colours if colour not in seated]
        return _on(place.code, all(done))
    return _on(place.code, tables().sit(place.id, wanted, device))


def _on(code: str, seated: bool) -> Answer:
    """To the table, or back to the seats to wait for an answer."""
    return redirect(url_for("screens.show", code=code) if seated else url_for("joining.join", code=code), 303)


@pages.post("/t/<code>/leave")
def leave(code: str) -> Answer:
    """Free a seat."""
    seen = viewer(code)
    tables().leave(seen.place.opened.id, request.form.get("seat", ""), seen.who)
    return _back(seen.code)


@pages.post("/t/<code>/answer")
def answer(code: str) -> Answer:
    """Let another device have a seat, or not."""
    seen, form = viewer(code), request.form
    allow = form.get("answer") == "allow"
    tables().answer(seen.place.opened.id, form.get("seat", ""), form.get("mark", ""), seen.who, allow=allow)
    return _back(seen.code)


@pages.post("/t/<code>/lock")
def lock(code: str) -> Answer:
    """Whether devices may sit down without being let in."""
    seen = viewer(code)
    tables().lock_seats(seen.place.opened.id, seen.who, locked=request.form.get("locked") == "1")
    return _back(seen.code)


@pages.post("/t/<code>/delete")
def delete(code: str) -> Answer:
    """Delete a table for good; the code typed says that it is meant."""
    seen = viewer(code)
    if read_code(request.form.get("confirm", "")) != seen.code:
        said = words().say("web.settings.delete.not_typed", code=seen.code)
        return Response(screen(seen, "settings", notice=said, whole=True), 422)
    tables().delete(seen.place.opened.id, seen.who)
    return redirect(url_for("home.home"), 303)


def _back(code: str) -> Answer:
    """To the screen that the form stood on."""
    name = request.form.get("screen", "join")
    if name in ("settings", "seat", "board"):
        return redirect(url_for("screens.show", code=code, name=name), 303)
    return redirect(url_for("joining.join", code=code), 303)
