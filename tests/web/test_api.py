"""The API as a display of one's own uses it: every answer is held against the API's own description."""

import json
from random import Random
from threading import Event, Thread
from typing import Any

import jsonschema_rs
import pytest

from companion.table.limits import Limits
from companion.table.store import Store
from companion.web.api.document import document
from companion.web.api.examples import EXAMPLES
from companion.web.api.operations import OPERATIONS
from companion.web.handoff import KEY, Handoff
from tests.pairs import SEED
from tests.web.club import BASE, HOST, SPECTATOR, STRANGER, Club, new_app, shared_app
from tests.words import LANGUAGES

Reply = Any
"""An answer, and what JSON is in it."""

SETUP: dict[str, Any] = {"game": "caylus", "edition": "en", "seats": [{"colour": "red"}, {"colour": "blue"}]}
PLAY = {"kind": "play", "actions": ["place castle"]}


def described(answer: Reply, path: str, method: str) -> Reply:
    """An answer that is as the description says."""
    said = document()["paths"][f"/api/v1{path}"][method.lower()]["responses"]
    assert str(answer.status_code) in said, f"{method} {path} does not say that it answers {answer.status_code}"
    content = said[str(answer.status_code)].get("content", {})
    if content:
        assert answer.mimetype in content
        if answer.mimetype.endswith("json"):
            schema = content[answer.mimetype]["schema"] | {"components": document()["components"]}
            jsonschema_rs.validator_for(schema).validate(answer.json)
            if answer.status_code >= 400:
                known = document()["components"]["schemas"]["Problem"]["properties"]["code"]["x-extensible-enum"]
                assert answer.json["code"] in known
    else:
        assert not answer.data
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    return answer


class Display:
    """A program at a table."""

    def __init__(self, club: Club, name: str, language: str = "en") -> None:
        self.club, self.name, self.language = club, name, language

    def get(self, path: str = "", **query: Any) -> Reply:
        answer = self.club.api(self.name, "GET", path, self.language, query_string=query)
        return described(answer, f"/tables/{{code}}{path}", "GET")

    def post(self, path: str, sent: Any) -> Reply:
        answer = self.club.api(self.name, "POST", path, self.language, json=sent)
        return described(answer, f"/tables/{{code}}{path}", "POST")

    def wish(self, wish: dict[str, Any], *, seen: int | None = None, key: str | None = None) -> Reply:
        return self.post("/act", {"wish": wish, "seen": self.club.seq if seen is None else seen, "key": key})


@pytest.fixture
def club() -> Club:
    return Club()


def test_a_table_from_opening_to_deleting() -> None:
    client = shared_app().test_client()

    def ask(method: str, path: str, token: str = "", **sent: Any) -> Reply:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return client.open(f"/api/v1{path}", method=method, base_url=BASE, headers=headers, **sent)

    opened = described(ask("POST", "/tables", json=SETUP), "/tables", "POST")
    assert opened.status_code == 201
    code, host = opened.json["code"], opened.json["token"]
    assert opened.headers["Location"] == f"/api/v1/tables/{code}"
    assert opened.json["view"]["role"] == "host"

    sat = described(ask("POST", f"/tables/{code}/sit", json={"seat": "red"}), "/tables/{code}/sit", "POST")
    assert (sat.status_code, sat.json["seated"]) == (200, True)
    red = sat.json["token"]
    assert red != host

    view = ask("GET", f"/tables/{code}", red).json
    assert (view["role"], view["mine"], view["seat"]) == ("seat", ["red"], "red")
    mover = view["decision"]["seat"]
    option = view["decision"]["options"][0]["action"] if view["decision"]["mine"] else "place castle"
    sent = {"wish": {"kind": "play", "actions": [option]}, "seen": view["seq"], "key": "tap-1"}
    done = ask("POST", f"/tables/{code}/act", red if mover == "red" else host, json=sent)
    assert done.json == {"seq": view["seq"] + 1, "repeated": False}

    assert ask("DELETE", f"/tables/{code}", red).status_code == 403
    assert ask("DELETE", f"/tables/{code}", host).status_code == 204
    assert ask("GET", f"/tables/{code}", red).status_code == 404


