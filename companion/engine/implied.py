"""What follows from an entry of the assistant, as further entries.

People say `next` and leave it to the app that the trading post paid and the quarry yielded stone. `expand_entry` adds
entries for all of this, so the log holds every amount as an entry of its own and `Assistant.apply` alone can replay it.

>>> from companion.engine.assistant import assistant_for
>>> from companion.rules import load
>>> assistant = assistant_for(load("caylus", "en", players=2), ["red", "green"])
>>> state = assistant.start()
>>> for text in ("next", "place red n_quarry", "next", "next"):
...     for entry in expand_entry(assistant, state, text):
...         assistant.apply(state, entry)
>>> assistant.look(state)["phase"], expand_entry(assistant, state, "next")
('provost', ['next', 'use red n_quarry take 1S'])
"""

from companion.engine.action import canonical
from companion.engine.amounts import Payment, parse_amount
from companion.engine.assistant import (
    LONGEST,
    UNPAID,
    Assistant,
    BuildingPart,
    had_entry,
    signed_amounts,
    still_to_act,
)
from companion.engine.errors import BadPosition, IllegalAction, Reason
from companion.engine.phases import OVER, SETUP, phase_of
from companion.engine.state import PlainState
from companion.rules.vocabulary import Phase

_PROVOST = "provost"
"""The entry that moves the provost, and the verb of a building that does."""

_ONLY_IN = {"batch": Phase.CASTLE, "had": Phase.BUILDINGS}
"""The entries of one phase alone."""

_UNTIMELY = frozenset({"too_early", "too_late", "points", "neutrals", "before_the_deal", "section"})
"""The problems of a table on which somebody has done what belongs to another phase, or scored a section early."""


def expand_entry(assistant: Assistant, state: PlainState, text: str) -> list[str]:
    """Return an entry with the entries that follow from it, in order.

    Raises `IllegalAction` for a worker placed twice where the rules allow one, or placed after passing, and for what
    belongs to another phase.
    """
    words = canonical(text).split() if len(text) <= LONGEST else []
    if words == ["next"] and state.phase > SETUP:
        return _closing(assistant, state, text)
    if words and (phase := phase_of(assistant.board, state)) != _ONLY_IN.get(words[0], phase):
        raise IllegalAction(text, Reason("other_phase"))
    if len(words) > 1 and words[0] in ("place", "home") and words[1] in assistant.seats and words[-1] != UNPAID:
        _must_make_sense(assistant, state, text, words)
    if words[:1] == [_PROVOST] and len(words) == 2 and (mover := _only_mover(assistant, state)):
        words.append(mover)
        text = " ".join(words)
    said = assistant.game_rules.says(assistant.board, state, words)
    return [text, *said, *_told(assistant, state, text, words)]


def must_be_timely(assistant: Assistant, before: PlainState, after: PlainState) -> None:
    """Raise `BadPosition` if entries did what belongs to another phase, so that no referee could go on."""
    there, lying = (assistant.referee.problems(assistant.release(state)) for state in (before, after))
    if faults := [problem for problem in lying if problem.code in _UNTIMELY - {known.code for known in there}]:
        raise BadPosition(faults)


def _must_make_sense(assistant: Assistant, state: PlainState, text: str, words: list[str]) -> None:
    """Refuse a worker of a player who has passed, and what the game refuses."""
    verb, seat, place = words[0], assistant.seats.index(words[1]), "".join(words[2:3])
    placing = phase_of(assistant.board, state) == assistant.game_rules.placing
    if verb == "place" and placing and seat in state.bridge:
        raise IllegalAction(text, Reason("passed_already", {"player": assistant.seats[seat]}))
    if reason := assistant.game_rules.senseless(assistant.board, state, verb, seat, place):
        raise IllegalAction(text, reason)


def _to_come(assistant: Assistant, state: PlainState) -> list[BuildingPart]:
    """Return whose parts of which buildings are to come; none outside the phases in which workers act."""
    desk, acting = assistant.game_rules, phase_of(assistant.board, state) in assistant.game_rules.acting
    return [*desk.parts(assistant.board, state)] if acting else []


def _moves(assistant: Assistant, part: BuildingPart) -> bool:
    """Whether a building lets a player move the provost."""
    return bool(part.kind) and _PROVOST in assistant.game_rules.choices[part.kind].verbs


