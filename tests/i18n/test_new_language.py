"""A language that somebody has begun: it walks everywhere, and what it lacks is said in English, whole."""

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from companion import paths
from companion.cli import main
from companion.engine import Game, new_game
from companion.engine.records import write
from companion.i18n.answers import building_line
from companion.i18n.deeds import deed_lines
from companion.i18n.languages import FORMS, read_language
from companion.i18n.new_language import NoLanguage, new_language
from companion.i18n.options import option_words
from companion.i18n.translator import Translator
from companion.printing.job import lay_out
from companion.printing.product import Request, games_with, products
from companion.rules import library, load
from companion.rules.base import Goods
from companion.web import create_app
from tests.i18n.test_deeds import NEWEST, played
from tests.spanish import begin
from tests.table.people import setup
from tests.words import plain

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begin(tmp_path_factory.mktemp("begun"))


def test_empty_catalogues_with_the_plurals_of_the_language(tmp_path: Path) -> None:
    for code, plurals in (("es", 2), ("pl", 3), ("ja", 1), ("pt-BR", 2)):
        folder = new_language(code, tmp_path)
        for po in sorted((folder / "LC_MESSAGES").glob("*.po")):
            with po.open("rb") as file:
                catalogue = read_po(file, abort_invalid=True)
            assert f"nplurals={plurals}" in po.read_text("utf-8") or plurals == catalogue.num_plurals
            assert not any(any(message.string or ()) for message in catalogue if message.id)
        assert Translator(code, load("caylus"), overlays=[tmp_path.parent]).count("denier", 2) == "2\u00a0deniers"
    amount = Translator("es", load("caylus"), overlays=[tmp_path.parent]).goods(Goods(food=1, wood=2))
    assert plain(amount) == "1 food and 2 wood"


def test_a_language_has_its_own_name_with_its_own_capitals(tmp_path: Path) -> None:
    assert read_language(new_language("pt-BR", tmp_path) / "language.toml").name == "Português (Brasil)"


def test_a_new_language_is_described_and_without_any_word(tmp_path: Path) -> None:
    folder = new_language("es", tmp_path)
    assert sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.*")) == [
        "es/LC_MESSAGES/caylus.po", "es/LC_MESSAGES/companion.po", "es/LC_MESSAGES/magna_carta.po", "es/language.toml",
    ]  # fmt: skip
    read = read_language(folder / "language.toml")
    assert (read.code, read.name, read.quotes, read.lower_nouns) == ("es", "Español", ("“", "”"), True)
    assert read.classes == {"bare": dict.fromkeys(FORMS, "{noun}")}
    with (paths.locales() / "en" / "LC_MESSAGES" / "caylus.po").open("rb") as file:
        english = read_po(file)
    with (folder / "LC_MESSAGES" / "caylus.po").open("rb") as file:
        spanish = read_po(file)
    assert [(m.context, m.id, m.auto_comments) for m in spanish if m.id] == [
        (m.context, m.id, m.auto_comments) for m in english if m.id
    ]
    assert (spanish.project, str(spanish.locale), spanish.fuzzy) == (english.project, "es", False)


