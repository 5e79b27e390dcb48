"""Products and requests for them. A product is a file and a small function.

The file in templates/sheets/products names sizes, layouts and the function that creates the contents. Contents in
`printing.contents` are available for every game, others for the games whose package has them.
"""

from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.i18n.languages import choose, languages
from companion.printing import data
from companion.printing.errors import BadChoice, NotForGame
from companion.printing.grid import CUTS, DUPLEX
from companion.printing.palette import INKS, PROFILES
from companion.printing.paper import NO_OFFSET, Offset, Size, craft, label_sheet, paper_name, papers, size
from companion.register import brings, game_module, games

if TYPE_CHECKING:
    from companion.engine.game import Game
    from companion.engine.scoring import Account


PAGES = ("sheet", "single")
"""What a page is: a sheet of paper with many pieces, or a single piece."""


@dataclass(frozen=True)
class Request:
    """A file that somebody wants. Anything left empty is filled in from the product or the box."""

    product: str
    game: str = ""
    edition: str = ""
    variants: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("en",)
    """The language of the sheet, then those beside it."""
    paper: str = "A4"
    size: str = ""
    sleeve: bool = False
    duplex: str = ""
    cut: str = ""
    ink: str = "full"
    profile: str = "home"
    offset: Offset = NO_OFFSET
    big: bool = False
    """Whether a sheet to read is printed in large type, black on white, on as many pages as that takes."""
    overlays: tuple[Path, ...] = ()
    pages: str = "sheet"
    """`single` puts each piece on a page of its own, with its bleed."""
    only: tuple[str, ...] = ()
    """The pieces to print, by name or id, if not all: `tailor`, or `bank:2` for two."""
    players: int = 0
    """The number of players, for sheets that depend on it; 0 means all numbers, one after another."""
    record_name: str = ""
    """What the file of the game is called, where `record` is what was read from it."""
    record: "Path | Game | Account | None" = None
    """The game that a sheet is about: a file, the game itself, or the points of a table."""

    def checked(self) -> "Request":
        """Return the request with defaults from the product filled in. Raises `BadChoice` or `NotForGame`."""
        file = product_file(self.product)
        if self.record is None or file.get("needs") != "record":
            return self._checked(file)
        from companion.printing.record import accounted, asked_variants

        rules = accounted(self.record, self.overlays).rules
        variants = asked_variants(rules, self.overlays)
        return replace(self, game=rules.game, edition=rules.edition, variants=variants)._checked(file)

    def _checked(self, file: dict[str, Any]) -> "Request":
        having = games_with(self.product)
        game = self.game or having[0]
        if game not in games():
            raise BadChoice("game", game, sorted(games()))
        if game not in having:
            raise NotForGame(self.product, game, having)
        cut = self.cut or ("gutters" if self.profile == "shop" else "shared")
        duplex = self.duplex or file["duplex"]
        choices = (
            ("ink", self.ink, INKS),
            ("profile", self.profile, PROFILES),
            ("duplex", duplex, DUPLEX),
            ("cut", cut, CUTS),
            ("pages", self.pages, PAGES if "faces" in file else PAGES[:1]),
        )
        for kind, given, valid in choices:
            if given not in valid:
                raise BadChoice(kind, given, valid, self.product)
        if self.big and not file.get("big"):
            raise BadChoice("big", self.product, [name for name in products() if product_file(name).get("big")])
        self._refuse_what_means_nothing(file)
        name = paper_name(self.paper)
        labels = label_sheet(name)
        if labels and not file.get("label_sheets"):
            raise BadChoice("paper_labels", name, papers(), self.product)
        usual = labels.label if labels else file.get("size_of", {}).get(game, file["size"])
        if self.size and not usual:
            raise BadChoice("size_none", self.size, [], self.product)
        card = usual if labels else self.size or usual
        if card:
            size(card)
        return replace(
            self, game=game, cut=cut, duplex=duplex, size=card, paper=name, languages=self._spoken(),
        )  # fmt: skip

    def _refuse_what_means_nothing(self, file: dict[str, Any]) -> None:
        """Raise `BadChoice` for an option that would change nothing on this sheet."""
        cut = bool(file["size"])
        idle = (
            (f"--players {self.players}", self.players and not file.get("players")),
            ("--record", self.record is not None and file.get("needs") != "record"),
            ("--sleeve", self.sleeve and not cut),
            (f"--cut {self.cut}", self.cut == "gutters" and self.profile != "shop" and not cut),
            ("--duplex gutterfold", self.duplex == "gutterfold" and not cut),
        )
        for option, given in idle:
            if given:
                raise BadChoice("no_use", option, [], self.product)

    def _spoken(self) -> tuple[str, ...]:
        codes = list(languages(tuple(folder / "locales" for folder in self.overlays)))
        spoken = []
        for given in self.languages:
            code = choose(given, codes)
            if code is None:
                raise BadChoice("language", given, codes)
            spoken.append(code)
        return tuple(dict.fromkeys(spoken))

    @property
    def box_language(self) -> str:
        """The language of the box: the first one, or the second for what is pasted over it."""
        over = product_file(self.product).get("over") and len(self.languages) > 1
        return self.languages[1 if over else 0]

    def card(self) -> Size:
        """Return the size of a card when it is cut, or zero for sheets that are not cut."""
        if not self.size:
            return Size(0, 0)
        return size(self.size).smaller(craft().sleeve) if self.sleeve else size(self.size)

    def file_name(self) -> str:
        """Return the file name: game, product, languages, paper, options that are not the default, version.

        >>> Request("cards", languages=("nl",), edition="nl").checked().file_name()
        'CaylusMagnaCarta_Cards_NL_A4_v1.0.pdf'
        """
        file, usual = product_file(self.product), Request(self.product, self.game, paper=self.paper).checked()
        special = [
            _plain(mine)
            for mine, common in (
                (self.edition, self.box_language), (self.size, usual.size), (self.duplex, usual.duplex),
                (self.ink, usual.ink), (self.profile, usual.profile),
            )
            if mine and mine != common
        ]  # fmt: skip
        if self.cut != ("gutters" if self.profile == "shop" else "shared"):
            special.append(self.cut)
        special += [_plain(variant) for variant in self.variants] + ["sleeve"] * self.sleeve
        special += ["big"] * self.big
        special += [_plain("-".join(self.only))] * bool(self.only)
        special += [f"{self.players}p"] * bool(self.players)
        record_name = self.record.stem if isinstance(self.record, Path) else self.record_name
        special += [_plain(record_name)] * bool(record_name)
        version = ".".join(__version__.split(".")[:2])
        languages = "-".join(code.upper() for code in self.languages)
        paper = self.paper if self.pages == "sheet" else self.pages
        return "_".join([file_title(self.game), file["file"], languages, paper, *special, f"v{version}.pdf"])


def file_title(game: str) -> str:
    """Return the prefix of a game's file names: from its package, or from its id."""
    own = getattr(game_module(game, "paper"), "FILE_NAME", "") if brings(game, "paper") else ""
    return own or "".join(part.capitalize() for part in game.split("_"))


def _plain(text: str) -> str:
    """Return a word as part of a file name."""
    return "".join(char if char.isalnum() or char in ".-" else "-" for char in text)


def products() -> list[str]:
    return data.names("products")


def product_file(name: str) -> dict[str, Any]:
    """Return the content of a product's file. Raises `BadChoice`."""
    if name not in products():
        raise BadChoice("product", name, products())
    return data.read(f"products/{name}")


def shared(module: str) -> str:
    """Return the name of a module of `printing.contents`, or empty if there is none. Imports nothing."""
    home = f"companion.printing.contents.{module}"
    return home if find_spec(home) else ""


def games_with(product: str) -> list[str]:
    """Return the games that have a product."""
    module = product_file(product)["content"].partition(".")[0]
    return [game for game in games() if shared(module) or brings(game, f"paper.{module}")]
