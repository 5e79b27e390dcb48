"""Who takes which seat, who is asked, who may say yes, and what the log tells of it: the stories in `seats.txt`."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.minds.level import Level
from companion.rules import UnknownName
from companion.table.commands import Correct, GiveToMind, Play
from companion.table.database import Database
from companion.table.errors import TableError
from companion.table.store import Store
from companion.table.tables import Tables
from companion.table.tokens import fingerprint
from companion.table.vocabulary import HOST, Depth, EntryKind
from tests.table.people import setup

_, *STORIES = (Path(__file__).parent / "seats.txt").read_text().split("\n== ")
DEVICES = ("laptop", "phone", "tablet", "watch", "nobody")


class Evening:
    """A table, and a clock that is set by hand."""

    def __init__(self) -> None:
        self.time = datetime.fromisoformat("2026-01-01T20:00:00.000+00:00")
        self.tables = Tables(Store(Database(":memory:").ready()), clock=self.now)
        self.id = self.tables.create(setup(), "laptop", seed=1).id

    def now(self) -> str:
        return self.time.isoformat(timespec="milliseconds")

    def want(self, device: str, wish: str) -> str:
        """Do it; what follows if nothing is entered."""
        tables, id, token = self.tables, self.id, "" if device == "nobody" else device
        what, *more = wish.split()
        match what, *more:
            case "sit", colour:
                return "already" if tables.sit(id, colour, token) else "asks"
            case "leave", colour:
                tables.leave(id, colour, tables.who(id, token))
            case ("allow" | "refuse") as said, colour, other:
                tables.answer(id, colour, fingerprint(other)[:12], token, allow=said == "allow")
                return "agreed" if said == "allow" else "refused"
            case ("lock" | "unlock") as said, *_:
                tables.lock_seats(id, tables.who(id, token), locked=said == "lock")
            case "wait", seconds:
                self.time += timedelta(seconds=int(seconds))
                tables.visit(tables.place(id).opened.code)
            case "play", *_:
                decision = tables.snapshot(id).decision
                assert decision
                tables.act(id, Play(actions=(decision.options[0],)), tables.who(id, token), seen_seq=None)
            case "correct", path, value:
                tables.act(id, Correct(changes={path: value}), tables.who(id, token), seen_seq=None)
            case (("enter" | "follow"), *depth):
                position = str(tables.place(id).table.position)
                opened = setup(depth=Depth(*depth)) if depth else setup(position=position)
                self.id = tables.create(opened, token, seed=1).id
            case "mind", colour:
                wanted = GiveToMind(seat=colour, level=Level.BUILDER)
                tables.act(id, wanted, tables.who(id, token), seen_seq=None)
        return "already"

    def seats(self) -> str:
        place, names = self.tables.place(self.id), {fingerprint(name): name for name in DEVICES}
        sitting = {seat: names[token] for seat, token in {**place.seated, HOST: place.opened.host}.items()}
        return " ".join(f"{seat}={it}" for seat, it in sorted(sitting.items()) if (seat, it) != (HOST, "laptop"))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.partition("\n")[0])
def test_every_line_comes_out_so(story: str) -> None:
    evening, seated = Evening(), ""
    tables, id = evening.tables, evening.id
    for line in story.strip().splitlines()[1:]:
        device, _, wish = line.partition(": ")
        wanted, _, said = wish.partition(" -> ")
        said, bracket, seats = said.partition(" [")
        before, asking = tables.store.newest(id), tables.store.requests(id)
        try:
            answer, refused = evening.want(device, wanted), False
        except (TableError, UnknownName) as error:
            answer, refused = str(error), True
        id, before = evening.id, before if id == evening.id else tables.store.newest(evening.id)
        if tables.store.newest(id) > before:
            (entry,) = tables.log(id, last=1)
            data = [json.dumps(entry.data)] if entry.data and entry.kind != EntryKind.PLAYED else []
            answer = " ".join([entry.kind.value, entry.by, *data])
        assert answer == said, line
        assert not refused or (tables.store.newest(id), tables.store.requests(id)) == (before, asking), line
        seated = seats.removesuffix("]") if bracket else seated
        assert evening.seats() == seated, line
        # Another process sees the same.
        there = Tables(tables.store, clock=evening.now)
        assert [there.who(id, one) for one in DEVICES] == [tables.who(id, one) for one in DEVICES], line
        assert there.asking(id) == tables.asking(id), line
