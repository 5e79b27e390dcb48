"""API operations on games and their rules: boxes, buildings, search, and scoring without a table."""

from typing import Any

from companion.engine.scoring import fields, final_sheet
from companion.i18n import answers
from companion.i18n.scores import field_label, player_name
from companion.i18n.search import full_id, printed_names
from companion.i18n.search import search as search_names
from companion.i18n.translator import Translator
from companion.rules import Rules, UnknownName
from companion.web.api import models
from companion.web.api.operations import operation
from companion.web.api.views import scores_of
from companion.web.locale import code, shelf


def _box(game: str, edition: str | None, variants: tuple[str, ...]) -> tuple[Rules, Translator]:
    """Return the rules of a box and a translator for it. Raises `UnknownName`."""
    library = shelf().library
    rules = library.rules(game, edition or library.default_edition(game, code()), tuple(dict.fromkeys(variants)))
    return rules, shelf().translator(code(), rules)


@operation("GET", "/games")
def games() -> models.Games:
    """List all games with their boxes and variants."""
    return models.Games(games=[_game(game) for game in shelf().library.games])


@operation("GET", "/games/{game}")
def game(game: str) -> models.Game:
    """Show one game with its boxes and variants."""
    return _game(game)


def _game(game: str) -> models.Game:
    rules, t = _box(game, None, ())
    rates = {
        name: models.Rate(name=field_label(t, name), per=rate.per, prestige=rate.prestige)
        for name, rate in fields(rules).items()
    }
    data: dict[str, Any] = answers.game_data(shelf().library, game, t)
    return models.Game(**data, colours=rules.data.players.colours, edition=rules.edition, fields=rates)


@operation("GET", "/games/{game}/buildings/{building}")
def building(game: str, building: str, asked: models.Box) -> models.Building:
    """Show a building of a box: its numbers, its text, and its rulings."""
    rules, t = _box(game, asked.edition, asked.variant)
    library = shelf().library
    id = full_id(library, game, building)
    if not id.startswith("building."):
        raise UnknownName("id", building, list(rules.data.buildings))
    data = answers.entry_data(rules, id, t)
    printed = printed_names(library, game, id, shelf().overlays)
    return models.Building(
        **{name: data.get(name) for name in models.Building.model_fields if name != "printed"}, printed=printed
    )


@operation("GET", "/search", refusals=(404,))
def search(asked: models.Search) -> models.Hits:
    """Search names on any box, in any language, also by similar spelling."""
    library = shelf().library
    if asked.game is not None and asked.game not in library.games:
        raise UnknownName("game", asked.game, library.games)
    found = search_names(library, asked.q, [asked.game] if asked.game else library.games, shelf().overlays)
    data = (answers.hit_data(library, hit, code(), None, shelf().overlays) for hit in found[:20])
    return models.Hits(hits=[models.Hit(**{name: it[name] for name in models.Hit.model_fields}) for it in data])


@operation("POST", "/games/{game}/score")
def score(game: str, sent: models.Held) -> models.Scores:
    """Calculate final scores without a table."""
    shelf().library.must_agree(game, sent.variants)
    rules, t = _box(game, sent.edition, sent.variants)
    colours, known = rules.data.players.colours, fields(rules)
    for player, held in sent.players.items():
        if player not in colours:
            raise UnknownName("colour", player, list(colours))
        for name in held:
            if name not in known:
                raise UnknownName("field", name, list(known))
    sheet = final_sheet(rules, sent.players)
    names = {player: player_name(t, player) for player in sent.players}
    return scores_of(t, sheet, names, [], over=True)
