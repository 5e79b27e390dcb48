"""How many taps things take: at the assistant's depth never more than where the app referees; a number put right."""

from collections.abc import Callable, Sequence

import pytest
from flask import Flask

from companion.engine.game import Decision
from companion.table.vocabulary import Depth
from tests.browser.conftest import Devices
from tests.browser.device import Device, play
from tests.browser.party import asked
from tests.web.club import HOST, Club
from tests.web.tables import opened

COLOURS = ("red", "blue")
COUNT = "window.taps = 0; addEventListener('pointerdown', () => { window.taps += 1 }, true)"

REFEREED = {
    "place": ("caylus", "worker", "place "),
    "pass": ("caylus", "worker", "pass"),
    "provost": ("caylus", "bribe", "provost "),
    "take": ("caylus", "take", "take "),
    "trade": ("caylus", "trade", "trade "),
    "build": ("caylus", "build", "build "),
    "batch": ("caylus", "batch", "batch "),
    "favor": ("caylus", "favor", "favor "),
    "inn": ("caylus", "inn", "leave"),
    "residence": ("magna_carta", "residence", "residence "),
}
"""By what is done: the game, the choice, and how the option begins."""

ROOFED = ("next", "build red w_farm_food on 9", "red +5F5W5S")

ASSISTED: dict[str, tuple[Sequence[str], Sequence[str], str]] = {
    "place": (("next",), ("#place label:has([value=gate])", "#place [name=player][value=red]"), "place red gate"),
    "paid": (("next",), (".chips [value='red -1d']",), "red -1d"),
    "pass": (("next",), (".chips [value='pass red']",), "pass red"),
    "provost": (
        ("order red blue", *["next"] * 3),
        ("button[value='provost +1']",),
        "provost +1 red",
    ),
    "take": (
        ["next"] * 4,
        ("#exchange label:has([value='+1F n_farm'])", "#exchange [name=player][value=red]"),
        "red +1F n_farm",
    ),
    "trade": (
        ["next"] * 4,
        ("#exchange label:has([value='-1W +4d n_market'])", "#exchange [name=player][value=red]"),
        "red -1W +4d n_market",
    ),
    "build": (
        ["next"] * 4,
        ("#build label:has([value=w_farm_food])", "#build [name=player][value=red]"),
        "build red w_farm_food 1F1W",
    ),
    "residence": (
        (*ROOFED, *["next"] * 3),
        ("#convert label:has([value=w_farm_food])", "#convert [name=player][value=red]"),
        "convert red w_farm_food",
    ),
    "batch": (
        (*["next"] * 5, "red +1S"),
        ("label:has([name=cube][value=FWS])", "[value='batch red']"),
        "batch red FWS",
    ),
    "favor": (("next", "red +1R"), (".quick [value='favor red prestige 1']",), "favor red prestige 1"),
    "inn": (["next"] * 2, (".chips [value='inn red']",), "inn red"),
    "home": (("next", "place red gate", "next"), (".chips [value='home red']",), "home red"),
}
"""The same without a referee: what was before, what is tapped, and what is entered by it."""

SAME = {"paid": "place", "home": "pass"}
"""What the referee does by itself, or in the same tap as something else."""


def phone(device: Devices, code: str, token: str) -> Device:
    one = device("en").sit(code, token)
    one.live()
    one.page.evaluate(COUNT)
    return one


def taps(one: Device) -> int:
    return int(one.page.evaluate("window.taps"))


def may(kind: str, begins: str) -> Callable[[Decision], bool]:
    """Whether somebody is asked for this, among other things."""
    return lambda one: one.kind == kind and len(one.options) > 1 and any(it.startswith(begins) for it in one.options)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("what", ASSISTED)
def test_the_assistant_takes_no_more_taps_than_the_referee(app: Flask, device: Devices, what: str) -> None:
    game, kind, begins = REFEREED[SAME.get(what, what)]
    table = asked(app, may(kind, begins), COLOURS, game)
    option = next(it for it in table.table.decision.options if it.startswith(begins))  # type: ignore[union-attr]
    seat = phone(device, table.code, f"token-{table.table.waiting}")
    seq = table.table.seq
    play(seat.page, option)
    seat.caught_up(seq + 1)

    before, tapped, entered = ASSISTED[what]
    club = Club(app, depth=Depth.ASSISTANT)
    for entry in before:
        club.play(entry)
    one = phone(device, club.code, club.tokens[HOST])
    seq = club.seq
    for spot in tapped:
        one.page.locator(spot).first.click()
    one.caught_up(seq + 1)
    assert entered in club.last.data["actions"]
    assert 0 < taps(one) == len(tapped) <= taps(seat)


def test_a_number_is_put_right_in_three_taps(app: Flask, device: Devices) -> None:
    table = opened(app, colours=COLOURS).sit(*COLOURS)
    colour = table.table.waiting
    one = phone(device, table.code, f"token-{colour}")
    seq, before = table.table.seq, table.table.position.fields()[f"{colour}.deniers"]
    fold = one.page.locator(f'[id="n-{colour}.deniers"]')
    for spot in ("summary", "[data-step='-1']", ".main-action"):
        fold.locator(spot).click()
    one.caught_up(seq + 1)
    assert table.table.position.fields()[f"{colour}.deniers"] == str(int(before) - 1)
    assert taps(one) == 3
