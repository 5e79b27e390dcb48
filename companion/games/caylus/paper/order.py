"""The turn order of Caylus as a mat: a numbered place for each player, with the money they begin with."""

from companion.games.caylus.paper.bridge import PLACE
from companion.games.caylus.rules import caylus
from companion.printing.contents.pieces import Pieces
from companion.printing.display import Area, Item
from companion.printing.job import Job
from companion.printing.mats import area_of, evenly, mat, ring, signs
from companion.printing.rows import Choices, Sign
from companion.printing.text import NamedText


def order(job: Job) -> Pieces:
    data, id = caylus(job.rules.data), "term.turn_order"
    places, money = (area_of(job.layout("mat"), name) for name in ("places", "money"))
    items: list[Item] = []
    begins = data.setup.money
    for number, place in enumerate(evenly(places, len(begins), min(PLACE, places.height)), 1):
        items += [ring(place, dashed=True), *_sign(job, Sign(text=str(number)), place, 10)]
        below = Area(place.x, money.y, place.width, money.height)
        items += _sign(job, Sign("coin", str(begins[number - 1])), below, money.height)
    words = NamedText(job.t.say("print.aid.begin"), "print.aid.begin", job.t.code)
    return mat(job, id, {"money_words": words}, items)


def _sign(job: Job, sign: Sign, area: Area, size: float) -> list[Item]:
    return signs(Choices(((sign,),), "term.turn_order", job.t.code), area, size, size, "place")
