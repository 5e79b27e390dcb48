"""The names that messages of the API use for programs, from the tables that the app itself uses.

They are open: later versions may add names, so a client has to allow for names that it does not know.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import GetJsonSchemaHandler
from pydantic_core.core_schema import CoreSchema

from companion.engine.errors import BadState
from companion.engine.events import EVENTS
from companion.engine.position import all_phases
from companion.i18n.catalogues import entries
from companion.i18n.languages import FALLBACK
from companion.i18n.translator import COMMON
from companion.paths import locales
from companion.register import game_module, games
from companion.rules import BadPlayers, Exclusive, UnknownName, load
from companion.table.errors import ERRORS
from companion.table.vocabulary import GO_ON_KIND
from companion.web.errors import CODES


@dataclass(frozen=True)
class Among:
    """One of these names, or one of a later version."""

    names: Callable[[], Iterator[str]]

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return handler(schema) | {"x-extensible-enum": sorted({*self.names()})}


def phases(game: str) -> Iterator[str]:
    yield from all_phases(load(game).data.sequence.phases)


def choices() -> Iterator[str]:
    """Yield the kinds of choice of all games."""
    for game in games():
        yield from game_module(game, "choices").CHOICES
    yield GO_ON_KIND


def events() -> Iterator[str]:
    yield from EVENTS


def reasons() -> Iterator[str]:
    """Yield the reasons of the rules against an action."""
    yield from _worded("why")


def refusals() -> Iterator[str]:
    """Yield the codes of all refusals."""
    for error in ERRORS:
        yield from error.CODES
    yield from (UnknownName.code, BadPlayers.code, Exclusive.code, *BadState.CODES, *CODES, *reasons())
    yield from (f"notation.{code}" for code in _worded("notation"))


def _worded(first: str) -> Iterator[str]:
    """Yield the codes that there are words for."""
    for domain in (COMMON, *games()):
        for _, id in entries(locales() / FALLBACK, domain):
            start, _, code = id.partition(".")
            if start == first:
                yield code
