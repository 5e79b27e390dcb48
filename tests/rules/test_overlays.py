"""An owner's own data: laid over ours, checked like ours, every fault told at once and in its place."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import BadData, Library
from companion.rules.errors import Problem
from companion.rules.layers import Layer, Stack


def overlay(root: Path, **files: str) -> Library:
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Library([root])


def faults(library: Library) -> list[tuple[str, str, str]]:
    return [(p.code, Path(p.file).name + (f":{p.line}" if p.line else ""), p.path) for p in library.check()]


def test_a_number_is_corrected_in_every_edition(tmp_path: Path) -> None:
    library = overlay(tmp_path, caylus__mine="[buildings.church]\nprestige = 5\n")
    assert library.check() == []
    for edition in library.editions("caylus"):
        rules = library.rules("caylus", edition)
        assert rules.data.buildings["church"].prestige == 5
        assert rules.sources["buildings.church.prestige"].confidence == "own"
    assert Library().rules("caylus").data.buildings["church"].prestige == 3


def test_a_cost_is_replaced_whole(tmp_path: Path) -> None:
    library = overlay(tmp_path, magna_carta__mine="[buildings.bank]\ncost = { stone = 1 }\n")
    assert library.rules("magna_carta").data.buildings["bank"].cost.kinds() == [("stone", 1)]


def test_a_building_is_added(tmp_path: Path) -> None:
    text = (
        '[buildings.mill]\ncategory = "stone"\ncost = { stone = 2 }\nprestige = 4\n'
        'effect = { kind = "produce", options = [{ food = 3 }] }\n'
    )
    library = overlay(tmp_path, caylus__mine=text)
    assert library.check() == []
    assert "mill" in library.rules("caylus").data.of("stone")


def test_an_edition_is_added(tmp_path: Path) -> None:
    text = '[edition]\nid = "es"\nlanguage = "es"\ntext = "es"\n[buildings.tailor]\nprestige = 5\nsource = ["es 5g"]\n'
    sources = '[texts.es]\ntitle = "My Spanish box"\nlanguage = "es"\nkind = "rulebook"\n'
    library = overlay(tmp_path, caylus__editions__es=text, sources=sources)
    assert library.check() == []
    assert "es" in library.editions("caylus")
    assert library.rules("caylus", "es").data.buildings["tailor"].prestige == 5


def test_a_later_overlay_wins(tmp_path: Path) -> None:
    for name, points in (("a", 5), ("b", 6)):
        overlay(tmp_path / name, caylus__mine=f"[buildings.church]\nprestige = {points}\n")
    assert Library([tmp_path / "a", tmp_path / "b"]).rules("caylus").data.buildings["church"].prestige == 6


@pytest.mark.slow
def test_all_faults_at_once_each_in_its_place(tmp_path: Path) -> None:
    text = """\
[buildings.church]
prestige = "four"
favour = 1

[buildings.bank]
cost = { stone = -1 }

[buildings.mill]
category = "mud"

[castle]
places = 1.5

[income]
base = true
"""
    found = faults(overlay(tmp_path, caylus__mine=text))
    assert set(found) == {
        ("expected", "mine.toml:2", "buildings.church.prestige"),
        ("unknown_field", "mine.toml:3", "buildings.church.favour"),
        ("at_least", "mine.toml:6", "buildings.bank.cost.stone"),
        ("not_one_of", "mine.toml:9", "buildings.mill.category"),
        ("expected", "mine.toml:12", "castle.places"),
        ("expected", "mine.toml:15", "income.base"),
    }


def test_a_misspelt_field_gets_the_nearest(tmp_path: Path) -> None:
    library = overlay(tmp_path, caylus__mine="[buildings.church]\nprestiege = 4\n")
    assert [p.args["valid"] for p in library.check()] == ["prestige"]


def test_an_effect_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    text = '[buildings.bank]\neffect = { kind = "barter" }\n[buildings.park.effect]\noptoins = []\n'
    found = faults(overlay(tmp_path, caylus__mine=text))
    assert ("not_one_of", "mine.toml:2", "buildings.bank.effect") in found
    assert ("unknown_field", "mine.toml:4", "buildings.park.effect.optoins") in found


def test_faults_that_no_single_field_has(tmp_path: Path) -> None:
    text = """\
