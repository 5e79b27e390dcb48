"""A product's form: its questions, and the request that the answers make."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from flask import request
from werkzeug.datastructures import MultiDict

from companion.i18n.translator import Translator
from companion.printing.errors import BadChoice, BuildError, NotForGame, PrintError, TooLarge
from companion.printing.grid import CUTS, DUPLEX, TURNED
from companion.printing.palette import INKS, PROFILES
from companion.printing.paper import NO_OFFSET, Offset, papers, size, trade_names
from companion.printing.product import PAGES, Request, games_with, product_file, products
from companion.printing.words import error_line
from companion.rules.errors import RulesError
from companion.web.locale import code, content, game_name
from companion.web.numbers import whole
from companion.web.printing.printer import COOKIE, saved
from companion.web.refusals import refusal_words

T = TypeVar("T")

FIELDS = (
    "game", "edition", "language", "second", "paper", "ink", "duplex", "cut", "profile", "size", "own_size", "sleeve",
    "players", "pages", "big",
)  # fmt: skip
"""The fields of the form that have one answer."""

_WHICH = ("game", "edition", "language", "second", "paper", "ink")
"""The fields that say what is printed; the others say how."""

LISTS = ("variant", "only")
"""Those that may have several."""

_MOST = 60
"""How many answers to one question, and how many characters of each, are kept in links."""

Faults = dict[str, str]
"""What is wrong with an answer, by its field."""


@dataclass(frozen=True)
class ProductChoice:
    """A question of the form: its field, its label, the options, and the chosen one."""

    name: str
    words: str
    options: dict[str, str]
    chosen: str


def asked_for(name: str, args: MultiDict[str, str]) -> Request:
    """Return the requested sheet, validated. Raises `PrintError` or an error of the rules."""
    file = product_file(name)
    if file.get("needs") == "record":
        raise BadChoice("product", name, [product for product in products() if not product_file(product).get("needs")])
    spoken = (args.get("language") or code(), args.get("second", ""))
    cut_out, duplex = bool(file["size"]), args.get("duplex", "")
    if not cut_out and duplex == "gutterfold":  # answers about cutting stay in the form when another sheet is chosen
        duplex = ""
    wanted = Request(
        name, args.get("game", ""), args.get("edition", ""), tuple(v for v in args.getlist("variant") if v),
        tuple(dict.fromkeys(language for language in spoken if language)), args.get("paper") or "A4",
        size=args.get("own_size", "").strip() or args.get("size", ""), duplex=duplex,
        cut=args.get("cut", "") if cut_out else "", ink=args.get("ink") or "full",
        profile=args.get("profile") or "home",
        sleeve=cut_out and bool(args.get("sleeve")), big=bool(args.get("big")), pages=args.get("pages") or PAGES[0],
        only=tuple(dict.fromkeys(piece for piece in args.getlist("only") if piece)),
        players=whole(args.get("players", ""), digits=4) if file.get("players") else 0,
        offset=Offset.read(args["offset"]) if args.get("offset") else NO_OFFSET, overlays=content().overlays,
    ).checked()  # fmt: skip
    content().library.rules(wanted.game, wanted.edition or None, wanted.variants)
    return wanted


def for_printer(wanted: Request) -> Request:
    """Return a sheet as it is made for the printer of this device."""
    if not has_backs(wanted) or wanted.offset != NO_OFFSET:
        return wanted
    return replace(wanted, offset=saved(request.cookies.get(COOKIE, "")).get(wanted.paper, NO_OFFSET))


def has_backs(wanted: Request) -> bool:
    """Return whether a printer's shift of the backs can be seen on a sheet."""
    return bool(wanted.size) and wanted.duplex in TURNED


