"""Creates games from the headers of a record, a saved game or a position."""

from collections.abc import Mapping
from typing import cast

from companion.engine.errors import BadState, about
from companion.engine.game import Game, SavedGame, game_at, new_game, referee_for
from companion.engine.notation import table_of
from companion.register import games
from companion.rules import Library, Rules, UnknownName, library


def rules_of(headers: Mapping[str, str], rules_library: Library | None = None) -> Rules:
    """Return the rules that headers name. Raises `UnknownName`, `BadPlayers`, or `BadState` if there are no seats."""
    source = rules_library or library()
    seats = headers.get("seats", "").split()
    if not seats:
        raise BadState("no_seats")
    game = headers.get("game", games()[0])
    try:
        return source.rules(game, headers.get("edition"), headers.get("variants", "").split(), len(seats))
    except UnknownName as error:
        if not source.overlays:
            error.add_note("A box of your own is in a `Library` with its folder; pass it as `library`.")
        raise


def opened(
    headers: Mapping[str, str],
    position: str = "",
    rules_library: Library | None = None,
    *,
    strict: bool = False,
    as_it_was: bool = False,
) -> Game:
    """Create the game that headers describe, from its set-up or from the given position.

    For `strict` and `as_it_was` see `game_at`.
    """
    rules = rules_of(headers, rules_library)
    seats, untracked = headers["seats"].split(), headers.get("untracked", "").split()
    with about(rules):
        if position:
            return game_at(rules, position, strict=strict, as_it_was=as_it_was)
        return new_game(rules, seats, untracked)


def headers_of(position: str) -> dict[str, str]:
    """Return the lines of a position by key. Raises `NotationError`."""
    return {key: " ".join(word.text for word in line.words) for key, line in table_of(position).items()}


def position_game(text: str, rules_library: Library | None = None) -> Game:
    """Create a game from the text of a position, which names its own rules."""
    return opened(headers_of(text), text, rules_library, strict=True)


def position_text(data: Mapping[str, object], rules_library: Library | None = None) -> str:
    """Return the text of a position from `Position.to_json`. Raises `BadState` if the data are damaged."""
    try:
        head = {key: str(text) for key, text in data.items() if key != "fields"}
        referee = referee_for(rules_of(head, rules_library), head["seats"].split(), head.get("untracked", "").split())
        return str(referee.schema.from_json(data))
    except (AttributeError, LookupError, TypeError) as error:
        raise BadState("damaged") from error


def saved_game(data: Mapping[str, object], rules_library: Library | None = None) -> Game:
    """Restore a game from `Game.to_json`. Raises `BadState` if the data are damaged."""
    try:
        saved = cast(SavedGame, data)
        game, edition = str(saved["game"]), str(saved["edition"])
        seats, variants, untracked = (
            list(map(str, row)) for row in (saved["seats"], saved.get("variants", ()), saved.get("untracked", ()))
        )
    except (AttributeError, LookupError, TypeError) as error:
        raise BadState("damaged") from error
    rules = (rules_library or library()).rules(game, edition, variants, len(seats))
    return Game.load(data, referee_for(rules, seats, untracked))
