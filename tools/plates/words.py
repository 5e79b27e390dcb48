"""The words of plates: shapes, and things that many pictures have. Each yields planes and marks from its numbers."""

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random

from companion.printing.engraving import BlockLine, Cut, Plane, Point, Tone
from companion.printing.plates import HEIGHT, tones

GROUND = 158.0
"""The line on which things stand."""

_DEPTH = 0.36
"""How much what goes off to the right goes up."""

Part = Callable[..., Iterator[Cut]]


# Shapes


def _plane(points: Sequence[Point], tones: tuple[Tone, ...], level: int) -> Iterator[Cut]:
    yield Plane(points, tones, level=level)


def _black(points: Sequence[Point], tones: tuple[Tone, ...], level: int) -> Iterator[Cut]:
    yield Plane(points, tones, ink=True, level=level)


def _shade(points: Sequence[Point], tones: tuple[Tone, ...], level: int) -> Iterator[Cut]:
    """Hatching alone, on what is already there."""
    yield Plane(points, tones, edge=False, paper=False, level=level)


def _drawn(width: float) -> Part:
    def marks(points: Sequence[Point], tones: tuple[Tone, ...], level: int) -> Iterator[Cut]:
        del tones
        yield BlockLine(points, width, level)

    return marks


def _strokes(points: Sequence[Point], tones: tuple[Tone, ...], level: int) -> Iterator[Cut]:
    """Cuts of the graver, each from its dark end to its light one."""
    del tones
    for dark, light in zip(points[::2], points[1::2], strict=True):
        yield BlockLine((dark, light), 0.24, level, tapered=True)


SHAPES: dict[str, Part] = {
    "plane": _plane, "black": _black, "shade": _shade, "strokes": _strokes,
    "beam": _drawn(0.5), "line": _drawn(0.3), "fine": _drawn(0.2),
}  # fmt: skip


# Openings and round things


def _oval(x: float, y: float, wide: float, high: float = 0) -> list[Point]:
    high = high or wide
    parts = max(10, min(28, round(math.sqrt(wide * high) * 1.4)))
    turns = [2 * math.pi * part / parts for part in range(parts)]
    return [(round(x + wide * math.cos(a), 1), round(y + high * math.sin(a), 1)) for a in turns]


def _arched(x: float, base: float, wide: float, high: float) -> list[Point]:
    """An opening with a round head."""
    half, rise, parts = wide / 2, base - high + wide / 2, 6 if wide < 30 else 12
    head = [math.pi * (1 + part / parts) for part in range(parts + 1)]
    bow = [(round(x + half + half * math.cos(a), 1), round(rise + half * math.sin(a), 1)) for a in head]
    return [(x, base), *bow, (x + wide, base)]


def _lancet(x: float, base: float, wide: float, high: float) -> list[Point]:
    """An opening with a pointed head."""
    rise = base - high + wide * 0.87
    left = [
        (round(x + wide - wide * math.cos(a), 1), round(rise - wide * math.sin(a), 1))
        for a in (math.pi / 3 * part / 4 for part in range(5))
    ]
    return [(x, base), *left, *((2 * x + wide - px, py) for px, py in left[-2::-1]), (x + wide, base)]


def _oval_plane(x: float, y: float, wide: float, high: float = 0) -> Iterator[Cut]:
    yield Plane(_oval(x, y, wide, high))


def _ball(x: float, y: float, wide: float, high: float = 0) -> Iterator[Cut]:
    yield Plane(_oval(x, y, wide, high), (tones()["belly"],))


def _dot(x: float, y: float, wide: float, high: float = 0) -> Iterator[Cut]:
    yield Plane(_oval(x, y, wide, high), ink=True)


