"""All tables of the only device as one file: saving it, and bringing it back, there or on another one."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.table import maintenance
from companion.table.database import Database, Unusable
from companion.table.tokens import fingerprint
from companion.web.alone import SAVED, alone
from companion.web.locale import moment, words
from companion.web.numbers import whole
from companion.web.table.new_table import sit_everywhere
from companion.web.viewer import some_token, tables

pages = Blueprint("everything", __name__)

LONGEST = 256 * 1024 * 1024
"""Bytes of a file: more than anybody's tables take."""


@pages.url_value_preprocessor
def allow_files(endpoint: str | None, _values: dict[str, str] | None) -> None:
    if endpoint == "everything.bring":
        request.max_content_length = LONGEST


@pages.get("/everything")
def show() -> str:
    brought = request.args.get("brought", "")
    return _page(words().say("web.alone.brought", n=whole(brought)) if brought else "")


@pages.get("/everything.db")
def save() -> Response:
    """Return the whole database, which `companion db restore` understands as well."""
    store, now = tables().store, tables().now()
    store.set(SAVED, now)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "everything.db"
        store.database.pour(file)
        answer = Response(file.read_bytes(), content_type="application/vnd.sqlite3")
    answer.headers["Content-Disposition"] = f'attachment; filename="Caylus_{now[:10]}.db"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.post("/everything")
def bring() -> BaseResponse | tuple[str, int]:
    """Bring back the tables of a file that are not here, or not as far. Nothing that is here is lost."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "brought.db"
        if sent := request.files.get("file"):
            sent.save(file)
        try:
            with closing(Database(file).ready()) as source:
                brought = maintenance.bring(source, tables().store, fingerprint(some_token()))
        except Unusable:
            return _page(words().say("web.alone.unreadable")), 422
    for id in brought:
        tables().forget(id)
        sit_everywhere(id)
    return redirect(url_for("everything.show", brought=len(brought)), 303)


def _page(said: str) -> str:
    saved = tables().store.setting(SAVED)
    last = moment(words(), saved) if saved else ""
    return render_template("table/everything.html", said=said, last=last, device=alone())
