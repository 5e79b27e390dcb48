"""A seat's page: what it offers, what it greys and why, what it hides, and that it works without a script."""

import html
import re
from datetime import datetime, timedelta

import pytest
from flask import Flask

from companion.engine.consequences import follows
from companion.i18n.narration import reason_line
from companion.i18n.translator import Translator
from companion.rules import load
from companion.table.commands import End, Reminders
from companion.table.people import Who
from companion.table.vocabulary import Chance, Depth
from companion.web.parts.choice import sign_of
from companion.web.parts.faces import faces
from tests.looks import looked
from tests.web.club import shared_app
from tests.web.tables import BASE, HOST_TOKEN, Opened, opened
from tests.words import LANGUAGES, plain

_ACTION = re.compile(r'name="action" value="([^"]*)"')


@pytest.fixture
def app() -> Flask:
    return shared_app()


def offered(page: str) -> list[str]:
    """What can be tapped."""
    return [html.unescape(text) for text in _ACTION.findall(page) if text]


def act(table: Opened, colour: str, script: bool = True, **form: str) -> tuple[int, str]:
    """A tap on a seat's device."""
    headers = {"HX-Request": "true"} if script else {}
    seen = form.pop("seen", str(table.table.seq))
    data = {"kind": "play", "seen": seen, "screen": "seat"} | form
    answer = table.device(colour).post(f"/t/{table.code}/act", data=data, headers=headers, base_url=BASE)
    return answer.status_code, answer.text


@pytest.mark.parametrize(
    ("game", "edition", "kinds"),
    [
        ("caylus", "nl", {"worker", "gate", "guild", "bribe", "trade", "take", "build", "batch", "favor"}),
        ("magna_carta", "de", {"mulligan", "action", "bribe", "trade", "batch"}),
    ],
)
def test_a_page_offers_every_legal_choice_and_nothing_else(
    app: Flask, game: str, edition: str, kinds: set[str]
) -> None:
    seen: set[str] = set()
    for seed in range(1, 12):
        table = opened(app, game, edition, seed=seed).sit("red", "blue", "green")
        while (decision := table.table.decision) is not None and kinds - seen:
            if decision.kind not in seen:
                for language in LANGUAGES:
                    page = table.page(decision.seat or "", language)
                    assert sorted(offered(page)) == sorted(decision.options), decision.kind
                    assert f'lang="{language}"' in page
                seen.add(decision.kind)
            table.step()
        if not kinds - seen:
            break
    assert not kinds - seen


@pytest.mark.slow
def test_a_hand_that_the_app_does_not_know_is_entered_all_the_same(app: Flask) -> None:
    table = opened(app, "magna_carta", "nl", ("red", "blue"), untracked=("red",), seed=2).sit("red", "blue")
    kinds = set()
    while table.table.seq < 80 and (decision := table.table.decision) is not None:
        assert sorted(offered(table.page(decision.seat or "blue"))) == sorted(decision.options)
        kinds.add(decision.kind)
        table.step()
    assert "action" in kinds


def test_those_who_wait_are_told_for_whom_and_offered_nothing(app: Flask) -> None:
    table = opened(app, names=("Ann", "Bea", "Cas")).sit("red", "blue", "green")
    waiting = table.table.waiting
    other = next(colour for colour in ("red", "blue", "green") if colour != waiting)
    page = table.page(other, "nl")
    assert offered(page) == []
    assert f"Wacht op {table.table.people.names[waiting]}" in page
    assert "Zet een arbeider of pas" in page
    assert offered(table.page()) == []  # a spectator


def test_a_greyed_tile_says_why_in_my_language(app: Flask) -> None:
    table = opened(app, names=("Ann", "Bea", "Cas")).sit("red", "blue", "green")
    first = table.table.waiting
    table.play("place trading_post")
    page = table.page(table.table.waiting, "de")
    closed = page[page.index('id="p-trading_post"') :]
    assert html.unescape(closed[: closed.index("</ul>")]).count(table.table.people.names[first])
    assert "place trading_post" not in offered(page)


def test_a_missing_cube_is_named_where_something_cannot_be_built(app: Flask) -> None:
    table = opened(app, seed=4).sit("red", "blue", "green")
    decision = table.play_until(lambda d: d.kind == "build" and bool(_too_dear(table)))
    name = _too_dear(table)[0]
    reason = table.table.game.why_not(f"build {name}")
    assert reason is not None
    assert reason.code == "missing"
    t = Translator("en", table.table.rules)
    page = table.page(decision.seat or "")
    card = page[page.index(f'id="p-{name}"') :]
    assert reason_line(t, reason) in card[: card.index("</ul>")]
    assert t.name(f"building.{name}") in card[: card.index("</h3>")]


