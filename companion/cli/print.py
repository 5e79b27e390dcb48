"""`companion print`: cards, tiles and sheets as PDF, in the language of each player.

What is slow to import is imported where it is used, so that the help does not wait for rules and fonts.
"""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.i18n.languages import terminal_language
from companion.printing import Made, Request, make_request, presets
from companion.printing.errors import BadChoice, PrintError, Unwritable
from companion.printing.files import save_all, write
from companion.printing.grid import CUTS, DUPLEX
from companion.printing.makers import make_for, makers, possible
from companion.printing.palette import INKS, PROFILES
from companion.printing.paper import Offset, papers
from companion.printing.presets import ALL, asked
from companion.printing.product import PAGES, games_with, product_file, products

if TYPE_CHECKING:
    from companion.i18n.translator import Translator

BAD_INPUT = 2
LIST = "list"


def _valid(values: tuple[str, ...] | list[str]) -> str:
    return ", ".join(values) + "."


@click.command("print")
@click.argument("products_", metavar="[PRODUCT]... | all | list", nargs=-1)
@click.option(
    "--preset", metavar="NAME|FILE", help="Print several sheets: the name of a preset, or a file such as my.toml."
)
@click.option("--game", default="", metavar="GAME", help="Game; default: the first that has the product.")
@click.option("--edition", default="", metavar="ID", help="Edition; default: the one in that language.")
@click.option("--variant", "variants", multiple=True, metavar="ID", help="Variant; can be repeated.")
@click.option("--lang", metavar="CODE[,CODE]", help="Language, then additional ones; default: the terminal's.")
@click.option("--paper", default="", show_default="A4", metavar="NAME", help=f"Paper: {_valid(papers())}")
@click.option("--size", default="", metavar="SIZE", help='Size of a card or tile: a name, or such as "59x92mm".')
@click.option("--sleeve", is_flag=True, help="Make cards 1 mm smaller, to fit into sleeves.")
@click.option("--duplex", default="", metavar="HOW", help=f"Backs: {_valid(DUPLEX)}")
@click.option("--cut", default="", metavar="HOW", help=f"Cuts between cards: {_valid(CUTS)}")
@click.option("--ink", default="", show_default="full", metavar="HOW", help=f"Ink: {_valid(INKS)}")
@click.option("--profile", default="", show_default="home", metavar="FOR", help=f"Print at: {_valid(PROFILES)}")
@click.option(
    "--pages",
    default="",
    show_default="sheet",
    metavar="HOW",
    help=f"single: each piece on a page of its own, with 3 mm of bleed. One of {_valid(PAGES)}",
)
@click.option("--only", default="", metavar="NAME[:N],…", help="Only these pieces, such as tailor,bank:2.")
@click.option(
    "--offset",
    "shift",
    metavar="X,Y",
    help="Shift of the backs in mm, as read from the calibration sheet; default: the saved one.",
)
@click.option("--save-offset", is_flag=True, help="Remember --offset for this printer and paper.")
@click.option("--big", is_flag=True, help="Print sheets to read in large type, black on white; best on A3.")
@click.option("--out", default="output", show_default=True, type=click.Path(path_type=Path), help="Output folder.")
@click.option("--preview", is_flag=True, help="Also write every page as a PNG.")
@click.option("--cutter", is_flag=True, help="Also write the cuts as SVG, for a cutting machine.")
@click.option("--maker", default="", metavar="NAME", help=f"Make pictures for a maker of cards: {_valid(makers())}")
@click.option("--players", default=0, metavar="N", help="Players, for sheets that depend on it; default: each number.")
@click.option("--record", type=click.Path(path_type=Path), help="Recorded game that the sheet is about.")
@click.option("--overlay", "overlays", multiple=True, metavar="DIR", type=click.Path(path_type=Path),
              help="Folder with your own data; can be repeated.")  # fmt: skip
def print_(
    products_: tuple[str, ...],
    preset: str | None,
    game: str,
    lang: str | None,
    paper: str,
    only: str,
    shift: str | None,
    save_offset: bool,
    out: Path,
    preview: bool,
    maker: str,
    cutter: bool,
    overlays: tuple[Path, ...],
    **options: Any,
) -> None:
    """Make cards, tiles and sheets as PDF: the given products, a preset, or all products."""
    # The other options are fields of a request, by name; an empty one was not given.
    own = lang or terminal_language()
    with _spoken(own.split(",")[0], overlays):
        if products_ == (LIST,):
            click.echo(_listing(_translator(own.split(",")[0], overlays)))
            return
        offset = None if shift is None else Offset.read(shift)
        if products_ == (ALL,):
            products_, preset = (), ALL
        options |= _of_a_table(options["record"], products_, overlays)
        written = presets.preset(preset, overlays) if preset else presets.order_of(products_)
        order = asked(
            written, products=products_, games=(game,) if game else (), languages=(lang,) if lang else (),
            papers=(paper,) if paper else (), overlays=overlays,
            only=tuple(part.strip() for part in only.split(",") if part.strip()), **options,
        )  # fmt: skip
        t = _translator(own.split(",")[0], overlays)
        for left in () if game else sorted({*written.games} - {*order.games}):
            click.echo(t.say("print.left_out", game=t.game(left), edition=t.quote(options["edition"])), err=True)
        requests = order.requests(own)
        saved = _saved_offsets()
        if offset is not None:
            saved |= {request.paper: offset for request in requests}
        requests = [replace(request, offset=saved.get(request.paper, Offset())) for request in requests]
        if save_offset:
            _save_offsets(saved)
        if maker:
            _refuse_what_no_maker_sees(
                {"paper": paper, "offset": shift, "preview": preview, "cutter": cutter, **options}
            )
            requests = possible(requests, named=bool(products_))
        _print_all(requests, out, preview=preview, maker=maker, cutter=cutter)


