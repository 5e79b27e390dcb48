"""Protection of pages in a home network: which hosts are accepted, and what a page may load.

A foreign site can point its name to an address in this network and read our responses through somebody's browser, and a
neighbor can name any machine SOMETHING.local. Neither can do so with a private IP address or with this machine's own
names, so only these hosts are accepted.
"""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from flask import Flask, Request, Response, abort, g, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.utils import host_is_trusted

from companion.network import Reach

LOCAL_NAMES = ("localhost",)
"""Names that always mean the machine itself."""

Network = IPv4Network | IPv6Network

_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")

FOREIGN = "companion.foreign"
"""The WSGI key that marks a request for a host that is not ours."""

_LONGEST_HOST = 300
"""Host headers are cut to this length."""

_HOME = [
    ip_network(network)
    for network in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "100.64.0.0/10", "fc00::/7", "::1/128",
    )
]  # fmt: skip
"""Private and loopback networks, including those of providers and overlay networks; not reachable from elsewhere."""

_HERE = [ip_network("127.0.0.0/8"), ip_network("::1/128")]

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Sent with every response that says nothing else: nothing inline, nothing from other sites, no framing."""

ENCRYPTED = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Sent over HTTPS only, because browsers ignore it elsewhere and log a warning."""


def protect(app: Flask, hosts: Iterable[str], reach: Reach) -> None:
    """Refuse foreign hosts and add the security headers; `hosts` are additional names to accept."""
    names = (*LOCAL_NAMES, *hosts)

    @lru_cache(maxsize=256)
    def always(host: str) -> bool:
        return host_allowed(host, names)

    def ours(host: str) -> bool:
        # The machine's own addresses change while it serves.
        return always(host) or host_allowed(host, reach.names())

    @app.before_request
    def refuse_foreign_hosts() -> None:
        if request.environ.get(FOREIGN):
            abort(400)

    @app.after_request
    def keep_no_hands(answer: Response) -> Response:
        if "viewer" in g:
            # It may show a hand, so no browser or proxy may store it.
            answer.headers["Cache-Control"] = "no-store"
        return answer

    # Do not redirect addresses with double slashes: a redirect would have to contain our own host name.
    app.url_map.merge_slashes = False
    app.wsgi_app = _with_headers(_known_by_our_name(app.wsgi_app, ours))  # type: ignore[method-assign]
    app.session_interface = PageSessions()


def _known_by_our_name(app: Any, ours: Callable[[str], bool]) -> Any:
    """Mark requests for foreign hosts and hide the host from the app, since it cannot build URLs with some of them."""

    def known_by_our_name(environ: Any, start_response: Any) -> Any:
        environ[FOREIGN] = not ours(environ.get("HTTP_HOST", "")[:_LONGEST_HOST])
        if environ[FOREIGN]:
            environ["HTTP_HOST"] = LOCAL_NAMES[0]
        return app(environ, start_response)

    return known_by_our_name


def _with_headers(app: Any) -> Any:
    """Add the security headers to every response, whatever creates it."""
    plain, encrypted = list(HEADERS.items()), list((HEADERS | ENCRYPTED).items())

    def with_headers(environ: Any, start_response: Any) -> Any:
        def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
            more = encrypted if environ["wsgi.url_scheme"] == "https" else plain
            own = {name for name, _ in headers}
            return start_response(status, headers + [header for header in more if header[0] not in own], error)

        return app(environ, start)

    return with_headers


def behind_proxy(app: Flask, hosts: Iterable[str] = ()) -> None:
    """Trust one proxy in front of the app about the visitor's address. If it has names, no other hosts are accepted."""
    names, inner = (*LOCAL_NAMES, *hosts), app.wsgi_app

    def by_name(environ: Any, start_response: Any) -> Any:
        if hosts and not host_allowed(environ.get("HTTP_HOST", "")[:_LONGEST_HOST], names, _HERE):
            environ["HTTP_HOST"] = ""
        return inner(environ, start_response)

    app.wsgi_app = ProxyFix(by_name, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]


class PageSessions(SecureCookieSessionInterface):
    """Sessions hold the CSRF token of forms. The API has none, since programs send a token of their own."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if request.path.startswith("/api/"):
            return None
        signed, serializer = request.cookies.get(self.get_cookie_name(app), ""), self.get_signing_serializer(app)
        with suppress(BadSignature):
            # Of any age, also to come: somebody may have set the clock while a page was open.
            return self.session_class(serializer.loads(signed) if serializer else {})
        return self.session_class()

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def host_allowed(host: str, names: Iterable[str] = LOCAL_NAMES, networks: Iterable[Network] = _HOME) -> bool:
    """Return whether a Host header is acceptable: a known name, or an address of these networks, by default private.

    >>> host_allowed("192.168.1.20:8327"), host_allowed("[::1]:8327"), host_allowed("table.local", ["table.local"])
    (True, True, True)
    >>> host_allowed("evil.local"), host_allowed("8.8.8.8"), host_allowed("192.168.1.20.evil.example")
    (False, False, False)
    """
    bare = _without_port(host)
    if bare is None:
        return False
    allowed = [name.lower() for name in names]
    try:
        address = ip_address(bare)
    except ValueError:
        return bool(_NAME.fullmatch(bare.lower())) and host_is_trusted(bare.lower(), allowed)
    return str(address) in allowed or any(address in network for network in networks)


def _without_port(host: str) -> str | None:
    """Return the host without its port, or None if the header is malformed."""
    if host.startswith("["):
        bare, closed, rest = host[1:].partition("]")
        port = rest.removeprefix(":") if closed and (not rest or rest.startswith(":")) else "?"
    else:
        bare, colon, port = host.partition(":")
        if colon and not port:
            port = "?"
    return bare if bare and (not port or (port.isascii() and port.isdigit())) else None
