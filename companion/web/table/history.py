"""Statistics of one's finished tables: games, wins, averages, durations, by game and by number of players."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from statistics import fmean

from babel.dates import format_date
from flask import Blueprint, render_template

from companion.table.rows import Opened, reading
from companion.table.summary import Summary
from companion.web.locale import code, content, game_name
from companion.web.refusals import broken_words
from companion.web.table.joining import deleted_words
from companion.web.viewer import box_words, tables, token

pages = Blueprint("history", __name__)


@dataclass(frozen=True)
class FinishedGame:
    """A finished game."""

    code: str
    game: str
    day: str
    players: int
    minutes: int
    points: dict[str, int]
    """By name, or by color for people without one."""
    winners: tuple[str, ...]
    nobody: frozenset[str]
    """The names of computer players, and of people without a name: the color."""


_LONGEST = 10**9
"""Nobody scores more than this, but an old correction may say so."""


def _mean(points: Iterable[int]) -> float:
    return round(fmean(min(n, _LONGEST) for n in points), 1)


@dataclass
class Person:
    """The statistics of one person."""

    games: int = 0
    wins: int = 0
    points: list[int] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return _mean(self.points)

    @property
    def best(self) -> int:
        return max(self.points)


@dataclass
class GameGroup:
    """Games of one kind with the same number of players."""

    game: str
    players: int
    games: list[FinishedGame] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return _mean(n for game in self.games for n in game.points.values())

    @property
    def winning(self) -> float:
        return _mean(max(game.points.values()) for game in self.games)

    @property
    def minutes(self) -> int:
        """The average duration."""
        return round(fmean(game.minutes for game in self.games))


@pages.get("/history")
def history() -> str:
    played, broken, left = tables().results(token(), _finished)
    return render_template(
        "table/history.html",
        played=played,
        broken=broken_words(broken),
        deleted=deleted_words(),
        left=left,
        names={game.game: game_name(game.game) for game in played},
        people=people(played),
        groups=groups(played),
        longest=max(played, key=lambda game: game.minutes, default=None),
    )


def people(played: Iterable[FinishedGame]) -> dict[str, Person]:
    """Return everybody with a name, those with most wins first."""
    persons: dict[str, Person] = defaultdict(Person)
    for game in played:
        for name, points in game.points.items():
            if name in game.nobody:
                continue
            person = persons[name]
            person.games += 1
            person.wins += name in game.winners
            person.points.append(points)
    return dict(sorted(persons.items(), key=lambda item: (-item[1].wins, -item[1].mean, item[0])))


def groups(played: Iterable[FinishedGame]) -> list[GameGroup]:
    """Group games by kind and number of players."""
    game_groups: dict[tuple[str, int], GameGroup] = {}
    for game in played:
        game_groups.setdefault((game.game, game.players), GameGroup(game.game, game.players)).games.append(game)
    return [game_groups[key] for key in sorted(game_groups)]


def _finished(opened: Opened, summary: Summary) -> FinishedGame:
    """Return a game as the list shows it."""
    setup = opened.setup
    with reading("bad_setup"):
        rules = content().library.rules(setup.game, setup.edition, setup.variants, len(setup.seats))
    t = box_words(code(), rules)
    colours = {c: t.name(f"player.{c}") for c in setup.colours}
    called = _called(summary, colours)
    return FinishedGame(
        opened.code,
        setup.game,
        str(format_date(datetime.fromisoformat(summary.at).astimezone().date(), locale=t.locale)),
        len(colours),
        summary.minutes,
        {called[colour]: points for colour, points in summary.points.items()},
        tuple(called[colour] for colour in summary.winners),
        frozenset(colours.values()) | {called[colour] for colour in summary.minds},
    )


def _called(summary: Summary, colours: dict[str, str]) -> dict[str, str]:
    """Return each player's name, with the color for equal names."""
    names = {colour: summary.names.get(colour, "") or name for colour, name in colours.items()}
    twice = {name for name, n in Counter(names.values()).items() if n > 1}
    return {c: f"{name} ({colours[c]})" if name in twice else name for c, name in names.items()}