def _too_dear(table: Opened) -> list[str]:
    """Wood or stone buildings in stock that the open choice is about and that cannot be paid for."""
    options = table.table.decision.options if table.table.decision else ()
    stock = looked(table.table.referee, table.table.state)["stock"]
    about = [kind for kind, left in stock.items() if any(f"build {name}" in options for name in left)]
    named = ("mason", "lawyer", "architect", "alchemist", "tailor", "bank", "church", "jeweller")
    return [
        n for kind in about for n in stock[kind] if n in named and not any(o.startswith(f"build {n}") for o in options)
    ]


def test_what_a_worker_costs_is_what_the_engine_takes(app: Flask) -> None:
    table = opened(app).sit("red", "blue", "green")
    table.play("pass")
    who = table.table.waiting
    assert "A worker costs 2 deniers" in plain(table.page(who))
    before = table.table.state.money[table.table.setup.colours.index(who)]
    table.play("place castle")
    assert table.table.state.money[table.table.setup.colours.index(who)] == before - 2


def test_nobody_sees_the_cards_of_others(app: Flask) -> None:
    table = opened(app, "magna_carta", "en").sit("red", "blue", "green")
    table.play_until(lambda d: d.kind == "action" and "draw" in d.options)
    drawer = table.table.waiting
    hand = set(looked(table.table.referee, table.table.state, drawer)["players"][drawer]["hand"])
    table.play("draw", colour=drawer)
    drawn = set(looked(table.table.referee, table.table.state, drawer)["players"][drawer]["hand"]) - hand
    assert drawn
    other = next(c for c in ("red", "blue", "green") if c != drawer)
    said = {colour: table.page(colour) for colour in (drawer, other)}
    own, elsewhere = (said[c][said[c].index('id="last"') :] for c in (drawer, other))
    assert re.search(r"draws? the ", own)
    assert not re.search(r"draws? the ", elsewhere)
    table.play_until(
        lambda d: d.kind == "action" and d.seat == drawer and any(o.startswith("build") for o in d.options)
    )
    for page in (
        table.page(other),
        table.page(token=HOST_TOKEN),
        table.page(token=HOST_TOKEN, query=f"?seat={drawer}"),
    ):
        assert offered(page) == []
        assert 'id="s-hand"' not in page
        assert 'name="action"' not in page


def test_the_host_enters_for_a_seat_without_a_device_and_for_others_when_he_asks(app: Flask) -> None:
    table = opened(app)
    waiting = table.table.waiting
    assert "place castle" in offered(table.page(token=HOST_TOKEN))
    table.sit("red", "blue", "green")
    page = table.page(token=HOST_TOKEN)
    assert offered(page) == []
    assert f"seat={waiting}" in page
    page = table.page(token=HOST_TOKEN, query=f"?seat={waiting}")
    assert "place castle" in offered(page)
    assert "You choose for" in page


def test_one_device_with_all_seats_follows_the_turn(app: Flask) -> None:
    table = opened(app)
    for colour in ("red", "blue", "green"):
        table.tables.sit(table.id, colour, "token-all")
    first = table.table.waiting
    assert "place castle" in offered(table.page("all"))
    table.play("place castle")
    second = table.table.waiting
    assert second != first
    assert offered(table.page("all"))
    assert offered(table.page("all", query=f"?seat={first}")) == []


def test_my_last_action_can_be_taken_back_by_me_and_by_the_host_alone(app: Flask) -> None:
    table = opened(app).sit("red", "blue", "green")
    me = table.table.waiting
    assert 'id="undo"' not in table.page(token=HOST_TOKEN)  # the app's own shuffling stays
    table.play("place castle", colour=me)
    other = table.table.waiting
    assert 'id="undo"' in table.page(me)
    assert 'id="undo"' not in table.page(other)
    assert 'id="undo"' in table.page(token=HOST_TOKEN)
    status, page = act(table, me, kind="undo", to=str(table.table.seq))
    assert status == 200
    assert "place castle" in offered(page)
    assert table.table.waiting == me


def test_a_turn_without_a_script(app: Flask) -> None:
    table = opened(app, names=("Ann", "Bea", "Cas")).sit("red", "blue", "green")
    me = table.table.waiting
    status, _ = act(table, me, script=False, action="place castle")
    assert status == 303
    page = table.page(me)
    assert f"{table.table.people.names[me]} places a worker in the castle for 1 denier." in plain(page)
    assert "<noscript>" in page


