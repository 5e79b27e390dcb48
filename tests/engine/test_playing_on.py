"""Whatever is accepted plays on: positions as people mistype them, and what no game comes to by its name."""

import random
from collections.abc import Iterator

import pytest

from companion.engine import Game, NotationError
from companion.engine.errors import BadPosition
from companion.engine.game import game_at
from companion.rules import library, load
from tests.engine.corpus import Curious, cards, fresh, rich, rich_cards

FAR = 150
"""So many choices are played from what was accepted."""

MAKERS = {
    "caylus, two": lambda: fresh("nl", 2),
    "caylus, rich": lambda: rich("en", 3),
    "caylus, five": lambda: fresh("de", 5),
    "cards": lambda: cards("standard", 3),
    "cards, rich": lambda: rich_cards("standard", 2),
    "cards, first game": lambda: cards("intro", 4),
    "cards, unseen": lambda: cards("standard", 3, untracked=True),
}

TILES = "edition: en\nseats: red green blue\norder: red green blue\n"
ROAD = "road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter"
CARDS = "game: magna_carta\nedition: nl\nvariants: standard\nseats: red green blue\nstart: red\n"
CARD_ROAD = "road: n_park n_forest n_peddler"


def play_on(game: Game, chance: random.Random, far: int = FAR) -> None:
    for _ in range(far):
        if game.over:
            return
        game.play(chance.choice(game.options))


def moments(make: str, chance: random.Random, n: int) -> Iterator[Game]:
    """Games stopped somewhere in the middle."""
    player = Curious(chance)
    for _ in range(n):
        game = MAKERS[make]()
        for _ in range(chance.randrange(20, 160)):
            if not game.over:
                game.play(player.pick(game))
        yield game


def mistyped(text: str, chance: random.Random) -> str:
    """A position with some of it left out, said otherwise, or taken from elsewhere in it."""
    lines = text.splitlines()
    words = [word for line in lines for word in line.split()[1:]]
    for _ in range(chance.randint(1, 3)):
        at = chance.choice([n for n, line in enumerate(lines) if n > 3 and line])
        key, *said = lines[at].split()
        how = chance.randrange(4)
        if how == 0 and key != "turn:":
            lines[at] = f"{key} {' '.join(chance.sample(said, len(said)))}"
        elif how == 1 and said:
            said[chance.randrange(len(said))] = chance.choice([*words, str(chance.randrange(30))])
            lines[at] = f"{key} {' '.join(said)}"
        elif how == 2 and key != "turn:":
            lines[at] = ""
        else:
            lines.append(
                chance.choice([f"step: {chance.randrange(12)} {chance.randrange(4)}", "given: 1 0", "choice:"])
            )
    return "\n".join(line for line in lines if line)


