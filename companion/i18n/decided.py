"""What decided a game, in words: the choices that it turns on, and why others would have been better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.engine.action import Action, Options
from companion.engine.game import Decision
from companion.engine.look import AnyLook
from companion.i18n.options import option_words
from companion.i18n.reasons import reason
from companion.i18n.translator import Translator
from companion.rules import Rules

REASONS = 2
"""So many reasons at most are given."""


class Speaks(Protocol):
    """A part of a value that speaks for an option: its group, its input, and how much larger that is."""

    @property
    def group(self) -> str: ...
    @property
    def input(self) -> str: ...
    @property
    def change(self) -> float: ...


class TurnedChoice(Protocol):
    """A choice with the option that was chosen and a better one."""

    @property
    def seat(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def options(self) -> Options: ...
    @property
    def look(self) -> AnyLook: ...
    @property
    def chosen(self) -> Action: ...
    @property
    def better(self) -> Action: ...
    @property
    def worth(self) -> float: ...
    @property
    def chance(self) -> float: ...
    @property
    def reasons(self) -> Sequence[Speaks]: ...


@dataclass(frozen=True)
class TurnedWords:
    """A turning point in words."""

    chosen: str
    better: str
    worth: str
    because: str
    """What counts there, or nothing."""


def turned_words(t: Translator, rules: Rules, turned_choice: TurnedChoice, names: Mapping[str, str]) -> TurnedWords:
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
