"""An owner's own data, laid over ours."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import new_game
from companion.register import game_module
from companion.rules import Library, load
from companion.rules.check import RESERVED
from companion.rules.errors import Problem
from companion.rules.layers import Layer


def overlay(root: Path, **files: str) -> Library:
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Library([root])


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


FIELDS = (
    "buildings", "church", "effect", "kind", "options", "source", "sources", "confidence", "cost", "castle", "points",
)  # fmt: skip
LEAF = st.none() | st.booleans() | st.integers(-3, 99) | st.text(max_size=4) | st.lists(st.integers(), max_size=2)
TREE = st.recursive(LEAF, lambda inner: st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4), max_leaves=8)


@pytest.mark.slow
@settings(max_examples=25)
@given(st.dictionaries(st.sampled_from(FIELDS), TREE, max_size=4))
def test_any_tree_gives_problems_not_exceptions(tree: dict[str, object]) -> None:
    library = Library()
    stack = library._stack("caylus", "en", ())
    stack.lay(Layer("any.toml", tree, "", own=True))
    data, problems = library._validate("caylus", stack)
    assert (data is not None) or problems
    assert all(isinstance(p, Problem) for p in problems)


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_no_building_can_be_called_like_something_else_in_actions_and_positions(game: str) -> None:
    verbs = game_module(game, "actions").VERBS
    keys = {key.partition(".")[0] for key in new_game(load(game, players=2)).position().fields()}
    known = {*RESERVED, *load(game).data.buildings, *load(game).data.players.colours}
    assert {*verbs, *keys} - known == set()
