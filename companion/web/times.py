"""Moments in the viewer's words: how long ago, and at what time."""

from datetime import UTC, datetime

from babel.dates import format_timedelta

from companion.i18n.translator import Translator


def ago(t: Translator, at: str) -> str:
    """How long ago a moment of the log was.

    >>> ago(Translator("en"), "2020-01-01T00:00:00.000+00:00").endswith("years ago")
    True
    """
    passed = datetime.fromisoformat(at) - datetime.now(UTC)
    return str(format_timedelta(passed, add_direction=True, locale=t.locale))
