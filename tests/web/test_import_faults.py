"""What is wrong with a table that somebody brings is said to them, in every language, in the words of its box."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import EngineError
from companion.engine.loading import headers_of
from companion.i18n.translator import Translator
from companion.rules.errors import RulesError
from companion.table import exports, imports
from companion.table.errors import TableError
from companion.table.imports import Unreadable
from companion.web.table.exports import fault_words
from tests.engine.detectors import NONSENSE, universe
from tests.engine.refusals import moments
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

EXPORTS = Path(__file__).resolve().parents[1] / "corpus" / "v3" / "exports"


def refused(text: str) -> Exception | None:
    try:
        imports.read(text)
    except (Unreadable, EngineError, RulesError, TableError) as error:
        return error
    return None


def said(error: Exception) -> list[str]:
    """What a person reads, who has chosen no box."""
    return [fault_words(Translator(language), error) for language in LANGUAGES]


def tables_that_cannot_be() -> Iterator[dict[str, Any]]:
    """A whole table with one action that is refused, for every moment, reason and depth."""
    for game in moments().values():
        rules, position = game.referee.rules, str(game.referee.schema.of(game.state))
        seats = [{"colour": colour} for colour in headers_of(position)["seats"].split()]
        setup = {"game": rules.game, "edition": rules.edition, "variants": list(rules.variants), "seats": seats}
        reasons = {}
        for text in (*universe(game.referee.board), *NONSENSE):  # type: ignore[attr-defined]
            reason = game.why_not(text)
            if reason is not None:
                reasons[reason.code] = text
        for text in reasons.values():
            for depth in ("referee", "assistant"):
                entry = {"seq": 1, "kind": "played", "data": {"actions": [text]}}
                yield {
                    "format": exports.FORMAT,
                    "version": exports.VERSION,
                    "setup": setup | {"position": position, "depth": depth},
                    "log": [entry],
                }


def test_every_reason_against_an_entry_is_said() -> None:
    codes = set()
    for whole in tables_that_cannot_be():
        error = refused(json.dumps(whole))
        if error is not None:
            assert len(set(said(error))) == len(LANGUAGES)
            codes.add(getattr(getattr(getattr(error, "cause", None), "reason", None), "code", ""))
    assert len(codes) > 30


@pytest.mark.drawn(6)
@pytest.mark.parametrize("file", sorted(EXPORTS.iterdir()), ids=lambda file: file.name)
def test_what_was_damaged_on_the_way_is_refused_in_words(file: Path) -> None:
    """Entries or lines of a true export left out, or there twice."""
    text, chance = file.read_text("utf-8"), random.Random(1)
    whole = json.loads(text) if file.suffix == ".json" else None
    parts: list[Any] = whole["log"] if whole else text.splitlines()
    for n in chance.sample(range(len(parts)), min(len(parts), 8)):
        for damaged in (parts[:n] + parts[n + 1 :], [*parts[:n], parts[n], *parts[n:]]):
            error = refused(json.dumps(whole | {"log": damaged}) if whole else "\n".join(damaged))
            if error is not None:
                assert len(set(said(error))) == len(LANGUAGES)
