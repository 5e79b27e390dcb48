"""A language that somebody has begun: `companion i18n new`, and twenty words."""

from pathlib import Path

from babel.messages.pofile import read_po, write_po
from click.testing import CliRunner

from companion.cli import main

WORDS = {
    "caylus": {
        ("name", "building.mason"): "Cantero", ("class", "building.mason"): "m",
        ("name", "building.n_farm"): "Granja", ("class", "building.n_farm"): "f",
        ("name", "building.lawyer"): "Notario", ("class", "term.provost"): "m",
        ("name", "term.provost"): "Preboste", ("name", "building.church"): "Iglesia",
        ("name", "term.castle"): "Castillo", ("class", "term.castle"): "m",
        ("name", "phase.workers"): "Colocación de los obreros", ("name", "player.blue"): "Azul",
    },
    "companion": {
        ("say", "event.placed"): "{seat} coloca un obrero {building:onto}.",
        ("say", "deed.placed"): "{seat} coloca un obrero {building:onto}, {price:denier}.",
        ("say", "event.passed"): "{seat} pasa, número {place}.", ("say", "web.nav.log"): "Diario",
        ("say", "web.nav.board"): "Tablero", ("say", "choice.worker"): "Colocad un obrero o pasad",
        ("say", "label.cost"): "Coste", ("say", "event.returned"): "{seat} recupera el obrero {building:at}.",
    },
}  # fmt: skip
"""Twenty; some names have no class yet."""

CLASSES = """
[classes.m]
subject = "el {noun}"
object = "el {noun}"
onto = "sobre el {noun}"
at = "en el {noun}"
to = "hacia el {noun}"
of = "del {noun}"

[classes.f]
subject = "la {noun}"
object = "la {noun}"
onto = "sobre la {noun}"
at = "en la {noun}"
to = "hacia la {noun}"
of = "de la {noun}"
"""


def begin(overlay: Path) -> Path:
    """Put it into an overlay."""
    run = CliRunner().invoke(main, ["i18n", "new", "es", "--into", str(overlay), "--lang", "en"])
    assert run.exit_code == 0, run.output
    folder = overlay / "locales" / "es"
    with (folder / "language.toml").open("a", encoding="utf-8") as file:
        file.write(CLASSES)
    assert sum(map(len, WORDS.values())) == 20
    for domain, words in WORDS.items():
        po = folder / "LC_MESSAGES" / f"{domain}.po"
        with po.open("rb") as opened:
            catalogue = read_po(opened)
        for (facet, id), text in words.items():
            message = catalogue.get(id, facet)
            assert message is not None, id
            message.string = text
        with po.open("wb") as out:
            write_po(out, catalogue, width=0)
    return overlay
