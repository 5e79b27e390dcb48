"""Every sentence of a language as people see it: filled in, for every box, variant and number of players.

Sentences that a language lacks are not part of its proof, although people see them in the fallback language.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion import paths
from companion.i18n.answers import building_line, filled, owner_line
from companion.i18n.astray_words import astray
from companion.i18n.audit import audit
from companion.i18n.effects import effect_line, effect_sentences
from companion.i18n.languages import FALLBACK, FORMS, FURTHER
from companion.i18n.needed_words import known_ids
from companion.i18n.translator import COMMON, Raw, Term, Translator, places
from companion.rules import Exclusive, Library, Problem, Rules, UnknownName
from companion.rules.base import Goods
from companion.rules.effects import Effect, Nothing

_NOUNS = frozenset({*FORMS, *FURTHER, "noun", "name"})

_PEOPLE = ("colour", "seat", "who", "player", "owner", "by", "waiting")

_NUMBERS = frozenset(
    {
        "n", "amount", "column", "dungeon", "entries", "expected", "extra", "faults", "first", "free", "last",
        "least", "limit", "marker", "maximum", "minimum", "most", "number", "of", "open", "per", "place", "places",
        "points", "port", "prestige", "seq", "space", "spaces", "steps", "tables", "turn", "walls", "income", "players",
    }
)  # fmt: skip
"""Placeholders for numbers without a unit."""

_SEVERAL = frozenset(
    {
        "told.undone.several", "notation.numbers", "notation.road_too_long", "refusal.too_many_tables",
        "position.card", "refusal.log_full", "refusal.half_full", "refusal.people_full", "error.bad_players",
        "web.new.fault.players", "web.new.how_many", "position.neutrals",
    }
)  # fmt: skip
"""Sentences that are only used for more than one."""

_NEEDED = {
    "term.bailiff": (
        "event.bailiff_moved", "event.drawn", "notation.road_too_long", "position.section_early",
        "print.product.castle", "web.board.scored_here", "web.castle.scoring", "web.field.before_the_bridge",
        "web.field.section",
        *(f"print.teach.example.{part}" for part in (
            "begin.four", "begin.t", "buildings", "castle", "end_of_turn", "income", "passing", "provost", "result",
            "special", "workers",
        )),
    ),
    "building.small_sawmill": tuple(
        f"print.teach.example.{part}" for part in ("begin.round", "build.", "end_of_round", "place.", "round.")
    ),
    "term.favor": (
        "deed.favor", "event.favor", "label.favor", "print.product.favors", "web.assistant.favor", "web.favors",
        "web.field.used",
    ),
    "term.token": (
        "deed.batch_token", "deed.idle.no_tokens", "event.declined.no_tokens", "event.earned.token",
        "event.token_removed", "event.took.best_builder", "event.won_token", "points.token", "position.tokens",
        "print.product.tokens", "why.no_tokens",
    ),
    "term.round": ("web.phase.end_of_round",),
    "term.deck": ("event.earned.prestige", "event.earned.road", "event.laid", "points.prestige", "points.road"),
    "building.architect": ("effect.build",),
    "building.gate": ("effect.gate",),
    "building.inn": ("effect.inn",),
    "building.merchants_guild": ("effect.provost",),
}  # fmt: skip
"""What a game must have for the sentences whose ids begin like this."""

_WORDS = {
    "game": ("Caylus",),
    "file": ("mine.toml",),
    "where": ("companion.db",),
    "size": ("63\u00a0×\u00a088\u00a0mm",),
    "id": ("building.mill",),
    "facet": ("name",),
}
"""Sample words for other placeholders."""

_ALL_COMBINED = 80
"""The most combinations of sample values that are all read."""

_TOLD = ("deed.", "event.")
"""The prefixes of sentences that distinguish buildings of the same name."""

_TERMS = {"batch": "term.batch", "castle": "term.castle", "provost": "term.provost", "inn": "building.inn",
          "lawyer": "building.lawyer"}  # fmt: skip


@dataclass(frozen=True)
class Sentence:
    """One wording, for one box."""

    game: str
    edition: str
    facet: str
    id: str
    text: str


@cache
def refused(library: Library, overlays: tuple[Path, ...] = ()) -> tuple[Problem, ...]:
    """Return what the gates of `rules check` refuse of the words; such a message is no part of the proof."""
    problems = audit(library, overlays) if overlays else astray(paths.locales(), library)
    return tuple(problem for problem in problems if not problem.remark)


def sentences(library: Library, code: str, overlays: tuple[Path, ...] = ()) -> Iterator[Sentence]:
    """Yield all sentences, each wording of an id once for each edition."""
    for game in library.games:
        for edition in library.editions(game):
            yield from of_the_rules(library, code, game, edition, overlays)
            yield from of_the_companion(library, code, game, edition, overlays)


def of_the_rules(
    library: Library, code: str, game: str, edition: str, overlays: tuple[Path, ...] = ()
) -> Iterable[Sentence]:
    """Return what is said about the things of a box, with each variant and number of players."""
    found: dict[Sentence, None] = {}
    spoken: dict[tuple[str, ...], Translator] = {}
    for rules in boxes(library, game, edition):
        first = rules.variants not in spoken
        t = Translator(code, rules, overlays=overlays, strict=True) if first else spoken[rules.variants]
        t.rules = rules  # the words are the same for any number of players; what is filled in is not
        spoken[rules.variants] = t
        found |= dict.fromkeys(_about_things(library, t, rules, forms=first))
    return found


def of_the_companion(
    library: Library, code: str, game: str, edition: str, overlays: tuple[Path, ...] = ()
) -> Iterable[Sentence]:
    """Return the labels and sentences of the app at a table with this box.

    >>> from companion.rules import library
    >>> next(one.text for one in of_the_companion(library(), "de", "caylus", "de") if one.id == "effect.inn")
    'Ab der nächsten Spielrunde: je Arbeiter 1\xa0Denar.'
    """
    rules = library.rules(game, edition)
    wrong = {problem.path for problem in refused(library, overlays)}
    t = Translator(code, rules, overlays=overlays, strict=True)
    return dict.fromkeys(_labels_and_sentences(t, rules, wrong))


def boxes(library: Library, game: str, edition: str) -> Iterator[Rules]:
    """Yield a box in all ways it can be played: with each variant and number of players."""
    players = library.rules(game, edition).data.players
    for variants in ((), *((one,) for one in library.variants(game))):
        for number in (None, *range(players.minimum, players.maximum + 1)):
            with suppress(Exclusive, UnknownName):  # some combinations are invalid
                yield library.rules(game, edition, variants, number)


def _about_things(library: Library, t: Translator, rules: Rules, *, forms: bool) -> Iterator[Sentence]:
    """Yield what is said about the things of a game, and the lines made from their effects."""

    def one(facet: str, id: str, text: str) -> Sentence:
        return Sentence(rules.game, rules.edition, facet, id, text)

    wrong = {problem.path for problem in refused(library, t.overlays)}
    for id, facets in known_ids(library, rules.game).items():
        kind, _, name = id.partition(".")
        if (kind == "building" and name not in rules.data.buildings) or id in wrong:
            continue
        for facet in ("name", "long", "many", "line", "text"):
            if t.has_own(id, facet):
                yield one(facet, id, filled(t, rules, facet, id))
        if forms and "class" in facets and t.has_own(id):
            yield from (one(form, id, t.form(id, form)) for form in (*FORMS, *FURTHER))
        yield from (one("effect", id, line) for line in _effects(t, rules, kind, name))


def _effects(t: Translator, rules: Rules, kind: str, name: str) -> Iterator[str]:
    """The lines made from the effects of a building or a favor."""
    if kind == "building":
        it, owner = rules.data.buildings[name], rules.data.owner_effect(name)
        own = None if isinstance(it.effect, Nothing) else it.effect
        made: list[tuple[Effect | None, str | None]] = [(own, building_line(t, it))]
        made.append((owner, owner_line(rules, name, t)))
    else:
        made = [(effect, effect_line(t, effect)) for effect in rules.data.effects_of(name)] if kind == "favor" else []
    for effect, line in made:
        ids = effect_sentences(effect) if effect else ("effect.income",)
        if line and all(t.has_own(id, "say") for id in ids):
            yield line


def _labels_and_sentences(t: Translator, rules: Rules, wrong: Set[str]) -> Iterator[Sentence]:
    """Yield the app's labels and sentences, with some of the possible values of their placeholders."""
    others = tuple(start for needed, starts in _NEEDED.items() if not t.has(needed) for start in starts)
    for facet, id in messages(t):
        found = t.find(facet, id) if facet == "say" else None
        if found is None or found[1] is not t.language or id.startswith(others) or id in wrong:
            continue
        for args in _fillings(t, rules, id, found[0]):
            with suppress(AttributeError, LookupError):  # it is about something that this game does not have
                text = t.say(id, **args)
                yield Sentence(rules.game, rules.edition, "say", id, text)