def test_a_button_counts_whatever_had_been_chosen_above_it(app: Flask) -> None:
    table = opened(app).sit("red", "blue", "green")
    me = table.table.waiting
    data = {"kind": "choose", "seen": str(table.table.seq), "screen": "seat", "action": ["place castle", "pass"]}
    assert table.device(me).post(f"/t/{table.code}/act", data=data, base_url=BASE).status_code == 303
    look = looked(table.table.referee, table.table.state)
    assert (look["bridge"]["passed"], look["castle"]["workers"]) == ([me], [])


def test_an_option_says_what_would_follow_and_the_button_what_it_costs(app: Flask) -> None:
    table = opened(app, seed=1).sit("red", "blue", "green")
    page = plain(html.unescape(table.page(table.table.waiting)))
    mine = page[page.index('id="p-gold_mine"') :]
    mine = mine[: mine.index("</button>")]
    assert "Beyond the provost: works only if it moves 10 farther" in mine
    assert re.search(r'class="yes".*Place here.*class="coin">1', mine, re.DOTALL)
    castle = page[page.index('id="p-castle"') :]
    assert "no batch: up to −2 PP" in castle[: castle.index("</ul>")]


def test_an_old_page_is_answered_with_the_table_as_it_is(app: Flask) -> None:
    table = opened(app).sit("red", "blue", "green")
    me = table.table.waiting
    old = str(table.table.seq)
    table.play("place castle")
    status, page = act(table, me, script=False, action="place gate", seen=old)
    assert status == 409
    assert 'role="alert"' in page
    assert offered(page) == []
    status, page = act(table, table.table.waiting, action="place castle in the air")
    assert status == 422
    assert offered(page)
    assert act(table, table.table.waiting, action="")[0] == 422


def test_what_the_table_drew_is_told_by_anybody_who_sits_there(app: Flask) -> None:
    table = opened(app, chance=Chance.TABLE).sit("red", "blue", "green")
    assert "draw n_farm" in offered(table.page("blue", "de"))
    assert offered(table.page()) == []
    while table.table.chance_open:
        decision = table.table.decision
        assert decision is not None
        assert sorted(offered(table.page("blue"))) == sorted(decision.options)
        assert act(table, "blue", action=decision.options[-1])[0] == 200
    assert table.table.waiting


def test_a_small_tile_shows_the_gain_that_a_building_is_chosen_for(app: Flask) -> None:
    wanted = {
        "w_farm_food": "food food", "w_farm_cloth": "cloth cloth", "n_market": "coin4", "bank": "gold gold",
        "tailor": "prestige6", "church": "prestige5", "w_peddler": "plain plain",
    }  # fmt: skip
    with app.app_context():
        shown = faces(Translator("en", load("caylus", "en")))
        briefs = {id: [" ".join(f"{sign.icon}{sign.text}" for sign in way) for way in shown[id].brief] for id in wanted}
    assert briefs == {id: [signs] for id, signs in wanted.items()}


def test_what_is_left_stands_beside_the_sign_of_what_it_is() -> None:
    said = {"1F": "food", "2G": "gold", "4d": "coin", "1F2W": "any", "1d1F": "any"}
    assert {goods: sign_of(follows("left", goods)) for goods in said} == said
    assert sign_of(follows("left_none")) == "any"


HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=x>', "{{ 7*7 }}", "{seat}"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_names(app: Flask, name: str) -> None:
    table = opened(app, names=(name, "Bea", name)).sit("red", "blue", "green")
    table.play("place castle")
    table.play("place gate")
    for colour in ("red", "blue", ""):
        page = table.page(colour, "nl")
        assert html.escape(name, quote=False) in page.replace("&#34;", '"').replace("&#39;", "'")
        assert "<script>alert" not in page
        assert "<img" not in page


def test_the_page_says_so_when_it_is_my_turn(app: Flask) -> None:
    table = opened(app).sit("red", "blue", "green")
    me = table.table.waiting
    assert "data-mine" in table.page(me)
    assert "<title>Your turn" in table.page(me)
    other = next(colour for colour in ("red", "blue", "green") if colour != me)
    assert "data-mine" not in table.page(other)