def test_a_language_is_begun_once(tmp_path: Path) -> None:
    new_language("es", tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.*")}
    with pytest.raises(FileExistsError):
        new_language("es", tmp_path)
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.*")} == before


@pytest.mark.parametrize(
    ("code", "said"), [("../x", "is not a language"), ("klingon", "is not a language"), ("", "code")]
)
def test_a_code_that_is_none_makes_nothing(code: str, said: str, tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["i18n", "new", code, "--into", str(tmp_path), "--lang", "en"])
    assert (run.exit_code, said in run.output) == (2, True)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(NoLanguage):
        new_language(code, tmp_path)


def test_a_language_that_is_there_is_left_alone(begun: Path) -> None:
    before = {file: file.read_bytes() for file in begun.rglob("*.*")}
    run = CliRunner().invoke(main, ["i18n", "new", "es", "--into", str(begun), "--lang", "en"])
    assert (run.exit_code, "already exists" in run.output) == (2, True)
    assert {file: file.read_bytes() for file in begun.rglob("*.*")} == before


def test_a_message_says_what_a_translator_has_to_know(begun: Path) -> None:
    with (begun / "locales" / "es" / "LC_MESSAGES" / "companion.po").open("rb") as file:
        message = read_po(file).get("event.placed", "say")
    assert message is not None
    assert message.auto_comments == [
        "EN: {seat} places a worker {building:onto}.",
        "Seen: Log.",
        "{seat}: a player's name or color",
        "{building:onto}: as in “on the mason”",
    ]


@pytest.fixture(scope="module")
def game() -> Game:
    from tests.cli.test_games import played

    return played("caylus")


def test_every_sentence_is_of_one_language(begun: Path, game: Game) -> None:
    rules = library((begun,)).rules("caylus", "nl", (), 3)
    spanish, english = Translator("es", rules, overlays=[begun]), Translator("en", rules)
    lines = dict(zip(*(deed_lines(t, game.events()) for t in (spanish, english)), strict=True))
    own = {line for line in lines if re.search(r" coloca un | pasa, | recupera ", line)}
    assert any("sobre el cantero, 1 denier" in plain(line) for line in own)
    assert {line for line in own if re.search(r"\b(the|on|in|at)\b", line)} == set()
    assert any("“" in line for line in own)
    for line in lines.keys() - own:
        assert line.replace("Azul", "Blue") == lines[line]


def test_what_is_said_in_english_is_english_to_its_nouns_and_conjunctions(begun: Path, tmp_path: Path) -> None:
    """Whatever the language has of its own already, where the sentence itself is missing."""
    shutil.copytree(begun, tmp_path, dirs_exist_ok=True)
    po = tmp_path / "locales" / "es" / "LC_MESSAGES" / "caylus.po"
    text, n = re.subn(
        '(msgctxt "long"\nmsgid "building.n_farm"\nmsgstr )""', r'\1"Granja neutral"', po.read_text("utf-8")
    )
    units = '(msgid "food"\nmsgid_plural "food"\n)msgstr.0. ""\nmsgstr.1. ""'
    text, m = re.subn(units, r'\1msgstr[0] "{n} ración"\nmsgstr[1] "{n} raciones"', text)
    assert (n, m) == (1, 1)
    po.write_text(text, encoding="utf-8")
    rules = library((tmp_path,)).rules("caylus", "en", (), 2)
    spanish, english = Translator("es", rules, overlays=[tmp_path]), Translator("en", rules)
    assert (spanish.count("food", 2), spanish.long("building.n_farm")) == ("2 raciones", "Granja neutral")
    lines = [
        [line for it in rules.data.buildings.values() if (line := building_line(t, it))] for t in (spanish, english)
    ]
    assert lines[0] == lines[1]
    assert any(" or " in line for line in lines[1])
    assert any(" and " in line for line in lines[1])
    opened = new_game(rules, ["red", "blue"])
    opened.answer_chance(seed=1)
    labels: list[list[str]] = [[], []]
    for _ in range(60):
        look = opened.look(opened.decision.seat)
        for t, found in zip((spanish, english), labels, strict=True):
            options = opened.decision.options
            found += [option_words(t, rules, opened.decision, action, look).label for action in options]
        opened.play(next((one for one in options if str(one).startswith(("take", "place", "batch"))), options[-1]))
    assert labels[0] == labels[1]
    assert {"Worker: Neutral farm"} <= {*labels[1]}


def test_a_class_that_the_language_does_not_have_is_told_and_never_raises(begun: Path, tmp_path: Path) -> None:
    shutil.copytree(begun, tmp_path, dirs_exist_ok=True)
    po = tmp_path / "locales" / "es" / "LC_MESSAGES" / "caylus.po"
    name = po.read_text("utf-8")
    po.write_text(re.sub('(msgctxt "class"\nmsgid "building.mason"\nmsgstr )"m"', r'\1"on"', name), encoding="utf-8")
    t = Translator("es", load("caylus", "en"), overlays=[tmp_path])
    assert t.say("event.placed", seat="Azul", building="building.mason") == "Azul coloca un obrero “Cantero”."
    run = CliRunner().invoke(main, ["rules", "check", "--overlay", str(tmp_path), "--lang", "en"])
    assert (run.exit_code, run.output.count("building.mason")) == (1, 1), run.output


def walk(begun: Path, record: Path) -> Iterator[list[str]]:
    yield ["rules", "list"]
    for name in ("caylus", "magna_carta"):
        yield ["rules", "list", name]
        yield from (["rules", "show", name, *one] for one in ([], ["lawyer"], ["church"], ["bridge"], ["provost"]))
        yield ["rules", "sources", name]
        yield ["rules", "diff", name, "nl", "de"]
    yield ["rules", "show", "caylus", "muratore"]
    yield ["rules", "show", "caylus", "ruling.favor_discounts"]
    yield ["rules", "search", "notario"]
    yield ["rules", "check"]
    yield ["replay", str(record)]
    yield ["replay", str(record), "--at", "2.provost"]
    yield ["simulate", "--games", "1"]
    yield ["doctor"]


def test_commands_speak_it(begun: Path, game: Game, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(write(game), encoding="utf-8")
    for words in walk(begun, record):
        with_overlay = [] if words[0] == "doctor" else ["--overlay", str(begun)]
        run = CliRunner().invoke(main, [*words, *([] if words[0] == "doctor" else ["--lang", "es"]), *with_overlay])
        assert run.exception is None or isinstance(run.exception, SystemExit), (words, run.exception)
        assert run.exit_code in (0, 1), (words, run.output)
        assert run.output.strip()


def test_pages_speak_it(begun: Path) -> None:
    app = create_app(overlays=(begun,))
    tables = app.extensions["tables"]
    opened = tables.create(setup(), "laptop", seed=1)
    tables.sit(opened.id, "red", "phone")
    client = app.test_client()
    client.set_cookie("language", "es", domain="localhost")
    client.set_cookie("device", "phone", domain="localhost")
    pages = ["/", "/rules", "/new", "/print", "/search?q=notario", "/compare/caylus", "/history"]
    for name in ("caylus", "magna_carta"):
        rules = library().rules(name)
        ids = [*(f"building.{b}" for b in rules.data.buildings), *(f"ruling.{r}" for r in rules.data.rulings)]
        drawn = random.Random(5).sample(ids, 20)
        pages += [f"/rules/{name}", *(f"/rules/{name}/{id}" for id in drawn), f"/rules/{name}/term.provost"]
    screens = ("", "/board", "/scores", "/log", "/correct", "/settings")
    for address in [*pages, *(f"/t/{opened.code}{screen}" for screen in screens)]:
        answer = client.get(address, base_url="http://localhost")
        assert answer.status_code in (200, 404 if address in ("/history", "/print") else 200), address
        if answer.status_code == 200 and address == f"/t/{opened.code}":
            assert "Diario" in answer.get_data(as_text=True)


SHORT = NEWEST / "records" / "caylus-en-2.txt"
"""A game of two, to its end."""


@pytest.mark.drawn(8)
@pytest.mark.parametrize("product", products())
def test_sheets_speak_it(begun: Path, product: str) -> None:
    record = played(SHORT) if product == "endgame" else None
    asked = Request(product, games_with(product)[0], languages=("es",), overlays=(begun,), record=record)
    assert lay_out(asked.checked()).pages
