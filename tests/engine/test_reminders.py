"""What people forget is told where it holds, not where it does not, and only to whoever is asked."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.engine.game import Game, new_game
from companion.engine.reminders import REMINDERS, reminders
from companion.i18n.narration import reminder_line
from companion.i18n.translator import Translator
from companion.rules import load
from tests.engine.test_consequences import COLOURS, games


def started(name: str, players: int = 3, seed: int = 1) -> Game:
    """A game at its first choice of a player."""
    variants = ["standard"] if name == "magna_carta" else []
    game = new_game(load(name, "nl", variants, players=players), COLOURS[:players])
    while game.decision.chance or game.decision.kind == "mulligan":
        game.play(game.decision.options[0])
    return game


def told(game: Game) -> dict[str, Mapping[str, Any]]:
    return {one.id: one.args for one in game.snapshot().reminders()}


def mover(game: Game) -> int:
    return game.seats.index(game.decision.seat or "")


def set_cubes(game: Game, seat: int, *cubes: int) -> None:
    game.state.cubes[seat * 5 : seat * 5 + 5] = cubes


def in_castle(game: Game) -> Game:
    """The first player has a worker in the castle, and is asked again."""
    game.play("place castle")
    for _ in game.seats[1:]:
        game.play("pass")
    return game


def test_a_worker_in_the_castle_needs_a_batch() -> None:
    game = in_castle(started("caylus"))
    assert told(game)["no_batch"] == {"points": 2}
    set_cubes(game, mover(game), 1, 1, 0, 1, 0)
    assert "no_batch" not in told(game)
    set_cubes(game, mover(game), 0, 2, 2, 2, 2)
    assert "no_batch" in told(game), "there is no food"
    set_cubes(game, mover(game), 1, 0, 0, 1, 1)
    assert "no_batch" not in told(game), "gold is one of the kinds"


def test_only_whoever_stands_in_the_castle_is_told_of_a_batch() -> None:
    game = started("caylus")
    assert "no_batch" not in told(game)
    game.play("place castle")
    assert "no_batch" not in told(game), "the next player stands elsewhere"


def test_a_batch_that_would_be_spent_before_the_castle_is_told_of_its_option() -> None:
    for game in games("caylus", 12):
        if game.decision.kind in ("build", "trade") and game.decision.seat in game.look()["castle"]["workers"]:  # type: ignore[typeddict-item]
            spent = [
                option
                for option in game.decision.options
                if any(one.id == "no_batch" for one in game.snapshot().follows(option))
            ]
            assert "decline" not in spent
            if spent:
                seat, table = game.decision.seat or "", game.snapshot()
                assert _batch(table.look()["players"][seat]["cubes"])
                assert not _batch(table.after(game.read(spent[0])).look()["players"][seat]["cubes"])
                return
    raise AssertionError("nobody came to it")


def _batch(cubes: Mapping[str, int]) -> bool:
    return cubes["food"] > 0 and sum(n > 0 for n in cubes.values()) >= 3


def test_the_joust_wants_its_cloth_before_the_worker_comes_and_its_denier_until_then() -> None:
    game = started("caylus")
    follows = {one.id: one.args for one in game.snapshot().follows(game.read("place joust_field"))}
    assert follows["lacks"] == {"goods": "1C"}
    set_cubes(game, mover(game), 0, 0, 0, 1, 0)
    assert "lacks" not in {one.id for one in game.snapshot().follows(game.read("place joust_field"))}
    game.play("place joust_field")
    for _ in game.seats[1:]:
        assert "keep" not in told(game), "it is another player's worker"
        game.play("pass")
    assert "keep" not in told(game), "there is enough"
    game.state.money[mover(game)] = 3
    assert told(game)["keep"] == {"goods": "1d", "building": "joust_field"}
    game.play("place trading_post")
    game.state.money[mover(game)] = 3
    assert "keep" not in told(game), "the trading post brings it in time"


def test_the_first_to_pass_takes_a_denier_while_nobody_has_passed() -> None:
    for name in ("caylus", "magna_carta"):
        game = started(name)
        assert "first_pass" not in told(game), "they have workers to place"
        game.state.home[mover(game)] = 1
        assert told(game)["first_pass"] == {"deniers": 1}
        game.play("pass")
        game.state.home[mover(game)] = 1
        assert "first_pass" not in told(game)


def test_a_scoring_that_is_coming_is_told_to_those_it_takes_from_or_gives_to() -> None:
    game = started("caylus")
    state: Any = game.state
    assert not {"unscored", "may_score", "one_more"} & told(game).keys()
    state.bailiff = 10
    assert told(game)["may_score"] == {"section": "dungeon", "points": 2}, "if the provost is ahead"
    state.bailiff = 11
    assert told(game)["unscored"] == {"section": "dungeon", "points": 2}
    state.houses[mover(game)] = 1
    assert told(game)["one_more"] == {"section": "dungeon", "favors": 1}
    state.houses[mover(game)] = 2
    assert not {"unscored", "may_score", "one_more", "ends"} & told(game).keys(), "one more is worth nothing"
    state.bailiff, state.section = 23, 2
    assert "ends" in told(game)


def test_the_last_round_is_told_when_no_token_is_left() -> None:
    game = started("magna_carta")
    assert "ends" not in told(game)
    game.state.tokens = [0, 0, 0]  # type: ignore[attr-defined]
    assert "ends" in told(game)


def test_most_batches_are_told_where_one_more_would_win() -> None:
    for game in games("caylus", 12):
        if game.decision.kind != "batch" or len(game.look()["castle"]["workers"]) < 2:  # type: ignore[typeddict-item]
            continue
        castle = game.look()["castle"]  # type: ignore[typeddict-item]
        mine, state = castle["workers"].index(game.decision.seat), game.state
        if mine == 0 or not any(option.verb == "batch" for option in game.decision.options):
            continue
        given: Any = state.given  # type: ignore[attr-defined]
        given[:] = [1, *[0] * (len(given) - 1)]
        assert "most_batches" not in told(game), "one more is only as many, and they came later"
        given[mine] = 1
        assert told(game)["most_batches"] == {"seat": castle["workers"][0], "goods": "1R"}
        given[:] = [0] * len(given)
        assert "most_batches" not in told(game)
        return
    raise AssertionError("nobody came to it")


def cards_at_the_castle() -> Iterator[Game]:
    for game in games("magna_carta", 12):
        if game.decision.kind == "batch" and any(option.verb == "batch" for option in game.decision.options):
            yield game


def test_in_magna_carta_the_last_to_be_asked_is_told_of_the_tokens() -> None:
    found = set()
    for game in cards_at_the_castle():
        look: Any = game.look()
        order, given = look["bridge"]["passed"], [player["given"] for player in look["players"].values()]
        last = order[-1] == game.decision.seat and not any(given)
        assert ("tokens_go" in told(game)) == last
        found.add(last)
    assert found == {True, False}


def test_in_magna_carta_the_gold_goes_to_most_batches() -> None:
    game = next(one for one in cards_at_the_castle() if one.look()["bridge"]["passed"][0] != one.decision.seat)
    first = game.seats.index(game.look()["bridge"]["passed"][0])
    given: Any = game.state.given  # type: ignore[attr-defined]
    given[:] = [0] * len(given)
    given[first], given[mover(game)] = 1, 1
    assert told(game)["most_batches"] == {"seat": game.seats[first], "goods": "1G"}
    given[first] = 2
    assert "most_batches" not in told(game)


@pytest.mark.parametrize("name", ["caylus", "magna_carta"])
def test_workers_beyond_the_provost_are_told_to_whoever_can_reach_them(name: str) -> None:
    found = set()
    for game in games(name, 6):
        if game.decision.kind != "bribe":
            continue
        look, seat = game.look(), game.decision.seat
        beyond = [one["space"] - (look.get("provost") or 0) for one in look["road"] if one["worker"] == seat]
        beyond = [n for n in beyond if n > 0]
        reach = max((option.steps or 0) for option in game.decision.options)
        assert told(game).get("unreached") == ({"workers": len(beyond)} if beyond and min(beyond) <= reach else None)
        found.add(bool(beyond))
    assert found == {True, False}


def test_a_marker_at_its_end_can_still_be_used() -> None:
    for game in games("caylus", 12):
        if game.decision.kind == "favor":
            look: Any = game.look()
            assert (
                "line_end" not in told(game)
                or look["favors"]["columns_open"] in look["players"][game.decision.seat]["favors"].values()
            )
            state: Any = game.state
            state.columns[mover(game) * 4 : mover(game) * 4 + 4] = [look["favors"]["columns_open"], 0, 0, 0]
            state.lines_used[mover(game)] = 0
            assert told(game)["line_end"] == {"line": next(iter(look["favors"]["lines"]))}
            state.lines_used[mover(game)] = 1
            assert "line_end" not in told(game), "the line has been used in this phase"
            return
    raise AssertionError("nobody came to it")


@pytest.mark.parametrize("name", ["caylus", "magna_carta"])
def test_every_reminder_that_comes_up_is_a_sentence_in_the_order_of_the_list(name: str) -> None:
    names, order = set(), list(REMINDERS)
    for game in games(name, 6):
        found = game.snapshot().reminders()
        assert [order.index(one.id) for one in found] == sorted(order.index(one.id) for one in found)
        for one in found:
            assert tuple(one.args) == REMINDERS[one.id]
            assert "{" not in reminder_line(Translator("nl", game.rules), one)
        names |= {one.id for one in found}
    assert {"unreached", "first_pass"} < names


def test_nothing_is_told_where_nobody_is_asked() -> None:
    for name in ("caylus", "magna_carta"):
        game = new_game(load(name, "nl", players=2), COLOURS[:2])
        assert game.snapshot().reminders() == reminders(game.snapshot()) == []
