"""The vocabulary of the rules: every closed set of ids, with the meaning of each member."""

from enum import StrEnum


class Good(StrEnum):
    """The units of costs, payments and gains."""

    FOOD = "food"
    """The pink cube."""
    WOOD = "wood"
    """The brown cube."""
    STONE = "stone"
    """The grey cube."""
    CLOTH = "cloth"
    """The purple cube; not in Magna Carta."""
    GOLD = "gold"
    """The yellow cube; wild in Magna Carta, not in Caylus."""
    ANY = "any"
    """One cube of any kind, including gold: the white cube."""
    PLAIN = "plain"
    """One cube of any kind except gold."""
    DENIER = "denier"
    """The coin."""
    PRESTIGE = "prestige"
    """Prestige points."""
    FAVOR = "favor"
    """A royal favor."""
    TOKEN = "token"
    """A castle token of Magna Carta, from the best section that has any."""


CUBES = (Good.FOOD, Good.WOOD, Good.STONE, Good.CLOTH, Good.GOLD)
"""The kinds of cube, in the order used everywhere."""


class Category(StrEnum):
    """The kind of a building, shown by its background color."""

    SPECIAL = "special"
    """Printed before the bridge, activated in phase 3."""
    NEUTRAL = "neutral"
    """Pink: belongs to nobody."""
    FIXED = "fixed"
    """Printed on the road: belongs to nobody and is never removed."""
    WOOD = "wood"
    """Brown: built by the carpenter."""
    STONE = "stone"
    """Grey: built by the mason."""
    SMALL = "small"
    """A yellow card of Magna Carta."""
    LARGE = "large"
    """A grey card of Magna Carta."""
    RESIDENTIAL = "residential"
    """Green: takes no worker, yields income."""
    PRESTIGE = "prestige"
    """Blue: takes no worker, built on a residence."""


class Phase(StrEnum):
    """The phases of a turn of both games."""

    INCOME = "income"
    """Everybody collects deniers."""
    WORKERS = "workers"
    """Caylus: workers are placed until all have passed."""
    SPECIAL = "special"
    """Caylus: the special buildings are activated in order."""
    ACTIONS = "actions"
    """Magna Carta: players take one of six actions at a time until all have passed."""
    PROVOST = "provost"
    """The provost is moved in passing order."""
    BUILDINGS = "buildings"
    """The buildings along the road are activated."""
    CASTLE = "castle"
    """Batches are handed in for the castle."""
    END_OF_TURN = "end_of_turn"
    """Caylus: bailiff, provost, scoring."""
    END_OF_ROUND = "end_of_round"
    """Magna Carta: provost and start player."""


class Confidence(StrEnum):
    """How reliable a value is."""

    HIGH = "H"
    """An official text or a printed component says so."""
    MEDIUM = "M"
    """A strong interpretation, or one careful transcription."""
    LOW = "L"
    """Inferred where the texts are silent."""
    OWN = "own"
    """From an overlay."""


class OrderRule(StrEnum):
    """How the turn order of Caylus changes between turns."""

    KEPT = "kept"
    """It stays until the stables change it."""
    ALTERNATE = "alternate"
    """The first player changes every turn (with two players)."""


class FavorMode(StrEnum):
    """How royal favors are used."""

    TABLE = "table"
    """By the table of lines and columns."""
    FLAT = "flat"
    """Every favor is worth the same prestige (simplified favors)."""


class BonusTo(StrEnum):
    """Who receives the extra cube of a stone production building."""

    OWNER = "owner"
    """The owner of the building."""
    WORKER = "worker"
    """The player of the worker, as one early text says."""


class Reads(StrEnum):
    """What an edition's text says on a point, if not the value played."""

    MISSING = "missing"
    """The text is complete and does not mention it."""
    CUT_OFF = "cut_off"
    """The known copy ends before the relevant place."""
    YOUR_CHOICE = "your_choice"
    """The player may choose."""
    OTHERS = "others"
    """Other ones than those given, or simply more; the word can mean both."""
