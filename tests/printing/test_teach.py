"""The page that teaches the game: the engine plays the turn that it tells, and nothing is told that did not happen."""

import re
from itertools import pairwise

import pytest

from companion.i18n.translator import Translator, places
from companion.printing import Request, fonts
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.example import READER, Example, played
from companion.printing.contents.teach import musts
from companion.printing.data import read
from companion.printing.display import Document, Icon, Text
from companion.printing.icons import drawing
from companion.printing.job import job_for, lay_out
from companion.printing.text import NamedText, letters
from companion.rules import Rules, library
from tests.words import LANGUAGES

GAMES = {"caylus": ("simplified_favors", "lawyer_3"), "magna_carta": ("standard", "intro")}


def seats(game: str) -> range:
    """Every number of players."""
    span = library().rules(game).data.players
    return range(span.minimum, span.maximum + 1)


EVERY = [
    (game, players, edition, variants)
    for game, names in GAMES.items()
    for edition in library().editions(game)
    for players in seats(game)
    for variants in ((), *((name,) for name in names))
]


def rules_of(game: str, players: int, edition: str, variants: tuple[str, ...]) -> Rules:
    return library().rules(game, edition, variants, players)


def turn(rules: Rules, players: int) -> Example:
    found = played(rules, players)
    assert found, "the engine refuses the turn"
    return found


@pytest.mark.parametrize(("game", "players", "edition", "variants"), EVERY)
def test_the_engine_plays_the_turn_to_its_end_and_the_purses_add_up(
    game: str, players: int, edition: str, variants: tuple[str, ...]
) -> None:
    rules = rules_of(game, players, edition, variants)
    example = turn(rules, players)
    assert len(example.seats) == players
    for step in example.steps:
        for seat, purse in step.purses.items():
            assert purse.money >= 0, (step.said, seat)
            assert all(n >= 0 for n in purse.cubes.values()), (step.said, seat)
    phases = [step.phase for step in example.steps if step.phase]
    assert list(dict.fromkeys(phases)) == list(rules.data.sequence.phases), "every phase, in order"
    after = example.game.look()["players"]
    for seat, purse in example.steps[-1].purses.items():
        assert +purse.cubes == {kind: n for kind, n in after[seat]["cubes"].items() if n}
        assert purse.points == after[seat]["prestige"]
        begun = sum(
            event.number("deniers")
            for event in example.game.events()[-len(example.seats) - 4 :]
            if event.id == "received" and event["source"] == "income" and event["seat"] == seat
        )
        assert purse.money == after[seat]["deniers"] - begun, "all but the income of the next turn"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_sentences_have_no_number_of_their_own_and_name_only_who_plays(game: str, language: str) -> None:
    for players in seats(game):
        rules = rules_of(game, players, library().default_edition(game, language), ())
        example, t = turn(rules, players), Translator(language, rules)
        acting = {READER, *example.roles.values()}
        for step in example.steps:
            text, _ = t.find("say", f"print.teach.example.{step.said}") or ("", None)
            assert text, step.said
            assert not re.search(r"[0-9]", re.sub(r"\{[^}]*\}", "", text)), text
            named = {name.partition("_")[0] for name, _ in places(text) if "." not in name}
            others = {"seats", "price", "built", "bailiff", "stood", "left", "value"}
            assert named <= acting | others, (step.said, named)
            used = {name for name, _ in places(text) if name.startswith("building.")}
            there = {str(value) for one in example.steps for event in one.events for value in event.args.values()}
            assert {name.partition(".")[2] for name in used} <= there, f"{step.said} tells of what nobody uses"
        for it in read(f"examples/{game}-{players}")["steps"]:
            for seat, _, place in (action.partition(": place ") for action in it.get("actions", ())):
                text, _ = t.find("say", f"print.teach.example.{it['said']}") or ("", None)
                house = f".{place.partition(':')[0]}:"
                assert not place or house in text, f"{it['said']}: nobody reads that {seat} goes to {place}"


def page(game: str, language: str, **more: object) -> Document:
    return lay_out(Request("teach", game, languages=(language,), **more).checked())  # type: ignore[arg-type]


def words(document: Document) -> str:
    faces = (item for face in document.faces.values() for item in face.items)
    shown = [item for page in document.pages for item in page.items] + list(faces)
    return solid(" ".join(item.text for item in shown if isinstance(item, Text)))


