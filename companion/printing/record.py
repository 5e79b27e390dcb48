"""The recorded game that a sheet is about, from its file or as it is."""

from pathlib import Path

from companion.engine.errors import EngineError
from companion.engine.game import Game
from companion.engine.loading import opened
from companion.engine.records import parse, replay
from companion.engine.scoring import Account, account
from companion.printing.errors import BadRecordFile
from companion.rules import Rules, library


def accounted(record: Path | Game | Account, overlays: tuple[Path, ...] = ()) -> Account:
    """Return the points of a game, to its end or as far as it was recorded. Raises `BadRecordFile`."""
    if isinstance(record, Account):
        return record
    return account(record if isinstance(record, Game) else _replayed(record, overlays))


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
