"""Presets: named sets of sheets, with their products, games, languages, papers and options.

A preset is a file in templates/sheets/presets, or a user's own. `*` means all there are.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from companion.i18n.languages import choose, languages
from companion.printing import data
from companion.printing.errors import BadChoice, BadPreset, NotForGame
from companion.printing.paper import papers
from companion.printing.product import Request, games_with, product_file, products
from companion.register import games

ALL = "all"
"""The preset with the whole catalog."""

_EVERY = "*"
_LISTS = ("products", "games", "languages", "beside", "papers")
_OPTIONS: dict[str, type] = {
    "edition": str, "variants": list, "size": str, "sleeve": bool, "duplex": str, "cut": str, "ink": str,
    "profile": str, "pages": str, "only": list, "players": int, "big": bool,
}  # fmt: skip
_FIELD = {"product": "products", "game": "games", "language": "languages", "paper": "papers", "variant": "variants"}
"""The field of a preset that holds each kind of choice."""


@dataclass(frozen=True)
class SheetOrder:
    """Every combination of products, games, languages and papers."""

    products: tuple[str, ...]
    games: tuple[str, ...] = ()
    """If empty, the first game of each product."""
    languages: tuple[str, ...] = ()
    """Values as for `--lang`: one language, or several on one sheet."""
    beside: tuple[str, ...] = ()
    """The first of these that is not the sheet's own language is printed beside it."""
    papers: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def requests(self, language: str = "en") -> list[Request]:
        """Return a checked request for every sheet, in this language if the order names none.

        Raises as a request does.
        """
        return [
            Request(name, game, languages=spoken, paper=paper, **self._options(name)).checked()
            for name in dict.fromkeys(self.products)
            for game in self._games(name)
            for spoken in map(self._spoken, self.languages or (language,))
            for paper in self.papers or ("A4",)
        ]

    def _options(self, product: str) -> Mapping[str, Any]:
        """Return the options of a product; of several products, those that are not cut out have none for cutting."""
        file = product_file(product)
        if len(self.products) < 2 or len(file.get("sizes", ())) > 1:
            return self.options
        apart = {"size", "sleeve"} if "faces" in file else {"size", "sleeve", "pages", "only"}
        apart |= {"cut", "duplex"} if not file["size"] else set()
        apart |= set() if file.get("players") else {"players"}
        apart |= set() if file.get("needs") == "record" else {"record", "record_name"}
        return {name: value for name, value in self.options.items() if name not in apart}

    def _games(self, product: str) -> Sequence[str]:
        """Of several games, return those that have the product.

        A single game is kept, so that a mistake is reported.
        """
        if len(self.games) < 2:
            return self.games or ("",)
        return [game for game in self.games if game in games_with(product)]

    def _spoken(self, written: str) -> tuple[str, ...]:
        codes = tuple(part.strip() for part in written.split(","))
        second = next((code for code in self.beside if code not in codes), "")
        return (*codes, second) if second and len(codes) == 1 else codes


def names() -> list[str]:
    """Return the names of our presets."""
    return data.names("presets")


def preset(given: str, overlays: tuple[Path, ...] = ()) -> SheetOrder:
    """Read a preset, by name or by the path of a user's own file. Raises `BadChoice` or `BadPreset`."""
    own = given.lower().endswith(".toml")
    if not own and given not in names():
        raise BadChoice("preset", given, [*names(), "my.toml"])
    file = Path(given) if own else data.folder() / "presets" / f"{given}.toml"
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadPreset(given, detail=error.strerror or str(error)) from error
    except ValueError as error:
        raise BadPreset(given, detail=str(error)) from error
    _check(given, tree)
    order = _order(tree)
    _try_out(given, order)
    _try_boxes(given, order, overlays)
    return order