def messages(t: Translator, *domains: str) -> list[tuple[str, str]]:
    """Return facet and id of every message of the app, or of the given catalogs."""
    return [
        (str(message.context), str(message.id))
        for domain in domains or (COMMON,)
        for message in _read(t.language.folder / "LC_MESSAGES" / f"{domain}.po", domain)
        if message.id and isinstance(message.id, str) and message.string
    ]


def _read(file: Path, domain: str) -> Catalog:
    """Read a catalog, or the English one if an overlay's language has none."""
    shipped = paths.locales() / FALLBACK / "LC_MESSAGES" / f"{domain}.po"
    with (file if file.exists() else shipped).open("rb") as opened:
        return read_po(opened)


def _fillings(t: Translator, rules: Rules, id: str, text: str) -> Iterator[dict[str, Any]]:
    """Yield ways to fill a sentence, combining sample values of all placeholders."""
    asked: dict[str, set[str]] = {}
    for place, form in places(text):
        if not hasattr(rules.data, place.partition(".")[0].partition("[")[0]) or "." not in place:
            asked.setdefault(place, set()).add(form)
    samples = {place: _samples(t, rules, id, place, forms) for place, forms in asked.items() if "." not in place}
    if {"first", "second"} <= samples.keys():  # two texts, not the first of several
        samples["first"] = (Raw("‹first›"),)
    for values in _combined(list(samples.values())):
        yield dict(zip(samples, values, strict=True))


