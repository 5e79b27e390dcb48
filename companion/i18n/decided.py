"""What speaks for a move, and what decided a game, in words.

Each thing that a move brings more of, or less, is a few words. A part is given as the group and the input of `minds`,
and how much more there is of it at the end of the turn. Not everything that weighs can be said; what has no words is
left out. What is held in a hand is never named.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.engine.game import Decision
from companion.i18n.options import option_words
from companion.i18n.translator import Term, Translator
from companion.rules import Rules
from companion.rules.vocabulary import CUBES

if TYPE_CHECKING:
    from companion.minds.decided import TurningPoint

Said = str | None

LEAST = 0.75
"""How much more of something there is at least, on average, where it is said."""

_LESS = ("order.place", "rivals.points", "provost.lost")
"""Of what less is better."""


def reason(t: Translator, group: str, input: str, change: float) -> Said:
    """Return a reason in a few words, or None if there are none for it.

    >>> from companion.rules import load
    >>> t = Translator("en", load("caylus", "en"))
    >>> reason(t, "goods", "stone", 2), reason(t, "goods", "stone", -2), reason(t, "stock", "wood", 1)
    ('more stone', None, None)
    """
    source = f"{group}.{input}"
    if (-change if source in _LESS else change) < LEAST:
        return None
    if source == "points.own":
        return t.say("mind.why.points", n=round(change))
    if source in _PLAIN:
        return _PLAIN[source](t)
    wording = _GROUPS.get(group)
    return wording(t, input) if wording else None


def _goods(t: Translator, name: str) -> Said:
    cube = name.removeprefix("some_")
    return t.say("mind.why.goods", good=Term(f"term.{cube}")) if cube in CUBES else None


def _favors(t: Translator, line: str) -> Said:
    return t.say("mind.why.favor_line", line=Term(f"line.{line}")) if t.has(f"line.{line}") else None


def _houses(t: Translator, section: str) -> Said:
    return t.say("mind.why.houses", it=Term(f"section.{section}"))


def _land(t: Translator, name: str) -> Said:
    if name == "residences" and t.rules:
        return t.say("mind.why.residences", it=Term(f"building.{t.rules.data.residence_tile}"))
    return t.say("mind.why.owns", it=Term(f"building.{name}", apart=True)) if t.has(f"building.{name}") else None


_PLAIN: Mapping[str, Callable[[Translator], str]] = {
    "money.all": lambda t: t.say("mind.why.money"),
    "goods.kinds": lambda t: t.say("mind.why.kinds"),
    "order.place": lambda t: t.say("mind.why.order"),
    "order.inn": lambda t: t.say("mind.why.inn", it=Term("building.inn")),
    "land.income": lambda t: t.say("mind.why.income"),
    "land.prestige": lambda t: t.say("mind.why.land"),
    "batches.now": lambda t: t.say("mind.why.batches"),
    "rivals.points": lambda t: t.say("mind.why.rivals"),
    "provost.lost": lambda t: t.say("mind.why.provost"),
    "provost.rivals": lambda t: t.say("mind.why.rivals_lost"),
    "cards.hand": lambda t: t.say("mind.why.cards"),
}
_GROUPS: Mapping[str, Callable[[Translator, str], Said]] = {
    "goods": _goods, "favors": _favors, "houses": _houses, "land": _land,
}  # fmt: skip

REASONS = 2
"""So many reasons at most are given."""


@dataclass(frozen=True)
class TurnedWords:
    """A turning point in words."""

    chosen: str
    better: str
    worth: str
    because: str
    """What counts there, or nothing."""


def turned_words(t: Translator, rules: Rules, turned_choice: "TurningPoint", names: Mapping[str, str]) -> TurnedWords:
    """Return what was chosen, what would have brought more, how much, and what counts there."""
    decision = Decision(turned_choice.seat, turned_choice.kind, turned_choice.options, turned_choice.about)
    chosen, better = (
        option_words(t, rules, decision, action, turned_choice.look, names).label
        for action in (turned_choice.chosen, turned_choice.better)
    )
    parts = [text for part in turned_choice.reasons if (text := reason(t, part.group, part.input, part.change))][
        :REASONS
    ]
    because = t.say("decided.because", parts=t.series(parts)) if parts else ""
    return TurnedWords(chosen, better, worth_words(t, turned_choice.worth, turned_choice.chance), because)


def worth_words(t: Translator, worth: float, chance: float) -> str:
    """Return how much more another option would have brought."""
    percent = round(100 * chance)
    if percent > 1:
        return t.say("decided.worth", n=round(worth), chance=percent)
    return t.say("decided.worth.points", n=round(worth))


def level_name(t: Translator, level: str) -> str:
    """Return the name of a level of minds."""
    return t.say(f"mind.level.{level}")


def gain_rows(
    t: Translator, gains: Mapping[str, Mapping[str, float]], players: Sequence[str]
) -> list[tuple[str, tuple[int, ...]]]:
    """Return what choices brought, by group: the largest first, and what hardly counts in one row at the end.

    The numbers are whole, and add up to whole sums.
    """
    groups = dict.fromkeys(group for its in gains.values() for group in its)
    worded = [group for group in groups if t.has(f"mind.{group}", "say")]
    rows = {group: tuple(round(gains[player].get(group, 0.0)) for player in players) for group in worded}
    rows = {group: row for group, row in rows.items() if any(abs(n) > 1 for n in row)}
    order = sorted(rows, key=lambda group: -sum(abs(n) for n in rows[group]))
    sums = [round(sum(gains[player].values())) for player in players]
    rest = tuple(total - sum(rows[group][n] for group in rows) for n, total in enumerate(sums))
    named_rows = [(t.say(f"mind.{group}"), rows[group]) for group in order]
    return [*named_rows, *([(t.say("decided.gains.other"), rest)] if any(abs(n) > 1 for n in rest) else [])]


def provost_words(t: Translator, cost: Mapping[str, tuple[int, float]], names: Mapping[str, str]) -> str:
    """Return whom the provost cost most; `cost` has workers and points by player, the most first."""
    if not cost:
        return t.say("decided.provost.none")
    who, (workers, points) = next(iter(cost.items()))
    name = names.get(who) or t.name(f"player.{who}")
    return t.say("decided.provost.most", who=name, workers=workers, points=round(points))
