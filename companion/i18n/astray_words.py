"""Words of a catalog that belong to nothing, that stand somewhere twice, or that cannot be said as they stand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from companion import paths
from companion.i18n.catalogues import entries, source
from companion.i18n.languages import FALLBACK
from companion.i18n.needed_words import known_ids
from companion.i18n.overlay_words import CatalogEntry, read
from companion.i18n.translator import COMMON, NOUN_FORMS, TERMS
from companion.i18n.wording_faults import Grounds, wording_faults
from companion.rules import Library, Problem

_REMARKS = ("words_fuzzy",)


def astray(locales: Path, library: Library) -> Iterator[Problem]:
    """Yield all that is wrong with the catalogs of a folder by themselves."""
    catalogs = [_Known(library, domain) for domain in (*library.games, COMMON)]
    for known in catalogs:
        for file in sorted(locales.glob(f"*/LC_MESSAGES/{known.domain}.po")):
            forms, first = source(file).num_plurals, dict[tuple[str, str], int]()
            for entry in filter(lambda entry: entry.id, read(file)[0]):
                there = first.setdefault((entry.facet, entry.id), entry.line)
                problem = partial_problem(file, entry)
                if there != entry.line:
                    yield problem("words_twice", line=str(there))
                elif slip := known.slip(entry):
                    other = next((it.domain for it in catalogs if not it.slip(entry)), "")
                    yield problem("other_catalog", file=f"{other}.po") if other else problem(slip[0], **slip[1])
                else:
                    english = known.original(entry)
                    for code, args in wording_faults(entry, english, forms, known.grounds):
                        yield problem(code, **args)


def partial_problem(file: Path, entry: CatalogEntry) -> Callable[..., Problem]:
    """Return what makes the problems of an entry."""
    return lambda code, **args: Problem(code, str(file), entry.id, entry.line, args, code in _REMARKS)


@dataclass
class _Known:
    """What words of one catalog can be about."""

    library: Library
    domain: str

    @cached_property
    def shipped(self) -> dict[tuple[str, str], list[str]]:
        return entries(paths.locales() / FALLBACK, self.domain)

    @cached_property
    def games(self) -> list[str]:
        return self.library.games if self.domain == COMMON else [self.domain]

    @cached_property
    def needed(self) -> dict[str, tuple[str, ...]]:
        """The ids of the data, with their facets."""
        return {} if self.domain == COMMON else dict(known_ids(self.library, self.domain))

    @cached_property
    def ids(self) -> set[str]:
        return {*self.needed, *(id.partition("@")[0] for _, id in self.shipped)}

    def facets(self, id: str) -> list[str]:
        """Return the facets that things of this kind have."""
        kind = id.partition(".")[0]
        needed = {facet for it, facets in self.needed.items() if it.partition(".")[0] == kind for facet in facets}
        found = needed | {facet for facet, it in self.shipped if it.partition(".")[0] == kind}
        return sorted(found | ({*NOUN_FORMS, "long", "also"} - {"name"} if "class" in found else set()))

    @cached_property
    def boxes(self) -> set[str]:
        library = self.library
        return {box for game in self.games for box in (*library.editions(game), *library.variants(game))}

    @cached_property
    def grounds(self) -> Grounds:
        shipped = [entries(paths.locales() / FALLBACK, domain) for domain in (*self.games, COMMON)]
        named = {id for catalog in shipped for facet, id in catalog if facet == "name"}
        named |= {id for game in self.games for id in known_ids(self.library, game)}
        data = {} if self.domain == COMMON else self.library.rules(self.domain).data.model_fields_set
        return Grounds(
            terms={id for id in named if id.partition(".")[0] in TERMS},
            units={id for catalog in shipped for facet, id in catalog if facet == "count"},
            tables={"it", *data},
        )

    def original(self, entry: CatalogEntry) -> list[str]:
        """Return the English wordings of a message, empty for what we do not ship."""
        plain = entry.id.partition("@")[0]
        found = (self.shipped.get((entry.facet, id)) for id in (entry.id, plain))
        return next((said for said in found if said and any(said)), ["{n}"] if entry.facet == "count" else [])

    def slip(self, entry: CatalogEntry) -> tuple[str, dict[str, str]] | None:
        """Return what an entry is about that does not exist, and what is nearest to it."""
        if not self.shipped:
            return None  # a game of an owner, all of whose words are theirs
        id, at, box = entry.id.partition("@")
        facets = self.facets(id)
        if not entry.facet and id in self.ids:
            return "no_context", {"valid": ", ".join(facets)}
        asked = [(id, self.ids, ""), (entry.facet, facets, "msgctxt "), *([(box, self.boxes, "@")] if at else [])]
        for given, known, before in asked:
            if given not in known:
                nearest = get_close_matches(given, known, n=1) or sorted(known)[:12]
                return "no_such_words", {"got": before + given, "valid": ", ".join(nearest)}
        return None
