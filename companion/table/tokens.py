"""Codes that people type, and tokens that devices keep. A code finds a table; only a token acts for a seat."""

import secrets
from hashlib import sha256

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without what is easily taken for something else: 0 O 1 I L."""

CODE_LENGTH = 5


def new_code() -> str:
    """A code to join a table.

    >>> len(new_code()), set(new_code()) <= set(ALPHABET)
    (5, True)
    """
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """A code as people type it.

    >>> read_code(" ab-3de ")
    'AB3DE'
    """
    return "".join(char for char in typed.upper() if char in ALPHABET)[: CODE_LENGTH + 1]


def new_token() -> str:
    return secrets.token_urlsafe(16)


def fingerprint(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest() if token else ""


def new_id() -> str:
    """The id of a table, not to be guessed."""
    return secrets.token_hex(8)
