"""What a device may not know of the cards in a hand, wherever they could show."""

import pytest

from companion.engine.errors import BadPosition
from companion.table.commands import Correct, Play
from companion.table.errors import NotAllowed
from companion.table.handlers import do
from companion.table.log import Entry
from companion.table.people import Who
from companion.table.redaction import hidden, seen_data, tells
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
    before = table.snapshot().fields["red.hand"].split("/")
    entry = do(table, Correct(changes={"red.hand": "/".join(before[1:]), "red.deniers": "9"}), mine)
    for who in (HOST, seat("blue"), seat("green")):
        told = str(seen_data(table.snapshot(), entry, hidden(table.snapshot(), who)))
        assert "red.deniers" in told
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
