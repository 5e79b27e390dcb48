"""The numbers of both boxes, with the arithmetic written out."""

import pytest

from companion.games.caylus.rules import CaylusRules
from companion.games.magna_carta.rules import MagnaCartaRules
from companion.rules import Rules, library, load
from companion.rules.base import Goods

TILES = {
    # neutral + wood + stone + residential + prestige
    "en": (6, 8, 10, 7, 9),  # 6 + 8 + 10 + 7 + 9 = 40
    "de": (6, 8, 9, 8, 9),  # 6 + 8 + 9 + 8 + 9 = 40
    "de-jeweller": (6, 8, 10, 7, 9),  # as the English box
    "fr": (6, 8, 10, 7, 9),  # as the English box
    "nl": (6, 8, 9, 8, 9),
    "nl-first": (6, 8, 9, 8, 9),
}


def caylus(edition: str = "en", players: int | None = None, *variants: str) -> CaylusRules:
    data = load("caylus", edition, variants, players).data
    assert isinstance(data, CaylusRules)
    return data


def magna_carta(*variants: str) -> MagnaCartaRules:
    data = load("magna_carta", None, variants).data
    assert isinstance(data, MagnaCartaRules)
    return data


def counted(rules: Rules, category: str) -> int:
    return sum(it.count for it in rules.data.buildings.values() if it.category == category)


@pytest.mark.parametrize("edition", TILES)
def test_tiles_of_each_edition(edition: str) -> None:
    rules = load("caylus", edition)
    kinds = ("neutral", "wood", "stone", "residential", "prestige")
    assert tuple(counted(rules, kind) for kind in kinds) == TILES[edition]
    assert sum(TILES[edition]) == 40


def test_two_architects_make_nine_stone_tiles() -> None:
    stone = {name: it.count for name, it in caylus("de").buildings.items() if it.category == "stone" and it.count}
    # farm, park, workshop, church, bank, tailor, alchemist: 7 single tiles, and 2 architects
    assert stone.pop("architect") == 2
    assert sum(stone.values()) == 7


def test_pieces_of_caylus() -> None:
    data = caylus()
    players = data.players.maximum
    assert data.components["worker"] == players * data.setup.workers == 30
    # order, bridge, score: 3 markers, and one on each of the 4 favor lines: 7 a player
    assert data.components["marker"] == players * (3 + len(data.favors.lines)) == 35
    assert data.components["denier_1"] + 5 * data.components["denier_5"] == 80
    assert [data.components[c] for c in ("food", "wood", "stone", "cloth", "gold")] == [30, 30, 30, 30, 20]


def test_the_road_has_room_for_more_than_all_craft_tiles() -> None:
    data = caylus("en")
    # 28 spaces - 6 neutral - 3 fixed = 19 free; 8 wood + 10 stone = 18 tiles
    assert data.road.spaces - len(data.road.neutral) - len(data.road.fixed) == 19
    assert counted(load("caylus", "en"), "wood") + counted(load("caylus", "en"), "stone") == 18


def test_the_castle() -> None:
    sections = caylus().castle.sections
    assert [(s.parts, s.prestige, s.trigger) for s in sections.values()] == [(6, 5, 12), (10, 4, 18), (14, 3, 24)]
    table = {
        "dungeon": {0: (-2, 0), 1: (0, 0), 2: (0, 1), 6: (0, 1)},
        "walls": {0: (-3, 0), 1: (0, 0), 2: (0, 1), 3: (0, 2), 4: (0, 2), 5: (0, 3), 10: (0, 3)},
        "towers": {0: (-4, 0), 1: (0, 0), 2: (0, 1), 3: (0, 1), 4: (0, 2), 5: (0, 2), 6: (0, 3), 14: (0, 3)},
    }
    for name, lines in table.items():
        for houses, (prestige, favors) in lines.items():
            score = sections[name].score(houses)
            assert (score.prestige, score.favor) == (prestige, favors), (name, houses)


def test_the_favor_table() -> None:
    lines = caylus().favors.lines
    assert list(lines) == ["prestige", "deniers", "cubes", "buildings"]
    assert [cell.gain.prestige for cell in lines["prestige"]] == [1, 2, 3, 4, 5]  # type: ignore[union-attr]
    assert [cell.gain.denier for cell in lines["deniers"]] == [3, 4, 5, 6, 7]  # type: ignore[union-attr]
    assert all(len(cells) == 5 for cells in lines.values())


