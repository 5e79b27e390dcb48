"""Writes the golden playthroughs: whole games as text, with options, events and scores at every step.

python -m tests.playthroughs.make
"""

import random
from pathlib import Path

from companion.engine.events import Event
from companion.engine.game import Game
from companion.engine.records import write
from companion.engine.scoring import game_sheet
from tests.engine.corpus import Curious, cards, fresh, play_out, rich

HERE = Path(__file__).parent


def chosen() -> dict[str, Game]:
    """The games, each decided by its seed."""
    plan = {
        "en-2": (fresh, "en", 2, ()),
        "de-3": (fresh, "de", 3, ()),
        "nl-4": (fresh, "nl", 4, ()),
        "nl-first-5": (fresh, "nl-first", 5, ()),
        "en-4-rich": (rich, "en", 4, ()),
        "en-3-simplified": (rich, "en", 3, ("simplified_favors", "lawyer_3")),
    }
    begun = {name: make(edition, players, *variants) for name, (make, edition, players, variants) in plan.items()}
    begun |= {
        "mc-intro-2": cards("intro", 2),
        "mc-standard-4": cards("standard", 4),
        "mc-standard-3-untracked": cards("standard", 3, untracked=True),
    }
    games = {}
    for seed, (name, game) in enumerate(begun.items(), 1):
        games[name] = play_out(game, Curious(random.Random(seed), greed=0.6))
    return games


def said(event: Event) -> str:
    """An event on a line."""
    return " ".join([event.id, *(f"{key}={_plain(value)}" for key, value in event.args.items() if value != "")])


def _plain(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def told(game: Game) -> str:
    """A game with everything that could be chosen and everything that happened."""
    out = ["# Written by python -m tests.playthroughs.make"]
    out += [f"record: {line}" for line in write(game).splitlines()]
    again = type(game)(game.referee, game.first)
    begun = [f"  {said(event)}" for event in again.events()]
    out += ["", *begun]
    turn = -1
    for action in game.actions:
        if again.state.turn != turn:
            turn = again.state.turn
            out += ["", *(f"| {line}" for line in str(game.referee.schema.of(again.state)).splitlines())]
        decision = again.decision
        about = f" {decision.about}" if decision.about else ""
        out += ["", f"{decision.seat or 'chance'} {decision.kind}{about}: {'; '.join(decision.options)}", f"> {action}"]
        out += [f"  {said(event)}" for event in again.play(action)]
    out += ["", *(f"| {line}" for line in str(game.referee.schema.of(again.state)).splitlines()), ""]
    sheet = game_sheet(game)
    for colour, player in sheet.players.items():
        lines = ", ".join(f"{line.source} {line.of}".strip() + f" {line.points}" for line in player.lines)
        out.append(f"score {colour}: {player.total} = {lines}")
    out.append(f"winners: {' '.join(sheet.winners)}")
    return "\n".join(out) + "\n"


def main() -> None:
    """Write all files."""
    for name, game in chosen().items():
        (HERE / f"{name}.txt").write_text(told(game), encoding="utf-8")


if __name__ == "__main__":
    main()
