"""Writes a finished canvas as compactly as PDF 1.5 allows.

reportlab writes every object separately, and a line of twenty characters for each in a table at the end: together a
third of a sheet of cards. This module compresses all objects that are not streams into one stream, and the table as
well.
"""

import hashlib
import zlib
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject, PDFObjectReference
from reportlab.pdfgen.canvas import Canvas

_HEADER = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"
_STREAM = b"endstream"
_LEVEL = 9


class Form(PDFObject):  # type: ignore[misc]
    """Something that is drawn once and used often, written as compactly as PDF allows."""

    def __init__(self, width: float, height: float, content: bytes, resources: PDFObjectReference) -> None:
        self.box = f"{width:.6g} {height:.6g}".encode()
        self.content, self.resources = content, resources

    def format(self, document: Any) -> bytes:
        """Return the object's bytes; reportlab calls this on every object."""
        resources = self.resources.format(document)
        return _stream(b"/Subtype/Form/BBox[0 0 %b]/Resources %b" % (self.box, resources), self.content)


def packed(canvas: Canvas) -> bytes:
    """Return the bytes of the file. The canvas must not be used afterwards."""
    doc = canvas._doc
    doc.format = lambda: _file(doc)
    found: bytes = canvas.getpdfdata()
    return found


def _file(doc: Any) -> bytes:
    root, info = doc.Reference(doc.Catalog).format(doc), doc.Reference(doc.info).format(doc)
    written, plain = _objects(doc)
    holder = len(written) + len(plain) + 1
    written[holder] = _holder(plain)
    out, table = bytearray(_HEADER), {0: (0, 0, 65535)}
    for place, number in enumerate(plain):
        table[number] = (2, holder, place)
    for number, content in written.items():
        table[number] = (1, len(out), 0)
        out += _object(number, content)
    start, number = len(out), holder + 1
    table[number] = (1, start, 0)
    mark = hashlib.md5(out, usedforsecurity=False).hexdigest().encode()
    entries = b"".join(
        kind.to_bytes(1) + first.to_bytes(3) + second.to_bytes(2) for _, (kind, first, second) in sorted(table.items())
    )
    facts = b"/Type/XRef/Size %d/W[1 3 2]/Root %b/Info %b/ID[<%b><%b>]" % (len(table), root, info, mark, mark)
    out += _object(number, _stream(facts, entries)) + b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def _objects(doc: Any) -> tuple[dict[int, bytes], dict[int, bytes]]:
    """Return all objects by number, streams and others. Writing an object may create further ones."""
    streams: dict[int, bytes] = {}
    plain: dict[int, bytes] = {}
    number = 1
    while number in doc.numberToId:
        content = doc.idToObject[doc.numberToId[number]].format(doc).rstrip(b"\n")
        (streams if content.endswith(_STREAM) else plain)[number] = content
        number += 1
    return streams, plain


def _holder(plain: dict[int, bytes]) -> bytes:
    """Return a stream of all objects that are not streams, preceded by a list of their offsets."""
    places, body = [], bytearray()
    for number, content in plain.items():
        places.append(b"%d %d" % (number, len(body)))
        body += content + b"\n"
    head = b" ".join(places) + b"\n"
    return _stream(b"/Type/ObjStm/N %d/First %d" % (len(plain), len(head)), head + body)


def _stream(facts: bytes, content: bytes) -> bytes:
    content = zlib.compress(content, _LEVEL)
    return b"<<%b/Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream" % (facts, len(content), content)


def _object(number: int, content: bytes) -> bytes:
    return b"%d 0 obj\n%b\nendobj\n" % (number, content)
