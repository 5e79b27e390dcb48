"""The files of templates/sheets: sizes, papers, fonts, colors, frames, faces and products. Read on first use."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from companion import paths


def folder() -> Path:
    return paths.templates() / "sheets"


@cache
def read(name: str) -> dict[str, Any]:
    """Return the content of a file, given its path without the suffix."""
    with (folder() / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def names(kind: str) -> list[str]:
    """Return the names of the files in a subfolder, sorted."""
    return list(_names(kind))


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in (folder() / kind).glob("*.toml")))
