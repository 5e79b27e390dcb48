"""What speaks for a move, and what decided a game, in words.

Each part of a mind's value that favors a move is a few words. A part is given as the group and the input of `minds`,
and how much larger that input is. Not everything that weighs can be said; what has no words is left out. What is held
in a hand is never named.
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

_FIRST = ("place", "start", "stables_first", "stables_later")
"""The inputs about the turn order."""

_AT_ONCE: Mapping[str, Callable[[Translator], str]] = {
    "points": lambda t: t.say("mind.why.points_at_once"),
    "money": lambda t: t.say("mind.why.money_at_once"),
    "cubes": lambda t: t.say("mind.why.goods_at_once"),
    "gold": lambda t: t.say("mind.why.goods_at_once"),
    "build": lambda t: t.say("mind.why.building_at_once"),
}
"""What a favor may bring at once."""

_STANDING = ("first", "second", "later", "full")
"""The inputs about a place in the castle."""


def reason(t: Translator, group: str, input: str, change: float) -> Said:
    """Return a reason in a few words, or None if there are none for it.

    >>> from companion.rules import load
    >>> t = Translator("en", load("caylus", "en"))
    >>> reason(t, "goods", "stone", 2), reason(t, "places", "mason", 1), reason(t, "stock", "wood", 1)
    ('more stone', 'a worker at the mason', None)
    """
    wording = _GROUPS.get(group)
    return wording(t, input, change) if wording else None


def _provost(t: Translator, input: str, change: float) -> Said:
    """Fewer workers stand where the provost does not reach, or more where it does."""
    safer = change < 0 if input.startswith("ahead") else change > 0
    return t.say("mind.why.provost") if safer else None


def _rivals(t: Translator, input: str, change: float) -> Said:
    return t.say("mind.why.rivals") if (change > 0) == (input in ("lead", "beyond")) else None


def _goods(t: Translator, input: str, change: float) -> Said:
    cube = input.removeprefix("some_")
    if change <= 0:
        return None
    return t.say("mind.why.goods", good=Term(f"term.{cube}")) if cube in CUBES else t.say("mind.why.kinds")


def _money(t: Translator, _input: str, change: float) -> Said:
    return t.say("mind.why.money") if change >= 1 else None


def _points(t: Translator, _input: str, change: float) -> Said:
    return t.say("mind.why.points", n=round(change)) if change >= 1 else None


def _workers(t: Translator, _input: str, change: float) -> Said:
    return t.say("mind.why.workers") if change > 0 else t.say("mind.why.workers_used")


def _order(t: Translator, input: str, change: float) -> Said:
    if input == "inn":
        return t.say("mind.why.inn", it=Term("building.inn")) if change > 0 else None
    if input in _FIRST:
        return t.say("mind.why.order") if (change < 0) == (input == "place") else None
    if input == "price":
        return t.say("mind.why.price") if change < 0 else None
    return t.say("mind.why.passed") if change > 0 else t.say("mind.why.not_passed")


def _castle(t: Translator, input: str, change: float) -> Said:
    if input in _STANDING:
        return t.say("mind.why.castle") if change > 0 else None
    if input in ("given", "most"):
        return t.say("mind.why.given") if change > 0 else None
    return t.say("mind.why.not_empty") if input == "empty" and change < 0 else None


def _favors(t: Translator, input: str, change: float) -> Said:
    line = input.rpartition("_")[0]
    if change <= 0:
        return None
    if input in _AT_ONCE:
        return _AT_ONCE[input](t)
    if t.has(f"line.{line}"):
        return t.say("mind.why.favor_line", line=Term(f"line.{line}"))
    return t.say("mind.why.favor", it=Term("term.favor")) if input == "waiting" else None


def _land(t: Translator, input: str, change: float) -> Said:
    if change <= 0:
        return None
    if t.has(f"building.{input}"):
        return t.say("mind.why.owns", it=Term(f"building.{input}", apart=True))
    if input == "residences" and t.rules:
        return t.say("mind.why.residences", it=Term(f"building.{t.rules.data.residence_tile}"))
    if input == "income":
        return t.say("mind.why.income")
    return t.say("mind.why.visited") if input == "visited" else t.say("mind.why.land")


def _places(t: Translator, input: str, change: float) -> Said:
    if input == "useless":
        return t.say("mind.why.useful") if change < 0 else None
    if change <= 0 or not t.has(f"building.{input}"):
        return None
    return t.say("mind.why.place", it=Term(f"building.{input}"))


def _houses(t: Translator, input: str, change: float) -> Said:
    return t.say("mind.why.houses", it=Term(f"section.{input.rpartition('_')[0]}")) if change > 0 else None


_GROUPS: Mapping[str, Callable[[Translator, str, float], Said]] = {
    "goods": _goods, "money": _money, "points": _points, "workers": _workers, "order": _order, "castle": _castle,
    "favors": _favors, "land": _land, "places": _places, "houses": _houses,
    "batches": lambda t, _input, change: t.say("mind.why.batches") if change > 0 else None,
    "rivals": _rivals, "provost": _provost,
    "cards": lambda t, _input, change: t.say("mind.why.cards") if change > 0 else None,
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
    because = t.say("decided.because", parts=t.all_of(parts)) if parts else ""
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
