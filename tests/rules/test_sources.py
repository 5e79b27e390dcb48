"""Every datum that a rulebook states says where, and how sure it is."""

import pytest

from companion.rules import library, load

OURS = ("edition.", "variant.", "words.", "points.", "setup.steps", "rulings.")


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_every_datum_has_a_source(game: str) -> None:
    bare = [
        path
        for edition in library().editions(game)
        for variant in (None, *library().variants(game))
        for path, source in load(game, edition, (variant,) if variant else ()).sources.items()
        if not source.texts and not path.startswith(OURS)
    ]
    assert bare == []


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_every_ruling_has_a_source(game: str) -> None:
    rules = load(game)
    assert all(rules.sources[f"rulings.{r}.number"].texts for r in rules.data.rulings)


def test_uncertain_numbers_of_magna_carta_say_so() -> None:
    rules = load("magna_carta")
    uncertain = {path for path, source in rules.sources.items() if source.confidence == "M"}
    player_cards = [b for b, it in rules.data.buildings.items() if it.category in ("small", "large")]
    # 12 player cards: the cost of all but the large quarry, the points of all
    assert {f"buildings.{b}.prestige" for b in player_cards} <= uncertain
    assert {f"buildings.{b}.cost" for b in player_cards if b != "large_quarry"} <= uncertain
    assert "buildings.large_quarry.cost" not in uncertain
    assert "buildings.statue.cost" not in uncertain
    assert {f"buildings.{b}.prestige" for b in rules.data.of("prestige")} <= uncertain


def test_an_edition_answers_for_what_it_changes() -> None:
    first = load("caylus", "nl-first")
    assert first.sources["buildings.church.prestige"].texts == ("nl-first 5f",)
    assert first.sources["buildings.church.cost"].texts[0] == "tile church"


def test_what_no_text_settles_is_marked() -> None:
    rules = load("caylus")
    low = {path.split(".")[1] for path, source in rules.sources.items() if source.confidence == "L"}
    assert {"lawyer_beyond_provost", "two_scorings", "two_players_stables", "castle_full"} <= low
