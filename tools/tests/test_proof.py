"""The sentences as people meet them, filled in on every box: none with a fault that a rule can find."""

import random
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import paths
from companion.i18n.languages import FORMS, FURTHER, languages
from companion.i18n.translator import Translator
from companion.rules import library, load
from tests.spanish import WORDS, begin
from tests.words import LANGUAGES, plain
from tools.words.__main__ import words
from tools.words.notes import notes
from tools.words.proof import Sentence, messages, of_the_companion, of_the_rules
from tools.words.proofreading import FAULTS, Proofreader, faults_of, glossary

SEED = 21
"""Draws two boxes of each game for each language, one of them for what the companion says; `make soak` reads all."""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: f"{language}-seed-{SEED}")
def test_every_sentence_is_read_and_none_has_a_fault(language: str) -> None:
    """What could not be filled on any box would be left out unseen."""
    known, chance = library(), random.Random(f"{SEED} {language}")
    found: list[Sentence] = []
    for game in known.games:
        first, second = chance.sample(known.editions(game), 2)
        found += of_the_companion(known, language, game, first)
        found += [one for edition in (first, second) for one in of_the_rules(known, language, game, edition)]
    assert list(faults_of(known, language, found)) == []
    read = {one.id for one in found if one.facet == "say"}
    assert [id for facet, id in messages(Translator(language)) if facet == "say" and id not in read] == []


def test_the_note_beside_a_noun_shows_its_form_and_counts_nothing() -> None:
    counted = {f"“2 {form}”" for form in (*FORMS, *FURTHER)}
    said = [note for facet, id in messages(Translator("en")) for note in notes("companion", facet, id)]
    assert [note for note in said if any(one in note for one in counted)] == []


FAULTY = [
    ("unfilled", "en", "caylus", "en", "{seat} passes."),
    ("spaces", "en", "caylus", "en", "Red  passes."),
    ("spaces", "nl", "caylus", "nl", "Rood past ."),
    ("doubled", "nl", "caylus", "nl", "Blauw levert 1 goud in in de stallen."),
    ("quotes", "nl", "caylus", "nl", "Hier heet niets ‘‘molen’’."),
    ("brackets", "nl", "magna_carta", "nl", "nl (Nederlandse editie (voogd))"),
    ("digits", "de", "caylus", "de", "Feld 9 12"),
    ("list", "en", "caylus", "en", "rises with every player who has passed 1, 2, 3, 4, and 5;"),
    ("list", "nl", "caylus", "nl", "te beginnen bij de eerste 5, 6, 6, 7 en 7."),
    ("list", "de", "caylus", "de", "vom ersten Platz an 5, 6, 6, 7 und 7."),
    ("count", "en", "caylus", "en", "The longest took 1 minutes."),
    ("count", "de", "caylus", "de", "Die längste dauerte 1 Minuten."),
    ("count", "nl", "caylus", "nl", "Rood betaalt 2 Dinar."),
    ("verb", "en", "caylus", "en", "The stables is not neutral."),
    ("verb", "nl", "caylus", "nl", "De stallen ligt niet in de straat."),
    ("verb", "de", "magna_carta", "de", "Die Ställe ist nicht neutral."),
    ("article", "de", "caylus", "de", "Blau nutzt ein Gunst des Königs."),
    ("article", "nl", "caylus", "nl", "Het metselaar is van niemand."),
    ("article", "en", "caylus", "en", "Red builds a architect."),
    ("voice", "de", "caylus", "de", "Zahlen Sie, bitte."),
    ("voice", "de", "caylus", "de", "Ein Satz besteht aus 3\u00a0Würfel."),
    ("voice", "de", "caylus", "de", "Zu den 2\u00a0Denare kommt 1\u00a0Denar."),
    ("voice", "en", "caylus", "en", "Choose another colour."),
    ("term", "de", "caylus", "de", "Die Wertung des Bergfrieds"),
    ("term", "de", "caylus", "de", "bis zu deinem Stein"),
    ("term", "nl", "caylus", "nl", "Maak er een woonhuis van"),
    ("term", "nl", "caylus", "nl", "Vak"),
    ("term", "nl", "magna_carta", "nl", "2 vooruit, naar veld 5 (2 denar)"),
    ("term", "nl", "magna_carta", "nl", "Beweging van de provoost"),
    ("term", "en", "magna_carta", "en", "Points by turn, each turn"),
    ("article", "fr", "caylus", "fr", "Bleu construit la notaire."),
    ("article", "fr", "caylus", "fr", "Bleu construit l’notaire."),
    ("voice", "fr", "caylus", "fr", "Le revenu de les écuries"),
    ("voice", "fr", "caylus", "fr", "L’effet de atelier"),
    ("sign", "en", "caylus", "en", "No house: -2\u00a0prestige points."),
    ("sign", "fr", "caylus", "fr", "Et puis..."),
    ("sign", "en", "caylus", "en", "the merchants' guild"),
    ("unit", "en", "caylus", "en", "Red pays 2 deniers."),
    ("unit", "nl", "caylus", "nl", "Rood krijgt 1 prestigepunt."),
    ("unit", "de", "caylus", "de", "Höchstens 10 mm"),
    ("unit", "fr", "caylus", "fr", "Rouge reçoit 2 bois."),
    ("before", "en", "caylus", "en", "Print at 100 %."),
    ("before", "de", "caylus", "de", "Drucke mit 100%."),
    ("before", "fr", "caylus", "fr", "Imprimez à 100 %."),
    ("before", "fr", "caylus", "fr", "Fin de partie: la victoire"),
    ("before", "fr", "caylus", "fr", "Qui commence ?"),
    ("before", "nl", "caylus", "nl", "Wie begint ?"),
    ("quotes", "fr", "caylus", "fr", "Rien ne s’appelle « moulin »."),
    ("quotes", "de", "caylus", "de", "Hier heißt nichts “Mühle”."),
]