def understood(
    t: Translator, args: MultiDict[str, str], make: Callable[[MultiDict[str, str]], T]
) -> tuple[T, MultiDict[str, str], Faults]:
    """Make what is asked for; answers that cannot be are left out, and what is wrong with them is returned.

    Boxes and variants of another game are left out without a word. If no single field is to blame, all answers about
    how it is printed are left out. Raises what is wrong without them too.
    """
    args, faults = args.copy(), Faults()
    _forget_other_boxes(args)
    while True:
        try:
            return make(args), args, faults
        except (PrintError, RulesError) as error:
            field = _field(error, args)
            if not args.get(field):
                field, rest = "", MultiDict((name, args[name]) for name in _WHICH if args.get(name))
                if len(rest) == len(args):
                    raise
                args = rest
            else:
                args.poplist(field)
            faults[field] = said(t, error)


def said(t: Translator, error: PrintError | RulesError) -> str:
    """Return what is wrong in words."""
    if isinstance(error, BuildError):
        return t.say("web.print.does_not_fit")
    return error_line(t, error) if isinstance(error, PrintError) else refusal_words(t, error)


def _field(error: PrintError | RulesError, args: MultiDict[str, str]) -> str:
    """Return the field that an error is about, or an empty string."""
    match error:
        case NotForGame():
            return "game"
        case BadChoice(kind="language", given=given):
            return "language" if args.get("language") == given else "second"
        case TooLarge() | BadChoice(kind="size" | "size_least" | "size_range" | "size_none"):
            return "own_size" if args.get("own_size", "").strip() else "size"
        case BadChoice(kind=kind):
            return kind
    return ""


def _forget_other_boxes(args: MultiDict[str, str]) -> None:
    """Leave out an edition and variants that were chosen for another game."""
    library, game = content().library, args.get("game", "")
    if game in library.games:
        if args.get("edition") not in library.editions(game):
            args.poplist("edition")
        args.setlist("variant", [variant for variant in args.getlist("variant") if variant in library.variants(game)])


def query_of(args: MultiDict[str, str]) -> dict[str, Any]:
    """Return the query parameters to keep in every link."""
    query: dict[str, Any] = {name: args[name][:_MOST] for name in FIELDS if args.get(name)}
    several = {name: [value[:_MOST] for value in args.getlist(name) if value][:_MOST] for name in LISTS}
    return query | {name: answers for name, answers in several.items() if answers}


# the questions


def questions(
    t: Translator, wanted: Request, file: dict[str, Any], faults: Faults, *, single: bool
) -> list[ProductChoice]:
    """Return the questions of a product's form that have more than one answer, or a wrong one.

    Pages of their own (`single`) are for pieces only.
    """
    product_choices = [*_of_every_sheet(t, wanted), *(_of_cards(t, wanted, file) if wanted.size else ())]
    if single:
        product_choices.append(ProductChoice("pages", t.say("web.print.single"), _pages(t), wanted.pages))
    if file.get("players"):
        product_choices.append(_players(t, wanted))
    return [question for question in product_choices if len(question.options) > 1 or question.name in faults]


def of_all(t: Translator, args: MultiDict[str, str]) -> Sequence[ProductChoice]:
    """Return the questions that can be answered for all products and sets at once."""
    return (
        _second(t, t.code, args.get("second", "")),
        _paper(t, args.get("paper") or "A4"),
        _ink(t, args.get("ink") or "full"),
    )


def _of_every_sheet(t: Translator, wanted: Request) -> Sequence[ProductChoice]:
    library = content().library
    languages = {code: language.name for code, language in content().languages.items()}
    box = content().translator(t.code, library.rules(wanted.game))
    editions = {e: box.name(f"edition.{e}") for e in library.editions(wanted.game)}
    edition = wanted.edition or library.default_edition(wanted.game, wanted.languages[0])
    second = wanted.languages[1] if len(wanted.languages) > 1 else ""
    having = {game: game_name(game) for game in games_with(wanted.product)}
    return (
        ProductChoice("game", t.say("web.print.game"), having, wanted.game),
        ProductChoice("language", t.say("web.print.language"), languages, wanted.languages[0]),
        _second(t, wanted.languages[0], second),
        ProductChoice("edition", t.say("web.print.box"), editions, edition),
        _paper(t, wanted.paper),
        _ink(t, wanted.ink),
    )


def _second(t: Translator, first: str, chosen: str) -> ProductChoice:
    others = {code: language.name for code, language in content().languages.items() if code != first}
    return ProductChoice("second", t.say("web.print.second"), {"": t.say("web.print.alone")} | others, chosen)