def test_whose_turn_it_is_fits_in_a_small_display(club: Club) -> None:
    mover = club.table.waiting
    answer = Display(club, SPECTATOR, "nl").get("/turn")
    shown = {"seat": mover, "kind": "worker", "said": "Zet een arbeider of pas", "paused": False, "over": False}
    assert answer.json == {"seq": club.seq, "name": "Rood" if mover == "red" else "Blauw", **shown}
    assert len(answer.data) < 150
    club.wish(HOST, "depth", depth="sheet")
    nobody = Display(club, SPECTATOR).get("/turn").json
    assert (nobody["seat"], nobody["name"], nobody["kind"], nobody["said"]) == (None, "", "", "")


def test_pages_of_other_sites_read_what_a_spectator_sees_and_no_more(club: Club) -> None:
    origin = {"Origin": "http://192.168.1.30:8000"}
    assert club.api(STRANGER, "GET", "/turn", headers=origin).headers["Access-Control-Allow-Origin"] == "*"
    for name, method in ((HOST, "GET"), (STRANGER, "POST"), (STRANGER, "OPTIONS")):
        assert "Access-Control-Allow-Origin" not in club.api(name, method, "", headers=origin).headers


def test_what_is_wrong_is_said_where_it_is_wrong() -> None:
    sent = SETUP | {"seats": [{"color": "red"}, {"colour": "blue"}], "depth": "deep", "clock": 601}
    answer: Reply = shared_app().test_client().post("/api/v1/tables", json=sent, base_url=BASE)
    said = {fault["where"]: fault["said"] for fault in described(answer, "/tables", "POST").json["faults"]}
    assert said == {
        "seats.0.colour": "“seats.0.colour” is missing. Nothing was changed.",
        "seats.0.color": "There is no “seats.0.color” here. Nothing was changed.",
        "depth": "“depth” must be one of these: referee, assistant, sheet. Nothing was changed.",
        "clock": "“clock” must be at most 600. Nothing was changed.",
    }
    assert answer.json["said"] in said.values()


WRONG = ["", "x" * 5000, "Ä ü", "red", -1, 7, 2**70, 1.5, True, None, [], {}, [[]], {"x": 1}, ["x"], {"kind": "plai"}]
"""What a program that is at fault may send in the place of anything."""
MISSING = ("missing", "union_tag_not_found")


def spoilt(random: Random, value: Any) -> Any:
    """What is right, with a fault somewhere in it."""
    if not isinstance(value, (dict, list)) or not value or random.random() < 0.2:
        return random.choice(WRONG)
    new: Any = value.copy()
    at = random.choice(list(new) if isinstance(new, dict) else range(len(new)))
    match random.random():
        case number if number < 0.2:
            del new[at]
        case number if number < 0.4 and isinstance(new, dict):
            new[random.choice(["x", "", "Red", "play", "a.b"])] = random.choice(WRONG)
        case _:
            new[at] = spoilt(random, new[at])
    return new


def is_there(where: str, sent: Any) -> bool:
    """Whether a place with dots is in what was sent."""
    parts = sent.items() if isinstance(sent, dict) else enumerate(sent) if isinstance(sent, list) else ()
    return any(
        where == str(name) or (where.startswith(f"{name}.") and is_there(where.removeprefix(f"{name}."), part))
        for name, part in parts
    )


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_every_fault_of_what_is_sent_is_told_with_its_place(name: str) -> None:
    club, operation, random = Club(), OPERATIONS[name], Random(f"{name} {SEED}")
    path = operation.path.replace("{game}", "caylus").replace("{code}", club.code)
    headers = {"Authorization": f"Bearer {club.tokens[HOST]}"}
    for _ in range(60):
        sent = spoilt(random, random.choice(list(EXAMPLES[name].values())))
        answer: Reply = club.app.test_client().post(f"/api/v1{path}", json=sent, headers=headers, base_url=BASE)
        if described(answer, operation.path, "POST").status_code < 400:
            continue
        assert answer.json["said"], sent
        assert answer.json["status"] == answer.status_code
        assert (answer.json["code"] == "unreadable") == bool(answer.json["faults"]), sent
        for fault in answer.json["faults"]:
            place = fault["where"].rpartition(".")[0] if fault["code"] in MISSING else fault["where"]
            assert fault["said"]
            assert not place or is_there(place, sent), (sent, fault)


