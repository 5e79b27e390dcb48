"""What the words of a table's vocabulary are called, each with a line that says what it means."""

from collections.abc import Sequence

from companion.i18n.translator import Translator
from companion.table.vocabulary import Chance, Depth, Role
from companion.web.viewer import Viewer


def depth_words(t: Translator) -> dict[str, tuple[str, str]]:
    """How closely the app follows the game."""
    return {
        Depth.REFEREE.value: (t.say("web.depth.referee"), t.say("web.depth.referee.line")),
        Depth.ASSISTANT.value: (t.say("web.depth.assistant"), t.say("web.depth.assistant.line")),
        Depth.SHEET.value: (t.say("web.depth.sheet"), t.say("web.depth.sheet.line")),
    }


def chance_words(t: Translator) -> dict[str, tuple[str, str]]:
    return {
        Chance.APP.value: (t.say("web.chance.app"), t.say("web.chance.app.line")),
        Chance.TABLE.value: (t.say("web.chance.table"), t.say("web.chance.table.line")),
    }


def role_words(t: Translator) -> dict[Role, str]:
    """What a device is at a table."""
    return {
        Role.HOST: t.say("web.role.host"),
        Role.SEAT: t.say("web.role.seat"),
        Role.SPECTATOR: t.say("web.role.spectator"),
    }


def turn_noun(t: Translator, form: str = "Noun") -> str:
    """What a turn of the whole table is called on a box: a turn, or a round."""
    return t.form("term.turn" if t.has("term.turn") else "term.round", form)


def winner_words(seen: Viewer, winners: Sequence[str]) -> str:
    """Who has won, or who share it."""
    names = seen.t.all_of([seen.name(colour) for colour in winners])
    return seen.t.say("score.winner" if len(winners) == 1 else "score.winners", names=names, winner=names)


def drawn_question(t: Translator, kind: str, place: int) -> str:
    """What is asked of the table for one thing that it has drawn: which building lies there, who has that place."""
    if kind == "draw":
        return t.say("web.chance.draw", n=place)
    if kind == "next":
        return t.say("web.chance.next", n=place)
    return t.say(f"choice.{kind}")


def building_name(t: Translator, name: str) -> str:
    """A building, told from its namesakes; the second of its kind says so."""
    base, _, copy = name.partition(".")
    return f"{t.long(f'building.{base}')} {copy}".strip()
