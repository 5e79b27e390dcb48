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
from companion.web.locale import code, content


def _box(game: str, edition: str | None, variants: tuple[str, ...]) -> tuple[Rules, Translator]:
    """Return the rules of a box and a translator for it. Raises `UnknownName`."""
    library = content().library
    rules = library.rules(game, edition or library.default_edition(game, code()), tuple(dict.fromkeys(variants)))
    return rules, content().translator(code(), rules)


@operation("GET", "/games")
def games() -> models.GameList:
    """List all games with their boxes and variants."""
    return models.GameList(games=[_game(game) for game in content().library.games])


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
    data: dict[str, Any] = answers.game_data(content().library, game, t)
    return models.Game(**data, colours=rules.data.players.colours, edition=rules.edition, fields=rates)


@operation("GET", "/games/{game}/buildings/{building}")
def building(game: str, building: str, query: models.Box) -> models.Building:
    """Show a building of a box: its numbers, its text, and its rulings."""
    rules, t = _box(game, query.edition, query.variant)
    library = content().library
    id = full_id(library, game, building)
    if not id.startswith("building."):
        raise UnknownName("id", building, list(rules.data.buildings))
    data = answers.entry_data(rules, id, t)
    printed = printed_names(library, game, id, content().overlays)
    return models.Building(
        **{name: data.get(name) for name in models.Building.model_fields if name != "printed"}, printed=printed
    )


@operation("GET", "/search", refusals=(404,))
def search(query: models.Search) -> models.HitList:
    """Search names on any box, in any language, also by similar spelling."""
    library = content().library
    if query.game is not None and query.game not in library.games:
        raise UnknownName("game", query.game, library.games)
    hits = search_names(library, query.q, [query.game] if query.game else library.games, content().overlays)
    data = (answers.hit_data(library, hit, code(), None, content().overlays) for hit in hits[:20])
    return models.HitList(hits=[models.Hit(**{name: row[name] for name in models.Hit.model_fields}) for row in data])


@operation("POST", "/games/{game}/score")
def score(game: str, sent: models.Held) -> models.Scores:
    """Calculate final scores without a table."""
    content().library.must_agree(game, sent.variants)
    rules, t = _box(game, sent.edition, sent.variants)
    colours, pers = rules.data.players.colours, fields(rules)
    for player, held in sent.players.items():
        if player not in colours:
            raise UnknownName("colour", player, list(colours))
        for name in held:
            if name not in pers:
                raise UnknownName("field", name, list(pers))
    sheet = final_sheet(rules, sent.players)
    names = {player: player_name(t, player) for player in sent.players}
    return scores_of(t, sheet, names, [], over=True)
