"""Positions, and moves that nobody who plays at all would make there.

Each names why. The player asked is the one who is to move; the moves are all options there, as the test makes sure.
"""

from typing import NamedTuple

ROAD = "road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter f_peddler f_carpenter"


class Never(NamedTuple):
    why: str
    position: str
    moves: tuple[str, ...]


def caylus(phase: str, *lines: str, seats: str = "red green", more: str = "") -> str:
    order = f"order: {seats}"
    return "\n".join(["edition: en", f"seats: {seats}", f"turn: {phase}", order, ROAD + more, *lines]) + "\n"


def magna_carta(phase: str, *lines: str) -> str:
    return (
        "\n".join(["game: magna_carta", "edition: nl", "seats: red green", f"turn: {phase}", "start: red", *lines])
        + "\n"
    )


def cards(phase: str, red: str, *, road: str = "n_park n_peddler", tokens: str = "4 6 7", provost: int = 2) -> str:
    lines = (f"road: {road}", f"provost: {provost}", f"tokens: {tokens}", f"red: {red} hand bank")
    return magna_carta(phase, *lines, "green: 3d 1F hand lawyer")


def last_turn(red: str, more: str) -> str:
    places = ("bailiff: 23", "provost: 24", f"red: {red} 40P houses 2/2/2", "green: 4d 1F1W 46P houses 2/2/2")
    return caylus("17 buildings", *places, more=more)


BATCH = caylus("3 castle", "bailiff: 8", "castle: red", "red: 2d 1F1W1S 6P houses 1/0/0", "green: 4d 1F1W 6P")
TAILOR = last_turn("2d 3C", " tailor=green+red")
FOOD = cards("3 buildings", "2d 1W", road="n_park+red n_peddler")


NEVER = [
    Never(
        "a joust costs a cloth, and none can be had before it",
        caylus("3 workers", "bailiff: 8", "red: 5d 2F1W 6P", "green: 4d 1F1W 6P"),
        ("place joust_field",),
    ),
    Never(
        "the last worker goes to the castle without a batch, which costs two points",
        caylus("3 workers", "bailiff: 8", "red: 1d 1W 6P", "green: 4d 1F1W 6P"),
        ("place castle",),
    ),
    Never(
        "the gold mine is beyond any provost",
        caylus("1 workers", "bailiff: 6", "red: 5d 2F1W 0P", "green: 4d 2F1W 0P", more=" . . . . . . . gold_mine"),
        ("place gold_mine",),
    ),
    Never(
        "a mason without a stone, and no money left to get one",
        caylus("4 workers", "bailiff: 10", "red: 1d 1W 6P", "green: 4d 1F1W 6P", more=" mason=green"),
        ("place mason",),
    ),
    Never(
        "a tailor without cloth",
        caylus("4 workers", "bailiff: 10", "red: 1d 1W1F 6P", "green: 4d 1F1W 6P", more=" tailor=green"),
        ("place tailor",),
    ),
    Never(
        "a lawyer without cloth and without money",
        caylus("4 workers", "bailiff: 10", "red: 1d 1F1W 6P", "green: 4d 1F1W 6P", more=" lawyer=green"),
        ("place lawyer",),
    ),
    Never(
        "an architect without a residence",
        caylus("9 workers", "bailiff: 16", "red: 1d 3S1G 20P", "green: 4d 1F1W 26P", more=" architect=green"),
        ("place architect",),
    ),
    Never(
        "a market without anything to sell",
        caylus("3 workers", "bailiff: 8", "red: 1d - 6P", "green: 4d 1F1W 6P"),
        ("place n_market",),
    ),
    Never(
        "the peddler with the last denier",
        caylus("3 workers", "bailiff: 8", "red: 1d 1W 6P", "green: 4d 1F1W 6P"),
        ("place f_peddler",),
    ),
    Never("a batch is held, there is room, and handing in nothing costs two points", BATCH, ("done",)),
    Never(
        "the bailiff comes to the end of the towers: a batch scores, cubes hardly do",
        caylus(
            "17 castle",
            "bailiff: 23",
            "provost: 25",
            "castle: red",
            "red: 2d 2F2W2S 40P houses 2/2/1",
            "green: 4d 1F1W 46P houses 2/2/2",
        ),
        ("done",),
    ),
    Never(
        "to pay for moving the provost off one's own only worker, with nobody else on the road",
        caylus("3 provost", "bailiff: 7", "provost: 4", "red: 3d 1W 6P", "green: 0d - 6P").replace(
            "n_quarry", "n_quarry+red"
        ),
        ("provost -1", "provost -2", "provost -3"),
    ),
    Never(
        "the worker at the gate goes home from where it could still bring a cube",
        caylus("3 special", "bailiff: 8", "special: gate+red", "red: 0d 1W 6P", "green: 0d 1F 6P"),
        ("back",),
    ),
    Never("six points for three cloths are declined in the last turn", TAILOR, ("decline",)),
    Never(
        "five points for four deniers are declined in the last turn",
        last_turn("4d -", " church=green+red"),
        ("decline",),
    ),
    Never(
        "a market is no use without a cube",
        cards("3 actions", "1d -", road="n_park n_peddler market=green"),
        ("place market:green",),
    ),
    Never("a batch is held, and tokens are left", cards("3 castle", "2d 1F1W1S"), ("done",)),
    Never("a food for nothing is declined", FOOD, ("decline",)),
    Never("the peddler with the last denier", cards("3 actions", "1d 1W"), ("place n_peddler",)),
    Never(
        "the last chance of two tokens for five deniers is declined",
        cards("12 buildings", "5d -", road="n_park n_peddler church=red+red", tokens="0 0 2", provost=3),
        ("decline",),
    ),
]
