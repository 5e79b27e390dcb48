"""Minds at a table: their thoughts for the pages, carrying out their moves, and plans for people."""

from secrets import token_urlsafe
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.table.commands import Play
from companion.table.errors import NotAllowed, Stale, TableError
from companion.table.people import Who
from companion.table.vocabulary import EntryKind
from companion.web.handoff import Busy
from companion.web.numbers import whole
from companion.web.parts.minds import mind_panel, plan_panel, planned, thought
from companion.web.refusals import refusal_words
from companion.web.screens import FOR_ALL, SCREENS, wall
from companion.web.screens.rendering import along, screen
from companion.web.viewer import Viewer, tables, viewer

pages = Blueprint("minds", __name__)


@pages.errorhandler(Busy)
def busy(_: Busy) -> Response:
    """Say nothing: the page shows that the mind is thinking, and asks again."""
    return Response(status=503, headers={"Retry-After": "2"})


@pages.get("/t/<code>/mind")
def think(code: str) -> Answer:
    """Find the mind's move, then show it: as a part of an open page, or by going back to the screen."""
    on_wall = _screen() in FOR_ALL
    if on_wall:
        wall.speak()
    seen = viewer(code)
    if seen.table.mind:
        thought(seen)
    mind = mind_panel(seen)
    return _part(seen, "table/mind_wall.html" if on_wall and mind else "table/mind.html", mind=mind)


@pages.get("/t/<code>/plans")
def plans(code: str) -> Answer:
    """Make the plans that a player has asked for."""
    seen = viewer(code)
    panel = plan_panel(seen)
    if panel and panel.shown:
        planned(seen)
    return _part(seen, "table/plans.html", plans=plan_panel(seen))


@pages.post("/t/<code>/mind")
def done(code: str) -> Answer | tuple[str, int]:
    """Carry out the mind's move: somebody has moved the pieces."""
    seen = viewer(code)
    number, key = whole(request.form.get("seen", "")), request.form.get("key", "")[:60] or None
    said, status = "", 200
    try:
        _carry_out(seen, number, key)
    except Stale as error:
        said, status = refusal_words(seen.t, error), 409
    except TableError as error:
        said, status = refusal_words(seen.t, error, seen.table.people.names), 422
    name = _screen()
    if request.headers.get("HX-Request") or said:
        page = screen(viewer(code), name, notice=said, whole=not request.headers.get("HX-Request"))
        return page, status
    return redirect(url_for("screens.show", code=code, name=name, **along()), 303)


def _carry_out(seen: Viewer, number: int, key: str | None) -> None:
    """Enter the move for the mind's seat, unless somebody has just done so. Raises `TableError`."""
    if seen.who.spectator:
        raise NotAllowed("spectator")
    if number != seen.table.seq:
        if _just_done(seen, number):
            return
        raise Stale("stale", newest=seen.table.seq)
    move, seat = thought(seen), seen.table.waiting
    tables().act(seen.place.opened.id, Play(actions=move.actions), Who(frozenset({seat})), seen=number, key=key)


def _just_done(seen: Viewer, number: int) -> bool:
    """Return whether somebody else has just carried out the move that this page showed."""
    return any(
        entry.seq == number + 1 and entry.kind == EntryKind.PLAYED and entry.by in seen.table.people.minds
        for entry in seen.table.latest
    )


def _part(seen: Viewer, template: str, **parts: Any) -> Answer:
    """Return a part of an open page; without a script, go back to the screen, which shows it now."""
    if not request.headers.get("HX-Request"):
        return redirect(url_for("screens.show", code=seen.code, name=_screen(), **along()), 303)
    answer = Response(
        render_template(
            template,
            seen=seen,
            t=seen.t,
            table=seen.table,
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
