"""Every option of every box has words in every language."""

import random
import re
from collections.abc import Iterator

import pytest

from companion.engine.action import Action
from companion.engine.game import Game, game_at, new_game
from companion.i18n.options import Option, OptionGroup, option_words
from companion.i18n.translator import MissingWords, Translator
from companion.rules import library, load
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

BOXES = [(game, edition) for game in library().games for edition in library().editions(game)]
_ID = re.compile(r"[a-z]_[a-z]|\{|\}|\b(option|building|term)\.|[0-9][FWSCGdPRT]\b")


def played(game: Game, seed: int) -> Iterator[Game]:
    """A random game, at every decision. Building comes first, or nobody would ever have what it takes."""
    chance = random.Random(seed)
    while not game.over:
        yield game
        options = game.decision.options
        building = [text for text in options if text.startswith(("build", "prestige", "residence", "take", "batch"))]
        game.play(chance.choice(building or options))


def words(game: Game, t: Translator) -> list[Option]:
    look = game.look(game.decision.seat)
    return [option_words(t, game.rules, game.decision, text, look) for text in game.decision.options]


@pytest.mark.drawn(5)
@pytest.mark.parametrize(("name", "edition"), BOXES)
def test_every_option_has_words(name: str, edition: str) -> None:
    """Each language has a game of its own, for the fewest players and for the most."""
    players = library().rules(name, edition).data.players
    for number in (players.minimum, players.maximum):
        rules, kinds = library().rules(name, edition, (), number), set()
        for seed, language in enumerate(LANGUAGES):
            t = Translator(language, rules)
            for game in played(new_game(rules), seed):
                kinds.add(game.decision.kind)
                labels = [option.label for option in words(game, t)]
                assert [label for label in labels if not label.strip() or _ID.search(label)] == []
                assert len(set(labels)) == len(labels), labels
        assert {"batch", "trade", "bribe"} <= kinds


def test_a_label_says_what_the_engine_then_takes() -> None:
    """The price shown is what is paid, for everything that is paid in deniers."""
    for name, players in (("caylus", 3), ("magna_carta", 3)):
        rules = load(name, players=players)
        t, compared = Translator("en", rules), 0
        for game in played(new_game(rules), 7):
            decision = game.decision
            if decision.seat is None or not game.look(decision.seat)["players"]:
                continue
            text = random.Random(len(game.actions)).choice(decision.options)
            option = option_words(t, rules, decision, text, game.look(decision.seat))
            after = game.copy()
            events = after.play(text)
            paid = next((e["deniers"] for e in events if e.id == "paid" and e["seat"] == decision.seat), 0)
            if option.group != OptionGroup.MAIN:
                assert option.cost.get("denier", 0) == paid, (text, option)
                compared += bool(paid)
        assert compared > 20


FAVOR = """
seats: red blue
turn: 6 special
special: joust_field+red
order: red blue
road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter f_peddler f_carpenter mason=red
passed: red blue
bailiff: 12
provost: 12
red: 3d2F1W2C favors 0/0/0/3
"""


def test_what_a_favor_makes_cheaper_is_offered_at_its_price() -> None:
    rules = load("caylus", "en", players=2)
    game, t = game_at(rules, FAVOR, strict=False), Translator("en", rules)
    while game.decision.kind != "residence":
        options = game.decision.options
        game.play(next((text for text in options if text.startswith(("trade", "favor buildings 4"))), options[0]))
    (option,) = (one for one in words(game, t) if one.text == "residence mason")
    before = game.look("red")["players"]["red"]
    game.play("residence mason")
    after = game.look("red")["players"]["red"]
    paid = before["deniers"] - after["deniers"]
    assert option.cost.get("denier", 0) == paid
    assert rules.data.buildings["residence"].cost.denier > paid


def test_worker_prices_are_said_where_they_differ() -> None:
    game = new_game(load("caylus", "de", players=3))
    game.answer_chance(seed=2)
    t = Translator("de", game.rules)
    found = {str(option.text): option for option in words(game, t)}
    assert found["place castle"].label == "Arbeiter ins Schloss"
    assert found["place f_carpenter"].label == "Arbeiter: Feststehender Zimmermann"
    assert found["pass"].label == "Passen (+1\u00a0Denar)"
    assert found["pass"].group == OptionGroup.MAIN
    assert found["place castle"].price == 1
    game.play("pass")
    found = {str(option.text): option for option in words(game, t)}
    assert found["place castle"].price == 2


def test_a_given_name_replaces_the_colour() -> None:
    game = new_game(load("caylus", "en", players=2), ["red", "blue"])
    while game.decision.kind != "next":
        game.play(game.decision.options[0])
    option = option_words(
        Translator("en", game.rules), game.rules, game.decision, game.read("next red"), game.look(), {"red": "<Ann>"}
    )
    assert option.label == "<Ann>"


def test_a_verb_without_words_is_missed_by_the_id_of_its_sentence() -> None:
    game = new_game(load("caylus", "en", players=2), ["red", "blue"])
    game.answer_chance(seed=1)
    t = Translator("en", game.rules)
    with pytest.raises(MissingWords) as missing:
        option_words(t, game.rules, game.decision, Action("beg red", verb="beg"), game.look())
    assert (missing.value.facet, missing.value.id) == ("say", "option.beg")
