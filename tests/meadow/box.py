"""The box of the made-up game, as an owner's overlay."""

from pathlib import Path

_GAME = """
[game]
id = "meadow"
bgg = 1
year = 2020
author = "Nobody"
publisher = "None"
default_edition = "en"

[words]
terms = ["worker", "end", "turn", "denier", "prestige_point", "road"]
cubes = ["food"]
units = ["denier", "food", "prestige", "worker"]

[players]
minimum = 2
maximum = 3
colours = ["red", "green", "blue"]

[components]
worker = 9

[setup]
steps = ["board"]

[sequence]
phases = ["income", "buildings"]

[income]
base = 2

[activation]
compulsory = []

[end]
gold = { per = 1, prestige = 3 }
cubes = { per = 3, prestige = 1 }
deniers = { per = 4, prestige = 1 }
ties = "shared"

[buildings.farm]
category = "neutral"

[buildings.market]
category = "wood"
cost = { food = 2 }
prestige = 4
effect = { kind = "gain", gain = { denier = 3 } }

[rulings.lunch]
number = 1
about = ["building.farm"]

[points]
"""

_WORDS = {
    "game.meadow": "Meadow", "edition.en": "Meadow box", "building.farm": "Hay barn", "building.market": "Cheese stall",
    "category.neutral": "Free", "category.wood": "Built", "phase.income": "Milking", "phase.buildings": "Haymaking",
    "term.worker": "Farmhand", "term.end": "Winter", "term.turn": "Day", "player.red": "Red", "player.green": "Green",
    "player.blue": "Blue", "setup.board": "Lay out the meadow", "ruling.lunch": "May a farmhand rest?",
    "term.food": "Hay",
    "end.gold": "Gold", "end.cubes": "Crates", "end.deniers": "Coins", "end.ties": "Ties",
    "component.worker": "Farmhand", "choice.day": "Place a farmhand or rest",
    "term.denier": "Coin", "term.prestige_point": "Ribbon", "term.road": "Meadow",
}  # fmt: skip


_HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def lay_out(folder: Path) -> Path:
    """Write the box into a folder."""
    for place, text in (
        ("meadow/game.toml", _GAME),
        ("meadow/editions/en.toml", '[edition]\nid = "en"\nlanguage = "en"\ntext = "mc-nl"\n'),
        ("locales/en/LC_MESSAGES/meadow.po", "".join(_entries())),
    ):
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def _entries() -> list[str]:
    found = [_HEAD]
    for unit in ("denier", "player", "food", "prestige", "worker"):
        one, more = f'msgstr[0] "{{n}} {unit}"', f'msgstr[1] "{{n}} {unit}s"'
        found.append(f'\nmsgctxt "count"\nmsgid "{unit}"\nmsgid_plural "{unit}"\n{one}\n{more}\n')
    facets = ("name", "many", "line", "aid", "text", "say")
    return found + [
        f'\nmsgctxt "{facet}"\nmsgid "{id}"\nmsgstr "{name}"\n' for id, name in _WORDS.items() for facet in facets
    ]
