"""Times in the viewer's language: how long ago, and at what time."""

from datetime import UTC, datetime

from babel.dates import format_datetime, format_timedelta

from companion.i18n.translator import Translator


def moment(t: Translator, at: str) -> str:
    """Format a moment in the server's time zone; the server is in the same room.

    >>> moment(Translator("de"), "2026-01-15T12:00:00.000+00:00").partition(",")[0]
    '15.01.26'
    """
    return str(format_datetime(datetime.fromisoformat(at).astimezone(), "short", locale=t.locale))


def ago(t: Translator, at: str) -> str:
    """Return how long ago a moment was, in words.

    >>> ago(Translator("en"), "2020-01-01T00:00:00.000+00:00").endswith("years ago")
    True
    """
    passed = datetime.fromisoformat(at) - datetime.now(UTC)
    return str(format_timedelta(passed, add_direction=True, locale=t.locale))
