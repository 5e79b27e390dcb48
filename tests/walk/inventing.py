"""What people type: values of fields, positions, entries; right, nearly right, and never meant to be."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

from tests.faults.mutations import mutated

CORPUS = Path(__file__).parents[1] / "corpus" / "v1" / "positions"

HOSTILE = (
    "", ".", "0", "-1", "9", "10", "99", "9999", "10000", "9" * 28, "9" * 399, "\u0663", "1e3", "07", "+1", "1/1/1",
    "red", "red red", "pink", "castle", "=", "+red", "*", "n_farm", "n_farm+red", "a" * 400, "{7*7}", "<b>&amp;</b>",
    "residence/bank=red", "gate", "1 workers", "9999 workers", "over", "0 0 0", "\u202e", "mason=red", "\U0001f3f0",
)  # fmt: skip
"""Values for any field."""

NAMES = ("Anna", "Bram", "", "<script>alert(1)</script>", "=1+1", "\u202eanna", "\U0001f3f0" * 15, 'O\'Neill & "So"')

NUMBERS = ("9" * 28, "9" * 399, "9999", "10000", "-1", "\u0663", "1e3", "007", "0", "99")

PHASES = {
    "caylus": ("income", "workers", "special", "provost", "buildings", "castle", "end_of_turn", "over"),
    "magna_carta": ("income", "actions", "provost", "buildings", "castle", "end_of_turn", "over"),
}
"""Names of phases as positions say them."""

CHOICES = {
    "caylus": (
        ("workers", "worker"), ("special", "gate"), ("special", "guild"), ("special", "inn"), ("special", "trade"),
        ("provost", "bribe"), ("buildings", "take"), ("buildings", "trade"), ("buildings", "build"),
        ("buildings", "residence"), ("castle", "batch"), ("castle", "favor"), ("end_of_turn", "favor"),
    ),
    "magna_carta": (
        ("actions", "action"), ("actions", "card"), ("provost", "bribe"), ("buildings", "take"), ("buildings", "trade"),
        ("buildings", "residence"), ("castle", "batch"), ("setup", "mulligan"), ("setup", "start"), ("setup", "draw"),
    ),
}  # fmt: skip
"""Choices, each with a phase in which it is asked."""

_WORD = re.compile(r"[^ =+/*!]+")


def positions() -> list[str]:
    """Every position of the corpus."""
    return [file.read_text(encoding="utf-8") for file in sorted(CORPUS.glob("*.txt"))]


def head(text: str, key: str, usual: str = "") -> str:
    """What a line of a position says.

    >>> head("game: caylus\\nseats: red blue", "seats")
    'red blue'
    """
    found = re.search(rf"^{key}: *(.*)$", text, re.MULTILINE)
    return found[1].strip() if found else usual


def value(old: str, others: Sequence[str], colours: Sequence[str], chance: random.Random) -> str:
    """Another value for a field: mostly one that could lie on some table."""
    dice = chance.random()
    if dice < 0.1:
        return chance.choice(HOSTILE)
    if re.fullmatch(r"-?\d+", old):
        if dice < 0.3:
            return chance.choice(NUMBERS)
        return str(max(0, int(old) + chance.choice((-8, -6, -5, -4, -3, -2, -1, 1, 1, 2, 3, 5))))
    if dice < 0.18:
        return chance.choice(others)
    if dice > 0.6 and any(colour in re.split(r"[^a-z]", old) for colour in colours):
        return re.sub(rf"\b({'|'.join(colours)})\b", lambda _: chance.choice(colours), old)
    if dice < 0.35 and old:
        return ""
    words = old.split()
    if len(words) > 1 and dice < 0.7:
        chance.shuffle(words)
        return " ".join(words[: chance.randint(1, len(words))])
    if not old and dice < 0.8:
        return chance.choice(colours)
    return _reworded(old, [*colours, *others], colours, chance)


def _reworded(text: str, others: Sequence[str], colours: Sequence[str], chance: random.Random) -> str:
    """One word of it another: a colour for a colour, a number near a number."""
    places = list(_WORD.finditer(text))
    if not places:
        return chance.choice(others)
    place = chance.choice(places)
    word = place[0]
    if word in colours:
        new = chance.choice(colours)
    elif word.isdigit():
        new = str(max(0, int(word) + chance.randint(-3, 3)))
    else:
        new = chance.choice([word for other in others for word in other.split()] or [word])
    return text[: place.start()] + new + text[place.end() :]


def position(text: str, others: Sequence[str], chance: random.Random) -> str:
    """A position with one to three lines another way; those that say who plays what stay."""
    lines = [line for line in text.splitlines() if line.strip()]
    game, colours = head(text, "game"), head(text, "seats").split()
    for _ in range(chance.choice((1, 1, 2, 2, 3))):
        lines = _turned(lines, game, colours, others, chance)
    changed = "\n".join(lines)
    return mutated(changed, others, chance)[:4000] if chance.random() < 0.1 else changed


def _turned(lines: list[str], game: str, colours: list[str], others: Sequence[str], chance: random.Random) -> list[str]:
    kept = [line for line in lines if line.partition(":")[0] in ("game", "edition", "variants", "seats", "untracked")]
    rest = [line for line in lines if line not in kept]
    if not rest:
        return lines
    dice, at = chance.random(), chance.randrange(len(rest))
    key, _, old = rest[at].partition(": ")
    if dice < 0.25:
        phase = chance.choice(PHASES[game])
        rest = [line for line in rest if line.partition(":")[0] not in _course(chance)]
        rest = [f"turn: {chance.randint(1, 9)} {phase}" if line.startswith("turn:") else line for line in rest]
    elif dice < 0.4:
        del rest[at]
    elif dice < 0.5:
        phase, choice = chance.choice(CHOICES[game])
        if chance.random() < 0.6:
            rest = [line for line in rest if line.partition(":")[0] not in ("turn", "step", "given")]
            rest.append(f"turn: {chance.randint(1, 9)} {phase}")
        rest = [line for line in rest if line.partition(":")[0] not in ("choice", "castle")]
        rest += [f"choice: {choice}:{chance.choice(colours)}"]
        rest += [f"castle: {' '.join(chance.sample(colours, chance.randint(1, len(colours))))}"] * (game == "caylus")
    elif dice < 0.6:
        rest = [line for line in rest if not line.startswith("step:")]
        rest.append(f"step: {chance.choice((0, 1, 2, 3, 5, 7, 9, 99))} {chance.choice((0, 0, 0, 1, 99))}")
    elif dice < 0.7:
        found = head(chance.choice(others), key)
        rest[at] = f"{key}: {found or old}"
    else:
        rest[at] = f"{key}: {_reworded(old, old.split() or ['0'], colours, chance)}"
    return [*kept, *rest]


def _course(chance: random.Random) -> tuple[str, ...]:
    """Lines that say where within a phase a game is: all of them, or those that somebody forgot."""
    return chance.choice((("step", "choice", "given"), ("step", "choice"), ("given",), ("step",), ("choice",)))


def entry(colours: Sequence[str], buildings: Sequence[str], chance: random.Random) -> str:
    """A quick entry of the assistant, as it is taken down in a hurry."""
    who, thing = chance.choice(colours), chance.choice(buildings or ["n_farm"])
    number, good = chance.randint(1, 5), chance.choice("dFWSCGP")
    ways = (
        "next", "next", "next", f"{who} +{number}{good}", f"{who} -{number}{good}", f"pass {who}",
        f"place {who} {thing}", f"build {who} {thing}", f"place {who} castle",
        f"order {' '.join(chance.sample(colours, len(colours)))}",
        f"inn {who}", f"start {who}", f"draw {who}", f"draw {thing}", "score", f"provost {chance.randint(-3, 3):+}",
        f"{who} +{number}{good} {thing}", f"choose {chance.choice(('dungeon', 'walls', 'towers'))}",
    )  # fmt: skip
    return chance.choice(ways)
