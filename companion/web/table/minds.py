"""Minds at a table: their thoughts for the pages, carrying out their moves, and plans for people."""

from secrets import token_urlsafe
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.table.errors import Stale, TableError
from companion.web.handoff import Busy
from companion.web.numbers import whole
from companion.web.parts.minds import carried_out, plan_panel, planned, thought
from companion.web.refusals import refusal_words
from companion.web.screens import FOR_ALL, SCREENS, wall
from companion.web.screens.rendering import along, screen
from companion.web.viewer import Viewer, viewer_of

pages = Blueprint("minds", __name__)


@pages.errorhandler(Busy)
def busy(_: Busy) -> BaseResponse:
    """Say nothing: the screen shows that the mind is thinking, and asks again."""
    if request.headers.get("HX-Request"):
        return Response(status=503, headers={"Retry-After": "2"})
    code = str((request.view_args or {}).get("code", ""))
    return redirect(url_for("rendering.show", code=code, name=_screen(), **along()), 303)


@pages.get("/t/<code>/mind")
def think(code: str) -> BaseResponse:
    """Find the mind's move, then show the screen again: as a fragment for an open page, or as a page."""
    name = _screen()
    if name in FOR_ALL:
        wall.speak()
    viewer = viewer_of(code)
    if viewer.table.mind:
        thought(viewer)
    if not request.headers.get("HX-Request"):
        return redirect(url_for("rendering.show", code=viewer.code, name=name, **along()), 303)
    answer = Response(screen(viewer, name))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/t/<code>/plans")
def plans(code: str) -> BaseResponse:
    """Make the plans that a player has asked for."""
    viewer = viewer_of(code)
    panel = plan_panel(viewer)
    if panel and panel.shown:
        planned(viewer)
    return _part(viewer, "table/plans.html", plans=plan_panel(viewer))


@pages.post("/t/<code>/mind")
def done(code: str) -> BaseResponse | tuple[str, int]:
    """Carry out the mind's move: somebody has moved the pieces."""
    viewer = viewer_of(code)
    number, key = whole(request.form.get("seen", "")), request.form.get("key", "")[:60] or None
    text, status = "", 200
    try:
        carried_out(viewer, number, key, request.form.getlist("move"))
    except Stale as error:
        text, status = refusal_words(viewer.t, error), 409
    except TableError as error:
        text, status = refusal_words(viewer.t, error, viewer.table.people.names), 422
    name = _screen()
    if request.headers.get("HX-Request") or text:
        page = screen(viewer_of(code), name, notice=text, whole=not request.headers.get("HX-Request"))
        return page, status
    return redirect(url_for("rendering.show", code=code, name=name, **along()), 303)


def _part(viewer: Viewer, template: str, **parts: Any) -> BaseResponse:
    """Return a part of an open page; without a script, go back to the screen, which shows it now."""
    if not request.headers.get("HX-Request"):
        return redirect(url_for("rendering.show", code=viewer.code, name=_screen(), **along()), 303)
    answer = Response(
        render_template(
            template,
            seen=viewer,
            t=viewer.t,
            table=viewer.table,
            screen=_screen(),
            key=token_urlsafe(9),
            along=along(),
            **parts,
        )
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _screen() -> str:
    name = request.values.get("screen", "")
    return name if name in SCREENS else "seat"
