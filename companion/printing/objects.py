"""A finished file as the objects in it: what reportlab cannot write is added, and they are packed.

reportlab writes every object in plain sight, one after the other, and a table of where each begins. Packed, all but the
streams are one compressed stream, and forms share their lists of fonts and forms: the file is a third smaller.
"""

import re
import zlib
from hashlib import sha256
from itertools import pairwise
from typing import NewType

Reference = NewType("Reference", int)
"""The number of an object, counted from 1."""

_RESOURCES = re.compile(rb"/Resources (<<.*>>)\s*/Subtype /Form", re.DOTALL)
_USUAL = (b"/FormType 1 ", b"/Matrix [ 1 0 0 1 0 0 ] ", b"/ProcSet [ /PDF /Text /ImageB /ImageC /ImageI ]")
"""What readers take for granted."""


class PdfObjects:
    """The objects of a file, in the order of their numbers."""

    def __init__(self, content: bytes) -> None:
        """Read what reportlab wrote."""
        table = int(content[content.rindex(b"startxref") :].split()[1])
        starts = [int(line[:10]) for line in content[table:].splitlines() if line.endswith(b" 00000 n ")]
        self._objects = [
            content[start:end].split(b"obj", 1)[1].rstrip().removesuffix(b"endobj").strip()
            for start, end in pairwise([*starts, table])
        ]
        trailer = content[table:]
        self._trailer = b"".join(found[0] for found in re.finditer(rb"/(?:Info|Root) \d+ 0 R ?", trailer))
        self.root = _reference(trailer, "Root")
        self.pages = [
            Reference(int(number))
            for number in re.findall(rb"(\d+) 0 R", self[_reference(self[self.root], "Pages")].split(b"/Kids")[1])
        ]

    def __getitem__(self, reference: Reference) -> bytes:
        return self._objects[reference - 1]

    def added(self, entries: str = "") -> Reference:
        """Add a dictionary, or the place of one, and return its reference."""
        self._objects.append(b"<<>>")
        reference = Reference(len(self._objects))
        self.extend(reference, entries)
        return reference

    def extend(self, reference: Reference, entries: str) -> None:
        """Add entries to a dictionary."""
        self._objects[reference - 1] = self[reference].removesuffix(b">>") + entries.encode("ascii") + b">>"

    def packed(self) -> bytes:
        """Return the file."""
        self._share_resources()
        out, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), [b"\0\0\0\0\0\xff\xff"]
        heads, plain, length, holder = list[bytes](), list[bytes](), 0, len(self._objects) + 1
        for number, written in enumerate(self._objects, 1):
            if written.endswith(b"endstream"):
                places.append(_place(1, len(out), 0))
                out += b"%d 0 obj\n%b\nendobj\n" % (number, written)
            else:
                places.append(_place(2, holder, len(plain)))
                heads.append(b"%d %d" % (number, length))
                plain.append(written)
                length += len(written) + 1
        head = b" ".join(heads) + b"\n"
        places.append(_place(1, len(out), 0))
        entries = b"/Type /ObjStm /N %d /First %d " % (len(plain), len(head))
        out += _stream(holder, entries, head + b"\n".join(plain))
        table, key = len(out), sha256(out).hexdigest()[:32].encode()
        places.append(_place(1, table, 0))
        entries = b"/Type /XRef /W [1 4 2] /Size %d /ID [<%b> <%b>] %b" % (len(places), key, key, self._trailer)
        out += _stream(holder + 1, entries, b"".join(places))
        return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % table

    def _share_resources(self) -> None:
        """Keep the fonts and forms that forms use once, where each has a list of its own, and leave out the usual."""
        lists: dict[bytes, Reference] = {}
        for place, written in enumerate(self._objects):
            head, stream, content = written.partition(b"stream\n")
            for usual in _USUAL:
                head = head.replace(usual, b"")
            if stream and (found := _RESOURCES.search(head)):
                if found[1] not in lists:
                    lists[found[1]] = self.added(found[1][2:-2].decode("ascii"))
                shared = b"/Resources %d 0 R /Subtype /Form" % lists[found[1]]
                head = head[: found.start()] + shared + head[found.end() :]
            self._objects[place] = head + stream + content


def text(written: str) -> str:
    """Return a text as files have it.

    >>> text("é")
    '<feff00e9>'
    """
    return f"<feff{written.encode('utf-16-be').hex()}>"


def _reference(written: bytes, entry: str) -> Reference:
    return Reference(int(written.split(f"/{entry} ".encode())[1].split()[0]))


def _place(kind: int, where: int, which: int) -> bytes:
    """Return where an object is: alone in the file (1), or in a stream of many (2)."""
    return bytes([kind]) + where.to_bytes(4, "big") + which.to_bytes(2, "big")


def _stream(number: int, entries: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    head = b"%d 0 obj\n<<%b/Filter /FlateDecode /Length %d>>" % (number, entries, len(packed))
    return head + b"\nstream\n" + packed + b"\nendstream\nendobj\n"
