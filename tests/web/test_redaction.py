"""Hidden hands stay hidden, wherever they could show.

Two tables are played side by side, the same but for the cards that one player has drawn and never shown. Whoever may
not know those cards must get the same from both, to the letter: every page, fragment, answer of the API and file. A
page that tells anything of the hand, in whatever way, differs.
"""

import pytest

from companion.table.vocabulary import Chance
from tests.web.club import HOST, SPECTATOR, Club
from tests.web.worlds import CARDS, COLOURS, OTHERS, SECRET, World, next_action
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

MOVES = 50


@pytest.mark.drawn(1)
@pytest.mark.parametrize("chance", list(Chance), ids=str)
def test_nobody_learns_what_is_in_another_hand(monkeypatch: pytest.MonkeyPatch, chance: Chance) -> None:
    worlds = []
    for other in (False, True):
        with monkeypatch.context() as patch:
            worlds.append(_played(patch, chance, other=other))
    compared, asked = 0, 0
    for (moment, one), (_, two) in zip(*worlds, strict=True):
        for (name, where), text in one.items():
            compared += 1
            assert (name, where) in two, f"after {moment} moves {name} is answered otherwise at {where}"
            if name != SECRET:
                assert text == two[name, where], f"after {moment} moves {name} can tell from {where}"
        own = [where for (name, where), text in one.items() if name == SECRET and text != two[name, where]]
        assert any("/log" in where for where in own), "the cards do not differ: this test shows nothing"
        asked += "409 stale" in own
    assert compared > 400
    assert asked > 1, "what can be chosen does not differ: this test shows less than it says"


def _played(
    monkeypatch: pytest.MonkeyPatch, chance: Chance, *, other: bool
) -> list[tuple[int, dict[tuple[str, str], str]]]:
    """What everybody read at some moments of a game."""
    world = World(monkeypatch, chance, other=other)
    moments = []
    acting, left = 0, {3, 8}
    for number in range(MOVES):
        decision = world.club.table.decision
        assert decision
        acting += decision.seat == SECRET and decision.kind == "action"
        if number in (14, MOVES - 1) or acting in left:
            left.discard(acting)
            language = LANGUAGES[number % len(LANGUAGES)]
            read = {
                (name, where): text for name in (*OTHERS, SECRET) for where, text in world.documents(name, language)
            }
            moments.append((number, read))
        if number == 30:
            world.club.undo(world.club.table.living.seqs[-4])
            world.club.wish(HOST, "redo")
        if number == 31:
            world.club.wish("red", "correct", changes={"green.deniers": "55"}, why="found one")
        decision = world.club.table.decision
        world.club.play(
            next_action(world, number),
            name=(decision and (decision.about if decision.kind == "card" else decision.seat)) or HOST,
        )
    return moments


def test_a_hand_that_was_corrected_is_not_told() -> None:
    club = Club(game="magna_carta", edition="en", colours=COLOURS, chance=Chance.TABLE)
    hand = club.table.position.fields()["green.hand"].split("/")
    new = next(card for card in CARDS if card not in hand)
    club.wish(
        "green", "correct", changes={"green.hand": "/".join([new, *hand[1:]])} if hand[0] else {"green.hand": new}
    )
    for name in OTHERS:
        for text in (
            club.api(name, "GET", "/log").text,
            club.api(name, "GET", "/fields").text,
            club.page(name, "GET", f"/t/{club.code}/log").text,
        ):
            assert "green.hand" not in text
            assert ("the hand of Green" in text) == ('"fields"' not in text)
            assert new not in text.partition("corrected")[2][:200]
    assert "green.hand" in club.api(SECRET, "GET", "/log").text


def test_a_position_with_hands_is_not_told() -> None:
    first = Club(game="magna_carta", edition="en", colours=COLOURS)
    position = str(first.table.referee.schema.of(first.table.state))
    club = Club(game="magna_carta", edition="en", colours=COLOURS, position=position)
    for name in OTHERS:
        assert "hand" not in str(club.api(name, "GET", "/log").json["entries"][0]["data"])


def test_nobody_tells_or_tries_what_another_draws() -> None:
    club = Club(game="magna_carta", edition="en", colours=COLOURS, chance=Chance.TABLE)
    while club.table.decision and club.table.decision.kind != "card":
        club.play(club.table.decision.options[0])
    decision = club.table.decision
    assert decision
    drawing = decision.about
    other = next(colour for colour in COLOURS if colour != drawing)
    for name in (other, HOST, SPECTATOR):
        seen = club.api(name, "GET", "").json["decision"]
        assert (seen["mine"], seen["options"], seen["about"]) == (False, [], drawing)
        sent = {"wish": {"kind": "play", "actions": [decision.options[0]]}, "seen": club.seq}
        assert club.api(name, "POST", "/act", json=sent).status_code == 403
    assert club.api(drawing, "GET", "").json["decision"]["options"]
    twice = {"wish": {"kind": "play", "actions": [decision.options[0]] * 4}, "seen": club.seq}
    assert club.api(drawing, "POST", "/act", json=twice).status_code in (403, 422)
    assert club.api(drawing, "POST", "/act", json=sent).status_code == 200


def test_the_host_takes_a_seat_that_nobody_has_to_enter_its_cards() -> None:
    club = Club(game="magna_carta", edition="en", colours=COLOURS, chance=Chance.TABLE)
    while club.table.decision and club.table.decision.kind != "card":
        club.play(club.table.decision.options[0])
    decision = club.table.decision
    assert decision
    club.tables.leave(club.id, decision.about, club.tables.who(club.id, club.tokens[HOST]))
    assert club.api(HOST, "GET", "").json["decision"]["options"] == []
    assert club.api(HOST, "POST", "/sit", json={"seat": decision.about}).json["seated"]
    assert club.api(HOST, "GET", "").json["decision"]["options"]
    club.play(decision.options[0], HOST)
