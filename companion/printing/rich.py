"""Sentences with icons in them: `Take [coin 2]`, with `*bold*` words.

>>> [len(word) for word in parse("*Now* take [coin 2].")]
[1, 1, 2]
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.printing import fonts, rows
from companion.printing.display import END, Item, Mark, Text
from companion.printing.errors import BuildError
from companion.printing.paper import MM
from companion.printing.rows import Sign
from companion.printing.text import NamedText, Type, bound, parted

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


def parse(text: str) -> list[Word]:
    """Split a sentence into words."""
    words: list[list[Run | Sign]] = [[]]
    heavy = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "*":
            heavy = not heavy
        elif match[1]:
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
            base, at = y + cap + number * self.step, x
            for word in line:
                for part in word:
                    told = speak((part,)) if speak and isinstance(part, Sign) else ""
                    if told:
                        yield Mark("Span", said=told)
                    yield from _drawn(part, at, base, cap, self.type)
                    if told:
                        yield END
                    at += _width(part, self.type)
                at += _space(self.type)


def set_sentence(words: NamedText, width: float, type: Type) -> RichText:
    """Break a sentence into lines. Raises `BuildError` if a word is too wide."""
    lines: list[list[Word]] = [[]]
    used = 0.0
    waiting = deque(parse(bound(words.text)))
    while waiting:
        word = waiting.popleft()
        own = sum(_width(part, type) for part in word)
        gap = _space(type) if lines[-1] else 0.0
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
            first, rest = parted(run.text, language, replace(type, font=_font(run, type)), room, width)
            return ((replace(run, text=first),), (replace(run, text=rest),)) if first else ((), word)
    return (), word


def letters(texts: Sequence[NamedText]) -> list[str]:
    """Return the letters of sentences without their icons."""
    return [part.text for words in texts for word in parse(words.text) for part in word if isinstance(part, Run)]


def _font(run: Run, type: Type) -> str:
    return _HEAVY.get(type.font, type.font) if run.heavy else type.font


def _size(type: Type) -> float:
    """Return the height of icons, in millimeters."""
    return round(type.size / MM * _SIGN, 3)


def _space(type: Type) -> float:
    return fonts.width(type.font, type.size, " ")


def _width(part: Run | Sign, type: Type) -> float:
    if isinstance(part, Run):
        return fonts.width(_font(part, type), type.size, part.text)
    return rows.width((part,), _size(type))


def _drawn(part: Run | Sign, x: float, base: float, cap: float, type: Type) -> Iterator[Item]:
    if isinstance(part, Run):
        yield Text(x, base, part.text, _font(part, type), type.size, type.colour)
    else:
        size = _size(type)
        yield from rows.drawn((part,), x, base - cap / 2 - size / 2, size)