def test_what_is_no_json_is_told_where_it_ends(club: Club) -> None:
    for sent, place in (("", "column 0"), ("{", "column 1"), ('{"seen": 1,\n', "line 2"), ("[" * 500, "column")):
        answer = club.api(HOST, "POST", "/act", data=sent.encode(), content_type="application/json")
        (fault,) = described(answer, "/tables/{code}/act", "POST").json["faults"]
        assert (fault["where"], place in fault["said"]) == ("", True), fault


def test_a_tap_that_comes_twice_is_done_once(club: Club) -> None:
    red = Display(club, club.table.waiting)
    seen = club.seq
    assert red.wish(PLAY, seen=seen, key="a").json == {"seq": seen + 1, "repeated": False}
    assert red.wish(PLAY, seen=seen, key="a").json == {"seq": seen + 1, "repeated": True}
    assert club.seq == seen + 1
    other = red.wish({"kind": "pause"}, seen=seen, key="a")
    assert (other.status_code, other.json["code"]) == (422, "key_reused")
    assert "key" in other.json["said"]
    for name, status, code in (("blue" if red.name == "red" else "red", 409, "stale"), (SPECTATOR, 403, "spectator")):
        answer = Display(club, name).wish(PLAY, seen=seen, key="a")
        assert (answer.status_code, answer.json["code"]) == (status, code), "another device's tap is another tap"


def test_who_is_late_gets_the_fresh_table(club: Club) -> None:
    old = club.seq
    club.play("place castle")
    answer = Display(club, club.table.waiting).wish({"kind": "play", "actions": ["pass"]}, seen=old)
    assert (answer.status_code, answer.json["code"]) == (409, "stale")
    assert answer.json["view"]["seq"] == club.seq
    assert answer.json["view"]["decision"]["mine"]


def test_a_refusal_says_why_in_the_language_asked_for(club: Club) -> None:
    club.play("place castle")
    club.play("pass")
    mover = club.table.waiting
    said = {
        language: Display(club, mover, language).wish({"kind": "play", "actions": ["place castle"]}).json
        for language in LANGUAGES
    }
    assert {it["code"] for it in said.values()} == {"there_already"}
    assert len({it["said"] for it in said.values()}) == len(LANGUAGES)
    assert "castle" in said["en"]["said"]
    assert "Schloss" in said["de"]["said"]


