"""Programs that some tests need besides Python.

If one is missing, its tests are left out, and the run ends by saying so. If CI is set, they fail instead.
"""

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

PACKAGES = {
    "chromium": "chromium", "initdb": "postgresql", "ip": "iproute2", "javac": "default-jdk-headless", "make": "make",
    "msgfmt": "gettext", "nginx": "nginx", "node": "nodejs", "npm": "npm", "nsenter": "util-linux",
    "python3": "python3-venv", "systemd-analyze": "systemd", "unshare": "util-linux",
}  # fmt: skip
"""The Debian package of each program."""

SYSTEM = ("/usr/sbin",)
"""Where Debian keeps servers."""

POSTGRESQL = "/usr/lib/postgresql/*/bin"
"""Where Debian keeps the programs of PostgreSQL, outside the path."""


def needed(program: str) -> Path:
    """Return the path of a program. Without it, the test ends here."""
    places = [os.environ.get("PATH", ""), *SYSTEM, *sorted(map(str, Path("/").glob(POSTGRESQL[1:])), reverse=True)]
    found = shutil.which(program, path=os.pathsep.join(places))
    if found is None:
        leave_out(f"there is no {program}: apt-get install {PACKAGES[program]}")
    return Path(found).resolve()


def leave_out(why: str) -> NoReturn:
    """End a test that cannot run here."""
    if os.environ.get("CI"):
        pytest.fail(why, pytrace=False)
    pytest.skip(why)
