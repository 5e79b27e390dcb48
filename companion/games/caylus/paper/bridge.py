"""The bridge of Caylus as a mat: a place for each player who passes, with the price of a worker while it is free."""

from collections.abc import Sequence

from companion.games.caylus.rules import CaylusRules, caylus
from companion.printing.contents.pieces import Pieces
from companion.printing.display import Area, Item
from companion.printing.face import Picture
from companion.printing.job import Job
from companion.printing.mats import area_of, evenly, mat, ring, signs
from companion.printing.rows import Choices, Sign
from companion.printing.text import NamedText

PLACE = 25.0
"""The maximum width of a place, in millimeters."""


def bridge(job: Job) -> Pieces:
    data = caylus(job.rules.data)
    t, id = job.t, "term.bridge"
    first = (Sign("place", "1"), Sign("arrow", wide=True, ratio=2 / 3), Sign("coin", str(data.bridge.first_pass)))
    return mat(job, id, {
        "woodcut": Picture("buildings/bridge"),
        "pass": Choices((first,), id, t.code),
        "pass_words": NamedText(t.say("print.bridge"), "print.bridge", t.code),
    }, places(job, data, area_of(job.layout("mat"), "places")))  # fmt: skip


def places(job: Job, data: CaylusRules, area: Area) -> list[Item]:
    """Return a place for each price, in order."""
    prices = data.bridge.prices
    side = min(PLACE, area.height, area.width / len(prices) - 1)
    return priced(job, prices, evenly(area, len(prices), side))


def priced(job: Job, prices: Sequence[int], areas: Sequence[Area]) -> list[Item]:
    """Return places with prices, for the marker of the player who passes."""
    items: list[Item] = []
    for price, place in zip(prices, areas, strict=True):
        content = Choices(((Sign("coin", str(price)),),), "term.bridge", job.t.code)
        size = place.width * 0.56
        items += [ring(place, dashed=True), *signs(content, place, size, size, "price")]
    return items