def _check(file: str, tree: Mapping[str, Any]) -> None:
    """Raise `BadPreset` for unknown fields and wrong types."""
    for key, value in tree.items():
        if key not in (*_LISTS, *_OPTIONS):
            raise BadPreset(file, key, valid=[*_LISTS, *_OPTIONS])
        kind = list if key in _LISTS else _OPTIONS[key]
        texts = not isinstance(value, list) or all(isinstance(part, str) for part in value)
        if type(value) is not kind or not texts:
            raise BadPreset(file, key, _written(value), _EXAMPLES[kind])
    if not tree.get("products"):
        raise BadPreset(file, "products", _written(tree.get("products", [])), [_EVERY, *products()])


_EXAMPLES = {list: ['["…", "…"]'], str: ['"…"'], bool: ["true", "false"], int: ["2", "3", "4", "5"]}


def _written(value: Any) -> str:
    """Return a value approximately as the file has it."""
    return str(value).lower() if isinstance(value, bool) else str(value).replace("'", '"')


def _order(tree: Mapping[str, Any]) -> SheetOrder:
    lists = {key: _all_of(key, tree[key]) for key in _LISTS if key in tree}
    options = {
        key: tuple(value) if isinstance(value, list) else value for key, value in tree.items() if key in _OPTIONS
    }
    return SheetOrder(**lists, options=options)


def _all_of(key: str, given: Sequence[str]) -> tuple[str, ...]:
    if _EVERY not in given:
        return tuple(given)
    every: dict[str, Callable[[], Iterable[str]]] = {
        "products": _ready, "games": games, "languages": languages, "beside": languages, "papers": papers,
    }  # fmt: skip
    return tuple(every[key]())


def order_of(products: tuple[str, ...]) -> SheetOrder:
    """Return an order for these products, or else for all that need no record, each for the first of its games."""
    return SheetOrder(products or tuple(_ready()))


def _ready() -> list[str]:
    """Return all products except those that need something more, such as a record, which are only made when named."""
    return [name for name in products() if not product_file(name).get("needs")]


def _try_out(file: str, order: SheetOrder) -> None:
    """Report a wrong choice as a fault of the file, with its field."""
    codes = list(languages())
    for code in order.beside:
        if choose(code, codes) is None:
            raise BadPreset(file, "beside", code, codes)
    try:
        order.requests()
    except BadChoice as error:
        raise BadPreset(file, _FIELD.get(error.kind, error.kind), error.given, error.valid) from error
    except NotForGame as error:
        raise BadPreset(file, "games", error.game, error.valid) from error


def _try_boxes(file: str, order: SheetOrder, overlays: tuple[Path, ...]) -> None:
    """Check that all its games have the edition and variants. Only reads the rules if it names any."""
    edition, variants = order.options.get("edition"), order.options.get("variants", ())
    if not edition and not variants:
        return
    from companion.rules import library

    rules_library = library(overlays)
    for game in dict.fromkeys(request.game for request in order.requests()):
        if edition and edition not in rules_library.editions(game):
            raise BadPreset(file, "edition", edition, rules_library.editions(game))
        for variant in variants:
            if variant not in rules_library.variants(game):
                raise BadPreset(file, "variants", variant, rules_library.variants(game))


def _having(wanted: Sequence[str], edition: str, overlays: tuple[Path, ...]) -> tuple[str, ...]:
    """Return those of several games that have an edition; none if there is nothing to choose."""
    if not edition or len(wanted) < 2:
        return ()
    from companion.rules import library

    rules_library = library(overlays)
    return tuple(game for game in wanted if edition in rules_library.editions(game))


def asked(order: SheetOrder, **given: Any) -> SheetOrder:
    """Replace parts of an order by what a person asked for.

    If they asked for games, products that none of these has are left out; and if they asked for an edition, games that
    have none of that name.
    """
    own = [key.name for key in fields(SheetOrder) if key.name != "options"]
    lists = {key: given[key] if given.get(key) else getattr(order, key) for key in own}
    options = {key: value for key, value in given.items() if key not in own and value}
    chosen = given.get("games") or _having(lists["games"], given.get("edition", ""), given.get("overlays", ()))
    if chosen and not given.get("products"):
        lists["games"] = chosen
        lists["products"] = tuple(name for name in order.products if {*chosen} & {*games_with(name)}) or order.products
    return SheetOrder(**lists, options={**order.options, **options})
