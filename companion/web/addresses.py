"""IP addresses of visitors."""

from ipaddress import IPv6Address, ip_address

from flask import request


def bucket_of(address: str) -> str:
    """Return the part of an address that identifies a household: for IPv6 the network, as each has 2**64 addresses.

    >>> bucket_of("192.168.1.20"), bucket_of("2001:db8:1:2:3:4:5:6"), bucket_of("::ffff:192.168.1.20"), bucket_of("?")
    ('192.168.1.20', '2001:db8:1:2::', '192.168.1.20', '?')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64))


def visitor() -> str:
    """Return the household or machine that sent this request."""
    return bucket_of(request.remote_addr or "")


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's. What a proxy passes on may not be an address at all.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.1.20", "unknown")]
    [True, True, True, False, False]
    """
    try:
        ip = ip_address(address)
        return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback
    except ValueError:
        return False
