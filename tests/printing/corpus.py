"""Every sheet that the shop can make, found in its data: a new product is in the proofs as soon as it has a file."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product as times
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.printing import Request
from companion.printing.grid import CUTS, DUPLEX
from companion.printing.palette import INKS, PROFILES
from companion.printing.paper import papers
from companion.printing.product import PAGES, games_with, product_file, products
from companion.rules import library
from tests.pairs import SEED, Row, all_pairs
from tests.words import LANGUAGES

RECORDS = Path(__file__).parents[1] / "playthroughs"
Kind = tuple[str, str]
"""A product and a game."""


def sample() -> list[Request]:
    """Sheets to ask for in which every two choices meet that can, those of one product beside each other."""
    rows = all_pairs([_axes(*kind) for kind in kinds()], _possible)
    return sorted(dict.fromkeys(map(asked_of, rows)), key=lambda request: (request.product, request.game))


def every() -> Iterator[Request]:
    """All combinations of what a printer has to do with; ways of turning not for each way of saving ink."""
    for kind in kinds():
        axes = _axes(*kind)
        for language, paper, ink, profile in times(LANGUAGES, papers(), INKS, PROFILES):
            for duplex in axes.get("duplex", [""]) if ink == INKS[0] else [""]:
                chosen = {"language": language, "paper": paper, "ink": ink, "profile": profile, "duplex": duplex}
                yield asked_of({"kind": kind, **chosen}).checked()


def kinds() -> list[Kind]:
    """Every product with every game it is for."""
    return [(name, game) for name in products() for game in games_with(name)]


def _axes(name: str, game: str) -> dict[str, Sequence[Any]]:
    """What can be chosen for a product."""
    file, rules_library = product_file(name), library()
    axes: dict[str, Sequence[Any]] = {
        "kind": [(name, game)], "language": LANGUAGES, "beside": ["", *LANGUAGES], "paper": papers(), "ink": INKS,
        "profile": PROFILES,
    }  # fmt: skip
    if not file.get("needs"):
        axes |= {"edition": rules_library.editions(game), "variant": ["", *rules_library.variants(game)]}
    if file.get("big"):
        axes |= {"big": [False, True]}
    if file.get("players"):
        most = rules_library.rules(game).data.players.maximum
        axes |= {"players": [0, *range(2, most + 1)]}
    if "faces" in file:
        axes |= {
            "cut": CUTS,
            "pages": PAGES[: 1 if "overlap" in file else 2],
            "size": SIZES.get((name, game)) or [size for size in file["sizes"] if size[0].isalpha()] or [""],
        }
        if file["duplex"] != "single":
            axes |= {"duplex": DUPLEX, "sleeve": [False, True]}
    return axes


def _possible(row: Row) -> bool:
    """Whether there can be such a sheet: a variant may be for other numbers of players."""
    return not row.get("variant") or not row.get("players") or _suited(row["variant"], row["players"])


@cache
def _suited(variant: str, players: int) -> bool:
    rules_library = library()
    return all(
        rules_library.suits(game, (variant,), players)
        for game in rules_library.games
        if variant in rules_library.variants(game)
    )


def asked_of(row: Row) -> Request:
    name, game = row["kind"]
    options = {key: value for key, value in row.items() if key not in ("kind", "language", "beside", "variant")}
    needs = product_file(name).get("needs", "")
    if needs:
        options[needs] = NEEDED[needs](game)
    languages = tuple(code for code in (row["language"], row.get("beside", "")) if code)
    variants = (row["variant"],) if row.get("variant") else ()
    return Request(name, game, languages=languages, variants=variants, **options)


def label(request: Request) -> str:
    """A request as the name of a test, with the seed that it comes from."""
    chosen = (
        request.edition, *request.variants, *request.languages, request.paper, request.ink, request.profile,
        request.duplex, request.cut, request.size, request.pages, "sleeve" * request.sleeve, "big" * request.big,
        f"{request.players}p" * bool(request.players),
    )  # fmt: skip
    return "-".join([str(SEED), request.product, request.game, *filter(None, chosen)])


@cache
def record(game: str) -> Path:
    """The shortest record of a game: what decided it is thought over for seconds."""
    records = [file.read_text(encoding="utf-8").splitlines() for file in sorted(RECORDS.glob("*.txt"))]
    lines = min((lines for lines in records if f"record: game: {game}" in lines), key=len)
    file = Path(_folder().name, f"{game}.txt")
    file.write_text("\n".join(line[8:] for line in lines if line.startswith("record: ")), encoding="utf-8")
    return file


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory()


NEEDED = {"record": record}
"""What a product needs beyond choices, by the word in its file. A new need is a new line here."""

SIZES = {("labels", "caylus"): ["label"], ("labels", "magna_carta"): ["label-card"]}
"""Where one product has sizes that each are for one game."""
