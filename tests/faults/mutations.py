"""Texts and values as nobody should send them: made of real ones, a little wrong or very."""

import random
from collections.abc import Callable, Iterator, Sequence

CHARS = "\0\t\n\r \"'#:;=/|+-*.,%{}[]()<>0123456789aZéß\u202e\ufeff\u0661²Ⅷ\U0001f3f0\ud800"
NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "7",
    "99",
    "9999",
    "10000",
    "1e9",
    "٣",
    "²",
    "9" * 400,
    "-" + "9" * 40,
    "0x1",
    "1_0",
    "",
)


def mutated(text: str, others: Sequence[str], chance: random.Random, *, most: int = 3) -> str:
    """A text changed in a few places; `others` are texts of the same kind to take pieces from."""
    for _ in range(chance.randint(1, most)):
        text = chance.choice(_WAYS)(text, others, chance)
    return text


def _place(text: str, chance: random.Random) -> int:
    return int(chance.random() * (len(text) + 1))


def _put(text: str, others: Sequence[str], chance: random.Random) -> str:
    at = _place(text, chance)
    return text[:at] + chance.choice(CHARS) + text[at:]


def _drop(text: str, others: Sequence[str], chance: random.Random) -> str:
    at = _place(text, chance)
    return text[:at] + text[at + chance.choice((1, 1, 2, 5, 20)) :]


def _change(text: str, others: Sequence[str], chance: random.Random) -> str:
    at = _place(text, chance)
    return text[:at] + chance.choice(CHARS) + text[at + 1 :]


def _number(text: str, others: Sequence[str], chance: random.Random) -> str:
    """Another number where there is one."""
    places = [at for at, char in enumerate(text) if char.isdigit()]
    if not places:
        return text + chance.choice(NUMBERS)
    at = chance.choice(places)
    return text[:at] + chance.choice(NUMBERS) + text[at + 1 :]


def _word(text: str, others: Sequence[str], chance: random.Random) -> str:
    """Another word, of another text."""
    words, more = text.split(" "), chance.choice(others).split()
    if more:
        words[chance.randrange(len(words))] = chance.choice(more)
    return " ".join(words)


def _words(text: str, others: Sequence[str], chance: random.Random) -> str:
    """Words in another order, or one of them many times."""
    words = text.split(" ")
    if chance.random() < 0.5:
        chance.shuffle(words)
    else:
        words += [chance.choice(words)] * chance.choice((1, 2, 40))
    return " ".join(words)


def _line(text: str, others: Sequence[str], chance: random.Random) -> str:
    """A line twice, gone, elsewhere, or of another text."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    kind = chance.randrange(4)
    if kind == 0:
        lines.insert(chance.randrange(len(lines)), lines[at])
    elif kind == 1:
        del lines[at]
    elif kind == 2:
        lines.insert(at, chance.choice(chance.choice(others).split("\n")))
    else:
        lines[at] = chance.choice(chance.choice(others).split("\n"))
    return "\n".join(lines)


def _joined(text: str, others: Sequence[str], chance: random.Random) -> str:
    """The beginning of one and the end of another."""
    other = chance.choice(others)
    return text[: _place(text, chance)] + other[_place(other, chance) :]


_WAYS: list[Callable[[str, Sequence[str], random.Random], str]] = [
    _put, _drop, _change, _number, _number, _word, _word, _words, _line, _line, _joined,
]  # fmt: skip


def monsters(longest: int) -> Iterator[str]:
    """Texts that are long or deep in one way, for what takes more than its share of time or memory."""
    pieces = (
        "a", "9", " ", "\n", "#\n", "|\n", "[", "{", '{"a":', "[[", "=== assistant\n", "=== corrected\n", ";", ":",
        "red: pass\n", "turn 1\n", "turn: 1\n", "a: b\n", "# name red: x\n", "road: n_farm\n", "red: +1d;", "\\u0000",
        "é", "a:\n", "a=", '"', "a.b.", "a.", "1/", "red+", "-",
    )  # fmt: skip
    heads = (
        "",
        "game: caylus\nseats: red blue\n",
        "game: caylus\nseats: red blue\nturn 1\n",
        "seats: ",
        "turn: 1 ",
        '{"',
    )
    for head in heads:
        for piece in pieces:
            yield head + piece * ((longest - len(head)) // len(piece))
    yield from _numbered(longest)


def _numbered(longest: int) -> Iterator[str]:
    """The same where no two lines are equal."""
    ways = ("{n}: pass\n", "turn {n}\nred: pass\n", "a{n} ", "[a{n}]\nb = 1\n", "a{n} = 1\n", '{{"a{n}":', "=== {n}\n")
    heads = ("", "game: caylus\nseats: red blue\nturn 1\n", "seats: ", "turn: 1\nroad: ")
    for way in ways:
        text = "".join(way.format(n=n) for n in range(longest // len(way)))
        for head in heads:
            yield (head + text)[:longest]