def _paper(t: Translator, chosen: str) -> ProductChoice:
    return ProductChoice("paper", t.say("web.print.paper"), {name: name for name in papers()}, chosen)


def _of_cards(t: Translator, wanted: Request, file: dict[str, Any]) -> Sequence[ProductChoice]:
    names = {size(name): name for name in reversed(file["sizes"])}
    sizes = {name: _size(t, name) for name in file["sizes"] if name in names.values()}
    return (
        ProductChoice("size", t.say("web.print.size"), sizes, wanted.size if wanted.size in sizes else file["size"]),
        ProductChoice("duplex", t.say("web.print.duplex"), _sides(t), wanted.duplex),
        ProductChoice("cut", t.say("web.print.cut"), _cuts(t), wanted.cut),
        ProductChoice("profile", t.say("web.print.profile"), _profiles(t), wanted.profile),
    )


def _players(t: Translator, wanted: Request) -> ProductChoice:
    library = content().library
    rules = library.rules(wanted.game, wanted.edition or None, wanted.variants)
    box, span = content().translator(t.code, rules), rules.data.players
    valid = [n for n in range(span.minimum, span.maximum + 1) if library.suits(wanted.game, wanted.variants, n)]
    options = {"": t.say("web.print.players.all")} | {str(n): box.count("player", n) for n in valid}
    return ProductChoice("players", t.say("web.print.players"), options, str(wanted.players or ""))


def _size(t: Translator, name: str) -> str:
    """Return the name of a size, and its millimeters."""
    sheet_size = size(name)
    measured = t.say("web.print.size.measured", width=t.number(sheet_size.width), height=t.number(sheet_size.height))
    return f"{trade_names()[name]} ({measured})" if name in trade_names() else measured


def _ink(t: Translator, chosen: str) -> ProductChoice:
    labels = {
        "full": t.say("web.print.ink.full"), "saver": t.say("web.print.ink.saver"),
        "grey": t.say("web.print.ink.grey"),
    }  # fmt: skip
    return ProductChoice("ink", t.say("web.print.ink"), {ink: labels.get(ink, ink) for ink in INKS}, chosen)


def _profiles(t: Translator) -> dict[str, str]:
    labels = {"home": t.say("web.print.profile.home"), "shop": t.say("web.print.profile.shop")}
    return {profile: labels.get(profile, profile) for profile in PROFILES}


def _pages(t: Translator) -> dict[str, str]:
    labels = {"sheet": t.say("web.print.single.sheet"), "single": t.say("web.print.single.single")}
    return {way: labels.get(way, way) for way in PAGES}


def _sides(t: Translator) -> dict[str, str]:
    labels = {
        "long": t.say("web.print.duplex.long"), "short": t.say("web.print.duplex.short"),
        "gutterfold": t.say("web.print.duplex.gutterfold"), "single": t.say("web.print.duplex.single"),
    }  # fmt: skip
    return {way: labels.get(way, way) for way in DUPLEX}


def _cuts(t: Translator) -> dict[str, str]:
    labels = {"shared": t.say("web.print.cut.shared"), "gutters": t.say("web.print.cut.gutters")}
    return {way: labels.get(way, way) for way in CUTS}


def pieces(t: Translator, wanted: Request, ids: Sequence[str]) -> list[tuple[str, str, bool]]:
    """Return the pieces that can be chosen one by one."""
    box = content().translator(t.code, content().library.rules(wanted.game, wanted.edition or None, wanted.variants))
    return [(id, box.long(id), id in wanted.only) for id in ids]


def variants(t: Translator, wanted: Request) -> list[tuple[str, str, bool]]:
    """Return the variants that can be chosen."""
    library = content().library
    box = content().translator(t.code, library.rules(wanted.game))
    always = library.rules(wanted.game, wanted.edition or None).variants
    ids = [variant for variant in library.variants(wanted.game) if variant not in always]
    return [(variant, box.name(f"variant.{variant}"), variant in wanted.variants) for variant in ids]