def test_the_view_names_everything_in_the_language_asked_for(club: Club) -> None:
    mover = club.table.waiting
    said = {language: Display(club, mover, language).get().json for language in LANGUAGES}
    labels = {language: view["decision"]["options"][1]["said"] for language, view in said.items()}
    assert len(set(labels.values())) == len(LANGUAGES)
    actions = {tuple(it["action"] for it in view["decision"]["options"]) for view in said.values()}
    assert len(actions) == 1
    assert said["nl"]["look"] == said["de"]["look"]


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("depth", ["referee", "assistant", "sheet"])
def test_every_reading_is_as_described(game: str, depth: str) -> None:
    club = Club(game=game, colours=("red", "green", "blue"))
    for _ in range(25):
        decision = club.table.decision
        assert decision
        club.play(decision.options[len(decision.options) // 2])
    if depth != "referee":
        club.wish(HOST, "depth", depth=depth)
    for name in (HOST, "red", SPECTATOR, STRANGER):
        display = Display(club, name)
        assert display.get().json["look"]["players"]
        assert display.get("/log", after=3, limit=10).json["entries"][0]["seq"] == 4
        assert "red.deniers" in display.get("/fields").json["fields"]
        assert set(display.get("/scores").json["players"]) == {"red", "green", "blue"}
        assert display.get("/newest").json == {"seq": club.seq}
        assert display.get("/asking").status_code == (403 if name in (SPECTATOR, STRANGER) else 200)
        display.get("/why-not", action="place castle")


def test_the_log_comes_in_parts_and_says_what_no_longer_counts(club: Club) -> None:
    club.play("place castle")
    last = club.play("pass")
    club.wish(HOST, "undo", to=last)
    display = Display(club, "red")
    first = display.get("/log", limit=2).json
    assert ([it["seq"] for it in first["entries"]], first["more"]) == ([1, 2], True)
    rest = display.get("/log", after=2).json
    assert rest["more"] is False
    counts = {it["seq"]: it["counts"] for it in rest["entries"]}
    assert (counts[last - 1], counts[last]) == (True, False)
    assert all(it["said"] for it in rest["entries"])


def test_corrections(club: Club) -> None:
    display = Display(club, "red")
    done = display.wish({"kind": "correct", "changes": {"red.deniers": "19"}, "why": "found them"})
    assert done.status_code == 200
    assert display.get("/fields").json["fields"]["red.deniers"] == "19"
    wrong = display.wish({"kind": "correct", "changes": {"red.denierz": "1"}})
    assert (wrong.status_code, wrong.json["code"]) == (422, "unknown_name")
    assert wrong.json["args"]["nearest"][0] == "red.deniers"
    impossible = display.wish({"kind": "correct", "changes": {"provost": "99"}})
    assert impossible.status_code == 422


def test_seats(club: Club) -> None:
    stranger = Display(club, SPECTATOR)
    asked = stranger.post("/sit", {"seat": "red"})
    assert (asked.status_code, asked.json["seated"]) == (202, False)
    red = Display(club, "red")
    waiting = red.get("/asking").json["asking"]
    assert [it["seat"] for it in waiting] == ["red"]
    assert stranger.post("/answer", {**waiting[0], "allow": True}).status_code == 403
    assert red.post("/answer", {**waiting[0], "allow": True}).status_code == 204
    assert stranger.get().json["mine"] == ["red"]
    assert red.get().json["role"] == "spectator"

    assert stranger.post("/lock", {"locked": True}).status_code == 403
    assert Display(club, HOST).post("/lock", {"locked": True}).status_code == 204
    assert red.get().json["locked"] is True
    assert stranger.post("/leave", {"seat": "red"}).status_code == 204
    assert red.post("/sit", {"seat": "red"}).status_code == 202  # locked: somebody has to let them in
    for path in ("/sit", "/leave"):
        nobody = Display(club, HOST).post(path, {"seat": "purple"})
        assert (nobody.status_code, nobody.json["code"]) == (422, "unknown_name")


def test_consent(club: Club) -> None:
    first = club.play("place castle", club.table.waiting)
    club.play("pass", club.table.waiting)
    red = Display(club, "red")
    refused = red.wish({"kind": "undo", "to": first})
    assert (refused.status_code, refused.json["code"]) == (422, "ask_first")
    assert red.wish({"kind": "ask", "to": first}).status_code == 200
    assert red.get().json["asked"] == {"to": first, "by": "red", "waiting": ["blue", "host"]}
    assert red.wish({"kind": "agree"}).json["code"] == "own_request"
    assert Display(club, "blue").wish({"kind": "agree"}).status_code == 200
    assert Display(club, HOST).wish({"kind": "agree"}).status_code == 200
    assert red.get().json["decision"]["options"]


def test_nobody_plays_for_others_behind_his_own_action(club: Club) -> None:
    mover = club.table.waiting
    before = club.seq
    answer = Display(club, mover).wish({"kind": "play", "actions": ["place castle", "place castle"]})
    assert (answer.status_code, answer.json["code"], club.seq) == (403, "not_your_turn", before)
    assert club.table.waiting == mover


def test_nobody_draws_for_the_app() -> None:
    club = Club(game="magna_carta")
    while (decision := club.table.decision) and decision.kind != "action":
        club.play(decision.options[0])
    mover = club.table.waiting
    for card in ("bank", "church", "market", "lawyer", "peddler", "small_farm", "large_farm"):
        answer = Display(club, mover).wish({"kind": "play", "actions": ["draw", f"draw {card}"]})
        assert answer.status_code == 422


def test_a_cookie_is_no_key(club: Club) -> None:
    answer: Reply = club.page("red", "GET", f"/api/v1/tables/{club.code}")
    assert (answer.json["role"], answer.json["mine"]) == ("spectator", [])
    sent = {"wish": {"kind": "pause"}, "seen": club.seq}
    assert club.page(HOST, "POST", f"/api/v1/tables/{club.code}/act", json=sent).status_code == 403


@pytest.mark.parametrize(
    "header", ["Basic cmVkOnJlZA==", "Bearer", "Bearer short", "Bearer " + "x" * 500, "Bearer a b"]
)
def test_a_token_that_is_none(club: Club, header: str) -> None:
    answer = club.api("nobody", "GET", "", headers={"Authorization": header})
    described(answer, "/tables/{code}", "GET")
    assert (answer.status_code, answer.json["code"]) == (401, "bad_token")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        "", "{", "null", "[]", "7", '"x"', "[" * 30_000, '{"a":' * 10_000, '{"wish": {"kind": "play"}, "seen": 1e400}',
        '{"wish": {"kind": "pause"}, "seen": ' + "9" * 5_000 + "}", '{"wish": {"kind": "pause"}, "seen": -1}',
        '{"wish": {"kind": "pause"}, "seen": "2"}', '{"wish": {"kind": "pause"}, "seen": 2.5}',
        '{"wish": {"kind": "pause"}, "seen": true}', '{"wish": {"kind": "pause", "more": 1}, "seen": 2}',
        '{"wish": {"kind": "pause"}, "seen": 2, "more": 1}', '{"wish": {"kind": "fly"}, "seen": 2}',
        '{"wish": {"kind": "play", "actions": []}, "seen": 2}',
        '{"wish": {"kind": "play", "actions": [null]}, "seen": 2}',
        '{"wish": {"kind": "play", "actions": ["\\ud800"]}, "seen": 2}', '{"wish": {"kind": "pause"}, "seen": NaN}',
        '{"wish": {"kind": "pause"}, "seen": 2, "key": "with space"}',
        '{"wish": {"kind": "pause"}, "seen": 2, "key": ""}',
        '{"wish": {"kind": "rename", "seat": "red", "name": "' + "x" * 31 + '"}, "seen": 2}', "\x00", "\ufeff{}",
    ],
    ids=range(26),
)  # fmt: skip
def test_what_cannot_be_read_changes_nothing(club: Club, body: str) -> None:
    before = club.seq
    answer = club.api(HOST, "POST", "/act", data=body.encode("utf-8", "surrogatepass"), content_type="application/json")
    described(answer, "/tables/{code}/act", "POST")
    assert (answer.status_code, answer.json["code"]) == (422, "unreadable")
    assert answer.json["faults"]
    assert club.seq == before


