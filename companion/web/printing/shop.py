"""The print shop: the list of products, previews, and files."""

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from companion.i18n.translator import Translator
from companion.printing import presets
from companion.printing.errors import BadChoice, BuildError, PrintError
from companion.printing.grid import CUTS, DUPLEX
from companion.printing.palette import INKS
from companion.printing.paper import papers
from companion.printing.pixels import WIDEST
from companion.printing.product import Request, games_with, product_file, products
from companion.printing.words import error_line, product_name
from companion.register import games
from companion.rules.errors import RulesError
from companion.web.handoff import Busy
from companion.web.locale import code, game_name, shelf, words
from companion.web.numbers import whole
from companion.web.printing import jobs

pages = Blueprint("printing", __name__)
pages.register_error_handler(Busy, jobs.busy)

_PICTURE, _SMALL = 900, 240
"""The width in pixels of a preview, and of the picture of a product in the list."""

_A_DAY = 24 * 3600


@dataclass(frozen=True)
class ProductChoice:
    """One question of the form: its name, its label, the options, and the chosen one."""

    name: str
    words: str
    options: dict[str, str]
    chosen: str


@pages.get("/print")
def shop() -> str:
    """List all products by game, and the sets."""
    t, asked = words(), _kept(request.args)
    game = asked.get("game", "")
    return render_template(
        "printing/shop.html",
        query=asked,
        chosen_game=game,
        games={name: _things(t, name) for name in games() if not game or name == game},
        names={name: game_name(name) for name in games()},
        sets=_sets(t, game),
    )


@pages.get("/print/<name>")
def product(name: str) -> str | tuple[str, int]:
    """Show one product: form, preview, download."""
    t = words()
    try:
        file = product_file(name)
        wanted = asked_for(name, request.args)
        pages_there = int(jobs.drawn(wanted).facts["pages"])
    except (PrintError, RulesError) as error:
        return _said(t, error)
    return render_template(
        "printing/product.html",
        name=name,
        title=product_name(t, name),
        wanted=wanted,
        choices=choices(t, wanted, file),
        query=_kept(request.args),
        variants=_variants(t, wanted),
        pages=pages_there,
        page=max(1, min(whole(request.args.get("page", ""), 1, digits=4), pages_there)),
    )


@pages.get("/print/<name>/file.pdf")
def file(name: str) -> Response | tuple[str, int]:
    try:
        made = jobs.drawn(asked_for(name, request.args))
    except (PrintError, RulesError) as error:
        return _said(words(), error)
    answer = Response(made.content, mimetype="application/pdf")
    answer.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    return answer


@pages.get("/print/<name>/preview.png")
def preview(name: str) -> Response | tuple[str, int]:
    width = min(whole(request.args.get("width", ""), _PICTURE, digits=4), WIDEST)
    try:
        wanted = asked_for(name, request.args)
        drawn = jobs.pictured(wanted, whole(request.args.get("page", ""), 1, digits=4), width)
    except (PrintError, RulesError) as error:
        return _said(words(), error)
    return _picture(drawn, 300)


@pages.get("/print/<name>/small.png")
def small(name: str) -> Response | tuple[str, int]:
    """Return a small picture of the first page, for the list of products."""
    try:
        drawn = jobs.kept_picture(asked_for(name, request.args), 1, _SMALL)
    except (PrintError, RulesError) as error:
        return _said(words(), error)
    return _picture(drawn, _A_DAY)


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
            raise BadChoice("preset", name, [one for one in presets.names() if one != presets.ALL])
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
        languages=(args.get("language") or code(),),
        games=(game,) if game else (),
        papers=(args.get("paper") or "A4",),
        ink=args.get("ink", ""),
        edition=args.get("edition", "") if game else "",
        variants=tuple(v for v in args.getlist("variant") if v) if game else (),
    )
    found = [replace(one, overlays=shelf().overlays) for one in wanted.requests(code())]
    for one in found:
        shelf().library.rules(one.game, one.edition or None, one.variants)
    return found


def asked_for(name: str, args: MultiDict[str, str]) -> Request:
    """Return the requested sheet, validated. Raises `PrintError` or an error of the rules."""
    second = args.get("second", "")
    spoken = tuple(dict.fromkeys(one for one in (args.get("language") or code(), second) if one))
    if product_file(name).get("needs") == "record":
        raise BadChoice("product", name, [one for one in products() if not product_file(one).get("needs")])
    wanted = Request(
        name, args.get("game", ""), args.get("edition", ""), tuple(v for v in args.getlist("variant") if v), spoken,
        args.get("paper") or "A4", duplex=args.get("duplex", ""), cut=args.get("cut", ""),
        ink=args.get("ink") or "full", sleeve=bool(args.get("sleeve")),
        players=whole(args.get("players", ""), digits=4), overlays=shelf().overlays,
    ).checked()  # fmt: skip
    shelf().library.rules(wanted.game, wanted.edition or None, wanted.variants)
    return wanted


