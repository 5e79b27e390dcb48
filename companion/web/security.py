"""What keeps a page on the table's own network honest: which hosts it answers to, and what a page may load.

A site elsewhere can let its name point to an address in this network and read our answers through somebody's browser.
It cannot do that with a numeric address or with a name that only exists here, so these are the hosts we answer to.
"""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any

from flask import Flask, Request, abort, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from werkzeug.sansio.utils import host_is_trusted

LOCAL_NAMES = ("localhost", ".local")
"""Names that no server of the internet can have."""

_LONGEST_HOST = 300
"""More than any name has."""

_SHARED = ip_network("100.64.0.0/10")
"""Addresses of a provider's or a private overlay network: not reachable from elsewhere either."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Nothing inline, nothing from elsewhere, nobody's frame."""


def protect(app: Flask, hosts: Iterable[str] = ()) -> None:
    """Refuse foreign hosts and send the headers with every answer; `hosts` are further names to answer to."""
    names = (*LOCAL_NAMES, *hosts)

    @lru_cache(maxsize=256)
    def ours(host: str) -> bool:
        return host_allowed(host, names)

    @app.before_request
    def refuse_foreign_hosts() -> None:
        if not ours(request.headers.get("Host", "")[:_LONGEST_HOST]):
            abort(400)

    app.wsgi_app = _with_headers(app.wsgi_app)  # type: ignore[method-assign]
    app.session_interface = PageSessions()


def _with_headers(app: Any) -> Any:
    """The same app, its headers with every answer, whatever makes it."""
    headers = list(HEADERS.items())

    def with_headers(environ: Any, start_response: Any) -> Any:
        def start(status: str, said: list[tuple[str, str]], error: Any = None) -> Any:
            return start_response(status, said + headers, error)

        return app(environ, start)

    return with_headers


class PageSessions(SecureCookieSessionInterface):
    """Sessions hold the token of forms: programs come with a token of their own and need none."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        return None if request.path.startswith("/api/") else super().open_session(app, request)


def host_allowed(host: str, names: Iterable[str] = LOCAL_NAMES) -> bool:
    """Whether a Host header is one of ours: a local name, the loopback, or a private address.

    >>> host_allowed("192.168.1.20:8327"), host_allowed("[::1]:8327"), host_allowed("table.local")
    (True, True, True)
    >>> host_allowed("evil.example"), host_allowed("8.8.8.8"), host_allowed("192.168.1.20.evil.example")
    (False, False, False)
    """
    bare = _without_port(host)
    if bare is None:
        return False
    known = [name.lower() for name in names]
    try:
        address = ip_address(bare)
    except ValueError:
        return host_is_trusted(bare.lower(), known)
    if str(address) in known:
        return True
    if address.is_unspecified or address.is_multicast:
        return False
    return address.is_private or address.is_loopback or (address.version == 4 and address in _SHARED)


def _without_port(host: str) -> str | None:
    """The host of a header, or none where what follows is not a port."""
    if host.startswith("["):
        bare, closed, rest = host[1:].partition("]")
        port = rest.removeprefix(":") if closed and (not rest or rest.startswith(":")) else "?"
    else:
        bare, colon, port = host.partition(":")
        if colon and not port:
            port = "?"
    return bare if bare and (not port or (port.isascii() and port.isdigit())) else None
