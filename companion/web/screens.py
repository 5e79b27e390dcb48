"""The screens of a table: each a template and a function from a viewer to what the template needs.

A screen is drawn whole for a visit, and as a fragment when something has happened: the page on the device puts the
fragment in its place. A screen is a function of (table, seat, language) and nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for

from companion.table.vocabulary import Depth
from companion.web.drawn import drawn
from companion.web.frame import top
from companion.web.letting_in import answerable
from companion.web.people import Viewer, viewer

pages = Blueprint("screens", __name__)

Build = Callable[[Viewer], dict[str, Any]]


@dataclass(frozen=True)
class Screen:
    """One screen."""

    name: str
    template: str
    build: Build
    open: bool = True
    """Whether somebody without a seat may see it."""


SCREENS: dict[str, Screen] = {}
"""By the name that stands in the address."""


def register(name: str, build: Build, *, open: bool = True) -> None:
    """A screen more; its template is `table/NAME.html`."""
    SCREENS[name] = Screen(name, f"table/{name}.html", build, open)


@pages.get("/t/<code>")
@pages.get("/t/<code>/<any(seat, board, log, scores, correct, settings, help, end, assistant, sheet, lay, join):name>")
def show(code: str, name: str = "seat") -> str:
    """A screen as a whole page."""
    return screen(viewer(code), name, whole=True)


@pages.get("/t/<code>/view/<name>")
def view(code: str, name: str) -> Response:
    """The same as a fragment, for a page that is open."""
    answer = Response(screen(viewer(code), name))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def screen(seen: Viewer, name: str, *, notice: str = "", whole: bool = False) -> str:
    """A screen drawn for a viewer."""
    found = SCREENS.get(_followed(seen, name))
    if found is None:
        abort(404)
    with seen.place.lock:  # nobody sees a table half changed
        asking = answerable(seen)
        return drawn(
            seen, (name, notice, whole), lambda key: _draw(found, seen, name, asking, notice, key, whole=whole)
        )


def _draw(found: Screen, seen: Viewer, name: str, asking: object, notice: str, key: str, *, whole: bool) -> str:
    return render_template(
        found.template,
        frame="table/page.html" if whole else "table/fragment.html",
        screen=name,
        seen=seen,
        t=seen.t,
        table=seen.table,
        top=top(seen),
        asking=asking,
        here=url_for("screens.show", code=seen.code, name=name, seat=request.values.get("seat") or None),
        notice=notice,
        key=key,
        mine=[colour for colour in seen.table.setup.colours if colour in seen.who.colours],
        asked_seat=request.values.get("seat", ""),
        **found.build(seen),
    )


def _followed(seen: Viewer, name: str) -> str:
    """A seat has one screen for each depth: that of the assistant and of the score sheet are screens of their own."""
    depth = seen.table.depth
    return depth.value if name == "seat" and depth != Depth.REFEREE and depth.value in SCREENS else name


def register_all() -> None:
    """Every screen there is."""
    from companion.web.assistant_screen import assistant
    from companion.web.board_screen import board
    from companion.web.correct_screen import correct
    from companion.web.end_screen import end
    from companion.web.joining import seats
    from companion.web.lay_screen import lay
    from companion.web.log_screen import log
    from companion.web.scores_screen import scores
    from companion.web.seat_screen import seat
    from companion.web.settings_screen import settings
    from companion.web.sheet_screen import sheet

    register("seat", seat)
    register("join", seats)
    register("lay", lay)
    register("assistant", assistant)
    register("sheet", sheet)
    register("log", log)
    register("correct", correct)
    register("settings", settings)
    register("board", board)
    register("scores", scores)
    register("end", end)
