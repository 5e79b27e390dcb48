"""How a person's printer shifts the backs, for each paper: asked in words, and kept in a cookie of their device."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.printing.errors import BadChoice
from companion.printing.paper import NO_OFFSET, Offset, papers

COOKIE = "printer"


@dataclass(frozen=True)
class Shift:
    """A shift as a person says it: so many millimeters too far in a direction."""

    across: str = ""
    side: str = "right"
    down: str = ""
    way: str = "low"


def saved(cookie: str) -> dict[str, Offset]:
    """Return the offset of each paper in a cookie; what cannot be read is left out.

    >>> saved("A4:1.5:-0.7_Letter:0:1_A9:1:1_A3:x:y")
    {'A4': Offset(x=1.5, y=-0.7), 'Letter': Offset(x=0.0, y=1.0)}
    """
    offsets = {}
    for part in cookie.split("_")[: len(papers())]:
        name, _, text = part.partition(":")
        try:
            offsets[name] = Offset.read(text.replace(":", ","))
        except BadChoice:
            continue
    return {name: offsets[name] for name in papers() if name in offsets}


def cookie_of(offsets: Mapping[str, Offset]) -> str:
    """Return a cookie with these offsets.

    >>> cookie_of({"A4": Offset(1.5, -0.7)})
    'A4:1.5:-0.7'
    """
    return "_".join(
        f"{name}:{offset.text.replace(',', ':')}" for name, offset in offsets.items() if offset != NO_OFFSET
    )


def entered(form: Mapping[str, str]) -> Offset:
    """Read what a person entered. Raises `BadChoice`.

    >>> entered({"across": "1,5", "side": "left", "down": "", "way": "high"})
    Offset(x=-1.5, y=0.0)
    """
    across, down = (form.get(field, "").strip().replace(",", ".") or "0" for field in ("across", "down"))
    offset = Offset.read(f"{across},{down}")
    if min(offset.x, offset.y) < 0:
        raise BadChoice("offset", f"{across}, {down}", ["0", "1.5"])
    x = -offset.x if form.get("side") == "left" else offset.x
    y = -offset.y if form.get("way") == "high" else offset.y
    return Offset(x + 0.0, y + 0.0)


def shift_of(offset: Offset) -> Shift:
    """Return an offset as a person says it.

    >>> shift_of(Offset(-1.5, 0))
    Shift(across='1.5', side='left', down='', way='low')
    """
    return Shift(
        f"{abs(offset.x):g}" if offset.x else "",
        "left" if offset.x < 0 else "right",
        f"{abs(offset.y):g}" if offset.y else "",
        "high" if offset.y < 0 else "low",
    )
