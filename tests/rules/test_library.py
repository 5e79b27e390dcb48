"""The library as other programs use it: what is there, which box is meant, what is in force, and what is refused."""

from pathlib import Path

import pytest

import companion.rules
from companion.rules import BadData, BadPlayers, Exclusive, Library, Problem, RulesError, UnknownName, library, load
from companion.rules.base import Goods, Per
from companion.rules.layers import Layer, Stack, line_of, problem_at
from companion.rules.library import Rules

EDITIONS = {
    "caylus": ["en", "de", "de-jeweller", "fr", "nl", "nl-first"],
    "magna_carta": ["nl", "de", "en", "fr", "nl-b"],
}
"""The default one first."""

VARIANTS = {"caylus": ["lawyer_3", "simplified_favors", "two_players"], "magna_carta": ["intro", "standard"]}


def box(folder: Path, **files: str) -> Library:
    """An overlay; `__` in a name stands for a folder."""
    for name, text in files.items():
        file = folder / (name.replace("__", "/") + ".toml")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return Library(str(folder))


def test_what_the_package_offers() -> None:
    assert set(companion.rules.__all__) == {
        "BadData", "BadPlayers", "Exclusive", "Library", "Problem", "Rules", "RulesError", "UnknownName", "library",
        "load",
    }  # fmt: skip
    assert all(hasattr(companion.rules, name) for name in companion.rules.__all__)
    codes: dict[type[RulesError], str] = {
        BadData: "bad_data",
        BadPlayers: "bad_players",
        Exclusive: "exclusive",
        UnknownName: "unknown_name",
    }
    assert {kind: kind.code for kind in codes} == codes
    assert RulesError.code == "rules"
    assert all(issubclass(kind, RulesError) for kind in codes)


def test_what_is_there() -> None:
    assert library() is library()
    assert library().overlays == ()
    assert library().games == ["caylus", "magna_carta"]
    assert {game: library().editions(game) for game in EDITIONS} == EDITIONS
    assert {game: library().variants(game) for game in VARIANTS} == VARIANTS
    assert (
        library().texts["mc-nl"]["title"]
        == "Caylus Magna Carta - Dutch rules, 21 August 2007 (HUCH! & friends, Ystari)"
    )


@pytest.mark.parametrize(
    ("game", "language", "edition"),
    [
        ("caylus", None, "en"), ("caylus", "de", "de"), ("caylus", "nl", "nl"), ("caylus", "it", "en"),
        ("magna_carta", None, "nl"), ("magna_carta", "fr", "fr"), ("magna_carta", "it", "nl"),
    ],
)  # fmt: skip
def test_the_edition_in_ones_language(game: str, language: str | None, edition: str) -> None:
    assert library().default_edition(game, language) == edition
    assert language or load(game).edition == edition


def test_an_edition_is_not_that_of_a_language_because_of_its_name_alone(tmp_path: Path) -> None:
    own = box(tmp_path, caylus__editions__it='[edition]\nid = "it"\nlanguage = "es"\ntext = "en"\n')
    assert own.default_edition("caylus", "it") == own.default_edition("caylus", "es") == "en"
    assert own.editions("caylus") == ["en", "de", "de-jeweller", "fr", "it", "nl", "nl-first"]


@pytest.mark.parametrize(
    ("game", "asked", "players", "chosen"),
    [
        ("caylus", (), None, ()),
        ("caylus", (), 2, ("two_players",)),
        ("caylus", (), 3, ()),
        ("caylus", ("two_players",), None, ("two_players",)),
        ("caylus", ("simplified_favors", "lawyer_3", "lawyer_3"), 2, ("lawyer_3", "simplified_favors", "two_players")),
        ("magna_carta", (), None, ("standard",)),
        ("magna_carta", (), 4, ("standard",)),
        ("magna_carta", ("intro",), 2, ("intro",)),
        ("magna_carta", ("intro", "standard"), None, ("intro", "standard")),
    ],
)
def test_which_variants_are_in_force(
    game: str, asked: tuple[str, ...], players: int | None, chosen: tuple[str, ...]
) -> None:
    rules = library().rules(game, None, asked, players)
    assert (rules.game, rules.variants, rules.players) == (game, chosen, players)
    assert library().rules(game, None, asked, players) is rules