@pytest.mark.parametrize(
    "action",
    ["", " ", "place", "place \x00", "place castle; drop", "💰" * 100, "\u202eelcatsac", "draw n_farm", "next red"],
)
def test_actions_that_are_none(club: Club, action: str) -> None:
    before = club.seq
    answer = Display(club, HOST).wish({"kind": "play", "actions": [action]})
    assert answer.status_code == 422
    assert club.seq == before
    if action.strip():
        assert Display(club, HOST).get("/why-not", action=action).json["possible"] is False


def test_sizes_and_kinds(club: Club) -> None:
    big = club.api(HOST, "POST", "/act", data=b" " * 70_000, content_type="application/json")
    assert described(big, "/tables/{code}/act", "POST").json["code"] == "too_large"
    form = club.api(HOST, "POST", "/act", data={"kind": "pause"})
    assert described(form, "/tables/{code}/act", "POST").status_code == 415
    assert "application/json" in form.json["said"]


@pytest.mark.parametrize(
    "change",
    [
        {"game": "agricola"}, {"edition": "xx"}, {"variants": ["none_such"]}, {"seats": [{"colour": "red"}]},
        {"seats": [{"colour": "red"}, {"colour": "red"}]}, {"seats": [{"colour": "red"}, {"colour": "pink"}]},
        {"seats": [{"colour": c} for c in ("red", "blue", "green", "orange", "black", "white")]},
        {"position": "nonsense"}, {"position": "turn: 99"}, {"untracked": ["pink"]}, {"depth": "deep"}, {"clock": 601},
        {"clock": -1}, {"language": "<script>"}, {"title": "x" * 31},
        {"seats": []}, {"chance": 7}, {"seats": "red"},
    ],
    ids=str,
)  # fmt: skip
def test_tables_that_cannot_be_opened(change: dict[str, Any]) -> None:
    app = shared_app()
    before = app.extensions["tables"].store.count()
    answer: Reply = app.test_client().post("/api/v1/tables", json=SETUP | change, base_url=BASE)
    described(answer, "/tables", "POST")
    assert answer.status_code == 422
    assert answer.json["said"]
    assert app.extensions["tables"].store.count() == before


