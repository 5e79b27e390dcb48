"""The organiser of a club night or a convention: all tables of a server, their results, and links to lost seats.

Whoever starts the server with `--organiser` gets a link whose key makes a device the organiser's. The next such link
makes it void.
"""

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.table import exports
from companion.table.rows import Opened
from companion.table.tokens import fingerprint, read_code, read_key
from companion.table.vocabulary import HOST
from companion.web.locale import code, content, own_box, words
from companion.web.numbers import whole
from companion.web.refusals import broken_words
from companion.web.table.home import Mine, line_of
from companion.web.table.links import card, keep_secret, link_page, printed
from companion.web.viewer import ORGANISER, keep, organises, table_words, tables, viewer_of

pages = Blueprint("organising", __name__, url_prefix="/organiser")
pages.after_request(keep_secret)

ON_A_PAGE = 100


@dataclass(frozen=True)
class Listed:
    """A table as the organiser sees it."""

    line: Mine
    places: list[tuple[str, str]]
    """The host's place and the seats, with their names."""


@pages.before_request
def _only_organisers() -> Response | None:
    if request.endpoint in ("organising.offer", "organising.enter") or organises():
        return None
    return _refused()


def _refused() -> Response:
    text = words().say("web.organiser.none")
    return make_response(render_template("missing.html", status=403, said=text, nearest=[]), 403)


@pages.get("/<key>")
def offer(key: str) -> str | Response:
    """Offer to make this device the organiser's. Changes nothing."""
    return render_template("table/organise.html", key=key) if _valid(key) else _refused()


@pages.post("/")
def enter() -> BaseResponse:
    """Make this device the organiser's."""
    key = read_key(request.form.get("key", ""))
    if not _valid(key):
        return _refused()
    answer = redirect(url_for(".show"), 303)
    keep(answer, ORGANISER, key)
    return answer


def _valid(key: str) -> bool:
    return tables().store.setting(ORGANISER) == fingerprint(read_key(key) or "-")


@pages.get("/")
def show() -> str:
    """Show the tables: those that are played first, and of these the one that has waited longest."""
    page = _page()
    listed, broken = tables().mine(None, _listed, ON_A_PAGE, (page - 1) * ON_A_PAGE)
    return render_template(
        "table/organiser.html",
        t=own_box(content().library.games[0]).t,
        listed=sorted(listed, key=lambda table: (table.line.over, table.line.at)),
        broken=broken_words(broken),
        page=page,
        further=len(listed) + len(broken) == ON_A_PAGE,
        count=tables().store.count(),
        most=tables().limits.tables,
    )


def _page() -> int:
    return whole(request.args.get("page", ""), 1, digits=4) or 1


def _listed(opened: Opened) -> Listed:
    line, table = line_of(opened), tables().snapshot(opened.id)
    t, people = table_words(code(), table), table.people
    seats = [colour for colour in table.setup.colours if colour not in people.minds]
    names = [(colour, people.names.get(colour) or t.name(f"player.{colour}")) for colour in seats]
    return Listed(line, [(HOST, t.say("told.host")), *names])


@pages.post("/link")
def link() -> str:
    """Make a link to a place at any table."""
    form = request.form
    id, seat = tables().by_code(read_code(form.get("code", ""))).id, form.get("seat", "")
    key = tables().link(id, seat)
    return link_page(viewer_of(form.get("code", "")), seat, key, url_for(".show"))


@pages.get("/cards.pdf")
def cards() -> Response:
    """Return a card with the code of each table of a page that is being played."""
    t = words()
    lines, _ = tables().mine(None, line_of, ON_A_PAGE, (_page() - 1) * ON_A_PAGE)
    sheet = tuple(
        card(
            t, (line.name, line.players), line.code, url_for("joining.join", code=line.code, _external=True),
            t.say("web.card.table"),
        )
        for line in reversed(lines)
        if not line.over
    )  # fmt: skip
    return printed(sheet, t.say("web.organiser.title"), t.code)


@pages.get("/results.csv")
def results() -> Response:
    """Return the results of all tables as a spreadsheet; a few that are just over may still be missing."""
    played, _, _ = tables().results(None, lambda opened, summary: (opened, summary))
    answer = Response(exports.results_csv(played, words()).encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="Caylus.csv"'
    return answer
