"""A law: a slip in any file of an overlay is refused by its file, changes what people see, or is reported as not used.

The seed draws the slips: a character of a word or sign lost, doubled, swapped or mistyped, a line lost or doubled.
With --whole, each sound box is also played.
"""

import logging
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from companion import box
from companion.i18n.catalogues import entries
from companion.i18n.language_files import FILES
from companion.i18n.overlay_words import used
from companion.printing.icons import parse
from companion.rules import Library
from tests.pairs import chance
from tests.spanish import begin
from tests.test_own_boxes import DOC, EXAMPLE

SLIPS = 200

_log = logging.getLogger(__name__)

MORE = {
    "sources.toml": '[texts.box]\ntitle = "My box"\nlanguage = "en"\nkind = "rules"\n',
    "caylus/variants/house.toml": '[variant]\nid = "house"\n\n[buildings.church]\nprestige = 6\nsource = ["box"]\n',
    "caylus/editions/home.toml": '[edition]\nid = "home"\nlanguage = "en"\ntext = "box"\n[buildings.mill]\ncount = 2\n',
    "magna_carta/mine.toml": "[buildings.bank]\nprestige = 3\n",
    "locales/es/search.toml": 'ignored = "el la"\nendings = "es s"\nsame = ["casa"]\n[asked]\n"term.bailiff" = "x"\n',
    "locales/es/glossary.toml": 'voice = ["!"]\ntwice = ["que"]\n\n[plurals]\ncubo = "cubos"\n',
    "locales/en/LC_MESSAGES/companion.po": 'msgctxt "say"\nmsgid "event.passed"\nmsgstr "{seat} passes: {place}."\n',
}
"""A file of each kind that the example of docs/data.md does not have."""

NAMED = "".join(
    f'\nmsgctxt "{facet}"\nmsgid "{id}"\nmsgstr "{text}"\n'
    for id, facets in {
        "edition.home": {"name": "My box"},
        "variant.house": {"name": "House", "line": "The church brings more.", "text": "As we play it."},
    }.items()
    for facet, text in facets.items()
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An overlay with every kind of file, without a fault."""
    folder = begin(tmp_path_factory.mktemp("law") / "my-box")
    examples = {file: content for name, file, content in EXAMPLE.findall(DOC.read_text("utf-8")) if name == folder.name}
    for file, content in (examples | MORE).items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(content, encoding="utf-8")
    with (folder / "locales/en/LC_MESSAGES/caylus.po").open("a", encoding="utf-8") as words:
        words.write(NAMED)
    for file in (folder / "locales/es/LC_MESSAGES").glob("*.po"):  # what is not translated yet has nothing to mistype
        kept = [part for part in file.read_text("utf-8").split("\n\n") if not part.rstrip().endswith('""')]
        file.write_text("\n\n".join(kept) + "\n", encoding="utf-8")
    (folder / "locales/es/LC_MESSAGES/magna_carta.po").unlink()
    assert box.faults(box.check(Library((folder,)))) == []
    return folder


_ABOUT = ("#", '"P', '"R', '"L', '"M', '"C', '"G')
"""How lines begin that say something about a file."""


def slipped(dice: Random, text: str) -> str:
    """Return a text with one slip in what is not space and no comment."""
    lines = text.splitlines(keepends=True)
    place = dice.choice([n for n, line in enumerate(lines) if line.strip() and not line.startswith(_ABOUT)])
    line = lines[place]
    column = dice.choice([n for n, char in enumerate(line.partition("  #")[0]) if not char.isspace()])
    char = line[column]
    lines[place] = dice.choice(
        [
            line[:column] + line[column + 1 :],
            line[:column] + char + line[column:],
            line[:column] + line[column + 1 : column + 2] + char + line[column + 2 :],
            line[:column] + dice.choice("aeikmnx0{}[]\"'=.,_ ") + line[column + 1 :],
            "",
            line + line,
        ]
    )
    return "".join(lines)


def effect(folder: Path) -> Iterator[object]:
    """Yield all that an overlay changes for anybody."""
    library = Library((folder,))
    yield library.texts
    for game in library.games:
        editions, first = library.editions(game), library.editions(game)[0]
        for edition, *variant in (*((it,) for it in editions), *((first, it) for it in library.variants(game))):
            rules = library.rules(game, edition, variant)
            yield game, edition, variant, rules.data.model_dump_json(), str(rules.sources).replace(str(folder), "")
    for words in sorted((folder / "locales").glob("*/")):
        yield words.name, [entries(words, domain) for domain in (*library.games, "companion")]
        yield [[*_held(words / name)] for name in FILES]
    yield [(file.name, parse(file)) for file in sorted((folder / "drawings").glob("*.svg"))]


def _held(file: Path) -> Iterator[object]:
    from companion.i18n.language_files import read_as

    if file.exists():
        yield read_as(file, FILES[file.name])[0]


@cache
def intact(sound: Path) -> tuple[list[object], dict[str, int]]:
    return [*effect(sound)], used(sound, Library((sound,)))


@pytest.mark.slow
@pytest.mark.drawn(5)
@pytest.mark.parametrize("number", range(SLIPS))
def test_a_slip_is_refused_or_seen_or_reported(
    number: int, sound: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    dice, folder = chance(f"law {number}"), tmp_path / "my-box"
    shutil.copytree(sound, folder)
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    place = dice.choice(files)
    before = place.read_text(encoding="utf-8")
    after = next(text for _ in range(99) if "".join((text := slipped(dice, before)).split()) != "".join(before.split()))
    place.write_text(after, encoding="utf-8")
    library = Library((folder,))
    problems = box.check(library) if pytestconfig.getoption("whole") else box.read_through(library)
    if faults := box.faults(problems):
        _log.info("%s: refused by its %s", place.relative_to(folder), "line" if faults[0].line else "file")
        assert all(str(folder) in problem.file for problem in faults), faults  # where it is, or where it is missed
        return
    effects, uses = intact(sound)
    same = [*effect(folder)] == effects
    reported = any(problem.file == str(place) for problem in problems) or used(folder, library) != uses
    kind = "not used, and reported" if same else "another sound box"
    _log.info("%s: %s", place.relative_to(folder), kind)
    assert not same or reported, (place.name, before, after)
