"""Text in a box: it wraps, then shrinks within limits, then fails the build. It is never cut off.

A sentence may have icons and bold words in it: `*Now* take [coin 2]`.

>>> [len(word) for word in parse("*Now* take [coin 2].")]
[1, 1, 2]
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations, pairwise
from string import digits

from companion.printing import fonts, icons, rows
from companion.printing.display import END, Item, Mark, Text
from companion.printing.errors import BuildError
from companion.printing.paper import MM
from companion.printing.rows import Sign

_LEAST_PARTED = 6
"""The number of letters of the shortest word that is parted."""

_LETTERS_ONLY = re.compile(r"(\W*)([^\W\d_]+)(\W*)")
_OWN = {"en": "en_US"}


@cache
def _patterns(language: str) -> dict[str, str]:
    """Return the patterns that part the words of a language, by their letters; none if no dictionary knows it.

    The dictionaries are pyphen's, which reads the numbers in all patterns at once: in German longer than a sheet takes.
    """
    import pyphen

    code = pyphen.language_fallback(_OWN.get(language, language))
    if not code:
        return {}
    encoding, _, dictionary = pyphen.LANGUAGES[code].read_bytes().partition(b"\n")
    letters = dictionary.translate(None, digits.encode())
    charset = encoding.decode().removeprefix("microsoft-")
    return dict(zip(letters.decode(charset).split("\n"), dictionary.decode(charset).split("\n"), strict=True))


def _places(word: str, language: str) -> list[int]:
    """Return where a word may be parted: where the highest number of all patterns that it has is odd."""
    text = f".{word.lower()}."
    numbers = [0] * (len(text) + 1)
    for begin, end in combinations(range(len(text) + 1), 2):
        place = begin
        for char in _patterns(language).get(text[begin:end], ""):
            if char.isdigit():
                numbers[place] = max(numbers[place], int(char))
            else:
                place += 1
    return [place for place in range(2, len(word) - 2) if numbers[place + 1] % 2]


@lru_cache(1 << 14)
def syllables(text: str, language: str) -> tuple[str, ...]:
    """Return a word in the syllables that a hyphen may separate; in one if it is short, or not just a word.

    >>> syllables("Koopmansgilde,", "nl"), syllables("--offset", "en"), syllables("PP", "de")
    (('Koop', 'mans', 'gilde,'), ('--offset',), ('PP',))
    """
    match = _LETTERS_ONLY.fullmatch(text)
    if not match or len(match[2]) < _LEAST_PARTED or match[2].isupper() or "-" in text:
        return (text,)
    cuts = [0, *(place + len(match[1]) for place in _places(match[2], language)), len(text)]
    return tuple(text[begin:end] for begin, end in pairwise(cuts))


STEP = 0.25
"""The step by which type shrinks, in points."""

_FEW = 5
"""The words of a text with fewer spaces rather shrink than are parted: it is a label and not a sentence."""

BREAKS = "/-–·\u00ad\u200b"
"""Characters after which a word may break."""


@dataclass(frozen=True)
class Type:
    """How words are set, and how far they may shrink and wrap."""

    font: str = "text"
    size: float = 9.0
    least: float = 0.0
    """The smallest size; 0 means that it may not shrink."""
    lines: int = 1
    leading: float = 1.2
    align: str = "left"
    colour: str = "ink"
    ragged: float = 0.0
    """How much of a line may stay empty before a word is parted to fill it, as a fraction; 0: words stay whole."""
    anywhere: bool = False
    """Whether a word wider than a line may be parted at any letter, if no dictionary knows a better place."""


@dataclass(frozen=True)
class NamedText:
    """Words with the id that they come from, so that an error can name it."""

    text: str
    id: str
    language: str


@dataclass(frozen=True)
class Fitted:
    """Lines that fit, with their size."""

    lines: tuple[str, ...]
    size: float
    type: Type

    @property
    def height(self) -> float:
        """The height from the top of the first line's capitals to the last baseline, in millimeters."""
        cap = fonts.height(self.type.font, self.size)
        return cap + (len(self.lines) - 1) * self.step

    @property
    def step(self) -> float:
        """The distance between baselines, in millimeters."""
        return self.size * self.type.leading / MM


def fit(words: NamedText, width: float, height: float, type: Type, box: str) -> Fitted:
    """Fit words into a box, as large as possible. Raises `BuildError`.

    >>> fit(NamedText("Schneider und Kleermaker", "x", "de"), 20, 9, Type(size=9, lines=2), "line").lines
    ('Schneider und', 'Kleermaker')
    """
    type = replace(type, font=fonts.able(type.font, words.text))
    lacking = fonts.missing(type.font, words.text)
    if lacking:
        raise BuildError(words.id, words.language, box, f"{type.font} has no {lacking!r}")
    label = type.ragged and words.text.count(" ") < _FEW
    for way in (replace(type, ragged=0.0), replace(type, ragged=1.0)) if label else (type,):
        size = type.size
        while size >= (type.least or type.size):
            lines = tuple(_wrapped(words, width, replace(way, size=size)))
            fitted = Fitted(lines, size, type)
            fits = len(lines) <= type.lines and fitted.height <= height + 0.01
            if fits and all(fonts.width(type.font, size, line) <= width for line in lines):
                return fitted
            size -= STEP
    raise BuildError(
        words.id, words.language, box, f"{words.text!r} is too long for {width:g} x {height:g} mm at {type.least:g} pt"
    )


