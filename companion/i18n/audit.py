"""Whether the words fit the data: every thing has a name, every sentence can be filled in."""

from collections.abc import Iterator
from pathlib import Path

from companion.i18n.catalogue_ids import known_ids
from companion.i18n.languages import languages
from companion.i18n.translator import Translator
from companion.rules import Library, Problem, Rules


def audit(library: Library, overlays: tuple[Path, ...] = ()) -> list[Problem]:
    """All faults of the words with these data, each told once."""
    broken = list(_unreadable(overlays))
    if broken:
        return broken
    found: dict[str, Problem] = {}
    for game in library.games:
        ids = known_ids(library, game)
        for edition in library.editions(game):
            rules = library.rules(game, edition)
            for code in languages(tuple(folder / "locales" for folder in overlays)):
                t = Translator(code, rules, overlays=overlays)
                for problem in _faults(t, rules, ids):
                    found.setdefault(str(problem), problem)
    return list(found.values())


def filled(t: Translator, rules: Rules, facet: str, id: str) -> str:
    """One facet of one id with the places of its sentence filled from the rules."""
    kind, _, name = id.partition(".")
    if kind == "building" and name in rules.data.buildings:
        return t.words(facet, id, it=rules.data.buildings[name])
    return t.words(facet, id)


def _faults(t: Translator, rules: Rules, ids: dict[str, tuple[str, ...]]) -> Iterator[Problem]:
    for id, facets in ids.items():
        if id.startswith("building.") and id.partition(".")[2] not in rules.data.buildings:
            continue
        if not t.has(id) and "name" in facets:
            yield Problem("no_words", f"locales/*/{rules.game}.po", id)
            continue
        for facet in ("long", "line", "text"):
            if t.has(id, facet):
                try:
                    filled(t, rules, facet, id)
                except (LookupError, AttributeError, ValueError) as error:
                    yield Problem("bad_words", f"locales/{t.code}/{rules.game}.po", id, args={"detail": str(error)})


def _unreadable(overlays: tuple[Path, ...]) -> Iterator[Problem]:
    from babel.messages.pofile import PoFileError, read_po

    for folder in overlays:
        for file in sorted((folder / "locales").rglob("*.po")):
            try:
                with file.open("rb") as opened:
                    read_po(opened, abort_invalid=True)
            except (PoFileError, LookupError, ValueError) as error:
                yield Problem("no_po", str(file), args={"detail": str(error)})