def test_variants_that_exclude_each_other() -> None:
    library().must_agree("magna_carta", ["standard", "standard"])
    library().must_agree("caylus", ["lawyer_3", "simplified_favors", "gone"])
    with pytest.raises(Exclusive, match=r"^standard, intro exclude each other$") as caught:
        library().must_agree("magna_carta", ["gone", "standard", "intro"])
    assert caught.value.given == ["standard", "intro"]


def test_variants_for_a_number_of_players() -> None:
    assert library().suits("caylus", ["two_players", "lawyer_3"], 2)
    assert not library().suits("caylus", ["lawyer_3", "two_players"], 3)
    assert library().suits("caylus", ["lawyer_3", "gone"], 3)


def test_a_variant_of_ones_own_says_when_it_is_in_force(tmp_path: Path) -> None:
    own = box(
        tmp_path,
        caylus__variants__house='[variant]\nid = "house"\ngroup = "houses"\ndefault = true\n[income]\nbase = 3\n',
        caylus__variants__other='[variant]\nid = "other"\ngroup = "houses"\nplayers = [4, 5]\n[income]\nbase = 4\n',
        caylus__variants__lawyer_3="[income]\nbase = 7\n",
    )
    assert own.check() == []
    assert own.variants("caylus") == ["house", "lawyer_3", "other", "simplified_favors", "two_players"]
    income = {asked: own.rules("caylus", None, asked).data.income.base for asked in [(), ("other",), ("lawyer_3",)]}
    assert income == {(): 3, ("other",): 4, ("lawyer_3",): 7}
    assert own.rules("caylus", "de", (), 5).variants == ("house", "other")


@pytest.mark.parametrize(
    ("asked", "message", "nearest"),
    [
        (("cayluss",), "game: 'cayluss' is none of caylus, magna_carta", ["caylus"]),
        (("caylus", "nl-frist"), "edition: 'nl-frist' is none of en, de, de-jeweller, fr, nl, nl-first", ["nl-first"]),
        (("caylus", "en", ["zoo"]), "variant: 'zoo' is none of lawyer_3, simplified_favors, two_players", []),
        (("caylus", "en", ["two_players"], 3), "variant: 'two_players' is none of lawyer_3, simplified_favors", []),
    ],
)
def test_a_name_that_is_not_known(asked: tuple[str, ...], message: str, nearest: list[str]) -> None:
    with pytest.raises(UnknownName) as caught:
        load(*asked)  # type: ignore[call-overload]
    assert (str(caught.value), caught.value.nearest) == (message, nearest)


@pytest.mark.parametrize(("game", "low", "high"), [("caylus", 2, 5), ("magna_carta", 2, 4)])
def test_the_numbers_of_players(game: str, low: int, high: int) -> None:
    for players in (low - 1, high + 1):
        with pytest.raises(BadPlayers, match=f"^{game}: {players} players, not {low} to {high}$") as caught:
            load(game, players=players)
        error = caught.value
        assert (error.game, error.given, error.minimum, error.maximum) == (game, players, low, high)
    assert [load(game, players=players).players for players in (low, high)] == [low, high]


