"""The names of a table's terms, each with a line that explains it."""

from collections.abc import Sequence

from companion.i18n.translator import Translator
from companion.minds.level import Level
from companion.table.vocabulary import Chance, Depth, Role
from companion.web.viewer import Viewer


def depth_words(t: Translator) -> dict[str, tuple[str, str]]:
    """Return the name and explanation of each depth."""
    return {
        Depth.REFEREE.value: (t.say("web.depth.referee"), t.say("web.depth.referee.line")),
        Depth.ASSISTANT.value: (t.say("web.depth.assistant"), t.say("web.depth.assistant.line")),
        Depth.SHEET.value: (t.say("web.depth.sheet"), t.say("web.depth.sheet.line")),
    }


OWN_CARDS = "own"
"""The way of dealing of a game with hands in which people draw from their own decks, and the app does not know them."""


def chance_words(t: Translator, *, hands: bool) -> dict[str, tuple[str, str]]:
    own = {OWN_CARDS: (t.say("web.chance.own"), t.say("web.chance.own.line"))} if hands else {}
    return own | {
        Chance.APP.value: (t.say("web.chance.app"), t.say("web.chance.app.line")),
        Chance.TABLE.value: (t.say("web.chance.table"), t.say("web.chance.table.line")),
    }


def role_words(t: Translator) -> dict[Role, str]:
    """Return the name of each role."""
    return {
        Role.HOST: t.say("web.role.host"),
        Role.SEAT: t.say("web.role.seat"),
        Role.SPECTATOR: t.say("web.role.spectator"),
    }


def level_words(t: Translator) -> dict[str, tuple[str, str]]:
    """Return the name and explanation of each level."""
    return {
        Level.APPRENTICE.value: (t.say("mind.level.apprentice"), t.say("mind.level.apprentice.line")),
        Level.BUILDER.value: (t.say("mind.level.builder"), t.say("mind.level.builder.line")),
        Level.MASTER.value: (t.say("mind.level.master"), t.say("mind.level.master.line")),
    }


def turn_noun(t: Translator) -> str:
    """Return the screens' word for a turn of the whole table: the box's, or another where that would be misread."""
    return t.say("web.round")


def winner_words(viewer: Viewer, winners: Sequence[str]) -> str:
    """Return who has won, or who share the victory."""
    names = tuple(viewer.name(colour) for colour in winners)
    return viewer.t.say("score.winner" if len(winners) == 1 else "score.winners", names=names, winner=names)


def drawn_question(t: Translator, kind: str, place: int) -> str:
    """Return the question to the table about one thing drawn: which building is there, or who has that place."""
    if kind == "draw":
        return t.say("web.chance.draw", n=place)
    if kind == "next":
        return t.say("web.chance.next", n=place)
    return t.say(f"choice.{kind}")


def building_name(t: Translator, name: str) -> str:
    """Return the name of a building, with a number for the second of its kind."""
    base, _, copy = name.partition(".")
    return f"{t.long(f'building.{base}')} {copy}".strip()
