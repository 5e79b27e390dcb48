"""A question in people's own words finds its ruling, in each language."""

import tomllib
from collections import Counter

import pytest

from companion.i18n.languages import languages
from companion.i18n.search import asked, search
from companion.rules import library

NEAR = 3
"""Among so many of the first answers it must be: what fits a phone without scrolling."""

CAYLUS = {
    "en": {
        "how much does a worker cost": "phase.workers",
        "why can I not pass": "ruling.passing_early",
        "what happens if I have no money": "ruling.no_money",
        "can I use gold instead of cloth": "ruling.gold_not_wild",
        "I have no money for a worker": "ruling.no_money",
        "why did my worker come back with nothing": "ruling.worker_home_empty",
        "how far can I move the provost": "ruling.provost_limits",
        "can the bailiff go backwards": "ruling.bailiff_forward",
        "two workers on the same building": "ruling.one_worker_each",
        "do I get a point for my own building": "ruling.own_building",
        "what if the castle is full": "ruling.castle_full",
        "no batch in the castle": "ruling.castle_refusal",
        "when is the game over": "ruling.end_of_game",
        "can we trade with each other": "ruling.trading",
        "can my points go below zero": "ruling.prestige_floor",
        "how many batches can I hand in": "ruling.batch_number",
        "who wins in a tie": "end.ties",
    },
    "de": {
        "wie viel kostet ein Arbeiter": "phase.workers",
        "warum kann ich nicht passen": "ruling.passing_early",
        "was passiert wenn ich kein geld habe": "ruling.no_money",
        "darf ich Gold statt Stoff nehmen": "ruling.gold_not_wild",
        "ich habe kein Geld für einen Arbeiter": "ruling.no_money",
        "warum kam mein Arbeiter ohne Ertrag zurück": "ruling.worker_home_empty",
        "wie weit darf ich den Vogt bewegen": "ruling.provost_limits",
        "kann der Seneschall rückwärts gehen": "ruling.bailiff_forward",
        "zwei Arbeiter auf demselben Gebäude": "ruling.one_worker_each",
        "bekomme ich einen Punkt für mein eigenes Gebäude": "ruling.own_building",
        "was ist wenn das Schloss voll ist": "ruling.castle_full",
        "kein Satz im Schloss": "ruling.castle_refusal",
        "wann endet das Spiel": "ruling.end_of_game",
        "dürfen wir miteinander handeln": "ruling.trading",
        "kann man unter null Punkte fallen": "ruling.prestige_floor",
        "wie viele Sätze darf ich abgeben": "ruling.batch_number",
        "wer gewinnt bei Gleichstand": "end.ties",
    },
    "nl": {
        "hoeveel kost een arbeider": "phase.workers",
        "waarom kan ik niet passen": "ruling.passing_early",
        "wat gebeurt er als ik geen geld heb": "ruling.no_money",
        "mag ik goud voor stof gebruiken": "ruling.gold_not_wild",
        "ik heb geen geld voor een arbeider": "ruling.no_money",
        "waarom komt mijn arbeider met niets terug": "ruling.worker_home_empty",
        "hoe ver mag ik de provoost verzetten": "ruling.provost_limits",
        "kan de stadhouder terug": "ruling.bailiff_forward",
        "twee arbeiders op hetzelfde gebouw": "ruling.one_worker_each",
        "krijg ik een punt voor mijn eigen gebouw": "ruling.own_building",
        "wat als het kasteel vol is": "ruling.castle_full",
        "geen bouwpakket in het kasteel": "ruling.castle_refusal",
        "wanneer is het spel afgelopen": "ruling.end_of_game",
        "mogen we met elkaar ruilen": "ruling.trading",
        "kan ik minpunten krijgen": "ruling.prestige_floor",
        "hoeveel bouwpakketten mag ik inleveren": "ruling.batch_number",
        "wie wint er bij gelijkspel": "end.ties",
    },
    "fr": {
        "combien coûte un ouvrier": "phase.workers",
        "pourquoi je ne peux pas passer": "ruling.passing_early",
        "que se passe-t-il si je n’ai pas d’argent": "ruling.no_money",
        "l’or remplace-t-il le tissu": "ruling.gold_not_wild",
        "je n’ai pas d’argent pour un ouvrier": "ruling.no_money",
        "pourquoi mon ouvrier revient sans rien": "ruling.worker_home_empty",
        "jusqu’où peut aller le prévôt": "ruling.provost_limits",
        "le bailli peut-il reculer": "ruling.bailiff_forward",
        "deux ouvriers sur le même bâtiment": "ruling.one_worker_each",
        "un point pour mon propre bâtiment": "ruling.own_building",
        "que faire si le château est plein": "ruling.castle_full",
        "aucun lot au château": "ruling.castle_refusal",
        "quand finit la partie": "ruling.end_of_game",
        "peut-on échanger entre joueurs": "ruling.trading",
        "peut-on avoir moins de zéro point": "ruling.prestige_floor",
        "combien de lots puis-je livrer": "ruling.batch_number",
        "qui gagne en cas d’égalité": "end.ties",
    },
}

