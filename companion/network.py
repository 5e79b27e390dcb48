"""This machine in its networks: the address at which phones find it."""

import re
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import ifaddr

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for all networks of this machine."""

LOOPBACK = "127.0.0.1"

_WIRELESS, _WIRED, _UNASSIGNED, _TUNNEL, _VIRTUAL, _LOOPBACK = range(6)
"""Kinds of networks, those where phones are most likely first."""

_KINDS = (
    # On Windows a hotspot is a "Wi-Fi Direct Virtual Adapter", so wireless networks are looked for first.
    (_WIRELESS, r"^(wl|ap\d|ath\d|swlan)|wi-?fi|wireless|802\.11"),
    (_TUNNEL, r"^(tun|tap|utun|cscotun|gpd|wg|ppp|ipsec|zt|tailscale|nordlynx|proton|nebula|ham\d|outline)"),
    (_TUNNEL, r"^(wwan|wwp)"),  # mobile data
    (_TUNNEL, r"vpn|tunnel|wintun|wireguard|zerotier|tap-win|anyconnect|fortinet|pangp"),
    (
        _VIRTUAL,
        r"^(docker|br-[0-9a-f]{12}|veth|virbr|vmnet|vboxnet|podman|cni|lxc|lxd|incus|flannel|cali|kube|waydroid)",
    ),
    (_VIRTUAL, r"virtual|vmware|hyper-v|host-only"),
)
"""What adapters of each kind are called by Linux, macOS and Windows. All others are wired."""

_SHARED = ip_network("100.64.0.0/10")
"""Addresses that overlay networks assign."""

_ELSEWHERE = "192.0.2.1"
"""An address for documentation, to which only the default route leads; a VPN may claim all private ones."""

_FLAGS = 0x8913
"""What Linux calls the question whether an adapter is up (SIOCGIFFLAGS)."""

_PART = r"(?!-)[A-Za-z0-9_-]{1,63}"
_NAME = re.compile(rf"(?=.{{1,253}}$)({_PART}\.)*(?![0-9]+$){_PART}")
"""A host name; its last part is no number."""


@dataclass(frozen=True)
class Address:
    """An address of this machine, and the adapter that has it."""

    ip: str
    adapter: str
    kind: int

    @property
    def six(self) -> bool:
        """Whether it is one of IPv6."""
        return ":" in self.ip

    @property
    def near(self) -> bool:
        """Whether phones in the room can be in this network."""
        return self.kind <= _UNASSIGNED


def addresses(adapters: Iterable[ifaddr.Adapter], routed: str = "") -> list[Address]:
    """Return the addresses of adapters, the likeliest for phones first: Wi-Fi and hotspots, then cables, then the rest.

    Among networks of a kind, the one with the route to elsewhere is preferred. IPv6 is for machines that have nothing
    else: its addresses are long to type.
    """
    reachable = [
        Address(str(address), adapter.nice_name, _kind(adapter, ip, address))
        for adapter in adapters
        if not _down(adapter.name)
        for ip in adapter.ips
        for address in [ip_address(str(ip.ip) if ip.is_IPv4 else ip.ip[0])]
        if ip.is_IPv4 or not address.is_link_local
    ]
    four = [address for address in reachable if not address.six]
    if any(address.kind != _LOOPBACK for address in four):
        reachable = four
    return sorted(reachable, key=lambda address: (address.kind, address.six, address.ip != routed))


def _kind(adapter: ifaddr.Adapter, ip: ifaddr.IP, address: IPv4Address | IPv6Address) -> int:
    if address.is_loopback:
        return _LOOPBACK
    called = {name.lower() for name in (adapter.name, adapter.nice_name, ip.nice_name)}
    named = next((kind for kind, names in _KINDS if any(re.search(names, name) for name in called)), _WIRED)
    if named in (_WIRELESS, _WIRED):
        if address.is_link_local:
            return _UNASSIGNED
        if address in _SHARED or ip.network_prefix == address.max_prefixlen == 32:
            return _TUNNEL
    return named


def _down(adapter: str) -> bool:
    """Whether an adapter is switched off, though it may keep its address, as far as the system tells: Linux does."""
    if sys.platform != "linux":
        return False
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        return not ioctl(asking, _FLAGS, adapter.encode()[:15].ljust(40, b"\0"))[16] & 1
    return False


def _routed() -> str:
    """Return the address used for connections to elsewhere, if there are any. Asking the system sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect((_ELSEWHERE, 9))
        return str(asking.getsockname()[0])
    return ""


