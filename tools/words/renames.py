"""Carries translations over to renamed ids, in every language, before `make words` updates the catalogs.

`locales/renamed.toml` has a line for each: `"web.old" = "web.new"`. It can be emptied once the catalogs are updated.
"""

import tomllib
from pathlib import Path

from babel.messages.pofile import read_po, write_po


def rename(locales: Path) -> int:
    """Rename ids in all catalogs of a folder. Returns the number of messages renamed.

    A new id that already has words keeps them.
    """
    file = locales / "renamed.toml"
    renamed: dict[str, str] = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    return sum(_renamed(po, renamed) for po in sorted(locales.glob("*/LC_MESSAGES/*.po"))) if renamed else 0


def _renamed(po: Path, renamed: dict[str, str]) -> int:
    with po.open("rb") as file:
        catalogue = read_po(file)
    found = [message for message in list(catalogue) if message.id and _id(message.id) in renamed]
    for message in found:
        new = renamed[_id(message.id)]
        id = new if isinstance(message.id, str) else (new, new)
        there = catalogue.get(id, message.context)
        if there is None or not any(there.string or ()):
            catalogue.add(id, message.string, user_comments=message.user_comments, context=message.context)
        catalogue.delete(message.id, message.context)
    if found:
        with po.open("wb") as out:
            write_po(out, catalogue, width=0)
    return len(found)


def _id(id: str | tuple[str, ...] | list[str]) -> str:
    return id if isinstance(id, str) else id[0]
