"""Builds the wheel: its catalogues are compiled, so that an installed companion never compiles any."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts every catalogue into the wheel compiled, and everything else of locales/ as it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before building; an editable install reads the sources themselves."""
        if version == "editable":
            return
        root = Path(self.root)
        for source in filter(Path.is_file, root.glob("locales/*/**/*")):
            packed = source
            if source.suffix == ".po":
                packed = root / "build" / source.relative_to(root).with_suffix(".mo")
                packed.parent.mkdir(parents=True, exist_ok=True)
                with source.open("rb") as file, packed.open("wb") as out:
                    write_mo(out, read_po(file))
            place = source.relative_to(root).with_suffix(packed.suffix)
            build_data["force_include"][str(packed)] = f"companion/_data/{place.as_posix()}"