def test_no_room_for_another_table() -> None:
    app = new_app()
    app.extensions["tables"].limits = Limits(tables=0)
    answer: Reply = app.test_client().post("/api/v1/tables", json=SETUP, base_url=BASE)
    assert (described(answer, "/tables", "POST").status_code, answer.json["code"]) == (503, "too_many_tables")


def test_a_table_that_takes_long_to_open(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    read, begun, done = Store.whole, Event(), Event()

    def whole(store: Store, id: str, *, standing: bool = True) -> object:
        begun.set()
        done.wait(60)
        return read(store, id, standing=standing)

    monkeypatch.setattr(Store, "whole", whole)
    monkeypatch.setattr("companion.table.open_tables.WAITED", 0.01)
    display = Display(club, HOST)
    club.tables.forget(club.id)
    first = Thread(target=club.tables.place, args=(club.id,))
    first.start()
    begun.wait(60)
    answer = display.get()
    done.set()
    first.join(60)
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "busy", "2")
    assert display.get().status_code == 200


def test_a_full_log() -> None:
    club = Club(new_app())
    club.tables.limits = Limits(entries=0)
    answer = Display(club, HOST).wish(PLAY)
    assert (answer.status_code, answer.json["code"]) == (507, "log_full")
    assert Display(club, HOST).wish({"kind": "pause"}).status_code == 200


def test_who_has_had_their_share_of_a_log_is_told_so() -> None:
    club = Club(new_app())
    club.tables.limits = Limits(people=1)
    red = Display(club, "red")
    assert red.wish({"kind": "rename", "seat": "red", "name": "Ann"}).status_code == 200
    answer = red.wish({"kind": "rename", "seat": "red", "name": "Bo"})
    assert (answer.status_code, answer.json["code"]) == (507, "people_full")
    assert "you can still play" in answer.json["said"]
    assert Display(club, HOST).wish(PLAY).status_code == 200


def test_who_does_not_read_a_stream_holds_no_place() -> None:
    club = Club(new_app())
    head = club.api("red", "HEAD", "/stream", environ_overrides={KEY: Handoff()})
    assert (head.status_code, head.mimetype, head.data) == (200, "text/event-stream", b"")
    assert club.tables.hub.number == 0


def test_a_server_that_takes_no_streams_is_asked_now_and_then(club: Club) -> None:
    assert described(club.api("red", "GET", "/stream"), "/tables/{code}/stream", "GET").status_code == 503


def test_no_room_for_another_listener() -> None:
    club = Club(new_app())
    club.tables.hub.most = 0
    answer = club.api("red", "GET", "/stream", environ_overrides={KEY: Handoff()})
    assert described(answer, "/tables/{code}/stream", "GET").status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert club.api("red", "GET", "/newest").json == {"seq": club.seq}


# the rules


def lookup(path: str, template: str, language: str = "en", **query: Any) -> Reply:
    answer = (
        shared_app()
        .test_client()
        .get(f"/api/v1{path}", base_url=BASE, headers={"Accept-Language": language}, query_string=query)
    )
    return described(answer, template, "GET")


