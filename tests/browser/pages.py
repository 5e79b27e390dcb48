"""Every page that people see, each where it has much to show. A route that has no example here fails the test."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask

from companion.minds.level import Level
from companion.table.commands import GiveToMind, Hint
from companion.table.people import Who
from companion.table.tokens import fingerprint, new_key, new_token
from companion.table.vocabulary import Chance, Depth
from companion.web.screens import SCREENS
from companion.web.viewer import ORGANISER
from tests.browser.party import COLOURS, asked
from tests.web.club import HOST, SPECTATOR, STRANGER, Club
from tests.web.tables import BASE, HOST_TOKEN, Opened, opened
from tests.words import LANGUAGES

NO_PAGES = {
    "static", "icons", "board.woodcuts", "board.large_woodcut", "rules.font", "joining.qr", "live.events",
    "live.newest", "rendering.view",
    "health.health", "health.ready", "health.metrics", "shop.file", "shop.preview",
    "shop.small", "shop.bundle", "shop.printer_again",
    "exports.record", "exports.whole", "exports.scores", "exports.report", "exports.play", "exports.print_shop",
    "exports.rescued", "exports.decided", "home.manifest",
    "minds.think", "minds.plans", "organising.results", "organising.cards",
}  # fmt: skip
"""Files, streams, fragments of pages that are here, answers for programs, and ways to a page that is here."""

PROGRAMS = "api."
ACCEPTED, ELSEWHERE = 202, 303
NAMES = ("Ann", "Bartholomäus-Maximilian", "<b>Zoë</b>", "", "W" * 30)
"""Long, empty, or something else in a page that trusts them."""

CHOICES = {
    "caylus": ("worker", "build", "favor", "bribe", "batch", "trade", "take", "gate", "guild", "inn"),
    "magna_carta": ("mulligan", "action", "bribe", "batch", "trade", "residence"),
}
"""What a seat can be asked."""


@dataclass(frozen=True)
class Example:
    """A page: its endpoint, its address, the device that looks, and what is pressed first."""

    endpoint: str
    path: str
    token: str = ""
    press: str = ""
    missing: bool = False
    """Whether it is answered as an error."""
    asks: str = ""
    """What its seat is asked."""

    @property
    def name(self) -> str:
        """What a report calls it."""
        return f"{self.path} {self.press}".strip()

    @property
    def kind(self) -> str:
        """The same for pages that are made of the same parts."""
        if self.asks:
            return self.asks
        screen = self.path.partition("?")[0].rpartition("/")[2] if self.endpoint == "rendering.show" else ""
        return f"{self.endpoint} {screen} {self.press}"


def examples(app: Flask) -> list[Example]:
    """All of them."""
    return [
        *_everybodys(),
        *_choices(app),
        *_screens(app),
        *_joining(app),
        *_entered(app),
        *_minds(app),
        *_organised(app),
        *_mistaken(),
    ]


def missing_routes(app: Flask, shown: Sequence[Example]) -> set[str]:
    """Pages that nobody has given an example of."""
    found = set()
    for rule in app.url_map.iter_rules():
        known = rule.endpoint in NO_PAGES or rule.endpoint.startswith(PROGRAMS)
        if "GET" in (rule.methods or ()) and not known:
            found.add(rule.endpoint)
    routes = found - {one.endpoint for one in shown}
    drawn = {one.path.split("?")[0].rsplit("/", 1)[-1] for one in shown if one.endpoint == "rendering.show"}
    return routes | {f"rendering.show {name}" for name in SCREENS if name not in drawn}


def _everybodys() -> Iterator[Example]:
    """Pages that need no table."""
    yield Example("home.home", "/")
    yield Example("rules.home", "/rules")
    yield Example("rules.game", "/rules/caylus?variant=lawyer_3")
    yield Example("rules.game", "/rules/magna_carta")
    for id in ("building.s_farm", "line.buildings", "ruling.lawyer_beyond_provost", "category.wood"):
        yield Example("rules.entry", f"/rules/caylus/{id}")
    yield Example("rules.entry", "/rules/magna_carta/building.bank")
    yield Example("rules.search", "/search?q=farm")
    yield Example("rules.search", "/search?q=qqq")
    yield Example("rules.compare", "/compare/caylus?first=nl&second=nl-first")
    yield Example("new_table.new", "/new")
    yield Example("new_table.new", "/new?game=magna_carta&depth=sheet")
    yield Example("new_table.new", "/new?practice=1")
    yield Example("new_table.new", "/new", press="[name=begin]")
    yield Example("new_table.new", "/new?colour.1=red&colour.2=red&clock=x", press="p.thumb button")
    yield Example("exports.bring_form", "/import")
    yield Example("exports.bring_form", "/import", press="form.bring .main-action")
    yield Example("history.history", "/history")
    yield Example("shop.shop", "/print")
    yield Example("shop.shop", "/print?game=magna_carta")
    yield Example("shop.product", "/print/aid")
    yield Example("shop.product", "/print/cards?game=magna_carta")


def _choices(app: Flask) -> Iterator[Example]:
    """The seat that is asked, for everything that it can be asked."""
    for game, kinds in CHOICES.items():
        for n, kind in enumerate(kinds):
            players = COLOURS[: (5, 3)[n % 2]] if game == "caylus" else COLOURS[: (4, 2)[n % 2]]
            table, seat = _asking(app, game, kind, LANGUAGES[n % len(LANGUAGES)], players)
            yield Example("rendering.show", f"/t/{table.code}/seat", f"token-{seat}", asks=f"{game} {kind}")


def _asking(app: Flask, game: str, kind: str, edition: str, players: Sequence[str]) -> tuple[Opened, str]:
    """A table where somebody is asked this, with more than one answer."""
    table = asked(
        app, lambda one: one.kind == kind and len(one.options) > 1, players, game, edition=edition, names=NAMES
    )
    return table, table.table.waiting or ""


def _screens(app: Flask) -> Iterator[Example]:
    """Every screen of both games, in the middle of one in which much has happened, and at its end."""
    for game, edition in (("caylus", "de"), ("magna_carta", "nl")):
        club = _played(Club(app, game=game, edition=edition, **_people(game)), 90)
        for name in ("board", "wall", "scores", "log", "correct", "settings", "end"):
            yield Example("rendering.show", f"/t/{club.code}/{name}", club.tokens[HOST])
        yield Example("rendering.show", f"/t/{club.code}/seat", club.tokens[SPECTATOR])
        yield Example("rendering.show", f"/t/{club.code}/settings", club.tokens[SPECTATOR])
        laid = Club(app, game=game, edition=edition, laid=False, **_people(game))
        yield Example("rendering.show", f"/t/{laid.code}/board", laid.tokens[HOST])
        over = _played(Club(app, game=game, edition=edition, **_people(game)), 2000)
        yield Example("rendering.show", f"/t/{over.code}/end", over.tokens[HOST])
        yield Example("rendering.show", f"/t/{_thought_over(over).code}/decided", over.tokens[HOST])
        yield Example("rendering.show", f"/t/{over.code}/board", over.tokens[HOST])
        yield Example("rendering.show", f"/t/{over.code}/wall", over.tokens[HOST])
        yield Example("rendering.show", f"/t/{over.code}/replay?at=40", over.tokens[HOST])
        yield Example("rendering.show", f"/t/{club.code}/log?back=1&of=blue", club.tokens[HOST])
        yield Example("history.history", "/history", over.tokens[HOST])
        yield Example("home.home", "/", over.tokens[HOST])
    yield Example("rendering.show", f"/t/{_asked(app).code}/log", "token-of-another")
    menu = _asking(app, "caylus", "worker", "nl", COLOURS)
    yield Example("rendering.show", f"/t/{menu[0].code}/seat", f"token-{menu[1]}", press="#menu summary")
    yield Example("rendering.show", f"/t/{menu[0].code}/seat", f"token-{menu[1]}", press="#choice li label")
    yield Example("rendering.show", f"/t/{menu[0].code}/seat", f"token-{menu[1]}", press=".purse summary")
    yield Example("rendering.show", f"/t/{menu[0].code}/correct?of=red", f"token-{menu[1]}", press=".purse summary")
    yield Example("rendering.show", f"/t/{menu[0].code}/seat", f"token-{menu[1]}", press=".quiet label")


def _people(game: str) -> dict[str, Any]:
    most = 5 if game == "caylus" else 4
    return {"colours": COLOURS[:most], "names": NAMES[:most]}


def _thought_over(club: Club) -> Club:
    """With what decided the game, found before anybody looks."""
    device = club.app.test_client()
    while device.get(f"/t/{club.code}/export/decided.json", base_url=BASE).status_code == ACCEPTED:
        pass
    return club


def _played(club: Club, most: int) -> Club:
    """Play on, always in the middle of what can be done; put something right, and take it back."""
    for _ in range(most):
        decision = club.table.decision
        if decision is None:
            return club
        club.play(decision.options[len(decision.options) // 2])
    club.wish(HOST, "correct", changes={"red.deniers": "99"}, why="the inn")
    club.wish(HOST, "undo", to=club.seq)
    return club


def _asked(app: Flask) -> Club:
    """A table where somebody asks to undo, and another device for a seat."""
    club = Club(app, clock=30, **_people("caylus"))
    for _ in range(3):
        club.play("place castle" if "place castle" in club.table.decision.options else "pass")  # type: ignore[union-attr]
    club.tokens[SPECTATOR] = new_token()
    club.tables.sit(club.id, "red", "token-of-another")
    return club


def _joining(app: Flask) -> Iterator[Example]:
    """The seats of a table, as they stand with whoever looks."""
    club = Club(app, **_people("caylus"))
    club.tables.leave(club.id, "green", club.tables.who(club.id, club.tokens["green"]))
    club.tables.sit(club.id, "red", club.tokens[SPECTATOR])
    for name in (HOST, "blue", SPECTATOR, STRANGER):
        yield Example("joining.join", f"/j/{club.code}", club.tokens[name])
    yield Example("joining.join", f"/j/{club.code}", club.tokens["red"], press="form[action$='/link'] button")
    key = club.tables.link(club.id, "blue")
    yield Example("links.show", f"/back/{club.code}/{key}", club.tokens[SPECTATOR])
    yield Example("links.show", f"/back/{club.code}/{key}", club.tokens["blue"])
    yield Example("rendering.show", f"/t/{club.code}/join", club.tokens["red"])
    yield Example("rendering.show", f"/t/{club.code}/seat", club.tokens["red"])
    club = Club(app, chance=Chance.TABLE)
    yield Example("rendering.show", f"/t/{club.code}/lay", club.tokens[HOST])
    yield Example("rendering.show", f"/t/{club.code}/seat", club.tokens[HOST])


def _entered(app: Flask) -> Iterator[Example]:
    """What is entered without a referee."""
    for game in CHOICES:
        club = Club(app, game=game, depth=Depth.ASSISTANT, **_people(game))
        yield Example("rendering.show", f"/t/{club.code}/assistant", club.tokens[HOST])
        club = Club(app, game=game, depth=Depth.ASSISTANT, **_people(game))
        for entry in ("next", "red +1F", "next", "next"):
            club.play(entry)
        yield Example("rendering.show", f"/t/{club.code}/assistant", club.tokens[HOST])
        club = Club(app, game=game, depth=Depth.SHEET, **_people(game))
        club.wish(HOST, "count", seat="red", values={"gold": 3})
        yield Example("rendering.show", f"/t/{club.code}/sheet", club.tokens["red"])


def _minds(app: Flask) -> Iterator[Example]:
    """A mind's move for those who sit there and on the wall, plans for a player, and a seat to give away."""
    for game, edition in (("caylus", "de"), ("magna_carta", "nl")):
        table = opened(app, game, edition, COLOURS[:3], names=NAMES, hints=True).sit("red", "green")
        table.tables.act(table.id, GiveToMind(seat="blue", level=Level.BUILDER), Who(host=True), seen_seq=None)
        table.play_until(lambda decision: decision.seat == "red" and len(decision.options) > 1)
        table.tables.act(table.id, Hint(), Who(frozenset({"red"})), seen_seq=None)
        assert table.device("red").get(f"/t/{table.code}/plans", base_url=BASE).status_code == ELSEWHERE
        yield Example("rendering.show", f"/t/{table.code}/seat", "token-red")
        table = opened(app, game, edition, COLOURS[:3], names=NAMES).sit("red", "green")
        yield Example("joining.join", f"/j/{table.code}", HOST_TOKEN, press="#seats")  # with all levels
        table = opened(app, game, edition, COLOURS[:3], names=NAMES).sit("red", "green")
        table.tables.act(table.id, GiveToMind(seat="blue", level=Level.MASTER), Who(host=True), seen_seq=None)
        table.play_until(lambda decision: decision.seat == "blue")
        assert table.device("red").get(f"/t/{table.code}/mind", base_url=BASE).status_code == ELSEWHERE
        yield Example("rendering.show", f"/t/{table.code}/seat", "token-red")
        yield Example("rendering.show", f"/t/{table.code}/wall", "token-red")
        yield Example("joining.join", f"/j/{table.code}", HOST_TOKEN)


def _organised(app: Flask) -> Iterator[Example]:
    """All tables, for whoever organises them."""
    key = new_key()
    app.extensions["tables"].store.set(ORGANISER, fingerprint(key))
    yield Example("organising.offer", f"/organiser/{key}")
    yield Example("organising.show", "/organiser/", key)
    yield Example("new_table.new", "/new", key)


def _mistaken() -> Iterator[Example]:
    """What is answered where there is nothing."""
    yield Example("joining.find", "/j?code=QQQQQ", missing=True)
    yield Example("joining.find", "/j?code=")
    yield Example("error", "/nowhere", missing=True)
    yield Example("error", "/rules/caylus/building.farn", missing=True)
    yield Example("error", "/rules/caylis", missing=True)
