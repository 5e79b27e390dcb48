"""Problem documents (RFC 9457) for programs, with text in the reader's language."""

from http import HTTPStatus

from flask import Response

from companion.web.api.models import Fault, Problem, View
from companion.web.errors import Failure

PROBLEM = "application/problem+json"


def problem(failure: Failure, view: View | None = None) -> Response:
    """Return a failure as a response; for an outdated request, with the current view of the table."""
    cause = Problem(
        status=failure.status,
        title=HTTPStatus(failure.status).phrase,
        code=failure.code,
        said=failure.said,
        args=failure.args,
        faults=[Fault(**fault) for fault in failure.faults],
        view=view,
    )
    without = {"view"} if view is None else None
    answer = Response(cause.model_dump_json(exclude=without, fallback=str), failure.status, failure.headers)
    answer.mimetype = PROBLEM
    return answer
