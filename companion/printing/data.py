"""The files of templates/sheets: sizes, papers, fonts, colours, frames, faces and products. Read when asked for."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from companion import paths


def folder() -> Path:
    return paths.templates() / "sheets"


@cache
def read(name: str) -> dict[str, Any]:
    """One file, by its path without the suffix."""
    with (folder() / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def names(kind: str) -> list[str]:
    """The files in one sub-folder, in the order of the alphabet."""
    return sorted(file.stem for file in (folder() / kind).glob("*.toml"))
