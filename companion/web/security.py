"""What keeps a page on the table's own network honest: which hosts it answers to, and what a page may load.

A site elsewhere can let its name point to an address in this network and read our answers through somebody's browser,
and a neighbour can call any machine SOMETHING.local. Neither can do that with a numeric address of a home network or
with this machine's own names, so these are the hosts we answer to.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any

from flask import Flask, Request, Response, abort, g, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.utils import host_is_trusted

LOCAL_NAMES = ("localhost",)
"""Names that mean this machine everywhere."""

_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")

FOREIGN = "companion.foreign"
"""Where a request says that it came under a name that is not ours."""

_LONGEST_HOST = 300
"""More than any name has."""

_HOME = [
    ip_network(one)
    for one in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "100.64.0.0/10", "fc00::/7", "::1/128",
    )
]  # fmt: skip
"""Addresses of a home, of this machine, of a provider's or a private overlay network: not reachable from elsewhere."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Nothing inline, nothing from elsewhere, nobody's frame."""

ENCRYPTED = {"Cross-Origin-Opener-Policy": "same-origin"}
"""What browsers take notice of on an encrypted line alone, and complain of elsewhere."""


def protect(app: Flask, hosts: Iterable[str] = ()) -> None:
    """Refuse foreign hosts and send the headers with every answer; `hosts` are further names to answer to."""
    names = (*LOCAL_NAMES, *hosts)

    @lru_cache(maxsize=256)
    def ours(host: str) -> bool:
        return host_allowed(host, names)

    @app.before_request
    def refuse_foreign_hosts() -> None:
        if request.environ.get(FOREIGN):
            abort(400)

    @app.after_request
    def keep_no_hands(answer: Response) -> Response:
        if "viewer" in g:
            # A hand may be on it: neither the browser nor anybody on the way keeps it.
            answer.headers["Cache-Control"] = "no-store"
        return answer

    # An address with a slash too many is none of ours: to put it right, we would have to say our own name.
    app.url_map.merge_slashes = False
    app.wsgi_app = _with_headers(_known_by_our_name(app.wsgi_app, ours))  # type: ignore[method-assign]
    app.session_interface = PageSessions()


def _known_by_our_name(app: Any, ours: Callable[[str], bool]) -> Any:
    """The same app, which never sees a name that is not ours: with some, no address could be made at all."""

    def known_by_our_name(environ: Any, start_response: Any) -> Any:
        environ[FOREIGN] = not ours(environ.get("HTTP_HOST", "")[:_LONGEST_HOST])
        if environ[FOREIGN]:
            environ["HTTP_HOST"] = LOCAL_NAMES[0]
        return app(environ, start_response)

    return known_by_our_name


def _with_headers(app: Any) -> Any:
    """The same app, its headers with every answer, whatever makes it."""
    plain, encrypted = list(HEADERS.items()), list((HEADERS | ENCRYPTED).items())

    def with_headers(environ: Any, start_response: Any) -> Any:
        def start(status: str, said: list[tuple[str, str]], error: Any = None) -> Any:
            more = encrypted if environ["wsgi.url_scheme"] == "https" else plain
            return start_response(status, said + more, error)

        return app(environ, start)

    return with_headers


def behind_proxy(app: Flask) -> None:
    """Believe one proxy in front of us what it says about the visitor."""
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]


class PageSessions(SecureCookieSessionInterface):
    """Sessions hold the token of forms: programs come with a token of their own and need none."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        return None if request.path.startswith("/api/") else super().open_session(app, request)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def host_allowed(host: str, names: Iterable[str] = LOCAL_NAMES) -> bool:
    """Whether a Host header is one of ours: a name of ours, the loopback, or an address of a home network.

    >>> host_allowed("192.168.1.20:8327"), host_allowed("[::1]:8327"), host_allowed("table.local", ["table.local"])
    (True, True, True)
    >>> host_allowed("evil.local"), host_allowed("8.8.8.8"), host_allowed("192.168.1.20.evil.example")
    (False, False, False)
    """
    bare = _without_port(host)
    if bare is None:
        return False
    known = [name.lower() for name in names]
    try:
        address = ip_address(bare)
    except ValueError:
        return bool(_NAME.fullmatch(bare.lower())) and host_is_trusted(bare.lower(), known)
    return str(address) in known or any(address in network for network in _HOME)


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
