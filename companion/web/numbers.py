"""Parsing numbers from addresses, forms and headers."""


def whole(text: str, otherwise: int = 0, *, digits: int = 9) -> int:
    """Parse a whole number of at most `digits` digits; return `otherwise` for anything else.

    >>> whole("12"), whole("-1"), whole("²"), whole("", 7), whole("12345", digits=4)
    (12, 0, 0, 7, 0)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else otherwise
