"""The limits of one server, per address and per device. docs/hosting.md lists all limits."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ServerLimits:
    """The limits of one process."""

    threads: int = 8
    """Threads for requests."""
    connections: int = 20_000
    """Open connections, if the system allows so many."""
    connections_each: int = 3_000
    """Open connections per address (a whole club behind one router). Beyond that, the longest idle one is closed."""
    header_seconds: float = 10.0
    """Time for the head of a request, and for a TLS handshake."""
    body_seconds: float = 30.0
    """Time for the body of a request."""
    idle_seconds: int = 30
    """Time that an idle connection is kept for the next request."""
    send_seconds: float = 60.0
    """Time for a client to read a response."""
    head: int = 64 * 1024
    """Bytes in the head of a request."""
    body: int = 4 * 1024 * 1024
    """Bytes kept of a body; a page may accept fewer."""
    body_read: int = 64 * 1024 * 1024
    """Bytes read of a body that is too long, so that the client gets to see the refusal."""
    waiting_each: int = 16
    """Requests per device that wait for a thread; a browser has six connections."""
    waiting_address: int = 2_000
    """Requests per address that wait for a thread."""
    pausing_address: int = 200
    """Strangers per address delayed because too many codes were guessed there; further ones are not delayed."""
    works: int = 12
    """Pieces of long work in progress or waiting."""
    works_each: int = 3
    """Pieces of long work per device."""
    work_seconds: float = 30.0
    """Time for one piece of long work."""
