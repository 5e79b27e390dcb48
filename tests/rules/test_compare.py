"""Editions compared: exactly the points on which their texts differ."""

from pathlib import Path

from companion.rules import Library, library
from companion.rules.compare import compare


def points(first: str, second: str) -> list[str | None]:
    return list(dict.fromkeys(d.point for d in compare(library(), "caylus", first, second)))


def test_english_and_first_dutch() -> None:
    assert points("en", "nl-first") == [
        "stone_and_residence_tiles",
        "church_when_built",
        "tailor_small_trade",
        "alchemist_kinds",
        "stone_production_bonus",
    ]


def test_all_other_pairs() -> None:
    assert points("en", "nl") == ["stone_and_residence_tiles", "alchemist_kinds", "castle_full_exemption"]
    assert points("en", "de") == [
        "stone_and_residence_tiles",
        "simplified_favors",
        "gate_where_present",
        "favor_exchange",
    ]
    assert points("de", "nl") == [
        "alchemist_kinds",
        "castle_full_exemption",
        "simplified_favors",
        "gate_where_present",
        "favor_exchange",
    ]
    assert points("nl", "nl-first") == ["church_when_built", "tailor_small_trade", "stone_production_bonus"]
    assert points("en", "en") == []


def test_a_slip_of_the_text_is_not_played() -> None:
    slip = next(d for d in compare(library(), "caylus", "en", "nl-first") if d.point == "stone_production_bonus")
    assert (slip.first, slip.second) == ("owner", "owner")
    assert slip.second_reads == "worker"


def test_the_order_of_editions_only_swaps_sides() -> None:
    one, two = compare(library(), "caylus", "en", "nl-first"), compare(library(), "caylus", "nl-first", "en")
    assert [(d.path, d.first, d.second) for d in one] == [(d.path, d.second, d.first) for d in two]


def test_a_difference_outside_the_table_is_told_too(tmp_path: Path) -> None:
    folder = tmp_path / "caylus" / "editions"
    folder.mkdir(parents=True)
    (folder / "xx.toml").write_text('[edition]\nid = "xx"\nlanguage = "en"\ntext = "en"\n[income]\nbase = 3\n')
    found = compare(Library([tmp_path]), "caylus", "de", "xx")
    assert [(d.path, d.first, d.second) for d in found if d.point is None] == [("income.base", 2, 3)]
