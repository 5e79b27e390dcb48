"""Drawings of things: a building's woodcut, or a sign for what has none.

The small cuts of all buildings are fetched as one file, a large one by itself.
"""

from functools import cache
from pathlib import Path

from flask import url_for

from companion import paths
from companion.printing import icons, plates
from companion.printing.contents.buildings import woodcut
from companion.web.locale import content
from companion.web.sprites import fingerprint, shape_sprite, sprite


def drawings() -> str:
    """Return the file with the woodcuts of all buildings, including those from overlays."""
    return _sprite(content().overlays)


def address() -> str:
    """Return the URL of the woodcuts."""
    return url_for("board.woodcuts", v=_print(content().overlays))


def woodcut_of(id: str) -> str:
    """Return the URL of the woodcut of a building, the castle or the bridge, or an empty string."""
    kind, _, name = id.partition(".")
    if kind not in ("building", "term"):
        return ""
    drawn = Path(woodcut(name, content().overlays)).stem
    return f"{address()}#icon-{drawn}" if drawn else ""


def large_woodcut_of(id: str) -> str:
    """Return the URL of its large cut; of an owner's own drawing there is only one."""
    drawn = woodcut(id.partition(".")[2], content().overlays)
    if not woodcut_of(id) or not drawn.startswith(plates.WOODCUTS):
        return woodcut_of(id)
    name = drawn.removeprefix(plates.WOODCUTS)
    return f"{url_for('board.large_woodcut', name=name, v=fingerprint(large(name).encode()))}#icon-{name}"


@cache
def large(name: str) -> str:
    """Return the file with the large cut of a building."""
    return shape_sprite(name, plates.cut(f"{plates.WOODCUTS}{name}", _LARGE))


_LARGE = 32.0
"""The width in millimeters at which the large cut is shown."""


@cache
def sign_of(id: str) -> str:
    """Return the icon of a section, phase, good or figure, or an empty string."""
    kind, _, name = id.partition(".")
    names = {file.stem for file in (paths.templates() / "icons").glob("*.svg")}
    return next((file_name for file_name in (f"{kind}-{name}", name) if file_name in names), "")


@cache
def _sprite(overlays: tuple[Path, ...]) -> str:
    return sprite(icons.folder() / "buildings", *(folder / "drawings" for folder in overlays))


@cache
def _print(overlays: tuple[Path, ...]) -> str:
    return fingerprint(_sprite(overlays).encode())
