"""Errors of the rules package in words."""

from companion.i18n.translator import Translator
from companion.rules import BadPlayers, Exclusive, Problem, UnknownName


def problem_line(t: Translator, problem: Problem) -> str:
    """Return one line: where the fault is, which field, what is wrong and what is valid."""
    id = f"problem.{problem.code}"
    if problem.code == "expected":
        id = f"{id}.{problem.args['expected']}"
    where = f"{problem.where()}: {problem.path}" if problem.path else problem.where()
    line = f"{where} {t.say(id, **problem.args)}"
    return t.say("check.remark", said=line) if problem.remark else line


def no_such_name(t: Translator, error: UnknownName) -> str:
    """Say that a name does not exist, where the valid ones are shown next to it."""
    id = f"error.unknown_name.{error.kind}"
    return t.say(f"{id}_of" if error.game else id, given=t.quote(error.given), game=error.game and t.game(error.game))


def unknown_name(t: Translator, error: UnknownName) -> str:
    """Say that a name does not exist, with similar ones, or all if there are few."""
    sentences = [no_such_name(t, error)]
    if error.nearest:
        sentences.append(t.say("error.nearest", names=t.saying("error.nearest").one_of(error.nearest)))
    more = {*error.valid} - {*error.nearest}
    if more and (len(error.valid) <= 12 or not error.nearest):
        sentences.append(t.say("error.valid", names=t.listed(error.valid)))
    return " ".join(sentences)


def exclusive(t: Translator, error: Exclusive) -> str:
    """Say that variants cannot be played together."""
    t = t.saying("error.exclusive")
    ids = {name: f"variant.{name}" for name in error.given}
    names = tuple(t.name(id) if t.has(id) else t.quote(name) for name, id in ids.items())
    return t.say("error.exclusive", names=names)


def bad_players(t: Translator, error: BadPlayers) -> str:
    """Say that the game does not allow this number of players."""
    return t.say(
        "error.bad_players", given=error.given, game=t.game(error.game), minimum=error.minimum, maximum=error.maximum
    )