def test_faulty_data_are_refused_with_all_their_faults(tmp_path: Path) -> None:
    own = box(tmp_path, caylus__mine='[buildings.church]\nprestige = "four"\nprestiege = 1\n')
    with pytest.raises(BadData) as caught:
        own.rules("caylus")
    assert str(caught.value).splitlines() == [
        f"{tmp_path}/caylus/mine.toml:2: buildings.church.prestige: expected (expected: whole_number, got: 'four')",
        f"{tmp_path}/caylus/mine.toml:3: buildings.church.prestiege: unknown_field (valid: prestige)",
    ]
    assert own.rules("magna_carta").data.buildings["bank"].prestige == 3
    with pytest.raises(BadData):
        Library([tmp_path / "nowhere"]).rules("magna_carta")
    with pytest.raises(UnknownName, match=r"^edition: 'xx' is none of de, de-jeweller, en, fr, nl, nl-b, nl-first$"):
        library().check("xx")


def test_where_a_problem_is() -> None:
    assert Problem("missing", "a.toml").where() == "a.toml"
    assert problem_at(None, "income", "missing") == Problem("missing", "", "income")
    layer = Layer("a.toml", {}, '# [income]\n[income]\n"base" = 3\n\n[[steps]]\nbase = 1\n[a."b".c]\nd.e = 1\n')
    lines = {"income.base": 3, "income.top": 2, "a.b.c": 7, "a.b.c.d.e": 8, "a.b.c.d.f": 7, "steps.base": 6, "z": None}
    assert {path: line_of(layer.text, path) for path in lines} == lines
    assert problem_at(layer, "income.base", "at_most", most="2") == Problem(
        "at_most", "a.toml", "income.base", 3, {"most": "2"}
    )


# what a layer does to those below it


def laid(*trees: dict[str, object], own: bool = False) -> Stack:
    stack = Stack()
    for number, tree in enumerate(trees):
        stack.lay(Layer(f"{number}.toml", tree, own=own and number == len(trees) - 1))
    return stack


def sources(stack: Stack) -> dict[str, tuple[str, str, str]]:
    return {path: (" ".join(it.texts), it.confidence, it.file) for path, it in stack.sources.items()}


def test_tables_merge_and_amounts_replace() -> None:
    stack = laid(
        {"bank": {"cost": {"wood": 1, "stone": 1}, "prestige": 6, "effect": {"kind": "gain", "gain": {"gold": 1}}}},
        {"bank": {"cost": {"stone": 2}, "effect": {"gain": {"cloth": 1}}}},
    )
    assert stack.tree == {
        "bank": {"cost": {"stone": 2}, "prestige": 6, "effect": {"kind": "gain", "gain": {"cloth": 1}}}
    }
    assert sources(stack) == {
        "bank.cost": ("", "H", "1.toml"),
        "bank.prestige": ("", "H", "0.toml"),
        "bank.effect.kind": ("", "H", "0.toml"),
        "bank.effect.gain": ("", "H", "1.toml"),
    }
    assert [stack.blame(path).name for path in ("bank.effect.gain.cloth", "bank.prestige", "bank")] == [  # type: ignore[union-attr]
        "1.toml", "0.toml", "1.toml",
    ]  # fmt: skip
    assert stack.blame("church.cost") is None


def test_an_effect_of_another_kind_is_a_new_effect() -> None:
    stack = laid(
        {"bank": {"effect": {"kind": "gain", "gain": {"gold": 1}}}, "bankrupt": 1},
        {"bank": {"effect": {"kind": "inn"}}, "bankrupt": {"deep": 1}},
    )
    assert stack.tree == {"bank": {"effect": {"kind": "inn"}}, "bankrupt": {"deep": 1}}
    assert stack.sources.keys() == {"bank.effect.kind", "bankrupt.deep", "bankrupt"}


