"""Warming up: preparing what the first visitors would otherwise wait for."""

from collections.abc import Iterator
from threading import Event

from flask import Flask

from companion.i18n.search import search
from companion.web.locale import content
from companion.web.parts.faces import faces
from companion.web.viewer import box_words


def warm_up(app: Flask, stopped: Event) -> None:
    """Prepare all, or until the server stops: the interpreter aborts if it ends while a thread is inside a library."""
    with app.app_context():
        for _ in _prepared(app):
            if stopped.is_set():
                return


def _prepared(app: Flask) -> Iterator[object]:
    """Compile all templates, build the faces of each box in its own language, and make the index of the search."""
    for name in app.jinja_env.list_templates(extensions=("html",)):
        yield app.jinja_env.get_template(name)
    library = content().library
    yield search(library, "", library.games, content().overlays)
    for game in library.games:
        for edition in library.editions(game):
            rules = library.rules(game, edition)
            if rules.data.edition.language in content().languages:
                yield faces(box_words(rules.data.edition.language, rules))