class Reach:
    """Where phones find a server: the one answer for the terminal, invitations, the certificate and the name by mDNS.

    A server that listens on a single address is found there. The operator can name another address.
    """

    def __init__(
        self,
        host: str = EVERYWHERE[0],
        given: str = "",
        adapters: Callable[[], Iterable[ifaddr.Adapter]] = ifaddr.get_adapters,
    ) -> None:
        self.given = given
        """The address that the operator named."""
        self.announced = ""
        """The name announced by mDNS, such as `caylus.local`."""
        self._host, self._adapters = host, adapters
        self._own: list[Address] = []
        self.look()

    def look(self) -> bool:
        """Look at the networks again. Return whether phones now need another address."""
        before = self.likely
        with suppress(OSError):
            self._own = addresses(self._adapters(), _routed())
        return self.likely != before

    @property
    def likely(self) -> str:
        """The address that phones most likely need; the loopback if there is no network."""
        if self.given or self._host not in EVERYWHERE:
            return self.given or self._host
        return self._own[0].ip if self._own else LOOPBACK

    @property
    def listening(self) -> str:
        """Where the server has to listen for that."""
        return EVERYWHERE[1] if self._host == EVERYWHERE[0] and ":" in self.likely else self._host

    @property
    def others(self) -> list[Address]:
        """Addresses that phones elsewhere may need instead."""
        if self.given or self._host not in EVERYWHERE:
            return []
        return [address for address in self._own[1:] if address.kind != _LOOPBACK]

    @property
    def isolated(self) -> bool:
        """Whether only this machine can open the likeliest address."""
        return is_loopback(self.likely)

    @property
    def lost(self) -> bool:
        """Whether this machine is in no network, although the server listens on all of them."""
        return self.isolated and not self.given and self._host in EVERYWHERE

    def names(self, *, near: bool = False) -> list[str]:
        """Return every name and address of this server, or only those that phones in the room can use."""
        own = [address.ip for address in self._own if address.near or not near]
        named = [self.likely, *own_names(), *([self.announced] if self.announced else []), *own]
        return list(dict.fromkeys(named))


def own_names() -> list[str]:
    """What this machine is called, and what its own network calls it."""
    name = socket.gethostname()
    return [name] if "." in name else [name, f"{name}.local"]


def is_loopback(host: str) -> bool:
    """Return whether a host name or address only works on this machine.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.20", "caylus.local")]
    [True, True, True, False, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_host(text: str) -> bool:
    """Return whether a text is an address or a host name, without a scheme or a port.

    >>> [is_host(text) for text in ("192.168.1.20", "fd00::1", "table.example.org", "table7", "7.local")]
    [True, True, True, True, True]
    >>> [is_host(text) for text in ("http://table", "192.168.1.20:80", "999.1.1.1", "-x", "x" * 64, "::", "224.0.0.1")]
    [False, False, False, False, False, False, False]
    """
    try:
        address = ip_address(text)
    except ValueError:
        return bool(_NAME.fullmatch(text))
    return not (address.is_unspecified or address.is_multicast or text == "255.255.255.255")


def in_url(host: str) -> str:
    """Return a host as it stands in an address.

    >>> in_url("192.168.1.20"), in_url("fd00::1"), in_url("caylus.local")
    ('192.168.1.20', '[fd00::1]', 'caylus.local')
    """
    return f"[{host}]" if ":" in host else host
