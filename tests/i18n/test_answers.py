"""What the pages look up: where numbers come from, other names, and how far something is known."""

from pathlib import Path

import pytest

from companion.i18n import answers
from companion.i18n.answers import difference_data, value_words
from companion.i18n.rule_faults import bad_players, exclusive, unknown_name
from companion.i18n.search import Hit
from companion.rules import BadPlayers, Exclusive, UnknownName, library, load
from companion.rules.compare import Difference
from tests.i18n.told import translator
from tests.words import plain

T = translator("caylus", "en", "en")
RULES = load("caylus", "en")
NOWHERE: tuple[Path, ...] = ()


def test_what_is_known_of_a_building_is_grouped_by_where_it_stands() -> None:
    printed, published, tile = answers.source_groups(RULES, library(), "building.lawyer", T)
    assert printed["fields"] == [("Kind", True), ("Cost", True), ("Effect", True)]
    assert printed["places"] == ["Printed tile or card", "English rules, 5c", "German rules, 5c", "Dutch rules, 5c"]
    assert (published["confidence"], published["fields"]) == ("M", [("Prestige", True)])
    assert (tile["fields"], tile["places"]) == ([("On the tile", True)], ["Printed tile or card"])


def test_what_no_text_says_comes_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "caylus").mkdir()
    (tmp_path / "caylus" / "mine.toml").write_text("[buildings.lawyer]\nprestige = 9\n")
    with_own = library((tmp_path,))
    groups = answers.source_groups(with_own.rules("caylus", "en"), with_own, "building.lawyer", T)
    assert [group["places"] for group in groups if ("Prestige", True) in group["fields"]] == [
        [str(tmp_path / "caylus" / "mine.toml")]
    ]


WHERE = [
    ("ruling.castle_refusal", {"rulings.castle_refusal.number", "rulings.castle_refusal.about"}),
    ("line.prestige", {"favors.lines.prestige"}),
    ("favor.prestige.2", set()),
    ("term.favor", {"favors.mode", "favors.flat_prestige", "favors.columns"}),
    ("term.favor_table", {"favors.mode", "favors.lines.prestige"}),
    ("phase.workers", set()),
    ("end.gold", {"end.gold.per", "end.gold.prestige"}),
    ("component.worker", {"components.worker"}),
]


@pytest.mark.parametrize(("id", "paths"), WHERE)
def test_every_kind_of_thing_knows_where_its_numbers_stand(id: str, paths: set[str]) -> None:
    found = [one["path"] for one in answers.source_data(RULES, id)]
    assert paths <= {*found} if paths else found == []


def test_all_numbers_are_listed_with_their_values() -> None:
    listed = {one["path"]: one for one in answers.source_data(RULES, None)}
    assert listed["buildings.tailor.prestige"]["value"] == 6
    assert listed["buildings.tailor.cost"]["value"] == {"wood": 1, "stone": 1}
    assert {"texts", "confidence", "file"} <= listed["buildings.tailor.prestige"].keys()
    assert not [path for path in listed if path.startswith(("edition.", "points.", "words."))]


PLACES = [
    ("en 5c", "English rules, 5c", "Engelse spelregels, 5c"),
    ("tile", "Printed tile or card", "gedrukte tegel of kaart"),
    ("nowhere 3", "nowhere, 3", "nowhere, 3"),
]


@pytest.mark.parametrize(("text", "english", "dutch"), PLACES)
def test_a_text_is_called_as_people_call_it(text: str, english: str, dutch: str) -> None:
    assert answers.text_place(library(), text, T) == english
    assert answers.text_place(library(), text, translator("caylus", "nl", "nl")) == dutch


def test_a_text_that_only_an_owner_has_is_called_by_its_title(tmp_path: Path) -> None:
    (tmp_path / "sources.toml").write_text('[texts.mine]\ntitle = "My notes"\nlanguage = "en"\nkind = "notes"\n')
    assert answers.text_place(library((tmp_path,)), "mine 4", T) == "My notes, 4"


OTHERS = [
    ("building.tailor", "Tailor", [("Schneider", "de"), ("Tailleur", "fr"), ("Kleermaker", "nl")]),
    ("building.jeweller", "Juwelier", [("Jeweller", "en"), ("Joaillier", "fr")]),
    ("building.mill", "Mill", []),
]


@pytest.mark.parametrize(("id", "shown", "others"), OTHERS)
def test_other_names_are_those_that_differ_each_once(id: str, shown: str, others: list[tuple[str, str]]) -> None:
    assert answers.other_names(library(), "caylus", id, shown, NOWHERE) == others


def test_only_boxes_of_one_language_name_things_differently() -> None:
    names = answers.differing_names(library(), "caylus", "nl", "nl-first", NOWHERE)
    assert names["building.n_market"] == ["Marktplaats", "Marktplein"]
    assert {*names} == {"building.n_market", "building.w_market"}
    assert answers.differing_names(library(), "caylus", "nl", "en", NOWHERE) == {}


def test_a_tile_tells_its_further_names_and_how_sure_they_are() -> None:
    data = answers.entry_data(RULES, "building.lawyer", T)
    assert answers.tile_names(RULES, data, T) == [("it", "Notaio", "likely")]
    assert answers.tile_names(RULES, {"id": "building.gate"}, T) == []
    assert "on_tile" not in answers.entry_data(RULES, "building.gate", T)


