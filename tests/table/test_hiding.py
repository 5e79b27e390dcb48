"""What a device may not know of the cards in a hand, wherever they could show."""

from companion.table.commands import Correct
from companion.table.handlers import do
from companion.table.log import Entry
from companion.table.redaction import hidden, seen_data, tells
from companion.table.table import Table
from companion.table.vocabulary import Chance, EntryKind
from tests.table.people import HOST, seat, setup

COLOURS = ("red", "blue", "green")


def opened(**more: object) -> Table:
    return Table.open(setup("magna_carta", **more), seed=1)  # type: ignore[arg-type]


def sit(table: Table, *colours: str) -> None:
    for colour in colours:
        table.keep(Entry(table.seq + 1, EntryKind.SEATED, {"seat": colour}, colour))


def test_the_host_sees_the_cards_of_seats_that_nobody_has() -> None:
    table = opened()
    assert hidden(table.snapshot(), HOST) == set()
    sit(table, "green", "red")
    assert hidden(table.snapshot(), HOST) == {"green", "red"}
    assert hidden(table.snapshot(), seat("green")) == {"blue", "red"}
    table.keep(Entry(table.seq + 1, EntryKind.LEFT, {"seat": "green"}, "green"))
    assert hidden(table.snapshot(), HOST) == {"red"}


def test_a_correction_of_a_hand_is_told_to_its_owner_alone() -> None:
    table = opened()
    sit(table, *COLOURS)
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