_OF_PAPER = ("paper", "offset", "duplex", "cut", "pages", "profile", "sleeve", "preview", "cutter")
"""The options that are about sheets of paper, or about cutting them."""


def _refuse_what_no_maker_sees(options: dict[str, Any]) -> None:
    """Raise `BadChoice` for an option that would change nothing on a maker's pictures."""
    for name in _OF_PAPER:
        if given := options.get(name):
            raise BadChoice("no_use_maker", f"--{name}" if given is True else f"--{name} {given}", [])


def _of_a_table(record: Path | None, wanted: tuple[str, ...], overlays: tuple[Path, ...]) -> dict[str, Any]:
    """Read the points and names of a table from any export, if the sheets need no more than those.

    What cannot be read as an export stays a file: reading it as a record then says what is wrong with it.
    """
    if record is None or not all(product_file(name).get("points") for name in wanted):
        return {}
    from companion.engine.errors import Told
    from companion.rules import library
    from companion.table.account import account
    from companion.table.imports import read

    try:
        imported = read(record.read_text(encoding="utf-8"), library(overlays))
        points = account(imported.table.snapshot(), imported.entries)
        points = points if imported.dated else replace(points, day="")
    except (OSError, ValueError, Told):
        return {}
    return {"record": points, "record_name": record.stem}


def _print_all(requests: list[Request], out: Path, *, preview: bool, maker: str, cutter: bool) -> None:
    """Write all files, after all have been made, so that an error leaves nothing half done."""
    files = []
    with _progress(requests) as bar:
        for request in bar:
            product = make_for(request, maker) if maker else make_request(request)
            product = _with_cuts(product, request) if cutter else product
            files.append(_with_previews(product) if preview else product)
    for file in save_all(files, out):
        click.echo(file)


@contextmanager
def _progress(requests: list[Request]) -> Iterator[Iterable[Request]]:
    """Show a progress bar if there is more than one file."""
    if len(requests) < 2 or not sys.stderr.isatty():
        yield requests
        return
    with click.progressbar(requests, file=sys.stderr, show_pos=True, item_show_func=_shown) as bar:
        yield bar


def _shown(request: Request | None) -> str:
    return f"{request.product} {'-'.join(request.languages)} {request.paper}" if request else ""


def _with_cuts(product: Made, request: Request) -> Made:
    from companion.printing.cutter import cutting

    return replace(product, beside={**product.beside, product.name.replace(".pdf", ".svg"): cutting(request)})


def _with_previews(product: Made) -> Made:
    from companion.printing.pixels import pictures

    stem = product.name.removesuffix(".pdf")
    pages = {f"{stem}_{number}.png": picture for number, picture in enumerate(pictures(product.content), 1)}
    return replace(product, beside={**product.beside, **pages})


def _listing(t: "Translator") -> str:
    from companion.cli.layout import columns
    from companion.printing.words import product_name

    sets: list[tuple[str, str]] = []
    rows = [
        (name, ", ".join(games_with(name)), product_file(name)["size"], product_name(t, name)) for name in products()
    ]
    for name in presets.names():
        order = presets.preset(name)
        titles = t.all_of([product_name(t, product) for product in order.products])
        sets.append((name, t.say("print.everything") if name == ALL else titles))
    return f"{columns(rows)}\n\n{t.say('print.presets')}\n{columns(sets)}"


def _printer_file() -> Path:
    return Path(click.get_app_dir("caylus-companion")) / "printer.toml"


def _saved_offsets() -> dict[str, Offset]:
    """Return the offset saved for each paper; one saved without a paper is for all."""
    try:
        saved = tomllib.loads(_printer_file().read_text(encoding="utf-8"))["offset"]
        of_papers = saved if isinstance(saved, dict) else dict.fromkeys(papers(), saved)
        return {name: Offset(float(pair[0]), float(pair[1])) for name, pair in of_papers.items()}
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return {}


def _save_offsets(offsets: dict[str, Offset]) -> None:
    file = _printer_file()
    lines = ["[offset]", *(f"{name} = [{offset.x:g}, {offset.y:g}]" for name, offset in offsets.items())]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, ("\n".join(lines) + "\n").encode())
    except OSError as error:
        raise Unwritable(str(file), error.strerror or str(error)) from error


def _translator(language: str, overlays: tuple[Path, ...]) -> "Translator":
    from companion.i18n.translator import Translator

    return Translator(language, overlays=overlays)


@contextmanager
def _spoken(language: str, overlays: tuple[Path, ...]) -> Iterator[None]:
    """Print errors in one line: the print shop's here, all others through `BoxOptions`."""
    try:
        yield
    except PrintError as error:
        from companion.printing.words import error_line

        click.echo(error_line(_translator(language, overlays), error), err=True)
        sys.exit(BAD_INPUT)
    except Exception as error:
        from companion.cli.common import BoxOptions

        with BoxOptions(language, overlays).spoken_errors():
            raise error from None
