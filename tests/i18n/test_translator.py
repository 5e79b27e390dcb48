"""Words for one viewer: forms, plurals, editions, fallbacks, and a language made up for the purpose."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from companion.i18n.effects import effect_line
from companion.i18n.languages import FORMS, choose, languages
from companion.i18n.translator import Counted, MissingWords, Raw, Term, Translator, places
from companion.rules import Library, library, load
from companion.rules.base import Goods
from tests.words import LANGUAGES, plain

EN, NL, DE = (Translator(code, load("caylus", code)) for code in ("en", "nl", "de"))


def test_a_term_carries_its_forms() -> None:
    assert [DE.form("building.mason", form) for form in FORMS] == [
        "der Maurer", "den Maurer", "auf den Maurer", "beim Maurer", "zum Maurer", "des Maurers",
    ]  # fmt: skip
    assert DE.form("building.architect", "object") == "den Architekten"
    assert DE.form("building.stables", "onto") == "in die Ställe"
    assert DE.form("building.inn", "onto") == "ins Wirtshaus"
    assert DE.form("term.castle", "at") == "im Schloss"
    assert NL.form("building.park", "subject") == "het park"
    assert NL.form("building.mason", "onto") == "op de metselaar"
    assert NL.form("term.castle", "onto") == "in het kasteel"
    assert EN.form("building.mason", "Subject") == "The mason"


def test_plurals_of_the_box() -> None:
    def count(t: Translator, unit: str, n: int) -> str:
        return plain(t.count(unit, n))

    assert (count(DE, "favor", 1), count(DE, "favor", 2)) == ("1 Gunst des Königs", "2-mal die Gunst des Königs")
    assert (count(NL, "favor", 1), count(NL, "favor", 2)) == ("1 koninklijk privilege", "2 koninklijke privileges")
    assert (count(NL, "denier", 1), count(NL, "denier", 5)) == ("1 Dinar", "5 Dinars")
    magna_carta = Translator("nl", load("magna_carta", "nl"))
    assert count(magna_carta, "denier", 5) == "5 denar"
    assert count(Translator("nl", load("magna_carta", "nl-b")), "denier", 5) == "5 dinar"
    assert count(NL, "food", 2) == "2 voedsel"
    assert count(EN, "denier", 1000) == "1,000 deniers"
    assert count(DE, "denier", 1000) == "1.000 Denare"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_stays_with_its_unit_and_a_loss_has_a_true_minus(language: str) -> None:
    for game in ("caylus", "magna_carta"):
        t = Translator(language, load(game))
        for unit in load(game).data.words.units:
            assert t.count(unit, 3).startswith(("3\u00a0", "3-")), unit
        several = t.count("prestige", 2).removeprefix("2")
        assert t.count("prestige", -2) == f"−2{several}"


def test_amounts_and_lists() -> None:
    amount = Goods(food=2, wood=1, denier=1)
    assert plain(EN.goods(amount)) == "2 food, 1 wood, and 1 denier"
    assert plain(NL.goods(amount)) == "2 voedsel, 1 hout en 1 Dinar"
    assert plain(DE.goods(amount)) == "2 Nahrung, 1 Holz und 1 Denar"
    assert DE.one_of(["Rot", "Blau"]) == "Rot oder Blau"


@pytest.mark.parametrize(
    ("edition", "language", "line"),
    [
        ("nl", "en", "Trade 2 cloth for 4 PP, or 3 cloth for 6 PP."),
        ("nl", "nl", "Ruil 2 linnen voor 4 PP, of 3 linnen voor 6 PP."),
        ("nl", "de", "Tausche 2 Tuch gegen 4 PP oder 3 Tuch gegen 6 PP."),
        ("nl-first", "nl", "Ruil 1 linnen voor 2 PP, of 3 linnen voor 6 PP."),
    ],
)
def test_the_tailors_line(edition: str, language: str, line: str) -> None:
    rules = load("caylus", edition)
    effect = rules.data.buildings["tailor"].effect
    assert effect is not None
    assert plain(effect_line(Translator(language, rules), effect)) == line


def test_one_boxs_own_words() -> None:
    assert Translator("nl", load("caylus", "nl")).name("building.n_market") == "Marktplaats"
    assert Translator("nl", load("caylus", "nl-first")).name("building.n_market") == "Marktplein"
    assert Translator("nl", load("magna_carta", "nl")).name("term.provost") == "Voogd"
    assert Translator("nl", load("magna_carta", "nl-b")).form("term.provost", "to") == "naar de provoost"


def test_changing_a_number_changes_every_word_made_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "caylus"
    folder.mkdir()
    deals = "[{ pay = { cloth = 7 }, gain = { prestige = 9 } }]"
    (folder / "mine.toml").write_text(f"[buildings.tailor.effect]\noptions = {deals}\n[castle]\nrefusal = 6\n")
    rules = Library([tmp_path]).rules("caylus", "nl")
    t = Translator("nl", rules)
    it = rules.data.buildings["tailor"]
    assert it.effect is not None
    assert plain(effect_line(t, it.effect)) == "Ruil 7 linnen voor 9 PP."
    assert "6 prestigepunten" in plain(t.text("ruling.castle_refusal"))


def test_language_by_its_parents_then_the_fallback() -> None:
    assert choose("nl-BE", ["en", "nl"]) == "nl"
    assert choose("de_AT", ["de", "en"]) == "de"
    assert Translator("pt-BR", load("caylus")).name("building.tailor") == "Tailor"


def test_a_missing_message_is_our_fault_and_says_so() -> None:
    with pytest.raises(MissingWords, match=r"name of building\.nowhere"):
        EN.name("building.nowhere")


def test_own_words_of_an_overlay(tmp_path: Path) -> None:
    folder = tmp_path / "locales" / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    po = 'msgctxt "name"\nmsgid "building.tailor"\nmsgstr "Snijder"\n'
    (folder / "caylus.po").write_text(po)
    t = Translator("nl", load("caylus", "nl"), overlays=[tmp_path])
    assert t.name("building.tailor") == "Snijder"
    assert t.form("building.tailor", "at") == "bij de snijder"
    assert t.name("building.bank") == "Bank"


def test_a_made_up_language_is_a_folder(tmp_path: Path) -> None:
    """What docs/languages.md tells a translator to do, done: copy a folder, give it a name, translate."""
    folder = tmp_path / "locales" / "x-orc"
    shutil.copytree(languages()["en"].folder, folder)
    grammar = (folder / "language.toml").read_text().replace('name = "English"', 'name = "Orcish"')
    (folder / "language.toml").write_text(grammar.replace('onto = "on the {noun}"', 'onto = "{noun} ug"'))
    for file in folder.rglob("*.po"):
        text = file.read_text().replace('msgstr "Mason"', 'msgstr "Grumsh"').replace('deniers"', 'teeth"')
        file.write_text(text)
    t = Translator("x-orc", load("caylus", "en"), overlays=[tmp_path])
    assert t.language.name == "Orcish"
    assert t.form("building.mason", "onto") == "grumsh ug"
    assert plain(t.count("denier", 3)) == "3 teeth"


def test_a_half_finished_language_falls_back_whole_sentences(tmp_path: Path) -> None:
    folder = tmp_path / "locales" / "x-elf"
    (folder / "LC_MESSAGES").mkdir(parents=True)
    (folder / "language.toml").write_text('name = "Elvish"\nquotes = ["<", ">"]\nnouns = "keep"\n[classes]\n')
    (folder / "LC_MESSAGES" / "caylus.po").write_text(
        'msgctxt "name"\nmsgid "building.bank"\nmsgstr "Mirë"\n',
        encoding="utf-8",
    )
    t = Translator("x-elf", load("caylus", "en"), overlays=[tmp_path])
    assert t.name("building.bank") == "Mirë"
    assert t.form("building.mason", "onto") == "on the mason"


def test_a_language_begun_today_says_everything_in_english(tmp_path: Path) -> None:
    folder = tmp_path / "locales" / "x-elf"
    folder.mkdir(parents=True)
    (folder / "language.toml").write_text('name = "Elvish"\nquotes = ["<", ">"]\nnouns = "keep"\n[classes]\n')
    t = Translator("x-elf", load("caylus", "en"), overlays=[tmp_path])
    assert t.say("web.table.paused") == EN.say("web.table.paused")
    assert t.name("building.bank") == "Bank"
    assert t.form("term.castle", "onto") == EN.form("term.castle", "onto")
    assert plain(t.count("denier", 3)) == "3 deniers"


def test_a_german_name_never_stands_with_an_english_article(tmp_path: Path) -> None:
    """An owner who has renamed a building, and said of the new name nothing but how it is spelt."""
    rules = load("caylus", "en")
    for code, name in (("de", "Kampfbahn"), ("en", "Lists")):
        folder = tmp_path / "locales" / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        said = f'msgctxt "name"\nmsgid "building.lists"\nmsgstr "{name}"\n'
        only = '\nmsgctxt "at"\nmsgid "building.lists"\nmsgstr "on the lists"\n' if code == "en" else ""
        (folder / "caylus.po").write_text(said + only)
    spoken = {code: Translator(code, rules, overlays=[tmp_path]).form("building.lists", "at") for code in ("de", "en")}
    assert spoken == {"de": "bei „Kampfbahn“", "en": "on the lists"}


@pytest.mark.parametrize("t", [EN, NL, DE])
def test_a_number_as_long_as_a_line_is_said_in_short(t: Translator) -> None:
    """No game has such numbers, but an old correction may, and pages and paper have no room for them."""
    assert len(t.number(10**40)) < 10
    assert len(t.count("denier", 10**40)) < 20


def test_a_noun_brings_its_article() -> None:
    forms = ("a", "a_object", "no_object", "dative")
    assert [DE.form("term.marker", form) for form in forms] == [
        "ein Markierungsstein",
        "einen Markierungsstein",
        "keinen Markierungsstein",
        "dem Markierungsstein",
    ]
    assert [DE.form("building.stables", form) for form in forms] == ["Ställe", "Ställe", "keine Ställe", "den Ställen"]
    assert [EN.form("building.architect", form) for form in ("a", "no")] == ["an architect", "no architect"]
    assert NL.form("category.neutral", "dative") == "het neutrale gebouw", "written out for the object"


@pytest.mark.parametrize(
    ("t", "mason", "stables"),
    [
        (EN, "The mason is not neutral.", "The stables are not neutral."),
        (NL, "De metselaar is niet neutraal.", "De stallen zijn niet neutraal."),
        (DE, "Der Maurer ist nicht neutral.", "Die Ställe sind nicht neutral."),
    ],
)
def test_a_verb_follows_the_name(t: Translator, mason: str, stables: str) -> None:
    assert t.say("why.not_neutral", building=Term("building.mason")) == mason
    assert t.say("why.not_neutral", building=Term("building.stables")) == stables


def test_a_sentence_names_a_thing_beside_an_argument_of_the_same_kind() -> None:
    said = EN.say("why.residence_already", building=Term("building.mason"))
    assert said == "The mason is a residence already."


def test_hostile_words_stay_words() -> None:
    assert EN.say("search.none", word="{0.__class__}<b>") == "Nothing found for {0.__class__}<b>."


def test_a_game_words_a_common_sentence_its_own_way() -> None:
    rules = load("magna_carta", "nl")
    effect = rules.data.buildings["lawyer"].effect
    assert effect is not None
    assert (
        plain(effect_line(Translator("nl", rules), effect))
        == "Betaal 1 voedsel: draai een eigen kaart om tot woonhuis."
    )


Words = dict[tuple[str, str], str | tuple[str, str]]


def written(folder: Path, code: str, words: Words) -> None:
    """Write words of an owner's own, by facet and id."""
    entries = Catalog(locale=code)
    for (facet, id), text in words.items():
        entries.add(id if isinstance(text, str) else (id, id), text, context=facet)
    file = folder / "locales" / code / "LC_MESSAGES" / "caylus.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as out:
        write_po(out, entries)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A box with words of its own: in Dutch, for one edition, for a variant, half of a plural, and one in German."""
    dutch: Words = {
        ("name", "building.tailor"): "Snijder",
        ("name", "building.tailor@nl-first"): "Draper",
        ("name", "building.bank@simplified_favors"): "Kas",
        ("name", "building.mill"): "Molen",
        ("count", "food"): ("{n} hap", ""),
        ("count", "wood@nl-first"): ("{n} plank", "{n} planken"),
    }
    written(tmp_path, "nl", dutch)
    written(tmp_path, "de", {("name", "building.forge"): "Schmiede"})
    return tmp_path


def test_words_of_an_edition_or_a_variant_come_before_those_of_the_box(own: Path) -> None:
    names = {
        (edition, variants): Translator("nl", library().rules("caylus", edition, variants, 3), overlays=[own])
        for edition, variants in (("nl", ()), ("nl-first", ()), ("nl", ("simplified_favors",)))
    }
    assert [t.name("building.tailor") for t in names.values()] == ["Snijder", "Draper", "Snijder"]
    assert [t.name("building.bank") for t in names.values()] == ["Bank", "Bank", "Kas"]
    assert [plain(t.count("wood", 2)) for t in names.values()] == ["2 hout", "2 planken", "2 hout"]
    assert names["nl-first", ()].count("wood", 1) == "1 plank"
    by_hand = Translator("nl", load("caylus", "nl"), edition="nl-first", overlays=[own])
    assert by_hand.name("building.tailor") == "Draper"


def test_half_a_plural_counts_as_none(own: Path) -> None:
    t = Translator("nl", load("caylus", "nl"), overlays=[own])
    assert [plain(t.count("food", n)) for n in (1, 2)] == ["1 voedsel", "2 voedsel"]


def test_what_only_another_language_has_is_said_in_it_and_quoted_in_sentences(own: Path) -> None:
    t = Translator("en", load("caylus", "en"), overlays=[own])
    assert [t.name("building.mill"), t.name("building.forge")] == ["Molen", "Schmiede"]
    assert t.say("event.placed", seat="Red", building=Term("building.mill")) == "Red places a worker on “Molen”."
    assert t.say("why.not_neutral", building=Term("building.forge")) == "“Schmiede” is not neutral."
    assert Translator("en", load("caylus", "en")).has("building.mill") is False
    assert (t.has("building.mill"), t.has_own("building.mill"), t.has_own("building.bank")) == (True, False, True)


def test_further_names_are_those_of_the_language_alone() -> None:
    assert Translator("en", load("caylus", "en")).also("building.jeweller") == ["Jeweler"]
    assert Translator("nl", load("caylus", "nl")).also("building.jeweller") == []


def test_a_name_that_tells_things_apart_is_said_where_there_is_one() -> None:
    assert (NL.long("building.n_farm"), NL.long("building.tailor")) == ("Neutrale boerderij", "Kleermaker")


APART = [
    (DE, "w_farm_food", "onto", "auf den Bauernhof aus Holz (Nahrung)"),
    (DE, "n_farm", "Subject", "Der neutrale Bauernhof"),
    (DE, "n_farm", "name", "Neutraler Bauernhof"),
    (DE, "tailor", "at", "beim Schneider"),
    (EN, "n_farm", "onto", "on the neutral farm"),
    (EN, "w_farm_cloth", "Onto", "On the wood farm (cloth)"),
    (NL, "w_sawmill", "object", "de houten zaagmolen"),
]


@pytest.mark.parametrize(("t", "building", "form", "said"), APART)
def test_two_of_a_name_are_told_apart_in_every_form(t: Translator, building: str, form: str, said: str) -> None:
    assert t.form_apart(f"building.{building}", form) == said


FORMED = [
    (NL, "building.mason", "noun", "metselaar"), (NL, "building.mason", "Noun", "Metselaar"),
    (NL, "building.mason", "name", "Metselaar"), (DE, "building.mason", "noun", "Maurer"),
    (EN, "building.stables", "object", "the stables"), (EN, "term.batch", "a", "a batch"),
]  # fmt: skip


@pytest.mark.parametrize(("t", "id", "form", "said"), FORMED)
def test_a_name_stands_in_a_sentence_as_it_is_asked_for(t: Translator, id: str, form: str, said: str) -> None:
    assert t.form(id, form) == said


def test_amounts_are_counted_and_listed_as_the_language_does() -> None:
    fr = Translator("fr", load("caylus", "fr"))
    goods = Goods(wood=1, prestige=2)
    assert [plain(fr.goods(goods)), plain(fr.goods(goods, short=True))] == [
        "1 bois et 2 points de prestige",
        "1 bois et 2 PP",
    ]
    assert [t.all_of(["a", "b", "c"]) for t in (EN, NL)] == ["a, b, and c", "a, b en c"]
    assert [t.one_of(["a", "b", "c"]) for t in (EN, fr)] == ["a, b, or c", "a, b ou c"]
    assert [EN.series([]), EN.series(["a"]), EN.series(["a", "b", "c"])] == ["", "a", "a; b; c"]
    assert [t.quote("a") for t in (EN, DE, NL, fr)] == ["“a”", "„a“", "‘a’", "«\u00a0a\u00a0»"]


NUMBERS = [
    (0, "0"), (-3, "−3"), (2.5, "2.5"), (12345, "12,345"), (999_999, "999,999"), (10**6, "1,000,000"),
    (-(10**7), "-1e+7"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "said"), NUMBERS)
def test_a_number_is_written_as_the_language_does(number: float, said: str) -> None:
    assert EN.number(number) == said
    assert (DE.number(12345), DE.number(2.5)) == ("12.345", "2,5")


def test_a_count_that_is_asked_for_twice_stays_the_same() -> None:
    for n in (1, 2, 199, 200, 2, 1):
        assert plain(EN.count("denier", n)) == f"{n} denier{'s' if n > 1 else ''}"


SPOKEN = [
    ({"seat": "Red", "building": Term("building.mason")}, "Red places a worker on the mason."),
    ({"seat": "Red", "building": "building.stables"}, "Red places a worker in the stables."),
    ({"seat": "Red", "building": Raw("<b>")}, "Red places a worker <b>."),
    ({"seat": 3, "building": Term("building.n_farm", apart=True)}, "3 places a worker on the neutral farm."),
    ({"seat": ("Red", "Blue"), "building": Term("building.n_farm")}, "Red and Blue places a worker on the farm."),
]


@pytest.mark.parametrize(("args", "said"), SPOKEN)
def test_the_places_of_a_sentence_are_filled(args: dict[str, object], said: str) -> None:
    assert EN.say("event.placed", **args) == said


def test_amounts_fill_places_too() -> None:
    assert plain(EN.say("option.take", goods=Goods(food=2, denier=1))) == "Take 2 food and 1 denier"
    assert plain(EN.say("why.missing", amount=Counted("stone", 2))) == "You are 2 stone short."


FILLED = {
    "{castle.refusal:prestige}": "2 prestige points",
    "{buildings.tailor.cost:goods}": "1 wood and 1 stone",
    "{it.effect.options[0].pay.cloth:cloth}": "2 cloth",
    "{it.effect.options[1].gain:short}": "6 PP",
    "{it.prestige}": "6",
    "{it.effect.all_different}": "False",
    "{buildings.tailor.category}": "stone",
    "{favors.lines.prestige[2].gain.prestige}": "3",
}


@pytest.mark.parametrize(("text", "said"), FILLED.items())
def test_an_owners_sentence_takes_numbers_of_the_rules(text: str, said: str, tmp_path: Path) -> None:
    written(tmp_path, "en", {("text", "building.tailor"): text})
    rules = load("caylus", "en")
    t = Translator("en", rules, overlays=[tmp_path])
    assert plain(t.text("building.tailor", it=rules.data.buildings["tailor"])) == said


@pytest.mark.parametrize("text", ["{nobody}", "{castle.__class__}", "{it[9]}", "{castle._x}", "{it.x.y}", "{it"])
def test_a_place_that_nothing_fills_is_an_error(text: str, tmp_path: Path) -> None:
    written(tmp_path, "en", {("text", "building.tailor"): text})
    t = Translator("en", load("caylus", "en"), overlays=[tmp_path], strict=True)
    with pytest.raises((LookupError, AttributeError, ValueError)):
        t.text("building.tailor", it=[1, 2])


def test_the_places_of_a_sentence_are_known() -> None:
    assert places("{a} b {c.d[0]:short}.") == [("a", ""), ("c.d[0]", "short")]


MISSING: list[tuple[str, Callable[[Translator], object]]] = [
    ("name", lambda t: t.name("building.nowhere")),
    ("text", lambda t: t.text("building.nowhere")),
    ("name", lambda t: t.form("building.nowhere", "at")),
    ("count", lambda t: t.count("building.nowhere", 2)),
]


@pytest.mark.parametrize(("facet", "ask"), MISSING)
def test_missing_words_say_in_which_file_they_belong(facet: str, ask: Callable[[Translator], object]) -> None:
    for t, file in (
        (NL, "locales/nl/LC_MESSAGES/caylus.po"),
        (Translator("fr"), "locales/fr/LC_MESSAGES/companion.po"),
    ):
        with pytest.raises(MissingWords) as error:
            ask(t)
        assert (error.value.facet, error.value.id, error.value.file) == (facet, "building.nowhere", file)
        assert error.value.args == (f"{facet} of building.nowhere ({t.code})",)


def test_a_translator_for_another_box_speaks_the_same_language(own: Path) -> None:
    t = Translator("nl", load("caylus", "nl"), overlays=[own])
    other = t.of(load("magna_carta", "nl"))
    assert (other.code, other.overlays, other.name("term.provost")) == ("nl", (own,), "Voogd")
    assert t.of(None) is t
    assert t.of(t.rules) is t
