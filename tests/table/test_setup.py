"""What a table can be set up with, what a mind is asked about it, and what a mind's inquiry reads of its log."""

import json
import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from companion.minds.level import Level
from companion.table.commands import Correct, Follow, Play
from companion.table.errors import NotNow
from companion.table.handlers import do
from companion.table.log import Entry
from companion.table.opinion import begun, further, stretches
from companion.table.questions import question
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.vocabulary import Chance, Depth
from tests.table.people import ALL, HOST, kept, setup

TWO = (Seat(colour="red"), Seat(colour="blue"))


@pytest.mark.parametrize(
    "more",
    [
        {"seats": (Seat(colour="red"),)},
        {"seats": tuple(Seat(colour=f"c{n}") for n in range(8))},
        {"title": "x" * 30, "language": "de", "clock": 600},
        {"language": "x" * 12, "clock": 0},
        {"position": "x" * 4000},
        {"untracked": ("red",)},
        {"seats": (Seat(colour="red", name="x" * 30, mind=Level.MASTER), Seat(colour="blue")), "untracked": ("blue",)},
    ],
)
def test_what_can_be_set_up(more: dict[str, Any]) -> None:
    made = Setup(**({"game": "caylus", "edition": "en", "seats": TWO} | more))
    assert Setup.model_validate_json(made.model_dump_json()) == made


@pytest.mark.parametrize(
    "more",
    [
        {"seats": ()},
        {"seats": tuple(Seat(colour=f"c{n}") for n in range(9))},
        {"seats": (*TWO, Seat(colour="red"))},
        {"untracked": ("green",)},
        {"untracked": ("red",), "seats": (Seat(colour="red", mind=Level.MASTER), Seat(colour="blue"))},
        {"title": "x" * 31},
        {"language": "x"},
        {"language": "x" * 13},
        {"language": "n1"},
        {"clock": -1},
        {"clock": 601},
        {"position": "x" * 4001},
        {"game": "Caylus!"},
        {"colours": ("red",)},
    ],
)
def test_what_cannot_be_set_up(more: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Setup(**({"game": "caylus", "edition": "en", "seats": TWO} | more))


@pytest.mark.parametrize(
    ("more", "shuffled"),
    [
        ({}, True),
        ({"chance": Chance.TABLE}, False),
        ({"depth": Depth.ASSISTANT}, False),
        ({"depth": Depth.SHEET}, False),
        ({"position": "turn: 1"}, False),
    ],
)
def test_which_entry_is_the_apps_own_shuffle(more: dict[str, Any], shuffled: bool) -> None:
    assert [seq for seq in range(1, 4) if setup(**more).shuffled(seq)] == [2] * shuffled


def test_minds_sit_only_where_a_referee_knows_what_can_be_done() -> None:
    seats = (Seat(colour="red"), Seat(colour="blue", mind=Level.BUILDER))
    assert Table.open(setup(seats=seats), seed=1).people.minds == {"blue": Level.BUILDER}
    for depth in (Depth.ASSISTANT, Depth.SHEET):
        with pytest.raises(NotNow, match="mind_needs_referee"):
            Table.open(setup(seats=seats, depth=depth), seed=1)


def test_names_are_there_from_the_beginning_and_draws_are_as_seeded() -> None:
    table = Table.open(setup(seats=(Seat(colour="red", name="Ann"), Seat(colour="blue"))), seed=1, at="2026-01-01")
    assert table.people.names == {"red": "Ann", "blue": ""}
    assert [entry.at for entry in table.latest] == ["2026-01-01"] * 2
    roads = [Table.open(setup(), seed=seed).position.fields()["road.1"] for seed in range(6)]
    assert len(set(roads)) > 1
    assert roads == [Table.open(setup(), seed=seed).position.fields()["road.1"] for seed in range(6)]


def test_a_mind_is_asked_about_the_table_as_it_stands() -> None:
    table = Table.open(setup("magna_carta", untracked=("green",)), seed=1)
    asked = question(table.snapshot(), Level.MASTER, "here", [Path("house")])
    assert (asked.game, asked.edition, asked.variants) == ("magna_carta", "en", table.setup.variants)
    assert (asked.colours, asked.untracked, asked.level) == (("red", "blue", "green"), ("green",), Level.MASTER)
    assert table.referee.read(json.loads(asked.state)) == table.state
    assert asked.overlays == (Path("house"),)
    assert asked.seed == question(table.snapshot(), Level.BUILDER, "here").seed
    assert asked.seed != question(table.snapshot(), Level.MASTER, "there").seed


# what an inquiry reads


def played(table: Table, choices: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(choices):
        if table.decision:
            do(table, Play(actions=(chance.choice(table.decision.options),)), ALL, seed=chance.getrandbits(32))


def entries(table: Table) -> list[Entry]:
    return [entry for entry in kept(table) if entry.seq in table.living.seqs]


def test_a_game_is_read_in_stretches_from_each_correction() -> None:
    table = Table.open(setup(), seed=1)
    first = table.game.first.copy()
    played(table, 5)
    before = [(entry.seq, text) for entry in entries(table) for text in entry.data["actions"]]
    waiting = table.waiting
    do(table, Correct(changes={f"{waiting}.deniers": "0"}), HOST)
    corrected = table.state.copy()
    do(table, Play(actions=("go on",)), HOST)
    played(table, 3)
    after = [(it.seq, text) for it in entries(table)[7:] for text in it.data["actions"] if text != "go on"]
    one, two = stretches(table.setup, entries(table))
    assert (one.first, list(one.played)) == (first, before)
    assert (two.first, list(two.played)) == (corrected, after)


def test_while_an_assistant_helps_each_turn_is_a_position() -> None:
    table = Table.open(setup(depth=Depth.ASSISTANT), seed=1)
    do(table, Play(actions=("order blue green red", "next")), HOST)
    do(table, Play(actions=("red +2d",)), HOST)
    turn = table.state.turn
    while table.state.turn == turn:
        do(table, Play(actions=("next",)), HOST)
    do(table, Follow(depth=Depth.SHEET), HOST)
    found = stretches(table.setup, entries(table))
    assert [one.played for one in found] == [()] * len(found)
    assert [one.first.turn for one in found] == [0, 1, 2]
    assert stretches(setup(depth=Depth.SHEET), []) == []


def test_an_inquiry_goes_as_far_as_its_time_and_on_from_there() -> None:
    table = Table.open(setup(colours="red blue"), seed=1)
    played(table, 12)
    inquiry = begun(table.setup, entries(table), level=Level.BUILDER)
    assert (inquiry.done, inquiry.so_far.level, inquiry.finished) == (0, Level.BUILDER, False)
    at_once = further(table.setup, inquiry, seconds=0)
    assert at_once.done == 1
    seconds = count()
    later = further(table.setup, inquiry, seconds=1, clock=lambda: float(next(seconds)))
    assert later.done == 1
    assert further(table.setup, at_once).finished
    assert further(table.setup, inquiry).so_far == further(table.setup, at_once).so_far
