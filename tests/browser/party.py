"""People at a table: one opens it, the others join by its code, everybody sits down by tapping; then they play."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import expect
from pypdf import PdfReader

from companion.engine.game import Decision
from companion.engine.scoring import Account
from companion.i18n.translator import Translator
from companion.table.account import account
from companion.table.commands import Play
from companion.table.people import Who
from companion.table.table import Table
from companion.table.tables import Tables
from tests.browser.device import Device, Top
from tests.web.tables import HOST_TOKEN, Opened, opened

COLOURS = ("red", "blue", "green", "orange", "black")

LAST = ("pass", "stay", "done", "decline", "keep")
"""What ends a choice without doing anything."""

USEFUL = ("batch", "build", "take", "prestige", "residence")


def open_table(host: Device, names: Sequence[str], game: str = "caylus", **chosen: str) -> str:
    """From the first page to an open table, with its code; `chosen` are radio buttons and selections."""
    host.go("/")
    host.page.get_by_role("link", name=host.words.say("web.front.new")).click()
    if game != "caylus":
        host.page.locator(f".which a[href*={game}]").click()
    host.page.locator(f"input[name=players][value='{len(names)}']").check(force=True)
    for n, name in enumerate(names, 1):
        host.page.get_by_label(host.words.say("web.new.name", n=n), exact=True).fill(name)
    if game == "magna_carta" and not chosen:
        chosen = {"chance": "app"}  # the app deals, so that the cards are known
        host.page.locator("details.folded", has=host.page.locator("[name=chance]")).locator("> summary").click()
    for field, value in chosen.items():
        option = host.page.locator(f"input[name={field}][value={value}]")
        option.check() if option.count() else host.page.locator(f"select[name={field}]").select_option(value)
    host.press("web.new.open")
    host.page.wait_for_url(re.compile("/[jt]/"))
    return (host.page.locator(".code").text_content() or "").split()[-1]


def come_in(guest: Device, code: str) -> None:
    """By the code, typed on the first page."""
    guest.go("/")
    guest.page.get_by_label(guest.words.say("web.front.code")).fill(code.lower())
    guest.press("web.front.join")
    expect(guest.page.locator(".big-code")).to_have_text(code)


def sit(guest: Device, name: str) -> None:
    """Take the seat of a name, if they have not had it from the start; where there are hands, a host plays it."""
    if guest.page.locator("li.mine", has_text=name).count():
        guest.go(f"/t/{guest.code}")
        return
    buttons = [f"{guest.words.say(way)} ({name})" for way in ("web.join.sit", "web.join.play")]
    one, other = (guest.page.get_by_role("button", name=label, exact=True) for label in buttons)
    one.or_(other).click()
    guest.page.wait_for_url(f"**/t/{guest.code}")


def begin(host: Device) -> None:
    """Say that everything lies on the table, if that is what is shown."""
    if host.page.locator("#laying").count():
        host.press("web.laying.done")
        expect(host.page.locator("#laying")).to_have_count(0)


class Party:
    """A table with everybody at it."""

    def __init__(
        self, tables: Tables, code: str, seated: Mapping[str, Device], watching: Sequence[Device] = ()
    ) -> None:
        self.tables, self.code, self.seated, self.watching = tables, code, dict(seated), list(watching)
        self.id = tables.by_code(code).id
        self.taps = 0

    @property
    def table(self) -> Table:
        return self.tables.place(self.id).table

    @property
    def devices(self) -> list[Device]:
        return [*self.seated.values(), *self.watching]

    @property
    def names(self) -> dict[str, str]:
        return dict(self.table.people.names)

    def mover(self) -> Device:
        """Whose turn it is."""
        return self.seated[self.table.waiting or ""]

    def tap(self, action: str) -> list[Top]:
        """The one whose turn it is taps; everybody sees what the table is like now."""
        seq = self.table.seq
        self.mover().tap(action)
        self.taps += 1
        tops = [one.caught_up(seq + 1) for one in self.devices]
        assert {top.seq for top in tops} == {self.table.seq}
        return tops

    def go_on(self, turns: range, choice: Callable[[], str]) -> None:
        """The middle of a long game, which nobody taps: it is played at the server, and every page follows."""
        while not self.table.over and self.table.state.turn in turns:
            who = Who(frozenset(self.seated), host=True)
            self.tables.act(self.id, Play(actions=(choice(),)), who, seen_seq=self.table.seq)
        for one in self.devices:
            one.caught_up(self.table.seq)

    def words(self, one: Device) -> Translator:
        """The words of this table's box in the language of a device."""
        return Translator(one.language, self.table.rules)

    def account(self) -> Account:
        """The points as the engine counts them."""
        return account(self.table.snapshot(), self.tables.log(self.id))


