"""Joining and leaving a table: its code and QR code, taking a seat, giving it away, letting somebody in.

Opening an address never takes a seat. A seat that another device has is requested, and the holder answers.
"""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.table.tokens import CODE_LENGTH, LONGEST_CODE, like_code, read_code
from companion.web import sprites
from companion.web.addresses import visitor
from companion.web.locale import moment, not_kept, words
from companion.web.screens.rendering import screen
from companion.web.screens.seats import is_free, joining_address
from companion.web.viewer import some_token, tables, token, viewer_of

pages = Blueprint("joining", __name__)
pages.after_request(not_kept)

ALL = "all"
"""All free seats: one device for the whole table."""

_KEPT = 20
"""The characters that are kept of what was typed for a code."""


@pages.get("/j/<code>")
def join(code: str) -> str:
    """Show the seats of a table."""
    return screen(viewer_of(code), "join", whole=True)


@pages.get("/j")
def find() -> BaseResponse | str:
    """Find a table by the code that was typed."""
    typed = request.args.get("code", "").strip()[:_KEPT]
    if not typed:
        return render_template("table/find.html", typed="", said=words().say("web.find.empty"))
    if not like_code(typed):
        text = words().say("web.find.not_code", least=CODE_LENGTH, most=LONGEST_CODE)
        return Response(render_template("table/find.html", typed=typed, said=text), 422)
    return redirect(url_for(".join", code=read_code(typed)))


@pages.get("/t/<code>/qr.svg")
def qr(code: str) -> Response:
    """Return the address for joining as a QR code."""
    answer = sprites.qr(joining_address(tables().by_code(read_code(code)).code))
    answer.headers["Cache-Control"] = "private, max-age=300"
    return answer


# seats


@pages.post("/t/<code>/sit")
def sit(code: str) -> BaseResponse:
    """Take or request a seat, or take all free ones."""
    opened = tables().by_code(read_code(code))
    wanted, device = [request.form.get("seat", "")], some_token()
    if wanted == [ALL]:
        place = tables().place(opened.id)
        wanted = [colour for colour in opened.setup.colours if is_free(place, colour)]
    done = [tables().sit(opened.id, colour, device, visitor()) for colour in wanted]
    return _on(opened.code, all(done))


def _on(code: str, seated: bool) -> BaseResponse:
    """Redirect to the table, or to the seats to wait for an answer."""
    return redirect(url_for("rendering.show", code=code) if seated else url_for("joining.join", code=code), 303)


@pages.post("/t/<code>/leave")
def leave(code: str) -> BaseResponse:
    viewer = viewer_of(code)
    tables().leave(viewer.place.opened.id, request.form.get("seat", ""), viewer.who)
    return _back(viewer.code)


@pages.post("/t/<code>/answer")
def answer(code: str) -> BaseResponse:
    """Accept or refuse another device's request."""
    viewer, form = viewer_of(code), request.form
    allow = form.get("answer") == "allow"
    tables().answer(viewer.place.opened.id, form.get("seat", ""), form.get("mark", ""), token(), allow=allow)
    return _back(viewer.code)


@pages.post("/t/<code>/lock")
def lock(code: str) -> BaseResponse:
    """Set whether new devices need permission to take a seat."""
    viewer = viewer_of(code)
    tables().lock_seats(viewer.place.opened.id, viewer.who, locked=request.form.get("locked") == "1")
    return _back(viewer.code)


@pages.post("/t/<code>/delete")
def delete(code: str) -> BaseResponse:
    """Delete a table, confirmed by typing its code."""
    if read_code(request.form.get("confirm", "")) != read_code(code):
        viewer = viewer_of(code)
        text = words().say("web.settings.delete.not_typed", code=viewer.code)
        return Response(screen(viewer, "settings", notice=text, whole=True), 422)
    tables().delete(read_code(code), token())
    return redirect(url_for("home.home"), 303)


@pages.post("/t/<code>/restore")
def restore(code: str) -> BaseResponse:
    """Restore a table that this device has deleted."""
    tables().restore(read_code(code), token())
    return redirect(url_for("rendering.show", code=read_code(code)), 303)


def deleted_words() -> list[tuple[str, str, str]]:
    """Return the code, title and deadline of each table that this device can restore."""
    return [
        (deleted_table.code, deleted_table.title, moment(words(), deleted_table.until))
        for deleted_table in tables().deleted(token())
    ]


def _back(code: str) -> BaseResponse:
    """Redirect to the screen of the form."""
    name = request.form.get("screen", "join")
    if name in ("settings", "seat", "board"):
        return redirect(url_for("rendering.show", code=code, name=name, seat=request.form.get("seat") or None), 303)
    return redirect(url_for("joining.join", code=code), 303)
