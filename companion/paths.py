"""Where the data lie: beside the package in a checkout, inside it in an installed wheel."""

import os
import sys
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def _home() -> Path:
    installed = _PACKAGE / "_data"
    return installed if installed.is_dir() else _PACKAGE.parent


def rules_data() -> Path:
    """The folder with one sub-folder a game."""
    return _home() / "rules_data"


def locales() -> Path:
    """The folder with one sub-folder a language."""
    return _home() / "locales"


def templates() -> Path:
    return _home() / "templates"


def kept() -> Path:
    """Where tables are kept when nobody says where: the person's own data folder."""
    if os.environ.get("COMPANION_DATA"):
        return Path(os.environ["COMPANION_DATA"])
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return home / "caylus-companion"
