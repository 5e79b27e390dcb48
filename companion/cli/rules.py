"""`companion rules`: look up, compare and check the rules of both games."""

import sys
from pathlib import Path
from typing import Any

import click

from companion import box
from companion.cli import rules_text
from companion.cli.common import FAULTY_DATA, BoxOptions, answer_options, box_options, with_options
from companion.i18n import answers
from companion.i18n.overlay_words import used
from companion.i18n.rule_faults import problem_line
from companion.i18n.search import PRINTED, full_id, printed_names
from companion.i18n.search import search as search_names
from companion.i18n.translator import Translator
from companion.rules import Library
from companion.rules.compare import compare


@click.group()
def rules() -> None:
    """Look up, compare and validate the rules."""


@rules.command("list")
@click.argument("game", required=False)
@box_options
def list_(game: str | None, options: BoxOptions) -> None:
    """List the games, or all buildings of GAME."""
    listing: list[dict[str, Any]]
    if game is None:
        library = options.library
        listing = [answers.game_data(library, g, options.t(library.rules(g))) for g in library.games]
        options.answer(listing, lambda: rules_text.games(listing, options.t()))
        return
    chosen = options.box(game)
    t = options.t(chosen)
    listing = [
        answers.building_data(chosen, b, t)
        for b, building in chosen.data.buildings.items()
        if answers.in_play(building)
    ]
    options.answer(listing, lambda: rules_text.building_list(listing, t))


@rules.command()
@click.argument("game")
@click.argument("id", required=False)
@box_options
def show(game: str, id: str | None, options: BoxOptions) -> None:
    """Show a summary of GAME, or one thing in it. ID is an id, or a name in any language."""
    library, chosen = options.library, options.box(game)
    t = options.t(chosen)
    if id is None:
        data = answers.game_data(library, game, t)
        options.answer(data, lambda: rules_text.glance(data, chosen, t))
        return
    entry = full_id(library, game, id, options.overlays)
    data = answers.entry_data(chosen, entry, t)
    if entry.partition(".")[0] in PRINTED:
        data["printed"] = printed_names(library, game, entry, options.overlays)
    options.answer(data, lambda: rules_text.entry(data, chosen, t))


@rules.command()
@click.argument("game")
@click.argument("first")
@click.argument("second")
@answer_options
def diff(game: str, first: str, second: str, options: BoxOptions) -> None:
    """Compare two editions of GAME."""
    library = options.library
    changes = compare(library, game, first, second)
    t = options.t(library.rules(game, first))
    names = answers.differing_names(library, game, first, second, options.overlays)
    data = {"differences": [answers.difference_data(d, t) for d in changes], "names": names}
    options.answer(data, lambda: rules_text.difference_list(changes, names, (first, second), t))


@rules.command()
@click.argument("game")
@click.argument("id", required=False)
@box_options
def sources(game: str, id: str | None, options: BoxOptions) -> None:
    """Show where numbers come from. Covers GAME or one ID, with how reliable each number is."""
    chosen = options.box(game)
    listing = answers.source_data(chosen, full_id(options.library, game, id, options.overlays) if id else None)
    options.answer(listing, lambda: rules_text.source_list(listing, options.library, options.t(chosen)))


@rules.command()
@with_options("edition", "lang", "overlays", "as_json")
def check(options: BoxOptions) -> None:
    """Validate all data and words, including overlays. All faults are reported at once."""
    library = Library(options.overlays)
    problems = box.check(library, options.edition)
    faults = box.faults(problems)
    t = BoxOptions(options.lang).t() if faults else options.t()
    lines = [problem_line(t, problem) for problem in problems]
    data = [{**vars(p), "message": line} for p, line in zip(problems, lines, strict=True)]
    uses = [] if faults else [_use(t, folder, used(folder, library)) for folder in options.overlays]
    end = t.count("fault", len(faults)) if faults else t.say("check.clean")
    options.answer(data, lambda: "\n".join([*lines, *uses, end]))
    if faults:
        sys.exit(FAULTY_DATA)


def _use(t: Translator, folder: Path, counts: dict[str, int]) -> str:
    """Say how much of an overlay is used, so that what is missing is noticed."""
    return t.say("check.used", folder=folder, what=t.all_of([t.count(kind, n) for kind, n in counts.items() if n]))


@rules.command()
@click.argument("word")
@click.option("--game", metavar="GAME", help="Search only this game.")
@with_options("edition", "lang", "overlays", "as_json")
def search(word: str, game: str | None, options: BoxOptions) -> None:
    """Find buildings, terms and questions by a word in any language."""
    library, code, edition = options.library, options.code, options.edition
    if game is not None:
        library.editions(game)
    games = [game] if game else [g for g in library.games if edition is None or edition in library.editions(g)]
    hits = search_names(library, word, games, options.overlays)
    listing = [answers.hit_data(library, hit, code, edition, options.overlays) for hit in hits]
    options.answer(listing, lambda: rules_text.hit_list(listing, word, options.t()))
