"""Every sheet that the shop can make, found in its data: a new product is in the proofs as soon as it has a file."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product as times
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.i18n.languages import languages
from companion.printing import Request
from companion.printing.grid import DUPLEX
from companion.printing.palette import INKS, PROFILES
from companion.printing.paper import papers
from companion.printing.product import games_with, product_file, products
from companion.printing.units import size

RECORDS = Path(__file__).parents[1] / "playthroughs"


def every() -> list[Request]:
    """The whole matrix; the ways of turning once for each product and language, not for each way of saving ink."""
    found = []
    for name, game in kinds():
        for language, paper, ink, profile in times(languages(), papers(), INKS, PROFILES):
            ways = _ways(name) if ink == INKS[0] else [product_file(name)["duplex"]]
            found += [_request(name, game, language, paper, ink, profile, duplex) for duplex in ways]
    return found


def sample() -> list[Request]:
    """Each product of each game in each language once, the other choices by turns."""
    found = []
    for row, (name, game) in enumerate(kinds()):
        ways = _ways(name)
        for column, language in enumerate(languages()):
            paper, ink = _turn(papers(), row + column), _turn(INKS, row + 2 * column)
            profile, duplex = _turn(PROFILES, row // 4 + column), _turn(ways, row + column)
            found.append(_request(name, game, language, paper, ink, profile, duplex))
    return found


def kinds() -> list[tuple[str, str]]:
    """Every product with every game it is for."""
    return [(name, game) for name in products() for game in games_with(name)]


def label(request: Request) -> str:
    """A request as the name of a test."""
    return "-".join((request.product, request.game, *request.languages, request.paper, request.ink, request.profile,
                     request.duplex))  # fmt: skip


def _turn(values: Sequence[str], number: int) -> str:
    """One after another; the numbers are such that papers, inks and profiles do not run in step."""
    return values[number % len(values)]


def _ways(name: str) -> tuple[str, ...]:
    """All ways of turning the sheet for what is cut and has backs; else the one the product says."""
    file = product_file(name)
    return DUPLEX if "faces" in file and file["duplex"] != "single" else (file["duplex"],)


def _request(name: str, game: str, language: str, paper: str, ink: str, profile: str, duplex: str) -> Request:
    needs = product_file(name).get("needs", "")
    more: dict[str, Any] = {needs: NEEDED[needs](game)} if needs else {}
    return Request(
        name, game, languages=(language,), paper=paper, ink=ink, profile=profile, duplex=duplex, **more
    ).checked()


@cache
def _record(game: str) -> Path:
    """The record of a game with as many players as possible."""
    records = [file.read_text(encoding="utf-8").splitlines() for file in sorted(RECORDS.glob("*.txt"))]
    lines = max((lines for lines in records if f"record: game: {game}" in lines), key=_seats)
    file = Path(_folder().name, f"{game}.txt")
    file.write_text("\n".join(line[8:] for line in lines if line.startswith("record: ")), encoding="utf-8")
    return file


def _seats(lines: Sequence[str]) -> int:
    return next(len(line.split()) for line in lines if line.startswith("record: seats:"))


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory()


NEEDED = {"record": _record}
"""What a product needs beyond choices, by the word in its file. A new need is a new line here."""


def card(request: Request) -> tuple[float, float]:
    """The sides of what is cut, in millimetres."""
    found = size(request.size)
    return found.width, found.height


def pages_of(names: set[str]) -> Iterator[Request]:
    """Of the whole matrix those of some products."""
    return (request for request in every() if not names or request.product in names)