[road]
neutral = [1, 2, 3]
fixed = { f_peddler = 99, tavern = 8 }

[residence]
never = ["notary"]

[castle.sections.dungeon]
trigger = 30

[buildings.bank]
prestige = 5
source = ["atlantis 4"]
"""
    found = {(code, path) for code, _, path in faults(overlay(tmp_path, caylus__mine=text))}
    assert {
        ("count", "road.neutral"),
        ("unknown_id", "road.fixed"),
        ("unknown_id", "residence.never"),
        ("ascending", "castle.sections"),
        ("unknown_text", "buildings.bank.prestige"),
    } <= found


def test_an_effect_of_the_other_game_is_refused(tmp_path: Path) -> None:
    text = '[buildings.bank]\nowner = { kind = "stock", gain = { gold = 1 } }\n'
    assert ("not_one_of", "mine.toml:2", "buildings.bank.owner.kind") in faults(
        overlay(tmp_path / "a", caylus__mine=text)
    )
    text = '[buildings.n_park.effect]\nkind = "inn"\noptions = []\n'
    assert faults(overlay(tmp_path / "b", magna_carta__mine=text))
    text = '[buildings.theater]\neffect = { kind = "inn" }\n'
    found = faults(overlay(tmp_path / "c", magna_carta__mine=text))
    assert ("not_one_of", "mine.toml:2", "buildings.theater.effect.kind") in found


def test_files_that_are_no_data(tmp_path: Path) -> None:
    library = overlay(tmp_path, caylus__broken="[buildings\n", caylus__other__deep="x = 1\n", elsewhere__mine="x = 1\n")
    (tmp_path / "caylus" / "latin.toml").write_bytes(b'x = "\xe9"\n')
    codes = {p.code for p in Library([tmp_path]).check()}
    assert codes == {"no_toml", "misplaced", "unknown_entry", "no_utf8"}
    assert library.check()[0].line is not None


def test_an_edition_needs_its_head(tmp_path: Path) -> None:
    library = overlay(
        tmp_path, caylus__editions__es="[income]\nbase = 3\n", caylus__editions__it='[edition]\nid = "fr"\n'
    )
    assert {(p.code, Path(p.file).name) for p in library.check()} == {("missing", "es.toml"), ("file_name", "it.toml")}


def test_a_missing_folder_is_a_fault(tmp_path: Path) -> None:
    assert [p.code for p in Library([tmp_path / "nowhere"]).check()] == ["no_folder"]


def test_faulty_data_are_never_loaded_by_half(tmp_path: Path) -> None:
    library = overlay(tmp_path, caylus__mine='[buildings.church]\nprestige = "four"\n')
    with pytest.raises(BadData) as caught:
        library.rules("caylus")
    assert [p.path for p in caught.value.problems] == ["buildings.church.prestige"]
    assert library.rules("magna_carta").data.buildings["bank"].prestige == 3


FIELDS = (
    "buildings", "church", "effect", "kind", "options", "source", "sources", "confidence", "cost", "castle", "points",
)  # fmt: skip
LEAF = st.none() | st.booleans() | st.integers(-3, 99) | st.text(max_size=4) | st.lists(st.integers(), max_size=2)
TREE = st.recursive(LEAF, lambda inner: st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4), max_leaves=8)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(FIELDS), TREE, max_size=4))
def test_any_tree_gives_problems_not_exceptions(tree: dict[str, object]) -> None:
    library = Library()
    stack = library._stack("caylus", "en", ())
    stack.lay(Layer("any.toml", tree, "", own=True))
    data, problems = library._validate("caylus", stack)
    assert (data is not None) or problems
    assert all(isinstance(p, Problem) for p in problems)
    assert isinstance(stack, Stack)
