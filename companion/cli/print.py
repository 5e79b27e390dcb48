"""`companion print`: cards, tiles and sheets as PDF, in the language of each player.

Nothing heavy is imported here: what was printed before is drawn without reading the rules again.
"""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.printing import Made, Request, make_request
from companion.printing.errors import BadChoice, PrintError
from companion.printing.grid import CUTS, DUPLEX
from companion.printing.palette import INKS, PROFILES
from companion.printing.paper import Offset, papers
from companion.printing.product import product_file, products

if TYPE_CHECKING:
    from companion.i18n.translator import Translator

BAD_INPUT = 2
LIST = "list"


def _valid(values: tuple[str, ...] | list[str]) -> str:
    return ", ".join(values) + "."


@click.command("print")
@click.argument("products_", metavar="[PRODUCT]... | list", nargs=-1)
@click.option("--game", default="", metavar="GAME", help="caylus or magna_carta; default: the product's.")
@click.option("--edition", default="", metavar="ID", help="The printed box; default: the one in the language.")
@click.option("--variant", "variants", multiple=True, metavar="ID", help="A variant; repeatable.")
@click.option("--lang", metavar="CODE[,CODE]", help="Language, then those beside it; default: the terminal's.")
@click.option("--paper", default="A4", show_default=True, metavar="NAME", help=_valid(papers()))
@click.option("--size", default="", metavar="SIZE", help='Of a card or tile: a name, or such as "59x92mm".')
@click.option("--sleeve", is_flag=True, help="1 mm smaller, to go into sleeves.")
@click.option("--duplex", default="", metavar="HOW", help=_valid(DUPLEX))
@click.option("--cut", default="", metavar="HOW", help=_valid(CUTS))
@click.option("--ink", default="full", show_default=True, metavar="HOW", help=_valid(INKS))
@click.option("--profile", default="home", show_default=True, metavar="FOR", help=_valid(PROFILES))
@click.option(
    "--offset",
    metavar="X,Y",
    help="Where the calibration sheet shows this printer's backs, in mm; default: the saved one.",
)
@click.option("--save-offset", is_flag=True, help="Remember --offset for this printer.")
@click.option("--out", default="output", show_default=True, type=click.Path(path_type=Path), help="The folder.")
@click.option("--preview", is_flag=True, help="Every page as a PNG too.")
@click.option("--overlay", "overlays", multiple=True, metavar="DIR", type=click.Path(path_type=Path),
              help="A folder with your own data.")  # fmt: skip
def print_(
    products_: tuple[str, ...],
    game: str,
    edition: str,
    variants: tuple[str, ...],
    lang: str | None,
    paper: str,
    size: str,
    sleeve: bool,
    duplex: str,
    cut: str,
    ink: str,
    profile: str,
    offset: str | None,
    save_offset: bool,
    out: Path,
    preview: bool,
    overlays: tuple[Path, ...],
) -> None:
    """Print cards, tiles and sheets as PDF: the products named, or all of the game."""
    languages = tuple(part.strip() for part in lang.split(",")) if lang else (_terminal_language(),)
    with _spoken(languages[0], overlays):
        if products_ == (LIST,):
            click.echo(_listing(languages[0]))
            return
        shift = _offset(offset)
        wanted = products_ or [name for name in products() if not game or game in product_file(name)["games"]]
        requests = [
            Request(
                name,
                game,
                edition,
                variants,
                languages,
                paper,
                size,
                sleeve,
                duplex,
                cut,
                ink,
                profile,
                shift,
                overlays,
            ).checked()
            for name in wanted
        ]
        if save_offset:
            _save_offset(shift)
        _print_all(requests, out, preview=preview)


def _print_all(requests: list[Request], out: Path, *, preview: bool) -> None:
    """All files are made before the first is written, so that an error leaves nothing half done."""
    if sys.stderr.isatty():
        with click.progressbar(requests, file=sys.stderr, item_show_func=_shown) as bar:
            made = [make_request(request, keep=True) for request in bar]
    else:
        made = [make_request(request, keep=True) for request in requests]
    from companion.printing.files import save

    for one in made:
        click.echo(save(one, out))
        if preview:
            _save_previews(one, out)


def _shown(request: Request | None) -> str:
    return request.product if request else ""


def _save_previews(made: Made, out: Path) -> None:
    from companion.printing.files import write
    from companion.printing.preview import pictures

    for number, picture in enumerate(pictures(made.content), 1):
        write(out / f"{made.name.removesuffix('.pdf')}_{number}.png", picture)


def _listing(language: str) -> str:
    from companion.cli.layout import columns
    from companion.printing.words import product_name

    t = _translator(language, ())
    rows = [
        (name, ", ".join(product_file(name)["games"]), product_file(name)["size"], product_name(t, name))
        for name in products()
    ]
    return columns(rows)


def _printer_file() -> Path:
    return Path(click.get_app_dir("caylus-companion")) / "printer.toml"


def _offset(given: str | None) -> Offset:
    """The offset asked for, or the one saved for this printer."""
    if given is None:
        try:
            saved = tomllib.loads(_printer_file().read_text(encoding="utf-8"))["offset"]
            return Offset(float(saved[0]), float(saved[1]))
        except (OSError, ValueError, KeyError, IndexError, TypeError):
            return Offset()
    try:
        x, y = (float(part) for part in given.split(","))
    except ValueError:
        raise BadChoice("offset", given, ["0,0", "0.5,-1"]) from None
    if max(abs(x), abs(y)) > 10:
        raise BadChoice("offset", given, ["0,0", "0.5,-1"])
    return Offset(x, y)


def _save_offset(offset: Offset) -> None:
    from companion.printing.errors import Unwritable
    from companion.printing.files import write

    file = _printer_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, f"offset = [{offset.x:g}, {offset.y:g}]\n".encode())
    except OSError as error:
        raise Unwritable(str(file), error.strerror or str(error)) from error


def _terminal_language() -> str:
    from companion.cli.common import terminal_language

    return terminal_language()


def _translator(language: str, overlays: tuple[Path, ...]) -> "Translator":
    from companion.i18n.translator import Translator

    return Translator(language, overlays=overlays)


@contextmanager
def _spoken(language: str, overlays: tuple[Path, ...]) -> Iterator[None]:
    """Say in one line what was wrong: in our words here, in those that all commands share for the rules."""
    try:
        yield
    except PrintError as error:
        from companion.printing.words import error_line

        click.echo(error_line(_translator(language, ()), error), err=True)
        sys.exit(BAD_INPUT)
    except Exception as error:
        from companion.cli.common import spoken_errors

        with spoken_errors(language, overlays):
            raise error from None
