"""Checks that the words fit the data: everything has a name, and every sentence can be filled, in every language."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from companion.i18n.answers import filled
from companion.i18n.astray_words import astray
from companion.i18n.language_files import FILES, SearchFile, read_as
from companion.i18n.languages import BARE, FALLBACK, languages
from companion.i18n.needed_words import choice_ids, counted_units, effect_ids, known_ids
from companion.i18n.overlay_words import line_in, unread
from companion.i18n.translator import Translator
from companion.rules import Library, Problem, Rules
from companion.rules.layers import line_of

_MAY_LACK = {"building": ("text", "class"), "edition": ("text",), "term": ("text",), "phase": ("aid",)}
"""The facets that things of overlays can do without, by kind."""


def audit(library: Library, overlays: tuple[Path, ...] = ()) -> list[Problem]:
    """Return all faults of the words for these data, and remarks on them, each once."""
    broken = [*(problem for folder in overlays for problem in unread(folder, library)), *_languages(overlays, library)]
    if broken:
        return broken
    by_itself = [problem for folder in overlays for problem in astray(folder / "locales", library)]
    problems: dict[str, Problem] = {str(problem): problem for problem in by_itself}
    if not all(problem.remark for problem in by_itself):
        return by_itself
    spoken = sorted(languages(tuple(folder / "locales" for folder in overlays)), key=lambda code: code != FALLBACK)
    for game in library.games:
        ids = known_ids(library, game)
        for edition in library.editions(game):
            rules = library.rules(game, edition)
            for code in spoken:
                for problem in _faults(Translator(code, rules, overlays=overlays, strict=True), rules, ids):
                    problems.setdefault(_told_once(problem), problem)
            foreign = rules.data.edition.language
            if foreign not in spoken:
                args = {"language": foreign, "spoken": ", ".join(spoken)}
                where = rules.sources["edition.language"].file
                remark = Problem("foreign_language", where, "edition.language", args=args, remark=True)
                problems[where] = remark
    return list(problems.values())


def _told_once(problem: Problem) -> str:
    """Return a key for a problem. What is missing in several languages is only reported for the first."""
    if problem.code == "no_entry":
        return f"{problem.code} {problem.path} {problem.args.get('facet')}"
    return str(problem)


def _faults(t: Translator, rules: Rules, ids: Mapping[str, tuple[str, ...]]) -> Iterator[Problem]:
    yield from (*_unsaid(t, rules), *_alike(t, rules))
    for id, facets in ids.items():
        kind, _, name = id.partition(".")
        if kind == "building" and name not in rules.data.buildings:
            continue
        file = _file(t, rules)
        for facet in facets:
            if facet != "class" and facet not in _MAY_LACK.get(kind, ()) and not t.has(id, facet):
                yield Problem("no_entry", file, id, args={"facet": facet, "id": id})
        yield from _class(t, rules, id, facets)
        for facet in ("line", "text", "aid", "card", "teach", "yes", "no"):
            entry = t.find(facet, id)
            if entry and entry[1] is t.language:
                try:
                    filled(t, rules, facet, id)
                except (LookupError, AttributeError, ValueError) as error:
                    args = {"detail": str(error), "facet": facet, "id": id}
                    yield Problem("bad_words", *_place(t, rules, facet, id), args)


def _unsaid(t: Translator, rules: Rules) -> Iterator[Problem]:
    """What play needs besides the names of things: what is asked, what buildings do, and what is counted."""
    needed = [(id, "say", t.has(id, "say")) for id in (*choice_ids(rules), *effect_ids(rules))]
    needed += [(unit, "count", t.counts(unit)) for unit in counted_units(rules)]
    for id, facet, there in needed:
        if not there:
            yield Problem("no_entry", _file(t, rules), id, args={"facet": facet, "id": id})


def _alike(t: Translator, rules: Rules) -> Iterator[Problem]:
    """Remark on a building that an owner calls as another one is called, so that nobody can tell them apart."""
    called: dict[str, list[str]] = {}
    for name in rules.data.buildings:
        id = f"building.{name}"
        if t.has_own(id):
            called.setdefault(t.long(id), []).append(id)
    for ids in (ids for ids in called.values() if len(ids) > 1):
        for id, other in zip(ids, ids[1:] + ids[:1], strict=True):
            file, key, line = _place(t, rules, "name", id)
            if line:
                yield Problem("same_name", file, key, line, {"by": other}, remark=True)


def _class(t: Translator, rules: Rules, id: str, facets: tuple[str, ...]) -> Iterator[Problem]:
    """An invalid class is a fault; a name without a class is only a remark, since it can be quoted."""
    entry = t.find("name", id)
    if "class" not in facets or entry is None or entry[1] is not t.language:
        return
    given = t.find("class", id)
    valid = ", ".join(class_ for class_ in t.language.classes if class_ != BARE)
    if given is None or given[1] is not t.language:
        args = {"valid": valid, "said": t.form(id, "at")}
        yield Problem("no_class", *_place(t, rules, "name", id), args, remark=True)
    elif given[0] not in t.language.classes:
        yield Problem("bad_class", *_place(t, rules, "class", id), {"got": given[0], "valid": valid})


def _place(t: Translator, rules: Rules, facet: str, id: str) -> tuple[str, str, int | None]:
    """Return the file, id and line where an overlay says something in this language, or would have to."""
    file, key = t.place_of(facet, id) or (Path(), id)
    if not any(file.is_relative_to(folder) for folder in t.overlays):
        return _file(t, rules), id, None  # words of ours that do not fit an owner's data
    return str(file), key, line_in(file, facet, key)


def _file(t: Translator, rules: Rules) -> str:
    """Return the file that a missing or wrong entry belongs in: of the last overlay, if there is one."""
    home = f"{t.overlays[-1]}/" if t.overlays else ""
    return f"{home}locales/{t.code}/LC_MESSAGES/{rules.game}.po"


def _languages(overlays: tuple[Path, ...], library: Library) -> Iterator[Problem]:
    """Check that every folder of words is in a known language, or describes its language, and what lies there."""
    shipped = languages()
    known = {id for game in library.games for id in known_ids(library, game)}
    for words in (words for folder in overlays for words in sorted((folder / "locales").glob("*/"))):
        if words.name not in shipped and not (words / "language.toml").exists():
            valid = get_close_matches(words.name, shipped, n=1) or sorted(shipped)
            yield Problem("no_language", str(words), args={"valid": ", ".join(valid)})
        for file, model in ((words / name, model) for name, model in FILES.items() if (words / name).exists()):
            found, problems = read_as(file, model)
            yield from problems
            for id in (found.asked.keys() - known) if isinstance(found, SearchFile) else ():
                valid = get_close_matches(id, known, n=1) or sorted(known)[:12]
                args = {"got": id, "valid": ", ".join(valid)}
                yield Problem("unknown_id", str(file), "asked", line_of(file.read_text("utf-8-sig"), "asked"), args)
