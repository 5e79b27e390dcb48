"""An address that can be typed: caylus.local, announced to the local network by multicast DNS.

Needs the package zeroconf (`pip install zeroconf`). Without it, people scan the code or type the IP
address.
"""

import socket
from contextlib import suppress
from threading import Thread

from zeroconf import AddressResolverIPv4, Error, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

NAME = "caylus.local"
"""The host name, or `caylus-2.local` and so on if another machine in the network has it."""

_KIND = "_http._tcp.local."

_PATIENCE = 1500
"""Milliseconds without an answer after which a name is free; a newly announced one takes a second to answer."""

_MOST = 9


class Announcement:
    """A host name for one of our addresses. Raises `OSError` if there is no such network."""

    def __init__(self, address: str) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
            listener.bind((address, 0))
        self._address = address
        self._zeroconf = Zeroconf(interfaces=[address])
        first = NAME.removesuffix(".local")
        names = [first, *(f"{first}-{n}" for n in range(2, _MOST))]
        self.name = next((name for name in names if not self._taken(name)), names[-1])
        """The host name without `.local`."""
        self._telling: Thread | None = None

    def _taken(self, name: str) -> bool:
        """Return whether another machine has the name. Our own servers can share one, each with its own port."""
        address_resolver_ipv4 = AddressResolverIPv4(f"{name}.local.")
        taken = address_resolver_ipv4.request(self._zeroconf, _PATIENCE)
        return taken and set(address_resolver_ipv4.parsed_addresses()) != {self._address}

    def tell(self, port: int) -> None:
        """Start announcing the name. Takes a second, in a thread of its own."""
        info = ServiceInfo(
            _KIND,
            f"{self.name} {port}.{_KIND}",
            port,
            server=f"{self.name}.local.",
            addresses=[socket.inet_aton(self._address)],
        )
        self._telling = Thread(target=self._tell, args=(info,), name="mdns", daemon=True)
        self._telling.start()

    def _tell(self, info: ServiceInfo) -> None:
        with suppress(Error, OSError):
            self._zeroconf.register_service(info, allow_name_change=True)

    def close(self) -> None:
        """Withdraw the name."""
        if self._telling:
            self._telling.join()
        with suppress(OSError):  # the network may be gone
            self._zeroconf.unregister_all_services()
        self._zeroconf.close()
