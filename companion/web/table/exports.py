"""Exports of a table (record, log, scores, report, a game for BG Stats), and importing one."""

import json
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import EngineError
from companion.i18n.narration import error_lines
from companion.i18n.translator import Translator
from companion.printing.product import Request, file_title
from companion.rules import library
from companion.rules.errors import RulesError
from companion.table import exports, imports
from companion.table.account import account
from companion.table.errors import BadTable, TableError
from companion.table.imports import Unreadable
from companion.table.log import Entry
from companion.table.setup import Setup
from companion.table.snapshot import TableSnapshot
from companion.table.tokens import read_code
from companion.web import sprites
from companion.web.alone import alone
from companion.web.handoff import run_in_process
from companion.web.locale import Content, content, words
from companion.web.locale import code as language
from companion.web.parts.opinion import NoOpinion, opinion
from companion.web.printing import jobs
from companion.web.refusals import REFUSALS, refusal_words
from companion.web.screens.decided import none_words
from companion.web.screens.end import play_address
from companion.web.server.limits import ServerLimits
from companion.web.table.new_table import play_alone
from companion.web.viewer import Viewer, some_token, tables, token, viewer_of

pages = Blueprint("exports", __name__)


@pages.url_value_preprocessor
def allow_files(endpoint: str | None, _values: dict[str, str] | None) -> None:
    """Allow imports to be larger than other forms."""
    if endpoint == "exports.bring" and request.method == "POST":
        request.max_content_length = request.max_form_memory_size = ServerLimits.file


class Hidden(Exception):
    """The export would reveal what somebody at the table may not know yet."""


@pages.errorhandler(Hidden)
def hidden(_: Hidden) -> tuple[str, int]:
    return render_template("missing.html", status=403, said=words().say("web.export.hidden"), nearest=[]), 403


@pages.get("/t/<code>/export/record.txt")
def record(code: str) -> Response:
    viewer, _ = _open(code)
    text = _written(viewer.place.opened.id, viewer.table)
    return _file(text.encode(), "text/plain; charset=utf-8", _name(viewer, "txt"))


@lru_cache(maxsize=8)
def _written(id: str, table: TableSnapshot) -> str:
    """Create a record in another process, since it replays the game. The longest have a few megabytes."""
    first, *_ = entries = tables().log(id)
    played = [replace(entry, events=()) for entry in exports.counting(table, entries)]
    return run_in_process(_write, table.setup, dict(table.people.names), played, first.at, content().overlays)


def _write(setup: Setup, names: dict[str, str], played: list[Entry], begun: str, overlays: tuple[Path, ...]) -> str:
    return exports.written(setup, names, played, library(overlays), begun=begun)


@pages.get("/t/<code>/export/table.json")
def whole(code: str) -> Response:
    viewer, entries = _open(code)
    text = exports.whole(viewer.table, entries)
    return _file(text.encode(), "application/json", _name(viewer, "json"))


@pages.get("/t/<code>/export/rescued.json")
def rescued(code: str) -> Response:
    """Return the intact part of a damaged table's log, to its host."""
    copy = tables().rescued(read_code(code), token())
    if copy.table is None:
        raise copy.fault or BadTable("no_box")
    if exports.secret(copy.table, copy.entries):
        raise Hidden
    text = exports.whole(copy.table, copy.entries)
    return _file(text.encode(), "application/json", f"Caylus_{read_code(code)}.json")


@pages.get("/t/<code>/export/scores.csv")
def scores(code: str) -> Response:
    viewer = viewer_of(code)
    text = exports.scores_csv(account(viewer.table, tables().log(viewer.place.opened.id)), viewer.t)
    # The byte order mark tells spreadsheets that this is UTF-8.
    return _file(text.encode("utf-8-sig"), "text/csv; charset=utf-8", _name(viewer, "csv"))


@pages.get("/t/<code>/export/report.pdf")
def report(code: str) -> Response:
    """Return the report of the game as PDF, in any language."""
    viewer = viewer_of(code)
    result = account(viewer.table, tables().log(viewer.place.opened.id))
    spoken = _spoken(viewer)
    sheet = Request("endgame", record=result, languages=(spoken,), overlays=content().overlays)
    report = jobs.report(sheet)
    return _file(report, "application/pdf", _name(viewer, "pdf", spoken.upper()))


@pages.get("/t/<code>/export/decided.json")
def decided(code: str) -> Response:
    """Return what decided the game, in a mind's opinion; 202 and its progress while it thinks."""
    viewer = viewer_of(code)
    entries = tables().log(viewer.place.opened.id)
    inquiry = opinion(viewer, entries)
    if not inquiry.finished:
        return _thinking({"done": inquiry.done, "steps": inquiry.steps})
    text = json.dumps(
        exports.opinion_data(inquiry.so_far, account(viewer.table, entries)), ensure_ascii=False, indent=1
    )
    return _file(text.encode(), "application/json", _name(viewer, "json", "decided"))


@pages.errorhandler(NoOpinion)
def no_opinion(error: NoOpinion) -> tuple[str, int]:
    status = 403 if error.why in ("hidden", "not_yet") else 404
    return render_template("missing.html", status=status, said=none_words(words(), error.why), nearest=[]), status


