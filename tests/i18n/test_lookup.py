"""Finding things by what people type."""

from itertools import pairwise

import pytest

from companion.i18n.search import folded, search
from companion.rules import library


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
