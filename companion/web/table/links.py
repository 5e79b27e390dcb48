"""Links that bring a seat back on any device, browser or address: making them, and using them.

A key is in an address only to show whose seat it brings back; using it is a POST. Such pages are never stored, and tell
nobody their address.
"""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.i18n.translator import Translator
from companion.printing.link_cards import LinkCard, link_cards
from companion.table.errors import NotAllowed, NotNow
from companion.table.tokens import new_key, read_key, spaced_key
from companion.table.vocabulary import HOST
from companion.web import sprites
from companion.web.handoff import run_in_process, worked
from companion.web.parts.frame import table_name
from companion.web.screens.rendering import screen
from companion.web.screens.seats import reachable
from companion.web.viewer import Viewer, some_token, tables, viewer_of

pages = Blueprint("links", __name__)

Keys = dict[str, str]
"""A key for each place."""


@pages.after_request
def keep_secret(answer: Response) -> Response:
    """Keep keys out of caches and referrers. Forms over HTTPS need the origin, so that is all that is told."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "origin"
    return answer


@pages.post("/t/<code>/link")
def make(code: str) -> str:
    """Make a link for a seat or the host's place; the only page that ever shows it."""
    viewer, seat = viewer_of(code), request.form.get("seat", "")
    key = tables().link(viewer.place.opened.id, seat, viewer.who)
    return link_page(viewer_of(code), seat, key, url_for("rendering.show", code=viewer.code))


def link_page(viewer: Viewer, seat: str, key: str, back: str) -> str:
    """Show a new link, and where to go `back` to."""
    address = reachable(url_for("links.show", code=viewer.code, key=key, _external=True))
    return render_template(
        "table/link.html", seen=viewer, t=viewer.t, names=names(viewer, [seat]), key=spaced_key(key), address=address,
        drawn=Markup(sprites.qr(address).get_data(as_text=True)), back=back, here="",
    )  # fmt: skip


@pages.post("/t/<code>/cards")
def cards(code: str) -> Response:
    """Print a card for each place, and then make their links: those of before are valid until there are new cards."""
    viewer = viewer_of(code)
    table, name = viewer.table, table_name(viewer)
    if not viewer.who.host:
        raise NotAllowed("only_host")
    places = [HOST, *(colour for colour in table.setup.colours if colour not in table.people.minds)]
    keys = {place: new_key() for place in places}
    sheet = () if worked() else tuple(_card_of(viewer, place, name, key) for place, key in keys.items())
    pdf, keys = run_in_process(_drawn, sheet, name, viewer.t.code, keys)
    for place, key in keys.items():
        tables().link(viewer.place.opened.id, place, viewer.who, key)
    return _file(pdf)


def _drawn(sheet: tuple[LinkCard, ...], title: str, language: str, keys: Keys) -> tuple[bytes, Keys]:
    """Return cards as a file, and the keys on them."""
    return link_cards(sheet, title, language), keys


def _card_of(viewer: Viewer, place: str, name: str, key: str) -> LinkCard:
    address = url_for("links.show", code=viewer.code, key=key, _external=True)
    seat = [] if place == HOST else [viewer.t.name(f"player.{place}")]
    title = tuple(dict.fromkeys([name, names(viewer, [place]), *seat]))
    return card(viewer.t, title, viewer.code, address, viewer.t.say("web.card.seat"), key)


def card(t: Translator, title: tuple[str, ...], code: str, address: str, hint: str, key: str = "") -> LinkCard:
    """Return the card of an address, and of what to type instead of scanning it."""
    first = reachable(url_for("home.home", _external=True))
    lacking = t.say("web.card.letters")
    return LinkCard(title, code, spaced_key(key), first, hint, lacking, sprites.modules(reachable(address)))


def printed(sheet: tuple[LinkCard, ...], title: str, language: str) -> Response:
    """Return cards as a file, made in another process."""
    return _file(run_in_process(link_cards, sheet, title, language))


def _file(pdf: bytes) -> Response:
    answer = Response(pdf, content_type="application/pdf")
    answer.headers["Content-Disposition"] = 'attachment; filename="Caylus_Cards.pdf"'
    return answer


def names(viewer: Viewer, seats: list[str]) -> str:
    """Return whose places these are."""
    return viewer.t.all_of([viewer.t.say("told.host") if seat == HOST else viewer.name(seat) for seat in seats])


@pages.get("/back/<code>/<key>")
def show(code: str, key: str) -> str | BaseResponse:
    """Say what a link brings back. Changes nothing."""
    viewer = viewer_of(code)
    try:
        seats = tables().linked(viewer.place.opened.id, read_key(key))
    except NotNow:
        return void(viewer)
    return render_template(
        "table/back.html", seen=viewer, t=viewer.t, names=names(viewer, seats), key=key,
        mine=set(seats) <= viewer.who.names,
    )  # fmt: skip


@pages.post("/t/<code>/back")
def take(code: str) -> BaseResponse:
    """Take what a link brings back, by its key as it was scanned or typed."""
    viewer = viewer_of(code)
    try:
        tables().come_back(viewer.place.opened.id, read_key(request.form.get("key", "")), some_token())
    except NotNow:
        return void(viewer)
    return redirect(url_for("rendering.show", code=viewer.code), 303)


def void(viewer: Viewer) -> BaseResponse:
    return Response(screen(viewer, "join", notice=viewer.t.say("refusal.no_link"), whole=True), 422)
