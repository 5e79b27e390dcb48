"""Games that a mind has played to their end on a table, one of them with a choice that nobody would make."""

from flask import Flask

from companion.minds.mind import Mind
from tests.web.tables import Opened, opened


def played_out(table: Opened, odd: int = 0) -> Opened:
    """A Builder plays all seats; every so many choices the first option is taken instead."""
    mind, made = Mind(table.table.referee), 0
    while (decision := table.table.decision) is not None:
        made += 1
        if decision.chance or (odd and made % odd == 0):
            table.play(decision.options[0])
        else:
            table.play(mind.choose(table.table.state, decision.options))
    return table


def finished(app: Flask, game: str = "caylus", players: int = 2, odd: int = 7, **more: object) -> Opened:
    """A finished game with some odd choices."""
    colours = ("red", "blue", "green", "orange", "black")[:players]
    return played_out(opened(app, game, colours=colours, **more), odd)  # type: ignore[arg-type]