MAGNA_CARTA = {
    "en": {
        "how many cards can I hold": "ruling.hand_limit",
        "what can gold replace": "ruling.gold_wild",
        "my deck is empty": "ruling.discard_reshuffled",
        "what happens when nobody brings a batch": "ruling.no_batch",
    },
    "de": {
        "wie viele Karten darf ich auf der Hand haben": "ruling.hand_limit",
        "was kann Gold ersetzen": "ruling.gold_wild",
        "mein Nachziehstapel ist leer": "ruling.discard_reshuffled",
        "was wenn niemand einen Satz abgibt": "ruling.no_batch",
    },
    "nl": {
        "hoeveel kaarten mag ik in mijn hand hebben": "ruling.hand_limit",
        "wat mag goud vervangen": "ruling.gold_wild",
        "mijn voorraadstapel is leeg": "ruling.discard_reshuffled",
        "wat als niemand een pakket levert": "ruling.no_batch",
    },
    "fr": {
        "combien de cartes en main": "ruling.hand_limit",
        "que peut remplacer l’or": "ruling.gold_wild",
        "ma pioche est vide": "ruling.discard_reshuffled",
        "que se passe-t-il si personne ne livre de lot": "ruling.no_batch",
    },
}

FEW_WORDS = {
    "cadeau": "ruling.trading",
    "tauschgeschäfte": "ruling.trading",
    "eigen gebouw": "ruling.own_building",
    "why nothing": "ruling.worker_home_empty",
    "passen terwijl": "ruling.passing_early",
    "zwei abschnitten": "ruling.batches_over_two_sections",
}

ASKED = [
    (game, words, id)
    for game, spoken in (("caylus", {**CAYLUS, "in few words": FEW_WORDS}), ("magna_carta", MAGNA_CARTA))
    for questions in spoken.values()
    for words, id in questions.items()
]


@pytest.mark.parametrize(("game", "words", "id"), ASKED)
def test_a_question_finds_its_answer(game: str, words: str, id: str) -> None:
    assert id in [hit.id for hit in search(library(), words, [game])][:NEAR]


@pytest.mark.parametrize("typed", ["WIE VIEL KOSTET EIN ARBEITER?", "wieviel kosten arbeiter", "Preis Arbeiter"])
def test_neither_case_nor_ending_nor_sign_matters(typed: str) -> None:
    assert "phase.workers" in [answer.id for answer in asked(library(), "caylus", typed)][:NEAR]


@pytest.mark.parametrize("typed", ["", "?", "how do I", "der die das", "zeppelin", "what is the weather in Paris"])
def test_what_is_no_question_of_the_game_finds_nothing(typed: str) -> None:
    assert asked(library(), "caylus", typed) == []


@pytest.mark.parametrize("code", CAYLUS)
def test_no_list_of_a_language_says_two_things_of_a_word(code: str) -> None:
    """A word that is ignored is never compared, and one that stands for two things is lost to the first."""
    folder = languages()[code].folder
    lists = tomllib.loads((folder / "search.toml").read_text(encoding="utf-8"))
    listed = [word for group in lists["same"] for word in group.split()]
    assert [word for word, n in Counter([*listed, *set(lists["ignored"].split())]).items() if n > 1] == []
