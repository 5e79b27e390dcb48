"""The server under the app: sockets, streams, threads, long work and TLS. Pages hand it what must not hold a thread."""

from companion.web.server.certificate import Certificate, OwnCertificate
from companion.web.server.limits import ServerLimits
from companion.web.server.listening import Server, Unservable, open_server

__all__ = ["Certificate", "OwnCertificate", "Server", "ServerLimits", "Unservable", "open_server"]