def place(fitted: Fitted, x: float, y: float, width: float) -> list[Text]:
    """Return the lines as items; `y` is the top of the first line's capitals."""
    type, placed = fitted.type, []
    line_y = y + fonts.height(type.font, fitted.size)
    for line in fitted.lines:
        spare = width - fonts.width(type.font, fitted.size, line)
        shift = {"left": 0.0, "center": spare / 2, "right": spare}[type.align]
        placed.append(Text(x + shift, line_y, line, type.font, fitted.size, type.colour))
        line_y += fitted.step
    return placed


def bound(text: str) -> str:
    """Return a text in which no line breaks between a number and its unit.

    >>> bound("50 mm").split(" ")
    ['50\xa0mm']
    """
    return _UNIT.sub("\u00a0", text)


_UNIT = re.compile(r"(?<=\d) (?=(?:mm|cm|in|pt|PP|%)(?!\w))")


def parted(text: str, language: str, type: Type, room: float, width: float) -> tuple[str, str]:
    """Return as much of a word as fits into the room left in a line, with a hyphen, and the rest; or nothing and all.

    A word is parted if otherwise too much of the line would stay empty, or if it is wider than a whole line.
    """
    whole = fonts.width(type.font, type.size, text)
    if not type.ragged or (whole <= width and room <= type.ragged * width):
        return "", text
    for pieces in (syllables(text, language), text if type.anywhere and whole > width else ""):
        for place in range(len(pieces) - 1, 0, -1):
            first = "".join(pieces[:place]) + "-"
            if fonts.width(type.font, type.size, first) <= room:
                return first, "".join(pieces[place:])
    return "", text


def _wrapped(words: NamedText, width: float, type: Type) -> Iterator[str]:
    """Yield lines, each filled as far as possible. A piece that is wider than the box gets a line of its own."""
    for paragraph in bound(words.text).split("\n"):
        line, used, waiting = "", 0.0, deque(_pieces(paragraph))
        while waiting:
            piece = waiting.popleft()
            longer = _after(line, used, piece, type)
            if longer <= width:
                line, used = line.removesuffix("\u00ad") + piece, longer
                continue
            space, word = (" ", piece[1:]) if line and piece.startswith(" ") else ("", piece)
            begun = line.removesuffix("\u00ad") + space
            room = width - fonts.width(type.font, type.size, _plain(begun)) if line else width
            first, rest = parted(word, words.language, type, room, width)
            if first:
                yield _shown(begun + first)
                waiting.appendleft(rest)
            elif line:
                yield _shown(line)
                waiting.appendleft(piece.lstrip(" "))
            else:
                line, used = piece, longer
                continue
            line, used = "", 0.0
        yield _shown(line)


def _after(line: str, used: float, piece: str, type: Type) -> float:
    """Return the width of a line with a piece after it, which only depends on the end of the line."""
    end, shown = _plain(line)[-1:], _plain(piece) if line else _plain(piece).strip()
    hyphen = fonts.width(type.font, type.size, "-") if piece.endswith("\u00ad") else 0.0
    before = fonts.width(type.font, type.size, "-") if line.endswith("\u00ad") else 0.0
    own = fonts.width(type.font, type.size, end + shown) - fonts.width(type.font, type.size, end)
    return used - before + own + hyphen


def _pieces(text: str) -> Iterator[str]:
    """Yield unbreakable pieces: words with the space before them, or parts of words.

    An option such as --ink is one piece, and so is a range of numbers.

    >>> list(_pieces("Use --no-offset for 1–28 or town/hall"))
    ['Use', ' --no-offset', ' for', ' 1–28', ' or', ' town/', 'hall']
    """
    for word in re.findall(r" *[^ ]+", text):
        piece = ""
        for char in word:
            piece += char
            if char in BREAKS and piece.strip(" -–/0123456789") and not piece.lstrip().startswith("--"):
                yield piece
                piece = ""
        if piece:
            yield piece


def _plain(line: str) -> str:
    """Return a line without marks of possible breaks."""
    return line.replace("\u00ad", "").replace("\u200b", "")


def _shown(line: str) -> str:
    """Return a line as it is printed: with a hyphen at a used break, without the unused ones."""
    return _plain(line).strip() + ("-" if line.endswith("\u00ad") else "")


_TOKEN = re.compile(r"\*|\[([\w-]+)(?: ([^\]]+))?\]|[^*\[\s]+|[ \n]+|[\u00a0\u202f]+")
_SIGN = 1.36
"""The height of an icon, as a multiple of the size of the type."""

_HEAVY = {"text": "strong", "italic": "strong"}


@dataclass(frozen=True)
class Run:
    """Letters of one weight."""

    text: str
    heavy: bool = False


Word = tuple[Run | Sign, ...]
"""Letters and icons without a break between them."""


