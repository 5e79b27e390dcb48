"""The server's log: one line of JSON for each fault and, if requested, for each response.

Words of an overlay that cannot be said are faults too, named by file and id. A line names the page but never the table:
no codes, tokens, names or addresses. An error is logged by type and location, without its message, which may quote what
somebody typed.
"""

import json
import logging
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from time import perf_counter
from typing import TextIO

from flask import Flask, Response, g, has_request_context, request

FAULTS, ALL, OFF = "faults", "all", "off"
LEVELS = (FAULTS, ALL, OFF)

_FRAMES = 12
"""The number of innermost stack frames to log."""


class JournalLine(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
        }
        fields |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0]:
            frames = traceback.extract_tb(record.exc_info[2])[-_FRAMES:]
            fields["error"] = record.exc_info[0].__name__
            fields["where"] = [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno}" for frame in frames]
        return json.dumps(fields, ensure_ascii=False)


def keep_journal(app: Flask, wanted: str = FAULTS, stream: TextIO | None = None) -> Callable[[Exception], None]:
    """Log an app's faults, all responses, or nothing. Return a function that logs faults from outside requests."""
    handler = logging.StreamHandler(stream or sys.stderr) if wanted != OFF else logging.NullHandler()
    handler.setFormatter(JournalLine())
    journal, words = logging.getLogger(f"{app.import_name}.journal"), logging.getLogger("companion.words")
    for logger in (journal, words):
        logger.handlers = [handler]
        logger.propagate = False
    journal.setLevel(logging.INFO)
    app.log_exception = lambda error: _fault(journal, error)  # type: ignore[method-assign,assignment]
    if wanted == ALL:
        _answers(app, journal)
    return lambda error: _fault(journal, error)


def _fault(journal: logging.Logger, error: object) -> None:
    journal.error("fault", exc_info=error, extra={"fields": _page()})  # type: ignore[arg-type]


def _answers(app: Flask, journal: logging.Logger) -> None:
    @app.before_request
    def begin() -> None:
        g.asked_at = perf_counter()

    @app.after_request
    def end(answer: Response) -> Response:
        took = round((perf_counter() - g.get("asked_at", perf_counter())) * 1000, 1)
        journal.info("answer", extra={"fields": _page() | {"status": answer.status_code, "ms": took}})
        return answer


def _page() -> dict[str, str]:
    if not has_request_context():
        return {}
    return {"page": request.endpoint or "none", "method": request.method}
