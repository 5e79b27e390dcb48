"""Cookies that a device keeps for a year; no script reads them."""

from flask import request
from werkzeug.wrappers import Response

_A_YEAR = 365 * 24 * 3600


def keep(answer: Response, name: str, value: str) -> None:
    """Have the device keep a cookie."""
    answer.set_cookie(name, value, max_age=_A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
