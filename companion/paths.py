"""Where the data lie: beside the package in a checkout, inside it in an installed wheel."""

import os
import sys
from contextlib import suppress
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


# what is kept is nobody else's business: hands lie in it, and the secret that signs forms

OTHERS = 0o077
"""The rights of everybody but the owner."""


def private_folder(folder: Path) -> Path:
    """A folder that only its owner may look into, whatever the umask. One that is there stays as it is. Raises
    `OSError`."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(0o700)
        close_to_others(folder)
    return folder


def private_file(file: Path) -> Path:
    """A file that only its owner may read or write, made where there is none. Who cannot is told when they open it."""
    with suppress(OSError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
    close_to_others(file)
    return file


def nearest(place: Path) -> Path:
    """The place itself, or else the nearest folder around it that one can see."""
    for near in (place.absolute(), *place.absolute().parents):
        with suppress(OSError):
            near.stat()
            return near
    return place


def owner(place: Path) -> str:
    """The name or number of whom it belongs to, or else the nearest folder around it that one can see."""
    near = nearest(place)
    with suppress(OSError, NotImplementedError):
        try:
            return near.owner()
        except KeyError:
            return str(near.stat().st_uid)
    return ""


def of_others(place: Path) -> bool:
    """Whether it is somebody else's, who does not let us write to it or even look."""
    try:
        return os.name == "posix" and place.stat().st_uid != os.geteuid() and not os.access(place, os.W_OK)
    except PermissionError:
        return True
    except OSError:
        return False


def give_to_owner(place: Path, of: Path) -> None:
    """Give a place that the superuser made to whom another belongs; nobody else can, or needs to."""
    if os.name == "posix" and os.geteuid() == 0:
        status = of.stat()
        os.chown(place, status.st_uid, status.st_gid)


def close_to_others(place: Path) -> None:
    """Take from others every right to what is ours; what is not stays as it is, and `doctor` says so."""
    with suppress(OSError):
        mode = place.stat().st_mode
        if mode & OTHERS:
            place.chmod(mode & 0o7700)


def open_to_others(place: Path) -> bool:
    """Whether somebody else on this machine has a right to it. Windows has other ways to say so."""
    try:
        return os.name == "posix" and bool(place.stat().st_mode & OTHERS)
    except OSError:
        return False
