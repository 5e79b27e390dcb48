"""`python -m tools.plates`: write out every plate of `sources`, word by word, into templates/plates.

A line of a source is a word, its numbers, and after a colon how it is hatched. A level in the word says from which size
it is cut (`line@1`). Words are shapes, or things that many pictures have: `tree`.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from zlib import crc32

from companion.printing import plates
from companion.printing.engraving import BlockLine, Cut, Point, Tone
from companion.printing.plates import BadPlate, tones
from tools.plates.words import SCATTERED, SHAPES, THINGS

SOURCES = Path(__file__).parent / "sources"


def written_out(lines: Iterable[str], name: str) -> str:
    """Return a plate in shapes; its name decides what is left to chance. Raises `BadPlate`."""
    cuts: list[Cut] = []
    for line in lines:
        if line and not line.startswith("#"):
            cuts += _cuts(line, Random(crc32(f"{name} {len(cuts)}".encode())))
    return "".join(f"{_written(cut)}\n" for cut in cuts)


def _cuts(line: str, chance: Random) -> Iterator[Cut]:
    drawn, _, hatched = line.partition(":")
    word, *written = drawn.split()
    word, _, level = word.partition("@")
    try:
        numbers, hatching = [float(number) for number in written], tuple(tones()[name] for name in hatched.split())
        if word in SHAPES:
            points: Sequence[Point] = list(zip(numbers[::2], numbers[1::2], strict=True))
            yield from SHAPES[word](points, hatching, int(level or 0))
        elif word in SCATTERED:
            yield from SCATTERED[word](chance, *numbers)
        else:
            yield from THINGS[word](*numbers)
    except (KeyError, TypeError, ValueError) as error:
        raise BadPlate(f"{line}: {error}") from error


def _written(cut: Cut) -> str:
    points = " ".join(_number(part) for point in cut.points for part in point)
    level = f"@{cut.level}" if cut.level else ""
    if isinstance(cut, BlockLine):
        return f"{'wedge' if cut.tapered else 'line'}={_number(cut.width)}{level} {points}"
    shape = "black" if cut.ink else "plane" if cut.paper else "shade"
    return " ".join([f"{shape}{level} {points}", *([":", *map(_hatched, cut.tones)] if cut.tones else ())])


def _hatched(tone: Tone) -> str:
    name = next((name for name, known in tones().items() if known == tone), "")
    return (
        name
        or f"{_number(tone.angle or 0)}/{_number(tone.pitch)}/{tone.dark}/{_number(tone.least)}/{_number(tone.most)}"
    )


def _number(number: float) -> str:
    """Return a number exactly, in as few characters as that takes."""
    return repr(float(number)).removesuffix(".0")


def main() -> None:
    for source in sorted(SOURCES.glob("*.txt")):
        text = written_out(source.read_text(encoding="utf-8").splitlines(), source.stem)
        (plates.folder() / source.name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