def test_a_source_holds_for_all_below_it_in_its_file() -> None:
    tile = {
        "source": ["tile bank", "en 5"],
        "prestige": 6,
        "cost": {"wood": 1},
        "effect": {"kind": "inn", "confidence": "L"},
        "sources": {"cost": {"source": ["faq"], "confidence": "M"}},
    }
    stack = laid({"buildings": {"bank": tile}}, {"buildings": {"bank": {"prestige": 7}}}, own=True)
    assert sources(stack) == {
        "buildings.bank.prestige": ("", "own", "1.toml"),
        "buildings.bank.cost": ("faq", "M", "0.toml"),
        "buildings.bank.effect.kind": ("tile bank en 5", "L", "0.toml"),
    }
    named = laid({"bank": {"source": ["mine 1"], "prestige": 7}}, own=True)
    assert sources(named) == {"bank.prestige": ("mine 1", "own", "0.toml")}


def test_the_source_within_an_amount_is_that_of_the_amount() -> None:
    rules = load("caylus")
    source = rules.source("buildings.church.cost.stone")
    assert source
    assert source == rules.sources["buildings.church.cost"]
    assert source.file == "caylus/buildings.toml"
    assert rules.source("weather.rain") is None


# rules and goods as values


def test_equal_rules_are_equal_everywhere() -> None:
    one, two = Library().rules("caylus", "de", (), 3), Library().rules("caylus", "de", (), 3)
    assert one == two
    assert hash(one) == hash(two)
    assert one.version == two.version
    assert len(one.version) == 10
    others = [load("caylus", "de", (), 4), load("caylus", "nl", (), 3), load("caylus", "de", ["lawyer_3"], 3)]
    assert len({hash(rules) for rules in (one, *others)}) == 4
    assert one.version == others[0].version, "as many at the table or not, the numbers are the same"
    assert isinstance(one, Rules)


def test_what_is_not_a_rule_does_not_change_the_version(tmp_path: Path) -> None:
    own = box(tmp_path, caylus__mine="[components]\nworker = 31\n[printed.church]\nla = 'Ecclesia'\n")
    assert own.rules("caylus").version == load("caylus").version
    assert box(tmp_path, caylus__mine="[income]\nbase = 3\n").rules("caylus").version != load("caylus").version


def test_amounts_of_goods() -> None:
    goods = Goods(stone=2, food=1, gold=3, denier=4)
    assert goods.kinds() == [("food", 1), ("stone", 2), ("gold", 3), ("denier", 4)]
    assert goods.cubes() == (1, 0, 2, 0, 3)
    assert (goods["stone"], goods["cloth"]) == (2, 0)
    assert goods.model_dump() == {"food": 1, "stone": 2, "gold": 3, "denier": 4}
    assert goods.minus(Goods(stone=1, gold=5, denier=4)).kinds() == [("food", 1), ("stone", 1)]
    assert goods
    assert not Goods()
    for kind in ("any", "plain", "prestige", "favor", "token"):
        assert Goods(**{kind: 1}).kinds() == [(kind, 1)]


@pytest.mark.parametrize(
    ("per", "prestige", "amount", "points"), [(3, 1, 8, 2), (1, 3, 2, 6), (4, 1, 3, 0), (2, 2, 5, 4)]
)
def test_a_rate_rounds_down(per: int, prestige: int, amount: int, points: int) -> None:
    assert Per(per=per, prestige=prestige).of(amount) == points


def test_what_only_some_games_have() -> None:
    caylus, cards = load("caylus").data, load("magna_carta").data
    assert (caylus.first_pass, caylus.provost_step, caylus.residence_tile) == (1, 1, "residence")
    assert (cards.first_pass, cards.provost_step, cards.residence_tile) == (1, 1, "residence")
    assert {kind: tuple(names) for kind, names in cards.things()} == {
        "section": ("dungeon", "walls", "towers"),
        "end": ("tokens", "road", "prestige_cards"),
        "action": ("draw", "swap", "place", "build", "prestige", "pass"),
    }
    assert cards.effects_of("draw") == ()
    assert [effect.kind for effect in caylus.effects_of("buildings")] == [
        "nothing", "build", "build", "residence", "build",
    ]  # fmt: skip
    assert [effect.kind for effect in caylus.effects_of("buildings.4")] == ["residence"]