def test_the_clock_of_the_player_who_is_asked_runs(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(app, colours=("red", "blue"), clock=30).sit("red", "blue")
    first, other = ("red", "blue") if table.table.waiting == "red" else ("blue", "red")
    later = (datetime.fromisoformat(table.table.clock.at) + timedelta(minutes=2, seconds=5)).isoformat()
    monkeypatch.setattr(app.extensions["tables"], "now", lambda: later)
    mine, theirs = (re.findall(r'class="clock"[^>]*>[^<]*', table.page(colour)) for colour in (first, other))
    assert mine == ['class="clock" role="timer" data-left="1675">27:55', 'class="clock" role="timer">30:00']
    assert theirs == [*mine, mine[0]]  # above all, one's own, and among all players
    monkeypatch.setattr("companion.table.handlers.now", lambda: later)
    table.play("place castle")
    assert {colour: round(table.table.clock.used[colour]) for colour in (first, other)} == {first: 125, other: 0}
    assert 'data-left="1675"' not in table.page(first)
    assert 'data-left="1800"' in table.page(first)


def in_the_castle(app: Flask) -> tuple[Opened, str]:
    """Whoever is asked has a worker in the castle, and no batch."""
    table = opened(app, names=("Ann", "Bea", "Cas")).sit("red", "blue", "green")
    first = table.table.waiting
    table.play("place castle", "pass", "pass")
    assert table.table.waiting == first
    return table, first


def test_what_people_forget_is_said_to_whoever_is_asked_and_to_nobody_else(app: Flask) -> None:
    table, first = in_the_castle(app)
    for language, said in zip(LANGUAGES, FORGOTTEN, strict=True):
        assert said in plain(table.page(first, language)), language
    others = [colour for colour in ("red", "blue", "green", "") if colour != first]
    assert not any(FORGOTTEN[-1] in plain(table.page(colour, LANGUAGES[-1])) for colour in others)
    assert 'class="reminder"' not in opened(app).sit("red", "blue", "green").page("red"), (
        "there is nothing to forget yet"
    )


FORGOTTEN = [
    {
        "nl": "Nog geen bouwpakket voor het kasteel: tot −2 PP",
        "de": "Noch kein Satz für das Schloss: bis zu −2 PP",
        "en": "No batch for the castle yet: up to −2 PP",
        "fr": "Pas encore de lot pour le château : jusqu’à −2 PP",
    }[language]
    for language in LANGUAGES
]


def test_the_host_hides_reminders_for_all_and_nobody_else_can(app: Flask) -> None:
    table, first = in_the_castle(app)
    assert act(table, first, kind="reminders", shown="0")[0] == 422
    assert 'class="reminder"' in table.page(first)
    table.tables.act(table.id, Reminders(shown=False), Who(host=True), seen_seq=table.table.seq)
    page = table.page(first)
    assert 'class="reminder"' not in page
    assert 'data-switch="reminders"' not in page
    assert "hides the reminders" in page
    table.tables.act(table.id, Reminders(shown=True), Who(host=True), seen_seq=table.table.seq)
    assert 'class="reminder"' in table.page(first)


def test_a_pass_that_gives_up_a_placement_is_chosen_first_and_says_what_is_left(app: Flask) -> None:
    table = opened(app).sit("red", "blue", "green")
    page = table.page(table.table.waiting)
    quiet = page[page.index('class="quiet') :]
    assert re.search(r'type="radio" name="action" value="pass"', quiet)
    assert re.search(r"6\s+workers and \d+\s+deniers left", plain(quiet))


def test_a_favor_says_on_its_button_what_it_brings(app: Flask) -> None:
    table = opened(app).sit("red", "blue", "green")
    table.play_until(lambda decision: decision.kind == "favor" and "favor deniers 1" in decision.options)
    page = table.page(table.table.waiting)
    button = page[page.index('id="y-o-favor-deniers-1"') :]
    assert 'class="coin' in button[: button.index("</button>")]


def test_what_others_are_asked_is_not_said_once_the_game_has_been_stopped(app: Flask) -> None:
    table = opened(app).sit("red", "blue", "green")
    other = next(colour for colour in ("red", "blue", "green") if colour != table.table.waiting)
    assert 'class="what"' in table.page(other)
    table.tables.act(table.id, End(), Who(host=True), seen_seq=table.table.seq)
    assert 'class="what"' not in table.page(other)


def test_a_score_sheet_has_no_tabs_that_lead_to_nothing(app: Flask) -> None:
    table = opened(app, depth=Depth.SHEET).sit("red", "blue", "green")
    page = table.page("red")
    menu = page[page.index('id="menu"') : page.index("</details>")]
    assert "/board" not in menu
    assert "/scores" not in menu
    assert "Score sheet" in menu
