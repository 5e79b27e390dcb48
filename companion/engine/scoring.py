"""Score sheets: where every point comes from, the end scoring with its formula, and who wins.

Pure, and usable without a game: what lies before the players at the end is enough.

>>> from companion.rules import load
>>> sheet = final_sheet(load("caylus"), {"red": {"track": 40, "gold": 2, "cubes": 7, "deniers": 9}})
>>> [(line.of, line.amount, line.points) for line in sheet.players["red"].lines]
[('track', 40, 40), ('gold', 2, 6), ('cubes', 7, 2), ('deniers', 9, 2)]
>>> sheet.players["red"].total, sheet.winners
(50, ('red',))
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine.events import Event
from companion.engine.game import Game
from companion.register import room
from companion.rules import Rules
from companion.rules.base import EndScoring, Per

ONE = Per(per=1, prestige=1)
"""A point is a point."""


def fields(rules: Rules) -> dict[str, Per]:
    """What is counted at the end of this game, and how much it is worth.

    >>> from companion.rules import load
    >>> list(fields(load("magna_carta")))
    ['dungeon', 'walls', 'towers', 'road', 'prestige', 'gold', 'cubes', 'deniers']
    """
    found: dict[str, Per] = room(rules.game, "scoring").fields(rules.data)
    return found


def left_over(end: EndScoring) -> dict[str, Per]:
    """What is counted at the end of every game."""
    return {"gold": end.gold, "cubes": end.cubes, "deniers": end.deniers}


@dataclass(frozen=True)
class ScoreLine:
    """Points of one kind: `amount // per * prestige`, or simply so many where there is no formula."""

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
        """Who has most; all of them, where several have."""
        most = max(sheet.total for sheet in self.players.values())
        return tuple(player for player, sheet in self.players.items() if sheet.total == most)

    def ranks(self) -> dict[str, int]:
        """The place of each player; equal points share the better place."""
        totals = {player: sheet.total for player, sheet in self.players.items()}
        return {player: 1 + sum(other > total for other in totals.values()) for player, total in totals.items()}

    def best_first(self) -> list[str]:
        """The players by their place.

        >>> red, blue = (PlayerSheet((ScoreLine("end", "track", points),)) for points in (3, 7))
        >>> ScoreSheet({"red": red, "blue": blue}).best_first()
        ['blue', 'red']
        """
        ranks = self.ranks()
        return sorted(self.players, key=lambda player: ranks[player])


def final_sheet(rules: Rules, holdings: Mapping[str, Mapping[str, int]]) -> ScoreSheet:
    """The score sheet from what lies before the players at the end, by the `fields` of the game."""
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
    """The points of one table, wherever they were counted: all that a page or a sheet about them needs."""

    rules: Rules
    seats: tuple[str, ...]
    over: bool
    sheet: ScoreSheet
    turns: list[dict[str, int]]
    """Each player's prestige at the end of each turn."""
    held: Mapping[str, Mapping[str, int]]
    """What lies before each player, by field."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What people are called, where they said so."""


def account(game: Game) -> Account:
    held = game.snapshot().holdings()
    return Account(game.rules, game.seats, game.over, game_sheet(game), prestige_by_turn(game), held)


def game_sheet(game: Game) -> ScoreSheet:
    """Every point of a game so far by its source. A game begun in the middle has what came before as one line."""
    return told_sheet(game.events(), game.seats, game.state.prestige)


def prestige_by_turn(game: Game) -> list[dict[str, int]]:
    """Each player's prestige at the end of each turn: the chart of a game."""
    return told_turns(game.events(), game.seats, game.state.prestige)


def told_sheet(events: Sequence[Event], seats: Sequence[str], prestige: Sequence[int]) -> ScoreSheet:
    """Every point that events tell of, by source; what they leave of the prestige people have was there before."""
    sheets = {}
    for colour, now in zip(seats, prestige, strict=True):
        lines = _lines(events, colour)
        before = now - sum(line.points for line in lines)
        sheets[colour] = PlayerSheet((*([ScoreLine("before", "track", before)] if before else []), *lines))
    return ScoreSheet(sheets)


def told_turns(events: Sequence[Event], seats: Sequence[str], prestige: Sequence[int]) -> list[dict[str, int]]:
    """Each player's prestige at the end of each turn that events tell of; the last one is now."""
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


def _change(event: Event) -> int:
    """Points that somebody earned, or lost."""
    return event.number("points") if event.id == "earned" else -event.number("points")


def _lines(events: Iterable[Event], colour: str) -> list[ScoreLine]:
    """The player's points, those of one source and thing together, in the order in which they first came."""
    points: dict[tuple[str, str], int] = {}
    times: dict[tuple[str, str], int] = {}
    for event in events:
        if event.id in ("earned", "lost") and event["seat"] == colour:
            key = (str(event["source"]), str(event["of"]))
            points[key] = points.get(key, 0) + _change(event)
            times[key] = times.get(key, 0) + 1
    return [ScoreLine(source, of, n, times[source, of]) for (source, of), n in points.items()]
