"""Laws of entries: whatever people enter as assistant, in any phase, play goes on from there with a referee."""

import random

from companion.rules.vocabulary import Phase
from companion.table.commands import Follow, Play
from companion.table.table import Table
from companion.table.vocabulary import GO_ON, GO_ON_KIND, Depth
from tests.laws import drawing
from tests.laws.tables import done, opened

STEPS = 120

_FREELY = (
    "batch {seat} FWS", "{seat} +2F2W2S", "batch {seat}", "home {seat}", "home {seat} castle", "home {seat} {place}",
    "place {seat} {place}", "place {seat} castle", "place {seat} stables", "place {seat} gate", "inn {seat}",
    "stables {seat}", "order {seat}", "pass {seat}", "provost +1 {seat}", "provost -2 {seat}", "provost +2",
    "bailiff +1", "had {seat} {place}", "take {seat} {place}", "token {seat}", "draw {seat}", "swap {seat}",
    "start {seat}", "{seat} +3P", "{seat} +2d1F {place}", "{seat} -1d +1W {place}", "{seat} +1G", "{seat} +1R",
    "{seat} -2P", "{seat} -1P {place}",
)  # fmt: skip


def anything(table: Table, chance: random.Random) -> str:
    """Any entry, whether it makes sense now or not."""
    offered = [text for text in table.assistant.entries(table.state) if text not in ("end", "score")]
    if offered and chance.random() < 0.2:
        return str(chance.choice(offered))
    places = [str(space["place"]) for space in table.assistant.look(table.state)["road"] if space.get("place")]
    freely = _FREELY[:5] if table.snapshot().game.phase == Phase.CASTLE and chance.random() < 0.6 else _FREELY
    return chance.choice(freely).format(seat=chance.choice(table.setup.colours), place=chance.choice(places or ["inn"]))


def entered_anywhere(chance: random.Random) -> int:
    """After any entries in any phase a referee takes over and play goes on, in a table that can be sent elsewhere."""
    table, player, looks = opened(chance), drawing.players(chance), 0
    for _ in range(STEPS):
        if table.over:
            break
        if table.depth == Depth.REFEREE and chance.random() < 0.8:
            going_on = table.decision and table.decision.kind == GO_ON_KIND
            assert done(table, Play(actions=(GO_ON if going_on else player.pick(table.game),))), table.position
            continue
        done(table, Follow(depth=Depth.ASSISTANT))
        for _ in range(chance.choice((1, 1, 2, 4))):
            moment, given = (table.state.turn, table.state.phase), sum(table.state.given)
            looks += done(table, Play(actions=(anything(table, chance),)))
            if (table.state.turn, table.state.phase) == moment and _said(table)[-1] != ["next"]:
                assert sum(table.state.given) >= given, (_said(table), table.position)
        assert done(table, Follow(depth=Depth.REFEREE)), (_said(table), table.position.problems(), table.position)
        assert table.position.schema.read(str(table.position)) == table.position, table.position
    return looks


def _said(table: Table) -> list[object]:
    return [entry.data.get("actions", entry.kind) for entry in table.latest][-6:]
