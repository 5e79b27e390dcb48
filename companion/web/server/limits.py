"""How much one server takes on, and of one address and one device. docs/hosting.md has all limits in one table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ServerLimits:
    """The limits of one process."""

    threads: int = 8
    """That answer requests."""
    connections: int = 20_000
    """At the same time, if the system lets us have so many."""
    connections_each: int = 3_000
    """Of one address: a whole club behind one router. Beyond that the one that was silent for longest ends."""
    header_seconds: float = 10.0
    """From the first byte of a request to the end of its head, and for the handshake of an encrypted connection."""
    body_seconds: float = 30.0
    """For what is sent along."""
    idle_seconds: int = 30
    """A connection that is kept for the next request."""
    send_seconds: float = 60.0
    """For an answer to be read."""
    head: int = 64 * 1024
    """Bytes of a request's head."""
    body: int = 4 * 1024 * 1024
    """Bytes that are sent along and kept; a page may take less."""
    body_read: int = 64 * 1024 * 1024
    """Bytes that are read to be told that they were too many."""
    waiting_each: int = 16
    """Requests of one device that wait for a thread; a browser has six connections."""
    waiting_address: int = 2_000
    """And of one address."""
    pausing_address: int = 200
    """Strangers of one address who wait because too many codes were guessed there; the next ones do not wait."""
    works: int = 12
    """Sheets that are drawn or wait to be."""
    works_each: int = 3
    """And those of one device."""
    work_seconds: float = 30.0
    """For one of them."""
