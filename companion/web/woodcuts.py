"""The drawing that shows a thing: a building's woodcut, or the sign of what has no woodcut. One file, fetched once."""

from functools import cache
from pathlib import Path

from flask import url_for

from companion import paths
from companion.printing import icons
from companion.printing.contents.buildings import woodcut
from companion.web.locale import shelf
from companion.web.sprites import fingerprint, sprite


def drawings() -> str:
    """The woodcuts of all buildings, an owner's own too."""
    return _sprite(shelf().overlays)


def address() -> str:
    """Where they are fetched."""
    return url_for("boards.woodcuts", v=_print(shelf().overlays))


def woodcut_of(id: str) -> str:
    """The address of the woodcut of a building, of the castle or the bridge; nothing where there is none."""
    kind, _, name = id.partition(".")
    if kind not in ("building", "term"):
        return ""
    drawn = Path(woodcut(name, shelf().overlays)).stem
    return f"{address()}#icon-{drawn}" if drawn else ""


@cache
def sign_of(id: str) -> str:
    """The sign of a thing that has no woodcut: a section, a phase, a good, a figure; nothing where there is none."""
    kind, _, name = id.partition(".")
    known = {file.stem for file in (paths.templates() / "icons").glob("*.svg")}
    return next((one for one in (f"{kind}-{name}", name) if one in known), "")


@cache
def _sprite(overlays: tuple[Path, ...]) -> str:
    return sprite(icons.folder() / "buildings", *(folder / "drawings" for folder in overlays))


@cache
def _print(overlays: tuple[Path, ...]) -> str:
    return fingerprint(_sprite(overlays).encode())