def _combined(samples: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """Yield all combinations or, where they are too many, some in which each value occurs twice, in other company."""
    if prod(map(len, samples)) <= _ALL_COMBINED:
        yield from product(*samples)
    else:
        for n in range(2 * max(map(len, samples))):
            yield tuple(values[(n + place) % len(values)] for place, values in enumerate(samples))


def _samples(t: Translator, rules: Rules, id: str, place: str, forms: set[str]) -> Sequence[Any]:
    if any(form.lower() in _NOUNS or "|" in form for form in forms) or place == "it":
        return _things(t, rules, place, apart=id.startswith(_TOLD))
    if forms & {"goods", "short"}:
        return (Goods(gold=1), Goods(food=1, wood=2, stone=1))
    if place == "turn" and id.startswith("web."):
        term = "term.turn" if t.has("term.turn") else "term.round"
        return (Raw(t.form(term, "noun" if id == "web.board.title" else "name")),)
    if forms - {""} or place in _NUMBERS:
        return (2, 5) if id in _SEVERAL else (1, 2)
    if place in _PEOPLE:
        return (Raw(t.name(f"player.{rules.data.players.colours[0]}")),)
    return tuple(Raw(word) for word in _WORDS.get(place, (f"‹{place}›",)))


def _things(t: Translator, rules: Rules, place: str, *, apart: bool = False) -> Sequence[Term]:
    data = rules.data
    if place in _TERMS:
        return (Term(_TERMS[place]),)
    if place == "residence":
        return (Term(f"building.{data.residence_tile}"),)
    kinds: Mapping[str, Sequence[str]] = {
        "section": ("section",),
        "line": ("line",),
        "phase": ("phase",),
        "of": ("building", "section"),
        "place": ("building", "term"),
    }
    wanted = kinds.get(place, ("building",))
    names = {"building": data.buildings, "phase": data.sequence.phases, "term": ("castle", "bridge")}
    names |= {kind: tuple(found) for kind, found in data.things()}
    ids = [f"{kind}.{name}" for kind in wanted for name in names.get(kind, ())]
    own = [id for id in ids if t.has_own(id)] or [id for id in ids if t.has(id)]
    return tuple(Term(id, apart=apart) for id in own)


def sheet(found: Iterable[Sentence]) -> Iterator[str]:
    """Yield lines for proofreading: each sentence once, by game and id, and only a few of those for the same id."""
    by_id: dict[tuple[str, str, str], dict[str, None]] = {}
    for one in found:
        if one.facet not in (*FORMS, *FURTHER):
            game = "" if one.facet == "say" else one.game
            by_id.setdefault((game, one.id, one.facet), {})[one.text] = None
    for (game, id, facet), texts in by_id.items():
        yield f"{game} {id} ({facet})".strip()
        yield from (f"    {text}" for text in islice(texts, 6 if facet == "say" else None))