@pytest.mark.slow
@pytest.mark.drawn(7)
@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("seed", range(3))
def test_a_mistyped_position_is_refused_or_plays_on(make: str, seed: int) -> None:
    chance = random.Random(f"{make} {seed}")
    accepted = 0
    for game in moments(make, chance, 4):
        for _ in range(40):
            text = mistyped(str(game), chance)
            try:
                again = game_at(game.rules, text)
            except (NotationError, BadPosition):
                continue
            accepted += 1
            assert Game.from_position(again.position()) == again
            play_on(again, chance, 60)
    assert accepted > 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{TILES}{ROAD}\nturn: 3 workers\nstep: 3 0", "step"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nstep: 99 99", "step"),
        (f"{TILES}{ROAD}\nturn: 3 special\nstep: 99 0", "step"),
        (f"{TILES}{ROAD}\nturn: 3 provost\nstep: 4 0", "step"),
        (f"{TILES}{ROAD}\nturn: 3 buildings\nstep: 40 0", "step"),
        (f"{TILES}{ROAD}\nturn: 3 castle\ncastle: red\nstep: 2 1", "step"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nchoice: bribe:red", "open_choice"),
        (f"{TILES}{ROAD}\nturn: 3 special\nspecial: gate+red\nchoice: gate:blue", "open_choice"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nbailiff: 14\nsection: dungeon", "section"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nbailiff: 7\nsection: walls", "section"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nbailiff: 26", "finished"),
        (f"{TILES}{ROAD}\nturn: 3 provost\nspecial: gate+red", "too_late"),
        (f"{TILES}{ROAD}\nturn: 3 buildings\nstables: red", "too_late"),
        (f"{TILES}{ROAD}+red\nturn: 3 castle", "too_late"),
        (f"{TILES}{ROAD}\nturn: 3 end_of_turn\ncastle: red", "too_late"),
        (f"{TILES}{ROAD}\nturn: 3 castle\ncastle: red green\nstep: 1 0\ngiven: 9 2", "batches"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nred: houses 0/2/0", "section_early"),
        (f"{TILES}{ROAD}\nturn: 3 workers\ncolumns: 5", "columns"),
        (f"{TILES}turn: 3 workers", "neutral_missing"),
        (f"{TILES}{ROAD.replace(' n_farm', ' mason=red')}\nturn: 3 workers", "misplaced"),
        (f"{TILES}{ROAD} f_carpenter f_peddler\nturn: 3 workers", "misplaced"),
        (f"{TILES}{ROAD} . . . . . n_market.2\nturn: 3 workers", "no_such_building"),
        (f"{TILES}{ROAD} . . mason=green+blue!red\nturn: 3 workers", "promise"),
        (f"{TILES}{ROAD} . . lawyer=red+blue!red\nturn: 3 workers", "promise"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nspecial: stables+red", "not_special"),
        (f"{TILES}{ROAD}\nturn: 3 workers\ninn: red green", "one_word"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nred: 100000d", "range"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nred: ٣d", "amount"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nprovost: ٧", "number"),
        (f"{CARDS}{CARD_ROAD}\nturn: 3 actions\nowned: statue=red", "uncovered"),
        (f"{CARDS.replace('standard', 'intro')}{CARD_ROAD} residence/bank=red\nturn: 3 actions", "no_residences"),
        (f"{CARDS.replace('standard', 'intro')}{CARD_ROAD}\nturn: 3 actions\nprovost: 2", "unknown_key"),
        (f"{CARDS}road: n_park n_forest\nturn: 3 actions", "neutrals"),
        (f"{CARDS}road: n_park n_forest n_trading_post n_peddler\nturn: 3 actions", "neutrals"),
        (f"{CARDS}road: bank=red n_park n_forest n_peddler\nturn: 3 actions", "neutrals"),
        (f"{CARDS}{CARD_ROAD}\nturn: 3 actions\nred: 12P", "points"),
        (f"{CARDS}{CARD_ROAD} bank=blue\nturn: 0 setup", "before_the_deal"),
        (f"{CARDS}{CARD_ROAD}\nturn: 3 buildings\nstep: 9 0", "step"),
        (f"{CARDS}{CARD_ROAD}\nturn: 3 actions\nchoice: reveal:red", "open_choice"),
        (f"{CARDS}{CARD_ROAD}+red\nturn: 3 castle", "too_late"),
        (f"{CARDS}{CARD_ROAD}\nturn: 3 actions\ngiven: 1 0 0", "batches"),
        (f"{CARDS}{CARD_ROAD}\nturn: 3 castle\ngiven: 2 0 0\nred: won 1/0/0", "batches"),
    ],
)
def test_what_no_game_comes_to_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises((BadPosition, NotationError)) as caught:
        Game.from_position(text)
    error = caught.value
    assert code in ([it.code for it in error.problems] if isinstance(error, BadPosition) else [error.code])


def test_all_that_is_wrong_is_named() -> None:
    with pytest.raises(BadPosition) as caught:
        Game.from_position(f"{TILES}turn: 3 workers\nbailiff: 14\nsection: dungeon\nred: home 2")
    assert {it.code for it in caught.value.problems} >= {"neutral_missing", "section", "workers"}


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        (f"{TILES}{ROAD}\nturn: 3 workers\nbailiff: 14\nred: 3d", "section", "walls"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nbailiff: 14\nred: 3d", "provost", 14),
        (f"{TILES}{ROAD}\nturn: 3 workers\nred: 3d houses 6/0/0", "section", "walls"),
        (f"{TILES}{ROAD}\nturn: 3 workers\nred: 3d", "section", "dungeon"),
        (f"{CARDS}{CARD_ROAD} bank=red\nturn: 3 actions\nred: 3d", "provost", 3),
    ],
)
def test_what_is_not_said_is_as_on_a_real_table(text: str, path: str, value: object) -> None:
    assert Game.from_position(text).position()[path] == value


def test_a_batch_can_be_open_with_nothing_else_said() -> None:
    game = Game.from_position(f"{TILES}{ROAD}\nturn: 6 castle\ncastle: red\nchoice: batch:red\nred: 4F4W4S")
    assert game.position()["given"] == (0,)
    game.play("batch FWS")
    assert game.position()["given"] == (1,)


def test_a_section_is_scored_once() -> None:
    """The bailiff has passed the end of the dungeon in an earlier turn."""
    game = Game.from_position(f"{TILES}{ROAD}\nturn: 6 end_of_turn\nbailiff: 13\nred: 9P\ngreen: 9P\nblue: 9P")
    assert list(game.state.prestige) == [9, 9, 9]


def test_money_may_be_more_than_the_box_holds() -> None:
    position = Game.from_position(f"{TILES}{ROAD}\nturn: 3 workers\nred: 150d 106P 40F").position()
    assert (position["red.deniers"], position["red.prestige"], position["red.food"]) == (150, 106, 40)


def test_a_position_is_a_value() -> None:
    one, two = (Game.from_position(f"{TILES}{ROAD}\nturn: 3 workers\nred: 3d").position() for _ in range(2))
    assert (one, hash(one), str(one)) == (two, hash(two), str(two))
    assert repr(one) == "<Position caylus en: 3 workers>"
    other = one.changed({"red.deniers": "4"})
    assert (other != one, other["red.deniers"], one["red.deniers"]) == (True, 4, 3)
    state = one.state
    state.money[0] = 99
    assert one["red.deniers"] == 3
    assert one.schema.from_json(one.to_json()) == one


def test_the_rules_of_every_player_count_read_their_own_positions() -> None:
    for game in library().games:
        for edition in library().editions(game):
            for players in (2, 3, 4):
                rules = load(game, edition, players=players)
                again = Game.from_position(str(_begun(rules)))
                assert again.rules.edition == edition


def _begun(rules: object) -> Game:
    from companion.engine import new_game

    game = new_game(rules)  # type: ignore[arg-type]
    game.answer_chance(seed=5)
    return game
