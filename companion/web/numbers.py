"""Numbers as somebody sends them: in an address, a form or a header."""


def whole(text: str, otherwise: int = 0, *, digits: int = 9) -> int:
    """A whole number of at most so many digits, or what stands for anything else.

    >>> whole("12"), whole("-1"), whole("²"), whole("", 7), whole("12345", digits=4)
    (12, 0, 0, 7, 0)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else otherwise
