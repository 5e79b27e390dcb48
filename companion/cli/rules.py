"""`companion rules`: look up, compare and check the rules of both games."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from companion.cli import rules_text
from companion.cli.common import (
    FAULTY_DATA,
    edition_option,
    json_option,
    lang_option,
    language_code,
    open_library,
    overlay_option,
    spoken_errors,
    variant_option,
)
from companion.i18n import answers, differences
from companion.i18n.audit import audit
from companion.i18n.lookup import PRINTED, full_id, printed_names
from companion.i18n.lookup import search as search_names
from companion.i18n.speak import problem_line
from companion.i18n.translator import Translator
from companion.rules import Library, Rules
from companion.rules.compare import compare

Overlays = tuple[Path, ...]


@click.group()
def rules() -> None:
    """Look up, compare and check the rules of both games."""


def _print(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def _opened(
    game: str, edition: str | None, variants: tuple[str, ...], lang: str | None, overlays: Overlays
) -> tuple[Library, Rules, Translator]:
    code = language_code(lang, overlays)
    library = open_library(overlays)
    chosen = library.rules(game, edition or library.default_edition(game, code), variants)
    return library, chosen, Translator(code, chosen, overlays=overlays)


@rules.command("list")
@click.argument("game", required=False)
@edition_option
@variant_option
@lang_option
@overlay_option
@json_option
def list_(
    game: str | None,
    edition: str | None,
    variants: tuple[str, ...],
    lang: str | None,
    overlays: Overlays,
    as_json: bool,
) -> None:
    """The games, or all buildings of GAME."""
    with spoken_errors(lang, overlays):
        if game is None:
            code, library = language_code(lang, overlays), open_library(overlays)
            listing = [
                answers.game_data(library, g, Translator(code, library.rules(g), overlays=overlays))
                for g in library.games
            ]
            _print(listing) if as_json else click.echo(rules_text.games(listing, Translator(code, overlays=overlays)))
            return
        _, chosen, t = _opened(game, edition, variants, lang, overlays)
        listing = [
            answers.building_data(chosen, b, t) for b, it in chosen.data.buildings.items() if answers.in_play(it)
        ]
        _print(listing) if as_json else click.echo(rules_text.building_list(listing, t))


@rules.command()
@click.argument("game")
@click.argument("id", required=False)
@edition_option
@variant_option
@lang_option
@overlay_option
@json_option
def show(
    game: str,
    id: str | None,
    edition: str | None,
    variants: tuple[str, ...],
    lang: str | None,
    overlays: Overlays,
    as_json: bool,
) -> None:
    """Everything about one ID of GAME, or GAME at a glance."""
    with spoken_errors(lang, overlays):
        library, chosen, t = _opened(game, edition, variants, lang, overlays)
        if id is None:
            data = answers.game_data(library, game, t)
            _print(data) if as_json else click.echo(rules_text.glance(data, chosen, t))
            return
        found = full_id(library, game, id)
        data = answers.entry_data(chosen, found, t)
        if found.partition(".")[0] in PRINTED:
            data["printed"] = printed_names(library, game, found, overlays)
        _print(data) if as_json else click.echo(rules_text.entry(data, chosen, t))


@rules.command()
@click.argument("game")
@click.argument("first")
@click.argument("second")
@lang_option
@overlay_option
@json_option
def diff(game: str, first: str, second: str, lang: str | None, overlays: Overlays, as_json: bool) -> None:
    """What differs between two editions of GAME."""
    with spoken_errors(lang, overlays):
        code, library = language_code(lang, overlays), open_library(overlays)
        found = compare(library, game, first, second)
        t = Translator(code, library.rules(game, first), overlays=overlays)
        names = answers.differing_names(library, game, first, second, overlays)
        if as_json:
            _print({"differences": [differences.difference_data(d, t) for d in found], "names": names})
        else:
            click.echo(rules_text.difference_list(found, names, (first, second), t))


@rules.command()
@click.argument("game")
@click.argument("id", required=False)
@edition_option
@variant_option
@lang_option
@overlay_option
@json_option
def sources(
    game: str,
    id: str | None,
    edition: str | None,
    variants: tuple[str, ...],
    lang: str | None,
    overlays: Overlays,
    as_json: bool,
) -> None:
    """Where each number of GAME, or of one ID, comes from and how sure it is."""
    with spoken_errors(lang, overlays):
        library, chosen, t = _opened(game, edition, variants, lang, overlays)
        found = full_id(library, game, id) if id else None
        listing = answers.source_data(chosen, found)
        _print(listing) if as_json else click.echo(rules_text.source_list(listing, library, t))


@rules.command()
@edition_option
@lang_option
@overlay_option
@json_option
def check(edition: str | None, lang: str | None, overlays: Overlays, as_json: bool) -> None:
    """Check all data and words, those of an overlay too. All faults at once."""
    with spoken_errors(lang, overlays):
        code, library = language_code(lang, overlays), Library(overlays)
        problems = library.check(edition) or audit(library, overlays)
        t = Translator(code, overlays=overlays if not problems else ())
        if as_json:
            _print([{**vars(p), "message": problem_line(t, p)} for p in problems])
        else:
            for problem in problems:
                click.echo(problem_line(t, problem))
            click.echo(t.count("fault", len(problems)) if problems else t.say("check.clean"))
        if problems:
            sys.exit(FAULTY_DATA)


@rules.command()
@click.argument("word")
@click.option("--game", metavar="GAME", help="Only in this game.")
@edition_option
@lang_option
@overlay_option
@json_option
def search(
    word: str, game: str | None, edition: str | None, lang: str | None, overlays: Overlays, as_json: bool
) -> None:
    """Find a building or a term by its name in any language."""
    with spoken_errors(lang, overlays):
        code, library = language_code(lang, overlays), open_library(overlays)
        if game is not None:
            library.editions(game)
        games = [game] if game else [g for g in library.games if edition is None or edition in library.editions(g)]
        hits = search_names(library, word, games, overlays)
        listing = [answers.hit_data(library, hit, code, edition, overlays) for hit in hits]
        if as_json:
            _print(listing)
        else:
            click.echo(rules_text.hit_list(listing, word, Translator(code, overlays=overlays)))
