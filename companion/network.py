"""This machine in its network."""

import socket


def network_address() -> str:
    """This machine's address in its network. Asking the system for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("10.255.255.255", 9))
            return str(asked.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def own_names() -> list[str]:
    """What this machine is called, and what its own network calls it."""
    name = socket.gethostname()
    return [name] if "." in name else [name, f"{name}.local"]