def _thinking(progress: dict[str, int]) -> Response:
    answer = jsonify(progress)
    answer.status_code = 202
    answer.headers["Retry-After"] = "1"
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/t/<code>/export/play.svg")
def play(code: str) -> Response:
    """Return the link to BG Stats as a QR code, to be scanned by a phone that has the app."""
    viewer = viewer_of(code)
    entries = tables().log(viewer.place.opened.id)
    answer = sprites.qr(play_address(viewer, account(viewer.table, entries), entries), error="l")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.post("/t/<code>/rematch")
def rematch(code: str) -> BaseResponse:
    """Go on at a new table, with the same people and their devices; at the one that somebody else has opened."""
    viewer = viewer_of(code)
    opened = tables().rematch(viewer.place.opened.id, viewer.who)
    place = "rendering.show" if viewer.who.colours else "joining.join"
    return redirect(url_for(place, code=opened.code), 303)


@pages.get("/t/<code>/print")
def print_shop(code: str) -> BaseResponse:
    """Go to the print shop, with this table's box filled in."""
    rules = viewer_of(code).table.rules
    box: dict[str, Any] = {"game": rules.game, "edition": rules.edition, "variant": list(rules.variants)}
    return redirect(url_for("shop.shop", **box, players=rules.players), 303)


# importing


@pages.get("/import")
def bring_form() -> str:
    return render_template("table/import.html", fault="", text="")


@pages.post("/import")
def bring() -> BaseResponse | tuple[str, int]:
    """Open a new table from one of our files, or from text."""
    text = _brought()
    contents = run_in_process(_read, text, language(), content().overlays, tables().limits.entries // 2)
    try:
        if not isinstance(contents, str):
            setup, entries, over = contents
            opened = tables().adopt(setup, entries, some_token())
            if alone():
                return play_alone(opened)
            return redirect(url_for("rendering.show" if over else "joining.join", code=opened.code), 303)
    except TableError as error:
        contents = refusal_words(content().translator(language()), error)
    return render_template("table/import.html", fault=contents, text=text if len(text) <= 20_000 else ""), 422


def _read(text: str, spoken: str, overlays: tuple[Path, ...], most: int) -> tuple[Setup, list[Entry], bool] | str:
    """Replay an imported text; return the setup, the entries and whether the game is over, or what is wrong with it."""
    here = Content(library(overlays), overlays)
    try:
        brought = imports.read(text, here.library, language=spoken, most=most)
    except (Unreadable, EngineError, RulesError, TableError) as error:
        return fault_words(here.translator(spoken), error)
    return brought.setup, brought.entries, brought.table.over


def _brought() -> str:
    """Return the uploaded file, or else the typed text."""
    file = request.files.get("file")
    content = file.read() if file and file.filename else b""
    return content.decode("utf-8", "replace") if content else request.form.get("text", "")


def fault_words(t: Translator, error: Exception) -> str:
    """Return what is wrong with a file, and where."""
    match error:
        case Unreadable():
            return _unreadable(t.of(error.rules), error)
        case EngineError():
            return " ".join(error_lines(t, error))
    return refusal_words(t, error) if isinstance(error, REFUSALS) else t.say("import.not_ours")


def _unreadable(t: Translator, error: Unreadable) -> str:
    text = _why_unreadable(t, error)
    if error.cause is not None and not isinstance(error.cause, ValueError):
        text = f"{text} {fault_words(t, error.cause)}"
    column = error.args_by_name.get("column", 1)
    return t.say("notation.at", line=error.line, column=column, said=text) if error.line else text


def _why_unreadable(t: Translator, error: Unreadable) -> str:
    args = error.args_by_name
    match error.code:
        case "empty":
            return t.say("import.empty")
        case "too_large":
            return t.say("import.too_large")
        case "newer":
            return t.say("import.newer")
        case "field":
            return t.say("import.field", field=args["field"])
        case "part":
            return t.say("import.part", given=t.quote(args["given"]), valid=t.listed(args["valid"]))
        case "not_there":
            return t.say("import.not_there")
        case "entry":
            return t.say("import.entry", n=args["n"]) if "n" in args else t.say("import.line")
    return t.say("import.not_ours")


# helpers


def _code() -> str:
    return str((request.view_args or {}).get("code", ""))


def _open(code: str) -> tuple[Viewer, list[Entry]]:
    """Return the table and its log, if it may be read yet."""
    viewer = viewer_of(code)
    entries = tables().log(viewer.place.opened.id)
    if not viewer.holds_all and exports.secret(viewer.table, entries):
        raise Hidden
    return viewer, entries


def _spoken(viewer: Viewer) -> str:
    """Return the language that was asked for, or the viewer's."""
    wanted = request.args.get("lang", "")
    return wanted if wanted in content().languages else viewer.t.code


def _name(viewer: Viewer, ending: str, *more: str) -> str:
    """Return a file name, which contains nothing that people typed."""
    begun = datetime.fromisoformat(viewer.place.opened.created).date().isoformat()
    return "_".join([file_title(viewer.table.rules.game), begun, viewer.code, *more]) + f".{ending}"


def _file(content: bytes, kind: str, name: str) -> Response:
    answer = Response(content, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
