"""Finding things by what people type."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.i18n.languages import language
from companion.i18n.search import Speech, asked, folded, full_id, printed_names, search, speech
from companion.i18n.translator import Translator
from companion.rules import Library, UnknownName, library, load
from tests.words import plain


@pytest.mark.parametrize("game", library().games)
@pytest.mark.parametrize("typed", ["st", "ma", "wo", "k"])
def test_what_begins_as_it_was_typed_comes_first(game: str, typed: str) -> None:
    begins = [folded(hit.name).startswith(typed) for hit in search(library(), typed, [game])]
    assert any(begins)
    assert not all(begins)
    assert all(before >= after for before, after in pairwise(begins))


def test_the_whole_name_comes_before_all_others() -> None:
    first, *others = search(library(), "Park", ["caylus"])
    assert (first.id, first.rank) == ("building.park", 0)
    assert all(hit.rank > 0 for hit in others)


@pytest.mark.parametrize("typed", ["mine d'or", "MINE D’OR", "mine\u00a0d’or", "  mine   d'or "])
def test_any_space_and_any_apostrophe_will_do(typed: str) -> None:
    first, *_ = search(library(), typed, ["caylus"])
    assert (first.id, first.rank) == ("building.gold_mine", 0)


def test_a_second_search_reads_neither_rules_nor_words(monkeypatch: pytest.MonkeyPatch) -> None:
    known = library()
    first = search(known, "how much does a worker cost", known.games)

    def read(*args: object) -> None:
        raise AssertionError("the index is made once")

    monkeypatch.setattr(Translator, "find", read)
    monkeypatch.setattr(Library, "rules", read)
    assert search(known, "how much does a worker cost", known.games) == first
    assert search(known, "kleremaker", known.games)[0].id == "building.tailor"


def test_a_question_is_found_however_its_spaces_are_typed() -> None:
    asked = Translator("fr", load("caylus", "fr")).name("ruling.gate_inn")
    assert asked.endswith("\u202f?")
    assert "ruling.gate_inn" in [hit.id for hit in search(library(), plain(asked), ["caylus"])][:3]


RANKS = [
    ("Tailor", "building.tailor", 0, 0),
    ("fattoria", "building.n_farm", 0, 0),
    ("jeweler", "building.jeweller", 0, 0),
    ("neutral farm", "building.n_farm", 0, 0),
    ("tail", "building.tailor", 1, 1),
    ("eermaker", "building.tailor", 2, 2),
    ("how much does a worker cost", "phase.workers", 2.2, 2.7),
    ("kleremaker", "building.tailor", 3, 3.25),
]
"""What is typed, what is found, and how far it is from what was typed."""


@pytest.mark.parametrize(("typed", "id", "least", "most"), RANKS)
def test_the_nearer_a_name_is_the_better_it_ranks(typed: str, id: str, least: float, most: float) -> None:
    hit = next(hit for hit in search(library(), typed, ["caylus"]) if hit.id == id)
    assert least <= hit.rank <= most


def test_what_is_only_similar_is_shown_where_there_is_nothing_else() -> None:
    assert {round(hit.rank) for hit in search(library(), "kleremaker", ["caylus"])} == {3}
    assert all(hit.rank < 3 for hit in search(library(), "market", ["caylus"]))
    assert search(library(), "zzzzzz", library().games) == []


@pytest.mark.parametrize("typed", ["park", "wie viel kostet ein arbeiter", "market", "worker"])
def test_each_thing_is_found_once_the_best_first(typed: str) -> None:
    hits = search(library(), typed, library().games)
    assert len({(hit.game, hit.id) for hit in hits}) == len(hits)
    assert [hit.rank for hit in hits] == sorted(hit.rank for hit in hits)
    assert {hit.game for hit in hits} == {*library().games}


FIRST = [
    ("Schneider", "building.tailor", "Schneider", "de"),
    ("Fattoria", "building.n_farm", "Fattoria", "it"),
    ("neutrale boerderij", "building.n_farm", "Neutrale boerderij", "nl"),
    ("Tailleur", "building.tailor", "Tailleur", "fr"),
    ("eglise", "building.church", "Église", "fr"),
    ("gioielliere", "building.jeweller", "Gioielliere", "it"),
    ("Università", "building.college", "Università", "it"),
    ("Goudmaker", "building.alchemist", "Goudmaker", "nl"),
    ("turme", "section.towers", "Türme", "de"),
    ("stadhouder", "term.bailiff", "stadhouder", "nl"),
    ("kleermakr", "building.tailor", "Kleermaker", "nl"),
]


@pytest.mark.parametrize(("typed", "id", "name", "language"), FIRST)
def test_a_hit_says_by_which_name_of_which_language_it_was_found(typed: str, id: str, name: str, language: str) -> None:
    hit = search(library(), typed, ["caylus"])[0]
    assert (hit.id, hit.name.lower(), hit.language) == (id, name.lower(), language)


MEANT = [
    ("tailor", "building.tailor"), ("building.tailor", "building.tailor"), ("Kleermaker", "building.tailor"),
    ("lawyer", "building.lawyer"), ("Prévôt", "term.provost"), ("prestige", "line.prestige"),
    ("castle", "term.castle"), ("walls", "section.walls"), ("lawyer_3", "variant.lawyer_3"), ("nl", "edition.nl"),
    ("gate_inn", "ruling.gate_inn"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "id"), MEANT)
def test_a_word_means_one_thing(word: str, id: str) -> None:
    assert full_id(library(), "caylus", word) == id


def test_a_word_that_means_no_one_thing_is_answered_with_what_might_be_meant() -> None:
    errors = {}
    for word in ("farm", "talior", "Kleremaker", "how much does a worker cost"):
        with pytest.raises(UnknownName) as error:
            full_id(library(), "caylus", word)
        errors[word] = error.value
    assert [error.kind for error in errors.values()] == ["name", "id", "id", "id"]
    assert errors["farm"].valid == [
        "building.n_farm",
        "building.w_farm_food",
        "building.w_farm_cloth",
        "building.s_farm",
    ]
    assert errors["talior"].nearest == ["tailor"]
    assert errors["Kleremaker"].valid == ["Kleermaker"]
    assert not [id for id in errors["how much does a worker cost"].valid if id.startswith("ruling.")]


def test_a_tile_in_a_language_that_is_not_spoken_has_its_printed_name(tmp_path: Path) -> None:
    editions = tmp_path / "caylus" / "editions"
    editions.mkdir(parents=True)
    (editions / "it.toml").write_text('[edition]\nid = "it"\nlanguage = "it"\ntext = "en"\n')
    own = library((tmp_path,))
    names = printed_names(own, "caylus", "building.tailor", (tmp_path,))
    assert (names["it"], names["fr"], [*names][-1]) == ("Sarto", "Tailleur", "it")
    assert "it" not in printed_names(own, "caylus", "term.provost", (tmp_path,))


def test_an_owners_own_name_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "locales" / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "caylus.po").write_text('msgctxt "also"\nmsgid "building.tailor"\nmsgstr "Snijder; Naaier"\n')
    found = [search(library((tmp_path,)), typed, ["caylus"], (tmp_path,))[0] for typed in ("naaier", "snijder")]
    assert [(hit.id, hit.rank, hit.name) for hit in found] == [
        ("building.tailor", 0, "Naaier"), ("building.tailor", 0, "Snijder"),
    ]  # fmt: skip


# how people ask


def test_a_language_lists_how_people_ask(tmp_path: Path) -> None:
    (tmp_path / "search.toml").write_text(
        'ignored = "The what"\nendings = "s es est"\nsame = ["price cost Fée"]\n[asked]\n"phase.workers" = "hire"\n'
    )
    read = speech(tmp_path)
    assert read.stems("What costs the boxes, fees? BOX est bus") == ["price", "box", "est", "bus"]
    assert read.asked == {"phase.workers": "hire"}


def test_a_language_without_lists_compares_words_as_they_are(tmp_path: Path) -> None:
    assert speech(tmp_path) == Speech(frozenset(), (), {}, {})
    assert speech(tmp_path).stems("The boxes, the box_es") == ["the", "boxes", "box", "es"]


def test_answers_fit_ever_less_and_there_are_not_too_many() -> None:
    """Those that fit a question well, and none that fits it half as well as the best."""
    for question in ("worker", "what does the castle cost", "wie viel kostet ein arbeiter"):
        hits = asked(library(), "caylus", question)
        assert 1 <= len(hits) <= 8
        assert [hit.rank for hit in hits] == sorted(hit.rank for hit in hits)
        assert all(2.2 <= hit.rank <= 2.7 for hit in hits)


def test_a_word_is_found_within_another_one() -> None:
    """German and Dutch write as one word what others write as two."""
    assert "ruling.scoring_order" in [hit.id for hit in asked(library(), "caylus", "Reihenfolge")]
    whole, part = (asked(library(), "caylus", word)[0].rank for word in ("Wohnhaus", "ohnhau"))
    assert whole < part


def test_a_rare_word_tells_more_than_a_common_one() -> None:
    assert asked(library(), "caylus", "worker inn")[0].id in (
        "ruling.gate_inn",
        "ruling.inn_worker_counts",
        "building.inn",
    )
    assert asked(library(), "caylus", "building tailor")[0].id == "ruling.tailor_one_cloth"


def test_an_answer_may_be_asked_for_in_words_that_it_does_not_say() -> None:
    lists = speech(language("en").folder).asked
    for id, words in lists.items():
        games = [game for game in library().games if id in [hit.id for hit in asked(library(), game, words)]]
        assert games, id
