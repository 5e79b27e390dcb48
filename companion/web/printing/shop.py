"""The print shop: the list of products, previews, and files."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.i18n.translator import Translator
from companion.printing import Made, presets
from companion.printing.errors import BadChoice, PrintError
from companion.printing.paper import NO_OFFSET, paper_name
from companion.printing.pixels import WIDEST
from companion.printing.product import Request, games_with, product_file, products
from companion.printing.words import error_line, product_name
from companion.register import games
from companion.rules.errors import RulesError
from companion.web.handoff import Busy
from companion.web.locale import code, content, game_name, words
from companion.web.numbers import whole
from companion.web.printing import jobs
from companion.web.printing.form import (
    Faults,
    asked_for,
    for_printer,
    has_backs,
    of_all,
    pieces,
    query_of,
    questions,
    said,
    understood,
    variants,
)
from companion.web.printing.printer import COOKIE, cookie_of, entered, saved, shift_of
from companion.web.viewer import keep

pages = Blueprint("shop", __name__)
pages.register_error_handler(Busy, jobs.busy)

_PICTURE, _SMALL = 900, 240
"""The width in pixels of a preview, and of the picture of a product in the list."""

_A_DAY = 24 * 3600


@pages.get("/print")
def shop() -> str:
    """List all products by game, and the sets."""
    t, query = words(), query_of(request.args)
    game = query.get("game", "")
    return render_template(
        "printing/shop.html",
        query=query,
        questions=of_all(t, request.args),
        chosen_game=game,
        games={name: _things(t, name) for name in games() if not game or name == game},
        names={name: game_name(name) for name in games()},
        sets=_sets(t, game),
    )


@pages.get("/print/<name>")
def product(name: str) -> str | tuple[str, int]:
    """Show one product: form, pages, download. What is wrong with an answer is said beside it."""
    try:
        return _product(name, request.args, {})
    except (PrintError, RulesError) as error:
        return _said(words(), error)


def _product(name: str, args: MultiDict[str, str], faults: Faults) -> str | tuple[str, int]:
    t, file = words(), product_file(name)
    (wanted, output, ids), args, wrong = understood(t, args, lambda those: _drawn(name, those))
    count = int(output.facts["pages"])
    shown = render_template(
        "printing/product.html",
        name=name,
        title=product_name(t, name),
        wanted=wanted,
        questions=questions(t, wanted, file, wrong, single=ids is not None),
        own_sizes=bool(wanted.size) and len(file["sizes"]) > 1,
        asked=request.values,
        faults=faults | wrong,
        query=query_of(args),
        query_text=urlencode(query_of(args), doseq=True),
        shift={"offset": wanted.offset.text} if wanted.offset != NO_OFFSET else {},
        printer=shift_of(wanted.offset) if has_backs(wanted) else None,
        variants=variants(t, wanted),
        pieces=pieces(t, wanted, ids or ()),
        big=bool(file.get("big")),
        pages=count,
        page=max(1, min(whole(args.get("page", ""), 1, digits=4), count)),
    )
    return (shown, 422) if faults | wrong else shown


def _drawn(name: str, args: MultiDict[str, str]) -> tuple[Request, Made, tuple[str, ...] | None]:
    wanted = for_printer(asked_for(name, args))
    return wanted, *jobs.drawn_with_pieces(wanted)


@pages.get("/print/<name>/printer")
def printer_again(name: str) -> BaseResponse:
    """Lead back to the product whoever loads the page of a wrong shift again."""
    return redirect(url_for(".product", name=name))


@pages.post("/print/<name>/printer")
def printer(name: str) -> Response | BaseResponse | str | tuple[str, int]:
    """Remember on this device how its printer shifts the backs on a paper."""
    back = MultiDict(parse_qsl(request.form.get("query", "")))
    try:
        product_file(name)
        paper, offset = paper_name(request.form.get("paper", "")), entered(request.form)
    except BadChoice as error:
        if error.kind != "offset":
            return _said(words(), error)
        return _product(name, back, {"offset": error_line(words(), error)})
    offsets = saved(request.cookies.get(COOKIE, ""))
    answer = redirect(url_for(".product", name=name, **query_of(back)), 303)
    keep(answer, COOKIE, cookie_of(offsets | {paper: offset}))
    return answer


@pages.get("/print/<name>/file.pdf")
def file(name: str) -> Response | tuple[str, int]:
    try:
        output = jobs.drawn(for_printer(asked_for(name, request.args)))
    except (PrintError, RulesError) as error:
        return _said(words(), error)
    answer = Response(output.content, mimetype="application/pdf")
    answer.headers["Content-Disposition"] = f'attachment; filename="{output.name}"'
    return answer


@pages.get("/print/<name>/preview.png")
def preview(name: str) -> Response | tuple[str, int]:
    width = min(whole(request.args.get("width", ""), _PICTURE, digits=4), WIDEST)
    try:
        drawn = jobs.pictured(asked_for(name, request.args), _page(), width)
    except (PrintError, RulesError) as error:
        return _said(words(), error)
    return _picture(drawn, 300)


@pages.get("/print/<name>/small.png")
def small(name: str) -> Response | tuple[str, int]:
    """Return a small picture of a page, for the lists of products and of pages."""
    try:
        drawn = jobs.kept_picture(asked_for(name, request.args), _page(), _SMALL)
    except (PrintError, RulesError) as error:
        return _said(words(), error)
    return _picture(drawn, _A_DAY)


def _page() -> int:
    return whole(request.args.get("page", ""), 1, digits=4)


def _picture(drawn: bytes, seconds: int) -> Response:
    answer = Response(drawn, mimetype="image/png")
    answer.headers["Cache-Control"] = f"private, max-age={seconds}"
    return answer


@pages.get("/print/set/<name>.zip")
def bundle(name: str) -> Response | tuple[str, int]:
    """Return all sheets of a set as one file."""
    try:
        order = presets.preset(name)
        if name == presets.ALL:
            raise BadChoice("preset", name, [part for part in presets.names() if part != presets.ALL])
        content = jobs.bundle(_ordered(order, request.args))
    except (PrintError, RulesError) as error:
        return _said(words(), error)
    answer = Response(content, mimetype="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="Caylus_{name}_{code().upper()}.zip"'
    return answer


def _ordered(order: presets.SheetOrder, args: MultiDict[str, str]) -> list[Request]:
    """Return the sheets of a set, for the language, game, paper and box in the query."""
    game = args.get("game", "")
    wanted = presets.asked(
        order,
        languages=(
            ",".join(language for language in (args.get("language") or code(), args.get("second")) if language),
        ),
        games=(game,) if game else (),
        papers=(args.get("paper") or "A4",),
        ink=args.get("ink", ""),
        edition=args.get("edition", "") if game else "",
        variants=tuple(v for v in args.getlist("variant") if v) if game else (),
    )
    requests = [for_printer(replace(ask, overlays=content().overlays)) for ask in wanted.requests(code())]
    for seat_request in requests:
        content().library.rules(seat_request.game, seat_request.edition or None, seat_request.variants)
    return requests


# the list


def _things(t: Translator, game: str) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """Return the products of a game, with their names and whether they are cut out.

    Those that most people want come first, without a title, then those to read, and those to cut out.
    """
    first, sheets, parts = groups = [list[tuple[str, str, bool]]() for _ in range(3)]
    titles = ("", t.say("web.print.sheets"), t.say("web.print.parts"))
    for name in products():
        file = product_file(name)
        if game in games_with(name) and not file.get("needs"):
            group = first if file.get("first") else parts if file["size"] else sheets
            group.append((name, product_name(t, name), bool(file["size"])))
    return [
        (title, sorted(group, key=lambda it: (it[2], it[1].casefold())))
        for title, group in zip(titles, groups, strict=True)
    ]


def _sets(t: Translator, game: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the sets with their products of one or both games; printing everything is left to the command line."""
    sets = {
        name: [
            set_product for set_product in presets.preset(name).products if not game or game in games_with(set_product)
        ]
        for name in presets.names()
        if name != presets.ALL
    }
    named = {name: [(thing, product_name(t, thing)) for thing in things] for name, things in sets.items()}
    return [(name, _set_name(t, name), things) for name, things in named.items() if things]


def _set_name(t: Translator, name: str) -> str:
    names = {
        "family": t.say("web.print.set.family"), "club": t.say("web.print.set.club"),
        "replacements": t.say("web.print.set.replacements"),
    }  # fmt: skip
    return names.get(name, name)


def _said(t: Translator, error: PrintError | RulesError) -> tuple[str, int]:
    """Return a page that says what cannot be printed, and why."""
    if isinstance(error, RulesError):
        raise error
    status = 404 if isinstance(error, BadChoice) and error.kind in ("product", "preset", "page") else 422
    back = [{"name": t.say("web.print.title"), "address": url_for(".shop")}]
    return render_template("missing.html", status=status, said=said(t, error), nearest=back), status
