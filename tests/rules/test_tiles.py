"""Every tile and card as the printed one and the rulebook say, in the letters of a player's own notes.

F food, W wood, S stone, C cloth, G gold, A any cube, N any but gold, d deniers, P prestige, R royal favor, T token.
"""

import pytest

from companion.rules import load
from companion.rules.base import Goods
from companion.rules.effects import Effect

LETTERS = {
    "food": "F", "wood": "W", "stone": "S", "cloth": "C", "gold": "G", "any": "A", "plain": "N",
    "denier": "d", "prestige": "P", "favor": "R", "token": "T",
}  # fmt: skip

# Name | kind and number | cost | prestige, favors | what a worker brings | the owner or every turn
CAYLUS = """
gate            special 1      |        |        | gate
trading_post    special 1      |        |        | 3d
merchants_guild special 1      |        |        | provost 3
joust_field     special 1      |        |        | 1C+1d > 1R
stables         special 1      |        |        | stables
inn             special 1      |        |        | inn
n_farm          neutral 1      |        |        | 1F or 1C
n_forest        neutral 1      |        |        | 1W or 1F
n_sawmill       neutral 1      |        |        | 1W
n_quarry        neutral 1      |        |        | 1S
n_market        neutral 1      |        |        | 1A > 4d
n_carpenter     neutral 1      |        |        | build wood
f_peddler       fixed 1        |        |        | 2d > 1N
f_carpenter     fixed 1        |        |        | build wood
gold_mine       fixed 1        |        |        | 1G
w_farm_food     wood 1         | 1F+1W  | 2P     | 2F or 1C
w_farm_cloth    wood 1         | 1F+1W  | 2P     | 2C or 1F
w_sawmill       wood 1         | 1F+1W  | 2P     | 2W
w_quarry        wood 1         | 1F+1W  | 2P     | 2S
w_market        wood 1         | 1W+1A  | 4P     | 1A > 6d
w_peddler       wood 1         | 1W+1A  | 4P     | 1d > 1N or 2d > 2N
mason           wood 1         | 1F+1W  | 4P     | build stone
lawyer          wood 1         | 1W+1C  | 4P     | residence
s_farm          stone 1        | 1F+1S  | 3P     | 2F+1C              | 1F or 1C
park            stone 1        | 1F+1S  | 3P     | 1F+2W              | 1F or 1W
workshop        stone 1        | 1F+1S  | 3P     | 2S+1C              | 1S or 1C
church          stone 1        | 1S+1C  | 3P+1R  | 2d > 3P or 4d > 5P
bank            stone 1        | 1W+1S  | 6P     | 2d > 1G or 5d > 2G
tailor          stone 1        | 1W+1S  | 6P     | 2C > 4P or 3C > 6P
alchemist       stone 1        | 1F+1S  | 6P     | 2N > 1G or 4N > 2G
architect       stone 2        | 1F+1S  | 6P     | build prestige
jeweller        stone 1        | 1S+1C  | 6P     | 1G > 5P or 2G > 9P
residence       residential 7  | 1C+1d  | 2P     |                    | turn 1d
statue          prestige 1     | 2S+1G  | 7P+1R
granary         prestige 1     | 3F+1G  | 10P
library         prestige 1     | 3W+1G  | 10P    |                    | turn 1d
weaver          prestige 1     | 3C+1G  | 12P
theater         prestige 1     | 3W+2G  | 14P+1R
college         prestige 1     | 3S+2G  | 14P+1R
monument        prestige 1     | 4S+2G  | 14P+2R
hotel           prestige 1     | 3S+2G  | 16P    |                    | turn 2d
cathedral       prestige 1     | 5S+3G  | 25P
"""

MAGNA_CARTA = """
n_park          neutral 1      |        |        | 1F
n_forest        neutral 1      |        |        | 1W
n_quarry        neutral 1      |        |        | 1S
n_trading_post  neutral 1      |        |        | 2d
n_peddler       neutral 1      |        |        | 1d > 1N
small_farm      small 1        | 1F+1W  | 1P     | 1F                 | stock 1F
small_sawmill   small 1        | 1F+1W  | 1P     | 1W                 | stock 1W
small_quarry    small 1        | 1F+1W  | 1P     | 1S                 | stock 1S
peddler         small 1        | 1W+1A  | 2P     | 1d > 1N or 2d > 2N | 1d > 1N
market          small 1        | 1W+1A  | 2P     | 1A > 4d            | 1d
lawyer          small 1        | 1F+1W  | 2P     | residence          | 2d
large_farm      large 1        | 1F+2S  | 2P     | 2F                 | 1F
large_sawmill   large 1        | 1F+2S  | 2P     | 2W                 | 1W
large_quarry    large 1        | 1F+2S  | 2P     | 2S                 | 1S
gold_mine       large 1        | 1F+2S  | 2P     | 1G                 | 1A > 1G
bank            large 1        | 1W+2S  | 3P     | 1d > 1G or 3d > 2G | 2d > 1G
church          large 1        | 1W+2S  | 3P     | 2d > 1T or 5d > 2T | 3d > 1T
residence       residential 0  | 1F     | 1P     |                    | turn 1d
theater         prestige 1     | 2W+1G  | 6P
statue          prestige 1     | 2S+1G  | 6P
hotel           prestige 1     | 3S+1G  | 6P     |                    | turn 1d
stables         prestige 1     | 3F+2G  | 10P
town_hall       prestige 1     | 3W+2G  | 10P
monument        prestige 1     | 3S+2G  | 10P
cathedral       prestige 1     | 5S+3G  | 14P
"""


def letters(goods: Goods) -> str:
    return "+".join(f"{number}{LETTERS[kind]}" for kind, number in goods.kinds())


def noted(effect: Effect | None) -> str:
    match effect:
        case None:
            return ""
        case _ if effect.kind == "produce":
            return " or ".join(letters(goods) for goods in effect.options)
        case _ if effect.kind == "trade":
            return " or ".join(f"{letters(deal.pay)} > {letters(deal.gain)}" for deal in effect.options)
        case _ if effect.kind == "gain":
            return letters(effect.gain)
        case _ if effect.kind == "stock":
            return f"stock {letters(effect.gain)}"
        case _ if effect.kind == "build":
            return f"build {effect.category}"
        case _ if effect.kind == "provost":
            return f"provost {effect.max_steps}"
    return effect.kind


@pytest.mark.parametrize(("game", "table"), [("caylus", CAYLUS), ("magna_carta", MAGNA_CARTA)])
def test_every_tile(game: str, table: str) -> None:
    rules = load(game, "en")
    for line, (name, tile) in zip(table.strip().splitlines(), rules.data.buildings.items(), strict=True):
        worth = letters(Goods(prestige=tile.prestige, favor=tile.favor))
        own = f"turn {tile.income}d" if tile.income else noted(rules.data.owner_effect(name))
        cells = [letters(tile.cost), worth, noted(tile.effect), own]
        head, *written = [" ".join(cell.split()) for cell in line.split("|")]
        assert head == f"{name} {tile.category} {tile.count}"
        assert cells == written + [""] * (4 - len(written)), name
