"""What a device may not know of the cards in a hand, wherever they could show."""

import pytest

from companion.engine.errors import BadPosition
from companion.table.commands import Correct, Play
from companion.table.errors import NotAllowed
from companion.table.handlers import do
from companion.table.log import Entry
from companion.table.people import Who
from companion.table.redaction import (
    from_unseen,
    hidden,
    not_set,
    seen_data,
    seen_decision,
    seen_events,
    seen_fields,
    tells,
)  # fmt: skip
from companion.table.table import Table
from companion.table.vocabulary import Chance, EntryKind
from tests.table.people import ALL, HOST, seat, setup

COLOURS = ("red", "blue", "green")


def opened(**more: object) -> Table:
    return Table.open(setup("magna_carta", **more), seed=1)  # type: ignore[arg-type]


def sit(table: Table, *colours: str) -> None:
    for colour in colours:
        table.keep(Entry(table.seq + 1, EntryKind.SEATED, {"seat": colour}, colour))


def test_the_host_sees_the_cards_of_seats_that_they_have_taken_alone() -> None:
    table = opened()
    for _ in range(2):
        assert hidden(table.snapshot(), HOST) == set(COLOURS)
        assert hidden(table.snapshot(), seat("green")) == {"blue", "red"}
        sit(table, "green", "red")
        table.keep(Entry(table.seq + 1, EntryKind.LEFT, {"seat": "green"}, HOST.name()))
    assert hidden(table.snapshot(), Who(frozenset({"blue"}), host=True)) == {"green", "red"}


def test_nobody_plays_out_of_a_hand_that_they_do_not_see() -> None:
    """Whether a card is there, can be paid for or is no card at all: the answer is the same."""
    table = opened()
    while not (builds := [option for option in table.decision.options if option.verb == "build"]):  # type: ignore[union-attr]
        do(table, Play(actions=(table.decision.options[-1],)), ALL, seed=2)  # type: ignore[union-attr]
    for text in (*builds, "build bank FWS", "build small_farm FW", "build market", "build nothing FW"):
        with pytest.raises(NotAllowed, match=r"^unseen_cards$"):
            do(table, Play(actions=(text,)), HOST)
    assert do(table, Play(actions=(builds[0],)), seat(table.waiting)).events


def test_wherever_a_card_is_hidden_a_correction_is_refused_alike() -> None:
    table = opened()
    while table.decision.kind != "action":  # type: ignore[union-attr]
        do(table, Play(actions=(table.decision.options[0],)), ALL, seed=2)  # type: ignore[union-attr]
    hand = table.snapshot().fields["green.hand"].split("/")
    shown = table.snapshot().fields["green.discard"].split("/")
    in_deck = [card for card in ("bank", "church", "lawyer", "market", "peddler") if card not in (*hand, *shown)]
    for card in (*hand, *in_deck):
        for who in (HOST, seat("red"), seat("blue")):
            for changes in ({"green.discard": card}, {"green.discard": card, "tokens": "99 99 99"}):
                with pytest.raises((NotAllowed, BadPosition)) as refused:
                    do(table, Correct(changes=changes), who)
                assert isinstance(refused.value, BadPosition) == ("tokens" in changes)
                assert card not in str(refused.value)


def test_a_correction_of_a_hand_is_told_to_its_owner_alone() -> None:
    table = opened()
    sit(table, "red")
    mine = seat("red")
    while table.decision.kind != "action":  # type: ignore[union-attr]
        do(table, Play(actions=(table.decision.options[0],)), ALL, seed=2)  # type: ignore[union-attr]
    before = table.snapshot().fields["red.hand"].split("/")
    entry = do(table, Correct(changes={"red.hand": "/".join(before[1:]), "start": "green"}), mine)
    for who in (HOST, seat("blue"), seat("green")):
        told = str(seen_data(table.snapshot(), entry, hidden(table.snapshot(), who)))
        assert "start" in told
        assert not [card for card in before if card in told]
    assert all(card in str(seen_data(table.snapshot(), entry, hidden(table.snapshot(), mine))) for card in before)


def test_what_could_be_drawn_is_told_to_nobody_else() -> None:
    """Which cards are left in a deck is told by those that cannot be drawn."""
    table = opened(chance=Chance.TABLE)
    asked = 0
    while table.decision is not None and table.decision.kind != "action":
        decision = table.decision
        if decision.about in COLOURS and decision.kind == "card":
            asked += 1
            for colour in COLOURS:
                unknown = hidden(table.snapshot(), seat(colour))
                told = [tells(table.referee, decision, action, unknown) for action in decision.options]
                assert told == [colour != decision.about] * len(told)
        table.game.play(decision.options[0])
    assert asked


