"""Rendering screens: as a whole page for a visit, and as a fragment for updates.

The page on the device replaces the old fragment by the new one.
"""

import secrets
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for

from companion.table.vocabulary import Depth
from companion.web.parts.frame import top
from companion.web.parts.minds import mind_panel, plan_panel
from companion.web.parts.seat_requests import answerable
from companion.web.screens import FOR_ALL, SCREENS, wall
from companion.web.viewer import Viewer, viewer_of

pages = Blueprint("rendering", __name__)

PARAMETERS = ("seat", "before", "at", "of", "language")
"""The query parameters of a screen, which are kept whenever it is rendered again."""


@pages.before_request
def _speak() -> None:
    if (request.view_args or {}).get("name") in FOR_ALL:
        wall.speak()


@pages.after_request
def _remember(answer: Response) -> Response:
    return wall.remember(answer) if (request.view_args or {}).get("name") in FOR_ALL else answer


@pages.get("/t/<code>")
@pages.get(f"/t/<code>/<any({', '.join(SCREENS)}):name>")
def show(code: str, name: str = "seat") -> str:
    """Show a screen as a whole page."""
    return screen(viewer_of(code), name, whole=True)


@pages.get("/t/<code>/view/<name>")
def view(code: str, name: str) -> Response:
    """Return a screen as a fragment, for a page that is open."""
    answer = Response(screen(viewer_of(code), name))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def screen(viewer: Viewer, name: str, *, notice: str = "", whole: bool = False) -> str:
    """Render a screen for a viewer."""
    followed = _followed(viewer, name)
    if followed not in SCREENS:
        abort(404)
    if followed in FOR_ALL:
        viewer = viewer.looking_on
    part = "page" if whole else "fragment"

    return render_template(
        f"table/{followed}.html",
        frame=f"table/bare_{part}.html" if followed in FOR_ALL else f"table/{part}.html",
        screen=name,
        seen=viewer,
        t=viewer.t,
        table=viewer.table,
        top=top(viewer),
        asking=answerable(viewer),
        here=url_for("rendering.show", code=viewer.code, name=name, **along()),
        notice=notice,
        key=secrets.token_urlsafe(9),
        mind=mind_panel(viewer),
        plans=plan_panel(viewer),
        along=along(),
        asked_seat=request.values.get("seat", ""),
        **vars(SCREENS[followed](viewer)),
    )


def along() -> dict[str, Any]:
    return {name: request.values[name] for name in PARAMETERS if request.values.get(name)}


def _followed(viewer: Viewer, name: str) -> str:
    """Return the screen that a name stands for: `seat` leads to the result, or the screen of the table's depth."""
    depth = viewer.table.depth
    leads = name == "seat" or (name == "board" and viewer.who.spectator)
    if leads and viewer.table.over and depth != Depth.SHEET:
        return "end"
    return depth.value if name == "seat" and depth != Depth.REFEREE and depth.value in SCREENS else name