def solid(text: str) -> str:
    """Letters alone, as lines break and words are parted in any place."""
    return re.sub(r"[\W\d_]+", "", text)


def plain(t: Translator, facet: str, id: str) -> str:
    text = t.words(facet, id)
    return solid("".join(letters([NamedText(text, id, t.code)])))


CHOICES = [("caylus", ()), ("caylus", ("two_players",)), ("caylus", ("simplified_favors",)),
           ("magna_carta", ()), ("magna_carta", ("intro",))]  # fmt: skip


@pytest.mark.slow
@pytest.mark.drawn(8)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "variants"), CHOICES)
def test_every_aid_and_teaching_page_has_what_everybody_must_know(
    game: str, variants: tuple[str, ...], language: str
) -> None:
    for product in ("teach", "aid", "aid_half", "aid_cards"):
        request = Request(product, game, languages=(language,), variants=variants).checked()
        desk = SheetDesk.of(job_for(request))
        said, t = words(lay_out(request)), desk.t
        for must in (*musts(desk), *musts(desk, few=True)):
            wanted = [("teach", id) for id in must.teach] if product == "teach" else [
                (facet, id) for facet, _, id in (one.partition(" ") for one in must.aid)
            ]  # fmt: skip
            for facet, id in wanted:
                short = product == "aid_cards" and facet == "aid" and t.has(id, "card")
                assert plain(t, "card" if short else facet, id) in said, f"{product}: {must.name} ({facet} {id})"


def test_every_must_is_taught_or_on_the_aid_in_its_own_words() -> None:
    for game in GAMES:
        for name, it in read(f"musts/{game}")["rules"].items():
            assert it.get("teach") or it.get("aid"), name


CLOTH = "#5B3A8E"
"""The color of a cube that only one game has."""


@pytest.mark.slow
def test_the_legend_shows_cubes_and_times_of_its_own_game_alone() -> None:
    for game, when in (("caylus", "Whenbuilt"), ("magna_carta", "Attheend")):
        document = lay_out(Request("legend", game, languages=("en",)).checked())
        there = {it.name for page in document.pages for it in page.items if isinstance(it, Icon)}
        fills = {stroke.fill for name in there for stroke in drawing(name).strokes}
        assert (CLOTH in fills) == (game == "caylus")
        assert [one for one in ("Whenbuilt", "Attheend") if one in words(document)] == [when]


@pytest.mark.slow
@pytest.mark.parametrize("product", ["aid", "aid_half", "aid_cards", "teach"])
def test_two_heads_of_the_castle_are_never_read_as_one(product: str) -> None:
    document = lay_out(Request(product, "caylus", languages=("de",), players=2).checked())
    sides = [page.items for page in document.pages]
    for items in (*sides, *(face.items for face in document.faces.values())):
        strong = [it for it in items if isinstance(it, Text) and it.font == "strong"]
        for one, other in pairwise(it for it in strong if it.text.strip("+").isdigit()):
            if one.y == other.y and one.x < other.x:
                end = one.x + fonts.width(one.font, one.size, one.text)
                assert other.x - end >= fonts.width(one.font, one.size, " "), f"{one.text}{other.text}"


@pytest.mark.slow
def test_the_page_for_two_has_two_purses_and_its_own_rules() -> None:
    document = page("caylus", "en", variants=("two_players",))
    assert "Youstartinturn" in words(document)
    assert not re.search("Green", " ".join(i.text for i in document.pages[0].items if isinstance(i, Text)))
    drawn = [item.name for item in document.pages[0].items if isinstance(item, Icon)]
    assert drawn.count("worker") >= 5
    assert words(page("caylus", "en", players=2)) == words(document), "the number of players brings the variant"


@pytest.mark.slow
def test_simplified_favors_bring_points_and_no_money() -> None:
    rules = rules_of("caylus", 3, "en", ("simplified_favors",))
    last = turn(rules, 3).steps[-1].purses["blue"]
    assert (last.money, last.points) == (0, 10)
    usual = turn(rules_of("caylus", 3, "en", ()), 3).steps[-1].purses["blue"]
    assert (usual.money, usual.points) == (3, 7)
