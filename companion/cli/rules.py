"""`companion rules`: look up, compare and check the rules of both games."""

import sys
from typing import Any

import click

from companion import box
from companion.cli import rules_text
from companion.cli.common import FAULTY_DATA, BoxOptions, answer_options, box_options, with_options
from companion.i18n import answers, differences
from companion.i18n.rule_faults import problem_line
from companion.i18n.search import PRINTED, full_id, printed_names
from companion.i18n.search import search as search_names
from companion.rules import Library
from companion.rules.compare import compare


@click.group()
def rules() -> None:
    """Look up, compare and validate the rules."""


@rules.command("list")
@click.argument("game", required=False)
@box_options
def list_(game: str | None, asked: BoxOptions) -> None:
    """List the games, or all buildings of GAME."""
    listing: list[dict[str, Any]]
    if game is None:
        library = asked.library
        listing = [answers.game_data(library, g, asked.t(library.rules(g))) for g in library.games]
        asked.answer(listing, lambda: rules_text.games(listing, asked.t()))
        return
    chosen = asked.box(game)
    t = asked.t(chosen)
    listing = [answers.building_data(chosen, b, t) for b, it in chosen.data.buildings.items() if answers.in_play(it)]
    asked.answer(listing, lambda: rules_text.building_list(listing, t))


@rules.command()
@click.argument("game")
@click.argument("id", required=False)
@box_options
def show(game: str, id: str | None, asked: BoxOptions) -> None:
    """Show a summary of GAME, or one thing in it. ID is an id, or a name in any language."""
    library, chosen = asked.library, asked.box(game)
    t = asked.t(chosen)
    if id is None:
        data = answers.game_data(library, game, t)
        asked.answer(data, lambda: rules_text.glance(data, chosen, t))
        return
    found = full_id(library, game, id, asked.overlays)
    data = answers.entry_data(chosen, found, t)
    if found.partition(".")[0] in PRINTED:
        data["printed"] = printed_names(library, game, found, asked.overlays)
    asked.answer(data, lambda: rules_text.entry(data, chosen, t))


@rules.command()
@click.argument("game")
@click.argument("first")
@click.argument("second")
@answer_options
def diff(game: str, first: str, second: str, asked: BoxOptions) -> None:
    """Compare two editions of GAME."""
    library = asked.library
    found = compare(library, game, first, second)
    t = asked.t(library.rules(game, first))
    names = answers.differing_names(library, game, first, second, asked.overlays)
    data = {"differences": [differences.difference_data(d, t) for d in found], "names": names}
    asked.answer(data, lambda: rules_text.difference_list(found, names, (first, second), t))


@rules.command()
@click.argument("game")
@click.argument("id", required=False)
@box_options
def sources(game: str, id: str | None, asked: BoxOptions) -> None:
    """Show where numbers come from. Covers GAME or one ID, with how reliable each number is."""
    chosen = asked.box(game)
    listing = answers.source_data(chosen, full_id(asked.library, game, id, asked.overlays) if id else None)
    asked.answer(listing, lambda: rules_text.source_list(listing, asked.library, asked.t(chosen)))


@rules.command()
@with_options("edition", "lang", "overlays", "as_json")
def check(asked: BoxOptions) -> None:
    """Validate all data and words, including overlays. All faults are reported at once."""
    library = Library(asked.overlays)
    problems = box.check(library, asked.edition)
    faults = box.faults(problems)
    t = BoxOptions(asked.lang).t() if faults else asked.t()
    lines = [problem_line(t, problem) for problem in problems]
    data = [{**vars(p), "message": line} for p, line in zip(problems, lines, strict=True)]
    end = t.count("fault", len(faults)) if faults else t.say("check.clean")
    asked.answer(data, lambda: "\n".join([*lines, end]))
    if faults:
        sys.exit(FAULTY_DATA)


@rules.command()
@click.argument("word")
@click.option("--game", metavar="GAME", help="Search only this game.")
@with_options("edition", "lang", "overlays", "as_json")
def search(word: str, game: str | None, asked: BoxOptions) -> None:
    """Find buildings, terms and questions by a word in any language."""
    library, code, edition = asked.library, asked.code, asked.edition
    if game is not None:
        library.editions(game)
    games = [game] if game else [g for g in library.games if edition is None or edition in library.editions(g)]
    hits = search_names(library, word, games, asked.overlays)
    listing = [answers.hit_data(library, hit, code, edition, asked.overlays) for hit in hits]
    asked.answer(listing, lambda: rules_text.hit_list(listing, word, asked.t()))