_MOST_IN_SIGN = 3
"""The most characters that an icon has room for."""


@cache
def _drawable(icon: str, text: str) -> bool:
    return icons.exists(icon) and len(text) <= _MOST_IN_SIGN


def undrawable(text: str) -> list[str]:
    """Return what is written like an icon but is none, such as `[cion 2]`. It is set as it stands."""
    return [match[0] for match in _TOKEN.finditer(text) if match[1] and not _drawable(match[1], match[2] or "")]


def parse(text: str) -> list[Word]:
    """Split a sentence into words."""
    words: list[list[Run | Sign]] = [[]]
    heavy = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "*":
            heavy = not heavy
        elif match[1] and _drawable(match[1], match[2] or ""):
            words[-1].append(Sign(match[1], match[2] or ""))
        elif token[0] in " \n":
            words.append([])
        else:
            words[-1].append(Run(token, heavy))
    return [tuple(word) for word in words if word]


@dataclass(frozen=True)
class RichText:
    """A sentence in lines of a width."""

    lines: tuple[tuple[Word, ...], ...]
    type: Type

    @property
    def step(self) -> float:
        return self.type.size * self.type.leading / MM

    @property
    def height(self) -> float:
        """The height from the top of the first line's capitals to the last baseline."""
        return fonts.height(self.type.font, self.type.size) + (len(self.lines) - 1) * self.step

    def items(self, x: float, y: float, speak: Callable[[Sequence[Sign]], str] | None = None) -> Iterator[Item]:
        """Yield what is drawn, signs with the words for them; `y` is the top of the first line's capitals."""
        cap = fonts.height(self.type.font, self.type.size)
        for number, line in enumerate(self.lines):
            base = y + cap + number * self.step
            for at, part in self._placed(line, x):
                told = speak((part,)) if speak and isinstance(part, Sign) else ""
                if told:
                    yield Mark("Span", said=told)
                yield from _drawn_part(part, at, base, cap, self.type)
                if told:
                    yield END

    def _placed(self, line: Sequence[Word], x: float) -> list[tuple[float, Run | Sign]]:
        """Return what is in a line and where it begins; words of one weight are one."""
        found: list[tuple[float, Run | Sign]] = []
        for word in line:
            for place, part in enumerate(word):
                begins, last = found[-1] if found else (x, None)
                if isinstance(part, Run) and isinstance(last, Run) and last.heavy == part.heavy:
                    found[-1] = (begins, replace(last, text=f"{last.text}{'' if place else ' '}{part.text}"))
                else:
                    found.append((x, part))
                x += _part_width(part, self.type)
            x += _word_space(self.type)
        return found


def set_sentence(words: NamedText, width: float, type: Type) -> RichText:
    """Break a sentence into lines. Raises `BuildError` if a word is too wide."""
    lines: list[list[Word]] = [[]]
    used = 0.0
    waiting = deque(parse(bound(words.text)))
    while waiting:
        word = waiting.popleft()
        own = sum(_part_width(part, type) for part in word)
        gap = _word_space(type) if lines[-1] else 0.0
        if used + gap + own <= width:
            used += gap + own
            lines[-1].append(word)
            continue
        first, rest = _split(word, words.language, type, width - used - gap, width)
        if first:
            lines[-1].append(first)
            waiting.appendleft(rest)
        elif lines[-1]:
            waiting.appendleft(word)
        else:
            raise BuildError(words.id, words.language, "sentence", f"a word is wider than {width:g} mm")
        lines.append([])
        used = 0.0
    return RichText(tuple(map(tuple, lines)), type)


def _split(word: Word, language: str, type: Type, room: float, width: float) -> tuple[Word, Word]:
    """Return what fits of a word without icons into the room left in a line, and the rest; or nothing and all."""
    match word:
        case (Run() as run,):
            first, rest = parted(run.text, language, replace(type, font=_run_font(run, type)), room, width)
            return ((replace(run, text=first),), (replace(run, text=rest),)) if first else ((), word)
    return (), word


def letters(texts: Sequence[NamedText]) -> list[str]:
    """Return the letters of sentences without their icons."""
    return [part.text for words in texts for word in parse(words.text) for part in word if isinstance(part, Run)]


def _run_font(run: Run, type: Type) -> str:
    return _HEAVY.get(type.font, type.font) if run.heavy else type.font


def _icon_size(type: Type) -> float:
    """Return the height of icons, in millimeters."""
    return round(type.size / MM * _SIGN, 3)


def _word_space(type: Type) -> float:
    return fonts.width(type.font, type.size, " ")


def _part_width(part: Run | Sign, type: Type) -> float:
    if isinstance(part, Run):
        return fonts.width(_run_font(part, type), type.size, part.text)
    return rows.width((part,), _icon_size(type))


def _drawn_part(part: Run | Sign, x: float, base: float, cap: float, type: Type) -> Iterator[Item]:
    if isinstance(part, Run):
        yield Text(x, base, part.text, _run_font(part, type), type.size, type.colour)
    else:
        size = _icon_size(type)
        yield from rows.drawn((part,), x, base - cap / 2 - size / 2, size)
