"""A connection of waitress that leaves its watcher in peace.

Waitress has one thread that watches all connections. While another thread is writing an answer, there is something to
be written on that connection: the watcher is told at once that it could write, finds that it must not, and looks again,
thousands of times, while the writer waits for its turn to compute. So a connection does not ask to be written to while
a thread writes. What that thread could not send is left to the watcher, as before.
"""

from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, MultiSocketServer


class Channel(HTTPChannel):  # type: ignore[misc]
    """See the module."""

    _written = False
    """Whether a thread is writing."""

    def write_soon(self, data: object) -> int:
        """Write a part of an answer."""
        self._written = True
        try:
            return int(super().write_soon(data))
        finally:
            self._written = False
            if self.total_outbufs_len:
                self.server.pull_trigger()

    def writable(self) -> bool:
        """Whether the watcher may write. Of a very long answer it must: the thread waits for that."""
        return bool(super().writable() and (not self._written or self._long()))

    def _long(self) -> bool:
        return bool(self.total_outbufs_len > self.adj.outbuf_high_watermark)


def use(server: BaseWSGIServer | MultiSocketServer) -> None:
    """Have a server open its connections like this."""
    sockets = server.map.values() if isinstance(server, MultiSocketServer) else [server]
    for one in sockets:
        if isinstance(one, BaseWSGIServer):
            one.channel_class = Channel
