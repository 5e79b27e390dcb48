"""Every address with everybody at the table: what each may do is written here, and nowhere taken from the code.

An address that is not in the table below fails the test: whoever adds one says here who may use it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from companion.web.handoff import KEY, Handoff
from tests.web.club import HOST, SPECTATOR, STRANGER, Club, new_app

SEAT = "red"
ROLES = (HOST, SEAT, SPECTATOR, STRANGER)
"""Somebody who only looks has a token that sits nowhere; a stranger has none."""

Statuses = tuple[int, int, int, int]


@dataclass(frozen=True)
class Case:
    """One address: what is sent, and what the host, a seat, a spectator and a stranger get."""

    address: str
    statuses: Statuses
    form: dict[str, str] | None = None
    json: dict[str, Any] | None = None
    before: Callable[[Club], None] = lambda club: None


def all_(status: int) -> Statuses:
    return (status, status, status, status)


HOSTS_ONLY, PLAYERS, ANYBODY = (303, 403, 403, 403), (303, 303, 403, 403), all_(200)


def asked(club: Club) -> None:
    """Somebody asks for the red seat."""
    club.tables.sit(club.id, "red", club.tokens[SPECTATOR])


def screens(*names: str) -> dict[str, Case]:
    return {f"GET screens.show {name}": Case(f"/t/{{code}}/{name}", ANYBODY) for name in names}


PLAY = {"kind": "pause", "seen": "{seq}", "screen": "seat", "seat": ""}
NEW = {"game": "caylus", "edition": "en", "players": "2", "colour.1": "red", "colour.2": "blue"}
WISH = {"wish": {"kind": "pause"}, "seen": "{seq}"}
API = "/api/v1/tables/{code}"

CASES: dict[str, Case] = {
    # for everybody, with or without a table
    "GET home.home": Case("/", ANYBODY),
    "GET icons": Case("/icons.svg", ANYBODY),
    "GET static": Case("/static/book.css", ANYBODY),
    "GET home.manifest": Case("/manifest.webmanifest", ANYBODY),
    "GET lookup.home": Case("/rules", ANYBODY),
    "GET lookup.game": Case("/rules/caylus", ANYBODY),
    "GET lookup.entry": Case("/rules/caylus/building.tailor", ANYBODY),
    "GET lookup.search": Case("/search?q=tailor", ANYBODY),
    "GET lookup.compare": Case("/compare/caylus", ANYBODY),
    "GET lookup.font": Case("/fonts/none.ttf", all_(404)),
    "POST lookup.language": Case("/language", all_(303), {"language": "nl"}),
    "GET operations.health": Case("/health", ANYBODY),
    "GET operations.ready": Case("/ready", ANYBODY),
    "GET operations.metrics": Case("/metrics", all_(404)),
    "GET opening.new": Case("/new", ANYBODY),
    "POST opening.open_table": Case("/new", all_(303), NEW),
    "POST opening.open_position": Case("/new/position", all_(422), NEW | {"position": "nonsense"}),
    "GET boards.woodcuts": Case("/woodcuts.svg", ANYBODY),
    "GET history.history": Case("/history", ANYBODY),
    "GET printing.shop": Case("/print", ANYBODY),
    "GET printing.product": Case("/print/tiles", ANYBODY),
    "GET printing.file": Case("/print/calibration/file.pdf", ANYBODY),
    "GET printing.small": Case("/print/calibration/small.png", ANYBODY),
    "GET printing.bundle": Case("/print/set/family.zip?game=magna_carta", ANYBODY),
    "GET printing.preview": Case("/print/calibration/preview.png?width=100", ANYBODY),
    "GET printing.printer_again": Case("/print/tiles/printer", all_(302)),
    "POST printing.printer": Case("/print/tiles/printer", all_(303), {"paper": "A4", "across": "1", "down": ""}),
    "GET exports.bring_form": Case("/import", ANYBODY),
    "POST exports.bring": Case("/import", all_(422), {"text": "nonsense"}),
    # a table: who has its code may look
    "GET joining.find": Case("/j?code=AB3DE", all_(302)),
    "GET joining.join": Case("/j/{code}", ANYBODY),
    "GET joining.qr": Case("/t/{code}/qr.svg", ANYBODY),
    "GET screens.show": Case("/t/{code}", ANYBODY),
    "GET screens.view": Case("/t/{code}/view/seat", ANYBODY),
    "GET live.events": Case("/t/{code}/stream", ANYBODY),
    "GET live.newest": Case("/t/{code}/newest", ANYBODY),
    **screens("seat", "board", "log", "scores", "correct", "settings", "assistant", "sheet", "end", "replay"),
    **screens("lay", "join", "wall", "decided"),
    "GET exports.record": Case("/t/{code}/export/record.txt", ANYBODY),
    "GET exports.whole": Case("/t/{code}/export/table.json", ANYBODY),
    "GET exports.rescued": Case("/t/{code}/export/rescued.json", (200, 403, 403, 403)),
    "GET exports.scores": Case("/t/{code}/export/scores.csv", ANYBODY),
    "GET exports.report": Case("/t/{code}/export/report.pdf", ANYBODY),
    "GET exports.decided": Case("/t/{code}/export/decided.json", all_(403)),
    "GET exports.decided_report": Case("/t/{code}/export/decided.pdf", all_(403)),
    "GET exports.play": Case("/t/{code}/export/play.svg", ANYBODY),
    "GET exports.print_shop": Case("/t/{code}/print", all_(303)),
    "POST exports.rematch": Case("/t/{code}/rematch", all_(303), {}),
    # and who sits there may act
    "POST acting.act": Case("/t/{code}/act", (303, 303, 422, 422), PLAY),
    "POST joining.sit": Case("/t/{code}/sit", all_(303), {"seat": "red"}),
    "POST joining.leave": Case("/t/{code}/leave", PLAYERS, {"seat": "red"}),
    "POST joining.answer": Case(
        "/t/{code}/answer", (422, 422, 403, 403), {"seat": "red", "mark": "0" * 12, "answer": "allow"}, None, asked
    ),
    "POST joining.laid": Case("/t/{code}/laid", all_(303), {"screen": "board"}),
    "POST joining.lock": Case("/t/{code}/lock", HOSTS_ONLY, {"locked": "1"}),
    "POST joining.delete": Case("/t/{code}/delete", HOSTS_ONLY, {"confirm": "{code}"}),
    "POST joining.restore": Case("/t/{code}/restore", HOSTS_ONLY, {}),
    # a table without minds has no move to carry out, and a game that is played is not practised without agreement
    "GET minds.think": Case("/t/{code}/mind", all_(303)),
    "GET minds.plans": Case("/t/{code}/plans", all_(303)),
    "POST minds.done": Case("/t/{code}/mind", all_(422), {"seen": "{seq}"}),
    "POST practice.begin": Case("/t/{code}/practice", all_(403), {"at": "{seq}", "seat": "red"}),
    # the same for programs
    "GET api.description": Case("/api/v1/openapi.json", ANYBODY),
    "GET api.games": Case("/api/v1/games", ANYBODY),
    "GET api.game": Case("/api/v1/games/caylus", ANYBODY),
    "GET api.building": Case("/api/v1/games/caylus/buildings/tailor", ANYBODY),
    "GET api.search": Case("/api/v1/search?q=tailor", ANYBODY),
    "POST api.score": Case("/api/v1/games/caylus/score", ANYBODY, None, {"players": {"red": {"gold": 1}}}),
    "POST api.open_table": Case(
        "/api/v1/tables", all_(201), None,
        {"game": "caylus", "edition": "en", "seats": [{"colour": "red"}, {"colour": "blue"}]},
    ),
    "GET api.plans": Case(f"{API}/plans", ANYBODY),
    "GET api.mind": Case(f"{API}/mind", ANYBODY),
    "POST api.carry_out": Case(f"{API}/mind", (422, 422, 403, 403), None, {"seen": "{seq}"}),
    "GET api.show_table": Case(API, ANYBODY),
    "GET api.newest": Case(f"{API}/newest", ANYBODY),
    "GET api.log": Case(f"{API}/log", ANYBODY),
    "GET api.fields": Case(f"{API}/fields", ANYBODY),
    "GET api.scores": Case(f"{API}/scores", ANYBODY),
    "GET api.why_not": Case(f"{API}/why-not?action=pass", ANYBODY),
    "GET api.follow": Case(f"{API}/stream", ANYBODY),
    "GET api.asking": Case(f"{API}/asking", (200, 200, 403, 403)),
    "POST api.act": Case(f"{API}/act", (200, 200, 403, 403), None, WISH),
    "POST api.sit": Case(f"{API}/sit", (202, 200, 202, 202), None, {"seat": "red"}),
    "POST api.leave": Case(f"{API}/leave", (204, 204, 403, 403), None, {"seat": "red"}),
    "POST api.answer": Case(
        f"{API}/answer", (422, 422, 403, 403), None, {"seat": "red", "mark": "0" * 12, "allow": True}, asked
    ),
    "POST api.lock": Case(f"{API}/lock", (204, 403, 403, 403), None, {"locked": True}),
    "DELETE api.delete_table": Case(API, (204, 403, 403, 403)),
    "POST api.restore_table": Case(f"{API}/restore", (204, 403, 403, 403)),
}  # fmt: skip


STREAMS = ("live.events", "api.follow")
"""What a server writes that takes streams."""


def routes(app: Flask) -> set[str]:
    return {
        f"{method} {rule.endpoint}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def test_every_address_is_in_the_table() -> None:
    written = {" ".join(name.split()[:2]) for name in CASES}
    found = routes(new_app())
    assert sorted(found - written) == [], "say in this file who may use it, and what each gets"
    assert sorted(written - found) == [], "this is no address any more"


def test_every_screen_is_in_the_table() -> None:
    from companion.web.screens import SCREENS

    assert set(SCREENS) == {name.split()[2] for name in CASES if name.startswith("GET screens.show ")}


def filled(part: Any, club: Club) -> Any:
    """A case with the code and the newest number of a table."""
    if isinstance(part, dict):
        return {name: filled(value, club) for name, value in part.items()}
    if part == "{seq}":
        return club.seq
    return part.replace("{code}", club.code) if isinstance(part, str) else part


def ask(club: Club, name: str, role: str, case: Case) -> int:
    """The status that a role gets; a page is asked with its cookie, the API with its token."""
    method, endpoint = name.split()[:2]
    sent: dict[str, Any] = {}
    if endpoint in STREAMS:
        sent["environ_overrides"] = {KEY: Handoff()}
    if case.form is not None:
        sent["data"] = filled(case.form, club)
    if case.json is not None:
        sent["json"] = filled(case.json, club)
    if endpoint.startswith("api.") and club.tokens[role]:
        sent["headers"] = {"Authorization": f"Bearer {club.tokens[role]}"}
    answer = club.page(
        role if not endpoint.startswith("api.") else STRANGER, method, filled(case.address, club), **sent
    )
    answer.close()
    return answer.status_code


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_what_each_role_gets(name: str) -> None:
    app = new_app()
    case = CASES[name]
    found = []
    for role in ROLES:
        club = Club(app)
        case.before(club)
        found.append(ask(club, name, role, case))
    assert dict(zip(ROLES, found, strict=True)) == dict(zip(ROLES, case.statuses, strict=True))


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.statuses[2] in (403, 422)])
def test_who_may_not_changes_nothing(name: str) -> None:
    app = new_app()
    for role in (SPECTATOR, STRANGER):
        club = Club(app)
        CASES[name].before(club)
        before = (club.seq, club.tables.who(club.id, club.tokens[SEAT]), club.table.people.locked)
        ask(club, name, role, CASES[name])
        assert before == (club.seq, club.tables.who(club.id, club.tokens[SEAT]), club.table.people.locked)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CASES if "{code}" in CASES[name].address])
def test_a_seat_at_another_table_is_no_seat_here(name: str) -> None:
    app = new_app()
    here, there = Club(app), Club(app)
    CASES[name].before(here)
    here.tokens["guest"] = there.tokens[HOST]
    assert ask(here, name, "guest", CASES[name]) == CASES[name].statuses[2]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CASES if "{code}" in CASES[name].address])
def test_a_table_that_is_not_there(name: str) -> None:
    club = Club(new_app())
    club.tables.delete(club.code, club.tokens[HOST])
    case = CASES[name]
    sent = {"data": case.form} if case.form else {"json": case.json} if case.json else {}
    address = case.address.replace("{code}", club.code)
    # A cookie says nothing to a program.
    told = (404, 422) if address.startswith("/api/") else (303, 410, 422)
    for device, statuses in (("red", (404, 422)), (HOST, told)):
        answer = club.page(device, name.split(maxsplit=1)[0], address, **sent)
        assert answer.status_code in statuses, device
