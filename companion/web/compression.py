"""Compression of pages and static files, and of what is said with them. Fonts and pictures are already compressed."""

import gzip
import re
from functools import lru_cache

from flask import Flask, Response, request

_LEAST = 1_000
"""Responses shorter than this many bytes are not compressed."""

_KINDS = ("text/", "application/json", "application/javascript", "image/svg+xml")
_FOR_FILES, _FOR_PAGES = 9, 6
"""Compression levels for static files, which are cached, and for pages, which are not."""

_COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
"""What a style sheet says to those who edit it."""

_REPEATED = ("Content-Disposition", "Expires", "Last-Modified")
"""Headers of a static file that say again what its type, its cache control and its tag say."""


def shrink(app: Flask) -> None:
    """Compress all responses that benefit from it."""

    @app.after_request
    def compress(answer: Response) -> Response:
        for name in _REPEATED if request.endpoint in ("static", "rules.font") else ():
            answer.headers.pop(name, None)
        if _small(answer) or not _gains(answer):
            return answer
        answer.vary.add("Accept-Encoding")
        if request.accept_encodings["gzip"] > 0:
            answer.direct_passthrough = False
            data = answer.get_data()
            if len(data) >= _LEAST:
                kept = answer.cache_control.immutable or request.endpoint == "static"
                if answer.mimetype == "text/css":
                    data = _COMMENT.sub(b"", data)
                answer.set_data(_pressed(data) if kept else gzip.compress(data, _FOR_PAGES, mtime=0))
                answer.content_encoding = "gzip"
        return answer


def _small(answer: Response) -> bool:
    return (
        not answer.is_streamed and not answer.direct_passthrough and (answer.calculate_content_length() or 0) < _LEAST
    )


def _gains(answer: Response) -> bool:
    kind = answer.mimetype or ""
    streamed = answer.is_streamed and not answer.direct_passthrough
    plain = answer.status_code == 200 or answer.status_code >= 400
    return plain and not streamed and not answer.content_encoding and kind.startswith(_KINDS)


@lru_cache(maxsize=64)
def _pressed(data: bytes) -> bytes:
    return gzip.compress(data, _FOR_FILES, mtime=0)
