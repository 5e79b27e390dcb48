"""Signs in words, for people who have a sheet read out to them: `[coin 2]` is "2 deniers"."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from companion.i18n.players import letters
from companion.i18n.scores import at_start
from companion.i18n.translator import Translator
from companion.printing.contents.signs import SHAPES
from companion.printing.rows import Sign

Speak = Callable[[Sequence[Sign]], str]

_UNITS = {"coin": "denier", "ring-coin": "denier"}
_CUBES = ("food", "wood", "stone", "cloth", "gold", "any", "plain", "favor", "token")
_NAMED = {
    "worker": "term.worker", "provost": "term.provost", "bailiff": "term.bailiff", "residence": "building.residence",
    "card": "term.card", "order": "term.turn_order", "marker": "term.marker", "prestige": "term.prestige_point",
    "kind-wood": "category.wood", "kind-stone": "category.stone", "kind-prestige": "category.prestige",
}  # fmt: skip
_SAID = {"house": "label.owner", "build": "print.legend.build", "place": "print.legend.place"}
_BOTH = 2
"""What is paid, and what is gained."""

_BESIDE = ("phase-", "section-")
"""How the names of drawings begin that stand beside the name of the same thing."""

_MARKS = {"/": "print.spoken.or", "−": "print.spoken.less", "≠": "print.legend.different"}


def speaker(t: Translator) -> Speak:
    """Return how signs are spoken in a language."""
    return lambda signs: _spoken(t, signs)


def _spoken(t: Translator, signs: Sequence[Sign]) -> str:
    """Return the words for signs in a row. What is before an arrow is paid for what is after it, if it can be."""
    if signs and signs[0].text == "/":
        return f"{t.say(_MARKS['/'])} {_spoken(t, signs[1:])}".strip()
    if len(signs) > 1 and signs[0].icon == "house":
        return t.labelled(at_start(t.say("label.owner")), _spoken(t, signs[1:]))
    parts = [list(part) for arrow, part in groupby(signs, lambda sign: sign.icon == "arrow") if not arrow]
    if len(parts) < _BOTH:
        return " ".join(word for part in parts for word in _words(t, part))
    options = [list(part) for stroke, part in groupby(signs, lambda sign: sign.text == "/") if not stroke]
    if len(options) > 1:
        said = f" {t.say(_MARKS['/'])} "
        return said.join(_spoken(t, option) for option in options)
    *begun, paid, gained = [" ".join(_words(t, part)) for part in parts]
    goods = any(sign.icon in (*_CUBES, "coin") for sign in parts[-2])
    told = t.say("print.spoken.trade", paid=paid, gained=gained) if goods else t.labelled(paid, gained)
    return " ".join((*begun, told))


def _words(t: Translator, signs: Sequence[Sign]) -> Iterator[str]:
    """Yield the words of signs; a number before a cube, and equal cubes, are one amount."""
    amount = 0
    for place, sign in enumerate(signs):
        after = signs[place + 1] if place + 1 < len(signs) else Sign()
        if not sign.icon and sign.text.isdigit() and after.icon in _CUBES:
            amount += int(sign.text) - 1
        elif sign.icon in _CUBES:
            amount += 1
            if after.icon != sign.icon:
                yield _counted(t, sign.icon, amount)
                amount = 0
        else:
            yield from filter(None, (_word(t, sign),))


def _counted(t: Translator, kind: str, n: int) -> str:
    unit = _UNITS.get(kind, kind)
    return t.count(unit, n) if unit in (t.rules.data.words.units if t.rules else ()) else str(n)


def _word(t: Translator, sign: Sign) -> str:
    if not sign.icon:
        return t.say(_MARKS[sign.text]) if sign.text in _MARKS else sign.text
    if sign.icon.startswith("shape-"):
        players = {shape: colour for colour, shape in SHAPES.items() if colour in letters(t)}
        return t.name(f"player.{players[sign.icon.removeprefix('shape-')]}")
    if sign.text.isdigit() and sign.icon in ("coin", "prestige"):
        return t.count({"coin": "denier"}.get(sign.icon, sign.icon), int(sign.text))
    if sign.icon.startswith(_BESIDE):
        return ""
    if sign.icon in _SAID:
        return t.say(_SAID[sign.icon])
    id = _NAMED.get(sign.icon, "term.denier" if sign.icon == "coin" else sign.icon.replace("-", ".", 1))
    return " ".join(filter(None, (t.name(id) if t.has(id) else "", sign.text)))