def open_party(
    tables: Tables, devices: Mapping[str, Device], watching: Sequence[Device] = (), game: str = "caylus", **chosen: str
) -> Party:
    """A table for people by their names: the first opens it, everybody else joins by the code."""
    (host_name, host), *guests = devices.items()
    code = open_table(host, list(devices), game, **chosen)
    sit(host, host_name)
    begin(host)
    for name, guest in guests:
        come_in(guest, code)
        sit(guest, name)
    for one in watching:
        come_in(one, code)
        one.page.get_by_role("link", name=one.words.say("web.join.watch")).click()
    table = tables.place(tables.by_code(code).id).table
    colours = {name: colour for colour, name in table.people.names.items()}
    party = Party(tables, code, {colours[name]: one for name, one in devices.items()}, watching)
    for one in party.devices:
        one.live()
    return party


def seated_party(app: Flask, devices: Mapping[str, Device]) -> Party:
    """The same without the way there: a table of Caylus whose seats these devices have, the first that of its host."""
    table = opened(app, colours=COLOURS[: len(devices)], names=list(devices))
    seated = dict(zip(COLOURS, devices.values(), strict=False))
    tokens = [HOST_TOKEN, *(f"token-{colour}" for colour in seated)][: len(seated)]
    for (colour, one), token in zip(seated.items(), tokens, strict=True):
        table.tables.sit(table.id, colour, token)
        one.sit(table.code, token).live()
    return Party(table.tables, table.code, seated)


def asked(
    app: Flask, wanted: Callable[[Decision], bool], colours: Sequence[str], game: str = "caylus", **how: Any
) -> Opened:
    """A table where everybody sits and somebody is asked this; not every game comes to that."""
    for seed in range(1, 40):
        table = opened(app, game, colours=colours, seed=seed, **how).sit(*colours)
        with suppress(AssertionError):
            table.play_until(wanted)
            return table
    raise AssertionError("nobody is ever asked this")


def choose(options: Sequence[str], chance: random.Random, lazy: float = 0.6) -> str:
    """A choice of somebody who would like to see the end: often they pass; else they rather take than think."""
    ends = [option for option in options if option in LAST]
    if ends and len(options) > 1 and chance.random() < lazy:
        return ends[0]
    useful = [option for option in options if option.startswith(USEFUL)]
    rest = [option for option in options if option not in ends]
    return chance.choice(useful or rest or list(options))


def the_end_is_the_engines(party: Party, folder: Path) -> None:
    """The winner and the totals of the engine, on the end screen of every device and in its report."""
    counted = party.account()
    totals = {party.names[colour]: str(counted.sheet.players[colour].total) for colour in counted.seats}
    for one in party.devices:
        if not one.page.locator(".won").count():
            one.page.locator("#screen a.go[href$='/end']").first.click()
        for colour in counted.sheet.winners:
            expect(one.page.locator(".won")).to_contain_text(party.names[colour])
        rows = one.page.locator(".ranking li").all_inner_texts()
        assert {name: row.split()[-1] for row in rows for name in totals if name in row} == totals
        report = downloaded_report(one, one.language, folder)
        assert [name for name, total in totals.items() if name not in report or total not in report.split()] == []


def downloaded_report(device: Device, language: str, folder: Path) -> str:
    """The text of the report that a device takes home from the end screen."""
    device.page.locator(".leaving > summary").click()
    with device.page.expect_download() as taken:
        device.page.locator(f".files a.go[lang={language}]").click()
    path = folder / f"{language}.pdf"
    taken.value.save_as(path)
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)