@pytest.mark.parametrize(("kind", "language", "game", "edition", "text"), FAULTY)
def test_a_fault_is_found(kind: str, language: str, game: str, edition: str, text: str) -> None:
    reader = Proofreader.of(language, load(game, edition))
    assert kind in [found for found, _ in reader.faults(Sentence(game, edition, "say", "why", text))]


def test_each_kind_of_fault_has_an_example() -> None:
    assert {kind for kind, *_ in FAULTY} | {"fixed_article", "literal"} == {*FAULTS}


WORDED = [
    ("choice.batch", "Lever een {term.batch:noun} in of stop", "fixed_article: een {term.batch:noun}"),
    ("choice.guild", "Verplaats {term.provost:object} voor de provoost gratis", "literal: provoost"),
]
"""What is wrong with a wording whatever it is filled with."""


@pytest.mark.parametrize(("id", "wording", "fault"), WORDED)
def test_a_noun_that_is_not_left_to_its_term_is_found(id: str, wording: str, fault: str, tmp_path: Path) -> None:
    own = tmp_path / "locales" / "nl" / "LC_MESSAGES"
    own.mkdir(parents=True)
    (own / "companion.po").write_text(f'msgctxt "say"\nmsgid "{id}"\nmsgstr "{wording}"\n', "utf-8")
    reader = Proofreader.of("nl", load("caylus"), (tmp_path,))
    assert [*reader.fixed(), *reader.literal()] == [f"caylus {id} (say): {fault}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_to_avoid_has_one_instead(language: str) -> None:
    its = glossary(languages()[language])
    assert all(instead for avoided in its.avoid.values() for instead in avoided.values())
    named = tomllib.loads((paths.locales() / language / "glossary.toml").read_text("utf-8"))["avoid"]
    boxes = {f"{game}@{edition}" for game in library().games for edition in library().editions(game)}
    rules = {f"{game}:rules" for game in library().games}
    assert {*named} <= {"all", "screens", *library().games, *boxes, *rules}


@pytest.mark.slow
def test_the_command_prints_what_a_language_itself_says_and_its_faults(tmp_path: Path) -> None:
    overlay = begin(tmp_path)
    po = overlay / "locales" / "es" / "LC_MESSAGES" / "companion.po"
    po.write_text(po.read_text("utf-8").replace("Diario", "Ver el el diario"), "utf-8")
    shown = CliRunner().invoke(words, ["proof", "--lang", "es", "--overlay", str(overlay)])
    assert "    Azul coloca un obrero sobre el cantero, 1 denier.\n" in plain(shown.stdout)
    headings = {line.removeprefix("caylus ") for line in shown.stdout.splitlines() if not line.startswith(" ")}
    assert headings == {f"{id} ({facet})" for its in WORDS.values() for facet, id in its if facet != "class"}
    faults = [f"{game} web.nav.log (say): doubled: el el" for game in library().games]
    assert (shown.exit_code, shown.stderr.splitlines()) == (1, [*faults, "Faults: 2"])
