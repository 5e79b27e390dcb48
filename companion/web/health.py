"""Liveness, readiness and metrics for operators. No names, codes or tokens."""

from collections import Counter
from contextlib import suppress
from threading import Lock
from time import perf_counter

from flask import Blueprint, Flask, Response, abort, current_app, g, jsonify, request
from sqlalchemy.exc import DBAPIError, IntegrityError

from companion import __version__
from companion.table.database import Away
from companion.web.addresses import is_loopback
from companion.web.viewer import tables

pages = Blueprint("health", __name__)

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Histogram buckets in seconds, as is usual for response times."""


class ServerFigures:
    """Counts responses by page and status, and their durations."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.answers: Counter[tuple[str, int]] = Counter()
        self.took: Counter[float] = Counter()
        self.seconds = 0.0

    def count(self, page: str, status: int, seconds: float) -> None:
        with self._lock:
            self.answers[page, status] += 1
            self.seconds += seconds
            for bucket in BUCKETS:
                if seconds <= bucket:
                    self.took[bucket] += 1

    def text(self, listeners: int) -> str:
        """Return the metrics in Prometheus text format."""
        lines = ["# TYPE companion_listeners gauge", f"companion_listeners {listeners}"]
        lines += ["# TYPE companion_answers_total counter"]
        with self._lock:
            for (page, status), n in sorted(self.answers.items()):
                lines.append(f'companion_answers_total{{page="{page}",status="{status}"}} {n}')
            total = sum(self.answers.values())
            lines += ["# TYPE companion_answer_seconds histogram"]
            lines += [f'companion_answer_seconds_bucket{{le="{b}"}} {self.took[b]}' for b in BUCKETS]
            lines += [f'companion_answer_seconds_bucket{{le="+Inf"}} {total}']
            lines += [f"companion_answer_seconds_sum {self.seconds:.6f}", f"companion_answer_seconds_count {total}"]
        return "\n".join(lines) + "\n"


def measure(app: Flask) -> None:
    figures = app.extensions["figures"] = ServerFigures()

    @app.before_request
    def begin() -> None:
        g.begun = perf_counter()

    @app.after_request
    def end(answer: Response) -> Response:
        begun = g.get("begun")
        if begun is not None:
            figures.count(request.endpoint or "none", answer.status_code, perf_counter() - begun)
        return answer


@pages.get("/health")
def health() -> Response:
    return jsonify(status="ok", version=__version__)


def _ours() -> None:
    """Answer only requests from this machine, unless metrics are enabled."""
    if not is_loopback(request.remote_addr or "") and "figures" not in current_app.extensions:
        abort(404)


@pages.get("/ready")
def ready() -> tuple[Response, int] | Response:
    _ours()
    store = tables().store
    lost = store.database.lost()
    try:
        # Only a write tells whether there is room for one. Another process may be doing the same, which is as good.
        with suppress(IntegrityError):
            store.set("ready", lost)
    except (DBAPIError, Away):
        lost = "database"
    if lost:
        return jsonify(status="database"), 503
    return jsonify(status="ok", listeners=tables().hub.number, most=tables().hub.most)


@pages.get("/metrics")
def metrics() -> Response:
    """Return the metrics, if they were enabled at startup."""
    _ours()
    figures = current_app.extensions.get("figures")
    if figures is None:
        abort(404)
    return Response(figures.text(tables().hub.number), mimetype="text/plain; version=0.0.4")
