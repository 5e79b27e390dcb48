"""Languages: the forms of their nouns, which one is spoken, and what is said of a file that describes none."""

from pathlib import Path

import pytest

from companion.i18n.languages import (
    FALLBACK,
    FORMS,
    FURTHER,
    LanguageFault,
    choose,
    language,
    languages,
    read_language,
    terminal_language,
)

SIX = dict(zip(FORMS, ("{noun} sub", "{noun} obj", "{noun} onto", "{noun} at", "{noun} to", "{noun} of"), strict=True))


def described(
    folder: Path, *, name: str = '"Elvish"', quotes: str = '["<", ">"]', nouns: str = '"keep"', classes: str
) -> Path:
    file = folder / "x-elf" / "language.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"name = {name}\nquotes = {quotes}\nnouns = {nouns}\n{classes}", encoding="utf-8")
    return file


def lists(name: str, forms: dict[str, str]) -> str:
    return "".join([f"[classes.{name}]\n", *(f'{form} = "{text}"\n' for form, text in forms.items())])


def test_a_language_is_read_from_its_file(tmp_path: Path) -> None:
    file = described(tmp_path, classes=lists("m", SIX) + lists("f", SIX | {"dative": "{noun} dat"}))
    read = read_language(file)
    assert (read.code, read.name, read.quotes, read.lower_nouns) == ("x-elf", "Elvish", ("<", ">"), False)
    assert read.folder == file.parent
    assert [read.form("Oak", "m", form) for form in FORMS] == [
        f"Oak {end}" for end in ("sub", "obj", "onto", "at", "to", "of")
    ]
    assert read_language(described(tmp_path, nouns='"lower"', classes="[classes]\n")).lower_nouns


FURTHER_FORMS = [
    ({}, ["Oak obj", "Oak", "Oak", "Oak", "Oak"]),
    ({"dative": "{noun} dat"}, ["Oak dat", "Oak", "Oak", "Oak", "Oak"]),
    ({"a": "an {noun}"}, ["Oak obj", "an Oak", "an Oak", "Oak", "Oak"]),
    ({"a": "an {noun}", "a_object": "ane {noun}"}, ["Oak obj", "an Oak", "ane Oak", "Oak", "Oak"]),
    ({"no": "no {noun}"}, ["Oak obj", "Oak", "Oak", "no Oak", "no Oak"]),
    ({"no_object": "none {noun}"}, ["Oak obj", "Oak", "Oak", "Oak", "none Oak"]),
]


@pytest.mark.parametrize(("more", "forms"), FURTHER_FORMS)
def test_a_form_that_a_language_does_not_write_out_is_said_by_another(
    more: dict[str, str], forms: list[str], tmp_path: Path
) -> None:
    read = read_language(described(tmp_path, classes=lists("m", SIX | more)))
    assert [read.form("Oak", "m", form) for form in FURTHER] == forms


FAULTS = [
    ({"name": ""}, "Invalid value"),
    ({"nouns": "1 2"}, "line 3"),
    ({"classes": ""}, "classes?"),
    ({"quotes": '["<"]'}, "index out of range"),
    ({"quotes": "3"}, "not subscriptable"),
    ({"classes": "classes = 3"}, "no attribute"),
    ({"classes": lists("m", {form: text for form, text in SIX.items() if form != "to"})}, "classes.m.to?"),
    ({"classes": lists("m", SIX | {"at": "at {tree}"})}, "tree?"),
    ({"classes": lists("m", SIX | {"no": "no {"})}, "'{'"),
    ({"classes": lists("m", SIX | {"adjective": "er e en en en en"})}, "classes.m.adjective?"),
]


@pytest.mark.parametrize(("slip", "said"), FAULTS)
def test_a_file_that_describes_no_language_says_why(slip: dict[str, str], said: str, tmp_path: Path) -> None:
    file = described(tmp_path, **{"classes": "[classes]\n"} | slip)
    with pytest.raises(LanguageFault) as error:
        read_language(file)
    assert said in str(error.value)
    assert "x-elf" not in languages((tmp_path,))


def test_a_file_that_is_not_there_is_no_language(tmp_path: Path) -> None:
    with pytest.raises(LanguageFault, match="No such file"):
        read_language(tmp_path / "language.toml")


ADJECTIVES = [
    ("de", "Neutraler", "m", ["neutrale", "neutralen", "neutralen", "neutralen", "neutralen", "neutralen"]),
    ("de", "Neutrales", "n", ["neutrale", "neutrale", "neutrale", "neutralen", "neutralen", "neutralen"]),
    ("nl", "Neutraal", "het", ["neutrale"] * 6),
    ("nl", "Houten", "de", ["houten"] * 6),
    ("nl", "Stenen", "het", ["stenen"] * 6),
    ("de", "Rosa", "m", ["rosa"] * 6),
    ("en", "Neutral", "on", ["neutral"] * 6),
]


@pytest.mark.parametrize(("code", "word", "noun_class", "forms"), ADJECTIVES)
def test_what_precedes_a_noun_is_declined(code: str, word: str, noun_class: str, forms: list[str]) -> None:
    assert [language(code).before(word, noun_class, form) for form in FORMS] == forms
    assert language(code).before(word, noun_class, "a") == word[0].lower() + word[1:]
    assert language(code).before(word, "no such class", "at") == word[0].lower() + word[1:]


def test_some_names_are_plural() -> None:
    assert [language("nl").plural(one) for one in ("pl", "de", "no such class")] == [True, False, False]


def test_a_name_without_a_class_has_prepositions_and_no_article(tmp_path: Path) -> None:
    assert [language("nl").bare("‘Molen’", form) for form in FORMS] == [
        "‘Molen’", "‘Molen’", "op ‘Molen’", "bij ‘Molen’", "naar ‘Molen’", "van ‘Molen’",
    ]  # fmt: skip
    read = read_language(described(tmp_path, classes="[classes]\n"))
    assert read.bare("<Mill>", "at") == "<Mill>"


WANTED = [
    ("nl", "nl"), ("NL", "nl"), ("nl-BE", "nl"), ("de_AT", "de"), ("pt-br", "pt-BR"), ("pt-BR-x", "pt-BR"),
    ("pt", None), ("", None), ("x", None),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "chosen"), WANTED)
def test_the_nearest_language_is_chosen(wanted: str, chosen: str | None) -> None:
    assert choose(wanted, ["de", "nl", "pt-BR"]) == chosen


TERMINALS = [
    ({}, FALLBACK),
    ({"LANG": "nl_NL.UTF-8"}, "nl"),
    ({"LANG": "nl_NL.UTF-8", "LC_MESSAGES": "de_DE"}, "de"),
    ({"LANG": "nl", "LC_MESSAGES": "de", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
    ({"LANG": "nl_NL", "LC_ALL": "C.UTF-8"}, "nl"),
    ({"LANG": "ja_JP.UTF-8"}, FALLBACK),
]


@pytest.mark.parametrize(("variables", "code"), TERMINALS)
def test_a_terminal_speaks_as_it_is_told(variables: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert terminal_language() == code


def test_a_folder_of_locales_adds_its_languages(tmp_path: Path) -> None:
    described(tmp_path, classes="[classes]\n")
    assert {*languages((tmp_path,))} == {*languages(), "x-elf"}