# the form


def choices(t: Translator, wanted: Request, file: dict[str, Any]) -> list[ProductChoice]:
    """Return the questions of a product's form."""
    library = shelf().library
    languages = {code: it.name for code, it in shelf().languages.items()}
    box = shelf().translator(t.code, library.rules(wanted.game))
    editions = {e: box.name(f"edition.{e}") for e in library.editions(wanted.game)}
    edition = wanted.edition or library.default_edition(wanted.game, wanted.languages[0])
    beside = {"": t.say("web.print.alone")} | {c: n for c, n in languages.items() if c != wanted.languages[0]}
    second = wanted.languages[1] if len(wanted.languages) > 1 else ""
    found = [
        ProductChoice(
            "game", t.say("web.print.game"), {g: game_name(g) for g in games_with(wanted.product)}, wanted.game
        ),
        ProductChoice("language", t.say("web.print.language"), languages, wanted.languages[0]),
        ProductChoice("second", t.say("web.print.second"), beside, second),
        ProductChoice("edition", t.say("web.print.box"), editions, edition),
        ProductChoice("paper", t.say("web.print.paper"), {name: name for name in papers()}, wanted.paper),
        ProductChoice("ink", t.say("web.print.ink"), _inks(t), wanted.ink),
    ]
    if file["size"]:
        found += [
            ProductChoice("duplex", t.say("web.print.duplex"), _sides(t), wanted.duplex),
            ProductChoice("cut", t.say("web.print.cut"), _cuts(t), wanted.cut),
        ]
    return [choice for choice in found if len(choice.options) > 1]


def _inks(t: Translator) -> dict[str, str]:
    said = {
        "full": t.say("web.print.ink.full"), "saver": t.say("web.print.ink.saver"),
        "grey": t.say("web.print.ink.grey"),
    }  # fmt: skip
    return {ink: said.get(ink, ink) for ink in INKS}


def _sides(t: Translator) -> dict[str, str]:
    said = {
        "long": t.say("web.print.duplex.long"), "short": t.say("web.print.duplex.short"),
        "gutterfold": t.say("web.print.duplex.gutterfold"), "single": t.say("web.print.duplex.single"),
    }  # fmt: skip
    return {way: said.get(way, way) for way in DUPLEX}


def _cuts(t: Translator) -> dict[str, str]:
    said = {"shared": t.say("web.print.cut.shared"), "gutters": t.say("web.print.cut.gutters")}
    return {way: said.get(way, way) for way in CUTS}


def _variants(t: Translator, wanted: Request) -> list[tuple[str, str, bool]]:
    """Return the variants that can be chosen."""
    library = shelf().library
    box = shelf().translator(t.code, library.rules(wanted.game))
    always = library.rules(wanted.game, wanted.edition or None).variants
    found = [variant for variant in library.variants(wanted.game) if variant not in always]
    return [(variant, box.name(f"variant.{variant}"), variant in wanted.variants) for variant in found]


# the list


def _things(t: Translator, game: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the products of a game: those to read, and those to cut out."""
    found: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for name in products():
        file = product_file(name)
        if game in games_with(name) and not file.get("needs"):
            found[bool(file["size"])].append((name, product_name(t, name)))
    return [(t.say("web.print.sheets"), found[False]), (t.say("web.print.parts"), found[True])]


def _sets(t: Translator, game: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the sets with their products of one or both games; printing everything is left to the command line."""
    found = {
        name: [one for one in presets.preset(name).products if not game or game in games_with(one)]
        for name in presets.names()
        if name != presets.ALL
    }
    named = {name: [(one, product_name(t, one)) for one in things] for name, things in found.items()}
    return [(name, _set_name(t, name), things) for name, things in named.items() if things]


def _set_name(t: Translator, name: str) -> str:
    said = {
        "family": t.say("web.print.set.family"), "club": t.say("web.print.set.club"),
        "replacements": t.say("web.print.set.replacements"),
    }  # fmt: skip
    return said.get(name, name)


def _kept(args: MultiDict[str, str]) -> dict[str, Any]:
    """Return the query parameters to keep in every link."""
    single = ("game", "edition", "language", "second", "paper", "ink", "duplex", "cut", "players", "sleeve")
    found: dict[str, Any] = {name: args[name][:60] for name in single if args.get(name)}
    variants = [v[:60] for v in args.getlist("variant") if v][:10]
    return found | ({"variant": variants} if variants else {})


def _said(t: Translator, error: Exception) -> tuple[str, int]:
    """Return a page that says what cannot be printed, and why."""
    if isinstance(error, BuildError):
        said = t.say("web.print.does_not_fit")
    elif isinstance(error, PrintError):
        said = error_line(t, error)
    else:
        raise error
    back = [{"name": t.say("web.print.title"), "address": url_for(".shop")}]
    return render_template("missing.html", status=404, said=said, nearest=back), 404
