"""Warming up: preparing what the first visitors would otherwise wait for."""

from flask import Flask

from companion.i18n.search import search
from companion.web.locale import content
from companion.web.parts.faces import faces
from companion.web.viewer import box_words


def warm_up(app: Flask) -> None:
    """Compile all templates, build the faces of each box in its own language, and make the index of the search."""
    with app.app_context():
        for name in app.jinja_env.list_templates(extensions=("html",)):
            app.jinja_env.get_template(name)
        library = content().library
        search(library, "", library.games, content().overlays)
        for game in library.games:
            for edition in library.editions(game):
                rules = library.rules(game, edition)
                if rules.data.edition.language in content().languages:
                    faces(box_words(rules.data.edition.language, rules))
