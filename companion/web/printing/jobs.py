"""Drawing sheets in a separate process, so that printing never slows down a table."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from zipfile import ZipFile

from flask import Response, render_template

from companion.printing import Made, make_request
from companion.printing.job import contents, job_for
from companion.printing.pixels import picture
from companion.printing.product import Request
from companion.printing.sheet import Pieces
from companion.web.handoff import run_in_process
from companion.web.locale import words

RETRY_AFTER = 5
"""Retry-After in seconds, if there is no room."""


def busy(_: Exception) -> Response:
    """Respond that too many people are printing."""
    page = render_template("missing.html", status=503, said=words().say("web.print.busy"), nearest=[])
    return Response(page, 503, {"Retry-After": str(RETRY_AFTER)})


def drawn(request: Request) -> Made:
    """Draw a sheet as a file. Raises `Busy`, or an error of the print shop."""
    return run_in_process(_made, request)


def drawn_with_pieces(request: Request) -> tuple[Made, tuple[str, ...] | None]:
    """Draw a sheet as a file, and return the ids of all pieces of its product, or None if it has no pieces."""
    return run_in_process(_with_pieces, request)


def pictured(request: Request, page: int, width: int) -> bytes:
    """Draw one page of a sheet as a picture."""
    return run_in_process(_picture, request, page, width)


@lru_cache(maxsize=400)
def kept_picture(request: Request, page: int, width: int) -> bytes:
    """Return a small picture for a list of products, drawn once for everybody."""
    return pictured(request, page, width)


def bundle(requests: Sequence[Request]) -> bytes:
    """Draw several sheets as one file."""
    return run_in_process(_bundle, tuple(requests))


def report(request: Request) -> bytes:
    """Draw the report of a game as a file."""
    return run_in_process(_content, request)


@lru_cache(maxsize=16)
def _made(request: Request) -> Made:
    """Draw a sheet, once for its page, its pictures and its download."""
    return make_request(request)


def _with_pieces(request: Request) -> tuple[Made, tuple[str, ...] | None]:
    content = contents(job_for(replace(request, only=())))
    if not isinstance(content, Pieces):
        return _made(request), None
    return _made(request), tuple(dict.fromkeys(piece.id for piece in content.pieces if piece.id))


def _picture(request: Request, page: int, width: int) -> bytes:
    return picture(_made(request).content, page, width)


def _bundle(requests: tuple[Request, ...]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as bundle:
        for request in requests:
            product = _made(request)
            bundle.writestr(product.name, product.content)
    return file.getvalue()


def _content(request: Request) -> bytes:
    return make_request(request).content
