"""Picks single pieces out of a product: `tailor`, `bank:2`."""

import re
from itertools import chain, cycle, islice
from typing import TYPE_CHECKING

from companion.printing.errors import BadChoice
from companion.printing.sheet import Piece, Pieces
from companion.rules import UnknownName

if TYPE_CHECKING:
    from companion.printing.job import Job

_WRITTEN = re.compile(r"\s*([^:]+?)\s*(?::\s*([1-9][0-9]?)\s*)?")


def chosen(job: "Job", pieces: Pieces) -> Pieces:
    """Return only the pieces that the request names, if it names any. Raises `BadChoice` or `UnknownName`."""
    if not job.request.only:
        return pieces
    return Pieces(list(chain.from_iterable(_named(job, pieces, word) for word in job.request.only)), pieces.faces)


def _named(job: "Job", pieces: Pieces, written: str) -> list[Piece]:
    """Return the pieces of this name: as many as asked for, or all in the box."""
    available = list(dict.fromkeys(piece.id for piece in pieces.pieces if piece.id))
    valid = [job.t.long(id) for id in available]
    match = _WRITTEN.fullmatch(written)
    if not match or not available:
        raise BadChoice("only", written, valid, job.request.product)
    ids = {id for id in available if match[1].casefold() in _names(job, id)} or {_searched(job, match[1], valid)}
    same = [piece for piece in pieces.pieces if piece.id in ids]
    if not same:
        raise BadChoice("only", match[1], valid, job.request.product)
    return list(islice(cycle(same), int(match[2]))) if match[2] else same


def _names(job: "Job", id: str) -> set[str]:
    """Return what a piece is called: its id, and what is printed on it in any box."""
    printed = (name for t in (job.t, *job.others) if t.has(id) for name in (t.name(id), t.long(id)))
    return {id.casefold(), *(name.casefold() for name in printed)}


def _searched(job: "Job", name: str, valid: list[str]) -> str:
    """Return what a name means that is on none of the pieces. Raises `BadChoice` or `UnknownName`."""
    from companion.i18n.search import full_id  # reads half of the engine, for a word that few people type

    try:
        return full_id(job.library, job.rules.game, name, job.request.overlays)
    except UnknownName as error:
        if error.kind == "name":
            raise
        raise BadChoice("only", name, valid, job.request.product) from error
