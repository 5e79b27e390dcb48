"""The limits of one server, per address and per device. docs/hosting.md lists all limits."""

from dataclasses import dataclass

KB, MB = 1024, 1024 * 1024


@dataclass(frozen=True)
class Shares:
    """How many requests may run at once, and how many may wait."""

    slots: int
    """Run in all."""
    address: int
    """Run for one address; at least one slot is left to others."""
    device: int
    """Run for one known device."""
    strangers: int
    """Run for all others of an address together."""
    waiting: int
    """Wait in all."""
    waiting_address: int
    waiting_device: int
    waiting_strangers: int


@dataclass(frozen=True)
class ServerLimits:
    """The limits of one process."""

    pages: Shares = Shares(4, 3, 2, 1, 8_000, 2_000, 16, 1_000)
    """Threads for requests."""
    sheets: Shares = Shares(2, 1, 1, 1, 120, 6, 3, 2)
    """Processes for sheets, records and files."""
    thoughts: Shares = Shares(1, 1, 1, 1, 120, 6, 3, 2)
    """Processes for computer players."""
    browser: int = 6
    """Connections of one browser. If more requests wait at an address, its strangers are served less often."""
    rest: float = 3.0
    """How long these then wait after each request, as a multiple of how long it took."""
    known: int = 20_000
    """Devices remembered that host a table or sit at one."""
    connections: int = 20_000
    """Open connections, if the system allows so many."""
    connections_each: int = 3_000
    """Open connections per address (a whole club behind one router). Beyond that, the longest idle one is closed."""
    handshakes: int = 1_000
    """Unfinished TLS handshakes, of about 60 kB each. Beyond that, the oldest is given up."""
    handshakes_each: int = 100
    """Unfinished TLS handshakes per address."""
    header_seconds: float = 10.0
    """Time for the head of a request, and for a TLS handshake."""
    body_seconds: float = 30.0
    """Time for the body of a request."""
    idle_seconds: float = 30.0
    """Time that an idle connection is kept for the next request."""
    send_seconds: float = 60.0
    """Time for a client to read a response."""
    turn_seconds: float = 30.0
    """Time that a request waits for a thread."""
    work_seconds: float = 30.0
    """Time that long work waits for its turn, and time for one piece of it."""
    head: int = 16 * KB
    """Bytes in the head of a request."""
    body: int = 64 * KB
    """Bytes of a body."""
    file: int = 4 * MB
    """Bytes of a body that brings a file."""
    drained: int = 16 * MB
    """Bytes read and thrown away of a body that is too long, so that the client gets to see the refusal."""
    held: int = 64 * MB
    """Bytes of bodies and of responses not yet read. Beyond that, whoever has held theirs for longest is closed."""
    held_each: int = 16 * MB
    """Bytes of bodies and of responses not yet read, per address."""
    pausing_address: int = 200
    """Strangers per address delayed because too many codes were guessed there; further ones are not delayed."""