def _only_mover(assistant: Assistant, state: PlainState) -> str:
    """Return the only player who can move the provost by a building now, or an empty text."""
    movers = {part.seat for part in _to_come(assistant, state) if _moves(assistant, part)}
    return assistant.seats[movers.pop()] if len(movers) == 1 else ""


def _told(assistant: Assistant, state: PlainState, text: str, words: list[str]) -> list[str]:
    """Note that a player has had what a building brought them, so that neither `next` nor a referee gives it again.

    An amount or a cube names its building. Of several buildings of that name, it is the first that can have brought
    this amount; if none can, whoever enters it must say which. A player who moves the provost outside its phase does
    so by a building. Their worker goes home, or stays until the other player's part is done as well.
    """
    seat = next((word for word in words if word in assistant.seats), "")
    theirs = [part for part in _to_come(assistant, state) if seat and part.seat == assistant.seats.index(seat)]
    if words[:1] == [_PROVOST]:
        theirs = [part for part in theirs if _moves(assistant, part)]
    elif words[:1] == ["take"] or any(word.startswith("+") for word in words):
        theirs = [part for part in theirs if words[-1] in (part.building, part.place)]
    else:
        return []
    amount = _amount(words[1:])
    likely = [part for part in theirs if amount in part.payments] or theirs
    if len(likely) > 1 and amount not in likely[0].payments:
        raise IllegalAction(text, Reason("which_of_several", {"building": words[-1], "text": likely[0].place}))
    return [had_entry(assistant.board, part) for part in likely[:1]]


def _amount(words: list[str]) -> Payment | None:
    """Return what an entry says was paid and gained; None if it cannot be read."""
    signed = signed_amounts(words)
    try:
        return Payment.of(parse_amount(signed["-"]), parse_amount(signed["+"]))
    except ValueError:
        return None


def _closing(assistant: Assistant, state: PlainState, text: str) -> list[str]:
    """Return `next` between what the rules do before and after it where nobody has a choice.

    Whoever has not passed passes, what a building simply gives is taken: at the end of a phase, and of the next one at
    its beginning.
    """
    desk, phase = assistant.game_rules, phase_of(assistant.board, state)
    passes = [f"pass {assistant.seats[seat]}" for seat in still_to_act(assistant, state)]
    before = passes if phase == desk.placing else _gifts(assistant, state)
    after = state.copy()
    for entry in (*before, text):
        assistant.apply(after, entry)
    return [*before, text, *_gifts(assistant, after)]


def closing(assistant: Assistant, state: PlainState) -> tuple[int, PlainState]:
    """Return how often to say `next` until people have something to enter again, and the table then.

    A phase in which nobody can do anything, so that a referee would ask nobody, is passed over.
    """
    after, times = state.copy(), 0
    while not times or _passed_over(assistant, after):
        _enter(assistant, after, "next")
        times += 1
    return times, after


def closed_by(assistant: Assistant, state: PlainState, text: str) -> int:
    """Return how often `next` goes without saying after an entry: there, or because it was the last that was open.

    The game does not end by itself.
    """
    if text == "next":
        return closing(assistant, state)[0] - 1
    if not any(text in line.entries for line in assistant.lines(state)):
        return 0
    after = state.copy()
    try:
        _enter(assistant, after, text)
    except IllegalAction:
        return 0
    if (after.turn, after.phase) != (state.turn, state.phase) or not _passed_over(assistant, after):
        return 0
    times, closed = closing(assistant, after)
    return 0 if closed.phase == OVER else times


def _enter(assistant: Assistant, state: PlainState, text: str) -> None:
    for entry in expand_entry(assistant, state, text):
        assistant.apply(state, entry)


def _passed_over(assistant: Assistant, state: PlainState) -> bool:
    """Whether nobody can do anything in this phase."""
    return phase_of(assistant.board, state) in _PASSED_OVER and all(line.idle for line in assistant.lines(state))


_PASSED_OVER = (Phase.SPECIAL, Phase.PROVOST, Phase.BUILDINGS, Phase.CASTLE)
"""The phases in which there may be nothing to do."""


def _gifts(assistant: Assistant, state: PlainState) -> list[str]:
    return [line.gift for line in assistant.lines(state) if line.gift]