def _door(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    """A black opening with a round head, in its frame."""
    rim = min(3.0, wide * 0.16)
    yield Plane(_arched(x, base, wide, high))
    yield Plane(_arched(x + rim, base, wide - 2 * rim, high - rim), ink=True)


def _hole(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    yield Plane(_arched(x, base, wide, high), ink=True)


def _portal(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    """A black opening with a pointed head, in its frame."""
    rim = min(3.0, wide * 0.18)
    yield Plane(_lancet(x, base, wide, high))
    yield Plane(_lancet(x + rim, base, wide - 2 * rim, high - 1.6 * rim), ink=True)


def _light(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    yield Plane(_lancet(x, base, wide, high), ink=True)


def _window(x: float, y: float, wide: float, high: float) -> Iterator[Cut]:
    """A frame with two or four black panes."""
    yield Plane(_box(x, y, wide, high))
    pane, rows = (wide - 4.5) / 2, 2 if high > 1.25 * wide else 1
    tall = (high - 1.5 * (rows + 1)) / rows
    for row in range(rows):
        for column in range(2):
            yield Plane(_box(x + 1.5 + column * (pane + 1.5), y + 1.5 + row * (tall + 1.5), pane, tall), ink=True)


def _box(x: float, y: float, wide: float, high: float) -> list[Point]:
    return [(x, y + high), (x, y), (x + wide, y), (x + wide, y + high)]


def _rect(x: float, y: float, wide: float, high: float) -> Iterator[Cut]:
    yield Plane(_box(x, y, wide, high))


def _pit(x: float, y: float, wide: float, high: float) -> Iterator[Cut]:
    yield Plane(_box(x, y, wide, high), ink=True)


# Walls and roofs: the front to us, the right side in the shade


def _right(x: float, base: float, high: float, deep: float) -> list[Point]:
    """A side that goes off to the right."""
    up = deep * _DEPTH
    return [(x, base), (x + deep, base - up), (x + deep, base - high - up), (x, base - high)]


def _block(x: float, base: float, wide: float, high: float, deep: float) -> Iterator[Cut]:
    """A box: front, top and right side."""
    up, top = deep * _DEPTH, base - high
    yield Plane(_right(x + wide, base, high, deep), (tones()["side"],))
    yield Plane([(x, top), (x + deep, top - up), (x + wide + deep, top - up), (x + wide, top)])
    yield Plane(_box(x, top, wide, high), (tones()["front"],))


def _house(x: float, base: float, wide: float, high: float, roof: float, deep: float) -> Iterator[Cut]:
    """A house with its gable to us."""
    up, top, over, rim = deep * _DEPTH * 0.5, base - high, 4.0, 3.0
    apex, fall = (x + wide / 2, top - roof), over * roof / (wide / 2)
    right, eaves = x + wide, top + fall
    side = [(right, base), (right + deep, base - up), (right + deep, top - up), (right, top)]
    yield Plane(side, (tones()["side"],))
    angle = math.degrees(math.atan2(roof, wide / 2))
    tile = Tone(angle, 0.95, "B", 0.75, 1.0)
    yield Plane(
        [
            (apex[0], apex[1] - 1),
            (right + over, eaves),
            (right + over + deep, eaves - up),
            (apex[0] + deep, apex[1] - up),
        ],
        (tile,),
    )
    yield Plane([(x, base), (x, top), apex, (right, top), (right, base)], (tones()["front"],))
    yield Plane([
        (x - over, eaves), (apex[0], apex[1] - 1), (right + over, eaves), (right + over - 1, eaves + rim),
        (apex[0], apex[1] + rim), (x - over + 1, eaves + rim),
    ])  # fmt: skip


def _hall(x: float, base: float, wide: float, high: float, roof: float, deep: float = 0) -> Iterator[Cut]:
    """A house with its long side to us, and its gable in the shade."""
    top, up, hip = base - high, deep * _DEPTH, roof * 0.42
    ridge = top - roof
    if deep:
        yield Plane(_right(x + wide, base, high, deep), (tones()["side"],))
        yield Plane(
            [(x + wide - hip + deep * 0.3, ridge), (x + wide + 4, top + 3), (x + wide + deep + 3, top - up + 2)],
            (tones()["steep"],),
        )
    yield Plane(_box(x, top, wide, high), (tones()["front"],))
    yield Plane(
        [(x - 5, top + 3), (x + hip, ridge), (x + wide - hip + deep * 0.3, ridge), (x + wide + 4, top + 3)],
        (tones()["slope"],),
    )


def _tower(x: float, base: float, wide: float, high: float, deep: float) -> Iterator[Cut]:
    """A square tower: front and right side."""
    yield Plane(_right(x + wide, base, high, deep), (tones()["side"],))
    yield Plane(_box(x, base - high, wide, high), (tones()["front"],))


def _spire(x: float, base: float, wide: float, high: float, deep: float) -> Iterator[Cut]:
    """The pointed roof of a square tower."""
    up, apex = deep * _DEPTH, (x + wide / 2 + deep / 4, base - high)
    yield Plane([apex, (x + wide + 3, base), (x + wide + deep + 2, base - up)], (tones()["steep"],))
    yield Plane([apex, (x - 4, base), (x + wide + 3, base)], (tones()["lit"],))


def _drum(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    """A round tower."""
    yield Plane(_box(x, base - high, wide, high), (tones()["round"],))


def _cone(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    """The roof of a round tower, with its flag."""
    apex = (x + wide / 2, base - high)
    yield Plane([apex, (x - 4, base), (x + wide + 4, base)], (tones()["lee"],))
    yield Plane(
        [apex, (x + wide * 0.58, base), (x + wide + 4, base)], (Tone(74, 0.8, "B", 0.85, 1.0),), edge=False, paper=False
    )


def _merlons(x: float, base: float, wide: float, high: float, count: float) -> Iterator[Cut]:
    """A parapet of so many merlons."""
    yield Plane(_notched(x, base, wide, high, int(count)), (tones()["half"],))


def _notched(x: float, base: float, wide: float, high: float, count: int) -> list[Point]:
    step, tooth = wide / (2 * count - 1), high * 0.5
    points = [(x, base)]
    for part in range(2 * count - 1):
        y = base - high + (tooth if part % 2 else 0)
        points += [(round(x + part * step, 1), y), (round(x + (part + 1) * step, 1), y)]
    return [*points, (x + wide, base)]


def _column(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    """A column with its foot and its head."""
    yield Plane(_box(x, base - high, wide, high), (tones()["half"],))
    yield Plane(_box(x - 2, base - high - 4, wide + 4, 4))
    yield Plane(_box(x - 2, base - 4, wide + 4, 4))


def _stripes(x: float, y: float, wide: float, high: float, count: float, slant: float) -> Iterator[Cut]:
    """An awning: every second strip is black, and all end in scallops."""
    step, low = (wide + 2 * slant) / count, y + high
    head = wide / count
    for part in range(int(count)):
        left, right = x - slant + part * step, x - slant + (part + 1) * step
        middle = (left + right) / 2
        points = [
            (x + part * head, y), (x + (part + 1) * head, y), (right, low), (right - step * 0.2, low + 4),
            (middle, low + 5.5), (left + step * 0.2, low + 4), (left, low),
        ]  # fmt: skip
        yield Plane(points, () if part % 2 else (tones()["cloth"],), ink=bool(part % 2))


# Things


def _pole(x: float, base: float, high: float) -> Iterator[Cut]:
    yield BlockLine([(x, base), (x, base - high)], 0.42)


def _flag(x: float, base: float, high: float, wide: float = 15) -> Iterator[Cut]:
    """A black pennant on its pole."""
    yield from _pole(x, base, high)
    top = base - high
    yield Plane([(x, top), (x + wide, top + 4), (x, top + 8)], ink=True)


def _cross(x: float, base: float, high: float) -> Iterator[Cut]:
    yield from _pole(x, base, high)
    yield BlockLine([(x - high * 0.33, base - high * 0.66), (x + high * 0.33, base - high * 0.66)], 0.42)


def _wheel(x: float, y: float, wide: float, spokes: float, rim: float) -> Iterator[Cut]:
    yield Plane(_oval(x, y, wide))
    yield Plane(_oval(x, y, wide - rim))
    for part in range(int(spokes)):
        a = part / spokes * 2 * math.pi + 0.2
        out = wide - rim
        yield BlockLine([(x, y), (round(x + out * math.cos(a), 1), round(y + out * math.sin(a), 1))], 0.36)
    yield Plane(_oval(x, y, wide * 0.14), ink=True)


def _log(x: float, y: float, wide: float) -> Iterator[Cut]:
    """The end of a trunk."""
    yield Plane(_oval(x, y, wide))
    yield BlockLine([*_oval(x, y, wide * 0.55), (x + wide * 0.55, y)], 0.18, 1)


def _barrel(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    top, bulge = base - high, wide * 0.1
    yield Plane(
        [(x, base), (x - bulge, base - high / 2), (x, top), (x + wide, top), (x + wide + bulge, base - high / 2),
         (x + wide, base)], (tones()["round"],),
    )  # fmt: skip
    yield Plane(_oval(x + wide / 2, top, wide / 2, wide * 0.15))
    for part in (0.28, 0.76):
        y = base - high * part
        yield BlockLine([(x - bulge * 0.7, y), (x + wide / 2, y + wide * 0.12), (x + wide + bulge * 0.7, y)], 0.34)


def _sack(x: float, base: float, wide: float) -> Iterator[Cut]:
    high = wide * 1.2
    shape = ((0.08, 0), (-0.06, 0.4), (0.14, 0.74), (0.36, 0.84), (0.24, 1), (0.74, 1), (0.62, 0.84), (0.88, 0.72),
             (1.06, 0.38), (0.92, 0))  # fmt: skip
    yield Plane([(round(x + wide * a, 1), round(base - high * b, 1)) for a, b in shape], (tones()["belly"],))
    yield BlockLine([(x + wide * 0.34, base - high * 0.84), (x + wide * 0.64, base - high * 0.84)], 0.4)


def _basket(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    """A basket with a heap of round fruit."""
    top, r = base - high, wide * 0.17
    for a, b in ((0.5, 0.9), (0.3, 0.6), (0.7, 0.6), (0.17, 0.1), (0.5, 0.25), (0.83, 0.1)):
        yield Plane(_oval(round(x + wide * a, 1), round(top - r * 1.7 * b, 1), r))
    yield Plane(
        [(x + wide * 0.12, base), (x, top), (x + wide, top), (x + wide * 0.88, base)],
        (Tone(45, 1.5, "B", 0.9, 1.0), Tone(-45, 1.5, "B", 0.9, 1.0)),
    )


def _books(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    """A row of books: backs of different heights, some black."""
    at, number = x, 0
    while at < x + wide - 4:
        thick, tall = 5.0 + (number * 7 % 5) * 0.9, high * (0.78 + (number * 5 % 4) * 0.07)
        thick = min(thick, x + wide - at)
        yield Plane(_box(round(at, 1), round(base - tall, 1), round(thick, 1), round(tall, 1)), ink=number % 3 == 1)
        at, number = at + thick, number + 1


def _coins(x: float, base: float, wide: float, count: float) -> Iterator[Cut]:
    """A pile of coins."""
    flat, step = wide * 0.16, wide * 0.2
    for number in range(int(count)):
        y = base - flat - number * step
        yield Plane([(x, y), *((px, py) for px, py in _oval(x + wide / 2, y, wide / 2, flat) if py > y), (x + wide, y),
                     (x + wide, y - step), (x, y - step)], (tones()["half"],))  # fmt: skip
        yield Plane(_oval(x + wide / 2, y - step, wide / 2, flat))


def _gem(x: float, y: float, wide: float) -> Iterator[Cut]:
    """A cut stone, seen from its side."""
    w, girdle, table, foot = wide / 2, y + wide * 0.24, y, y + wide * 0.86
    yield Plane([(x - w, girdle), (x - w * 0.55, table), (x + w * 0.55, table), (x + w, girdle), (x, foot)])
    yield Plane([(x + w * 0.42, girdle), (x + w, girdle), (x, foot)], (Tone(60, 0.8, "T", 0.85, 1.0),))
    yield Plane([(x + w * 0.42, girdle), (x + w * 0.55, table), (x + w, girdle)], (tones()["rock"],))
    yield Plane([(x - w * 0.42, girdle), (x, table), (x + w * 0.42, girdle)])
    yield BlockLine([(x - w, girdle), (x + w, girdle)], 0.3)
    yield BlockLine([(x - w * 0.42, girdle), (x, foot)], 0.3)


def _sheaf(x: float, base: float, wide: float) -> Iterator[Cut]:
    """A sheaf of corn, bound in the middle."""
    high, w = wide * 1.7, wide / 2
    band = base - high * 0.45
    yield Plane(
        [(x - w * 0.8, base), (x - w * 0.5, band), (x - w * 1.05, base - high * 0.86), (x - w * 0.5, base - high),
         (x, base - high * 0.92), (x + w * 0.5, base - high), (x + w * 1.05, base - high * 0.86), (x + w * 0.5, band),
         (x + w * 0.8, base)], (tones()["belly"],),
    )  # fmt: skip
    for part in (-0.5, 0.0, 0.5):
        yield BlockLine([(x + w * part, base - high * 0.9), (x + w * part * 0.4, band)], 0.2, 1)
    yield BlockLine([(x - w * 0.5, band), (x + w * 0.5, band)], 0.5)


def _scattered_tree(chance: Random, x: float, base: float, wide: float, high: float = 0) -> Iterator[Cut]:
    """A leaf tree: its crown has so wide a radius."""
    high = high or wide * 2.3
    y = base - high + wide
    yield Plane(
        [(x - wide * 0.14, base), (x - wide * 0.09, y), (x + wide * 0.1, y), (x + wide * 0.16, base)],
        (tones()["half"],),
    )
    bumps, crown = 9, []
    for part in range(3 * bumps):
        a = 2 * math.pi * part / (3 * bumps)
        r = wide * (0.88 if part % 3 == 0 else 1.02) * (0.97 + 0.06 * chance.random())
        crown.append((round(x + r * math.cos(a), 1), round(y + r * 0.94 * math.sin(a), 1)))
    yield Plane(crown)
    for _ in range(round(wide * 0.6)):
        a, r = chance.uniform(-0.9, 2.3), wide * (0.2 + 0.66 * math.sqrt(chance.random()))
        px, py, s = x + r * math.cos(a), y + r * 0.94 * math.sin(a), 2.4
        arc = [(px - s, py), (px, py + s), (px + s, py - s * 0.2)]
        yield BlockLine([(round(u), round(v)) for u, v in arc], 0.22, 1)


def _fir(x: float, base: float, wide: float, high: float) -> Iterator[Cut]:
    tiers, foot = 4, base - high * 0.1
    yield Plane(_box(x - wide * 0.05, foot, wide * 0.1, high * 0.1), ink=True)
    right: list[Point] = []
    for tier in range(tiers):
        out, y = wide / 2 * (1 - tier / tiers * 0.86), foot - high * 0.9 * tier / tiers
        right += [(out, y), (out * 0.42, y - high * 0.19)]
    right[-1] = (0, base - high)
    left = [(round(x - a, 1), round(b, 1)) for a, b in right]
    yield Plane(
        [*left, *((round(2 * x - a, 1), round(b + 1.5, 1)) for a, b in left[-2::-1]), (x, foot - 3)], (tones()["leaf"],)
    )


def _hedge(chance: Random, x: float, end: float, base: float, high: float) -> Iterator[Cut]:
    count = max(2, round((end - x) / (high * 0.8)))
    step, points = (end - x) / count, [(x, base)]
    for part in range(count):
        for share, rise in ((0.0, 0.72), (0.25, 1.0), (0.75, 1.0)):
            up = base - high * rise * chance.uniform(0.92, 1.05)
            points.append((round(x + (part + share) * step, 1), round(up, 1)))
    yield Plane([*points, (end, base - high * 0.7), (end, base)], (tones()["under"],))


def _bricks(chance: Random, x: float, y: float, wide: float, high: float, count: float) -> Iterator[Cut]:
    """A few stones of a wall: the eye adds the rest."""
    for _ in range(int(count)):
        left, top, long = chance.uniform(x, x + wide - 8), chance.uniform(y, y + high), chance.uniform(4, 8)
        line = [(left, top), (left + long, top)]
        yield BlockLine([*line, (left + long, top + 3.5)] if chance.random() < 0.5 else line, 0.17, 2)


def _ground(chance: Random, x: float, end: float, y: float = GROUND) -> Iterator[Cut]:
    """The line on which all stands, and level strokes that get shorter downwards."""
    yield BlockLine([(x, y), (end, y)], 0.35)
    for row in range(5):
        down, inset = y + 4 + row * 5, x + row * 4
        for half in range(2):
            long = chance.uniform(14, 44) * (1 - row * 0.09)
            left = chance.uniform(inset, (inset + end - long) / 2) + half * (end - inset - long) / 2
            if down < HEIGHT - 2:
                yield BlockLine(
                    ((round(left + long, 1), down), (round(left, 1), down)), 0.24, 1 if row < 3 else 2, tapered=True
                )
    for _ in range(3):
        left, down = round(chance.uniform(x + 6, end - 6)), round(min(y + chance.uniform(7, 22), HEIGHT - 2))
        yield BlockLine(((left - 2, down - 4), (left, down), (left + 2, down - 4)), 0.18, 2)


def _sky(chance: Random, x: float, end: float, y: float, rows: float) -> Iterator[Cut]:
    """Thin level clouds."""
    for row in range(int(rows)):
        a, b = x + (end - x) * chance.uniform(0, 0.3), end - (end - x) * chance.uniform(0, 0.3)
        yield BlockLine(((round(a), y + row * 6.5), (round(b), y + row * 6.5)), 0.15, 2)


def _cast(x: float, end: float, y: float = GROUND) -> Iterator[Cut]:
    """The shadow on the ground, to the right of what stands between two points."""
    points = [(x + 4, y + 9), (x, y), (end, y - 3), (end + 14, y + 8)]
    yield Plane(points, (tones()["cast"],), edge=False, paper=False, level=1)


THINGS: dict[str, Part] = {
    "oval": _oval_plane, "ball": _ball, "dot": _dot, "door": _door, "hole": _hole, "portal": _portal, "light": _light,
    "window": _window, "rect": _rect, "pit": _pit, "block": _block, "house": _house, "hall": _hall, "tower": _tower,
    "spire": _spire, "drum": _drum, "cone": _cone, "merlons": _merlons, "column": _column, "stripes": _stripes,
    "flag": _flag, "cross": _cross, "wheel": _wheel, "log": _log, "barrel": _barrel, "sack": _sack,
    "basket": _basket, "books": _books, "coins": _coins, "gem": _gem, "sheaf": _sheaf, "fir": _fir, "cast": _cast,
}  # fmt: skip
SCATTERED: dict[str, Part] = {
    "tree": _scattered_tree,
    "hedge": _hedge,
    "bricks": _bricks,
    "ground": _ground,
    "sky": _sky,
}
"""Things that chance makes a little different in every picture, and always alike in the same one."""
