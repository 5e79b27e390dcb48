"""The recorded game that a sheet is about, from its file or as it is."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.engine.errors import EngineError
from companion.engine.game import Game
from companion.engine.loading import opened
from companion.engine.records import parse, replay
from companion.engine.scoring import Account, account
from companion.minds.decided import Analyst, Decided, of_game
from companion.minds.mind import NoMind
from companion.minds.weights import NoWeights
from companion.printing.errors import BadRecordFile
from companion.rules import Rules, library


@dataclass(frozen=True, eq=False)
class DecidedGame:
    """The points of a game, and what a mind thinks decided it."""

    account: Account
    decided: Decided


def accounted(record: Path | Game | Account | DecidedGame, overlays: tuple[Path, ...] = ()) -> Account:
    """Return the points of a game, to its end or as far as it was recorded. Raises `BadRecordFile`."""
    if isinstance(record, DecidedGame):
        return record.account
    if isinstance(record, Account):
        return record
    return account(record if isinstance(record, Game) else _replayed(record, overlays))


def thought_over(record: Path | Game | Account | DecidedGame, overlays: tuple[Path, ...] = ()) -> DecidedGame | None:
    """Return a game with what decided it; a recorded one is thought over now, which takes seconds.

    None if no decisions are known, or no mind knows the game. Raises `BadRecordFile`.
    """
    if isinstance(record, DecidedGame):
        return record
    if isinstance(record, Account):
        return None
    try:
        if isinstance(record, Game):
            return _thought_over(record)
        return _thought_over_once(record, record.read_bytes(), overlays)
    except (NoMind, NoWeights):
        return None
    except OSError as error:
        raise BadRecordFile(str(record), error) from error


@lru_cache(maxsize=8)
def _thought_over_once(record: Path, _content: bytes, overlays: tuple[Path, ...]) -> DecidedGame:
    """A recorded game, thought over once for all languages and papers."""
    return _thought_over(_replayed(record, overlays))


def _thought_over(game: Game) -> DecidedGame:
    return DecidedGame(account(game), Analyst(game.referee).whole([of_game(game)]))


def _replayed(record: Path, overlays: tuple[Path, ...]) -> Game:
    rules_library = library(overlays)
    try:
        parsed = parse(record.read_text(encoding="utf-8"))
        return replay(parsed, lambda headers, position: opened(headers, position, rules_library))
    except (OSError, UnicodeDecodeError, EngineError) as error:
        raise BadRecordFile(str(record), error) from error


def asked_variants(rules: Rules, overlays: tuple[Path, ...]) -> tuple[str, ...]:
    """Return the variants that somebody chose, without those that are in force by default."""
    usual = library(overlays).rules(rules.game, rules.edition, (), rules.players).variants
    return tuple(name for name in rules.variants if name not in usual)
