"""Commands from pages: a form is read into a command, carried out, and answered with the updated page.

Each form carries the number of the entry that its page has seen, and a key made with it: a repeated tap is carried out
once, and a tap on an outdated page is answered with the current table.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, redirect, request, url_for
from pydantic import ValidationError
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.engine.errors import BadPosition
from companion.engine.notation import NotationError
from companion.rules import UnknownName
from companion.table.commands import COMMAND, Command, Count
from companion.table.errors import KeyReused, Stale, TableError
from companion.web.numbers import whole
from companion.web.parts import fields
from companion.web.refusals import refusal_words, unreadable_words
from companion.web.screens import SCREENS, assistant, correct, seat
from companion.web.screens.rendering import along, screen
from companion.web.viewer import Viewer, tables, viewer_of

pages = Blueprint("actions", __name__)

_DIGITS = 9
"""How many digits of a number are read; a longer one is too large in any case."""

VALUE = "value."
"""The prefix of form fields of a score sheet: `value.gold`."""

SHOWN = "shown."
"""The prefix of what a page has shown in such a field: only what was changed there is entered."""

READERS: Mapping[str, Callable[[Viewer, MultiDict[str, str]], Command]] = {
    assistant.AMOUNTS: assistant.read_amounts,
    assistant.ENTRY: assistant.read_entry,
    correct.KIND: correct.read_fields,
    seat.CHOOSE: seat.read_choice,
}
"""Readers of the forms that have a format of their own, by kind; all others are read by `command_of`."""


@pages.post("/t/<code>/act")
def act(code: str) -> Response | tuple[str, int]:
    """Carry out the command of a form."""
    viewer = viewer_of(code)
    text, status = "", 200
    try:
        reader = READERS.get(request.form.get("kind", ""))
        command = reader(viewer, request.form) if reader else command_of(request.form)
        number: int | None = whole(request.form.get("seen", ""))
        key = request.form.get("key", "")[:60] or None
        if request.form.get("kind") in (assistant.AMOUNTS, assistant.ENTRY):
            asked = request.form.get("again") == " ".join(request.form.get(name, "") for name in ("action", "player"))
            drawn = request.form.get("action") in (assistant.SHUFFLE, assistant.LOTS)
            if not asked and not drawn and (other := assistant.twin(viewer, command, number)):
                return _shown(code, viewer.t.say("web.assistant.twin", who=other), 409)
            number = viewer.table.seq if assistant.still_holds(viewer, command, number) else number
        if isinstance(command, Count):
            # These numbers are absolute, so the last one counts, however old its page is.
            number, key = None, None
        tables().act(viewer.place.opened.id, command, viewer.who, seen_seq=number, key=key)
    except (Stale, KeyReused):
        text, status = viewer.t.say("refusal.stale"), 409
    except (TableError, UnknownName, NotationError, BadPosition) as error:
        text, status = refusal_words(viewer.t, error, viewer.table.people.names), 422
    except ValidationError as error:
        text, status = unreadable_words(viewer.t, error), 422
    return _shown(code, text, status)


def _shown(code: str, text: str, status: int) -> Response | tuple[str, int]:
    """Return the screen that a form comes from as it is now, with a message if there is one."""
    name = request.form.get("screen", "")
    name = name if name in SCREENS else "seat"
    if request.headers.get("HX-Request"):
        return screen(viewer_of(code), name, notice=text), status
    if text:
        return screen(viewer_of(code), name, notice=text, whole=True), status
    return redirect(url_for("rendering.show", code=code, name=name, **along()), 303)


def command_of(form: MultiDict[str, str]) -> Command:
    """Read a form as a command. Raises `ValidationError`.

    >>> command_of(MultiDict([("kind", "play"), ("action", "place mason")]))
    Play(kind='play', actions=('place mason',))
    >>> command_of(MultiDict([("kind", "correct"), ("field.red.deniers", "7"), ("why", "the inn")])).changes
    {'red.deniers': '7'}
    >>> command_of(MultiDict([("kind", "count"), ("seat", "red"), ("value.gold", ""), ("shown.gold", "7")])).values
    {'gold': 0}
    """
    kind = form.get("kind", "")
    data: dict[str, Any] = {"kind": kind}
    match kind:
        case "play":
            data["actions"] = tuple(form.getlist("action"))
        case "correct":
            data |= {"changes": _behind(form, fields.PREFIX), "why": form.get("why", "")}
        case "count":
            values, shown = _behind(form, VALUE), _behind(form, SHOWN)
            new = {name: text for name, text in values.items() if text.strip() != shown.get(name)} or values
            data |= {"seat": form.get("seat", ""), "values": {name: _number(text) for name, text in new.items()}}
        case "clock":
            data |= {name: _number(form.get(name, "")) for name in ("minutes", "choice", "bonus")}
        case "depth":
            data["depth"] = form.get("depth", "")
        case "undo" | "ask":
            data["to"] = whole(form.get("to", ""))
        case "rename":
            data |= {"seat": form.get("seat", ""), "name": form.get("name", "")}
        case "reminders":
            data["shown"] = form.get("shown") == "1"
        case "mind":
            data |= {"seat": form.get("seat", ""), "level": form.get("level") or None}
    return COMMAND.validate_python(data)


def _number(text: str) -> int | str:
    """Return a number, nothing being 0, or the text itself if it is none, for the command to refuse.

    >>> _number(" 7"), _number("−2"), _number(" "), _number("x")
    (7, -2, 0, 'x')
    """
    given = text.strip().replace("−", "-") or "0"
    return int(given[:_DIGITS]) if given.isascii() and given.removeprefix("-").isdecimal() else text


def _behind(form: MultiDict[str, str], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): text for name, text in form.items() if name.startswith(prefix)}
