"""Builds the wheel: its catalogs are compiled, so that an installed companion never compiles any."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts what is in locales/ into the wheel, except what only authors read.

    Catalogs are compiled. The English ones are also the templates from which `companion i18n new` starts a language.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before building; an editable install reads the sources themselves."""
        if version == "editable":
            return
        root = Path(self.root)
        for source in filter(Path.is_file, root.glob("locales/*/**/*")):
            place = source.relative_to(root)
            if source.suffix == ".po":
                self._pack(build_data, self._compiled(source), place.with_suffix(".mo"))
                if place.parts[1] == "en":
                    self._pack(build_data, source, place.with_suffix(".pot"))
            elif source.name != "glossary.toml":
                self._pack(build_data, source, place)

    def _compiled(self, source: Path) -> Path:
        """Return the compiled catalog, made in the build folder."""
        compiled = Path(self.root, "build", source.relative_to(self.root)).with_suffix(".mo")
        compiled.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as file, compiled.open("wb") as out:
            write_mo(out, read_po(file))
        return compiled

    def _pack(self, build_data: dict[str, Any], file: Path, place: Path) -> None:
        build_data["force_include"][str(file)] = f"companion/_data/{place.as_posix()}"
