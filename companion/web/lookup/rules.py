"""The rules look-up: the games and their contents, search, and a comparison of two boxes."""

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, send_from_directory, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion import paths
from companion.i18n import answers
from companion.i18n.languages import choose
from companion.i18n.search import PRINTED, full_id, printed_names
from companion.i18n.search import search as search_names
from companion.rules import UnknownName
from companion.rules.compare import compare as compare_editions
from companion.web.handling import HANDLING
from companion.web.locale import COOKIE, box, code, content, game_name, not_kept
from companion.web.lookup import contents
from companion.web.viewer import keep

pages = Blueprint("rules", __name__)
pages.after_request(not_kept)


LONGEST_QUESTION = 120
"""The longest search text."""


@pages.get("/rules")
def home() -> str:
    return render_template("lookup/rules.html", games=[contents.glance(game) for game in content().library.games])


@pages.get("/rules/<game>")
def game(game: str) -> str:
    """Show everything in a game: buildings as tiles, the rest as links."""
    chosen = box(game)
    data = answers.game_data(content().library, game, chosen.t)
    return render_template(
        "lookup/game.html",
        box=chosen,
        t=chosen.t,
        data=data,
        tiles=contents.tiles(chosen),
        chapters=contents.chapters(chosen),
        choices=contents.choices(chosen, data),
    )


@pages.get("/rules/<game>/<id>")
def entry(game: str, id: str) -> str | BaseResponse:
    library, chosen = content().library, box(game)
    full = full_id(library, game, id, content().overlays)
    if full != id:
        return redirect(url_for(".entry", game=game, id=full, sheet=request.args.get("sheet"), **chosen.query))
    data = answers.entry_data(chosen.rules, id, chosen.t)
    printed = printed_names(library, game, id, content().overlays) if id.partition(".")[0] in PRINTED else {}
    return render_template(
        "lookup/entry.html",
        **_frame(),
        box=chosen,
        t=chosen.t,
        data=data,
        facts=answers.facts(data, chosen.t),
        others=answers.other_names(library, game, id, data["name"], content().overlays) if printed else [],
        printed=[(*contents.edition_of(chosen, edition), name) for edition, name in printed.items()],
        on_tile=[
            (*contents.language_of(chosen, code), name, how)
            for code, name, how in answers.tile_names(chosen.rules, data, chosen.t)
        ],
        sources=answers.source_groups(chosen.rules, library, id, chosen.t),
        places=[answers.text_place(library, text, chosen.t) for text in data.get("texts", [])],
        related=contents.related(chosen, data),
        choices=contents.choices(chosen, answers.game_data(library, game, chosen.t)),
    )


@pages.get("/search")
def search() -> str:
    """Search for a name on any box and in any language, with the game that the person came from first."""
    library = content().library
    word = " ".join(request.args.get("q", "")[:LONGEST_QUESTION].split())
    game_id = request.args.get("game", "")
    chosen = box(game_id) if game_id else None
    hits = search_names(library, word, library.games, content().overlays) if word else []
    return render_template(
        "lookup/search.html",
        **_frame(),
        box=chosen,
        word=word,
        found=contents.found(hits, chosen),
        games={game: game_name(game) for game in library.games},
    )


def _frame() -> dict[str, Any]:
    """Return the frame of a response: a whole page, or a sheet over the page that requests it."""
    sheet = request.args.get("sheet") == "1"
    return {"sheet": sheet, "frame": "lookup/sheet.html" if sheet else "layout.html"}


@pages.get("/compare/<game>")
def compare(game: str) -> str:
    """Compare two boxes of a game."""
    library = content().library
    editions = library.editions(game)
    own = library.default_edition(game, code())
    first = request.args.get("first") or own
    second = request.args.get("second") or next((e for e in editions if e != first), first)
    t = content().translator(code(), library.rules(game, first))
    names = answers.differing_names(library, game, first, second, content().overlays)
    rows = [
        {
            "title": answers.title(d, t),
            "said": (answers.said(d, 0, t), answers.said(d, 1, t)),
            "played": answers.value_words(d, d.first, t) if d.first == d.second else None,
            "rulings": [(r, t.name(f"ruling.{r}")) for r in d.rulings],
        }
        for d in compare_editions(library, game, first, second)
    ]
    return render_template(
        "lookup/compare.html",
        t=t,
        game=game,
        pair=(first, second),
        editions=answers.game_data(library, game, t)["editions"],
        language=library.rules(game, first).data.edition.language,
        rows=rows,
        names=list(dict.fromkeys((name, two) for name, two in names.values())),
    )


@pages.post("/language")
def language() -> BaseResponse:
    """Store the chosen language and go back to the page."""
    codes = list(content().languages)
    wanted = request.form.get("language", "")
    chosen = choose(wanted, codes)
    if chosen is None:
        raise UnknownName("language", wanted, codes)
    answer = redirect(own_address(request.form.get("next", "")), 303)
    keep(answer, COOKIE, chosen)
    return answer


@pages.post("/device")
def device() -> BaseResponse:
    """Store how this device shows pages and go back to the page."""
    answer = redirect(own_address(request.form.get("next", "")), 303)
    for name, steps in HANDLING.items():
        wanted = request.form.get(name, "")
        if wanted:
            if wanted not in steps:
                raise UnknownName(name, wanted, list(steps))
            keep(answer, name, wanted)
    return answer


@pages.get("/fonts/<path:file>")
def font(file: str) -> Response:
    """Serve a web font; the other fonts in the folder are for print."""
    if Path(file).suffix != ".woff2":
        abort(404)
    return send_from_directory(paths.templates() / "fonts", file)


def own_address(address: str) -> str:
    """Return an address of this app to redirect to; for anything else, the first page.

    >>> own_address("/rules/caylus?edition=nl"), own_address("//evil.example"), own_address("https://evil.example")
    ('/rules/caylus?edition=nl', '/', '/')
    """
    plain = address.isprintable() and "\\" not in address
    return address if plain and address.startswith("/") and not address.startswith("//") else "/"