DRAWN = [("drew", 0, "gold_mine"), ("drew", 0, "small_quarry"), ("drew", 0, "lawyer")]
"""Red's first cards, which the app has dealt."""


@pytest.mark.parametrize(
    ("who", "unseen"),
    [
        (seat("red"), "blue green"),
        (seat("blue"), "green red"),
        (Who(frozenset({"red", "blue"})), "green"),
        (ALL, ""),
        (HOST, "blue green red"),
        (Who(), "blue green red"),
    ],
)
def test_what_was_dealt_is_told_to_its_owner_alone(who: Who, unseen: str) -> None:
    table = opened()
    seen = table.snapshot()
    unknown = hidden(seen, who)
    assert " ".join(sorted(unknown)) == unseen
    events = seen_events(seen.referee, seen.latest[1].events, unknown)
    assert [raw for raw in events if raw[0] == "drew"] == (DRAWN if "red" not in unknown else [])
    assert len(events) == len(seen.latest[1].events)
    fields = seen_fields(seen.fields, unknown)
    assert set(seen.fields) - set(fields) == {f"{colour}.hand" for colour in unknown}
    actions = [str(action) for action in seen_data(seen, seen.latest[1], unknown)["actions"]]
    assert ("draw gold_mine" in actions) == (not unknown)
    assert actions[:2] == ["draw n_park", "draw n_trading_post"]


def test_a_game_without_hands_hides_nothing() -> None:
    table = Table.open(setup(), seed=1)
    assert table.decision
    assert hidden(table, Who()) == not_set(table, Who()) == frozenset()
    everybody = frozenset(COLOURS)
    assert seen_decision(table.referee, table.decision, everybody) == table.decision
    action = table.decision.options[0]
    assert not from_unseen(table.referee, table.decision, action, everybody)
    assert not tells(table.referee, table.decision, action, everybody)
    assert seen_events(table.referee, table.latest[1].events, everybody) == list(table.latest[1].events)


def test_which_hands_can_be_put_right() -> None:
    """As long as the app's cards lie at one device alone, and only those that it sees."""
    dealt, drawn = opened(), opened(chance=Chance.TABLE)
    for table in (dealt, drawn):
        sit(table, "red", "blue")
    both = Who(frozenset({"red", "blue"}))
    found = {
        (name, who): " ".join(sorted(not_set(table, device)))
        for name, table in (("dealt", dealt), ("drawn", drawn))
        for who, device in (("red", seat("red")), ("both", both), ("all", ALL))
    }
    assert found == {
        ("dealt", "red"): "blue green red", ("dealt", "both"): "green", ("dealt", "all"): "",
        ("drawn", "red"): "blue green", ("drawn", "both"): "green", ("drawn", "all"): "",
    }  # fmt: skip


def test_what_a_choice_shows_of_a_hand() -> None:
    """Who has the hand sees all options; the others what everybody sees; whether something can be built is theirs."""
    table = opened()
    while not any(option.verb == "build" for option in table.decision.options):  # type: ignore[union-attr]
        do(table, Play(actions=(table.decision.options[-1],)), ALL, seed=2)  # type: ignore[union-attr]
    decision = table.decision
    assert decision
    mine, others = (hidden(table, seat(colour)) for colour in (table.waiting, "red"))
    assert table.waiting != "red"
    assert seen_decision(table.referee, decision, mine) == decision
    shown = seen_decision(table.referee, decision, others)
    assert list(shown.options) == [option for option in decision.options if option.verb != "build"]
    assert (shown.seat, shown.kind) == (decision.seat, decision.kind)
    for action in decision.options:
        assert from_unseen(table.referee, decision, action, others) == (action.verb == "build")
        assert tells(table.referee, decision, action, others) == (action.verb not in ("place", "prestige"))
        assert not tells(table.referee, decision, action, mine)


def test_an_entered_position_is_told_to_nobody_who_does_not_see_all_of_it() -> None:
    begun = opened()
    table = opened(position=str(begun.position))
    seen = table.snapshot()
    assert seen_data(seen, seen.latest[0], frozenset())["position"] == table.setup.position != ""
    for who in (HOST, seat("red"), Who()):
        assert seen_data(seen, seen.latest[0], hidden(seen, who))["position"] == ""