def test_set_up_of_caylus() -> None:
    setup = caylus(players=5).setup
    assert setup.money == (5, 6, 6, 7, 7)
    assert setup.goods == Goods(wood=1, food=2)
    two = caylus(players=2)
    assert two.setup.money == (5, 5)
    assert [two.bridge.price(passed) for passed in (0, 1)] == [1, 3]
    assert two.buildings["stables"].places == 0
    assert [caylus(players=5).bridge.price(passed) for passed in range(5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("edition", "church", "tailor", "different", "jeweller"),
    [
        ("en", 3, [(2, 4), (3, 6)], False, 1),
        ("de", 3, [(2, 4), (3, 6)], False, 0),
        ("de-jeweller", 3, [(2, 4), (3, 6)], False, 1),
        ("fr", 3, [(2, 4), (3, 6)], False, 1),
        ("nl", 3, [(2, 4), (3, 6)], True, 0),
        ("nl-first", 4, [(1, 2), (3, 6)], True, 0),
    ],
)
def test_where_editions_disagree(
    edition: str, church: int, tailor: list[tuple[int, int]], different: bool, jeweller: int
) -> None:
    buildings = caylus(edition).buildings
    assert buildings["church"].prestige == church
    deals = buildings["tailor"].effect.options  # type: ignore[union-attr]
    assert [(deal.pay.cloth, deal.gain.prestige) for deal in deals] == tailor  # type: ignore[union-attr]
    assert buildings["alchemist"].effect.all_different is different  # type: ignore[union-attr]
    assert buildings["jeweller"].count == jeweller


def test_variants_of_caylus() -> None:
    assert caylus("en", None, "lawyer_3").buildings["lawyer"].prestige == 3
    assert caylus().buildings["lawyer"].prestige == 4
    assert caylus("de", None, "simplified_favors").favors.mode == "flat"
    assert load("caylus", players=2).variants == ("two_players",)
    assert load("caylus", players=3).variants == ()


def test_cards_of_magna_carta() -> None:
    rules = load("magna_carta")
    data = magna_carta()
    # 4 sets of 12, 5 neutral, 7 prestige, start player, bridge, castle
    small, large = counted(rules, "small"), counted(rules, "large")
    assert (small, large) == (6, 6)
    extra = sum(data.components[card] for card in ("start_card", "bridge_card", "castle_card"))
    assert 4 * (small + large) + counted(rules, "neutral") + counted(rules, "prestige") + extra == 63
    assert sum(section.tokens for section in data.castle.sections.values()) == 24  # 7 + 8 + 9
    assert data.components["worker"] == data.players.maximum * data.setup.workers == 16


@pytest.mark.parametrize(("players", "tokens", "neutrals"), [(2, [5, 6, 7], 1), (3, [6, 7, 8], 2), (4, [7, 8, 9], 3)])
def test_magna_carta_by_players(players: int, tokens: list[int], neutrals: int) -> None:
    data = magna_carta()
    assert [data.castle.tokens(section, players) for section in data.castle.sections] == tokens
    assert data.setup.neutrals[players] == neutrals
    assert data.buildings["small_farm"].stock[players] == (2 if players == 2 else 4)


def test_the_introductory_game_leaves_out_what_the_rulebook_says() -> None:
    intro, standard = magna_carta("intro"), magna_carta()
    gone = {name for name, it in standard.buildings.items() if it.count and not intro.buildings[name].count}
    assert gone == {"lawyer", "church", "hotel"}
    assert len(intro.of("small")) + len(intro.of("large")) == 10
    assert [p.value for p in standard.sequence.phases if p not in intro.sequence.phases] == ["provost"]
    assert not intro.provost.in_play
    assert not intro.prestige.on_residence
    assert load("magna_carta", variants=["intro"]).variants == ("intro",)


def test_every_ruling_is_there_with_its_number() -> None:
    assert sorted(r.number for r in caylus().rulings.values()) == list(range(1, 70))
    assert len(magna_carta().rulings) >= 16


def test_shipped_data_have_no_fault() -> None:
    assert library().check() == []
