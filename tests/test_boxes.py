"""Every box with every way to play it is opened, played, viewed and printed, in every language."""

import random
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.engine.game import new_game
from companion.engine.records import write
from companion.printing import make
from companion.rules import library
from tests.boxes import Guest
from tests.web.club import new_app
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

Box = tuple[str, str, tuple[str, ...], int]
"""Game, edition, variants, players."""

PRINTED = ("reference", "glossary")


def boxes() -> Iterator[Box]:
    """Yield every edition with each variant, and with all that go together; the numbers of players alternate."""
    for game in library().games:
        for place, edition in enumerate(library().editions(game)):
            low, high = (n := library().rules(game).data.players).minimum, n.maximum
            for turn, variants in enumerate(ways(game)):
                least = 2 if "two_players" in variants else low
                most = 2 if "two_players" in variants else high
                yield game, edition, variants, least + (place + turn) % (most - least + 1)


def ways(game: str) -> list[tuple[str, ...]]:
    alone: list[tuple[str, ...]] = [(), *((variant,) for variant in library().variants(game))]
    return [*alone, ("lawyer_3", "simplified_favors")] if game == "caylus" else alone


BOXES = list(boxes())
EDITIONS = [(game, edition) for game in library().games for edition in library().editions(game)]


@pytest.fixture(scope="module")
def app() -> Flask:
    return new_app()


def test_the_boxes_tried_are_all_there_are() -> None:
    assert {(game, edition) for game, edition, *_ in BOXES} == set(EDITIONS)
    assert {"nl-first", "de-jeweller", "nl-b"} <= {edition for _, edition in EDITIONS}
    for game in library().games:
        assert {v for g, _, variants, _ in BOXES if g == game for v in variants} == set(library().variants(game))
        players = library().rules(game).data.players
        assert {n for g, _, _, n in BOXES if g == game} == set(range(players.minimum, players.maximum + 1))


@pytest.mark.drawn(6)
@pytest.mark.parametrize("box", BOXES, ids=lambda box: "-".join([*box[:2], *box[2], str(box[3])]))
def test_a_box_is_opened_and_played(app: Flask, box: Box) -> None:
    """Opened by the page and by the API, then viewed: each box in every language, each way to play it in one."""
    game, edition, variants, players = box
    place = BOXES.index(box)
    guest = Guest(app, seed=place)
    by_api = guest.open_by_api(*box, LANGUAGES[place % len(LANGUAGES)])
    by_page = guest.open_by_page(*box, LANGUAGES[(place + 1) % len(LANGUAGES)])
    for code in (by_api, by_page):
        view = guest.play(code, 9)
        assert (view["game"], view["edition"]) == (game, edition)
        assert set(variants) <= set(view["variants"])
        assert len(view["names"]) == players
        assert view["seq"] >= 10
    languages = LANGUAGES[place % len(LANGUAGES) :][: len(variants)] if variants else LANGUAGES
    guest.look((by_api, by_page)[place % 2], languages)


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("game", "edition"), [("caylus", "nl-first"), ("magna_carta", "nl-b")])
def test_a_game_is_played_from_the_first_page_to_the_report(app: Flask, game: str, edition: str) -> None:
    guest = Guest(app, seed=7)
    code = guest.open_by_page(game, edition, (), 2, "nl")
    assert guest.play(code, 2000)["over"]
    guest.look(code)
    guest.leave(code)


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_finished_game_is_looked_at_and_left_with(app: Flask, game: str, edition: str) -> None:
    """Played by the referee alone, imported as a record, viewed and reported in a language."""
    rules = library().rules(game, edition, players=3)
    played, chance = new_game(rules, rules.data.players.colours[:3]), random.Random(5)
    while not played.over:
        played.play(chance.choice(played.options))
    guest = Guest(app)
    code = guest.bring(write(played))
    view = guest.view(code)
    assert (view["over"], view["edition"]) == (True, edition)
    language = LANGUAGES[EDITIONS.index((game, edition)) % len(LANGUAGES)]
    guest.look(code, [language])
    guest.leave(code, [language])


@pytest.mark.drawn(2)
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_box_is_printed(game: str, edition: str) -> None:
    """A sheet in every language, alternating between a long and a short one."""
    for place, language in enumerate(LANGUAGES, EDITIONS.index((game, edition))):
        made = make(PRINTED[place % 2], game=game, edition=edition, languages=(language,))
        assert made.content[:5] == b"%PDF-"
