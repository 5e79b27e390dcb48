"""Sheets drawn for people who wait: in a process of their own, so that printing never makes a table wait."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from zipfile import ZipFile

from flask import Response, render_template

from companion.engine.scoring import Account
from companion.printing import Made, make_request
from companion.printing.errors import BuildError
from companion.printing.pixels import picture
from companion.printing.product import Request
from companion.web.handoff import Keeper, elsewhere
from companion.web.locale import words

RETRY_AFTER = 5
"""Seconds after which somebody who found no room may ask again."""


def busy(_: Exception) -> Response:
    """Too many people print just now."""
    page = render_template("missing.html", status=503, said=words().say("web.print.busy"), nearest=[])
    return Response(page, 503, {"Retry-After": str(RETRY_AFTER)})


def drawn(request: Request) -> Made:
    """A sheet as a file. Raises `Busy`, or an error of the print shop."""
    return elsewhere(_made, request)


def pictured(request: Request, page: int, width: int) -> bytes:
    """One page of it as a picture."""
    return elsewhere(_picture, request, page, width)


_pictures: Keeper[bytes] = Keeper(400)
"""Small pictures, for lists of products."""


def kept_picture(request: Request, page: int, width: int) -> bytes:
    """A small picture, drawn once for everybody."""
    return _pictures.get((request, page, width), lambda: pictured(request, page, width))


def bundle(requests: Sequence[Request]) -> bytes:
    """Several sheets as one file."""
    return elsewhere(_bundle, tuple(requests))


def report(request: Request) -> bytes:
    """The end of a game as a file."""
    return elsewhere(_report, request)


@lru_cache(maxsize=16)
def _made(request: Request) -> Made:
    """The page, its pictures and the download are all of the same."""
    return make_request(request)


def _picture(request: Request, page: int, width: int) -> bytes:
    return picture(_made(request).content, page, width)


def _bundle(requests: tuple[Request, ...]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as bundle:
        for request in requests:
            made = _made(request)
            bundle.writestr(made.name, made.content)
    return file.getvalue()


def _report(request: Request) -> bytes:
    try:
        return make_request(request).content
    except BuildError:
        # A name that the face of the sheet has no letters for, or no room: the colours say who is who.
        account = request.record
        assert isinstance(account, Account)
        return make_request(replace(request, record=replace(account, names={}))).content
