"""`companion` as it is, but that it shuffles alike each time and may not eat the machine: `served.py SEED serve …`."""

import resource
import secrets
import sys

MOST_ADDRESSES = 3 << 30
"""Bytes: a server that has lost its way ends here."""


def main() -> None:
    """Run it."""
    seed = int(sys.argv.pop(1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    secrets.randbits = lambda k: seed % (1 << k)

    from companion.cli import main as companion
    from companion.table.table import Table

    draws = Table.draws
    setattr(Table, "draws", lambda table, given=None: draws(table, seed if given is None else given))  # noqa: B010
    companion()


if __name__ == "__main__":
    main()