def test_a_building_of_another_box_is_not_looked_up_here() -> None:
    with pytest.raises(UnknownName) as error:
        answers.entry_data(RULES, "building.mill", T)
    assert (error.value.kind, error.value.given) == ("id", "mill")
    assert "tailor" in error.value.valid


IN_PLAY = [
    ("caylus", "en", "jeweller", True),
    ("caylus", "nl-first", "jeweller", False),
    ("magna_carta", "nl", "residence", True),
]


@pytest.mark.parametrize(("game", "edition", "building", "there"), IN_PLAY)
def test_a_box_contains_what_is_counted_and_residences(game: str, edition: str, building: str, there: bool) -> None:
    assert answers.in_play(load(game, edition).data.buildings[building]) == there


def test_facts_are_labelled_and_only_those_that_there_are() -> None:
    data = answers.entry_data(load("caylus", "nl"), "building.church", translator("caylus", "nl", "nl"))
    labels = {field: label for field, label, _ in answers.facts(data, translator("caylus", "nl", "nl"))}
    assert [*labels] == ["cost", "prestige", "favor", "count", "effect"]
    assert [*labels.values()] == ["Kosten", "Prestige", "Privileges", "Tegels", "Effect"]
    assert answers.label(T, "weather") == "weather"


def test_a_hit_names_its_game_and_its_name_on_each_box() -> None:
    hit = Hit("caylus", "building.n_farm", "Fattoria", "it", 0)
    data = answers.hit_data(library(), hit, "en", None, NOWHERE)
    assert (data["game_name"], data["name"], data["found_as"], data["language"]) == (
        "Caylus", "Neutral farm", "Fattoria", "it",
    )  # fmt: skip
    assert data["printed"]["nl"] == "Boerderij"
    question = Hit("caylus", "ruling.gate_inn", "?", "en", 2.2)
    assert answers.hit_data(library(), question, "en", "nl", NOWHERE)["printed"] == {}
    market = Hit("caylus", "building.n_market", "Marktplein", "nl", 0)
    spoken = [
        answers.hit_data(library(), market, "nl", edition, NOWHERE)["name"] for edition in ("nl", "nl-first", None)
    ]
    assert spoken == ["Neutrale marktplaats", "Neutraal marktplein", "Neutrale marktplaats"]


VALUES = [
    (Difference("gate_where_present", "x", None, None), True, "yes"),
    (Difference("gate_where_present", "x", None, None), False, "no"),
    (Difference("alchemist_kinds", "x", None, None), True, "they must differ"),
    (Difference(None, "buildings.tailor.prestige", None, None), 4, "4\u00a0prestige points"),
    (Difference(None, "buildings.tailor.count", None, None), 4, "4"),
    (Difference(None, "x", None, None), ["castle", "stables", "moon"], "Castle, Stables, and moon"),
    (Difference(None, "x", None, None), "owner", "the building’s owner"),
    (Difference(None, "x", None, None), "weekly", "weekly"),
    (Difference(None, "x", None, None), None, "–"),
    (
        Difference(None, "favors.lines.x", None, None),
        [{"kind": "inn"}, {"kind": "nothing"}],
        "From next turn each worker costs you 1\u00a0denier; No effect",
    ),
    (Difference(None, "buildings.mill.effect.options", None, None), [{"food": 1}], "[{'food': 1}]"),
    (Difference(None, "buildings.library.effect.options", None, None), [{"food": 1}], "[{'food': 1}]"),
    (Difference(None, "buildings.n_farm.effect.options", None, None), [{"food": 3}], "Take 3\u00a0food."),
]


@pytest.mark.parametrize(("difference", "value", "said"), VALUES)
def test_a_value_that_differs_is_said_in_words(difference: Difference, value: object, said: str) -> None:
    assert value_words(difference, value, T) == said


def test_a_difference_as_data_has_its_title() -> None:
    data = difference_data(Difference("alchemist_kinds", "x", 1, 2, rulings=("alchemist_kinds",)), T)
    assert (data["title"], data["rulings"]) == ("Alchemist: cubes all different", ["alchemist_kinds"])
    assert (data["first"], data["second"], data["point"]) == (1, 2, "alchemist_kinds")


FAULTS = [
    (
        UnknownName("edition", "nl-frist", ["en", "nl", "nl-first"]),
        "There is no edition “nl-frist”. Did you mean nl-first? Valid: en, nl, nl-first.",
    ),
    (UnknownName("edition", "zz", ["en", "nl"]), "There is no edition “zz”. Valid: en, nl."),
    (UnknownName("edition", "n", ["nl"]), "There is no edition “n”. Did you mean nl?"),
    (
        UnknownName("edition", "nl-frist", ["nl-first", "nl-fris", *map(str, range(20))]),
        "There is no edition “nl-frist”. Did you mean nl-fris or nl-first?",
    ),
]


@pytest.mark.parametrize(("error", "said"), FAULTS, ids=lambda one: one if isinstance(one, str) else "")
def test_a_name_that_does_not_exist_is_answered_with_those_that_do(error: UnknownName, said: str) -> None:
    assert unknown_name(T, error) == said


def test_what_does_not_go_together_and_how_many_can_play() -> None:
    assert plain(exclusive(T, Exclusive(["lawyer_3", "weather"]))) == (
        "Lawyer for 3 points and “weather” cannot be combined: choose one of them."
    )
    assert (
        plain(bad_players(T, BadPlayers("caylus", 7, 2, 5)))
        == "Caylus cannot be played by 7: it is for 2 to 5 players."
    )