def test_games_and_buildings() -> None:
    found = lookup("/games", "/games").json["games"]
    assert [it["id"] for it in found] == ["caylus", "magna_carta"]
    assert found[0]["players"] == [2, 5]
    assert found[0]["fields"]["gold"] == {"name": "Gold", "per": 1, "prestige": 3}
    assert lookup("/games/caylus", "/games/{game}", "nl").json["edition"] == "nl"
    tailor = lookup("/games/caylus/buildings/tailor", "/games/{game}/buildings/{building}", "de").json
    assert (tailor["name"], tailor["cost"]) == ("Schneider", {"wood": 1, "stone": 1})
    assert tailor["printed"]["nl"] == "Kleermaker"
    for game in found:
        for name in lookup(f"/games/{game['id']}", "/games/{game}").json["editions"]:
            assert name in game["editions"]
    assert tailor["on_tile"] == {"it": "Sarto"}
    missing = lookup("/games/caylus/buildings/tailer", "/games/{game}/buildings/{building}")
    assert (missing.status_code, missing.json["args"]["nearest"][0]) == (404, "tailor")
    assert lookup("/games/caylus/buildings/provost", "/games/{game}/buildings/{building}").status_code == 404
    assert (
        lookup("/games/caylus/buildings/tailor", "/games/{game}/buildings/{building}", edition="xx").status_code == 404
    )
    assert lookup("/games/agricola", "/games/{game}").status_code == 404


def test_search_by_the_name_in_any_language() -> None:
    hits = lookup("/search", "/search", "en", q="Schneider").json["hits"]
    assert (hits[0]["id"], hits[0]["name"], hits[0]["language"]) == ("building.tailor", "Tailor", "de")
    found = lookup("/search", "/search", q="sarto").json["hits"]
    assert (found[0]["id"], found[0]["found_as"], found[0]["language"]) == ("building.tailor", "Sarto", "it")
    assert lookup("/search", "/search").status_code == 422
    assert lookup("/search", "/search", q="").json["said"] == "“q” is too short: 1 at least. Nothing was changed."
    assert lookup("/search", "/search", q="x" * 61).status_code == 422
    assert lookup("/search", "/search", q="bank", game="agricola").status_code == 404
    assert lookup("/search", "/search", q="bank", colour="red").status_code == 422


def test_counting_without_a_table() -> None:
    def count(players: dict[str, dict[str, int]], game: str = "caylus", **more: Any) -> Reply:
        answer = (
            shared_app()
            .test_client()
            .post(f"/api/v1/games/{game}/score", json={"players": players} | more, base_url=BASE)
        )
        return described(answer, "/games/{game}/score", "POST")

    found = count({"red": {"track": 40, "gold": 2, "cubes": 7, "deniers": 9}, "blue": {"track": 50}}).json
    assert {name: it["total"] for name, it in found["players"].items()} == {"red": 50, "blue": 50}
    assert set(found["winners"]) == {"red", "blue"}
    assert [line["points"] for line in found["players"]["red"]["lines"]] == [40, 6, 2, 2]
    assert count({"pink": {"track": 1}}).status_code == 422
    assert count({"red": {"glory": 1}}).status_code == 422
    assert count({"red": {"gold": -1}}).status_code == 422
    assert count({"red": {"gold": 1}}, "agricola").status_code == 404
    assert count({"red": {"gold": 1}}, variants=["none_such"]).status_code == 422
    assert count({}).status_code == 422
    assert count({"red": {"towers": 2}}, "magna_carta", edition="de").json["players"]["red"]["total"] > 2


def test_what_is_not_there_is_told_to_programs_too() -> None:
    client = shared_app().test_client()
    for method, address, status in (
        ("GET", "/api/v1/nothing", 404), ("GET", "/api/", 404), ("PUT", "/api/v1/games", 405),
        ("GET", "/api/v1/tables/AAAAA", 404), ("GET", "/api/v1/tables/..%2f..%2fetc", 404),
        ("GET", "/api/v1/tables/%00", 404), ("GET", "/api/v1/tables/a%0d%0aSet-Cookie:%20x", 404),
    ):  # fmt: skip
        answer = client.open(address, method=method, base_url=BASE)
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), address
        assert json.loads(answer.data)["status"] == status
    assert "Allow" in client.put("/api/v1/games", base_url=BASE).headers


def test_a_fault_of_ours_is_told_without_its_inside(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.app.testing = False
    monkeypatch.setattr("companion.web.api.tables.view_of", lambda seen: 1 // 0)
    answer = club.api("red", "GET", "", "de")
    assert (answer.status_code, answer.mimetype) == (500, "application/problem+json")
    assert "ZeroDivision" not in answer.text
    assert "schief" in answer.json["said"]
