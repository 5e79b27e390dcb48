"""Score sheets: the source of every point, the end scoring with its formulas, and who wins.

Also works without a game: the players' belongings at the end are enough.

>>> from companion.rules import load
>>> sheet = final_sheet(load("caylus"), {"red": {"track": 40, "gold": 2, "cubes": 7, "deniers": 9}})
>>> [(line.of, line.amount, line.points) for line in sheet.players["red"].lines]
[('track', 40, 40), ('gold', 2, 6), ('cubes', 7, 2), ('deniers', 9, 2)]
>>> sheet.players["red"].total, sheet.winners
(50, ('red',))
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.register import game_module
from companion.rules import Rules
from companion.rules.base import EndScoring, Per

if TYPE_CHECKING:
    from companion.engine.events import Event
    from companion.engine.game import Game

ONE = Per(per=1, prestige=1)
"""The rate of things that are points already."""


def fields(rules: Rules) -> dict[str, Per]:
    """Return what is counted at the end of this game, and its rate.

    >>> from companion.rules import load
    >>> list(fields(load("magna_carta")))
    ['dungeon', 'walls', 'towers', 'road', 'prestige', 'gold', 'cubes', 'deniers']
    """
    pers: dict[str, Per] = game_module(rules.game, "scoring").fields(rules.data)
    return pers


def left_over(end: EndScoring) -> dict[str, Per]:
    """Return what is counted at the end of every game, and its rate."""
    return {"gold": end.gold, "cubes": end.cubes, "deniers": end.deniers}


@dataclass(frozen=True)
class ScoreLine:
    """Points of one kind. With a rate, they are `amount // per * prestige`."""

    source: str
    of: str
    points: int
    amount: int = 0
    rate: Per | None = None


@dataclass(frozen=True)
class PlayerSheet:
    """One player's points."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True)
class ScoreSheet:
    """All players' points."""

    players: dict[str, PlayerSheet]

    @property
    def winners(self) -> tuple[str, ...]:
        """The players with the most points."""
        most = max(sheet.total for sheet in self.players.values())
        return tuple(player for player, sheet in self.players.items() if sheet.total == most)

    def ranks(self) -> dict[str, int]:
        """Return each player's rank; players with equal points share the better one."""
        totals = {player: sheet.total for player, sheet in self.players.items()}
        return {player: 1 + sum(other > total for other in totals.values()) for player, total in totals.items()}

    def best_first(self) -> list[str]:
        """Return the players in the order of their rank.

        >>> red, blue = (PlayerSheet((ScoreLine("end", "track", points),)) for points in (3, 7))
        >>> ScoreSheet({"red": red, "blue": blue}).best_first()
        ['blue', 'red']
        """
        ranks = self.ranks()
        return sorted(self.players, key=lambda player: ranks[player])


def win_shares(scores: Sequence[int]) -> tuple[float, ...]:
    """Return what part of the win each player has: those who share the first place share it.

    >>> win_shares([41, 30, 41])
    (0.5, 0.0, 0.5)
    """
    most = max(scores)
    return tuple((score == most) / scores.count(most) for score in scores)


def final_sheet(rules: Rules, holdings: Mapping[str, Mapping[str, int]]) -> ScoreSheet:
    """Compute the score sheet from what lies before the players at the end, by the `fields` of the game."""
    return ScoreSheet(
        {
            player: PlayerSheet(
                tuple(
                    ScoreLine("end", of, rate.of(held.get(of, 0)), held.get(of, 0), rate)
                    for of, rate in fields(rules).items()
                )
            )
            for player, held in holdings.items()
        }
    )


@dataclass(frozen=True, eq=False)
class Account:
    """The points of one table, however they were counted: everything that a page or sheet about them needs."""

    rules: Rules
    seats: tuple[str, ...]
    over: bool
    sheet: ScoreSheet
    turns: list[dict[str, int]]
    """Each player's prestige at the end of each turn."""
    held: Mapping[str, Mapping[str, int]]
    """What lies before each player, by field."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of players who gave one."""
    day: str = ""
    """The date of the game, if it is known: `2026-03-01`."""


def account(game: "Game") -> Account:
    held = game.snapshot().holdings()
    return Account(game.rules, game.seats, game.over, game_sheet(game), prestige_by_turn(game), held)


def game_sheet(game: "Game") -> ScoreSheet:
    """Return all points of a game so far, by source. Points from before a first position are one line."""
    return told_sheet(game.events(), game.seats, game.state.prestige)


def prestige_by_turn(game: "Game") -> list[dict[str, int]]:
    """Return each player's prestige at the end of each turn, for the chart of a game."""
    return told_turns(game.events(), game.seats, game.state.prestige)


def told_sheet(events: Sequence["Event"], seats: Sequence[str], prestige: Sequence[int]) -> ScoreSheet:
    """Return the points that events report, by source. Prestige that they do not explain is a line `before`."""
    sheets = {}
    for colour, now in zip(seats, prestige, strict=True):
        lines = _lines(events, colour)
        before = now - sum(line.points for line in lines)
        sheets[colour] = PlayerSheet((*([ScoreLine("before", "track", before)] if before else []), *lines))
    return ScoreSheet(sheets)


def told_turns(events: Sequence["Event"], seats: Sequence[str], prestige: Sequence[int]) -> list[dict[str, int]]:
    """Return each player's prestige at the end of each turn that events report; the last is the current one."""
    track = dict(zip(seats, prestige, strict=True))
    for event in events:
        if event.id in ("earned", "lost"):
            track[str(event["seat"])] -= _change(event)
    turns: list[dict[str, int]] = []
    for event in events:
        if event.id == "turn" and event.number("number") > 1:
            turns.append(dict(track))
        elif event.id in ("earned", "lost"):
            track[str(event["seat"])] += _change(event)
    return [*turns, track]


def _change(event: "Event") -> int:
    """Return the points earned, negative if lost."""
    return event.number("points") if event.id == "earned" else -event.number("points")


def _lines(events: Iterable["Event"], colour: str) -> list[ScoreLine]:
    """Return a player's points grouped by source and thing, in order of first appearance."""
    points: dict[tuple[str, str], int] = {}
    times: dict[tuple[str, str], int] = {}
    for event in events:
        if event.id in ("earned", "lost") and event["seat"] == colour:
            key = (str(event["source"]), str(event["of"]))
            points[key] = points.get(key, 0) + _change(event)
            times[key] = times.get(key, 0) + 1
    return [ScoreLine(source, of, n, times[source, of]) for (source, of), n in points.items()]
