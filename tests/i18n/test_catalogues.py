"""Gates on the words: nothing missing, nothing broken. What they say once filled in is read in tools/tests."""

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from fontTools.ttLib import TTFont

from companion import paths
from companion.i18n.answers import filled
from companion.i18n.astray_words import astray
from companion.i18n.audit import audit
from companion.i18n.effects import effect_line
from companion.i18n.languages import FORMS, FURTHER
from companion.i18n.needed_words import known_ids
from companion.i18n.translator import Translator
from companion.rules import library, load
from tests.tools import needed
from tests.words import LANGUAGES

DOMAINS = ("companion", "caylus", "magna_carta")
GAMES = ("caylus", "magna_carta")
BOXES = [(game, edition) for game in GAMES for edition in library().editions(game)]
FILES = [(language, domain) for language in LANGUAGES for domain in DOMAINS]


@cache
def catalogue(language: str, domain: str) -> Catalog:
    with (paths.locales() / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


def entries(language: str, domain: str) -> dict[tuple[str, str], list[str]]:
    """Every message with its wordings: one, or one for each plural."""
    return {
        (m.context or "", m.id if isinstance(m.id, str) else m.id[0]): [m.string]
        if isinstance(m.string, str)
        else list(m.string or [])
        for m in catalogue(language, domain)
        if m.id
    }


@pytest.mark.parametrize(("language", "domain"), FILES)
def test_nothing_missing_and_nothing_fuzzy(language: str, domain: str) -> None:
    assert [m.id for m in catalogue(language, domain) if m.id and m.fuzzy] == []
    # a language writes what English has, beside one box's own words, other names and its own grammar
    needed = {
        key for key in entries("en", domain) if "@" not in key[1] and key[0] not in ("also", "noun", *FORMS, *FURTHER)
    }
    have = entries(language, domain)
    assert sorted(key for key in needed if not all(have.get(key, [""]))) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_of_the_data_has_its_words(language: str, game: str) -> None:
    have = entries(language, game)
    ids = known_ids(library(), game).items()
    assert [id for id, facets in ids for facet in facets if not have.get((facet, id), [""])[0]] == []
    units = load(game).data.words.units
    assert [unit for unit in units if not all(have.get(("count", unit), [""]))] == []


@pytest.mark.parametrize(("language", "domain"), FILES)
def test_msgfmt_accepts_it(language: str, domain: str) -> None:
    file = paths.locales() / language / "LC_MESSAGES" / f"{domain}.po"
    run = subprocess.run([needed("msgfmt"), "-c", "-o", "/dev/null", file], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_msgfmt_finds_the_places_equal(language: str, domain: str, tmp_path: Path) -> None:
    """The catalogues are keyed by id; msgfmt compares wordings, so it gets a copy keyed by the English one."""
    english = entries("en", domain)
    original = catalogue(language, domain)
    copy = Catalog(
        locale=language,
        fuzzy=False,
        project="Caylus companion",
        revision_date=original.revision_date,
        last_translator=original.last_translator,
        language_team=language,
    )
    for message in catalogue(language, domain):
        key = (
            message.context or "",
            message.id if isinstance(message.id, str) else message.id[0] if message.id else "",
        )
        if message.id and key in english and "{" in "".join(english[key]):
            one, *more = english[key]
            id = (one, more[0]) if more else one
            copy.add(id, message.string, context="|".join(key), flags=["python-brace-format"])
    file = tmp_path / "copy.po"
    with file.open("wb") as out:
        write_po(out, copy)
    run = subprocess.run([needed("msgfmt"), "-c", "-o", "/dev/null", file], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.slow
def test_each_message_has_the_places_of_its_original() -> None:
    """What `rules check` asks of an owner's words."""
    assert [*map(str, astray(paths.locales(), library()))] == []


@pytest.mark.parametrize(("game", "edition"), BOXES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_filled_on_every_box(language: str, game: str, edition: str) -> None:
    for players in (2, 3, None):
        rules = load(game, edition, players=players)
        t = Translator(language, rules)
        for id, facets in known_ids(library(), game).items():
            for facet in ("name", "long", "line", "text"):
                if t.has(id, facet):
                    text = filled(t, rules, facet, id)
                    assert text == text.strip()
                    assert "{" not in text
                    assert "  " not in text
            if "class" in facets:
                assert all(t.form(id, form) for form in (*FORMS, *FURTHER))


@pytest.mark.slow
def test_no_fault_in_the_shipped_words() -> None:
    assert audit(library()) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_the_data_are_not_written_into_sentences(language: str, game: str) -> None:
    written = {
        key: text
        for key, (text, *_) in entries(language, game).items()
        if key[0] in ("line", "text") and re.search(r"\d", re.sub(r"\{[^}]*\}", "", text))
    }
    assert written == {}


@pytest.mark.parametrize(("game", "edition"), BOXES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_fit_a_card(language: str, game: str, edition: str) -> None:
    rules = load(game, edition)
    t = Translator(language, rules)
    long = {id: t.line(id) for id in known_ids(library(), game) if t.has(id, "line") and len(t.line(id)) > 65}
    assert long == {}
    for building, it in rules.data.buildings.items():
        if it.effect is not None:
            assert len(effect_line(t, it.effect)) <= 105, building


@pytest.mark.parametrize(("language", "domain"), FILES)
def test_typographic_quotes_and_apostrophes(language: str, domain: str) -> None:
    typed = {key for key, wordings in entries(language, domain).items() for t in wordings if re.search("[\"'`]", t)}
    assert typed == set()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_buildings_can_be_told_apart(language: str, game: str) -> None:
    for edition in library().editions(game):
        t = Translator(language, load(game, edition))
        full = [
            t.words("long" if t.has(f"building.{b}", "long") else "name", f"building.{b}")
            for b in load(game).data.buildings
        ]
        assert len(full) == len(set(full))


@pytest.mark.parametrize("font", ["source-sans-3/SourceSans3-Regular.ttf", "grenze-gotisch/GrenzeGotisch-SemiBold.ttf"])
def test_the_fonts_have_every_character(font: str) -> None:
    glyphs = TTFont(paths.templates() / "fonts" / font).getBestCmap()
    facets = ("name", "long") if "grenze" in font else ("name", "long", "many", "line", "text", "also", "say", "count")
    used = {
        char
        for language in LANGUAGES
        for domain in DOMAINS
        for (facet, id), wordings in entries(language, domain).items()
        if facet in facets and not ("grenze" in font and id.startswith("ruling."))  # questions are set as text
        for char in "".join(wordings)
    }
    assert sorted(char for char in used if ord(char) not in glyphs) == []


@pytest.mark.slow
def test_updating_the_catalogues_changes_nothing(tmp_path: Path) -> None:
    """No id is lost, none is dead, and each stands in its place: whoever adds one has no other change to show."""
    copy, tools = tmp_path / "locales", Path(sys.executable).parent
    shutil.copytree(paths.locales(), copy)
    command = [str(needed("make")), "--assume-old=.venv/ready", "words", f"LOCALES={copy}", f"BIN={tools}"]
    subprocess.run(command, cwd=paths.locales().parent, check=True, capture_output=True)
    for language, domain in FILES:
        name = f"{language}/LC_MESSAGES/{domain}.po"
        assert (copy / name).read_text("utf-8") == (paths.locales() / name).read_text("utf-8"), f"{name}: make words"
