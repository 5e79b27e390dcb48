"""An address that can be typed: caylus.local, which this machine tells its network by multicast DNS.

Needs the package zeroconf (`pip install 'caylus-companion[mdns]'`); without it people scan the code or type the number.
"""

import socket
from contextlib import suppress
from threading import Thread

from zeroconf import AddressResolverIPv4, Error, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

NAME = "caylus.local"
"""What it is called; `caylus-2.local` where another machine in this network is called that."""

_KIND = "_http._tcp.local."

_PATIENCE = 1500
"""Milliseconds until nobody has the name: who has just told theirs answers a second later."""

_MOST = 9


class Announcement:
    """A name in the network of one of our addresses. Raises `OSError` where there is no such network."""

    def __init__(self, address: str) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.bind((address, 0))
        self._address = address
        self._zeroconf = Zeroconf(interfaces=[address])
        first = NAME.removesuffix(".local")
        names = [first, *(f"{first}-{n}" for n in range(2, _MOST))]
        self.name = next((name for name in names if not self._taken(name)), names[-1])
        """Without `.local`."""
        self._telling: Thread | None = None

    def _taken(self, name: str) -> bool:
        """Whether another machine is called that; several of ours may share a name, each with its port."""
        asked = AddressResolverIPv4(f"{name}.local.")
        found = asked.request(self._zeroconf, _PATIENCE)
        return found and set(asked.parsed_addresses()) != {self._address}

    def tell(self, port: int) -> None:
        """Say who has the name, from now on; that takes a second, for which nobody waits."""
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
        """Take the name back."""
        if self._telling:
            self._telling.join()
        self._zeroconf.unregister_all_services()
        self._zeroconf.close()
