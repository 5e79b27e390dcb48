"""Join codes that people type, and tokens that devices keep. A code finds a table; only a token can act for a seat."""

import secrets
from hashlib import sha256

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without characters that are easily confused: 0 O 1 I L."""

CODE_LENGTH, LONGEST_CODE = 5, 8

CROWD = 30
"""The number of tables from which codes are one letter longer, and again for each further factor of as many.

The more tables there are, the sooner a guess finds one.
"""


def new_code(tables: int = 0) -> str:
    """Return a random join code, long enough for a server with this many tables.

    >>> len(new_code()), set(new_code()) <= set(ALPHABET)
    (5, True)
    >>> len(new_code(29)), len(new_code(30)), len(new_code(1_000)), len(new_code(10**9))
    (5, 6, 7, 8)
    """
    length = CODE_LENGTH
    while tables >= CROWD and length < LONGEST_CODE:
        tables, length = tables // CROWD, length + 1
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(typed: str) -> str:
    """Normalize a code as people type it.

    >>> read_code(" ab-3de ")
    'AB3DE'
    """
    return "".join(char for char in typed.upper() if char in ALPHABET)[: LONGEST_CODE + 1]


def like_code(typed: str) -> bool:
    """Return whether a text could be a code: long enough, and with no letter or digit that codes do not have.

    >>> like_code(" ab-3de "), like_code("AB"), like_code("O0I1L"), like_code("<script>")
    (True, False, False, False)
    """
    allowed = all(char in ALPHABET for char in typed.upper() if char.isalnum())
    return allowed and CODE_LENGTH <= len(read_code(typed)) <= LONGEST_CODE


KEY_LENGTH = 16
"""The length of a link's key: 79 bits, in letters and digits that people can type from a card."""


def new_key() -> str:
    """Return the random key of a link."""
    return "".join(secrets.choice(ALPHABET) for _ in range(KEY_LENGTH))


def read_key(typed: str) -> str:
    """Normalize a key as people type it.

    >>> read_key(" abcd-efgh jkmn\u2011pqrs ")
    'ABCDEFGHJKMNPQRS'
    """
    return "".join(char for char in typed.upper() if char in ALPHABET)[: KEY_LENGTH + 1]


def spaced_key(key: str) -> str:
    """Return a key in groups of four, as it stands on a card.

    >>> spaced_key("ABCDEFGHJKMNPQRS")
    'ABCD-EFGH-JKMN-PQRS'
    """
    return "-".join(key[at : at + 4] for at in range(0, len(key), 4))


def new_token() -> str:
    return secrets.token_urlsafe(16)


def fingerprint(token: str) -> str:
    """Return the hash of a token, which is all that is stored of it."""
    return sha256(token.encode()).hexdigest() if token else ""


def new_id() -> str:
    """Return a random table id, impossible to guess."""
    return secrets.token_hex(8)
