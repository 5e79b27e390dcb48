"""Builds the wheel: compiles the catalogues so that an installed companion never does."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles every catalogue beside its source before the files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before building; an editable install reads the sources themselves."""
        del build_data
        if version == "editable":
            return
        for source in Path(self.root, "locales").glob("*/LC_MESSAGES/*.po"):
            with source.open("rb") as file, source.with_suffix(".mo").open("wb") as out:
                write_mo(out, read_po(file))
