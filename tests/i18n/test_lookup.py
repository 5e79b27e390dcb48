"""Finding things by what people type."""

from itertools import pairwise

import pytest

from companion.i18n.search import folded, search
from companion.i18n.translator import Translator
from companion.rules import Library, library, load
from tests.words import plain


@pytest.mark.parametrize("game", library().games)
@pytest.mark.parametrize("typed", ["st", "ma", "wo", "k"])
def test_what_begins_as_it_was_typed_comes_first(game: str, typed: str) -> None:
    begins = [folded(hit.name).startswith(typed) for hit in search(library(), typed, [game])]
    assert any(begins)
    assert not all(begins)
    assert all(before >= after for before, after in pairwise(begins))


def test_the_whole_name_comes_before_all_others() -> None:
    first, *others = search(library(), "Park", ["caylus"])
    assert (first.id, first.rank) == ("building.park", 0)
    assert all(hit.rank > 0 for hit in others)


@pytest.mark.parametrize("typed", ["mine d'or", "MINE D’OR", "mine\u00a0d’or", "  mine   d'or "])
def test_any_space_and_any_apostrophe_will_do(typed: str) -> None:
    first, *_ = search(library(), typed, ["caylus"])
    assert (first.id, first.rank) == ("building.gold_mine", 0)


def test_a_second_search_reads_neither_rules_nor_words(monkeypatch: pytest.MonkeyPatch) -> None:
    known = library()
    first = search(known, "how much does a worker cost", known.games)

    def read(*args: object) -> None:
        raise AssertionError("the index is made once")

    monkeypatch.setattr(Translator, "find", read)
    monkeypatch.setattr(Library, "rules", read)
    assert search(known, "how much does a worker cost", known.games) == first
    assert search(known, "kleremaker", known.games)[0].id == "building.tailor"


def test_a_question_is_found_however_its_spaces_are_typed() -> None:
    asked = Translator("fr", load("caylus", "fr")).name("ruling.gate_inn")
    assert asked.endswith("\u202f?")
    assert "ruling.gate_inn" in [hit.id for hit in search(library(), plain(asked), ["caylus"])][:3]
